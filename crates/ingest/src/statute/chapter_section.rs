//! One section of a chapter or page: heading, text, the acts that made it.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::{Document, DocumentKind};
use twolane_law::structure::{Start, label_run};
use twolane_law::{SectionKind, SectionStatus, StatuteSection, Unit, is_annotation, is_note};
use twolane_text::{Line, sentences};

use super::code::{Code, scheme};
use super::effective::effective;
use super::located::{LocatedSection, bracketed, paragraphs, read_units, words};
use super::marked::opening;
use super::status::status_of;

/// The longest heading of a section in characters; the longest of New Hampshire and Michigan have about 400.
pub(super) const LONGEST_HEADING: usize = 500;

/// The longest sentence of a heading in words, where no dash ends it.
pub(super) const LONGEST_TITLE: usize = 14;

/// A line that a section may start with.
#[derive(Debug, Clone)]
pub(super) struct Head {
    pub line: usize,
    pub number: String,
    /// Further numbers that the same heading names: `§§ 41-45. Repealed.`
    pub more: Vec<String>,
    /// The byte of the line after the number, or before it where the heading has several.
    pub rest: usize,
    /// True with the name of the code before the number.
    pub named: bool,
}

/// The page that sections are read from, at one position.
pub(super) struct Page<'p> {
    pub lines: &'p [Line],
    /// The titles and chapters around it.
    pub place: &'p [(SectionKind, String)],
    /// Headings that its own table of contents gives, by number.
    pub contents: &'p HashMap<String, String>,
    pub code: &'static Code,
    pub document: &'p Document,
}

/// Reads a section from its lines; returns it, without its citation, and the number of the publisher's notes behind it.
pub(super) fn section(page: &Page<'_>, head: &Head, own: Range<usize>) -> (LocatedSection, usize) {
    let Page { lines, place, contents, code, document } = *page;
    let loose = matches!(document.kind, DocumentKind::Pdf | DocumentKind::Text | DocumentKind::Image);
    let runs = paragraphs(lines, own.clone(), loose);
    let line_of = |run: &Range<usize>| lines.get(run.start);
    let is_history = |line: &Line| is_note(&line.text) || is_history_heading(line);
    let ends = |line: &Line| is_history(line) || !loose && is_annotation(&line.text);
    let note = runs.iter().skip(1).position(|r| line_of(r).is_some_and(ends));
    let (body, notes) = runs.split_at(note.map_or(runs.len(), |n| n + 1));
    let is_label =
        |line: &Line| !loose && (is_annotation(&line.text) || line.heading.is_some() && !is_history(line));
    let (acts, others) =
        notes.split_at(notes.iter().position(|r| line_of(r).is_some_and(is_label)).unwrap_or(notes.len()));
    let labels = others.iter().filter(|r| line_of(r).is_some_and(is_label)).count();
    let has_words = |r: &&Range<usize>| !line_of(r).is_some_and(is_history_heading);
    let mut history =
        acts.iter().filter(has_words).map(|r| words(lines, r.clone())).collect::<Vec<_>>().join(" ");
    let first = body.first().map(|r| words(lines, r.clone())).unwrap_or_default();
    // The line's own number, with single spaces as in the joined words.
    let number_end = lines
        .get(head.line)
        .and_then(|l| l.text.get(..head.rest))
        .map_or(0, |t| t.split_whitespace().collect::<Vec<_>>().join(" ").len());
    let is_heading = lines.get(head.line).is_some_and(|l| l.heading.is_some()) && !loose;
    let known = contents.get(&head.number).map_or("", String::as_str);
    let rest = first.get(number_end..).unwrap_or("").trim_start();
    let repeated = opening(&format!("{} {rest}", head.number), &head.number, known);
    let (mut heading, skip) = if is_heading {
        (tidy(first.get(number_end..).unwrap_or("")), first.len())
    } else if repeated > 0 && !known.is_empty() {
        let taken = repeated.saturating_sub(head.number.len() + 1);
        let heading = tidy(rest.get(..taken).unwrap_or(""));
        (heading, first.len() - rest.len() + taken.min(rest.len()))
    } else {
        split_heading(&first, number_end)
    };
    let scheme = scheme(Some(code.name));
    let (mut units, unit_lines) = read_units(lines, body, skip, scheme, &Start::default());
    if code.bracketed {
        bracketed(&mut units);
    }
    let mut stated = None;
    if history.is_empty() && code.name == "ors" {
        (history, stated) = bracket_note(&mut heading, &mut units);
    }
    let (units, unit_lines): (Vec<Unit>, Vec<Range<usize>>) =
        units.into_iter().zip(unit_lines).filter(|(u, _)| !u.text.is_empty()).unzip();
    let text = units.iter().map(|u| u.text.as_str()).collect::<Vec<_>>().join(" ");
    let labelled = units.iter().any(|u| !u.path.is_empty());
    let status = match stated {
        Some(status) => status,
        None if labelled => SectionStatus::InForce,
        None => status_of(&heading, &text),
    };
    let effective = effective(&history)
        .or_else(|| effective(&heading))
        .or_else(|| (status != SectionStatus::InForce).then(|| effective(&text)).flatten());
    let section = StatuteSection {
        citation: String::new(),
        heading,
        hierarchy: place.iter().map(|(_, name)| name.clone()).collect(),
        units,
        history: Some(history.trim_start_matches("Source.").trim().to_owned()).filter(|h| !h.is_empty()),
        status,
        effective,
        source: document.meta.get("source").cloned(),
        links: Vec::new(),
    };
    let notes = labels.max(usize::from(!others.is_empty()));
    (LocatedSection { section, lines: own, units: unit_lines, part: Vec::new() }, notes)
}

