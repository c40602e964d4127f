//! Lines, locators, quotes, sentences and the tokens that matter. Knows nothing of the rest.

mod embedding;
mod frame;
mod instructions;
mod letters_apart;
mod line;
mod locator;
mod marked;
mod number_words;
pub(crate) mod pattern;
mod quote;
mod reading;
mod roman;
mod sentences;
mod source;
mod statement;
mod statement_bounds;
mod tokens;
mod year;

pub use embedding::{Embedding, ModelId};
pub use frame::{Filled, Frame};
pub use instructions::{Instruction, InstructionKind, commands_in, instructions_in, mark_instructions};
pub use letters_apart::letters_apart;
pub use line::{Bounds, Line, LineFlags};
pub use locator::{LineRef, Locator, LocatorError};
pub use marked::{Mark, Marked};
pub use number_words::spelled_number;
pub use quote::Quote;
pub use reading::Reading;
pub use roman::{roman_value, to_roman};
pub use sentences::{sentences, whole_sentences};
pub use source::{ContentHash, NotInSource, Source, SourceId};
pub use statement::{BearingText, Difference, DifferenceKind, Judgement, Unjudged, bears_out, is_plain};
pub use statement_bounds::{Statement, Statements, pieces};
pub use tokens::{SupportIndex, Token, TokenKind, supports, tokens, tokens_of};
pub use year::year_of;
