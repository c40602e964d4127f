//! The way of a question, from its input to its reply: every call is one stage.

use crate::check::answer::AnswerContent;
use crate::check::verify::{Ground, seal};
use crate::compose::asked::Asked;
use crate::compose::checking::Composed;
use crate::error::AskError;
use crate::find::ask::Ask;
use crate::options::FormName;
use crate::present::envelope::Envelope;
use crate::research::ended_early;
use crate::stage::Watch;
use crate::understand::plan::Planning;
use crate::understand::screen::Screened;
use crate::understand::session::Session;
use twolane_llm::CallCounter;
use twolane_retrieve::{QuestionWords, Request};

use super::clarify::Understood;
use super::conversation::Conversation;
use super::ids::new_id;
use super::inquiry::Inquiry;
use super::outcome::Outcome;
use super::plan::{Planned, complete};
use super::reply::Reply;
use super::stages::{Basis, Clock, Course};
use super::users_case::Case;

impl Conversation<'_> {
    /// Answers a question, or asks for clarification.
    ///
    /// # Errors
    /// Returns the errors of [`Ask::run`] and of the session store.
    pub fn ask(&self, inquiry: &Inquiry) -> Result<Reply, AskError> {
        let input = self.screen(inquiry)?;
        if let Screened::Rejected { reason, .. } = &input.screened {
            let outcome = Outcome::unanswered(Envelope::rejected(reason.clone()));
            return self.remember(&input, Understood::unassessed(&input, Session::default()), outcome);
        }
        let session = self.session(&input)?;
        let (understood, decision) = if input.question.trim().is_empty() {
            self.clarify_text(&input, session)
        } else {
            let question = self.contextualize(inquiry, &input.choices, &session)?;
            self.clarify(&input, session, question)?
        };
        let cleared = match decision.clear() {
            Ok(cleared) => cleared,
            Err(envelope) => return self.remember(&input, understood, Outcome::unanswered(*envelope)),
        };
        let question = complete(inquiry, &understood);
        let memory = self.memory(&input, &understood, &cleared, &question)?;
        if let Some(found) = memory.as_ref().map(|m| m.find(&question.request)).transpose()?.flatten() {
            let outcome = Outcome::recalled(cleared, found, question.request.query.text);
            return self.remember(&input, understood, outcome);
        }
        let Planned { planning, request, words, plan_ms } = self.plan(&question, &input.calls)?;
        let researcher = self.researcher(&planning, &input.calls);
        let course = Course {
            watch: self.watch,
            calls: &input.calls,
            researcher: researcher.as_ref(),
            issues: Some(&planning.issue_map),
            form: self.form_to_write(
                &planning,
                &request.query.text,
                !understood.session.sources.is_empty(),
                researcher.is_some(),
            ),
        };
        let (content, mut basis) = self.ask.answer(&request, Some(words), &course)?;
        let call_limit = input.calls.limit().unwrap_or(planning.call_limit);
        let planning = Planning { call_limit, ..planning };
        let case = Case { input: &input, understood: &understood, question: &question, planning: &planning };
        let form = self.form_of(&case, &basis, &content);
        let (content, setting) = self.with_case(content, &mut basis, &case)?;
        let envelope = Envelope::answer(cleared, content, Ground::Search(Box::new(setting)));
        let asked = envelope.checked().map(|answer| basis.asked(answer.clone()));
        let whole = asked.as_ref().filter(|asked| self.is_whole(&planning, asked));
        let searched = question.request.query.text;
        if let Some((memory, asked)) = memory.zip(whole) {
            memory.keep(&asked.answer, &asked.search, form, || new_id("m", &searched))?;
        }
        let planned = Some((planning, plan_ms));
        self.remember(&input, understood, Outcome { planned, asked, form, ..Outcome::of(envelope, searched) })
    }
}

impl Ask<'_> {
    /// Answers one question.
    ///
    /// # Errors
    /// Returns the errors of reading the archive and of the embedding model.
    pub fn run(&self, request: &Request) -> Result<Asked, AskError> {
        self.run_watched(request, Watch::default())
    }

    /// Does the same as [`Ask::run`], with a watch that observes the stages and may cancel. With a language model, the
    /// quotes that answer are ready before the model begins.
    ///
    /// # Errors
    /// Returns the errors of [`Ask::run`], and [`AskError::Cancelled`].
    pub fn run_watched(&self, request: &Request, watch: Watch<'_>) -> Result<Asked, AskError> {
        let course = Course {
            watch,
            calls: &CallCounter::default(),
            researcher: None,
            issues: None,
            form: FormName::default(),
        };
        let (content, mut basis) = self.answer(request, None, &course)?;
        let setting = self.setting(request, std::mem::take(&mut basis.evidence.sources));
        Ok(basis.asked(seal(content, Ground::Search(Box::new(setting)))))
    }

    /// Answers a request whose words may have been read before. The answer is not sealed, so that a conversation can
    /// add to it.
    pub(super) fn answer<'r>(
        &self,
        request: &'r Request,
        words: Option<QuestionWords>,
        course: &Course<'_>,
    ) -> Result<(AnswerContent, Basis<'r>), AskError> {
        let mut clock = Clock::start();
        let search = self.search(request, words, course.watch)?;
        clock.lap("search");
        let evidence = self.evidence(request, search)?;
        clock.lap("extract");
        course.watch.still()?;
        let (evidence, research) = self.look_further(evidence, course)?;
        clock.lap(if research.is_some() { "research" } else { "expand" });
        let composed = self.compose(&evidence, evidence.extraction.draft.clone(), None)?;
        clock.lap("verify");
        clock.mark("first_facts");
        let (composed, written) = self.write(composed, &evidence, course, &mut clock)?;
        clock.mark("total");
        let Composed { mut content, audit, repairs, considered } = composed;
        content.limitations.extend(research.iter().flat_map(ended_early));
        content.research = research;
        let timing_ms = clock.laps;
        Ok((content, Basis { evidence, audit, repairs, considered, written, timing_ms }))
    }
}
