//! Runs: the lines of one flow of text, across all layout borders.

use std::collections::HashMap;
use std::ops::Range;

use crate::footnotes::leading_mark;
use crate::line::{Line, LineFlags};
use crate::reading::Reading;
use crate::sentences::{closed, whole_sentences};
use crate::table::cells;

use super::borders::{Border, Side, joins};
use super::marks::{Mark, Style};
use super::words::{binds, goes_on, leads_on, opens_condition, turns};

/// Maximum number of lines between the two halves of a sentence: a footnote, a caption, a running head that
/// the reader did not recognise.
const BETWEEN: usize = 12;
/// Maximum number of bytes at a run's end to search for its unfinished sentence.
const PENDING: usize = 2000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Heading,
    Row,
}

/// Lines of one flow of text.
#[derive(Debug, Clone)]
pub(super) struct Run {
    /// Line indices, in ascending order.
    pub lines: Vec<usize>,
    pub kind: Kind,
    /// Mark of the item, if it is a list item.
    pub mark: Option<Mark>,
    /// True if it follows a list and continues the list's lead-in.
    pub tail: bool,
    /// The previous run in reading order.
    pub before: Option<usize>,
    /// Left edge of its first line, if the format has one.
    pub x0: Option<f32>,
}

impl Run {
    /// Returns parts of the reading text, one for each uninterrupted stretch of lines.
    pub(super) fn segments(&self, reading: &Reading) -> Vec<Range<usize>> {
        let mut out: Vec<Range<usize>> = Vec::new();
        let mut open: Option<Range<usize>> = None;
        for &line in &self.lines {
            match &mut open {
                Some(range) if range.end == line => range.end = line + 1,
                _ => {
                    out.extend(open.take().and_then(|lines| reading.bytes_of(lines)));
                    open = Some(line..line + 1);
                }
            }
        }
        out.extend(open.and_then(|lines| reading.bytes_of(lines)));
        out
    }
}

/// Returns true for lines in the normal reading order of the page.
pub(super) fn in_flow(line: &Line) -> bool {
    !line.text.trim().is_empty()
        && !line.is_furniture()
        && !line.flags.intersects(LineFlags::HIDDEN | LineFlags::ROTATED)
}

/// Divides a source into runs, in the order of their first lines.
pub(super) fn runs(lines: &[Line], reading: &Reading) -> Vec<Run> {
    let flow: Vec<usize> = (0..lines.len()).filter(|i| lines.get(*i).is_some_and(in_flow)).collect();
    let mut builder =
        Builder { lines, reading, flow, runs: Vec::new(), widest: widest(lines), later: HashMap::new() };
    let mut current: Option<usize> = None;
    for at in 0..builder.flow.len() {
        current = Some(builder.take(at, current));
    }
    builder.runs
}

struct Builder<'s> {
    lines: &'s [Line],
    reading: &'s Reading,
    /// Indices of the lines in the flow.
    flow: Vec<usize>,
    runs: Vec<Run>,
    /// Length in characters of each page's longest text line.
    widest: HashMap<u32, usize>,
    /// Positions in the flow at which an earlier run continues.
    later: HashMap<usize, usize>,
}

