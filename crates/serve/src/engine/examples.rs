//! The engine's example questions: each was asked before it is shown, and its paper answered.

use std::sync::TryLockError;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::access::caller::Caller;
use crate::cancel::Cancel;
use crate::examples::{BUDGET, Candidate, FEES, Looked, MINUTES, PAPERS, TRIED, in_turn, of_paper};
use crate::problem::Problem;
use crate::requests::AskRequest;
use twolane_archive::SourceSummary;

use super::Engine;

/// The number of questions that are shown.
const SHOWN: usize = 6;
/// The longest time that one request looks for them.
const AT_A_TIME: Duration = Duration::from_secs(3);

impl Engine {
    /// Returns example questions that this archive answers, and true when more are looked for: by another request, or by the
    /// next one.
    ///
    /// # Errors
    /// Returns those of the archive.
    pub fn examples(&self, caller: &Caller, cancel: &Cancel) -> Result<Value, Problem> {
        let archive = self.archive();
        let generation = archive.generation();
        let mut kept = match self.shared.examples.0.try_lock() {
            Ok(kept) => kept,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return Ok(json!({ "questions": [], "looking": true })),
        };
        kept.retain(|looked| looked.generation == generation);
        if !kept.iter().any(|looked| looked.level == self.sees) {
            let level = self.sees;
            kept.push(Looked { generation, level, tried: 0, questions: Vec::new(), done: false });
        }
        let Some(looked) = kept.iter_mut().find(|looked| looked.level == self.sees) else {
            return Ok(json!({ "questions": [], "looking": false }));
        };
        if looked.done {
            return Ok(json!({ "questions": looked.questions, "looking": false }));
        }
        let begun = Instant::now();
        let mut papers: Vec<SourceSummary> = archive.sources()?;
        papers.retain(|paper| paper.meta.lane == "local" && paper.lines > 0);
        papers.sort_by(|a, b| b.meta.date.cmp(&a.meta.date).then_with(|| a.id.cmp(&b.id)));
        let mut candidates = Vec::new();
        for paper in papers.iter().take(PAPERS) {
            if let Ok(source) = archive.source(&paper.id) {
                candidates.extend(of_paper(paper, source.lines()));
            }
        }
        for candidate in in_turn(candidates).into_iter().take(TRIED).skip(looked.tried) {
            if looked.questions.len() >= SHOWN {
                break;
            }
            // The next request goes on from here.
            if begun.elapsed() > AT_A_TIME || cancel.still().is_err() {
                return Ok(json!({ "questions": looked.questions, "looking": true }));
            }
            looked.tried = looked.tried.saturating_add(1);
            if self.is_answered(&candidate, caller, cancel) {
                looked.questions.push(candidate.question);
            }
        }
        looked.done = true;
        Ok(json!({ "questions": looked.questions, "looking": false }))
    }

    /// Returns true when the first quote of the answer is from the question's own paper, is of the kind that was asked
    /// for, and is not weak.
    fn is_answered(&self, candidate: &Candidate, caller: &Caller, cancel: &Cancel) -> bool {
        let asked =
            AskRequest { question: candidate.question.clone(), no_model: true, ..AskRequest::default() };
        // Nobody asked it, so nothing is remembered.
        let reply = self.reply_kept(&asked, caller, cancel, &|_| {}, None);
        let Ok((reply, form)) = reply else { return false };
        let reply = asked.reply(&reply, form);
        let text = |path: &str| reply.pointer(path).and_then(Value::as_str).unwrap_or_default();
        let is_strong = matches!(text("/evidence/record_strength/tier"), "A" | "B");
        let quote = text("/evidence/facts/0/text");
        let fits = match candidate.kind {
            FEES | BUDGET => quote.contains('$'),
            MINUTES => ["oted", "oved", "arried"].iter().any(|part| quote.contains(part)),
            _ => true,
        };
        text("/evidence/mode") == "answer"
            && text("/evidence/facts/0/support/0/source_id") == candidate.paper.0
            && fits
            && is_strong
    }
}
