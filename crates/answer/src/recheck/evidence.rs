//! Account of `evidence`: facts against their own quotes. Everything else is derived again from the archive, or
//! recognized as the program's own wording.

use std::collections::HashSet;

use serde_json::Value;

use crate::check::answer::guessed_date;
use crate::check::own_words::Reading;
use crate::compose::conflict::differ;
use crate::draft::{USER_PROVIDED, UserSource, wording};
use crate::find::gap_search::unread;
use crate::find::source_status::SourceStatus;
use crate::find::told_apart::{Side, told_apart};
use crate::language::borne::printed;
use crate::language::value::{asked_kinds, values};
use crate::options::ConflictOptions;
use twolane_law::Grammar;
use twolane_text::{Frame, Quote};

use super::account::{Account, EXTRACTED, quote_fields};
use super::report::TextState;

const STRENGTHS: &[Frame] = &[
    wording::NO_QUOTE,
    wording::SPECIFIC,
    wording::PARTIAL,
    wording::READ,
    wording::NOT_CLEARLY_READ,
    wording::HARDLY_READ,
    wording::NEAREST,
    wording::OTHER_YEAR,
    wording::STATES_NOTHING,
    wording::CANCELLED,
    wording::OTHER_CHOICE,
    wording::USERS_TEXT_ALONE,
    wording::USERS_TEXT_AND_LAW,
    wording::USERS_TEXT_AND_RECORD,
    wording::FIRST_AT_SECOND_HAND,
    wording::DISAGREED,
];

/// Checks the object `evidence`.
pub(super) fn evidence(a: &mut Account<'_>, place: &str, value: &Value) {
    let first = value.pointer("/facts/0/text").and_then(Value::as_str).unwrap_or("").to_owned();
    a.object(place, value, |a, key, place, value| {
        match key {
            "mode" => mode(a, place, value),
            "answer" => a.same(place, value, Some(&first), "the first fact"),
            "facts" => a.list(place, value, fact),
            "gaps" => a.list(place, value, gap),
            "conflicts" => a.list(place, value, conflict),
            "assumptions" => a.list(place, value, |a, place, item| a.own(place, item, wording::ASSUMPTIONS)),
            "limitations" => a.list(place, value, |a, place, item| a.own(place, item, wording::LIMITATIONS)),
            "used_statewide" => statewide(a, place, value),
            "statewide_reason" => a.own(place, value, wording::STATE),
            // Derived again, after the evidence.
            "analysis" | "applicability_check" | "prose" => {}
            "suggested_followups" => {
                a.list(place, value, |a, place, item| a.own(place, item, wording::FOLLOW_UPS))
            }
            "citations_index" => citations(a, place, value),
            "packs" => a.list(place, value, pack),
            "extractions" => extractions(a, place, value),
            "record_strength" => strength(a, place, value),
            _ => return false,
        }
        true
    });
}

/// Checks the mode, which follows from the facts and the strength of the record.
fn mode(a: &mut Account<'_>, place: &str, value: &Value) {
    let claimed = &a.world.claimed;
    let answers = claimed.facts > 0 && !claimed.near && !claimed.timed_out;
    let expected = if answers { "answer" } else { "report_insufficient_evidence" };
    a.same(place, value, Some(expected), "the rest of the evidence");
    if value.is_null() {
        a.note(place, "null", TextState::Unchecked, "an answer says whether the papers answer");
    }
}

