//! A model that answers from a script, for tests and demonstrations.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use twolane_text::ModelId;

use super::completion::{Completed, Completion, ConstrainedBy, Constraint, Finish, Timing};
use super::control::Control;
use super::error::LanguageModelError;
use super::model::{LanguageModel, Limits};

/// Answer of a scripted model to one request.
#[derive(Debug)]
pub enum Scripted {
    /// Replies with this text.
    Text(String),
    /// Sends this text word by word, with a pause before each.
    Slow(String, Duration),
    /// Repeats these words until the token limit or an interrupt.
    Endless(String),
    /// Replies with this text, truncated as if at the token limit.
    Cut(String),
    /// Fails with this error, without text.
    Fails(LanguageModelError),
}

impl From<&str> for Scripted {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Scripted {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

type Writer = dyn FnMut(&Completion) -> Scripted + Send;

/// A model with answers from a script or a function. A token is a word. It records every request. Constraints
/// deliberately have no effect, so that tests can use invalid answers.
pub struct ScriptedModel {
    id: ModelId,
    limits: Limits,
    writer: Mutex<Box<Writer>>,
    requests: Mutex<Vec<Completion>>,
}

impl ScriptedModel {
    /// Creates a model that answers with a function of the request.
    pub fn answering(writer: impl FnMut(&Completion) -> Scripted + Send + 'static) -> Self {
        Self {
            id: ModelId("scripted".to_owned()),
            limits: Limits { context: None, max_output: 1 << 20 },
            writer: Mutex::new(Box::new(writer)),
            requests: Mutex::default(),
        }
    }

    /// Creates a model that returns these answers in order; one more request is an error.
    pub fn script<S: Into<Scripted>>(answers: impl IntoIterator<Item = S>) -> Self {
        let mut answers: Vec<Scripted> = answers.into_iter().map(Into::into).collect();
        let count = answers.len();
        answers.reverse();
        Self::answering(move |_| {
            answers.pop().unwrap_or(Scripted::Fails(LanguageModelError::ScriptEnded { answers: count }))
        })
    }

    /// Creates a model that returns the same text for every request.
    pub fn repeating(text: &str) -> Self {
        let text = text.to_owned();
        Self::answering(move |_| Scripted::Text(text.clone()))
    }

    /// Sets the token limits.
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Returns the requests so far.
    pub fn requests(&self) -> Vec<Completion> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the messages of the requests so far, each request's joined by blank lines.
    pub fn prompts(&self) -> Vec<String> {
        self.requests().iter().map(prompt).collect()
    }
}

fn prompt(request: &Completion) -> String {
    request.messages.iter().map(|message| message.content.as_str()).collect::<Vec<_>>().join("\n\n")
}

impl LanguageModel for ScriptedModel {
    fn id(&self) -> &ModelId {
        &self.id
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn complete(&self, request: &Completion, control: &Control<'_>) -> Result<Completed, LanguageModelError> {
        let begun = Instant::now();
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).push(request.clone());
        let tokens_in = prompt(request).split_whitespace().count();
        if let Some(context) = self.limits.context {
            let most = context.saturating_sub(request.max_tokens);
            if tokens_in > most {
                let who = self.id.0.clone();
                return Err(LanguageModelError::ContextTooLong { who, tokens: tokens_in, most });
            }
        }
        let scripted = (self.writer.lock().unwrap_or_else(PoisonError::into_inner))(request);
        let (text, pause, endless, cut) = match scripted {
            Scripted::Text(text) => (text, Duration::ZERO, false, false),
            Scripted::Slow(text, pause) => (text, pause, false, false),
            Scripted::Endless(text) => (format!("{text} "), Duration::ZERO, true, false),
            Scripted::Cut(text) => (text, Duration::ZERO, false, true),
            Scripted::Fails(error) => return Err(error),
        };
        let words: Vec<&str> = text.split_inclusive(char::is_whitespace).collect();
        let rounds = if endless { usize::MAX } else { 1 };
        let mut made = Made { text: String::new(), tokens: 0, finish: Finish::Stop };
        let limit = request.max_tokens.min(self.limits.max_output);
        'text: for _ in 0..rounds {
            for word in &words {
                if !pause.is_zero() {
                    // An interrupt is detected below.
                    let _ = control.pause(pause, &self.id.0, begun);
                }
                if let Some(interrupt) = control.interrupt() {
                    if made.tokens == 0 {
                        return Err(interrupt.before_text(&self.id.0, begun));
                    }
                    made.finish = interrupt.into();
                    break 'text;
                }
                if made.tokens == limit {
                    made.finish = Finish::Length;
                    break 'text;
                }
                control.say(word);
                made.text.push_str(word);
                made.tokens = made.tokens.saturating_add(1);
            }
        }
        if cut {
            made.finish = Finish::Length;
        }
        let constrained_by = match &request.constraint {
            Constraint::None => ConstrainedBy::Nothing,
            Constraint::Grammar(_) => ConstrainedBy::Grammar,
            Constraint::JsonSchema(_) => ConstrainedBy::JsonSchema,
        };
        let timing = Timing { decode: begun.elapsed(), ..Timing::default() };
        let Made { text, tokens, finish } = made;
        Ok(Completed { text, finish, tokens_in, tokens_out: tokens, timing, constrained_by })
    }

