//! Words and patterns for reading questions, as data (`assets/plan.toml`).

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

use twolane_archive::terms;
use twolane_retrieve::{RequestedOutput, Term, Vocabulary};

/// Language rules of a planner.
#[derive(Debug, Clone, Default)]
pub struct PlanRules {
    /// Phrases by form of the requested answer; the first match counts.
    pub outputs: Vec<(RequestedOutput, Vec<Words>)>,
    /// Actions of people and bodies.
    pub actions: Vec<Term>,
    /// Hints of time other than dates.
    pub time_hints: Vec<TimePhrase>,
    /// Words of local papers.
    pub local: Vec<Words>,
    /// Words of the law.
    pub state: Vec<Words>,
    /// Phrases that make a question one of several steps.
    pub multi_hop: Vec<Words>,
    /// Phrases that make a question complex.
    pub complex: Vec<Words>,
    /// Terms that a planner may add to a query.
    pub known: HashSet<String>,
}

/// A phrase as a text contains it, in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words(Vec<String>);

/// A phrase that hints at a time.
#[derive(Debug, Clone)]
pub struct TimePhrase {
    /// Words of the phrase.
    pub words: Words,
    /// Years from today.
    pub years: Option<i16>,
    /// Months from today.
    pub months: Option<i16>,
}

impl Words {
    /// Splits a text into words.
    pub fn of(text: &str) -> Words {
        Words(
            text.to_lowercase()
                .split(|c: char| !c.is_alphanumeric())
                .filter(|w| !w.is_empty())
                .map(str::to_owned)
                .collect(),
        )
    }

    /// Returns true when a text contains these words in sequence.
    pub fn are_in(&self, text: &Words) -> bool {
        !self.0.is_empty() && text.0.windows(self.0.len()).any(|window| window == self.0)
    }

    /// Returns true for a phrase without words.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the words, joined by spaces.
    pub fn text(&self) -> String {
        self.0.join(" ")
    }
}

const BUILT_IN: &str = include_str!("../../../../../assets/plan.toml");
static RULES: LazyLock<Result<PlanRules, toml::de::Error>> = LazyLock::new(|| PlanRules::parse(BUILT_IN));

impl PlanRules {
    /// Returns the built-in rules.
    ///
    /// # Panics
    /// Panics when the program was built with a file that does not parse; see [`check_built_in`](Self::check_built_in).
    #[allow(clippy::panic)] // Not outside input: the file is a part of the program.
    pub fn built_in() -> &'static PlanRules {
        match &*RULES {
            Ok(rules) => rules,
            Err(error) => panic!("built in: {error}"),
        }
    }

    /// Checks that the built-in rules parse.
    ///
    /// # Errors
    /// Returns the error of parsing them, with line and column.
    pub fn check_built_in() -> Result<(), &'static toml::de::Error> {
        RULES.as_ref().map(|_| ())
    }

    /// Returns true when a question names a time relative to the day on which it is asked.
    pub fn counts_from_today(&self, question: &str) -> bool {
        let words = Words::of(question);
        let mut counted = self.time_hints.iter().filter(|h| h.years.is_some() || h.months.is_some());
        counted.any(|h| h.words.are_in(&words))
    }

    fn parse(text: &str) -> Result<PlanRules, toml::de::Error> {
        let file: File = toml::from_str(text)?;
        let words = |list: Vec<String>| list.iter().map(|w| Words::of(w)).collect::<Vec<_>>();
        Ok(PlanRules {
            outputs: file.requested_output.into_iter().map(|o| (o.name, words(o.phrases))).collect(),
            actions: file.actions.terms.into_iter().filter_map(Term::new).collect(),
            time_hints: file
                .time_hint
                .into_iter()
                .map(|t| TimePhrase { words: Words::of(&t.phrase), years: t.years, months: t.months })
                .collect(),
            local: words(file.scope.local),
            state: words(file.scope.state),
            multi_hop: words(file.multi_hop.phrases),
            complex: words(file.multi_hop.complex),
            known: terms(&file.words.terms).into_iter().collect(),
        })
    }

    /// Returns the terms that a planner may add to a query although they were not given. They are those of the list,
    /// and the words of retrieval's own vocabulary. No term contains a digit.
    pub fn may_add(&self, vocabulary: &Vocabulary) -> HashSet<String> {
        let mut may = self.known.clone();
        let texts = vocabulary
            .synonyms
            .iter()
            .flatten()
            .chain(vocabulary.legal_topics.iter().flat_map(|t| &t.terms))
            .map(|term| term.text.as_str());
        may.extend(texts.flat_map(terms));
        may.retain(|term| term.chars().all(char::is_alphabetic) && term.chars().count() > 2);
        may
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    requested_output: Vec<OutputFile>,
    actions: Terms,
    time_hint: Vec<TimeFile>,
    scope: ScopeFile,
    multi_hop: MultiHopFile,
    words: TermText,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OutputFile {
    name: RequestedOutput,
    phrases: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Terms {
    terms: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TermText {
    terms: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TimeFile {
    phrase: String,
    years: Option<i16>,
    months: Option<i16>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScopeFile {
    local: Vec<String>,
    state: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MultiHopFile {
    phrases: Vec<String>,
    complex: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use twolane_text::tokens;

    #[test]
    fn the_built_in_ones_parse_and_hold_no_number() {
        let rules = PlanRules::parse(BUILT_IN).unwrap();
        assert!(rules.known.len() > 300 && rules.actions.len() > 40 && rules.outputs.len() == 4);
        let may = rules.may_add(Vocabulary::built_in());
        for word in ["fee", "cost", "vote"] {
            assert!(may.contains(&terms(word)[0]), "{word}");
        }
        for text in &may {
            assert!(tokens(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn words_in_a_row() {
        let text = Words::of("How do I apply for a burn-permit?");
        for (phrase, expected) in
            [("how do i", true), ("burn permit", true), ("do apply", false), ("", false)]
        {
            assert_eq!(Words::of(phrase).are_in(&text), expected, "{phrase}");
        }
    }
}
