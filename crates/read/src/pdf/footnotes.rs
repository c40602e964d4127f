//! Footnotes: lines at the foot of a page that begin with a mark of its text.

use std::collections::BTreeMap;

use twolane_text::{Line, LineFlags};

use super::geometry::whole;
use crate::scripts::superscript;

/// Type of footnotes against that of the text.
const SMALLER: f32 = 0.95;

/// Flags the footnotes of a page and shows their marks as the text above shows them.
pub(super) fn mark(lines: &mut [Line]) {
    let Some(body) = body_size(lines) else { return };
    let mut used: Vec<(usize, String)> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        used.extend(marks_within(&line.text).into_iter().map(|mark| (index, mark)));
    }
    for index in 0..lines.len() {
        let Some(line) = lines.get_mut(index) else { break };
        if line.flags.intersects(LineFlags::HIDDEN | LineFlags::ROTATED | LineFlags::TABLE_ROW) {
            continue;
        }
        let Some((first, rest)) = line.text.split_once(' ') else { continue };
        let rest = rest.trim_start();
        let small = line.size < SMALLER * body;
        let is_used = |mark: &str| used.iter().any(|(at, known)| *at < index && known == mark);
        if is_raised(first) && (small || is_used(first)) && rest.contains(char::is_alphabetic) {
            line.flags.insert(LineFlags::FOOTNOTE);
            continue;
        }
        let number = first.strip_suffix('.').unwrap_or(first);
        if small && (1..=3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit()) {
            let mark = superscript(number);
            if is_used(&mark) && rest.contains(char::is_alphabetic) {
                line.text = format!("{mark} {rest}");
                line.flags.insert(LineFlags::FOOTNOTE);
                line.flags.remove(LineFlags::LIST_ITEM);
            }
        }
    }
}

/// The size in which most characters of the page are set.
fn body_size(lines: &[Line]) -> Option<f32> {
    let mut characters: BTreeMap<i32, usize> = BTreeMap::new();
    for line in lines.iter().filter(|line| !line.flags.contains(LineFlags::HIDDEN)) {
        *characters.entry(whole(line.size * 2.0)).or_default() += line.text.len();
    }
    let (&half_points, _) = characters.iter().max_by_key(|(_, count)| **count)?;
    Some(f32::from(i16::try_from(half_points).ok()?) / 2.0)
}

fn is_raised_digit(c: char) -> bool {
    matches!(c, '\u{2070}' | '\u{B9}' | '\u{B2}' | '\u{B3}' | '\u{2074}'..='\u{2079}')
}

fn is_raised(mark: &str) -> bool {
    !mark.is_empty() && mark.chars().all(is_raised_digit)
}

/// Returns the raised numbers of a text, except a number at its start.
fn marks_within(text: &str) -> Vec<String> {
    let mut marks = Vec::new();
    let mut mark = String::new();
    for (index, c) in text.char_indices() {
        if is_raised_digit(c) && (index > 0 || !mark.is_empty()) {
            mark.push(c);
        } else if !mark.is_empty() {
            marks.push(std::mem::take(&mut mark));
        }
    }
    if !mark.is_empty() {
        marks.push(mark);
    }
    marks
}
