//! A reader of one town sees nothing of another by the programs' doors: HTTP, the Model Context Protocol over HTTP
//! and over standard input, the command line. The owner has asked about the other town before, in the same database.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::access::{PASSWORD, PLANTED, reader_of};
use crate::clients::{Request, Serving, Talk, command, get, of, post, rpc, to_mcp};
use crate::server::Server;
use crate::support::mutator::Random;

/// Stands beside `PLANTED` in every line of town B and of the other state's law, and in nothing that an attempt says.
const SECRET: &str = "plugh";
/// What the papers of both towns are about, one each.
const MATTERS: [&str; 12] = [
    "burn",
    "tree cutting",
    "hall rental",
    "road opening",
    "beach parking",
    "dog",
    "sign",
    "well",
    "septic",
    "driveway",
    "raffle",
    "boat mooring",
];
const OVER_HTTP: usize = 432;
const OVER_STDIO: usize = 60;
const BY_COMMAND: usize = 48;
const HTTP_WAYS: usize = 36;
const MCP_WAYS: usize = 10;
const COMMAND_WAYS: usize = 24;

/// Everything except letters and digits as `%20`.
fn escaped(text: &str) -> String {
    let one = |b: u8| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") };
    text.bytes().map(one).collect()
}

/// The text of an address that `escaped` wrote parts of.
fn plain(path: &str) -> String {
    let mut parts = path.split('%');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push(char::from(u8::from_str_radix(&part[..2], 16).unwrap()));
        text.push_str(&part[2..]);
    }
    text
}

/// Words in small letters; names with `-` in them are one.
fn words(text: &str) -> Vec<String> {
    // As JSON writes an end of line or a tab.
    let text = text.replace("\\n", " ").replace("\\t", " ").to_lowercase();
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_');
    words.map(|w| w.trim_matches(['-', '_']).to_owned()).filter(|w| !w.is_empty()).collect()
}

/// What whoever attempts knows: all names of what is hidden, as far as the secret is not in them.
struct Known {
    /// Ids, beginnings of ids, and paths.
    names: Vec<String>,
    sessions: Vec<String>,
    traces: Vec<String>,
    memories: Vec<String>,
    /// An answer of the reader's own, and the source of its first quote.
    answer: String,
    own: String,
}

fn pick<'a, T>(random: &mut Random, all: &'a [T]) -> &'a T {
    &all[random.below(all.len())]
}

fn question(random: &mut Random) -> String {
    let matter = *pick(random, &MATTERS);
    let n = random.below(MATTERS.len());
    match random.below(9) {
        0 => format!("What is the fee for a {matter} permit?"),
        1 => format!("What is the fee for a {matter} permit in Birch?"),
        2 => format!("What does Birch charge for a {PLANTED}{n} permit?"),
        3 => format!("Who spoke of {PLANTED} in Birch?"),
        4 => "What does MCL 15.263 say?".to_owned(),
        5 => "What does RSA 91-A:3 say, and which papers mention it?".to_owned(),
        6 => format!("Which town has the highest fee for a {matter} permit?"),
        7 => format!("Compare the fee for a {matter} permit in Alder and in Birch."),
        _ => "What did I ask before, and what was answered?".to_owned(),
    }
}

fn query(random: &mut Random) -> String {
    let n = random.below(MATTERS.len());
    match random.below(9) {
        0 => PLANTED.to_owned(),
        1 => format!("{PLANTED}{n} permit"),
        2 => format!("fee for a {} permit", pick(random, &MATTERS)),
        3 => format!("fee in Birch, as of {PLANTED}{n}"),
        4 => "hearing under RSA 91-A:3".to_owned(),
        5 => format!("Board of {PLANTED}"),
        6 => format!("meetings MCL 15.263 {PLANTED}"),
        7 => format!("\"says\" ${}", 70 + n),
        _ => "town".to_owned(),
    }
}

fn conditions(known: &Known, random: &mut Random) -> Value {
    match random.below(7) {
        0 => json!({ "town": "Birch" }),
        1 => json!({ "source": [pick(random, &known.names)] }),
        2 => json!({ "board": [format!("Board of {PLANTED}")] }),
        3 => json!({ "lane": ["state"], "state": "MI" }),
        4 => json!({ "edition": "2025", "no_lanes": true }),
        _ => json!({}),
    }
}

/// A session of the owner's, or one of the reader's own.
fn session(known: &Known, random: &mut Random) -> String {
    match random.below(3) {
        0 => "walk".to_owned(),
        _ => pick(random, &known.sessions).clone(),
    }
}

