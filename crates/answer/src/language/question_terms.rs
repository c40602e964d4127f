//! Words of a question that an answer should cover, weighted by rarity.

use std::collections::{BTreeMap, HashSet};

use twolane_archive::{Archive, ArchiveError, terms};

/// Words that only ask: a rule answers "may I" with "no person shall", and a list answers "all fees". The month of May is
/// a date, and dates count separately.
const ASKING: [&str; 11] =
    ["may", "might", "must", "shall", "can", "could", "should", "would", "will", "all", "every"];

/// Content words of a question in index form, each with its inverse document frequency.
#[derive(Debug, Clone, Default)]
pub struct QuestionTerms {
    /// Ordered, so that their sum is the same to its last digit in every run.
    idf: BTreeMap<String, f32>,
    total: f32,
}

impl QuestionTerms {
    /// Computes the terms of a question with their weights in this archive: idf = ln(1 + (N - df + 0.5) / (df + 0.5)),
    /// as in BM25.
    pub fn of(question: &str, archive: &Archive) -> Result<Self, ArchiveError> {
        let mut asked = terms(question);
        asked.sort();
        asked.dedup();
        let asking: HashSet<String> = ASKING.iter().flat_map(|m| terms(m)).collect();
        if asked.iter().any(|term| !asking.contains(term)) {
            let month = has_month_of_may(question);
            asked.retain(|term| {
                let month = month && term == "may";
                !asking.contains(term) || month
            });
        }
        let (frequencies, chunks) = archive.document_frequencies(&asked)?;
        Ok(Self::weighted(asked.into_iter().zip(frequencies), chunks))
    }

    /// Builds the weights from terms with their document frequencies among `chunks` chunks.
    #[allow(clippy::cast_precision_loss)] // Counts far below 2^24 matter here, larger ones need no precision.
    pub fn weighted(terms: impl Iterator<Item = (String, u64)>, chunks: u64) -> Self {
        let idf: BTreeMap<String, f32> = terms
            .map(|(term, df)| {
                let (n, df) = (chunks.max(df) as f32, df as f32);
                (term, (1.0 + (n - df + 0.5) / (df + 0.5)).ln())
            })
            .collect();
        let total = idf.values().sum();
        QuestionTerms { idf, total }
    }

    /// Removes these terms; unchanged when no term would be left.
    pub fn without(&self, terms: &HashSet<String>) -> Self {
        let idf: BTreeMap<String, f32> =
            self.idf.iter().filter(|(t, _)| !terms.contains(*t)).map(|(t, w)| (t.clone(), *w)).collect();
        if idf.is_empty() {
            return self.clone();
        }
        let total = idf.values().sum();
        QuestionTerms { idf, total }
    }

    /// Returns the IDF-weighted share (0 to 1) of the question's words among these terms; 0 for a question without
    /// content words.
    pub fn share(&self, terms: &HashSet<String>) -> f32 {
        self.share_with(|term| if terms.contains(term) { 1.0 } else { 0.0 })
    }

    /// Returns the IDF-weighted mean of a credit (0 to 1) for each term.
    pub fn share_with(&self, credit: impl Fn(&str) -> f32) -> f32 {
        if self.total <= 0.0 {
            return 0.0;
        }
        self.idf.iter().map(|(term, idf)| idf * credit(term)).sum::<f32>() / self.total
    }

    /// Returns the terms that this set lacks, rarest first.
    pub fn missing(&self, terms: &HashSet<String>) -> Vec<String> {
        let mut missing: Vec<(&String, &f32)> =
            self.idf.iter().filter(|(t, _)| !terms.contains(*t)).collect();
        missing.sort_by(|a, b| b.1.total_cmp(a.1).then_with(|| a.0.cmp(b.0)));
        missing.into_iter().map(|(t, _)| t.clone()).collect()
    }

    /// Returns true when the question has this term.
    pub fn has(&self, term: &str) -> bool {
        self.idf.contains_key(term)
    }

    /// Returns the number of terms.
    pub fn len(&self) -> usize {
        self.idf.len()
    }

    /// Returns true for a question of stop words alone.
    pub fn is_empty(&self) -> bool {
        self.idf.is_empty()
    }
}

/// Most words that a person is shown.
const TOLD: usize = 5;

/// Returns index terms in the question's spelling, at most five.
pub(crate) fn as_asked(question: &str, missing: &[String]) -> Vec<String> {
    let word = |term: &String| {
        let bare = |w: &str| w.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let found = question.split_whitespace().map(bare).find(|w| terms(w).contains(term));
        found.unwrap_or_else(|| term.clone())
    };
    let mut out: Vec<String> = Vec::new();
    for told in missing.iter().map(word).filter(|word| names_a_matter(word)) {
        if !out.contains(&told) {
            out.push(told);
        }
    }
    out.truncate(TOLD);
    out
}

/// Returns false for words that a reader would not look for in a paper: "much", "im", an age.
fn names_a_matter(word: &str) -> bool {
    const NO_MATTER: [&str; 14] = [
        "much", "many", "off", "out", "get", "got", "getting", "want", "need", "ive", "dont", "doesnt",
        "cant", "wont",
    ];
    word.chars().count() > 2 && !NO_MATTER.contains(&word)
}

/// Returns true when the question has a capitalized "May" after its first word.
fn has_month_of_may(question: &str) -> bool {
    question.split_whitespace().skip(1).any(|w| w.trim_matches(|c: char| !c.is_alphanumeric()) == "May")
}

/// Returns the terms of a text in index form.
pub fn term_set(text: &str) -> HashSet<String> {
    terms(text).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_told_their_own_words() {
        let missing: Vec<String> = ["decided", "fishes"].iter().flat_map(|w| terms(w)).collect();
        assert_eq!(as_asked("Who decided how many Fishes?", &missing), ["decided", "fishes"]);
    }

    #[test]
    fn the_month_and_the_verb() {
        for (question, month) in [
            ("What happens in May?", true),
            ("May I park here?", false),
            ("Who may vote on May 5, 2025?", true),
            ("Who may vote?", false),
        ] {
            assert_eq!(has_month_of_may(question), month, "{question}");
        }
    }

    #[test]
    fn rare_words_weigh_more() {
        let terms =
            QuestionTerms::weighted([("fee".to_owned(), 90), ("culvert".to_owned(), 2)].into_iter(), 100);
        let has = |word: &str| terms.share(&HashSet::from([word.to_owned()]));
        assert!(has("culvert") > 0.9 && has("fee") < 0.1);
        assert_eq!(terms.missing(&HashSet::new()), ["culvert", "fee"]);
    }
}
