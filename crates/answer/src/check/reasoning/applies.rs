//! Scope of a statewide rule: whether it covers this case, and the text that shows it.

use std::collections::HashSet;

use crate::check::answer::AnswerContent;
use twolane_archive::terms;
use twolane_text::rule_parts;

use super::labels::{Labelled, Side, labelled};
use super::quoted::sentences_of;

/// States the scope of each statewide fact: the party that its words bind or allow, and another quote or paper's title
/// with that word. Where no text has the word, the scope is open. Returns an empty string without a statewide fact.
pub(crate) fn applicability(answer: &AnswerContent) -> String {
    let all = labelled(answer);
    let state = all.iter().filter(|l| l.side == Side::State);
    let said: Vec<String> = state.map(|rule| of_rule(answer, rule, &all)).collect();
    said.join(" ")
}

fn of_rule(answer: &AnswerContent, rule: &Labelled<'_>, all: &[Labelled<'_>]) -> String {
    let label = &rule.label;
    let bearer = rule.fact.statement().iter().find_map(|quote| {
        let text = quote.text();
        sentences_of(text).into_iter().find_map(|sentence| {
            let bearer = rule_parts(sentence).bearer?;
            sentence.get(bearer)
        })
    });
    let Some(bearer) = bearer else {
        return format!(
            "{label} does not say in its own words whom it applies to. Whether it applies here is not settled."
        );
    };
    let wanted: HashSet<String> = terms(last_word(bearer)).into_iter().collect();
    let has = |text: &str| !wanted.is_empty() && terms(text).iter().any(|t| wanted.contains(t));
    let others: Vec<&Labelled<'_>> = all.iter().filter(|l| l.side != Side::State).collect();
    let by_quote = others.iter().find(|l| l.fact.statement().iter().any(|q| has(q.text())));
    let title_of = |l: &Labelled<'_>| {
        let id = l.fact.support.first()?.source_id();
        let title = &answer.citations_index.iter().find(|c| &c.source_id == id)?.title;
        has(title).then(|| title.clone())
    };
    let by_title = others.iter().find_map(|l| Some((&l.label, title_of(l)?)));
    match (by_quote, by_title) {
        (Some(other), _) => format!("{label} names “{bearer}”, and {} uses the same word.", other.label),
        (None, Some((other, title))) => {
            format!("{label} names “{bearer}”; {other} is from “{title}”, which has the same word.")
        }
        (None, None) => {
            format!(
                "{label} names “{bearer}”; no other quote has that word, so whether it applies here is not settled."
            )
        }
    }
}

/// Returns the noun that names a bearer: the last word before "of", "who" and the like.
fn last_word(bearer: &str) -> &str {
    const BEHIND: &[&str] = &["of", "who", "that", "which", "in", "for", "under", "with"];
    let words = bearer.split_whitespace();
    words.enumerate().take_while(|(i, w)| *i == 0 || !BEHIND.contains(w)).last().map_or("", |(_, w)| w)
}
