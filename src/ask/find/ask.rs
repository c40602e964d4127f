//! Who answers, and with what: an archive, its retriever, models and settings.

use crate::archive::Archive;
use crate::ask::error::AskError;
use crate::ask::options::AnswerOptions;
use crate::inference::Embedder;
use crate::retrieve::{Rerank, RetrievalOptions, Retriever, SearchOptions};

use super::write::ModelWriter;

/// Settings of the whole way.
#[derive(Debug, Clone, Default)]
pub struct AskOptions {
    /// Search.
    pub search: SearchOptions,
    /// Lanes.
    pub retrieval: RetrievalOptions,
    /// Answer.
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
    /// Without an embedder, words alone decide.
    ///
    /// # Errors
    /// When the options name a vocabulary file that can't be used.
    pub fn new(
        archive: &'a Archive,
        embedder: Option<&'a dyn Embedder>,
        options: AskOptions,
    ) -> Result<Self, AskError> {
        let (search, retrieval) = (options.search.clone(), options.retrieval.clone());
        let retriever = Retriever::new(archive, embedder, search, retrieval)?;
        Ok(Ask { archive, embedder, retriever, writer: None, options })
    }

    /// What it searches with.
    pub fn retriever(&self) -> &Retriever<'a> {
        &self.retriever
    }

    /// Searches with this second stage.
    pub fn with_reranker(mut self, reranker: Option<&'a dyn Rerank>) -> Self {
        if let Some(reranker) = reranker {
            self.retriever = self.retriever.with_reranker(reranker);
        }
        self
    }

    /// Lets a language model name the sentences that answer, among those that the extractive writer
    /// found.
    pub fn with_writer(mut self, writer: Option<&'a ModelWriter<'a>>) -> Self {
        self.writer = writer;
        self
    }
}
