//! Notes after a section's text: the acts that created and changed it, and court decisions about it. They
//! describe earlier law and are not the law.

use std::sync::LazyLock;

use regex::Regex;

use twolane_text::Line;

static NOTE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"^\s*(?:Source\.?(?:\s|$)|SOURCE\.|History:|HISTORY:|\((?:19|18|20)\d\d(?:\s+Rev\.?|,|\s*;|\)))",
    )
    .ok()
});

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
