//! The verifier. It takes a writer's draft, looks up every quote in the archive, and returns only what it found there
//! itself (SPEC EVD-1, EVD-2, EVD-5). Each rule is a module.

mod align;
mod fact;
mod facts;
mod locate;
mod own_section;
mod reopen;
mod seal;
mod secondary;
mod shown;
mod stated;
mod verified;

pub use fact::{Fact, FactContent};
pub use facts::{Checked, Lookup, check_facts, check_facts_with};
pub use locate::{exact_quote, find_at, fold, is_whole};
pub use own_section::{OwnSections, own_sections};
pub(crate) use reopen::{Reopening, reopen};
pub(crate) use seal::{Ground, seal};
pub(crate) use secondary::secondary_support;
pub(crate) use shown::shown;
pub use verified::{Answer, Verified};
