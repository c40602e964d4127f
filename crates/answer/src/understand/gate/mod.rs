//! The gate, before any search: it decides if a question is clear enough to be answered from this archive (SPEC GATE-1,
//! GATE-2). Rules of language are data (`assets/gate.toml`); the options for the user come from the archive.

mod assess;
mod clarify;
mod conditions;
pub(crate) mod decision;
mod grounding;
mod intent;
mod look;
mod offer;
mod options;
mod parameters;
mod rounds;
mod wording;

pub use crate::language::reference::{Reference, ReferenceKind, references};
pub use crate::language::rules::Rules;
pub use crate::language::words::{Word, words};
pub use assess::{Assessment, Gate, QuestionContext};
pub use clarify::{Reason, Scores};
pub use conditions::Statement;
pub use options::GateOptions;
pub use rounds::{Rounds, Turn as Round, fingerprint};
pub use wording::worded_by_model;
