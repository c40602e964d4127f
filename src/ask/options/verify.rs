//! Settings of the verifier.

use serde::{Deserialize, Serialize};

/// What the verifier insists on. Names and defaults are the specification's (EVD-1, EVD-5, EVD-7).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct VerifyOptions {
    /// Every number, date, section and name that is shown must stand in a supporting quote.
    pub require_span_alignment: bool,
    /// Facts may rest on secondary sources alone.
    pub allow_secondary_sources: bool,
    /// Facts that do count less, and the answer says so.
    pub lower_confidence_on_secondary: bool,
    /// What the coverage of such a fact is multiplied by. Two thirds puts a fact that would be sure
    /// below the bar of tier A (.75) and leaves it above that of an answer.
    pub secondary_factor: f32,
    /// Least words of a quote that supports a fact; a row of a table may have fewer.
    pub min_quote_words: usize,
    /// Rounds of repair.
    pub n_repairs: usize,
}

impl Default for VerifyOptions {
    fn default() -> Self {
        VerifyOptions {
            require_span_alignment: true,
            allow_secondary_sources: true,
            lower_confidence_on_secondary: true,
            secondary_factor: 0.67,
            min_quote_words: 3,
            n_repairs: 2,
        }
    }
}
