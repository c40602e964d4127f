//! Options of a clarifying question, always values from the question's papers.

use std::collections::BTreeMap;

use crate::error::AskError;
use twolane_archive::{Archive, SourceSummary};
use twolane_retrieve::Scope;

use super::look::FirstLook;

/// Chunks that are searched for names of things ("Unit 4B").
const READ: usize = 200;

/// Returns the archive's values for a field, the most likely first.
pub fn options_for(
    archive: &Archive,
    field: &str,
    noun: &str,
    look: &FirstLook,
    scope: &Scope,
    most: usize,
) -> Result<Vec<String>, AskError> {
    let mut options = match field {
        "town" | "board" | "state" => facets(&scope.sources(archive)?, field, look),
        "date" => dates(&scope.sources(archive)?, look),
        "question" | "subject" | "words" => titles(look),
        "kind of document" => kinds(look),
        _ => instances(archive, noun, scope)?,
    };
    options.truncate(most);
    Ok(options)
}

/// Returns the values of a field: first those that the first look found, then those of most papers.
fn facets(sources: &[SourceSummary], field: &str, look: &FirstLook) -> Vec<String> {
    let mut chunks: BTreeMap<String, u64> = BTreeMap::new();
    for source in sources {
        let meta = &source.meta;
        let value = match field {
            "town" => &meta.town,
            "board" => &meta.board,
            _ => &meta.jurisdiction,
        };
        if let Some(value) = value {
            *chunks.entry(value.clone()).or_insert(0) += u64::from(source.chunks);
        }
    }
    let shares = look.shares(|s| match field {
        "town" => s.meta.town.clone(),
        "board" => s.meta.board.clone(),
        _ => s.meta.jurisdiction.clone(),
    });
    let share = |value: &String| shares.get(value).copied().unwrap_or(0.0);
    let mut found: Vec<(String, u64)> = chunks.into_iter().collect();
    found.sort_by(|a, b| share(&b.0).total_cmp(&share(&a.0)).then(b.1.cmp(&a.1)).then(a.0.cmp(&b.0)));
    found.into_iter().map(|(value, _)| value).collect()
}

/// Returns dates of papers: first those that the first look found, then the newest.
fn dates(sources: &[SourceSummary], look: &FirstLook) -> Vec<String> {
    let here = |s: &&SourceSummary| s.meta.lane != "state";
    let mut found: Vec<String> = Vec::new();
    let seen = look.seen.iter().map(|s| &s.source);
    let mut rest: Vec<&SourceSummary> = sources.iter().filter(here).collect();
    rest.sort_by(|a, b| b.meta.date.cmp(&a.meta.date));
    for source in seen.filter(here).chain(rest) {
        if let Some(date) = &source.meta.date
            && !found.contains(date)
        {
            found.push(date.clone());
        }
    }
    found
}

fn titles(look: &FirstLook) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for seen in &look.seen {
        let title = match &seen.chunk.record.section {
            Some(section) if !section.is_empty() => format!("{}, {section}", seen.source.title),
            _ => seen.source.title.clone(),
        };
        if !found.contains(&title) {
            found.push(title);
        }
    }
    found
}

/// Returns the kinds of documents that contain the question's words.
fn kinds(look: &FirstLook) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for seen in &look.seen {
        if let Some(kind) = &seen.source.meta.doc_type
            && !found.contains(kind)
        {
            found.push(kind.clone());
        }
    }
    found
}

/// Returns named things of a kind in the archive: "unit 4B", "Lot 29".
fn instances(archive: &Archive, noun: &str, scope: &Scope) -> Result<Vec<String>, AskError> {
    let hits = scope.lexical(archive, noun, READ)?;
    let chunks = archive.chunks(&hits.iter().map(|h| h.chunk).collect::<Vec<_>>())?;
    let mut found: Vec<String> = Vec::new();
    for chunk in chunks {
        let words: Vec<&str> = chunk.record.text.split_whitespace().collect();
        for (index, word) in words.iter().enumerate() {
            if !word.eq_ignore_ascii_case(noun) {
                continue;
            }
            let mut name = words.iter().skip(index + 1).copied();
            let mut next = name.next().unwrap_or_default();
            if matches!(next.to_lowercase().as_str(), "no." | "no" | "number" | "#") {
                next = name.next().unwrap_or_default();
            }
            if let Some(name) = instance_name(next)
                && !found.contains(&name)
            {
                found.push(name);
            }
        }
    }
    Ok(found)
}

/// Trims "4B," to "4B"; returns `None` for a plain word or an amount, which names no thing.
fn instance_name(word: &str) -> Option<String> {
    let name = word.trim_matches(|c: char| !c.is_alphanumeric());
    let short = (1..=10).contains(&name.chars().count());
    let digits = name.chars().any(|c| c.is_ascii_digit());
    let letter =
        name.chars().count() == 1 && name.chars().all(|c| c.is_ascii_uppercase() && c != 'A' && c != 'I');
    (short && (digits || letter) && !word.starts_with(['$', '(', '"']) && !word.contains('%'))
        .then(|| name.to_owned())
}
