//! Quotes of a saved answer, grouped by what they support and located in the archive.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::error::AskError;
use crate::find::candidate::LEFT_OUT;
use twolane_text::{Quote, Source};

use super::cuts::Cuts;
use super::finder::{Claim, Finder, Place};
use super::report::{QuoteVerdict, TextState, Verdict};
use super::statement::judge;

/// Role of a quote in the saved object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Group {
    /// Item of the quote list in a file that holds only quotes.
    Free(usize),
    /// Support for a fact, by the fact's index.
    Fact(usize),
    /// One side of a conflict: the indexes of the conflict and of the side.
    Side(usize, usize),
}

/// A quote with its verdict. `quote` is cut again from the source where the verdict is exact.
#[derive(Debug, Clone)]
pub(super) struct Judged {
    pub group: Group,
    pub verdict: QuoteVerdict,
    pub quote: Option<Quote>,
}

/// Quotes of one fact, with their verdict.
#[derive(Debug, Clone, Default)]
pub(super) struct Fact {
    /// Exact quotes, cut again from their sources.
    pub support: Vec<Quote>,
    /// True when the fact has quotes, and all of them are exact.
    pub stands: bool,
    /// True when the quotes support the text of the fact.
    pub borne: bool,
}

impl Fact {
    /// Judges whether the quotes state a text: either the first `pieces` quotes joined in order, with "…" at each
    /// omission, or any one quote.
    pub(super) fn judge(&self, text: &str, pieces: Option<usize>) -> (TextState, String) {
        let quotes = self.quotes();
        let mut rest = text.trim();
        let statement = quotes.get(..pieces.unwrap_or(1).clamp(1, quotes.len().max(1))).unwrap_or(&[]);
        let runs_through = statement.iter().enumerate().all(|(i, quote)| {
            if i > 0 {
                rest = rest.strip_prefix(LEFT_OUT.trim_start()).unwrap_or(rest);
            }
            let behind = rest.strip_prefix(quote);
            rest = behind.unwrap_or(rest).trim_start();
            behind.is_some()
        });
        if runs_through && rest.is_empty() && !statement.is_empty() {
            return (TextState::Quoted, String::new());
        }
        judge(&quotes, text)
    }

    pub(super) fn quotes(&self) -> Vec<&str> {
        self.support.iter().map(Quote::text).collect()
    }
}

/// Returns every quote that a saved object claims, in the object's order.
///
/// # Errors
/// Fails when the object has no list that could hold quotes.
pub(super) fn claims_of(saved: &Map<String, Value>) -> Result<Vec<(Group, Claim)>, AskError> {
    let mut found = Vec::new();
    let mut collect = |list: Option<&Value>, group: &dyn Fn(usize) -> Group| {
        for (i, item) in list.and_then(Value::as_array).into_iter().flatten().enumerate() {
            let text = |key: &str| item.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
            let claim =
                Claim { source_id: text("source_id"), locator: text("locator"), quote: text("quote") };
            found.push((group(i), claim));
        }
    };
    collect(saved.get("quotes"), &Group::Free);
    let evidence = saved.get("evidence");
    let list = |key: &str| evidence.and_then(|e| e.get(key)).and_then(Value::as_array);
    for (i, fact) in list("facts").into_iter().flatten().enumerate() {
        collect(fact.get("support"), &|_| Group::Fact(i));
    }
    for (i, conflict) in list("conflicts").into_iter().flatten().enumerate() {
        collect(conflict.get("values"), &|side| Group::Side(i, side));
    }
    if evidence.is_some_and(Value::is_object) || saved.get("quotes").is_some_and(Value::is_array) {
        Ok(found)
    } else {
        Err(AskError::NotAnAnswer { what: "it has neither `quotes` nor `evidence`".into() })
    }
}

/// Judges every claim: finds the place of its words, and checks that they say the same there as here.
pub(super) fn judge_all(
    claims: Vec<(Group, Claim)>,
    finder: &mut Finder<'_>,
    hashes: &HashMap<String, String>,
) -> Result<Vec<Judged>, AskError> {
    let plain: Vec<Claim> = claims.iter().map(|(_, claim)| claim.clone()).collect();
    let places = finder.find(&plain)?;
    let mut pieces: HashMap<(Group, String), Vec<Range<usize>>> = HashMap::new();
    for ((group, claim), place) in claims.iter().zip(&places) {
        if let Place::Here(_, bytes) = place {
            pieces.entry((*group, claim.source_id.clone())).or_default().push(bytes.clone());
        }
    }
    for beside in pieces.values_mut() {
        beside.sort_unstable_by_key(|b| (b.start, b.end));
        beside.dedup();
    }
    let mut cuts = Cuts::new();
    let mut judged = Vec::with_capacity(claims.len());
    for ((group, claim), place) in claims.into_iter().zip(places) {
        finder.still()?;
        let mut verdict = QuoteVerdict {
            verdict: Verdict::Unchecked,
            source_id: claim.source_id,
            locator: claim.locator,
            quote: claim.quote,
            found: None,
            old_hash: None,
            new_hash: None,
            note: String::new(),
        };
        if let Some(source) = finder.source(&verdict.source_id)? {
            changed(&mut verdict, &source, hashes);
        }
        let mut quote = None;
        match place {
            Place::Here(source, bytes) => {
                let key = (group, verdict.source_id.clone());
                let beside = pieces.get(&key).map_or(&[][..], Vec::as_slice);
                let whole = !matches!(group, Group::Free(_));
                match cuts.problem(&source, &bytes, beside, whole) {
                    Some(problem) => verdict.note.push_str(&problem),
                    None => {
                        verdict.verdict = Verdict::Exact;
                        verdict.note.push_str("is word for word at its locator");
                        quote = source.quote_bytes(bytes).ok();
                    }
                }
            }
            Place::Moved(found) => {
                verdict.verdict = Verdict::Moved;
                verdict.note.push_str(&format!("is at {} instead", found.locator));
                verdict.found = Some(found);
            }
            Place::Other(found) => {
                verdict.verdict = Verdict::OtherSource;
                verdict.note.push_str(&format!("is in {} at {} instead", found.source_id, found.locator));
                verdict.found = Some(found);
            }
            Place::Nowhere => {
                verdict.verdict = Verdict::NotFound;
                verdict.note.push_str("is in no source in this archive");
            }
            Place::Unknown(why) => verdict.note.push_str(why),
        }
        judged.push(Judged { group, verdict, quote });
    }
    Ok(judged)
}

/// Adds both hashes to the verdict when the source changed since the answer was made.
fn changed(verdict: &mut QuoteVerdict, source: &Arc<Source>, hashes: &HashMap<String, String>) {
    let now = source.hash().to_string();
    if let Some(old) = hashes.get(&verdict.source_id).filter(|old| **old != now) {
        verdict.old_hash = Some(old.clone());
        verdict.new_hash = Some(now);
        verdict.note = "the source changed since the answer was made; ".into();
    }
}

/// Returns the facts, each with its own quotes.
pub(super) fn facts_of(count: usize, judged: &[Judged]) -> Vec<Fact> {
    let mut facts: Vec<Fact> = vec![Fact { support: Vec::new(), stands: true, borne: false }; count];
    for one in judged {
        if let Group::Fact(i) = one.group
            && let Some(fact) = facts.get_mut(i)
        {
            match &one.quote {
                Some(quote) => fact.support.push(quote.clone()),
                None => fact.stands = false,
            }
        }
    }
    for fact in &mut facts {
        fact.stands &= !fact.support.is_empty();
    }
    facts
}
