//! The command `twolane ask`.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;

use twolane_answer::session::parse_field;
use twolane_answer::{
    AskError, Envelope, FormName, Mode, NO_ADVICE, Reply, Stage, Watch, docx, markdown, pdf, plain,
};
use twolane_archive::{Archive, SessionStore};

use super::answering::Answering;
use super::context::Context;
use super::exit::Exit;
use super::language::LanguageArgs;
use super::output::inline;
use super::reply_text::{answer_text, reply_text};
pub use twolane_api::envelope;
use twolane_api::{AskRequest, Conditions, FORMS, UsageError};

/// The longest pasted text that is read, in bytes.
const MAX_PASTE: u64 = 4 << 20;

/// Ask a question; the answer is verbatim quotes with source, page and line.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  twolane ask \"When is the town meeting?\"
  twolane ask \"What does a burn permit cost?\" --town Alder --form brief
  twolane ask \"How is my tax bill made up?\" --form civic          town first, then figures and gaps
  twolane ask \"How did the board vote on the culvert?\" --type minutes --from 2025-01 --json > answer.json
  twolane ask \"How big is my unit?\" --session walk   asks which unit
  twolane ask \"How big is my unit?\" --session walk --context unit=4B
  twolane ask \"Who voted against it?\" --session walk   refers to the last question
  twolane ask \"Is the town liable?\" --paste article.txt
  twolane ask \"How is my tax bill made up?\" --output answer.docx   for the board packet
  twolane ask --batch questions.jsonl --output answers.jsonl
  twolane ask \"What does a burn permit cost?\" --model smollm2-135m-instruct
  twolane ask \"What does a burn permit cost?\" --server http://127.0.0.1:8080/v1
  twolane verify answer.json

Without quotation marks, leave out characters that the shell interprets, such
as ? and '. Before a question in quotation marks, you can omit the word `ask`.

A question can refer to the one before it only with --session, which starts
the session if it is new. If you ask the same question again, the answer comes
from memory and says so (`twolane memory list`). --no-memory, or [memory] in
twolane.toml, turns this off. Each answer leaves a trace (`twolane trace list`);
[trace] in twolane.toml limits traces or turns them off.

Each line for --batch is a question in quotation marks, or an object such as
{\"id\": \"dog\", \"question\": \"How much is a dog license?\", \"town\": \"Alder\"},
with the fields of POST /ask. Each line of the output has `line`, `id`, `exit`
(one of the codes below), and `output` (the JSON of the answer) or `error`. A
line that can't be asked does not stop the rest. Ctrl-C keeps the answers so far.

Exit codes: 0 answered, 4 the question is unclear (the output says what is
missing), 5 no answer found in the papers, 1 error. With --batch: 0 every line
was asked, 3 some lines were not, 130 interrupted, 1 error.")]
pub struct AskArgs {
    /// The question, with or without quotation marks. A long text before it is used as your own source.
    #[arg(required_unless_present = "batch", num_args = 1.., value_name = "QUESTION")]
    pub words: Vec<String>,
    /// Ask the questions of this file, one JSON object or string per line; `-` for standard input. Prints one JSON
    /// object per line, in the same order.
    #[arg(long, value_name = "FILE", conflicts_with = "words")]
    pub batch: Option<PathBuf>,
    /// Write the answer in this form [default: the one that fits the question]. Use brief for a single fact,
    /// civic for a topic with several parts, legal for rights and liability, research for several steps.
    #[arg(long, value_parser = FORMS)]
    pub form: Option<String>,
    /// Write the answer to this file. Its ending sets the format: .docx (with footnotes), .pdf, .md, .txt or .json;
    /// .jsonl with --batch.
    #[arg(long, value_name = "FILE", value_parser = AnswerFile::of)]
    pub output: Option<AnswerFile>,
    /// Remember questions, values and texts in this session; start it if it is new.
    #[arg(long, value_name = "ID")]
    pub session: Option<String>,
    /// Set a value, such as your reply when twolane asks you something; can be repeated.
    #[arg(long, value_name = "FIELD=VALUE")]
    pub context: Vec<String>,
    /// Answer from a text of your own, such as an article; `-` for standard input.
    #[arg(long, value_name = "FILE")]
    pub paste: Option<PathBuf>,
    /// Keep none of the words of this question, in its trace or elsewhere.
    #[arg(long, alias = "no-personal")]
    pub private: bool,
    /// Search again, even for a remembered answer, and do not remember this one.
    #[arg(long)]
    pub no_memory: bool,
    /// The conditions on the sources.
    #[command(flatten)]
    pub filter: Conditions,
    /// The language model flags.
    #[command(flatten)]
    pub language: LanguageArgs,
}

/// A file for an answer.
#[derive(Debug, Clone)]
pub struct AnswerFile {
    pub(super) path: PathBuf,
    pub(super) kind: FileKind,
}

/// The format of a file for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileKind {
    Docx,
    Pdf,
    Markdown,
    Text,
    Json,
    JsonLines,
}

