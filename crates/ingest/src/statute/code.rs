//! Codes by the numbers of their sections, and the place that a citation names within a section.

use std::cmp::Ordering;
use std::sync::LazyLock;

use regex::Regex;

use super::natural::natural_order;
use twolane_law::Grammar;
use twolane_law::structure::{Scheme, Start};

/// The form in which a code writes the numbers of its sections.
#[derive(Debug)]
pub(super) struct Code {
    /// The name in the citation grammar.
    pub name: &'static str,
    /// The state whose code it is.
    pub jurisdiction: &'static str,
    /// The text before the number in a citation; `{title}` in it is the number of the title.
    pub prefix: &'static str,
    /// The form of a number.
    pub number: &'static str,
    /// True where a line of text that is no heading may begin with a bare number.
    pub bare: bool,
    /// True where a town's own papers are searched for sections too. In most states a bylaw numbers its sections
    /// in the same form.
    pub in_papers: bool,
    /// True where a citation has brackets around all labels, however the code prints them.
    pub bracketed: bool,
    /// True where the figures behind the last dot are a decimal fraction: `0.030`, `0.0302`, `0.031`.
    pub decimal: bool,
}

/// The properties that most codes share.
const STATE: Code = Code {
    name: "",
    jurisdiction: "",
    prefix: "",
    number: "",
    bare: false,
    in_papers: false,
    bracketed: true,
    decimal: false,
};

/// The known codes, with the grammar's own number forms. The form alone decides the code of a bare number
/// only for the first code in this list with that form.
pub(super) const CODES: &[Code] = &[
    Code {
        name: "rsa",
        jurisdiction: "NH",
        prefix: "RSA ",
        number: r"\d{1,3}(?:-[A-Z]{1,2})?:\d{1,3}(?:-[a-z]{1,3}\d{0,2}|-\d{1,4}(?:-?[A-Za-z]{1,3})?)?",
        bare: true,
        in_papers: true,
        bracketed: false,
        decimal: false,
    },
    Code {
        name: "mcl",
        jurisdiction: "MI",
        prefix: "MCL ",
        number: r"\d{1,3}\.\d{1,5}[a-z]{0,2}",
        bare: true,
        in_papers: true,
        ..STATE
    },
    Code {
        name: "ocga",
        jurisdiction: "GA",
        prefix: "O.C.G.A. § ",
        number: r"\d{1,2}-\d{1,3}[A-Z]?-\d{1,4}(?:\.\d{1,3})?",
        in_papers: true,
        ..STATE
    },
    Code {
        name: "cgs",
        jurisdiction: "CT",
        prefix: "Conn. Gen. Stat. § ",
        number: r"\d{1,2}[a-z]?-\d{1,4}[a-z]{0,3}",
        in_papers: true,
        ..STATE
    },
    Code {
        name: "dc",
        jurisdiction: "DC",
        prefix: "D.C. Code § ",
        number: r"\d{1,2}[A-Z]?-\d{1,5}(?:\.\d{1,3})?[a-z]?",
        in_papers: true,
        ..STATE
    },
    Code {
        name: "ors",
        jurisdiction: "OR",
        prefix: "ORS ",
        number: r"\d{1,3}[A-C]?\.\d{3,4}",
        bare: true,
        decimal: true,
        ..STATE
    },
    Code {
        name: "nrs",
        jurisdiction: "NV",
        prefix: "NRS ",
        number: r"\d{1,3}[A-C]?\.\d{3,5}",
        decimal: true,
        ..STATE
    },
    Code {
        name: "vac",
        jurisdiction: "VA",
        prefix: "Va. Code § ",
        number: r"\d{1,2}(?:\.\d{1,2}[A-Z]?)?-\d{1,5}(?:\.\d{1,3})?(?::\d{1,3}(?:\.\d{1,2})?)?",
        ..STATE
    },
    Code {
        name: "crs",
        jurisdiction: "CO",
        prefix: "C.R.S. § ",
        number: r"\d{1,2}(?:\.\d)?-\d{1,3}(?:\.\d{1,2})?-\d{2,4}(?:\.\d{1,2})?",
        ..STATE
    },
    Code {
        name: "ak",
        jurisdiction: "AK",
        prefix: "Alaska Stat. § ",
        number: r"\d{2}\.\d{2,3}\.\d{3,4}",
        ..STATE
    },
    Code {
        name: "ndcc",
        jurisdiction: "ND",
        prefix: "N.D.C.C. § ",
        number: r"\d{1,2}(?:\.\d)?-\d{2}(?:\.\d{1,2})?-\d{2}(?:\.\d{1,2})?",
        ..STATE
    },
    Code {
        name: "vsa",
        jurisdiction: "VT",
        prefix: "{title} V.S.A. § ",
        number: r"(?:\d{1,2}-\d{3}[a-z]?|\d{1,5}[a-z]{0,2})",
        ..STATE
    },
    Code {
        name: "mrs",
        jurisdiction: "ME",
        prefix: "{title} M.R.S. § ",
        number: r"\d{1,5}(?:-[A-Z]{1,2})?",
        ..STATE
    },
    Code {
        name: "orc",
        jurisdiction: "OH",
        prefix: "R.C. ",
        number: r"\d{1,4}\.\d{1,4}",
        decimal: true,
        ..STATE
    },
    Code {
        name: "rcw",
        jurisdiction: "WA",
        prefix: "RCW ",
        number: r"\d{1,2}[A-C]?\.\d{1,3}[A-C]?\.\d{3,4}",
        decimal: true,
        ..STATE
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
        let tail = behind(&citation, section, number);
        !tail.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | ':'))
    });
    let Some(found) = whole else {
        let number = citation.split_whitespace().last().unwrap_or("").to_owned();
        return Cited { section: citation, number, code: None, start: Start::default() };
    };
    let section = found.section.unwrap_or(found.text);
    let number = section.split_whitespace().last().unwrap_or("").to_owned();
    let tail = behind(&citation, &section, &number);
    Cited { start: Start { path: place(tail) }, section, number, code: Some(found.code) }
}

