//! Research: a sequence of searches (SPEC HOP-1 to HOP-3). Each step asks one question that is complete without its
//! context, reads passages that no earlier step has read, and takes checked facts from them. A language model then
//! decides what is still open; without one, the question and the quotes do. The facts join the draft of the answer, and
//! are verified with it like all others.

mod cited;
mod defined;
mod execute;
mod joining;
mod model_steps;
mod named;
mod need;
mod open;
mod options;
mod reply;
mod researcher;
mod state;
mod step_loop;
mod stop;

use crate::check::step::{Research, Stop};
use crate::draft::wording;

pub use options::ResearchOptions;
pub(crate) use researcher::Researcher;

/// Returns the limitation of an answer whose research ended early.
pub(crate) fn ended_early(research: &Research) -> Option<String> {
    let said = match research.stop {
        Stop::Deadline => wording::STEPS_OUT_OF_TIME,
        Stop::Cancelled => wording::STEPS_STOPPED,
        Stop::CallLimit => wording::STEPS_OUT_OF_CALLS,
        Stop::ModelFailed => wording::STEPS_WITHOUT_MODEL,
        _ => return None,
    };
    Some(said.say(&[]))
}
