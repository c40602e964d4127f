//! Looking for an answer that was given before, and keeping one.

use std::time::Instant;

use crate::archive::{ChunkId, SessionStore, StoredMemory};
use crate::ask::check::answer::Mode;
use crate::ask::check::own_words::Setting;
use crate::ask::check::verify::{Answer, Reopening, Verified, fold, reopen};
use crate::ask::error::AskError;
use crate::ask::find::ask::Ask;
use crate::ask::language::same_question::{Essence, same_words};
use crate::ask::options::FormName;
use crate::inference::Role;
use crate::retrieve::{Request, Retrieved};
use crate::text::{Embedding, SourceId};

use super::context::{Asking, context_of};
use super::entry::Entry;
use super::options::MemoryOptions;

/// Answers of one context that are looked at, newest.
const MOST: u32 = 64;

/// What is said of an answer that was given before.
#[derive(Debug, Clone, PartialEq)]
pub struct Recalled {
    /// Its id.
    pub id: String,
    /// The question that it was given to.
    pub question: String,
    /// When, RFC 3339 UTC.
    pub at: String,
    /// Cosine of both questions; 1 for the same words.
    pub similarity: f32,
    /// The form that fitted it.
    pub form: FormName,
    /// Milliseconds that it took to find and to look up again.
    pub milliseconds: f64,
}

/// Memory as one question sees it.
pub(in crate::ask) struct Memory<'a> {
    ask: &'a Ask<'a>,
    store: &'a SessionStore,
    options: &'a MemoryOptions,
    owner: String,
    session: Option<String>,
    context: String,
    state: String,
    question: String,
    embedding: Option<Embedding>,
    /// The reader was wanted.
    reads: bool,
    entry: Entry,
    now: i64,
    started: Instant,
}

impl<'a> Memory<'a> {
    /// For a question that stands alone, with all conditions put in.
    ///
    /// # Errors
    /// Those of the embedding model.
    pub fn of(
        ask: &'a Ask<'a>,
        store: &'a SessionStore,
        options: &'a MemoryOptions,
        request: &Request,
        asking: &Asking<'_>,
    ) -> Result<Self, AskError> {
        let started = Instant::now();
        let question = request.query.text.clone();
        let embedding = match ask.embedder {
            Some(embedder) => embedder.embed(&[&question], Role::Query, &|_, _| true)?.into_iter().next(),
            None => None,
        };
        let entry = Entry {
            question: question.clone(),
            at: asking.now.to_string(),
            fields: asking.fields.iter().map(|(name, f)| (name.clone(), f.value.clone())).collect(),
            confidence: 0.0,
            form: FormName::default(),
            evidence: String::new(),
        };
        Ok(Memory {
            context: context_of(ask, request, asking),
            state: ask.archive.state_hash(),
            owner: asking.owner.to_owned(),
            session: asking.session.map(str::to_owned),
            now: asking.now.as_second(),
            ask,
            store,
            options,
            question,
            embedding,
            reads: request.query.read,
            entry,
            started,
        })
    }

    /// The answer to this question, if it was given before and still stands to the letter.
    ///
    /// # Errors
    /// Those of the store and of reading the archive.
    pub fn find(&self, request: &Request) -> Result<Option<(Recalled, Verified<Answer>)>, AskError> {
        let held = self.store.memories_of(&self.context, &self.state, self.now, MOST)?;
        let asked = Essence::of(&self.question);
        for stored in held {
            let Ok(entry) = Entry::read(&stored) else { continue };
            let Some(similarity) = self.similarity(&asked, &stored, &entry.question) else { continue };
            let sources = self.ask.archive.sources()?;
            let lookup = |id: &SourceId| self.ask.archive.source(id).ok();
            let sections = |id: &SourceId| self.ask.archive.aliases(id).unwrap_or_default();
            let reopening = Reopening {
                lookup: &lookup,
                sections: &sections,
                options: &self.ask.options.answer.verify,
                sources: &sources,
            };
            // It speaks of the question that it was given to.
            let mut request = request.clone();
            request.query.text.clone_from(&entry.question);
            let vocabulary = self.ask.retriever.vocabulary();
            let setting = Setting::of(self.ask.archive, vocabulary, sources.clone(), &request)
                .with_model(self.ask.writer.is_some());
            let Some(answer) = reopen(&entry.evidence, setting, &reopening) else { continue };
            let milliseconds = self.started.elapsed().as_secs_f64() * 1000.0;
            let recalled = Recalled {
                id: stored.id,
                question: entry.question,
                at: entry.at,
                similarity,
                form: entry.form,
                milliseconds,
            };
            return Ok(Some((recalled, answer)));
        }
        Ok(None)
    }

