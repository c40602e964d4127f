//! Run of all questions in a set.

use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;

use crate::EvalError;
use twolane_answer::{Conversation, Inquiry, Reply, recheck_in_session};
use twolane_archive::Archive;
use twolane_retrieve::{Hit, Request};
use twolane_text::{Source, SourceId};

use super::case::AnswerCase;
use super::gold_files::GoldFiles;
use super::judge::{judge_answer, page_ranks};
use super::verdict::Verdict;

/// The result of the question that was just judged.
pub struct Told<'r> {
    /// Number of the question, from 1.
    pub number: usize,
    /// Verdict on the question.
    pub verdict: &'r Verdict,
    /// Its `ask --json` output.
    pub output: &'r Value,
    /// Reply of the conversation.
    pub reply: &'r Reply,
}

/// Function that builds the request for a question about a town.
pub type MakeRequest<'a> = &'a dyn Fn(&str, Option<&str>) -> Result<Request, EvalError>;

/// Runner that sends questions through the same conversation as users do.
pub struct AnswersRun<'a> {
    /// The conversation. Without a session store, it remembers nothing between cases.
    pub conversation: &'a Conversation<'a>,
    /// Archive of the conversation.
    pub archive: &'a Archive,
    /// Builds the request for a question of a town, with the filters common to all.
    pub request: MakeRequest<'a>,
    /// Formats the reply to an inquiry as `ask --json` does.
    pub printed: &'a dyn Fn(&Reply, &Inquiry) -> Value,
}

impl AnswersRun<'_> {
    /// Judges all questions in order. `told` is called after each one and may return `false` to stop.
    ///
    /// # Errors
    /// [`EvalError::Cancelled`], and those of reading the archive: a question that fails indicates a bug in
    /// the program, not in the set.
    pub fn run(
        &self,
        cases: &[AnswerCase],
        told: &mut dyn FnMut(Told<'_>) -> Result<bool, EvalError>,
    ) -> Result<(Vec<Verdict>, GoldFiles), EvalError> {
        let files = GoldFiles::new(cases, &self.archive.sources()?);
        let mut verdicts = Vec::with_capacity(cases.len());
        for (number, case) in (1..).zip(cases) {
            let inquiry = self.inquiry(case, &files)?;
            let start = Instant::now();
            let reply = self.conversation.ask(&inquiry)?;
            let latency_ms = start.elapsed().as_secs_f64() * 1000.0;
            let output = (self.printed)(&reply, &inquiry);
            let verdict = self.judge(case, &reply, &output, &files, latency_ms)?;
            let go_on = told(Told { number, verdict: &verdict, output: &output, reply: &reply })?;
            verdicts.push(verdict);
            if !go_on {
                return Err(EvalError::Cancelled);
            }
        }
        Ok((verdicts, files))
    }

    fn inquiry(&self, case: &AnswerCase, files: &GoldFiles) -> Result<Inquiry, EvalError> {
        let mut request = (self.request)(&case.question, case.town.as_deref())?;
        if !case.within.is_empty() {
            let ids = case.within.iter().flat_map(|name| files.of(name));
            request.query.filter.sources = ids.map(|id| SourceId(id.to_owned())).collect();
            if request.query.filter.sources.is_empty() {
                return Err(EvalError::Nothing {
                    what: format!(
                        "{}: the archive has none of {}, which the question is to be asked of; ingest it first",
                        case.id,
                        case.within.join(", ")
                    ),
                });
            }
        }
        Ok(Inquiry { context: case.fields(), paste: case.paste.clone(), ..Inquiry::new(request) })
    }

    fn judge(
        &self,
        case: &AnswerCase,
        reply: &Reply,
        output: &Value,
        files: &GoldFiles,
        latency_ms: f64,
    ) -> Result<Verdict, EvalError> {
        let texts: Vec<Arc<Source>> = reply.user_texts.iter().map(|text| Arc::new(text.source())).collect();
        let lookup = |id: &SourceId| texts.iter().find(|s| s.id() == id).cloned();
        let recheck = match reply.envelope.checked() {
            Some(_) => Some(recheck_in_session(
                self.archive,
                twolane_retrieve::Vocabulary::built_in(),
                &lookup,
                &output.to_string(),
            )?),
            None => None,
        };
        let mut verdict = judge_answer(case, output, recheck.as_ref(), files, latency_ms);
        if let Some(asked) = &reply.asked {
            let pages = |hit: &Hit| hit.quote.locator().start().page..=hit.quote.locator().end().page;
            let hits = asked.search.hits.iter();
            let found = hits.flat_map(|hit| pages(hit).map(|page| (hit.source.id.clone(), page)));
            verdict.pages = page_ranks(case, found, files);
        }
        Ok(verdict)
    }
}
