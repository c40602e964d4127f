//! Reading order on pages marked by hand: cells of a row on one line, columns not interleaved.
//!
//! The marks are in `data/reading_order.json`, short phrases of the shared papers:
//! `same_line` phrases stand on one line in that order, of two `before` phrases the first one stands
//! on an earlier line or earlier on the same, `absent` stands alone on no line.

// Tests may fail where a library must not.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

use crate::support::{papers, skip};

use std::path::Path;

use twolane::ingest::read::pdf::{PdfOptions, read};

#[derive(serde::Deserialize)]
struct Marks {
    file: String,
    page: usize,
    what: String,
    same_line: Vec<Vec<String>>,
    before: Vec<(String, String)>,
    absent: Vec<String>,
}

#[test]
fn marked_pages_read_in_order() {
    let marks: Vec<Marks> = serde_json::from_str(include_str!("../data/reading_order.json")).unwrap();
    assert!(marks.len() >= 12);
    let mut faults = Vec::new();
    let mut looked_at = 0;
    for mark in &marks {
        let path = Path::new(papers::DATA).join(&mark.file);
        let Ok(bytes) = std::fs::read(&path) else { continue };
        looked_at += 1;
        let document = read(&bytes, &PdfOptions::default()).unwrap();
        let lines: Vec<&str> = document.pages[mark.page - 1].lines.iter().map(|l| l.text.as_str()).collect();
        let mut fault =
            |what: String| faults.push(format!("{} p.{} ({}): {what}", mark.file, mark.page, mark.what));
        for cells in &mark.same_line {
            if !lines.iter().any(|line| holds_in_order(line, cells)) {
                fault(format!("no line holds {cells:?}"));
            }
        }
        for (first, second) in &mark.before {
            match (place(&lines, first), place(&lines, second)) {
                (Some(a), Some(b)) if a < b => {}
                (a, b) => fault(format!("{first:?} at {a:?}, {second:?} at {b:?}")),
            }
        }
        for phrase in &mark.absent {
            if lines.iter().any(|line| line.trim() == phrase) {
                fault(format!("{phrase:?} stands alone on a line"));
            }
        }
    }
    if looked_at == 0 {
        skip::lacks(format_args!("no papers in {}", papers::DATA));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn holds_in_order(line: &str, cells: &[String]) -> bool {
    let mut rest = line;
    cells.iter().all(|cell| match rest.split_once(cell.as_str()) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}

/// Where the first line that holds the phrase stands, phrases over line ends included.
fn place(lines: &[&str], phrase: &str) -> Option<usize> {
    let text = lines.join("\n");
    text.replace('\n', " ").find(phrase)
}
