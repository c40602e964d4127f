//! The audit as a whole, and the removal of flagged sentences.

use serde::Serialize;

use crate::check::answer::AnswerContent;
use crate::check::verify::shown;
use twolane_text::{Quote, sentences};

use super::flag::{Flag, HardRule};
use super::input::AuditInput;
use super::rules;
use super::shown_sentence::ShownSentence;

/// Findings of the audit.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct AuditReport {
    /// Findings: flagged sentences first, then missing ones.
    pub flags: Vec<Flag>,
}

impl AuditReport {
    /// Returns true when the audit found nothing.
    pub fn is_clean(&self) -> bool {
        self.flags.is_empty()
    }

    /// Returns true when a finding is by this rule.
    pub fn has(&self, rule: HardRule) -> bool {
        self.flags.iter().any(|f| f.rule == rule)
    }

    /// Returns the report for the answer, without the words of removed sentences, because nothing supports them. The
    /// trace keeps these words.
    pub fn without_struck(&self) -> AuditReport {
        let silent = |flag: &Flag| {
            let mut flag = flag.clone();
            if flag.rule.strikes() {
                flag.what.clear();
                flag.sentence.clear();
            }
            flag
        };
        AuditReport { flags: self.flags.iter().map(silent).collect() }
    }

    /// Returns the findings whose sentences must be added, in order.
    pub fn to_add(&self) -> impl Iterator<Item = &Flag> {
        self.flags.iter().filter(|f| !f.rule.strikes())
    }
}

/// Checks an answer's own words against every rule.
pub(crate) fn audit(answer: &AnswerContent, input: &AuditInput<'_>) -> AuditReport {
    let facts = answer.facts.iter().flat_map(|f| &f.support);
    let listed = answer.conflicts.iter().flat_map(|c| c.values.iter().map(|v| &v.quote));
    let quotes: Vec<&Quote> = facts.chain(listed).collect();
    let nothing: &[String] = &[];
    let mut said = Vec::new();
    for shown in shown(answer) {
        let context = shown.fact.and_then(|i| answer.facts.get(i)).map_or(nothing, |f| f.context.as_slice());
        for range in sentences(shown.text) {
            let Some(sentence) = shown.text.get(range) else { continue };
            let unquoted = without_quotes(sentence, &quotes);
            said.push(ShownSentence { place: shown.place.clone(), sentence, unquoted, context });
        }
    }
    let mut flags = Vec::new();
    flags.extend(rules::statutes(&said, &quotes, input));
    flags.extend(rules::procedures(&said, &quotes, input));
    flags.extend(rules::words(&said, input));
    flags.extend(rules::off_topic_entities(&said, input));
    flags.extend(rules::planted_instructions(&said, input));
    flags.extend(rules::missing_statute(answer, input));
    flags.extend(rules::state_left_unused(answer, input));
    flags.extend(rules::named_statute_without_text(answer, input));
    flags.extend(rules::mixed_parts(answer, input));
    flags.extend(rules::decision_without_why(answer, input));
    AuditReport { flags }
}

/// Removes every flagged sentence from the answer's texts, and every fact with a flag. Returns the number of sentences
/// and facts removed.
pub(crate) fn strike(answer: &mut AnswerContent, report: &AuditReport) -> usize {
    let mut struck = 0;
    let of = |place: &str| -> Vec<&str> {
        let here = report.flags.iter().filter(|f| f.rule.strikes() && f.place == place);
        here.map(|f| f.sentence.as_str()).collect()
    };
    let mut place = 0;
    let mut first_went = false;
    answer.facts.retain(|_| {
        let flagged = !of(&format!("facts[{place}].text")).is_empty();
        first_went |= flagged && place == 0;
        place += 1;
        struck += usize::from(flagged);
        !flagged
    });
    let mut clean = |name: &str, text: &mut String| {
        for sentence in of(name) {
            if text.contains(sentence) {
                *text = text.replacen(sentence, "", 1).split_whitespace().collect::<Vec<_>>().join(" ");
                struck += 1;
            }
        }
    };
    clean("answer", &mut answer.answer);
    clean("analysis", &mut answer.analysis);
    clean("statewide_reason", &mut answer.statewide_reason);
    clean("applicability_check", &mut answer.applicability_check);
    for (name, list) in [
        ("assumptions", &mut answer.assumptions),
        ("limitations", &mut answer.limitations),
        ("suggested_followups", &mut answer.suggested_followups),
    ] {
        for (i, text) in list.iter_mut().enumerate() {
            clean(&format!("{name}[{i}]"), text);
        }
        list.retain(|t| !t.is_empty());
    }
    for (i, gap) in answer.gaps.iter_mut().enumerate() {
        clean(&format!("gaps[{i}].need"), &mut gap.need);
        clean(&format!("gaps[{i}].reason"), &mut gap.reason);
    }
    if first_went || answer.answer.is_empty() {
        answer.answer = answer.facts.first().map(|f| f.text.clone()).unwrap_or_default();
    }
    struck
}

/// Replaces by blanks each run of at least three words that a quote has, and words in quotation marks that a quote has.
fn without_quotes(sentence: &str, quotes: &[&Quote]) -> String {
    const RUN: usize = 3;
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let fold = |w: &str| w.to_lowercase().trim_matches(|c: char| !c.is_alphanumeric() && c != '$').to_owned();
    let folded: Vec<String> = words.iter().map(|w| fold(w)).collect();
    let held: Vec<String> = quotes
        .iter()
        .map(|q| format!(" {} ", q.text().split_whitespace().map(fold).collect::<Vec<_>>().join(" ")))
        .collect();
    let mut keep = vec![true; words.len()];
    for start in 0..words.len() {
        for end in (start + RUN..=words.len()).rev() {
            let Some(run) = folded.get(start..end) else { break };
            let wanted = format!(" {} ", run.join(" "));
            if held.iter().any(|h| h.contains(&wanted)) {
                if let Some(part) = keep.get_mut(start..end) {
                    part.fill(false);
                }
                break;
            }
        }
    }
    // A sentence as short as the words of its quote counts as quoted in full.
    let whole = format!(" {} ", folded.join(" "));
    if held.iter().any(|h| h.contains(&whole)) {
        return String::new();
    }
    words.iter().zip(keep).filter(|(_, keep)| *keep).map(|(w, _)| *w).collect::<Vec<_>>().join(" ")
}
