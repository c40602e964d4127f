//! Flags for lines with an instruction.

use crate::{Line, LineFlags, Reading};

use super::find::instructions_in;

/// Maximum number of lines in one sentence.
const LINES_OF_A_SENTENCE: usize = 8;

/// Flags the lines with an instruction to a language model. A match over more lines than a sentence has is a
/// whole document that looked suspicious; its lines are left unflagged.
pub fn mark_instructions(lines: &mut [Line]) {
    let reading = Reading::of(lines);
    for found in instructions_in(reading.text()) {
        let Some(range) = reading.lines_of(found.range.clone()) else { continue };
        if range.len() > LINES_OF_A_SENTENCE {
            continue;
        }
        for line in lines.get_mut(range).unwrap_or(&mut []) {
            line.flags |= LineFlags::INSTRUCTION;
        }
    }
}
