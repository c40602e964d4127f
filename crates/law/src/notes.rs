//! Notes after a section's text: the acts that created and changed it, and court decisions about it. They
//! describe earlier law and are not the law.

use std::sync::LazyLock;

use regex::Regex;

use twolane_text::Line;

static NOTE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"^\s*(?:Source[.:]?(?:\s|$)|SOURCE\.|History:|HISTORY:|History\.(?:\s|$)|\((?:19|18|20)\d\d(?:\s+Rev\.?|,|\s*;|\))|\[(?:\d+(?:\.\d+)?:){1,3}(?:18|19|20)\d\d\b|\[(?:18|19|20)\d\d\s[^\]]*(?:;|\]|§|c\.)|\[Formerly\s|\((?:Added\s+to\s+NRS|NRS\s+A)\s)",
    )
    .ok()
});

/// Matches the label of a publisher's note on a section.
static ANNOTATION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)^\s*(?:(?:editorial|cross|collateral|library|research|law review|administrative rules|u\.\s?s\. code)\s+",
        r"(?:notes?|references?|commentaries)|(?:editor|revisor|compiler|code\s+commission|attorney general)[\u{2019}']?s?\s+(?:notes?|opinions?)",
        r"|(?:case\s+)?notes?\s+to\s+(?:decisions?|opinions?)|judicial\s+decisions|case\s+notes|law\s+reviews?|annotations?",
        r"|opinions?\s+of\s+(?:the\s+)?attorney\s+general|(?:official|uniform\s+law|advisory\s+committee)\s+(?:notes?|comments?)",
        r"|(?:the\s+)?(?:19|20)\d\d\s+amendments?|amendment\s+notes?|legislative\s+history",
        r"|textbooks|am\.\s?jur\.|a\.?l\.?r\.?|c\.?j\.?s\.?|cross-references|references\s+in\s+text|revision\s+notes?)",
        r"\s*\.?\s*(?:[:\u{2014}\u{2013}-]|$)"
    ))
    .ok()
});

/// Returns true for the label of a note by the publisher: cross-references, notes of editors, decisions.
pub fn is_annotation(text: &str) -> bool {
    ANNOTATION.as_ref().is_some_and(|a| a.is_match(text))
}

/// Returns true for the first line of a note on the acts that created a section.
pub fn is_note(text: &str) -> bool {
    NOTE.as_ref().is_some_and(|n| n.is_match(text))
}

/// Returns the index of the line at which a section's notes begin; `None` without notes. Only for the lines
/// of one section of law: a paper's own chapter on its history is not a note.
pub fn notes_start(lines: &[Line]) -> Option<usize> {
    let is_head = |line: &Line| line.heading.is_some() && line.text.trim().eq_ignore_ascii_case("history");
    lines.iter().skip(1).position(|line| is_head(line) || is_note(&line.text)).map(|at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_of_states_and_publishers() {
        for (text, history, annotation) in [
            ("History. Orig. Code 1863, § 1; Ga. L. 1972, p. 1.", true, false),
            ("[1911 CPA § 252; RL § 5194]", true, false),
            ("Source: Civ. C. 1877, § 4; R.C. 1895, § 2692.", true, false),
            ("[1:26:1937; 1931 NCL § 1]", true, false),
            ("(Added to NRS by 1995, 15; A 1999, 7)", true, false),
            ("[1971 c.743 §85; 1999 c.1 §2]", true, false),
            ("[2012] wells", false, false),
            ("Cross references.", false, true),
            ("Editor\u{2019}s notes. — Section 2 was changed.", false, true),
            ("JUDICIAL DECISIONS", false, true),
            ("Notes to Decisions", false, true),
            ("The 2015 amendment, effective July 1, changed it.", false, false),
            ("Annotations of the map are public.", false, false),
            ("Effective dates are set by the board.", false, false),
        ] {
            assert_eq!((is_note(text), is_annotation(text)), (history, annotation), "{text:?}");
        }
    }

    #[test]
    fn notes_follow_the_text() {
        let lines = |texts: &[(&str, Option<u8>)]| -> Vec<Line> {
            let line =
                |(text, heading): &(&str, Option<u8>)| Line { heading: *heading, ..Line::plain(0, 1, *text) };
            texts.iter().map(line).collect()
        };
        let of = |texts: &[(&str, Option<u8>)]| notes_start(&lines(texts));
        let head = ("RSA 1:1 Notice.", Some(1));
        assert_eq!(
            of(&[head, ("The clerk posts it.", None), ("History", Some(2)), ("1999, 1:1.", None)]),
            Some(2)
        );
        assert_eq!(of(&[head, ("The clerk posts it.", None), ("Source. 1999, 1:1.", None)]), Some(2));
        assert_eq!(of(&[head, ("Fee.", None), ("(1949 Rev., S. 3; P.A. 75-1.)", None)]), Some(2));
        assert_eq!(of(&[head, ("History is taught.", None), ("(1) In 1999, twice.", None)]), None);
        assert_eq!(of(&[("History", Some(1)), ("The clerk posts it.", None)]), None);
        assert_eq!(of(&[]), None);
    }
}
