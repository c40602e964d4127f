//! Reads a folder of papers and asks them a question.
//!
//! ```sh
//! cargo run --example ask_a_folder
//! cargo run --example ask_a_folder -- my-papers "When does the transfer station open?"
//! ```

use std::path::PathBuf;

use twolane::{Archive, Ask, AskOptions, Ingest, IngestOptions, NoObserver, Query, Reading, Request, levels};

fn main() -> anyhow::Result<()> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().unwrap_or_else(|| "corpus/papers".to_owned());
    let question =
        args.next().unwrap_or_else(|| "By what date must a dog be licensed in Aldersfield?".to_owned());

    // The archive keeps the lines and what finds them. Here it is gone at the end.
    let kept = tempfile::tempdir()?;
    let archive = Archive::create(&kept.path().join("archive"))?;

    // Files that you trust may be read in this process. The program reads others in confined workers.
    let options = IngestOptions::new(Reading::InProcess);
    // `None` is the embedding model: with keyword search alone, a question needs the paper's own words.
    let report = Ingest::new(&archive, None, options).run(&[PathBuf::from(folder)], &NoObserver)?;
    println!("{} papers read\n", report.added);
    archive.refresh()?;

    let ask = Ask::new(&archive, None, AskOptions::default())?;
    let asked = ask.run(&Request::new(Query::new(question.clone())))?;
    println!("? {question}\n{}\n", levels(&asked.answer).level1);

    // Every fact has quotes, and every quote has a source and lines.
    let answer = asked.answer.get();
    for fact in &answer.facts {
        for quote in &fact.support {
            println!("{} {}: “{}”", quote.source_id(), quote.locator(), quote.text());
        }
    }
    println!("strength {}", answer.record_strength.tier);
    Ok(())
}
