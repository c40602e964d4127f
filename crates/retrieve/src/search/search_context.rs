//! The archive, the models and the settings that all stages of a search share.

use std::sync::OnceLock;

use crate::error::SearchError;
use crate::question::query::Mode;
use crate::rank::calibration::Calibration;
use crate::rank::rerank::Rerank;
use crate::wording::{BY_WORDS_ALONE, DAMAGED_VECTORS, WITHOUT_GRAPH};
use twolane_archive::Archive;
use twolane_encoder::Embedder;

use super::options::SearchOptions;

/// Context of a search. The stages are functions over it.
pub(crate) struct SearchContext<'a> {
    pub(crate) archive: &'a Archive,
    /// Embedding model; `None` if the archive lacks its vectors.
    pub(crate) embedder: Option<&'a dyn Embedder>,
    /// Custom second stage.
    pub(crate) reranker: Option<&'a dyn Rerank>,
    pub(crate) options: SearchOptions,
    /// Measured by the first query that needs it, unless the model is known.
    calibration: OnceLock<Calibration>,
    /// Reason for missing vectors, if they are missing.
    without_vectors: Option<String>,
}

impl<'a> SearchContext<'a> {
    /// Creates a context without a custom second stage. Drops the embedder if its model differs from the one
    /// of the archive's vectors.
    pub(crate) fn new(
        archive: &'a Archive,
        embedder: Option<&'a dyn Embedder>,
        options: SearchOptions,
    ) -> Self {
        let without_vectors = match (embedder, archive.model()) {
            (None, _) => Some("no embedding model is loaded".to_owned()),
            (Some(_), None) => Some("the archive holds no vectors".to_owned()),
            (Some(embedder), Some(model)) if *embedder.model() != model => Some(format!(
                "the archive's vectors are of {model}, the model that is loaded is {}",
                embedder.model()
            )),
            _ => None,
        };
        let embedder = if without_vectors.is_none() { embedder } else { None };
        let calibration = OnceLock::new();
        SearchContext { archive, embedder, reranker: None, options, calibration, without_vectors }
    }

    /// Returns the mode that a query can use, with a note if it is not the requested one.
    pub(crate) fn mode(&self, wanted: Mode) -> Result<(Mode, Vec<String>), SearchError> {
        match (wanted, &self.without_vectors) {
            (Mode::Bm25, _) | (_, None) => Ok((wanted, Vec::new())),
            (Mode::Vector, Some(what)) => Err(SearchError::NoVectors { what: what.clone() }),
            (Mode::Hybrid, Some(what)) => Ok((Mode::Bm25, vec![BY_WORDS_ALONE.say(&[what])])),
        }
    }

    /// Returns notes about the vectors and their graph after a search, since often only a search detects
    /// a fault of the graph.
    pub(crate) fn faults(&self, mode: Mode) -> Vec<String> {
        if mode == Mode::Bm25 {
            return Vec::new();
        }
        let damaged = self.archive.vector_damage().map(|_| DAMAGED_VECTORS.say(&[]));
        let without_graph = self.archive.without_graph().map(|_| WITHOUT_GRAPH.say(&[]));
        damaged.into_iter().chain(without_graph).collect()
    }

    /// Returns the calibration of the embedding model.
    pub(crate) fn calibration(&self, embedder: &dyn Embedder) -> Result<Calibration, SearchError> {
        if let Some(calibration) = self.calibration.get() {
            return Ok(*calibration);
        }
        let calibration = match Calibration::known(embedder.model()) {
            Some(known) => known,
            None => Calibration::measure(embedder)?,
        };
        Ok(*self.calibration.get_or_init(|| calibration))
    }
}
