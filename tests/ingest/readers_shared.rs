//! Every document of the shared data goes through reader, metadata and chunks: nothing is lost,
//! nothing is larger than the limit, nothing crosses a page.

use crate::support::skip;

use std::path::{Path, PathBuf};

use twolane::ingest::chunk::{ChunkOptions, ChunkPlan, ChunkSource, chunks};
use twolane::ingest::metadata::{Given, MetadataRules, describe};
use twolane::ingest::read::{OcrMode, ReadOptions, Tesseract, read};
use twolane::ingest::{Document, PageStatus};
use twolane::text::Line;

const SETS: &[&str] = &["local-pdf", "hoa", "federal-or-other-pdf", "town-code", "nh-bills", "statutes"];

fn shared() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    if folder.is_dir() {
        return Some(folder);
    }
    skip::lacks(format_args!("{} is not there", folder.display()));
    None
}

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, out);
        } else {
            out.push(path);
        }
    }
}

/// Word pieces of an uncased BERT vocabulary, as far as a rule can tell: words of up to six
/// letters are one, longer ones more, every mark is one, and two special tokens.
fn tokens(text: &str) -> usize {
    let mut count = 2;
    let mut run = 0usize;
    for c in text.chars() {
        if c.is_alphanumeric() {
            run += 1;
            continue;
        }
        count += run.div_ceil(6);
        run = 0;
        count += usize::from(!c.is_whitespace());
    }
    count + run.div_ceil(6)
}

fn skipped(line: &Line) -> bool {
    line.is_furniture() || line.text.trim().is_empty()
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '\u{ad}' | '\u{2010}')).collect()
}

/// Every line of the text stands in the chunks that say they hold it.
fn assert_covered(name: &str, lines: &[Line], plan: &ChunkPlan) {
    let mut texts = vec![String::new(); lines.len()];
    for chunk in &plan.chunks {
        let text = squeezed(&chunk.text);
        for held in &mut texts[chunk.first_line as usize..chunk.end_line as usize] {
            held.push_str(&text);
        }
    }
    for (line, held) in lines.iter().zip(&texts) {
        assert!(
            skipped(line) || held.contains(&squeezed(&line.text)),
            "{name} p.{} L{}: {:?} is in no chunk",
            line.page,
            line.number,
            line.text
        );
    }
}

fn assert_sound(name: &str, document: &Document, options: &ChunkOptions) -> usize {
    let described = describe(document, name, &Given::default(), MetadataRules::built_in());
    for field in ["lane", "authority", "scope", "provenance_kind"] {
        assert!(described.meta.origin.contains_key(field), "{name}: {field} has no origin");
    }
    assert!(!described.title.trim().is_empty(), "{name} has no title");
    let lines: Vec<Line> = document.pages.iter().flat_map(|p| p.lines.clone()).collect();
    let source = ChunkSource {
        title: &described.title,
        name_words: &described.name_words,
        date: described.meta.date.as_deref(),
        hierarchy: described.hierarchy.as_deref(),
        citation: described.citation.as_deref(),
        kind: document.kind,
        lines: &lines,
    };
    let plan = chunks(&source, options, &tokens);
    assert_covered(name, &lines, &plan);
    for chunk in &plan.chunks {
        assert!(tokens(&chunk.embedded_text()) <= options.max_tokens, "{name}: {chunk:?}");
        let run = &lines[chunk.first_line as usize..chunk.end_line as usize];
        let page = run[0].page;
        assert!(run.iter().all(|l| l.page == page), "{name}: a chunk crosses page {page}");
    }
    for (alias, run) in &plan.aliases {
        assert!(run.start < run.end && run.end <= lines.len(), "{name}: {alias} {run:?}");
    }
    if std::env::var_os("SHOW").is_some() {
        show(name, document, &described.title, &plan, &lines);
    }
    plan.chunks.len()
}

