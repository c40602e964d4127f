//! Headings by the shape of a line, where the format does not mark them.

use crate::Page;
use twolane_law::{SectionKind, section_head};
use twolane_text::sentences;

/// Longest heading in characters.
const LONGEST: usize = 100;

/// Longest title after a section's label that still makes the line a heading, in characters.
const LONGEST_TITLE: usize = 70;

/// Returns the text of the first heading of the first level, or else of any level.
pub(crate) fn first_heading(page: &Page) -> Option<String> {
    let heading = |level: Option<u8>| {
        page.lines.iter().find(|line| line.heading.is_some() && (level.is_none() || line.heading == level))
    };
    heading(Some(1)).or_else(|| heading(None)).map(|line| line.text.clone())
}

/// Level of a line that is a heading by its shape: a section's label with at most a short title,
/// a line in capitals, or a short line in title case that stands alone. `None` for text.
pub fn heading_level(line: &str, blank_before: bool, blank_after: bool) -> Option<u8> {
    let line = line.trim();
    let length = line.chars().count();
    if length == 0 || length > LONGEST || is_contents_entry(line) {
        return None;
    }
    if let Some(head) = section_head(line) {
        let title = line.get(head.rest..).unwrap_or("").trim();
        let unmarked = !head.marked && (is_capitals(title) || is_title_case(title));
        if head.marked && is_title(title) || unmarked {
            return Some(level_of(head.kind, &head.number));
        }
        return None;
    }
    if is_sentence(line) {
        return None;
    }
    if is_capitals(line) {
        return Some(2);
    }
    (blank_before && blank_after && is_title_case(line)).then_some(3)
}

/// True for a line that states something, whatever it is set in.
pub fn is_sentence(line: &str) -> bool {
    let words = line.split_whitespace().count();
    let inner = sentences(line).len() > 1 && words > 6;
    words > 14 || inner || (words > 5 && line.trim_end().ends_with(['.', ';', ',']))
}

/// A table of contents by its name.
pub fn is_contents_title(line: &str) -> bool {
    let bare = line.trim().trim_end_matches([':', '.']).to_lowercase();
    matches!(bare.as_str(), "contents" | "table of contents" | "index" | "table of contents page")
}

/// Level of a labelled section.
pub fn level_of(kind: SectionKind, number: &str) -> u8 {
    match kind {
        SectionKind::Part => 1,
        SectionKind::Chapter | SectionKind::Article => 2,
        SectionKind::Section => {
            let deeper = number.matches('.').count().saturating_sub(1);
            3 + u8::try_from(deeper.min(3)).unwrap_or(3)
        }
    }
}

/// Text after a label that names the section and does not state its rule.
pub fn is_title(title: &str) -> bool {
    if title.is_empty() {
        return true;
    }
    let bare = title.trim_end_matches(['.', ':', '-', '\u{2014}']);
    title.chars().count() <= LONGEST_TITLE
        && !bare.contains(". ")
        && !title.ends_with([',', ';'])
        && (is_capitals(title)
            || is_title_case(bare)
            || bare.split_whitespace().count() <= if title.ends_with('.') { 2 } else { 4 })
        && bare.chars().next().is_some_and(|c| c.is_uppercase() || matches!(c, '"' | '\u{201c}' | '[' | '('))
}

/// An entry of a table of contents: leaders, or a page number behind a wide gap.
pub fn is_contents_entry(line: &str) -> bool {
    if line.contains("....")
        || line.contains(". . .")
        || line.contains("\u{2026}\u{2026}")
        || line.contains("____")
    {
        return true;
    }
    line.rsplit_once("  ").is_some_and(|(head, tail)| {
        !tail.is_empty()
            && tail.len() <= 4
            && tail.bytes().all(|b| b.is_ascii_digit())
            && head.contains(char::is_alphabetic)
    })
}

/// True for a line set in capitals.
pub fn is_capitals(line: &str) -> bool {
    let mut letters = 0;
    for c in line.chars() {
        if c.is_lowercase() {
            return false;
        }
        letters += usize::from(c.is_uppercase());
    }
    letters >= 4
        && letters * 2 >= line.chars().filter(|c| !c.is_whitespace()).count()
        && line.split_whitespace().any(|w| w.chars().filter(|c| c.is_uppercase()).count() >= 3)
        && !line.ends_with([',', ';'])
        && !line.contains("   ")
        && !line.contains('$')
}

/// True for a line in title case.
pub fn is_title_case(line: &str) -> bool {
    const SMALL: &[&str] = &[
        "of", "the", "and", "or", "for", "to", "in", "on", "a", "an", "by", "with", "at", "from", "as", "not",
    ];
    if line.chars().count() > 70
        || line.ends_with(['.', ',', ';', '?', '!'])
        || line.contains("  ")
        || line.contains(['$', '@'])
    {
        return false;
    }
    let mut words = 0;
    for word in line.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let Some(first) = bare.chars().next() else { continue };
        if SMALL.contains(&bare) {
            continue;
        }
        if !first.is_uppercase() {
            return false;
        }
        words += 1;
    }
    (1..=9).contains(&words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes() {
        for (line, alone, expected) in [
            ("ARTICLE V", false, Some(2)),
            ("Article 1. Definitions", false, Some(2)),
            ("Section 4.2. Fees", false, Some(3)),
            ("1.1.1 \"Association\"", false, Some(4)),
            (
                "Section 1: All warrants for Town Meeting shall be served by posting attested copies",
                false,
                None,
            ),
            ("Section 4.2 applies to", false, None),
            ("Section 4.2 Filing Fees", false, Some(3)),
            ("DECLARATION OF COVENANTS", false, Some(2)),
            ("DECLARATION OF COVENANTS,", false, None),
            ("NEW BUSINESS:", false, Some(2)),
            ("5. THE HALL CANNOT BE USED WITHOUT PRIOR APPROVAL BY THE BOARD.", false, None),
            ("TOTAL   4,500", false, None),
            ("Call to Order", true, Some(3)),
            ("Call to Order", false, None),
            ("The board met.", true, None),
            ("3.1 Purposes. . . . . . . . 4", true, None),
            ("", true, None),
        ] {
            assert_eq!(heading_level(line, alone, alone), expected, "{line:?}");
        }
    }
}
