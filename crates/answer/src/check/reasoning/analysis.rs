//! Facts arranged by part of the question and by side, in fixed words that assert nothing.

use crate::check::answer::AnswerContent;
use crate::check::verify::Fact;
use crate::language::facets::{Facet, facets};
use crate::language::question_terms::term_set;

use super::labels::{Labelled, Side, labelled};
use super::quoted::quoted;

/// Returns the facts for each part of the question, the papers before the law, each by its quote and token. Returns an
/// empty string where there is nothing to arrange: one part, on one side.
pub(crate) fn analysis(answer: &AnswerContent, question: &str) -> String {
    let parts = facets(question);
    let all = labelled(answer);
    let sides = Side::ALL.iter().filter(|side| all.iter().any(|l| l.side == **side)).count();
    if all.is_empty() || (parts.len() < 2 && sides < 2) {
        return String::new();
    }
    let several = parts.len() > 1;
    let shares = shared_out(&parts, &answer.facts);
    let mut out: Vec<String> = Vec::new();
    for (part, facts) in parts.iter().zip(shares) {
        let own: Vec<&Labelled<'_>> =
            all.iter().filter(|l| facts.iter().any(|f| std::ptr::eq(*f, l.fact))).collect();
        let mut said: Vec<String> = Side::ALL.iter().filter_map(|side| of_side(*side, &own)).collect();
        if said.is_empty() {
            said.push("No quote was found.".to_owned());
        }
        let lead = if several { format!("Asked: {}. ", part.clause.trim()) } else { String::new() };
        out.push(format!("{lead}{}", said.join(" ")));
    }
    out.join("\n")
}

fn of_side(side: Side, facts: &[&Labelled<'_>]) -> Option<String> {
    let said: Vec<String> =
        facts.iter().filter(|l| l.side == side).map(|l| format!("{} {}", quoted(l.fact), l.label)).collect();
    let lead = match side {
        Side::Local => "The papers say",
        Side::State => "The statewide text says",
        Side::User => "The text that you provided says",
    };
    (!said.is_empty()).then(|| format!("{lead}: {}.", said.join("; ")))
}

/// Assigns each fact to the part of the question with which it shares most words.
pub(crate) fn shared_out<'f>(parts: &[Facet], facts: &'f [Fact]) -> Vec<Vec<&'f Fact>> {
    let words: Vec<_> = parts.iter().map(|p| term_set(&p.text)).collect();
    let mut out: Vec<Vec<&Fact>> = parts.iter().map(|_| Vec::new()).collect();
    for fact in facts {
        let own = term_set(&fact.text);
        let fits = |i: usize| {
            let shared = words.get(i).map_or(0, |w| w.intersection(&own).count());
            let kind = parts.get(i).is_some_and(|p| p.expected.is_in(&fact.text));
            (shared, kind)
        };
        let best = (0..parts.len()).rev().max_by_key(|i| fits(*i)).unwrap_or(0);
        if let Some(slot) = out.get_mut(best) {
            slot.push(fact);
        }
    }
    out
}
