//! Papers that the question or a quote names by their titles.

use crate::ask::check::step::Phase;
use crate::ask::find::evidence::Evidence;

use super::need::{Need, padded};
use super::step_loop::{Researcher, Sofar};

/// Words of a title at least: one word alone names too much.
const WORDS: usize = 2;

/// One need for each paper that was not quoted yet, in the order of the quotes, those that the question names
/// last: its own search looked for them.
pub(super) fn named_papers(evidence: &Evidence<'_>, sofar: &Sofar, how: &Researcher<'_>) -> Vec<Need> {
    let question = evidence.request.text();
    let quotes = sofar.facts.iter().flat_map(|f| f.statement().iter().map(|q| q.text()));
    let texts: Vec<String> = quotes.chain([question]).map(str::to_lowercase).collect();
    let mut found: Vec<(usize, Need)> = Vec::new();
    for source in evidence.sources.iter().filter(|s| !s.is_section_of_law()) {
        let title = source.title.split(" (").next().unwrap_or_default().trim();
        let lower = title.to_lowercase();
        if lower.split_whitespace().count() < WORDS {
            continue;
        }
        let Some(at) = texts.iter().position(|text| stands_in(&lower, text)) else { continue };
        let quoted = sofar.facts.iter().any(|f| f.support.iter().any(|q| q.source_id() == &source.id));
        if quoted {
            continue;
        }
        let most = how.plan.query_words;
        let need = Need {
            phase: Phase::NamedPaper,
            question: padded(&format!("What does “{title}” say on this: {question}"), "", 0, most),
            alternatives: vec![padded(title, question, how.options.least_words, most)],
            town: None,
            source: Some(source.id.clone()),
            key: format!("paper {}", source.id),
        };
        found.push((at, need));
    }
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, need)| need).collect()
}

/// True when words stand in a text as whole words.
fn stands_in(words: &str, text: &str) -> bool {
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(words).any(|(at, found)| {
        let before = text.get(..at).and_then(|t| t.chars().next_back());
        let behind = text.get(at + found.len()..).and_then(|t| t.chars().next());
        edge(before) && edge(behind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_stand_in_a_text() {
        for (words, text, expected) in [
            ("dog ordinance", "under the dog ordinance of 2019", true),
            ("dog ordinance", "under the dog ordinances", false),
            ("dog ordinance", "dog ordinance", true),
            ("dog ordinance", "bulldog ordinance", false),
            ("dog ordinance", "", false),
        ] {
            assert_eq!(stands_in(words, text), expected, "{text}");
        }
    }
}
