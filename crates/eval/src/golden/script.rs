//! Scripted replies of a model.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Duration;

use serde::Deserialize;

use twolane_llm::{Completion, LanguageModelError, Scripted, ScriptedModel};

/// One reply. `{label:WORDS}` in its text becomes the label of the sentence shown to the model that has these
/// words.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptedReply {
    /// Purpose of the call that it answers, such as `plan` or `synthesize`; `None` for any.
    #[serde(default)]
    pub purpose: Option<String>,
    /// Text of the reply.
    #[serde(default)]
    pub reply: String,
    /// Pause before each word in milliseconds; without it, the text comes at once.
    #[serde(default)]
    pub slow_ms: Option<u64>,
    /// Repeats the words without end.
    #[serde(default)]
    pub endless: bool,
    /// Truncates the text as if at the token limit.
    #[serde(default)]
    pub cut: bool,
    /// Fails as if the server were unreachable, without text.
    #[serde(default)]
    pub fails: bool,
    /// Answers every call with this purpose, not only one.
    #[serde(default)]
    pub always: bool,
}

/// Creates a model that returns these replies, each once and in order, except those with `always`. A call
/// without a matching reply fails.
pub fn scripted_model(replies: &[ScriptedReply]) -> ScriptedModel {
    let left = Mutex::new(replies.to_vec());
    let count = replies.len();
    ScriptedModel::answering(move |request| {
        let mut left = left.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |r: &ScriptedReply| r.purpose.as_deref().is_none_or(|p| p == request.purpose);
        let Some(at) = left.iter().position(fits) else {
            return Scripted::Fails(LanguageModelError::ScriptEnded { answers: count });
        };
        let found = left.get(at).cloned();
        if found.as_ref().is_some_and(|r| !r.always) {
            left.remove(at);
        }
        match found {
            Some(reply) => reply.scripted(request),
            None => Scripted::Fails(LanguageModelError::ScriptEnded { answers: count }),
        }
    })
}

impl ScriptedReply {
    fn scripted(&self, request: &Completion) -> Scripted {
        let text = with_labels(&self.reply, request);
        if self.fails {
            Scripted::Fails(LanguageModelError::Unreachable {
                who: "scripted".into(),
                what: "the script says so".into(),
            })
        } else if let Some(pause) = self.slow_ms {
            Scripted::Slow(text, Duration::from_millis(pause))
        } else if self.endless {
            Scripted::Endless(text)
        } else if self.cut {
            Scripted::Cut(text)
        } else {
            Scripted::Text(text)
        }
    }
}

/// Replaces label placeholders; a sentence that was not shown becomes `[0]`, which no grammar accepts.
fn with_labels(reply: &str, request: &Completion) -> String {
    let mut out = String::new();
    let mut rest = reply;
    while let Some((head, tail)) = rest.split_once("{label:") {
        out.push_str(head);
        let (words, behind) = tail.split_once('}').unwrap_or((tail, ""));
        out.push_str(&label(words, request).unwrap_or_else(|| "[0]".to_owned()));
        rest = behind;
    }
    out.push_str(rest);
    out
}

fn label(words: &str, request: &Completion) -> Option<String> {
    request
        .messages
        .iter()
        .flat_map(|m| m.content.lines())
        .find(|line| line.starts_with('[') && line.contains(words))
        .and_then(|line| line.split_whitespace().next())
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use twolane_llm::{Control, LanguageModel, Message};

    fn reply(purpose: Option<&str>, text: &str) -> ScriptedReply {
        ScriptedReply {
            purpose: purpose.map(str::to_owned),
            reply: text.to_owned(),
            slow_ms: None,
            endless: false,
            cut: false,
            fails: false,
            always: false,
        }
    }

    #[test]
    fn replies_by_purpose_with_labels() {
        let model =
            scripted_model(&[reply(Some("plan"), "{}"), reply(None, "{label:burn permit} {label:nowhere}")]);
        let request =
            Completion::new("synthesize", vec![Message::user("[1] dogs\n[2] a burn permit is $15")]);
        let said = model.complete(&request, &Control::default()).unwrap();
        assert_eq!(said.text, "[2] [0]");
        assert!(model.complete(&request, &Control::default()).is_err(), "the script is used up");
        let plan = Completion::new("plan", vec![Message::user("x")]);
        assert_eq!(model.complete(&plan, &Control::default()).unwrap().text, "{}");
    }
}
