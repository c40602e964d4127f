//! Steps that a language model names and words, checked against the question and the findings.

use std::time::Instant;

use crate::check::step::{Phase, StepStatus, Stop};
use crate::draft::prompt::{Untrusted, fill};
use crate::find::evidence::Evidence;
use crate::understand::plan::{GivenTexts, PlanRules, Rewritten, rewrite_schema, validate_rewritten};
use twolane_llm::{Budget, Completion, Constraint, Control, Counted, FailureKind, LanguageModel, Message};
use twolane_retrieve::Vocabulary;

use super::need::Need;
use super::reply::{Decision, NextStep, next_step_schema};
use super::researcher::Researcher;
use super::state::Sofar;

const REPLAN: &str = include_str!("../../../../prompts/replan.md");
const REPLAN_QUESTION: &str = include_str!("../../../../prompts/replan-question.md");
const REWRITE: &str = include_str!("../../../../prompts/rewrite.md");
const REWRITE_QUESTION: &str = include_str!("../../../../prompts/rewrite-question.md");

/// Most tokens of a decision, and of three queries.
const REPLAN_TOKENS: usize = 160;
const REWRITE_TOKENS: usize = 240;
/// Least words of a step's question; fewer are not a complete question.
const LEAST_WORDS: usize = 3;

/// Decision on the next step.
pub(super) enum Next {
    /// Continue with this need.
    Step(Need),
    /// Stop for this reason.
    Stop(Stop),
}

/// A model that names steps.
pub(super) struct ModelSteps<'a> {
    counted: Counted<&'a dyn LanguageModel>,
    how: &'a Researcher<'a>,
    until: Option<Instant>,
    go_on: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> ModelSteps<'a> {
    /// Books calls with the question's counter, and leaves some to the writer.
    pub(super) fn new(
        model: &'a dyn LanguageModel,
        how: &'a Researcher<'a>,
        until: Option<Instant>,
        go_on: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        let left = how.calls.left().map(|left| left.saturating_sub(how.options.calls_left_to_writer));
        let budget = Budget { calls: left, tokens: Some(how.options.max_tokens), deadline: until };
        ModelSteps { counted: Counted::new(model, budget).booking(how.calls), how, until, go_on }
    }

    /// Returns the first step, or the step after those already made.
    pub(super) fn next(&self, evidence: &Evidence<'_>, vocabulary: &Vocabulary, sofar: &Sofar) -> Next {
        let question = Untrusted(evidence.request.text()).neutral();
        let steps = self.told(sofar);
        let user = fill(REPLAN_QUESTION, &[("question", &question), ("steps", &steps)]);
        let request =
            Completion::new("replan", vec![Message::system(REPLAN.trim()), Message::user(user.trim())])
                .constrained(Constraint::JsonSchema(next_step_schema()))
                .at_most(REPLAN_TOKENS)
                .keeping_prefix("replan");
        let text = match self.complete(&request) {
            Ok(text) => text,
            Err(stop) => return Next::Stop(stop),
        };
        let Some(reply) = NextStep::read(&text) else { return Next::Stop(Stop::ModelFailed) };
        if reply.decision == Decision::Complete {
            return Next::Stop(Stop::NothingOpen);
        }
        let given = self.given(evidence, vocabulary, sofar);
        let cleaned = given.query(&reply.question, &[], self.how.plan.query_words).text.unwrap_or_default();
        let key = format!("part {cleaned}");
        // A reply that asks nothing new ends the research.
        if cleaned.split_whitespace().count() < LEAST_WORDS || sofar.tried.contains(&key) {
            return Next::Stop(Stop::NothingOpen);
        }
        let phase = if reply.decision == Decision::Retry && !sofar.steps.is_empty() {
            Phase::Retry
        } else {
            Phase::NextStep
        };
        Next::Step(Need { phase, question: cleaned, alternatives: Vec::new(), town: None, source: None, key })
    }

    /// Asks for a step's question in other words; `None` when the reply is unusable.
    pub(super) fn rewrite(
        &self,
        evidence: &Evidence<'_>,
        vocabulary: &Vocabulary,
        sofar: &Sofar,
        need: &Need,
    ) -> Option<Vec<String>> {
        let request = evidence.request;
        let neutral = |text: &str| Untrusted(text).neutral();
        let none = || "none".to_owned();
        let situation = neutral(&request.situation.join("; "));
        let user = fill(
            REWRITE_QUESTION,
            &[
                ("question", &neutral(&need.question)),
                ("town", &request.town.as_deref().map_or_else(none, neutral)),
                ("situation", if situation.is_empty() { "none" } else { &situation }),
                ("texts", "none"),
            ],
        );
        let asked = Completion::new(
            "step_rewrite",
            vec![Message::system(REWRITE.trim()), Message::user(user.trim())],
        )
        .constrained(Constraint::JsonSchema(rewrite_schema()))
        .at_most(REWRITE_TOKENS)
        .keeping_prefix("rewrite");
        let rewritten = Rewritten::read(&self.complete(&asked).ok()?).ok()?;
        let given = self.given(evidence, vocabulary, sofar);
        let (queries, _) = validate_rewritten(&rewritten, &given, self.how.plan);
        (!queries.is_empty()).then_some(queries)
    }

    fn complete(&self, request: &Completion) -> Result<String, Stop> {
        let control = Control { go_on: Some(self.go_on), ..Control::default() };
        let text = self.counted.complete(request, &control).and_then(|done| done.whole(&self.counted.id().0));
        text.map_err(|error| match error.kind() {
            FailureKind::BudgetSpent => Stop::CallLimit,
            FailureKind::Interrupted => Stop::Cancelled,
            FailureKind::TimedOut if self.until.is_some_and(|u| Instant::now() >= u) => Stop::Deadline,
            _ => Stop::ModelFailed,
        })
    }

    /// Lists the steps, each with the beginning of its findings.
    fn told(&self, sofar: &Sofar) -> String {
        let lines: Vec<String> = sofar
            .steps
            .iter()
            .zip(&sofar.made)
            .map(|(step, done)| {
                let said: Vec<&str> = done.facts.iter().map(|f| f.text.as_str()).collect();
                let said: String = said.join(" ").chars().take(self.how.options.answer_chars).collect();
                let said = if said.is_empty() { "Nothing was found.".to_owned() } else { said };
                let status = match step.status {
                    StepStatus::Completed => "completed",
                    StepStatus::Failed => "failed",
                };
                format!(
                    "{}. {} {} Confidence {:.2}, {status}.",
                    step.step_id,
                    Untrusted(&step.question).neutral(),
                    Untrusted(&said).neutral(),
                    step.confidence
                )
            })
            .collect();
        if lines.is_empty() { "none".to_owned() } else { lines.join("\n") }
    }

    /// Collects the texts whose words a step may use: the question, its context, and the findings.
    fn given(&self, evidence: &Evidence<'_>, vocabulary: &Vocabulary, sofar: &Sofar) -> GivenTexts {
        let request = evidence.request;
        let mut texts: Vec<&str> = vec![evidence.request.text()];
        texts.extend(request.situation.iter().map(String::as_str));
        texts.extend(request.town.as_deref());
        texts.extend(request.boards.iter().map(String::as_str));
        texts.extend(sofar.facts.iter().flat_map(|f| f.support.iter().map(|q| q.text())));
        GivenTexts::of(texts, PlanRules::built_in().may_add(vocabulary))
    }
}
