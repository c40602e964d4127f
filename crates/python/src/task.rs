//! Runs long work beside the interpreter: without its lock, with Ctrl-C and with a progress callback.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use pyo3::prelude::*;
use serde_json::Value;

use super::errors::{Error, exception};
use super::json::loaded;

/// The interval at which a waiting call looks for signals. Only Python's main thread gets any.
const LOOK_UP: Duration = Duration::from_millis(50);

/// The process that first did work: its threads are not in a fork.
static PROCESS: OnceLock<u32> = OnceLock::new();

/// The worker's side of a call: its cancel token and its events.
pub struct Task {
    cancelled: AtomicBool,
    events: Option<Sender<Value>>,
}

impl Task {
    /// Returns true when the caller wants to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Returns true when somebody listens to events.
    pub fn has_listener(&self) -> bool {
        self.events.is_some()
    }

    /// Sends an event to the callback. The work does not wait for it.
    pub fn tell(&self, event: Value) {
        if let Some(events) = &self.events {
            let _ = events.send(event);
        }
    }
}

/// Runs work on a separate thread while other Python threads go on. Ctrl-C or an exception of the callback cancels
/// the work; the call returns once the work has stopped.
///
/// # Errors
/// Returns the exception of the signal or the callback, else that of the work.
pub fn run<T: Send>(
    py: Python<'_>,
    listener: Option<&Py<PyAny>>,
    work: impl FnOnce(&Task) -> anyhow::Result<T> + Send,
) -> PyResult<T> {
    let process = std::process::id();
    if *PROCESS.get_or_init(|| process) != process {
        return Err(Error::new_err(
            "this process is a fork of one that used twolane, whose threads are missing here\nhint: multiprocessing.set_start_method(\"spawn\")",
        ));
    }
    let (told, events) = channel();
    // Dropped with the worker, which ends the wait.
    let (alive, ended) = channel::<()>();
    let task = Task { cancelled: AtomicBool::new(false), events: listener.map(|_| told) };
    let shared = &task;
    let (done, stopped) = py.detach(move || {
        std::thread::scope(|scope| {
            let worker = scope.spawn(move || {
                let done = work(shared);
                drop(alive);
                done
            });
            let stopped = attend(&ended, &events, listener).err();
            if stopped.is_some() {
                shared.cancelled.store(true, Ordering::Relaxed);
            }
            (worker.join(), stopped)
        })
    });
    match (done, stopped) {
        (_, Some(stopped)) => Err(stopped),
        (Ok(done), None) => done.map_err(|error| exception(&error)),
        (Err(_), None) => Err(Error::new_err(
            "twolane failed inside; what it printed on standard error is worth a bug report",
        )),
    }
}

/// Waits for the end of the work, hands on events and looks for signals.
fn attend(ended: &Receiver<()>, events: &Receiver<Value>, listener: Option<&Py<PyAny>>) -> PyResult<()> {
    loop {
        let end = ended.recv_timeout(LOOK_UP) != Err(RecvTimeoutError::Timeout);
        // An interpreter that shuts down gives no lock any more.
        let attended = Python::try_attach(|py| {
            if let Some(listener) = listener {
                for event in events.try_iter() {
                    listener.call1(py, (loaded(py, &event)?,))?;
                }
            }
            py.check_signals()
        });
        match attended {
            Some(Ok(())) if !end => {}
            Some(Ok(())) => return Ok(()),
            Some(Err(error)) => return Err(error),
            None => return Err(Error::new_err("the interpreter is shutting down")),
        }
    }
}