    fn count_tokens(&self, request: &Completion) -> Option<usize> {
        Some(prompt(request).split_whitespace().count())
    }
}

struct Made {
    text: String,
    tokens: usize,
    finish: Finish,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Message;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn request() -> Completion {
        Completion::new("answer", vec![Message::system("Rules."), Message::user("What is it?")])
    }

    #[test]
    fn a_script_is_followed_and_then_ends() {
        let model = ScriptedModel::script(["first", "{\"broken\": ", ""]);
        for expected in ["first", "{\"broken\": ", ""] {
            let completed = model.complete(&request(), &Control::default()).unwrap();
            assert_eq!((completed.text.as_str(), completed.finish), (expected, Finish::Stop));
        }
        let error = model.complete(&request(), &Control::default()).unwrap_err();
        assert!(matches!(error, LanguageModelError::ScriptEnded { answers: 3 }));
        assert_eq!(model.prompts()[0], "Rules.\n\nWhat is it?");
    }

    #[test]
    fn endless_text_ends_at_the_limit_or_when_asked() {
        let model = ScriptedModel::answering(|_| Scripted::Endless("on and".to_owned()));
        let completed = model.complete(&request().at_most(5), &Control::default()).unwrap();
        assert_eq!((completed.text.as_str(), completed.tokens_out), ("on and on and on ", 5));
        assert_eq!(completed.finish, Finish::Length);
        assert!(completed.whole("m").unwrap_err().to_string().contains("cut after 5 tokens"));

        let heard = AtomicUsize::new(0);
        let hear = |_: &str| {
            heard.fetch_add(1, Ordering::Relaxed);
        };
        let go_on = || heard.load(Ordering::Relaxed) < 3;
        let control = Control::default().hearing(&hear).asking(&go_on);
        let completed = model.complete(&request(), &control).unwrap();
        assert_eq!((completed.finish, completed.tokens_out), (Finish::Cancelled, 3));
    }

    #[test]
    fn a_slow_answer_meets_its_deadline() {
        let model =
            ScriptedModel::answering(|_| Scripted::Slow("never heard".to_owned(), Duration::from_secs(60)));
        let control = Control::default().within(Duration::from_millis(20));
        let error = model.complete(&request(), &control).unwrap_err();
        assert!(matches!(error, LanguageModelError::TimedOut { .. }), "{error}");
    }

    #[test]
    fn a_prompt_that_is_too_long_is_an_error() {
        let limits = Limits { context: Some(514), max_output: 512 };
        let model = ScriptedModel::repeating("x").with_limits(limits);
        let error = model.complete(&request(), &Control::default()).unwrap_err();
        assert!(matches!(error, LanguageModelError::ContextTooLong { tokens: 4, most: 2, .. }));
    }
}
