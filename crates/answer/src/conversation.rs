//! Questions within a conversation: a question is completed from the session, assessed by the gate, and only then
//! answered (SPEC GATE, SES, OBS-1). It wraps [`Ask`], and is the entry point for people.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use jiff::Timestamp;

use crate::check::answer::AnswerContent;
use crate::check::audit::is_mixed;
use crate::check::own_words::notes_of;
use crate::check::verify::{Answer, Ground};
use crate::compose::asked::Asked;
use crate::compose::assumptions::{Taken, assumptions};
use crate::compose::choice::{Judging, judge};
use crate::compose::user_facts::user_facts;
use crate::compose::user_texts::{About, list_conflicts, note_open, recount, with_user_texts};
use crate::draft::UserSource;
use crate::error::AskError;
use crate::find::ask::Ask;
use crate::language::rules::Rules;
use crate::memory::{Asking, Memory, MemoryOptions, Recalled};
use crate::options::{AnswerOptions, FormName};
use crate::pipeline::Unsealed;
use crate::present::envelope::Envelope;
use crate::present::form::{Fit, fitting};
use crate::present::trace::{AnswerTrace, GateTrace, TraceOptions};
use crate::research::{ResearchOptions, Researcher};
use crate::stage::Watch;
use crate::understand::followup::self_contained;
use crate::understand::gate::decision::{ClarifyQuestion, Cleared, Decision};
use crate::understand::gate::{
    Assessment, Gate, GateOptions, Known, Reason, Round, Rounds, Scores, Statement, fingerprint,
    worded_by_model,
};
use crate::understand::plan::{PlanOptions, Planner, Planning, QueryType, split_choices};
use crate::understand::screen::{ScreenOptions, Screened, screen, screen_by_model};
use crate::understand::session::{
    Field, Origin, Session, SessionOptions, Sessions, Turn, split_paste, split_stem,
};
use twolane_archive::SessionStore;
use twolane_encoder::Embedder;
use twolane_llm::{CallCount, CallCounter, LanguageModel};
use twolane_retrieve::{NamedPlace, Request, Scope, SessionSource, Wording};
use twolane_text::{TokenKind, tokens_of};

/// Names of an answer to which a later "he" or "she" may refer.
const NAMES: usize = 3;
/// Longest value that is added to the question's words.
const LONGEST_EXTRA: usize = 300;

/// Settings of a conversation.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ConversationOptions {
    /// Settings of the screening.
    pub screen: ScreenOptions,
    /// Settings of the gate.
    pub gate: GateOptions,
    /// Settings of the sessions.
    pub session: SessionOptions,
    /// Settings of the traces.
    pub trace: TraceOptions,
    /// Settings by which sentences of the user's texts become facts.
    pub answer: AnswerOptions,
    /// Settings of the planning.
    pub plan: PlanOptions,
    /// Settings of the research.
    pub research: ResearchOptions,
    /// Settings of the memory of answers.
    pub memory: MemoryOptions,
}

/// A question for a conversation, with the input that came with it.
#[derive(Debug, Clone)]
pub struct Inquiry {
    /// Question with its conditions.
    pub request: Request,
    /// Session id; a session of an unknown id is created. With `None`, nothing is remembered.
    pub session: Option<String>,
    /// Given values, such as replies to clarifying questions.
    pub context: Vec<(String, String)>,
    /// Text that the user gave as a source, whatever its length.
    pub paste: Option<String>,
}

impl Inquiry {
    /// Builds an inquiry for a question alone.
    pub fn new(request: Request) -> Self {
        Inquiry { request, session: None, context: Vec::new(), paste: None }
    }
}

