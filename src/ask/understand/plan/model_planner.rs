//! A plan by a language model, under a schema.

use std::time::{Duration, Instant};

use crate::ask::draft::prompt::{Untrusted, fill};
use crate::inference::language_model::{
    Budget, CallCount, CallCounter, Completion, Constraint, Control, Counted, FailureKind, LanguageModel,
    LanguageModelError, Message,
};
use crate::retrieve::Request;

use super::options::PlanOptions;
use super::reply::{PlanReply, Rewritten, plan_schema, rewrite_schema};

const PLANNER: &str = include_str!("../../../../prompts/planner.md");
const PLANNER_QUESTION: &str = include_str!("../../../../prompts/planner-question.md");
const REWRITE: &str = include_str!("../../../../prompts/rewrite.md");
const REWRITE_QUESTION: &str = include_str!("../../../../prompts/rewrite-question.md");

/// Tokens of a plan at most. The fields of the schema hold some 1,500 characters when all are full;
/// a plan that uses them up is no plan.
const PLAN_TOKENS: usize = 640;
/// Tokens of three queries at most.
const REWRITE_TOKENS: usize = 240;

/// Plans with a model.
pub struct ModelPlanner<'a> {
    model: &'a dyn LanguageModel,
    options: &'a PlanOptions,
}

/// What is asked of a model.
#[derive(Debug, Clone, Copy)]
pub struct Asking<'a> {
    /// The question without its choices.
    pub stem: &'a str,
    /// With its context.
    pub request: &'a Request,
    /// Matters of law that may be named.
    pub topics: &'a [String],
    /// Word the question anew too.
    pub rewrite: bool,
    /// Calls that may be made.
    pub calls: u64,
}

/// What a model planned, not yet held against what was given.
#[derive(Debug, Clone, Default)]
pub struct ModelPlan {
    /// The plan.
    pub plan: Option<PlanReply>,
    /// The question in other words.
    pub rewritten: Option<Rewritten>,
    /// What went wrong, for people.
    pub failures: Vec<PlanFailure>,
    /// Calls by purpose.
    pub calls: CallCount,
    /// The model's id.
    pub model: String,
}

/// A call that brought nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanFailure {
    /// `plan` or `rewrite`.
    pub purpose: &'static str,
    /// Its kind.
    pub kind: FailureKind,
    /// What went wrong. It may repeat a server's or a model's words.
    pub what: String,
    /// The reply was not of the form that was asked for.
    pub unreadable: bool,
}

impl<'a> ModelPlanner<'a> {
    /// With these settings.
    pub fn new(model: &'a dyn LanguageModel, options: &'a PlanOptions) -> Self {
        ModelPlanner { model, options }
    }

    /// Plans. Whatever goes wrong with the model is in the result.
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

    /// The request for a plan.
    pub fn plan_request(&self, asking: Asking<'_>) -> Completion {
        let system = fill(PLANNER, &[("topics", &asking.topics.join(", "))]);
        let user = fill(PLANNER_QUESTION, &self.values(asking).each());
        Completion::new("plan", vec![Message::system(system.trim()), Message::user(user.trim())])
            .constrained(Constraint::JsonSchema(plan_schema(asking.topics)))
            .at_most(PLAN_TOKENS)
            .keeping_prefix("plan")
    }

    /// The request for the question in other words.
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

/// Texts of the user that a planner reads (SPEC SES-2).
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
