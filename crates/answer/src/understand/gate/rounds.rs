//! Number of clarification rounds of a question (SPEC GATE-2).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use twolane_archive::terms;

use super::options::GateOptions;

/// Counters of a session.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Rounds {
    /// Counters by fingerprint of the question.
    by_question: BTreeMap<String, Count>,
    /// Number of clarification rounds of this session in all.
    pub asked_back: u32,
}

/// Counter of one question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Count {
    rounds: u32,
    /// Time of the last round, in seconds since 1970 UTC.
    last: i64,
}

/// Result of one more round.
#[derive(Debug, PartialEq, Eq)]
pub enum Turn {
    /// Ask for clarification, for the n-th time.
    AskBack(u32),
    /// The rounds of this question are used up.
    GoOn(Spent),
}

/// Proof that the clarification rounds of a question are used up.
#[derive(Debug, PartialEq, Eq)]
pub struct Spent(());

/// Computes an id that is equal for the same words in the same order, regardless of case and punctuation.
pub fn fingerprint(question: &str) -> String {
    let words: Vec<String> = question
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_lowercase)
        .collect();
    let text = if words.is_empty() { terms(question).join(" ") } else { words.join(" ") };
    blake3::hash(text.as_bytes()).to_hex().chars().take(16).collect()
}

impl Rounds {
    /// Counts one more round of an unclear question; `now` is in seconds since 1970 UTC.
    pub fn next(&mut self, fingerprint: &str, now: i64, options: &GateOptions) -> Turn {
        let cooldown = i64::from(options.cooldown_minutes).saturating_mul(60);
        self.by_question.retain(|_, count| now.saturating_sub(count.last) <= cooldown);
        let cap = options.clarify_rounds_cap;
        let count = self.by_question.entry(fingerprint.to_owned()).or_default();
        count.last = now;
        if count.rounds >= options.max_same_prompt_rounds || (cap > 0 && self.asked_back >= cap) {
            return Turn::GoOn(Spent(()));
        }
        count.rounds = count.rounds.saturating_add(1);
        self.asked_back = self.asked_back.saturating_add(1);
        Turn::AskBack(count.rounds)
    }

    /// Restarts the count of a question after a new value.
    pub fn reset(&mut self, fingerprint: &str) {
        self.by_question.remove(fingerprint);
    }

    /// Returns the number of rounds of a question so far.
    pub fn of(&self, fingerprint: &str) -> u32 {
        self.by_question.get(fingerprint).map_or(0, |c| c.rounds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(turns: &[(&str, i64)], options: &GateOptions) -> Vec<u32> {
        let mut rounds = Rounds::default();
        turns
            .iter()
            .map(|(question, minute)| match rounds.next(&fingerprint(question), minute * 60, options) {
                Turn::AskBack(n) => n,
                Turn::GoOn(_) => 0,
            })
            .collect()
    }

    #[test]
    fn goes_on_at_the_fourth_identical_request() {
        let options = GateOptions::default();
        let same = [
            ("How big is my unit?", 0),
            ("how big is my unit", 1),
            ("How big is my unit?", 2),
            ("How big is my unit?", 3),
        ];
        assert_eq!(says(&same, &options), [1, 2, 3, 0]);
        let other = [
            ("How big is my unit?", 0),
            ("How big is my unit?", 1),
            ("How old is my unit?", 2),
            ("How big is my unit?", 3),
        ];
        assert_eq!(says(&other, &options), [1, 2, 1, 3]);
        let late = [
            ("How big is my unit?", 0),
            ("How big is my unit?", 1),
            ("How big is my unit?", 2),
            ("How big is my unit?", 13),
        ];
        assert_eq!(says(&late, &options), [1, 2, 3, 1]);
        let capped = GateOptions { clarify_rounds_cap: 1, ..options };
        assert_eq!(says(&other, &capped), [1, 0, 0, 0]);
    }

    #[test]
    fn a_new_value_starts_anew() {
        let (mut rounds, options) = (Rounds::default(), GateOptions::default());
        let question = fingerprint("How big is my unit?");
        for _ in 0..3 {
            rounds.next(&question, 0, &options);
        }
        rounds.reset(&question);
        assert_eq!(rounds.next(&question, 0, &options), Turn::AskBack(1));
        assert_eq!(rounds.of(&question), 1);
    }
}
