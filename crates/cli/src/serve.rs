//! The commands `twolane serve` and `twolane mcp`.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;

use twolane_archive::{Archive, Place, SessionStore, Visibility};
use twolane_encoder::BertEmbedder;
use twolane_ingest::is_of_older_version;
use twolane_ingest::sync::overlap;
use twolane_serve::{
    Engine, KeptFolder, LogFormat, Models, Options, Public, Role, Served, Server, Settings, SetupHost,
    TokenError, TokenFile, Tokens, archive_names, serve_stdio, start_log,
};

use super::context::Context;
use super::exit::Exit;
use super::folders::Kept;
use super::language::LanguageArgs;
use super::places;
use super::setup::ThisMachine;
use super::titles::titles;

/// The address of a server that names no other.
const USUAL_ADDRESS: &str = "127.0.0.1:7878";

/// Answer over HTTP: a page for people, an API for programs.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  twolane serve                                       the page and the API on http://127.0.0.1:7878
  twolane serve --open                                opens the page in your browser, as `twolane` alone does
  twolane serve --open --uploads papers/              keeps the papers dropped onto it in papers/
  curl -s http://127.0.0.1:7878/ask -H 'Content-Type: application/json' \\
       -d '{\"question\":\"What does a burn permit cost?\"}'
  twolane serve --listen 0.0.0.0:7878 --host papers.town.example --token-file tokens
  twolane serve --token-file tokens --new-token board        another token, printed once
  twolane serve --public --contact \"Town Clerk, 603-555-0100\"     lets everybody ask the public papers
  twolane serve --archive planner --archive newspaper     several archives, with a choice on the page
  twolane serve --log json                            one line per request on standard error

Without a token file or --public, the server answers only this machine. Ctrl-C or SIGTERM
stops it after the replies in progress are sent. docs/serve.md describes the API, clients and security.")]
pub struct ServeArgs {
    /// Listen on this address and port; port 0 selects a free one.
    #[arg(long, value_name = "ADDRESS", default_value = USUAL_ADDRESS)]
    pub listen: SocketAddr,
    /// Require every client to send a token from this file, which stores only hashes. A missing file is created
    /// with one admin token, which is printed once. A token shows staff papers, an admin token sealed ones too.
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// Add a token of this name to the token file, print it once, and exit.
    #[arg(long, value_name = "NAME", requires = "token_file")]
    pub new_token: Option<String>,
    /// Let the new token see sealed papers, traces and metrics, and change papers.
    #[arg(long, requires = "new_token")]
    pub admin: bool,
    /// Also accept this host name from browsers, such as that of a proxy.
    #[arg(long, value_name = "NAME")]
    pub host: Vec<String>,
    /// Accept papers into this folder and the archive, from the page and from programs. Only this machine, or
    /// an admin token, may send them.
    #[arg(long, value_name = "FOLDER")]
    pub uploads: Option<PathBuf>,
    /// Let everybody ask, search and read the public papers, without a token.
    #[arg(long)]
    pub public: bool,
    /// Show this office where the papers have no answer [default: `public.contact` of the configuration].
    #[arg(long, value_name = "TEXT")]
    pub contact: Option<String>,
    /// Open the page in the browser. It sets up a new archive, and takes papers: into the user's data folder, or
    /// into the folder of --uploads.
    #[arg(long)]
    pub open: bool,
    /// Log a line for each request on standard error: text or json. It omits questions.
    #[arg(long, value_name = "FORMAT", value_parser = ["text", "json"])]
    pub log: Option<String>,
    /// Log the questions too.
    #[arg(long, requires = "log")]
    pub log_questions: bool,
    /// Run at most this many questions and searches at once [default: one per core].
    #[arg(long, value_name = "N")]
    pub workers: Option<usize>,
    /// Let this many requests wait; more than that are refused for now.
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub queue: usize,
    /// Allow each client this many requests at once.
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub per_client: usize,
    /// Let a request wait at most this many seconds. A request that would wait longer is refused right away,
    /// with a time to try again.
    #[arg(long, value_name = "S", default_value_t = 20)]
    pub wait_seconds: u64,
    /// Allow each address this many connections; a proxy counts as one address.
    #[arg(long, value_name = "N", default_value_t = 128)]
    pub per_address: usize,
    /// Allow each answer this many seconds.
    #[arg(long, value_name = "S", default_value_t = 120)]
    pub answer_seconds: u64,
    /// The language model flags.
    #[command(flatten)]
    pub language: LanguageArgs,
}

