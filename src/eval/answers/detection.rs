//! How well cases of one kind are told from the rest.

use serde::{Deserialize, Serialize};

/// Counts and shares of a decision: abstaining, asking back, listing a conflict.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Detection {
    /// Cases where it ought to be made.
    pub cases: usize,
    /// Cases where it ought not.
    pub others: usize,
    /// Made where it ought to be.
    pub caught: usize,
    /// Made where it ought not.
    pub false_alarms: usize,
    /// Share of those made that ought to be; none when none was made.
    pub precision: Option<f64>,
    /// Share of the cases that were caught; none without cases.
    pub recall: Option<f64>,
    /// Share of the others where it was made; none without others.
    pub false_rate: Option<f64>,
    /// Cases missed and false alarms.
    pub errors: usize,
    /// What a program would have that answers every question outright.
    pub always_answers: AlwaysAnswers,
}

/// The baseline: it never makes the decision, so its precision has no value.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct AlwaysAnswers {
    /// None: it never decides so.
    pub precision: Option<f64>,
    /// 0; none without cases.
    pub recall: Option<f64>,
    /// 0; none without others.
    pub false_rate: Option<f64>,
    /// Every case is one.
    pub errors: usize,
}

impl Detection {
    /// From pairs of what ought to be and what was done.
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

/// A part of a whole; none of nothing.
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
