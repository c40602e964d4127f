//! Codes by the numbers of their sections, and the place that a citation names within a section.

use std::sync::LazyLock;

use regex::Regex;

use twolane_law::Grammar;
use twolane_law::structure::{Scheme, Start};

/// The form in which a code writes the numbers of its sections.
#[derive(Debug)]
pub(super) struct Code {
    /// The name in the citation grammar.
    pub name: &'static str,
    /// The state whose code it is.
    pub jurisdiction: &'static str,
    /// The text before the number in a citation.
    pub prefix: &'static str,
    /// The form of a number.
    pub number: &'static str,
}

/// The known codes, with the grammar's own number forms. The form alone decides the code of a bare number
/// only for the first code in this list with that form.
pub(super) const CODES: &[Code] = &[
    Code {
        name: "rsa",
        jurisdiction: "NH",
        prefix: "RSA ",
        number: r"\d{1,3}(?:-[A-Z]{1,2})?:\d{1,3}(?:-[a-z]{1,3}\d{0,2}|-\d{1,4}(?:-?[A-Za-z]{1,3})?)?",
    },
    Code { name: "mcl", jurisdiction: "MI", prefix: "MCL ", number: r"\d{1,3}\.\d{1,5}[a-z]{0,2}" },
    Code {
        name: "ocga",
        jurisdiction: "GA",
        prefix: "O.C.G.A. § ",
        number: r"\d{1,2}-\d{1,3}[A-Z]?-\d{1,4}(?:\.\d{1,3})?",
    },
    Code {
        name: "cgs",
        jurisdiction: "CT",
        prefix: "Conn. Gen. Stat. § ",
        number: r"\d{1,2}[a-z]?-\d{1,4}[a-z]{0,3}",
    },
    Code {
        name: "dc",
        jurisdiction: "DC",
        prefix: "D.C. Code § ",
        number: r"\d{1,2}[A-Z]?-\d{1,5}(?:\.\d{1,3})?[a-z]?",
    },
];

/// A section's parsed citation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cited {
    /// The normal form of the whole section.
    pub section: String,
    /// The number alone.
    pub number: String,
    /// The code, when the grammar knows it.
    pub code: Option<String>,
    /// The position in the section at which a partial record starts.
    pub start: Start,
}

static PLACE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^[,\s]*(?:paragraphs?\s+|par\.\s*)?(?P<outer>[IVXLCDM]{1,8}(?:-[a-z])?\b)?(?P<inner>(?:[,\s]*\([0-9A-Za-z-]{1,6}\))*)").ok()
});

/// Reads a record's citation: `RSA 417:4, VIII(h)`, `RSA 4:45, I(d) and II`, `MCL 15.263(1)`.
pub(super) fn cited(citation: &str) -> Cited {
    let citation = citation.split_whitespace().collect::<Vec<_>>().join(" ");
    for code in CODES {
        let Some(rest) = citation.strip_prefix(code.prefix) else { continue };
        let number = code.pattern().and_then(|p| p.captures(rest)).and_then(|c| c.name("number"));
        let Some(number) = number.map(|m| m.as_str()) else { continue };
        let tail = rest.strip_prefix(number).unwrap_or("-");
        if tail.is_empty() || tail.starts_with([',', '(', ' ']) {
            return Cited {
                section: format!("{}{number}", code.prefix),
                number: number.to_owned(),
                code: Some(code.name.to_owned()),
                start: Start { path: place(tail) },
            };
        }
    }
    let found = Grammar::built_in()
        .find(&citation)
        .into_iter()
        .next()
        // A range of sections is not a section.
        .filter(|f| f.bytes.start == 0 && !f.citation.jurisdiction.is_empty() && f.citation.range.is_none())
        .map(|f| f.citation);
    // A number that continues after the grammar's match is another section's, or a range.
    let whole = found.filter(|f| {
        let section = f.section.as_deref().unwrap_or(&f.text);
        let number = section.split_whitespace().last().unwrap_or("");
        let tail = citation.find(number).and_then(|at| citation.get(at + number.len()..)).unwrap_or("");
        !tail.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | ':'))
    });
    let Some(found) = whole else {
        let number = citation.split_whitespace().last().unwrap_or("").to_owned();
        return Cited { section: citation, number, code: None, start: Start::default() };
    };
    let section = found.section.unwrap_or(found.text);
    let number = section.split_whitespace().last().unwrap_or("").to_owned();
    let tail = citation.find(&number).and_then(|at| citation.get(at + number.len()..)).unwrap_or("");
    Cited { start: Start { path: place(tail) }, section, number, code: Some(found.code) }
}

