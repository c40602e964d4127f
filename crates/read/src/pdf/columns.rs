//! Reading order: a recursive cut of a page into columns and tables.

use super::options::LayoutOptions;
use super::rows::Row;

/// Pages with more rows are not looked at for columns: the search is quadratic.
const MOST_ROWS: usize = 1200;

/// Rows that are read one after the other.
#[derive(Debug, Clone, Default)]
pub(super) struct Block {
    pub rows: Vec<Row>,
    /// Free strips that all its rows leave between cells; a block with any is a table.
    pub gutters: Vec<(f32, f32)>,
}

/// Cuts rows (top to bottom) into blocks in reading order.
pub(super) fn blocks(rows: Vec<Row>, options: &LayoutOptions) -> Vec<Block> {
    let mut out = Vec::new();
    cut(rows, options, 0, &mut out);
    out
}

fn cut(rows: Vec<Row>, options: &LayoutOptions, depth: usize, out: &mut Vec<Block>) {
    if rows.is_empty() {
        return;
    }
    let found = if depth < 12 && rows.len() <= MOST_ROWS { best_span(&rows, options) } else { None };
    let Some(span) = found else {
        out.push(Block { rows, gutters: Vec::new() });
        return;
    };
    let mut before = rows;
    let mut middle = before.split_off(span.first.min(before.len()));
    let after = middle.split_off((span.last + 1 - span.first).min(middle.len()));
    cut(before, options, depth + 1, out);
    if span.prose {
        let (left, right) = split(middle, span.gutter);
        cut(left, options, depth + 1, out);
        cut(right, options, depth + 1, out);
    } else {
        out.push(Block { rows: middle, gutters: span.gutters });
    }
    cut(after, options, depth + 1, out);
}

fn split(rows: Vec<Row>, gutter: (f32, f32)) -> (Vec<Row>, Vec<Row>) {
    let middle = f32::midpoint(gutter.0, gutter.1);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for row in rows {
        let (a, b): (Vec<_>, Vec<_>) = row.words.into_iter().partition(|word| word.x0 < middle);
        if !a.is_empty() {
            left.push(Row::of(a));
        }
        if !b.is_empty() {
            right.push(Row::of(b));
        }
    }
    (left, right)
}

/// Consecutive rows that leave a strip free.
struct Span {
    first: usize,
    last: usize,
    gutter: (f32, f32),
    /// All strips that the rows leave free between text.
    gutters: Vec<(f32, f32)>,
    prose: bool,
    score: usize,
}

fn best_span(rows: &[Row], options: &LayoutOptions) -> Option<Span> {
    let free: Vec<Vec<(f32, f32)>> = rows.iter().map(|row| free_strips(row, options)).collect();
    let mut best: Option<Span> = None;
    let mut reached = 0;
    for first in 0..rows.len() {
        // A row without an inner gap starts nothing that its neighbour would not start better.
        let Some(strips) = free.get(first) else { break };
        if first > 0 && strips.len() <= 2 && first < reached {
            continue;
        }
        let mut common = strips.clone();
        let mut last = first;
        let mut kept = common.clone();
        let (mut left, mut right) = (f32::MAX, f32::MIN);
        for (next, (strips, row)) in free.iter().zip(rows).enumerate().skip(first) {
            left = left.min(row.x0());
            right = right.max(row.x1());
            if next == first {
                continue;
            }
            common = meet(&common, strips, options.gutter * row.size);
            // Only strips between text count; the outer margins always stay free.
            let inner = common.iter().any(|&(x0, x1)| x0 > left && x1 < right);
            if !inner && !could_grow(&common, rows, next) {
                break;
            }
            last = next;
            kept.clone_from(&common);
        }
        reached = reached.max(last);
        if let Some(span) = judge(rows, first, last, &kept, options)
            && best.as_ref().is_none_or(|b| (span.prose, span.score) > (b.prose, b.score))
        {
            best = Some(span);
        }
    }
    best
}

/// Returns the strips without text in a row: to the left of its words, between words far enough
/// apart, and to the right.
fn free_strips(row: &Row, options: &LayoutOptions) -> Vec<(f32, f32)> {
    let mut strips = Vec::new();
    let mut end = f32::NEG_INFINITY;
    for word in &row.words {
        let wide = options.gutter * row.size;
        if word.x0 - end >= wide {
            strips.push((end, word.x0));
        }
        end = end.max(word.x1);
    }
    strips.push((end, f32::INFINITY));
    strips
}

