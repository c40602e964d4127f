//! Two thousand damaged PDF files, none of which may panic, hang or abort the reader.
//!
//! Run with `cargo test --release --test ingest pdf_mutations:: -- --ignored --nocapture mutated_files_end_in_a_report`.
//! `TWOLANE_MUTATIONS=20000` and `TWOLANE_SEED=7` change how many and which. Needs the shared papers.

// Tests may fail where a library must not.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

use crate::support::{child, mutator, papers, skip};

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use twolane::ingest::read::pdf::{PdfLimits, PdfOptions, read};

/// Files that are mutated are at most this large: damage in them is more telling.
const LARGEST: u64 = 150_000;

/// Files a child reads.
const BATCH: u64 = 250;

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

fn originals() -> Vec<Vec<u8>> {
    let mut files = papers::pdfs_in(&Path::new(papers::DATA).join("pdf-nasty"));
    files.extend(papers::local_pdfs().unwrap_or_default());
    files.retain(|file| std::fs::metadata(file).is_ok_and(|m| m.len() <= LARGEST && m.len() > 0));
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

#[cfg(unix)]
#[test]
#[ignore = "minutes of reading damaged files"]
fn mutated_files_end_in_a_report() {
    if originals().is_empty() {
        skip::lacks("no papers");
        return;
    }
    let (count, seed) = (number("TWOLANE_MUTATIONS", 2000), number("TWOLANE_SEED", 1));
    let (mut read, mut refused, mut panics, mut faults) = (0, 0, 0, Vec::new());
    let mut slowest = 0;
    for first in (0..count).step_by(BATCH as usize) {
        let variables = [
            ("TWOLANE_MUTATION_FIRST", first.to_string()),
            ("TWOLANE_MUTATION_COUNT", BATCH.min(count - first).to_string()),
            ("TWOLANE_SEED", seed.to_string()),
        ];
        let outcome =
            child::run("pdf_mutations::child_reads_mutations", &variables, Duration::from_secs(600));
        let Some(output) = outcome.output else {
            faults.push(format!("batch {first} hangs"));
            continue;
        };
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let last = text.lines().filter_map(|l| l.split_once("AT ").map(|(_, n)| n)).next_back();
        let report = text.lines().find_map(|l| l.split_once("REPORT ").map(|(_, r)| r));
        let Some(report) = report else {
            faults.push(format!("batch {first} ends at {last:?}: {}", output.status));
            continue;
        };
        let report: serde_json::Value = serde_json::from_str(report).unwrap();
        read += report["read"].as_u64().unwrap();
        refused += report["refused"].as_u64().unwrap();
        panics += report["panics"].as_u64().unwrap();
        slowest = slowest.max(report["slowest_ms"].as_u64().unwrap());
        for line in String::from_utf8_lossy(&output.stderr).lines().filter(|l| l.contains("panicked")).take(5)
        {
            eprintln!("{line}");
        }
    }
    let summary = serde_json::json!({
        "what": "mutated PDF files", "files": count, "seed": seed, "read": read, "refused": refused,
        "panics_within": panics, "slowest_ms": slowest, "faults": faults,
        "command": "cargo test --release --test ingest pdf_mutations:: -- --ignored --nocapture mutated_files_end_in_a_report",
    });
    let text = serde_json::to_string_pretty(&summary).unwrap();
    println!("{text}");
    papers::record("pdf-mutations", &text);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(panics, 0);
}

/// Reads a batch of mutations and reports on standard output.
#[test]
#[ignore = "run by mutated_files_end_in_a_report"]
fn child_reads_mutations() {
    if std::env::var_os("TWOLANE_MUTATION_FIRST").is_none() {
        return;
    }
    let (first, count) = (number("TWOLANE_MUTATION_FIRST", 0), number("TWOLANE_MUTATION_COUNT", 0));
    let seed = number("TWOLANE_SEED", 1);
    static PANICS: AtomicU32 = AtomicU32::new(0);
    std::panic::set_hook(Box::new(|info| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        eprintln!("panicked: {info}");
    }));
    let originals = originals();
    let options = PdfOptions {
        limits: PdfLimits { time: Duration::from_secs(20), ..PdfLimits::default() },
        ..PdfOptions::default()
    };
    let (mut good, mut refused, mut slowest) = (0u32, 0u32, Duration::ZERO);
    for index in first..first + count {
        let file = &originals[(index as usize) % originals.len()];
        let other = &originals[(index as usize * 7 + 3) % originals.len()];
        let bytes = mutator::mutated(file, other, seed.wrapping_mul(1_000_003).wrapping_add(index));
        println!("AT {index}");
        let started = Instant::now();
        match read(&bytes, &options) {
            Ok(document) => {
                // Whatever was read is sound: numbers count up and boxes lie on their pages.
                for (expected, page) in (1u32..).zip(&document.pages) {
                    assert_eq!(page.number, expected);
                    for (position, line) in (1u32..).zip(&page.lines) {
                        assert_eq!((line.page, line.number), (expected, position));
                        assert!(!line.text.contains('\n'));
                        if let (Some([x0, y0, x1, y1]), Some((width, height))) = (line.bounds, page.size) {
                            assert!(x0 <= x1 && y0 <= y1, "{:?}", line.bounds);
                            assert!(x0 >= 0.0 && y0 >= 0.0 && x1 <= width + 0.01 && y1 <= height + 0.01);
                        }
                    }
                }
                good += 1;
            }
            Err(_) => refused += 1,
        }
        slowest = slowest.max(started.elapsed());
    }
    let panics = PANICS.load(Ordering::Relaxed);
    println!(
        "REPORT {}",
        serde_json::json!({
            "read": good, "refused": refused, "panics": panics,
            "slowest_ms": u64::try_from(slowest.as_millis()).unwrap(),
        })
    );
}
