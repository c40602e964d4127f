//! Expectations as data, and their checks.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::observed::{Observed, list, strings, text};

/// Expectations for a turn. Absent fields are not checked. Words are compared in lower case and with single
/// spaces.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
    /// The envelope's `status` is one of these.
    pub status: Vec<String>,
    /// The evidence has this `mode`.
    pub mode: Option<String>,
    /// The record's strength has one of these `tier` values.
    pub tier: Vec<String>,
    /// Each of these words occurs in some quote.
    pub quotes: Vec<String>,
    /// One of these words occurs in some quote.
    pub any_quote: Vec<String>,
    /// The first fact's quotes have these words.
    pub first_quote: Option<String>,
    /// None of these words occurs in a quote.
    pub quotes_not: Vec<String>,
    /// Each of these words is displayed.
    pub shown: Vec<String>,
    /// None of these words is displayed as an answer.
    pub not_shown: Vec<String>,
    /// None of these words occurs in the JSON, except where it repeats the question.
    pub nowhere: Vec<String>,
    /// All quotes are from these lanes (`user` for texts of the user).
    pub lanes_only: Vec<String>,
    /// Each of these lanes has some quote.
    pub lanes: Vec<String>,
    /// This lane has more quotes than all others together.
    pub lane_dominates: Option<String>,
    /// Each of these is the `why` of some gap.
    pub gaps: Vec<String>,
    /// Each of these words occurs in the need or reason of some gap.
    pub gap_names: Vec<String>,
    /// True if there must be no gap.
    pub no_gaps: bool,
    /// Each of these words occurs in a value of one and the same conflict.
    pub conflict: Vec<String>,
    /// True if there must be no conflict.
    pub no_conflict: bool,
    /// Minimum and maximum number of facts.
    pub facts: Option<(usize, usize)>,
    /// None of these words occurs in a search query.
    pub queries_not: Vec<String>,
    /// Each of these words occurs in a search query.
    pub queries: Vec<String>,
    /// Maximum number of model calls.
    pub model_calls_at_most: Option<u64>,
    /// Minimum number of model calls, to prove that the model took part.
    pub model_calls_at_least: Option<u64>,
    /// Number of the follow-up round.
    pub round: Option<u64>,
    /// Exact set of fields in the follow-up questions, in any order.
    pub asks: Vec<String>,
    /// Fields that must not be in the follow-up questions.
    pub asks_not: Vec<String>,
    /// Number of follow-up questions.
    pub questions: Option<usize>,
    /// Each of these is offered as a choice.
    pub offers: Vec<String>,
    /// Each of these is a reason for a follow-up question.
    pub reasons: Vec<String>,
    /// Expected value of `used_statewide`.
    pub used_statewide: Option<bool>,
    /// Each of these words occurs in a limitation.
    pub limitations: Vec<String>,
    /// Each of these words occurs in the title of a cited source.
    pub cites: Vec<String>,
    /// None of these words occurs in the title of a cited source.
    pub cites_not: Vec<String>,
    /// Known values, by field.
    pub resolved: BTreeMap<String, String>,
    /// Words of the question as it was searched.
    pub question: Vec<String>,
    /// Minimum and maximum number of research steps.
    pub steps: Option<(usize, usize)>,
    /// Minimum number of completed steps.
    pub steps_completed: Option<usize>,
    /// Each of these words occurs in the question of some step.
    pub step_questions: Vec<String>,
    /// None of these words occurs in the question or a query of a step.
    pub step_questions_not: Vec<String>,
    /// Each of these created some step: `question`, `part`, `cited_section`, `named_paper`, `definition`,
    /// `next_step`, `retry`.
    pub phases: Vec<String>,
    /// Research ended by one of these rules.
    pub research_stop: Vec<String>,
    /// Expected value of `from_memory`.
    pub from_memory: Option<bool>,
    /// Letter of the correct answer choice; `none` if no choice was judged correct.
    pub choice: Option<String>,
    /// Words that the quotes of a choice must have, by letter.
    pub choice_quotes: BTreeMap<String, String>,
}

