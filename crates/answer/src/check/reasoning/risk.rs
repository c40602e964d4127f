//! Requirements of a rule, the record on them, and the facts still needed: three lines of quotes, without a verdict.

use crate::check::answer::AnswerContent;
use twolane_text::rule_parts;

use super::labels::{Labelled, Side, labelled};
use super::quoted::{quoted, sentences_of};

/// Requirements of the rules, the record on them, and the open conditions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Risk {
    /// Lines of the rule and of the record; empty without both a rule and a record.
    pub shown: Vec<String>,
    /// Conditions of the rule that the quotes do not decide.
    pub open: Vec<String>,
}

/// Compares rules with the record; a rule is a statewide quote that binds or allows somebody, or has a condition.
pub(crate) fn risk(answer: &AnswerContent) -> Risk {
    let all = labelled(answer);
    let is_rule = |l: &&Labelled<'_>| l.side == Side::State && sentences_with_rules(l).next().is_some();
    let rules: Vec<&Labelled<'_>> = all.iter().filter(is_rule).collect();
    let record: Vec<String> = all.iter().filter(|l| l.side != Side::State).map(|l| l.label.clone()).collect();
    if rules.is_empty() || record.is_empty() {
        return Risk::default();
    }
    let asks = rules.iter().map(|l| format!("The framework: {} {}.", quoted(l.fact), l.label));
    let mut shown: Vec<String> = asks.collect();
    shown.push(format!("The record beside it: {}.", record.join(", ")));
    let mut open = Vec::new();
    for rule in &rules {
        for sentence in sentences_with_rules(rule) {
            for condition in rule_parts(sentence).conditions {
                if let Some(clause) = sentence.get(condition) {
                    open.push(format!("What the record shows on “{clause}” ({}).", rule.label));
                }
            }
        }
    }
    open.dedup();
    Risk { shown, open }
}

/// Returns the sentences that bind or allow somebody, or have a condition.
fn sentences_with_rules<'a>(of: &'a Labelled<'_>) -> impl Iterator<Item = &'a str> {
    let texts = of.fact.statement().iter().flat_map(|quote| sentences_of(quote.text()));
    texts.filter(|sentence| {
        let parts = rule_parts(sentence);
        parts.bearer.is_some() || !parts.conditions.is_empty()
    })
}
