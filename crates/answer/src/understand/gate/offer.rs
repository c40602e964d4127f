//! Options of a clarifying question, always values from the question's papers.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::error::AskError;
use twolane_archive::{Archive, SourceSummary};
use twolane_law::FEDERAL;
use twolane_retrieve::{Hit, Query, Request, Retriever, Scope};
use twolane_text::{Line, LineFlags, cells};

use super::look::FirstLook;

/// Chunks that are searched for names of things ("Unit 4B").
const READ: usize = 200;

/// Maximum number of headings that are offered for words that no paper has.
const NEAREST: usize = 5;

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
        // Nobody's town lies in the federal jurisdiction alone.
        if let Some(value) = value.as_ref().filter(|value| *value != FEDERAL) {
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
        let title = title_of(&seen.source.title, seen.chunk.record.section.as_deref());
        if !found.contains(&title) {
            found.push(title);
        }
    }
    found
}

/// Returns the title of a paper with the section that a passage is of.
fn title_of(title: &str, section: Option<&str>) -> String {
    match section {
        Some(section) if !section.is_empty() => format!("{title}, {section}"),
        _ => title.to_owned(),
    }
}

/// Returns the headings of the passages that are nearest to a question in meaning, best first; nothing without a
/// bi-encoder.
pub fn nearest(
    retriever: &Retriever<'_>,
    question: &str,
    scope: &Scope,
    most: usize,
) -> Result<Vec<String>, AskError> {
    let mut hits: Vec<Hit> = Vec::new();
    for filter in scope.filters() {
        let query = Query { filter: filter.clone(), k: most, ..Query::new(question) };
        let request = Request { lanes: false, multi_query: false, second_pass: false, ..Request::new(query) };
        hits.extend(retriever.run(&request)?.hits);
    }
    hits.retain(|hit| hit.closeness.is_some());
    hits.sort_by(|a, b| b.closeness.partial_cmp(&a.closeness).unwrap_or(Ordering::Equal));
    let mut found: Vec<String> = Vec::new();
    for hit in hits {
        // Its header is `title › heading path › date › columns of a table`.
        let says = |part: &&str| part.contains(char::is_alphabetic) && !part.contains('|');
        let heading = hit.header.split(" \u{203a} ").skip(1).filter(says).last();
        let title = title_of(&hit.source.title, heading);
        if !found.contains(&title) {
            found.push(title);
        }
    }
    found.truncate(most.min(NEAREST));
    Ok(found)
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

/// Returns named things of a kind in the archive: "unit 4B", "Lot 29", and the first cells of a table whose first column
/// is headed with the noun.
fn instances(archive: &Archive, noun: &str, scope: &Scope) -> Result<Vec<String>, AskError> {
    let hits = scope.lexical(archive, noun, READ)?;
    let chunks = archive.chunks(&hits.iter().map(|h| h.chunk).collect::<Vec<_>>())?;
    let mut found: Vec<String> = Vec::new();
    for chunk in chunks {
        let source = archive.source(&chunk.source_id)?;
        let lines = source.lines().get(chunk.record.lines()).unwrap_or_default();
        for name in keys_under(noun, lines) {
            if !found.contains(&name) {
                found.push(name);
            }
        }
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

/// Returns the first cells of the rows below a head whose first cell is the noun; those with a digit, if there are any.
fn keys_under(noun: &str, lines: &[Line]) -> Vec<String> {
    let says = |line: &&Line| line.text.contains(char::is_alphanumeric);
    let rows =
        lines.iter().filter(says).map(|line| (line.flags.contains(LineFlags::TABLE_ROW), first_cell(line)));
    let mut below = rows.skip_while(|(row, first)| !(*row && first.eq_ignore_ascii_case(noun)));
    below.next();
    let mut keys: Vec<String> =
        below.take_while(|(row, _)| *row).map(|(_, first)| first.to_owned()).collect();
    let numbered = |key: &String| key.contains(|c: char| c.is_ascii_digit());
    if keys.iter().any(numbered) {
        keys.retain(numbered);
    }
    keys
}

fn first_cell(line: &Line) -> &str {
    cells(line.text.trim()).first().copied().unwrap_or("")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stand_under_the_noun() {
        let line = |text: &str, row: bool| {
            let flags = if row { LineFlags::TABLE_ROW } else { LineFlags::empty() };
            Line { flags, ..Line::plain(1, 1, text) }
        };
        let lines = [
            line("Each slip has a number.", false),
            line("    Slip    Length", true),
            line("----------------", false),
            line("    N1      20 feet", true),
            line("    N2      24 feet", true),
            line("    Total   44 feet", true),
            line("Slips are let in May.", false),
        ];
        assert_eq!(keys_under("slip", &lines), ["N1", "N2"]);
        assert!(keys_under("length", &lines).is_empty());
    }
}
