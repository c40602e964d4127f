//! A model behind an OpenAI-compatible server (`POST /v1/chat/completions`).

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::constraint_form::{ConstraintForm, KnownForms};
use super::exchange::{self, Event, Failure, Head, Outgoing};
use super::reply::{self, Part, Usage};
use crate::completion::{Completed, Completion, Constraint, Finish, Timing};
use crate::control::{Control, Interrupt, TICK};
use crate::error::LanguageModelError;
use crate::model::{LanguageModel, Limits};
use twolane_encoder::Address;
use twolane_text::ModelId;

/// Address, limits and timeouts of a server.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerOptions {
    /// Base address, such as `http://127.0.0.1:8080/v1`.
    pub address: String,
    /// Name of the model on the server. Servers with a single model accept any name.
    pub model: String,
    /// API key, if the server requires one.
    pub key: Option<String>,
    /// Permits sending the key over plain http to another machine.
    pub key_over_http: bool,
    /// Restricts requests to a server on this machine.
    pub offline: bool,
    /// Maximum number of tokens in prompt and text together, if known.
    pub context: Option<usize>,
    /// Maximum number of tokens in a text.
    pub max_output: usize,
    /// Maximum time for one request.
    pub timeout: Duration,
    /// Maximum time to connect.
    pub connect_timeout: Duration,
    /// Number of retries if the server is busy or unreachable.
    pub retries: usize,
    /// Pause before the first retry; it doubles with each. A pause that the server requests is respected.
    pub first_pause: Duration,
    /// Maximum pause before a retry.
    pub longest_pause: Duration,
    /// Requests streamed text. A server that does not stream is supported too.
    pub stream: bool,
    /// Fails if the server accepts no form of constraint.
    pub must_constrain: bool,
}

impl ServerOptions {
    /// Creates options for a server at this address.
    pub fn new(address: impl Into<String>) -> Self {
        Self {
            address: address.into(),
            model: "default".to_owned(),
            key: None,
            key_over_http: false,
            offline: false,
            context: None,
            max_output: 4096,
            // A large model on a small machine needs a minute or two for a prompt of 3,000 tokens.
            timeout: Duration::from_secs(300),
            connect_timeout: Duration::from_secs(10),
            retries: 3,
            first_pause: Duration::from_millis(500),
            longest_pause: Duration::from_secs(60),
            stream: true,
            must_constrain: false,
        }
    }
}

impl fmt::Debug for ServerOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerOptions")
            .field("address", &self.address)
            .field("model", &self.model)
            .field("key", &self.key.as_ref().map(|_| "…"))
            .field("offline", &self.offline)
            .finish_non_exhaustive()
    }
}

/// A model on a server.
#[derive(Debug)]
pub struct ServerModel {
    id: ModelId,
    address: Address,
    options: ServerOptions,
    forms: KnownForms,
    /// True if the server knows only the newer name of the token limit.
    newer_limit: AtomicBool,
    /// True if the server rejects requests for token usage in a stream.
    no_stream_options: AtomicBool,
}

/// Failure of one request.
enum Failed {
    /// The server's status reply to the request.
    Status {
        head: Head,
        what: String,
    },
    Connection(String),
    Error(LanguageModelError),
}

impl ServerModel {
    /// Checks the address; sends nothing yet.
    pub fn new(options: ServerOptions) -> Result<Self, LanguageModelError> {
        let address = Address::parse(&options.address).map_err(|what| LanguageModelError::Address {
            address: shown(&options.address),
            what: what.to_owned(),
        })?;
        if options.offline && !address.is_loopback {
            return Err(LanguageModelError::Offline {
                who: format!("the model server {}", address.authority),
            });
        }
        if options.key.as_ref().is_some_and(|key| !key.bytes().all(|byte| (0x21..0x7f).contains(&byte))) {
            let what = "the key has characters that no key has".to_owned();
            return Err(LanguageModelError::Address { address: address.authority, what });
        }
        if options.key.is_some() && !address.hides_a_key() && !options.key_over_http {
            return Err(LanguageModelError::PlainKey { authority: address.authority });
        }
        Ok(Self {
            id: ModelId(format!("{}@{}", options.model, address.authority)),
            address,
            options,
            forms: KnownForms::default(),
            newer_limit: AtomicBool::new(false),
            no_stream_options: AtomicBool::new(false),
        })
    }

    fn who(&self) -> String {
        format!("the model server {}", self.address.authority)
    }

    fn body(&self, request: &Completion, form: Map<String, Value>) -> String {
        let limit =
            if self.newer_limit.load(Ordering::Relaxed) { "max_completion_tokens" } else { "max_tokens" };
        let mut body = form;
        body.insert("model".to_owned(), json!(self.options.model));
        body.insert("messages".to_owned(), json!(request.messages));
        body.insert(limit.to_owned(), json!(request.max_tokens.min(self.options.max_output)));
        body.insert("temperature".to_owned(), json!(request.temperature));
        body.insert("seed".to_owned(), json!(request.seed));
        if !request.stop.is_empty() {
            body.insert("stop".to_owned(), json!(request.stop));
        }
        if request.prefix_key.is_some() {
            body.insert("cache_prompt".to_owned(), json!(true));
        }
        if self.options.stream {
            body.insert("stream".to_owned(), json!(true));
            if !self.no_stream_options.load(Ordering::Relaxed) {
                body.insert("stream_options".to_owned(), json!({ "include_usage": true }));
            }
        }
        Value::Object(body).to_string()
    }