/// Returns true for the heading of a note on the acts that made a section.
fn is_history_heading(line: &Line) -> bool {
    line.heading.is_some() && line.text.trim().eq_ignore_ascii_case("history")
}

/// The acts in brackets behind a section's last words, as Oregon prints them.
static BRACKETS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\s*(?P<note>\[(?:Formerly|Amended|Repealed|Renumbered|(?:18|19|20)\d\d\s+(?:s\.s\.\s+)?c\.)[^\[]*\])\s*$").ok()
});

/// Takes the acts in brackets away from a section's end; a section of nothing else is a former one.
fn bracket_note(heading: &mut String, units: &mut [Unit]) -> (String, Option<SectionStatus>) {
    let Some(last) = units.last_mut().map(|u| &mut u.text).filter(|t| !t.is_empty()).or(Some(heading)) else {
        return (String::new(), None);
    };
    let note = BRACKETS
        .as_ref()
        .and_then(|b| b.captures(last))
        .and_then(|c| Some((c.get(0)?.start(), c.name("note")?)));
    let Some((start, note)) = note.map(|(start, note)| (start, note.as_str().to_owned())) else {
        return (String::new(), None);
    };
    last.truncate(start);
    let is_empty = heading.is_empty() && units.iter().all(|u| u.text.is_empty());
    let lower = note.to_lowercase();
    let status = match () {
        () if !is_empty => None,
        () if lower.contains("repealed by") => Some(SectionStatus::Repealed),
        () => Some(SectionStatus::Reserved),
    };
    (note, status)
}

/// Takes dashes and white space from the ends of a heading.
fn tidy(text: &str) -> String {
    text.trim().trim_matches(['\u{2013}', '\u{2014}', '-', ' ']).to_owned()
}

/// Splits a section's heading from its text and returns the byte at which the text begins. The heading ends
/// at a dash that follows a dot or ends the line (`91-A:3 Sessions. – I. ...`). Otherwise it ends at the
/// first label, or else after the first sentences that are titles.
fn split_heading(first: &str, number_end: usize) -> (String, usize) {
    let at = number_end.min(first.len());
    let rest = first.get(at..).unwrap_or("");
    for dash in ['\u{2013}', '\u{2014}', '-'] {
        for (i, _) in rest.match_indices(dash) {
            let before = rest.get(..i).unwrap_or("");
            let after = rest.get(i + dash.len_utf8()..).unwrap_or("");
            let parts =
                before.trim_end().ends_with(['.', ']', '"', '\u{201d}', '?']) || after.trim().is_empty();
            let free = after.is_empty() || after.starts_with(char::is_whitespace);
            if parts && free && !before.trim().is_empty() && before.chars().count() <= LONGEST_HEADING {
                return (tidy(before), at + i + dash.len_utf8());
            }
        }
    }
    let mut end = 0;
    for sentence in sentences(rest) {
        let text = rest.get(sentence.clone()).unwrap_or("");
        let few = text.split_whitespace().count() <= LONGEST_TITLE && sentence.end <= LONGEST_HEADING;
        let titled = end == 0 || text.split_whitespace().count() <= 6;
        if !few || !titled || !label_run(text).is_empty() || text.trim().is_empty() {
            break;
        }
        // A sentence with a verb states the law; these verbs recognise most.
        let lower = text.to_lowercase();
        if [" shall ", " may ", " is ", " are ", " means "].iter().any(|w| lower.contains(w)) {
            break;
        }
        end = sentence.end;
    }
    // A bracketed or dotted label may follow the heading without a sentence end.
    (tidy(rest.get(..end).unwrap_or("")), at + end)
}
