//! Forms for people (SPEC SYN-2). All are rendered from the one verified answer; none adds a figure, a date, a name or
//! a section.

mod brief;
mod choice;
mod civic;
mod fitting;
mod legal;
mod levels;
mod name;
mod parts;
mod plain;
mod research;

pub use brief::brief;
pub use choice::shown_choice;
pub use civic::civic;
pub(crate) use fitting::{Fit, fitting};
pub use legal::legal;
pub(crate) use levels::levels_of;
pub use levels::{Levels, levels};
pub use name::markdown;
pub(crate) use name::markdown_of;
pub use parts::{
    NO_ADVICE, missing, place, places, prose_heading, shown_quotes, tokens_told, told, verdict, who_disagrees,
};
pub use plain::plain;
pub use research::research;
