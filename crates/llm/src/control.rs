//! Control of a request while it runs.

use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use super::completion::Finish;
use super::error::LanguageModelError;
use twolane_encoder::GoOn;

/// Cancellation, deadline and listener of one request.
#[derive(Clone, Copy, Default)]
pub struct Control<'a> {
    /// Called before each step; `false` ends the request.
    pub go_on: Option<GoOn<'a>>,
    /// Time at which the request must be finished.
    pub deadline: Option<Instant>,
    /// Receives the text while it is generated. The pieces together form the text, with one exception: if a
    /// server ignored the requested form and the request is repeated, the earlier text comes first.
    pub on_text: Option<&'a (dyn Fn(&str) + Sync)>,
}

/// Reason for ending a request early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Interrupt {
    Cancelled,
    Deadline,
}

impl<'a> Control<'a> {
    /// Sets the deadline this far from now.
    pub fn within(self, time: Duration) -> Self {
        Self { deadline: Instant::now().checked_add(time), ..self }
    }

    /// Sets the listener for text.
    pub fn hearing(self, on_text: &'a (dyn Fn(&str) + Sync)) -> Self {
        Self { on_text: Some(on_text), ..self }
    }

    /// Sets the function that decides if the request continues.
    pub fn asking(self, go_on: GoOn<'a>) -> Self {
        Self { go_on: Some(go_on), ..self }
    }

    pub(crate) fn interrupt(&self) -> Option<Interrupt> {
        if self.go_on.is_some_and(|go_on| !go_on()) {
            return Some(Interrupt::Cancelled);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Interrupt::Deadline)
    }

    /// Returns an interrupt as an error, for a request that has no text yet.
    pub(crate) fn check(&self, who: &str, begun: Instant) -> Result<(), LanguageModelError> {
        match self.interrupt() {
            None => Ok(()),
            Some(interrupt) => Err(interrupt.before_text(who, begun)),
        }
    }

    pub(crate) fn say(&self, piece: &str) {
        if let (Some(on_text), false) = (self.on_text, piece.is_empty()) {
            on_text(piece);
        }
    }

    /// Returns the time left; `None` without a deadline.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Waits, and returns early on an interrupt.
    pub(crate) fn pause(&self, pause: Duration, who: &str, begun: Instant) -> Result<(), LanguageModelError> {
        let (keep, never) = channel::<()>();
        let until = Instant::now().checked_add(pause);
        loop {
            self.check(who, begun)?;
            let left = until.map(|until| until.saturating_duration_since(Instant::now())).unwrap_or(TICK);
            if left.is_zero() {
                drop(keep);
                return Ok(());
            }
            let _ = never.recv_timeout(left.min(TICK));
        }
    }
}

/// Interval at which a wait checks for an interrupt.
pub(crate) const TICK: Duration = Duration::from_millis(50);

impl From<Interrupt> for Finish {
    fn from(interrupt: Interrupt) -> Self {
        match interrupt {
            Interrupt::Cancelled => Self::Cancelled,
            Interrupt::Deadline => Self::Deadline,
        }
    }
}

impl Interrupt {
    pub(crate) fn before_text(self, who: &str, begun: Instant) -> LanguageModelError {
        match self {
            Self::Cancelled => LanguageModelError::Cancelled,
            Self::Deadline => LanguageModelError::TimedOut { who: who.to_owned(), after: begun.elapsed() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_ends_early_when_asked_to() {
        let stop = || false;
        let control = Control::default().asking(&stop);
        let begun = Instant::now();
        let error = control.pause(Duration::from_secs(3600), "m", begun).unwrap_err();
        assert!(matches!(error, LanguageModelError::Cancelled));
        let control = Control::default().within(Duration::from_millis(1));
        let error = control.pause(Duration::from_secs(3600), "m", begun).unwrap_err();
        assert!(matches!(error, LanguageModelError::TimedOut { .. }));
        Control::default().pause(Duration::from_millis(1), "m", begun).unwrap();
    }
}
