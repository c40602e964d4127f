//! Question that a step is to answer.

use crate::check::step::Phase;
use crate::language::question_terms::term_set;
use twolane_text::SourceId;

use super::options::ResearchOptions;

/// An open question, complete without its context.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Need {
    /// Origin of the need.
    pub phase: Phase,
    /// Question in its own words.
    pub question: String,
    /// Question in other words.
    pub alternatives: Vec<String>,
    /// Town whose papers it is about, where it is not the question's own.
    pub town: Option<String>,
    /// Only paper to search, if the need is about one paper.
    pub source: Option<SourceId>,
    /// Subject of the need; the same need is not tried twice.
    pub key: String,
}

impl Need {
    /// Returns the number of passages that a step on it reads.
    pub(super) fn passages(&self, options: &ResearchOptions) -> usize {
        if self.source.is_some() { options.passages_of_one } else { options.passages }
    }
}

/// Appends words of the question that a text lacks, up to `least` words, and cuts the result after `most` words.
pub(super) fn padded(text: &str, question: &str, least: usize, most: usize) -> String {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let mut had = term_set(text);
    for word in question.split_whitespace() {
        if words.len() >= least {
            break;
        }
        let own = term_set(word);
        if !own.is_empty() && own.iter().all(|term| !had.contains(term)) {
            had.extend(own);
            words.push(word);
        }
    }
    words.truncate(most);
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_question_gets_words_of_the_whole_one() {
        let question = "Who issues a burn permit, and what does the warden charge for it?";
        assert_eq!(padded("who issues it", question, 6, 30), "who issues it burn permit, warden");
        assert_eq!(padded("who issues a burn permit", question, 4, 3), "who issues a");
        assert_eq!(padded("who", "", 10, 30), "who");
    }
}