fn place(tail: &str) -> Vec<String> {
    let Some(captures) = PLACE.as_ref().and_then(|p| p.captures(tail)) else { return Vec::new() };
    let outer = captures.name("outer").map(|m| m.as_str().to_owned());
    let inner = captures.name("inner").map_or("", |m| m.as_str());
    let inner = inner.split_inclusive(')').map(|p| p.trim_start_matches([',', ' ']).to_owned());
    outer.into_iter().chain(inner.filter(|p| !p.is_empty())).collect()
}

/// Returns code and state of a citation, by the text before its number.
pub fn code_by_prefix(citation: &str) -> Option<(&'static str, &'static str)> {
    CODES.iter().find(|c| citation.starts_with(c.prefix)).map(|c| (c.name, c.jurisdiction))
}

/// The start of a section's first line: the name of the code, a word or sign for a section, its number, a mark.
static PATTERNS: LazyLock<Vec<Option<Regex>>> = LazyLock::new(|| {
    let pattern = |code: &Code| {
        Regex::new(&format!(
            r"^\s*(?P<word>(?i:{}|sections?|secs?\.|§§?))?\s*(?P<number>{})(?P<mark>[.:]?)(?:[\s,(]|$)",
            regex::escape(code.prefix.trim()),
            code.number
        ))
    };
    CODES.iter().map(|code| pattern(code).ok()).collect()
});

impl Code {
    /// Returns the pattern for the head of a line that starts with a section's number.
    pub(super) fn pattern(&self) -> Option<&'static Regex> {
        let at = CODES.iter().position(|c| c.name == self.name)?;
        PATTERNS.get(at)?.as_ref()
    }

    pub(super) fn of_name(name: &str) -> Option<&'static Code> {
        CODES.iter().find(|c| c.name == name)
    }
}

/// Returns the order of a code's labels.
pub(super) fn scheme(code: Option<&str>) -> Option<&'static Scheme> {
    Scheme::of_code(code?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations() {
        for (text, section, number, path) in [
            ("RSA 417:4, VIII(h)", "RSA 417:4", "417:4", "VIII(h)"),
            ("RSA 4:45, I(d) and II", "RSA 4:45", "4:45", "I(d)"),
            ("RSA 77-G:5, I, (i)(2)", "RSA 77-G:5", "77-G:5", "I(i)(2)"),
            ("RSA 21-M:8-h, II-IV", "RSA 21-M:8-h", "21-M:8-h", "II"),
            ("RSA 482-A:15, I-a and I-b", "RSA 482-A:15", "482-A:15", "I-a"),
            ("RSA 31-B:3", "RSA 31-B:3", "31-B:3", ""),
            ("MCL 15.263(1)(a)", "MCL 15.263", "15.263", "(1)(a)"),
            ("Conn. Gen. Stat. § 7-147p", "Conn. Gen. Stat. § 7-147p", "7-147p", ""),
            ("D.C. Code § 39-107a", "D.C. Code § 39-107a", "39-107a", ""),
            ("MCL 559", "MCL 559", "559", ""),
            ("MCL 559.201-559.203", "MCL 559.201-559.203", "559.201-559.203", ""),
            ("RSA 415:6-a1", "RSA 415:6-a1", "415:6-a1", ""),
            // Uniform acts keep their own numbers after the section's.
            ("RSA 383-A:1-101", "RSA 383-A:1-101", "383-A:1-101", ""),
            ("RSA 564-B:8-816-a", "RSA 564-B:8-816-a", "564-B:8-816-a", ""),
        ] {
            let got = cited(text);
            let got = (got.section.as_str(), got.number.as_str(), got.start.path.concat());
            assert_eq!(got, (section, number, path.to_owned()), "{text:?}");
        }
    }

    #[test]
    fn prefixes_are_the_grammars_own() {
        for (code, number) in
            [("rsa", "31-B:3"), ("mcl", "15.9"), ("ocga", "1-2-3"), ("cgs", "7-148"), ("dc", "39-204")]
        {
            let text = format!("{}{number}", Code::of_name(code).unwrap().prefix);
            assert_eq!(cited(&text).section, text);
        }
    }
}