fn fact(a: &mut Account<'_>, place: &str, value: &Value) {
    let number = place.rsplit_once('[').and_then(|(_, n)| n.trim_end_matches(']').parse::<usize>().ok());
    let own = number.and_then(|n| a.facts.get(n)).cloned().unwrap_or_default();
    if own.support.is_empty() {
        a.note(place, "", TextState::Unchecked, "no quote supports this fact");
    }
    let pieces = value.get("pieces").and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
    a.object(place, value, |a, key, place, value| {
        match key {
            // `pieces` counts the quotes that form one statement, and `cut` says that a part is left out. Both show in
            // the text, which is judged.
            "pieces" if value.as_u64().is_some_and(|n| n <= 64) => {}
            "cut" if value.is_boolean() => {}
            "text" => a.text(place, value, |a, place, text| {
                let (state, why) = match own.stands {
                    true => own.judge(text, pieces),
                    false => (TextState::Unchecked, "not all of its own quotes are confirmed".to_owned()),
                };
                if let Some(fact) = number.and_then(|n| a.facts.get_mut(n)) {
                    fact.borne = state.passed();
                }
                a.note(place, text, state, why);
            }),
            "support" => a.list(place, value, |a, place, item| quote_fields(a, place, item, &[])),
            "coverage" => share(a, place, value),
            _ => return false,
        }
        true
    });
}

/// Checks that a value is a number from 0 to 1.5, such as a share.
fn share(a: &mut Account<'_>, place: &str, value: &Value) {
    if !value.as_f64().is_some_and(|v| (0.0..=1.5).contains(&v)) {
        a.unknown(place, value);
    }
}

fn gap(a: &mut Account<'_>, place: &str, value: &Value) {
    let timed_out = value.get("why").and_then(Value::as_str) == Some("clarify_timeout");
    a.object(place, value, |a, key, place, value| {
        match key {
            "need" => a.text(place, value, |a, place, text| need(a, place, text, timed_out)),
            "why" => {
                a.word(place, value, &["no_quote_found", "low_coverage", "access_denied", "clarify_timeout"])
            }
            "reason" => a.own(place, value, wording::REASONS),
            "searched" => a.list(place, value, |a, place, item| a.text(place, item, searched)),
            "unread" => unread_pages(a, place, value),
            _ => return false,
        }
        true
    });
}

fn need(a: &mut Account<'_>, place: &str, text: &str, timed_out: bool) {
    match a.world.need(text, timed_out) {
        Reading::Own if timed_out || a.world.was_asked(text) => a.note(place, text, TextState::Asked, ""),
        Reading::Own => a.note(place, text, TextState::OwnWording, ""),
        Reading::False(why) => a.note(place, text, TextState::Unchecked, why),
        Reading::Other => a.note(
            place,
            text,
            TextState::Unchecked,
            "is neither what was asked nor a need of the program's own",
        ),
    }
}

/// Checks a search query: words of the question and the vocabulary, a section, or a refused place.
fn searched(a: &mut Account<'_>, place: &str, text: &str) {
    let is_place = || {
        let (id, locator) = text.split_once(' ')?;
        let known = a.world.summary(id).is_some() || UserSource::is_id(id);
        (known && locator.parse::<twolane_text::Locator>().is_ok()).then_some(())
    };
    let is_section = || Grammar::built_in().parse_citation(text).is_some() && a.world.names(text);
    if a.world.was_asked(text) || a.world.is_query(text) || is_place().is_some() || is_section() {
        a.note(place, text, TextState::Asked, "");
    } else {
        match a.world.own_wording(text, &[wording::BY_WORDS]) {
            Ok(()) => a.note(place, text, TextState::OwnWording, ""),
            Err(_) => a.note(
                place,
                text,
                TextState::Unchecked,
                "has words that are neither the question's nor the vocabulary's",
            ),
        }
    }
}

fn unread_pages(a: &mut Account<'_>, place: &str, value: &Value) {
    let unread = unread(a.world.sources());
    a.object(place, value, |a, key, place, value| {
        match key {
            "pages" => {
                let now = value.as_u64();
                // The conditions of a question may leave fewer papers.
                if now.is_none_or(|pages| pages > u64::from(unread.pages)) {
                    let why = format!("{} pages of this archive are unread", unread.pages);
                    a.note(place, &value.to_string(), TextState::Contradicted, why);
                }
            }
            "sources" => {
                let titles: HashSet<&str> = unread.sources.iter().map(String::as_str).collect();
                a.list(place, value, |a, place, item| {
                    let title = item.as_str().filter(|t| titles.contains(t)).map(str::to_owned);
                    a.same(place, item, title.as_deref(), "no source with unread pages");
                });
            }
            _ => return false,
        }
        true
    });
}

