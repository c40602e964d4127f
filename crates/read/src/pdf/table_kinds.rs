//! First rows, heads and group labels of tables, over all pages.

use twolane_text::{Line, LineFlags, cells};

use super::geometry::median;
use crate::Page;

/// Two edges this many points apart are one edge.
const EDGE: f32 = 3.0;
/// Widest gap within a table, as a multiple of the table's pitch.
const WIDEST_GAP: f32 = 2.2;
/// Widest gap within a cell, as a multiple of the table's pitch.
const WRAP_GAP: f32 = 1.2;
/// Larger type than that of the rows is no label of theirs.
const LARGER: f32 = 1.12;
/// Most words of a group label.
const LONGEST_LABEL: usize = 8;
/// Most lines without values between two rows of one table.
const MOST_BETWEEN: usize = 2;
/// Most rows of a head.
const MOST_HEADS: usize = 3;
/// Rows on each side of a line that show the columns of its table.
const NEAR: usize = 3;

/// Marks the first rows, heads, group labels and wrapped lines of tables.
pub(super) fn mark(pages: &mut [Page]) {
    let lines: Vec<&Line> = pages.iter().flat_map(|page| &page.lines).filter(|line| is_seen(line)).collect();
    let kinds = Tables::new(&lines).kinds();
    let lines = pages.iter_mut().flat_map(|page| &mut page.lines).filter(|line| is_seen(line));
    for (line, kind) in lines.zip(kinds) {
        line.flags |= kind;
        if kind.contains(LineFlags::TABLE_ROW) {
            line.flags.remove(LineFlags::LIST_ITEM);
        }
    }
}

/// Turns head rows that are separate from the rows below them into rows of the table: over a label,
/// or not over the edges of indented cells. Otherwise a head over every page would pass for a
/// running head.
pub(super) fn take_heads(pages: &mut [Page]) {
    for page in pages {
        let mut seen: Vec<&mut Line> = page.lines.iter_mut().filter(|line| is_seen(line)).collect();
        for at in 0..seen.len() {
            let is_head = match seen.get(at..).unwrap_or(&[]) {
                [head, row, after @ ..] if is_row(row) => {
                    heads_row(head, row, row, after.first().map(|l| &**l))
                }
                [head, label, row, ..] if is_row(row) && reads_as_label(&label.text) => {
                    heads_row(head, row, label, Some(row))
                }
                _ => false,
            };
            if let (true, Some(head)) = (is_head, seen.get_mut(at)) {
                head.flags |= LineFlags::TABLE_ROW;
            }
        }
    }
}

/// True for a line of as many cells as a row of values below it, at the distance of the next lines.
fn heads_row(head: &Line, row: &Line, below: &Line, after: Option<&Line>) -> bool {
    let pitch = after.and_then(|after| step(below, after)).unwrap_or(0.0);
    let columns = cells(&head.text).len();
    !head.flags.intersects(LineFlags::TABLE_ROW | LineFlags::LIST_ITEM | LineFlags::ROTATED)
        && columns >= 2
        && columns == cells(&row.text).len()
        && !has_values(&head.text)
        && has_values(&row.text)
        && step(head, below).is_some_and(|step| step <= (1.3 * pitch).max(WIDEST_GAP * head.size))
}

fn is_seen(line: &Line) -> bool {
    !line.is_furniture() && !line.flags.contains(LineFlags::HIDDEN) && !line.text.trim().is_empty()
}

struct Tables<'l> {
    lines: &'l [&'l Line],
    kinds: Vec<LineFlags>,
    /// Usual distance of baselines around rows, for each line its page's.
    pitches: Vec<f32>,
}

