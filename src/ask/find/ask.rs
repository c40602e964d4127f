//! The question answerer: an archive, its retriever, models and settings.

use crate::archive::Archive;
use crate::ask::error::AskError;
use crate::ask::options::AnswerOptions;
use crate::inference::Embedder;
use crate::retrieve::{Rerank, RetrievalOptions, Retriever, SearchOptions};

use super::write::ModelWriter;

/// Settings of the whole pipeline.
#[derive(Debug, Clone, Default)]
pub struct AskOptions {
    /// Settings of the search.
    pub search: SearchOptions,
    /// Settings of the lanes.
    pub retrieval: RetrievalOptions,
    /// Settings of the answer.
    pub answer: AnswerOptions,
}

/// Answers questions from one archive.
pub struct Ask<'a> {
    pub(in crate::ask) archive: &'a Archive,
    pub(in crate::ask) embedder: Option<&'a dyn Embedder>,
    pub(in crate::ask) retriever: Retriever<'a>,
    pub(in crate::ask) writer: Option<&'a ModelWriter<'a>>,
    pub(in crate::ask) options: AskOptions,
}

impl<'a> Ask<'a> {
    /// Builds the answerer. Without an embedder, only keyword search is used.
    ///
    /// # Errors
    /// Fails when the options name an unusable vocabulary file.
    pub fn new(
        archive: &'a Archive,
        embedder: Option<&'a dyn Embedder>,
        options: AskOptions,
    ) -> Result<Self, AskError> {
        let (search, retrieval) = (options.search.clone(), options.retrieval.clone());
        let retriever = Retriever::new(archive, embedder, search, retrieval)?;
        Ok(Ask { archive, embedder, retriever, writer: None, options })
    }

    /// Returns the retriever that searches the archive.
    pub fn retriever(&self) -> &Retriever<'a> {
        &self.retriever
    }

    /// Sets the second stage of the search.
    pub fn with_reranker(mut self, reranker: Option<&'a dyn Rerank>) -> Self {
        if let Some(reranker) = reranker {
            self.retriever = self.retriever.with_reranker(reranker);
        }
        self
    }

    /// Sets the language model that selects the answering sentences among those of the extractive writer.
    pub fn with_writer(mut self, writer: Option<&'a ModelWriter<'a>>) -> Self {
        self.writer = writer;
        self
    }
}
