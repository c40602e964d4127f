//! The command `twolane demo`.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use serde::Deserialize;

use twolane_answer::{Ask, Conversation, Inquiry};
use twolane_encoder::{Embedder, InferenceError};
use twolane_retrieve::{Query, Request};

use super::context::Context;
use super::exit::Exit;
use super::reply_text::first_line;
use super::{ask, ingest, models, pack, pack_build, places, sample};
use twolane_archive::InstalledPack;
use twolane_ingest::pack::About;

/// Build the sample archive and ask it sample questions.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  twolane demo                    papers of a fictional town and association, ten questions
  twolane demo --questions 50     all of them
  cargo run --release -- demo     in a fresh checkout

The archive is made in the working folder, under index/archive, unless --archive names another. The sample
papers come with the program and are put into the user's data folder.")]
pub struct DemoArgs {
    /// Read the sample from this folder [default: ./corpus of a checkout, else the sample in the program].
    #[arg(long, value_name = "DIR")]
    pub corpus: Option<PathBuf>,
    /// Ask this many questions.
    #[arg(long, default_value_t = 10, value_name = "N")]
    pub questions: usize,
}

/// A line of `questions.jsonl`.
#[derive(Debug, Deserialize)]
struct SampleQuestion {
    question: String,
    #[serde(default)]
    kind: String,
}

/// Runs the command.
pub fn run(args: &DemoArgs, context: &Context) -> anyhow::Result<Exit> {
    let corpus = corpus(args.corpus.as_deref())?;
    let papers = corpus.join("papers");
    let questions = corpus.join("questions.jsonl");
    let text = std::fs::read_to_string(&questions)
        .with_context(|| format!("cannot read {}", questions.display()))?;
    let mut context = context.clone();
    // If the user named an archive, that one is built.
    let named = context.archive_place != places::default_archive().into();
    if !named {
        // Never among the papers of the user's own archive.
        context.archive_place = PathBuf::from(places::ARCHIVE_HERE).into();
    }
    if context.model_dir.is_none() && context.embedder()?.is_none() {
        let name = context.config.models.embedding.clone();
        match models::get(&context.hub()?, &name, &context) {
            Err(InferenceError::Cancelled) => return Ok(Exit::Interrupted),
            Err(error) => context.say(format!("no model ({error}); using keyword search only")),
            Ok(()) => {}
        }
    }
    let ingested = ingest::ingest_folder(&papers, &context)?;
    if ingested == Exit::Interrupted {
        return Ok(ingested);
    }
    if let exit @ (Exit::Interrupted | Exit::Error) = law(&corpus.join("pack"), &context)? {
        return Ok(exit);
    }
    let archive = context.open_archive()?;
    let embedder = context.embedder_for(&archive)?;
    let settings = context.conversation_options();
    let samples = pick(&text, args.questions);
    for sample in &samples {
        if context.interrupt.is_set() {
            return Ok(Exit::Interrupted);
        }
        let options = context.ask_options();
        let query = Query { k: options.answer.passages, ..Query::new(sample.question.clone()) };
        let embedder = embedder.as_ref().map(|e| e as &dyn Embedder);
        let asking = Ask::new(&archive, embedder, options)?;
        let conversation = Conversation::new(&asking, embedder, None, &settings);
        let reply = conversation.ask(&Inquiry::new(Request::new(query)))?;
        if context.json {
            let mut value = ask::envelope(&reply, None);
            if let Some(object) = value.as_object_mut() {
                object.insert("question".into(), sample.question.clone().into());
            }
            context.print_json(&value)?;
        } else {
            context.print(format!("\n{}\n", context.style().bold(&format!("? {}", sample.question))))?;
            context.print(first_line(&reply, context.style()))?;
        }
    }
    context.say(format!(
        "\nThe archive is {}. Open it in your browser, or ask it here:\n  twolane --archive {} serve --open\n  twolane --archive {} ask \"What is the front setback in the Rural Residential District?\"\nTo set up an archive of your own papers, run `twolane`.",
        context.archive_place, context.archive_place, context.archive_place
    ));
    Ok(ingested)
}

