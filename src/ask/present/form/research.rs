//! Step by step.

use crate::ask::check::answer::AnswerContent;
use crate::ask::check::verify::{Answer, Fact, Verified};
use crate::ask::language::facets::{Facet, facets};
use crate::ask::language::question_terms::term_set;

use super::parts::{NO_ADVICE, Side, caveat, cited, disagreement, not_shown, page, place, section, side};

/// Words that open an exception.
const EXCEPTIONS: &[&str] =
    &["except", "unless", "provided that", "however", "does not apply", "notwithstanding"];
/// Words that open a condition.
const ELEMENTS: &[&str] =
    &["if ", "when ", "must", "shall", "require", "at least", "not more than", "no later than"];

/// One step for each part of the question: Rule, Elements, Exceptions, Application; then Sources.
pub fn research(answer: &Verified<Answer>, question: &str) -> String {
    research_of(answer.get(), question)
}

pub(super) fn research_of(answer: &AnswerContent, question: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    let caveat = caveat(answer);
    if !caveat.is_empty() {
        out.push(format!("{caveat}\n"));
    }
    let parts = facets(question);
    let shares = shared_out(&parts, &answer.facts);
    for (number, (part, facts)) in (1..).zip(parts.iter().zip(shares)) {
        out.push(step(answer, number, &part.clause, &facts));
    }
    let disagreements: Vec<String> = answer.conflicts.iter().map(|c| disagreement(answer, c)).collect();
    out.push(section("What disagrees", &disagreements));
    out.push(section("What is not shown", &not_shown(answer)));
    let mut sources: Vec<String> = Vec::new();
    for quote in answer.facts.iter().flat_map(|f| &f.support) {
        let place = place(answer, quote);
        if !sources.contains(&place) {
            sources.push(place);
        }
    }
    out.push(section("Sources", &sources));
    out.push(NO_ADVICE.to_owned());
    page(&out)
}

/// Each fact goes to the part of the question that it shares most words with.
fn shared_out<'f>(parts: &[Facet], facts: &'f [Fact]) -> Vec<Vec<&'f Fact>> {
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

fn step(answer: &AnswerContent, number: usize, part: &str, facts: &[&Fact]) -> String {
    let (mut rule, mut elements, mut exceptions, mut application) = (vec![], vec![], vec![], vec![]);
    for fact in facts {
        let lower = fact.text.to_lowercase();
        let has = |list: &[&str]| list.iter().any(|w| lower.contains(w));
        let of_state = fact.support.first().is_some_and(|q| side(answer, q.source_id()) == Side::State);
        let line = cited(answer, fact);
        if has(EXCEPTIONS) {
            exceptions.push(line);
        } else if of_state && rule.is_empty() {
            rule.push(line);
        } else if of_state || has(ELEMENTS) {
            elements.push(line);
        } else {
            application.push(line);
        }
    }
    // Where no law is quoted the first binding sentence is the rule.
    if rule.is_empty() && !elements.is_empty() {
        rule.push(elements.remove(0));
    }
    let mut out = format!("### Step {number}\n\nAsked: {}\n", part.trim());
    for (name, lines) in
        [("Rule", rule), ("Elements", elements), ("Exceptions", exceptions), ("Application", application)]
    {
        let said = if lines.is_empty() { "no quote was found.".to_owned() } else { lines.join(" ") };
        out.push_str(&format!("\n**{name}**: {said}\n"));
    }
    out
}
