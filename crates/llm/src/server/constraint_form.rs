//! Forms in which servers accept a constraint, the strictest first, and the ones a server accepted.

use std::sync::{Mutex, PoisonError};

use serde_json::{Map, Value, json};

use crate::completion::{ConstrainedBy, Constraint};

/// A form of constrained request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConstraintForm {
    /// `response_format` of type `json_schema`, strict.
    ResponseSchema,
    /// `grammar`, in GBNF (llama.cpp).
    Gbnf,
    /// `json_schema` next to the messages (llama.cpp).
    PlainSchema,
    /// `guided_json` (vLLM and others).
    GuidedJson,
    /// `response_format` of type `json_object`: any JSON object.
    JsonObject,
    /// No constraint at all.
    Nothing,
}

const LADDER: [ConstraintForm; 6] = [
    ConstraintForm::ResponseSchema,
    ConstraintForm::Gbnf,
    ConstraintForm::PlainSchema,
    ConstraintForm::GuidedJson,
    ConstraintForm::JsonObject,
    ConstraintForm::Nothing,
];

impl ConstraintForm {
    /// Returns the fields to add to the request; `None` if this constraint has no such form.
    pub(crate) fn fields(self, constraint: &Constraint) -> Option<Map<String, Value>> {
        let (schema, gbnf) = match constraint {
            Constraint::None => (None, None),
            Constraint::JsonSchema(schema) => (Some(schema), None),
            Constraint::Grammar(grammar) => (grammar.json_schema.as_ref(), grammar.gbnf.as_ref()),
        };
        let fields = match self {
            Self::ResponseSchema => json!({ "response_format": {
                "type": "json_schema",
                "json_schema": { "name": "answer", "strict": true, "schema": schema? }
            } }),
            Self::Gbnf => json!({ "grammar": gbnf? }),
            Self::PlainSchema => json!({ "json_schema": schema? }),
            Self::GuidedJson => json!({ "guided_json": schema? }),
            Self::JsonObject => {
                schema?;
                json!({ "response_format": { "type": "json_object" } })
            }
            Self::Nothing => json!({}),
        };
        match fields {
            Value::Object(fields) => Some(fields),
            _ => None,
        }
    }

    /// Returns true if text of this form is JSON.
    pub(crate) fn is_json(self) -> bool {
        !matches!(self, Self::Gbnf | Self::Nothing)
    }

    pub(crate) fn constrained_by(self) -> ConstrainedBy {
        match self {
            Self::ResponseSchema | Self::PlainSchema | Self::GuidedJson => ConstrainedBy::JsonSchema,
            Self::Gbnf => ConstrainedBy::Grammar,
            Self::JsonObject => ConstrainedBy::JsonObject,
            Self::Nothing => ConstrainedBy::Nothing,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::ResponseSchema => "response_format: json_schema",
            Self::Gbnf => "grammar",
            Self::PlainSchema => "json_schema",
            Self::GuidedJson => "guided_json",
            Self::JsonObject => "response_format: json_object",
            Self::Nothing => "none",
        }
    }
}

/// Forms that a server rejected, or accepted and ignored.
#[derive(Debug, Default)]
pub(crate) struct KnownForms {
    useless: Mutex<Vec<ConstraintForm>>,
}

impl KnownForms {
    /// Returns the forms to try for this constraint, with their fields. [`ConstraintForm::Nothing`] comes
    /// last.
    pub(crate) fn to_try(&self, constraint: &Constraint) -> Vec<(ConstraintForm, Map<String, Value>)> {
        let useless = self.useless.lock().unwrap_or_else(PoisonError::into_inner);
        let forms = LADDER.into_iter().filter(|form| !useless.contains(form));
        forms.filter_map(|form| Some((form, form.fields(constraint)?))).collect()
    }

    /// Records forms that must not be tried again.
    pub(crate) fn give_up(&self, forms: &[ConstraintForm]) {
        let mut useless = self.useless.lock().unwrap_or_else(PoisonError::into_inner);
        for form in forms {
            if *form != ConstraintForm::Nothing && !useless.contains(form) {
                useless.push(*form);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SpanGrammar;

    #[test]
    fn the_ladder_of_each_constraint() {
        let known = KnownForms::default();
        let forms = |constraint: &Constraint| {
            known.to_try(constraint).into_iter().map(|(form, _)| form).collect::<Vec<_>>()
        };
        use ConstraintForm::{GuidedJson, JsonObject, Nothing, PlainSchema, ResponseSchema};
        assert_eq!(forms(&Constraint::None), [Nothing]);
        let schema = Constraint::JsonSchema(json!({"type": "object"}));
        assert_eq!(forms(&schema), [ResponseSchema, PlainSchema, GuidedJson, JsonObject, Nothing]);
        let spans = SpanGrammar::choice(2, true).unwrap().constraint();
        assert_eq!(forms(&spans), LADDER);
        known.give_up(&[ResponseSchema, Nothing]);
        assert_eq!(forms(&schema), [PlainSchema, GuidedJson, JsonObject, Nothing]);
    }
}
