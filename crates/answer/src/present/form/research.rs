//! Form with one section for each step.

use crate::check::answer::AnswerContent;
use crate::check::reasoning::shared_out;
use crate::check::step::step_sources;
use crate::check::verify::{Answer, Fact, Verified};
use crate::language::facets::facets;
use crate::understand::plan::split_choices;

use super::parts::{
    Side, caveat, cited, closing, disagreement, in_short, not_shown, page, section, side, title,
};

/// Words that begin an exception.
const EXCEPTIONS: &[&str] =
    &["except", "unless", "provided that", "however", "does not apply", "notwithstanding"];
/// Words that begin a condition.
const ELEMENTS: &[&str] =
    &["if ", "when ", "must", "shall", "require", "at least", "not more than", "no later than"];

/// Renders Rule, Elements, Exceptions and Application of each step, with `[Query X][Source N]` after each quote. The
/// section Sources lists the places of these. An answer without research has a step for each part of its question.
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
    let steps = steps_of(answer, question);
    let mut sources: Vec<String> = Vec::new();
    for step in &steps {
        for (number, source) in (1..).zip(step_sources(&step.facts)) {
            let title = title(answer, &source.source_id);
            sources.push(format!("[Query {}][Source {number}] {title}, {}", step.number, source.locator));
        }
        out.push(step.written(answer));
    }
    let disagreements: Vec<String> = answer.conflicts.iter().map(|c| disagreement(answer, c)).collect();
    out.push(section("Where the papers disagree", &disagreements));
    out.push(section("What is not shown", &not_shown(answer)));
    out.push(section("Sources", &sources));
    out.push(closing(answer));
    page(&out)
}

/// A step in the form that is rendered.
struct Written<'f> {
    number: u32,
    asked: String,
    facts: Vec<&'f Fact>,
}

/// Returns the steps of an answer; without research, one for each part of the question.
fn steps_of<'f>(answer: &'f AnswerContent, question: &str) -> Vec<Written<'f>> {
    let Some(research) = answer.research.as_ref().filter(|r| !r.steps.is_empty()) else {
        let parts = facets(&split_choices(question).stem);
        let shares = shared_out(&parts, &answer.facts);
        let each = (1..).zip(parts.into_iter().zip(shares));
        return each.map(|(number, (part, facts))| Written { number, asked: part.clause, facts }).collect();
    };
    let each = research.steps.iter().zip(research.shown_by_step(&answer.facts));
    each.map(|(step, facts)| Written { number: step.step_id, asked: step.question.clone(), facts }).collect()
}

impl Written<'_> {
    fn written(&self, answer: &AnswerContent) -> String {
        let (mut rule, mut elements, mut exceptions, mut application) = (vec![], vec![], vec![], vec![]);
        let sources = step_sources(&self.facts);
        for fact in &self.facts {
            let lower = fact.text.to_lowercase();
            let has = |list: &[&str]| list.iter().any(|w| lower.contains(w));
            let of_state = fact.support.first().is_some_and(|q| side(answer, q.source_id()) == Side::State);
            let mut line = cited(answer, fact);
            let places = (1..).zip(&sources).filter(|(_, s)| fact.support.iter().any(|q| s.is_of(q)));
            for (number, _) in places {
                line.push_str(&format!(" [Query {}][Source {number}]", self.number));
            }
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
        // When no law is quoted, the first binding sentence is the rule.
        if rule.is_empty() && !elements.is_empty() {
            rule.push(elements.remove(0));
        }
        let mut out = format!("### Step {}\n\nQuestion: {}\n", self.number, self.asked.trim());
        let parts = [
            ("Rule", rule),
            ("Elements", elements),
            ("Exceptions", exceptions),
            ("Application", application),
        ];
        if self.facts.is_empty() {
            out.push_str("\nNo quote found.\n");
            return out;
        }
        for (name, lines) in &parts {
            let said = if lines.is_empty() { "No quote found.".to_owned() } else { lines.join(" ") };
            out.push_str(&format!("\n**{name}**: {said}\n"));
        }
        out
    }
}
