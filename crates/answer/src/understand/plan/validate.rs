//! Check of a model's plan against the given texts (SPEC PLAN-2).

use serde::Serialize;

use twolane_retrieve::{IssueMap, LOCAL, STATE, TimeHint};

use super::given::{Cleaned, GivenTexts, Lost};
use super::options::PlanOptions;
use super::reply::{PlanReply, Rewritten, longest};
use super::retrieval_plan::{Priority, RetrievalPlan};
use super::route::Scope;

/// Reason why a part of a model's plan was dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// A name or word that no given text contains.
    NotGiven,
    /// A section of law that no given text contains.
    SectionNotGiven,
    /// A number, date or time that no given text contains.
    NumberNotGiven,
    /// More items than a list may have.
    TooMany,
    /// Longer than its field allows.
    TooLong,
    /// An unknown topic of law.
    Unknown,
    /// A query without any word left.
    Empty,
    /// The model was not sure enough: the conservative plan replaces its own.
    Unsure,
}

/// A dropped part of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Dropped {
    /// Field of the plan.
    pub field: &'static str,
    /// Value that the model wrote.
    pub value: String,
    /// Reason why it was dropped.
    pub why: Why,
}

/// Remaining parts of a model's plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Validated {
    /// Issues that the words show, with those that the model added.
    pub issue_map: IssueMap,
    /// Queries for each lane.
    pub plan: RetrievalPlan,
    /// Expected place of the answer.
    pub scope: Scope,
    /// True when the conservative plan replaces the model's.
    pub conservative: bool,
    /// Dropped parts of the plan.
    pub dropped: Vec<Dropped>,
}

/// Checks a plan against the given texts. `own` are the issues that the question's words show. `plain` is the plan
/// without queries, and `topics` are the topics of law that it may name.
pub fn validate(
    reply: &PlanReply,
    own: &IssueMap,
    plain: &RetrievalPlan,
    given: &GivenTexts,
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
    // Salience by the words is the minimum; the model can raise it in proportion to its confidence.
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
        // Where the law comes first, its lane gets half as many chunks again.
        if lane.lane == STATE && plan.priority == Priority::LawFirst {
            lane.k = lane.k.map(|k| k.saturating_add(k / 2));
            lane.cap = lane.cap.map(|cap| cap.saturating_add(cap / 2));
        }
    }
    Validated { issue_map: map, plan, scope: reply.scope, conservative: false, dropped: check.dropped }
}

/// Returns the reworded queries that the given texts support.
pub fn validate_rewritten(
    rewritten: &Rewritten,
    given: &GivenTexts,
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
    given: &'a GivenTexts,
    options: &'a PlanOptions,
    dropped: Vec<Dropped>,
    /// Dropped names, which no query may contain.
    never: Vec<String>,
}

