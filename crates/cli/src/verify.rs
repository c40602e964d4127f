//! The command `twolane verify`.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use jiff::Timestamp;

use serde_json::Value;
use twolane_answer::session::{Session, Sessions};
use twolane_answer::{
    LONGEST_ANSWER, MadeAgain, Recheck, SavedQuestion, TextState, Verdict, Watch, question_of,
    recheck_watched, session_of,
};
use twolane_api::{AskRequest, Conditions};
use twolane_archive::Archive;
use twolane_text::Source;

use super::answering::Answering;
use super::context::Context;
use super::exit::Exit;
use super::language::LanguageArgs;
use super::output::{counted, inline};

/// The longest saved answer that is read, in bytes; one extra byte reveals a longer one.
const MAX_ANSWER: u64 = LONGEST_ANSWER as u64 + 1;

/// Check a saved answer against the archive: its quotes and all other text.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  twolane ask \"When is the town meeting?\" --json > answer.json
  twolane verify answer.json
  echo '{\"quotes\":[{\"source_id\":\"minutes-1a2b3c\",\"locator\":\"p.1 L3\",\"quote\":\"Motion passed\"}]}' | twolane verify -

Nothing in the file is taken on trust. Quotes, titles and dates are looked up
in the archive, each fact is compared with its own quotes, and text that
nothing supports is \"unchecked\". Then the question is asked again. The
strength, the refusal, the conflicts, and the choice and order of the facts
must be the same. If they differ, or a language model took part, the result is
\"quotes exact; the rest could not be confirmed\". -v lists the texts that passed.

Exit codes: 0 everything is confirmed, 5 something is not, 1 error.")]
pub struct VerifyArgs {
    /// Output of `ask --json`, or quotes with a text; `-` for standard input.
    pub file: PathBuf,
    /// Check against this text of your own, where no session keeps it.
    #[arg(long, value_name = "FILE")]
    pub paste: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &VerifyArgs, context: &Context) -> anyhow::Result<Exit> {
    let saved = super::ask::read_text(&args.file, MAX_ANSWER, "give the file that `ask --json` wrote")?;
    let archive = context.open_archive()?;
    let paste = args.paste.as_deref().map(super::ask::read_paste).transpose()?;
    let again = |asked: &AskRequest| {
        let (archive, embedder) = context.open_with_models(&asked.conditions)?;
        let language = LanguageArgs { no_model: true, ..LanguageArgs::default() };
        let rerank = !asked.conditions.no_rerank;
        let answering = Answering::load(&archive, embedder, rerank, &language, context)?;
        let (reply, form) = answering.ask(asked, None, Watch::default())?;
        Ok(asked.reply(&reply, form))
    };
    let result = recheck_saved(&saved, paste, &archive, context, Watch::default(), again)?;
    let exit = if result.ok { Exit::Done } else { Exit::Insufficient };
    let result = if context.verbose > 0 { result } else { result.without_passed() };
    if context.json {
        context.print_json(&result)?;
    } else {
        show(&result, &saved, context)?;
    }
    Ok(exit)
}

/// Checks a saved answer. `paste` is a text of the user that no session keeps, and `again` asks a question once more
/// and keeps nothing.
///
/// # Errors
/// Returns an error for text that is no answer, and those of the archive.
pub fn recheck_saved(
    saved: &str,
    paste: Option<String>,
    archive: &Archive,
    context: &Context,
    watch: Watch<'_>,
    again: impl FnOnce(&AskRequest) -> anyhow::Result<Value>,
) -> anyhow::Result<Recheck> {
    let mut texts = user_texts(archive, saved, context)?;
    if let Some(paste) = &paste {
        let given = given_again(paste, context);
        texts.retain(|held| held.id() != given.id());
        texts.push(given);
    }
    let vocabulary = super::given::vocabulary(context)?;
    let text = |id: &_| texts.iter().find(|s| s.id() == id).cloned();
    let result = recheck_watched(archive, &vocabulary, &text, watch, saved)?;
    if result.made_again.is_none() || !result.accounted {
        return Ok(result);
    }
    let paste = match (paste, texts.as_slice()) {
        (Some(given), _) => Ok(Some(given)),
        (None, []) if has_texts(saved) => {
            Err("the answer used a text of your own; add it with --paste".to_owned())
        }
        (None, []) => Ok(None),
        (None, [text]) => Ok(Some(words_of(text))),
        (None, _) => Err("the answer used several texts of your own".to_owned()),
    };
    let made = question_of(saved)
        .and_then(|question| paste.and_then(|paste| asked_again(question, paste)))
        .map(|asked| again(&asked));
    match made {
        Ok(Err(error)) if super::ask::is_cancelled(&error) => Err(error),
        Ok(made) => Ok(result.compared(saved, made.as_ref().map_err(ToString::to_string))),
        Err(why) => Ok(result.compared(saved, Err(why))),
    }
}

/// Returns the question that has the same answer again, with the conditions that the file states: a narrow search can
/// have an answer of its own.
fn what_was_asked(saved: &str) -> String {
    let Ok(asked) = question_of(saved) else { return String::new() };
    let conditions = match asked.conditions.as_object() {
        Some(map) if !map.is_empty() => format!(", under {}", asked.conditions),
        _ => String::new(),
    };
    inline(&format!("the question was asked again{conditions} and has the same answer: {}", asked.question))
        .to_string()
}

