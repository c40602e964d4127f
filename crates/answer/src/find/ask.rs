//! The question answerer: an archive, its retriever, models and settings.

use crate::error::AskError;
use crate::options::AnswerOptions;
use twolane_archive::Archive;
use twolane_encoder::Embedder;
use twolane_retrieve::{Rerank, RetrievalOptions, Retriever, SearchOptions};

use super::write::ModelWriter;

/// Settings of the search, the lanes and the answer. The defaults are those of the program.
#[derive(Debug, Clone, Default)]
pub struct AskOptions {
    /// Settings of the search.
    pub search: SearchOptions,
    /// Settings of the lanes.
    pub retrieval: RetrievalOptions,
    /// Settings of the answer.
    pub answer: AnswerOptions,
}

/// Answers questions from one archive: searches its lanes, chooses the sentences that answer, looks each of them up
/// again in its source, and returns a sealed [`Answer`](crate::Answer).
///
/// Each question is on its own. [`Conversation`](crate::Conversation) wraps it for people: it remembers what was
/// said, and asks back when a question is unclear. Build it once and keep it: it opens and measures
/// everything at the start.
pub struct Ask<'a> {
    pub(crate) archive: &'a Archive,
    pub(crate) embedder: Option<&'a dyn Embedder>,
    pub(crate) retriever: Retriever<'a>,
    pub(crate) writer: Option<&'a ModelWriter<'a>>,
    pub(crate) options: AskOptions,
}

impl<'a> Ask<'a> {
    /// Builds the answerer. `embedder` is the model with which the archive's papers were embedded.
    ///
    /// Passing `None`, or a model other than the archive's, is no error but has a price:
    ///
    /// - **Search** is keyword search (BM25) alone. Only words that a passage shares with the question find it. So a
    ///   question in other words than the paper's often finds nothing, or another passage.
    /// - **Reader**: the small model that reads question and passage together belongs to the default embedding model.
    ///   Without it, rank, choice of sentences, abstention and strength rest on shared words. A strength then has
    ///   another meaning (SPEC SYN-5) and was not measured.
    /// - **Conflicts**: values in passages that do not answer are compared too.
    ///
    /// Quotes are checked in the same way with and without a model. The answer's
    /// [`limitations`](crate::AnswerContent::limitations) say that keyword search alone was used, and why.
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
