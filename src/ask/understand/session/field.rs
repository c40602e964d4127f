//! Values that a session knows, with where each came from.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ask::error::AskError;

/// Where a value came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The question, or what was given along with it.
    Text,
    /// Set or given earlier in the session.
    Session,
    /// A question before this one.
    PriorTurns,
    /// The archive has only this one.
    Archive,
}

impl Origin {
    /// As JSON writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Origin::Text => "text",
            Origin::Session => "session",
            Origin::PriorTurns => "prior_turns",
            Origin::Archive => "archive",
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A value with its origin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// The value.
    pub value: String,
    /// Where it came from.
    pub origin: Origin,
}

impl Field {
    /// A value.
    pub fn new(value: impl Into<String>, origin: Origin) -> Self {
        Field { value: value.into(), origin }
    }
}

/// Longest name and value that are kept, in characters.
const LONGEST: (usize, usize) = (100, 2000);

/// Reads `field=value`; names are kept in lower case, an empty value takes the field away.
///
/// # Errors
/// [`AskError::NotAField`] without a name or `=`.
pub fn parse_field(text: &str) -> Result<(String, String), AskError> {
    let not_a_field = || AskError::NotAField { given: text.chars().take(80).collect() };
    let (name, value) = text.split_once('=').ok_or_else(not_a_field)?;
    let name: String = name.trim().to_lowercase().chars().take(LONGEST.0).collect();
    if name.is_empty() {
        return Err(not_a_field());
    }
    Ok((name, value.trim().chars().take(LONGEST.1).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields() {
        for (text, expected) in [
            ("unit=4B", Some(("unit", "4B"))),
            (" Town = New Alder ", Some(("town", "New Alder"))),
            ("a=b=c", Some(("a", "b=c"))),
            ("town=", Some(("town", ""))),
            ("=4B", None),
            ("4B", None),
        ] {
            let got = parse_field(text).ok();
            assert_eq!(got.as_ref().map(|(n, v)| (n.as_str(), v.as_str())), expected, "{text}");
        }
    }
}
