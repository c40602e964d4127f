//! Proper names in a text.

use super::token::{Taken, Token, TokenKind};
use crate::pattern::pattern;

// A full stop is part of a name only after an initial or a title: "Ann Hale. Tim Moss" is two names.
pattern!(
    NAME,
    r"(?x)\b (?:(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Lt|Sgt|Capt|Hon|Rev|Gen|Gov|Rep|Sen|Mt|Ft|Co|Dept)\.|(?:\p{Lu}\.)+|\p{Lu}[\p{L}'’]*)
    (?:[\ -](?:of|the|and|de|la|von|van)?[\ ]?
       (?:(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Lt|Sgt|Capt|Hon|Rev|Gen|Gov|Rep|Sen|Mt|Ft|Co|Dept)\.|(?:\p{Lu}\.)+|\p{Lu}[\p{L}'’]*))+"
);
pattern!(CAPITALISED, r"\b\p{Lu}[\p{Ll}'’]{2,}\b");

/// Capitalised words that are not names.
const COMMON: &[&str] = &[
    "article",
    "chapter",
    "section",
    "ordinance",
    "resolution",
    "exhibit",
    "appendix",
    "table",
    "part",
    "motion",
    "vote",
    "voted",
    "yes",
    "aye",
    "ayes",
    "nay",
    "nays",
    "the",
    "this",
    "that",
    "these",
    "and",
    "not",
    "may",
    "shall",
];

/// Finds names of two or more words, and capitalised words within a sentence.
pub(super) fn names(text: &str, found: &mut Vec<Token>) {
    let mut held = Taken::none_of(text);
    for token in found.iter().filter(|t| matches!(t.kind, TokenKind::Date | TokenKind::Section)) {
        held.take_all(&token.range);
    }
    for m in NAME.get().find_iter(text) {
        let raw = m.as_str().trim_end_matches(['.', '\'', '’']);
        let range = m.start()..m.start() + raw.len();
        held.take_all(&range);
        found.push(Token::new(TokenKind::Name, range, raw, name_normal(raw)));
    }
    for m in CAPITALISED.get().find_iter(text) {
        let normal = name_normal(m.as_str());
        if held.has(&m.range())
            || opens_sentence(text.get(..m.start()).unwrap_or(""))
            || COMMON.contains(&normal.as_str())
        {
            continue;
        }
        found.push(Token::new(TokenKind::ProperNoun, m.range(), m.as_str(), normal));
    }
}

/// Returns true if a following capital letter is not significant.
fn opens_sentence(before: &str) -> bool {
    let trimmed = before.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '“' | '(' | '['));
    trimmed.is_empty() || trimmed.ends_with(['.', '!', '?', ':', ';', '•', '*', '-', '–', '—', '|'])
}

fn name_normal(raw: &str) -> String {
    let plain = raw.to_lowercase().replace('’', "'");
    let bare = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    bare.strip_suffix("'s").map_or(bare.clone(), str::to_owned)
}
