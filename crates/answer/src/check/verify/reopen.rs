//! Rebuilds a remembered answer. The stored text vouches for nothing: its facts become drafts again, and the present
//! archive must have its quotes. Its own sentences pass the seal again. The answer is returned only if the result
//! equals the stored one to the letter.

use serde::Deserialize;

use crate::check::answer::{
    AnswerContent, Cited, Conflict, ConflictValue, Extractions, Mode, RecordStrength,
};
use crate::check::own_words::Setting;
use crate::check::prose::{Prose, ProseBy, drafted_again};
use crate::draft::{Claimed, Draft, DraftFact, Gap};
use crate::options::VerifyOptions;
use twolane_archive::SourceSummary;
use twolane_retrieve::PackNote;
use twolane_text::{Locator, SourceId};

use super::facts::{Lookup, check_facts_with};
use super::locate::exact_quote;
use super::own_section::OwnSections;
use super::seal::{Ground, seal};
use super::verified::{Answer, Verified};

/// Sources and options for rebuilding a remembered answer.
pub(crate) struct Reopening<'a> {
    /// Reads sources again.
    pub lookup: &'a Lookup<'a>,
    /// Names of their sections.
    pub sections: &'a OwnSections<'a>,
    /// Options of the verifier.
    pub options: &'a VerifyOptions,
    /// All sources of the archive.
    pub sources: &'a [SourceSummary],
}

#[derive(Deserialize)]
struct Written {
    mode: Mode,
    answer: String,
    facts: Vec<WrittenFact>,
    prose: Prose,
    gaps: Vec<Gap>,
    conflicts: Vec<WrittenConflict>,
    assumptions: Vec<String>,
    limitations: Vec<String>,
    used_statewide: bool,
    statewide_reason: String,
    suggested_followups: Vec<String>,
    citations_index: Vec<Cited>,
    packs: Vec<PackNote>,
    extractions: Extractions,
    record_strength: RecordStrength,
}

#[derive(Deserialize)]
struct WrittenFact {
    text: String,
    support: Vec<WrittenQuote>,
    pieces: usize,
    #[serde(default)]
    cut: bool,
    coverage: f32,
}

#[derive(Deserialize)]
struct WrittenQuote {
    source_id: SourceId,
    locator: Locator,
    quote: String,
}

#[derive(Deserialize)]
struct WrittenConflict {
    key: String,
    values: Vec<WrittenValue>,
    delta: Option<String>,
    notes: String,
}

#[derive(Deserialize)]
struct WrittenValue {
    value: String,
    #[serde(flatten)]
    quote: WrittenQuote,
}

impl From<WrittenQuote> for Claimed {
    fn from(written: WrittenQuote) -> Self {
        let WrittenQuote { source_id, locator, quote } = written;
        Claimed { source_id, locator, quote }
    }
}

/// Rebuilds the answer stored as `written`, if the archive still yields exactly that answer. Every listed source must
/// have its former content, every quote must be at its former place, and the seal must remove nothing.
pub(crate) fn reopen(
    written: &str,
    setting: Setting<'_>,
    reopening: &Reopening<'_>,
) -> Option<Verified<Answer>> {
    let read: Written = serde_json::from_str(written).ok()?;
    let unchanged = |cited: &Cited| {
        let now = reopening.sources.iter().find(|s| s.id == cited.source_id);
        now.is_some_and(|now| now.hash == cited.ingest_hash)
    };
    if !read.citations_index.iter().all(unchanged) {
        return None;
    }
    let content = content_of(read, reopening)?;
    let answer = seal(content, Ground::Search(Box::new(setting)));
    let same = serde_json::to_string(answer.get()).is_ok_and(|now| now == written);
    same.then_some(answer)
}

fn content_of(read: Written, reopening: &Reopening<'_>) -> Option<AnswerContent> {
    let wanted = read.facts.len();
    let facts = read.facts.into_iter().map(|fact| DraftFact {
        text: fact.text,
        support: fact.support.into_iter().map(Claimed::from).collect(),
        pieces: fact.pieces,
        cut: fact.cut,
        coverage: fact.coverage,
    });
    let draft = Draft { facts: facts.collect(), ..Draft::default() };
    let checked = check_facts_with(&draft, reopening.lookup, reopening.sections, reopening.options);
    if checked.facts.len() != wanted {
        return None;
    }
    let conflicts = read.conflicts.into_iter().map(|conflict| {
        let values = conflict.values.into_iter().map(|side| {
            let claimed = Claimed::from(side.quote);
            let source = (reopening.lookup)(&claimed.source_id)?;
            Some(ConflictValue { value: side.value, quote: exact_quote(&source, &claimed)? })
        });
        Some(Conflict {
            key: conflict.key,
            values: values.collect::<Option<_>>()?,
            delta: conflict.delta,
            notes: conflict.notes,
        })
    });
    let mut content = AnswerContent {
        mode: read.mode,
        answer: read.answer,
        facts: checked.facts,
        prose: Prose::default(),
        drafted: Vec::new(),
        gaps: read.gaps,
        conflicts: conflicts.collect::<Option<_>>()?,
        // The seal makes both from the facts.
        analysis: String::new(),
        assumptions: read.assumptions,
        limitations: read.limitations,
        used_statewide: read.used_statewide,
        statewide_reason: read.statewide_reason,
        applicability_check: String::new(),
        suggested_followups: read.suggested_followups,
        citations_index: read.citations_index,
        packs: read.packs,
        extractions: read.extractions,
        record_strength: read.record_strength,
        // Choices are always judged again.
        choice: None,
        research: None,
    };
    if read.prose.by == ProseBy::Model {
        content.drafted = drafted_again(&read.prose, &content)?;
    }
    Some(content)
}