fn with(mut object: Value, more: Value) -> Value {
    object.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    object
}

const LOCATORS: [&str; 5] = ["L1-L6", "L4", "p.1 L3", "Section 4", "4.2"];
const CITATIONS: [&str; 5] = ["RSA 91-A:3", "MCL 15.263", "MCL 15.264", "RSA 950:1", "RSA 91-A:3, II"];

fn over_http(way: usize, known: &Known, random: &mut Random) -> Request {
    let name = pick(random, &known.names).clone();
    let id = escaped(&name);
    let session = session(known, random);
    let locator = *pick(random, &LOCATORS);
    let cited = escaped(pick::<&str>(random, &CITATIONS));
    let asked = json!({ "question": question(random) });
    let messages = json!([{ "role": "user", "content": question(random) }]);
    let quote = format!("The fee for a {} permit in Birch is", pick(random, &MATTERS));
    match way {
        0 => post("/ask", asked),
        1 => post("/ask", with(asked, conditions(known, random))),
        2 => Request { accept: "text/event-stream", ..post("/ask", asked) },
        3 => post("/ask", with(asked, json!({ "session": session }))),
        4 => post("/ask", with(asked, json!({ "context": { "town": "Birch", "source": name } }))),
        5 => post("/ask", with(asked, json!({ "form": "research", "no_memory": true }))),
        6 => get(format!("/search?q={}&k=100", escaped(&query(random)))),
        7 => get(format!("/search?q={}&source={id}", escaped(&query(random)))),
        8 => post("/search", json!({ "query": query(random), "explain": true, "k": 100 })),
        9 => post("/search", with(json!({ "query": query(random) }), conditions(known, random))),
        10 => get("/sources"),
        11 => get(format!("/sources/{id}")),
        12 => get(format!("/sources/{id}/pages/{}", random.below(3))),
        13 => get(format!("/sources/{id}/pages/1/picture?width=200")),
        14 => get(format!("/quote?source={id}&locator={}", escaped(locator))),
        15 => post("/quote", json!({ "source": name, "locator": locator })),
        16 => {
            let quotes = json!([{ "source_id": name, "locator": locator, "quote": quote }]);
            post("/verify", json!({ "quotes": quotes, "text": quote }))
        }
        17 => post("/verify", serde_json::from_str(&known.answer.replace(&known.own, &name)).unwrap()),
        18 => get(format!("/sections?citation={cited}")),
        19 => get(format!("/sections/diff?citation={cited}&from=2023&to=2025")),
        20 => get("/packs"),
        21 => get(format!("/packs/{PLANTED}-law")),
        22 => get("/sessions"),
        23 => get(format!("/sessions/{session}")),
        24 => {
            let fields = json!({ "fields": { "town": "Birch" } });
            of("PATCH", format!("/sessions/{session}"), Some(fields))
        }
        25 => of("DELETE", format!("/sessions/{session}"), None),
        26 => get("/memory"),
        27 => of("DELETE", format!("/memory/{}", pick(random, &known.memories)), None),
        28 => get("/traces?n=1000"),
        29 => get(format!("/traces/{}", pick(random, &known.traces))),
        30 => post("/v1/chat/completions", json!({ "messages": messages, "stream": random.below(2) == 0 })),
        31 => {
            let metadata = json!({ "town": "Birch", "session": session });
            post("/v1/chat/completions", json!({ "messages": messages, "metadata": metadata }))
        }
        32 => get(*pick(random, &["/filters", "/metrics", "/v1/models", "/openapi.json", "/healthz"])),
        _ => {
            let way = random.below(MCP_WAYS);
            to_mcp(message(way, known, random))
        }
    }
}

fn message(way: usize, known: &Known, random: &mut Random) -> Value {
    let tool =
        |name: &str, arguments: Value| rpc("tools/call", json!({ "name": name, "arguments": arguments }));
    let name = pick(random, &known.names).clone();
    let asked = json!({ "question": question(random) });
    match way {
        0 => tool("ask", asked),
        1 => tool("ask", with(asked, json!({ "session": session(known, random) }))),
        2 => tool("ask", with(asked, conditions(known, random))),
        3 => tool("search", json!({ "query": query(random), "k": 100, "explain": true })),
        4 => tool("quote_fetch", json!({ "source": name, "locator": pick(random, &LOCATORS) })),
        5 => tool(
            "search_source",
            json!({ "source": name, "pattern": pick(random, &["fee", PLANTED, "the"]) }),
        ),
        6 => tool("section_show", json!({ "citation": pick(random, &CITATIONS) })),
        7 => tool("list_sources", json!({})),
        8 => rpc("resources/list", json!({})),
        _ => {
            let page = random.below(3);
            rpc("resources/read", json!({ "uri": format!("twolane://source/{name}/page/{page}") }))
        }
    }
}

