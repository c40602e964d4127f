//! Settings of asking, and in which form an answer is wanted: those that more than one room has to
//! know. The settings of one room alone stand with it.

mod answer;
mod choices;
mod conflict;
mod form_name;
mod verify;

pub use answer::{
    AbstainOptions, AnswerOptions, Caution, GapOptions, IndirectWeights, ReaderAbstention, ReaderStrength,
    Weights,
};
pub use choices::ChoiceOptions;
pub use conflict::ConflictOptions;
pub use form_name::{FormName, UnknownForm};
pub use verify::VerifyOptions;
