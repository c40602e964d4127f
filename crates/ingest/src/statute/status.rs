//! Decides whether a section is law or only the place of a former one.

use std::sync::LazyLock;

use regex::Regex;

use twolane_law::SectionStatus;

/// Matches text that says only that the section is gone or not there yet.
static STUB: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?ix)^\W*",
        r"(?:(?:to|and|through|[-\u{2013}])\s+[\d.:a-z-]+\W*)?", // a stub for several sections
        r"(?:(?:sections?|secs?\.|§§?)?\s*[\d.:a-z-]*\d[\d.:a-z-]*(?:\s*(?:,|to|and|through|inclusive|[-\u{2013}])\s*[\d.:a-z-]*)*",
        r"\s*(?:,\s*inclusive,\s*)?(?:is|are|was|were|has\s+been|have\s+been)?\s+)?",
        r"(?P<what>repealed|expired|omitted|obsolete|superseded|reserved|transferred|vacant|recodified|renumbered)",
        // The end of a statement, or who, when and where to: not "Reserved powers of the town".
        r"(?:\s*(?:$|[.,;:)\]\[(])|\s+(?:by|for|effective|eff|to|in|as|under|and|pursuant|\d))",
    ))
    .ok()
});

/// Matches a note in brackets at a heading's end that says so: `Bonds. [Repealed, § 2 ch 1.]`
static BRACKETED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)[\[(](?P<what>repealed|expired|omitted|obsolete|superseded|reserved|transferred|vacant|recodified|renumbered)\b[^\[\]()]*[\])]\W*$").ok()
});

/// The longest stub in words: with the act that repealed it and its day.
const LONGEST_STUB: usize = 40;

/// Returns the status of a section, by its heading and its text.
pub(super) fn status_of(heading: &str, text: &str) -> SectionStatus {
    let stub = |t: &str| -> Option<SectionStatus> {
        if t.split_whitespace().count() > LONGEST_STUB {
            return None;
        }
        let what = STUB.as_ref()?.captures(t)?.name("what")?.as_str().to_lowercase();
        Some(named(&what))
    };
    let bracketed = || {
        let what = BRACKETED.as_ref()?.captures(heading)?.name("what")?.as_str().to_lowercase();
        Some(named(&what))
    };
    let said = if text.trim().is_empty() { stub(heading).or_else(bracketed) } else { stub(text) };
    said.or_else(|| {
        // A heading with only that is enough, when the text is a note on it.
        stub(heading).filter(|_| heading.to_lowercase().starts_with(['r', '[', 'e', 't', '(']))
    })
    .unwrap_or(if text.trim().is_empty() { SectionStatus::HeadingOnly } else { SectionStatus::InForce })
}

/// Parses a status that the source states by a word.
pub(super) fn stated(word: &str) -> Option<SectionStatus> {
    let word = word.trim().to_lowercase();
    match word.as_str() {
        "proposed" => Some(SectionStatus::Proposed),
        "in force" | "current" => Some(SectionStatus::InForce),
        _ => [
            "repealed",
            "expired",
            "omitted",
            "obsolete",
            "superseded",
            "reserved",
            "transferred",
            "vacant",
            "recodified",
            "renumbered",
        ]
        .iter()
        .find(|w| word.starts_with(**w))
        .map(|w| named(w)),
    }
}

fn named(word: &str) -> SectionStatus {
    match word {
        "reserved" | "transferred" | "vacant" | "recodified" | "renumbered" => SectionStatus::Reserved,
        _ => SectionStatus::Repealed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stubs() {
        use SectionStatus::{HeadingOnly, InForce, Repealed, Reserved};
        for (heading, text, expected) in [
            ("Bonds.", "Section 90-11 is repealed.", Repealed),
            ("Fees.", "Section 90-18 is repealed, effective October 1, 2002.", Repealed),
            ("to 90-96. - Special constables", "Sections 90-93 to 90-96, inclusive, are repealed.", Repealed),
            ("and 90-120. - Hearing.", "Sections 90-119 and 90-120 are repealed.", Repealed),
            ("and 90-204. - Reserved for future use.", "and 90-204. - Reserved for future use.", Reserved),
            ("Establishment of the Force.", "Repealed.", Repealed),
            (
                "Repealed. 1982, Act 538, Imd. Eff. Jan. 17, 1983.",
                "Compiler's Notes: The repealed section pertained to fees.",
                Repealed,
            ),
            ("Repealed by 2000, 35:2, I, eff. Jan. 1, 2001.", "", Repealed),
            ("[Repealed]", "", Repealed),
            ("Prima facie evidence. [Repealed, § 2 ch 1 SLA 1963.]", "", Repealed),
            ("785-820. [Reserved for future use.]", "", Reserved),
            ("Fees (repealed ones excepted) of towns", "", HeadingOnly),
            ("to 90:7-c Repealed by 1977, 224:2.", "", Repealed),
            ("Rights Reserved.", "", HeadingOnly),
            ("Reserved Power; Limitation.", "The state keeps the power to alter this chapter.", InForce),
            (
                "Repeal of MCL 90.1 to 90.31.",
                "Act No. 229, being sections 90.1 to 90.31, is repealed.",
                InForce,
            ),
            ("Validation.", "Any vote is valid.", InForce),
        ] {
            assert_eq!(status_of(heading, text), expected, "{heading:?} {text:?}");
        }
    }
}