fn conflict(a: &mut Account<'_>, place: &str, value: &Value) {
    let number = place.rsplit_once('[').and_then(|(_, n)| n.trim_end_matches(']').parse::<usize>().ok());
    let quotes: Vec<Option<Quote>> = number.and_then(|n| a.sides.get(&n)).cloned().unwrap_or_default();
    let stand: Option<Vec<Quote>> = quotes.iter().cloned().collect();
    let said: Vec<String> = value
        .get("values")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .map(|v| v.get("value").and_then(Value::as_str).unwrap_or("").to_owned())
        .collect();
    if said.len() < 2 {
        a.note(place, "", TextState::Unchecked, "a disagreement has two sides at least");
    }
    let derived = stand.filter(|q| q.len() >= 2).map(|quotes| {
        let notes = notes(a, &quotes);
        (delta(a, &quotes, &said), notes)
    });
    a.object(place, value, |a, key, place, value| {
        match key {
            "key" => a.asked(place, value),
            "values" => {
                let quotes = quotes.iter();
                let mut quotes = quotes.map(|q| q.as_ref().map(|q| q.text().to_owned()));
                a.list(place, value, |a, place, item| {
                    let quote = quotes.next().flatten();
                    side(a, place, item, quote.as_deref());
                });
            }
            "delta" => match &derived {
                Some((delta, _)) => a.same(place, value, delta.as_deref(), "the difference of its values"),
                None => a.text(place, value, |a, place, text| {
                    a.note(place, text, TextState::Unchecked, "its quotes are not confirmed");
                }),
            },
            "notes" => match &derived {
                Some((_, notes)) => a.same(place, value, Some(notes), "what the archive knows of its papers"),
                None => a.text(place, value, |a, place, text| {
                    a.note(place, text, TextState::Unchecked, "its quotes are not confirmed");
                }),
            },
            _ => return false,
        }
        true
    });
}

/// Checks one side of a conflict: its own quote has its value, whole.
fn side(a: &mut Account<'_>, place: &str, value: &Value, quote: Option<&str>) {
    quote_fields(a, place, value, &["value"]);
    let path = format!("{place}.value");
    let Some(said) = value.get("value") else { return };
    a.text(&path, said, |a, place, text| {
        let Some(quote) = quote else {
            return a.note(place, text, TextState::Unchecked, "its quote is not confirmed");
        };
        // Values are read as the program reads them: a part of a longer value is no value.
        let question = &a.world.claimed.question;
        let held = values(quote, &asked_kinds(question), question);
        if held.iter().any(|v| v.raw == text) {
            a.note(place, text, TextState::Quoted, "");
        } else {
            a.note(place, text, TextState::Contradicted, "its own quote does not have it");
        }
    });
}

/// Computes the difference of two values again.
fn delta(a: &Account<'_>, quotes: &[Quote], said: &[String]) -> Option<String> {
    let ([q, r], [x, y]) = (quotes, said) else { return None };
    let question = &a.world.claimed.question;
    let kinds = asked_kinds(question);
    let of = |quote: &Quote, raw: &String| {
        let found = values(quote.text(), &kinds, question);
        found.into_iter().filter(|v| &v.raw == raw).collect::<Vec<_>>()
    };
    let (left, right) = (of(q, x), of(r, y));
    let options = ConflictOptions::default();
    left.iter()
        .flat_map(|l| right.iter().map(move |r| (l, r)))
        .find_map(|(l, r)| differ(l, r, &options)?.delta)
}

