//! `verify`: checks a saved answer again (SPEC EVD-9). Its file is outside input and a closed world: nothing in it
//! vouches for anything else in it. Quotes are looked up in the archive, and each fact is checked against its own
//! quotes alone. Every other text must follow from the checked evidence, equal a text of the archive, or be one of the
//! program's own wordings.

mod account;
mod again;
mod choice;
mod cuts;
mod derived;
mod evidence;
mod facts;
mod fields;
mod finder;
mod prose;
mod report;
mod saved;
mod statement;
mod steps;

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use crate::check::own_words::{Claimed, World, words};
use crate::check::verify::Lookup;
use crate::draft::wording;
use crate::error::AskError;
use crate::stage::Watch;
use twolane_archive::Archive;
use twolane_retrieve::Vocabulary;

use account::Account;
use facts::{Group, Judged};

pub use again::{SavedQuestion, question_of};
pub use report::{Found, MadeAgain, QuoteVerdict, Recheck, Stray, TextState, TextVerdict, Verdict};
pub use saved::LONGEST_ANSWER;

/// Checks a saved answer (the output of `ask --json`, or quotes with a text) against the archive. An answer is `ok` only
/// after [`Recheck::compared`] with the same question asked again.
///
/// # Errors
/// Returns [`AskError::NotAnAnswer`] for any other file, and the errors of reading the archive.
pub fn recheck(archive: &Archive, vocabulary: &Vocabulary, saved: &str) -> Result<Recheck, AskError> {
    recheck_in_session(archive, vocabulary, &|_| None, saved)
}

/// Returns the id of the session in which a saved answer was given.
pub fn session_of(saved: &str) -> Option<String> {
    Some(saved::read(saved).ok()?.get("session_id")?.as_str()?.to_owned())
}

/// Does the same as [`recheck`] for an answer that may quote texts of its user, where `texts` still has them.
///
/// # Errors
/// Returns the same errors as [`recheck`].
pub fn recheck_in_session(
    archive: &Archive,
    vocabulary: &Vocabulary,
    texts: &Lookup<'_>,
    saved: &str,
) -> Result<Recheck, AskError> {
    recheck_watched(archive, vocabulary, texts, Watch::default(), saved)
}

/// Does the same as [`recheck_in_session`], until the caller cancels.
///
/// # Errors
/// Returns the same errors as [`recheck`], and [`AskError::Cancelled`].
pub fn recheck_watched(
    archive: &Archive,
    vocabulary: &Vocabulary,
    texts: &Lookup<'_>,
    watch: Watch<'_>,
    saved: &str,
) -> Result<Recheck, AskError> {
    let saved = saved::read(saved)?;
    let claims = facts::claims_of(&saved)?;
    let mut finder = finder::Finder::new(archive, texts, watch);
    let judged = facts::judge_all(claims, &mut finder, &hashes_of(&saved))?;
    let users = users(texts, &saved);
    let mut claimed = claimed(&saved, &judged);
    for text in users.values() {
        claimed.users_words.extend(words(text.title()).into_iter().chain(words(text.reading().text())));
    }
    let world = World::of(archive, vocabulary, claimed);
    world.read()?;
    let count =
        saved.get("evidence").and_then(|e| e.get("facts")).and_then(Value::as_array).map_or(0, Vec::len);
    let mut account = Account::new(world, facts::facts_of(count, &judged), &judged, users, watch);
    fields::check_fields(&mut account, &saved);
    watch.still()?;
    let (texts, unsupported_tokens) = (account.texts, account.strays);
    let quotes: Vec<QuoteVerdict> = judged.into_iter().map(|j| j.verdict).collect();
    let mut counts = HashMap::new();
    for quote in &quotes {
        *counts.entry(quote.verdict).or_insert(0) += 1;
    }
    let accounted = !(quotes.is_empty() && texts.is_empty())
        && quotes.iter().all(|q| q.verdict == Verdict::Exact)
        && texts.iter().all(|t| t.verdict.passed());
    // Strength, silence and completeness of an answer need the answer made again.
    let is_answer = saved.keys().any(|key| !matches!(key.as_str(), "quotes" | "text"));
    let made_again = is_answer.then(|| MadeAgain::Not { why: "it was not tried".to_owned() });
    let ok = accounted && made_again.is_none();
    Ok(Recheck { quotes, counts, unsupported_tokens, texts, accounted, made_again, ok })
}