impl Expect {
    /// Returns the violated expectations in words. Independent of the expectations, every quote must be at
    /// its stated location, and a quote must support each displayed token.
    pub fn check(&self, seen: &Observed) -> Vec<String> {
        let mut found = Findings(Vec::new());
        found.sound(seen);
        self.envelope(seen, &mut found);
        self.evidence(seen, &mut found);
        self.words(seen, &mut found);
        self.research(seen, &mut found);
        self.asked_back(seen, &mut found);
        found.0
    }

    fn envelope(&self, seen: &Observed, found: &mut Findings) {
        found.one_of("status", &self.status, seen.status());
        if let Some(mode) = &self.mode {
            found.one_of("mode", std::slice::from_ref(mode), text(&seen.output, "/evidence/mode"));
        }
        found.one_of("tier", &self.tier, text(&seen.output, "/evidence/record_strength/tier"));
        let calls = seen.output.get("model_calls").and_then(Value::as_u64).unwrap_or(0);
        if let Some(most) = self.model_calls_at_most {
            found.when(calls > most, || format!("{calls} model calls, at most {most} expected"));
        }
        if let Some(least) = self.model_calls_at_least {
            found.when(calls < least, || format!("{calls} model calls, at least {least} expected"));
        }
        if let Some(used) = self.used_statewide {
            let is = seen.output.pointer("/evidence/used_statewide").and_then(Value::as_bool);
            found.when(is != Some(used), || format!("used_statewide is {is:?}, expected {used}"));
        }
        for (field, value) in &self.resolved {
            let known = seen.output.pointer("/resolved_context/fields").and_then(|f| f.get(field)?.as_str());
            found.when(known.map(fold) != Some(fold(value)), || {
                format!("{field} is {known:?}, expected {value:?}")
            });
        }
        if let Some(expected) = self.from_memory {
            let is = seen.output.get("from_memory").and_then(Value::as_bool);
            found.when(is != Some(expected), || format!("from_memory is {is:?}, expected {expected}"));
        }
        self.choices(seen, found);
        found.each_in(
            "the searched question",
            &self.question,
            &[text(&seen.output, "/resolved_context/question")],
        );
    }

    fn choices(&self, seen: &Observed, found: &mut Findings) {
        if let Some(letter) = &self.choice {
            let judged = seen.output.get("choice").filter(|c| c.is_object());
            let is = judged.map(|c| c.get("answer").and_then(Value::as_str).unwrap_or("none"));
            found.when(is != Some(letter), || format!("the choice is {is:?}, expected {letter:?}"));
        }
        for (letter, words) in &self.choice_quotes {
            let reasons = seen.list("/choice/reasons").filter(|r| text(r, "/choice") == letter);
            let quotes: Vec<&str> =
                reasons.flat_map(|r| list(r, "/support")).map(|s| text(s, "/quote")).collect();
            found.each_in(&format!("the quotes of choice {letter}"), std::slice::from_ref(words), &quotes);
        }
    }

