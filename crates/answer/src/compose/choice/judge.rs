//! Judges the choices of a question: by a model if there is one, otherwise by the evidence.

use crate::check::answer::{AnswerContent, Mode};
use crate::check::choice::{Choice, ChoiceReason, Holds};
use crate::draft::wording;
use crate::error::AskError;
use crate::find::ask::Ask;
use twolane_text::Quote;

use super::element::Elements;
use super::judging::{Judging, Verdict};
use super::{by_evidence, by_model};

/// Judges the choices of a question that this answer addresses.
///
/// # Errors
/// Returns the errors of the reader and of reading the archive. When a model fails, the evidence decides.
pub(crate) fn judge(
    ask: &Ask<'_>,
    answer: &AnswerContent,
    judging: &Judging<'_>,
) -> Result<Choice, AskError> {
    if answer.mode != Mode::Answer || answer.facts.is_empty() {
        let note = wording::CHOICES_REFUSED.say(&[]);
        return Ok(Choice { answer: None, note, reasons: Vec::new() });
    }
    if let Some(verdicts) = judging.model.and_then(|model| by_model::verdicts(model, answer, judging)) {
        return Ok(choice_of(answer, judging, &verdicts, wording::CHOICES_BY_MODEL.say(&[])));
    }
    let verdicts = by_evidence::verdicts(ask, answer, judging)?;
    Ok(choice_of(answer, judging, &verdicts, wording::CHOICES_BY_EVIDENCE.say(&[])))
}

/// Builds the judgement. The one choice that holds is the answer; when several hold, there is no answer.
fn choice_of(answer: &AnswerContent, judging: &Judging<'_>, verdicts: &[Verdict], by: String) -> Choice {
    let holding: Vec<char> = judging
        .choices
        .iter()
        .zip(verdicts)
        .filter(|(_, v)| v.holds == Holds::Yes)
        .map(|(choice, _)| choice.letter)
        .collect();
    let (letter, note) = match holding.as_slice() {
        [letter] => (Some(*letter), by),
        _ => (None, format!("{by} {}", wording::CHOICES_OPEN.say(&[]))),
    };
    let reasons = judging.choices.iter().zip(verdicts).map(|(choice, verdict)| {
        let fact = verdict.fact.and_then(|n| answer.facts.get(n));
        let support: Vec<Quote> = fact.map(|f| f.statement().to_vec()).unwrap_or_default();
        let quoted: Vec<&str> = support.iter().map(Quote::text).collect();
        ChoiceReason {
            choice: choice.letter,
            text: choice.text.clone(),
            holds: verdict.holds,
            reason: Elements::of(&choice.text, judging.stem).said_of(&quoted.join(" ")),
            support,
        }
    });
    Choice { answer: letter, note, reasons: reasons.collect() }
}