    /// Sends one request, with retries if they may help.
    fn ask(
        &self,
        request: &Completion,
        form: &Map<String, Value>,
        control: &Control<'_>,
        begun: Instant,
        retries: &mut usize,
    ) -> Result<Completed, Failed> {
        loop {
            control.check(&self.who(), begun).map_err(Failed::Error)?;
            let timeout = control.left().map_or(self.options.timeout, |left| left.min(self.options.timeout));
            let events = exchange::send(Outgoing {
                url: self.address.below("chat/completions"),
                key: self.options.key.clone(),
                body: self.body(request, form.clone()),
                timeout: timeout.max(Duration::from_millis(1)),
                connect_timeout: self.options.connect_timeout,
            });
            let failed = match self.receive(&events, control, begun) {
                Ok(completed) => return Ok(completed),
                Err(failed) => failed,
            };
            let wanted = match &failed {
                Failed::Status { what, head } if head.status == 400 && self.learns(what) => {
                    *retries = retries.saturating_add(1);
                    continue;
                }
                Failed::Status { head, .. } if matches!(head.status, 429 | 500 | 502 | 503 | 504) => {
                    head.retry_after
                }
                Failed::Connection(_) => None,
                _ => return Err(failed),
            };
            let doubled = u32::try_from(*retries).ok().and_then(|retries| 2u32.checked_pow(retries));
            let pause = wanted
                .unwrap_or_else(|| self.options.first_pause.saturating_mul(doubled.unwrap_or(u32::MAX)));
            let too_long =
                pause > self.options.longest_pause || control.left().is_some_and(|left| left <= pause);
            if *retries >= self.options.retries || too_long {
                return Err(failed);
            }
            *retries = retries.saturating_add(1);
            control.pause(pause, &self.who(), begun).map_err(Failed::Error)?;
        }
    }

    /// Learns the server's parameter names from an error; returns true if a retry may succeed.
    fn learns(&self, what: &str) -> bool {
        let newer = what.contains("max_completion_tokens") && !self.newer_limit.swap(true, Ordering::Relaxed);
        let plain = self.options.stream
            && what.contains("stream_options")
            && !self.no_stream_options.swap(true, Ordering::Relaxed);
        newer || plain
    }

    fn receive(
        &self,
        events: &Receiver<Event>,
        control: &Control<'_>,
        begun: Instant,
    ) -> Result<Completed, Failed> {
        let malformed = |what: String| Failed::Error(LanguageModelError::Malformed { who: self.who(), what });
        let started = Instant::now();
        let mut head: Option<Head> = None;
        let mut text = String::new();
        let mut pieces: usize = 0;
        let mut first_text: Option<Duration> = None;
        let mut usage: Option<Usage> = None;
        let mut finish: Option<Finish> = None;
        let mut said_all = false;
        loop {
            let event = match events.recv_timeout(TICK) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => match control.interrupt() {
                    None => continue,
                    Some(interrupt) if text.is_empty() => {
                        return Err(Failed::Error(interrupt.before_text(&self.who(), begun)));
                    }
                    Some(interrupt) => {
                        finish = Some(interrupt.into());
                        break;
                    }
                },
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failed::Connection("the client gave up".to_owned()));
                }
            };
            let part: Part = match event {
                Event::Head(got) => {
                    head = Some(got);
                    continue;
                }
                Event::Failed(Failure::Timeout) if text.is_empty() => {
                    let error = LanguageModelError::TimedOut { who: self.who(), after: begun.elapsed() };
                    return Err(Failed::Error(error));
                }
                Event::Failed(Failure::Timeout) => {
                    finish = Some(Interrupt::Deadline.into());
                    break;
                }
                Event::Failed(Failure::Connection(what)) if text.is_empty() => {
                    return Err(Failed::Connection(what));
                }
                Event::Failed(Failure::Connection(what) | Failure::Odd(what)) => {
                    return Err(malformed(format!("it broke off after {} characters: {what}", text.len())));
                }
                Event::End => break,
                Event::Body(body) => match head.clone() {
                    Some(head) if head.status != 200 => {
                        return Err(Failed::Status { head, what: reply::complaint(&body) });
                    }
                    _ => {
                        let part = reply::part(&body).map_err(malformed)?;
                        // A reply without streaming is complete.
                        Part { last: true, finish: part.finish.or(Some("stop".to_owned())), ..part }
                    }
                },
                Event::Line(line) => match reply::event(&line) {
                    None => continue,
                    Some(part) => part.map_err(malformed)?,
                },
            };
            if let Some(what) = part.error {
                let status = head.as_ref().map_or(200, |head| head.status);
                return Err(Failed::Error(LanguageModelError::Refused { who: self.who(), status, what }));
            }
            if !part.text.is_empty() {
                first_text.get_or_insert_with(|| started.elapsed());
                pieces = pieces.saturating_add(1);
                control.say(&part.text);
                text.push_str(&part.text);
            }
            if let Some(reason) = part.finish {
                // Regardless of the server's names, only a stopped text is complete.
                finish =
                    Some(if reason == "stop" || reason == "eos" { Finish::Stop } else { Finish::Length });
            }
            usage = part.usage.or(usage);
            if part.last {
                said_all = true;
            }
            if let Some(interrupt) = control.interrupt().filter(|_| !said_all) {
                finish = Some(interrupt.into());
                break;
            }
        }
        let finish = match finish {
            Some(finish) => finish,
            None if said_all => Finish::Stop,
            None => {
                return Err(malformed(format!("it ended after {} characters without saying so", text.len())));
            }
        };
        let prompt = first_text.unwrap_or_else(|| started.elapsed());
        let usage = usage.unwrap_or_default();
        Ok(Completed {
            text,
            finish,
            tokens_in: usage.prompt_tokens,
            // On most servers, a piece is a token.
            tokens_out: if usage.completion_tokens > 0 { usage.completion_tokens } else { pieces },
            timing: Timing { prompt, decode: started.elapsed().saturating_sub(prompt), ..Timing::default() },
            constrained_by: ConstraintForm::Nothing.constrained_by(),
        })
    }

    fn error(&self, failed: Failed) -> LanguageModelError {
        let who = self.who();
        match failed {
            Failed::Error(error) => error,
            Failed::Connection(what) => LanguageModelError::Unreachable { who, what },
            Failed::Status { head: Head { status: 429, retry_after }, .. } => {
                LanguageModelError::RateLimited { who, retry_after }
            }
            Failed::Status { what, .. } if is_about_context(&what) => {
                LanguageModelError::PromptRefused { who, what }
            }
            Failed::Status { head, what } => LanguageModelError::Refused { who, status: head.status, what },
        }
    }
}

