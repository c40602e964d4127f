//! What is asked of a language model, and what comes back.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::LanguageModelError;

/// Who says a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// Standing instructions.
    System,
    /// The one who asks.
    User,
    /// The model.
    Assistant,
}

/// One message of a chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Who says it.
    pub role: Speaker,
    /// Its text. Names of a model's special tokens in it are plain text to the model.
    pub content: String,
}

impl Message {
    /// Standing instructions.
    pub fn system(content: impl Into<String>) -> Self {
        Self { role: Speaker::System, content: content.into() }
    }

    /// What the user says.
    pub fn user(content: impl Into<String>) -> Self {
        Self { role: Speaker::User, content: content.into() }
    }

    /// What the model said.
    pub fn assistant(content: impl Into<String>) -> Self {
        Self { role: Speaker::Assistant, content: content.into() }
    }
}

/// A grammar, in the forms that different engines read. All of them describe answers to the same
/// request, but the text that fits the JSON schema is another than the text that fits the
/// grammars; [`Completed::constrained_by`] tells which one was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grammar {
    /// In the Lark dialect of llguidance, for models in process.
    pub lark: String,
    /// The same language in llama.cpp's GBNF.
    pub gbnf: Option<String>,
    /// A JSON schema for servers that take no grammar.
    pub json_schema: Option<Value>,
}

/// What the text must look like.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Constraint {
    /// Anything.
    #[default]
    None,
    /// A text of this grammar.
    Grammar(Grammar),
    /// JSON of this schema, without free whitespace.
    JsonSchema(Value),
}

/// What kept the text in its form while it was made. A server's word is not proof: check the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ConstrainedBy {
    /// Nothing.
    Nothing,
    /// The grammar, token by token.
    Grammar,
    /// The JSON schema, token by token or by the server.
    JsonSchema,
    /// The server was asked for JSON, of whatever shape.
    JsonObject,
}

/// One request.
#[derive(Debug, Clone, PartialEq)]
pub struct Completion {
    /// What the call is for, as it is counted: `plan`, `answer`.
    pub purpose: &'static str,
    /// The chat so far; the model's next message is wanted.
    pub messages: Vec<Message>,
    /// What the text must look like.
    pub constraint: Constraint,
    /// Most tokens of the text.
    pub max_tokens: usize,
    /// 0: always the likeliest token. Above: tokens are drawn, the more evenly the higher.
    pub temperature: f64,
    /// Seed of the draws.
    pub seed: u64,
    /// The text ends before the first of these.
    pub stop: Vec<String>,
    /// Requests with the same key begin alike; what was computed for the beginning is kept.
    pub prefix_key: Option<String>,
}

impl Completion {
    /// A request of one purpose: greedy, unconstrained, at most 512 tokens.
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

    /// With a constraint.
    pub fn constrained(self, constraint: Constraint) -> Self {
        Self { constraint, ..self }
    }

    /// With another limit of tokens.
    pub fn at_most(self, max_tokens: usize) -> Self {
        Self { max_tokens, ..self }
    }

    /// With a key under which the beginning of the prompt is kept.
    pub fn keeping_prefix(self, key: impl Into<String>) -> Self {
        Self { prefix_key: Some(key.into()), ..self }
    }
}

/// Why the text ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Finish {
    /// The model was done, or the grammar was.
    Stop,
    /// The limit of tokens.
    Length,
    /// The caller asked to stop, after some text.
    Cancelled,
    /// The deadline passed, after some text.
    Deadline,
}

/// Where the time went. Zero where a server does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Timing {
    /// Reading the prompt; on a server, up to the first text.
    pub prompt: Duration,
    /// Making the text.
    pub decode: Duration,
    /// Of `decode`: working out which tokens the constraint allows.
    pub mask: Duration,
    /// How often that was worked out.
    pub masks: usize,
    /// Compiling the constraint.
    pub compile: Duration,
    /// Tokens that the constraint left no choice about.
    pub forced: usize,
    /// Tokens of the prompt whose computation was kept from an earlier request.
    pub reused: usize,
    /// Requests that had to be repeated.
    pub retries: usize,
}

/// What a model made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completed {
    /// The text.
    pub text: String,
    /// Why it ended.
    pub finish: Finish,
    /// Tokens of the prompt.
    pub tokens_in: usize,
    /// Tokens of the text.
    pub tokens_out: usize,
    /// Where the time went.
    pub timing: Timing,
    /// What kept the text in its form.
    pub constrained_by: ConstrainedBy,
}

impl Completed {
    /// The text, when it is whole. One that was cut is invalid, however well it looks.
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