/// Reply of a conversation: an answer or questions back, with the context that was used.
#[derive(Debug, Clone)]
pub struct Reply {
    /// Answer or clarifying questions.
    pub envelope: Envelope,
    /// Plan of the search.
    pub planned: Option<Planning>,
    /// Search that led to an answer; also `None` for a remembered answer.
    pub asked: Option<Asked>,
    /// Calls of a language model, whatever their purpose.
    pub calls: CallCount,
    /// Origin of a remembered answer.
    pub recalled: Option<Recalled>,
    /// Clarity scores of the question.
    pub scores: Scores,
    /// Clarification round of this question, from 1; 0 when the gate did not ask.
    pub round: u32,
    /// Question in the form that was searched.
    pub question: String,
    /// Values that were used.
    pub fields: BTreeMap<String, Field>,
    /// Texts of the user that were used.
    pub user_texts: Vec<UserSource>,
    /// Session that remembers this turn.
    pub session_id: Option<String>,
    /// Id of the trace, where one is kept.
    pub trace_id: Option<String>,
    /// True when the question was completed from a prior turn.
    pub from_prior_turns: bool,
    /// Form that fits the question, for callers that set no form.
    pub fitting_form: FormName,
}

impl Reply {
    /// Returns the origins of its context: `session`, `prior_turns`, `text`.
    pub fn from(&self) -> Vec<&'static str> {
        let has = |origin: Origin| self.fields.values().any(|f| f.origin == origin);
        let mut from = Vec::new();
        if has(Origin::Session) || !self.user_texts.is_empty() {
            from.push("session");
        }
        if self.from_prior_turns || has(Origin::PriorTurns) {
            from.push("prior_turns");
        }
        from.push("text");
        if has(Origin::Archive) {
            from.push("archive");
        }
        from
    }
}

/// Answers questions in sessions: completes a question from what was said before, screens it, asks back when it is
/// unclear, answers, and remembers the turn.
///
/// Its [`Reply`] holds an answer or the questions back, never both.
pub struct Conversation<'a> {
    ask: &'a Ask<'a>,
    embedder: Option<&'a dyn Embedder>,
    store: Option<&'a SessionStore>,
    planner: Option<&'a dyn LanguageModel>,
    options: &'a ConversationOptions,
    form: FormName,
    watch: Watch<'a>,
    /// Owner of the memory in use.
    memory: Option<String>,
}

/// A question in progress.
struct Passing {
    started: Instant,
    now: Timestamp,
    trace_id: String,
    session: Session,
    question: String,
    follow: String,
    from_prior: bool,
    assessment: Assessment,
    screened: Option<Screened>,
    round: u32,
    planned: Option<Planning>,
    asked: Option<Asked>,
    /// Counter of every model call for the question, whatever its purpose.
    calls: CallCounter,
    recalled: Option<Recalled>,
    timing: BTreeMap<String, f64>,
    form: FormName,
}

impl Passing {
    fn new(session: Session, question: String, now: Timestamp) -> Self {
        Passing {
            started: Instant::now(),
            now,
            trace_id: new_id("t", &question),
            session,
            from_prior: false,
            follow: question.clone(),
            question,
            assessment: Assessment::default(),
            screened: None,
            round: 0,
            planned: None,
            asked: None,
            calls: CallCounter::default(),
            recalled: None,
            timing: BTreeMap::new(),
            form: FormName::default(),
        }
    }
}

impl<'a> Conversation<'a> {
    /// Builds a conversation; without a store, nothing is remembered.
    pub fn new(
        ask: &'a Ask<'a>,
        embedder: Option<&'a dyn Embedder>,
        store: Option<&'a SessionStore>,
        options: &'a ConversationOptions,
    ) -> Self {
        let form = FormName::default();
        Conversation {
            ask,
            embedder,
            store,
            planner: None,
            options,
            form,
            watch: Watch::default(),
            memory: None,
        }
    }

    /// Sets the watch, which observes the stages and may cancel.
    pub fn watched(self, watch: Watch<'a>) -> Self {
        Conversation { watch, ..self }
    }

    /// Sets the form; with the form `research`, every question is researched.
    pub fn for_form(self, form: FormName) -> Self {
        Conversation { form, ..self }
    }

    /// Enables memory: reuses answers that this owner received, and stores new ones for it. The owner is empty where
    /// all users are one person. Without this call, no answer is reused.
    pub fn remembering(self, owner: &str) -> Self {
        Conversation { memory: Some(owner.to_owned()), ..self }
    }

