//! Searching one generation of the lexical index.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use tantivy::columnar::ColumnValues;
use tantivy::fastfield::AliveBitSet;
use tantivy::index::SegmentReader;
use tantivy::postings::BlockSegmentPostings;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{Index, Term};

use super::directory::GenerationDirectory;
use super::fields::{CHUNK, Fields};
use super::options::{LexicalHit, LexicalOptions};
use super::query::{QueryTerm, query_terms};
use super::score::{Saturation, idf};
use crate::chunk_set::ChunkSet;
use crate::error::{ArchiveError, REBUILD};
use crate::paths::LEXICAL;
use crate::record::ChunkId;
use twolane_vector::{Nearest, TopK};

/// Postings below which one thread is faster than handing segments around.
const PARALLEL_FROM: usize = 200_000;

/// An immutable view of the lexical index.
///
/// tantivy finds the postings; the score is summed here, term by term, from exact lengths and
/// counts of the chunks that are alive. tantivy's own BM25 has fixed parameters, lengths rounded
/// to one byte, and counts that include deleted documents until a merge, so that its scores
/// depend on an archive's history.
pub struct LexicalReader {
    fields: Fields,
    segments: Vec<Segment>,
    documents: u64,
    /// Terms of all living chunks, by field.
    totals: [u64; 4],
    /// Of the options asked last: a process rarely asks with others.
    norms: Mutex<Option<(LexicalOptions, Norms)>>,
}

/// Terms that length adds to a term frequency in the denominator, for each document of each
/// segment.
type Norms = Arc<Vec<Vec<f32>>>;

struct Segment {
    reader: SegmentReader,
    chunk: Arc<dyn ColumnValues<u64>>,
    lengths: [Arc<dyn ColumnValues<u64>>; 4],
}

impl std::fmt::Debug for LexicalReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LexicalReader").field("documents", &self.documents).finish_non_exhaustive()
    }
}

/// Documents of a segment that have a term, ascending, with their weighted frequency.
type Frequencies = Vec<(u32, f32)>;

impl LexicalReader {
    /// Opens the index as of a generation.
    pub fn open(dir: &Path, generation: u64) -> Result<Self, ArchiveError> {
        guarded(|| Self::open_inner(&dir.join(LEXICAL), generation))
    }

    fn open_inner(folder: &Path, generation: u64) -> tantivy::Result<Self> {
        let fields = Fields::new();
        let index = Index::open(GenerationDirectory::open(folder, generation)?)?;
        if !fields.fit(&index) {
            return Err(tantivy::TantivyError::SchemaError(
                "its fields are not those of this program".into(),
            ));
        }
        if index.load_metas()?.payload.as_deref() != Some(generation.to_string().as_str()) {
            return Err(tantivy::TantivyError::SystemError("it belongs to another generation".into()));
        }
        let mut segments = Vec::new();
        let mut totals = [0u64; 4];
        let mut documents = 0u64;
        for segment in index.searchable_segments()? {
            let reader = SegmentReader::open(&segment)?;
            let columns = reader.fast_fields();
            let chunk = columns.u64(CHUNK)?.first_or_default_col(0);
            let mut lengths = Vec::with_capacity(4);
            for field in &fields.text {
                lengths.push(columns.u64(field.length_name)?.first_or_default_col(0));
            }
            let Ok(lengths) = <[_; 4]>::try_from(lengths) else { continue };
            let segment = Segment { reader, chunk, lengths };
            documents += u64::from(segment.reader.num_docs());
            for (total, lengths) in totals.iter_mut().zip(&segment.lengths) {
                *total += segment.reader.doc_ids_alive().map(|doc| lengths.get_val(doc)).sum::<u64>();
            }
            segments.push(segment);
        }
        Ok(LexicalReader { fields, segments, documents, totals, norms: Mutex::default() })
    }

    /// Number of living chunks.
    pub fn documents(&self) -> u64 {
        self.documents
    }

    /// Ids of the living chunks, in no order.
    pub fn chunk_ids(&self) -> Result<Vec<u64>, ArchiveError> {
        guarded(|| {
            let ids =
                self.segments.iter().flat_map(|s| s.reader.doc_ids_alive().map(|doc| s.chunk.get_val(doc)));
            Ok(ids.collect())
        })
    }

    /// The `k` best chunks of a set for a query; of equal scores the older chunk comes first.
    pub fn search(
        &self,
        query: &str,
        within: &ChunkSet,
        k: usize,
        options: &LexicalOptions,
    ) -> Result<Vec<LexicalHit>, ArchiveError> {
        let terms = query_terms(query);
        if terms.is_empty() || within.is_empty() || k == 0 || self.documents == 0 {
            return Ok(Vec::new());
        }
        guarded(|| self.search_inner(&terms, within, k, options))
    }

