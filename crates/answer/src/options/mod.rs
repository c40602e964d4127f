//! Settings of asking, and the requested form of an answer, where more than one room uses them. The settings of a
//! single room are in that room.

mod answer;
mod choices;
mod conflict;
mod context;
mod form_name;
mod verify;

pub use answer::{
    AbstainOptions, AnswerOptions, Caution, GapOptions, IndirectWeights, ReaderAbstention, ReaderStrength,
    Weights,
};
pub use choices::ChoiceOptions;
pub use conflict::ConflictOptions;
pub use context::{ContextBorders, ContextOptions};
pub use form_name::{FormName, UnknownForm};
pub use verify::VerifyOptions;
