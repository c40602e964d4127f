//! `verify`: an answer that anybody saved, checked again quote by quote (SPEC EVD-9).

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::archive::{Archive, Filter, LexicalOptions};
use crate::text::{Locator, Source, SourceId, TokenKind};

use super::error::AskError;
use super::session::UserSource;
use super::verify::{Borne, Lookup, find_at, fold, own_sections};

/// What became of a quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Stands word for word at its locator.
    Exact,
    /// Stands in its source, at other lines.
    Moved,
    /// Stands in another source.
    OtherSource,
    /// Stands nowhere in the archive.
    NotFound,
    /// Could not be checked; never counts as passed.
    Unchecked,
}

/// One quote with its verdict.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct QuoteVerdict {
    /// What became of it.
    pub verdict: Verdict,
    /// Source it names.
    pub source_id: String,
    /// Locator it names.
    pub locator: String,
    /// Its words.
    pub quote: String,
    /// Where the words stand now, when that is elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<Found>,
    /// Hash of the source when the answer was made, if it changed since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_hash: Option<String>,
    /// Hash of the source now, if it changed since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_hash: Option<String>,
    /// Why, for people.
    pub note: String,
}

/// Another place of the same words.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Found {
    /// Source.
    pub source_id: SourceId,
    /// Lines.
    pub locator: Locator,
}

/// A token that no confirmed quote has.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Stray {
    /// As printed.
    pub token: String,
    /// Which text shows it.
    #[serde(rename = "where")]
    pub place: String,
}

/// The whole check.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Recheck {
    /// Quote by quote.
    pub quotes: Vec<QuoteVerdict>,
    /// How many of each verdict.
    pub counts: HashMap<Verdict, usize>,
    /// Tokens of shown text that no confirmed quote has.
    pub unsupported_tokens: Vec<Stray>,
    /// True when every quote is exact and no token is unsupported.
    pub ok: bool,
}

/// Checks a saved answer (what `ask --json` printed, or quotes with a text) against the archive.
pub fn recheck(archive: &Archive, saved: &str) -> Result<Recheck, AskError> {
    recheck_in_session(archive, &|_| None, saved)
}

/// The session that a saved answer was given in.
pub fn session_of(saved: &str) -> Option<String> {
    let value: Value = serde_json::from_str(saved).ok()?;
    Some(value.get("session_id")?.as_str()?.to_owned())
}

/// [`recheck`] of an answer that may quote texts of its user, as far as `texts` still has them.
pub fn recheck_in_session(archive: &Archive, texts: &Lookup<'_>, saved: &str) -> Result<Recheck, AskError> {
    let value: Value =
        serde_json::from_str(saved).map_err(|e| AskError::NotAnAnswer { what: format!("not JSON: {e}") })?;
    let claims = claims_of(&value)?;
    let hashes = hashes_of(&value);
    let mut finder = Finder { archive, texts, all: None };
    let mut quotes = Vec::new();
    for claim in claims {
        quotes.push(finder.judge(claim, &hashes)?);
    }
    let confirmed =
        quotes.iter().filter(|q| matches!(q.verdict, Verdict::Exact | Verdict::Moved | Verdict::OtherSource));
    let mut borne = Borne::default();
    for quote in confirmed {
        borne.add(&quote.quote);
        for context in contexts(archive, quote)? {
            borne.add(&context);
            borne.add_section(&context);
        }
    }
    for title in titles_of(&value) {
        borne.add(&title);
    }
    let own = own_sentences(archive, &value, &borne)?;
    let unsupported_tokens = shown_texts(&value)
        .into_iter()
        .map(|(place, text)| (place, own.iter().fold(text, |text, said| text.replace(said, " "))))
        .flat_map(|(place, text)| {
            // A form's own headings are capitalised; single words are held against quotes in what
            // the answer itself says.
            let of_form = place.starts_with("form.") || place.starts_with("answer.");
            borne
                .unsupported(&without_locators(&text))
                .into_iter()
                .filter(|t| !(of_form && t.kind == TokenKind::ProperNoun))
                .map(|t| Stray { token: t.raw, place: place.clone() })
                .collect::<Vec<_>>()
        })
        .collect::<Vec<_>>();
    let mut counts = HashMap::new();
    for quote in &quotes {
        *counts.entry(quote.verdict).or_insert(0) += 1;
    }
    let ok = quotes.iter().all(|q| q.verdict == Verdict::Exact) && unsupported_tokens.is_empty();
    Ok(Recheck { quotes, counts, unsupported_tokens, ok })
}

