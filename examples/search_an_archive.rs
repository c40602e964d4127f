//! Searches an archive and prints the reasons for each rank.
//!
//! ```sh
//! cargo run --example search_an_archive
//! cargo run --example search_an_archive -- my-archive "setback from wetlands" Alder
//! ```

use std::path::{Path, PathBuf};

use twolane::retrieve::find_town;
use twolane::{
    Archive, Ingest, IngestOptions, NoObserver, Query, Reading, Request, RetrievalOptions, Retriever,
    SearchOptions,
};

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let kept = tempfile::tempdir()?;
    let (archive, words, town) = match args.as_slice() {
        [] => (sample(kept.path())?, "setback from wetlands", Some("aldersfield, nh")),
        [archive, words] => (Archive::open(Path::new(archive))?, words.as_str(), None),
        [archive, words, town] => (Archive::open(Path::new(archive))?, words.as_str(), Some(town.as_str())),
        _ => anyhow::bail!("usage: search_an_archive [ARCHIVE QUERY [TOWN]]"),
    };

    // Opens everything once: keep it for many queries.
    let retriever = Retriever::new(&archive, None, SearchOptions::default(), RetrievalOptions::default())?;
    let mut request = Request::new(Query { k: 5, explain: true, ..Query::new(words) });
    if let Some(town) = town {
        // As people write it: "Alder Township", "alder, nh".
        match find_town(town, &archive.facets()?, retriever.vocabulary()) {
            Ok(found) => request.town = Some(found.name),
            Err(unknown) => anyhow::bail!("no such town in this archive: {unknown:?}"),
        }
    }
    let found = retriever.run(&request)?;
    for hit in &found.hits {
        println!("{}. {} ({}), score {:.2}", hit.rank, hit.source.title, hit.quote.locator(), hit.score);
        println!("   {}\n   because: {}", hit.quote.text(), hit.why);
    }
    println!("confidence {:.2}", found.signals.retrieval_confidence);
    Ok(())
}

/// Reads the sample papers into a new archive.
fn sample(folder: &Path) -> anyhow::Result<Archive> {
    let archive = Archive::create(&folder.join("archive"))?;
    let papers = PathBuf::from("corpus/papers");
    Ingest::new(&archive, None, IngestOptions::new(Reading::InProcess)).run(&[papers], &NoObserver)?;
    archive.refresh()?;
    Ok(archive)
}
