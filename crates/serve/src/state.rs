//! The state that every handler shares.

use std::sync::Arc;

use super::access::caller::Caller;
use super::access::host::Hosts;
use super::access::tokens::TokenFile;
use super::cancel::Cancel;
use super::engine::Engine;
use super::metrics::Metrics;
use super::options::Options;
use super::picture::Pictures;
use super::pool::Pool;
use super::problem::Problem;
use super::uploads::Uploads;

/// The parts of a running server.
pub struct App {
    /// The engine: the library's work.
    pub engine: Arc<Engine>,
    /// The server's settings.
    pub options: Options,
    /// The tokens; `None` where no token is required.
    pub tokens: Option<TokenFile>,
    /// The host names that the server answers to.
    pub hosts: Hosts,
    /// The turns for questions and searches.
    pub asking: Pool,
    /// The turns for reading, which must not wait for questions.
    pub reading: Pool,
    /// The turns for ingesting, changing and removing papers: the archive has one writer.
    pub ingesting: Pool,
    /// The folder for uploads; `None` where they are not accepted.
    pub uploads: Option<Uploads>,
    /// The cached pictures of pages.
    pub pictures: Pictures,
    /// The counters for monitoring.
    pub metrics: Metrics,
}

impl App {
    /// Reads in the archive, in a turn for reading.
    ///
    /// # Errors
    /// Returns those of the work, 429 and 503.
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

    /// Writes to the archive, in a turn for that.
    ///
    /// # Errors
    /// Returns those of the work, 429 and 503.
    pub async fn write<T: Send + 'static>(
        &self,
        caller: &Caller,
        work: impl FnOnce(&Engine) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let engine = Arc::clone(&self.engine);
        self.ingesting
            .run(&caller.key, caller.asks, self.options.limits.per_client, move || work(&engine))
            .await?
    }

    /// Searches or asks, in a turn for that. When the waiting client disconnects, the work ends.
    ///
    /// # Errors
    /// Returns those of the work, 429 and 503.
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
