//! Text that was given: the question, the situation, the user's texts. A query may contain only its words and the
//! general words that the rules name (SPEC PLAN-2).

use std::collections::{HashMap, HashSet};

use crate::language::borne::Borne;
use twolane_archive::terms;
use twolane_law::Grammar;

/// Given texts, and the words that a query may add to them.
#[derive(Debug, Clone, Default)]
pub struct GivenTexts {
    borne: Borne,
    /// Index terms of each text.
    terms: Vec<Vec<String>>,
    /// Words of each text, in lower case.
    words: Vec<Vec<String>>,
    /// Spelling of words and numbers in the texts, keyed by their lower case.
    spelled: HashMap<String, String>,
    known: HashSet<String>,
    citations: HashSet<String>,
    may_add: HashSet<String>,
}

/// A query with the list of its removed parts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cleaned {
    /// Remaining query; `None` when it has no given word.
    pub text: Option<String>,
    /// Removed parts of the query.
    pub lost: Vec<Lost>,
}

/// A part removed from a text, with its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lost {
    /// A word or name.
    Word(String),
    /// A number, date or time.
    Number(String),
    /// A section of law.
    Section(String),
}

impl GivenTexts {
    /// Indexes these texts; `may_add` are the index terms that a query may add to theirs.
    pub fn of<'t>(texts: impl IntoIterator<Item = &'t str>, may_add: HashSet<String>) -> GivenTexts {
        let mut given = GivenTexts { may_add, ..GivenTexts::default() };
        for text in texts {
            given.borne.add(text);
            let of_text = terms(text);
            given.known.extend(of_text.iter().cloned());
            given.terms.push(of_text);
            given.words.push(parts(text).map(str::to_lowercase).collect());
            for spelling in text.split_whitespace().map(bare).chain(parts(text)) {
                given.spelled.entry(spelling.to_lowercase()).or_insert_with(|| spelling.to_owned());
            }
            for found in Grammar::built_in().find(text) {
                given.citations.extend(found.citation.keys());
                given.citations.extend(found.citation.chapter);
            }
        }
        given
    }

    /// Returns true when one of the texts contains the words of a name or phrase in sequence, regardless of word forms
    /// and accents.
    pub fn holds(&self, phrase: &str) -> bool {
        let wanted = terms(phrase);
        !wanted.is_empty()
            && self.terms.iter().any(|text| text.windows(wanted.len()).any(|window| window == wanted))
            && self.strays(phrase).is_empty()
    }

    /// Removes sections, numbers, dates and names that were not given from a text for people.
    pub fn field(&self, text: &str) -> String {
        let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for _ in 0..ROUNDS {
            let strays = self.strays(&text);
            if strays.is_empty() {
                return text;
            }
            text = without(&text, &strays);
        }
        String::new()
    }

    /// Reduces a query to words that were given or may be added. It may not contain any of the phrases in `never`.
    pub fn query(&self, text: &str, never: &[String], most_words: usize) -> Cleaned {
        let mut lost = Vec::new();
        let mut words: Vec<QueryWord> = Vec::new();
        for word in text.split_whitespace() {
            self.take(word, &mut words, &mut lost);
        }
        for phrase in never {
            take_out(&mut words, phrase, &mut lost);
        }
        self.drop_unknown_names(&mut words, &mut lost);
        words.truncate(most_words);
        let mut text = self.joined(&words);
        for round in 0.. {
            let strays = self.strays(&text);
            if strays.is_empty() {
                break;
            }
            if round == ROUNDS {
                text.clear();
                break;
            }
            lost.extend(strays.iter().map(|s| s.lost.clone()));
            text = without(&text, &strays);
        }
        let text = text.trim_matches([',', ' ']).to_owned();
        let says = terms(&text).iter().any(|term| self.known.contains(term));
        Cleaned { text: says.then_some(text), lost }
    }

    /// Adds a word as the texts spell it, or its known parts.
    fn take(&self, word: &str, words: &mut Vec<QueryWord>, lost: &mut Vec<Lost>) {
        let whole = bare(word);
        if whole.is_empty() {
            return;
        }
        if let Some(spelled) = self.spelled.get(&whole.to_lowercase()) {
            words.push(QueryWord { text: spelled.clone(), given: true, capital: false });
            return;
        }
        if whole.chars().any(char::is_numeric) {
            lost.push(Lost::Number(whole.to_owned()));
            return;
        }
        for part in parts(whole) {
            let lower = part.to_lowercase();
            let capital = part.chars().next().is_some_and(char::is_uppercase);
            let of_part = terms(part);
            if let Some(spelled) = self.spelled.get(&lower) {
                words.push(QueryWord { text: spelled.clone(), given: true, capital: false });
            } else if !of_part.is_empty() && of_part.iter().all(|term| self.known.contains(term)) {
                // Another form of a word that was given: `permits` for `permit`.
                words.push(QueryWord { text: lower, given: true, capital: false });
            } else if of_part.iter().all(|term| self.may_add.contains(term)) && is_plain(&lower) {
                words.push(QueryWord { text: lower, given: false, capital });
            } else {
                lost.push(Lost::Word(part.to_owned()));
            }
        }
    }

    /// Drops two or more adjacent capitalized words that were not given: they form a name, however general each word
    /// is.
    fn drop_unknown_names(&self, words: &mut Vec<QueryWord>, lost: &mut Vec<Lost>) {
        let marks: Vec<bool> = words.iter().map(|w| w.capital && !w.given).collect();
        let at = |i: Option<usize>| i.and_then(|i| marks.get(i)).copied().unwrap_or(false);
        let mut index = 0;
        words.retain(|word| {
            let i = index;
            index += 1;
            let named = at(Some(i)) && (at(i.checked_sub(1)) || at(i.checked_add(1)));
            if named {
                lost.push(Lost::Word(word.text.clone()));
            }
            !named
        });
    }

    /// Joins the words, with a comma between names that are adjacent in no text, so that two names do not form a new
    /// one.
    fn joined(&self, words: &[QueryWord]) -> String {
        let mut text = String::new();
        let mut run: Vec<String> = Vec::new();
        for word in words {
            let own: Vec<String> = parts(&word.text).map(str::to_lowercase).collect();
            let longer: Vec<String> = run.iter().chain(&own).cloned().collect();
            let stands = self
                .words
                .iter()
                .any(|text| text.windows(longer.len().max(1)).any(|window| window == longer));
            let names = word.text.chars().any(char::is_uppercase);
            if stands {
                run = longer;
            } else {
                if names && text.chars().any(char::is_uppercase) {
                    text.push(',');
                }
                run = own;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&word.text);
        }
        text
    }

    /// Returns sections, numbers, dates, times and names of a text that were not given.
    fn strays(&self, text: &str) -> Vec<Stray> {
        let mut strays: Vec<Stray> = Grammar::built_in()
            .find(text)
            .into_iter()
            .filter(|found| !self.citations.contains(&found.citation.text))
            .map(|found| Stray { bytes: found.bytes, lost: Lost::Section(found.citation.text) })
            .collect();
        for token in self.borne.unsupported(text) {
            use twolane_text::TokenKind;
            let lost = match token.kind {
                TokenKind::Section => Lost::Section(token.raw),
                TokenKind::Name | TokenKind::ProperNoun => Lost::Word(token.raw),
                _ => Lost::Number(token.raw),
            };
            strays.push(Stray { bytes: token.range, lost });
        }
        strays
    }
}