fn by_command(way: usize, known: &Known, random: &mut Random) -> Vec<String> {
    let (question, query) = (question(random), query(random));
    let name = pick(random, &known.names).as_str();
    let session = session(known, random);
    let cited = *pick(random, &CITATIONS);
    let law = format!("{PLANTED}-law");
    let args: &[&str] = match way {
        0 => &["ask", &question],
        1 => &["ask", &question, "--json"],
        2 => &["ask", &question, "--town", "Birch"],
        3 => &["ask", &question, "--session", &session, "--json"],
        4 => &["search", &query, "--explain"],
        5 => &["search", &query, "--json", "--k", "100"],
        6 => &["search", &query, "--source", name],
        7 => &["quote", name, pick::<&str>(random, &LOCATORS)],
        8 => &["source", "list"],
        9 => &["source", "list", "--json"],
        10 => &["source", "show", name],
        11 => &["source", "lines", name],
        12 => &["source", "remove", name],
        13 => &["section", "show", cited],
        14 => &["section", "show", cited, "--json"],
        15 => &["pack", "list", "--json"],
        16 => &["pack", "show", &law, "--sections"],
        17 => &["session", "list"],
        18 => &["session", "show", &session],
        19 => &["trace", "list", "--json"],
        20 => &["trace", "show", pick::<String>(random, &known.traces)],
        21 => &["memory", "list", "--json"],
        22 => &["index", "stats", "--json"],
        _ => &["index", "check"],
    };
    args.iter().map(|arg| (*arg).to_owned()).collect()
}

/// Listens to what comes back.
struct Judge<'k> {
    known: &'k Known,
    /// Words of all that was said to what remembers.
    said: BTreeSet<String>,
    tried: BTreeMap<&'static str, usize>,
    leaks: Vec<String>,
    well: usize,
    /// What was answered by an error of the server's own.
    broken: Vec<String>,
}

impl<'k> Judge<'k> {
    fn new(known: &'k Known) -> Self {
        let (said, tried) = (BTreeSet::new(), BTreeMap::new());
        Judge { known, said, tried, leaks: Vec::new(), well: 0, broken: Vec::new() }
    }

    fn hear(&mut self, door: &'static str, said: &str, well: bool, reply: &str) {
        *self.tried.entry(door).or_default() += 1;
        self.well += usize::from(well);
        let mut own: BTreeSet<String> = words(said).into_iter().collect();
        // A name in parts is no other name.
        let parts: Vec<String> = own.iter().flat_map(|w| w.split(['-', '_']).map(str::to_owned)).collect();
        let letters =
            parts.iter().map(|p| p.trim_end_matches(char::is_numeric).to_owned()).collect::<Vec<_>>();
        own.extend(parts.into_iter().chain(letters));
        self.said.extend(own.iter().cloned());
        // Sessions, traces and remembered answers are of what the reader said before.
        let remembers = ["session", "trace", "memory"].iter().any(|word| said.contains(word));
        let repeats = if remembers { &self.said } else { &own };
        let small = reply.to_lowercase();
        let of_the_other = |word: &String| word.contains(PLANTED) || word.contains("birch");
        let word = words(reply).into_iter().find(|word| of_the_other(word) && !repeats.contains(word));
        let mut ids = self.known.traces.iter().chain(&self.known.memories);
        let id = ids.find(|id| reply.contains(*id) && !said.contains(*id)).cloned();
        let secret = small.contains(SECRET).then(|| SECRET.to_owned());
        if let Some(what) = secret.or(word).or(id) {
            let at = small.find(&what.to_lowercase()).unwrap_or(0);
            let near: String =
                small.chars().skip(small[..at].chars().count().saturating_sub(80)).take(200).collect();
            self.leaks.push(format!("{door}: {said}\n    {what:?} in …{near}…"));
        }
    }

    fn ask(&mut self, serving: &Serving, request: &Request) {
        let body = request.body.as_ref().map(Value::to_string).unwrap_or_default();
        let said = format!("{} {} {body}", request.method, plain(&request.path));
        let (status, reply) = serving.send(request);
        assert!(![401, 403, 421, 429, 503].contains(&status), "{said}: {status} {reply}");
        if status >= 500 {
            self.broken.push(format!("{status} {said}"));
        }
        let door = if request.path == "/mcp" { "mcp over http" } else { "http" };
        self.hear(door, &said, status == 200, &reply);
    }
}

