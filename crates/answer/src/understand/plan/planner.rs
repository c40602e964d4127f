//! The planner: always by rules, and by a model where there is one and the question is not simple.

use jiff::Zoned;

use crate::error::AskError;
use crate::language::facets::facets as parts_of;
use crate::understand::screen;
use twolane_llm::{CallCount, CallCounter, LanguageModel};
use twolane_retrieve::{IssueMap, QuestionWords, Request, Retriever};

use super::budget::Extras;
use super::choices::Choices;
use super::given::GivenTexts;
use super::model_planner::{Asking, ModelPlanner, PlanFailure, SOURCES};
use super::options::PlanOptions;
use super::planned::{PlannedBy, Planning};
use super::reading::Reading;
use super::retrieval_plan::{Priority, RetrievalPlan};
use super::route::{QueryType, Route, Scope, Seen};
use super::rules::PlanRules;
use super::validate::{Dropped, validate, validate_rewritten};

/// Planner of a question's search.
pub struct Planner<'a> {
    retriever: &'a Retriever<'a>,
    model: Option<&'a dyn LanguageModel>,
    options: &'a PlanOptions,
    rules: &'a PlanRules,
    calls: CallCounter,
}

impl<'a> Planner<'a> {
    /// Builds a planner by rules, and by a model where there is one.
    pub fn new(
        retriever: &'a Retriever<'a>,
        model: Option<&'a dyn LanguageModel>,
        options: &'a PlanOptions,
    ) -> Self {
        Planner { retriever, model, options, rules: PlanRules::built_in(), calls: CallCounter::default() }
    }

    /// Books its calls with those of the question, and sets the limit of these calls.
    pub fn booking(self, calls: &CallCounter) -> Self {
        Planner { calls: calls.clone(), ..self }
    }

