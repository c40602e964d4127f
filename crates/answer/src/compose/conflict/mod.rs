//! Sources that disagree (SPEC EVD-3): values of the kind that a question asks for, keyed by subject and predicate,
//! from the quotes that answer it. Every value is listed with its quote; none is preferred.

mod compare;
mod designator;
mod evidence;
mod find;
mod gather;
mod matter;

pub use crate::find::source_status::{SourceStatus, is_secondary, speaks_of_change};
pub use crate::find::told_apart::{Side, told_apart};
pub use crate::language::value::{Value, ValueKind, asked_kinds, values};
pub use crate::options::ConflictOptions;
pub use compare::{Difference, differ};
pub(crate) use designator::tell_apart;
pub use evidence::Evidence;
pub use find::{conflicts, list};
pub use gather::{evidence, is_history, is_of, of_quote};
