//! Looks up and stores remembered answers.

use std::time::Instant;

use crate::check::answer::Mode;
use crate::check::own_words::Setting;
use crate::check::verify::{Answer, Reopening, Verified, fold, reopen};
use crate::error::AskError;
use crate::find::ask::Ask;
use crate::language::same_question::{Essence, same_words};
use crate::options::FormName;
use twolane_archive::{ChunkId, SessionStore, StoredMemory};
use twolane_encoder::Role;
use twolane_retrieve::{Request, Retrieved};
use twolane_text::{Embedding, SourceId};

use super::context::{Asking, context_of};
use super::entry::Entry;
use super::options::MemoryOptions;

/// Most answers of one context that are compared, the newest.
const MOST: u32 = 64;

/// Origin of a remembered answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Recalled {
    /// Id of the answer.
    pub id: String,
    /// Question that it answered.
    pub question: String,
    /// Time of the answer, RFC 3339 UTC.
    pub at: String,
    /// Cosine of both questions; 1 for the same words.
    pub similarity: f32,
    /// Form that fitted the question.
    pub form: FormName,
    /// Milliseconds for finding and checking it.
    pub milliseconds: f64,
}

/// Memory for one question.
pub(crate) struct Memory<'a> {
    ask: &'a Ask<'a>,
    store: &'a SessionStore,
    options: &'a MemoryOptions,
    owner: String,
    session: Option<String>,
    context: String,
    state: String,
    question: String,
    embedding: Option<Embedding>,
    /// True when the request asks for the reader.
    reads: bool,
    entry: Entry,
    now: i64,
    started: Instant,
}

impl<'a> Memory<'a> {
    /// Opens the memory for a complete question, with all conditions put in.
    ///
    /// # Errors
    /// Returns the errors of the embedding model.
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

    /// Returns the answer to this question, if one is remembered and still holds to the letter.
    ///
    /// # Errors
    /// Returns the errors of the store and of reading the archive.
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
            let vocabulary = self.ask.retriever.vocabulary();
            // The answer refers to the question that it answered.
            let setting = Setting::of(self.ask.archive, vocabulary, sources.clone(), request)
                .with_question(&entry.question)
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

    /// Returns the similarity of a remembered question; `None` for a different one. Without a model, only the same
    /// words are the same question.
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

    /// Stores an answer of this search, if it is complete: it answers, has no gap, and its passages are close enough to
    /// the question. Returns the id of the stored answer.
    ///
    /// # Errors
    /// Returns the errors of the store and of reading the archive.
    pub fn keep(
        &self,
        answer: &Verified<Answer>,
        search: &Retrieved,
        form: FormName,
        id: impl FnOnce() -> String,
    ) -> Result<Option<String>, AskError> {
        let confidence = self.confidence(answer.get(), search)?;
        let whole = answer.get().mode == Mode::Answer && answer.get().gaps.is_empty();
        // What only a model can judge can't be given again.
        let own_words = answer.get().prose.sentences.iter().any(|sentence| sentence.own_words);
        let whole = whole && !own_words && !self.was_cut_short(search)?;
        // After a commit in the meantime, the archive state of the answer is unknown.
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

    /// Returns true where the time limit left passages unread: on another day they would be read.
    fn was_cut_short(&self, search: &Retrieved) -> Result<bool, AskError> {
        let done = &search.trace.rerank;
        let reading = &self.ask.options.search.reading;
        let reads = match self.ask.embedder.filter(|_| self.reads && reading.enabled && !done.by.is_empty()) {
            Some(embedder) => embedder.reader()?.is_some(),
            None => false,
        };
        Ok(done.out_of_time > 0 || (reads && done.read < reading.pool.min(done.pool)))
    }

    /// Computes the mean closeness of the question to the passages that contain the facts. Where none of these has an
    /// embedding, it uses the best passages. Without a model there are no cosines. The share of the question's words
    /// that the best fact covers then replaces them.
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
