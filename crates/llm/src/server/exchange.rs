//! Runs one HTTP request in its own thread, because the client cannot be interrupted while it waits but the
//! caller can. After the caller has left, the thread ends at its next line or its timeout.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use ureq::Agent;

/// Events of a reply, in order: a head, then lines (of a stream) or one body, then the end.
#[derive(Debug)]
pub(crate) enum Event {
    Head(Head),
    /// One line of a stream.
    Line(String),
    /// The whole body of a reply.
    Body(String),
    Failed(Failure),
    End,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) status: u16,
    pub(crate) retry_after: Option<Duration>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The connection failed or broke.
    Connection(String),
    /// No data arrived in time.
    Timeout,
    /// The data is not HTTP, or too large.
    Odd(String),
}

/// The request to send.
pub(crate) struct Outgoing {
    pub(crate) url: String,
    pub(crate) key: Option<String>,
    pub(crate) body: String,
    pub(crate) timeout: Duration,
    pub(crate) connect_timeout: Duration,
}

/// Maximum size of a body in bytes.
const MAX_BODY: u64 = 16 << 20;
/// Maximum size of a stream's line in bytes.
const MAX_LINE: u64 = 1 << 20;

pub(crate) fn send(outgoing: Outgoing) -> Receiver<Event> {
    let (events, received) = channel();
    std::thread::spawn(move || {
        // After an interrupt, the receiver is gone.
        let _ = match run(outgoing, &events) {
            Ok(()) => events.send(Event::End),
            Err(failure) => events.send(Event::Failed(failure)),
        };
    });
    received
}

fn run(outgoing: Outgoing, events: &Sender<Event>) -> Result<(), Failure> {
    // No redirects and no proxy from the environment: requests go only to the configured address.
    let agent: Agent = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .proxy(None)
        .timeout_connect(Some(outgoing.connect_timeout))
        .timeout_global(Some(outgoing.timeout))
        .build()
        .into();
    let mut request = agent.post(&outgoing.url).header("content-type", "application/json");
    if let Some(key) = &outgoing.key {
        request = request.header("authorization", &format!("Bearer {key}"));
    }
    let response = request.send(outgoing.body.as_bytes()).map_err(failure)?;
    let status = response.status().as_u16();
    let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
    let retry_after =
        header("retry-after").and_then(|value| value.trim().parse().ok()).map(Duration::from_secs);
    let streams =
        status == 200 && header("content-type").is_some_and(|kind| kind.starts_with("text/event-stream"));
    if events.send(Event::Head(Head { status, retry_after })).is_err() {
        return Ok(());
    }
    let body = response.into_body().into_reader().take(MAX_BODY);
    if streams { lines(body, events) } else { whole(body, events) }
}

fn whole(body: impl Read, events: &Sender<Event>) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    let mut body = body;
    body.read_to_end(&mut bytes).map_err(|e| of_io(&e))?;
    let _ = events.send(Event::Body(String::from_utf8_lossy(&bytes).into_owned()));
    Ok(())
}

fn lines(body: impl Read, events: &Sender<Event>) -> Result<(), Failure> {
    let mut body = BufReader::new(body);
    loop {
        let mut line = Vec::new();
        let read = body.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).map_err(|e| of_io(&e))?;
        if read == 0 {
            return Ok(());
        }
        if !line.ends_with(b"\n") && u64::try_from(read).unwrap_or(u64::MAX) >= MAX_LINE {
            return Err(Failure::Odd(format!("a line of more than {MAX_LINE} bytes")));
        }
        if events.send(Event::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
            return Ok(());
        }
    }
}

fn failure(error: ureq::Error) -> Failure {
    match error {
        ureq::Error::Timeout(_) => Failure::Timeout,
        ureq::Error::Io(e) => of_io(&e),
        ureq::Error::HostNotFound | ureq::Error::ConnectionFailed => Failure::Connection(error.to_string()),
        ureq::Error::Protocol(_) | ureq::Error::Http(_) => Failure::Odd(error.to_string()),
        other => Failure::Connection(other.to_string()),
    }
}

fn of_io(error: &std::io::Error) -> Failure {
    match error.kind() {
        std::io::ErrorKind::TimedOut | std::io::ErrorKind::WouldBlock => Failure::Timeout,
        _ => match error.get_ref().and_then(|inner| inner.downcast_ref::<ureq::Error>()) {
            Some(ureq::Error::Timeout(_)) => Failure::Timeout,
            _ => Failure::Connection(error.to_string()),
        },
    }
}
