//! Lines, locators, quotes, sentences and the tokens that matter. Knows nothing of the rest.

mod embedding;
mod line;
mod locator;
mod quote;
mod reading;
mod source;

pub use embedding::{Embedding, ModelId};
pub use line::{Bounds, Line, LineFlags};
pub use locator::{LineRef, Locator, LocatorError};
pub use quote::Quote;
pub use reading::Reading;
pub use source::{ContentHash, NotInSource, Source, SourceId};