/// Returns the notes that distinguish the quotes' papers, as the archive has them.
fn notes(a: &Account<'_>, quotes: &[Quote]) -> String {
    let statuses: Vec<SourceStatus> = quotes
        .iter()
        .map(|q| match a.world.summary(&q.source_id().0) {
            Some(summary) => SourceStatus::of(summary),
            None => {
                let title = a.users_title(&q.source_id().0).unwrap_or_default();
                SourceStatus { title, ..SourceStatus::default() }
            }
        })
        .collect();
    let sides = statuses.iter().zip(quotes).map(|(source, q)| Side { source, quote: q.text() });
    told_apart(&sides.collect::<Vec<_>>())
}

fn statewide(a: &mut Account<'_>, place: &str, value: &Value) {
    let is = a.world.cites_state();
    if value.as_bool() != Some(is) {
        let why = if is { "the state lane is cited" } else { "no source of the state lane is cited" };
        a.note(place, &value.to_string(), TextState::Contradicted, why);
    }
}

fn citations(a: &mut Account<'_>, place: &str, value: &Value) {
    let mut listed: HashSet<String> = HashSet::new();
    a.list(place, value, |a, place, item| {
        let id = item.get("source_id").and_then(Value::as_str).unwrap_or("").to_owned();
        listed.insert(id.clone());
        let summary = a.world.summary(&id).cloned();
        let title = match &summary {
            Some(s) => Some(s.title.clone()),
            None => a.users_title(&id).map(|t| format!("{USER_PROVIDED}: {t}")),
        };
        let known = title.is_some();
        let lane = summary.as_ref().map_or("user".to_owned(), |s| s.meta.lane.clone());
        a.object(place, item, |a, key, place, value| {
            match key {
                "source_id" if known && a.world.claimed.named.contains(&id) => {}
                "source_id" if known => a.note(place, &id, TextState::Unchecked, "nothing is quoted from it"),
                "source_id" => a.note(place, &id, TextState::Unchecked, "is no source of this archive"),
                "ingest_hash" => a.made_id(place, value, "", 64),
                "title" | "lane" | "authority" | "date" | "date_from" | "url" | "visibility" if !known => a
                    .text(place, value, |a, place, text| {
                        a.note(place, text, TextState::Unchecked, "there is no such source to look it up in");
                    }),
                "title" => a.same(place, value, title.as_deref(), "the source"),
                "lane" => a.same(place, value, known.then_some(lane.as_str()), "the source"),
                "authority" => {
                    let now = summary.as_ref().and_then(|s| s.meta.authority.clone());
                    a.same(place, value, now.as_deref(), "the source");
                }
                "date" => {
                    let now = summary.as_ref().and_then(|s| s.meta.date.clone());
                    a.same(place, value, now.as_deref(), "the source");
                }
                "date_from" => {
                    let now = summary.as_ref().and_then(guessed_date);
                    a.same(place, value, now.as_deref(), "the source");
                }
                "url" => {
                    let now = summary.as_ref().and_then(|s| s.meta.url.clone());
                    a.same(place, value, now.as_deref(), "the source");
                }
                "visibility" => {
                    let now = summary.as_ref().map(|s| s.meta.visibility.name());
                    a.same(place, value, now, "the source");
                }
                "ocr_confidence" => {
                    let now = summary.as_ref().and_then(|s| s.meta.ocr_confidence);
                    match value.as_u64() {
                        Some(said) if now.map(u64::from) == Some(said) => {
                            a.ok(place, &value.to_string(), TextState::Derived);
                        }
                        _ => a.note(
                            place,
                            &value.to_string(),
                            TextState::Contradicted,
                            "the source's confidence of recognition is another",
                        ),
                    }
                }
                _ => return false,
            }
            true
        });
    });
    let mut missing: Vec<String> =
        a.world.claimed.named.iter().filter(|id| !listed.contains(*id)).cloned().collect();
    missing.sort_unstable();
    for id in missing {
        a.note(place, &id, TextState::Unchecked, "is quoted and not listed");
    }
}

