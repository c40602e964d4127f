//! Form for residents of a town.

use crate::check::answer::AnswerContent;
use crate::check::verify::{Answer, Fact, Verified};
use twolane_text::{TokenKind, tokens_of};

use super::parts::{
    NO_ADVICE, Side, USERS_SAY, caveat, cited, disagreement, facts_of, in_short, is_users, not_shown, page,
    place, section, who_disagrees,
};

/// Number of bullets in "At a glance" (SPEC SYN-2: 3 to 5).
const AT_A_GLANCE: std::ops::RangeInclusive<usize> = 3..=5;
/// Most figures in the list.
const FIGURES: usize = 12;

/// Renders the sections At a glance, Local details, Statewide context (only if used), Key facts and numbers with their
/// entity, and What is not shown.
pub fn civic(answer: &Verified<Answer>) -> String {
    civic_of(answer.get())
}

pub(super) fn civic_of(answer: &AnswerContent) -> String {
    let cite = |side: Side| facts_of(answer, side).into_iter().map(|f| cited(answer, f)).collect::<Vec<_>>();
    let mut local = cite(Side::Local);
    local.extend(cite(Side::User));
    local.extend(answer.conflicts.iter().map(|c| disagreement(answer, c)));
    let mut state = Vec::new();
    if answer.used_statewide {
        state = cite(Side::State);
        if !state.is_empty() && !answer.applicability_check.is_empty() {
            state.push(format!("Whether it applies: {}", answer.applicability_check));
        }
    }
    page(&[
        section("At a glance", &at_a_glance(answer)),
        in_short(answer),
        section("Local details", &local),
        section("Statewide context", &state),
        section("Key facts and numbers", &figures(answer)),
        section("What is not shown", &not_shown(answer)),
        NO_ADVICE.to_owned(),
    ])
}

/// Renders three to five bullets: the answer, the disagreements, the gaps, the strength of the record.
fn at_a_glance(answer: &AnswerContent) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let caveat = caveat(answer);
    if !caveat.is_empty() {
        out.push(caveat.to_owned());
    }
    let said = |fact: &Fact| {
        let text = fact.text.trim();
        if is_users(answer, fact) { format!("{USERS_SAY}: {text}") } else { text.to_owned() }
    };
    out.extend(answer.facts.iter().take(2).map(said));
    if let Some(conflict) = answer.conflicts.first() {
        out.push(format!("{}; both values are listed below.", who_disagrees(answer, conflict)));
    }
    if answer.gaps.is_empty() {
        out.push("Nothing that was asked for is known to be missing.".to_owned());
    } else {
        out.push("Something that was asked for is not shown; see below.".to_owned());
    }
    let strength = &answer.record_strength;
    out.push(format!("The record behind this is of strength {}.", strength.tier));
    let more = answer.facts.iter().skip(2).map(said);
    let missing = AT_A_GLANCE.start().saturating_sub(out.len());
    out.extend(more.take(missing));
    out.truncate(*AT_A_GLANCE.end());
    out
}

/// Lists each figure and date with its entity: a name of its own sentence, else its paper.
fn figures(answer: &AnswerContent) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for quote in answer.facts.iter().flat_map(|f| &f.support) {
        let names = tokens_of(quote.text(), TokenKind::Name);
        for kind in [TokenKind::Number, TokenKind::Date] {
            for token in tokens_of(quote.text(), kind) {
                let entity = names.first().map(|n| n.raw.clone());
                let line = match entity {
                    Some(entity) => format!("{}: {entity} ({})", token.raw.trim(), place(answer, quote)),
                    None => format!("{}: {}", token.raw.trim(), place(answer, quote)),
                };
                if !out.contains(&line) {
                    out.push(line);
                }
            }
        }
    }
    out.truncate(FIGURES);
    out
}