/// Speak the Model Context Protocol on standard input and output.
#[derive(Debug, Args)]
#[command(after_help = "\
Example, as a client's configuration names it:
  {\"mcpServers\": {\"twolane\": {\"command\": \"twolane\", \"args\": [\"mcp\"]}}}

Tools: ask, search, quote_fetch, search_source, section_show, list_sources; pages are resources
(twolane://source/ID/page/N). `twolane serve` offers the same at /mcp.")]
pub struct McpArgs {
    /// The language model flags.
    #[command(flatten)]
    pub language: LanguageArgs,
}

/// Runs `twolane serve`.
pub fn run(args: &ServeArgs, context: &Context) -> anyhow::Result<Exit> {
    start_log(match args.log.as_deref() {
        Some("json") => LogFormat::Json,
        Some(_) => LogFormat::Text,
        None => LogFormat::Quiet,
    });
    if let (Some(path), Some(name)) = (&args.token_file, &args.new_token) {
        let role = if args.admin { Role::Admin } else { Role::User };
        let token = Tokens::add(path, name, role)?;
        context.say(format!("Token for {name}. It is shown only this once and is not stored:"));
        context.print(format!("{token}\n"))?;
        return Ok(Exit::Done);
    }
    // A server reached under another name is behind a proxy; without tokens, every visitor of the proxy would
    // count as the user of this machine.
    let elsewhere =
        args.host.iter().find(|name| !matches!(name.as_str(), "localhost" | "127.0.0.1" | "[::1]"));
    if let Some(name) = elsewhere.filter(|_| args.token_file.is_none() && !args.public) {
        anyhow::bail!(
            "--host {name} needs --token-file or --public: people on other machines can use that name"
        );
    }
    let tokens = args.token_file.as_ref().map(|path| tokens(path, context)).transpose()?;
    let archives = archives(context);
    // Only the person at this machine sets it up.
    let is_own = args.open
        && tokens.is_none()
        && !args.public
        && args.listen.ip().is_loopback()
        && archives.iter().all(|archive| archive.name.is_none());
    let own_uploads = is_own.then(|| places::data_dir().join("papers"));
    let uploads = args.uploads.clone().or(own_uploads);
    for one in &archives {
        if let Some(folder) = uploads.as_ref().map(|folder| one.uploads(folder)) {
            std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
            // Uploads can fill an empty archive.
            one.context.create_archive()?;
        }
        if args.public {
            let archive = one.context.open_archive()?;
            say_who_sees(&archive, &one.context)?;
            warn_of_older_papers(&archive, &one.context)?;
        }
    }
    let folders = folders(context)?;
    if !folders.is_empty() {
        context.create_archive()?;
    }
    let engines = engines(&args.language, &archives, context)?;
    let mut options = Options::new(address(args, context));
    options.hosts.clone_from(&args.host);
    options.uploads = uploads.map(std::path::absolute).transpose()?;
    options.setup = is_own.then(|| SetupHost(Arc::new(ThisMachine::new(context))));
    let in_step = |kept: &KeptFolder| {
        format!("{} is kept in step with {}", context.archive_place, kept.folder.path.display())
    };
    let in_step: Vec<String> = folders.iter().map(in_step).collect();
    let reads_papers = options.uploads.is_some() || !in_step.is_empty();
    options.folders = folders;
    options.log_questions = args.log_questions;
    let public = &context.config.public;
    options.public = args.public.then_some(Public { per_minute: public.per_minute });
    let contact = args.contact.as_ref().or(public.contact.as_ref());
    options.contact = contact.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    let limits = &mut options.limits;
    limits.workers = args.workers.unwrap_or(limits.workers).max(1);
    limits.queue = args.queue;
    limits.per_client = args.per_client.max(1);
    limits.patience = Duration::from_secs(args.wait_seconds);
    limits.per_address = args.per_address;
    limits.answer_time = Duration::from_secs(args.answer_seconds.max(1));
    let names: Vec<String> = archives.iter().filter_map(|archive| archive.name.clone()).collect();
    let server = bind(archives, engines, options, tokens)?;
    let address = format!("http://{}", server.address());
    context.print(format!("{address}\n"))?;
    for name in names {
        context.print(format!("{address}/archives/{name}/\n"))?;
    }
    for line in in_step {
        context.say(line);
    }
    if reads_papers {
        super::ingest::say_rights_kept(context);
    }
    context.say("Ctrl-C stops it.");
    if args.open {
        // What follows `#` goes to no server.
        let page = server.setup_key().map(|key| format!("{address}/#/open/{key}"));
        let page = page.as_deref().unwrap_or(&address);
        context.say(format!("If no browser opens, open this address yourself; it works once:\n  {page}"));
        open(page, context);
    }
    server.run()?;
    Ok(Exit::Done)
}

/// Returns the folders that the archive is kept in step with while the server runs, and names those that it leaves out.
///
/// # Errors
/// Fails when the file with the page's folders can't be read.
fn folders(context: &Context) -> anyhow::Result<Vec<KeptFolder>> {
    let has_own = !context.config.folders.is_empty();
    if !context.several_places.is_empty() {
        if has_own {
            context
                .say("note: of several archives none is kept in step with the folders of your twolane.toml");
        }
        return Ok(Vec::new());
    }
    if has_own && context.is_foreign_archive {
        context.say("note: the folders of your twolane.toml are not read into the archive of this folder");
    }
    let mut kept: Vec<KeptFolder> = Vec::new();
    for Kept { folder, is_of_page } in super::folders::all(context)? {
        match overlap(&folder.path, kept.iter().map(|other| other.folder.path.as_path())) {
            Some(other) => context.say(format!(
                "note: {} overlaps with {}, which is kept in step instead",
                folder.path.display(),
                other.display()
            )),
            None => kept.push(KeptFolder { folder, is_of_page }),
        }
    }
    Ok(kept)
}

/// Returns the address to listen on. Where the page is opened and the usual one is taken, as by another twolane, that is
/// one with a free port.
fn address(args: &ServeArgs, context: &Context) -> SocketAddr {
    let mut listen = args.listen;
    let is_usual = args.open && listen.to_string() == USUAL_ADDRESS;
    let tried = is_usual.then(|| std::net::TcpListener::bind(listen));
    if let Some(Err(error)) = tried
        && error.kind() == std::io::ErrorKind::AddrInUse
    {
        context.say(format!("{listen} is in use, so another address is chosen"));
        listen.set_port(0);
    }
    listen
}

/// Runs `twolane` without arguments: the page, in the browser.
pub fn run_page(context: &Context) -> anyhow::Result<Exit> {
    #[derive(clap::Parser)]
    struct Usual {
        #[command(flatten)]
        args: ServeArgs,
    }
    let usual = <Usual as clap::Parser>::try_parse_from(["twolane", "--open"])?;
    run(&usual.args, context)
}

/// An archive that is served.
struct Archived {
    /// The name in addresses, where there are several archives.
    name: Option<String>,
    /// The name that people read.
    title: String,
    /// The context in which the archive is opened.
    context: Context,
}

impl Archived {
    /// Returns the folder for uploads: this one, or one in it for each of several archives.
    fn uploads(&self, folder: &Path) -> PathBuf {
        self.name.as_ref().map_or_else(|| folder.to_owned(), |name| folder.join(name))
    }
}

/// Returns the archives that the command line names.
fn archives(context: &Context) -> Vec<Archived> {
    let places = &context.several_places;
    if places.is_empty() {
        return vec![Archived { name: None, title: String::new(), context: context.clone() }];
    }
    let titles = titles(places);
    let names = archive_names(&titles);
    let archived = |((name, title), place): ((String, &String), &Place)| {
        let same = titles.iter().filter(|other| *other == title).count();
        Archived {
            title: if same > 1 { name.clone() } else { title.clone() },
            name: Some(name),
            context: Context { archive_place: place.clone(), ..context.clone() },
        }
    };
    names.into_iter().zip(&titles).zip(places).map(archived).collect()
}

/// Binds the server of one archive, or of several.
fn bind(
    archives: Vec<Archived>,
    engines: Vec<Engine>,
    options: Options,
    tokens: Option<TokenFile>,
) -> anyhow::Result<Server> {
    let mut several = Vec::new();
    for (archive, engine) in archives.into_iter().zip(engines) {
        let engine = Arc::new(engine);
        match archive.name {
            None => return Ok(Server::bind(engine, options, tokens)?),
            Some(name) => several.push(Served { name, title: archive.title, engine }),
        }
    }
    Ok(Server::bind_several(several, options, tokens)?)
}

/// Runs `twolane mcp`.
pub fn run_mcp(args: &McpArgs, context: &Context) -> anyhow::Result<Exit> {
    start_log(LogFormat::Quiet);
    let archives = [Archived { name: None, title: String::new(), context: context.clone() }];
    for engine in engines(&args.language, &archives, context)? {
        serve_stdio(Arc::new(engine))?;
    }
    Ok(Exit::Done)
}

/// Says how many papers the public sees.
fn say_who_sees(archive: &Archive, context: &Context) -> anyhow::Result<()> {
    let papers = archive.sources()?;
    let papers = || papers.iter().filter(|paper| paper.meta.lane != "state");
    let count = |level: Visibility| papers().filter(|paper| paper.meta.visibility == level).count();
    let [public, staff, sealed] = Visibility::ALL.map(count);
    context.say(format!(
        "everybody sees {public} of {} papers; {staff} are for staff and {sealed} are sealed\n\
         hint: `twolane source list` shows which; `twolane source set PAPER --visibility staff` hides one",
        papers().count()
    ));
    Ok(())
}

/// Warns of papers that were read before the program knew minutes of nonpublic sessions.
fn warn_of_older_papers(archive: &Archive, context: &Context) -> anyhow::Result<()> {
    let papers = archive.sources()?;
    let older =
        papers.iter().filter(|paper| paper.meta.lane != "state" && is_of_older_version(paper)).count();
    if older > 0 {
        let papers = if older == 1 { "1 paper was".to_owned() } else { format!("{older} papers were") };
        context.say(format!(
            "warning: {papers} read by an older version, which did not look for minutes of nonpublic sessions\n\
             hint: stop the server, read them again with `twolane ingest FOLDER`, and look through `twolane source list`"
        ));
    }
    Ok(())
}

fn tokens(path: &Path, context: &Context) -> Result<TokenFile, TokenError> {
    if Tokens::read(path)?.is_some() {
        return TokenFile::open(path);
    }
    let token = Tokens::add(path, "admin", Role::Admin)?;
    context.say(format!(
        "Created {}. Its first token, for an admin, is shown only this once and is not stored:\n  {token}",
        path.display()
    ));
    TokenFile::open(path)
}

/// Opens the archives and loads the models once for all of them.
fn engines(language: &LanguageArgs, archives: &[Archived], context: &Context) -> anyhow::Result<Vec<Engine>> {
    let opened = archives.iter().map(|one| opened(&one.context)).collect::<anyhow::Result<Vec<_>>>()?;
    let embedder = context.embedder()?;
    if embedder.is_none() {
        context.say_model_is_missing();
    }
    // Each archive says by itself that the model is not its own.
    let fits = |embedder: &BertEmbedder| {
        let fitting =
            archives.iter().zip(&opened).filter(|(one, (archive, _))| one.context.fits(embedder, archive));
        fitting.count() > 0
    };
    let models = Arc::new(Models {
        embedder: embedder.filter(fits).map(|embedder| Box::new(embedder) as _),
        cross_encoder: context.cross_encoder()?,
        language: language.load(context)?,
    });
    let settings = settings(language, context)?;
    let engine = |(archive, store)| Engine::new(archive, store, Arc::clone(&models), settings.clone());
    Ok(opened.into_iter().map(engine).collect())
}

/// Opens an archive with its store of sessions.
fn opened(context: &Context) -> anyhow::Result<(Archive, Option<SessionStore>)> {
    let archive = context.open_archive()?;
    archive.check_vectors_beside(u64::MAX);
    let store = match archive.session_store() {
        Ok(store) => store,
        Err(error) => {
            context.say(format!("{error}; sessions and traces are not saved"));
            None
        }
    };
    Ok((archive, store))
}

fn settings(language: &LanguageArgs, context: &Context) -> anyhow::Result<Settings> {
    let vocabulary = match super::given::vocabulary(context)? {
        std::borrow::Cow::Owned(own) => Some(own),
        std::borrow::Cow::Borrowed(_) => None,
    };
    Ok(Settings {
        ask: context.ask_options(),
        conversation: context.conversation_options(),
        cross_encoder: context.config.cross_encoder.clone(),
        writer: language.options(context),
        rules: context.metadata_rules()?,
        vocabulary,
        program: context.program.clone(),
        ingest: context.ingest_options()?,
    })
}

/// Opens the page on the desktop. A missing program is no error of the server.
fn open(address: &str, context: &Context) {
    let (opener, arguments): (_, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        // `start` belongs to a shell, which would read the `&` of an address.
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let Some(mut program) = twolane_programs::program(Path::new(opener)) else {
        context.say(format!("there is no {opener} here; open {address} yourself"));
        return;
    };
    if let Err(error) = program.args(arguments).arg(address).spawn() {
        context.say(format!("the browser could not be opened ({error}); open {address} yourself"));
    }
}
