//! Marking the lines that hold an instruction.

use crate::{Line, LineFlags, Reading};

use super::find::instructions_in;

/// Most lines that one sentence stands on.
const LINES_OF_A_SENTENCE: usize = 8;

/// Flags the lines that hold an instruction to a language model. What runs over more lines than a
/// sentence does is a whole document that looked odd; its lines are left.
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