impl Builder<'_> {
    fn line(&self, at: usize) -> Option<(usize, &Line)> {
        let index = *self.flow.get(at)?;
        Some((index, self.lines.get(index)?))
    }

    fn text(&self, index: usize) -> &str {
        self.reading.slice(index..index + 1)
    }

    /// Adds the line to its run and returns the run's index.
    fn take(&mut self, at: usize, current: Option<usize>) -> usize {
        let Some((index, line)) = self.line(at) else { return current.unwrap_or(0) };
        if let Some(run) = self.later.get(&at).copied() {
            if let Some(run) = self.runs.get_mut(run) {
                run.lines.push(index);
            }
            return run;
        }
        let kind = self.kind(at);
        let x0 = line.bounds.map(|[x0, ..]| x0);
        let previous = current.and_then(|c| self.runs.get(c));
        let mark = if kind == Kind::Text { self.mark(at, previous) } else { None };
        // "* Amended 2019." in the middle of a sentence is a note.
        let amid = |run: &Run, current| {
            run.mark.is_none() && is_note(self.text(index)) && self.look_ahead(run, current, at).is_some()
        };
        let mark = mark.filter(|_| !previous.zip(current).is_some_and(|(run, current)| amid(run, current)));
        let mut tail = false;
        let mut goes_into = false;
        if let Some(run) = previous.filter(|_| mark.is_none()) {
            let last = run.lines.last().and_then(|i| self.lines.get(*i));
            let border =
                last.map_or(Border { flow: false, paragraph: true }, |last| Border::between(last, line));
            tail = kind == Kind::Text && self.is_tail(run, at, border);
            goes_into = !tail && self.goes_into(run, kind, at, border);
            // A note or unrecognised running head, followed by the rest of the sentence.
            let text = self.text(index);
            if goes_into
                && !border.is_none()
                && !goes_on(text)
                && (is_note(text) || (border.flow && is_short(text)))
            {
                goes_into = current.and_then(|current| self.look_ahead(run, current, at)).is_none();
            }
        }
        if let Some(current) = current.filter(|_| goes_into) {
            if let Some(run) = self.runs.get_mut(current) {
                run.lines.push(index);
            }
            return current;
        }
        if let (Some(run), Some(current)) = (previous, current)
            && mark.is_none()
            && let Some(ahead) = self.look_ahead(run, current, at)
        {
            self.later.insert(ahead, current);
        }
        self.runs.push(Run { lines: vec![index], kind, mark, tail, before: current, x0 });
        self.runs.len() - 1
    }

    /// Returns the kind of a line. A row with a single cell, or with a mark and one cell of prose, is text
    /// with a hanging indent.
    fn kind(&self, at: usize) -> Kind {
        let Some((_, line)) = self.line(at) else { return Kind::Text };
        if line.flags.intersects(LineFlags::TABLE_GROUP | LineFlags::TABLE_HEAD) {
            return Kind::Row;
        }
        if line.flags.contains(LineFlags::TABLE_ROW) {
            let cells: Vec<&str> = cells(&line.text).into_iter().filter(|c| !c.is_empty()).collect();
            let hangs = match cells.as_slice() {
                [_] => true,
                [mark, prose] => {
                    Mark::of(&format!("{mark} x")).is_some_and(|m| m.length > mark.len())
                        && prose.split_whitespace().filter(|w| w.chars().any(char::is_alphabetic)).count()
                            >= 2
                }
                _ => false,
            };
            return if hangs { Kind::Text } else { Kind::Row };
        }
        if line.heading.is_some() { Kind::Heading } else { Kind::Text }
    }

    /// Returns the unfinished sentence at the end of a run.
    fn pending(&self, run: &Run) -> String {
        let mut text = String::new();
        let mut from = run.lines.len();
        while from > 0 && text.len() < PENDING {
            from -= 1;
            let Some(index) = run.lines.get(from) else { break };
            text = format!("{} {text}", self.text(*index));
        }
        let text = text.trim().to_owned();
        whole_sentences(&text).pop().and_then(|r| text.get(r)).map(str::to_owned).unwrap_or_default()
    }

    fn goes_into(&self, run: &Run, kind: Kind, at: usize, border: Border) -> bool {
        let Some((index, line)) = self.line(at) else { return false };
        let next = self.text(index);
        if line.flags.intersects(LineFlags::TABLE_GROUP | LineFlags::TABLE_HEAD | LineFlags::TABLE_START) {
            return false;
        }
        // A footnote begins with its mark, and no text continues in one.
        let last = run.lines.last().and_then(|i| self.lines.get(*i));
        let in_note = last.is_some_and(|l| l.flags.contains(LineFlags::FOOTNOTE));
        let note = line.flags.contains(LineFlags::FOOTNOTE);
        if note != in_note || (note && leading_mark(&line.text).is_some()) {
            return false;
        }
        if border.is_none() && run.kind == Kind::Text && kind == Kind::Text {
            return true;
        }
        // A dagger begins a note, also in formats that do not mark notes.
        if border.paragraph && next.trim_start().starts_with(['\u{2020}', '\u{2021}']) {
            return false;
        }
        let pending = self.pending(run);
        // A line in capitals over a paragraph ends at its line end: "DRAFT - NOT APPROVED".
        let is_small = |text: &str| text.contains(char::is_lowercase);
        if border.paragraph && !is_small(&pending) && is_small(next) && !leads_on(&pending) {
            return false;
        }
        let open = !closed(&pending);
        match (run.kind, kind) {
            // A wrapped cell of a table.
            (Kind::Row, _) => {
                let wraps = goes_on(next) || (open && leads_on(&pending) && kind == Kind::Text);
                open && wraps && run.lines.len() < 6 && border_near(border)
            }
            (_, Kind::Row) => {
                open && (leads_on(&pending) || turns(&pending)) && goes_on(next) && !pending.ends_with(':')
            }
            _ => {
                let before = Side { text: &pending, heading: run.kind == Kind::Heading };
                let after = Side { text: next, heading: line.heading.is_some() };
                joins(border, before, after, self.is_full(run))
            }
        }
    }

    /// Returns true if the last line of a run reaches the edge of its column.
    fn is_full(&self, run: &Run) -> bool {
        let Some(line) = run.lines.last().and_then(|i| self.lines.get(*i)) else { return false };
        let widest = self.widest.get(&line.page).copied().unwrap_or(0);
        line.text.chars().count() * 5 >= widest * 4
    }

    fn turns_page(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|b| self.line(b));
        matches!((before, self.line(at)), (Some((_, a)), Some((_, b))) if Border::between(a, b).flow)
    }

    /// Returns true for a line of few words that ends before its column does.
    fn is_short_line(&self, line: &Line) -> bool {
        let widest = self.widest.get(&line.page).copied().unwrap_or(0);
        is_short(&line.text) && line.text.chars().count() * 5 < widest * 4
    }

    /// Returns the mark of an item that begins here.
    fn mark(&self, at: usize, previous: Option<&Run>) -> Option<Mark> {
        let (index, line) = self.line(at)?;
        let text = self.text(index);
        let last = previous.and_then(|run| run.lines.last()).and_then(|i| self.lines.get(*i));
        let border = last.map_or(Border { flow: true, paragraph: true }, |last| Border::between(last, line));
        let listed = line.flags.contains(LineFlags::LIST_ITEM)
            && (border.paragraph || last.is_none_or(|l| !l.flags.contains(LineFlags::LIST_ITEM)));
        let mark = Mark::of(text);
        if listed {
            return Some(mark.unwrap_or_else(Mark::unmarked));
        }
        if mark.is_none() && !border.paragraph {
            return None;
        }
        let pending = previous.map(|run| self.pending(run)).unwrap_or_default();
        let Some(mark) = mark else { return self.unmarked(previous?, &pending, text, border) };
        let refers = refers_on(&pending);
        let number = matches!(mark.style, Style::Stop | Style::Path | Style::Bracket);
        let dash = matches!(mark.style, Style::Bullet('-' | '\u{2013}' | '\u{2014}' | '*' | '+' | 'o'));
        let after_item = previous.is_some_and(|run| run.mark.as_ref().is_some_and(|m| m.style == mark.style));
        let ended =
            pending.is_empty() || closed(&pending) || pending.ends_with([';', ':', ',', '\u{2014}', '-']);
        let connected = pending.ends_with(" or") || pending.ends_with(" and");
        let is_item = match mark.style {
            _ if refers && !after_item => false,
            // The text has a hanging indent after its mark.
            _ if line.flags.contains(LineFlags::TABLE_ROW) || hangs(&line.text) => true,
            Style::Path => border.paragraph && (ended || after_item),
            _ if dash => border.paragraph || ended || after_item,
            _ if number => border.paragraph || ended || after_item || connected,
            _ => true,
        };
        is_item.then_some(mark)
    }

    /// Treats paragraphs after a colon as items without marks until one of them ends a sentence.
    fn unmarked(&self, run: &Run, pending: &str, text: &str, border: Border) -> Option<Mark> {
        if !border.paragraph || run.kind != Kind::Text || text.split_whitespace().count() > 40 {
            return None;
        }
        let first = run.mark.is_none() && pending.ends_with(':');
        let runs_on = goes_on(text) && leads_on(pending) && !pending.ends_with([',', ':']);
        let ends = closed(pending) || runs_on || opens_condition(text);
        let next = run.mark.as_ref().is_some_and(|m| m.style == Style::Unmarked) && !ends;
        (first || next).then(Mark::unmarked)
    }

    /// Returns true for a line that continues the lead-in of the list before it.
    fn is_tail(&self, run: &Run, at: usize, border: Border) -> bool {
        let Some((index, line)) = self.line(at) else { return false };
        let text = self.text(index);
        if run.mark.is_none() || line.heading.is_some() || !(goes_on(text) || opens_condition(text)) {
            return false;
        }
        let pending = self.pending(run);
        let first = run.lines.first().and_then(|i| self.lines.get(*i));
        let (outdented, indented) = match (first.and_then(|l| l.bounds), line.bounds) {
            (Some([item, ..]), Some([own, ..])) => (own + 3.0 < item, own > item + 3.0),
            _ => (false, false),
        };
        let marked_off = closed(&pending) || pending.ends_with([';', ',']);
        // The item itself continues, under its own text or after a full line.
        if indented || (!border.paragraph && !marked_off && !opens_condition(text) && self.is_full(run)) {
            return false;
        }
        let ended = marked_off || !leads_on(&pending);
        if border.paragraph && !border.flow {
            return ended;
        }
        if border.flow {
            return ended && (outdented || opens_condition(text));
        }
        ended
            && !self.is_full(run)
            && (outdented || (opens_condition(text) && pending.ends_with([';', ',', '.'])))
    }

    /// Finds where an interrupted sentence continues after a footnote, a caption or a running head.
    fn look_ahead(&self, run: &Run, current: usize, at: usize) -> Option<usize> {
        if run.kind == Kind::Row || self.later.values().any(|r| *r == current) {
            return None;
        }
        let pending = self.pending(run);
        let hangs = leads_on(&pending) && !pending.ends_with(':');
        let lists = pending.ends_with(':');
        let bound = hangs || binds(&pending);
        if closed(&pending) || lists || (run.kind == Kind::Heading && !hangs) {
            return None;
        }
        for ahead in at + 1..(at + 1 + BETWEEN).min(self.flow.len()) {
            let (_, before) = self.line(ahead - 1)?;
            let (index, line) = self.line(ahead)?;
            let text = self.text(index);
            if self.later.contains_key(&ahead) {
                return None;
            }
            let border = Border::between(before, line);
            // A note, or a short line above the text of a new page, is complete by itself.
            let alone = ahead == at + 1
                && (is_note(&before.text)
                    || (self.turns_page(at)
                        && (self.is_short_line(before)
                            || (is_short(&before.text) && opens_condition(text)))));
            let parted = !border.is_none() || before.heading.is_some() || alone;
            if Mark::of(text).is_some() && !border.is_none() {
                return None;
            }
            let ends = closed(&before.text)
                || before.heading.is_some()
                || is_note(&before.text)
                || self.kind(ahead - 1) == Kind::Row
                || is_short(&before.text);
            let fits = self.kind(ahead) == Kind::Text && Mark::of(text).is_none() && goes_on(text);
            if fits && parted && ends && (bound || opens_condition(text)) {
                return Some(ahead);
            }
        }
        None
    }
}