impl<'l> Tables<'l> {
    fn new(lines: &'l [&'l Line]) -> Self {
        let mut pitches = Vec::with_capacity(lines.len());
        for page in lines.chunk_by(|a, b| a.page == b.page) {
            let steps = page.windows(2).filter_map(|pair| match pair {
                [a, b] if is_row(a) || is_row(b) => step(a, b),
                _ => None,
            });
            pitches.resize(pitches.len() + page.len(), median(steps.collect()));
        }
        Tables { lines, kinds: vec![LineFlags::empty(); lines.len()], pitches }
    }

    /// Finds the kind of each line, other than a row.
    fn kinds(mut self) -> Vec<LineFlags> {
        let rows = (0..self.lines.len()).filter(|at| self.lines.get(*at).is_some_and(|line| is_row(line)));
        let mut table: Vec<usize> = Vec::new();
        for row in rows {
            match self.between(&table, row) {
                Some(between) => table.extend(between.into_iter().map(|(at, kind)| {
                    self.add(at, kind);
                    at
                })),
                None => self.finish(&std::mem::take(&mut table)),
            }
            table.push(row);
        }
        self.finish(&table);
        self.kinds
    }

    fn add(&mut self, at: usize, kind: LineFlags) {
        if let Some(kinds) = self.kinds.get_mut(at) {
            *kinds |= kind;
        }
    }

    fn is(&self, at: usize, kind: LineFlags) -> bool {
        self.kinds.get(at).is_some_and(|kinds| kinds.contains(kind))
    }

    /// Returns the lines between the last row of a table and the next one; `None` where the table
    /// ends.
    fn between(&self, table: &[usize], row: usize) -> Option<Vec<(usize, LineFlags)>> {
        let last = *table.last()?;
        let (above, below) = (self.lines.get(last)?, self.lines.get(row)?);
        if row - last > MOST_BETWEEN + 1 {
            return None;
        }
        if below.page != above.page {
            let repeated = table.iter().take(MOST_HEADS).any(|at| self.text(*at) == below.text);
            if below.page > above.page + 1 || (!repeated && self.columns_differ(last, row) > 0) {
                return None;
            }
        } else if row == last + 1 {
            let within = step(above, below)
                .is_some_and(|step| step <= self.widest(row).max(2.5 * above.size.max(below.size)));
            return (within || below.flags.contains(LineFlags::ROTATED)).then(Vec::new);
        }
        if row > last + 1 && (self.columns_differ(last, row) > 1 || self.opens_a_table(table, row)) {
            return None;
        }
        (last + 1..row).map(|at| Some((at, self.without_values(at, last, row)?))).collect()
    }

    /// Returns the kind of a line without values between two rows; `None` where the line is not
    /// part of their table.
    fn without_values(&self, at: usize, last: usize, row: usize) -> Option<LineFlags> {
        let line = self.lines.get(at)?;
        let (above, below) = (self.lines.get(at.checked_sub(1)?)?, self.lines.get(at + 1)?);
        let (before, next) = (self.lines.get(last)?, self.lines.get(row)?);
        let apart = LineFlags::ROTATED | LineFlags::STRUCK | LineFlags::FOOTNOTE;
        if line.flags.intersects(apart) || line.size > LARGER * before.size.max(next.size) {
            return None;
        }
        let rows = self.rows_up(last).chain(self.rows_down(row));
        let left = rows.filter_map(|at| self.lines.get(at)).map(|line| x0(line)).fold(f32::MAX, f32::min);
        let at_left = x0(line) <= left + EDGE || (x0(line) <= x0(next) + EDGE && x0(next) <= left + 60.0);
        let stands_out = stands_out(line, before);
        let strong = stands_out || x0(next) > x0(line) + EDGE;
        let (up, down) = (step(above, line), step(line, below));
        let same_page = (line.page == above.page, line.page == below.page);
        let near = |step: Option<f32>, same: bool| !same || step.is_some_and(|step| step <= self.widest(at));
        if !near(up, same_page.0) || !near(down, same_page.1) || (!same_page.0 && !strong) {
            return None;
        }
        let wraps = (!stands_out && up.is_some_and(|up| up <= WRAP_GAP * self.pitch(at)))
            .then_some(LineFlags::TABLE_ROW);
        let closer_above = up.zip(down).is_some_and(|(up, down)| up * 1.25 < down);
        if begins_lower(&line.text) || !at_left || (closer_above && !strong) {
            return wraps;
        }
        let is_label = (reads_as_label(&line.text) || is_coded_label(&line.text, &next.text))
            && !begins_lower(&below.text)
            && !begins_lower(&next.text);
        is_label.then_some(LineFlags::TABLE_ROW | LineFlags::TABLE_GROUP)
    }

    /// Marks the first line and the heads of a table, given as its lines.
    fn finish(&mut self, table: &[usize]) {
        let Some(&first) = table.first() else { return };
        let heads = self.heads(table);
        for &at in &heads {
            self.add(at, LineFlags::TABLE_HEAD);
        }
        for at in self.repeated(table, &heads) {
            self.add(at, LineFlags::TABLE_HEAD);
        }
        let label =
            first.checked_sub(1).filter(|label| heads.is_empty() && self.is_like_others(*label, table));
        if let Some(label) = label {
            self.add(label, LineFlags::TABLE_ROW | LineFlags::TABLE_GROUP);
        }
        self.add(label.unwrap_or(first), LineFlags::TABLE_START);
    }

    /// Rows at the top of later pages that are equal to the heads.
    fn repeated(&self, table: &[usize], heads: &[usize]) -> Vec<usize> {
        let page = |at: &usize| self.lines.get(*at).map(|line| line.page);
        let later = table.chunk_by(|a, b| page(a) == page(b)).skip(1);
        let top = later.flat_map(|rows| {
            rows.iter().zip(heads).take_while(|(at, head)| self.text(**at) == self.text(**head))
        });
        top.map(|(at, _)| *at).collect()
    }

    /// True for a line over a table's first row that looks like the group labels within it.
    fn is_like_others(&self, label: usize, table: &[usize]) -> bool {
        let (Some(line), Some(first)) = (self.lines.get(label), self.lines.get(label + 1)) else {
            return false;
        };
        let look = |l: &Line| (l.flags & LineFlags::BOLD, is_upper(&l.text), l.text.ends_with(':'));
        !is_row(line)
            && !self.is(label, LineFlags::TABLE_ROW)
            && reads_as_label(&line.text)
            && step(line, first).is_some_and(|step| step <= self.widest(label))
            && table.iter().filter(|at| self.is(**at, LineFlags::TABLE_GROUP)).any(|at| {
                self.lines.get(*at).is_some_and(|other| {
                    (x0(other) - x0(line)).abs() <= EDGE
                        && (other.size - line.size).abs() < 0.5
                        && look(other) == look(line)
                })
            })
    }

    /// First rows without values over rows that have some, and a bold first row.
    fn heads(&self, table: &[usize]) -> Vec<usize> {
        let line = |at: &usize| self.lines.get(*at).copied();
        let is_label = |at: &usize| self.is(*at, LineFlags::TABLE_GROUP);
        let open: Vec<usize> = table
            .iter()
            .copied()
            .take_while(|at| !is_label(at) && line(at).is_some_and(|l| !has_values(&l.text)))
            .collect();
        let rows: Vec<&Line> = table.iter().filter_map(line).filter(|l| is_row(l)).collect();
        let Some(first) = open.first().and_then(line) else { return Vec::new() };
        let is_bold = |line: &Line| line.flags.contains(LineFlags::BOLD);
        let body = rows.get(1..).unwrap_or(&[]);
        let valued = body.iter().filter(|l| has_values(&l.text)).count();
        let bold_alone = is_bold(first) && !body.iter().all(|l| is_bold(l));
        if body.is_empty() || !(bold_alone || (valued > 0 && valued * 2 >= body.len())) {
            return Vec::new();
        }
        let body = rows.iter().copied().filter(|l| has_values(&l.text));
        let left = body.clone().map(x0).fold(f32::MAX, f32::min);
        let plain_body = !body.clone().all(is_bold);
        let mut heads: Vec<usize> = Vec::new();
        let mut stub = true;
        for at in open.into_iter().take(MOST_HEADS) {
            let Some(line) = line(&at) else { break };
            // A row of words may be the first of the body.
            let indented = x0(line) > left + EDGE;
            if !(stub || indented || has_year(&line.text) || (is_bold(line) && plain_body)) {
                break;
            }
            stub = indented;
            heads.push(at);
        }
        heads
    }

    /// True when a row is the head of another table: without values, over rows that have some.
    fn opens_a_table(&self, table: &[usize], row: usize) -> bool {
        let values = |at: usize| has_values(self.text(at));
        !values(row)
            && self.rows_down(row).skip(1).any(values)
            && !table.iter().take(MOST_HEADS).any(|at| self.text(*at) == self.text(row))
    }

    /// By how many columns the rows on both sides of a place differ at least.
    fn columns_differ(&self, last: usize, row: usize) -> usize {
        let columns = |at: usize| cells(self.text(at)).len();
        let below: Vec<usize> = self.rows_down(row).map(columns).collect();
        let above = self.rows_up(last).map(columns);
        above.flat_map(|a| below.iter().map(move |b| a.abs_diff(*b))).min().unwrap_or(usize::MAX)
    }

    fn rows_up(&self, from: usize) -> impl Iterator<Item = usize> {
        (0..=from).rev().take_while(|at| self.lines.get(*at).is_some_and(|l| is_row(l))).take(NEAR)
    }

    fn rows_down(&self, from: usize) -> impl Iterator<Item = usize> {
        (from..).take_while(|at| self.lines.get(*at).is_some_and(|l| is_row(l))).take(NEAR)
    }

    fn text(&self, at: usize) -> &'l str {
        self.lines.get(at).map_or("", |line| line.text.as_str())
    }

    fn pitch(&self, at: usize) -> f32 {
        let size = self.lines.get(at).map_or(0.0, |line| line.size);
        self.pitches.get(at).copied().unwrap_or(0.0).max(1.15 * size)
    }

    fn widest(&self, at: usize) -> f32 {
        WIDEST_GAP * self.pitch(at)
    }
}

