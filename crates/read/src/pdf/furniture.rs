//! Running heads and page numbers: what repeats at the same place of neighbouring pages.

use std::collections::{BTreeMap, HashMap};
use twolane_text::roman_value;

use crate::Page;
use twolane_text::LineFlags;

use super::geometry::whole;

/// Pages looked at on each side. Heads change with chapters and alternate between left and right.
const REACH: usize = 8;

/// Share of the page's height at top and bottom where furniture stands.
const ZONE: f32 = 0.13;

/// Lines from the outside looked at, at top and bottom each.
const DEPTH: usize = 4;

/// Most characters of a running head.
const LONGEST: usize = 160;

/// Marks running heads and page numbers, and gives pages the number printed on them as a label
/// where no label is known and the two differ.
pub(super) fn mark(pages: &mut [Page]) {
    let seen: Vec<Vec<Candidate>> = pages.iter().map(candidates).collect();
    let heads = running_heads(&seen);
    let numbers = page_numbers(&seen);
    for (index, line) in heads {
        flag(pages, index, line, LineFlags::RUNNING_HEAD);
    }
    // A page of nothing but repeated lines has no other text: they are its content.
    for page in pages.iter_mut() {
        let bare =
            page.lines.iter().all(|line| line.flags.intersects(LineFlags::RUNNING_HEAD | LineFlags::HIDDEN));
        if bare {
            page.lines.iter_mut().for_each(|line| line.flags.remove(LineFlags::RUNNING_HEAD));
        }
    }
    for (index, line, label) in numbers {
        flag(pages, index, line, LineFlags::PAGE_NUMBER);
        if let Some(page) = pages.get_mut(index)
            && page.label.is_none()
            && page.number.to_string() != label
        {
            page.label = Some(label);
        }
    }
}

fn flag(pages: &mut [Page], page: usize, line: usize, flag: LineFlags) {
    if let Some(line) = pages.get_mut(page).and_then(|page| page.lines.get_mut(line)) {
        if flag == LineFlags::PAGE_NUMBER {
            line.flags.remove(LineFlags::RUNNING_HEAD);
        } else if line.flags.contains(LineFlags::PAGE_NUMBER) {
            return;
        }
        line.flags.insert(flag);
        line.flags.remove(LineFlags::PARAGRAPH_START | LineFlags::LIST_ITEM);
    }
}

/// A line near the top or the bottom of its page.
struct Candidate {
    line: usize,
    /// Text with digits made alike, in lower case.
    pattern: String,
    /// Distance from the top or the bottom edge in points, and which.
    place: (bool, i32),
    number: Option<PrintedNumber>,
    /// Lines further out.
    depth: usize,
}

fn candidates(page: &Page) -> Vec<Candidate> {
    let Some((_, height)) = page.size else { return Vec::new() };
    let mut placed: Vec<(usize, f32, f32)> = page
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !line.flags.intersects(LineFlags::HIDDEN | LineFlags::ROTATED))
        .filter_map(|(index, line)| line.bounds.map(|b| (index, b[1], b[3])))
        .collect();
    placed.sort_by(|a, b| a.1.total_cmp(&b.1));
    let top = placed.iter().take(DEPTH).filter(|(_, _, y1)| *y1 <= ZONE * height);
    let bottom = placed.iter().rev().take(DEPTH).filter(|(_, y0, _)| *y0 >= (1.0 - ZONE) * height);
    top.enumerate()
        .map(|(depth, c)| (true, depth, c))
        .chain(bottom.enumerate().map(|(depth, c)| (false, depth, c)))
        .filter_map(|(at_top, depth, &(line, y0, y1))| {
            let text = page.lines.get(line)?.text.as_str();
            if text.len() > LONGEST {
                return None;
            }
            let place = if at_top { y0 } else { height - y1 };
            Some(Candidate {
                line,
                pattern: pattern(text),
                place: (at_top, whole(place)),
                number: printed_number(text),
                depth,
            })
        })
        .collect()
}

fn pattern(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        if c.is_ascii_digit() {
            if !out.ends_with('#') {
                out.push('#');
            }
        } else {
            out.extend(c.to_lowercase());
        }
    }
    out
}

