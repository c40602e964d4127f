//! The end of a turn: it is remembered, its trace is kept, and the reply is built.

use crate::check::verify::Answer;
use crate::error::AskError;
use crate::understand::session::{self, Origin, Sessions};
use twolane_archive::SessionStore;
use twolane_text::{TokenKind, tokens_of};

use super::clarify::Understood;
use super::conversation::Conversation;
use super::ids::new_id;
use super::input::Input;
use super::outcome::{Outcome, trace_of};
use super::reply::Reply;

/// Names of an answer to which a later "he" or "she" may refer.
const NAMES: usize = 3;

impl Conversation<'_> {
    /// Stores the turn and the trace, and builds the reply.
    pub(super) fn remember(
        &self,
        input: &Input<'_>,
        understood: Understood,
        outcome: Outcome,
    ) -> Result<Reply, AskError> {
        let searched = outcome.searched.clone().unwrap_or_else(|| understood.standalone.clone());
        let kept = self.store.filter(|_| self.options.trace.keep > 0);
        let trace_id = kept.map(|_| new_id("t", &input.question));
        let session_id = input.inquiry.session.clone().filter(|_| self.store.is_some());
        if let (Some(id), Some(store)) = (&session_id, self.store)
            && outcome.envelope.rejection().is_none()
            && !input.question.trim().is_empty()
        {
            let added = session::Turn {
                question: input.question.clone(),
                self_contained: searched.clone(),
                status: outcome.envelope.status().to_owned(),
                names: outcome.envelope.checked().map(|a| names_of(a.get())).unwrap_or_default(),
                trace_id: trace_id.clone(),
                at: input.now.to_string(),
            };
            let answered = outcome.envelope.checked().is_some();
            // A question that still needs clarification can't be an antecedent yet.
            self.store_turn(store, id, input, &understood, answered.then_some(added))?;
        }
        if let (Some(id), Some(store)) = (&trace_id, kept) {
            let trace = trace_of(id.clone(), session_id.clone(), &searched, input, &understood, &outcome);
            trace.keep(store, input.now.as_second(), &self.options.trace)?;
        }
        Ok(Reply {
            envelope: outcome.envelope,
            scores: understood.assessment.scores,
            round: understood.round,
            planned: outcome.planned.map(|(planning, _)| planning),
            asked: outcome.asked,
            calls: input.calls.count(),
            recalled: outcome.recalled,
            question: searched,
            fields: understood.assessment.fields,
            user_texts: understood.session.sources,
            session_id,
            trace_id,
            from_prior_turns: understood.from_prior,
            fitting_form: outcome.form,
        })
    }

    /// Stores a input, where it has an answer, and the places that the question named.
    fn store_turn(
        &self,
        store: &SessionStore,
        id: &str,
        input: &Input<'_>,
        understood: &Understood,
        added: Option<session::Turn>,
    ) -> Result<(), AskError> {
        let fields = &understood.assessment.fields;
        Sessions::new(store, &self.options.session, input.now).update(id, |session| {
            if let Some(added) = added {
                session.add_turn(added, &self.options.session);
            }
            for (name, field) in fields.iter().filter(|(name, _)| matches!(name.as_str(), "town" | "state")) {
                let held = session.fields.get(name).is_some_and(|f| f.value == field.value);
                if field.origin == Origin::Text && !held {
                    session.set(name, &field.value, Origin::PriorTurns);
                }
            }
        })?;
        Ok(())
    }
}

/// Returns the names in the first facts.
fn names_of(answer: &Answer) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for fact in answer.facts.iter().take(2) {
        for token in tokens_of(&fact.text, TokenKind::Name) {
            if !names.contains(&token.raw) {
                names.push(token.raw);
            }
        }
    }
    names.truncate(NAMES);
    names
}