/// What an answer says of its question, of its search and of the archive's packs, longest first. A
/// gap may repeat what was asked for, and a limitation what an installed pack says of itself; neither
/// may say more than that and the quotes.
fn own_sentences(archive: &Archive, value: &Value, quoted: &Borne) -> Result<Vec<String>, AskError> {
    let question = value.pointer("/resolved_context/question").and_then(Value::as_str).unwrap_or("").trim();
    let mut packs = quoted.clone();
    for pack in archive.packs()? {
        let m = pack.manifest;
        for said in [&m.title, &m.edition, &m.as_of, &m.coverage].into_iter().chain(&m.limits) {
            packs.add(said);
        }
    }
    let mut asked = packs.clone();
    asked.add(question);
    let list = |pointer: &str| value.pointer(pointer).and_then(Value::as_array).into_iter().flatten();
    let gaps = list("/evidence/gaps").flat_map(|gap| ["need", "reason"].map(|name| gap.get(name)));
    let mut own: Vec<String> = vec![question.to_owned()];
    for (said, by) in
        gaps.map(|s| (s, &asked)).chain(list("/evidence/limitations").map(|s| (Some(s), &packs)))
    {
        let Some(said) = said.and_then(Value::as_str) else { continue };
        if by.bears_out(said) {
            own.push(said.trim().to_owned());
        }
    }
    // A single word is no sentence, and would be taken out of what is claimed.
    own.retain(|said| said.split_whitespace().nth(2).is_some());
    own.sort_by_key(|said| std::cmp::Reverse(said.len()));
    Ok(own)
}

/// Addresses of the sections that a confirmed quote is of.
fn contexts(archive: &Archive, quote: &QuoteVerdict) -> Result<Vec<String>, AskError> {
    let (id, locator) = match &quote.found {
        Some(found) => (found.source_id.clone(), found.locator),
        None => match quote.locator.parse() {
            Ok(locator) => (SourceId(quote.source_id.clone()), locator),
            Err(_) => return Ok(Vec::new()),
        },
    };
    if UserSource::is_id(&id.0) {
        return Ok(Vec::new());
    }
    let source = archive.source(&id)?;
    let Ok(quote) = source.quote(&locator) else { return Ok(Vec::new()) };
    Ok(own_sections(&source, &quote, &archive.aliases(&id)?))
}

struct Claim {
    source_id: String,
    locator: String,
    quote: String,
}

fn claims_of(value: &Value) -> Result<Vec<Claim>, AskError> {
    let mut found = Vec::new();
    let mut seen_list = false;
    let mut collect = |list: Option<&Value>| {
        let Some(list) = list.and_then(Value::as_array) else { return };
        seen_list = true;
        for item in list {
            let text = |key: &str| item.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
            found.push(Claim {
                source_id: text("source_id"),
                locator: text("locator"),
                quote: text("quote"),
            });
        }
    };
    collect(value.get("quotes"));
    if let Some(evidence) = value.get("evidence") {
        let empty = Vec::new();
        let list = |key: &str| evidence.get(key).and_then(Value::as_array).unwrap_or(&empty).clone();
        for fact in list("facts") {
            collect(fact.get("support"));
        }
        for conflict in list("conflicts") {
            collect(conflict.get("values"));
        }
        seen_list = true;
    }
    if seen_list {
        Ok(found)
    } else {
        Err(AskError::NotAnAnswer { what: "it has neither `quotes` nor `evidence`".into() })
    }
}

fn hashes_of(value: &Value) -> HashMap<String, String> {
    cited(value)
        .filter_map(|c| {
            Some((c.get("source_id")?.as_str()?.to_owned(), c.get("ingest_hash")?.as_str()?.to_owned()))
        })
        .collect()
}

fn titles_of(value: &Value) -> Vec<String> {
    cited(value).filter_map(|c| c.get("title")?.as_str().map(str::to_owned)).collect()
}

fn cited(value: &Value) -> impl Iterator<Item = &Value> {
    value.pointer("/evidence/citations_index").and_then(Value::as_array).into_iter().flatten()
}