    /// Sets the language model that plans questions that are not simple.
    pub fn with_planner(mut self, model: Option<&'a dyn LanguageModel>) -> Self {
        self.planner = model;
        self
    }

    /// Answers a question, or asks for clarification.
    ///
    /// # Errors
    /// Returns the errors of [`Ask::run`] and of the session store.
    pub fn ask(&self, inquiry: &Inquiry) -> Result<Reply, AskError> {
        let now = Timestamp::now();
        let input = inquiry.request.query.text.as_str();
        if input.trim().is_empty() && inquiry.paste.is_none() {
            return Err(AskError::EmptyQuestion);
        }
        // Lines of choices do not count as paragraphs of a text.
        let choices = split_choices(input);
        let split = match choices.choices.is_empty() {
            true => split_paste(input, &self.options.session),
            false => split_stem(&choices.stem, &self.options.session),
        };
        let mut texts: Vec<&str> = inquiry.paste.iter().map(String::as_str).collect();
        texts.extend(split.text.as_deref());
        let question = split.question.map(|stem| choices.below(&stem)).unwrap_or_default();
        // A user's pasted text is a document, and may contain anything; the question may not.
        let calls = CallCounter::default();
        let go_on = || self.watch.goes_on();
        let mut screened = screen(&question, &self.options.screen);
        if let (Screened::Safe, true, Some(model)) = (&screened, self.options.screen.by_model, self.planner)
            && !question.trim().is_empty()
        {
            screened = screen_by_model(&question, model, &calls, self.until(), &go_on);
        }
        if let Screened::Rejected { reason, .. } = &screened {
            let envelope = Envelope::rejected(reason.clone());
            let session = Session::new("", &now.to_string());
            let mut passing = Passing::new(session, question, now);
            passing.screened = Some(screened);
            passing.calls = calls;
            return self.finish(inquiry, passing, envelope);
        }
        let session = self.begin(inquiry, &question, &texts, now)?;
        let mut passing = Passing::new(session, question, now);
        passing.screened = Some(screened);
        passing.calls = calls;
        let mut decision = if passing.question.trim().is_empty() {
            passing.round = 1;
            passing.assessment = about_text(&passing.session.situation.title);
            passing.assessment.decision()
        } else {
            self.understand(inquiry, &mut passing)?;
            self.decide(inquiry, &mut passing)?
        };
        if let (true, Some(model)) = (self.options.gate.worded_by_model, self.planner) {
            let questions = decision.asked_back();
            worded_by_model(&passing.question, questions, model, &passing.calls, self.until(), &go_on);
        }
        let cleared = match decision.clear() {
            Ok(cleared) => cleared,
            Err(envelope) => return self.finish(inquiry, passing, *envelope),
        };
        let envelope = self.answer(inquiry, &mut passing, cleared)?;
        self.finish(inquiry, passing, envelope)
    }

    /// Returns the gate's assessment of a question, without answering, counting or remembering.
    ///
    /// # Errors
    /// Returns the errors of reading the archive and the session store.
    pub fn assess(&self, inquiry: &Inquiry) -> Result<Assessment, AskError> {
        let now = Timestamp::now();
        let mut session = Session::new("", &now.to_string());
        if let (Some(id), Some(store)) = (&inquiry.session, self.store)
            && let Some(held) = Sessions::new(store, &self.options.session, now).find(id)?
        {
            session = held;
        }
        for (name, value) in &inquiry.context {
            session.set(name, value, Origin::Text);
        }
        let mut passing = Passing::new(session, inquiry.request.query.text.clone(), now);
        self.understand(inquiry, &mut passing)?;
        Ok(passing.assessment)
    }

