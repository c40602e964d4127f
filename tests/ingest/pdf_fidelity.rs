//! How near the PDF reader's text comes to `pdftotext`, page by page.
//!
//! Run with `cargo test --release --test ingest pdf_fidelity:: -- --ignored --nocapture`. Needs poppler's
//! tools and the papers in `../shared/data`. `TWOLANE_RECORD=1` keeps the figures under
//! `benches/runs/`; `TWOLANE_WORST=20` prints that many of the worst pages.

// Tests may fail where a library must not.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

use crate::support::papers;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use twolane::ingest::PageStatus;
use twolane::ingest::read::pdf::{PdfOptions, read};
use twolane::text::LineFlags;
use unicode_normalization::UnicodeNormalization;

/// Pages on which poppler's text can serve as a reference.
const FEWEST_LETTERS: usize = 20;
const MOST_UNKNOWN_WORDS: f64 = 0.2;

struct PageScore {
    file: String,
    page: usize,
    token_f1: f64,
    bigram_f1: f64,
    tokens: usize,
}

#[test]
#[ignore = "minutes of reading; needs poppler and the shared papers"]
fn text_is_that_of_poppler() {
    let Some(files) = papers::local_pdfs() else { return };
    if !papers::has_poppler() {
        return;
    }
    let vocabulary = vocabulary();
    let mut scores: Vec<PageScore> = Vec::new();
    let (mut left_out, mut unread, mut wrong_counts) = (Vec::new(), Vec::new(), Vec::new());
    let (mut pages, mut seconds) = (0, 0.0);
    for file in &files {
        let name = papers::short_name(file);
        let started = Instant::now();
        let document = read(&std::fs::read(file).unwrap(), &PdfOptions::default());
        seconds += started.elapsed().as_secs_f64();
        let Ok(document) = document else {
            wrong_counts.push(format!("{name}: {}", document.unwrap_err()));
            continue;
        };
        let stated = page_count(file);
        if stated != Some(document.pages.len()) {
            wrong_counts.push(format!("{name}: {} pages, pdfinfo {stated:?}", document.pages.len()));
        }
        pages += document.pages.len();
        let layout = poppler_pages(file, true);
        let stream = poppler_pages(file, false);
        for (index, page) in document.pages.iter().enumerate() {
            let reference = layout.get(index).map(String::as_str).unwrap_or("");
            if let PageStatus::Unread { reason } = &page.status {
                unread.push(format!("{name} p.{}: {reason}", index + 1));
            }
            if let Some(why) = unusable(reference, &vocabulary) {
                left_out.push(format!("{name} p.{}: {why}", index + 1));
                continue;
            }
            let ours: Vec<String> = page
                .lines
                .iter()
                .filter(|line| !off_page(line.flags))
                .flat_map(|line| tokens(&line.text))
                .collect();
            let by_layout = tokens(reference);
            let by_stream = tokens(stream.get(index).map(String::as_str).unwrap_or(""));
            scores.push(PageScore {
                file: name.clone(),
                page: index + 1,
                token_f1: f1(&ours, &by_layout),
                bigram_f1: f1(&bigrams(&ours), &bigrams(&by_layout))
                    .max(f1(&bigrams(&ours), &bigrams(&by_stream))),
                tokens: by_layout.len(),
            });
        }
    }
    let mean =
        |value: fn(&PageScore) -> f64| scores.iter().map(value).sum::<f64>() / scores.len().max(1) as f64;
    let (token_f1, bigram_f1) = (mean(|s| s.token_f1), mean(|s| s.bigram_f1));
    let low = scores.iter().filter(|s| s.token_f1 < 0.9).count();
    let worst: usize = std::env::var("TWOLANE_WORST").ok().and_then(|n| n.parse().ok()).unwrap_or(10);
    scores.sort_by(|a, b| a.token_f1.total_cmp(&b.token_f1));
    let by_tokens: Vec<_> = scores.iter().take(worst).map(described).collect();
    scores.sort_by(|a, b| a.bigram_f1.total_cmp(&b.bigram_f1));
    let by_bigrams: Vec<_> = scores.iter().take(worst).map(described).collect();
    let summary = serde_json::json!({
        "what": "PDF reader against pdftotext",
        "command": "cargo test --release --test ingest pdf_fidelity:: -- --ignored --nocapture",
        "files": files.len(), "pages": pages, "pages_compared": scores.len(),
        "token_f1": token_f1, "pages_below_0.9": low, "bigram_f1": bigram_f1,
        "pages_per_second": pages as f64 / seconds,
        "wrong_page_counts": wrong_counts,
        "worst_by_tokens": by_tokens, "worst_by_bigrams": by_bigrams,
        "left_out": left_out, "unread": unread,
    });
    let text = serde_json::to_string_pretty(&summary).unwrap();
    println!("{text}");
    papers::record("pdf-fidelity", &text);
    assert!(wrong_counts.is_empty(), "{wrong_counts:?}");
    assert!(token_f1 >= 0.997, "token F1 {token_f1:.4}");
    assert!(low <= 4, "{low} pages below 0.9");
    assert!(bigram_f1 >= 0.99, "bigram F1 {bigram_f1:.4}");
}

