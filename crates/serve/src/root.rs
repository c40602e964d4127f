//! The root of a server with several archives: what a caller may know of them.

use std::sync::Arc;

use super::access::caller::Caller;
use super::engine::Engine;
use super::problem::Problem;
use super::site::ARCHIVES;
use super::state::App;

/// An archive of the list.
struct Listed {
    name: String,
    title: String,
    app: Arc<App>,
}

/// The root of a server with several archives. Its routes can't reach one archive as if it were the only one.
pub struct Root {
    archives: Vec<Listed>,
    /// The parts that all archives share, as the first archive has them.
    shared: Arc<App>,
}

/// The size of an archive as a caller sees it.
pub struct Seen {
    /// The name in addresses.
    pub name: String,
    /// The name that people read.
    pub title: String,
    /// The number of papers.
    pub papers: usize,
    /// The number of towns and associations with such papers.
    pub places: usize,
    /// The commit that is shown.
    pub generation: u64,
}

impl Root {
    /// Creates the root of these archives: name, title and parts. Returns `None` without any archive.
    pub fn new(archives: Vec<(String, String, Arc<App>)>) -> Option<Self> {
        let shared = Arc::clone(&archives.first()?.2);
        let archives = archives.into_iter().map(|(name, title, app)| Listed { name, title, app }).collect();
        Some(Root { archives, shared })
    }

    /// Returns the parts that all archives share.
    pub fn shared(&self) -> &App {
        &self.shared
    }

    /// Returns the archives of which a caller sees a paper, and those without papers. An archive that can't be read
    /// keeps the others from nobody.
    ///
    /// # Errors
    /// Returns 429 and 503.
    pub async fn seen(&self, caller: &Caller) -> Result<Vec<Seen>, Problem> {
        let engines: Vec<(String, String, Engine)> = self
            .archives
            .iter()
            .map(|archive| (archive.name.clone(), archive.title.clone(), archive.app.engine.seen_by(caller)))
            .collect();
        let work = move || {
            let mut seen = Vec::new();
            for (name, title, engine) in engines {
                match engine.listed() {
                    Ok(Some((papers, places, generation))) => {
                        seen.push(Seen { name, title, papers, places, generation });
                    }
                    Ok(None) => {}
                    Err(problem) => tracing::warn!(archive = %name, detail = %problem.detail, "not listed"),
                }
            }
            seen
        };
        let app = &self.shared;
        app.reading.run(&caller.key, caller.asks, app.options.limits.per_client, work).await
    }

    /// Returns the problem of an address outside of the archives, with the archives that the caller sees.
    pub async fn nothing_here(&self, caller: &Caller) -> Problem {
        // The list costs a look into each archive, and the public asks for it at its own address.
        let seen =
            if caller.sees.is_public() { Vec::new() } else { self.seen(caller).await.unwrap_or_default() };
        let addresses: Vec<String> =
            seen.iter().map(|archive| format!("{ARCHIVES}{}/", archive.name)).collect();
        let next = if addresses.is_empty() {
            "GET /archives lists the archives".to_owned()
        } else {
            format!("the addresses of an archive begin with {}", addresses.join(" or "))
        };
        Problem::not_found("there is nothing at this address: this server has several archives", next)
    }
}
