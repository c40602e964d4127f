//! Progress on standard error.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::clean::inline;

/// A bar on a terminal, nothing elsewhere. Its messages are cleaned like all output.
#[derive(Debug, Clone)]
pub struct Bar(ProgressBar);

impl Bar {
    /// Creates a bar of this form (a template of the progress library), shown only where `visible`.
    pub fn new(visible: bool, template: &str) -> Self {
        let bar = if visible { ProgressBar::new(0) } else { ProgressBar::hidden() };
        match ProgressStyle::with_template(template) {
            Ok(style) => Bar(bar.with_style(style)),
            // An invalid template leaves the usual bar.
            Err(_) => Bar(bar),
        }
    }

    /// Sets the position at which it ends.
    pub fn set_length(&self, length: u64) {
        self.0.set_length(length);
    }

    /// Sets the current position.
    pub fn set_position(&self, position: u64) {
        self.0.set_position(position);
    }

    /// Advances the bar by this much.
    pub fn inc(&self, by: u64) {
        self.0.inc(by);
    }

    /// Sets the description of the current work.
    pub fn set_message(&self, message: impl AsRef<str>) {
        self.0.set_message(inline(message.as_ref()));
    }

    /// Sets the text before the bar.
    pub fn set_prefix(&self, prefix: impl AsRef<str>) {
        self.0.set_prefix(inline(prefix.as_ref()));
    }

    /// Redraws the bar periodically by itself.
    pub fn tick_every(&self, period: Duration) {
        self.0.enable_steady_tick(period);
    }

    /// Redraws the bar once.
    pub fn tick(&self) {
        self.0.tick();
    }

    /// Restarts the clock of the bar.
    pub fn restart(&self) {
        self.0.reset_elapsed();
    }

    /// Returns the time since its start.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    /// Hides the bar while other text is written.
    pub fn suspend<T>(&self, run: impl FnOnce() -> T) -> T {
        self.0.suspend(run)
    }

    /// Removes the bar for good.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}
