//! What can go wrong with language models.

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use crate::inference::error::InferenceError;

/// Errors of language models. Messages name the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LanguageModelError {
    /// No connection to the server.
    #[error("{who} cannot be reached: {what}; check that the server runs and its address (--server)")]
    Unreachable {
        /// The server.
        who: String,
        /// What the network said.
        what: String,
    },
    /// The deadline passed before there was an answer.
    #[error(
        "{who} gave no answer within {:.1} s; allow more time, shorten the prompt or take a smaller model",
        after.as_secs_f64()
    )]
    TimedOut {
        /// The model or server.
        who: String,
        /// How long was waited.
        after: Duration,
    },
    /// The server answered with an HTTP error.
    #[error("{who} refused the request with HTTP {status}: {what}; {}", step_for_status(*status))]
    Refused {
        /// The server.
        who: String,
        /// HTTP status.
        status: u16,
        /// The server's words.
        what: String,
    },
    /// The server is busy, and waiting longer would pass the deadline or the retries are used up.
    #[error(
        "{who} takes no more requests for now{}; ask again later or allow more time",
        retry_after.map(|wait| format!(" and wants {} s of pause", wait.as_secs())).unwrap_or_default()
    )]
    RateLimited {
        /// The server.
        who: String,
        /// The pause that the server asks for.
        retry_after: Option<Duration>,
    },
    /// The key would go to another machine for everybody on the way to read.
    #[error(
        "the key is not sent to {authority}: http does not hide it on the way; use an https address, or say --key-over-http if the way there is safe (a tunnel, a closed network)"
    )]
    PlainKey {
        /// Host and port.
        authority: String,
    },
    /// A reply that is not what the protocol says.
    #[error("{who} sent a reply that cannot be read: {what}; check that it is an OpenAI-compatible server")]
    Malformed {
        /// The server.
        who: String,
        /// What is wrong with it.
        what: String,
    },
    /// The prompt and the room for the answer do not fit. A prompt is never cut.
    #[error(
        "the prompt has {tokens} tokens, and {who} can read {most} beside the answer; send fewer passages or take a model with a longer context"
    )]
    ContextTooLong {
        /// The model.
        who: String,
        /// Tokens of the prompt.
        tokens: usize,
        /// Most tokens that a prompt may have.
        most: usize,
    },
    /// A server that says that the prompt is too long for it.
    #[error(
        "the prompt is too long for {who}: {what}; send fewer passages or take a model with a longer context"
    )]
    PromptRefused {
        /// The server.
        who: String,
        /// What it said.
        what: String,
    },
    /// A call that the budget does not allow. It was not made.
    #[error(
        "the budget of {limit} {what} is spent ({spent} used) before {call}; raise the budget or ask a simpler question"
    )]
    BudgetSpent {
        /// The call that was not made.
        call: String,
        /// What is counted: `calls` or `tokens`.
        what: &'static str,
        /// Used so far.
        spent: u64,
        /// The budget.
        limit: u64,
    },
    /// The caller asked to stop before there was any text.
    #[error("interrupted")]
    Cancelled,
    /// A file that is no model which can be used.
    #[error("{}: {what}; name a GGUF file of the llama, qwen2, qwen3 or gemma3 family with --model, or fetch it again", path.display())]
    BadModelFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A grammar or schema that cannot be kept: it does not compile, or allows nothing more.
    #[error(
        "the constraint cannot be kept by {who}: {what}; correct the grammar or schema, or ask without one"
    )]
    Constraint {
        /// The model.
        who: String,
        /// What is wrong with it.
        what: String,
    },
    /// Only constrained text was wanted, and the server takes none of the forms that exist.
    #[error(
        "{who} takes none of the forms of a constraint ({tried}); use a server that takes a JSON schema or a grammar"
    )]
    ConstraintRefused {
        /// The server.
        who: String,
        /// The forms that were tried.
        tried: String,
    },
    /// The text was cut at the limit of tokens or broke off; it is not to be used.
    #[error("{who} was cut after {tokens} tokens ({why}); allow a longer answer")]
    OutputCut {
        /// The model.
        who: String,
        /// Tokens that were made.
        tokens: usize,
        /// Why it ended.
        why: &'static str,
    },
    /// A network was wanted while offline.
    #[error(
        "{who} wanted the network, but --offline is set; use a model in process (--model) or a server on this machine"
    )]
    Offline {
        /// Who tried.
        who: String,
    },
    /// The address of a server makes no sense.
    #[error("server address {address:?}: {what}; write it as http://HOST:PORT/v1 or https://HOST/v1")]
    Address {
        /// What was given.
        address: String,
        /// What is wrong with it.
        what: String,
    },
    /// The computation failed.
    #[error("model {who} failed: {what}; try `--device cpu`, or fetch the model again")]
    Compute {
        /// The model.
        who: String,
        /// What the engine said.
        what: String,
    },
    /// A file cannot be written.
    #[error("{}: {what}; check its permissions and the free space", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        what: String,
    },
    /// A scripted model was asked more often than its script has answers.
    #[error("the script has {answers} answers and was asked once more; add an answer to it")]
    ScriptEnded {
        /// Answers of the script.
        answers: usize,
    },
    /// The device or a model's folder.
    #[error(transparent)]
    Inference(#[from] InferenceError),
}

/// What kind of failure it was: a name of our own, that says no word of a server or a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// No connection.
    Unreachable,
    /// No answer in time.
    TimedOut,
    /// The server refused the request, or the key was not sent.
    Refused,
    /// The server is busy.
    Busy,
    /// The reply can't be read.
    Unreadable,
    /// The reply is not of the form that was asked for, or no form can be asked for.
    OtherForm,
    /// The reply was cut.
    Cut,
    /// The prompt is too long.
    TooLong,
    /// The budget of calls or tokens is spent.
    BudgetSpent,
    /// It was interrupted.
    Interrupted,
    /// The model or the server can't be used as it is set up.
    Unusable,
}

impl FailureKind {
    /// All of them.
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

    /// Its name.
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
    /// Its kind.
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
