//! Options for reading statutes.

use serde::{Deserialize, Serialize};

use super::code::CODES;

/// The settings for reading statutes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StatuteOptions {
    /// The code of the citation grammar that the sections belong to (`rsa`, `cgs`, `ors`, `dc`). It gives the
    /// form of section numbers in pages and text, and the order of paragraph labels. Without it, citations
    /// and the form of the numbers decide.
    pub code: Option<String>,
}

impl StatuteOptions {
    /// Returns options for the papers of a state (`NH`, `DC`), where text alone shows the sections of that
    /// state's code.
    pub fn for_jurisdiction(jurisdiction: Option<&str>) -> Self {
        let code = CODES.iter().find(|c| c.in_papers && Some(c.jurisdiction) == jurisdiction);
        StatuteOptions { code: code.map(|c| c.name.to_owned()) }
    }
}
