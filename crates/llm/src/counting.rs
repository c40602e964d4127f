//! Counts a model's calls by purpose and stops those beyond the budget.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use twolane_text::ModelId;

use super::completion::{Completed, Completion};
use super::control::Control;
use super::error::LanguageModelError;
use super::model::{LanguageModel, Limits};

/// Budget of one question. `None` means no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Budget {
    /// Maximum number of calls, for any purpose.
    pub calls: Option<u64>,
    /// Maximum number of tokens, in and out together. A call that starts within the budget may exceed it by
    /// its own prompt; its text is limited to the remainder.
    pub tokens: Option<u64>,
    /// Time at which all calls must be finished.
    pub deadline: Option<Instant>,
}

/// Counts of one purpose's calls.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PurposeCount {
    /// Number of calls, including failed ones.
    pub calls: u64,
    /// Number of calls that ended in an error.
    pub failed: u64,
    /// Number of tokens in the prompts.
    pub tokens_in: u64,
    /// Number of tokens in the texts.
    pub tokens_out: u64,
    /// Total time of the calls.
    pub time: Duration,
}

/// Counts of calls by purpose.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CallCount {
    /// Counts by [`Completion::purpose`].
    pub by_purpose: BTreeMap<String, PurposeCount>,
}

impl CallCount {
    /// Returns the number of calls for all purposes.
    pub fn calls(&self) -> u64 {
        self.by_purpose.values().fold(0, |sum, count| sum.saturating_add(count.calls))
    }

    /// Returns the number of tokens, in and out, for all purposes.
    pub fn tokens(&self) -> u64 {
        self.by_purpose
            .values()
            .fold(0, |sum, count| sum.saturating_add(count.tokens_in).saturating_add(count.tokens_out))
    }

    fn of(&mut self, purpose: &str) -> &mut PurposeCount {
        self.by_purpose.entry(purpose.to_owned()).or_default()
    }

    /// Records the end of a booked call.
    fn end(&mut self, purpose: &str, time: Duration, result: &Result<Completed, LanguageModelError>) {
        let entry = self.of(purpose);
        entry.time = entry.time.saturating_add(time);
        match result {
            Ok(completed) => {
                let tokens = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
                entry.tokens_in = entry.tokens_in.saturating_add(tokens(completed.tokens_in));
                entry.tokens_out = entry.tokens_out.saturating_add(tokens(completed.tokens_out));
            }
            Err(_) => entry.failed = entry.failed.saturating_add(1),
        }
    }
}

/// Counter for all calls of one question. Planner, steps, writer and repair book here, and none of them
/// exceeds the question's limit (SPEC HOP-3). Clones share one count.
#[derive(Debug, Clone, Default)]
pub struct CallCounter(Arc<Mutex<Held>>);

#[derive(Debug, Default)]
struct Held {
    limit: Option<u64>,
    count: CallCount,
}

impl CallCounter {
    /// Creates an empty counter with this limit on calls.
    pub fn of(limit: u64) -> Self {
        let counter = CallCounter::default();
        counter.allow(limit);
        counter
    }

    /// Sets the limit on calls.
    pub fn allow(&self, limit: u64) {
        self.held().limit = Some(limit);
    }

    /// Raises the limit by this many calls.
    pub fn raise(&self, by: u64) {
        let mut held = self.held();
        held.limit = held.limit.map(|limit| limit.saturating_add(by));
    }

    /// Returns the limit on calls; `None` without a limit.
    pub fn limit(&self) -> Option<u64> {
        self.held().limit
    }

    /// Returns the counts so far.
    pub fn count(&self) -> CallCount {
        self.held().count.clone()
    }

    /// Returns the number of calls left; `None` without a limit.
    pub fn left(&self) -> Option<u64> {
        let held = self.held();
        held.limit.map(|limit| limit.saturating_sub(held.count.calls()))
    }

    fn held(&self) -> std::sync::MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A model that counts its calls and enforces a budget; one for each stage of a question.
pub struct Counted<M> {
    model: M,
    budget: Budget,
    count: Mutex<CallCount>,
    /// Counter for the question as a whole.
    question: CallCounter,
}

impl<M: LanguageModel> Counted<M> {
    /// Creates a model with empty counts.
    pub fn new(model: M, budget: Budget) -> Self {
        Self { model, budget, count: Mutex::new(CallCount::default()), question: CallCounter::default() }
    }

    /// Also books each call with the question's counter, and stops when that is spent.
    pub fn booking(self, question: &CallCounter) -> Self {
        Self { question: question.clone(), ..self }
    }

