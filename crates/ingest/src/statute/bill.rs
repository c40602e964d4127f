//! Bills and session laws: a proposed text is never law in force.

use std::sync::LazyLock;

use regex::Regex;

use crate::Document;
use twolane_text::LineFlags;

/// A bill, or the act that it became.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bill {
    /// The number and session (`HB 110 (2021)`), where known.
    pub name: String,
    /// True when it was enacted: a session law, no longer a proposal.
    pub enacted: bool,
}

impl Bill {
    /// Returns the words for a context header.
    pub fn mark(&self) -> String {
        let kind = if self.enacted { "Session law" } else { "Proposed by" };
        if self.name.is_empty() {
            return if self.enacted { kind.to_owned() } else { "Proposed by a bill".to_owned() };
        }
        format!("{kind} {}", self.name)
    }
}

/// The number of the first page's lines that are examined. They include the enacting clause of a bill with
/// many sponsors and a long analysis.
const HEAD_LINES: usize = 80;

static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?P<house>HB|SB|HCR|SCR|CACR|HOUSE\s+BILL|SENATE\s+BILL|H\.\s?B\.|S\.\s?B\.)\s*(?:NO\.?\s*)?(?P<number>\d{1,4})\b").ok()
});
static SESSION: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?P<year>(?:19|20)\d\d)\s+(?:regular\s+)?session\b").ok());
static ENACTING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\bbe\s+it\s+(?:therefore\s+)?enacted\s+by\b|\bthe\s+people\s+of\s+the\s+state\s+of\s+\w+\s+enact\b|\bbe\s+it\s+enacted\b").ok()
});
static ENACTED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?im)^\W*chapter\s+\d{1,4}(?:,?\s+laws\s+of\s+\d{4})?\W*$|\bfinal\s+version\b|^\W*approved:?\s+\w+\s+\d|\bpublic\s+act\s+(?:no\.?\s*)?\d").ok()
});

/// Returns the bill that a document is, if any. Its fields show it (`bill` without a citation of its own), or
/// number and enacting clause on its first page.
pub fn bill_of(document: &Document) -> Option<Bill> {
    if document.meta.contains_key("citation") {
        return None;
    }
    if let Some(bill) = document.meta.get("bill") {
        let session = document.meta.get("session").filter(|s| !bill.contains(s.as_str()));
        let name = session.map_or_else(|| bill.clone(), |s| format!("{bill} ({s})"));
        let status = document.meta.get("status").map(|s| s.to_lowercase()).unwrap_or_default();
        let enacted = ["enacted", "chaptered", "session law", "signed"].iter().any(|w| status.contains(w));
        return Some(Bill { name, enacted });
    }
    let visible = document
        .pages
        .iter()
        .flat_map(|p| &p.lines)
        .filter(|l| !l.flags.contains(LineFlags::HIDDEN))
        .map(|l| l.text.as_str());
    let head: Vec<&str> = visible.take(HEAD_LINES).collect();
    let head = head.join("\n");
    let clause = ENACTING.as_ref()?.find(&head)?;
    let top = head.get(..clause.start()).unwrap_or("");
    let number = NUMBER.as_ref()?.captures(top)?;
    let house = number.name("house")?.as_str().to_uppercase();
    let house = match house.chars().find(|c| c.is_alphabetic()) {
        Some('H') if house != "HCR" => "HB",
        Some('S') if house != "SCR" => "SB",
        _ => house.as_str(),
    };
    let year = SESSION.as_ref().and_then(|s| s.captures(top)).and_then(|c| c.name("year"));
    let year = year.map_or_else(String::new, |y| format!(" ({})", y.as_str()));
    let enacted = ENACTED.as_ref().is_some_and(|e| e.is_match(top));
    Some(Bill { name: format!("{house} {}{year}", number.name("number")?.as_str()), enacted })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{ReadOptions, read};

    fn bill(text: &str, name: &str) -> Option<(String, bool)> {
        let document = read(text.as_bytes(), name, &ReadOptions::default()).unwrap().remove(0);
        bill_of(&document).map(|b| (b.mark(), b.enacted))
    }

    #[test]
    fn bills_and_acts() {
        for (text, name, expected) in [
            (
                r#"{"bill":"HB 910","session":"2021","title":"AN ACT on wells.","amends":["RSA 90:1"],"text":"1 Wells."}"#,
                "a.jsonl",
                Some(("Proposed by HB 910 (2021)", false)),
            ),
            (r#"{"citation":"RSA 90:1","bill":"HB 910 (2021)","text":"Words."}"#, "a.jsonl", None),
            (
                "SB 86-FN - AS INTRODUCED\n2026 SESSION\nSENATE BILL 86-FN\nAN ACT on wells.\nBe it Enacted by the Senate and House of Representatives in General Court convened:\n1 Wells.",
                "a.txt",
                Some(("Proposed by SB 86 (2026)", false)),
            ),
            (
                "CHAPTER 72\nSB 86-FN - FINAL VERSION\n2026 SESSION\nAN ACT on wells.\nBe it Enacted by the Senate:\n72:1 Wells.",
                "a.txt",
                Some(("Session law SB 86 (2026)", true)),
            ),
            ("Minutes\nThe board spoke about HB 910.", "a.txt", None),
            ("ORDINANCE 5\nBe it enacted by the council of Alder", "a.txt", None),
        ] {
            let got = bill(text, name);
            let got = got.as_ref().map(|(m, e)| (m.as_str(), *e));
            assert_eq!(got, expected, "{text:?}");
        }
    }
}
