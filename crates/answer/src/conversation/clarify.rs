//! The gate's assessment of a question, and its decision.

use crate::error::AskError;
use crate::understand::gate::decision::{ClarifyQuestion, Decision};
use crate::understand::gate::{
    Assessment, Gate, Reason, Round, Rounds, Scores, fingerprint, worded_by_model,
};
use crate::understand::plan::{Choices, split_choices};
use crate::understand::session::{Origin, Session, Sessions};

use super::contextualize::Contextualized;
use super::conversation::Conversation;
use super::input::{Input, elapsed_ms};
use super::inquiry::Inquiry;

/// A question that was completed and assessed, but not searched.
pub(super) struct Understood {
    pub session: Session,
    /// Question that is complete without the turns before it.
    pub standalone: String,
    /// True when the question was completed from a prior turn.
    pub from_prior: bool,
    /// The question with its references replaced by their values, apart from its answer choices.
    pub choices: Choices,
    pub assessment: Assessment,
    /// Clarification round, from 1; 0 when the gate did not ask.
    pub round: u32,
    /// Milliseconds of completing and assessing the question; `None` where it was not assessed.
    pub gate_ms: Option<f64>,
}

impl Understood {
    /// Builds the value for a turn that was not assessed.
    pub(super) fn unassessed(input: &Input<'_>, session: Session) -> Self {
        Understood {
            session,
            standalone: input.question.clone(),
            from_prior: false,
            choices: input.choices.clone(),
            assessment: Assessment::default(),
            round: 0,
            gate_ms: None,
        }
    }
}

impl Conversation<'_> {
    /// Returns the gate's assessment of a question, without answering, counting or remembering.
    ///
    /// # Errors
    /// Returns the errors of reading the archive and the session store.
    pub fn assess(&self, inquiry: &Inquiry) -> Result<Assessment, AskError> {
        let now = jiff::Timestamp::now();
        let mut session = Session::new("", &now.to_string());
        if let (Some(id), Some(store)) = (&inquiry.session, self.store)
            && let Some(held) = Sessions::new(store, &self.options.session, now).find(id)?
        {
            session = held;
        }
        for (name, value) in &inquiry.context {
            session.set(name, value, Origin::Text);
        }
        let choices = split_choices(&inquiry.request.query.text);
        Ok(self.assessed(inquiry, &self.contextualize(inquiry, &choices, &session)?)?.0)
    }

    /// Assesses a question in its context, and decides: to answer it, or to ask back.
    pub(super) fn clarify(
        &self,
        input: &Input<'_>,
        session: Session,
        question: Contextualized,
    ) -> Result<(Understood, Decision), AskError> {
        let (assessment, choices) = self.assessed(input.inquiry, &question)?;
        let gate_ms = Some(elapsed_ms(input.started));
        let (round, decision) = self.decide(input, &session, &assessment)?;
        let decision = self.worded(input, decision);
        let standalone = question.choices.stem;
        let from_prior = question.from_prior;
        Ok((Understood { session, standalone, from_prior, choices, assessment, round, gate_ms }, decision))
    }

    /// Asks for the question about a text that came without one.
    pub(super) fn clarify_text(&self, input: &Input<'_>, session: Session) -> (Understood, Decision) {
        let title = &session.situation.title;
        let assessment = Assessment {
            scores: Scores { intent: 0.0, parameters: 1.0, coverage: 1.0 },
            reasons: vec![Reason::UnknownIntent],
            questions: vec![ClarifyQuestion {
                field: "question".to_owned(),
                prompt: format!("What would you like to know about \u{201c}{title}\u{201d}?"),
                options: Vec::new(),
                allow_free_text: true,
            }],
            ..Assessment::default()
        };
        let decision = self.worded(input, assessment.decision());
        (Understood { assessment, round: 1, ..Understood::unassessed(input, session) }, decision)
    }

    /// Words the clarifying questions by a model, where there is one and the settings allow it.
    fn worded(&self, input: &Input<'_>, mut decision: Decision) -> Decision {
        if let (true, Some(model)) = (self.options.gate.worded_by_model, self.planner) {
            let (until, go_on) = (self.until(), || self.watch.goes_on());
            worded_by_model(&input.question, decision.asked_back(), model, &input.calls, until, &go_on);
        }
        decision
    }

    /// Returns the gate's findings, and the question with its references replaced, apart from its answer choices.
    fn assessed(
        &self,
        inquiry: &Inquiry,
        question: &Contextualized,
    ) -> Result<(Assessment, Choices), AskError> {
        let gate = Gate::new(self.ask.retriever(), &self.options.gate);
        let mut assessment = gate.assess(&question.choices.stem, &question.context)?;
        let choices = Choices { stem: assessment.rewritten, ..question.choices.clone() };
        assessment.rewritten = choices.whole();
        // Known values that this question uses.
        let used = &mut assessment.fields;
        for (name, field) in &question.context.fields {
            let placed = matches!(name.as_str(), "town" | "board" | "state");
            if placed || inquiry.context.iter().any(|(n, _)| n == name) {
                used.entry(name.clone()).or_insert_with(|| field.clone());
            }
        }
        Ok((assessment, choices))
    }

    /// Returns the gate's decision with the number of its round; an unclear question counts one more round.
    fn decide(
        &self,
        input: &Input<'_>,
        session: &Session,
        assessment: &Assessment,
    ) -> Result<(u32, Decision), AskError> {
        if assessment.is_clear() {
            return Ok((0, Decision::Proceed));
        }
        let print = fingerprint(&input.question);
        let seconds = input.now.as_second();
        let mut round = None;
        let mut next = |rounds: &mut Rounds| round = Some(rounds.next(&print, seconds, &self.options.gate));
        match (&input.inquiry.session, self.store) {
            (Some(id), Some(store)) => {
                let sessions = Sessions::new(store, &self.options.session, input.now);
                sessions.update(id, |session| next(&mut session.rounds))?;
            }
            _ => next(&mut session.rounds.clone()),
        }
        Ok(match round {
            Some(Round::GoOn(spent)) => (0, assessment.after_timeout(&spent)),
            Some(Round::AskBack(round)) => (round, assessment.decision()),
            None => (0, assessment.decision()),
        })
    }
}
