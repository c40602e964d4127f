//! Levels and forms, rendered again from the evidence by the program's own renderers. A text equal to the rendered one
//! says nothing beyond the evidence, and the evidence has its own account.

use serde_json::{Map, Value};

use crate::check::answer::{AnswerContent, Cited, Conflict, ConflictValue, Mode};
use crate::check::reasoning::{analysis, applicability};
use crate::check::verify::check_facts_with;
use crate::draft::{Claimed, Draft, DraftFact, Gap, GapReason, Unread};
use crate::options::{FormName, VerifyOptions};
use crate::present::form::{levels_of, markdown_of};
use twolane_retrieve::PackNote;
use twolane_text::{ContentHash, SourceId};

use super::account::Account;
use super::choice::choice_again;
use super::prose::prose;
use super::report::TextState;

/// Checks `answer`, `form`, and the evidence fields that follow from other evidence by rule.
pub(super) fn derived(a: &mut Account<'_>, saved: &Map<String, Value>) {
    let mut made = saved.get("evidence").and_then(|e| made_again(a, e));
    if let Some(made) = &mut made {
        made.research = super::steps::research_of(saved);
        made.choice = saved.get("choice").and_then(|choice| choice_again(choice, made));
    }
    let why = "can't be made again: not all facts of the evidence are confirmed";
    let question = a.world.claimed.question.clone();
    for (field, made) in [
        ("analysis", made.as_ref().map(|m| analysis(m, &question))),
        ("applicability_check", made.as_ref().map(applicability)),
    ] {
        if let Some(shown) = saved.get("evidence").and_then(|e| e.get(field)) {
            same_form(a, &format!("evidence.{field}"), shown, made.as_deref(), why);
        }
    }
    if let Some(shown) = saved.get("evidence").and_then(|e| e.get("prose")) {
        let told = prose(a, "evidence.prose", shown, made.as_ref(), &question);
        if let Some(made) = &mut made {
            made.prose = told;
        }
    }
    if let Some(shown) = saved.get("answer") {
        let levels = made.as_ref().map(levels_of);
        a.object("answer", shown, |a, key, place, value| {
            let expected = match (key, &levels) {
                ("level1", levels) => levels.as_ref().map(|l| l.level1.as_str()),
                ("level2", levels) => levels.as_ref().map(|l| l.level2.as_str()),
                ("level3", levels) => levels.as_ref().map(|l| l.level3.as_str()),
                _ => return false,
            };
            same_form(a, place, value, expected, why);
            true
        });
    }
    if let Some(shown) = saved.get("form") {
        let name = shown.get("name").and_then(Value::as_str).unwrap_or("").parse::<FormName>().ok();
        let text = made.as_ref().zip(name).map(|(answer, name)| markdown_of(answer, name, &question));
        a.object("form", shown, |a, key, place, value| {
            match key {
                "name" if name.is_some() => {}
                "markdown" => same_form(a, place, value, text.as_deref(), why),
                _ => return false,
            }
            true
        });
    }
}

fn same_form(a: &mut Account<'_>, place: &str, value: &Value, expected: Option<&str>, why: &str) {
    a.text(place, value, |a, place, text| match expected {
        Some(expected) if expected == text => a.note(place, text, TextState::Derived, ""),
        Some(expected) => {
            let differs = text.lines().zip(expected.lines()).find(|(a, b)| a != b);
            let line = differs.map(|(a, _)| a).or_else(|| text.lines().last()).unwrap_or("");
            let line = super::account::clip(line);
            let why = format!("the evidence does not make this text; it differs at “{line}”");
            a.note(place, text, TextState::Contradicted, why);
        }
        None => a.note(place, text, TextState::Unchecked, why),
    });
}

