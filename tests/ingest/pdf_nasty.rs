//! Broken, hostile and odd PDF files: each ends in a document or an error, in time, and gives the
//! letters that the best known reader gets out of it.
//!
//! Run with `cargo test --release --test ingest pdf_nasty:: -- --ignored --nocapture files_end_in_a_report`.
//! Needs the shared papers; the inflating bomb also needs `python3`.

// Tests may fail where a library must not.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

use crate::support::{child, papers, skip};

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use twolane::ingest::PageStatus;
use twolane::ingest::read::pdf::{PdfOptions, read};

/// Files of which another reader got more, and why this one doesn't.
const KNOWN_GAPS: [(&str, &str); 4] = [
    (
        "pdf.js__test_pdfs_simpletype3font.pdf",
        "drawn glyphs named square and triangle, read as those signs; others take the codes for letters",
    ),
    (
        "pdf.js__test_pdfs_ContentStreamCycleType3insideType3.pdf",
        "a drawn glyph named triangle, read as that sign; others take the code for a letter",
    ),
    ("qpdf__qpdf_qtest_qpdf_bad24.pdf", "`endstream` is misspelt; the page is reported as unread"),
    ("probe__deep_array_inline.pdf", "an array nested 20,000 deep in the page's own dictionary"),
];

/// Words that hand-made files hold for every reader to see, in lower case.
const PROBES: [(&str, &str); 27] = [
    ("actualtext.pdf", "replaced"),
    ("annot_text.pdf", "annot appearance"),
    ("clipped.pdf", "visible word here"),
    ("cropbox.pdf", "inside crop box"),
    ("deep_array.pdf", "deep text"),
    ("deep_pages.pdf", "deeppages text"),
    ("fake_bold.pdf", "doubled heading"),
    ("form_bomb.pdf", "page text"),
    ("form_cycle.pdf", "loop form"),
    ("form_xobject.pdf", "form level two"),
    ("glyph_flood.pdf", "aaaa"),
    ("hidden_tr3.pdf", "invisible ocr layer"),
    ("nan_matrix.pdf", "visible word"),
    ("negative_fontsize.pdf", "negative size text"),
    ("no_font_resource.pdf", "nofont text"),
    ("no_mediabox.pdf", "nobox text"),
    ("no_xref.pdf", "noxref text"),
    ("offpage.pdf", "visible word here"),
    ("page_labels_outline.pdf", "page 6 body"),
    ("pages_cycle.pdf", "cycle text"),
    ("rotate180.pdf", "first line of page second line of page"),
    ("rotate270.pdf", "first line of page second line of page"),
    ("rotate90.pdf", "first line of page second line of page"),
    ("table.pdf", "row2  74  $22.50  note 2"),
    ("textmatrix90.pdf", "upright line here sideways line here"),
    ("type3.pdf", "ab visible word"),
    ("white_text.pdf", "white injected text"),
];

