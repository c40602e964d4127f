//! Rules about the two lanes: a weak state lane is said, statewide text that does not clearly apply is
//! not used, and a state lane that alone has something is used.

use crate::ask::answer::AnswerContent;
use crate::ask::audit::flag::{Flag, HardRule};
use crate::ask::audit::input::AuditInput;
use crate::ask::audit::run::missing;
use crate::ask::audit::wording::missing_statute_sentence;
use crate::ask::verify::shown;

/// "State lane weak: general words and 'I did not find the specific statute text in the archive'";
/// "the sentence about missing statute text names the state".
pub(in crate::ask::audit) fn missing_statute(answer: &AnswerContent, input: &AuditInput<'_>) -> Option<Flag> {
    if !(input.state_weak && input.asks_law) {
        return None;
    }
    let sentence = missing_statute_sentence(input.state);
    let said = shown(answer).iter().any(|s| s.text.contains(&sentence));
    (!said).then(|| missing(HardRule::MissingStatuteSentence, "that no statute text was found", &sentence))
}

/// "Statewide text that does not clearly apply is not used and becomes a limitation."
pub(in crate::ask::audit) fn statewide_not_applicable(answer: &AnswerContent) -> Option<Flag> {
    (answer.used_statewide && answer.applicability_check.trim().is_empty()).then(|| Flag {
        place: "applicability_check".into(),
        ..missing(
            HardRule::StatewideNotApplicable,
            "how the statewide text applies",
            "Statewide text was found; whether it applies here is not shown, so it was not used.",
        )
    })
}

/// "Local lane empty and state relevant: answer from state."
pub(in crate::ask::audit) fn state_left_unused(
    answer: &AnswerContent,
    input: &AuditInput<'_>,
) -> Option<Flag> {
    (input.local_found == 0 && input.state_found > 0 && answer.facts.is_empty()).then(|| {
        missing(HardRule::StateLeftUnused, "what the state lane has", "The answer comes from statewide text.")
    })
}