    /// How like a remembered question is; `None` for another one. Without a model only the same words
    /// are the same question.
    fn similarity(&self, asked: &Essence, stored: &StoredMemory, question: &str) -> Option<f32> {
        if same_words(&self.question, question) {
            return Some(1.0);
        }
        let (own, other) = (self.embedding.as_ref()?, stored.embedding.as_ref()?);
        if own.model != other.model || own.values.len() != other.values.len() {
            return None;
        }
        let cosine: f32 = own.values.iter().zip(&other.values).map(|(a, b)| a * b).sum();
        (cosine >= self.options.least_cosine && *asked == Essence::of(question)).then_some(cosine.min(1.0))
    }

    /// Keeps an answer that was found by this search, if it is one: it answers, nothing is missing in it,
    /// and its passages are close enough to the question. The id under which it is kept.
    ///
    /// # Errors
    /// Those of the store and of reading the archive.
    pub fn keep(
        &self,
        answer: &Verified<Answer>,
        search: &Retrieved,
        form: FormName,
        id: impl FnOnce() -> String,
    ) -> Result<Option<String>, AskError> {
        let confidence = self.confidence(answer.get(), search)?;
        let whole = answer.get().mode == Mode::Answer && answer.get().gaps.is_empty();
        let whole = whole && !self.was_cut_short(search)?;
        // Another commit came between: which state the answer is of can't be said.
        let moved = self.ask.archive.state_hash() != self.state;
        if !whole || moved || confidence < self.options.least_confidence || self.options.keep == 0 {
            return Ok(None);
        }
        let Ok(evidence) = serde_json::to_string(answer.get()) else { return Ok(None) };
        let entry = Entry { confidence, evidence, form, ..self.entry.clone() };
        let Ok(body) = serde_json::to_string(&entry) else { return Ok(None) };
        let stored = StoredMemory {
            id: id(),
            owner: self.owner.clone(),
            session: self.session.clone(),
            context: self.context.clone(),
            state: self.state.clone(),
            at: self.now,
            embedding: self.embedding.clone(),
            body,
        };
        self.store.put_memory(&stored, self.options.keep)?;
        Ok(Some(stored.id))
    }

    /// True where time ran out before all passages were looked at: on another day they would be.
    fn was_cut_short(&self, search: &Retrieved) -> Result<bool, AskError> {
        let done = &search.trace.rerank;
        let reading = &self.ask.options.search.reading;
        let reads = match self.ask.embedder.filter(|_| self.reads && reading.enabled && !done.by.is_empty()) {
            Some(embedder) => embedder.reader()?.is_some(),
            None => false,
        };
        Ok(done.out_of_time > 0 || (reads && done.read < reading.pool.min(done.pool)))
    }

    /// Mean closeness of the question and the passages that the facts stand in; of the best passages,
    /// where no fact stands in one that has an embedding. Without a model there are no cosines to read:
    /// the share of the question's words that the best fact accounts for takes their place.
    fn confidence(&self, answer: &Answer, search: &Retrieved) -> Result<f32, AskError> {
        let quotes: Vec<(&SourceId, String)> =
            answer.facts.iter().flat_map(|f| &f.support).map(|q| (q.source_id(), fold(q.text()))).collect();
        let used: Vec<ChunkId> = search
            .hits
            .iter()
            .filter(|hit| {
                let text = fold(hit.quote.text());
                quotes.iter().any(|(id, quote)| *id == &hit.source.id && text.contains(quote))
            })
            .map(|hit| hit.chunk)
            .collect();
        let Some(embedding) = &self.embedding else { return Ok(answer.record_strength.situation_alignment) };
        let close = self.ask.retriever.closeness_to(embedding, &used)?;
        Ok(close.unwrap_or(search.signals.retrieval_confidence))
    }
}
