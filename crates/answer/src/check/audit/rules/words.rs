//! Rules decided by a list of words: absolutes, analogies, advice, apologies, partisan words.

use crate::check::audit::flag::{Flag, HardRule};
use crate::check::audit::input::AuditInput;
use crate::check::audit::phrases::first_of;
use crate::check::audit::shown_sentence::ShownSentence;

/// Flags words that no sentence of the writer's own may have.
pub(in crate::check::audit) fn words(said: &[ShownSentence<'_>], input: &AuditInput<'_>) -> Vec<Flag> {
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
