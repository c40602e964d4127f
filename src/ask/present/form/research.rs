//! Step by step.

use crate::ask::check::answer::AnswerContent;
use crate::ask::check::reasoning::shared_out;
use crate::ask::check::verify::{Answer, Fact, Verified};
use crate::ask::language::facets::facets;

use super::parts::{
    NO_ADVICE, Side, caveat, cited, disagreement, in_short, not_shown, page, place, section, side,
};

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
    out.push(in_short(answer));
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
