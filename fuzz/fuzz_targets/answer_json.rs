//! Saved answers as `verify` takes them, against an archive of one paper. An answer that names a quote which
//! the paper does not have is never "ok".
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use twolane::archive::Archive;
use twolane::answer::recheck;
use twolane::ingest::{Ingest, IngestOptions, NoObserver, Reading};

const PAPER: &str = "The board met on March 3, 2025.\nThe burn permit fee is $20 a year.\nNo person shall keep more than 3 dogs.\n";

fn archive() -> &'static Archive {
    static ARCHIVE: OnceLock<(tempfile::TempDir, Archive)> = OnceLock::new();
    &ARCHIVE
        .get_or_init(|| {
            let dir = tempfile::tempdir().unwrap();
            let paper = dir.path().join("minutes.txt");
            std::fs::write(&paper, PAPER).unwrap();
            let archive = Archive::create(&dir.path().join("archive")).unwrap();
            let options = IngestOptions::new(Reading::InProcess);
            Ingest::new(&archive, None, options).run(&[paper], &NoObserver).unwrap();
            archive.refresh().unwrap();
            (dir, archive)
        })
        .1
}

fuzz_target!(|text: &str| {
    let archive = archive();
    // The paper's id differs with the folder that it was made in.
    let id = archive.sources().unwrap().first().map(|s| s.id.to_string()).unwrap_or_default();
    let text = text.replace("SOURCE", &id);
    if let Ok(checked) = recheck(archive, twolane::retrieve::Vocabulary::built_in(), &text) {
        let paper: String = PAPER.split_whitespace().collect::<Vec<_>>().join(" ");
        for quote in &checked.quotes {
            let said = quote.quote.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(!checked.ok || paper.contains(&said), "ok with a quote that the paper does not have");
        }
    }
});