    /// Returns the counts so far.
    pub fn count(&self) -> CallCount {
        self.count.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the number of calls left in the budget; `None` without a limit.
    pub fn calls_left(&self) -> Option<u64> {
        self.budget.calls.map(|limit| limit.saturating_sub(self.count().calls()))
    }

    /// Books a call before it starts, so that parallel calls cannot exceed the budget together.
    fn book(&self, purpose: &'static str) -> Result<Option<u64>, LanguageModelError> {
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        let spent = |what, spent, limit| LanguageModelError::BudgetSpent {
            call: purpose.to_owned(),
            what,
            spent,
            limit,
        };
        if let Some(limit) = self.budget.calls.filter(|limit| count.calls() >= *limit) {
            return Err(spent("calls", count.calls(), limit));
        }
        if let Some(limit) = self.budget.tokens.filter(|limit| count.tokens() >= *limit) {
            return Err(spent("tokens", count.tokens(), limit));
        }
        let left = self.budget.tokens.map(|limit| limit.saturating_sub(count.tokens()));
        let mut question = self.question.held();
        if let Some(limit) = question.limit.filter(|limit| question.count.calls() >= *limit) {
            return Err(spent("calls", question.count.calls(), limit));
        }
        for count in [&mut *count, &mut question.count] {
            let entry = count.of(purpose);
            entry.calls = entry.calls.saturating_add(1);
        }
        Ok(left)
    }
}

impl<M: LanguageModel> LanguageModel for Counted<M> {
    fn id(&self) -> &ModelId {
        self.model.id()
    }

    fn limits(&self) -> Limits {
        self.model.limits()
    }

    fn complete(&self, request: &Completion, control: &Control<'_>) -> Result<Completed, LanguageModelError> {
        let begun = Instant::now();
        let deadline = match (control.deadline, self.budget.deadline) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        let control = Control { deadline, ..*control };
        control.check(&self.model.id().0, begun)?;
        let left = self.book(request.purpose)?;
        let result = match left.map(|left| usize::try_from(left).unwrap_or(usize::MAX)) {
            Some(left) if left < request.max_tokens => {
                self.model.complete(&Completion { max_tokens: left, ..request.clone() }, &control)
            }
            _ => self.model.complete(request, &control),
        };
        let time = begun.elapsed();
        self.count.lock().unwrap_or_else(PoisonError::into_inner).end(request.purpose, time, &result);
        self.question.held().count.end(request.purpose, time, &result);
        result
    }

    fn count_tokens(&self, request: &Completion) -> Option<usize> {
        self.model.count_tokens(request)
    }

    fn note(&self) -> Option<&str> {
        self.model.note()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Message, ScriptedModel};

    fn request(purpose: &'static str) -> Completion {
        Completion::new(purpose, vec![Message::user("one two three")])
    }

    #[test]
    fn calls_are_counted_by_name_and_stop_at_the_budget() {
        let model = ScriptedModel::repeating("four five");
        let counted = Counted::new(&model, Budget { calls: Some(3), ..Budget::default() });
        for purpose in ["plan", "answer", "plan"] {
            counted.complete(&request(purpose), &Control::default()).unwrap();
        }
        let error = counted.complete(&request("critic"), &Control::default()).unwrap_err();
        assert!(matches!(&error, LanguageModelError::BudgetSpent { what: "calls", spent: 3, limit: 3, .. }));
        assert!(error.to_string().contains("before critic"), "{error}");
        let count = counted.count();
        assert_eq!(count.by_purpose["plan"].calls, 2);
        assert_eq!(count.by_purpose["answer"].calls, 1);
        assert!(!count.by_purpose.contains_key("critic"));
        assert_eq!(count.tokens(), 15);
        assert_eq!((counted.calls_left(), model.prompts().len()), (Some(0), 3));
    }

    #[test]
    fn whoever_calls_books_with_the_question() {
        let model = ScriptedModel::repeating("four five");
        let question = CallCounter::of(3);
        let planner = Counted::new(&model, Budget::default()).booking(&question);
        let writer = Counted::new(&model, Budget { calls: Some(9), ..Budget::default() }).booking(&question);
        for (counted, purpose) in [(&planner, "plan"), (&writer, "answer"), (&planner, "plan")] {
            counted.complete(&request(purpose), &Control::default()).unwrap();
        }
        let error = writer.complete(&request("repair"), &Control::default()).unwrap_err();
        assert!(matches!(error, LanguageModelError::BudgetSpent { what: "calls", spent: 3, limit: 3, .. }));
        assert_eq!((writer.count().calls(), question.count().calls(), question.left()), (1, 3, Some(0)));
        assert_eq!(question.count().by_purpose["plan"].tokens_out, 4);
        question.allow(4);
        writer.complete(&request("repair"), &Control::default()).unwrap();
        assert_eq!(question.count().by_purpose["repair"].calls, 1);
    }

    #[test]
    fn tokens_are_held_to_what_is_left() {
        let model = ScriptedModel::repeating("a b c d e f g h");
        let counted = Counted::new(&model, Budget { tokens: Some(7), ..Budget::default() });
        let first = counted.complete(&request("answer"), &Control::default()).unwrap();
        assert_eq!((first.text.as_str(), first.tokens_out), ("a b c d e f g ", 7));
        let error = counted.complete(&request("answer"), &Control::default()).unwrap_err();
        assert!(matches!(error, LanguageModelError::BudgetSpent { what: "tokens", .. }));
    }

    #[test]
    fn the_nearer_deadline_counts() {
        let model = ScriptedModel::repeating("x");
        let past = Instant::now();
        let counted = Counted::new(&model, Budget { deadline: Some(past), ..Budget::default() });
        let late = counted.complete(&request("plan"), &Control::default().within(Duration::from_secs(60)));
        assert!(matches!(late, Err(LanguageModelError::TimedOut { .. })));
        assert_eq!(counted.count().calls(), 0);
    }
}