/// Recognises a mark followed by a wide gap.
fn hangs(text: &str) -> bool {
    text.trim_start().split_once("  ").is_some_and(|(mark, _)| !mark.contains(' '))
}

/// Returns true if the rows are close enough to be in one table.
fn border_near(border: Border) -> bool {
    !border.flow
}

/// Recognises "under Section" and "paragraphs (a) and": the following mark is a reference, not a list item.
fn refers_on(pending: &str) -> bool {
    let words: Vec<&str> = pending.split_whitespace().rev().take(3).collect();
    let noun = |w: &str| {
        let bare = w.trim_matches(|c: char| !c.is_alphanumeric() && c != '\u{a7}').to_lowercase();
        matches!(
            bare.as_str(),
            "section"
                | "sections"
                | "paragraph"
                | "paragraphs"
                | "subsection"
                | "subsections"
                | "chapter"
                | "rsa"
                | "clause"
                | "item"
                | "items"
                | "article"
                | "rule"
                | "sec"
                | "no"
                | "part"
                | "subparagraph"
                | "subdivision"
                | "\u{a7}"
        )
    };
    match words.as_slice() {
        [last, ..] if noun(last) && !pending.ends_with([':', ';']) => true,
        [link, mark, ..] if matches!(*link, "and" | "or" | "through" | "to") => {
            Mark::of(&format!("{mark} x")).is_some()
                && words.get(2).is_some_and(|w| noun(w) || w.ends_with(','))
                && !pending.ends_with([';', ':'])
        }
        _ => false,
    }
}

/// Returns true for a text of few words, such as a heading or a page's foot.
fn is_short(text: &str) -> bool {
    text.split_whitespace().count() <= 6
}

/// Recognises a footnote or a caption.
fn is_note(text: &str) -> bool {
    let text = text.trim_start();
    let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = number.len() < text.len() && number.trim_start().starts_with(char::is_uppercase);
    numbered
        || text.starts_with(|c: char| {
            matches!(c, '*' | '\u{2020}' | '\u{2021}' | '\u{b9}' | '\u{b2}' | '\u{b3}')
        })
        || ["Figure", "Table", "Note", "Photo", "Map", "Source", "Exhibit"]
            .iter()
            .any(|w| text.starts_with(w))
}

fn widest(lines: &[Line]) -> HashMap<u32, usize> {
    let mut out = HashMap::new();
    for line in lines.iter().filter(|l| in_flow(l) && !l.flags.contains(LineFlags::TABLE_ROW)) {
        let longest = out.entry(line.page).or_insert(0);
        *longest = line.text.chars().count().max(*longest);
    }
    out
}
