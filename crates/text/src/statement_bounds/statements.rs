//! The statements of a source.

use std::collections::HashMap;
use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

use crate::footnotes::{footnote_marks, leading_mark};
use crate::line::{Line, LineFlags};
use crate::reading::Reading;
use crate::sentences::{closed, whole_sentences};
use crate::table::row_labels;

use super::bindings::bindings;
use super::lists::{Lists, lists};
use super::marks::Mark;
use super::runs::{Kind, Run, runs};
use super::statement::{Statement, joined};
use super::words::{binds, goes_on, leads_on, opens_condition};

/// Maximum number of statements per list, so that no document creates one with thousands.
const MOST: usize = 120;

/// All statements of a source, in the order of their beginnings.
#[derive(Debug, Clone, Default)]
pub struct Statements {
    all: Vec<Statement>,
    lists: Lists,
    /// Labels needed to understand a table row: captions, heads, labels of groups.
    labels: HashMap<usize, Vec<usize>>,
    /// Those of the labels that apply to a group of rows.
    groups: HashMap<usize, Vec<usize>>,
    /// Footnotes that a statement's marks refer to.
    notes: HashMap<usize, Vec<usize>>,
    /// Statements that cancel or qualify another one: headings above, a following sentence.
    bindings: HashMap<usize, Vec<usize>>,
    /// First line of the table that a row belongs to.
    tables: HashMap<usize, usize>,
    /// Parts by their start, with their statements.
    places: Vec<(Range<usize>, usize)>,
}

impl Statements {
    /// Finds the statements in a source's lines.
    pub(crate) fn of(lines: &[Line], reading: &Reading) -> Self {
        let runs = runs(lines, reading);
        let rows = row_labels(lines);
        let mut all: Vec<Statement> = Vec::new();
        let mut of_run = Vec::with_capacity(runs.len());
        for (index, run) in runs.iter().enumerate() {
            let first = all.len();
            read_run(index, run, lines, reading, &mut all);
            if run.lines.iter().all(|line| rows.bare.contains(line)) {
                all.iter_mut().skip(first).for_each(|s| s.label = true);
            }
            of_run.push(first..all.len());
        }
        let text = |s: &Statement| joined(reading, &s.parts);
        let lists = lists(&runs, &of_run, &all, &text);
        mark_broken(&runs, &of_run, &lists, reading, &mut all);
        let mut places: Vec<(Range<usize>, usize)> =
            all.iter().enumerate().flat_map(|(i, s)| s.parts.iter().map(move |p| (p.clone(), i))).collect();
        places.sort_by_key(|(part, _)| part.start);
        let by_line = ByLine::of(&runs, &of_run);
        let (labels, groups) = (by_line.labels(&rows.of_row), by_line.labels(&rows.groups));
        let table = |(line, table): (&usize, &usize)| {
            by_line.statements(line).map(|s| (s, *table)).collect::<Vec<_>>()
        };
        let tables = rows.table.iter().flat_map(table).collect();
        let notes = notes(lines, &runs, &of_run, &all, &text);
        let bindings = bindings(lines, &runs, &of_run, &all, &text);
        Statements { all, lists, labels, groups, notes, bindings, tables, places }
    }

    /// Returns all statements.
    pub fn all(&self) -> &[Statement] {
        &self.all
    }

