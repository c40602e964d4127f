//! The extractive writer: the best verbatim sentences and table rows as a draft (SPEC SYN-6).

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

/// What a row loses when the question names another group of its table. As much as a note behind a section of law:
/// it leads only where the named group has nothing near the question.
const OTHER_GROUP: f32 = 0.30;
/// Taken off the score of a question, a supposition or a wish.
const STATES_NOTHING: f32 = 0.30;
/// Taken off the score of what is of another year than the question asks about.
const OTHER_YEAR: f32 = 0.30;

/// A chunk that the search found, with its score scaled to 0..1 among those found.
#[derive(Debug, Clone)]
pub struct Passage {
    /// The chunk.
    pub chunk: Chunk,
    /// 0..1, the best is 1.
    pub score: f32,
    /// Title and file name of its source.
    pub title: String,
    /// [`Hit::closeness`](crate::retrieve::Hit::closeness) of the chunk.
    pub closeness: Option<f32>,
    /// [`Hit::read`](crate::retrieve::Hit::read) of the chunk.
    pub read: Option<ReadChunk>,
    /// It is of a section of law whose heading the question of law has in its words.
    pub headed: bool,
    /// It is of a section of law, and the question asks which law it is.
    pub asked_law: bool,
}

/// A ranked candidate with everything that ranked it.
#[derive(Debug, Clone)]
pub struct Ranked {
    source: Arc<Source>,
    candidate: Candidate,
    text: String,
    /// Its text behind the labels that it is embedded with, if it is a row of a table.
    embedded: String,
    /// How well the question names its group, if it is a row in a group of rows.
    group: Option<NamedGroup>,
    /// The question names another group of its table.
    other_group: bool,
    /// It is of another year than the question asks about.
    other_year: bool,
    /// Context header of its chunk; never quoted.
    header: String,
    /// The words before it in its chunk.
    before: String,
    terms: HashSet<String>,
    /// Bytes of the text that the reader takes for the answer.
    value: Option<Range<usize>>,
    /// What it was ranked by.
    pub features: Features,
    /// Weighted sum of the features.
    pub score: f32,
}

/// Features of a candidate, each 0..1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Features {
    /// Cosine of question and candidate; 0 without a model.
    pub cosine: f32,
    /// The same for the part of the question that it is nearest to.
    pub part_cosine: f32,
    /// Share of the question's words in the candidate.
    pub overlap: f32,
    /// The same with header and neighbours at a discount.
    pub context: f32,
    /// The same for the part of the question that it accounts for best; equal to `context` for a
    /// question of one part.
    pub part_context: f32,
    /// Score of the chunk.
    pub chunk: f32,
    /// Holds a value of the kind asked for.
    pub kind: f32,
    /// Stands in the notes behind a section of law.
    pub note: f32,
    /// Stands in a section of law that the question names by its heading.
    pub headed: f32,
    /// Stands in a section of law, where the question asks which law it is.
    pub asked_law: f32,
    /// Whether the reader takes words of it for the answer: the logistic function of its best span's
    /// margin; `None` where it was not read.
    pub span: Option<f32>,
    /// Whether the reader says that its chunk answers: the logistic function of that logit.
    pub answers: Option<f32>,
}

/// What the writer found, beside its draft.
#[derive(Debug, Clone, Default)]
pub struct Extraction {
    /// The draft.
    pub draft: Draft,
    /// What speaks for and against an answer being there.
    pub signals: Signals,
    /// Whether that is enough for an answer.
    pub answerable: Answerability,
    /// Every candidate, best first.
    pub ranked: Vec<Ranked>,
}

/// Candidates of the passages, best first.
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
    // Two special tokens count for nothing.
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
    /// Terms of its text in index form.
    pub fn terms(&self) -> &HashSet<String> {
        &self.terms
    }

    /// Context header of its chunk.
    pub fn header(&self) -> &str {
        &self.header
    }

    /// What stands over it, nearest first: the words before it in its chunk, the headings of its chunk.
    pub fn above(&self) -> [&str; 2] {
        [&self.before, &self.header]
    }

    /// The question names the row of a table that it is, by a column's head and a number.
    pub fn is_keyed(&self) -> bool {
        self.group.is_some_and(NamedGroup::is_keyed)
    }

    /// The words.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its words that the reader takes for the answer; `None` where it did not read them.
    pub fn value(&self) -> Option<&str> {
        self.text.get(self.value.clone()?).map(str::trim).filter(|value| !value.is_empty())
    }

    /// The source that it stands in.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Where it stands.
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
            // A heading that only says the question's words again answers nothing.
            if own.iter().all(|term| terms.has(term) || header.contains(term)) {
                continue;
            }
            // Heads and labels are read as headings are: they go with every row of a table.
            let labels = term_set(described.strip_suffix(text.as_str()).unwrap_or(""));
            let group = NamedGroup::of(&source, &candidate, question.text()).filter(|_| candidate.table);
            // Heads would bring every row near a question about their words: they count where it names the row.
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
            // A part of one word says nothing by itself.
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

/// A row behind the captions and labels that it is quoted with, and its column heads where they are asked for.
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

/// Byte of the reading text at which the notes behind a section of law begin: what an act once changed is
/// seldom the rule of today.
fn notes_from(summary: &SourceSummary, source: &Source) -> Option<usize> {
    let lines = source.lines();
    let at = summary.notes_start(lines)?;
    Some(source.reading().bytes_of(at..lines.len())?.start)
}

/// The reader's best span in a candidate, in bytes of it. A candidate that begins or ends outside the chunk
/// counts with the part inside.
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

/// Bytes of a chunk that are the end, or the beginning, of a candidate of four words or more.
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

/// 0..1 of a logit.
pub(super) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn rank_without_model(ranked: &mut [Ranked], options: &AnswerOptions) {
    for r in ranked.iter_mut() {
        r.score = weigh(r, options, false);
    }
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
}

/// Embeddings have length one; 0 to 1.
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
        // Without a model the words have to carry the whole weight.
        words * (1.0 + w.cosine / (w.overlap + w.context + w.chunk + w.kind).max(f32::EPSILON))
    }
}

/// What the reader adds.
fn by_reader(f: &Features, options: &AnswerOptions) -> f32 {
    let w = &options.weights;
    w.span * f.span.unwrap_or(0.0) + w.answers * f.answers.unwrap_or(0.0)
}

/// Best candidates that do not repeat each other's bytes.
fn select<'a>(ranked: &'a [Ranked], options: &AnswerOptions) -> Vec<&'a Ranked> {
    let mut chosen: Vec<&Ranked> = Vec::new();
    // What the reader adds to the first says nothing against the others: it may not have read them.
    let without_reader = |r: &Ranked| r.score - by_reader(&r.features, options);
    let least = ranked.first().map_or(0.0, |r| without_reader(r) * options.abstain.keep_share);
    for r in ranked {
        if chosen.len() >= options.max_facts || r.score < least {
            break;
        }
        let repeats = chosen.iter().any(|c| {
            (c.source.id() == r.source.id() && repeats(&c.candidate, &r.candidate)) || c.text == r.text
        });
        // With the row of the group that was asked for, the same row of another group only confuses.
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

/// What is cut is no first fact: a whole one comes before it. Without any, nothing is left.
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

/// True when one shows again what the other was chosen for.
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
