//! Labels at the head of a section: `ARTICLE V`, `Section 4.2. Fees`, `§ 200-43`, `3.1 Purposes`, `31-B:3
//! Public Notice`.

use std::sync::LazyLock;

use regex::Regex;

/// Kind of a section, outermost first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SectionKind {
    /// Title, part, division or subchapter.
    Part,
    /// A chapter of a code or bylaw.
    Chapter,
    /// Article; also exhibits, appendices and schedules, which end the preceding part.
    Article,
    /// Section, and bare numbers that count as one.
    Section,
}

/// A section's label at the head of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionHead {
    /// Kind of the section.
    pub kind: SectionKind,
    /// Normal form of the label (`Section 4.2`, `Article V`, `RSA 31-B:3`).
    pub label: String,
    /// Number alone (`4.2`, `V`).
    pub number: String,
    /// Byte offset of the text after the label.
    pub rest: usize,
    /// True if a mark or the line's end separates the label, so that it does not start a sentence such as
    /// "Section 4.2 applies".
    pub marked: bool,
}

static NAMED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"^[\s*_]*(?P<word>(?:ARTICLE|Article|SECTION|Section|SEC\.|Sec\.|§§?|CHAPTER|Chapter|PART|Part|DIVISION|Division|",
        r"TITLE|Title|SUBCHAPTER|Subchapter|APPENDIX|Appendix|EXHIBIT|Exhibit|SCHEDULE|Schedule|ATTACHMENT|Attachment))",
        r"\s*(?P<number>\d{1,4}(?:-?[A-Z]{1,2}\b)?(?:[-.:]\d{1,4}(?:-?[A-Za-z]{1,2}\b)?){0,4}|[IVXLC]{1,7}\b(?:\.\d{1,3}){0,2}|[A-Z]\b)",
        r"(?P<mark>[.:)]*\s*(?:[-–—]+(?:\s|$))?|$)"
    ))
    .ok()
});

static DECIMAL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^\s*(?P<number>\d{1,3}(?:\.\d{1,3}){1,4}[A-Za-z]?)(?P<mark>[.:)]?)\s+").ok()
});

static STATUTE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^\s*(?P<number>\d{1,3}(?:-[A-Z]{1,2})?:\d{1,3}(?:-[a-z]{1,3})?)(?P<mark>[.:]?)\s+").ok()
});

/// Parses the label at the head of a line, if any. The preceding text, known to the caller, decides if the
/// line really starts a section.
pub fn section_head(line: &str) -> Option<SectionHead> {
    named(line).or_else(|| decimal(line)).or_else(|| statute(line))
}

fn named(line: &str) -> Option<SectionHead> {
    let captures = NAMED.as_ref()?.captures(line)?;
    let (whole, word) = (captures.get(0)?, captures.name("word")?.as_str());
    let number = captures.name("number")?.as_str().trim_end_matches(['.', ':', '-']).to_owned();
    let mark = captures.name("mark").map_or("", |m| m.as_str());
    let rest = line.get(whole.end()..).unwrap_or("");
    // "Section 5th", "Part 2a": the number continues into a word.
    if mark.is_empty() && rest.starts_with(|c: char| c.is_alphanumeric()) {
        return None;
    }
    let word = word.to_lowercase();
    let (kind, name) = match word.trim_end_matches('.') {
        "title" | "part" | "division" | "subchapter" => (SectionKind::Part, capital(&word)),
        "chapter" => (SectionKind::Chapter, "Chapter".to_owned()),
        "article" => (SectionKind::Article, "Article".to_owned()),
        "appendix" | "exhibit" | "schedule" | "attachment" => (SectionKind::Article, capital(&word)),
        _ => (SectionKind::Section, "Section".to_owned()),
    };
    // A lone letter counts only lettered parts; "Section A" is one, but hardly "Article A".
    let lone = number.chars().all(|c| c.is_ascii_uppercase()) && twolane_text::roman_value(&number).is_none();
    if lone && matches!(kind, SectionKind::Chapter) {
        return None;
    }
    let marked = mark.contains(['.', ':', ')', '-', '\u{2013}', '\u{2014}'])
        || rest.trim().is_empty()
        || word.starts_with('§');
    Some(SectionHead { kind, label: format!("{name} {number}"), number, rest: whole.end(), marked })
}

fn decimal(line: &str) -> Option<SectionHead> {
    let captures = DECIMAL.as_ref()?.captures(line)?;
    let whole = captures.get(0)?;
    let rest = line.get(whole.end()..).unwrap_or("");
    rest.starts_with(|c: char| c.is_uppercase() || matches!(c, '"' | '\u{201c}' | '('))
        .then(|| captures.name("number").map(|m| m.as_str().to_owned()))
        .flatten()
        .map(|number| SectionHead {
            kind: SectionKind::Section,
            label: format!("Section {number}"),
            number,
            rest: whole.end(),
            marked: true,
        })
}

fn statute(line: &str) -> Option<SectionHead> {
    let captures = STATUTE.as_ref()?.captures(line)?;
    let whole = captures.get(0)?;
    let number = captures.name("number")?.as_str().to_owned();
    let rest = line.get(whole.end()..).unwrap_or("");
    // "7:00 PM", "12:30 Lunch": a time has two digits of minutes and no letters.
    let clock = number.split_once(':').is_some_and(|(hour, minute)| {
        hour.parse::<u32>().is_ok_and(|h| h < 24)
            && minute.len() == 2
            && minute.bytes().all(|b| b.is_ascii_digit())
    });
    if clock || !rest.starts_with(|c: char| c.is_uppercase() || c == '[') {
        return None;
    }
    Some(SectionHead {
        kind: SectionKind::Section,
        label: format!("RSA {number}"),
        number,
        rest: whole.end(),
        marked: true,
    })
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().collect::<String>() + chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_labels() {
        for (line, expected) in [
            ("ARTICLE V", Some(("Article V", true, ""))),
            ("Article 1. Definitions", Some(("Article 1", true, "Definitions"))),
            ("Section 1: All warrants shall", Some(("Section 1", true, "All warrants shall"))),
            ("SECTION 1-2: SHORT TITLE", Some(("Section 1-2", true, "SHORT TITLE"))),
            ("Sec. 2-45. - Fees.", Some(("Section 2-45", true, "Fees."))),
            ("§ 200-43 Fences", Some(("Section 200-43", true, "Fences"))),
            ("Section 4.2 applies to", Some(("Section 4.2", false, "applies to"))),
            ("3.1 Purposes.", Some(("Section 3.1", true, "Purposes."))),
            ("1.1.1 \"Association\"", Some(("Section 1.1.1", true, "\"Association\""))),
            ("2.5 acres of land", None),
            ("198:4-d  Reports Required;", Some(("RSA 198:4-d", true, "Reports Required;"))),
            ("7:00 PM Call to order", None),
            ("EXHIBIT A", Some(("Exhibit A", true, ""))),
            ("Part of the land", None),
            ("The Section 4", None),
            ("", None),
        ] {
            let got = section_head(line);
            let got = got.as_ref().map(|h| (h.label.as_str(), h.marked, &line[h.rest..]));
            assert_eq!(got, expected, "{line:?}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(line in "(Section|ARTICLE|§|[0-9.:IVX-]| |\\PC){0,20}") {
            if let Some(head) = section_head(&line) {
                prop_assert!(line.get(head.rest..).is_some());
            }
        }
    }
}