fn show(name: &str, document: &Document, title: &str, plan: &ChunkPlan, lines: &[Line]) {
    let meta = describe(document, name, &Given::default(), MetadataRules::built_in()).meta;
    println!("\n##### {name} | {title} | {:?}", document.notes);
    println!("meta {meta:?}");
    println!("aliases {:?}", plan.aliases);
    for chunk in &plan.chunks {
        let page = lines[chunk.first_line as usize].page;
        println!(
            "--- p{page} {}..{} [{}] section {:?} table {} cites {:?}\n    {}\n{}",
            chunk.first_line,
            chunk.end_line,
            tokens(&chunk.embedded_text()),
            chunk.section,
            chunk.table,
            chunk.citations,
            chunk.header,
            chunk.text
        );
    }
}

#[test]
fn nothing_is_lost_on_the_way_to_chunks() {
    let Some(shared) = shared() else { return };
    let mut options = ReadOptions::default();
    // OCR is measured elsewhere; here it would take minutes.
    options.ocr.mode = OcrMode::Never;
    let only = std::env::var("ONLY").ok();
    let mut chunk_options = ChunkOptions::default();
    if let Some(target) = std::env::var("TARGET").ok().and_then(|t| t.parse().ok()) {
        chunk_options.target_tokens = target;
    }
    let (mut documents, mut total) = (0, 0);
    for set in SETS {
        let mut paths = Vec::new();
        files(&shared.join(set), &mut paths);
        for path in paths {
            let name = path.strip_prefix(&shared).unwrap().to_string_lossy().into_owned();
            if only.as_ref().is_some_and(|o| !name.contains(o.as_str())) {
                continue;
            }
            let bytes = std::fs::read(&path).unwrap();
            let read = read(&bytes, &name, &options).unwrap_or_else(|e| panic!("{name}: {e}"));
            for document in &read {
                documents += 1;
                total += assert_sound(&name, document, &chunk_options);
            }
        }
    }
    println!("{documents} documents, {total} chunks");
    assert!(only.is_some() || documents > 30_000, "only {documents} documents were read");
}

/// Scans: every page that holds text is read by OCR, with boxes on the page and confidences. Takes
/// some ten seconds a page: `cargo test --release --test ingest readers_shared:: -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn scans_are_recognised() {
    let Some(shared) = shared() else { return };
    let options = ReadOptions::default();
    if let Err(error) = Tesseract::new(&options.ocr).version() {
        skip::lacks(error);
        return;
    }
    let mut paths = Vec::new();
    files(&shared.join("local-pdf"), &mut paths);
    let scans = paths.iter().filter(|p| {
        let name = p.to_string_lossy();
        name.contains("scanned") || name.contains("solid-waste")
    });
    let mut seen = 0;
    for path in scans {
        seen += 1;
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let document = read(&std::fs::read(path).unwrap(), &name, &options).unwrap().remove(0);
        for page in &document.pages {
            let words: usize = page.lines.iter().map(|l| l.text.split_whitespace().count()).sum();
            let sure = page.lines.iter().filter(|l| l.confidence.is_some_and(|c| c >= 60)).count();
            println!(
                "{name} p.{}: {:?}, {} lines, {words} words, {sure} sure",
                page.number,
                page.status,
                page.lines.len()
            );
            assert!(
                matches!(page.status, PageStatus::Ocr | PageStatus::Blank | PageStatus::Read),
                "{name}: {:?}",
                page.status
            );
            let Some((width, height)) = page.size else { continue };
            for line in page.lines.iter().filter(|_| page.status == PageStatus::Ocr) {
                let [x0, y0, x1, y1] = line.bounds.unwrap();
                assert!(
                    x0 >= -1.0 && y0 >= -1.0 && x1 <= width + 1.0 && y1 <= height + 1.0,
                    "{name}: {line:?}"
                );
            }
        }
        let lines: usize = document.pages.iter().map(|p| p.lines.len()).sum();
        assert!(lines > 5, "{name} gave {lines} lines");
    }
    assert_eq!(seen, 6);
}