    /// The highest score that a chunk could have for a query: every term as often as one likes,
    /// so that saturation is 1 for each. 0 when no chunk has any of its terms.
    pub fn ceiling(&self, query: &str, options: &LexicalOptions) -> Result<f32, ArchiveError> {
        let terms = query_terms(query);
        let weights = options.weights();
        // Of the fields, the one where most living chunks have the term.
        let containing = |term: &QueryTerm| -> tantivy::Result<u64> {
            let mut most = 0;
            for (field, _) in self.fields.text.iter().zip(weights).filter(|(_, weight)| *weight > 0.0) {
                let term = Term::from_field_text(field.terms, &term.text);
                let mut all = 0;
                for segment in &self.segments {
                    all += segment.living_with(field.terms, &term)?;
                }
                most = most.max(all);
            }
            Ok(most)
        };
        guarded(|| {
            let mut ceiling = 0.0;
            for term in &terms {
                let containing = containing(term)?;
                if containing > 0 {
                    ceiling += f32::from(term.count) * idf(self.documents, containing);
                }
            }
            Ok(ceiling)
        })
    }

    /// For each term in index form, how many living chunks of a set have it in any field.
    pub fn document_frequencies(
        &self,
        terms: &[String],
        within: &ChunkSet,
    ) -> Result<Vec<u64>, ArchiveError> {
        guarded(|| {
            let mut counts = Vec::with_capacity(terms.len());
            for text in terms {
                let term = QueryTerm { text: text.clone(), count: 1, word: String::new() };
                let mut count = 0;
                for segment in &self.segments {
                    let found = segment.frequencies(&self.fields, &term, &[1.0; 4])?;
                    let is_within =
                        |doc: u32| within.is_all() || within.contains(ChunkId(segment.chunk.get_val(doc)));
                    count += found.iter().filter(|(doc, _)| is_within(*doc)).count() as u64;
                }
                counts.push(count);
            }
            Ok(counts)
        })
    }

    fn norms(&self, options: &LexicalOptions) -> Norms {
        let mut kept = self.norms.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, norms)) = kept.as_ref()
            && of == options
        {
            return Arc::clone(norms);
        }
        let weights = options.weights();
        let total: f32 = self.totals.iter().zip(weights).map(|(n, w)| *n as f32 * w).sum();
        let saturation = Saturation::new(options.k1, options.b, total / self.documents as f32);
        let norms = self.segments.iter().map(|segment| segment.norms(saturation, &weights)).collect();
        let norms = Arc::new(norms);
        *kept = Some((options.clone(), Arc::clone(&norms)));
        norms
    }

    fn search_inner(
        &self,
        terms: &[QueryTerm],
        within: &ChunkSet,
        k: usize,
        options: &LexicalOptions,
    ) -> tantivy::Result<Vec<LexicalHit>> {
        let weights = options.weights();
        let found: Vec<Vec<Frequencies>> = self
            .segments
            .iter()
            .map(|segment| {
                terms.iter().map(|term| segment.frequencies(&self.fields, term, &weights)).collect()
            })
            .collect::<tantivy::Result<_>>()?;
        let idfs: Vec<f32> = (0..terms.len())
            .map(|t| {
                let containing = found.iter().filter_map(|s| s.get(t)).map(|f| f.len() as u64).sum();
                idf(self.documents, containing)
            })
            .collect();
        let norms = self.norms(options);
        let score = |(i, segment): (usize, &Segment)| {
            let found = found.get(i).map_or(&[][..], Vec::as_slice);
            let norms = norms.get(i).map_or(&[][..], Vec::as_slice);
            let top = segment.score(found, terms, &idfs, norms, within, k);
            top.into_iter().fold(TopK::new(k), |mut top, (nearest, doc)| {
                top.push(Scored { nearest, segment: i, doc });
                top
            })
        };
        let postings: usize = found.iter().flatten().map(Vec::len).sum();
        let top = if postings >= PARALLEL_FROM && self.segments.len() > 1 {
            let scored = self.segments.par_iter().enumerate().map(score);
            scored.reduce(|| TopK::new(k), TopK::merge)
        } else {
            self.segments.iter().enumerate().map(score).fold(TopK::new(k), TopK::merge)
        };
        Ok(top.into_sorted().into_iter().map(|scored| scored.into_hit(&found, terms)).collect())
    }
}

/// A scored document, ordered by score and then age.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Scored {
    nearest: Nearest,
    segment: usize,
    doc: u32,
}

impl Scored {
    fn into_hit(self, found: &[Vec<Frequencies>], terms: &[QueryTerm]) -> LexicalHit {
        let mut matched: Vec<String> = Vec::new();
        for (term, frequencies) in terms.iter().zip(found.get(self.segment).into_iter().flatten()) {
            let has = frequencies.binary_search_by_key(&self.doc, |f| f.0).is_ok();
            if has && !matched.contains(&term.word) {
                matched.push(term.word.clone());
            }
        }
        LexicalHit { chunk: ChunkId(self.nearest.id), score: self.nearest.score, matched }
    }
}

