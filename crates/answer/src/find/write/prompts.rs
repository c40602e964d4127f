//! Prompts of the writer. Each is a file in `prompts/`; these functions assemble them.

use crate::draft::prompt::fill;
use crate::options::FormName;

/// Instruction to answer from numbered sentences.
pub const ANSWER: &str = include_str!("../../../../../prompts/answer.md");
/// Addition for a reply of labels alone.
pub const LABELS: &str = include_str!("../../../../../prompts/answer-labels.md");
/// Addition for a reply with the model's own sentences.
pub const CLAIMS: &str = include_str!("../../../../../prompts/answer-claims.md");
/// Template of the question with its sentences.
pub const QUESTION: &str = include_str!("../../../../../prompts/answer-question.md");
/// Rules for every statement.
pub const EVIDENCE_ADDENDUM: &str = include_str!("../../../../../prompts/evidence-addendum.md");
/// Instruction to rewrite sentences that no quote supported.
pub const REPAIR: &str = include_str!("../../../../../prompts/repair.md");
/// Error in the rejected sentences. None of their words is repeated.
pub const NOT_BORNE: &str = "- They said more than the sentences that they name.";
/// Instruction to judge sentences by the quotes that they cite.
pub const CRITIC: &str = include_str!("../../../../../prompts/critic.md");
/// Template of the sentences with their quotes.
pub const CRITIC_QUESTION: &str = include_str!("../../../../../prompts/critic-question.md");
/// Instruction for a short answer.
pub const BRIEF: &str = include_str!("../../../../../prompts/brief.md");
/// Instruction for a resident of a town.
pub const CIVIC: &str = include_str!("../../../../../prompts/civic.md");
/// Instruction for a question of law.
pub const LEGAL: &str = include_str!("../../../../../prompts/legal.md");
/// Instruction for a question of several steps.
pub const RESEARCH: &str = include_str!("../../../../../prompts/research.md");

/// Assembles the instruction to answer, for a form.
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
    // Omitted parts leave no blank lines.
    let lines: Vec<&str> = filled.lines().map(str::trim_end).collect();
    let mut out: Vec<&str> = Vec::new();
    for line in lines {
        if !(line.is_empty() && out.last().is_none_or(|l| l.is_empty())) {
            out.push(line);
        }
    }
    out.join("\n").trim().to_owned()
}
