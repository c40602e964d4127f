//! Numbers of sections, articles, chapters, ordinances and statutes.

use super::token::{Taken, Token, TokenKind};
use crate::pattern::pattern;

pattern!(
    SECTION,
    r"(?ix)
    (?: \b(?:RSA|MCL|ORS|ILCS|M\.?G\.?L\.?|O\.?C\.?G\.?A\.?|U\.?S\.?C\.?|C\.?F\.?R\.?)\s+ (?:(?:c(?:h(?:apter)?)?\.?|§+)\s*)? [0-9][0-9A-Za-z]*(?:[-.:][0-9A-Za-z]+)*(?:,?\s*[IVX]+\b)?(?:\([0-9a-zA-Z]{1,4}\))*
    | §+\s*[0-9A-Za-z]+(?:[-.:][0-9A-Za-z]+)*(?:\([0-9a-zA-Z]{1,4}\))*
    | \b(?:section|sec\.|article|art\.|chapter|ch\.|ordinance|resolution|paragraph|title|rule|bylaw|amendment|exhibit)\s+(?:no\.?\s*|number\s+|\#\s*)?(?:[0-9]+[0-9A-Za-z]*(?:[-.:][0-9A-Za-z]+)*|[IVXL]+\b)(?:\([0-9a-zA-Z]{1,4}\))*
    )"
);

pub(super) fn sections(text: &str, found: &mut Vec<Token>, taken: &mut Taken) {
    for m in SECTION.get().find_iter(text) {
        if taken.take(&m.range()) {
            let normal = section_normal(m.as_str());
            found.push(Token::new(TokenKind::Section, m.range(), m.as_str(), normal));
        }
    }
}

fn section_normal(raw: &str) -> String {
    let lower = raw.to_lowercase().replace('§', " section ").replace(['#', ','], " ");
    let mut words: Vec<&str> = Vec::new();
    for word in lower.split_whitespace() {
        let word = match word {
            "sec." | "section" => "section",
            "art." | "article" => "article",
            "ch." | "c." | "chapter" => "chapter",
            "no." | "no" | "number" => continue,
            other => other,
        };
        if words.last() != Some(&word) {
            words.push(word);
        }
    }
    words.join(" ")
}