fn is_row(line: &Line) -> bool {
    line.flags.contains(LineFlags::TABLE_ROW)
}

fn x0(line: &Line) -> f32 {
    line.bounds.map_or(0.0, |bounds| bounds[0])
}

/// Returns the distance from a line down to another one of its page.
fn step(above: &Line, below: &Line) -> Option<f32> {
    let step = below.bounds?[3] - above.bounds?[3];
    (above.page == below.page && step > 0.0).then_some(step)
}

/// True for a line with a colon, and one that is bold or in capitals where the row above it is not.
fn stands_out(line: &Line, row: &Line) -> bool {
    let is_bold = |line: &Line| line.flags.contains(LineFlags::BOLD);
    let first = cells(&row.text).into_iter().find(|cell| cell.contains(char::is_alphabetic)).unwrap_or("");
    line.text.ends_with(':') || (is_bold(line) && !is_bold(row)) || (is_upper(&line.text) && !is_upper(first))
}

fn is_upper(text: &str) -> bool {
    text.chars().any(char::is_alphabetic) && !text.chars().any(char::is_lowercase)
}

fn begins_lower(text: &str) -> bool {
    text.starts_with(char::is_lowercase)
}

/// One cell of few words that goes nowhere and holds no figures.
fn reads_as_label(text: &str) -> bool {
    const OPEN: [&str; 14] =
        ["a", "an", "and", "by", "for", "from", "in", "of", "or", "per", "the", "to", "with", "&"];
    let last = text.split_whitespace().next_back().unwrap_or("").to_lowercase();
    cells(text).len() == 1
        && !begins_lower(text)
        && text.split_whitespace().count() <= LONGEST_LABEL
        && text.chars().filter(|c| c.is_alphabetic()).count() >= 2
        && !text.contains(|c: char| c.is_ascii_digit())
        && !text.contains("__")
        && !text.ends_with(['.', ',', ';', '!', '?', '-'])
        && !OPEN.contains(&last.as_str())
}

