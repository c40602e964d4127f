//! Designators: numbers that identify papers, cases, lots and similar items.

use std::ops::Range;

use crate::pattern::pattern;
use crate::roman::roman_value;

// A number may include a year (`2025-08`), letters (`25-03-LM`, `R-12`) or parts (`4.2(a)`).
pattern!(
    KIND,
    r"(?ix)(?:\b(?:
        (?P<case>cases?) | (?P<resolution>resolutions?|res\.) | (?P<ordinance>ordinances?|ords?\.)
        | (?P<permit>permits?) | (?P<invoice>invoices?|inv\.) | (?P<article>articles?|arts?\.) | (?P<lot>lots?)
        | (?P<bill>(?:(?P<house>house|senate)\s+)?bills?) | (?P<section>sections?|secs?\.)
        | (?P<check>checks?|cheques?) | (?P<docket>dockets?) | (?P<parcel>parcels?) | (?P<account>accounts?|acct\.)
        | (?P<application>applications?) | (?P<petition>petitions?) | (?P<license>licen[cs]es?)
        | (?P<voucher>vouchers?) | (?P<contract>contracts?)
    )(?:\s+|\b) | (?P<sign>§{1,2})\s*)
    (?P<mark>(?:(?:nos?\b\.?|numbers?\b|num\.|\#|№)\s*:?\s*)*)
    (?P<number>[a-z0-9][\w.:/()\-–]*)?"
);
pattern!(
    NUMBER,
    r"^(?:(?-i:[A-Z]{1,5})[-–]?)?\d+\w*(?:(?:\s?[-–]\s?\d\w*|[-–./:][\p{L}\d]+)*)(?:\([A-Za-z0-9]{1,4}\))*"
);
pattern!(ROMAN, r"^[IVXLC]+\b");
pattern!(ANOTHER, r"^\s*(?:,\s*(?:and|or|&)?|and|or|&)\s*");
pattern!(
    BILL,
    r"(?x)\b(?P<house>HB|SB|HCR|SCR|HJR|SJR|CACR|H\.\ ?B\.|S\.\ ?B\.)\s*(?:[Nn]o\.?\s*)?(?P<number>\d{1,5})\b"
);
pattern!(FISCAL_YEAR, r"(?i)\b(?:FY|fiscal\s+year)\s*[-'’]?\s*(?P<number>(?:19|20)\d\d|\d\d)\b");
pattern!(
    YEAR,
    r"(?i)\b(?P<number>(?:19|20)\d\d)\s+(?:(?:annual|special|town|city|school|village|state|primary|operating|capital|master)\s+){0,3}(?:reports?|budgets?|warrants?|meetings?|elections?|audits?|census|ballots?|plans?)\b"
);
pattern!(DATE, r"^\d{1,2}[/-]\d{1,2}[/-](?:\d{4}|\d\d)$");
pattern!(BEHIND, r"^\s*(?P<word>[a-z]+|%)");

/// A number that identifies one member of a series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Designator {
    /// Kind of the series, in the singular: `resolution`, `case`, `fiscal year`.
    pub kind: &'static str,
    /// As printed, in upper case, without blanks and "No.": `2025-08`, `25-03-LM`, `HB 1234`, `XII`.
    pub number: String,
    /// Byte range in the text, including the kind.
    pub span: Range<usize>,
}

impl Designator {
    /// Returns the number in a form for comparison: without leading zeros and blanks, articles in Arabic
    /// numerals.
    pub fn key(&self) -> String {
        if self.kind == "article"
            && let Some(value) = roman_value(&self.number)
        {
            return value.to_string();
        }
        let mut key = String::new();
        let mut digits = String::new();
        for c in self.number.chars().chain([' ']) {
            if c.is_ascii_digit() {
                digits.push(c);
                continue;
            }
            if !digits.is_empty() {
                let bare = digits.trim_start_matches('0');
                key.push_str(if bare.is_empty() { "0" } else { bare });
                digits.clear();
            }
            if !c.is_whitespace() {
                key.push(c);
            }
        }
        key
    }

    /// Returns true if both identify the same member of a series. A bill without a chamber matches either
    /// chamber.
    pub fn is_same(&self, other: &Designator) -> bool {
        let (own, others) = (self.key(), other.key());
        let bare = |key: &str| key.trim_start_matches(|c: char| c.is_ascii_alphabetic()).to_owned();
        let houseless = own == bare(&own) || others == bare(&others);
        self.kind == other.kind
            && (own == others || (self.kind == "bill" && houseless && bare(&own) == bare(&others)))
    }
}

/// Kinds that are also verbs, or that a number may measure: "permit 2 dogs", "lot 5 acres".
const LOOSE: [&str; 6] = ["case", "permit", "lot", "bill", "check", "account"];

/// Words ending in -s after a number that do not name counted things.
const VERBS: [&str; 22] = [
    "is", "was", "has", "does", "says", "applies", "requires", "allows", "needs", "belongs", "goes",
    "passes", "sells", "costs", "becomes", "amends", "takes", "this", "as", "its", "his", "states",
];

/// Returns the designators of a text in order. A designator is a word for a kind followed by a number
/// ("resolution No. 2025-08", "case #12", "Article XII", "HB 1234"), or a year of a series ("FY2025", "2024
/// annual report").
pub fn designators(text: &str) -> Vec<Designator> {
    let mut found = Vec::new();
    let mut push = |kind, number: &str, span: Range<usize>| {
        found.push(Designator { kind, number: number.to_owned(), span });
    };
    for c in BILL.get().captures_iter(text) {
        let (Some(whole), Some(house), Some(number)) = (c.get(0), c.name("house"), c.name("number")) else {
            continue;
        };
        let house = house.as_str().replace(['.', ' '], "");
        push("bill", &format!("{house} {}", number.as_str()), whole.range());
    }
    for c in FISCAL_YEAR.get().captures_iter(text) {
        let Some((whole, number)) = c.get(0).zip(c.name("number")) else { continue };
        let century = if number.len() == 2 { "20" } else { "" };
        push("fiscal year", &format!("{century}{}", number.as_str()), whole.range());
    }
    for c in YEAR.get().captures_iter(text) {
        let Some((whole, number)) = c.get(0).zip(c.name("number")) else { continue };
        let before = text.get(..whole.start()).unwrap_or("").trim_end().to_lowercase();
        if !before.ends_with("fy") && !before.ends_with("fiscal year") {
            push("year", number.as_str(), whole.range());
        }
    }
    for c in KIND.get().captures_iter(text) {
        let Some((whole, kind, word)) = c.get(0).zip(kind_of(&c)).map(|(w, (kind, word))| (w, kind, word))
        else {
            continue;
        };
        let Some(number) = c.name("number") else { continue };
        let marked = c.name("mark").is_some_and(|m| !m.as_str().trim().is_empty());
        let house = c.name("house").map(|h| if h.as_str().to_lowercase() == "house" { "HB " } else { "SB " });
        let plural = word.ends_with(['s', 'S']) || word == "§§";
        let before = text.get(..whole.start()).unwrap_or("");
        let mut at = number.start();
        let mut start = whole.start();
        while let Some((number, end)) = number_at(text, at, kind, word) {
            let behind = text.get(end..).unwrap_or("");
            let bare = number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            let loose = LOOSE.contains(&kind) && bare && !marked;
            let in_case = kind == "case" && !plural && before.to_lowercase().trim_end().ends_with(" in");
            let in_case = in_case || before.trim().eq_ignore_ascii_case("in") && kind == "case";
            if loose && (in_case || counts(behind)) {
                break;
            }
            push(kind, &format!("{}{number}", house.unwrap_or("")), start..end);
            let Some(joint) = ANOTHER.get().find(behind).filter(|_| plural) else { break };
            at = end + joint.end();
            start = at;
        }
    }
    found.sort_by_key(|d| (d.span.start, d.span.end));
    found
}

/// Returns the kind of a match, and the word for it.
fn kind_of<'t>(c: &regex::Captures<'t>) -> Option<(&'static str, &'t str)> {
    const KINDS: [&str; 18] = [
        "case",
        "resolution",
        "ordinance",
        "permit",
        "invoice",
        "article",
        "lot",
        "bill",
        "section",
        "check",
        "docket",
        "parcel",
        "account",
        "application",
        "petition",
        "license",
        "voucher",
        "contract",
    ];
    let sign = c.name("sign").map(|m| ("section", m.as_str()));
    KINDS.into_iter().find_map(|kind| Some((kind, c.name(kind)?.as_str()))).or(sign)
}