/// Returns the hashes that the sources had when the answer was made, as the answer states them.
fn hashes_of(saved: &Map<String, Value>) -> HashMap<String, String> {
    let text = |c: &Value, key: &str| Some(c.get(key)?.as_str()?.to_owned());
    cited(saved).filter_map(|c| Some((text(c, "source_id")?, text(c, "ingest_hash")?))).collect()
}

fn cited(saved: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    let evidence = saved.get("evidence");
    evidence.and_then(|e| e.get("citations_index")).and_then(Value::as_array).into_iter().flatten()
}

/// Returns the texts of the user that the answer names, as the session holds them.
fn users(
    texts: &Lookup<'_>,
    saved: &Map<String, Value>,
) -> HashMap<String, std::sync::Arc<twolane_text::Source>> {
    let listed = saved.get("session_sources").and_then(Value::as_array).into_iter().flatten();
    let named = listed.filter_map(|s| s.get("id")).chain(cited(saved).filter_map(|c| c.get("source_id")));
    named
        .filter_map(Value::as_str)
        .filter(|id| crate::draft::UserSource::is_id(id))
        .filter_map(|id| Some((id.to_owned(), texts(&twolane_text::SourceId(id.to_owned()))?)))
        .collect()
}

/// Returns the values that the answer attributes to earlier turns of its session.
fn kept(context: Option<&Value>) -> Vec<String> {
    let of = |key: &str| context.and_then(|c| c.get(key)).and_then(Value::as_object);
    let earlier = |(name, origin): (&String, &Value)| {
        matches!(origin.as_str(), Some("session" | "prior_turns")).then(|| name.clone())
    };
    let names = of("origins").into_iter().flatten().filter_map(earlier);
    names.filter_map(|name| Some(of("fields")?.get(&name)?.as_str()?.to_owned())).collect()
}

/// Returns true when the answer counts calls of a language model, whatever their purpose.
fn was_called(saved: &Map<String, Value>) -> bool {
    saved.get("calls").and_then(Value::as_object).is_some_and(|calls| !calls.is_empty())
}

/// Collects the answer's claims on which its wordings depend.
fn claimed(saved: &Map<String, Value>, judged: &[Judged]) -> Claimed {
    let evidence = saved.get("evidence").unwrap_or(&Value::Null);
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or("").to_owned();
    let context = saved.get("resolved_context");
    let fields = context.and_then(|c| c.get("fields")).and_then(Value::as_object);
    let confirmed: Vec<&Judged> = judged.iter().filter(|j| j.quote.is_some()).collect();
    let facts = evidence.get("facts").and_then(Value::as_array).map_or(0, Vec::len);
    let reasons = evidence.pointer("/record_strength/reasons").and_then(Value::as_array);
    let near = reasons.into_iter().flatten().any(|r| r.as_str() == Some(wording::NEAREST.0));
    let of_answer = |j: &&Judged| !matches!(j.group, Group::Free(_));
    Claimed {
        question: text(context.and_then(|c| c.get("question"))),
        given: fields.into_iter().flat_map(Map::values).map(|v| text(Some(v))).collect(),
        kept: kept(context),
        answers: text(evidence.get("mode")) == "answer",
        near,
        timed_out: text(saved.get("status")) == "proceed_after_clarify_timeout",
        statewide: evidence.get("used_statewide").and_then(Value::as_bool).unwrap_or(false),
        users: judged.iter().any(|j| crate::draft::UserSource::is_id(&j.verdict.source_id)),
        users_texts: saved.get("session_sources").and_then(Value::as_array).is_some_and(|s| !s.is_empty()),
        facts,
        model: saved.get("model").is_some_and(|m| !m.is_null()) || was_called(saved),
        cited: confirmed.iter().map(|j| j.verdict.source_id.clone()).collect(),
        named: judged.iter().filter(of_answer).map(|j| j.verdict.source_id.clone()).collect::<HashSet<_>>(),
        listed: cited(saved).map(|c| text(c.get("source_id"))).collect(),
        quoted: confirmed.iter().map(|j| j.verdict.quote.as_str()).collect::<Vec<_>>().join("\n"),
        users_words: HashSet::new(),
    }
}
