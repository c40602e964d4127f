//! Search for the words of a quote. Each source is read and indexed once, so the cost is linear in the answer and in
//! the sources that it names. Words found in none of these sources are searched for in all others, in one pass.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use crate::check::verify::{Lookup, fold, is_whole};
use crate::error::AskError;
use crate::stage::Watch;
use twolane_archive::Archive;
use twolane_text::{Locator, Source, SourceId};

use super::report::Found;

/// Number of words in an entry of the index.
const RUN: usize = 3;

/// Quote as a saved answer claims it.
#[derive(Debug, Clone)]
pub(super) struct Claim {
    pub source_id: String,
    pub locator: String,
    pub quote: String,
}

/// Place where the words of a claim were found.
#[derive(Debug, Clone)]
pub(super) enum Place {
    /// At the claimed lines: a byte range of the source's reading text.
    Here(Arc<Source>, Range<usize>),
    /// Elsewhere in the same source.
    Moved(Found),
    /// In another source only.
    Other(Found),
    /// In no source at all.
    Nowhere,
    /// Not decidable, with the reason.
    Unknown(&'static str),
}

/// A source with an index of its runs of words.
struct Indexed {
    source: Arc<Source>,
    runs: HashMap<u64, Vec<usize>>,
}

/// Finder of quotes in the archive and in texts of the user.
pub(super) struct Finder<'a> {
    archive: &'a Archive,
    texts: &'a Lookup<'a>,
    watch: Watch<'a>,
    known: HashMap<String, Option<Indexed>>,
}

impl<'a> Finder<'a> {
    pub(super) fn new(archive: &'a Archive, texts: &'a Lookup<'a>, watch: Watch<'a>) -> Self {
        Finder { archive, texts, watch, known: HashMap::new() }
    }

    /// Returns the place of each claim, in order.
    ///
    /// # Errors
    /// Fails when the archive can't be read, or when the request was cancelled.
    pub(super) fn find(&mut self, claims: &[Claim]) -> Result<Vec<Place>, AskError> {
        let mut places = Vec::with_capacity(claims.len());
        let mut pending: BTreeMap<String, Option<Found>> = BTreeMap::new();
        for claim in claims {
            self.watch.still()?;
            let place = self.at_its_source(claim)?;
            if matches!(place, Place::Nowhere) {
                pending.insert(fold(&claim.quote), None);
            }
            places.push(place);
        }
        self.find_anywhere(&mut pending)?;
        for (place, claim) in places.iter_mut().zip(claims) {
            if matches!(place, Place::Nowhere)
                && let Some(Some(found)) = pending.get(&fold(&claim.quote))
            {
                *place = Place::Other(found.clone());
            }
        }
        Ok(places)
    }

    /// Returns an error once the request is cancelled.
    pub(super) fn still(&self) -> Result<(), AskError> {
        self.watch.still()
    }

    /// Returns a source of the archive, or a text of the user.
    pub(super) fn source(&mut self, id: &str) -> Result<Option<Arc<Source>>, AskError> {
        Ok(self.indexed(id)?.map(|indexed| indexed.source.clone()))
    }

    fn indexed(&mut self, id: &str) -> Result<Option<&Indexed>, AskError> {
        if !self.known.contains_key(id) {
            let source_id = SourceId(id.to_owned());
            let source = match self.archive.summary(&source_id)? {
                Some(_) => Some(self.archive.source(&source_id)?),
                None => (self.texts)(&source_id),
            };
            self.known.insert(id.to_owned(), source.map(Indexed::of));
        }
        Ok(self.known.get(id).and_then(Option::as_ref))
    }

