//! JSON Lines: one document a line.
//!
//! Fields: `text` (or `body`, `content`), `title`, `heading`, `citation`, `date`, `history`,
//! `source`, `jurisdiction`, `summary` (or `analysis`), `id` (or `_id`), and every metadata field
//! of `sources.toml`. A line needs one of `text`, `heading`, `title`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::{Document, DocumentKind, LawMarks, Page};
use twolane_text::{ContentHash, LineFlags};

use super::encoding::decode;
use super::error::ReadError;
use super::lines::{PageBuilder, clean, squeeze};
use super::options::ReadOptions;

/// Fields that become lines; all others are metadata.
const TEXT: &[&str] = &["text", "body", "content"];
/// Text of a section as a bill would have it.
const PROPOSED: &str = "proposed_text";
const SUMMARY: &[&str] = &["summary", "analysis"];

/// Fields that are long texts of another state of the document: not the text itself, and no
/// metadata either.
const LONGEST_FIELD: usize = 1000;

/// Longest line that is read, in bytes: more than any document but a whole code has. A longer one
/// costs itself alone.
const LONGEST_LINE: usize = 16 << 20;
/// Most bytes of a line's document as it is sent on, which is more than its text: below what one
/// message to the parent may have.
const LONGEST_PAGE: usize = 24 << 20;
/// Largest number of lines that are each reported as unread. A file with more of them is of another
/// kind, or broken; the rest is reported together.
const TOLD_ALONE: usize = 50;

/// Reads all lines. Each document's `meta` holds `line` (its number in the file) and `hash`
/// (BLAKE3 of the line's bytes). A line that can't be read costs itself alone: a document without
/// lines stands for it, and says why. If no line can be read, that is an error.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Vec<Document>, ReadError> {
    let decoded = decode(bytes, None);
    let mut documents = Vec::new();
    let mut bad = Vec::new();
    for (i, line) in decoded.text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        if documents.len() >= options.limits.documents {
            return Err(ReadError::TooLarge {
                what: "the number of documents".to_owned(),
                limit: format!("{} lines", options.limits.documents),
                key: Some("read.documents"),
            });
        }
        if line.len() > LONGEST_LINE {
            let (size, limit) = (line.len() >> 20, LONGEST_LINE >> 20);
            let reason = format!("it has {size} MB, the limit is {limit} MB; split the document");
            bad.push((i + 1, reason, ContentHash::of(line.as_bytes())));
            continue;
        }
        match serde_json::from_str::<Map<String, Value>>(line) {
            Ok(fields) => {
                let before = documents.len();
                let mut refused: Option<String> = None;
                for fields in states(fields, options) {
                    let Some(mut document) = document(&fields, options)
                        .and_then(|d| d.map(short_enough).transpose())
                        .unwrap_or_else(|error| {
                            refused = Some(error.to_string());
                            None
                        })
                    else {
                        continue;
                    };
                    document.meta.insert("line".to_owned(), (i + 1).to_string());
                    let mut hashed = line.as_bytes().to_vec();
                    if documents.len() > before {
                        hashed.extend_from_slice(PROPOSED.as_bytes());
                    }
                    document.meta.insert("hash".to_owned(), ContentHash::of(&hashed).0);
                    documents.push(document);
                }
                if let Some(reason) = refused {
                    bad.push((i + 1, reason, ContentHash::of(line.as_bytes())));
                } else if documents.len() == before {
                    let reason = "it has no text, heading or title".to_owned();
                    bad.push((i + 1, reason, ContentHash::of(line.as_bytes())));
                }
            }
            Err(error) => {
                let reason = format!("it is not a JSON object: {error}");
                bad.push((i + 1, reason, ContentHash::of(line.as_bytes())));
            }
        }
    }
    if documents.is_empty() && !bad.is_empty() {
        let told = |(line, reason, _): &(usize, String, ContentHash)| format!("line {line}: {reason}");
        let shown = bad.iter().take(3).map(told).collect::<Vec<_>>().join("; ");
        let what = format!("{} lines were not read: {shown}", bad.len());
        return Err(ReadError::Damaged { kind: DocumentKind::Jsonl, what });
    }
    if documents.is_empty() {
        return Err(ReadError::Empty);
    }
    if let Some(first) = documents.first_mut() {
        first.notes.extend(decoded.notes());
    }
    documents.extend(unread(bad));
    Ok(documents)
}

/// Documents that stand for lines which were not read: number, reason, and hash of the bytes.
fn unread(bad: Vec<(usize, String, ContentHash)>) -> Vec<Document> {
    let count = bad.len();
    let mut documents = Vec::new();
    for (line, reason, hash) in bad.into_iter().take(TOLD_ALONE) {
        let mut reason = format!("line {line} was not read: {reason}");
        if documents.len() + 1 == TOLD_ALONE && count > TOLD_ALONE {
            reason = format!("{reason}; nor were {} lines after it", count - TOLD_ALONE);
        }
        let mut document = Document::unread(DocumentKind::Jsonl, format!("Line {line}, not read"), reason);
        document.meta.insert("line".to_owned(), line.to_string());
        document.meta.insert("hash".to_owned(), hash.0);
        documents.push(document);
    }
    documents
}