/// Rounds after which a text with invented parts is given up: removing one may make the rest read as another.
const ROUNDS: usize = 6;

struct Stray {
    bytes: std::ops::Range<usize>,
    lost: Lost,
}

#[derive(Debug, Clone)]
struct QueryWord {
    text: String,
    given: bool,
    /// True when the planner wrote it with a capital letter.
    capital: bool,
}

/// Removes whole words from a text.
fn without(text: &str, strays: &[Stray]) -> String {
    let mut kept = Vec::new();
    let mut at = 0;
    for word in text.split(' ') {
        let range = at..at + word.len();
        at = range.end + 1;
        if !strays.iter().any(|s| s.bytes.start < range.end && range.start < s.bytes.end) {
            kept.push(word);
        }
    }
    kept.into_iter().filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Removes a phrase wherever its words occur in sequence.
fn take_out(words: &mut Vec<QueryWord>, phrase: &str, lost: &mut Vec<Lost>) {
    let phrase: Vec<String> = parts(phrase).map(str::to_lowercase).collect();
    if phrase.is_empty() {
        return;
    }
    let lower: Vec<String> = words.iter().map(|w| w.text.to_lowercase()).collect();
    let mut gone: HashSet<usize> = HashSet::new();
    for (start, window) in lower.windows(phrase.len()).enumerate() {
        if window == phrase {
            gone.extend(start..start + phrase.len());
        }
    }
    let mut index = 0;
    words.retain(|word| {
        let keep = !gone.contains(&index);
        index += 1;
        if !keep {
            lost.push(Lost::Word(word.text.clone()));
        }
        keep
    });
}

/// Strips punctuation around a word.
fn bare(word: &str) -> &str {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '$' | '%' | '§' | '(' | ')'));
    // A bracket belongs to a section's number; an unmatched one belongs to the sentence.
    let word = if word.contains('(') { word } else { word.trim_end_matches(')') };
    if word.contains(')') { word.trim_end_matches('(') } else { word.trim_matches('(') }
}