/// Lines whose pattern stands at the same place of enough neighbours: two within reach. In a
/// document of two or three pages one will do for the outermost lines, unless they close a sentence.
fn running_heads(seen: &[Vec<Candidate>]) -> Vec<(usize, usize)> {
    let mut by_pattern: HashMap<(&str, bool), Vec<(usize, i32)>> = HashMap::new();
    for (page, candidates) in seen.iter().enumerate() {
        for candidate in candidates {
            by_pattern
                .entry((candidate.pattern.as_str(), candidate.place.0))
                .or_default()
                .push((page, candidate.place.1));
        }
    }
    let needed = if seen.len() <= 3 { 1 } else { 2 };
    let mut out = Vec::new();
    for (page, candidates) in seen.iter().enumerate() {
        for candidate in candidates {
            // A bare number repeats in tables as well; page numbers are judged by their sequence.
            if candidate.pattern.chars().filter(|c| c.is_alphabetic()).count() < 2 {
                continue;
            }
            let places = by_pattern.get(&(candidate.pattern.as_str(), candidate.place.0));
            let near = places.map_or(0, |places| {
                places
                    .iter()
                    .filter(|(other, place)| {
                        *other != page
                            && other.abs_diff(page) <= REACH
                            && (place - candidate.place.1).abs() <= 4
                    })
                    .count()
            });
            let few = seen.len() <= 3 && near < 2;
            if near >= needed && !(few && (candidate.depth > 1 || candidate.pattern.ends_with('.'))) {
                out.push((page, candidate.line));
            }
        }
    }
    out
}

/// A number that stands alone on a line.
#[derive(Debug, Clone, PartialEq, Eq)]
struct PrintedNumber {
    value: i64,
    label: String,
    /// Series: what stands around the number, and whether it is roman.
    series: String,
}

/// Reads `12`, `- 12 -`, `Page 12 of 40`, `iv`, `A-3`, `12 | Page`.
fn printed_number(text: &str) -> Option<PrintedNumber> {
    let lower = text.to_lowercase();
    let text = lower.trim_matches(|c: char| c.is_whitespace() || "-\u{2013}\u{2014}|[]().".contains(c));
    let text =
        text.strip_prefix("page").or(text.strip_suffix("page")).or(text.strip_prefix("p.")).unwrap_or(text);
    let text = text.trim_matches(|c: char| c.is_whitespace() || "-\u{2013}\u{2014}|".contains(c));
    let text = match text.split_once(" of ").or(text.split_once('/')) {
        Some((head, tail)) if tail.trim().chars().all(|c| c.is_ascii_digit()) => head.trim(),
        _ => text,
    };
    if !text.is_empty() && text.len() <= 4 && text.chars().all(|c| c.is_ascii_digit()) {
        return Some(PrintedNumber {
            value: text.parse().ok()?,
            label: text.to_owned(),
            series: String::new(),
        });
    }
    if let Some(value) = roman_value(&text.to_uppercase()).map(i64::from) {
        return Some(PrintedNumber { value, label: text.to_owned(), series: "roman".to_owned() });
    }
    // A chapter's letter or number and the page within it.
    let (chapter, number) = text.split_once(['-', '.', ':'])?;
    let sound = (1..=3).contains(&chapter.len())
        && (1..=3).contains(&number.len())
        && chapter.chars().all(|c| c.is_ascii_alphanumeric())
        && number.chars().all(|c| c.is_ascii_digit());
    sound.then(|| PrintedNumber {
        value: number.parse().unwrap_or(0),
        label: text.to_uppercase(),
        series: format!("chapter {chapter}"),
    })
}

/// Numbers that keep the same distance to the page's own number on neighbouring pages. A document
/// of one page may print its 1.
fn page_numbers(seen: &[Vec<Candidate>]) -> Vec<(usize, usize, String)> {
    let mut by_offset: BTreeMap<(&str, i64), Vec<(usize, usize)>> = BTreeMap::new();
    for (page, candidates) in seen.iter().enumerate() {
        for candidate in candidates {
            if let Some(number) = &candidate.number {
                let offset = number.value - i64::try_from(page).unwrap_or(i64::MAX);
                by_offset.entry((number.series.as_str(), offset)).or_default().push((page, candidate.line));
            }
        }
    }
    let mut out = Vec::new();
    for (page, candidates) in seen.iter().enumerate() {
        for candidate in candidates {
            let Some(number) = &candidate.number else { continue };
            let offset = number.value - i64::try_from(page).unwrap_or(i64::MAX);
            let same = by_offset.get(&(number.series.as_str(), offset)).map_or(&[][..], Vec::as_slice);
            let near = same.iter().any(|(other, _)| *other != page && other.abs_diff(page) <= REACH);
            let first_of_few = seen.len() <= 2 && number.series.is_empty() && offset == 1;
            if near || first_of_few {
                out.push((page, candidate.line, number.label.clone()));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_numbers() {
        for (text, expected) in [
            ("12", Some((12, "12"))),
            ("- 12 -", Some((12, "12"))),
            ("Page 3 of 40", Some((3, "3"))),
            ("3/7", Some((3, "3"))),
            ("iv", Some((4, "iv"))),
            ("A-3", Some((3, "A-3"))),
            ("7 | Page", Some((7, "7"))),
            ("2024 budget", None),
            ("Section", None),
        ] {
            let found = printed_number(text);
            assert_eq!(found.as_ref().map(|n| (n.value, n.label.as_str())), expected, "{text}");
        }
    }
}
