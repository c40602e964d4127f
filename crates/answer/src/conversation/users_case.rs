//! Additions of a conversation to an answer: the user's texts, open questions, assumptions, judged choices.

use crate::check::answer::AnswerContent;
use crate::check::audit::{is_mixed, missing_statute_sentence};
use crate::check::choice::Choice;
use crate::check::own_words::{Setting, notes_of};
use crate::compose::assumptions::{AssumptionBasis, assumptions};
use crate::compose::choice::{Judging, judge};
use crate::compose::framework::{ASKED_WITH, Told};
use crate::compose::user_facts::user_facts;
use crate::compose::user_texts::{About, list_conflicts, note_open, recount, with_user_texts};
use crate::draft::{UserSource, wording};
use crate::error::AskError;
use crate::language::facets::{facets, listed};
use crate::options::FormName;
use crate::present::form::{Fit, fitting};
use crate::understand::plan::Planning;
use crate::understand::session::{Field, Origin};

use super::clarify::Understood;
use super::conversation::Conversation;
use super::input::Input;
use super::plan::Complete;
use super::stages::Basis;

/// A question in its conversation.
pub(super) struct Case<'c> {
    pub input: &'c Input<'c>,
    pub understood: &'c Understood,
    pub question: &'c Complete,
    pub planning: &'c Planning,
}

impl Conversation<'_> {
    /// Returns the form that a language model writes for, before anything was found.
    pub(super) fn form_to_write(
        &self,
        planned: &Planning,
        input: &str,
        users_text: bool,
        researched: bool,
    ) -> FormName {
        fitting(Fit {
            planned,
            several: facets(input).len() > 1 || !listed(input).is_empty(),
            law: !planned.issue_map.legal_topics.is_empty(),
            users_text,
            mixed: is_mixed(input),
            researched,
        })
    }

    /// Returns the form that fits the question.
    pub(super) fn form_of(&self, case: &Case<'_>, basis: &Basis<'_>, content: &AnswerContent) -> FormName {
        fitting(Fit {
            planned: case.planning,
            several: !basis.evidence.question.one_by_one().is_empty(),
            law: self.is_of_law(basis),
            users_text: !case.understood.session.sources.is_empty(),
            mixed: is_mixed(&case.question.request.query.text),
            researched: content.research.is_some(),
        })
    }

    /// Completes an answer, and returns it with the setting in which its own sentences are looked up.
    pub(super) fn with_case(
        &self,
        mut answer: AnswerContent,
        basis: &mut Basis<'_>,
        case: &Case<'_>,
    ) -> Result<(AnswerContent, Setting<'_>), AskError> {
        // Judging the choices may call a model too; it says nothing in the answer's own sentences.
        let called = self.ask.writer.is_some() || case.input.calls.count().calls() > 0;
        // The newest text comes first: it is the present subject of the conversation.
        let texts: Vec<UserSource> = case.understood.session.sources.iter().rev().cloned().collect();
        if !texts.is_empty() {
            self.add_texts(&mut answer, basis, case, &texts)?;
        }
        note_open(&mut answer, &case.understood.assessment.questions);
        answer.assumptions = self.assumptions(&answer, case)?;
        answer.choice = self.judged_choices(&answer, case)?;
        let sources = std::mem::take(&mut basis.evidence.sources);
        let setting = self.ask.setting(basis.evidence.request, sources).with_model(called);
        let kept = case.understood.assessment.fields.values().filter(is_earlier).map(|f| f.value.clone());
        let question = &case.question.request.query.text;
        Ok((answer, setting.with_question(question).with_texts(&texts).with_kept(kept.collect())))
    }

    /// Returns true for a question that touches a matter of law.
    fn is_of_law(&self, basis: &Basis<'_>) -> bool {
        let trace = &basis.evidence.search.trace;
        trace.legal_salience >= self.options.answer.legal_salience || !trace.legal_topics.is_empty()
    }

    /// Adds facts of the user's texts, the law beside them, and what disagrees with them.
    fn add_texts(
        &self,
        answer: &mut AnswerContent,
        basis: &Basis<'_>,
        case: &Case<'_>,
        texts: &[UserSource],
    ) -> Result<(), AskError> {
        let (evidence, law) = (&basis.evidence, self.is_of_law(basis));
        let (settings, request) = (&self.options.session, evidence.request);
        let facts =
            user_facts(self.embedder, &evidence.question, texts, law, &self.options.answer, settings)?;
        let question = &case.question.request.query.text;
        let sentences = facts.iter().take(ASKED_WITH).map(|fact| fact.text.as_str()).collect();
        let told = Told { question, request, search: &evidence.search, sentences };
        let (record, framework) = match law && !facts.is_empty() {
            true => {
                (self.ask.record(&told, &facts, settings)?, self.ask.framework(&told, settings, self.watch)?)
            }
            false => (Vec::new(), Vec::new()),
        };
        let alignment = evidence.search.signals.topic_alignment;
        let about = About {
            situation: &request.situation,
            law,
            matched: alignment.is_none_or(|share| share > 0.0),
            aligned: alignment.is_some_and(|share| share > 0.0),
            recorded: !record.is_empty(),
        };
        with_user_texts(answer, facts, texts, &about, self.ask.archive);
        self.ask.with_facts(answer, record, wording::USERS_TEXT_AND_RECORD);
        self.ask.with_facts(answer, framework, wording::USERS_TEXT_AND_LAW);
        recount(answer);
        let of_user = |q: &twolane_text::Quote| UserSource::is_id(&q.source_id().0);
        let told_by_user = answer.facts.iter().any(|fact| fact.support.iter().any(of_user));
        let found = evidence.search.strength.authoritative_state_present;
        if law && told_by_user && !answer.used_statewide && !found {
            let code = evidence.search.trace.jurisdictions.first();
            let known = code.and_then(|code| self.ask.retriever.vocabulary().jurisdiction(code));
            let sentence = missing_statute_sentence(known.map(|state| state.name.as_str()));
            if !answer.limitations.contains(&sentence) {
                answer.limitations.push(sentence);
            }
        }
        let options = &self.options.answer.conflicts;
        list_conflicts(answer, texts, &evidence.question, &basis.considered, options);
        Ok(())
    }

    /// Returns the assumptions of the answer.
    fn assumptions(&self, answer: &AnswerContent, case: &Case<'_>) -> Result<Vec<String>, AskError> {
        let fields = &case.understood.assessment.fields;
        let query = &case.question.request.query;
        Ok(assumptions(&AssumptionBasis {
            question: &query.text,
            town: fields.get("town"),
            state: fields.get("state"),
            day_named: query.filter.as_of.is_some() || query.filter.edition.is_some(),
            quoted: &answer.packs,
            packs: &notes_of(self.ask.archive)?,
        }))
    }

    /// Judges the question's answer choices, where it has some, by the answer's quotes.
    fn judged_choices(&self, answer: &AnswerContent, case: &Case<'_>) -> Result<Option<Choice>, AskError> {
        let Some(stem) = case.planning.stem.as_deref() else { return Ok(None) };
        let go_on = || self.watch.goes_on();
        let judging = Judging {
            stem,
            choices: &case.planning.choices,
            model: self.planner,
            calls: &case.input.calls,
            go_on: &go_on,
        };
        judge(self.ask, answer, &judging).map(Some)
    }
}

/// Returns true for a value from earlier turns of the session.
fn is_earlier(field: &&Field) -> bool {
    matches!(field.origin, Origin::Session | Origin::PriorTurns)
}
