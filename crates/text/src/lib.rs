//! Lines, locators, quotes, sentences and significant tokens. Depends on no other crate of the project.

mod designators;
mod embedding;
mod file_name;
mod footnotes;
mod frame;
mod hyphens;
mod ids;
mod instructions;
mod letters_apart;
mod line;
mod locator;
mod marked;
mod number_words;
pub mod pattern;
mod quote;
mod reading;
mod roman;
mod rule_parts;
mod sentences;
mod source;
mod statement;
mod statement_bounds;
mod table;
mod token_signs;
mod tokens;
mod vulgar;
mod word_list;
mod year;

pub use designators::{Designator, designators};
pub use embedding::{Embedding, ModelId};
pub use file_name::{composed_name, same_name};
pub use footnotes::{footnote_marks, leading_mark, struck_spans, without_marks, without_struck};
pub use frame::{Filled, Frame};
pub use ids::{ContentHash, SourceId};
pub use instructions::{Instruction, InstructionKind, commands_in, instructions_in, mark_instructions};
pub use letters_apart::letters_apart;
pub use line::{Bounds, Line, LineFlags};
pub use locator::{LineRef, Locator, LocatorError};
pub use marked::{Mark, Marked};
pub use number_words::spelled_number;
pub use quote::Quote;
pub use reading::Reading;
pub use roman::{roman_value, to_roman};
pub use rule_parts::{RuleParts, rule_parts};
pub use sentences::{sentences, whole_sentences};
pub use source::{NotInSource, Source};
pub use statement::{BearingText, Difference, DifferenceKind, Judgement, Unjudged, bears_out, is_plain};
pub use statement_bounds::{
    Place, Statement, Statements, Surrounding, decides, pieces, states_decision, turns,
};
pub use table::{cells, is_leader_row, labels_of_rows};
pub use token_signs::TokenSigns;
pub use tokens::{SupportIndex, Token, TokenKind, supports, tokens, tokens_of};
pub use year::year_of;