impl AnswerFile {
    /// Reads the kind of a file off its name.
    fn of(path: &str) -> Result<Self, String> {
        let path = PathBuf::from(path);
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
        let kind = match ending.as_str() {
            "docx" => FileKind::Docx,
            "pdf" => FileKind::Pdf,
            "md" => FileKind::Markdown,
            "txt" => FileKind::Text,
            "json" => FileKind::Json,
            "jsonl" => FileKind::JsonLines,
            _ => {
                let expected = "the name must end in .docx, .pdf, .md, .txt or .json, or .jsonl with --batch";
                return Err(expected.to_owned());
            }
        };
        Ok(AnswerFile { path, kind })
    }

    /// Writes the answer. A clarifying question is printed and not saved.
    fn write(&self, reply: &Reply, form: Option<FormName>, context: &Context) -> anyhow::Result<()> {
        let Some(answer) = reply.envelope.checked() else {
            return if context.json { Ok(()) } else { show(reply, form, context) };
        };
        let text = markdown(answer, form.unwrap_or(reply.fitting_form), &reply.question);
        let about = format!(
            "Answered by twolane {} from papers, each quote verbatim. {NO_ADVICE}",
            env!("CARGO_PKG_VERSION")
        );
        match self.kind {
            FileKind::Docx => self.save(&docx(&reply.question, &text, &about)?, context),
            FileKind::Pdf => match pdf(&reply.question, &text, &about) {
                Ok(file) => self.save(&file, context),
                // The answer is there, and is not lost with the file.
                Err(error) => {
                    show(reply, form, context)?;
                    Err(error.into())
                }
            },
            FileKind::Text => self.save(plain(&text).as_bytes(), context),
            FileKind::Markdown | FileKind::Json | FileKind::JsonLines => self.save(text.as_bytes(), context),
        }
    }

    fn save(&self, bytes: &[u8], context: &Context) -> anyhow::Result<()> {
        std::fs::write(&self.path, bytes).with_context(|| {
            format!("cannot write {}; choose a folder that can be written", self.path.display())
        })?;
        context.say(format!("The answer is in {}.", inline(&self.path.display().to_string())));
        Ok(())
    }
}

impl AskArgs {
    /// Returns the question with its conditions, as programs ask it.
    pub(super) fn request(&self) -> anyhow::Result<AskRequest> {
        Ok(AskRequest {
            question: self.words.join(" "),
            form: self.form.clone().unwrap_or_default(),
            session: self.session.clone(),
            context: self.context.iter().map(|c| parse_field(c)).collect::<Result<_, _>>()?,
            paste: self.paste.as_deref().map(read_paste).transpose()?,
            no_personal: self.private,
            no_memory: self.no_memory,
            conditions: self.filter.clone(),
            ..AskRequest::default()
        })
    }

    /// Opens the archive with the models that the flags name, and with its store.
    pub(super) fn load(&self, context: &Context) -> anyhow::Result<(Answering, Option<SessionStore>)> {
        let (archive, embedder) = context.open_with_models(&self.filter)?;
        let store = open_store(&archive, self.session.is_some(), context)?;
        let rerank = !self.filter.no_rerank;
        Ok((Answering::load(&archive, embedder, rerank, &self.language, context)?, store))
    }
}

/// Runs the command for one question.
pub fn run(args: &AskArgs, context: &Context) -> anyhow::Result<Exit> {
    if let Some(AnswerFile { path, kind: FileKind::JsonLines }) = &args.output {
        let value = path.display().to_string();
        let expected = "write one answer to a file that ends in .json, or ask several with --batch";
        return Err(UsageError::Unfit { flag: "--output", value, expected }.into());
    }
    let (answering, store) = args.load(context)?;
    let asked = args.request()?;
    let on_stage = facts_first(&asked.question, answering.has_model(), context);
    let go_on = || !context.interrupt.is_set();
    let watch = Watch { on_stage: Some(&on_stage), go_on: Some(&go_on) };
    let (reply, form) = match answering.ask(&asked, store.as_ref(), watch) {
        Err(error) if is_cancelled(&error) => return Ok(Exit::Interrupted),
        reply => reply?,
    };
    say_failures(&reply, context);
    match &args.output {
        Some(file) if file.kind == FileKind::Json => {
            file.save(serde_json::to_string_pretty(&asked.reply(&reply, form))?.as_bytes(), context)?;
        }
        Some(file) => file.write(&reply, form, context)?,
        None if !context.json => show(&reply, form, context)?,
        None => {}
    }
    if context.json {
        context.print_json(&asked.reply(&reply, form))?;
    } else if !reply.envelope.questions().is_empty() {
        context.print(how_to_reply(asked.session.as_deref(), &reply))?;
    } else if exit_of(&reply.envelope) == Exit::Insufficient {
        context.say(how_to_search(&asked.question));
    }
    if context.interrupt.is_set() {
        return Ok(Exit::Interrupted);
    }
    Ok(exit_of(&reply.envelope))
}

