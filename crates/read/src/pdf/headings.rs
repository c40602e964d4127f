//! Heading levels from font size and weight.

use std::collections::BTreeMap;

use crate::Page;
use twolane_text::{Line, LineFlags};

use super::geometry::whole;

/// A heading is at least this much larger than the text around it.
const LARGER: f32 = 1.12;

/// Longest heading in characters, and most lines of one.
const LONGEST: usize = 140;
const MOST_LINES: usize = 3;

/// Gives levels to headings: larger sizes first, then bold lines in the size of the text.
pub(super) fn mark(pages: &mut [Page]) {
    let Some(body) = body_size(pages) else { return };
    let mut sizes: BTreeMap<i32, usize> = BTreeMap::new();
    for page in pages.iter_mut() {
        let found = headings(&page.lines, body);
        for index in found {
            if let Some(line) = page.lines.get_mut(index) {
                line.heading = Some(6);
                *sizes.entry(rank(line, body)).or_default() += 1;
            }
        }
    }
    // Sizes a point apart at most are one level.
    let mut levels: BTreeMap<i32, u8> = BTreeMap::new();
    let (mut level, mut last) = (0u8, None::<i32>);
    for &size in sizes.keys().rev() {
        if last.is_none_or(|last| last - size > 1 || size == 0) {
            level = level.saturating_add(1).min(6);
            last = Some(size);
        }
        levels.insert(size, level);
    }
    for line in pages.iter_mut().flat_map(|page| page.lines.iter_mut()) {
        if line.heading.is_some() {
            line.heading = levels.get(&rank(line, body)).copied();
        }
    }
}

/// Half points above the body's size; 0 for bold lines in the size of the body.
fn rank(line: &Line, body: f32) -> i32 {
    if line.size >= body * LARGER { whole(line.size * 2.0) } else { 0 }
}

/// The size in which most characters are set.
fn body_size(pages: &[Page]) -> Option<f32> {
    let mut characters: BTreeMap<i32, usize> = BTreeMap::new();
    for line in pages.iter().flat_map(|page| &page.lines) {
        if !line.flags.intersects(LineFlags::HIDDEN | LineFlags::ROTATED) && line.size > 0.0 {
            *characters.entry(whole(line.size * 2.0)).or_default() += line.text.len();
        }
    }
    let (&half_points, _) = characters.iter().max_by_key(|(_, count)| **count)?;
    Some(f32::from(i16::try_from(half_points).ok()?) / 2.0)
}

fn headings(lines: &[Line], body: f32) -> Vec<usize> {
    let mut out = Vec::new();
    let mut index = 0;
    while index < lines.len() {
        let start = index;
        index += 1;
        let Some(first) = lines.get(start) else { break };
        if !could_be(first, body) {
            continue;
        }
        // A heading may run over lines of the same look.
        while let Some(next) = lines.get(index) {
            let same = could_be(next, body)
                && (next.size - first.size).abs() < 0.5
                && next.flags.contains(LineFlags::BOLD) == first.flags.contains(LineFlags::BOLD)
                && near(lines.get(index - 1), next);
            if !same {
                break;
            }
            index += 1;
        }
        let stretch = lines.get(start..index).unwrap_or(&[]);
        let alone = stretch.len() <= MOST_LINES;
        let larger = first.size >= body * LARGER;
        let larger_enough = larger && first.size >= 8.0;
        let bold_head = !larger && first.flags.contains(LineFlags::PARAGRAPH_START);
        let ends_open =
            stretch.last().is_some_and(|l| !l.text.ends_with(['.', ',', ';']) || is_numbered(&l.text));
        if alone && (larger_enough || (bold_head && ends_open)) {
            out.extend(start..index);
        }
    }
    out
}

fn near(above: Option<&Line>, below: &Line) -> bool {
    match (above.and_then(|line| line.bounds), below.bounds) {
        (Some(a), Some(b)) => b[1] - a[3] < below.size && b[1] > a[1],
        _ => false,
    }
}

fn could_be(line: &Line, body: f32) -> bool {
    let letters = line.text.chars().filter(|c| c.is_alphabetic()).count();
    let heavy =
        line.size >= body * LARGER || (line.flags.contains(LineFlags::BOLD) && line.size >= body * 0.95);
    heavy
        && letters >= 3
        && line.text.chars().count() <= LONGEST
        && !line.is_furniture()
        && !line.flags.intersects(
            LineFlags::HIDDEN
                | LineFlags::ROTATED
                | LineFlags::TABLE_ROW
                | LineFlags::TABLE_HEAD
                | LineFlags::OCR,
        )
}

/// `3.2 Fees.`, `SECTION 4.`, `Article II.`
fn is_numbered(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or("");
    let lower = first.to_lowercase();
    first.starts_with(|c: char| c.is_ascii_digit() || c == '\u{A7}')
        || ["section", "sec.", "article", "chapter", "part"].contains(&lower.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PageStatus;

    #[test]
    fn sizes_become_levels() {
        let line = |text: &str, size: f32, flags: LineFlags| Line { size, flags, ..Line::plain(1, 1, text) };
        let text = "Plain text of the body, long enough to be the most of it on this page.";
        let mut pages = [Page {
            number: 1,
            label: None,
            size: None,
            lines: vec![
                line("Zoning Ordinance", 20.0, LineFlags::BOLD),
                line(text, 10.0, LineFlags::empty()),
                line("Fees", 14.0, LineFlags::empty()),
                line(text, 10.0, LineFlags::empty()),
                line("Permits", 10.0, LineFlags::BOLD | LineFlags::PARAGRAPH_START),
                line(text, 10.0, LineFlags::empty()),
            ],
            status: PageStatus::Read,
            engine: String::new(),
        }];
        mark(&mut pages);
        let levels: Vec<_> = pages.iter().flat_map(|p| p.lines.iter().map(|l| l.heading)).collect();
        assert_eq!(levels, [Some(1), None, Some(2), None, Some(3), None]);
    }
}
