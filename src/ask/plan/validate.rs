//! A model's plan, held against what was given (SPEC PLAN-2).

use serde::Serialize;

use crate::retrieve::{LOCAL, STATE};

use super::given::{Cleaned, Given, Lost};
use super::issue_map::{IssueMap, TimeHint};
use super::options::PlanOptions;
use super::reply::{PlanReply, Rewritten, longest};
use super::retrieval_plan::{Priority, RetrievalPlan};
use super::route::Scope;

/// Why something of a model's plan was dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// A name or word that stands in none of the given texts.
    NotGiven,
    /// A section of law that stands in none of them.
    SectionNotGiven,
    /// A number, date or time that stands in none of them.
    NumberNotGiven,
    /// More items than a list may have.
    TooMany,
    /// Longer than its field may be.
    TooLong,
    /// No matter of law that is known.
    Unknown,
    /// Nothing was left of a query.
    Empty,
    /// The model was not sure enough: the conservative plan stands in its place.
    Unsure,
}

/// Something that was dropped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Dropped {
    /// Field of the plan.
    pub field: &'static str,
    /// What the model wrote.
    pub value: String,
    /// Why it was dropped.
    pub why: Why,
}

/// What is left of a model's plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Validated {
    /// The issues: those that the words show, and what the model saw besides.
    pub issue_map: IssueMap,
    /// What each lane is asked.
    pub plan: RetrievalPlan,
    /// Where the model expects the answer.
    pub scope: Scope,
    /// The conservative plan stands in its place.
    pub conservative: bool,
    /// What was dropped.
    pub dropped: Vec<Dropped>,
}

/// Holds a plan against what was given. `own` are the issues that the question's words show, `plain`
/// is the plan without queries, `topics` are the matters of law that may be named.
pub fn validate(
    reply: &PlanReply,
    own: &IssueMap,
    plain: &RetrievalPlan,
    given: &Given,
    topics: &[String],
    options: &PlanOptions,
) -> Validated {
    let mut check = Check { given, options, dropped: Vec::new(), never: Vec::new() };
    let town = check.names("town", std::slice::from_ref(&reply.town), 1);
    let entities = check.names("entities", &reply.entities, options.most_entities);
    let boards = check.names("boards", &reply.boards, options.most_items);
    let time_hints = check.names("time_hints", &reply.time_hints, options.most_items);
    let actions = check.phrases("actions", &reply.actions, options.most_items);
    let legal_topics = check.topics(&reply.legal_topics, topics);
    let must_include = check.names("must_include", &reply.must_include, options.most_items);
    let local = check.queries("local_queries", &reply.local_queries, options.most_queries);
    let state = check.queries("state_queries", &reply.state_queries, options.most_queries);
    let confidence = f32::from(reply.confidence.min(100)) / 100.0;
    let mut map = IssueMap { confidence, requested_output: reply.requested_output, ..own.clone() };
    map.town = map.town.or_else(|| town.into_iter().next());
    add(&mut map.entities, entities, options.most_entities);
    add(&mut map.boards, boards, options.most_items);
    add(&mut map.actions, actions, options.most_items);
    add(&mut map.legal_topics, legal_topics, options.most_items);
    for text in time_hints {
        if map.time_hints.len() < options.most_items && !map.time_hints.iter().any(|h| h.text == text) {
            map.time_hints.push(TimeHint { text, period: None });
        }
    }
    // The words' own salience stands; the model can raise it as far as it is sure.
    let salience = f32::from(reply.legal_salience.min(100)) / 100.0;
    map.legal_salience = own.legal_salience.max(salience * confidence);
    if confidence < options.least_confidence {
        check.drop("confidence", format!("{confidence:.2}"), Why::Unsure);
        let plan = RetrievalPlan {
            reason: "conservative: the model was not sure".into(),
            force_parallel_state_retrieval: true,
            state_lane_anchors: true,
            ..plain.clone()
        };
        let issue_map = IssueMap { confidence, ..own.clone() };
        return Validated {
            issue_map,
            plan,
            scope: Scope::Mixed,
            conservative: true,
            dropped: check.dropped,
        };
    }
    let reason = check.reason(&reply.reason);
    let mut plan = RetrievalPlan {
        must_include,
        priority: reply.priority,
        force_parallel_state_retrieval: reply.force_parallel_state_retrieval,
        state_lane_anchors: reply.state_lane_anchors,
        reason,
        ..plain.clone()
    };
    for lane in &mut plan.lanes {
        let queries = match lane.lane.as_str() {
            LOCAL => &local,
            STATE => &state,
            _ => continue,
        };
        lane.queries.clone_from(queries);
        // Where the law comes first, its lane gets half as much again.
        if lane.lane == STATE && plan.priority == Priority::LawFirst {
            lane.k = lane.k.map(|k| k.saturating_add(k / 2));
            lane.cap = lane.cap.map(|cap| cap.saturating_add(cap / 2));
        }
    }
    Validated { issue_map: map, plan, scope: reply.scope, conservative: false, dropped: check.dropped }
}