    /// Returns the session with the input of this turn.
    fn begin(
        &self,
        inquiry: &Inquiry,
        question: &str,
        texts: &[&str],
        now: Timestamp,
    ) -> Result<Session, AskError> {
        let stamp = now.to_string();
        let apply = |session: &mut Session| {
            let mut new = false;
            for (name, value) in &inquiry.context {
                new |= session.set(name, value, Origin::Text);
            }
            for text in texts {
                session.add_source(text, &stamp, &self.options.session);
                new = true;
            }
            if new {
                session.rounds.reset(&fingerprint(question));
            }
        };
        let mut session = match (&inquiry.session, self.store) {
            (Some(id), Some(store)) => Sessions::new(store, &self.options.session, now).update(id, apply)?,
            _ => {
                let mut session = Session::new("", &stamp);
                apply(&mut session);
                session
            }
        };
        // Values without input in this turn were known before.
        for (name, field) in &mut session.fields {
            let given = inquiry.context.iter().any(|(n, _)| n == name);
            if !given && field.origin == Origin::Text {
                field.origin = Origin::Session;
            }
        }
        Ok(session)
    }

    /// Completes the question, and lets the gate assess it.
    fn understand(&self, inquiry: &Inquiry, passing: &mut Passing) -> Result<(), AskError> {
        let rules = Rules::built_in();
        let retriever = self.ask.retriever();
        let facets = retriever.facets()?;
        let mut places: Vec<String> = facets.iter().filter_map(|f| f.town.clone()).collect();
        places.sort();
        places.dedup();
        let session = &mut passing.session;
        let mut question = passing.question.clone();
        // A reply to "what would you like to know" becomes the question.
        let given = |name: &str| inquiry.context.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone());
        if let Some(reply) = given("question").filter(|v| !v.trim().is_empty()) {
            question = if reply.trim_end().ends_with('?') { reply } else { format!("{question} {reply}") };
        }
        if let Some(reply) = given("words").filter(|v| !v.trim().is_empty()) {
            question = format!("{} ({reply})", question.trim_end());
        }
        let choices = split_choices(&question);
        let follow = self_contained(&choices.stem, &session.turns, &places, rules);
        passing.from_prior = follow.from_prior;
        passing.follow.clone_from(&follow.text);
        let told = retriever.told(Wording::new(&follow.text))?;
        let place = &told.place;
        let mut fields = session.fields.clone();
        if let [town] = place.towns.as_slice() {
            fields.insert("town".to_owned(), Field::new(town.clone(), Origin::Text));
        } else if !place.towns.is_empty() {
            fields.remove("town");
        }
        let request = &inquiry.request;
        if let Some(town) = &request.town {
            fields.insert("town".to_owned(), Field::new(town.clone(), Origin::Text));
        }
        if let Some(state) = &request.jurisdiction {
            fields.insert("state".to_owned(), Field::new(state.clone(), Origin::Text));
        }
        let filter = &request.query.filter;
        let narrowed = !filter.sources.is_empty()
            || !request.papers.is_empty()
            || filter.edition.is_some()
            || !place.jurisdictions.is_empty()
            || filter.lanes.iter().any(|l| l == "state");
        let value = |name: &str| fields.get(name).map(|field: &Field| field.value.as_str());
        let town = value("town");
        let here = retriever.told(Wording { town, state: value("state"), ..Wording::new(&follow.text) })?;
        let lanes = &self.ask.options.retrieval.lanes;
        let named = NamedPlace { town, papers: &request.papers };
        let known = Known {
            scope: Scope::of(filter, named, &here.place, &facets, lanes),
            fields: fields.clone(),
            texts: session.sources.iter().map(|s| s.text.clone()).collect(),
            said: fields.iter().map(|(name, field)| statement(name, &field.value)).collect(),
            narrowed: narrowed || !place.towns.is_empty(),
        };
        let gate = Gate::new(retriever, &self.options.gate);
        passing.assessment = gate.assess(&follow.text, &known)?;
        passing.assessment.rewritten = choices.below(&passing.assessment.rewritten);
        // Known values that this question uses.
        let used = &mut passing.assessment.fields;
        for name in ["town", "board", "state"] {
            if let Some(field) = fields.get(name) {
                used.entry(name.to_owned()).or_insert_with(|| field.clone());
            }
        }
        for (name, field) in &fields {
            if inquiry.context.iter().any(|(n, _)| n == name) {
                used.entry(name.clone()).or_insert_with(|| field.clone());
            }
        }
        passing.timing.insert("gate".to_owned(), elapsed_ms(passing.started));
        Ok(())
    }

    /// Returns the gate's decision; an unclear question counts one more round.
    fn decide(&self, inquiry: &Inquiry, passing: &mut Passing) -> Result<Decision, AskError> {
        if passing.assessment.is_clear() {
            return Ok(Decision::Proceed);
        }
        let print = fingerprint(&passing.question);
        let seconds = passing.now.as_second();
        let options = &self.options.gate;
        let mut turn = None;
        let mut next = |rounds: &mut Rounds| turn = Some(rounds.next(&print, seconds, options));
        match (&inquiry.session, self.store) {
            (Some(id), Some(store)) => {
                let sessions = Sessions::new(store, &self.options.session, passing.now);
                let changed = sessions.update(id, |session| next(&mut session.rounds))?;
                passing.session.rounds = changed.rounds;
            }
            _ => next(&mut passing.session.rounds),
        }
        Ok(match turn {
            Some(Round::GoOn(spent)) => passing.assessment.after_timeout(&spent),
            Some(Round::AskBack(round)) => {
                passing.round = round;
                passing.assessment.decision()
            }
            None => passing.assessment.decision(),
        })
    }

    fn answer(
        &self,
        inquiry: &Inquiry,
        passing: &mut Passing,
        cleared: Cleared,
    ) -> Result<Envelope, AskError> {
        let mut request = self.request(inquiry, passing);
        let memory = self.memory(passing, &cleared, &request, inquiry.session.as_deref())?;
        if let Some((recalled, answer)) = memory.as_ref().map(|m| m.find(&request)).transpose()?.flatten() {
            passing.timing.insert("memory".to_owned(), recalled.milliseconds);
            passing.assessment.rewritten.clone_from(&request.query.text);
            passing.form = recalled.form;
            passing.recalled = Some(recalled);
            return Ok(Envelope::given_again(cleared, answer));
        }
        let session = &passing.session;
        let planning = Instant::now();
        let calls = passing.calls.clone();
        let planner = Planner::new(self.ask.retriever(), self.planner, &self.options.plan).booking(&calls);
        let planned = planner.plan(&request, &|| self.watch.goes_on())?;
        planned.put_into(&mut request, self.options.plan.local_alone);
        let asked_whole = request.query.text.clone();
        if let Some(stem) = &planned.stem {
            request.query.text.clone_from(stem);
        }
        passing.timing.insert("plan".to_owned(), elapsed_ms(planning));
        let researcher = self.researcher(&planned, &calls);
        let unsealed = self.ask.run_unsealed(&request, self.watch, &calls, researcher.as_ref())?;
        let Unsealed { content: mut answer, mut way } = unsealed;
        let planned = Planning { call_limit: calls.limit().unwrap_or(planned.call_limit), ..planned };
        request.query.text = asked_whole;
        let called = self.ask.writer.is_some() || calls.count().calls() > 0;
        let sources = std::mem::take(&mut way.sources);
        let mut setting = self.ask.setting(&request, sources).with_model(called);
        let law = way.search.trace.legal_salience >= self.options.answer.legal_salience
            || !way.search.trace.legal_topics.is_empty();
        passing.form = fitting(Fit {
            planned: &planned,
            question: &way.question,
            law,
            users_text: !session.sources.is_empty(),
            mixed: is_mixed(&request.query.text),
        });
        passing.planned = Some(planned);
        if !session.sources.is_empty() {
            // The newest text comes first: it is the present subject of the conversation.
            let texts: Vec<UserSource> = session.sources.iter().rev().cloned().collect();
            let settings = &self.options.session;
            let facts =
                user_facts(self.embedder, &way.question, &texts, law, &self.options.answer, settings)?;
            let framework = match law && !facts.is_empty() {
                true => self.ask.framework(&request, &facts, settings, self.watch)?,
                false => Vec::new(),
            };
            let matched = way.search.signals.topic_alignment.is_none_or(|share| share > 0.0);
            let about = About { situation: &request.situation, law };
            with_user_texts(&mut answer, facts, &texts, matched, &about);
            self.ask.with_framework(&mut answer, framework);
            recount(&mut answer);
            let options = &self.options.answer.conflicts;
            list_conflicts(&mut answer, &texts, &way.question, &way.considered, options);
            setting = setting.with_texts(&texts);
        }
        note_open(&mut answer, &passing.assessment.questions);
        setting = setting.with_kept(self.take_for_granted(passing, &request, &mut answer)?);
        self.judge_choices(passing, &mut answer)?;
        let envelope = Envelope::answer(cleared, answer, Ground::Search(Box::new(setting)));
        passing.assessment.rewritten.clone_from(&request.query.text);
        passing.asked = envelope.checked().map(|answer| way.with(answer.clone()));
        if let (Some(memory), Some(asked)) =
            (&memory, passing.asked.as_ref().filter(|_| self.is_whole(passing)))
        {
            memory.keep(&asked.answer, &asked.search, passing.form, || new_id("m", &request.query.text))?;
        }
        Ok(envelope)
    }

    /// Adds the assumptions to the answer; returns the values from earlier turns of the session.
    fn take_for_granted(
        &self,
        passing: &Passing,
        request: &Request,
        answer: &mut AnswerContent,
    ) -> Result<Vec<String>, AskError> {
        let fields = &passing.assessment.fields;
        let filter = &request.query.filter;
        answer.assumptions = assumptions(&Taken {
            question: &request.query.text,
            town: fields.get("town"),
            state: fields.get("state"),
            day_named: filter.as_of.is_some() || filter.edition.is_some(),
            quoted: &answer.packs,
            packs: &notes_of(self.ask.archive)?,
        });
        let earlier = |f: &&Field| matches!(f.origin, Origin::Session | Origin::PriorTurns);
        Ok(fields.values().filter(earlier).map(|f| f.value.clone()).collect())
    }

    /// Returns the time by which a model must finish reading the question.
    fn until(&self) -> Option<Instant> {
        Instant::now().checked_add(Duration::from_secs(self.options.plan.seconds))
    }

    /// Returns the settings and model for researching a question of several steps.
    fn researcher<'r>(&'r self, planned: &Planning, calls: &'r CallCounter) -> Option<Researcher<'r>> {
        let whole = self.form == FormName::Research;
        let options = &self.options.research;
        let wanted = whole || (options.by_route && planned.route.query_type == QueryType::MultiHop);
        let model = self.planner.filter(|_| self.options.plan.by_model);
        wanted.then_some(Researcher { options, plan: &self.options.plan, model, calls, whole })
    }

    /// Judges the question's answer choices, where it has some, by the answer's quotes.
    fn judge_choices(&self, passing: &mut Passing, answer: &mut AnswerContent) -> Result<(), AskError> {
        let Some(planned) = passing.planned.as_mut() else { return Ok(()) };
        let Some(stem) = planned.stem.as_deref() else { return Ok(()) };
        let go_on = || self.watch.goes_on();
        let judging = Judging {
            stem,
            choices: &planned.choices,
            model: self.planner,
            calls: &passing.calls,
            go_on: &go_on,
        };
        answer.choice = Some(judge(self.ask, answer, &judging)?);
        Ok(())
    }

    /// Returns the memory for a question that may be answered from it. Such a question has no texts of the user, no
    /// open field and no answer choices, which are always judged again. Its words may be stored.
    fn memory<'m>(
        &'m self,
        passing: &Passing,
        cleared: &Cleared,
        request: &Request,
        session: Option<&str>,
    ) -> Result<Option<Memory<'m>>, AskError> {
        let options = &self.options.memory;
        let (Some(owner), Some(store)) = (self.memory.as_deref().filter(|_| options.enabled), self.store)
        else {
            return Ok(None);
        };
        if self.form == FormName::Research {
            return Ok(None);
        }
        let alone = passing.session.sources.is_empty() && request.session_sources.is_empty();
        let clear = !cleared.is_after_timeout() && passing.assessment.questions.is_empty();
        let plain = split_choices(request.text()).choices.is_empty();
        if !(alone && clear && plain && self.options.trace.personal_text) {
            return Ok(None);
        }
        let asking = Asking {
            owner,
            session,
            fields: &passing.assessment.fields,
            planner: self.planner.map(|model| model.id().to_string()),
            plan: &self.options.plan,
            now: passing.now,
        };
        Memory::of(self.ask, store, options, request, &asking).map(Some)
    }

    /// Returns true when nothing cut the answering process short.
    fn is_whole(&self, passing: &Passing) -> bool {
        let planned = passing.planned.as_ref().is_none_or(|p| p.failed.is_none());
        let written =
            passing.asked.as_ref().and_then(|a| a.written.as_ref()).is_none_or(|w| w.failed.is_none());
        // Research is always repeated, because the time limit may have ended it.
        let asked = passing.asked.as_ref();
        let researched = asked.is_some_and(|a| a.answer.get().research.is_some());
        planned && written && !researched && self.watch.goes_on()
    }

    /// Builds the request with all known values.
    fn request(&self, inquiry: &Inquiry, passing: &Passing) -> Request {
        let session = &passing.session;
        let fields = &passing.assessment.fields;
        let mut request = inquiry.request.clone();
        let mut text = passing.assessment.rewritten.clone();
        for (name, value) in &inquiry.context {
            let placed =
                matches!(name.as_str(), "town" | "board" | "state" | "question" | "words" | "subject");
            let known = text.to_lowercase().contains(&value.to_lowercase());
            if !placed && !known && value.len() <= LONGEST_EXTRA && yes_or_no(value).is_none() {
                text = format!("{} ({name}: {value})", text.trim_end());
            }
        }
        request.query.text = text;
        if let Some(field) = fields.get("town")
            && request.town.is_none()
        {
            request.town = Some(field.value.clone());
        }
        if let Some(field) = fields.get("state")
            && request.jurisdiction.is_none()
        {
            request.jurisdiction = Some(field.value.clone());
        }
        if let Some(field) = fields.get("board")
            && !request.boards.contains(&field.value)
        {
            request.boards.push(field.value.clone());
        }
        for entity in &session.situation.entities {
            if !request.situation.contains(entity) {
                request.situation.push(entity.clone());
            }
        }
        // The planner reads the last two texts.
        let texts = session.sources.iter().rev().take(2).rev();
        request
            .session_sources
            .extend(texts.map(|s| SessionSource { title: s.title.clone(), text: s.text.clone() }));
        request
    }

    /// Stores the turn and the trace.
    fn finish(&self, inquiry: &Inquiry, passing: Passing, envelope: Envelope) -> Result<Reply, AskError> {
        let stamp = passing.now.to_string();
        let status = envelope.status();
        let answered = envelope.checked().is_some();
        let searched = if answered { passing.assessment.rewritten.clone() } else { passing.follow.clone() };
        let keeps_trace = self.store.is_some() && self.options.trace.keep > 0;
        let trace_id = keeps_trace.then(|| passing.trace_id.clone());
        let session_id = inquiry.session.clone().filter(|_| self.store.is_some());
        if let (Some(id), Some(store)) = (&session_id, self.store)
            && envelope.rejection().is_none()
            && !passing.question.trim().is_empty()
        {
            let turn = Turn {
                question: passing.question.clone(),
                self_contained: searched.clone(),
                status: status.to_owned(),
                names: envelope.checked().map(|answer| names_of(answer.get())).unwrap_or_default(),
                trace_id: trace_id.clone(),
                at: stamp.clone(),
            };
            let fields = &passing.assessment.fields;
            Sessions::new(store, &self.options.session, passing.now).update(id, |session| {
                // A question that still needs clarification can't be an antecedent yet.
                if answered {
                    session.add_turn(turn, &self.options.session);
                }
                for (name, field) in
                    fields.iter().filter(|(name, _)| matches!(name.as_str(), "town" | "state"))
                {
                    if field.origin == Origin::Text
                        && session.fields.get(name).is_none_or(|f| f.value != field.value)
                    {
                        session.set(name, &field.value, Origin::PriorTurns);
                    }
                }
            })?;
        }
        if let (Some(id), Some(store)) = (&trace_id, self.store) {
            let mut timing_ms = passing.timing.clone();
            timing_ms.insert("conversation".to_owned(), elapsed_ms(passing.started));
            let trace = AnswerTrace {
                id: id.clone(),
                session_id: session_id.clone(),
                at: stamp,
                question: passing.question.clone(),
                self_contained: searched.clone(),
                status,
                gate: GateTrace {
                    round: passing.round,
                    from_prior_turns: passing.from_prior,
                    user_texts: passing.session.sources.iter().map(|s| s.id.clone()).collect(),
                    ..GateTrace::of(&passing.assessment)
                },
                retrieval: None,
                answer: None,
                injection_safe: match &passing.screened {
                    Some(Screened::Safe) => Some(true),
                    Some(Screened::Rejected { .. }) => Some(false),
                    _ => None,
                },
                screened: serde_json::to_value(&passing.screened).unwrap_or_default(),
                audit_flags: Vec::new(),
                repairs: 0,
                planning: None,
                query_type: "simple",
                iterations: 0,
                steps_completed: 0,
                steps_failed: 0,
                steps_pending: 0,
                research_stop: None,
                model_calls: 0,
                call_limit: 0,
                calls: BTreeMap::new(),
                tokens: 0,
                parse_failures: 0,
                memory_hit: passing.recalled.is_some(),
                characters_in: 0,
                characters_out: 0,
                timing_ms,
            };
            trace
                .with_plan(passing.planned.as_ref())
                .with_answer(&envelope, passing.asked.as_ref())
                .with_calls(&passing.calls.count())
                .keep(store, passing.now.as_second(), &self.options.trace)?;
        }
        Ok(Reply {
            envelope,
            scores: passing.assessment.scores,
            round: passing.round,
            planned: passing.planned,
            asked: passing.asked,
            calls: passing.calls.count(),
            recalled: passing.recalled,
            question: searched,
            fields: passing.assessment.fields,
            user_texts: passing.session.sources,
            session_id,
            trace_id,
            from_prior_turns: passing.from_prior,
            fitting_form: passing.form,
        })
    }
}

