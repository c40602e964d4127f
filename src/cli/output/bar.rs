//! Progress on standard error.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::clean::inline;

/// A bar on a terminal, nothing elsewhere. Its messages are cleaned like all that goes out.
#[derive(Debug, Clone)]
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar of this form (a template of the progress library), shown only where `visible`.
    pub fn new(visible: bool, template: &str) -> Self {
        let bar = if visible { ProgressBar::new(0) } else { ProgressBar::hidden() };
        match ProgressStyle::with_template(template) {
            Ok(style) => Bar(bar.with_style(style)),
            // A template that is not understood leaves the usual bar.
            Err(_) => Bar(bar),
        }
    }

    /// Where it ends.
    pub fn set_length(&self, length: u64) {
        self.0.set_length(length);
    }

    /// Where it is.
    pub fn set_position(&self, position: u64) {
        self.0.set_position(position);
    }

    /// So much further.
    pub fn inc(&self, by: u64) {
        self.0.inc(by);
    }

    /// What is being done.
    pub fn set_message(&self, message: impl AsRef<str>) {
        self.0.set_message(inline(message.as_ref()));
    }

    /// What is said beside it.
    pub fn set_prefix(&self, prefix: impl AsRef<str>) {
        self.0.set_prefix(inline(prefix.as_ref()));
    }

    /// Draws it anew by itself, now and then.
    pub fn tick_every(&self, period: Duration) {
        self.0.enable_steady_tick(period);
    }

    /// Draws it anew.
    pub fn tick(&self) {
        self.0.tick();
    }

    /// Time starts now.
    pub fn restart(&self) {
        self.0.reset_elapsed();
    }

    /// Time since its start.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    /// Takes it away while something else is written.
    pub fn suspend<T>(&self, run: impl FnOnce() -> T) -> T {
        self.0.suspend(run)
    }

    /// Takes it away for good.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}
