//! Reads a folder of papers and asks them a question.
//!
//! `cargo run --example ask_a_folder -- corpus/papers "When does the transfer station open?"`
//!
//! By words alone; with an [`Embedder`](twolane::inference::Embedder) in place of both `None`s, by meaning too.

use std::path::PathBuf;

use twolane::archive::Archive;
use twolane::ask::{Ask, AskOptions, levels};
use twolane::ingest::{Ingest, IngestOptions, NoObserver, Reading};
use twolane::retrieve::{Query, Request};

fn main() -> anyhow::Result<()> {
    let mut args = std::env::args().skip(1);
    let (Some(folder), Some(question)) = (args.next(), args.next()) else {
        anyhow::bail!("usage: ask_a_folder FOLDER QUESTION");
    };
    let kept = tempfile::tempdir()?;
    let archive = Archive::create(&kept.path().join("archive"))?;
    let reading = Reading::InProcess;
    Ingest::new(&archive, None, IngestOptions::new(reading)).run(&[PathBuf::from(folder)], &NoObserver)?;
    archive.refresh()?;

    let ask = Ask::new(&archive, None, AskOptions::default())?;
    let asked = ask.run(&Request::new(Query::new(question)))?;
    println!("{}\n", levels(&asked.answer).level1);
    // Nothing is shown that a quote does not bear out, and every quote says where it stands.
    for fact in &asked.answer.get().facts {
        for quote in &fact.support {
            println!("{} {}: {}", quote.source_id(), quote.locator(), quote.text());
        }
    }
    Ok(())
}