/// The queries of a question in other words that what was given bears out.
pub fn validate_rewritten(
    rewritten: &Rewritten,
    given: &Given,
    options: &PlanOptions,
) -> (Vec<String>, Vec<Dropped>) {
    let mut check = Check { given, options, dropped: Vec::new(), never: Vec::new() };
    let queries = check.queries("rewritten", &rewritten.queries(), options.most_queries);
    (queries, check.dropped)
}

fn add(list: &mut Vec<String>, more: Vec<String>, most: usize) {
    for value in more {
        if list.len() < most && !list.iter().any(|held| held.eq_ignore_ascii_case(&value)) {
            list.push(value);
        }
    }
}

struct Check<'a> {
    given: &'a Given,
    options: &'a PlanOptions,
    dropped: Vec<Dropped>,
    /// Names that were dropped: no query has them.
    never: Vec<String>,
}

impl Check<'_> {
    fn drop(&mut self, field: &'static str, value: impl Into<String>, why: Why) {
        self.dropped.push(Dropped { field, value: value.into(), why });
    }

    /// Items of a list that are short enough, at most so many.
    fn items<'v>(&mut self, field: &'static str, values: &'v [String], most: usize) -> Vec<&'v str> {
        let mut items = Vec::new();
        for value in values.iter().map(|v| v.trim()).filter(|v| !v.is_empty()) {
            if value.chars().count() > longest(field) {
                let head: String = value.chars().take(longest(field)).collect();
                self.drop(field, head, Why::TooLong);
            } else if items.len() >= most {
                self.drop(field, value, Why::TooMany);
            } else {
                items.push(value);
            }
        }
        items
    }

    /// Names, as they were given.
    fn names(&mut self, field: &'static str, values: &[String], most: usize) -> Vec<String> {
        let mut names = Vec::new();
        for value in self.items(field, values, most) {
            let cleaned = self.given.query(value, &[], usize::MAX);
            if let Some(text) = cleaned.text.filter(|_| cleaned.lost.is_empty() && self.given.holds(value)) {
                names.push(text);
            } else {
                let why = match cleaned.lost.first() {
                    Some(Lost::Section(_)) => Why::SectionNotGiven,
                    Some(Lost::Number(_)) => Why::NumberNotGiven,
                    _ => Why::NotGiven,
                };
                self.drop(field, value, why);
                self.never.push(value.to_owned());
            }
        }
        names
    }

    /// Things said in words that were given or may be added.
    fn phrases(&mut self, field: &'static str, values: &[String], most: usize) -> Vec<String> {
        let mut phrases = Vec::new();
        for value in self.items(field, values, most) {
            let cleaned = self.given.query(value, &self.never, self.options.query_words);
            if let Some(text) = self.lost(field, value, cleaned) {
                phrases.push(text);
            }
        }
        phrases
    }

    fn topics(&mut self, values: &[String], topics: &[String]) -> Vec<String> {
        let mut kept: Vec<String> = Vec::new();
        for value in self.items("legal_topics", values, self.options.most_items) {
            match topics.iter().find(|t| t.eq_ignore_ascii_case(value)) {
                Some(topic) => kept.push(topic.clone()),
                None => self.drop("legal_topics", value, Why::Unknown),
            }
        }
        kept
    }

    fn queries(&mut self, field: &'static str, values: &[String], most: usize) -> Vec<String> {
        let mut queries: Vec<String> = Vec::new();
        for value in self.items(field, values, most) {
            let cleaned = self.given.query(value, &self.never, self.options.query_words);
            if let Some(text) = self.lost(field, value, cleaned)
                && !queries.contains(&text)
            {
                queries.push(text);
            }
        }
        queries
    }

    /// Notes what a text lost.
    fn lost(&mut self, field: &'static str, value: &str, cleaned: Cleaned) -> Option<String> {
        for lost in cleaned.lost {
            let (value, why) = match lost {
                Lost::Word(word) => (word, Why::NotGiven),
                Lost::Number(number) => (number, Why::NumberNotGiven),
                Lost::Section(section) => (section, Why::SectionNotGiven),
            };
            self.drop(field, value, why);
        }
        if cleaned.text.is_none() {
            self.drop(field, value, Why::Empty);
        }
        cleaned.text
    }

    fn reason(&mut self, text: &str) -> String {
        let cut: String = text.chars().take(longest("reason")).collect();
        let kept = self.given.field(&cut);
        if kept.split_whitespace().count() < text.split_whitespace().count() {
            self.drop("reason", text, Why::NotGiven);
        }
        kept
    }
}
