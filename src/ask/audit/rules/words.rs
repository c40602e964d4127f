//! Rules that a list of words decides: absolutes, analogies, advice, apologies, sides taken; and
//! inference told apart from fact.

use crate::ask::audit::flag::{Flag, HardRule};
use crate::ask::audit::input::AuditInput;
use crate::ask::audit::phrases::first_of;
use crate::ask::audit::run::Said;

/// Words that no sentence of the writer's own may have.
pub(in crate::ask::audit) fn words(said: &[Said<'_>], input: &AuditInput<'_>) -> Vec<Flag> {
    let lists = input.words;
    let compares = first_of(input.question, &lists.analogies_asked).is_some();
    let mut flags = Vec::new();
    for s in said {
        for (rule, list) in [
            (HardRule::Absolute, &lists.absolutes),
            (HardRule::Analogy, &lists.analogies),
            (HardRule::Advice, &lists.advice),
            (HardRule::Apology, &lists.apologies),
            (HardRule::Partisan, &lists.partisan),
        ] {
            if rule == HardRule::Analogy && compares {
                continue;
            }
            if let Some(word) = first_of(&s.unquoted, list) {
                flags.push(s.flag(rule, word));
            }
        }
    }
    flags
}

/// "Fact, standard and inference told apart in the writing": what the analysis says beyond a quote's
/// own words is marked as an inference.
pub(in crate::ask::audit) fn inference_as_fact(said: &[Said<'_>], input: &AuditInput<'_>) -> Vec<Flag> {
    said.iter()
        .filter(|s| s.place == "analysis")
        .filter(|s| s.is_own() && first_of(&s.unquoted, &input.words.inference).is_none())
        .map(|s| s.flag(HardRule::InferenceAsFact, "an inference that is not marked as one"))
        .collect()
}
