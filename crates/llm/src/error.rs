//! Errors of language models.

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use twolane_encoder::InferenceError;

/// Error of a language model. Messages name the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LanguageModelError {
    /// The server is unreachable.
    #[error("{who} cannot be reached: {what}; check that the server runs and its address (--server)")]
    Unreachable {
        /// Name of the server.
        who: String,
        /// Message of the network.
        what: String,
    },
    /// The deadline passed before an answer arrived.
    #[error(
        "{who} gave no answer within {:.1} s; allow more time, shorten the prompt or use a smaller model",
        after.as_secs_f64()
    )]
    TimedOut {
        /// Name of the model or server.
        who: String,
        /// Time until the deadline passed.
        after: Duration,
    },
    /// The server answered with an HTTP error.
    #[error("{who} refused the request with HTTP {status}: {what}; {}", step_for_status(*status))]
    Refused {
        /// Name of the server.
        who: String,
        /// HTTP status code.
        status: u16,
        /// Message of the server.
        what: String,
    },
    /// The server is busy, and the deadline or the retries leave no time to wait.
    #[error(
        "{who} takes no more requests for now{}; ask again later or allow more time",
        retry_after.map(|wait| format!(" and wants {} s of pause", wait.as_secs())).unwrap_or_default()
    )]
    RateLimited {
        /// Name of the server.
        who: String,
        /// Pause that the server asks for.
        retry_after: Option<Duration>,
    },
    /// The key would go to another machine in plain text, readable on the way.
    #[error(
        "the key is not sent to {authority}: http does not hide it on the way; use an https address, or use --key-over-http if the connection is safe (a tunnel, a private network)"
    )]
    PlainKey {
        /// Host and port of the server.
        authority: String,
    },
    /// The reply does not follow the protocol.
    #[error("{who} sent a reply that cannot be read: {what}; check that it is an OpenAI-compatible server")]
    Malformed {
        /// Name of the server.
        who: String,
        /// Description of the problem.
        what: String,
    },
    /// The prompt and the answer's token limit do not fit together. A prompt is never truncated.
    #[error(
        "the prompt has {tokens} tokens, and {who} can read {most} beside the answer; send fewer passages or take a model with a longer context"
    )]
    ContextTooLong {
        /// Name of the model.
        who: String,
        /// Number of tokens in the prompt.
        tokens: usize,
        /// Maximum number of tokens in a prompt.
        most: usize,
    },
    /// The server reports that the prompt is too long.
    #[error(
        "the prompt is too long for {who}: {what}; send fewer passages or take a model with a longer context"
    )]
    PromptRefused {
        /// Name of the server.
        who: String,
        /// Message of the server.
        what: String,
    },
    /// The budget does not allow the call, which was not made.
    #[error(
        "the budget of {limit} {what} is spent ({spent} used) before {call}; raise the budget or ask a simpler question"
    )]
    BudgetSpent {
        /// Purpose of the rejected call.
        call: String,
        /// Counted unit: `calls` or `tokens`.
        what: &'static str,
        /// Amount used so far.
        spent: u64,
        /// Limit of the budget.
        limit: u64,
    },
    /// The caller cancelled before there was any text.
    #[error("interrupted")]
    Cancelled,
    /// The file is not a usable model.
    #[error("{}: {what}; name a GGUF file of the llama, qwen2, qwen3 or gemma3 family with --model, or fetch it again", path.display())]
    BadModelFile {
        /// Path of the file.
        path: PathBuf,
        /// Description of the problem.
        what: String,
    },
    /// The grammar or schema can't be enforced: it does not compile, or it allows no next token.
    #[error(
        "the constraint cannot be kept by {who}: {what}; correct the grammar or schema, or ask without one"
    )]
    Constraint {
        /// Name of the model.
        who: String,
        /// Description of the problem.
        what: String,
    },
    /// Constrained text is required, and the server accepts none of the forms of a constraint.
    #[error(
        "{who} takes none of the forms of a constraint ({tried}); use a server that takes a JSON schema or a grammar"
    )]
    ConstraintRefused {
        /// Name of the server.
        who: String,
        /// Names of the forms that were tried.
        tried: String,
    },
    /// The text was truncated at the token limit or broke off and must not be used.
    #[error("{who} was cut after {tokens} tokens ({why}); allow a longer answer")]
    OutputCut {
        /// Name of the model.
        who: String,
        /// Number of tokens generated.
        tokens: usize,
        /// Reason that the text ended.
        why: &'static str,
    },
    /// The network is needed but offline mode is set.
    #[error(
        "{who} tried to use the network, but --offline is set; use a model in process (--model) or a server on this machine"
    )]
    Offline {
        /// Name of the component that needs the network.
        who: String,
    },
    /// The address of the server is invalid.
    #[error("server address {address:?}: {what}; write it as http://HOST:PORT/v1 or https://HOST/v1")]
    Address {
        /// The address that was given.
        address: String,
        /// Description of the problem.
        what: String,
    },
    /// The computation failed.
    #[error("model {who} failed: {what}; try `--device cpu`, or fetch the model again")]
    Compute {
        /// Name of the model.
        who: String,
        /// Message of the engine.
        what: String,
    },
    /// The file can't be written.
    #[error("{}: {what}; check its permissions and the free space", path.display())]
    Write {
        /// Path of the file.
        path: PathBuf,
        /// Message of the operating system.
        what: String,
    },
    /// A scripted model received more requests than its script has answers.
    #[error("the script has {answers} answers and was asked once more; add an answer to it")]
    ScriptEnded {
        /// Number of answers in the script.
        answers: usize,
    },
    /// Error of the device or of a model's folder.
    #[error(transparent)]
    Inference(#[from] InferenceError),
}

