//! JSON Lines: one document a line.
//!
//! Fields: `text` (or `body`, `content`), `title`, `heading`, `citation`, `date`, `history`,
//! `source`, `jurisdiction`, `summary` (or `analysis`), `id` (or `_id`), and every metadata field
//! of `sources.toml`. A line needs one of `text`, `heading`, `title`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::ingest::{Document, DocumentKind, LawMarks};
use crate::text::{ContentHash, LineFlags};

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

/// Reads all lines. Each document's `meta` holds `line` (its number in the file) and `hash`
/// (BLAKE3 of the line's bytes). Lines that are not JSON objects are told in the first document's
/// notes; if there is no document at all, that is an error.
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
            });
        }
        match serde_json::from_str::<Map<String, Value>>(line) {
            Ok(fields) => {
                let before = documents.len();
                for fields in states(fields, options) {
                    let Some(mut document) = document(&fields, options)? else { continue };
                    document.meta.insert("line".to_owned(), (i + 1).to_string());
                    let mut hashed = line.as_bytes().to_vec();
                    if documents.len() > before {
                        hashed.extend_from_slice(PROPOSED.as_bytes());
                    }
                    document.meta.insert("hash".to_owned(), ContentHash::of(&hashed).0);
                    documents.push(document);
                }
                if documents.len() == before {
                    bad.push(format!("line {} has no text, heading or title", i + 1));
                }
            }
            Err(error) => bad.push(format!("line {} is not a JSON object: {error}", i + 1)),
        }
    }
    if !bad.is_empty() {
        let shown = bad.iter().take(3).cloned().collect::<Vec<_>>().join("; ");
        let note = format!("{} lines were not read: {shown}", bad.len());
        match documents.first_mut() {
            Some(first) => first.notes.push(note),
            None => return Err(ReadError::Damaged { kind: DocumentKind::Jsonl, what: note }),
        }
    }
    if documents.is_empty() {
        return Err(ReadError::Empty);
    }
    Ok(documents)
}

/// The record as it stands, and as a bill would have it where that is asked for.
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
        assert!(documents[0].notes[0].contains("line 5"), "{:?}", documents[0].notes);
        assert!(matches!(read(b"nothing", &ReadOptions::default()), Err(ReadError::Damaged { .. })));
    }

    proptest! {
        #[test]
        fn never_panics(text in "[\\{\\}\\[\\]\":,a-z0-9\n ]{0,200}") {
            let _ = read(text.as_bytes(), &ReadOptions::default());
        }
    }
}
