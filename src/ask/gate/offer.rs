//! What can be chosen from: always what the archive holds.

use std::collections::BTreeMap;

use crate::archive::{Archive, Filter, LexicalOptions, SourceSummary};
use crate::ask::error::AskError;

use super::look::FirstLook;

/// Chunks that are read for names of things ("Unit 4B").
const READ: usize = 200;

/// What the archive offers for a field, the likeliest first.
pub fn options_for(
    archive: &Archive,
    field: &str,
    noun: &str,
    look: &FirstLook,
    town: Option<&str>,
    most: usize,
) -> Result<Vec<String>, AskError> {
    let mut options = match field {
        "town" | "board" | "state" => facets(archive, field, look, town)?,
        "date" => dates(&archive.sources()?, look, town),
        "question" | "subject" | "words" => titles(look),
        "kind of document" => kinds(look),
        _ => instances(archive, noun)?,
    };
    options.truncate(most);
    Ok(options)
}

fn facets(
    archive: &Archive,
    field: &str,
    look: &FirstLook,
    town: Option<&str>,
) -> Result<Vec<String>, AskError> {
    let mut chunks: BTreeMap<String, u64> = BTreeMap::new();
    for facet in archive.facets()? {
        let elsewhere =
            town.is_some_and(|t| facet.town.as_deref().is_some_and(|f| !f.eq_ignore_ascii_case(t)));
        let value = match field {
            "town" => facet.town,
            "board" if !elsewhere => facet.board,
            "state" => facet.jurisdiction,
            _ => None,
        };
        if let Some(value) = value {
            *chunks.entry(value).or_insert(0) += facet.chunks;
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
    Ok(found.into_iter().map(|(value, _)| value).collect())
}

/// Dates of papers: those that the first look found first, then the newest.
fn dates(sources: &[SourceSummary], look: &FirstLook, town: Option<&str>) -> Vec<String> {
    let here = |s: &&SourceSummary| {
        town.is_none_or(|t| s.meta.town.as_deref().is_none_or(|own| own.eq_ignore_ascii_case(t)))
            && s.meta.lane != "state"
    };
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

/// Kinds of documents that hold the question's words.
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

/// Things of a kind that the archive names: "unit 4B", "Lot 29".
fn instances(archive: &Archive, noun: &str) -> Result<Vec<String>, AskError> {
    let within = archive.select(&Filter::default())?;
    let hits = archive.lexical(noun, &within, READ, &LexicalOptions::default())?;
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

/// "4B," becomes "4B"; a plain word or an amount is no name of a thing.
fn instance_name(word: &str) -> Option<String> {
    let name = word.trim_matches(|c: char| !c.is_alphanumeric());
    let short = (1..=10).contains(&name.chars().count());
    let digits = name.chars().any(|c| c.is_ascii_digit());
    let letter =
        name.chars().count() == 1 && name.chars().all(|c| c.is_ascii_uppercase() && c != 'A' && c != 'I');
    (short && (digits || letter) && !word.starts_with(['$', '(', '"']) && !word.contains('%'))
        .then(|| name.to_owned())
}