/// The document, unless it is longer than what can be sent on.
fn short_enough(document: Document) -> Result<Document, ReadError> {
    let text: usize = document.pages.iter().flat_map(|p| &p.lines).map(|l| l.text.len() + 200).sum();
    if text <= LONGEST_PAGE / 2 || document.pages.iter().map(sent_bytes).sum::<usize>() <= LONGEST_PAGE {
        return Ok(document);
    }
    let limit = format!("{} MB", LONGEST_PAGE >> 20);
    let what = "its text, with what is kept of each line of it,".to_owned();
    Err(ReadError::TooLarge { what, limit, key: None })
}

/// Bytes of a page as it is sent on.
fn sent_bytes(page: &Page) -> usize {
    struct Count(usize);
    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 = self.0.saturating_add(bytes.len());
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    match serde_json::to_writer(&mut count, page) {
        Ok(()) => count.0,
        Err(_) => usize::MAX,
    }
}

/// Returns the record itself, and the version that a bill proposes where the options ask for it.
fn states(mut fields: Map<String, Value>, options: &ReadOptions) -> Vec<Map<String, Value>> {
    let proposed = fields.remove(PROPOSED).filter(|p| options.proposed && p.is_string());
    let mut out = vec![fields];
    if let (Some(text), Some(first)) = (proposed, out.first()) {
        let mut other = first.clone();
        TEXT.iter().for_each(|name| drop(other.remove(*name)));
        other.insert("text".to_owned(), text);
        other.insert("status".to_owned(), Value::String("proposed".to_owned()));
        out.push(other);
    }
    out
}

fn document(fields: &Map<String, Value>, options: &ReadOptions) -> Result<Option<Document>, ReadError> {
    let get = |name: &str| {
        fields.get(name).and_then(Value::as_str).map(str::trim).filter(|s| !s.is_empty()).map(str::to_owned)
    };
    let first = |names: &[&str]| names.iter().find_map(|n| get(n));
    let citation = get("citation");
    let heading = get("heading").map(|h| tidy_heading(&h));
    let stated = get("title").map(|t| squeeze(&clean(&t)));
    let title = match (&citation, &heading) {
        (Some(citation), Some(heading)) => Some(format!("{citation} {heading}")),
        (Some(citation), None) => Some(citation.clone()),
        (None, _) => stated.clone().or_else(|| heading.clone()),
    };
    let text = first(TEXT);
    if text.is_none() && heading.is_none() && stated.is_none() {
        return Ok(None);
    }

    let mut page = PageBuilder::new(0, options.limits.lines);
    let none = LineFlags::empty();
    if let Some(title) = &title {
        page.paragraph(title, options.wrap, none, Some(1))?;
    }
    if citation.is_none() && heading.is_some() && heading != title {
        page.paragraph(heading.as_deref().unwrap_or(""), options.wrap, none, Some(2))?;
    }
    if let Some(summary) = first(SUMMARY) {
        paragraphs(&mut page, &summary, options)?;
    }
    let at = |page: &PageBuilder| u32::try_from(page.lines().len()).unwrap_or(u32::MAX);
    let mut marks = LawMarks::default();
    marks.body.start = at(&page);
    let repeated = opening(citation.as_deref(), heading.as_deref());
    for (i, paragraph) in text.as_deref().unwrap_or("").split('\n').enumerate() {
        // Many collections repeat number and heading as the text's first line.
        if i == 0 && repeated.as_deref().is_some_and(|r| same_words(r, paragraph)) {
            continue;
        }
        page.paragraph(paragraph, options.wrap, none, None)?;
    }
    marks.body.end = at(&page);
    marks.history = marks.body.end..marks.body.end;
    if let Some(history) = get("history") {
        if !history.to_lowercase().starts_with("history") {
            page.paragraph("History", options.wrap, none, Some(2))?;
        }
        marks.history.start = at(&page);
        paragraphs(&mut page, &history, options)?;
        marks.history.end = at(&page);
    }

    let mut notes = Vec::new();
    let mut meta = BTreeMap::new();
    if citation.is_some()
        && let Some(stated) = stated
    {
        meta.insert("hierarchy".to_owned(), stated);
    }
    for (name, value) in fields {
        if TEXT.contains(&name.as_str())
            || SUMMARY.contains(&name.as_str())
            || matches!(name.as_str(), "title" | "history")
        {
            continue;
        }
        let Some(value) = scalar(value) else { continue };
        if value.chars().count() > LONGEST_FIELD {
            notes.push(format!("field {name} is long text under no known name and was not read"));
            continue;
        }
        let name = if name == "_id" { "id" } else { name };
        meta.insert(name.to_lowercase(), value);
    }
    Ok(Some(Document {
        kind: DocumentKind::Jsonl,
        title,
        pages: vec![page.finish("jsonl")],
        meta,
        notes,
        law: citation.is_some().then_some(marks),
    }))
}

