//! Levels of visibility: who may see a paper.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

/// The audience of a paper, and the level of a reader: a reader sees the papers of their level and of those
/// below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Everybody may see it.
    #[default]
    Public,
    /// The town's own people may see it.
    Staff,
    /// Only those who administer the archive may see it.
    Sealed,
}

/// A word that is not a level of visibility.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{given}` is not a visibility; it is public, staff or sealed")]
pub struct UnknownVisibility {
    /// The word as given.
    pub given: String,
}

impl Visibility {
    /// All levels, the lowest first.
    pub const ALL: [Visibility; 3] = [Visibility::Public, Visibility::Staff, Visibility::Sealed];

    /// Returns the name of the level.
    pub fn name(self) -> &'static str {
        match self {
            Visibility::Public => "public",
            Visibility::Staff => "staff",
            Visibility::Sealed => "sealed",
        }
    }

    /// Returns true for papers that everybody may see.
    pub fn is_public(&self) -> bool {
        *self == Visibility::Public
    }
}

impl fmt::Display for Visibility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Visibility {
    type Err = UnknownVisibility;

    fn from_str(text: &str) -> Result<Self, UnknownVisibility> {
        let wanted = text.trim();
        let found = Visibility::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(wanted));
        found.ok_or_else(|| UnknownVisibility { given: wanted.chars().take(60).collect() })
    }
}

/// Reads a level; a word of a later version hides the paper rather than show it.
impl<'de> Deserialize<'de> for Visibility {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        Ok(word.parse().unwrap_or(Visibility::Sealed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Metadata;

    #[test]
    fn public_is_not_written() {
        let mut meta = Metadata::default();
        let before = serde_json::to_string(&meta).unwrap();
        assert!(!before.contains("visibility"), "{before}");
        meta.visibility = Visibility::Staff;
        let text = serde_json::to_string(&meta).unwrap();
        assert!(text.contains(r#""visibility":"staff""#), "{text}");
        assert_eq!(serde_json::from_str::<Metadata>(&text).unwrap(), meta);
        assert_eq!(serde_json::from_str::<Metadata>(&before).unwrap().visibility, Visibility::Public);
    }

    #[test]
    fn unknown_level_hides() {
        assert_eq!(serde_json::from_str::<Visibility>("\"secret\"").unwrap(), Visibility::Sealed);
        assert_eq!(" Staff ".parse(), Ok(Visibility::Staff));
        let error = "secret".parse::<Visibility>().unwrap_err().to_string();
        assert!(error.contains("public, staff or sealed"), "{error}");
        assert!(Visibility::Public < Visibility::Staff && Visibility::Staff < Visibility::Sealed);
    }
}
