//! Document metadata: title, town, board, kind and date, each with the place where it was found.

mod closed_session;
mod dates;
mod describe;
mod error;
mod flags;
mod folder;
mod place;
mod place_name;
mod rules;
mod sources;
mod title;

pub use dates::{find_date, parse_date};
pub use describe::{Description, Given, describe};
pub use error::MetadataError;
pub(crate) use flags::flags_of;
pub use place::state_code;
pub(crate) use place_name::PlaceName;
pub use rules::MetadataRules;
pub use sources::{FIELDS, SourcesFile};
pub use title::name_words;
