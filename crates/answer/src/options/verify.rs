//! Settings of the verifier.

use serde::{Deserialize, Serialize};

/// Requirements of the verifier. Names and defaults are the specification's (EVD-1, EVD-5, EVD-7).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct VerifyOptions {
    /// True to require every shown number, date, section and name in a supporting quote.
    pub require_span_alignment: bool,
    /// True to allow facts that rest on secondary sources alone.
    pub allow_secondary_sources: bool,
    /// True to lower the coverage of such facts, and to report this in the answer.
    pub lower_confidence_on_secondary: bool,
    /// Factor for the coverage of such a fact. Two thirds puts an otherwise certain fact below the threshold of tier A
    /// (0.75), but keeps it above that of an answer.
    pub secondary_factor: f32,
    /// Least words of a quote that supports a fact; a row of a table may have fewer.
    pub min_quote_words: usize,
    /// Most rounds of repair.
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