/// Builds the assessment of a text without a question.
fn about_text(title: &str) -> Assessment {
    Assessment {
        scores: Scores { intent: 0.0, parameters: 1.0, coverage: 1.0 },
        reasons: vec![Reason::UnknownIntent],
        questions: vec![ClarifyQuestion {
            field: "question".to_owned(),
            prompt: format!("What would you like to know about \u{201c}{title}\u{201d}?"),
            options: Vec::new(),
            allow_free_text: true,
        }],
        ..Assessment::default()
    }
}

/// Converts a value to a statement about the asker's case.
fn statement(name: &str, value: &str) -> Statement {
    match yes_or_no(value) {
        Some(reply) => Statement { text: name.to_owned(), reply: Some(reply) },
        None => Statement { text: format!("{name}: {value}"), reply: None },
    }
}

fn yes_or_no(value: &str) -> Option<bool> {
    let personal = &Rules::built_in().personal;
    let lower = value.trim().trim_end_matches('.').to_lowercase();
    if personal.yes.contains(&lower) { Some(true) } else { personal.no.contains(&lower).then_some(false) }
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

/// Creates an id: the prefix, `-`, and 16 hexadecimal digits. It identifies things within one archive, and is no
/// secret.
pub fn new_id(prefix: &str, salt: &str) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let mut hasher = blake3::Hasher::new();
    hasher.update(salt.as_bytes());
    hasher.update(&Timestamp::now().as_nanosecond().to_le_bytes());
    hasher.update(&std::process::id().to_le_bytes());
    hasher.update(&COUNT.fetch_add(1, Ordering::Relaxed).to_le_bytes());
    let hex: String = hasher.finalize().to_hex().chars().take(16).collect();
    format!("{prefix}-{hex}")
}

fn elapsed_ms(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1000.0
}
