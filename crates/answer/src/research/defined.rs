//! Terms that a quote uses and another passage of the same law or paper defines.

use crate::check::step::Phase;
use crate::error::AskError;
use crate::find::ask::Ask;
use crate::find::evidence::Evidence;
use twolane_archive::terms;
use twolane_law::Grammar;
use twolane_text::SourceId;

use super::need::{Need, padded};
use super::researcher::Researcher;
use super::state::Sofar;

/// Chunks that are searched for definitions, for each quote.
const CHUNKS: usize = 20;
/// Longest term, in words.
const WORDS: usize = 6;
/// Words that define the term in quotation marks before them, and the largest number of words between the two.
const DEFINING: [&str; 4] = ["means", "mean", "meaning", "defined"];
const BEHIND: usize = 5;
/// Words before "means" that make it a noun ("by means of", "any means"), so that nothing is defined.
const OF_A_NOUN: [&str; 9] = ["by", "a", "an", "the", "any", "no", "other", "such", "these"];

impl Ask<'_> {
    /// Returns one need for each term: first terms that the question also uses, then the rarest.
    pub(super) fn defined_terms(
        &self,
        evidence: &Evidence<'_>,
        sofar: &Sofar,
        how: &Researcher<'_>,
    ) -> Result<Vec<Need>, AskError> {
        let question = evidence.request.text();
        let left = how.options.definitions.saturating_sub(sofar.definitions());
        if left == 0 {
            return Ok(Vec::new());
        }
        let asked = terms(question);
        let mut found: Vec<(bool, u64, Need)> = Vec::new();
        for quote in sofar.facts.iter().flat_map(|fact| fact.statement()) {
            let used = terms(quote.text());
            let hits = evidence.scope.lexical(self.archive, &format!("{} means", quote.text()), CHUNKS)?;
            let ids: Vec<_> = hits.iter().map(|h| h.chunk).filter(|id| !sofar.read.contains(id)).collect();
            for chunk in self.archive.chunks(&ids)? {
                if !self.of_one_text(quote.source_id(), &chunk.source_id)? {
                    continue;
                }
                for (term, sentence) in definitions(&chunk.record.text) {
                    let own = terms(&term);
                    let key = format!("term {}", own.join(" "));
                    let uses = |text: &[String]| text.windows(own.len().max(1)).any(|run| run == own);
                    if own.is_empty() || !uses(&used) || found.iter().any(|(.., n)| n.key == key) {
                        continue;
                    }
                    let (frequencies, _) = self.archive.document_frequencies(&own)?;
                    let rarest = frequencies.into_iter().min().unwrap_or(u64::MAX);
                    let most = how.plan.query_words;
                    let need = Need {
                        phase: Phase::Definition,
                        question: padded(
                            &format!("What is the meaning of “{term}” in this: {question}"),
                            "",
                            0,
                            most,
                        ),
                        alternatives: vec![
                            padded(&sentence, "", 0, most),
                            padded(&format!("“{term}” means"), question, how.options.least_words, most),
                        ],
                        town: None,
                        source: None,
                        key,
                    };
                    found.push((!uses(&asked), rarest, need));
                }
            }
        }
        found.sort_by_key(|(other, rarest, _)| (*other, *rarest));
        Ok(found.into_iter().take(left).map(|(.., need)| need).collect())
    }

    /// Returns true when a definition in one source may apply in the other: they are the same source, or sections of
    /// one chapter.
    fn of_one_text(&self, one: &SourceId, other: &SourceId) -> Result<bool, AskError> {
        if one == other {
            return Ok(true);
        }
        let chapter = |id: &SourceId| -> Result<Option<String>, AskError> {
            let aliases = self.archive.aliases(id)?;
            let cited = aliases.iter().filter_map(|(name, _)| Grammar::built_in().parse_citation(name));
            Ok(cited.filter_map(|c| c.chapter).next())
        };
        Ok(chapter(one)?.zip(chapter(other)?).is_some_and(|(a, b)| a == b))
    }
}

/// Returns terms in quotation marks with their defining sentence, up to its end or the next term.
fn definitions(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let is_mark = |c: char| matches!(c, '“' | '”' | '"' | '\u{201e}');
    let mut marks = text.char_indices().filter(|(_, c)| is_mark(*c)).peekable();
    while let Some((open, mark)) = marks.next() {
        let Some(&(close, _)) = marks.peek() else { break };
        let start = open + mark.len_utf8();
        let Some(term) = text.get(start..close) else { continue };
        let behind = text.get(close..).unwrap_or_default();
        let count = term.split_whitespace().count();
        let next = behind.trim_start_matches(is_mark);
        if !(1..=WORDS).contains(&count) || !defines(next) {
            continue;
        }
        marks.next();
        let end = next.find(['.', ';', '“', '"']).unwrap_or(next.len());
        let said = next.get(..end).unwrap_or_default().trim();
        found.push((term.trim().trim_end_matches([',', '.']).to_owned(), format!("{term} {said}")));
    }
    found
}

/// Returns true when the words after a term define it.
fn defines(behind: &str) -> bool {
    let word = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let words = behind.split_whitespace().take(BEHIND).map(word);
    let words: Vec<String> = words.take_while(|word| !word.is_empty()).collect();
    let at = words.iter().position(|word| DEFINING.contains(&word.as_str()));
    let before = at.and_then(|at| at.checked_sub(1)).and_then(|at| words.get(at));
    let noun = |at: usize| {
        words.get(at).is_some_and(|word| word == "means")
            && before.is_some_and(|word| OF_A_NOUN.contains(&word.as_str()))
    };
    at.is_some_and(|at| !noun(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn definitions_are_terms_in_quotation_marks() {
        for (text, expected) in [
            ("\"Abutter\" means any person whose land adjoins.", vec!["Abutter"]),
            (
                "I. “Public body” shall mean a board; “Meeting” means the convening.",
                vec!["Public body", "Meeting"],
            ),
            ("The term “fence” has the same meaning as in section 4.", vec!["fence"]),
            ("He said “go on” and left by means of a ladder that stood there.", vec![]),
            ("“Stop” by any means, he said.", vec![]),
            ("“Municipal” means of or pertaining to a municipality.", vec!["Municipal"]),
            ("The word \"road\" is painted on it.", vec![]),
            ("\"Street,\" for this chapter, means a way.", vec!["Street"]),
            ("\"", vec![]),
            ("", vec![]),
        ] {
            let got: Vec<String> = definitions(text).into_iter().map(|(term, _)| term).collect();
            assert_eq!(got, expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[“”\"a-c .;]{0,60}|\\PC{0,40}") {
            for (term, sentence) in definitions(&text) {
                prop_assert!(!term.contains(['“', '”', '"']) && sentence.len() >= term.len());
            }
        }
    }
}