/// Returns the sample's folder: the named one, one of a checkout, or one in the user's data folder, written
/// there if needed.
fn corpus(named: Option<&Path>) -> anyhow::Result<PathBuf> {
    let holds = |dir: &Path| dir.join("papers").is_dir() && dir.join("questions.jsonl").is_file();
    if let Some(dir) = named {
        anyhow::ensure!(
            holds(dir),
            "{} does not hold the sample papers (papers/ and questions.jsonl); without --corpus, the papers built into the program are used",
            dir.display()
        );
        return Ok(dir.to_owned());
    }
    let here = Path::new("corpus");
    if holds(here) {
        return Ok(here.to_owned());
    }
    corpus_within(&sample_folder())
}

/// Writes the sample into a folder of its kind below this one, if needed, and returns that folder.
pub fn corpus_within(below: &Path) -> anyhow::Result<PathBuf> {
    sample::unpack(below).with_context(|| format!("cannot write the sample papers below {}", below.display()))
}

/// Returns the folder of the sample in the user's data folder, which need not be there yet.
pub fn sample_folder() -> PathBuf {
    places::data_dir().join("sample")
}

/// Builds the editions of the sample code that are not installed yet and installs them, the oldest first.
fn law(folder: &Path, context: &Context) -> anyhow::Result<Exit> {
    for edition in editions(folder) {
        let exit = pack_of(&edition, context)?;
        if exit != Exit::Done {
            return Ok(exit);
        }
    }
    Ok(Exit::Done)
}

/// Lists the folders of the editions of the sample code, the oldest first. A corpus without law is still a corpus.
pub fn editions(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut editions: Vec<PathBuf> =
        entries.filter_map(|e| e.ok().map(|e| e.path())).filter(|p| p.is_dir()).collect();
    editions.sort();
    editions
}

/// Builds the pack of an edition and puts it into the archive, where it is not there yet.
pub fn pack_of(edition: &Path, context: &Context) -> anyhow::Result<Exit> {
    let about = About::read(edition)?.manifest();
    let archive = context.open_archive()?;
    let installed = archive.packs()?;
    let same = |p: &InstalledPack| p.manifest.name == about.name && p.manifest.edition == about.edition;
    if installed.iter().any(same) {
        return Ok(Exit::Done);
    }
    let built = tempfile::Builder::new().suffix(".twopack").tempfile()?;
    let quiet = Context { quiet: true, json: false, ..context.clone() };
    pack_build::build(edition, built.path(), false, &quiet)?;
    pack::put(built.path(), installed.iter().any(|p| p.manifest.name == about.name), context)
}

/// Picks questions of every kind in turn, so that a short demo shows them all.
fn pick(jsonl: &str, n: usize) -> Vec<SampleQuestion> {
    let mut left: Vec<SampleQuestion> =
        jsonl.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let mut chosen: Vec<SampleQuestion> = Vec::new();
    while chosen.len() < n && !left.is_empty() {
        let mut seen: Vec<String> = Vec::new();
        let mut rest = Vec::new();
        for sample in left {
            if chosen.len() < n && !seen.contains(&sample.kind) {
                seen.push(sample.kind.clone());
                chosen.push(sample);
            } else {
                rest.push(sample);
            }
        }
        left = rest;
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_take_turns() {
        let line = |q: &str, k: &str| format!("{{\"question\":\"{q}\",\"kind\":\"{k}\"}}\n");
        let text = line("a", "x") + &line("b", "x") + &line("c", "y") + "not json\n";
        let order: Vec<String> = pick(&text, 9).into_iter().map(|s| s.question).collect();
        assert_eq!(order, ["a", "c", "b"]);
        assert_eq!(pick(&text, 2).len(), 2);
    }
}
