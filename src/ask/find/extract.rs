//! The extractive writer: drafts the best verbatim sentences and table rows (SPEC SYN-6).

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use crate::archive::{Archive, Chunk, SourceSummary};
use crate::ask::draft::{Draft, DraftFact};
use crate::ask::error::AskError;
use crate::ask::language::question::Question;
use crate::ask::language::question_terms::term_set;
use crate::ask::options::AnswerOptions;
use crate::inference::{Embedder, Role, Span};
use crate::retrieve::{Expected, ReadChunk};
use crate::text::{Embedding, Source};

use super::answerability::{Answerability, Signals};
use super::candidate::{Candidate, candidates};
use super::identifiers::Identifiers;
use super::named_group::{NamedGroup, behind_others};
use super::voice::states_nothing;
use super::years::AskedYears;

/// Penalty for a row when the question names another group of its table. It equals the penalty for a note after a
/// section of law. Such a row leads only where the named group has nothing near the question.
const OTHER_GROUP: f32 = 0.30;
/// Penalty for a question, a supposition or a wish.
const STATES_NOTHING: f32 = 0.30;
/// Penalty for text of another year than the question asks about.
const OTHER_YEAR: f32 = 0.30;

/// A chunk that the search found, with its score scaled to 0..1 among those found.
#[derive(Debug, Clone)]
pub struct Passage {
    /// Chunk with its record.
    pub chunk: Chunk,
    /// Score from 0 to 1; the best passage has 1.
    pub score: f32,
    /// Title and file name of its source.
    pub title: String,
    /// [`Hit::closeness`](crate::retrieve::Hit::closeness) of the chunk.
    pub closeness: Option<f32>,
    /// [`Hit::read`](crate::retrieve::Hit::read) of the chunk.
    pub read: Option<ReadChunk>,
    /// True for a section of law whose heading the question of law contains.
    pub headed: bool,
    /// True for a section of law, when the question asks for the law itself.
    pub asked_law: bool,
}

/// A ranked candidate with the inputs of its rank.
#[derive(Debug, Clone)]
pub struct Ranked {
    source: Arc<Source>,
    candidate: Candidate,
    text: String,
    /// Text that is embedded: for a row of a table, with its labels before it.
    embedded: String,
    /// Match of the question with the row's group, for a row in a group of rows.
    group: Option<NamedGroup>,
    /// True when the question names another group of its table.
    other_group: bool,
    /// True for text of another year than the question asks about.
    other_year: bool,
    /// Context header of its chunk; never quoted.
    header: String,
    /// Words before it in its chunk.
    before: String,
    terms: HashSet<String>,
    /// Byte range of the text that the reader selects as the answer.
    value: Option<Range<usize>>,
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
    /// Probability that words of the text are the answer: the logistic function of the reader's best span margin;
    /// `None` for unread text.
    pub span: Option<f32>,
    /// Probability that the chunk answers: the logistic function of the reader's logit; `None` for an unread chunk.
    pub answers: Option<f32>,
}

/// Result of the extraction: the draft with its inputs.
#[derive(Debug, Clone, Default)]
pub struct Extraction {
    /// Draft of the extracted facts.
    pub draft: Draft,
    /// Signals for and against an answer in the passages.
    pub signals: Signals,
    /// Verdict from these signals.
    pub answerable: Answerability,
    /// Every candidate, best first.
    pub ranked: Vec<Ranked>,
}

/// Ranks the candidates of the passages, best first.
pub fn rank(
    archive: &Archive,
    embedder: Option<&dyn Embedder>,
    question: &Question,
    passages: &[Passage],
    options: &AnswerOptions,
) -> Result<Vec<Ranked>, AskError> {
    let mut ranked = gather(archive, passages, question, options)?;
    rank_without_model(&mut ranked, options);
    ranked.truncate(options.max_embedded);
    if let Some(embedder) = embedder {
        add_cosines(&mut ranked, embedder, question)?;
    }
    for r in &mut ranked {
        r.score = weigh(r, options, embedder.is_some());
    }
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
    Ok(ranked)
}

