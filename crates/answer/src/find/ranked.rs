//! Passages that may answer, and the candidates in them with the features of their rank.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use twolane_archive::Chunk;
use twolane_retrieve::ReadChunk;
use twolane_text::Source;

use super::alternatives::{Alternatives, Choice};
use super::candidate::Candidate;
use super::edition::Edition;
use super::named_group::NamedGroup;

/// A chunk that the search found, with its score scaled to 0..1 among those found.
#[derive(Debug, Clone)]
pub struct Passage {
    /// Chunk with its record.
    pub chunk: Chunk,
    /// Score from 0 to 1; the best passage has 1.
    pub score: f32,
    /// Title and file name of its source.
    pub title: String,
    /// [`Hit::closeness`](twolane_retrieve::Hit::closeness) of the chunk.
    pub closeness: Option<f32>,
    /// [`Hit::read`](twolane_retrieve::Hit::read) of the chunk.
    pub read: Option<ReadChunk>,
    /// True for a section of law whose heading the question of law contains.
    pub headed: bool,
    /// True for a section of law, when the question asks for the law itself.
    pub asked_law: bool,
}

/// A ranked candidate with the inputs of its rank.
#[derive(Debug, Clone)]
pub struct Ranked {
    pub(super) source: Arc<Source>,
    pub(super) candidate: Candidate,
    pub(super) text: String,
    /// Text with its captions, column heads and labels before it.
    pub(super) described: String,
    /// Text that is embedded: for a row of a table, with its labels before it.
    pub(super) embedded: String,
    /// Match of the question with the row's group, for a row in a group of rows.
    pub(super) group: Option<NamedGroup>,
    /// True when the question names another group of its table.
    pub(super) other_group: bool,
    /// Its weekdays, ordinals and opposites.
    pub(super) alternatives: Alternatives,
    /// Choice of the question between it and the others.
    pub(super) choice: Choice,
    /// True for text of another year than the question asks about.
    pub(super) other_year: bool,
    /// Date of its paper; empty without one.
    pub(super) date: String,
    /// True for text of a paper of another day than the question asks about, where there is one of that day.
    pub(super) other_day: bool,
    /// Kind, place and date of its paper.
    pub(super) edition: Edition,
    /// True for text of a paper that calls itself superseded.
    pub(super) superseded: bool,
    /// True for text of the state lane.
    pub(super) is_law: bool,
    /// True for text of a mail.
    pub(super) in_mail: bool,
    /// True for a text that defines the term in quotation marks whose meaning the question asks for.
    pub(super) defines: bool,
    /// True for a rule with a condition, where the question asks what holds if something happens.
    pub(super) has_condition: bool,
    /// Context header of its chunk; never quoted.
    pub(super) header: String,
    /// Words before it in its chunk.
    pub(super) before: String,
    pub(super) terms: HashSet<String>,
    /// Byte range of the text that the reader selects as the answer.
    pub(super) value: Option<Range<usize>>,
    /// Features that determine its rank.
    pub features: Features,
    /// Weighted sum of the features.
    pub score: f32,
}

/// Features of a candidate, each from 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Features {
    /// Cosine of question and candidate; 0 without a model.
    pub cosine: f32,
    /// Cosine with the nearest part of the question; 0 without a model.
    pub part_cosine: f32,
    /// Share of the question's words in the candidate.
    pub overlap: f32,
    /// Share of the question's words, where those of header and neighbours count at a discount.
    pub context: f32,
    /// The same share for the best-matched part of the question. It equals `context` for a question of one part.
    pub part_context: f32,
    /// Score of the chunk.
    pub chunk: f32,
    /// 1 when the text has a value of the requested kind, else 0.
    pub kind: f32,
    /// 1 for text in the notes after a section of law, else 0.
    pub note: f32,
    /// 1 for text in a section of law that the question names by its heading, else 0.
    pub headed: f32,
    /// 1 for text in a section of law, when the question asks for the law itself, else 0.
    pub asked_law: f32,
    /// Probability that the text belongs to the answer: the logistic function of the reader's evidence; `None` for
    /// unread text.
    pub evidence: Option<f32>,
    /// Relevance by the built-in cross-encoder; `None` without it.
    pub relevance: Option<f32>,
}

impl Ranked {
    /// Returns the terms of its text in index form.
    pub fn terms(&self) -> &HashSet<String> {
        &self.terms
    }

    /// Returns the context header of its chunk.
    pub fn header(&self) -> &str {
        &self.header
    }

    /// Returns the text above it, nearest first: the words before it in its chunk, then the headings of its chunk.
    pub fn above(&self) -> [&str; 2] {
        [&self.before, &self.header]
    }

    /// Returns true when the question names this row of a table, by a column's head and a number.
    pub fn is_keyed(&self) -> bool {
        self.group.is_some_and(NamedGroup::is_keyed)
    }

    /// Returns the text of the candidate.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the words that the reader selects as the answer; `None` for unread text.
    pub fn value(&self) -> Option<&str> {
        self.text.get(self.value.clone()?).map(str::trim).filter(|value| !value.is_empty())
    }

    /// Returns the source that contains it.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the candidate with its byte range.
    pub fn candidate(&self) -> &Candidate {
        &self.candidate
    }
}

/// Maps a logit to a value from 0 to 1.
pub(super) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