/// Returns true for a question that the user interrupted.
pub fn is_cancelled(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref::<AskError>(), Some(AskError::Cancelled))
}

/// Prints a language model's failures in its own words or its server's. An answer names only the kind of
/// failure: nothing in the papers supports such words.
pub(super) fn say_failures(reply: &Reply, context: &Context) {
    let planning = reply.planned.as_ref().and_then(|p| p.failed_because.as_ref());
    let writing = reply.asked.as_ref().and_then(|a| a.written.as_ref()?.failed.as_ref());
    for what in planning.into_iter().chain(writing.map(|f| &f.what)) {
        context.say(format!("the language model's reply could not be used: {what}"));
    }
}

/// Returns an observer of an answer's stages. With a language model the quotes are ready long before its
/// text, so a terminal shows them first.
pub fn facts_first<'c>(
    question: &'c str,
    has_model: bool,
    context: &'c Context,
) -> impl Fn(Stage<'_>) + Sync + 'c {
    let shows = has_model && context.is_terminal() && !context.json;
    move |stage| {
        if let Stage::Facts(answer) = stage
            && shows
        {
            // Output that can't be printed now can't be printed later either, and is an error then.
            let text = answer_text(answer, FormName::Levels, question, None, context.style());
            let _ = text.map(|text| context.print(text));
            context.say("The language model is writing; Ctrl-C keeps what is above.");
        }
    }
}

/// Opens the archive's session store; reports once where there can be no store. A damaged store is an error
/// only when it is `needed`: answers do not depend on it.
pub fn open_store(
    archive: &Archive,
    needed: bool,
    context: &Context,
) -> anyhow::Result<Option<SessionStore>> {
    let store = match archive.session_store() {
        Err(error) if !needed => {
            context.say(format!("{error}; no trace is saved"));
            return Ok(None);
        }
        other => other?,
    };
    if store.is_none() {
        context.say("the archive is read-only: sessions and traces are not saved");
    }
    Ok(store)
}

/// Returns the form of a name; `None` for an unknown name.
pub fn form_named(name: &str) -> Option<FormName> {
    name.parse().ok()
}

/// Reads a text of the user.
pub(super) fn read_paste(path: &Path) -> anyhow::Result<String> {
    read_text(path, MAX_PASTE, "give a text file")
}

/// Reads a text file, or standard input for `-`, in any encoding: UTF-8 with or without a byte order mark,
/// UTF-16, or an older one. `next` is the remedy when it can't be read.
pub(super) fn read_text(path: &Path, most: u64, next: &str) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        std::io::stdin().lock().take(most).read_to_end(&mut bytes).context("cannot read standard input")?;
    } else {
        std::fs::File::open(path)
            .and_then(|file| file.take(most).read_to_end(&mut bytes))
            .with_context(|| format!("cannot read {}; {next}", path.display()))?;
    }
    Ok(twolane_ingest::read::decode(&bytes, None).text)
}

/// Returns the exit code of a command.
pub fn exit_of(envelope: &Envelope) -> Exit {
    match envelope.checked().map(|answer| answer.get().mode) {
        Some(Mode::Answer) => Exit::Done,
        Some(Mode::ReportInsufficientEvidence) => Exit::Insufficient,
        None if envelope.rejection().is_some() => Exit::Rejected,
        None => Exit::Clarify,
    }
}

/// Prints the answer, or the question back, for people on standard output.
pub fn show(reply: &Reply, form: Option<FormName>, context: &Context) -> anyhow::Result<()> {
    context.print(reply_text(reply, form, context.style())?)
}

/// Returns the command that answers the questions, with the first option of each as the example.
fn how_to_reply(session: Option<&str>, reply: &Reply) -> String {
    let mut options = String::new();
    if let Some(id) = session {
        options = format!(" --session {id}");
    }
    for question in reply.envelope.questions() {
        let example = question.options.first().map_or("…", String::as_str);
        let value = format!("{}={}", inline(&question.field), inline(example)).replace('\'', r"'\''");
        options.push_str(&format!(" --context '{value}'"));
    }
    format!("\nRepeat your question with your answer, for example: twolane ask \"…\"{options}\n")
}

/// Returns the command that lists the passages nearest to a question that was not answered.
fn how_to_search(question: &str) -> String {
    let words = if question.lines().count() == 1 { inline(question) } else { "WORDS".to_owned() };
    format!("to see the passages that come closest: twolane search '{}'", words.replace('\'', r"'\''"))
}
