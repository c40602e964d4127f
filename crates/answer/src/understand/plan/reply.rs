//! Form of a model's plan: a JSON schema that constrains the output, and is checked again when the reply is parsed.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use twolane_retrieve::RequestedOutput;

use super::retrieval_plan::Priority;
use super::route::Scope;

/// Longest entity, board, place or hint, in characters.
const NAME: usize = 40;
/// Longest query, in characters: thirty words would be about 200, but small models never need that many.
const QUERY: usize = 120;
/// Longest reason, in characters.
const REASON: usize = 120;
/// Most items of a list that the schema allows.
const ITEMS: usize = 4;
/// Most queries of a lane that the schema allows.
const QUERIES: usize = 3;

/// A plan as a model writes it. Unknown and missing fields are errors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // `prompts/planner.md` says what each is.
pub struct PlanReply {
    pub town: String,
    pub entities: Vec<String>,
    pub actions: Vec<String>,
    pub legal_topics: Vec<String>,
    pub boards: Vec<String>,
    pub time_hints: Vec<String>,
    pub requested_output: RequestedOutput,
    pub scope: Scope,
    pub priority: Priority,
    /// Legal salience in percent.
    pub legal_salience: u8,
    pub local_queries: Vec<String>,
    pub state_queries: Vec<String>,
    pub must_include: Vec<String>,
    pub state_lane_anchors: bool,
    pub force_parallel_state_retrieval: bool,
    pub reason: String,
    /// Confidence in percent.
    pub confidence: u8,
}

/// A question in other words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rewritten {
    /// Question in the form of a search query.
    pub primary: String,
    /// Question in further words.
    pub alternatives: Vec<String>,
}

/// A reply that is no plan.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplyError {
    /// The reply is not the requested JSON.
    #[error(
        "the reply is not of the form that was asked for: {what}; the question is searched by its own words"
    )]
    Form {
        /// Description of the defect.
        what: String,
    },
    /// A percentage above a hundred.
    #[error("{field} is {value} percent; the question is searched by its own words")]
    Percent {
        /// Name of the field.
        field: &'static str,
        /// Value of the field.
        value: u8,
    },
}

impl PlanReply {
    /// Parses a reply.
    ///
    /// # Errors
    /// Fails for anything that is not one JSON object of the schema's fields and types. Lists and texts that are too
    /// long are no error: [`validate`](super::validate) cuts them.
    pub fn read(text: &str) -> Result<PlanReply, ReplyError> {
        let reply: PlanReply =
            serde_json::from_str(text).map_err(|e| ReplyError::Form { what: e.to_string() })?;
        for (field, value) in [("legal_salience", reply.legal_salience), ("confidence", reply.confidence)] {
            if value > 100 {
                return Err(ReplyError::Percent { field, value });
            }
        }
        Ok(reply)
    }
}

impl Rewritten {
    /// Parses a reply.
    ///
    /// # Errors
    /// Fails for anything that is not one JSON object of the schema's fields and types.
    pub fn read(text: &str) -> Result<Rewritten, ReplyError> {
        serde_json::from_str(text).map_err(|e| ReplyError::Form { what: e.to_string() })
    }

    /// Returns all of its queries.
    pub fn queries(&self) -> Vec<String> {
        std::iter::once(&self.primary).chain(&self.alternatives).cloned().collect()
    }
}

fn text(longest: usize) -> Value {
    json!({ "type": "string", "maxLength": longest })
}

fn list(items: usize, of: Value) -> Value {
    json!({ "type": "array", "items": of, "maxItems": items })
}

fn percent() -> Value {
    json!({ "type": "integer", "minimum": 0, "maximum": 100 })
}

/// Builds the schema of an object with all of its fields and no other.
fn object(fields: Value) -> Value {
    let names: Vec<String> = fields.as_object().map(|f| f.keys().cloned().collect()).unwrap_or_default();
    json!({ "type": "object", "properties": fields, "required": names, "additionalProperties": false })
}

