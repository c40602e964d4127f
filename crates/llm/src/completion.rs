//! Requests to a language model and their results.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::LanguageModelError;

/// Author of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// Instructions for the whole chat.
    System,
    /// The person who asks.
    User,
    /// The language model itself.
    Assistant,
}

/// One message of a chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Author of the message.
    pub role: Speaker,
    /// Text of the message. Names of a model's special tokens in it are plain text to the model.
    pub content: String,
}

impl Message {
    /// Creates a message with instructions for the whole chat.
    pub fn system(content: impl Into<String>) -> Self {
        Self { role: Speaker::System, content: content.into() }
    }

    /// Creates a message of the user.
    pub fn user(content: impl Into<String>) -> Self {
        Self { role: Speaker::User, content: content.into() }
    }

    /// Creates a message of the model.
    pub fn assistant(content: impl Into<String>) -> Self {
        Self { role: Speaker::Assistant, content: content.into() }
    }
}

/// A grammar in the forms that different engines read. All of them describe answers to the same request, but
/// text that fits the JSON schema differs from text that fits the grammars. [`Completed::constrained_by`]
/// names the one that was used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grammar {
    /// Grammar in the Lark dialect of llguidance, for local models.
    pub lark: String,
    /// Equivalent grammar in llama.cpp's GBNF.
    pub gbnf: Option<String>,
    /// JSON schema for servers that accept no grammar.
    pub json_schema: Option<Value>,
}

/// Required form of the text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Constraint {
    /// Any text at all.
    #[default]
    None,
    /// Text that matches this grammar.
    Grammar(Grammar),
    /// JSON that matches this schema, without free whitespace.
    JsonSchema(Value),
}

/// Constraint that was enforced during generation. A server's claim is not proof: check the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ConstrainedBy {
    /// No constraint was enforced.
    Nothing,
    /// The grammar, enforced token by token.
    Grammar,
    /// The JSON schema, enforced token by token or by the server.
    JsonSchema,
    /// Any JSON object, as requested from the server.
    JsonObject,
}

/// A request to a language model.
#[derive(Debug, Clone, PartialEq)]
pub struct Completion {
    /// Purpose of the call for the call counts: `plan`, `answer`.
    pub purpose: &'static str,
    /// The chat so far; the model generates the next message.
    pub messages: Vec<Message>,
    /// Required form of the text.
    pub constraint: Constraint,
    /// Maximum number of tokens in the text.
    pub max_tokens: usize,
    /// Sampling temperature. 0 always picks the most likely token; higher values sample more evenly.
    pub temperature: f64,
    /// Seed for the sampling.
    pub seed: u64,
    /// Stop strings: the text ends before the first of these.
    pub stop: Vec<String>,
    /// Requests with the same key share a prefix, whose computation is cached.
    pub prefix_key: Option<String>,
}

impl Completion {
    /// Creates a request for one purpose: greedy, unconstrained, at most 512 tokens.
    pub fn new(purpose: &'static str, messages: Vec<Message>) -> Self {
        Self {
            purpose,
            messages,
            constraint: Constraint::None,
            max_tokens: 512,
            temperature: 0.0,
            seed: 0,
            stop: Vec::new(),
            prefix_key: None,
        }
    }

    /// Sets the constraint.
    pub fn constrained(self, constraint: Constraint) -> Self {
        Self { constraint, ..self }
    }

    /// Sets the maximum number of tokens.
    pub fn at_most(self, max_tokens: usize) -> Self {
        Self { max_tokens, ..self }
    }

    /// Sets the key under which the prompt's prefix is cached.
    pub fn keeping_prefix(self, key: impl Into<String>) -> Self {
        Self { prefix_key: Some(key.into()), ..self }
    }
}

/// Reason that the text ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Finish {
    /// The model or the grammar finished.
    Stop,
    /// The token limit was reached.
    Length,
    /// The caller cancelled after some text.
    Cancelled,
    /// The deadline passed, after some text.
    Deadline,
}

/// Durations of the steps. Zero if a server does not report them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Timing {
    /// Time to process the prompt; on a server, until the first text.
    pub prompt: Duration,
    /// Time to generate the text.
    pub decode: Duration,
    /// Part of `decode` spent on computing which tokens the constraint allows.
    pub mask: Duration,
    /// Number of times that this was computed.
    pub masks: usize,
    /// Time to compile the constraint.
    pub compile: Duration,
    /// Number of tokens that the constraint forced.
    pub forced: usize,
    /// Number of prompt tokens whose computation was reused from an earlier request.
    pub reused: usize,
    /// Number of requests that were retried.
    pub retries: usize,
}

/// Result of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completed {
    /// Text that the model generated.
    pub text: String,
    /// Reason that the text ended.
    pub finish: Finish,
    /// Number of tokens in the prompt.
    pub tokens_in: usize,
    /// Number of tokens in the text.
    pub tokens_out: usize,
    /// Durations of the steps.
    pub timing: Timing,
    /// Constraint that was enforced during generation.
    pub constrained_by: ConstrainedBy,
}

impl Completed {
    /// Returns the text if it is complete. A truncated text is invalid, even if it looks well-formed.
    pub fn whole(self, who: &str) -> Result<String, LanguageModelError> {
        let why = match self.finish {
            Finish::Stop => return Ok(self.text),
            Finish::Length => "the limit of tokens",
            Finish::Cancelled => "interrupted",
            Finish::Deadline => "the deadline",
        };
        Err(LanguageModelError::OutputCut { who: who.to_owned(), tokens: self.tokens_out, why })
    }
}
