//! The command `twolane ask`.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;

use twolane_answer::session::parse_field;
use twolane_answer::{
    Answer, AskError, Envelope, FormName, Inquiry, Mode, NO_ADVICE, Reply, Stage, Verified, Watch, docx,
    levels, markdown, missing, pdf, place, places, plain, prose_heading, shown_choice, shown_quotes,
    tokens_told, told, verdict, who_disagrees,
};
use twolane_archive::{Archive, SessionStore};

use super::answering::Answering;
use super::context::Context;
use super::exit::Exit;
use super::given::known_conditions;
use super::language::LanguageArgs;
use super::output::{date_of, inline};
pub use twolane_api::envelope;
use twolane_api::{Conditions, FORMS, add_asked};

/// The owner of remembered answers for the user who runs the program.
pub const OWN_MEMORY: &str = "";

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

Exit codes: 0 answered, 4 the question is unclear (the output says what is
missing), 5 no answer found in the papers, 1 error.")]
pub struct AskArgs {
    /// The question, with or without quotation marks. A long text before it is used as your own source.
    #[arg(required = true, num_args = 1.., value_name = "QUESTION")]
    pub words: Vec<String>,
    /// Write the answer in this form [default: the one that fits the question]. Use brief for a single fact,
    /// civic for a topic with several parts, legal for rights and liability, research for several steps.
    #[arg(long, value_parser = FORMS)]
    pub form: Option<String>,
    /// Write the answer to this file. Its ending sets the format: .docx (with footnotes), .pdf, .md, .txt or .json.
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
    path: PathBuf,
    kind: FileKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FileKind {
    Docx,
    Pdf,
    Markdown,
    Text,
    Json,
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
            _ => return Err("the name must end in .docx, .pdf, .md, .txt or .json".to_owned()),
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
            FileKind::Markdown | FileKind::Json => self.save(text.as_bytes(), context),
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

/// Runs the command.
pub fn run(args: &AskArgs, context: &Context) -> anyhow::Result<Exit> {
    let (archive, embedder) = context.open_with_models(&args.filter)?;
    let store = open_store(&archive, args.session.is_some(), context)?;
    let question = args.words.join(" ");
    let mut inquiry = Inquiry {
        request: known_conditions(&args.filter, &archive, context)?.to_request(&question, 1)?,
        session: args.session.clone(),
        context: args.context.iter().map(|c| parse_field(c)).collect::<Result<_, _>>()?,
        paste: args.paste.as_deref().map(read_paste).transpose()?,
    };
    let form = args.form.as_deref().and_then(form_named);
    let mut options = context.conversation_options();
    options.trace.personal_text &= !args.private;
    let ask_options = context.ask_options();
    inquiry.request.query.k = ask_options.answer.passages;
    let answering =
        Answering::load(&archive, embedder, inquiry.request.query.rerank, &args.language, context)?;
    let on_stage = facts_first(&question, answering.has_model(), context);
    let go_on = || !context.interrupt.is_set();
    let watch = Watch { on_stage: Some(&on_stage), go_on: Some(&go_on) };
    options.memory.enabled &= !args.no_memory;
    let replied = answering.converse(store.as_ref(), ask_options, &options, form, |talk| {
        Ok(talk.watched(watch).remembering(OWN_MEMORY).ask(&inquiry))
    })?;
    let reply = match replied {
        Err(AskError::Cancelled) => return Ok(Exit::Interrupted),
        reply => reply?,
    };
    say_failures(&reply, context);
    let object = || {
        let mut object = envelope(&reply, form);
        add_asked(&mut object, &question, &args.filter, &inquiry.context, form);
        object
    };
    match &args.output {
        Some(file) if file.kind == FileKind::Json => {
            file.save(serde_json::to_string_pretty(&object())?.as_bytes(), context)?;
        }
        Some(file) => file.write(&reply, form, context)?,
        None if !context.json => show(&reply, form, context)?,
        None => {}
    }
    if context.json {
        context.print_json(&object())?;
    } else if !reply.envelope.questions().is_empty() {
        context.print(how_to_reply(&inquiry, &reply))?;
    } else if exit_of(&reply.envelope) == Exit::Insufficient {
        context.say(how_to_search(&question));
    }
    if context.interrupt.is_set() {
        return Ok(Exit::Interrupted);
    }
    Ok(exit_of(&reply.envelope))
}

/// Prints a language model's failures in its own words or its server's. An answer names only the kind of
/// failure: nothing in the papers supports such words.
fn say_failures(reply: &Reply, context: &Context) {
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
            let _ = show_answer(answer, FormName::Levels, question, None, context);
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

/// Prints the answer, or the question back, for people on standard output. Without a requested form, a short
/// answer is laid out for the terminal, with its first line and one quote per row.
pub fn show(reply: &Reply, form: Option<FormName>, context: &Context) -> anyhow::Result<()> {
    let form = match (form, reply.fitting_form) {
        (Some(form), _) => form,
        (None, FormName::Brief) => FormName::Levels,
        (None, fitting) => fitting,
    };
    match (reply.envelope.checked(), reply.envelope.rejection()) {
        (Some(answer), _) => {
            let value = reply.asked.as_ref().and_then(|asked| asked.signals.first_value.as_deref());
            show_answer(answer, form, &reply.question, value, context)?;
            show_memory(reply, context)
        }
        (None, Some(reason)) => context.print(format!("The question was not answered: {reason}.\n")),
        (None, None) => show_questions(reply, context),
    }
}

/// Prints the first line of a reply: the answer and its place, or the question back.
pub fn show_first(reply: &Reply, context: &Context) -> anyhow::Result<()> {
    let style = context.style();
    let Some(answer) = reply.envelope.checked() else {
        let asked: Vec<&str> = reply.envelope.questions().iter().map(|q| q.prompt.as_str()).collect();
        return context.print(format!("{}\n", style.bold(&asked.join(" "))));
    };
    let first = answer.get().facts.first().map_or(&[][..], |fact| fact.support.as_slice());
    context.print(format!("{}\n", style.bold(&levels(answer).level1)))?;
    if first.is_empty() {
        Ok(())
    } else {
        context.print(format!("    {}\n", style.dim(&places(answer.get(), first))))
    }
}

/// Prints a note that an answer was given before.
fn show_memory(reply: &Reply, context: &Context) -> anyhow::Result<()> {
    let Some(recalled) = &reply.recalled else { return Ok(()) };
    let day = date_of(&recalled.at);
    let line = format!(
        "From memory: first answered on {day} for “{}”. The archive has not changed since, and every quote was checked again. --no-memory searches again.",
        inline(&recalled.question)
    );
    context.print(format!("{}\n", context.style().dim(&line)))
}

fn show_questions(reply: &Reply, context: &Context) -> anyhow::Result<()> {
    let style = context.style();
    let mut out = Vec::new();
    writeln!(out, "{}", style.bold("Please answer this first:"))?;
    for question in reply.envelope.questions() {
        writeln!(out, "\n{}", question.prompt)?;
        for (number, option) in (1..).zip(&question.options) {
            writeln!(out, "  {number}. {option}")?;
        }
    }
    context.print(String::from_utf8_lossy(&out))
}

/// Returns the command that answers the questions, with the first option of each as the example.
fn how_to_reply(inquiry: &Inquiry, reply: &Reply) -> String {
    let mut options = String::new();
    if let Some(id) = &inquiry.session {
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

/// Prints an answer for people on standard output. `value` is the part of the first fact that the reader
/// takes for the answer; the first line highlights it where the record is strong.
pub fn show_answer(
    checked: &Verified<Answer>,
    form: FormName,
    question: &str,
    value: Option<&str>,
    context: &Context,
) -> anyhow::Result<()> {
    let style = context.style();
    let mut out = Vec::new();
    let answer = checked.get();
    if form != FormName::Levels {
        return context.print(plain(&markdown(checked, form, question)));
    }
    let levels = levels(checked);
    let value = value.filter(|_| answer.record_strength.tier != 'C');
    writeln!(out, "{}", style.bold_with(&levels.level1, value))?;
    let groups = shown_quotes(answer);
    let first = answer.facts.first().map_or(&[][..], |fact| fact.support.as_slice());
    // The first line has the quotes of the first fact already, unless others stand under the same heading.
    let alone = groups.first().is_some_and(|group| group.len() == first.len());
    if alone {
        writeln!(out, "    {}", style.dim(&places(answer, first)))?;
    }
    let told = told(answer);
    if !told.is_empty() {
        let (heading, note) = prose_heading(answer);
        writeln!(out, "\n{}", style.dim(&format!("{heading}:")))?;
        for sentence in &told {
            writeln!(out, "  {sentence}")?;
        }
        for line in note.map(str::to_owned).into_iter().chain(tokens_told(answer)) {
            writeln!(out, "      {}", style.dim(&line))?;
        }
    }
    let further = groups.iter().skip(usize::from(alone));
    if alone && groups.len() > 1 {
        writeln!(
            out,
            "\n{}",
            style.dim(if answer.mode == Mode::Answer {
                "Also in the papers:"
            } else {
                "Other close passages:"
            })
        )?;
    } else {
        writeln!(out)?;
    }
    for group in further {
        // Quotes of one statement, or under one heading, are indented under the first of them.
        for (n, quote) in group.iter().enumerate() {
            let indent = if n == 0 { "" } else { "  " };
            writeln!(out, "  {indent}“{}”", quote.text())?;
            writeln!(out, "  {indent}    {}", style.dim(&place(answer, quote)))?;
        }
    }
    for conflict in &answer.conflicts {
        writeln!(out, "  {}", style.bold(&format!("{}:", who_disagrees(answer, conflict))))?;
        for value in &conflict.values {
            writeln!(out, "  {}: “{}”", value.value, value.quote.text())?;
            writeln!(out, "      {}", style.dim(&place(answer, &value.quote)))?;
        }
        if !conflict.notes.is_empty() {
            writeln!(out, "      {}", style.dim(&conflict.notes))?;
        }
    }
    for reason in missing(answer) {
        writeln!(out, "  Not shown: {reason}")?;
    }
    for limit in &answer.limitations {
        writeln!(out, "  {}", style.dim(limit))?;
    }
    for next in answer.suggested_followups.iter().filter(|next| next.ends_with('?')) {
        writeln!(out, "  Ask next: {next}")?;
    }
    let choice = plain(&shown_choice(checked));
    if !choice.trim().is_empty() {
        writeln!(out, "{choice}")?;
    }
    let verdict = verdict(answer);
    if !out.ends_with(b"\n\n") {
        writeln!(out)?;
    }
    writeln!(out, "{}", style.dim(format!("{verdict} {NO_ADVICE}").trim()))?;
    context.print(String::from_utf8_lossy(&out))
}