fn is_about_context(what: &str) -> bool {
    let what = what.to_lowercase();
    what.contains("context")
        && ["length", "exceed", "size", "too long"].iter().any(|word| what.contains(word))
}

impl LanguageModel for ServerModel {
    fn writes_sentences(&self) -> bool {
        true
    }

    fn id(&self) -> &ModelId {
        &self.id
    }

    fn limits(&self) -> Limits {
        Limits { context: self.options.context, max_output: self.options.max_output }
    }

    fn complete(&self, request: &Completion, control: &Control<'_>) -> Result<Completed, LanguageModelError> {
        let begun = Instant::now();
        let mut retries = 0;
        let mut given_up: Vec<ConstraintForm> = Vec::new();
        let mut refusal: Option<Failed> = None;
        for (form, fields) in self.forms.to_try(&request.constraint) {
            let unconstrained = form == ConstraintForm::Nothing && request.constraint != Constraint::None;
            if unconstrained && self.options.must_constrain {
                break;
            }
            match self.ask(request, &fields, control, begun, &mut retries) {
                Ok(completed) => {
                    let whole = completed.finish == Finish::Stop;
                    if whole && form.is_json() && serde_json::from_str::<Value>(&completed.text).is_err() {
                        // The server accepted the form and ignored it. The next text replaces this one, so a
                        // listener receives both.
                        given_up.push(form);
                        self.forms.give_up(&given_up);
                        retries = retries.saturating_add(1);
                        continue;
                    }
                    // Only now it is certain that the server rejected the constraint's form.
                    self.forms.give_up(&given_up);
                    let constrained_by = form.constrained_by();
                    return Ok(Completed {
                        timing: Timing { retries, ..completed.timing },
                        constrained_by,
                        ..completed
                    });
                }
                Err(Failed::Status { head, what })
                    if matches!(head.status, 400 | 404 | 415 | 422 | 501)
                        && form != ConstraintForm::Nothing
                        && !is_about_context(&what) =>
                {
                    given_up.push(form);
                    refusal = Some(Failed::Status { head, what });
                }
                Err(failed) => return Err(self.error(failed)),
            }
        }
        match refusal {
            Some(_) if self.options.must_constrain => Err(LanguageModelError::ConstraintRefused {
                who: self.who(),
                tried: given_up.iter().map(|form| form.name()).collect::<Vec<_>>().join(", "),
            }),
            Some(failed) => Err(self.error(failed)),
            None => Err(LanguageModelError::ConstraintRefused { who: self.who(), tried: "all".to_owned() }),
        }
    }
}

/// Returns the given address without a possible password.
fn shown(given: &str) -> String {
    match given.split_once('@') {
        Some((_, behind)) => format!("…@{behind}"),
        None => given.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_odd_address_is_refused_without_its_password() {
        for odd in ["", "localhost:8080", "ftp://h/", "http://", "http://u:secret@h/", "http://h/?a=b", "/v1"]
        {
            let options = ServerOptions::new(odd);
            let error = ServerModel::new(options).err().unwrap().to_string();
            assert!(error.contains("http://HOST:PORT") && !error.contains("secret"), "{error}");
        }
    }
}