/// Returns the schema of a plan; `topics` are the topics of law that it may name.
pub fn plan_schema(topics: &[String]) -> Value {
    // A plan without a query is invalid.
    let mut local_queries = list(QUERIES, text(QUERY));
    if let Some(fields) = local_queries.as_object_mut() {
        fields.insert("minItems".into(), 1.into());
    }
    let topic = if topics.is_empty() { text(NAME) } else { json!({ "enum": topics }) };
    object(json!({
        "town": text(NAME),
        "entities": list(ITEMS, text(NAME)),
        "actions": list(3, text(NAME)),
        "legal_topics": list(3, topic),
        "boards": list(2, text(NAME)),
        "time_hints": list(2, text(NAME)),
        "requested_output": { "enum": ["explain", "steps", "cite_laws", "risk", "process"] },
        "scope": { "enum": ["local", "state", "mixed"] },
        "priority": { "enum": ["law_first", "facts_first", "process_first"] },
        "legal_salience": percent(),
        "local_queries": local_queries,
        "state_queries": list(QUERIES, text(QUERY)),
        "must_include": list(3, text(NAME)),
        "state_lane_anchors": { "type": "boolean" },
        "force_parallel_state_retrieval": { "type": "boolean" },
        "reason": text(REASON),
        "confidence": percent(),
    }))
}

/// Returns the schema of a question in other words.
pub fn rewrite_schema() -> Value {
    object(json!({
        "primary": text(2 * QUERY),
        "alternatives": { "type": "array", "items": text(2 * QUERY), "minItems": 2, "maxItems": 2 },
    }))
}

/// Returns the longest text that a reply's field may contain, in characters.
pub(super) fn longest(field: &str) -> usize {
    match field {
        "local_queries" | "state_queries" => QUERY,
        "rewritten" => 2 * QUERY,
        "reason" => REASON,
        _ => NAME,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::understand::plan) fn good() -> Value {
        json!({
            "town": "Alder", "entities": ["Inez Calder"], "actions": ["vote"], "legal_topics": ["liability"],
            "boards": ["Harbor Committee"], "time_hints": ["March 4, 2025"], "requested_output": "risk",
            "scope": "mixed", "priority": "law_first", "legal_salience": 70,
            "local_queries": ["pier repair vote"], "state_queries": ["municipal liability pier statute"],
            "must_include": ["pier"], "state_lane_anchors": true, "force_parallel_state_retrieval": true,
            "reason": "It asks who answers for the pier.", "confidence": 80
        })
    }

    #[test]
    fn what_is_a_plan_and_what_is_not() {
        assert!(PlanReply::read(&good().to_string()).is_ok());
        let changed = |key: &str, value: Value| {
            let mut reply = good();
            reply[key] = value;
            reply.to_string()
        };
        let without = |key: &str| {
            let mut reply = good();
            reply.as_object_mut().unwrap().remove(key);
            reply.to_string()
        };
        for bad in [
            String::new(),
            "null".into(),
            "[]".into(),
            "The town should search for piers.".into(),
            format!("```json\n{}\n```", good()),
            good().to_string().trim_end_matches('}').to_owned(),
            without("entities"),
            without("confidence"),
            changed("extra", json!(1)),
            changed("entities", json!("Inez")),
            changed("entities", json!([1])),
            changed("requested_output", json!("poem")),
            changed("scope", json!("federal")),
            changed("confidence", json!(101)),
            changed("confidence", json!(0.5)),
            changed("legal_salience", json!(-1)),
            changed("state_lane_anchors", json!("yes")),
        ] {
            assert!(PlanReply::read(&bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn every_text_and_list_of_the_schemas_is_bounded() {
        fn check(schema: &Value) {
            match schema.get("type").and_then(Value::as_str) {
                Some("string") => assert!(schema["maxLength"].is_u64(), "{schema}"),
                Some("array") => assert!(schema["maxItems"].is_u64(), "{schema}"),
                Some("integer") => assert!(schema["maximum"].is_u64(), "{schema}"),
                Some("object") => assert_eq!(schema["additionalProperties"], false),
                _ => {}
            }
            for part in schema["properties"].as_object().into_iter().flat_map(|p| p.values()) {
                check(part);
            }
            if schema["items"].is_object() {
                check(&schema["items"]);
            }
        }
        check(&plan_schema(&["liability".into()]));
        check(&rewrite_schema());
        let schema = plan_schema(&[]);
        for name in good().as_object().unwrap().keys() {
            assert!(schema["properties"].get(name).is_some(), "{name}");
        }
    }
}
