//! Models that stop when the client is gone. All slow work of a question goes through a model, so code that
//! uses these models need not check [`Cancel`] itself.

use std::sync::OnceLock;

use twolane_encoder::{
    CrossEncoder, EmbeddedPassage, Embedder, GoOn, InferenceError, NearText, OnProgress, ReadPassages,
    Reading, Role, TokenVectors,
};
use twolane_retrieve::{Candidate, Rerank, RerankWeights, SearchError};
use twolane_text::{Embedding, ModelId};

use super::cancel::Cancel;

fn still(cancel: &Cancel) -> Result<(), InferenceError> {
    if cancel.goes_on() { Ok(()) } else { Err(InferenceError::Cancelled) }
}

/// A bi-encoder that works only while the client waits.
pub struct WatchedEmbedder<'a> {
    model: &'a dyn Embedder,
    cancel: &'a Cancel,
    cross_encoder: OnceLock<Option<WatchedCrossEncoder<'a>>>,
    reader: OnceLock<Option<WatchedReader<'a>>>,
}

impl<'a> WatchedEmbedder<'a> {
    /// Wraps the model, for the client of `cancel`.
    pub fn new(model: &'a dyn Embedder, cancel: &'a Cancel) -> Self {
        WatchedEmbedder { model, cancel, cross_encoder: OnceLock::new(), reader: OnceLock::new() }
    }
}

impl Embedder for WatchedEmbedder<'_> {
    fn model(&self) -> &ModelId {
        self.model.model()
    }

    fn dimensions(&self) -> usize {
        self.model.dimensions()
    }

    fn max_tokens(&self) -> usize {
        self.model.max_tokens()
    }

    fn count_tokens(&self, text: &str) -> usize {
        self.model.count_tokens(text)
    }

    fn embed(
        &self,
        texts: &[&str],
        role: Role,
        progress: OnProgress<'_>,
    ) -> Result<Vec<Embedding>, InferenceError> {
        self.model.embed(texts, role, &|done, of| self.cancel.goes_on() && progress(done, of))
    }

    fn embed_passages(
        &self,
        texts: &[&str],
        progress: OnProgress<'_>,
    ) -> Result<Vec<EmbeddedPassage>, InferenceError> {
        self.model.embed_passages(texts, &|done, of| self.cancel.goes_on() && progress(done, of))
    }

    fn token_vectors(&self, texts: &[&str], role: Role) -> Result<Option<Vec<TokenVectors>>, InferenceError> {
        still(self.cancel)?;
        self.model.token_vectors(texts, role)
    }

    fn cross_encoder(&self) -> Result<Option<&dyn CrossEncoder>, InferenceError> {
        let model = match self.cross_encoder.get() {
            Some(model) => model,
            None => {
                let model = self.model.cross_encoder()?;
                let model = model.map(|model| WatchedCrossEncoder { model, cancel: self.cancel });
                self.cross_encoder.get_or_init(|| model)
            }
        };
        Ok(model.as_ref().map(|model| model as &dyn CrossEncoder))
    }

    fn reader(&self) -> Result<Option<&dyn ReadPassages>, InferenceError> {
        let reader = match self.reader.get() {
            Some(reader) => reader,
            None => {
                let reader = self.model.reader()?.map(|reader| WatchedReader { reader, cancel: self.cancel });
                self.reader.get_or_init(|| reader)
            }
        };
        Ok(reader.as_ref().map(|reader| reader as &dyn ReadPassages))
    }
}

/// The built-in cross-encoder, working only while the client waits.
struct WatchedCrossEncoder<'a> {
    model: &'a dyn CrossEncoder,
    cancel: &'a Cancel,
}

impl CrossEncoder for WatchedCrossEncoder<'_> {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn scores(
        &self,
        query: &str,
        passages: &[&str],
        go_on: GoOn<'_>,
    ) -> Result<Vec<Option<f32>>, InferenceError> {
        let scores = self.model.scores(query, passages, &|| self.cancel.goes_on() && go_on())?;
        still(self.cancel)?;
        Ok(scores)
    }
}

struct WatchedReader<'a> {
    reader: &'a dyn ReadPassages,
    cancel: &'a Cancel,
}

impl ReadPassages for WatchedReader<'_> {
    fn read(
        &self,
        question: &str,
        passages: &[&str],
        go_on: GoOn<'_>,
    ) -> Result<Vec<Option<Reading>>, InferenceError> {
        let read = self.reader.read(question, passages, &|| self.cancel.goes_on() && go_on())?;
        // A result that is incomplete because the client has gone must not count as one of a slow reader.
        still(self.cancel)?;
        Ok(read)
    }

    fn undone(&self, texts: &[NearText<'_>]) -> Result<Vec<f32>, InferenceError> {
        still(self.cancel)?;
        self.reader.undone(texts)
    }
}

/// A reranker that works only while the client waits.
pub struct WatchedRerank<'a> {
    stage: &'a dyn Rerank,
    cancel: &'a Cancel,
}

impl<'a> WatchedRerank<'a> {
    /// Wraps the reranker, for the client of `cancel`.
    pub fn new(stage: &'a dyn Rerank, cancel: &'a Cancel) -> Self {
        WatchedRerank { stage, cancel }
    }
}

impl Rerank for WatchedRerank<'_> {
    fn name(&self) -> &str {
        self.stage.name()
    }

    fn pool(&self) -> usize {
        self.stage.pool()
    }

    fn weights(&self) -> RerankWeights {
        self.stage.weights()
    }

    fn closeness(
        &self,
        query: &str,
        candidates: &[Candidate],
        in_time: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Option<f32>>, SearchError> {
        let close = self.stage.closeness(query, candidates, &|| self.cancel.goes_on() && in_time())?;
        still(self.cancel)?;
        Ok(close)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// A reranker that only checks whether to continue.
    struct Half;

    impl Rerank for Half {
        fn name(&self) -> &str {
            "half"
        }

        fn pool(&self) -> usize {
            4
        }

        fn weights(&self) -> RerankWeights {
            RerankWeights { words: 1.0, meaning: 1.0, close: 1.0, pairs: 0.0 }
        }

        fn closeness(
            &self,
            _: &str,
            candidates: &[Candidate],
            in_time: &(dyn Fn() -> bool + Sync),
        ) -> Result<Vec<Option<f32>>, SearchError> {
            Ok(candidates.iter().map(|_| in_time().then_some(0.5)).collect())
        }
    }

    #[test]
    fn a_second_stage_ends_with_whoever_waits() {
        let cancel = Cancel::within(Duration::from_secs(60));
        let watched = WatchedRerank::new(&Half, &cancel);
        assert_eq!((watched.name(), watched.pool(), watched.weights().close), ("half", 4, 1.0));
        assert!(watched.closeness("q", &[], &|| true).is_ok());
        drop(cancel.guard());
        let ended = watched.closeness("q", &[], &|| true);
        assert!(matches!(ended, Err(SearchError::Inference(InferenceError::Cancelled))), "{ended:?}");
    }
}
