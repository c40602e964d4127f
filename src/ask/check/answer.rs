//! The one answer object that every form is made from (SPEC SYN-1).

use serde::{Deserialize, Serialize};

use crate::archive::SourceSummary;
use crate::ask::draft::{DraftSentence, Gap};
use crate::retrieve::PackNote;
use crate::text::{ContentHash, Quote, SourceId};

use super::choice::Choice;
use super::prose::Prose;
use super::step::Research;
use super::verify::Fact;

/// One of the values that disagree.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ConflictValue {
    /// The value as the quote prints it.
    pub value: String,
    /// Where it stands.
    #[serde(flatten)]
    pub quote: Quote,
}

/// Sources that disagree.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Conflict {
    /// Subject and predicate.
    pub key: String,
    /// All values, none chosen.
    pub values: Vec<ConflictValue>,
    /// Difference between the values, when they are numbers.
    pub delta: Option<String>,
    /// Remarks.
    pub notes: String,
}

/// A source that the answer cites, with the hash of the file that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cited {
    /// Source.
    pub source_id: SourceId,
    /// Hash at ingest.
    pub ingest_hash: ContentHash,
    /// Title for people.
    pub title: String,
    /// Lane that it stands in; `user` for a text that the user gave.
    pub lane: String,
    /// Who speaks in it: `official`, `minutes`, `rsa`, ...
    pub authority: Option<String>,
    /// Date of the paper.
    pub date: Option<String>,
}

impl Cited {
    /// Of a source of the archive.
    pub(in crate::ask) fn of(summary: &SourceSummary) -> Self {
        Cited {
            source_id: summary.id.clone(),
            ingest_hash: summary.hash.clone(),
            title: summary.title.clone(),
            lane: summary.meta.lane.clone(),
            authority: summary.meta.authority.clone(),
            date: summary.meta.date.clone(),
        }
    }
}

/// Tokens of the quotes, as printed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Extractions {
    /// Proper names.
    pub entities: Vec<String>,
    /// Numbers with units.
    pub numbers: Vec<String>,
    /// Dates.
    pub dates: Vec<String>,
}

/// How strong the record behind the answer is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordStrength {
    /// `A` specific, `B` with gaps, `C` nothing specific.
    pub tier: char,
    /// Supporting quotes from the local lane.
    pub local_count: usize,
    /// Supporting quotes from the state lane.
    pub state_count: usize,
    /// Share of the question's words that the best fact accounts for, 0..1.
    pub situation_alignment: f32,
    /// How much speaks for the papers holding an answer, 0 to about 1.
    pub answerability: f32,
    /// Answerability from which on an answer is given to such a question.
    pub answerability_least: f32,
    /// Share of the sections named in the question that a quote has; 1 when none is named.
    pub legal_topic_coverage: f32,
    /// True when a quote comes from a statute or an official state source.
    pub authoritative_state_present: bool,
    /// Why, for people.
    pub reasons: Vec<String>,
}

/// How the answer stands to the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// The papers answer.
    Answer,
    /// The papers do not answer, and the answer says so.
    ReportInsufficientEvidence,
}

/// What an answer says. While it is put together it is changed freely; nobody is shown one before it
/// is sealed into an [`Answer`](super::verify::Answer), and nothing makes one of a sealed answer.
#[derive(Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AnswerContent {
    /// How it stands to the question.
    pub mode: Mode,
    /// Short answer in words that stand in the first fact.
    pub answer: String,
    /// Facts, best first.
    pub facts: Vec<Fact>,
    /// The facts put together, each sentence with the tokens of those that bear it out; made at the seal.
    pub prose: Prose,
    /// Sentences that a model wrote; the seal makes prose of those that stand, and keeps none here.
    #[serde(skip)]
    pub drafted: Vec<DraftSentence>,
    /// What is missing.
    pub gaps: Vec<Gap>,
    /// What disagrees.
    pub conflicts: Vec<Conflict>,
    /// Which facts speak to which part of the question, by quote and token; made at the seal.
    pub analysis: String,
    /// Assumptions made.
    pub assumptions: Vec<String>,
    /// Limits of this answer.
    pub limitations: Vec<String>,
    /// True when the state lane was used.
    pub used_statewide: bool,
    /// Why it was or was not.
    pub statewide_reason: String,
    /// For whom each statewide text is, and which other quote says that it is for this case; made at the seal.
    pub applicability_check: String,
    /// What to ask or ingest next.
    pub suggested_followups: Vec<String>,
    /// Sources cited.
    pub citations_index: Vec<Cited>,
    /// Packs of law that the answer quotes from: edition, day, coverage, limits.
    pub packs: Vec<PackNote>,
    /// Tokens of the quotes.
    pub extractions: Extractions,
    /// How strong the record is.
    pub record_strength: RecordStrength,
    /// The steps that it came of, where it was researched; written out beside the evidence.
    #[serde(skip)]
    pub research: Option<Research>,
    /// How the question's answer choices were judged, where it has some; it stands beside the evidence.
    #[serde(skip)]
    pub choice: Option<Choice>,
}

impl AnswerContent {
    /// Nothing found yet.
    pub(in crate::ask) fn empty(mode: Mode) -> Self {
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
