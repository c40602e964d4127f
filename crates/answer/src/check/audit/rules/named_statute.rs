//! "A statute named in the question whose text is not there: its heading if the pack has it, and 'text
//! not in the archive'."

use crate::check::answer::AnswerContent;
use crate::check::audit::flag::{Flag, HardRule};
use crate::check::audit::input::AuditInput;
use crate::check::verify::shown;
use crate::draft::wording;

/// Returns one flag for each statute of the question whose missing text the answer does not report.
pub(in crate::check::audit) fn named_statute_without_text(
    answer: &AnswerContent,
    input: &AuditInput<'_>,
) -> Vec<Flag> {
    let shown = shown(answer);
    input
        .named
        .iter()
        .filter(|statute| !statute.has_text)
        .filter(|statute| {
            !shown
                .iter()
                .any(|s| s.text.contains(&statute.citation) && s.text.contains("text not in the archive"))
        })
        .map(|statute| {
            let sentence = match &statute.heading {
                Some(heading) => wording::NO_TEXT_HEADED.say(&[&statute.citation, heading]),
                None => wording::NO_TEXT.say(&[&statute.citation]),
            };
            Flag::missing(HardRule::NamedStatuteWithoutText, &statute.citation, &sentence)
        })
        .collect()
}