    fn evidence(&self, seen: &Observed, found: &mut Findings) {
        let facts: Vec<&Value> = seen.list("/evidence/facts").collect();
        if let Some((least, most)) = self.facts {
            let n = facts.len();
            found.when(n < least || n > most, || format!("{n} facts, expected {least} to {most}"));
        }
        if let Some(words) = &self.first_quote {
            let first: Vec<&str> =
                facts.iter().take(1).flat_map(|f| list(f, "/support")).map(|s| text(s, "/quote")).collect();
            found.each_in("the first fact", std::slice::from_ref(words), &first);
        }
        for lane in &seen.lanes {
            let allowed = self.lanes_only.is_empty() || self.lanes_only.contains(lane);
            found.when(!allowed, || {
                format!("a quote is of the lane {lane}, expected {:?} only", self.lanes_only)
            });
        }
        found.when(!self.lanes_only.is_empty() && seen.lanes.is_empty(), || "there is no quote".to_owned());
        for lane in &self.lanes {
            found.when(!seen.lanes.contains(lane), || format!("no quote is of the lane {lane}"));
        }
        if let Some(lane) = &self.lane_dominates {
            let own = seen.lanes.iter().filter(|l| *l == lane).count();
            let all = seen.lanes.len();
            found.when(own * 2 <= all, || {
                format!("{own} of {all} quotes are of the lane {lane}, expected most of them")
            });
        }
        let gaps: Vec<&Value> = seen.list("/evidence/gaps").collect();
        found.when(self.no_gaps && !gaps.is_empty(), || format!("{} gaps, expected none", gaps.len()));
        for why in &self.gaps {
            found.when(!gaps.iter().any(|g| text(g, "/why") == why), || format!("no gap for {why}"));
        }
        let said: Vec<&str> = gaps.iter().flat_map(|g| [text(g, "/need"), text(g, "/reason")]).collect();
        found.each_in("a gap", &self.gap_names, &said);
        let conflicts: Vec<&Value> = seen.list("/evidence/conflicts").collect();
        found.when(self.no_conflict && !conflicts.is_empty(), || {
            format!("{} conflicts, expected none", conflicts.len())
        });
        if !self.conflict.is_empty() {
            let has = |c: &Value| {
                let values: Vec<String> = list(c, "/values").map(|v| fold(text(v, "/value"))).collect();
                self.conflict.iter().all(|w| values.iter().any(|v| v.contains(&fold(w))))
            };
            found.when(!conflicts.iter().any(|c| has(c)), || {
                format!("no conflict lists all of {:?}; {} listed", self.conflict, conflicts.len())
            });
        }
        let limitations: Vec<String> = strings(&seen.output, "/evidence/limitations").collect();
        let limitations: Vec<&str> = limitations.iter().map(String::as_str).collect();
        found.each_in("a limitation", &self.limitations, &limitations);
        let titles: Vec<&str> = seen.list("/evidence/citations_index").map(|c| text(c, "/title")).collect();
        found.each_in("a cited title", &self.cites, &titles);
        found.none_in("a cited title", &self.cites_not, &titles);
    }

    fn words(&self, seen: &Observed, found: &mut Findings) {
        let quotes = seen.quotes();
        found.each_in("a quote", &self.quotes, &quotes);
        found.none_in("a quote", &self.quotes_not, &quotes);
        let any = self.any_quote.iter().any(|w| quotes.iter().any(|q| fold(q).contains(&fold(w))));
        found.when(!self.any_quote.is_empty() && !any, || {
            format!("none of {:?} stands in a quote", self.any_quote)
        });
        let shown = seen.shown();
        found.each_in("what is shown", &self.shown, &[&shown]);
        found.none_in("what is shown", &self.not_shown, &[&shown]);
        let mut everything = seen.output.clone();
        if let Some(fields) = everything.as_object_mut() {
            // These fields repeat the question or list its words.
            for name in ["resolved_context", "signals", "timing_ms", "session_sources"] {
                fields.remove(name);
            }
            if let Some(gaps) = fields.get_mut("evidence").and_then(|e| e.get_mut("gaps")) {
                *gaps = Value::Null;
            }
        }
        found.none_in("the JSON", &self.nowhere, &[&everything.to_string()]);
        let queries: Vec<&str> = seen.queries.iter().map(String::as_str).collect();
        found.none_in("a query", &self.queries_not, &queries);
        found.each_in("a query", &self.queries, &queries);
    }