fn described(score: &PageScore) -> String {
    format!(
        "{} p.{}: tokens {:.3}, bigrams {:.3}, {} words",
        score.file, score.page, score.token_f1, score.bigram_f1, score.tokens
    )
}

fn off_page(_flags: LineFlags) -> bool {
    false
}

fn page_count(file: &Path) -> Option<usize> {
    let out = Command::new("pdfinfo").arg(file).output().ok()?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    text.lines().find_map(|line| line.strip_prefix("Pages:"))?.trim().parse().ok()
}

fn poppler_pages(file: &Path, layout: bool) -> Vec<String> {
    let mut command = Command::new("pdftotext");
    if layout {
        command.arg("-layout");
    }
    let out = command.args(["-enc", "UTF-8"]).arg(file).arg("-").output().unwrap();
    String::from_utf8_lossy(&out.stdout).split('\u{c}').map(str::to_owned).collect()
}

/// Words between white space, ligatures and the like made plain, without punctuation that stands
/// alone.
fn tokens(text: &str) -> Vec<String> {
    text.nfkc()
        .collect::<String>()
        .replace('\u{ad}', "-")
        .split_whitespace()
        .filter(|token| token.chars().any(char::is_alphanumeric))
        .map(str::to_owned)
        .collect()
}

fn bigrams(tokens: &[String]) -> Vec<String> {
    tokens.windows(2).map(|pair| pair.join(" ")).collect()
}

fn f1(ours: &[String], reference: &[String]) -> f64 {
    if ours.is_empty() && reference.is_empty() {
        return 1.0;
    }
    let mut counts: HashMap<&str, i64> = HashMap::new();
    for token in reference {
        *counts.entry(token).or_default() += 1;
    }
    let mut shared = 0;
    for token in ours {
        if let Some(count) = counts.get_mut(token.as_str())
            && *count > 0
        {
            *count -= 1;
            shared += 1;
        }
    }
    2.0 * f64::from(shared) / (ours.len() + reference.len()).max(1) as f64
}

/// Why poppler's text of a page is no reference, if it isn't.
fn unusable(text: &str, vocabulary: &HashSet<String>) -> Option<String> {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    if letters < FEWEST_LETTERS {
        return Some(format!("{letters} letters"));
    }
    let words = words(text);
    let unknown = words.iter().filter(|word| !vocabulary.contains(*word)).count();
    let share = unknown as f64 / words.len().max(1) as f64;
    (share > MOST_UNKNOWN_WORDS).then(|| format!("{:.0} % unknown words", 100.0 * share))
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphabetic())
        .filter(|word| word.chars().count() >= 3)
        .map(str::to_lowercase)
        .collect()
}

/// Words of the shared texts that are no PDFs: what a dictionary would have.
fn vocabulary() -> HashSet<String> {
    let mut found: HashMap<String, u32> = HashMap::new();
    let mut folders = vec![PathBuf::from(papers::DATA)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = path
                .extension()
                .is_some_and(|e| ["jsonl", "json", "txt", "md", "html"].iter().any(|k| e == *k));
            if text && let Ok(text) = std::fs::read_to_string(&path) {
                for word in words(&text.replace("\\n", " ")) {
                    *found.entry(word).or_default() += 1;
                }
            }
        }
    }
    found.into_iter().filter(|(_, count)| *count >= 1).map(|(word, _)| word).collect()
}