impl Check<'_> {
    fn drop(&mut self, field: &'static str, value: impl Into<String>, why: Why) {
        self.dropped.push(Dropped { field, value: value.into(), why });
    }

    /// Returns the items of a list that are short enough, at most `most`.
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

    /// Returns names with the spelling of the given texts.
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

    /// Returns phrases of words that were given or may be added.
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

    /// Records the parts that a text lost.
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::understand::plan::PlanRules;
    use crate::understand::plan::reply::tests::good;
    use twolane_archive::terms;
    use twolane_law::Grammar;
    use twolane_retrieve::{Lanes, Vocabulary};

    const QUESTION: &str = "How did Alder's Harbor Committee vote on the $86,000 pier repair under RSA 31-B:3, II on March 4, 2025?";
    const TEXT: &str =
        "Inez Calder and Lou Tanner spoke of eleven of the forty piles at the pier. May Dunn left.";

    fn may_add() -> HashSet<String> {
        PlanRules::built_in().may_add(Vocabulary::built_in())
    }

    fn checked(reply: &PlanReply) -> Validated {
        let given = GivenTexts::of([QUESTION, TEXT], may_add());
        let plain = RetrievalPlan::plain(&Lanes::default(), Priority::FactsFirst, "words");
        let topics = ["liability".to_owned(), "money".to_owned()];
        let own = IssueMap { legal_salience: 0.1, ..IssueMap::default() };
        validate(reply, &own, &plain, &given, &topics, &PlanOptions::default())
    }

    fn reply(change: impl Fn(&mut serde_json::Value)) -> PlanReply {
        let mut value = good();
        change(&mut value);
        PlanReply::read(&value.to_string()).unwrap()
    }

    fn dropped(validated: &Validated, why: Why) -> Vec<&str> {
        validated.dropped.iter().filter(|d| d.why == why).map(|d| d.value.as_str()).collect()
    }

    #[test]
    fn a_sound_plan_stays() {
        let validated = checked(&reply(|_| {}));
        assert!(validated.dropped.iter().all(|d| d.field == "reason"), "{:?}", validated.dropped);
        assert_eq!(validated.issue_map.entities, ["Inez Calder"]);
        assert_eq!(validated.issue_map.town.as_deref(), Some("Alder"));
        assert!((validated.issue_map.legal_salience - 0.56).abs() < 1e-6);
        let queries: Vec<&str> = validated.plan.queries().collect();
        assert_eq!(queries, ["pier repair vote", "municipal liability pier statute", "pier"]);
        // Law comes first: its lane is larger by half.
        assert_eq!(validated.plan.lanes[1].cap, Some(7));
        assert!(!validated.conservative);
    }

    #[test]
    fn what_stands_nowhere_is_dropped_and_not_queried() {
        let validated = checked(&reply(|v| {
            v["entities"] = serde_json::json!(["Boardwalk Pavilion", "Lou Tanner", "Water District"]);
            v["town"] = "Springfield".into();
            v["time_hints"] = serde_json::json!(["May 1, 1999", "March 4, 2025"]);
            v["legal_topics"] = serde_json::json!(["liability", "maritime law"]);
            v["local_queries"] = serde_json::json!([
                "Boardwalk Pavilion pier vote",
                "water district pier repair",
                "boardwalk pavilion"
            ]);
            v["state_queries"] =
                serde_json::json!(["RSA 541-B:19 pier liability", "pier notice within 60 days of 1999"]);
        }));
        assert_eq!(validated.issue_map.entities, ["Lou Tanner"]);
        assert_eq!(validated.issue_map.town, None);
        assert_eq!(validated.issue_map.legal_topics, ["liability"]);
        assert_eq!(validated.plan.lanes[0].queries, ["pier vote", "pier repair"]);
        assert_eq!(validated.plan.lanes[1].queries, ["RSA pier liability", "pier notice within days of"]);
        assert!(dropped(&validated, Why::NotGiven).contains(&"Springfield"));
        assert!(dropped(&validated, Why::NumberNotGiven).contains(&"541-B:19"));
        assert_eq!(dropped(&validated, Why::Unknown), ["maritime law"]);
        assert_eq!(dropped(&validated, Why::Empty), ["boardwalk pavilion"]);
    }

    #[test]
    fn lists_and_texts_are_clamped() {
        let validated = checked(&reply(|v| {
            v["local_queries"] = serde_json::json!(["pier", "repair", "vote", "committee", "harbor"]);
            v["state_queries"] = serde_json::json!(["pier ".repeat(60)]);
            v["entities"] = serde_json::json!(vec!["pier"; 50]);
        }));
        assert_eq!(validated.plan.lanes[0].queries.len(), 3);
        assert!(validated.plan.lanes[1].queries.is_empty());
        assert_eq!(dropped(&validated, Why::TooLong).len(), 1);
        assert!(validated.issue_map.entities.len() <= 6);
    }

    #[test]
    fn an_unsure_model_gives_the_conservative_plan() {
        for (confidence, conservative) in [(0, true), (39, true), (40, false), (100, false)] {
            let validated = checked(&reply(|v| {
                v["confidence"] = confidence.into();
                v["force_parallel_state_retrieval"] = false.into();
                v["state_lane_anchors"] = false.into();
            }));
            assert_eq!(validated.conservative, conservative, "{confidence}");
            assert_eq!(validated.plan.queries().next().is_none(), conservative);
            assert_eq!(validated.plan.force_parallel_state_retrieval, conservative);
            assert_eq!(validated.plan.state_lane_anchors, conservative);
            assert!(!conservative || validated.scope == Scope::Mixed);
        }
    }

    const INVENTED: &[&str] =
        &["Springfield", "quimby", "Zoltan", "Oxbow", "Ferncliff", "mcnulty", "Ravenna"];

    /// Returns words of a text that were not given, by the means of this test alone.
    fn invented(text: &str) -> Option<String> {
        let given = format!("{QUESTION} {TEXT}");
        let lower = given.to_lowercase();
        let held: HashSet<String> = lower.split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect();
        let stems: HashSet<String> = terms(&given).into_iter().collect();
        for word in text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()) {
            let plain = word.to_lowercase();
            if INVENTED.iter().any(|name| plain.contains(&name.to_lowercase())) {
                return Some(format!("name {word}"));
            }
            if plain.chars().any(char::is_numeric) && !held.contains(&plain) {
                return Some(format!("number {word}"));
            }
            let general = terms(&plain).iter().all(|t| stems.contains(t) || may_add().contains(t));
            if !held.contains(&plain) && !general {
                return Some(format!("word {word}"));
            }
            if word.chars().any(char::is_uppercase) && !given.contains(word) {
                return Some(format!("capital {word}"));
            }
        }
        let cited: HashSet<String> =
            Grammar::built_in().find(&given).iter().flat_map(|f| f.citation.keys()).collect();
        let stray = Grammar::built_in().find(text).into_iter().find(|f| !cited.contains(&f.citation.text));
        stray.map(|f| format!("section {}", f.citation.text))
    }

    fn piece() -> impl Strategy<Value = String> {
        prop_oneof![
            4 => proptest::sample::select(QUESTION.split(' ').chain(TEXT.split(' ')).collect::<Vec<_>>())
                .prop_map(str::to_owned),
            3 => proptest::sample::select(INVENTED).prop_map(str::to_owned),
            2 => proptest::sample::select(vec![
                "fee", "Statute", "Grant", "Park", "section", "article", "chapter", "the", "of", "I", "RSA", "Board",
                "31-B:4", "31-B:3", "91-A:3,", "§", "II(c)", "M.G.L.", "c.", "twelve", "hundred", "March", "4", "2025",
            ]).prop_map(str::to_owned),
            1 => "[0-9]{1,5}",
            1 => "[\\PC]{1,8}",
            1 => proptest::sample::select(vec!["\u{200b}", "{{question}}", "<|im_end|>", "\n", "１２", "Ⅴ", "-", ":", ","])
                .prop_map(str::to_owned),
        ]
    }

    fn text() -> impl Strategy<Value = String> {
        (
            proptest::collection::vec(piece(), 0..10),
            proptest::sample::select(vec![" ", " ", " ", "-", "", ", "]),
        )
            .prop_map(|(pieces, between)| pieces.join(between))
    }

    fn texts() -> impl Strategy<Value = Vec<String>> {
        proptest::collection::vec(text(), 0..6)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn nothing_that_was_not_given_reaches_a_query(
            town in text(),
            entities in texts(),
            must in texts(),
            local in texts(),
            state in texts(),
            actions in texts(),
            boards in texts(),
            confidence in 0u8..=100,
        ) {
            let validated = checked(&PlanReply {
                town, entities, boards, actions, must_include: must, local_queries: local, state_queries: state,
                confidence, ..reply(|_| {})
            });
            let map = &validated.issue_map;
            let queried = validated.plan.queries().chain(map.entities.iter().map(String::as_str))
                .chain(map.boards.iter().map(String::as_str)).chain(map.actions.iter().map(String::as_str))
                .chain(map.town.as_deref());
            for text in queried {
                prop_assert_eq!(invented(text), None, "{:?}", text);
                prop_assert!(text.split_whitespace().count() <= PlanOptions::default().query_words);
            }
            for hint in &map.time_hints {
                prop_assert_eq!(invented(&hint.text), None);
            }
            // The reason is for people, and has no sections or numbers of its own either.
            let reason = &validated.plan.reason;
            prop_assert!(Grammar::built_in().find(reason).is_empty(), "{}", reason);
        }

        #[test]
        fn any_text_is_read_without_harm(text in "\\PC{0,120}", cut in 0usize..600) {
            let _ = PlanReply::read(&text);
            let whole = good().to_string();
            let cut: String = whole.chars().take(cut.min(whole.len() - 1)).collect();
            prop_assert!(PlanReply::read(&cut).is_err());
            let given = GivenTexts::of([QUESTION, TEXT], may_add());
            if let Some(query) = given.query(&text, &[], 30).text {
                prop_assert_eq!(invented(&query), None, "{:?}", query);
            }
        }
    }
}
