//! Instructions taken from documents (SPEC EVD-6, SEC-2): document text is data.

use crate::check::audit::flag::{Flag, HardRule};
use crate::check::audit::input::AuditInput;
use crate::check::audit::shown_sentence::ShownSentence;
use twolane_text::instructions_in;

/// Flags sentences that repeat what a document instructs a model to say, and sentences that are such an instruction
/// themselves. Words of a quote belong to their paper, whatever another paper instructs.
pub(in crate::check::audit) fn planted_instructions(
    said: &[ShownSentence<'_>],
    input: &AuditInput<'_>,
) -> Vec<Flag> {
    let mut flags = Vec::new();
    for s in said {
        let text = fold(&s.unquoted);
        let told =
            input.planted.iter().flat_map(|p| quoted_within(p)).find(|words| text.contains(&fold(words)));
        if let Some(words) = told {
            flags.push(s.flag(HardRule::PlantedInstruction, &words));
        } else if !instructions_in(&s.unquoted).is_empty() {
            flags.push(s.flag(HardRule::PlantedInstruction, "an instruction to a model"));
        }
    }
    flags
}

/// Returns the words that an instruction asks a model to say: those in quotation marks.
fn quoted_within(instruction: &str) -> Vec<String> {
    let plain = instruction.replace(['“', '”'], "\"");
    plain
        .split('"')
        .skip(1)
        .step_by(2)
        .filter(|w| w.split_whitespace().count() >= 2 || w.len() >= 8)
        .map(str::to_owned)
        .collect()
}

fn fold(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}
