//! From blocks of rows to lines.

use twolane_text::{Line, LineFlags, is_leader_row};

use super::columns::Block;
use super::geometry::{Frame, Rect};
use super::glyph::Rule;
use super::grid::empty_cells;
use super::normalise::normalised;
use super::options::LayoutOptions;
use super::paragraphs;
use super::raised;
use super::rows::Cell;
use super::script::Script;
use super::tables::{cells, split_at_edges, table_rows};
use super::words::Word;

/// Writes the lines of a block; numbers are given later.
pub(super) fn lines(
    block: &Block,
    frame: Frame,
    page_size: (f32, f32),
    rules: &[Rule],
    flags: LineFlags,
    options: &LayoutOptions,
) -> Vec<Line> {
    let mut rows: Vec<_> =
        block.rows.iter().map(|row| (row, cells(row, &block.gutters, rules, options))).collect();
    split_at_edges(&mut rows);
    let table_rows = table_rows(&rows, !block.gutters.is_empty());
    let starts = paragraphs::starts(&rows);
    let empty = empty_cells(&rows, &table_rows);
    let mut out = Vec::with_capacity(rows.len());
    for ((((row, cells), in_table), starts_paragraph), empty) in
        rows.iter().zip(table_rows).zip(starts).zip(empty)
    {
        let mut text = String::new();
        for (at, (cell, empty)) in cells.iter().zip(empty).enumerate() {
            // Two spaces part cells, so four stand around an empty one.
            text.push_str(&"  ".repeat(empty + usize::from(at > 0)));
            write_cell(cell, options, &mut text);
        }
        let text = normalised(&text);
        if text.trim().is_empty() {
            continue;
        }
        let in_table = in_table || is_leader_row(&text);
        let mut flags = flags;
        flags.set(LineFlags::TABLE_ROW, in_table);
        flags.set(LineFlags::STRUCK, row.words.iter().all(|word| word.struck));
        flags.set(LineFlags::BOLD, row.words.iter().all(Word::is_bold));
        flags.set(LineFlags::OCR, row.words.iter().all(|word| word.ocr));
        // A dash within a sentence may come to stand at a line's start.
        let dashed = text.starts_with(['-', '\u{2013}', '\u{2014}']);
        let listed = paragraphs::is_list_item(&text) && (starts_paragraph || !dashed);
        flags.set(LineFlags::LIST_ITEM, !in_table && listed);
        flags.set(LineFlags::PARAGRAPH_START, starts_paragraph);
        let extent = Rect {
            x0: row.x0(),
            y0: row.words.iter().map(Word::top).fold(f32::MAX, f32::min),
            x1: row.x1(),
            y1: row.words.iter().map(Word::bottom).fold(f32::MIN, f32::max),
        };
        out.push(Line {
            bounds: Some(on_page(frame.leave_box(extent), page_size)),
            size: (row.size * 100.0).round() / 100.0,
            flags,
            ..Line::plain(0, 0, text)
        });
    }
    out
}

/// The part of a box that lies on the page, to hundredths of a point.
fn on_page(extent: Rect, (width, height): (f32, f32)) -> [f32; 4] {
    let round = |v: f32| (v * 100.0).round() / 100.0;
    [
        round(extent.x0.clamp(0.0, width)),
        round(extent.y0.clamp(0.0, height)),
        round(extent.x1.clamp(0.0, width)),
        round(extent.y1.clamp(0.0, height)),
    ]
}

fn write_cell(cell: Cell<'_>, options: &LayoutOptions, out: &mut String) {
    let tracking = tracking(cell, options);
    let mut previous: Option<&Word> = None;
    let mut rest = cell;
    while let Some(word) = rest.first() {
        if let Some(previous) = previous
            && parted(previous, word, tracking, options)
        {
            out.push(' ');
        }
        let is_struck = |word: Option<&Word>| word.is_some_and(|word| word.struck);
        if word.struck && !is_struck(previous) {
            out.push_str("~~");
        }
        let mut taken = 1;
        if let Some((shown, words)) = raised::read(rest, out) {
            let opens = out.trim().is_empty();
            out.push_str(&shown);
            taken = words;
            // The mark of a note stands before the note's text.
            if opens && word.script == Script::Raised && rest.len() > taken {
                out.push(' ');
            }
        } else {
            out.push_str(&word.text);
        }
        previous = rest.get(taken.saturating_sub(1));
        rest = rest.get(taken..).unwrap_or(&[]);
        if is_struck(previous) && !is_struck(rest.first()) {
            out.push_str("~~");
            // What replaces struck words stands apart from them.
            if rest.first().is_some_and(|next| next.text.starts_with(char::is_alphanumeric)) {
                out.push(' ');
            }
        }
        if out.ends_with(' ') {
            previous = None;
        }
    }
}

fn parted(a: &Word, b: &Word, tracking: f32, options: &LayoutOptions) -> bool {
    let em = a.size.min(b.size);
    let gap = b.x0 - a.x1;
    let neighbours = a.sequence.0 == b.sequence.0 && a.sequence.1 + 1 == b.sequence.1;
    // Strings that overlap were set apart from each other.
    (neighbours && b.space_before) || gap > options.space.max(tracking) * em || gap < -0.5 * em
}

/// Widest gap (em) within words whose letters are set apart: "N O T I C E" and "N otic e".
fn tracking(cell: Cell<'_>, options: &LayoutOptions) -> f32 {
    let single = |word: &Word| {
        let mut characters = word.text.chars();
        characters.next().is_some_and(char::is_alphabetic) && characters.next().is_none()
    };
    let singles = cell.iter().filter(|word| single(word)).count();
    if singles < 5 || singles * 2 < cell.len() {
        return 0.0;
    }
    let mut gaps: Vec<f32> = cell
        .windows(2)
        .filter_map(|pair| match pair {
            [a, b] if !b.space_before && (single(a) || single(b)) => {
                Some((b.x0 - a.x1) / a.size.min(b.size).max(0.1))
            }
            _ => None,
        })
        .collect();
    gaps.sort_by(f32::total_cmp);
    let usual = gaps.get(gaps.len() / 2).copied().unwrap_or(0.0);
    if usual > options.space * 0.5 && usual < 1.0 { usual * 1.3 } else { 0.0 }
}
