//! A draft as a language model writes it, in JSON: read strictly, nothing guessed.

use serde::Deserialize;

use crate::text::{Locator, SourceId};

use super::{Claimed, Draft, DraftFact, DraftSentence};
use super::{Gap, GapReason, Unread};

/// Longest text that is read, in bytes. A model that goes on and on is cut off there and refused.
pub const LONGEST_DRAFT: usize = 256 * 1024;
/// Most facts of a draft.
const MOST_FACTS: usize = 64;

/// Why a text is no draft.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DraftError {
    /// Nothing was written.
    #[error("the draft is empty; ask the writer again, or answer from the quotes alone")]
    Empty,
    /// Too much was written.
    #[error("the draft has {bytes} bytes, {LONGEST_DRAFT} are read; ask the writer for fewer facts")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// The text is not one JSON object of the expected form.
    #[error("the draft is not the JSON object that was asked for: {what}")]
    Form {
        /// What is wrong, with line and column.
        what: String,
    },
    /// A locator that is none.
    #[error("fact {fact} of the draft: {what}")]
    Locator {
        /// Place of the fact, from 1.
        fact: usize,
        /// What is wrong.
        what: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    facts: Vec<WrittenFact>,
    #[serde(default)]
    gaps: Vec<WrittenGap>,
    #[serde(default)]
    insufficient: bool,
    #[serde(default)]
    limitations: Vec<String>,
    #[serde(default)]
    sentences: Vec<WrittenSentence>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenSentence {
    text: String,
    /// Places of facts of the draft, from 0.
    cites: Vec<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenFact {
    text: String,
    support: Vec<WrittenSupport>,
    #[serde(default)]
    coverage: Option<f32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenSupport {
    source_id: String,
    locator: String,
    quote: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenGap {
    need: String,
    #[serde(default)]
    reason: String,
}

impl Draft {
    /// Reads `{"facts":[{"text","support":[{"source_id","locator","quote"}],"coverage"?}],"gaps"?,
    /// "insufficient"?,"limitations"?,"sentences"?:[{"text","cites":[0]}]}` and nothing else: no text around it, no unknown or repeated
    /// key, no second object.
    ///
    /// # Errors
    /// [`DraftError`], for any other text.
    pub fn from_json(text: &str) -> Result<Draft, DraftError> {
        if text.trim().is_empty() {
            return Err(DraftError::Empty);
        }
        if text.len() > LONGEST_DRAFT {
            return Err(DraftError::TooLong { bytes: text.len() });
        }
        let written: Written =
            serde_json::from_str(text).map_err(|e| DraftError::Form { what: e.to_string() })?;
        if written.facts.len() > MOST_FACTS {
            return Err(DraftError::Form { what: format!("it has more than {MOST_FACTS} facts") });
        }
        let mut facts = Vec::with_capacity(written.facts.len());
        for (i, fact) in written.facts.into_iter().enumerate() {
            facts.push(read_fact(i + 1, fact)?);
        }
        let gaps = written.gaps.into_iter().map(|gap| Gap {
            need: gap.need,
            why: GapReason::NoQuoteFound,
            reason: gap.reason,
            searched: Vec::new(),
            unread: Unread::default(),
        });
        let sentence = |sentence: WrittenSentence| {
            let cited = sentence.cites.iter().map(|at| facts.get(*at).map(|fact| fact.statement().to_vec()));
            let cites = cited.collect::<Option<_>>().ok_or_else(|| DraftError::Form {
                what: "a sentence cites a fact that the draft does not have".to_owned(),
            })?;
            Ok(DraftSentence { text: Some(sentence.text), cites })
        };
        let sentences = written.sentences.into_iter().take(MOST_FACTS).map(sentence);
        let sentences = sentences.collect::<Result<_, DraftError>>()?;
        Ok(Draft {
            sentences,
            facts,
            gaps: gaps.collect(),
            insufficient: written.insufficient,
            limitations: written.limitations,
        })
    }
}

fn read_fact(number: usize, fact: WrittenFact) -> Result<DraftFact, DraftError> {
    let mut support = Vec::with_capacity(fact.support.len());
    for s in fact.support {
        let locator: Locator = s.locator.parse().map_err(|e: crate::text::LocatorError| {
            DraftError::Locator { fact: number, what: e.to_string() }
        })?;
        support.push(Claimed { source_id: SourceId(s.source_id), locator, quote: s.quote });
    }
    let coverage = fact.coverage.filter(|c| c.is_finite()).unwrap_or(0.0).clamp(0.0, 1.0);
    // A writer's quotes are each their own.
    Ok(DraftFact { text: fact.text, support, pieces: 1, cut: false, coverage })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const GOOD: &str = r#"{"facts":[{"text":"It is so.","support":[{"source_id":"a","locator":"p.1 L2","quote":"it is so"}]}]}"#;

    #[test]
    fn reads_one_object_and_nothing_else() {
        assert_eq!(Draft::from_json(GOOD).unwrap().facts.len(), 1);
        assert_eq!(Draft::from_json(" \n"), Err(DraftError::Empty));
        let long = format!("{GOOD}{}", " ".repeat(LONGEST_DRAFT));
        assert!(matches!(Draft::from_json(&long), Err(DraftError::TooLong { .. })));
        for bad in [
            format!("Here is the answer: {GOOD}"),
            format!("```json\n{GOOD}\n```"),
            format!("{GOOD}{GOOD}"),
            GOOD.get(..GOOD.len() - 1).unwrap().to_owned(),
            GOOD.replace("\"facts\"", "\"Facts\""),
            GOOD.replace("\"text\"", "\"source\":1,\"text\""),
            r#"{"facts":[],"facts":[]}"#.to_owned(),
            "[]".to_owned(),
            "null".to_owned(),
        ] {
            assert!(matches!(Draft::from_json(&bad), Err(DraftError::Form { .. })), "{bad}");
        }
        let bad = GOOD.replace("p.1 L2", "page one");
        assert!(matches!(Draft::from_json(&bad), Err(DraftError::Locator { fact: 1, .. })));
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC{0,200}") {
            let _ = Draft::from_json(&text);
        }

        #[test]
        fn a_cut_draft_is_no_draft(at in 0usize..GOOD.len()) {
            prop_assert!(Draft::from_json(GOOD.get(..at).unwrap_or("")).is_err());
        }
    }
}