/// Writes a draft from the passages.
pub fn extract(
    archive: &Archive,
    embedder: Option<&dyn Embedder>,
    question: &Question,
    passages: &[Passage],
    options: &AnswerOptions,
) -> Result<Extraction, AskError> {
    let mut ranked = rank(archive, embedder, question, passages, options)?;
    let identified = Identifiers::of(question.text()).keep(&mut ranked);
    let mut signals = Signals::of(&ranked, question, passages);
    // Two special tokens do not count.
    signals.question_tokens = embedder.map_or(0, |e| e.count_tokens(question.text()).saturating_sub(2));
    let answerable = Answerability::of(&signals, question.form(), embedder.is_some(), &options.abstain);
    let mut draft = Draft::default();
    if answerable.is_enough() && identified {
        draft.facts = select(&ranked, options).into_iter().filter_map(as_fact).collect();
        whole_first(&mut draft.facts, |f| f.cut);
    } else if answerable.is_near() || !identified {
        let near = select(&ranked, options).into_iter().take(options.abstain.nearest_facts);
        draft.facts = near.filter_map(as_fact).collect();
        whole_first(&mut draft.facts, |f| f.cut);
    }
    draft.insufficient = draft.facts.is_empty() || !answerable.is_enough() || !identified;
    Ok(Extraction { draft, signals, answerable, ranked })
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

fn gather(
    archive: &Archive,
    passages: &[Passage],
    question: &Question,
    options: &AnswerOptions,
) -> Result<Vec<Ranked>, AskError> {
    let (terms, parts, expected) = (question.terms(), question.one_by_one(), question.expected());
    let years = AskedYears::of(question.text());
    let mut seen: HashSet<(String, Range<usize>)> = HashSet::new();
    let mut ranked = Vec::new();
    for passage in passages.iter().take(options.passages) {
        let source = archive.source(&passage.chunk.source_id)?;
        let record = &passage.chunk.record;
        let around = term_set(&record.text);
        let header = term_set(&format!("{} {}", record.header, passage.title));
        let lines = usize_of(record.first_line)..usize_of(record.end_line);
        let summary = archive.summary(source.id())?;
        let notes = summary.as_ref().and_then(|summary| notes_from(summary, &source));
        let date = summary.as_ref().and_then(|summary| summary.meta.date.clone()).unwrap_or_default();
        let is_law = summary.as_ref().is_some_and(|summary| summary.meta.lane == "state");
        for candidate in candidates(&source, lines, options) {
            if !seen.insert((source.id().0.clone(), candidate.bytes.clone())) {
                continue;
            }
            let Some(text) = source.reading().text().get(candidate.bytes.clone()) else { continue };
            let text = text.trim().to_owned();
            if text.split_whitespace().count() < 3 && !candidate.table {
                continue;
            }
            let described = described(&source, &candidate, &text, true);
            let own = term_set(&text);
            // A heading that only repeats the question's words answers nothing.
            if own.iter().all(|term| terms.has(term) || header.contains(term)) {
                continue;
            }
            // Column heads and labels count like headings: they belong to every row of a table.
            let labels = term_set(described.strip_suffix(text.as_str()).unwrap_or(""));
            let group = NamedGroup::of(&source, &candidate, question.text()).filter(|_| candidate.table);
            // Column heads would make every row similar to a question with their words. They count only where the
            // question names the row.
            let is_named = group.is_some_and(NamedGroup::is_named);
            let embedded = self::described(&source, &candidate, &text, is_named);
            let overlap = terms.share(&own);
            let credit = |term: &str| {
                if own.contains(term) {
                    1.0
                } else if header.contains(term) || labels.contains(term) {
                    0.8
                } else if around.contains(term) {
                    0.6
                } else {
                    0.0
                }
            };
            let context = terms.share_with(credit);
            // A part of one word carries no meaning by itself.
            let part_context = parts
                .iter()
                .filter(|part| part.len() > 1)
                .map(|part| part.share_with(credit))
                .fold(context, f32::max);
            let has_kind = expected == Expected::Any || expected.is_in(&described);
            let kind = if has_kind { 1.0 } else { 0.0 };
            let span = passage.read.as_ref().and_then(|read| span_of(read, &record.text, &text));
            let named = [record.header.as_str(), passage.title.as_str()];
            let other_year = !is_law && years.differ_from(&described, &named, &date);
            let in_notes = notes.is_some_and(|at| candidate.bytes.start >= at);
            let note = if in_notes { 1.0 } else { 0.0 };
            let features = Features {
                cosine: 0.0,
                part_cosine: 0.0,
                overlap,
                context,
                part_context,
                chunk: passage.score,
                kind,
                note,
                headed: if passage.headed { 1.0 } else { 0.0 },
                asked_law: if passage.asked_law { 1.0 } else { 0.0 },
                span: span.as_ref().map(|span| logistic(span.margin)),
                answers: passage.read.as_ref().map(|read| logistic(read.answers())),
            };
            let header = record.header.clone();
            let before =
                record.text.find(&text).and_then(|at| record.text.get(..at)).unwrap_or("").to_owned();
            ranked.push(Ranked {
                source: source.clone(),
                candidate,
                text,
                embedded,
                group,
                other_group: false,
                other_year,
                header,
                before,
                terms: own,
                value: span.map(|span| span.bytes),
                features,
                score: 0.0,
            });
        }
    }
    let groups: Vec<_> = ranked.iter().map(|r| r.group.map(|g| (r.source.id().0.as_str(), g))).collect();
    for (r, behind) in behind_others(&groups).into_iter().enumerate() {
        if let Some(r) = ranked.get_mut(r) {
            r.other_group = behind;
        }
    }
    Ok(ranked)
}

/// Puts the captions and labels before a row, as in its quote, and its column heads if `with_heads` is true.
fn described(source: &Source, candidate: &Candidate, text: &str, with_heads: bool) -> String {
    let statements = source.statements();
    let row = statements.touching(candidate.bytes.clone()).first().copied();
    let Some(row) = row.filter(|_| candidate.table) else { return text.to_owned() };
    let of_group = statements.groups_of(row);
    let labels = statements.labels_of(row).iter().filter_map(|at| Some((at, statements.all().get(*at)?)));
    let labels = labels.filter(|(at, label)| with_heads || !label.label || of_group.contains(at));
    let mut out: String = labels.map(|(_, label)| label.text(source.reading()) + ": ").collect();
    out.push_str(text);
    out
}

/// Returns the byte in the reading text where the notes after a section of law begin. An act's earlier changes are
/// seldom the rule of today.
fn notes_from(summary: &SourceSummary, source: &Source) -> Option<usize> {
    let lines = source.lines();
    let at = summary.notes_start(lines)?;
    Some(source.reading().bytes_of(at..lines.len())?.start)
}

/// Returns the reader's best span in a candidate, as a byte range of the candidate. When a candidate crosses the border
/// of the chunk, its part inside counts.
fn span_of(read: &ReadChunk, chunk: &str, candidate: &str) -> Option<Span> {
    let inside = match chunk.find(candidate) {
        Some(start) => start..start + candidate.len(),
        None => shared_edge(chunk, candidate)?,
    };
    let span = read.best_within(inside.clone())?;
    let at = candidate.find(chunk.get(inside.clone())?)?;
    let here = |byte: usize| byte.saturating_sub(inside.start) + at;
    Some(Span { bytes: here(span.bytes.start)..here(span.bytes.end), ..span })
}

/// Returns the byte range of a chunk that is the start or end of a candidate, of four words or more.
fn shared_edge(chunk: &str, candidate: &str) -> Option<Range<usize>> {
    let breaks: Vec<usize> = candidate.match_indices(' ').map(|(at, _)| at).collect();
    let few = |part: &str| part.split_whitespace().take(4).count() < 4;
    let mut tails = breaks.iter().filter_map(|at| candidate.get(at + 1..)).take_while(|tail| !few(tail));
    if let Some(tail) = tails.find(|tail| chunk.starts_with(tail)) {
        return Some(0..tail.len());
    }
    let mut heads = breaks.iter().rev().filter_map(|at| candidate.get(..*at)).take_while(|head| !few(head));
    heads.find_map(|head| chunk.find(head).map(|start| start..start + head.len()))
}

/// Maps a logit to a value from 0 to 1.
pub(super) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn rank_without_model(ranked: &mut [Ranked], options: &AnswerOptions) {
    for r in ranked.iter_mut() {
        r.score = weigh(r, options, false);
    }
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
}

/// Returns the cosine of two embeddings of length one, clamped to 0..1.
fn cosine(a: &Embedding, b: &Embedding) -> f32 {
    let dot: f32 = a.values.iter().zip(&b.values).map(|(a, b)| a * b).sum();
    dot.clamp(0.0, 1.0)
}

fn add_cosines(ranked: &mut [Ranked], embedder: &dyn Embedder, question: &Question) -> Result<(), AskError> {
    let never = |_: usize, _: usize| true;
    let texts: Vec<&str> = ranked.iter().map(|r| r.embedded.as_str()).collect();
    let vectors = embedder.embed(&texts, Role::Passage, &never)?;
    let Some((asked, parts)) = question.embedded(embedder)?.split_first() else { return Ok(()) };
    for (r, v) in ranked.iter_mut().zip(vectors) {
        r.features.cosine = cosine(asked, &v);
        r.features.part_cosine = parts.iter().map(|part| cosine(part, &v)).fold(r.features.cosine, f32::max);
    }
    Ok(())
}

fn weigh(r: &Ranked, options: &AnswerOptions, with_model: bool) -> f32 {
    let (f, w) = (&r.features, &options.weights);
    let taken = |applies: bool, weight: f32| if applies { weight } else { 0.0 };
    let other = taken(r.other_group, OTHER_GROUP)
        + taken(r.other_year, OTHER_YEAR)
        + taken(states_nothing(&r.text), STATES_NOTHING);
    let words = w.overlap * f.overlap + w.context * f.context + w.chunk * f.chunk + w.kind * f.kind;
    let words = words - other - w.note * f.note + w.headed * f.headed + w.asked_law * f.asked_law;
    if with_model {
        words + w.cosine * f.cosine + by_reader(f, options)
    } else {
        // Without a model, the words carry the whole weight.
        words * (1.0 + w.cosine / (w.overlap + w.context + w.chunk + w.kind).max(f32::EPSILON))
    }
}

/// Returns the reader's part of the score.
fn by_reader(f: &Features, options: &AnswerOptions) -> f32 {
    let w = &options.weights;
    w.span * f.span.unwrap_or(0.0) + w.answers * f.answers.unwrap_or(0.0)
}

/// Selects the best candidates that do not repeat each other's bytes.
fn select<'a>(ranked: &'a [Ranked], options: &AnswerOptions) -> Vec<&'a Ranked> {
    let mut chosen: Vec<&Ranked> = Vec::new();
    // The first candidate's score from the reader does not count against the others, which the reader may not have
    // read.
    let without_reader = |r: &Ranked| r.score - by_reader(&r.features, options);
    let least = ranked.first().map_or(0.0, |r| without_reader(r) * options.abstain.keep_share);
    for r in ranked {
        if chosen.len() >= options.max_facts || r.score < least {
            break;
        }
        let repeats = chosen.iter().any(|c| {
            (c.source.id() == r.source.id() && repeats(&c.candidate, &r.candidate)) || c.text == r.text
        });
        // Next to the row of the requested group, the same row of another group only confuses.
        let of_other = |c: &&Ranked| match (c.group, r.group) {
            (Some(chosen), Some(own)) => c.source.id() == r.source.id() && own.is_behind(chosen),
            _ => false,
        };
        if !repeats && !chosen.iter().any(of_other) {
            chosen.push(r);
        }
    }
    chosen
}