    fn research(&self, seen: &Observed, found: &mut Findings) {
        let steps: Vec<&Value> = seen.list("/steps").collect();
        if let Some((least, most)) = self.steps {
            let n = steps.len();
            found.when(n < least || n > most, || format!("{n} steps, expected {least} to {most}"));
        }
        if let Some(least) = self.steps_completed {
            let n = steps.iter().filter(|s| text(s, "/status") == "completed").count();
            found.when(n < least, || format!("{n} steps were completed, at least {least} expected"));
        }
        let questions: Vec<&str> = steps.iter().map(|s| text(s, "/question")).collect();
        found.each_in("a step's question", &self.step_questions, &questions);
        let queries: Vec<String> = steps.iter().flat_map(|s| strings(s, "/queries")).collect();
        let asked: Vec<&str> = questions.into_iter().chain(queries.iter().map(String::as_str)).collect();
        found.none_in("what a step asked", &self.step_questions_not, &asked);
        for phase in &self.phases {
            let made = steps.iter().any(|s| text(s, "/phase") == phase);
            found.when(!made, || format!("no step was made by {phase}"));
        }
        found.one_of("the end of research", &self.research_stop, text(&seen.output, "/research/stop"));
    }

    fn asked_back(&self, seen: &Observed, found: &mut Findings) {
        if let Some(round) = self.round {
            let is = seen.output.pointer("/notes/round").and_then(Value::as_u64);
            found.when(is != Some(round), || format!("the round is {is:?}, expected {round}"));
        }
        let questions: Vec<&Value> = seen.list("/questions").collect();
        if let Some(count) = self.questions {
            let n = questions.len();
            found.when(n != count, || format!("{n} questions back, expected {count}"));
        }
        let fields: Vec<&str> = questions.iter().map(|q| text(q, "/field")).collect();
        if !self.asks.is_empty() {
            let mut is: Vec<String> = fields.iter().map(|f| fold(f)).collect();
            let mut expected: Vec<String> = self.asks.iter().map(|f| fold(f)).collect();
            is.sort_unstable();
            expected.sort_unstable();
            found.when(is != expected, || format!("asked back is {is:?}, expected {expected:?}"));
        }
        for field in &self.asks_not {
            found.when(fields.iter().any(|f| fold(f) == fold(field)), || format!("{field:?} is asked back"));
        }
        let offered: Vec<String> = questions.iter().flat_map(|q| strings(q, "/options")).collect();
        let offered: Vec<&str> = offered.iter().map(String::as_str).collect();
        found.each_in("a choice", &self.offers, &offered);
        let reasons: Vec<String> = strings(&seen.output, "/notes/reason").collect();
        let reasons: Vec<&str> = reasons.iter().map(String::as_str).collect();
        found.each_in("a reason for asking back", &self.reasons, &reasons);
    }
}

struct Findings(Vec<String>);

impl Findings {
    fn when(&mut self, wrong: bool, what: impl FnOnce() -> String) {
        if wrong {
            self.0.push(what());
        }
    }

    /// Checks the rules that apply to every answer.
    fn sound(&mut self, seen: &Observed) {
        let Some(recheck) = &seen.recheck else { return };
        for quote in recheck.quotes.iter().filter(|q| q.verdict != twolane_answer::Verdict::Exact) {
            self.0.push(format!("the quote {:?} is {:?} at {}", quote.quote, quote.verdict, quote.locator));
        }
        for text in recheck.failed_texts() {
            self.0.push(format!("{:?} in {} is not accounted for: {}", text.text, text.place, text.why));
        }
        for stray in &recheck.unsupported_tokens {
            self.0.push(format!("{:?} in {} stands in no quote", stray.token, stray.place));
        }
    }

    fn one_of(&mut self, what: &str, expected: &[String], is: &str) {
        self.when(!expected.is_empty() && !expected.iter().any(|e| e == is), || {
            format!("{what} is {is:?}, expected {}", expected.join(" or "))
        });
    }

    fn each_in(&mut self, place: &str, words: &[String], texts: &[&str]) {
        for word in words {
            let wanted = fold(word);
            self.when(!texts.iter().any(|t| fold(t).contains(&wanted)), || {
                format!("{word:?} does not stand in {place}")
            });
        }
    }

    fn none_in(&mut self, place: &str, words: &[String], texts: &[&str]) {
        for word in words {
            let wanted = fold(word);
            self.when(texts.iter().any(|t| fold(t).contains(&wanted)), || {
                format!("{word:?} stands in {place}")
            });
        }
    }
}

fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}
