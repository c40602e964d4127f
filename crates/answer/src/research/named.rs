//! Papers that the question, or a passage read, names by their titles.

use std::collections::HashMap;

use crate::check::step::Phase;
use crate::find::evidence::Evidence;
use twolane_text::SourceId;

use super::need::{Need, padded};
use super::researcher::Researcher;
use super::state::Sofar;

/// Least words of a title, because a single word matches too much. On the tuning half of the multi-hop set, titles of
/// one word contributed one more gold passage, and one wrong one.
const LEAST: usize = 2;
/// Most words of a title; a longer one is not a name.
const MOST: usize = 16;

/// Returns one need for each paper that no step has read. Papers that the passages name come first, in the order of the
/// passages. Papers that the question names come last, since its own search looked for them.
pub(super) fn named_papers(evidence: &Evidence<'_>, sofar: &Sofar, how: &Researcher<'_>) -> Vec<Need> {
    let papers = evidence.sources.iter().filter(|s| !s.is_section_of_law());
    let titles = Titles::of(papers.map(|s| Paper { id: &s.id, title: proper(&s.title) }));
    let question = evidence.request.text();
    let mut found: Vec<Paper<'_>> = Vec::new();
    let read = sofar.passages().map(|p| p.chunk.record.text.as_str());
    for text in read.chain([question]) {
        for paper in titles.named_in(text) {
            if !sofar.has_read(paper.id) && !found.contains(&paper) {
                found.push(paper);
            }
        }
    }
    let most = how.plan.query_words;
    let need = |Paper { id, title }| Need {
        phase: Phase::NamedPaper,
        question: padded(&format!("What does {title} say on this: {question}"), "", 0, most),
        alternatives: vec![padded(title, question, how.options.least_words, most)],
        town: None,
        source: Some(SourceId::clone(id)),
        key: format!("paper {id}"),
    };
    found.into_iter().map(need).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Paper<'s> {
    id: &'s SourceId,
    title: &'s str,
}

/// Papers by the words of their titles.
struct Titles<'s> {
    by_words: HashMap<String, Option<Paper<'s>>>,
    longest: usize,
}

impl<'s> Titles<'s> {
    /// Indexes the titles. A title that several papers have ("Board Meeting Minutes") names no paper.
    fn of(papers: impl Iterator<Item = Paper<'s>>) -> Self {
        let mut titles = Titles { by_words: HashMap::new(), longest: 0 };
        for paper in papers {
            let words = words(paper.title);
            if !(LEAST..=MOST).contains(&words.len()) {
                continue;
            }
            titles.longest = titles.longest.max(words.len());
            let entry = titles.by_words.entry(words.join(" "));
            entry.and_modify(|known| *known = None).or_insert(Some(paper));
        }
        titles
    }

    /// Returns the papers whose titles a text contains as whole words, in the text's order.
    fn named_in(&self, text: &str) -> Vec<Paper<'s>> {
        let words = words(text);
        let mut found: Vec<Paper<'s>> = Vec::new();
        for start in 0..words.len() {
            let rest = words.get(start..).unwrap_or_default();
            // The longest title that begins here.
            let lengths = (LEAST..=self.longest.min(rest.len())).rev();
            let runs = lengths.filter_map(|n| rest.get(..n));
            let paper = runs.filter_map(|run| self.by_words.get(&run.join(" ")).copied()).flatten().next();
            found.extend(paper);
        }
        found
    }
}

/// Returns a title without its suffix in parentheses: a status of the paper ("(unapproved)"), or a mark that
/// distinguishes papers of the same name.
fn proper(title: &str) -> &str {
    title.split(" (").next().unwrap_or_default().trim()
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_names_its_paper_as_whole_words() {
        let papers = [
            ("a", "Dog Ordinance"),
            ("b", "Dog Ordinance of Alder (1998)"),
            ("c", "Minutes of the Board (unapproved)"),
            ("d", "Minutes of the Board (approved)"),
            ("e", "Fees"),
        ]
        .map(|(id, title)| (SourceId(id.into()), title));
        let titles = Titles::of(papers.iter().map(|(id, title)| Paper { id, title: proper(title) }));
        for (text, expected) in [
            ("Under the dog ordinance a dog is licensed.", vec!["a"]),
            ("under the dog ordinances", vec![]),
            ("DOG-ORDINANCE", vec!["a"]),
            ("The Dog Ordinance of Alder, and the Dog Ordinance", vec!["b", "a"]),
            ("see the minutes of the board", vec![]),
            ("Fees", vec![]),
            ("", vec![]),
        ] {
            let named: Vec<&str> = titles.named_in(text).iter().map(|p| p.id.0.as_str()).collect();
            assert_eq!(named, expected, "{text}");
        }
    }
}