/// Moves the first uncut fact to the front, because a cut one can't be the first fact. Without an uncut fact, the list
/// is cleared.
pub(in crate::ask) fn whole_first<F>(facts: &mut Vec<F>, cut: impl Fn(&F) -> bool) {
    match facts.iter().position(|f| !cut(f)) {
        Some(whole) => {
            if let Some(head) = facts.get_mut(..=whole) {
                head.rotate_right(1);
            }
        }
        None => facts.clear(),
    }
}

/// Returns true when one candidate shows the text for which the other was chosen.
fn repeats(a: &Candidate, b: &Candidate) -> bool {
    let shows = |c: &Candidate, bytes: &Range<usize>| c.pieces.iter().any(|p| touch(p, bytes));
    touch(&a.bytes, &b.bytes) || shows(a, &b.bytes) || shows(b, &a.bytes)
}

fn touch(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

pub(in crate::ask) fn as_fact(r: &Ranked) -> Option<DraftFact> {
    r.candidate.fact(&r.source, r.features.context)
}

fn usize_of(n: u32) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_candidate_over_a_border_counts_with_its_part_inside() {
        let chunk = "on the first day of May. The clerk sends a bill to each owner whose dog";
        assert_eq!(shared_edge(chunk, "All licences end on the first day of May."), Some(0..24));
        let begins = shared_edge(chunk, "The clerk sends a bill to each owner whose dog has none by June.");
        assert_eq!(begins.and_then(|r| chunk.get(r)), Some("The clerk sends a bill to each owner whose dog"));
        assert_eq!(shared_edge(chunk, "Nothing of this stands in there at all."), None);
        assert_eq!(shared_edge(chunk, "dog"), None);
    }
}
