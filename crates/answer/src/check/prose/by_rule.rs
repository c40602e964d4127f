//! Combines the facts without a model: by part of the question and by lane, the answer first.

use crate::check::answer::{AnswerContent, Mode};
use crate::check::reasoning::{Labelled, Side, labelled, quoted, shared_out};
use crate::language::facets::facets;

use super::content::ProseSentence;

/// Returns one sentence for each part of the question and each side that has facts. The part and the side of the first
/// fact lead; the others follow in the question's order.
pub(crate) fn by_rule(answer: &AnswerContent, question: &str) -> Vec<ProseSentence> {
    let all = labelled(answer);
    let Some(first) = all.first() else { return Vec::new() };
    let mut shares = shared_out(&facets(question), &answer.facts);
    let leads = |share: &Vec<&_>| share.iter().any(|fact| std::ptr::eq(*fact, first.fact));
    if let Some(place) = shares.iter().position(leads) {
        shares.get_mut(..=place).unwrap_or_default().rotate_right(1);
    }
    let mut sides = Side::ALL.to_vec();
    sides.sort_by_key(|side| *side != first.side);
    let mut out = Vec::new();
    for share in shares {
        let own: Vec<&Labelled<'_>> =
            all.iter().filter(|l| share.iter().any(|fact| std::ptr::eq(*fact, l.fact))).collect();
        for side in &sides {
            let facts: Vec<&&Labelled<'_>> = own.iter().filter(|l| l.side == *side).collect();
            if !facts.is_empty() {
                let said: Vec<String> = facts.iter().map(|l| quoted(l.fact)).collect();
                out.push(ProseSentence {
                    text: format!("{}: {}.", lead(answer.mode, *side), said.join("; ")),
                    tokens: facts.iter().map(|l| l.label.clone()).collect(),
                    own_words: false,
                });
            }
        }
    }
    out
}

fn lead(mode: Mode, side: Side) -> &'static str {
    match (mode, side) {
        (Mode::ReportInsufficientEvidence, Side::Local | Side::State) => "The closest passage found",
        (_, Side::User) => "The text that you provided says",
        (Mode::Answer, Side::Local) => "The papers say",
        (Mode::Answer, Side::State) => "The statewide text says",
    }
}
