//! Threads that run batches in parallel, each with a single-threaded engine.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::error::InferenceError;

/// One pool with one thread for each worker. The engine's own parallel loops stay inside that thread, so
/// workers share nothing while a batch runs.
pub(crate) struct Workers {
    pools: Vec<ThreadPool>,
    next: AtomicUsize,
}

impl Workers {
    pub(crate) fn new(threads: usize) -> Result<Self, InferenceError> {
        let pools = (0..threads.max(1))
            .map(|_| ThreadPoolBuilder::new().num_threads(1).thread_name(|_| "embed".to_owned()).build())
            .collect::<Result<_, _>>()
            .map_err(|e| InferenceError::Device { name: "cpu".to_owned(), what: e.to_string() })?;
        Ok(Self { pools, next: AtomicUsize::new(0) })
    }

    /// Calls `task` once for each of 0..count, on as many workers as there is work for. Returns results in
    /// order; the first error stops the rest.
    pub(crate) fn map<T: Send>(
        &self,
        count: usize,
        task: impl Fn(usize) -> Result<T, InferenceError> + Sync,
    ) -> Result<Vec<T>, InferenceError> {
        let cursor = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            loop {
                let index = cursor.fetch_add(1, Ordering::Relaxed);
                if index >= count {
                    return Ok(done);
                }
                match task(index) {
                    Ok(value) => done.push((index, value)),
                    Err(e) => {
                        cursor.store(count, Ordering::Relaxed);
                        return Err(e);
                    }
                }
            }
        };
        let turn = self.next.fetch_add(1, Ordering::Relaxed);
        let pools =
            self.pools.iter().cycle().skip(turn % self.pools.len().max(1)).take(self.pools.len().min(count));
        let results: Vec<Result<Vec<(usize, T)>, InferenceError>> = std::thread::scope(|scope| {
            let threads: Vec<_> = pools.map(|pool| scope.spawn(|| pool.install(work))).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        let mut ordered = Vec::with_capacity(count);
        for result in results {
            ordered.extend(result?);
        }
        ordered.sort_by_key(|(index, _)| *index);
        Ok(ordered.into_iter().map(|(_, value)| value).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_once_and_in_order() {
        for threads in [1, 3] {
            for count in [0, 1, 2, 100] {
                let workers = Workers::new(threads).unwrap();
                assert_eq!(workers.map(count, Ok).unwrap(), (0..count).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn an_error_stops_the_rest() {
        let workers = Workers::new(2).unwrap();
        let calls = AtomicUsize::new(0);
        let result: Result<Vec<()>, _> = workers.map(1_000_000, |_| {
            calls.fetch_add(1, Ordering::Relaxed);
            Err(InferenceError::Cancelled)
        });
        assert!(matches!(result, Err(InferenceError::Cancelled)));
        assert!(calls.load(Ordering::Relaxed) <= 4);
    }
}
