//! Names of the forms.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Names of the available forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FormName {
    /// Directive, rationale, citations.
    #[default]
    Levels,
    /// Two to five sentences.
    Brief,
    /// For residents: at a glance, local, statewide, figures, what is not shown.
    Civic,
    /// For questions of law: situation, facts, framework, risk, what would clarify.
    Legal,
    /// Step by step: rule, elements, exceptions, application.
    Research,
}

/// An unknown name of a form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no form {given:?}; use levels, brief, civic, legal or research")]
pub struct UnknownForm {
    /// Name as given.
    pub given: String,
}

impl FormName {
    /// All forms, in the order of the enum.
    pub const ALL: [FormName; 5] =
        [FormName::Levels, FormName::Brief, FormName::Civic, FormName::Legal, FormName::Research];

    /// Returns the name that the command line and JSON use.
    pub fn as_str(self) -> &'static str {
        match self {
            FormName::Levels => "levels",
            FormName::Brief => "brief",
            FormName::Civic => "civic",
            FormName::Legal => "legal",
            FormName::Research => "research",
        }
    }
}

impl fmt::Display for FormName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for FormName {
    type Err = UnknownForm;

    fn from_str(text: &str) -> Result<Self, UnknownForm> {
        let found = FormName::ALL.into_iter().find(|form| form.as_str() == text);
        found.ok_or_else(|| UnknownForm { given: text.to_owned() })
    }
}
