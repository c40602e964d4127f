//! Searches an archive and prints what moved each passage.
//!
//! `twolane --archive my-archive ingest minutes/` and then
//! `cargo run --example search_an_archive -- my-archive "setback from wetlands" Alder`

use std::path::Path;

use twolane::archive::Archive;
use twolane::retrieve::{Query, Request, RetrievalOptions, Retriever, SearchOptions, find_town};

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (archive, question, town) = match args.as_slice() {
        [archive, question] => (archive, question, None),
        [archive, question, town] => (archive, question, Some(town)),
        _ => anyhow::bail!("usage: search_an_archive ARCHIVE QUESTION [TOWN]"),
    };
    let archive = Archive::open(Path::new(archive))?;
    let retriever = Retriever::new(&archive, None, SearchOptions::default(), RetrievalOptions::default())?;
    let mut request = Request::new(Query { k: 5, explain: true, ..Query::new(question.clone()) });
    if let Some(town) = town {
        // As people write it: "Alder Township", "alder, nh".
        match find_town(town, &archive.facets()?, retriever.vocabulary()) {
            Ok(found) => request.town = Some(found.name),
            Err(unknown) => anyhow::bail!("no such town in this archive: {unknown:?}"),
        }
    }
    let found = retriever.run(&request)?;
    for hit in &found.hits {
        println!(
            "{:.2} {} {}\n     {}\n     {}",
            hit.score,
            hit.source.title,
            hit.quote.locator(),
            hit.quote.text(),
            hit.why
        );
    }
    println!("confidence {:.2}", found.signals.retrieval_confidence);
    Ok(())
}