/// Returns the rest of a citation behind its section, or behind the section's number where the citation is not
/// in its normal form.
fn behind<'c>(citation: &'c str, section: &str, number: &str) -> &'c str {
    let by_number = || citation.find(number).and_then(|at| citation.get(at + number.len()..));
    citation.strip_prefix(section).or_else(by_number).unwrap_or("")
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
    CODES.iter().find(|c| !c.is_titled() && citation.starts_with(c.prefix)).map(|c| (c.name, c.jurisdiction))
}

/// The start of a section's first line: the name of the code, a word or sign for a section, its number, further
/// numbers of the same heading, a mark.
static PATTERNS: LazyLock<Vec<Option<Regex>>> = LazyLock::new(|| {
    let pattern = |code: &Code| {
        let name = if code.is_titled() { "§§?" } else { &*regex::escape(code.prefix.trim()) };
        let number = code.number;
        Regex::new(&format!(
            r"^\s*(?P<word>(?i:{name}|sections?|secs?\.|§§?))?\s*(?P<number>{number})(?P<more>(?:\s*(?:,|[-\u{{2013}}\u{{2014}}]|to|through|and)\s*§?\s*{number})+)?(?P<mark>[.:]?)(?:[\s,(]|$)",
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

    /// Compares two numbers in the order of the code.
    pub(super) fn order(&self, a: &str, b: &str) -> Ordering {
        match self.decimal {
            true => natural_order(&padded(a), &padded(b)),
            false => natural_order(a, b),
        }
    }

    /// Returns true where a section's number is only that within its title (`24 V.S.A. § 4413`).
    pub(super) fn is_titled(&self) -> bool {
        self.prefix.starts_with(TITLE)
    }

    /// Returns the citation of a number; `None` where it needs the number of its title and that is unknown.
    pub(super) fn citation(&self, number: &str, title: Option<&str>) -> Option<String> {
        match self.prefix.strip_prefix(TITLE) {
            Some(rest) => title.map(|title| format!("{title}{rest}{number}")),
            None => Some(format!("{}{number}", self.prefix)),
        }
    }
}

/// Returns a number with as many decimals as any has.
fn padded(number: &str) -> String {
    let decimals = number.rsplit_once('.').map_or(0, |(_, d)| d.len());
    format!("{number}{}", "0".repeat(6_usize.saturating_sub(decimals)))
}

/// The place of a title's number in a prefix.
const TITLE: &str = "{title}";

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
            ("42 U.S.C. § 300gg-91(a)(1)", "42 U.S.C. § 300gg-91", "300gg-91", "(a)(1)"),
            ("28 C.F.R. § 35.104", "28 C.F.R. § 35.104", "35.104", ""),
            ("28 C.F.R. pt. 35, app. C", "28 C.F.R. pt. 35, app. C", "C", ""),
            ("24 V.S.A. § 4413(a)", "24 V.S.A. § 4413", "4413", "(a)"),
            ("Va. Code § 62.1-44.15:34(A)", "Va. Code § 62.1-44.15:34", "62.1-44.15:34", "(A)"),
        ] {
            let got = cited(text);
            let got = (got.section.as_str(), got.number.as_str(), got.start.path.concat());
            assert_eq!(got, (section, number, path.to_owned()), "{text:?}");
        }
    }

    #[test]
    fn decimals_are_fractions_in_some_codes() {
        let order = |code: &str, a: &str, b: &str| Code::of_name(code).unwrap().order(a, b);
        assert!(order("nrs", "0.030", "0.0302").is_lt() && order("nrs", "0.0302", "0.031").is_lt());
        assert!(order("nrs", "0.970", "1.010").is_lt() && order("ors", "72A.5290", "72A.530").is_lt());
        assert!(order("mcl", "15.9", "15.10").is_lt() && order("ak", "01.05.006", "01.05.010").is_lt());
    }

    #[test]
    fn prefixes_are_the_grammars_own() {
        for (code, number) in [
            ("rsa", "31-B:3"),
            ("mcl", "15.9"),
            ("ocga", "1-2-3"),
            ("cgs", "7-148"),
            ("dc", "39-204"),
            ("ors", "165.002"),
            ("nrs", "432B.010"),
            ("vac", "62.1-44.15:34"),
            ("crs", "25.5-1-101"),
            ("ak", "01.05.006"),
            ("ndcc", "14-02.1-03"),
            ("vsa", "4413"),
            ("mrs", "4352-A"),
            ("orc", "121.22"),
            ("rcw", "42.56.070"),
        ] {
            let code = Code::of_name(code).unwrap();
            let text = code.citation(number, Some("24")).unwrap();
            let got = cited(&text);
            assert_eq!(
                (got.section.as_str(), got.code.as_deref()),
                (text.as_str(), Some(code.name)),
                "{text}"
            );
            // What a person types resolves to the same.
            let found = Grammar::built_in().parse_citation(&text).unwrap();
            assert_eq!((found.text.as_str(), found.code.as_str()), (text.as_str(), code.name));
            assert_eq!(found.jurisdiction, code.jurisdiction);
        }
    }
}
