//! The prompts of writing. Each is a file in `prompts/`; these put them together.

use crate::ask::draft::prompt::fill;
use crate::ask::options::FormName;

/// Answering from numbered sentences.
pub const ANSWER: &str = include_str!("../../../../prompts/answer.md");
/// What is added where labels alone are written.
pub const LABELS: &str = include_str!("../../../../prompts/answer-labels.md");
/// What is added where the model writes sentences of its own.
pub const CLAIMS: &str = include_str!("../../../../prompts/answer-claims.md");
/// The question with its sentences.
pub const QUESTION: &str = include_str!("../../../../prompts/answer-question.md");
/// What holds for every statement.
pub const EVIDENCE_ADDENDUM: &str = include_str!("../../../../prompts/evidence-addendum.md");
/// Writing sentences anew that no quote bore out.
pub const REPAIR: &str = include_str!("../../../../prompts/repair.md");
/// What was wrong with them. Nothing of their words is repeated.
pub const NOT_BORNE: &str = "- They said more than the sentences that they name.";
/// For a short answer.
pub const BRIEF: &str = include_str!("../../../../prompts/brief.md");
/// For a resident of a town.
pub const CIVIC: &str = include_str!("../../../../prompts/civic.md");
/// For a question of law.
pub const LEGAL: &str = include_str!("../../../../prompts/legal.md");
/// For a question of several steps.
pub const RESEARCH: &str = include_str!("../../../../prompts/research.md");

/// The instruction to answer, for a form.
pub fn answer(form: FormName, own_sentences: bool) -> String {
    let of_form = match form {
        FormName::Levels => "",
        FormName::Brief => BRIEF,
        FormName::Civic => CIVIC,
        FormName::Legal => LEGAL,
        FormName::Research => RESEARCH,
    };
    let (claims, addendum) = if own_sentences { (CLAIMS, EVIDENCE_ADDENDUM) } else { (LABELS, "") };
    let filled = fill(ANSWER, &[("form", of_form), ("claims", claims), ("evidence", addendum)]);
    // Parts that are left out leave no gaps.
    let lines: Vec<&str> = filled.lines().map(str::trim_end).collect();
    let mut out: Vec<&str> = Vec::new();
    for line in lines {
        if !(line.is_empty() && out.last().is_none_or(|l| l.is_empty())) {
            out.push(line);
        }
    }
    out.join("\n").trim().to_owned()
}
