//! Changes by a person to papers that are in the archive: values set by hand, and papers removed.
//!
//! A value set by hand wins over everything that the program finds, and over flags of a later ingest. What was found is
//! kept beside it, so that the value can be taken back. A removed paper stays out until its file is named or changes.
//! [`Editor`](crate::Editor) makes the changes.

mod change;
mod error;
mod field;
mod level;
mod removed;
mod values;

pub use change::Change;
pub use error::EditError;
pub use field::Field;
pub(crate) use level::{Level, keep, raise};
pub use removed::LeftOut;
pub(crate) use removed::RemovedPapers;
pub(crate) use values::{apply, is_by_hand};