    /// Returns the route, issues and plan of a question. The request asks for the stem of these choices, in these words.
    ///
    /// # Errors
    /// Returns the errors of reading the archive. Errors of a model are part of the result, and the question is then
    /// searched by the plan of the rules.
    pub fn plan(
        &self,
        request: &Request,
        choices: &Choices,
        words: &QuestionWords,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Planning, AskError> {
        let planning = self.by_rules(request, choices, words)?;
        self.calls.allow(planning.call_limit);
        if !self.options.by_model || planning.route.query_type == QueryType::Simple {
            return Ok(planning);
        }
        Ok(self.with_model(request, planning, go_on))
    }

    /// Adds a model's findings to a plan of the rules, whatever the route.
    pub fn with_model(
        &self,
        request: &Request,
        mut planning: Planning,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Planning {
        if let Some(model) = self.model {
            self.by_model(model, request, &mut planning, go_on);
        }
        planning
    }

    /// Builds the plan of the rules.
    ///
    /// # Errors
    /// Returns the errors of reading the archive.
    pub fn by_rules(
        &self,
        request: &Request,
        choices: &Choices,
        words: &QuestionWords,
    ) -> Result<Planning, AskError> {
        let vocabulary = self.retriever.vocabulary();
        let settings = self.retriever.options();
        let Choices { stem, choices: answers } = choices;
        let place = &words.place;
        let issue_map = Reading {
            request,
            stem,
            place,
            facets: &self.retriever.facets()?,
            telling: &words.telling,
            vocabulary,
            rules: self.rules,
            today: Zoned::now().date(),
        }
        .issue_map();
        let parts = parts_of(stem);
        let seen = Seen {
            choices,
            issue_map: &issue_map,
            parts: parts.len(),
            towns: place.towns.len(),
            state_alone: request.jurisdiction.is_none()
                && request.town.is_none()
                && place.towns.is_empty()
                && !place.jurisdictions.is_empty(),
            legal_from: settings.merge.legal_salience,
        };
        let route = Route::of(seen, self.rules);
        let process = vocabulary.asks_of_process(stem);
        let priority = priority(&issue_map, process, settings.merge.legal_salience);
        let mut plan = RetrievalPlan::plain(&settings.lanes, priority, "the question's own words");
        if parts.len() > 1 {
            plan.reason = "a query for each part of the question".into();
            for lane in &mut plan.lanes {
                lane.queries = parts.iter().map(|p| p.text.clone()).take(self.options.most_queries).collect();
            }
        }
        plan.force_parallel_state_retrieval =
            !(route.scope == Scope::Local && route.query_type == QueryType::Simple);
        let screening = self.calls.count().by_purpose.contains_key(screen::PURPOSE);
        let extras = Extras { screening, ..Extras::default() };
        let call_limit = self.options.calls.of(route.query_type, !answers.is_empty(), extras);
        Ok(Planning {
            route,
            issue_map,
            plan,
            by: PlannedBy::Rules,
            stem: (!answers.is_empty()).then(|| stem.clone()),
            choices: answers.clone(),
            dropped: Vec::new(),
            failed: None,
            failed_because: None,
            parse_failures: 0,
            model: None,
            calls: CallCount::default(),
            call_limit,
        })
    }

    fn by_model(
        &self,
        model: &dyn LanguageModel,
        request: &Request,
        planning: &mut Planning,
        go_on: &(dyn Fn() -> bool + Sync),
    ) {
        let vocabulary = self.retriever.vocabulary();
        let topics: Vec<String> = vocabulary.legal_topics.iter().map(|t| t.name.clone()).collect();
        let stem = planning.stem.as_deref().unwrap_or(request.text());
        let asking = Asking {
            stem,
            request,
            topics: &topics,
            rewrite: self.options.rewrite && planning.route.query_type == QueryType::MultiHop,
            calls: planning.call_limit.saturating_sub(self.options.calls_left_to_writer),
        };
        let made = ModelPlanner::new(model, self.options).plan(asking, &self.calls, go_on);
        let joined = |of: &dyn Fn(&PlanFailure) -> String| {
            let failed: Vec<String> = made.failures.iter().map(of).collect();
            (!failed.is_empty()).then(|| failed.join("; "))
        };
        let unreadable = made.failures.iter().filter(|f| f.unreadable).count();
        planning.failed = joined(&|f| format!("{}: {}", f.purpose, f.kind.name()));
        planning.failed_because = joined(&|f| format!("{}: {}", f.purpose, f.what));
        planning.parse_failures = u32::try_from(unreadable).unwrap_or(u32::MAX);
        planning.model = Some(made.model);
        planning.calls = made.calls;
        let Some(reply) = made.plan else { return };
        let given = self.given(request, planning.stem.as_deref());
        let checked = validate(&reply, &planning.issue_map, &planning.plan, &given, &topics, self.options);
        planning.issue_map = checked.issue_map;
        planning.dropped = checked.dropped;
        if checked.conservative {
            planning.by = PlannedBy::Conservative;
            planning.plan = checked.plan;
            for lane in &mut planning.plan.lanes {
                lane.queries.clear();
            }
            planning.route.scope = Scope::Mixed;
            return;
        }
        planning.by = PlannedBy::Model;
        let parts: Vec<Vec<String>> = planning.plan.lanes.iter().map(|l| l.queries.clone()).collect();
        planning.plan = checked.plan;
        planning.route.scope = checked.scope;
        let mut more: Vec<String> = Vec::new();
        if let Some(rewritten) = &made.rewritten {
            let (queries, dropped) = validate_rewritten(rewritten, &given, self.options);
            planning.dropped.extend::<Vec<Dropped>>(dropped);
            more = queries;
        }
        // The question's own parts come first, because they are its words.
        for (lane, own) in planning.plan.lanes.iter_mut().zip(parts) {
            let mut queries = own;
            for query in lane.queries.drain(..).chain(more.iter().cloned()) {
                if !queries.contains(&query) {
                    queries.push(query);
                }
            }
            lane.queries = queries;
        }
    }

    /// Collects the texts that were given with a question.
    fn given(&self, request: &Request, stem: Option<&str>) -> GivenTexts {
        let mut texts: Vec<&str> = vec![stem.unwrap_or(request.text())];
        // Choices are not part of the question.
        if stem.is_none() {
            texts.push(&request.query.text);
        }
        texts.extend(request.situation.iter().map(String::as_str));
        for source in request.session_sources.iter().rev().take(SOURCES) {
            texts.extend([source.title.as_str(), source.text.as_str()]);
        }
        texts.extend(request.town.as_deref());
        texts.extend(request.jurisdiction.as_deref());
        texts.extend(request.boards.iter().map(String::as_str));
        texts.extend(request.categories.iter().map(String::as_str));
        GivenTexts::of(texts, self.rules.may_add(self.retriever.vocabulary()))
    }
}

fn priority(map: &IssueMap, process: bool, legal_from: f32) -> Priority {
    if map.legal_salience >= legal_from {
        Priority::LawFirst
    } else if process {
        Priority::ProcessFirst
    } else {
        Priority::FactsFirst
    }
}
