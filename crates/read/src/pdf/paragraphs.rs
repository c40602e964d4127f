//! Where paragraphs start, and what an item of a list looks like.

use super::geometry::{lower_quartile, median};
use super::rows::{Cell, Row};

/// For each row of a block, whether a paragraph starts there.
pub(super) fn starts(rows: &[(&Row, Vec<Cell<'_>>)]) -> Vec<bool> {
    let steps: Vec<f32> = rows
        .windows(2)
        .filter_map(|pair| match pair {
            [(a, _), (b, _)] => Some(b.y - a.y).filter(|step| *step > 0.0),
            _ => None,
        })
        .collect();
    let leading = lower_quartile(steps);
    let left = rows.iter().map(|(row, _)| row.x0()).fold(f32::MAX, f32::min);
    let right = rows.iter().map(|(row, _)| row.x1()).fold(f32::MIN, f32::max);
    let usual_left = median(rows.iter().map(|(row, _)| row.x0()).collect()).min(left + 0.5 * (right - left));
    let mut out = Vec::with_capacity(rows.len());
    let mut previous: Option<&Row> = None;
    for (row, cells) in rows {
        let start = match previous {
            None => !begins_lower(row),
            Some(before) => {
                let em = row.size.max(1.0);
                let gap = row.y - before.y > 1.3 * leading.max(em);
                let sized = (row.size - before.size).abs() > 0.12 * em;
                let indented = row.x0() > usual_left + 0.8 * em && before.x0() <= usual_left + 0.4 * em;
                let short = before.x1() < left + 0.8 * (right - left) && ends_sentence(before);
                let listed = row.words.first().is_some_and(|word| is_list_mark(&word.text))
                    && (row.x0() - before.x0()).abs() > 0.0;
                (gap && !begins_lower(row)) || sized || indented || short || listed || cells.len() > 1
            }
        };
        out.push(start);
        previous = Some(row);
    }
    out
}

fn begins_lower(row: &Row) -> bool {
    row.words.first().and_then(|word| word.text.chars().next()).is_some_and(char::is_lowercase)
}

fn ends_sentence(row: &Row) -> bool {
    row.words.last().is_some_and(|word| {
        word.text.trim_end_matches(['"', '\u{201D}', ')', '\'']).ends_with(['.', ':', ';', '?', '!'])
    })
}

/// True when the text begins with a bullet or an item's number.
pub(super) fn is_list_item(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(is_list_mark) && text.split_whitespace().nth(1).is_some()
}

/// `•`, `(a)`, `3.`, `iv)`, `A.`
pub(super) fn is_list_mark(word: &str) -> bool {
    const BULLETS: &str =
        "\u{2022}\u{25CF}\u{25CB}\u{25AA}\u{25A0}\u{2013}\u{2014}-*\u{25E6}\u{27A2}\u{2713}\u{F0B7}\u{F0A7}";
    let mut characters = word.chars();
    if let (Some(first), None) = (characters.next(), characters.next()) {
        return BULLETS.contains(first);
    }
    let (body, closed) = match word.strip_prefix('(') {
        Some(rest) => match rest.strip_suffix(')').or(rest.strip_suffix(").")) {
            Some(body) => (body, true),
            None => (rest, false),
        },
        None => match word.strip_suffix(['.', ')']) {
            Some(body) => (body, true),
            None => (word, false),
        },
    };
    if !closed || body.is_empty() {
        return false;
    }
    let digits = body.len() <= 3 && body.chars().all(|c| c.is_ascii_digit());
    let letter = body.len() == 1 && body.chars().all(|c| c.is_ascii_alphabetic());
    let roman = body.len() <= 5
        && (body.chars().all(|c| "ivxl".contains(c)) || body.chars().all(|c| "IVXL".contains(c)));
    digits || letter || roman
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_marks() {
        for (text, expected) in [
            ("\u{2022} item", true),
            ("(a) item", true),
            ("12. item", true),
            ("iv) item", true),
            ("A. item", true),
            ("2024. item", false),
            ("the item", false),
            ("(see below) item", false),
            ("1.", false),
            ("Mr. Smith", false),
        ] {
            assert_eq!(is_list_item(text), expected, "{text}");
        }
    }
}