/// Returns the number at an offset in its normal form, and its end.
fn number_at(text: &str, at: usize, kind: &str, word: &str) -> Option<(String, usize)> {
    let rest = text.get(at..)?;
    if let Some(found) = NUMBER.get().find(rest) {
        let behind = rest.get(found.end()..).unwrap_or("");
        let grouped = behind.strip_prefix(',').is_some_and(|t| t.starts_with(|c: char| c.is_ascii_digit()));
        if grouped || behind.starts_with(char::is_alphanumeric) || DATE.get().is_match(found.as_str()) {
            return None;
        }
        let number: String = found.as_str().chars().filter(|c| !c.is_whitespace()).collect();
        return Some((number.replace('–', "-").to_uppercase(), at + found.end()));
    }
    let roman = ROMAN.get().find(rest).filter(|_| kind == "article")?;
    // "I" is a pronoun here, as in "The article I read."
    let pronoun = roman.as_str() == "I" && word.starts_with(char::is_lowercase);
    roman_value(roman.as_str()).filter(|_| !pronoun)?;
    Some((roman.as_str().to_owned(), at + roman.end()))
}

/// Returns true if the words after a number name what it counts.
fn counts(behind: &str) -> bool {
    let Some(word) = BEHIND.get().captures(behind).and_then(|c| c.name("word")) else { return false };
    let word = word.as_str();
    let plural = word.len() > 2 && word.ends_with('s') && !word.ends_with("ss");
    matches!(
        word,
        "%" | "percent" | "people" | "feet" | "foot" | "acre" | "children" | "men" | "women" | "or" | "to"
    ) || (plural && !VERBS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(text: &str) -> Vec<String> {
        designators(text).into_iter().map(|d| format!("{} {}", d.kind, d.number)).collect()
    }

    #[test]
    fn designators_of_all_kinds() {
        for (text, expected) in [
            ("When was resolution 2025-08 adopted?", &["resolution 2025-08"][..]),
            ("RESOLUTION NO. 2025 – 08", &["resolution 2025-08"]),
            ("What is check 4141?", &["check 4141"]),
            ("check no. 004141", &["check 004141"]),
            ("case #12 and Case No. 25-03-LM", &["case 12", "case 25-03-LM"]),
            ("case 25-03-lm.", &["case 25-03-LM"]),
            ("Docket number CV-2024-17", &["docket CV-2024-17"]),
            ("Ordinance #89-2018, Ord. 5", &["ordinance 89-2018", "ordinance 5"]),
            ("permit B2024-113", &["permit B2024-113"]),
            ("Invoice 100234-A", &["invoice 100234-A"]),
            ("Article XII or article 5", &["article XII", "article 5"]),
            ("Articles 5, 6 and 7 passed", &["article 5", "article 6", "article 7"]),
            ("HB 1234 and Senate Bill 5 and S.B. 6", &["bill HB 1234", "bill SB 5", "bill SB 6"]),
            ("How large is lot 2?", &["lot 2"]),
            ("Map 12, Lot 3-A", &["lot 3-A"]),
            ("Section 4.2(a), § 200-43", &["section 4.2(A)", "section 200-43"]),
            ("parcel 12-034-5 of account 01-4130.2", &["parcel 12-034-5", "account 01-4130.2"]),
            ("the FY2025 budget", &["fiscal year 2025"]),
            ("in fiscal year 24", &["fiscal year 2024"]),
            ("the 2024 annual town report", &["year 2024"]),
            ("case 3 says so", &["case 3"]),
            ("lot 5 is sold", &["lot 5"]),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn numbers_of_other_things_are_none() {
        for text in [
            "How many acres have 2 lots?",
            "in case 3 people come",
            "In case 2 fails",
            "an article of 12 pages",
            "the article I read",
            "We permit 2 dogs",
            "check 3 times",
            "a lot 5 acres large",
            "a lot 3,000 square feet large",
            "a bill of $50",
            "the section of road",
            "the case on 3/4/2025",
            "check 3/4/2025",
            "Bill Smith, 12 Main Street",
            "in 2024 the board",
            "sections and articles",
            "the invoice for 12 chairs",
        ] {
            assert_eq!(shown(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn two_prints_of_one_number_are_the_same() {
        for (a, b, expected) in [
            ("resolution 2025-08", "Resolution No. 2025 - 8", true),
            ("resolution 2025-08", "resolution 2025-07", false),
            ("resolution 2025-08", "ordinance 2025-08", false),
            ("check 4141", "check #004141", true),
            ("check 4141", "check 41410", false),
            ("case 25-03-LM", "CASE 25-3-lm", true),
            ("Article XII", "article 12", true),
            ("Article XI", "article 12", false),
            ("HB 1234", "House Bill 1234", true),
            ("HB 1234", "bill 1234", true),
            ("HB 1234", "SB 1234", false),
            ("lot 100", "lot 1", false),
        ] {
            let (a, b) = (designators(a), designators(b));
            let [a] = a.as_slice() else { panic!("{a:?}") };
            let [b] = b.as_slice() else { panic!("{b:?}") };
            assert_eq!(a.is_same(b), expected, "{a:?} {b:?}");
        }
    }

    proptest! {
        #[test]
        fn never_panics_and_spans_are_real(text in "(case|lots|§|Article|HB|FY|No\\.|#|[ 0-9A-Z.,–()-]){0,20}\\PC{0,20}") {
            for designator in designators(&text) {
                prop_assert!(text.get(designator.span.clone()).is_some());
            }
        }

        #[test]
        fn a_designator_is_found_in_any_print(
            kind in "resolution|Ordinance|permit|Case|docket|invoice",
            mark in "| No\\.| no| #| number",
            number in "20[0-2][0-9]-[0-9]{1,3}|[1-9][0-9]-[0-9]{2}-[A-Z]{2}|[0-9]{3,6}",
            behind in "\\?|, the| was|",
        ) {
            let text = format!("When was {kind}{mark} {number}{behind}");
            let found = designators(&text);
            prop_assert_eq!(found.len(), 1, "{}", text);
            prop_assert_eq!(&found[0].number, &number);
            prop_assert_eq!(found[0].kind, kind.to_lowercase());
        }
    }
}
