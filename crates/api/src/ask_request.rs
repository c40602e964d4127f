//! A question as programs ask it: over HTTP and MCP, in a batch, from Python.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use twolane_answer::{FormName, Reply};

use super::answer::{FORMS, add_asked, envelope};
use super::conditions::Conditions;
use super::usage::UsageError;

/// A question to the archive.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct AskRequest {
    /// The question. A long text before it is used as your own source.
    pub question: String,
    /// Form of the answer: levels, brief, civic, legal or research; without one, the one that fits the
    /// question.
    #[cfg_attr(feature = "schemars", schemars(extend("enum" = ["", "levels", "brief", "civic", "legal", "research"])))]
    pub form: String,
    /// Session that remembers questions, values and texts; started if it is new.
    pub session: Option<String>,
    /// Values, such as replies to questions back, by their field.
    pub context: BTreeMap<String, String>,
    /// A text of your own to answer from, such as an article.
    pub paste: Option<String>,
    /// Keep none of the words of this question, in its trace or elsewhere.
    pub no_personal: bool,
    /// Search again, even where the answer was given before, and do not remember this one.
    pub no_memory: bool,
    /// Number of chunks that sentences are taken from.
    #[cfg_attr(feature = "schemars", schemars(range(min = 1, max = 100)))]
    pub k: Option<usize>,
    /// Write without a language model, even where the server has one.
    pub no_model: bool,
    /// Conditions on the sources.
    #[serde(flatten)]
    pub conditions: Conditions,
}

impl AskRequest {
    /// Returns the requested form; without one, the question chooses.
    ///
    /// # Errors
    /// Returns a [`UsageError`] for an unknown name.
    pub fn form_name(&self) -> Result<Option<FormName>, UsageError> {
        if self.form.is_empty() {
            return Ok(None);
        }
        let known = FORMS.contains(&self.form.as_str()).then(|| self.form.parse().ok()).flatten();
        known.map(Some).ok_or_else(|| UsageError::Unknown {
            flag: "--form",
            value: self.form.clone(),
            known: FORMS.map(str::to_owned).to_vec(),
        })
    }

    /// Returns the names of all fields, as JSON has them.
    pub fn fields() -> Vec<String> {
        match serde_json::to_value(AskRequest::default()) {
            Ok(Value::Object(map)) => map.into_iter().map(|(name, _)| name).collect(),
            _ => Vec::new(),
        }
    }

    /// Builds the reply object that `docs/interface.md` defines, with the input that led to it.
    pub fn reply(&self, reply: &Reply, form: Option<FormName>) -> Value {
        let mut object = envelope(reply, form);
        let context: Vec<_> =
            self.context.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        add_asked(&mut object, &self.question, &self.conditions, &context, form);
        object
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_every_field_that_json_may_have() {
        let fields = AskRequest::fields();
        for name in ["question", "town", "type", "lane", "context", "as_of", "session"] {
            assert!(fields.iter().any(|field| field == name), "{name} of {fields:?}");
        }
    }

    #[test]
    fn names_the_known_forms() {
        let request = |form: &str| AskRequest { form: form.to_owned(), ..AskRequest::default() };
        assert_eq!(request("").form_name(), Ok(None));
        assert_eq!(request("civic").form_name(), Ok(Some(FormName::Civic)));
        let error = request("civics").form_name().unwrap_err().to_string();
        assert!(error.contains("closest matches: civic"), "{error}");
    }
}
