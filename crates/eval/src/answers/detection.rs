//! Quality of a yes-or-no decision about cases.

use serde::{Deserialize, Serialize};

/// Counts and shares of a decision: to abstain, to ask a follow-up question, to list a conflict.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Detection {
    /// Number of cases that require the decision.
    pub cases: usize,
    /// Number of cases that do not.
    pub others: usize,
    /// Number of cases in which it was made correctly.
    pub caught: usize,
    /// Number of cases in which it was made wrongly.
    pub false_alarms: usize,
    /// Share of correct ones among all made; `None` if it was never made.
    pub precision: Option<f64>,
    /// Share of the cases that were caught; `None` without cases.
    pub recall: Option<f64>,
    /// Share of the other cases in which it was made; `None` without other cases.
    pub false_rate: Option<f64>,
    /// Number of missed cases and false alarms.
    pub errors: usize,
    /// Results of a program that always answers.
    pub always_answers: AlwaysAnswers,
}

/// Baseline that never makes the decision, so that its precision has no value.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct AlwaysAnswers {
    /// Always `None`, because the decision is never made.
    pub precision: Option<f64>,
    /// Always 0; `None` without cases.
    pub recall: Option<f64>,
    /// Always 0; `None` without other cases.
    pub false_rate: Option<f64>,
    /// Number of errors: every case is one.
    pub errors: usize,
}

impl Detection {
    /// Counts pairs of expected and actual decisions.
    pub fn of(decisions: impl Iterator<Item = (bool, bool)>) -> Self {
        let mut d = Detection::default();
        for (ought, made) in decisions {
            match (ought, made) {
                (true, true) => d.caught += 1,
                (false, true) => d.false_alarms += 1,
                _ => {}
            }
            if ought {
                d.cases += 1;
            } else {
                d.others += 1;
            }
        }
        d.precision = share(d.caught, d.caught + d.false_alarms);
        d.recall = share(d.caught, d.cases);
        d.false_rate = share(d.false_alarms, d.others);
        d.errors = d.cases - d.caught + d.false_alarms;
        d.always_answers = AlwaysAnswers {
            precision: None,
            recall: share(0, d.cases),
            false_rate: share(0, d.others),
            errors: d.cases,
        };
        d
    }
}

/// Divides a part by the whole; `None` if the whole is 0.
pub(super) fn share(part: usize, whole: usize) -> Option<f64> {
    let number = |n: usize| u32::try_from(n).ok().map(f64::from);
    if whole == 0 { None } else { Some(number(part)? / number(whole)?) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_a_decision() {
        let decisions = [(true, true), (true, false), (true, true), (false, true), (false, false)];
        let d = Detection::of(decisions.into_iter());
        assert_eq!((d.cases, d.others, d.caught, d.false_alarms, d.errors), (3, 2, 2, 1, 2));
        assert_eq!((d.precision, d.recall, d.false_rate), (Some(2.0 / 3.0), Some(2.0 / 3.0), Some(0.5)));
        assert_eq!((d.always_answers.recall, d.always_answers.errors), (Some(0.0), 3));
        let none = Detection::of(std::iter::empty());
        assert_eq!((none.precision, none.recall, none.false_rate), (None, None, None));
    }
}
