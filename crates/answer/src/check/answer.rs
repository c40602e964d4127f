//! The one answer object from which every form is rendered (SPEC SYN-1).

use serde::{Deserialize, Serialize};

use crate::draft::{DraftSentence, Gap};
use twolane_archive::{SourceSummary, Visibility};
use twolane_retrieve::PackNote;
use twolane_text::{ContentHash, Quote, SourceId};

use super::choice::Choice;
use super::prose::Prose;
use super::step::Research;
use super::verify::Fact;

/// One of the values that disagree.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ConflictValue {
    /// The value as the quote prints it.
    pub value: String,
    /// Quote that contains the value.
    #[serde(flatten)]
    pub quote: Quote,
}

/// Values on which sources disagree.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Conflict {
    /// Subject and predicate of the values.
    pub key: String,
    /// All values; none is preferred.
    pub values: Vec<ConflictValue>,
    /// Difference between the values, when they are numbers.
    pub delta: Option<String>,
    /// Remarks on the quoted papers.
    pub notes: String,
}

/// A source that the answer cites, with the hash of the file that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cited {
    /// Id of the source.
    pub source_id: SourceId,
    /// Hash at ingest.
    pub ingest_hash: ContentHash,
    /// Title for people.
    pub title: String,
    /// Lane of the source; `user` for a text that the user gave.
    pub lane: String,
    /// Authority of the author: `official`, `minutes`, `rsa`, ...
    pub authority: Option<String>,
    /// Date of the paper.
    pub date: Option<String>,
    /// Origin of a date that is a guess: the first one on the first page of a paper that is no minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date_from: Option<String>,
    /// Public address of the paper, where its folder mirrors a website.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Level that a reader needs to see the paper. Not written for a public one.
    #[serde(default, skip_serializing_if = "Visibility::is_public")]
    pub visibility: Visibility,
    /// Mean confidence of the lines that were read by optical character recognition (OCR), 0 to 100; `None` for a paper
    /// without such lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ocr_confidence: Option<u8>,
}

impl Cited {
    /// Builds the entry for a source of the archive.
    pub(crate) fn of(summary: &SourceSummary) -> Self {
        Cited {
            source_id: summary.id.clone(),
            ingest_hash: summary.hash.clone(),
            title: summary.title.clone(),
            lane: summary.meta.lane.clone(),
            authority: summary.meta.authority.clone(),
            date: summary.meta.date.clone(),
            date_from: guessed_date(summary),
            url: summary.meta.url.clone(),
            visibility: summary.meta.visibility,
            ocr_confidence: summary.meta.ocr_confidence,
        }
    }
}

/// Returns the origin of a paper's date, if that is a guess from its first page. Minutes have their date there.
pub(crate) fn guessed_date(summary: &SourceSummary) -> Option<String> {
    let is_minutes = summary.meta.authority.as_deref() == Some("minutes");
    let origin = summary.meta.origin.get("date").filter(|origin| *origin == "first page");
    origin.filter(|_| !is_minutes).cloned()
}

/// Tokens of the quotes, as printed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Extractions {
    /// Proper names in the quotes.
    pub entities: Vec<String>,
    /// Numbers with units.
    pub numbers: Vec<String>,
    /// Dates in the quotes.
    pub dates: Vec<String>,
}

/// Strength of the record behind the answer: a prediction of how likely the first quote answers. Quotes are checked in
/// the same way at every strength.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordStrength {
    /// Tier: `A` specific, `B` with gaps, `C` nothing specific.
    pub tier: char,
    /// Supporting quotes from the local lane.
    pub local_count: usize,
    /// Supporting quotes from the state lane.
    pub state_count: usize,
    /// Share of the question's words that the best fact covers, from 0 to 1.
    pub situation_alignment: f32,
    /// Score that the papers hold an answer, from 0 to about 1.
    pub answerability: f32,
    /// Least answerability at which such a question gets an answer.
    pub answerability_least: f32,
    /// Share of the sections named in the question that a quote has; 1 when the question names no section.
    pub legal_topic_coverage: f32,
    /// True when a quote comes from a statute or an official state source.
    pub authoritative_state_present: bool,
    /// Reasons for the strength, for people.
    pub reasons: Vec<String>,
}

/// Relation of the answer to the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// The papers answer.
    Answer,
    /// The papers do not answer, and the answer says so.
    ReportInsufficientEvidence,
}

/// Content of an answer. It may change freely until it is sealed into an [`Answer`](super::verify::Answer), and only a
/// sealed answer is shown. No function turns a sealed answer back into content.
#[derive(Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AnswerContent {
    /// Relation of the answer to the question.
    pub mode: Mode,
    /// Short answer in words of the first fact.
    pub answer: String,
    /// Facts, best first.
    pub facts: Vec<Fact>,
    /// Prose that combines the facts, each sentence with the tokens of its supporting facts; written by the seal.
    pub prose: Prose,
    /// Sentences that a model wrote. The seal moves the supported ones to the prose, and keeps no sentence here.
    #[serde(skip)]
    pub drafted: Vec<DraftSentence>,
    /// Missing parts of an answer.
    pub gaps: Vec<Gap>,
    /// Values on which sources disagree.
    pub conflicts: Vec<Conflict>,
    /// Facts for each part of the question, by quote and token; written by the seal.
    pub analysis: String,
    /// Assumptions that the answer rests on.
    pub assumptions: Vec<String>,
    /// Limits of this answer.
    pub limitations: Vec<String>,
    /// True when the state lane was used.
    pub used_statewide: bool,
    /// Reason why the state lane was or was not used.
    pub statewide_reason: String,
    /// Scope of each statewide text, and the other quote that shows that it covers this case; written by the seal.
    pub applicability_check: String,
    /// Questions to ask or papers to ingest next.
    pub suggested_followups: Vec<String>,
    /// Sources that the answer cites.
    pub citations_index: Vec<Cited>,
    /// Packs of law that the answer quotes from: edition, day, coverage, limits.
    pub packs: Vec<PackNote>,
    /// Tokens of the quotes.
    pub extractions: Extractions,
    /// Strength of the record.
    pub record_strength: RecordStrength,
    /// Research steps that led to the answer, for a researched question; serialized next to the evidence.
    #[serde(skip)]
    pub research: Option<Research>,
    /// Judgement on the question's answer choices, where it has any; serialized next to the evidence.
    #[serde(skip)]
    pub choice: Option<Choice>,
}

impl AnswerContent {
    /// Builds an answer without facts.
    pub(crate) fn empty(mode: Mode) -> Self {
        AnswerContent {
            mode,
            answer: String::new(),
            facts: Vec::new(),
            prose: Prose::default(),
            drafted: Vec::new(),
            gaps: Vec::new(),
            conflicts: Vec::new(),
            analysis: String::new(),
            assumptions: Vec::new(),
            limitations: Vec::new(),
            used_statewide: false,
            statewide_reason: String::new(),
            applicability_check: String::new(),
            suggested_followups: Vec::new(),
            citations_index: Vec::new(),
            packs: Vec::new(),
            extractions: Extractions::default(),
            record_strength: RecordStrength {
                tier: 'C',
                local_count: 0,
                state_count: 0,
                situation_alignment: 0.0,
                answerability: 0.0,
                answerability_least: 0.0,
                legal_topic_coverage: 1.0,
                authoritative_state_present: false,
                reasons: Vec::new(),
            },
            research: None,
            choice: None,
        }
    }
}