/// Rebuilds the parts of the answer object that forms show, with quotes cut again from their sources. Returns `None`
/// when a quote is not exact, or a field has the wrong type.
fn made_again(a: &Account<'_>, evidence: &Value) -> Option<AnswerContent> {
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
    let empty = Vec::new();
    let list = |key: &str| evidence.get(key).and_then(Value::as_array).unwrap_or(&empty);
    let texts = |key: &str| list(key).iter().filter_map(Value::as_str).map(str::to_owned).collect();
    let mut facts = Vec::new();
    for (fact, own) in list("facts").iter().zip(&a.facts) {
        if !own.stands || !own.borne {
            return None;
        }
        let claimed = own.support.iter().map(|q| Claimed {
            source_id: q.source_id().clone(),
            locator: *q.locator(),
            quote: q.text().to_owned(),
        });
        let support: Vec<Claimed> = claimed.collect();
        let pieces = fact.get("pieces").and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
        let pieces = pieces.unwrap_or(1);
        let cut = fact.get("cut").and_then(Value::as_bool).unwrap_or(false);
        facts.push(DraftFact { text: text(fact, "text"), support, pieces, cut, coverage: 0.0 });
    }
    // Forms show checked facts only, here as everywhere.
    let drafted = facts.len();
    let lookup = |id: &SourceId| a.world.archive.source(id).ok().or_else(|| a.users_source(&id.0));
    let names = |id: &SourceId| a.world.archive.aliases(id).unwrap_or_default();
    let draft = Draft { facts, ..Draft::default() };
    let facts = check_facts_with(&draft, &lookup, &names, &VerifyOptions::default()).facts;
    if facts.len() != drafted {
        return None;
    }
    let mut conflicts = Vec::new();
    for (i, conflict) in list("conflicts").iter().enumerate() {
        let said = conflict.get("values").and_then(Value::as_array).unwrap_or(&empty);
        let sides = a.sides.get(&i).cloned().unwrap_or_default();
        let mut values = Vec::new();
        for (said, quote) in said.iter().zip(sides) {
            values.push(ConflictValue { value: text(said, "value"), quote: quote? });
        }
        let delta = conflict.get("delta").and_then(Value::as_str).map(str::to_owned);
        conflicts.push(Conflict {
            key: text(conflict, "key"),
            values,
            delta,
            notes: text(conflict, "notes"),
        });
    }
    let gap = |gap: &Value| Gap {
        need: text(gap, "need"),
        why: GapReason::NoQuoteFound,
        reason: text(gap, "reason"),
        searched: Vec::new(),
        unread: Unread::default(),
    };
    let cited = |cited: &Value| Cited {
        source_id: SourceId(text(cited, "source_id")),
        ingest_hash: ContentHash(text(cited, "ingest_hash")),
        title: text(cited, "title"),
        lane: text(cited, "lane"),
        authority: cited.get("authority").and_then(Value::as_str).map(str::to_owned),
        date: cited.get("date").and_then(Value::as_str).map(str::to_owned),
        date_from: cited.get("date_from").and_then(Value::as_str).map(str::to_owned),
        url: cited.get("url").and_then(Value::as_str).map(str::to_owned),
        visibility: text(cited, "visibility").parse().unwrap_or_default(),
        ocr_confidence: cited
            .get("ocr_confidence")
            .and_then(Value::as_u64)
            .and_then(|percent| u8::try_from(percent).ok()),
    };
    let pack = |pack: &Value| PackNote {
        name: text(pack, "name"),
        title: text(pack, "title"),
        edition: text(pack, "edition"),
        as_of: text(pack, "as_of"),
        coverage: text(pack, "coverage"),
        limits: Vec::new(),
    };
    let mode = match text(evidence, "mode").as_str() {
        "answer" => Mode::Answer,
        _ => Mode::ReportInsufficientEvidence,
    };
    let mut answer = AnswerContent {
        answer: text(evidence, "answer"),
        facts,
        gaps: list("gaps").iter().map(gap).collect(),
        conflicts,
        assumptions: texts("assumptions"),
        limitations: texts("limitations"),
        used_statewide: evidence.get("used_statewide").and_then(Value::as_bool).unwrap_or(false),
        suggested_followups: texts("suggested_followups"),
        citations_index: list("citations_index").iter().map(cited).collect(),
        packs: list("packs").iter().map(pack).collect(),
        ..AnswerContent::empty(mode)
    };
    let tier = evidence.pointer("/record_strength/tier").and_then(Value::as_str);
    answer.record_strength.tier = tier.and_then(|t| t.chars().next()).unwrap_or('C');
    let reasons = evidence.pointer("/record_strength/reasons").and_then(Value::as_array);
    answer.record_strength.reasons =
        reasons.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    answer.applicability_check = applicability(&answer);
    Some(answer)
}
