//! Research: one search after the other (SPEC HOP-1 to HOP-3). Each step asks one question that stands by
//! itself, reads passages that no step before has read, and takes checked facts from them; then it is
//! decided what is still open, by a language model or, without one, by what the question and the quotes
//! are made of. The facts join the draft of the answer and are verified with it like all others.

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
mod step_loop;
mod stop;

use crate::ask::check::step::{Research, Stop};
use crate::ask::draft::wording;

pub use options::ResearchOptions;
pub(in crate::ask) use step_loop::Researcher;

/// What an answer says of research that ended before all of it was done.
pub(in crate::ask) fn ended_early(research: &Research) -> Option<String> {
    let said = match research.stop {
        Stop::Deadline => wording::STEPS_OUT_OF_TIME,
        Stop::Cancelled => wording::STEPS_STOPPED,
        Stop::CallLimit => wording::STEPS_OUT_OF_CALLS,
        Stop::ModelFailed => wording::STEPS_WITHOUT_MODEL,
        _ => return None,
    };
    Some(said.say(&[]))
}
