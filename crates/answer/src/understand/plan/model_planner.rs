//! Plans with a language model, under a schema.

use std::time::{Duration, Instant};

use crate::draft::prompt::{Untrusted, fill};
use twolane_llm::{
    Budget, CallCount, CallCounter, Completion, Constraint, Control, Counted, FailureKind, LanguageModel,
    LanguageModelError, Message,
};
use twolane_retrieve::Request;

use super::options::PlanOptions;
use super::reply::{PlanReply, Rewritten, plan_schema, rewrite_schema};

const PLANNER: &str = include_str!("../../../../../prompts/planner.md");
const PLANNER_QUESTION: &str = include_str!("../../../../../prompts/planner-question.md");
const REWRITE: &str = include_str!("../../../../../prompts/rewrite.md");
const REWRITE_QUESTION: &str = include_str!("../../../../../prompts/rewrite-question.md");

/// Most tokens of a plan. The fields of the schema contain about 1,500 characters when all are full; a plan that uses
/// up all tokens is invalid.
const PLAN_TOKENS: usize = 640;
/// Most tokens of three queries.
const REWRITE_TOKENS: usize = 240;

/// Planner that uses a language model.
pub struct ModelPlanner<'a> {
    model: &'a dyn LanguageModel,
    options: &'a PlanOptions,
}

/// Input for the model.
#[derive(Debug, Clone, Copy)]
pub struct Asking<'a> {
    /// Question without its choices.
    pub stem: &'a str,
    /// Request with the question's context.
    pub request: &'a Request,
    /// Topics of law that the model may name.
    pub topics: &'a [String],
    /// True to reword the question, too.
    pub rewrite: bool,
    /// Calls that may be made.
    pub calls: u64,
}

/// Output of the model, not yet checked against the given texts.
#[derive(Debug, Clone, Default)]
pub struct ModelPlan {
    /// Plan of the search.
    pub plan: Option<PlanReply>,
    /// Question in other words.
    pub rewritten: Option<Rewritten>,
    /// Errors, for people.
    pub failures: Vec<PlanFailure>,
    /// Calls by purpose.
    pub calls: CallCount,
    /// Id of the model.
    pub model: String,
}

/// A call without a usable reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanFailure {
    /// Purpose of the call: `plan` or `rewrite`.
    pub purpose: &'static str,
    /// Kind of the failure.
    pub kind: FailureKind,
    /// Description of the error. It may repeat a server's or a model's words.
    pub what: String,
    /// True when the reply did not have the requested form.
    pub unreadable: bool,
}

impl<'a> ModelPlanner<'a> {
    /// Builds a planner with these settings.
    pub fn new(model: &'a dyn LanguageModel, options: &'a PlanOptions) -> Self {
        ModelPlanner { model, options }
    }

    /// Plans with the model. Its errors are part of the result.
    pub fn plan(
        &self,
        asking: Asking<'_>,
        calls: &CallCounter,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> ModelPlan {
        let budget = Budget {
            calls: Some(asking.calls),
            tokens: Some(self.options.max_tokens),
            deadline: Instant::now().checked_add(Duration::from_secs(self.options.seconds)),
        };
        let counted = Counted::new(self.model, budget).booking(calls);
        let control = Control { go_on: Some(go_on), ..Control::default() };
        let mut plan = ModelPlan { model: self.model.id().0.clone(), ..ModelPlan::default() };
        match reply(&counted, &self.plan_request(asking), &control, PlanReply::read) {
            Ok(reply) => plan.plan = Some(reply),
            Err(failure) => plan.failures.push(failure),
        }
        if asking.rewrite && plan.plan.is_some() {
            match reply(&counted, &self.rewrite_request(asking), &control, Rewritten::read) {
                Ok(reply) => plan.rewritten = Some(reply),
                Err(failure) => plan.failures.push(failure),
            }
        }
        plan.calls = counted.count();
        plan
    }

    /// Builds the request for a plan.
    pub fn plan_request(&self, asking: Asking<'_>) -> Completion {
        let system = fill(PLANNER, &[("topics", &asking.topics.join(", "))]);
        let user = fill(PLANNER_QUESTION, &self.values(asking).each());
        Completion::new("plan", vec![Message::system(system.trim()), Message::user(user.trim())])
            .constrained(Constraint::JsonSchema(plan_schema(asking.topics)))
            .at_most(PLAN_TOKENS)
            .keeping_prefix("plan")
    }

    /// Builds the request for the question in other words.
    pub fn rewrite_request(&self, asking: Asking<'_>) -> Completion {
        let user = fill(REWRITE_QUESTION, &self.values(asking).each());
        Completion::new("rewrite", vec![Message::system(REWRITE.trim()), Message::user(user.trim())])
            .constrained(Constraint::JsonSchema(rewrite_schema()))
            .at_most(REWRITE_TOKENS)
            .keeping_prefix("rewrite")
    }

    fn values(&self, asking: Asking<'_>) -> Values {
        let request = asking.request;
        let neutral = |text: &str| Untrusted(text).neutral();
        let none = || "none".to_owned();
        let list = |values: &[String]| if values.is_empty() { none() } else { neutral(&values.join("; ")) };
        let newest = request.session_sources.iter().rev().take(SOURCES).collect::<Vec<_>>();
        let texts: Vec<String> = newest
            .into_iter()
            .rev()
            .map(|source| {
                let head: String = source.text.chars().take(self.options.source_chars).collect();
                format!("{}: {}", neutral(&source.title), neutral(&head))
            })
            .collect();
        Values {
            question: neutral(asking.stem),
            town: request.town.as_deref().map_or_else(none, neutral),
            situation: list(&request.situation),
            texts: if texts.is_empty() { none() } else { texts.join("\n") },
        }
    }
}

/// Number of the user's texts that a planner reads (SPEC SES-2).
pub(super) const SOURCES: usize = 2;

struct Values {
    question: String,
    town: String,
    situation: String,
    texts: String,
}

impl Values {
    fn each(&self) -> [(&str, &str); 4] {
        [
            ("question", &self.question),
            ("town", &self.town),
            ("situation", &self.situation),
            ("texts", &self.texts),
        ]
    }
}

fn reply<T>(
    model: &dyn LanguageModel,
    request: &Completion,
    control: &Control<'_>,
    read: impl Fn(&str) -> Result<T, super::reply::ReplyError>,
) -> Result<T, PlanFailure> {
    let failure =
        |kind, what: String, unreadable| PlanFailure { purpose: request.purpose, kind, what, unreadable };
    let text = model
        .complete(request, control)
        .and_then(|completed| completed.whole(&model.id().0))
        .map_err(|e| failure(e.kind(), e.to_string(), matches!(e, LanguageModelError::OutputCut { .. })))?;
    read(&text).map_err(|e| failure(FailureKind::OtherForm, e.to_string(), true))
}