    fn at_its_source(&mut self, claim: &Claim) -> Result<Place, AskError> {
        let wanted = fold(&claim.quote);
        if wanted.is_empty() {
            return Ok(Place::Unknown("the quote is empty, so there is nothing to check"));
        }
        if !wanted.contains(char::is_alphanumeric) {
            return Ok(Place::Unknown("the quote has no words, so there is nothing to check"));
        }
        let users = crate::draft::UserSource::is_id(&claim.source_id);
        let Some(indexed) = self.indexed(&claim.source_id)? else {
            return Ok(if users {
                Place::Unknown("the text came from the user, and no session has it; give it with --paste")
            } else {
                Place::Nowhere
            });
        };
        let all = indexed.find(&wanted);
        if let Ok(locator) = claim.locator.parse::<Locator>()
            && let Ok(lines) = indexed.source.resolve(&locator)
            && let Some(within) = indexed.source.reading().bytes_of(lines)
            && let Some(bytes) = all.iter().find(|b| within.start <= b.start && b.end <= within.end)
        {
            return Ok(Place::Here(indexed.source.clone(), bytes.clone()));
        }
        Ok(all.first().and_then(|bytes| indexed.found(bytes)).map_or(Place::Nowhere, Place::Moved))
    }

    /// Searches all other sources: a quote counts as missing only after every source was read.
    fn find_anywhere(&mut self, pending: &mut BTreeMap<String, Option<Found>>) -> Result<(), AskError> {
        let mut open: BTreeSet<String> = pending.keys().cloned().collect();
        if open.is_empty() {
            return Ok(());
        }
        for summary in self.archive.sources()? {
            self.watch.still()?;
            let fresh;
            let indexed = match self.known.get(&summary.id.0) {
                Some(Some(indexed)) => indexed,
                _ => {
                    fresh = Indexed::of(self.archive.source(&summary.id)?);
                    &fresh
                }
            };
            open.retain(|wanted| {
                let found = indexed.find(wanted).first().and_then(|bytes| indexed.found(bytes));
                let is_open = found.is_none();
                if let Some(slot) = pending.get_mut(wanted)
                    && found.is_some()
                {
                    *slot = found;
                }
                is_open
            });
            if open.is_empty() {
                break;
            }
        }
        Ok(())
    }
}

impl Indexed {
    fn of(source: Arc<Source>) -> Self {
        let mut runs: HashMap<u64, Vec<usize>> = HashMap::new();
        let text = source.reading().text();
        let words: Vec<(usize, &str)> = words(text).collect();
        for (i, (at, _)) in words.iter().enumerate() {
            for length in 1..=RUN {
                if let Some(run) = words.get(i..i + length) {
                    runs.entry(key(run.iter().map(|(_, w)| *w))).or_default().push(*at);
                }
            }
        }
        Indexed { source, runs }
    }

    /// Returns every place of these words as a whole run, in order.
    fn find(&self, wanted: &str) -> Vec<Range<usize>> {
        let text = self.source.reading().text();
        let first: Vec<(usize, &str)> = words(wanted).take(RUN).collect();
        let Some((lead, _)) = first.first() else { return Vec::new() };
        let places = self.runs.get(&key(first.iter().map(|(_, w)| *w)));
        places
            .into_iter()
            .flatten()
            .filter_map(|at| at.checked_sub(*lead))
            .filter(|start| text.get(*start..).is_some_and(|t| t.starts_with(wanted)))
            .map(|start| start..start + wanted.len())
            .filter(|r| is_whole(text, r.start, r.end))
            .collect()
    }

    fn found(&self, bytes: &Range<usize>) -> Option<Found> {
        let quote = self.source.quote_bytes(bytes.clone()).ok()?;
        Some(Found { source_id: self.source.id().clone(), locator: *quote.locator() })
    }
}

/// Splits a text into words with their byte offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive(|c: char| !c.is_alphanumeric()).filter_map(move |piece| {
        let start = at;
        at += piece.len();
        let word = piece.trim_end_matches(|c: char| !c.is_alphanumeric());
        (!word.is_empty()).then_some((start, word))
    })
}

fn key<'w>(words: impl Iterator<Item = &'w str>) -> u64 {
    let mut hasher = DefaultHasher::new();
    for word in words {
        word.hash(&mut hasher);
    }
    hasher.finish()
}