impl Segment {
    fn frequencies(
        &self,
        fields: &Fields,
        term: &QueryTerm,
        weights: &[f32; 4],
    ) -> tantivy::Result<Frequencies> {
        let alive = self.reader.alive_bitset();
        let mut sum: Frequencies = Vec::new();
        for (field, weight) in fields.text.iter().zip(weights).filter(|(_, w)| **w > 0.0) {
            let inverted = self.reader.inverted_index(field.terms)?;
            let term = Term::from_field_text(field.terms, &term.text);
            if let Some(info) = inverted.get_term_info(&term)? {
                let option = IndexRecordOption::WithFreqs;
                let postings = inverted.read_block_postings_from_terminfo(&info, option)?;
                sum = add(sum, postings, *weight, alive);
            }
        }
        Ok(sum)
    }

    /// Returns the number of documents, without deleted ones, that have a term.
    fn living_with(&self, field: Field, term: &Term) -> tantivy::Result<u64> {
        let inverted = self.reader.inverted_index(field)?;
        let Some(alive) = self.reader.alive_bitset() else { return Ok(u64::from(inverted.doc_freq(term)?)) };
        let Some(info) = inverted.get_term_info(term)? else { return Ok(0) };
        let mut postings = inverted.read_block_postings_from_terminfo(&info, IndexRecordOption::Basic)?;
        let mut living = 0;
        while !postings.docs().is_empty() {
            living += postings.docs().iter().filter(|doc| alive.is_alive(**doc)).count() as u64;
            postings.advance();
        }
        Ok(living)
    }

    fn norms(&self, saturation: Saturation, weights: &[f32; 4]) -> Vec<f32> {
        let mut lengths = vec![0.0f32; self.reader.max_doc() as usize];
        for (column, weight) in self.lengths.iter().zip(weights).filter(|(_, w)| **w > 0.0) {
            for (doc, length) in (0u32..).zip(&mut lengths) {
                *length += column.get_val(doc) as f32 * weight;
            }
        }
        lengths.into_iter().map(|length| saturation.norm(length)).collect()
    }

    /// The best documents, best first.
    fn score(
        &self,
        found: &[Frequencies],
        terms: &[QueryTerm],
        idfs: &[f32],
        norms: &[f32],
        within: &ChunkSet,
        k: usize,
    ) -> Vec<(Nearest, u32)> {
        let mut scores = vec![0.0f32; norms.len()];
        for ((frequencies, term), idf) in found.iter().zip(terms).zip(idfs) {
            let weight = idf * f32::from(term.count);
            for (doc, frequency) in frequencies {
                let doc = *doc as usize;
                if let (Some(score), Some(norm)) = (scores.get_mut(doc), norms.get(doc)) {
                    *score += weight * (frequency / (frequency + norm));
                }
            }
        }
        let mut top = TopK::new(k);
        for (doc, score) in (0u32..).zip(scores) {
            if score > 0.0 {
                let id = self.chunk.get_val(doc);
                if within.contains(ChunkId(id)) {
                    top.push((Nearest { id, score }, doc));
                }
            }
        }
        top.into_sorted()
    }
}

/// Adds a field's weighted frequencies; both sides ascend by document.
fn add(
    before: Frequencies,
    mut postings: BlockSegmentPostings,
    weight: f32,
    alive: Option<&AliveBitSet>,
) -> Frequencies {
    let mut out = Vec::with_capacity(before.len() + postings.doc_freq() as usize);
    let mut old = before.into_iter().peekable();
    while !postings.docs().is_empty() {
        for (doc, frequency) in postings.docs().iter().zip(postings.freqs()) {
            if alive.is_some_and(|a| a.is_deleted(*doc)) {
                continue;
            }
            while let Some(earlier) = old.next_if(|o| o.0 < *doc) {
                out.push(earlier);
            }
            let same = old.next_if(|o| o.0 == *doc).map_or(0.0, |o| o.1);
            out.push((*doc, same + weight * *frequency as f32));
        }
        postings.advance();
    }
    out.extend(old);
    out
}

/// Runs code that reads tantivy's files. It trusts them, so a byte that was altered since the
/// commit may end in a panic deep inside; to a caller that is damage like any other.
fn guarded<T>(run: impl FnOnce() -> tantivy::Result<T>) -> Result<T, ArchiveError> {
    let damaged = |what: String| ArchiveError::Damaged {
        part: "the lexical index".to_owned(),
        what,
        next: REBUILD.to_owned(),
    };
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(damaged(error.to_string())),
        Err(panic) => {
            let what = panic.downcast_ref::<String>().cloned();
            let what = what.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
            Err(damaged(what.unwrap_or_else(|| "it can't be read".to_owned())))
        }
    }
}