fn pack(a: &mut Account<'_>, place: &str, value: &Value) {
    let known = a.world.packs().iter().any(|p| serde_json::to_value(p).is_ok_and(|p| &p == value));
    if known {
        let title = value.get("title").and_then(Value::as_str).unwrap_or("").to_owned();
        a.note(place, &title, TextState::Derived, "");
    } else {
        a.note(place, &value.to_string(), TextState::Contradicted, "no installed pack says this of itself");
    }
}

fn extractions(a: &mut Account<'_>, place: &str, value: &Value) {
    let lists: Vec<(&str, HashSet<String>)> = EXTRACTED
        .iter()
        .map(|(name, kind)| {
            let quotes = a.facts.iter().filter(|f| f.stands).flat_map(|f| &f.support);
            (*name, printed(quotes, *kind).into_iter().collect())
        })
        .collect();
    a.object(place, value, |a, key, place, value| {
        let Some((_, known)) = lists.iter().find(|(name, _)| *name == key) else { return false };
        a.list(place, value, |a, place, item| {
            a.text(place, item, |a, place, text| {
                if known.contains(text) {
                    a.note(place, text, TextState::Derived, "");
                } else {
                    a.note(place, text, TextState::Unchecked, "no confirmed quote has it");
                }
            });
        });
        true
    });
}

fn strength(a: &mut Account<'_>, place: &str, value: &Value) {
    let reasons: Vec<&str> = value
        .get("reasons")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let has = |frame: Frame| reasons.contains(&frame.0);
    let lowered = has(wording::FIRST_AT_SECOND_HAND) || has(wording::DISAGREED);
    let aligned = value.get("situation_alignment").and_then(Value::as_f64).unwrap_or(0.0);
    let tiers: &[&str] = if has(wording::NO_QUOTE)
        || has(wording::NEAREST)
        || has(wording::OTHER_YEAR)
        || has(wording::STATES_NOTHING)
        || has(wording::CANCELLED)
        || has(wording::OTHER_CHOICE)
        || has(wording::USERS_TEXT_ALONE)
        || has(wording::USERS_TEXT_AND_LAW)
        || has(wording::USERS_TEXT_AND_RECORD)
        || has(wording::HARDLY_READ)
    {
        &["C"]
    } else if (has(wording::SPECIFIC) && aligned >= 0.74) || has(wording::READ) {
        if lowered { &["B"] } else { &["A"] }
    } else if has(wording::PARTIAL) || has(wording::NOT_CLEARLY_READ) {
        &["B"]
    } else {
        &[]
    };
    a.object(place, value, |a, key, place, value| {
        match key {
            "tier" => a.text(place, value, |a, place, text| {
                if tiers.contains(&text) {
                    a.note(place, text, TextState::Derived, "");
                } else {
                    a.note(place, text, TextState::Contradicted, "its reasons do not make this tier");
                }
            }),
            "local_count" | "state_count" => count(a, place, value, key == "state_count"),
            "situation_alignment" | "answerability" | "answerability_least" | "legal_topic_coverage" => {
                if !value.as_f64().is_some_and(|v| (-1.0..=2.0).contains(&v)) {
                    a.unknown(place, value);
                }
            }
            "authoritative_state_present" => {
                if !value.is_boolean() {
                    a.unknown(place, value);
                }
            }
            "reasons" => a.list(place, value, |a, place, item| a.own(place, item, STRENGTHS)),
            _ => return false,
        }
        true
    });
}

/// Checks the count of a lane's quotes. Quotes that dropped out after counting, and those of the user's own texts,
/// change the count; it is never below the number present.
fn count(a: &mut Account<'_>, place: &str, value: &Value, state: bool) {
    let quotes = a.facts.iter().flat_map(|f| &f.support);
    let of = quotes
        .filter(|q| a.world.summary(&q.source_id().0).is_some_and(|s| (s.meta.lane == "state") == state));
    let now = of.count();
    if value.as_u64() != u64::try_from(now).ok() {
        a.note(place, &value.to_string(), TextState::Contradicted, format!("there are {now}"));
    }
}