#[cfg(unix)]
#[test]
#[ignore = "starts a process for each of some hundred files"]
fn files_end_in_a_report() {
    let folder = Path::new(papers::DATA).join("pdf-nasty");
    let mut files = papers::pdfs_in(&folder);
    if files.is_empty() {
        skip::lacks(format_args!("no files in {}", folder.display()));
        return;
    }
    let made = tempfile::tempdir().unwrap();
    let script = Command::new("python3").arg(folder.join("make_probes.py")).arg(made.path()).output();
    match script {
        Ok(out) if out.status.success() => files.extend(papers::pdfs_in(made.path())),
        _ => skip::lacks("the bomb: make_probes.py did not run"),
    }
    let best = best_known(&folder);
    let mut faults = Vec::new();
    let mut slowest = (Duration::ZERO, String::new());
    for file in &files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let variables = [("TWOLANE_TEST_FILE", file.display().to_string())];
        let outcome = child::run("pdf_nasty::child_reads_a_file", &variables, Duration::from_secs(60));
        if outcome.took > slowest.0 {
            slowest = (outcome.took, name.clone());
        }
        let Some(output) = outcome.output else {
            faults.push(format!("{name}: hangs"));
            continue;
        };
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let Some(report) = text.lines().find_map(|line| line.split_once("REPORT ").map(|(_, r)| r)) else {
            faults.push(format!("{name}: {} {}", output.status, String::from_utf8_lossy(&output.stderr)));
            continue;
        };
        let report: serde_json::Value = serde_json::from_str(report).unwrap();
        let letters = report["letters"].as_u64().unwrap();
        let known_gap = KNOWN_GAPS.iter().find(|(file, _)| *file == name);
        if let Some((wanted, route)) = best.get(&name)
            && letters < *wanted
        {
            match known_gap {
                Some((_, why)) => eprintln!("{name}: {letters} of {wanted} letters ({route}): {why}"),
                None => faults.push(format!("{name}: {letters} letters, {route} got {wanted}")),
            }
        }
        let probe = PROBES.iter().find(|(file, _)| name.trim_start_matches("probe__") == *file);
        if let Some((_, wanted)) = probe
            && !report["text"].as_str().unwrap().to_lowercase().contains(wanted)
        {
            faults.push(format!("{name}: {wanted:?} not read: {report}"));
        }
        if report["panics"].as_u64() != Some(0) {
            faults.push(format!("{name}: panicked within: {}", String::from_utf8_lossy(&output.stderr)));
        }
        if report["silent"].as_bool() == Some(true)
            && best.get(&name).is_some_and(|b| b.0 > 0)
            && known_gap.is_none()
        {
            faults.push(format!("{name}: silently empty"));
        }
    }
    println!("{} files, slowest {:.1} s ({})", files.len(), slowest.0.as_secs_f64(), slowest.1);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Reads the file that the parent names and reports on standard output.
#[test]
#[ignore = "run by files_end_in_a_report"]
fn child_reads_a_file() {
    let Some(file) = std::env::var_os("TWOLANE_TEST_FILE").map(PathBuf::from) else { return };
    let panics = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
    let counter = panics.clone();
    std::panic::set_hook(Box::new(move |info| {
        counter.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        eprintln!("{info}");
    }));
    let report = match read(&std::fs::read(file).unwrap(), &PdfOptions::default()) {
        Ok(document) => {
            let text: String = document
                .pages
                .iter()
                .flat_map(|page| page.lines.iter().map(|line| format!("{} ", line.text)))
                .collect();
            let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
            let silent = document.pages.iter().all(|page| page.status == PageStatus::Blank);
            let start: String = text.chars().take(400).collect();
            serde_json::json!({ "letters": letters, "text": start, "silent": silent, "notes": document.notes })
        }
        Err(error) => {
            serde_json::json!({ "letters": 0, "text": "", "silent": false, "error": error.to_string() })
        }
    };
    let mut report = report;
    report["panics"] = panics.load(std::sync::atomic::Ordering::Relaxed).into();
    println!("REPORT {report}");
}

/// Most letters that any reader got out of each file, and which, from the folder's README.
fn best_known(folder: &Path) -> HashMap<String, (u64, String)> {
    let readme = std::fs::read_to_string(folder.join("README.md")).unwrap();
    let mut best = HashMap::new();
    for line in readme.lines().filter(|line| line.contains(".pdf |")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let (Some(name), Some(outcomes)) = (cells.get(1), cells.iter().rev().nth(1)) else { continue };
        let top = outcomes
            .split('/')
            .filter_map(|outcome| {
                let route = outcome.split_whitespace().next()?;
                let letters: u64 = outcome.split_whitespace().last()?.parse().ok()?;
                Some((letters, route.to_owned()))
            })
            .max();
        if let Some(top) = top {
            best.insert((*name).to_owned(), top);
        }
    }
    best
}
