//! How statutes are read.

use serde::{Deserialize, Serialize};

use super::code::CODES;

/// Settings for reading statutes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StatuteOptions {
    /// Code of the citation grammar that the sections belong to (`rsa`, `cgs`, `mcl`, `dc`): gives
    /// the form of section numbers in pages and text, and the order of paragraph labels. Without
    /// it, citations and the look of the numbers tell.
    pub code: Option<String>,
}

impl StatuteOptions {
    /// Options for the code of a state (`NH`, `DC`), where that is one whose sections can be told
    /// from text.
    pub fn for_jurisdiction(jurisdiction: Option<&str>) -> Self {
        let code = CODES.iter().find(|c| Some(c.jurisdiction) == jurisdiction);
        StatuteOptions { code: code.map(|c| c.name.to_owned()) }
    }
}