fn meet(a: &[(f32, f32)], b: &[(f32, f32)], narrowest: f32) -> Vec<(f32, f32)> {
    let mut out = Vec::new();
    for &(a0, a1) in a {
        for &(b0, b1) in b {
            let (x0, x1) = (a0.max(b0), a1.min(b1));
            if x1 - x0 >= narrowest {
                out.push((x0, x1));
            }
        }
    }
    out
}

/// Returns true if a row further down may begin the other side of a strip: rows so far may all be
/// on one side.
fn could_grow(strips: &[(f32, f32)], rows: &[Row], at: usize) -> bool {
    rows.iter().skip(at + 1).take(3).any(|row| {
        strips.iter().any(|&(x0, x1)| {
            (x0.is_infinite() && x1 - row.x1() > 0.0) || (x1.is_infinite() && row.x0() - x0 > 0.0)
        })
    })
}

/// Rows on the two sides of a strip.
#[derive(Default)]
struct Side {
    rows: usize,
    letters: usize,
    digits: usize,
    first: Option<usize>,
    last: usize,
    wide: f32,
    widest: f32,
}

impl Side {
    fn add<'w>(&mut self, index: usize, words: impl Iterator<Item = &'w super::words::Word>) {
        let (mut x0, mut x1, mut any) = (f32::MAX, f32::MIN, false);
        for word in words {
            any = true;
            x0 = x0.min(word.x0);
            x1 = x1.max(word.x1);
            self.letters += word.letters();
            self.digits += word.text.chars().filter(char::is_ascii_digit).count();
        }
        if any {
            self.rows += 1;
            self.first.get_or_insert(index);
            self.last = index;
            self.wide += x1 - x0;
            self.widest = self.widest.max(x1 - x0);
        }
    }

    fn is_prose(&self, options: &LayoutOptions) -> bool {
        let rows = f32::from(u16::try_from(self.rows.max(1)).unwrap_or(u16::MAX));
        let letters = f32::from(u16::try_from(self.letters).unwrap_or(u16::MAX));
        self.rows >= options.column_rows
            && letters / rows >= options.prose_letters
            && self.digits * 4 < self.letters
            && self.wide / rows >= 0.5 * self.widest
    }
}

fn judge(
    rows: &[Row],
    first: usize,
    last: usize,
    strips: &[(f32, f32)],
    options: &LayoutOptions,
) -> Option<Span> {
    let span = rows.get(first..=last)?;
    let mut gutters = Vec::new();
    let mut best: Option<Span> = None;
    for &(x0, x1) in strips {
        if x0.is_infinite() || x1.is_infinite() {
            continue;
        }
        let middle = f32::midpoint(x0, x1);
        let (mut left, mut right) = (Side::default(), Side::default());
        for (offset, row) in span.iter().enumerate() {
            left.add(first + offset, row.words.iter().filter(|word| word.x0 < middle));
            right.add(first + offset, row.words.iter().filter(|word| word.x0 >= middle));
        }
        let (Some(left_first), Some(right_first)) = (left.first, right.first) else { continue };
        gutters.push((x0, x1));
        // The stretch in which both sides have text.
        let (from, to) = (left_first.max(right_first), left.last.min(right.last));
        if from > to {
            continue;
        }
        let both = to + 1 - from;
        if left.rows.min(right.rows) < options.column_rows || both < options.column_rows {
            continue;
        }
        let sparse = left.rows.min(right.rows) * 10 < left.rows.max(right.rows) * 5;
        let prose = left.is_prose(options) && right.is_prose(options) && !sparse;
        let score = left.rows.min(right.rows);
        if best.as_ref().is_none_or(|b| (prose, score) > (b.prose, b.score)) {
            let (first, last) = trimmed(rows, first, last, from, to);
            best = Some(Span { first, last, gutter: (x0, x1), gutters: Vec::new(), prose, score });
        }
    }
    best.map(|span| Span { gutters, ..span })
}

/// Leaves out one-sided rows at the ends that are separate from the columns.
fn trimmed(rows: &[Row], first: usize, last: usize, from: usize, to: usize) -> (usize, usize) {
    let apart = |above: usize, below: usize| match (rows.get(above), rows.get(below)) {
        (Some(a), Some(b)) => b.y - a.y > 2.0 * a.size.max(b.size),
        _ => false,
    };
    let mut start = first;
    for index in first..from {
        if apart(index, index + 1) {
            start = index + 1;
        }
    }
    let mut end = last;
    for index in (to + 1..=last).rev() {
        if apart(index - 1, index) {
            end = index - 1;
        }
    }
    (start, end)
}