/// Kind of a failure: one of our own names, without any text of a server or model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The server is unreachable.
    Unreachable,
    /// No answer arrived in time.
    TimedOut,
    /// The server refused the request, or the key was not sent.
    Refused,
    /// The server is busy.
    Busy,
    /// The reply can't be read.
    Unreadable,
    /// The reply lacks the requested form, or no form can be requested.
    OtherForm,
    /// The reply was truncated.
    Cut,
    /// The prompt is too long.
    TooLong,
    /// The budget of calls or tokens is spent.
    BudgetSpent,
    /// The request was interrupted.
    Interrupted,
    /// The model or server is unusable with its settings.
    Unusable,
}

impl FailureKind {
    /// All kinds of failure.
    pub const ALL: [FailureKind; 11] = [
        FailureKind::Unreachable,
        FailureKind::TimedOut,
        FailureKind::Refused,
        FailureKind::Busy,
        FailureKind::Unreadable,
        FailureKind::OtherForm,
        FailureKind::Cut,
        FailureKind::TooLong,
        FailureKind::BudgetSpent,
        FailureKind::Interrupted,
        FailureKind::Unusable,
    ];

    /// Returns the name of the kind.
    pub fn name(self) -> &'static str {
        match self {
            FailureKind::Unreachable => "unreachable",
            FailureKind::TimedOut => "timed_out",
            FailureKind::Refused => "refused",
            FailureKind::Busy => "busy",
            FailureKind::Unreadable => "unreadable",
            FailureKind::OtherForm => "other_form",
            FailureKind::Cut => "cut",
            FailureKind::TooLong => "too_long",
            FailureKind::BudgetSpent => "budget_spent",
            FailureKind::Interrupted => "interrupted",
            FailureKind::Unusable => "unusable",
        }
    }
}

impl LanguageModelError {
    /// Returns the kind of this error.
    pub fn kind(&self) -> FailureKind {
        match self {
            LanguageModelError::Unreachable { .. } => FailureKind::Unreachable,
            LanguageModelError::TimedOut { .. } => FailureKind::TimedOut,
            LanguageModelError::Refused { .. } | LanguageModelError::PlainKey { .. } => FailureKind::Refused,
            LanguageModelError::RateLimited { .. } => FailureKind::Busy,
            LanguageModelError::Malformed { .. } => FailureKind::Unreadable,
            LanguageModelError::Constraint { .. } | LanguageModelError::ConstraintRefused { .. } => {
                FailureKind::OtherForm
            }
            LanguageModelError::OutputCut { .. } => FailureKind::Cut,
            LanguageModelError::ContextTooLong { .. } | LanguageModelError::PromptRefused { .. } => {
                FailureKind::TooLong
            }
            LanguageModelError::BudgetSpent { .. } => FailureKind::BudgetSpent,
            LanguageModelError::Cancelled => FailureKind::Interrupted,
            LanguageModelError::BadModelFile { .. }
            | LanguageModelError::Offline { .. }
            | LanguageModelError::Address { .. }
            | LanguageModelError::Compute { .. }
            | LanguageModelError::Write { .. }
            | LanguageModelError::ScriptEnded { .. }
            | LanguageModelError::Inference(_) => FailureKind::Unusable,
        }
    }
}

fn step_for_status(status: u16) -> &'static str {
    match status {
        401 | 403 => "check the server's key",
        404 => "check the address (it usually ends in /v1) and the model's name",
        400 | 413 | 422 => "check the model's name and its context length",
        _ => "look into the server's log",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_written_out_by_its_name() {
        for kind in FailureKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
    }
}
