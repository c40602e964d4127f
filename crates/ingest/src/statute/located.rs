//! A section with the lines that contain it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use crate::Document;
use twolane_law::structure::{Scheme, Start};
use twolane_law::structure::{addresses, label_run, unit_paragraphs};
use twolane_law::{StatuteSection, Unit, is_note};
use twolane_text::{Line, LineFlags, Reading};

/// A section found in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocatedSection {
    /// The section itself, with its units.
    pub section: StatuteSection,
    /// All its lines, heading and notes included (indices over all pages, end exclusive).
    pub lines: Range<usize>,
    /// The lines of each of the section's units.
    pub units: Vec<Range<usize>>,
    /// The label path at which the document starts, when it holds only a part of the section (`["II",
    /// "(c)"]`).
    pub part: Vec<String>,
}

/// The sections and problems found in a document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Found {
    pub sections: Vec<LocatedSection>,
    pub problems: Vec<String>,
    /// The number of the publisher's notes that are no part of the sections.
    pub notes_left_out: usize,
}

/// Returns the names of the sections and of every paragraph in them, with their lines. It omits a name of two
/// different places.
pub fn aliases(sections: &[LocatedSection]) -> Vec<(String, Range<usize>)> {
    let mut out: Vec<(String, Range<usize>)> = Vec::new();
    let mut places: HashMap<String, Option<Range<usize>>> = HashMap::new();
    let mut add = |name: String, lines: Range<usize>| {
        if lines.is_empty() {
            return;
        }
        match places.get_mut(&name) {
            Some(known) if known.as_ref() != Some(&lines) => *known = None,
            Some(_) => {}
            None => {
                places.insert(name.clone(), Some(lines.clone()));
                out.push((name, lines));
            }
        }
    };
    for located in sections {
        if located.part.is_empty() {
            add(located.section.citation.clone(), located.lines.clone());
        }
        for (path, units) in addresses(&located.section.units) {
            let of = |i: usize| located.units.get(i);
            let (Some(first), Some(last)) = (of(units.start), of(units.end.saturating_sub(1))) else {
                continue;
            };
            add(located.section.address(&path), first.start..last.end);
        }
    }
    out.retain(|(name, _)| places.get(name).is_some_and(Option::is_some));
    out
}

/// Returns all lines of a document in order.
pub(super) fn lines_of(document: &Document) -> Cow<'_, [Line]> {
    match document.pages.as_slice() {
        [page] => Cow::Borrowed(&page.lines),
        pages => Cow::Owned(pages.iter().flat_map(|p| p.lines.iter().cloned()).collect()),
    }
}

pub(super) fn is_skipped(line: &Line) -> bool {
    line.is_furniture() || line.text.trim().is_empty()
}

/// Splits lines into runs of one paragraph each. Where a format does not mark every paragraph, a paragraph
/// also starts at a label after a possible end.
pub(super) fn paragraphs(lines: &[Line], range: Range<usize>, loose: bool) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut previous: Option<&Line> = None;
    for i in range {
        let Some(line) = lines.get(i).filter(|l| !is_skipped(l)) else { continue };
        // A heading of several lines is one paragraph, where the format marks paragraphs.
        let goes_on = !loose && line.heading.is_some() && previous.is_some_and(|p| p.heading == line.heading);
        let starts = line.flags.contains(LineFlags::PARAGRAPH_START)
            || (line.heading.is_some() && !goes_on)
            || (loose
                && (is_note(&line.text) || !label_run(&line.text).is_empty())
                && previous.is_none_or(may_end));
        match out.last_mut() {
            Some(last) if !starts => last.end = i + 1,
            _ => out.push(i..i + 1),
        }
        previous = Some(line);
    }
    out
}

fn may_end(line: &Line) -> bool {
    let text = line.text.trim_end();
    line.heading.is_some()
        || text
            .ends_with(['.', ';', ':', ',', '?', '!', ')', ']', '"', '\u{201d}', '-', '\u{2013}', '\u{2014}'])
        || [" and", " or"].iter().any(|w| text.ends_with(w))
        || text.chars().count() < 40
}

/// Returns the words of a run of lines, without running heads.
pub(super) fn words(lines: &[Line], range: Range<usize>) -> String {
    let kept: Vec<Line> =
        lines.get(range).unwrap_or(&[]).iter().filter(|l| !is_skipped(l)).cloned().collect();
    Reading::of(&kept).text().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Puts the labels of units into brackets, as a citation has them: `(A)(1)` where the code prints `A. 1.`
pub(super) fn bracketed(units: &mut [Unit]) {
    for label in units.iter_mut().flat_map(|unit| &mut unit.path).filter(|l| !l.starts_with('(')) {
        *label = format!("({})", label.trim_end_matches(['.', ')', ' ']));
    }
}

/// Reads units with their lines from paragraphs; the first unit begins at byte `skip` of its paragraph's
/// words.
pub(super) fn read_units(
    lines: &[Line],
    paragraphs: &[Range<usize>],
    skip: usize,
    scheme: Option<&Scheme>,
    start: &Start,
) -> (Vec<Unit>, Vec<Range<usize>>) {
    let mut texts: Vec<String> = paragraphs.iter().map(|p| words(lines, p.clone())).collect();
    if let Some(first) = texts.first_mut() {
        *first = first.get(skip..).unwrap_or("").trim_start().to_owned();
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut units = Vec::new();
    let mut unit_lines = Vec::new();
    for (unit, range) in unit_paragraphs(&texts, scheme, start) {
        for (unit, range) in with_rows_apart(unit, range, &texts, |i| {
            paragraphs
                .get(i)
                .and_then(|p| lines.get(p.start))
                .is_some_and(|l| l.flags.contains(LineFlags::TABLE_ROW))
        }) {
            let of = |i: usize| paragraphs.get(i).cloned().unwrap_or(0..0);
            unit_lines.push(of(range.start).start..of(range.end.saturating_sub(1)).end);
            units.push(unit);
        }
    }
    (units, unit_lines)
}

/// Splits a unit of several paragraphs at the rows of a table, which are units of their own.
fn with_rows_apart(
    unit: Unit,
    range: Range<usize>,
    texts: &[&str],
    is_row: impl Fn(usize) -> bool,
) -> Vec<(Unit, Range<usize>)> {
    let Some(first) = range.clone().find(|i| is_row(*i)) else { return vec![(unit, range)] };
    let tail: Vec<&str> = texts.get(first..range.end).unwrap_or(&[]).to_vec();
    let Some(head) = unit.text.strip_suffix(&tail.join(" ")).map(|head| head.trim_end().to_owned()) else {
        return vec![(unit, range)];
    };
    let mut out = Vec::new();
    if !head.is_empty() {
        out.push((Unit { path: unit.path.clone(), text: head }, range.start..first));
    }
    for (i, text) in (first..range.end).zip(tail) {
        out.push((Unit { path: unit.path.clone(), text: text.to_owned() }, i..i + 1));
    }
    out
}
