//! What every handler is given.

use std::sync::Arc;

use super::access::caller::Caller;
use super::access::host::Hosts;
use super::access::tokens::Tokens;
use super::cancel::Cancel;
use super::engine::Engine;
use super::metrics::Metrics;
use super::options::Options;
use super::picture::Pictures;
use super::pool::Pool;
use super::problem::Problem;
use super::uploads::Uploads;

/// A running server's parts.
pub struct App {
    /// The library's work.
    pub engine: Arc<Engine>,
    /// Settings.
    pub options: Options,
    /// Tokens; `None` where none is asked for.
    pub tokens: Option<Tokens>,
    /// Names it answers to.
    pub hosts: Hosts,
    /// Turns for questions and searches.
    pub asking: Pool,
    /// Turns for reading, which must not wait for questions.
    pub reading: Pool,
    /// Turns for taking papers in: the archive has one writer.
    pub ingesting: Pool,
    /// Where papers come in; `None` where none are taken.
    pub uploads: Option<Uploads>,
    /// Pictures of pages.
    pub pictures: Pictures,
    /// Counters.
    pub metrics: Metrics,
}

impl App {
    /// Reads in the archive, in a turn for reading.
    ///
    /// # Errors
    /// Those of the work, 429 and 503.
    pub async fn read<T: Send + 'static>(
        &self,
        caller: &Caller,
        work: impl FnOnce(&Engine) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let engine = Arc::clone(&self.engine);
        self.reading
            .run(&caller.key, caller.asks, self.options.limits.per_client, move || work(&engine))
            .await?
    }

    /// Searches or asks, in a turn for that. When whoever waits for this goes away, the work ends.
    ///
    /// # Errors
    /// Those of the work, 429 and 503.
    pub async fn ask<T: Send + 'static>(
        &self,
        caller: &Caller,
        work: impl FnOnce(&Engine, &Cancel) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let engine = Arc::clone(&self.engine);
        let cancel = Cancel::within(self.options.limits.answer_time);
        let _waits = cancel.guard();
        let work = move || work(&engine, &cancel);
        self.asking.run(&caller.key, caller.asks, self.options.limits.per_client, work).await?
    }
}