/// Papers of both towns and law of two states, read by the program as the owner of the database.
fn fill(home: &Path, url: &str) {
    let run = |args: &[&str]| {
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        let (well, said) = command(home, url, &args);
        assert!(well, "{args:?}: {said}");
    };
    let write = |path: String, text: String| {
        let path = home.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    for (n, matter) in MATTERS.iter().enumerate() {
        write(
            format!("papers/alder/notice-{n}.txt"),
            format!(
                "Town of Alder\nFee Schedule {n}\n\nThe fee for a {matter} permit in Alder is ${}.\n\
                 The hearing under RSA 91-A:3 was held by the clerk.\n",
                10 + n
            ),
        );
        // Some have the secret in their name too.
        let name =
            if n.is_multiple_of(2) { format!("{PLANTED}-{n}") } else { format!("{PLANTED}-{n}-{SECRET}") };
        write(
            format!("papers/birch/{name}.txt"),
            format!(
                "Town of Birch, {SECRET}\nFee Schedule of {PLANTED}{n}, {SECRET}\n\n\
                 The fee for a {matter} permit in Birch is ${}, says {SECRET}.\n\
                 The fee for a {PLANTED}{n} permit in Birch is ${}, says {SECRET}.\n\
                 The hearing under RSA 91-A:3 and MCL 15.263 was held by {SECRET}.\n\n\
                 Section 4.2 Bees of {SECRET}\nA hive of {PLANTED} stands 10 feet from {SECRET}.\n",
                70 + n,
                90 + n
            ),
        );
    }
    run(&["--quiet", "ingest", "papers/alder", "--town", "Alder"]);
    run(&["--quiet", "ingest", "papers/birch", "--town", "Birch", "--board", &format!("Board of {PLANTED}")]);
    let hidden = format!("{PLANTED}-law");
    let open = "Meetings are open to the public.".to_owned();
    let closed = format!("Meetings of {SECRET} are held as RSA 91-A:3 says of {PLANTED}.");
    for (name, state, grammar, word, citation, text) in [
        ("sample-law", "NH", "rsa", "sample", "RSA 91-A:3", open),
        (hidden.as_str(), "MI", "mcl", SECRET, "MCL 15.263", closed),
    ] {
        let about = format!(
            "name = \"{name}\"\ntitle = \"Law of {word}\"\njurisdiction = \"{state}\"\nedition = \"2025\"\n\
             as_of = \"2025-01-01\"\ngrammar = \"{grammar}\"\nlicence = \"{word}\"\ncoverage = \"all of {word}\"\n\
             limits = [\"None of {word}.\"]\nevery_section = false\n"
        );
        write(format!("law/{name}/pack.toml"), about);
        let section = json!({ "citation": citation, "heading": format!("Meetings of {word}"), "text": text });
        write(format!("law/{name}/sections.jsonl"), format!("{section}\n"));
        let (folder, pack) = (format!("law/{name}"), format!("{name}.twopack"));
        run(&["pack", "build", &folder, "-o", &pack]);
        run(&["pack", "install", &pack]);
    }
}

/// What the owner asks, and what is left of it.
fn asked_by_owner(owner: &Serving, home: &Path, sources: &[String]) -> Known {
    let sessions: Vec<String> = (0..3).map(|n| format!("{PLANTED}-walk-{n}")).collect();
    for (n, matter) in MATTERS.iter().enumerate() {
        let session = &sessions[n % sessions.len()];
        let question = format!("What is the fee for a {matter} permit in Birch?");
        owner.json(&post("/ask", json!({ "question": question })));
        // The last question of a session, which lists show, has the secret in it.
        let question = format!("What is the fee for a {matter} permit in Birch, as {SECRET} says?");
        let answer = owner.json(&post("/ask", json!({ "question": question, "session": session })));
        assert_eq!(answer["session_id"], *session, "{answer}");
    }
    let ids = |path: &str, field: &str| -> Vec<String> {
        let listed = owner.json(&get(path));
        let rows = listed[field].as_array().unwrap().clone();
        rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
    };
    let (traces, memories) = (ids("/traces?n=1000", "traces"), ids("/memory", "entries"));
    assert!(traces.len() >= 2 * MATTERS.len(), "{traces:?}");
    assert!(!memories.is_empty(), "the owner's answers are remembered");
    assert_eq!(ids("/sessions", "sessions").iter().collect::<BTreeSet<_>>(), sessions.iter().collect());
    // Ids, or as much of them as is before the secret; paths of the others.
    let mut names: Vec<String> = sources
        .iter()
        .map(|id| id.split(SECRET).next().unwrap().to_owned())
        .filter(|id| !id.is_empty())
        .collect();
    let folder = fs::canonicalize(home.join("papers/birch")).unwrap();
    for n in (0..MATTERS.len()).step_by(2) {
        names.push(folder.join(format!("{PLANTED}-{n}.txt")).display().to_string());
        names.push(format!("{PLANTED}-{n}.txt"));
    }
    Known { names, sessions, traces, memories, answer: String::new(), own: String::new() }
}

#[test]
fn five_hundred_attempts_by_every_door() {
    let server = Server::shared();
    let database = server.database();
    let url = server.url(&database);
    let homes = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [owners, readers] = homes.each_ref().map(|home| home.path());
    fill(owners, &url);
    let allowed = ["town => 'Alder'", "lane => 'state', jurisdiction => 'NH'"];
    let user = reader_of(&server, &database, "visitor", &allowed);
    let as_reader = server.url_of(&user, PASSWORD, &database);

    let (owner, reader) = (Serving::start(owners, &url), Serving::start(readers, &as_reader));
    let ids = |serving: &Serving| -> BTreeSet<String> {
        let listed = serving.json(&get("/sources"));
        listed["sources"].as_array().unwrap().iter().map(|s| s["id"].as_str().unwrap().to_owned()).collect()
    };
    let seen = ids(&reader);
    let hidden: Vec<String> = ids(&owner).difference(&seen).cloned().collect();
    assert_eq!((seen.len(), hidden.len()), (MATTERS.len() + 1, MATTERS.len() + 1), "{seen:?} {hidden:?}");
    let mut known = asked_by_owner(&owner, owners, &hidden);
    // Its own town it sees.
    let own = json!({ "question": format!("What is the fee for a {} permit in Alder?", MATTERS[0]) });
    let answer = reader.json(&post("/ask", own));
    let quote = &answer["evidence"]["facts"][0]["support"][0];
    assert!(quote["quote"].as_str().unwrap().contains("$10"), "{answer}");
    known.own = quote["source_id"].as_str().unwrap().to_owned();
    known.answer = answer.to_string();

    let mut random = Random(29);
    let mut judge = Judge::new(&known);
    for n in 0..OVER_HTTP {
        judge.ask(&reader, &over_http(n % HTTP_WAYS, &known, &mut random));
    }
    let mut talk = Talk::start(readers, &as_reader);
    for n in 0..OVER_STDIO {
        let message = message(n % MCP_WAYS, &known, &mut random);
        let reply = talk.call(&message);
        let well = !reply.contains("\"error\":") && !reply.contains("\"isError\":true");
        judge.hear("mcp", &message.to_string(), well, &reply);
    }
    drop(talk);
    for n in 0..BY_COMMAND {
        let args = by_command(n % COMMAND_WAYS, &known, &mut random);
        let (well, reply) = command(readers, &as_reader, &args);
        judge.hear("command line", &args.join(" "), well, &reply);
    }
    // What the reader forgets is its own.
    judge.ask(&reader, &of("DELETE", "/memory", None));
    let tried: usize = judge.tried.values().sum();
    eprintln!(
        "{:?}, {} of {tried} answered well; errors of the server: {:#?}",
        judge.tried, judge.well, judge.broken
    );
    assert!(tried >= 500, "{tried}");
    assert!(judge.broken.is_empty(), "errors of the server:\n{}", judge.broken.join("\n"));
    assert!(judge.well * 3 >= tried, "{} of {tried} were answered", judge.well);
    assert!(judge.leaks.is_empty(), "{} leaks:\n{}", judge.leaks.len(), judge.leaks.join("\n"));

    for session in &known.sessions {
        let kept = owner.json(&get(format!("/sessions/{session}"))).to_string();
        assert!(kept.contains(SECRET), "{session} was changed: {kept}");
    }
    for trace in &known.traces {
        owner.json(&get(format!("/traces/{trace}")));
    }
    let memory = owner.json(&get("/memory")).to_string();
    assert!(known.memories.iter().all(|id| memory.contains(id)), "{memory}");

    // The same attempts show the other town to whoever may see it, so that what is not seen is not for want of asking.
    let (mut random, mut control) = (Random(29), Judge::new(&known));
    for n in 0..2 * HTTP_WAYS {
        control.ask(&owner, &over_http(n % HTTP_WAYS, &known, &mut random));
    }
    let shown = control.leaks.len();
    assert!(shown >= HTTP_WAYS / 2, "{shown} of {} show it to the owner", 2 * HTTP_WAYS);
}
