//! Distinctive words of a question, as opposed to words so common in the archive that sharing them says
//! nothing.

use std::collections::HashMap;

use crate::error::SearchError;
use crate::options::generic_options::GenericOptions;
use twolane_archive::{Archive, analyze};

/// Index terms of question phrasing, independent of the topic.
const OF_QUESTIONS: &[&str] = &[
    "much", "mani", "long", "often", "far", "soon", "tell", "explain", "find", "give", "need", "happen",
    "kind", "sort",
];

/// Document frequencies of a question's words in an archive.
#[derive(Debug, Clone, Default)]
pub struct Telling {
    /// Number of chunks that contain each term.
    frequency: HashMap<String, u64>,
    bar: f64,
    chunks: u64,
}

impl Telling {
    /// Looks up the terms of some texts.
    pub fn of(archive: &Archive, texts: &[&str], options: &GenericOptions) -> Result<Telling, SearchError> {
        let mut terms: Vec<String> =
            texts.iter().flat_map(|t| analyze(t).tokens).map(|token| token.text).collect();
        terms.sort_unstable();
        terms.dedup();
        let (frequencies, chunks) = archive.document_frequencies(&terms)?;
        let chunks = u32::try_from(chunks).unwrap_or(u32::MAX);
        let bar =
            (f64::from(chunks) * f64::from(options.share.clamp(0.0, 1.0))).max(f64::from(options.least));
        Ok(Telling { frequency: terms.into_iter().zip(frequencies).collect(), bar, chunks: chunks.into() })
    }

    /// Builds an instance from given frequencies, for tests.
    #[cfg(test)]
    pub(crate) fn made(frequency: impl Iterator<Item = (String, u64)>, chunks: u64) -> Telling {
        Telling { frequency: frequency.collect(), bar: 40.0, chunks }
    }

    /// Returns true if the archive contains the term, but not everywhere.
    pub fn is_telling(&self, term: &str) -> bool {
        self.is_held(term)
            && !OF_QUESTIONS.contains(&term)
            && self
                .frequency
                .get(term)
                .and_then(|n| u32::try_from(*n).ok())
                .is_some_and(|n| f64::from(n) <= self.bar)
    }

    /// Returns a term's inverse document frequency; 0 for a term that is not distinctive.
    pub fn weight(&self, term: &str) -> f32 {
        if !self.is_telling(term) {
            return 0.0;
        }
        let number = |n: u64| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
        let held = self.frequency.get(term).copied().unwrap_or(0);
        (1.0 + (number(self.chunks.max(held)) + 0.5) / (number(held) + 0.5)).ln()
    }

    /// Returns true if the archive contains the term at all.
    pub fn is_held(&self, term: &str) -> bool {
        self.frequency.get(term).is_some_and(|n| *n > 0)
    }

    /// Returns the distinctive words of a text in its own spelling and order. Without any, returns all words
    /// that the archive contains.
    pub fn words_of(&self, text: &str) -> Vec<String> {
        let pick = |test: &dyn Fn(&str) -> bool| {
            let mut words: Vec<String> = Vec::new();
            for token in analyze(text).tokens {
                let word = text.get(token.offset_from..token.offset_to).unwrap_or_default();
                if test(&token.text) && !words.iter().any(|w| w.eq_ignore_ascii_case(word)) {
                    words.push(word.to_owned());
                }
            }
            words
        };
        let telling = pick(&|term| self.is_telling(term));
        if telling.is_empty() { pick(&|term| self.is_held(term)) } else { telling }
    }
}
