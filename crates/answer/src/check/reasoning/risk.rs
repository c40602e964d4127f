//! Conditions of the rules, the record on them, and the facts still needed, without a verdict.

use crate::check::answer::AnswerContent;
use crate::language::question_terms::term_set;
use twolane_text::rule_parts;

use super::labels::{Labelled, Side, labelled};
use super::quoted::sentences_of;

/// Least number of words that a fact shares with the condition that it is set beside.
const SHARED: usize = 2;

/// Requirements of the rules, the record on them, and the open conditions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Risk {
    /// Each condition with the record on it; empty without both a rule and a record.
    pub shown: Vec<String>,
    /// Conditions of the rule that the quotes do not decide.
    pub open: Vec<String>,
}

/// Compares rules with the record; a rule is a statewide quote that binds or allows somebody, or has a condition.
pub(crate) fn risk(answer: &AnswerContent) -> Risk {
    let all = labelled(answer);
    let is_rule = |l: &&Labelled<'_>| l.side == Side::State && sentences_with_rules(l).next().is_some();
    let rules: Vec<&Labelled<'_>> = all.iter().filter(is_rule).collect();
    let record: Vec<&Labelled<'_>> = all.iter().filter(|l| l.side != Side::State).collect();
    if rules.is_empty() || record.is_empty() {
        return Risk::default();
    }
    let (mut shown, mut open) = (Vec::new(), Vec::new());
    for rule in &rules {
        for sentence in sentences_with_rules(rule) {
            for condition in rule_parts(sentence).conditions {
                let Some(clause) = sentence.get(condition) else { continue };
                let beside = on_the_matter(clause, &record);
                if beside.is_empty() {
                    open.push(format!("What the papers show about “{clause}” ({}).", rule.label));
                } else {
                    let beside = beside.join(", ");
                    shown.push(format!(
                        "{} depends on “{clause}”. Papers on this point: {beside}. Whether they meet the condition is not settled.",
                        rule.label
                    ));
                }
            }
        }
    }
    let labels = |of: &[&Labelled<'_>]| of.iter().map(|l| l.label.clone()).collect::<Vec<_>>().join(", ");
    if shown.is_empty() {
        shown.push(format!("Rules: {}. Papers on the same subject: {}.", labels(&rules), labels(&record)));
    }
    shown.dedup();
    open.dedup();
    Risk { shown, open }
}

/// Returns the tokens of the facts that share two words or more with a condition.
fn on_the_matter(clause: &str, record: &[&Labelled<'_>]) -> Vec<String> {
    let words = term_set(clause);
    let shares = |l: &&&Labelled<'_>| term_set(&l.fact.text).intersection(&words).count() >= SHARED;
    record.iter().filter(shares).map(|l| l.label.clone()).collect()
}

/// Returns the sentences that bind or allow somebody, or have a condition.
fn sentences_with_rules<'a>(of: &'a Labelled<'_>) -> impl Iterator<Item = &'a str> {
    let texts = of.fact.statement().iter().flat_map(|quote| sentences_of(quote.text()));
    texts.filter(|sentence| {
        let parts = rule_parts(sentence);
        parts.bearer.is_some() || !parts.conditions.is_empty()
    })
}