/// A label behind an account's number, over rows with such numbers: `4000 Personnel`.
fn is_coded_label(text: &str, row: &str) -> bool {
    let is_code = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let label = text.split_once(' ').filter(|(code, _)| is_code(code)).map(|(_, label)| label);
    label.is_some_and(|label| is_code(row) && reads_as_label(label))
}

/// True when a cell holds an amount, a count or a word in its place. Years are no values.
fn has_values(row: &str) -> bool {
    const WORDS: [&str; 10] =
        ["free", "n/a", "none", "no charge", "no fee", "tbd", "-", "$ -", "\u{2013}", "\u{2014}"];
    let in_words = |cell: &&str| WORDS.contains(&cell.to_lowercase().as_str());
    words(row).any(|(before, word)| is_figure(word) && !is_year(before, word))
        || cells(row).iter().skip(1).any(in_words)
}

fn has_year(row: &str) -> bool {
    words(row).any(|(before, word)| is_year(before, word))
}

/// Words with the word before each.
fn words(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let before = std::iter::once("").chain(text.split_whitespace());
    before.zip(text.split_whitespace())
}

fn is_figure(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    digits > 0 && digits * 2 >= word.chars().count()
}

/// `2024`, `2023-24`, `FY24`, `FY 2023/2024`.
fn is_year(before: &str, word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_uppercase();
    let (fiscal, digits) =
        word.strip_prefix("FY").map_or((before == "FY", word.as_str()), |rest| (true, rest));
    let mut years = digits.split(['-', '/', '\u{2013}']);
    let full = |year: &str| year.len() == 4 && (year.starts_with("19") || year.starts_with("20"));
    let Some(first) = years.next().filter(|year| full(year) || (fiscal && year.len() == 2)) else {
        return false;
    };
    let next = years.next();
    let number = |year: &str| year.parse::<u32>().ok().map(|year| year % 100);
    let Some(year) = number(first) else { return false };
    let follows = next.is_none_or(|next| {
        (full(next) || next.len() == 2) && number(next).is_some_and(|next| next == (year + 1) % 100)
    });
    follows && years.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_no_values() {
        for (row, expected) in [
            ("Account  2023  2024", false),
            ("Account  FY24  FY 25  2023-24", false),
            ("  Actual 2022/2023  FY2023-24", false),
            ("Salaries  1,200  1,300", true),
            ("Fee  $25", true),
            ("Resolution  2024-08", true),
            ("Dog license  Free", true),
            ("Pass  Fee", false),
        ] {
            assert_eq!(has_values(row), expected, "{row}");
        }
    }
}
