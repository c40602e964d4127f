//! "A decision without its why: say so."

use crate::check::answer::AnswerContent;
use crate::check::audit::flag::{Flag, HardRule};
use crate::check::audit::input::AuditInput;
use crate::check::audit::phrases::first_of;
use crate::draft::wording;
use crate::language::facets::facets;
use twolane_retrieve::Expected;
use twolane_text::pattern::pattern;
use twolane_text::states_decision;

pattern!(VOTED, r"(?i)\b(?:voted|decided|ruled|resolved)\b");

/// Flags a question about a decision when a fact states a decision and no fact gives a reason, and no gap reports the
/// missing reason.
pub(in crate::check::audit) fn decision_without_why(
    answer: &AnswerContent,
    input: &AuditInput<'_>,
) -> Option<Flag> {
    let words = input.words;
    let asks =
        facets(input.question).iter().any(|f| matches!(f.expected, Expected::Decision | Expected::Cause));
    let decided = answer
        .facts
        .iter()
        .flat_map(|f| &f.support)
        .any(|quote| states_decision(quote.text()) || VOTED.get().is_match(quote.text()));
    if !asks || !decided || first_of(input.question, &words.decisions).is_none() {
        return None;
    }
    let facts = answer.facts.iter().flat_map(|f| f.support.iter().map(|q| q.text()).chain([f.text.as_str()]));
    let gaps = answer.gaps.iter().flat_map(|g| [g.need.as_str(), g.reason.as_str()]);
    let limits = answer.limitations.iter().map(String::as_str);
    let said = facts.chain(gaps).chain(limits).collect::<Vec<_>>().join("\n");
    first_of(&said, &words.reasons)
        .is_none()
        .then(|| Flag::missing(HardRule::DecisionWithoutWhy, &words.reason_missing, wording::NO_WHY.0))
}
