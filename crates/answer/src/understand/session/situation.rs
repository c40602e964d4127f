//! Subject of a conversation, derived from the newest text that the user gave.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::draft::UserSource;
use twolane_archive::terms;
use twolane_text::{TokenKind, tokens_of};

use super::paste::is_credit;

/// Subject of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Situation {
    /// Title of the text.
    pub title: String,
    /// Names of people, bodies and places, the most frequent first.
    pub entities: Vec<String>,
}

impl Situation {
    /// Extracts the title, and up to `most` names and words of the matter: the words of the title that the text
    /// repeats, and the names in it, the most frequent first.
    pub fn of(source: &UserSource, most: usize) -> Self {
        let lines = source.text.lines().filter(|line| !is_credit(line.trim()));
        let text = lines.collect::<Vec<_>>().join("\n");
        let mut counted: Vec<(String, usize)> = Vec::new();
        for token in tokens_of(&text, TokenKind::Name) {
            let words = token.raw.split_whitespace().skip_while(|word| terms(word).is_empty());
            let name = words.collect::<Vec<_>>().join(" ");
            match counted.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(&name)) {
                Some((_, n)) => *n += 1,
                // "In February" is no name.
                None if name.contains(' ') => counted.push((name, 1)),
                None => {}
            }
        }
        // Stable sort: among equally frequent names, the first mentioned one comes first.
        counted.sort_by_key(|c| std::cmp::Reverse(c.1));
        let names = counted.into_iter().map(|(name, _)| name);
        let mut entities = repeated(&source.title, &text);
        entities.extend(names);
        entities.truncate(most);
        Situation { title: source.title.clone(), entities }
    }
}

/// Returns the words of a title, in lower case, that the text below repeats most often.
fn repeated(title: &str, text: &str) -> Vec<String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for term in terms(text) {
        *counts.entry(term).or_default() += 1;
    }
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let mut found: Vec<(String, usize)> = Vec::new();
    for word in
        title.split_whitespace().map(|word| bare(word.trim_end_matches("'s").trim_end_matches("\u{2019}s")))
    {
        let count = terms(&word).iter().filter_map(|term| counts.get(term)).copied().max().unwrap_or(0);
        if count >= REPEATED && !found.iter().any(|(known, _)| *known == word) {
            found.push((word, count));
        }
    }
    found.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    found.into_iter().map(|(word, _)| word).take(MATTER).collect()
}

/// Number of times that a text has a word of its matter, its title included.
const REPEATED: usize = 4;
/// Maximum number of words of the matter.
const MATTER: usize = 2;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_matter_without_credits() {
        let text = "Ferry ramp closes after fall\nBy Dana Whitcomb\nUpdated May 3, 2025\n\nThe ramp at Gull Point \
                    was shut. In April the board heard that the ramp was worn. The ramp is old.";
        let source =
            UserSource { title: "Ferry ramp closes after fall".to_owned(), text: text.to_owned(), ..made() };
        assert_eq!(Situation::of(&source, 8).entities, ["ramp", "Gull Point"]);
    }

    fn made() -> UserSource {
        UserSource {
            id: String::new(),
            kind: String::new(),
            title: String::new(),
            text: String::new(),
            created_at: String::new(),
        }
    }
}
