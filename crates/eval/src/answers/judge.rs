//! Judges one answer by its `ask --json` output.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use twolane_answer::Recheck;
use twolane_text::{Locator, SourceId};

use super::case::{AnswerCase, CaseKind, Gold};
use super::gold_files::GoldFiles;
use super::matching::{holds, right};
use super::verdict::{Outcome, Verdict};

/// Number of facts to judge.
const FACTS: usize = 5;
/// Start of the first level in an answer without facts.
const ABSTAINS: &str = "Insufficient evidence";

/// A quote of an answer with its location.
struct Support<'v> {
    source: &'v str,
    locator: &'v str,
    quote: &'v str,
}

/// Returns each known location's page rank in the search. `found` has the pages of the hits, best first, by
/// source.
pub fn page_ranks(
    case: &AnswerCase,
    found: impl IntoIterator<Item = (SourceId, u32)>,
    files: &GoldFiles,
) -> Vec<Option<usize>> {
    let mut pages: Vec<(SourceId, u32)> = Vec::new();
    for page in found {
        if !pages.contains(&page) {
            pages.push(page);
        }
    }
    let rank = |gold: &Gold| {
        let is = |(id, page): &(SourceId, u32)| {
            files.is(&id.0, gold.name()) && gold.page().is_none_or(|wanted| wanted == *page)
        };
        pages.iter().position(is).map(|at| at + 1)
    };
    case.gold.iter().map(rank).collect()
}

