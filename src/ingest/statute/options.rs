//! How statutes are read.

use serde::{Deserialize, Serialize};

/// Settings for reading statutes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StatuteOptions {
    /// Code of the citation grammar that the sections belong to (`rsa`, `cgs`, `mcl`, `dc`): gives
    /// the form of section numbers in pages and text, and the order of paragraph labels. Without
    /// it, citations and the look of the numbers tell.
    pub code: Option<String>,
}
