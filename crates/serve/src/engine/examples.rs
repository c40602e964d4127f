//! The engine's example questions: each was asked before it is shown, and its paper answered.

use std::sync::TryLockError;

use serde_json::{Value, json};

use crate::access::caller::Caller;
use crate::cancel::Cancel;
use crate::examples::{BUDGET, Candidate, FEES, MINUTES, PAPERS, TRIED, in_turn, of_paper};
use crate::problem::Problem;
use crate::requests::AskRequest;
use twolane_archive::SourceSummary;

use super::Engine;

/// The number of questions that are shown.
const SHOWN: usize = 6;

impl Engine {
    /// Returns example questions that this archive answers. The list is empty while another request looks for them.
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
        if let Some((.., questions)) =
            kept.iter().find(|(of, level, _)| *of == generation && *level == self.sees)
        {
            return Ok(json!({ "questions": questions, "looking": false }));
        }
        let mut papers: Vec<SourceSummary> = archive.sources()?;
        papers.retain(|paper| paper.meta.lane == "local" && paper.lines > 0);
        papers.sort_by(|a, b| b.meta.date.cmp(&a.meta.date).then_with(|| a.id.cmp(&b.id)));
        let mut candidates = Vec::new();
        for paper in papers.iter().take(PAPERS) {
            if let Ok(source) = archive.source(&paper.id) {
                candidates.extend(of_paper(paper, source.lines()));
            }
        }
        let mut questions: Vec<String> = Vec::new();
        for candidate in in_turn(candidates).into_iter().take(TRIED) {
            if questions.len() >= SHOWN {
                break;
            }
            // What was found by then is kept, so that the next request does not begin anew.
            if cancel.still().is_err() {
                break;
            }
            if self.is_answered(&candidate, caller, cancel) {
                questions.push(candidate.question);
            }
        }
        kept.retain(|(of, level, _)| *of == generation && *level != self.sees);
        kept.push((generation, self.sees, questions.clone()));
        Ok(json!({ "questions": questions, "looking": false }))
    }

    /// Returns true when the first quote of the answer is from the question's own paper, is of the kind that was asked
    /// for, and is not weak.
    fn is_answered(&self, candidate: &Candidate, caller: &Caller, cancel: &Cancel) -> bool {
        let asked =
            AskRequest { question: candidate.question.clone(), no_model: true, ..AskRequest::default() };
        // Nobody asked it, so nothing is remembered.
        let reply = self.reply_kept(&asked, caller, cancel, &|_| {}, None);
        let Ok((reply, form)) = reply else { return false };
        let reply = super::written(&reply, form, &asked);
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
