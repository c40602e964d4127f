//! A page number that stands alone on a line.

use twolane_text::roman_value;

/// A number that stands alone on a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PrintedNumber {
    pub value: i64,
    pub label: String,
    /// Series of the number: the text around it, and whether it is roman.
    pub series: String,
    /// Says that it is a page's number.
    pub is_named: bool,
}

/// Reads `12`, `- 12 -`, `Page 12 of 40`, `iv`, `A-3`, `12 | Page`.
pub(super) fn printed_number(text: &str) -> Option<PrintedNumber> {
    let lower = text.to_lowercase();
    let text = lower.trim_matches(|c: char| c.is_whitespace() || "-\u{2013}\u{2014}|[]().".contains(c));
    let bare = text;
    let text =
        text.strip_prefix("page").or(text.strip_suffix("page")).or(text.strip_prefix("p.")).unwrap_or(text);
    let text = text.trim_matches(|c: char| c.is_whitespace() || "-\u{2013}\u{2014}|".contains(c));
    let text = match text.split_once(" of ").or(text.split_once('/')) {
        Some((head, tail)) if tail.trim().chars().all(|c| c.is_ascii_digit()) => head.trim(),
        _ => text,
    };
    let is_named = bare != text;
    if !text.is_empty() && text.len() <= 4 && text.chars().all(|c| c.is_ascii_digit()) {
        return Some(PrintedNumber {
            value: text.parse().ok()?,
            label: text.to_owned(),
            series: String::new(),
            is_named,
        });
    }
    if let Some(value) = roman_value(&text.to_uppercase()).map(i64::from) {
        return Some(PrintedNumber { value, label: text.to_owned(), series: "roman".to_owned(), is_named });
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
        is_named,
    })
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
