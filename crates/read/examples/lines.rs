//! Prints the lines that a reader makes of files: page, number, flags, box and text, parted by tabs. Notes
//! and pages that were not read follow on standard error.
//!
//! ```sh
//! cargo run -p twolane-read --example lines -- paper.pdf
//! ```

use std::process::ExitCode;

use twolane_read::{Document, OcrMode, PageStatus, ReadOptions, read};

fn main() -> ExitCode {
    let mut options = ReadOptions::default();
    options.ocr.mode = OcrMode::Never;
    let mut code = ExitCode::SUCCESS;
    for path in std::env::args().skip(1) {
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                eprintln!("{path}: {error}");
                code = ExitCode::FAILURE;
                continue;
            }
        };
        match read(&bytes, &path, &options) {
            Ok(documents) => documents.iter().for_each(print),
            Err(error) => {
                eprintln!("{path}: {error}");
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

fn print(document: &Document) {
    for page in &document.pages {
        for line in &page.lines {
            let flags: Vec<&str> = line.flags.iter_names().map(|(name, _)| name).collect();
            let level = line.heading.map_or(String::new(), |level| format!(" H{level}"));
            let bounds = line.bounds.map_or(String::new(), |b| b.map(|v| v.to_string()).join(" "));
            println!("{}\t{}\t{}{level}\t{bounds}\t{}", line.page, line.number, flags.join("|"), line.text);
        }
        if let PageStatus::Unread { reason } = &page.status {
            eprintln!("page {}: unread: {reason}", page.number);
        }
    }
    document.notes.iter().for_each(|note| eprintln!("note: {note}"));
}