    /// Returns the statements with a byte in the range, in order.
    pub fn touching(&self, bytes: Range<usize>) -> Vec<usize> {
        let from = self.places.partition_point(|(part, _)| part.end <= bytes.start);
        let here =
            self.places.get(from..).unwrap_or(&[]).iter().take_while(|(part, _)| part.start < bytes.end);
        let mut found: Vec<usize> = here.map(|(_, s)| *s).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns the statement with everything needed to understand it, in reading order: its list's lead-in,
    /// the items that it leads into, the list's continuation, and the statements that cancel or qualify it.
    pub fn whole(&self, statement: usize) -> Vec<usize> {
        let mut out = Vec::new();
        let leads = self.leads_of(statement);
        if let Some(list) = self.lists.of_item.get(&statement) {
            let together = leads.iter().filter_map(|l| self.lists.led_by.get(l)).any(|l| self.holds(*l));
            if together {
                self.push_list(self.root(*list), &mut out);
            }
            for lead in leads {
                push(&mut out, lead);
            }
            push(&mut out, statement);
            if let Some(inner) = self.led_fragments(statement) {
                self.push_items(inner, &mut out);
            }
            self.push_tail(self.root(*list), &mut out);
        } else if let Some(list) =
            self.led_fragments(statement).or_else(|| self.lists.tail_of.get(&statement).copied())
        {
            self.push_list(list, &mut out);
        } else {
            push(&mut out, statement);
        }
        for label in self.labels_of(statement) {
            push(&mut out, *label);
        }
        for index in 0..out.len() {
            let of = |map: &HashMap<usize, Vec<usize>>| out.get(index).and_then(|s| map.get(s)).cloned();
            let needed = of(&self.notes).into_iter().chain(of(&self.bindings));
            needed.flatten().collect::<Vec<_>>().into_iter().for_each(|s| push(&mut out, s));
        }
        out.sort_unstable_by_key(|s| self.start(*s));
        out
    }

    /// Returns the statements that cancel or qualify a statement: headings above it, sentences after it.
    pub fn bindings_of(&self, statement: usize) -> &[usize] {
        self.bindings.get(&statement).map_or(&[], Vec::as_slice)
    }

    /// Returns the labels of a table row: captions, column heads, labels of its group; empty for text.
    pub fn labels_of(&self, statement: usize) -> &[usize] {
        self.labels.get(&statement).map_or(&[], Vec::as_slice)
    }

    /// Returns those of [`labels_of`](Statements::labels_of) that label the row's group.
    pub fn groups_of(&self, statement: usize) -> &[usize] {
        self.groups.get(&statement).map_or(&[], Vec::as_slice)
    }

    /// Returns the first line (index) of the table that a row belongs to; `None` for text.
    pub fn table_of(&self, statement: usize) -> Option<usize> {
        self.tables.get(&statement).copied()
    }

    /// Returns the byte ranges of [`whole`](Statements::whole).
    pub fn whole_parts(&self, statement: usize) -> Vec<Range<usize>> {
        let parts = self.whole(statement).into_iter().filter_map(|s| self.all.get(s));
        let mut parts: Vec<Range<usize>> = parts.flat_map(|s| s.parts.iter().cloned()).collect();
        parts.sort_by_key(|p| p.start);
        parts
    }

    /// Returns true if quotes of these bytes omit what negates or qualifies their sentence: its beginning,
    /// its condition, or its list's lead-in.
    pub fn turned_by_cut(&self, reading: &Reading, quotes: &[Range<usize>]) -> bool {
        let mut checked: Vec<usize> = Vec::new();
        for quote in quotes {
            for statement in self.touching(quote.clone()) {
                if checked.contains(&statement) {
                    continue;
                }
                checked.push(statement);
                // A quoted item needs its lead-in, but a quoted lead-in does not need the item.
                let leads = self.lists.led_by.contains_key(&statement);
                let item_quoted = leads
                    && self.whole(statement).into_iter().any(|s| {
                        s != statement
                            && self.all.get(s).is_some_and(|s| {
                                s.parts
                                    .iter()
                                    .any(|p| quotes.iter().any(|q| p.start < q.end && q.start < p.end))
                            })
                    });
                if item_quoted && !self.lists.of_item.contains_key(&statement) {
                    continue;
                }
                if omits(reading, &self.whole_parts(statement), quotes) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns true if quotes omit text of these parts (see [`whole_parts`](Statements::whole_parts)) that
    /// negates or qualifies the quoted rest. Before a quote, and up to the end of its clause, every negation,
    /// condition and modality counts. After that, only the opening of a condition counts.
    pub fn omits(&self, reading: &Reading, parts: &[Range<usize>], quotes: &[Range<usize>]) -> bool {
        omits(reading, parts, quotes)
    }

    fn start(&self, statement: usize) -> usize {
        self.all.get(statement).and_then(|s| s.parts.first()).map_or(usize::MAX, |p| p.start)
    }

    fn root(&self, list: usize) -> usize {
        let mut at = list;
        for _ in 0..16 {
            match self.lists.lists.get(at).and_then(|l| l.outer) {
                Some(outer) => at = outer,
                None => break,
            }
        }
        at
    }

    fn holds(&self, list: usize) -> bool {
        self.lists.lists.get(list).is_some_and(|l| l.together)
    }

    /// Returns the list that a statement leads into, if the statement is meaningless without it.
    fn led_fragments(&self, statement: usize) -> Option<usize> {
        let at = *self.lists.led_by.get(&statement)?;
        let list = self.lists.lists.get(at)?;
        let alone = list.items.first().is_some_and(|item| self.lists.alone.contains(item));
        (list.binds || !alone).then_some(at)
    }

    /// Returns the lead-ins of a statement's list and the lists around it that the statement needs. A
    /// complete sentence needs those that negate or qualify it; a fragment needs any lead-in.
    fn leads_of(&self, statement: usize) -> Vec<usize> {
        let mut out = Vec::new();
        let mut at = self.lists.of_item.get(&statement).copied();
        let mut part = statement;
        for _ in 0..16 {
            let Some(list) = at.and_then(|at| self.lists.lists.get(at)) else { break };
            let alone = self.lists.alone.contains(&part);
            // The lead-in of an outer list is needed if it binds its items, or if a sentence continues.
            let needs = !alone && (part == statement || self.lists.small.contains(&part));
            match list.lead {
                Some(lead) if list.binds || needs => {
                    push(&mut out, lead);
                    part = lead;
                }
                _ if alone => break,
                _ => {}
            }
            at = list.outer;
        }
        out
    }

    fn push_tail(&self, list: usize, out: &mut Vec<usize>) {
        for tail in self.lists.lists.get(list).map_or(&[][..], |l| &l.tail) {
            push(out, *tail);
        }
    }

    fn push_items(&self, list: usize, out: &mut Vec<usize>) {
        for item in self.lists.lists.get(list).map_or(&[][..], |l| &l.items) {
            if out.len() > MOST {
                return;
            }
            push(out, *item);
            if let Some(inner) = self.lists.led_by.get(item).filter(|inner| **inner != list) {
                self.push_items(*inner, out);
            }
        }
    }

    fn push_list(&self, list: usize, out: &mut Vec<usize>) {
        if let Some(lead) = self.lists.lists.get(list).and_then(|l| l.lead) {
            for outer in self.leads_of(lead) {
                push(out, outer);
            }
            push(out, lead);
        }
        self.push_items(list, out);
        self.push_tail(self.root(list), out);
    }
}

/// Maximum number of footnote statements for one statement.
const MOST_NOTES: usize = 4;

/// Assigns footnotes to the statements whose marks refer to them. The footnote is on the same page, otherwise
/// on the next one with that mark, otherwise the only one.
fn notes(
    lines: &[Line],
    runs: &[Run],
    of_run: &[Range<usize>],
    all: &[Statement],
    text: &dyn Fn(&Statement) -> String,
) -> HashMap<usize, Vec<usize>> {
    let first_line = |run: &Run| run.lines.first().and_then(|line| lines.get(*line));
    let is_note = |run: &Run| first_line(run).is_some_and(|line| line.flags.contains(LineFlags::FOOTNOTE));
    let mut by_mark: HashMap<String, Vec<(usize, u32)>> = HashMap::new();
    for (index, run) in runs.iter().enumerate().filter(|(_, run)| is_note(run)) {
        let Some(line) = first_line(run) else { continue };
        if let Some(mark) = leading_mark(&line.text) {
            by_mark.entry(plain_mark(mark)).or_default().push((index, line.page));
        }
    }
    let mut found = HashMap::new();
    if by_mark.is_empty() {
        return found;
    }
    for (index, run) in runs.iter().enumerate().filter(|(_, run)| !is_note(run)) {
        let page = first_line(run).map_or(0, |line| line.page);
        for statement in of_run.get(index).cloned().unwrap_or(0..0) {
            let own = all.get(statement).map(text).unwrap_or_default();
            let mut pointed: Vec<usize> = Vec::new();
            for mark in footnote_marks(&own) {
                let Some(notes) = by_mark.get(&plain_mark(mark)) else { continue };
                let of_page = page > 0;
                let here = notes.iter().find(|(_, at)| of_page && *at == page);
                let next = notes.iter().find(|(at, _)| *at > index);
                let only = notes.first().filter(|_| notes.len() == 1);
                let Some((note, _)) = here.or(next).or(only) else { continue };
                pointed.extend(of_run.get(*note).cloned().unwrap_or(0..0));
            }
            pointed.truncate(MOST_NOTES);
            if !pointed.is_empty() {
                found.insert(statement, pointed);
            }
        }
    }
    found
}

/// Normalises a mark: `⁴` and `[4]` are the same.
fn plain_mark(mark: &str) -> String {
    mark.trim_matches(['[', ']']).nfkc().collect()
}

/// Statements by their lines.
struct ByLine(HashMap<usize, Range<usize>>);

impl ByLine {
    fn of(runs: &[Run], of_run: &[Range<usize>]) -> Self {
        let each = runs.iter().zip(of_run);
        ByLine(each.flat_map(|(run, own)| run.lines.iter().map(|line| (*line, own.clone()))).collect())
    }

    fn statements(&self, line: &usize) -> Range<usize> {
        self.0.get(line).cloned().unwrap_or(0..0)
    }

    fn labels(&self, of_row: &HashMap<usize, Vec<usize>>) -> HashMap<usize, Vec<usize>> {
        let row = |(line, labels): (&usize, &Vec<usize>)| {
            let labels: Vec<usize> = labels.iter().flat_map(|label| self.statements(label)).collect();
            self.statements(line).map(|statement| (statement, labels.clone())).collect::<Vec<_>>()
        };
        of_row.iter().flat_map(row).collect()
    }
}

fn push(out: &mut Vec<usize>, statement: usize) {
    if !out.contains(&statement) {
        out.push(statement);
    }
}

fn read_run(index: usize, run: &Run, lines: &[Line], reading: &Reading, all: &mut Vec<Statement>) {
    let segments = run.segments(reading);
    let statement = |parts: Vec<Range<usize>>| Statement {
        instructs: instructs(lines, reading, &parts),
        parts,
        row: run.kind == Kind::Row,
        label: false,
        struck: run.lines.iter().all(|i| lines.get(*i).is_some_and(|l| l.flags.contains(LineFlags::STRUCK))),
        heading: run.kind == Kind::Heading,
        broken: false,
        run: index,
    };
    if run.kind == Kind::Row {
        all.push(statement(segments));
        return;
    }
    // Position of each segment in the run's own text.
    let mut text = String::new();
    let mut places: Vec<(usize, Range<usize>)> = Vec::new();
    for segment in &segments {
        if !text.is_empty() {
            text.push(' ');
        }
        places.push((text.len(), segment.clone()));
        text.push_str(reading.text().get(segment.clone()).unwrap_or(""));
    }
    let mut last = 0;
    for sentence in whole_sentences(&text) {
        let mut parts = Vec::new();
        while places.get(last).is_some_and(|(at, s)| at + s.len() <= sentence.start) {
            last += 1;
        }
        for (at, segment) in places.get(last..).unwrap_or(&[]) {
            if *at >= sentence.end {
                break;
            }
            let from = sentence.start.max(*at) - at;
            let to = sentence.end.min(at + segment.len()) - at;
            let part = segment.start + from..segment.start + to;
            if reading.text().get(part.clone()).is_some_and(|t| !t.trim().is_empty()) {
                parts.push(part);
            }
        }
        if !parts.is_empty() {
            all.push(statement(parts));
        }
    }
}

fn instructs(lines: &[Line], reading: &Reading, parts: &[Range<usize>]) -> bool {
    parts
        .iter()
        .filter_map(|p| reading.lines_of(p.clone()))
        .any(|range| lines.get(range).unwrap_or(&[]).iter().any(|l| l.flags.contains(LineFlags::INSTRUCTION)))
}

/// Marks statements whose end or beginning is missing.
fn mark_broken(
    runs: &[Run],
    of_run: &[Range<usize>],
    lists: &Lists,
    reading: &Reading,
    all: &mut [Statement],
) {
    for (run, own) in runs.iter().zip(of_run) {
        if run.kind != Kind::Text {
            continue;
        }
        if let Some(last) = own.clone().last()
            && let Some(statement) = all.get(last)
        {
            let text = joined(reading, &statement.parts);
            let connects = text.ends_with(" and") || text.ends_with(" or") || text.ends_with(',');
            let hangs = !closed(&text) && leads_on(&text) && !lists.led_by.contains_key(&last);
            if hangs
                && !(run.mark.is_some() && connects)
                && let Some(statement) = all.get_mut(last)
            {
                statement.broken = true;
            }
        }
        if let Some(first) = own.clone().next()
            && let Some(statement) = all.get(first)
        {
            let text = joined(reading, &statement.parts);
            let behind = run.mark.as_ref().map_or(text.as_str(), |m| text.get(m.length..).unwrap_or(&text));
            // "IX. (b) The term": a paragraph's first mark may have another behind it.
            let inner = run.mark.as_ref().and_then(|_| Mark::of(behind));
            let behind = inner.and_then(|m| behind.get(m.length..)).unwrap_or(behind);
            let led = lists
                .of_item
                .get(&first)
                .and_then(|l| lists.lists.get(*l))
                .is_some_and(|l| l.lead.is_some() || l.outer.is_some());
            if goes_on(behind)
                && !led
                && !lists.tail_of.contains_key(&first)
                && let Some(statement) = all.get_mut(first)
            {
                statement.broken = true;
            }
        }
    }
}

/// Returns true if the text of these parts outside the quotes negates or qualifies the quoted text. Before a
/// quote, and up to the end of its clause, everything counts; after that, only the opening of a condition
/// counts.
pub(super) fn omits(reading: &Reading, parts: &[Range<usize>], quotes: &[Range<usize>]) -> bool {
    let mut seen_last = quotes.iter().map(|q| q.end).max().unwrap_or(0);
    for part in parts {
        let mut at = part.start;
        let mut kept: Vec<&Range<usize>> =
            quotes.iter().filter(|q| q.start < part.end && part.start < q.end).collect();
        kept.sort_by_key(|q| q.start);
        for quote in kept {
            if at < quote.start && left_out_binds(reading, at..quote.start) {
                return true;
            }
            at = at.max(quote.end);
        }
        if at >= part.end {
            continue;
        }
        let rest = reading.text().get(at..part.end).unwrap_or("");
        let behind = at >= seen_last;
        if !behind {
            if left_out_binds(reading, at..part.end) {
                return true;
            }
            continue;
        }
        // Checks up to the end of the quoted clause, unless the quote ends a clause itself.
        let before = reading.text().get(..at).unwrap_or("").trim_end();
        let mut clauses = rest.split(';');
        if !before.ends_with([';', '.', '!', '?']) && clauses.next().is_some_and(binds) {
            return true;
        }
        if clauses.any(opens_condition) {
            return true;
        }
        seen_last = seen_last.max(part.end);
    }
    false
}

fn left_out_binds(reading: &Reading, bytes: Range<usize>) -> bool {
    reading.text().get(bytes).is_some_and(binds)
}
