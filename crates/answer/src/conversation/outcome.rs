//! The outcome of a input, and its trace.

use crate::check::step::StepStatus;
use crate::check::verify::{Answer, Verified};
use crate::compose::asked::Asked;
use crate::memory::Recalled;
use crate::options::FormName;
use crate::present::envelope::Envelope;
use crate::present::trace::{AnswerPart, AnswerTrace, GateTrace, RetrievalTrace, value};
use crate::understand::gate::decision::Cleared;
use crate::understand::plan::{Planning, QueryType};
use crate::understand::screen::Screened;

use super::clarify::Understood;
use super::input::{Input, elapsed_ms};

/// Envelope of a input, with the results behind it.
pub(super) struct Outcome {
    pub envelope: Envelope,
    /// Question in the form that was searched; `None` where nothing was searched.
    pub searched: Option<String>,
    /// Plan of the search, with the milliseconds of planning.
    pub planned: Option<(Planning, f64)>,
    pub asked: Option<Asked>,
    pub recalled: Option<Recalled>,
    pub form: FormName,
}

impl Outcome {
    /// Builds the outcome of a turn without an answer.
    pub(super) fn unanswered(envelope: Envelope) -> Self {
        let form = FormName::default();
        Outcome { envelope, searched: None, planned: None, asked: None, recalled: None, form }
    }

    /// Builds the outcome of an answer to a question in the form that was searched.
    pub(super) fn of(envelope: Envelope, searched: String) -> Self {
        Outcome { searched: Some(searched), ..Outcome::unanswered(envelope) }
    }

    /// Builds the outcome of a remembered answer.
    pub(super) fn recalled(
        cleared: Cleared,
        (recalled, answer): (Recalled, Verified<Answer>),
        searched: String,
    ) -> Self {
        let envelope = Envelope::given_again(cleared, answer);
        let form = recalled.form;
        Outcome { recalled: Some(recalled), form, ..Outcome::of(envelope, searched) }
    }
}

/// Builds the trace of a turn.
pub(super) fn trace_of(
    id: String,
    session_id: Option<String>,
    searched: &str,
    input: &Input<'_>,
    understood: &Understood,
    outcome: &Outcome,
) -> AnswerTrace {
    let Understood { assessment, session, .. } = understood;
    let (asked, recalled) = (outcome.asked.as_ref(), outcome.recalled.as_ref());
    let (planning, plan_ms) = outcome.planned.as_ref().map(|(planning, ms)| (planning, *ms)).unzip();
    let calls = input.calls.count();
    let research = asked.and_then(|asked| asked.answer.get().research.as_ref());
    let steps = |status| research.map_or(0, |research| small(research.count(status)));
    let around = [
        ("gate", understood.gate_ms),
        ("memory", recalled.map(|recalled| recalled.milliseconds)),
        ("plan", plan_ms),
        ("conversation", Some(elapsed_ms(input.started))),
    ];
    let around = around.into_iter().filter_map(|(name, ms)| Some((name, ms?)));
    let within = asked.iter().flat_map(|asked| asked.timing_ms.iter().map(|(name, ms)| (*name, *ms)));
    AnswerTrace {
        id,
        session_id,
        at: input.now.to_string(),
        question: input.question.clone(),
        self_contained: searched.to_owned(),
        status: outcome.envelope.status(),
        gate: GateTrace {
            assessment: serde_json::json!({
                "scores": assessment.scores,
                "reasons": assessment.reasons,
                "questions": assessment.questions,
            }),
            fields: assessment.fields.clone(),
            round: understood.round,
            from_prior_turns: understood.from_prior,
            user_texts: session.sources.iter().map(|text| text.id.clone()).collect(),
        },
        retrieval: asked.map(RetrievalTrace::of),
        answer: asked.map(AnswerPart::of),
        injection_safe: match &input.screened {
            Screened::Safe => Some(true),
            Screened::Rejected { .. } => Some(false),
            Screened::Unchecked { .. } => None,
        },
        screened: value(&input.screened),
        audit_flags: asked.iter().flat_map(|a| &a.audit.flags).map(value).collect(),
        repairs: asked.map_or(0, |a| small(a.repairs)),
        planning: planning.map(value),
        query_type: planning.map_or(QueryType::Simple, |p| p.route.query_type).as_str(),
        iterations: match research {
            Some(research) => small(research.steps.len()),
            None => asked.map_or(0, |a| small(a.expansions)),
        },
        steps_completed: steps(StepStatus::Completed),
        steps_failed: steps(StepStatus::Failed),
        steps_pending: research.map_or(0, |research| small(research.pending)),
        research_stop: research.map(|research| research.stop.as_str()),
        model_calls: u32::try_from(calls.calls()).unwrap_or(u32::MAX),
        call_limit: planning.map_or(0, |p| p.call_limit),
        tokens: calls.tokens(),
        calls: calls.by_purpose,
        parse_failures: planning.map_or(0, |p| p.parse_failures),
        memory_hit: recalled.is_some(),
        characters_in: asked
            .map_or(0, |a| a.search.hits.iter().map(|h| h.quote.text().chars().count()).sum()),
        characters_out: asked
            .map_or(0, |a| a.answer.get().facts.iter().map(|f| f.text.chars().count()).sum()),
        timing_ms: around.chain(within).map(|(name, ms)| (name.to_owned(), ms)).collect(),
    }
}

fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
