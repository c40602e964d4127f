//! Line numbers in the margin: counted on the page, no part of the text.

use super::geometry::median;
use super::rows::Row;

/// Fewest numbers that count as line numbers.
const FEWEST: usize = 8;

/// Takes margin line numbers out of the rows; returns how many were taken.
pub(super) fn take_line_numbers(rows: &mut Vec<Row>) -> usize {
    let Some(found) = line_numbers(rows) else { return 0 };
    let taken = found.len();
    for index in found {
        if let Some(row) = rows.get_mut(index) {
            let rest = row.words.split_off(1);
            *row = if rest.is_empty() { Row::default() } else { Row::of(rest) };
        }
    }
    rows.retain(|row| !row.words.is_empty());
    taken
}

/// Finds rows that begin with a margin number: numbers that count up by one at an even pitch down
/// most of the page, in a column of their own, beside prose. A numbered list has stops and uneven
/// steps, a table has cells, and items of an agenda have lines without numbers below them or all
/// restart.
fn line_numbers(rows: &[Row]) -> Option<Vec<usize>> {
    let candidates: Vec<(usize, u32, f32, f32)> = rows
        .iter()
        .enumerate()
        .filter_map(|(index, row)| {
            let first = row.words.first()?;
            let number: u32 = first.text.parse().ok().filter(|n| *n <= 999)?;
            let clear = row.words.get(1).is_none_or(|next| next.x0 - first.x1 > 0.5 * first.size);
            clear.then_some((index, number, first.x1, first.y))
        })
        .collect();
    if candidates.len() < FEWEST {
        return None;
    }
    let column = median(candidates.iter().map(|c| c.2).collect());
    let column: Vec<_> = candidates.into_iter().filter(|c| (c.2 - column).abs() < 3.0).collect();
    // The longest stretch that counts up.
    let mut best: &[(usize, u32, f32, f32)] = &[];
    let mut start = 0;
    for end in 1..=column.len() {
        let goes_on = match (column.get(end - 1), column.get(end)) {
            (Some(a), Some(b)) => b.1 == a.1 + 1,
            _ => false,
        };
        if !goes_on {
            if let Some(run) = column.get(start..end).filter(|run| run.len() > best.len()) {
                best = run;
            }
            start = end;
        }
    }
    if best.len() < FEWEST {
        return None;
    }
    let steps: Vec<f32> =
        best.windows(2).filter_map(|p| if let [a, b] = p { Some(b.3 - a.3) } else { None }).collect();
    let pitch = median(steps.clone());
    let even = steps.iter().filter(|step| (*step - pitch).abs() <= 0.1 * pitch).count();
    let beside_prose =
        best.iter().filter(|(index, ..)| rows.get(*index).is_some_and(|row| widest_gap(row) < 2.0)).count();
    let text_left = best.iter().filter_map(|(i, ..)| rows.get(*i)?.words.get(1)).map(|w| w.x0);
    let text_left = text_left.fold(f32::MAX, f32::min);
    let clear = best.iter().all(|c| c.2 < text_left);
    let (first, last) = (best.first()?.0, best.last()?.0);
    let unnumbered = (last + 1 - first).saturating_sub(best.len());
    // Text that runs on from line to line goes on with a small letter now and then.
    let goes_on = best.iter().filter(|(index, ..)| rows.get(*index).is_some_and(continues)).count();
    // A line without text has a number all the same, and an item of an agenda has text.
    let bare = best.iter().filter(|(index, ..)| rows.get(*index).is_some_and(|r| r.words.len() == 1)).count();
    let of_lines = goes_on * 5 >= best.len() || bare >= 3;
    let counts_lines = unnumbered * 10 <= best.len() * 3 && of_lines;
    (clear && counts_lines && even * 10 >= steps.len() * 8 && beside_prose * 10 >= best.len() * 7)
        .then(|| best.iter().map(|c| c.0).collect())
}

/// True when the text beside the number goes on with a sentence.
fn continues(row: &Row) -> bool {
    row.words.get(1).and_then(|word| word.text.chars().next()).is_some_and(char::is_lowercase)
}

/// Widest gap between the words after the first, in em.
fn widest_gap(row: &Row) -> f32 {
    row.words
        .windows(2)
        .skip(1)
        .filter_map(|p| if let [a, b] = p { Some((b.x0 - a.x1) / row.size.max(1.0)) } else { None })
        .fold(0.0, f32::max)
}
