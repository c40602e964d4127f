//! Values of a session, each with its origin.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::error::AskError;

/// Origin of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The question, or a value given with it.
    Text,
    /// A value set or given earlier in the session.
    Session,
    /// An earlier question.
    PriorTurns,
    /// The only value of the archive.
    Archive,
}

impl Origin {
    /// Returns the name that JSON uses.
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
    /// The value itself.
    pub value: String,
    /// Origin of the value.
    pub origin: Origin,
}

impl Field {
    /// Builds a value with its origin.
    pub fn new(value: impl Into<String>, origin: Origin) -> Self {
        Field { value: value.into(), origin }
    }
}

/// Longest name and value that are kept, in characters.
const LONGEST: (usize, usize) = (100, 2000);

/// Parses `field=value`; names are kept in lower case, and an empty value removes the field.
///
/// # Errors
/// Returns [`AskError::NotAField`] without a name or `=`.
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
