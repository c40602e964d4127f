//! Times of the stages.

use std::collections::BTreeMap;
use std::time::Instant;

use super::turn::elapsed_ms;

/// Clock of one question.
pub(super) struct Clock {
    start: Instant,
    last: Instant,
    /// Milliseconds by stage.
    pub laps: BTreeMap<&'static str, f64>,
}

impl Clock {
    pub(super) fn start() -> Self {
        let now = Instant::now();
        Clock { start: now, last: now, laps: BTreeMap::new() }
    }

    /// Records the time since the previous lap.
    pub(super) fn lap(&mut self, name: &'static str) {
        self.laps.insert(name, elapsed_ms(self.last));
        self.last = Instant::now();
    }

    /// Records the time since the start.
    pub(super) fn mark(&mut self, name: &'static str) {
        self.laps.insert(name, elapsed_ms(self.start));
    }
}
