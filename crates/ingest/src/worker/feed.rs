//! The writer to a worker's standard input. It writes on a thread of its own, so that a worker that does not
//! read can be given up.

use std::process::ChildStdin;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use super::frame::{self, BodyError, FrameError};
use super::message::Order;

/// The reason why something was not sent to a worker.
#[derive(Debug, thiserror::Error)]
pub(super) enum FeedError {
    /// The message could not be sent.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// The file could not be sent.
    #[error(transparent)]
    Body(#[from] BodyError),
    /// The writing thread could not be started, or was lost.
    #[error("nothing can be sent to the reader process: {0}")]
    Thread(#[source] std::io::Error),
}

type Fed = (ChildStdin, Result<(), FeedError>);

/// A worker's standard input.
#[derive(Debug)]
pub(super) enum Feed {
    /// Nothing is being written.
    Free(ChildStdin),
    /// A thread is writing.
    Busy(Receiver<Fed>),
    /// Writing has failed, and the pipe is lost.
    Lost,
}

impl Feed {
    /// Sends an order, followed by the bytes of a file.
    pub(super) fn send(&mut self, order: Order, body: Option<(std::fs::File, u64)>) -> Result<(), FeedError> {
        let Feed::Free(mut stdin) = std::mem::replace(self, Feed::Lost) else {
            return Err(FeedError::Thread(std::io::ErrorKind::BrokenPipe.into()));
        };
        let (sender, receiver) = sync_channel(1);
        std::thread::Builder::new()
            .name("worker feed".to_owned())
            .stack_size(256 << 10)
            .spawn(move || {
                let result = frame::write(&mut stdin, &order).map_err(FeedError::from).and_then(|()| {
                    body.map_or(Ok(()), |(mut file, limit)| {
                        frame::write_body(&mut stdin, &mut file, limit).map_err(FeedError::from)
                    })
                });
                let _ = sender.send((stdin, result));
            })
            .map_err(FeedError::Thread)?;
        *self = Feed::Busy(receiver);
        Ok(())
    }

    /// Waits this long for the current write. Returns true when nothing is being written any more.
    ///
    /// # Errors
    /// Fails when the write failed; nothing more can be sent then.
    pub(super) fn settle(&mut self, wait: Duration) -> Result<bool, FeedError> {
        match self {
            Feed::Free(_) => Ok(true),
            Feed::Lost => Ok(false),
            Feed::Busy(receiver) => match receiver.recv_timeout(wait) {
                Ok((stdin, Ok(()))) => {
                    *self = Feed::Free(stdin);
                    Ok(true)
                }
                Ok((_, Err(error))) => {
                    *self = Feed::Lost;
                    Err(error)
                }
                Err(RecvTimeoutError::Timeout) => Ok(false),
                Err(RecvTimeoutError::Disconnected) => {
                    *self = Feed::Lost;
                    Err(FeedError::Thread(std::io::ErrorKind::BrokenPipe.into()))
                }
            },
        }
    }

    /// Returns true when nothing is being written and the next order can be sent.
    pub(super) fn is_free(&self) -> bool {
        matches!(self, Feed::Free(_))
    }
}