/// Returns a text of the user as it was pasted.
fn words_of(text: &Source) -> String {
    text.lines().iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// Returns true when a saved answer had texts of its user.
fn has_texts(saved: &str) -> bool {
    let saved: Value = serde_json::from_str(saved).unwrap_or_default();
    saved.get("session_sources").and_then(Value::as_array).is_some_and(|texts| !texts.is_empty())
}

/// Builds the request that asks the question of a saved answer once more.
///
/// # Errors
/// Returns the reason why it can't be asked again, for people.
fn asked_again(question: SavedQuestion, paste: Option<String>) -> Result<AskRequest, String> {
    let SavedQuestion { question, conditions, context, form } = question;
    let conditions: Conditions = serde_json::from_value(conditions)
        .map_err(|_| "this version does not know its filters".to_owned())?;
    Ok(AskRequest {
        question,
        form,
        context: context.into_iter().collect(),
        paste,
        no_memory: true,
        no_model: true,
        conditions,
        ..AskRequest::default()
    })
}

/// Returns the user's texts in the session of a saved answer, if the session still has them.
fn user_texts(archive: &Archive, saved: &str, context: &Context) -> anyhow::Result<Vec<Arc<Source>>> {
    let Some(id) = session_of(saved) else { return Ok(Vec::new()) };
    let Some(store) = archive.session_store()? else { return Ok(Vec::new()) };
    let session = Sessions::new(&store, &context.config.session, Timestamp::now()).find(&id)?;
    Ok(session.iter().flat_map(|s| &s.sources).map(|text| Arc::new(text.source())).collect())
}

/// Rebuilds a text as `ask --paste` took it without a session.
fn given_again(text: &str, context: &Context) -> Arc<Source> {
    let now = Timestamp::now().to_string();
    let held = Session::new("", &now).add_source(text, &now, &context.config.session);
    Arc::new(held.source())
}

fn show(result: &Recheck, saved: &str, context: &Context) -> anyhow::Result<()> {
    let style = context.style();
    let mut out = Vec::new();
    for quote in &result.quotes {
        let verdict = match quote.verdict {
            Verdict::Exact => style.good("exact"),
            Verdict::Moved => style.bad("moved"),
            Verdict::OtherSource => style.bad("other source"),
            Verdict::NotFound => style.bad("not found"),
            Verdict::Unchecked => style.bad("unchecked"),
        };
        let [id, locator, words] = [&quote.source_id, &quote.locator, &quote.quote].map(|s| inline(s));
        writeln!(out, "{verdict}  {id} {locator}  “{words}”")?;
        if quote.verdict != Verdict::Exact || quote.old_hash.is_some() {
            writeln!(out, "       {}", inline(&quote.note))?;
        }
        if let (Some(old), Some(new)) = (&quote.old_hash, &quote.new_hash) {
            writeln!(out, "       file hash then {old}\n       file hash now  {new}")?;
        }
    }
    for stray in &result.unsupported_tokens {
        writeln!(out, "{}  {:?} in {} is in no quote", style.bad("unsupported"), stray.token, stray.place)?;
    }
    for text in &result.texts {
        let verdict = match text.verdict {
            TextState::ModelWords => style.bad("model's words"),
            TextState::Unchecked => style.bad("unchecked"),
            TextState::Contradicted => style.bad("contradicted"),
            TextState::Quoted => style.good("quoted"),
            TextState::OwnWording => style.good("own wording"),
            TextState::Borne => style.good("supported"),
            TextState::Derived => style.good("derived"),
            TextState::Asked => style.good("asked"),
        };
        writeln!(out, "{verdict}  {}  “{}”", text.place, text.text)?;
        if !text.why.is_empty() {
            writeln!(out, "       {}", text.why)?;
        }
    }
    let exact = result.quotes.iter().filter(|q| q.verdict == Verdict::Exact).count();
    writeln!(out, "{exact} of {} quotes are exact", result.quotes.len())?;
    let model_words = result.texts.iter().filter(|t| t.verdict == TextState::ModelWords).count();
    match result.failed_texts().count() {
        0 if result.quotes.is_empty() && result.texts.is_empty() => {
            writeln!(out, "the file has no quote and no text to check")?;
        }
        0 if model_words > 0 => {
            writeln!(
                out,
                "{} in a model's words; only figures and names were checked",
                counted(model_words, "sentence")
            )?;
        }
        0 => writeln!(out, "every other text is accounted for")?,
        1 => writeln!(out, "1 other text is not accounted for")?,
        failed => writeln!(out, "{failed} other texts are not accounted for")?,
    }
    match &result.made_again {
        None => {}
        Some(MadeAgain::Same) => writeln!(out, "{}", what_was_asked(saved))?,
        Some(_) if !result.accounted => {}
        Some(MadeAgain::Differs { at }) => {
            writeln!(out, "{}", style.bad("quotes exact; the rest could not be confirmed"))?;
            writeln!(
                out,
                "       when the question was asked again, the answer differed in {}",
                inline(&at.join(", "))
            )?;
        }
        Some(MadeAgain::Not { why }) => {
            writeln!(out, "{}", style.bad("quotes exact; the rest could not be confirmed"))?;
            writeln!(out, "       the question was not asked again: {}", inline(why))?;
        }
    }
    context.print(String::from_utf8_lossy(&out))
}
