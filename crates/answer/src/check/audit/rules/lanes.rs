//! Rules about the two lanes: the answer must report a weak state lane, and must use the state lane when only that lane
//! has chunks.

use crate::check::answer::AnswerContent;
use crate::check::audit::flag::{Flag, HardRule};
use crate::check::audit::input::AuditInput;
use crate::check::audit::wording::missing_statute_sentence;
use crate::check::verify::shown;
use crate::draft::wording;

/// "State lane weak: general words and 'I did not find the specific statute text in the archive'"; "the sentence about
/// missing statute text names the state".
pub(in crate::check::audit) fn missing_statute(
    answer: &AnswerContent,
    input: &AuditInput<'_>,
) -> Option<Flag> {
    if !(input.state_weak && input.asks_law) {
        return None;
    }
    let sentence = missing_statute_sentence(input.state);
    let said = shown(answer).iter().any(|s| s.text.contains(&sentence));
    (!said).then(|| Flag::missing(HardRule::MissingStatuteSentence, wording::NO_STATUTE_TEXT.0, &sentence))
}

/// "Local lane empty and state relevant: answer from state"; where no state sentence answers, the answer must say so.
pub(in crate::check::audit) fn state_left_unused(
    answer: &AnswerContent,
    input: &AuditInput<'_>,
) -> Option<Flag> {
    (input.local_found == 0 && input.state_found > 0 && answer.facts.is_empty()).then(|| {
        Flag::missing(HardRule::StateLeftUnused, wording::WHAT_STATE_HAS.0, wording::STATEWIDE_SILENT.0)
    })
}
