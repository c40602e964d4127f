//! What a worker may use.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Largest picture that goes to optical character recognition, in bytes. A colour page at 600 dpi
/// is 100 MB before it is packed.
pub(super) const MAX_PICTURE: u64 = 256 << 20;

/// Limits of a worker process and of one file in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Address space in bytes. Ordinary papers need below 100 MB; the figure leaves room for a
    /// scanned page at 300 dpi in colour and stops a stream that inflates without end.
    pub address_space: u64,
    /// Processor seconds that one file may add. A second line of defence: the wall clock below
    /// ends a file earlier unless the parent is gone.
    pub cpu_seconds: u64,
    /// Wall-clock time before the first page and between two pages, in milliseconds. The slowest
    /// of 1,210 odd public files took below 8 s.
    pub silence_ms: u64,
    /// What each page adds to the time that a whole file may take, in milliseconds.
    pub per_page_ms: u64,
    /// What each page adds when it may go through optical character recognition, in milliseconds;
    /// also the longest silence then. Above the recognition's own limit for a page, which gives
    /// the better message.
    pub per_ocr_page_ms: u64,
    /// Bytes that one file may send back. 10,000 dense pages are some 100 MB.
    pub output: u64,
    /// Pages that one file may have.
    pub pages: u32,
    /// Documents that one file may hold.
    pub documents: u32,
    /// Size of a file that is read at all, in bytes.
    pub file: u64,
    /// Files after which a worker is replaced, so that what a parser leaks stays small.
    pub files_per_process: u32,
    /// Pages of one file that may cost a worker before the rest of it is given up.
    pub crashes_per_file: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            address_space: 2 << 30,
            cpu_seconds: 600,
            silence_ms: 20_000,
            per_page_ms: 1_000,
            per_ocr_page_ms: 75_000,
            output: 128 << 20,
            pages: 20_000,
            documents: 200_000,
            file: 512 << 20,
            files_per_process: 200,
            crashes_per_file: 3,
        }
    }
}

impl Limits {
    /// Longest time without a word from the worker.
    pub(super) fn silence(&self, ocr: bool) -> Duration {
        Duration::from_millis(if ocr { self.silence_ms.max(self.per_ocr_page_ms) } else { self.silence_ms })
    }

    /// Longest time for a file of this many pages.
    pub(super) fn whole_file(&self, pages: u32, ocr: bool) -> Duration {
        let per_page = if ocr { self.per_ocr_page_ms } else { self.per_page_ms };
        let pages = u64::from(pages.min(self.pages));
        self.silence(ocr).saturating_add(Duration::from_millis(per_page.saturating_mul(pages)))
    }

    /// Puts the process limits on the calling process, for the next file. Without effect on
    /// systems that have none.
    #[cfg(unix)]
    pub(super) fn apply(&self) {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

        let set = |resource: Resource, value: u64| {
            let hard = getrlimit(resource).maximum;
            let current = Some(hard.map_or(value, |hard| hard.min(value)));
            // A system that refuses leaves the wall clock of the parent as the limit.
            let _ = setrlimit(resource, Rlimit { current, maximum: hard });
        };
        set(Resource::As, self.address_space);
        set(Resource::Core, 0);
        set(Resource::Cpu, cpu_seconds_used().saturating_add(self.cpu_seconds));
    }

    #[cfg(not(unix))]
    pub(super) fn apply(&self) {}
}

/// Upper bound of the processor seconds that the calling process can have used by now.
#[cfg(unix)]
fn cpu_seconds_used() -> u64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    let cores = std::thread::available_parallelism().map_or(1, |n| u64::try_from(n.get()).unwrap_or(1));
    let seconds = START.get_or_init(std::time::Instant::now).elapsed().as_secs().saturating_add(1);
    seconds.saturating_mul(cores)
}
