//! What a step is to find out.

use crate::ask::check::step::Phase;
use crate::ask::language::question_terms::term_set;
use crate::text::SourceId;

use super::options::ResearchOptions;

/// What is open, as a question that stands by itself.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Need {
    /// What made it.
    pub phase: Phase,
    /// The question.
    pub question: String,
    /// The same in other words.
    pub alternatives: Vec<String>,
    /// Town whose papers it is about, where it is not the question's own.
    pub town: Option<String>,
    /// Paper that alone is looked into.
    pub source: Option<SourceId>,
    /// What it is about; the same need is not tried twice.
    pub key: String,
}

impl Need {
    /// Passages that a step on it reads.
    pub(super) fn passages(&self, options: &ResearchOptions) -> usize {
        if self.source.is_some() { options.passages_of_one } else { options.passages }
    }
}

/// A text with the words of the question that it does not have yet, up to `least` words, and cut after
/// `most`.
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