/// Splits a text into runs of letters and digits.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty())
}

/// Returns true for a word of plain letters a to z; a single letter other than "a" may be a numeral.
fn is_plain(word: &str) -> bool {
    (word.len() > 1 || word == "a") && word.bytes().all(|b| b.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::understand::plan::PlanRules;
    use twolane_retrieve::Vocabulary;

    fn given() -> GivenTexts {
        let may = PlanRules::built_in().may_add(Vocabulary::built_in());
        GivenTexts::of(
            [
                "How did Alder's Harbor Committee vote on the $86,000 pier repair under RSA 31-B:3, II on March 4, 2025?",
                "Inez Calder and Lou Tanner spoke of eleven piles.",
            ],
            may,
        )
    }

    #[test]
    fn what_was_given_stays() {
        let given = given();
        for query in [
            "Harbor Committee vote",
            "RSA 31-B:3",
            "pier repair March 4 2025",
            "pier cost $86,000",
            "Inez Calder pier repairs",
        ] {
            let cleaned = given.query(query, &[], 30);
            assert_eq!((cleaned.text.as_deref(), cleaned.lost.len()), (Some(query), 0), "{cleaned:?}");
        }
        let got = |query: &str| given.query(query, &[], 30).text;
        // Spelled as in the texts.
        assert_eq!(got("Pier Repair fee").as_deref(), Some("pier repair fee"));
        assert_eq!(got("harbor committee decision").as_deref(), Some("Harbor Committee decision"));
    }

    #[test]
    fn what_was_not_given_goes() {
        let given = given();
        for (query, expected) in [
            ("Springfield pier vote", Some("pier vote")),
            ("springfield pier vote", Some("pier vote")),
            ("pier repair RSA 541-A:1", Some("pier repair RSA")),
            ("pier repair under RSA 31-B:9", Some("pier repair under RSA")),
            ("pier repair $99,000", Some("pier repair")),
            ("pier repair 2019", Some("pier repair")),
            ("pier repair on March 5, 2025", Some("pier repair on March 2025")),
            ("Article V pier", Some("article pier")),
            ("twelve piles", Some("piles")),
            ("Mary Smith pier", Some("pier")),
            ("Grant Park pier", Some("pier")),
            // Two given names do not form a third.
            ("Inez Tanner pier", Some("Inez, Tanner pier")),
            ("Spring\u{200b}field", None),
            ("municipal liability statute", None),
            ("", None),
            ("１２ piles", Some("piles")),
        ] {
            assert_eq!(given.query(query, &[], 30).text.as_deref(), expected, "{query}");
        }
        assert_eq!(
            given.query("water district pier", &["Water District".into()], 30).text.as_deref(),
            Some("pier")
        );
        assert_eq!(given.query("pier pier pier pier", &[], 2).text.as_deref(), Some("pier pier"));
    }

    #[test]
    fn phrases_and_fields() {
        let given = given();
        for (phrase, expected) in [
            ("Harbor Committee", true),
            ("harbor committees", true),
            ("Calder Committee", false),
            ("Springfield", false),
            ("RSA 31-B:3", true),
            ("", false),
        ] {
            assert_eq!(given.holds(phrase), expected, "{phrase}");
        }
        assert_eq!(given.field("Because RSA 541-A:1 and the pier matter"), "and the pier matter");
    }
}