fn paragraphs(page: &mut PageBuilder, text: &str, options: &ReadOptions) -> Result<(), ReadError> {
    text.split('\n').try_for_each(|p| page.paragraph(p, options.wrap, LineFlags::empty(), None))
}

/// Collections cut from web pages leave rulers and dashes at a heading's ends.
fn tidy_heading(heading: &str) -> String {
    squeeze(&clean(heading)).trim_start_matches(['-', '\u{2013}', '.', ' ']).trim().to_owned()
}

/// `31-B:3 Public Notice`: the number as the code itself prints it, and the heading.
fn opening(citation: Option<&str>, heading: Option<&str>) -> Option<String> {
    let number = citation?.split_whitespace().find(|w| w.contains(|c: char| c.is_ascii_digit()))?;
    Some(format!("{number} {}", heading?))
}

fn same_words(a: &str, b: &str) -> bool {
    let words = |t: &str| -> Vec<String> {
        t.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
    };
    words(a) == words(b)
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(squeeze(&clean(text))).filter(|t| !t.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().filter_map(scalar).collect();
            (!items.is_empty()).then(|| items.join(", "))
        }
        Value::Object(inner) => serde_json::to_string(inner).ok(),
        Value::Null => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PageStatus;
    use proptest::prelude::*;

    #[test]
    fn statutes_and_plain_documents() {
        let text = concat!(
            "{\"jurisdiction\":\"us-nh\",\"citation\":\"RSA 4:9-l\",\"title\":\"Title I / chapter 4\",\"heading\":\"Commission.\",\"text\":\"4:9-l Commission.\\nI. There is one.\",\"history\":\"1999, 2:3\"}\n",
            "\n{\"citation\":\"RSA 1:1\",\"heading\":\"Perambulation.\"}\n",
            "{\"_id\":\"d1\",\"title\":\"A\",\"text\":\"Body.\",\"n\":3}\n",
            "[1]\n",
        );
        let documents = read(text.as_bytes(), &ReadOptions::default()).unwrap();
        let lines =
            |i: usize| documents[i].pages[0].lines.iter().map(|l| l.text.as_str()).collect::<Vec<_>>();
        assert_eq!(documents[0].title.as_deref(), Some("RSA 4:9-l Commission."));
        assert_eq!(lines(0), ["RSA 4:9-l Commission.", "I. There is one.", "History", "1999, 2:3"]);
        assert_eq!(documents[0].meta["hierarchy"], "Title I / chapter 4");
        assert_eq!(documents[0].meta["line"], "1");
        assert_eq!(lines(1), ["RSA 1:1 Perambulation."]);
        assert_eq!(lines(2), ["A", "Body."]);
        assert_eq!(documents[2].meta["id"], "d1");
        assert_eq!(documents[2].meta["n"], "3");
        assert_eq!(documents.len(), 4);
        assert_eq!(documents[3].meta["line"], "5");
        assert!(
            matches!(&documents[3].pages[0].status, PageStatus::Unread { reason } if reason.contains("line 5 ")),
            "{:?}",
            documents[3]
        );
        assert!(matches!(read(b"nothing", &ReadOptions::default()), Err(ReadError::Damaged { .. })));
    }

    #[test]
    fn a_line_too_long_costs_itself_alone() {
        let long = |n: usize| format!("{{\"title\":\"long\",\"text\":\"{}\"}}\n", "a ".repeat(n / 2));
        // Short lines of text take much more room when they are sent on.
        let narrow = format!("{{\"text\":\"{}\"}}\n", "a\\n".repeat(400_000));
        for (middle, told) in [(long(50 << 20), "16 MB"), (narrow, "24 MB")] {
            let text = format!("{{\"text\":\"first\"}}\n{middle}{{\"text\":\"third\"}}\n");
            let documents = read(text.as_bytes(), &ReadOptions::default()).unwrap();
            assert_eq!(
                documents.iter().map(|d| d.meta["line"].as_str()).collect::<Vec<_>>(),
                ["1", "3", "2"]
            );
            let status = &documents[2].pages[0].status;
            assert!(
                matches!(status, PageStatus::Unread { reason } if reason.contains("line 2 ") && reason.contains(told)),
                "{status:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "[\\{\\}\\[\\]\":,a-z0-9\n ]{0,200}") {
            let _ = read(text.as_bytes(), &ReadOptions::default());
        }
    }
}
