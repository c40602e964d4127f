//! Words that every match of a pattern must have, derived from the pattern.

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Hir, HirKind};

/// Returns texts of which every match has at least one, ignoring ASCII case; `None` if the pattern requires
/// no useful text.
pub(super) fn required(pattern: &str) -> Option<Vec<String>> {
    let parsed = ParserBuilder::new().multi_line(true).build().parse(pattern).ok()?;
    one_of(&parsed).filter(|found| shortest(found) >= LEAST)
}

/// Minimum length of a text; shorter ones occur nearly everywhere.
const LEAST: usize = 2;

fn one_of(hir: &Hir) -> Option<Vec<String>> {
    match hir.kind() {
        // Beyond ASCII, a comparison of single bytes cannot ignore case.
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).ok().filter(|text| text.is_ascii())?;
            Some(vec![text.to_ascii_lowercase()])
        }
        HirKind::Capture(capture) => one_of(&capture.sub),
        HirKind::Repetition(repetition) if repetition.min > 0 => one_of(&repetition.sub),
        // All parts are required, so the rarest part is sufficient.
        HirKind::Concat(parts) => parts.iter().filter_map(one_of).max_by_key(|found| shortest(found)),
        HirKind::Alternation(parts) => {
            let parts: Option<Vec<Vec<String>>> = parts.iter().map(one_of).collect();
            parts.map(|parts| parts.concat())
        }
        HirKind::Empty | HirKind::Class(_) | HirKind::Look(_) | HirKind::Repetition(_) => None,
    }
}

fn shortest(texts: &[String]) -> usize {
    texts.iter().map(String::len).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_without_which_nothing_is_found() {
        for (pattern, expected) in [
            (r"\bthe ?prompts?\b", &["prompt"][..]),
            (r"(?:^|;\s*)(?:ignore|forget)\b[^.]{0,9}\brules?", &["ignore", "forget"]),
            (r"(?:skip|bypass) (?:all )?checks", &["checks"]),
            (r"(?:ab|[cd])x", &[]),
            (r"(?:reply|answer)?", &[]),
            (r"(?:Reply){2,}", &["reply"]),
            (r"a|bcd", &[]),
        ] {
            let found = required(pattern).unwrap_or_default();
            assert_eq!(found, expected, "{pattern}");
        }
    }
}
