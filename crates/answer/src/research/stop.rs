//! Stop rules that depend on the results of the steps (SPEC HOP-2).

use crate::check::step::{Step, StepStatus, Stop};

use super::options::ResearchOptions;

/// Returns the stop rule that the steps so far meet, if any.
pub(super) fn by_steps(steps: &[Step], options: &ResearchOptions) -> Option<Stop> {
    let completed = steps.iter().filter(|s| s.status == StepStatus::Completed).count();
    if completed >= options.most_completed {
        return Some(Stop::CompletedSteps);
    }
    let failed: Vec<f32> =
        steps.iter().rev().take_while(|s| s.status == StepStatus::Failed).map(|s| s.confidence).collect();
    if let [last, before, ..] = failed.as_slice()
        && (last - before).abs() <= options.similar_failures
    {
        return Some(Stop::NoProgress);
    }
    let below = failed.iter().take(options.most_failures).filter(|c| **c < options.stagnation).count();
    if options.most_failures > 0 && below >= options.most_failures {
        return Some(Stop::Stagnation);
    }
    (steps.len() >= options.most_steps).then_some(Stop::MostSteps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::step::Phase;

    #[test]
    fn each_rule_has_its_steps() {
        use StepStatus::{Completed, Failed};
        let options = ResearchOptions::default();
        for (steps, expected) in [
            (vec![], None),
            (vec![(Completed, 0.8)], None),
            (vec![(Completed, 0.8), (Failed, 0.5)], None),
            (
                vec![(Completed, 0.8), (Failed, 0.5), (Completed, 0.9), (Completed, 0.7)],
                Some(Stop::CompletedSteps),
            ),
            (vec![(Failed, 0.6), (Failed, 0.57)], Some(Stop::NoProgress)),
            (vec![(Failed, 0.6), (Completed, 0.8), (Failed, 0.6)], None),
            (vec![(Failed, 0.33), (Failed, 0.22)], None),
            (vec![(Failed, 0.33), (Failed, 0.22), (Failed, 0.1)], Some(Stop::Stagnation)),
            (vec![(Failed, 0.53), (Failed, 0.22), (Failed, 0.1)], None),
            (vec![(Failed, 0.5), (Completed, 0.7), (Failed, 0.6), (Failed, 0.4)], Some(Stop::MostSteps)),
        ] {
            let made: Vec<Step> = (1..)
                .zip(&steps)
                .map(|(step_id, (status, confidence))| Step {
                    step_id,
                    phase: Phase::Part,
                    question: String::new(),
                    queries: Vec::new(),
                    passages: Vec::new(),
                    confidence: *confidence,
                    status: *status,
                    brought: Vec::new(),
                })
                .collect();
            assert_eq!(by_steps(&made, &options), expected, "{steps:?}");
        }
    }
}
