//! Metrics for a monitor (Prometheus text format 0.0.4).

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::{Method, StatusCode};

/// The upper bounds of the times, in seconds.
const BOUNDS: [f64; 9] = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0];

/// The size of an archive.
#[derive(Debug, Clone, Copy)]
pub struct Size<'a> {
    /// The archive's name, where a server has several.
    pub archive: Option<&'a str>,
    /// The number of sources.
    pub sources: usize,
    /// The commit that is shown.
    pub generation: u64,
}

/// The requests by method, route and status.
type Requests = BTreeMap<(String, String, u16), u64>;

/// The counters of a server.
#[derive(Debug)]
pub struct Metrics {
    started: Instant,
    in_flight: Arc<AtomicU64>,
    requests: Arc<Mutex<Requests>>,
    times: Arc<Mutex<BTreeMap<String, Times>>>,
    answers: Mutex<BTreeMap<&'static str, u64>>,
}

#[derive(Debug, Clone, Default)]
struct Times {
    below: [u64; BOUNDS.len()],
    count: u64,
    sum: f64,
}

/// A request in progress.
#[derive(Debug)]
pub struct Begun {
    in_flight: Arc<AtomicU64>,
    requests: Arc<Mutex<Requests>>,
    times: Arc<Mutex<BTreeMap<String, Times>>>,
}

impl Drop for Begun {
    fn drop(&mut self) {
        self.in_flight.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Begun {
    /// Records that the request is answered.
    pub fn end(self, method: &Method, route: &str, status: StatusCode, took: Duration) {
        // Unknown methods are counted as one.
        let method = match *method {
            Method::GET | Method::POST | Method::PUT | Method::PATCH | Method::DELETE => method.as_str(),
            _ => "other",
        };
        let key = (method.to_owned(), route.to_owned(), status.as_u16());
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let count = requests.entry(key).or_default();
        *count = count.saturating_add(1);
        drop(requests);
        let seconds = took.as_secs_f64();
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let times = times.entry(route.to_owned()).or_default();
        times.count = times.count.saturating_add(1);
        times.sum += seconds;
        for (below, bound) in times.below.iter_mut().zip(BOUNDS) {
            if seconds <= bound {
                *below = below.saturating_add(1);
            }
        }
    }
}

impl Metrics {
    /// Creates counters that are all zero.
    pub fn new() -> Self {
        Metrics {
            started: Instant::now(),
            in_flight: Arc::default(),
            requests: Arc::default(),
            times: Arc::default(),
            answers: Mutex::default(),
        }
    }

    /// Records the start of a request.
    pub fn begin(&self) -> Begun {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
        Begun {
            in_flight: Arc::clone(&self.in_flight),
            requests: Arc::clone(&self.requests),
            times: Arc::clone(&self.times),
        }
    }

    /// Counts an answer with this status.
    pub fn answered(&self, status: &'static str) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let count = answers.entry(status).or_default();
        *count = count.saturating_add(1);
    }

    /// Formats the counters for a monitor.
    pub fn text(&self, waiting: usize, running: usize, sizes: &[Size<'_>]) -> String {
        let mut out = String::new();
        let head = |out: &mut String, name: &str, kind: &str, help: &str| {
            // Writing to a string can't fail.
            let _ = writeln!(out, "# HELP twolane_{name} {help}\n# TYPE twolane_{name} {kind}");
        };
        head(&mut out, "requests_total", "counter", "Requests by method, route and status.");
        for ((method, route, status), count) in
            self.requests.lock().unwrap_or_else(PoisonError::into_inner).iter()
        {
            let _ = writeln!(
                out,
                "twolane_requests_total{{method=\"{method}\",route=\"{route}\",status=\"{status}\"}} {count}"
            );
        }
        head(&mut out, "request_seconds", "histogram", "Time to the head of the reply, by route.");
        for (route, times) in self.times.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            for (below, bound) in times.below.iter().zip(BOUNDS) {
                let _ = writeln!(
                    out,
                    "twolane_request_seconds_bucket{{route=\"{route}\",le=\"{bound}\"}} {below}"
                );
            }
            let (count, sum) = (times.count, times.sum);
            let _ = writeln!(out, "twolane_request_seconds_bucket{{route=\"{route}\",le=\"+Inf\"}} {count}");
            let _ = writeln!(out, "twolane_request_seconds_sum{{route=\"{route}\"}} {sum}");
            let _ = writeln!(out, "twolane_request_seconds_count{{route=\"{route}\"}} {count}");
        }
        head(&mut out, "answers_total", "counter", "Questions by the status of their reply.");
        for (status, count) in self.answers.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            let _ = writeln!(out, "twolane_answers_total{{status=\"{status}\"}} {count}");
        }
        let gauges = [
            (
                "in_flight",
                "Requests that are being answered.",
                self.in_flight.load(Ordering::Relaxed).to_string(),
            ),
            ("work_waiting", "Pieces of work that wait for a turn.", waiting.to_string()),
            ("work_running", "Pieces of work that run.", running.to_string()),
        ];
        for (name, help, value) in gauges {
            head(&mut out, name, "gauge", help);
            let _ = writeln!(out, "twolane_{name} {value}");
        }
        let mut each = |name: &str, help: &str, value: &dyn Fn(&Size<'_>) -> String| {
            head(&mut out, name, "gauge", help);
            for size in sizes {
                // A name has no character that a label would have to escape.
                let label = size.archive.map(|name| format!("{{archive=\"{name}\"}}")).unwrap_or_default();
                let _ = writeln!(out, "twolane_{name}{label} {}", value(size));
            }
        };
        each("sources", "Sources in the archive.", &|size| size.sources.to_string());
        each("archive_generation", "Commit of the archive that is shown.", &|size| {
            size.generation.to_string()
        });
        head(&mut out, "up_seconds", "gauge", "Seconds since the start.");
        let _ = writeln!(out, "twolane_up_seconds {}", self.started.elapsed().as_secs());
        out
    }
}