/// Texts that a person is shown, with their place.
fn shown_texts(value: &Value) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for place in [
        "/text",
        "/answer/level1",
        "/answer/level2",
        "/evidence/answer",
        "/evidence/analysis",
        "/form/markdown",
    ] {
        if let Some(text) = value.pointer(place).and_then(Value::as_str) {
            texts.push((place.trim_start_matches('/').replace('/', "."), text.to_owned()));
        }
    }
    let facts = value.pointer("/evidence/facts").and_then(Value::as_array).into_iter().flatten();
    for (i, fact) in facts.enumerate() {
        if let Some(text) = fact.get("text").and_then(Value::as_str) {
            texts.push((format!("evidence.facts[{i}].text"), text.to_owned()));
        }
    }
    texts
}

crate::text::pattern::pattern!(
    LOCATOR,
    r"(?:p\.\s?\d+\s+)?\bL\d+(?:-(?:p\.\d+ )?L\d+)?|\bp\.\s?\d+|\[\d+\]|(?m)^\s*\d+\.\s"
);

/// Page and line numbers are citations, not claims.
pub(super) fn without_locators(text: &str) -> String {
    LOCATOR.get().replace_all(text, " ").into_owned()
}

struct Finder<'a> {
    archive: &'a Archive,
    texts: &'a Lookup<'a>,
    all: Option<Vec<SourceId>>,
}

impl Finder<'_> {
    fn judge(&mut self, claim: Claim, hashes: &HashMap<String, String>) -> Result<QuoteVerdict, AskError> {
        let id = SourceId(claim.source_id.clone());
        let mut out = QuoteVerdict {
            verdict: Verdict::Unchecked,
            source_id: claim.source_id,
            locator: claim.locator,
            quote: claim.quote,
            found: None,
            old_hash: None,
            new_hash: None,
            note: String::new(),
        };
        let wanted = fold(&out.quote);
        if wanted.is_empty() {
            out.note = "the quote is empty, so there is nothing to check".into();
            return Ok(out);
        }
        let source = match self.archive.summary(&id)? {
            Some(_) => Some(self.archive.source(&id)?),
            None => (self.texts)(&id),
        };
        if source.is_none() && UserSource::is_id(&id.0) {
            out.note = "the text came from the user, and its session no longer has it".into();
            return Ok(out);
        }
        if let Some(source) = &source {
            let now = source.hash().to_string();
            if let Some(old) = hashes.get(&out.source_id).filter(|old| **old != now) {
                out.old_hash = Some(old.clone());
                out.new_hash = Some(now);
                out.note = "the source changed since the answer was made; ".into();
            }
            if let Ok(locator) = out.locator.parse::<Locator>()
                && find_at(source, &locator, &wanted).is_some()
            {
                out.verdict = Verdict::Exact;
                out.note.push_str("stands word for word at its locator");
                return Ok(out);
            }
            if let Some(found) = find_in(source, &wanted) {
                out.note.push_str(&format!("stands at {} instead", found.locator));
                out.verdict = Verdict::Moved;
                out.found = Some(found);
                return Ok(out);
            }
        }
        if let Some(found) = self.find_anywhere(&wanted, &id)? {
            out.note.push_str(&format!("stands in {} at {} instead", found.source_id, found.locator));
            out.verdict = Verdict::OtherSource;
            out.found = Some(found);
        } else {
            out.note.push_str("stands in no source of this archive");
            out.verdict = Verdict::NotFound;
        }
        Ok(out)
    }

    /// Sources that share words with the quote first, then all the others: a quote is only "not
    /// found" after every source was read.
    fn find_anywhere(&mut self, wanted: &str, except: &SourceId) -> Result<Option<Found>, AskError> {
        let within = self.archive.select(&Filter::default())?;
        let hits = self.archive.lexical(wanted, &within, 50, &LexicalOptions::default())?;
        let ids: Vec<_> = hits.iter().map(|h| h.chunk).collect();
        let mut near: Vec<SourceId> = self.archive.chunks(&ids)?.into_iter().map(|c| c.source_id).collect();
        if self.all.is_none() {
            self.all = Some(self.archive.sources()?.into_iter().map(|s| s.id).collect());
        }
        near.extend(self.all.iter().flatten().cloned());
        let mut seen = std::collections::HashSet::new();
        for id in near.into_iter().filter(|id| id != except) {
            if seen.insert(id.clone()) {
                let source: Arc<Source> = self.archive.source(&id)?;
                if let Some(found) = find_in(&source, wanted) {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }
}

fn find_in(source: &Source, wanted: &str) -> Option<Found> {
    let at = source.reading().text().find(wanted)?;
    let quote = source.quote_bytes(at..at + wanted.len()).ok()?;
    Some(Found { source_id: source.id().clone(), locator: *quote.locator() })
}
