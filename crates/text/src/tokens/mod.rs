//! Significant tokens: numbers with their unit, dates, times, section numbers and proper names, each with a
//! normal form for matching (SPEC EVD-1). Displays always use the raw text.

mod codes;
mod dates;
mod fractions;
mod names;
mod numbers;
mod sections;
mod support;
mod times;
mod token;
#[allow(clippy::module_inception)]
mod tokens;

pub use support::{SupportIndex, supports};
pub use token::{Token, TokenKind};
pub use tokens::{tokens, tokens_of};