/// Judges an answer. `recheck` is the same answer checked against the archive; `None` if it has no evidence.
pub fn judge_answer(
    case: &AnswerCase,
    output: &Value,
    recheck: Option<&Recheck>,
    files: &GoldFiles,
    latency_ms: f64,
) -> Verdict {
    let facts: Vec<(&str, Vec<Support<'_>>)> = list(output, "/evidence/facts").map(fact).collect();
    let seen = facts.get(..FACTS).unwrap_or(&facts);
    let ranks: Vec<Option<usize>> = case
        .gold
        .iter()
        .map(|gold| {
            (1..).zip(seen).find(|(_, (_, support))| held(gold, support, files)).map(|(rank, _)| rank)
        })
        .collect();
    let said: Vec<&str> =
        seen.iter().flat_map(|(text, s)| std::iter::once(*text).chain(s.iter().map(|q| q.quote))).collect();
    let answer = case.answer.as_deref().unwrap_or("");
    let conflicts: Vec<&Value> = list(output, "/evidence/conflicts").collect();
    let listed: Vec<&str> = conflicts
        .iter()
        .flat_map(|c| list(c, "/values"))
        .flat_map(|v| [text(v, "/value"), text(v, "/quote")])
        .collect();
    let mut verdict = Verdict {
        id: case.id.clone(),
        kind: case.kind,
        outcome: outcome(output, facts.len()),
        passed: false,
        why: Vec::new(),
        facts: facts.len(),
        found: ranks.iter().any(Option::is_some),
        first: ranks.contains(&Some(1)),
        right: if case.gold.is_empty() { None } else { right(answer, &said.join(" ")) },
        ranks,
        pages: Vec::new(),
        conflicts: conflicts.len(),
        all_sides: None,
        all_values: (case.kind == CaseKind::Conflict).then(|| right(answer, &listed.join(" "))).flatten(),
        quotes: BTreeMap::new(),
        unsupported: Vec::new(),
        gaps: counted(list(output, "/evidence/gaps").map(|gap| text(gap, "/why").to_owned())),
        model_calls: output.get("model_calls").and_then(Value::as_u64).unwrap_or(0),
        latency_ms,
    };
    if case.kind == CaseKind::Conflict && !case.gold.is_empty() {
        verdict.all_sides = Some(all_sides(case, &verdict.ranks));
    }
    if let Some(recheck) = recheck {
        let name = |q: &twolane_answer::QuoteVerdict| {
            serde_json::to_value(q.verdict)
                .ok()
                .and_then(|v| v.as_str().map(str::to_owned))
                .unwrap_or_default()
        };
        verdict.quotes = counted(recheck.quotes.iter().map(name));
        verdict.unsupported =
            recheck.unsupported_tokens.iter().map(|t| format!("{} in {}", t.token, t.place)).collect();
        let texts = recheck.failed_texts().map(|t| format!("{}: {}", t.place, t.why));
        verdict.unsupported.extend(texts);
    }
    verdict.why = problems(&verdict, case);
    verdict.passed = verdict.why.is_empty();
    verdict
}

/// Checks that the facts cover every file with a known quote; for a single file, every known quote.
fn all_sides(case: &AnswerCase, ranks: &[Option<usize>]) -> bool {
    let files: BTreeSet<&str> = case.gold.iter().map(Gold::name).collect();
    if files.len() < 2 {
        return ranks.iter().all(Option::is_some);
    }
    let found = case.gold.iter().zip(ranks).filter(|(_, rank)| rank.is_some()).map(|(g, _)| g.name());
    found.collect::<BTreeSet<_>>() == files
}

fn outcome(output: &Value, facts: usize) -> Outcome {
    match text(output, "/status") {
        "rejected" => Outcome::Rejected,
        "clarify" => Outcome::Clarify,
        _ => {
            let abstains = text(output, "/evidence/mode") == "report_insufficient_evidence"
                || text(output, "/answer/level1").starts_with(ABSTAINS);
            if abstains || facts == 0 { Outcome::Abstained } else { Outcome::Answered }
        }
    }
}

/// Lists the failures of a verdict.
fn problems(verdict: &Verdict, case: &AnswerCase) -> Vec<String> {
    let mut why = Vec::new();
    let mut note = |is_wrong: bool, what: &str| {
        if is_wrong {
            why.push(what.to_owned());
        }
    };
    let reply = match verdict.outcome {
        Outcome::Answered => "it was answered",
        Outcome::Abstained => "it was not answered",
        Outcome::Clarify => "it was asked back",
        Outcome::Rejected => "it was rejected",
    };
    match case.kind {
        CaseKind::Unanswerable => note(verdict.outcome != Outcome::Abstained, reply),
        CaseKind::Clarify => note(verdict.outcome != Outcome::Clarify, reply),
        _ if verdict.outcome != Outcome::Answered => note(true, reply),
        _ => {
            note(!case.gold.is_empty() && !verdict.found, "no fact holds a known quote");
            if case.kind == CaseKind::Conflict {
                note(verdict.conflicts == 0, "no conflict is listed");
                note(
                    verdict.conflicts > 0 && verdict.all_sides == Some(false),
                    "a side of the conflict is missing",
                );
            } else {
                note(verdict.right == Some(false), "a figure of the known answer is missing");
                note(verdict.conflicts > 0, "a conflict is listed");
            }
        }
    }
    let bad: usize = verdict.quotes.iter().filter(|(name, _)| *name != "exact").map(|(_, n)| n).sum();
    note(bad > 0, "a quote does not stand where it says");
    note(!verdict.unsupported.is_empty(), "a token stands in no quote");
    why
}

/// Checks if a fact's quotes from the known location include the known quote.
fn held(gold: &Gold, support: &[Support<'_>], files: &GoldFiles) -> bool {
    let there: Vec<&str> = support
        .iter()
        .filter(|s| {
            files.is(s.source, gold.name()) && gold.page().is_none_or(|page| touches(s.locator, page))
        })
        .map(|s| s.quote)
        .collect();
    holds(&gold.quote, &there.join(" "))
}

/// Returns true if a locator's lines are on a page; a source without pages has only one.
fn touches(locator: &str, page: u32) -> bool {
    let Ok(locator) = locator.parse::<Locator>() else { return false };
    match locator.page() {
        0 => page <= 1,
        first => (first..=locator.end().page).contains(&page),
    }
}

fn fact(value: &Value) -> (&str, Vec<Support<'_>>) {
    let support = list(value, "/support")
        .map(|s| Support {
            source: text(s, "/source_id"),
            locator: text(s, "/locator"),
            quote: text(s, "/quote"),
        })
        .collect();
    (text(value, "/text"), support)
}

fn list<'v>(value: &'v Value, pointer: &str) -> impl Iterator<Item = &'v Value> + use<'v> {
    value.pointer(pointer).and_then(Value::as_array).into_iter().flatten()
}

fn text<'v>(value: &'v Value, pointer: &str) -> &'v str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or("")
}

fn counted(names: impl Iterator<Item = String>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for name in names {
        *counts.entry(name).or_insert(0) += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_counts_once_and_a_section_has_none() {
        let gold = |file: &str, page, citation: Option<&str>| Gold {
            file: file.into(),
            page,
            citation: citation.map(str::to_owned),
            quote: "q".into(),
        };
        let line = r#"{"id":"a","question":"x?","kind":"rule"}"#;
        let mut case: AnswerCase = serde_json::from_str(line).unwrap();
        case.gold = vec![gold("a.pdf", Some(2), None), gold("law.jsonl", None, Some("RSA 1:2"))];
        let files = GoldFiles::named(&[("a.pdf", "a"), ("RSA 1:2", "s")]);
        let found = [("a", 1), ("a", 1), ("s", 0), ("a", 2)];
        let ranks = page_ranks(&case, found.map(|(id, page)| (SourceId(id.into()), page)), &files);
        assert_eq!(ranks, [Some(3), Some(2)]);
    }
}
