//! The state that every handler shares.

use std::sync::Arc;

use serde_json::Value;

use super::access::caller::Caller;
use super::access::host::Hosts;
use super::access::rate::Rate;
use super::access::tokens::TokenFile;
use super::cancel::Cancel;
use super::engine::Engine;
use super::metrics::Metrics;
use super::options::Options;
use super::picture::Pictures;
use super::pool::Pool;
use super::problem::Problem;
use super::setup::Setup;
use super::uploads::Uploads;

/// The name of the contact in a reply.
const CONTACT: &str = "contact";

/// The engine of the server, which a route can reach only as one caller sees the archive.
pub struct Guarded(Arc<Engine>);

impl Guarded {
    /// Takes the engine in.
    pub fn new(engine: Arc<Engine>) -> Self {
        Guarded(engine)
    }

    /// Returns the engine of a caller.
    pub fn seen_by(&self, caller: &Caller) -> Engine {
        self.0.seen_by(caller.sees)
    }
}

/// The parts of a running server, for one archive. Archives under one server share the limits, tokens and counters.
pub struct App {
    /// The beginning of the archive's addresses, `/archives/NAME`; empty for the only archive of a server.
    pub base: String,
    /// The engine: the library's work.
    pub engine: Guarded,
    /// The server's settings.
    pub options: Options,
    /// The tokens; `None` where no token is required.
    pub tokens: Option<Arc<TokenFile>>,
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
    /// The recent questions and searches of the public; `None` where it is not let in.
    pub public: Option<Arc<Rate>>,
    /// The recent quotes, saved answers and pictures of the public; `None` where it is not let in.
    pub public_reads: Option<Arc<Rate>>,
    /// The setup of a first run; `None` where the page may set nothing up.
    pub setup: Option<Arc<Setup>>,
    /// The cached pictures of pages.
    pub pictures: Pictures,
    /// The counters for monitoring.
    pub metrics: Arc<Metrics>,
}

impl App {
    /// Names the office to ask in the reply to a question that was not answered.
    pub fn with_contact(&self, mut reply: Value) -> Value {
        let is_rejected = reply.get("status").and_then(Value::as_str) == Some("rejected");
        let facts = reply.pointer("/evidence/facts").and_then(Value::as_array);
        let mode = reply.pointer("/evidence/mode").and_then(Value::as_str);
        let is_silent = mode == Some("report_insufficient_evidence") || facts.is_some_and(Vec::is_empty);
        if let (Some(contact), Some(map)) = (&self.options.contact, reply.as_object_mut())
            && (is_rejected || is_silent)
        {
            map.insert(CONTACT.to_owned(), contact.clone().into());
        }
        reply
    }

    /// Returns a saved answer without this server's own contact, which is no part of what was checked.
    pub fn without_contact(&self, saved: String) -> String {
        let Some(contact) = &self.options.contact else { return saved };
        match serde_json::from_str::<Value>(&saved) {
            Ok(Value::Object(mut map)) if map.get(CONTACT).and_then(Value::as_str) == Some(contact) => {
                map.remove(CONTACT);
                Value::Object(map).to_string()
            }
            _ => saved,
        }
    }

    /// Reads in the archive, in a turn for reading.
    ///
    /// # Errors
    /// Returns those of the work, 429 and 503.
    pub async fn read<T: Send + 'static>(
        &self,
        caller: &Caller,
        work: impl FnOnce(&Engine) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let engine = self.engine.seen_by(caller);
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
        let engine = self.engine.seen_by(caller);
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
        let engine = self.engine.seen_by(caller);
        let cancel = Cancel::within(self.options.limits.answer_time);
        let _waits = cancel.guard();
        let work = move || work(&engine, &cancel);
        self.asking.run(&caller.key, caller.asks, self.options.limits.per_client, work).await?
    }
}
