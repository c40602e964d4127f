//! The resource limits of a worker.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The largest picture that goes to optical character recognition, in bytes. A colour page at 600 dpi is 100
/// MB before compression.
pub(super) const MAX_PICTURE: u64 = 256 << 20;

/// The limits of a worker process and of one file in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// The address space in bytes. Ordinary papers need less than 100 MB. The figure leaves room for a
    /// scanned page at 300 dpi in colour and stops a stream that inflates without end.
    pub address_space: u64,
    /// The processor seconds that one file may add. A second line of defence: the wall clock below ends a
    /// file earlier unless the parent is gone.
    pub cpu_seconds: u64,
    /// The wall-clock time before the first page and between two pages, in milliseconds. The slowest of 1,210
    /// odd public files took less than 8 s.
    pub silence_ms: u64,
    /// The time that each page adds to the limit of a whole file, in milliseconds.
    pub per_page_ms: u64,
    /// The time that each page adds when it may go through optical character recognition, in milliseconds;
    /// also the longest silence then. It exceeds the recognition's own limit for a page, which gives the
    /// better message.
    pub per_ocr_page_ms: u64,
    /// The bytes that one file may send back. 10,000 dense pages are about 100 MB.
    pub output: u64,
    /// The pages that one file may have.
    pub pages: u32,
    /// The documents that one file may hold.
    pub documents: u32,
    /// The largest file that is read, in bytes.
    pub file: u64,
    /// The number of files after which a worker is replaced, so that a parser's leaks stay small.
    pub files_per_process: u32,
    /// The pages of one file that may each cost a worker before the rest of the file is given up.
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
    /// Returns the longest time without a message from the worker.
    pub(super) fn silence(&self, ocr: bool) -> Duration {
        Duration::from_millis(if ocr { self.silence_ms.max(self.per_ocr_page_ms) } else { self.silence_ms })
    }

    /// Returns the longest time for a file of this many pages.
    pub(super) fn whole_file(&self, pages: u32, ocr: bool) -> Duration {
        let per_page = if ocr { self.per_ocr_page_ms } else { self.per_page_ms };
        let pages = u64::from(pages.min(self.pages));
        self.silence(ocr).saturating_add(Duration::from_millis(per_page.saturating_mul(pages)))
    }

    /// Applies the process limits to the calling process, for the next file. Has no effect on systems without
    /// such limits.
    #[cfg(unix)]
    pub(super) fn apply(&self) {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

        let set = |resource: Resource, value: u64| {
            let hard = getrlimit(resource).maximum;
            let current = Some(hard.map_or(value, |hard| hard.min(value)));
            // If the system refuses, the parent's wall clock remains as the limit.
            let _ = setrlimit(resource, Rlimit { current, maximum: hard });
        };
        set(Resource::As, self.address_space);
        set(Resource::Core, 0);
        set(Resource::Cpu, cpu_seconds_used().saturating_add(self.cpu_seconds));
    }

    #[cfg(not(unix))]
    pub(super) fn apply(&self) {}
}

/// Returns an upper bound of the processor seconds that the calling process can have used so far.
#[cfg(unix)]
fn cpu_seconds_used() -> u64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    let cores = std::thread::available_parallelism().map_or(1, |n| u64::try_from(n.get()).unwrap_or(1));
    let seconds = START.get_or_init(std::time::Instant::now).elapsed().as_secs().saturating_add(1);
    seconds.saturating_mul(cores)
}
