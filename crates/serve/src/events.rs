//! A stream of events whose work ends with it.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use tokio::sync::mpsc;
use tokio_stream::Stream;

use super::cancel::CancelOnDrop;

/// The number of events that may wait for a slow reader before the work waits.
const AHEAD: usize = 16;
/// A comment at this interval keeps proxies from closing a stream.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The sender of the work's events. It blocks while a slow reader is [`AHEAD`] events behind.
pub type Outlet = mpsc::Sender<Event>;

/// The events of one question. Dropping it, as when the client disconnects, ends the work.
pub struct Events {
    from: mpsc::Receiver<Event>,
    _guard: CancelOnDrop,
}

impl Events {
    /// Returns the sender, and the reply that streams its events.
    pub fn guarded_by(guard: CancelOnDrop) -> (Outlet, Sse<impl Stream<Item = Result<Event, Infallible>>>) {
        let (to, from) = mpsc::channel(AHEAD);
        let events = Sse::new(Events { from, _guard: guard });
        (to, events.keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
    }
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.from.poll_recv(context).map(|event| event.map(Ok))
    }
}
