//! Facts reached by a citation: from the section that the question names, and from the section that a chosen quote
//! cites (SPEC LAW-4).

use std::ops::Range;

use crate::draft::{Draft, DraftFact};
use crate::error::AskError;
use crate::language::question::Question;
use crate::options::AnswerOptions;
use twolane_archive::{Archive, ChunkSet, Editions};
use twolane_encoder::Embedder;
use twolane_law::SectionStatus;
use twolane_retrieve::NamedSection;
use twolane_text::SourceId;

use super::extract::{as_fact, rank, whole_first};
use super::ranked::{Passage, Ranked};

/// Most facts of a section that the question names.
const OF_NAMED: usize = 3;
/// Number of best quotes whose citations are looked up.
const LOOKED_UP: usize = 2;
/// Most facts of a section that a quote cites.
const OF_CITED: usize = 1;

/// Finder of facts by citation.
pub(super) struct LawFacts<'a> {
    pub archive: &'a Archive,
    /// Chunks that may answer.
    pub within: Vec<ChunkSet>,
    pub embedder: Option<&'a dyn Embedder>,
    pub question: &'a Question,
    pub editions: &'a Editions,
    pub options: &'a AnswerOptions,
}

/// Lines of a source.
struct Place {
    source: SourceId,
    lines: Range<usize>,
}

impl LawFacts<'_> {
    /// Adds these facts to a draft. Facts of a section that the question names come first: the section is the answer to
    /// a question about it. Facts of a cited section follow the quote that cites it.
    pub(super) fn add(
        &self,
        named: &[NamedSection],
        passages: &[Passage],
        mut draft: Draft,
    ) -> Result<Draft, AskError> {
        if !named.is_empty() && named.iter().all(|n| !n.text_here) {
            let mut kept = Vec::new();
            for fact in draft.facts {
                if self.cites(&fact, named)? {
                    kept.push(fact);
                }
            }
            draft.insufficient |= kept.is_empty();
            draft.facts = kept;
            return Ok(draft);
        }
        let drafted = draft.facts.len();
        let mut first: Vec<DraftFact> = Vec::new();
        for section in named.iter().filter(|n| n.text_here) {
            if let Some(place) = self.place(&section.citation, &section.whole)? {
                for fact in self.facts_at(&place, passages, OF_NAMED)? {
                    push(&mut first, fact);
                }
            }
        }
        let of_named = !first.is_empty();
        let mut facts: Vec<DraftFact> = Vec::new();
        for fact in first.into_iter().chain(draft.facts) {
            push(&mut facts, fact);
        }
        let mut out: Vec<DraftFact> = Vec::new();
        for (i, fact) in facts.into_iter().enumerate() {
            let cited = if i < LOOKED_UP { self.cited_by(&fact)? } else { Vec::new() };
            push(&mut out, fact);
            for place in cited {
                for fact in self.facts_at(&place, passages, OF_CITED)? {
                    push(&mut out, fact);
                }
            }
        }
        whole_first(&mut out, |f| f.cut);
        out.truncate(self.options.max_facts.max(drafted));
        draft.insufficient = out.is_empty() || (draft.insufficient && !of_named);
        draft.facts = out;
        Ok(draft)
    }

    /// Returns true when the lines of a fact cite one of these sections.
    fn cites(&self, fact: &DraftFact, named: &[NamedSection]) -> Result<bool, AskError> {
        for (whole, _) in self.citations(fact)? {
            if named.iter().any(|n| n.whole == whole || n.citation == whole) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the sections (whole, as cited) that the lines of a fact cite.
    fn citations(&self, fact: &DraftFact) -> Result<Vec<(String, String)>, AskError> {
        let mut out = Vec::new();
        for claimed in &fact.support {
            let Ok(source) = self.archive.source(&claimed.source_id) else { continue };
            let Ok(lines) = source.resolve(&claimed.locator) else { continue };
            for edge in self.archive.edges_of(&claimed.source_id)? {
                if usize::try_from(edge.line).is_ok_and(|line| lines.contains(&line)) {
                    out.push((edge.whole, edge.target));
                }
            }
        }
        Ok(out)
    }

    fn cited_by(&self, fact: &DraftFact) -> Result<Vec<Place>, AskError> {
        let mut places = Vec::new();
        for (whole, target) in self.citations(fact)? {
            let own = fact.support.iter().map(|c| &c.source_id);
            if let Some(place) = self.place(&target, &whole)?
                && own.clone().all(|id| *id != place.source)
            {
                places.push(place);
            }
        }
        Ok(places)
    }

    /// Returns the lines of a cited section.
    fn place(&self, citation: &str, whole: &str) -> Result<Option<Place>, AskError> {
        let mut entries = self.archive.sections(whole, self.editions)?;
        if citation != whole {
            entries.splice(0..0, self.archive.sections(citation, self.editions)?);
        }
        if entries.iter().all(|e| e.source_id.is_none()) {
            entries.extend(self.archive.section_parts(whole, self.editions)?);
        }
        let law = entries.into_iter().filter(|e| e.status != SectionStatus::Proposed);
        let source = match law.filter_map(|e| e.source_id).next() {
            Some(source) => source,
            None => match self.archive.named(whole)?.into_iter().next() {
                Some((source, _)) => source,
                None => return Ok(None),
            },
        };
        let aliases = self.archive.aliases(&source)?;
        let text = self.archive.source(&source)?;
        let find =
            |name: &str| aliases.iter().find(|(n, _)| n == name).and_then(|(_, l)| text.resolve(l).ok());
        let lines = find(citation).or_else(|| find(whole)).unwrap_or(0..text.lines().len());
        Ok(Some(Place { source, lines }))
    }

    /// Returns the best sentences of these lines. The heading line and the notes after the text are not sentences of
    /// the law.
    fn facts_at(&self, place: &Place, passages: &[Passage], most: usize) -> Result<Vec<DraftFact>, AskError> {
        let source = self.archive.source(&place.source)?;
        let heading = |i: usize| source.lines().get(i).is_some_and(|l| l.heading.is_some());
        let chunks = self.archive.chunks_of(&place.source)?;
        let title = self.archive.summary(&place.source)?.map(|s| s.title).unwrap_or_default();
        let held: Vec<Passage> = chunks
            .into_iter()
            .filter(|c| {
                let lines = c.record.lines();
                let may = self.within.iter().any(|set| set.contains(c.id));
                may && lines.start < place.lines.end && place.lines.start < lines.end
            })
            .map(|chunk| {
                let score = passages.iter().find(|p| p.chunk.id == chunk.id).map_or(1.0, |p| p.score);
                Passage {
                    chunk,
                    score,
                    title: title.clone(),
                    closeness: None,
                    read: None,
                    headed: false,
                    asked_law: false,
                }
            })
            .collect();
        let notes = (0..source.lines().len()).filter(|i| heading(*i)).nth(1).unwrap_or(usize::MAX);
        let ranked = rank(self.archive, self.embedder, self.question, &held, self.options)?;
        // The lead-in of a paragraph may be above the paragraph's own lines.
        let inside = |r: &&Ranked| {
            source.reading().lines_of(r.candidate().bytes.clone()).is_some_and(|lines| {
                lines.start >= place.lines.start
                    && lines.end <= place.lines.end
                    && lines.end <= notes
                    && !heading(lines.start)
            })
        };
        let mut facts: Vec<DraftFact> = Vec::new();
        for fact in ranked.iter().filter(inside).filter_map(as_fact) {
            if facts.len() == most {
                break;
            }
            push(&mut facts, fact);
        }
        Ok(facts)
    }
}

/// Adds a fact unless an earlier one has its words.
fn push(facts: &mut Vec<DraftFact>, fact: DraftFact) {
    let held = |f: &DraftFact| f.text == fact.text || fact.is_within(f) || f.is_within(&fact);
    if !facts.iter().any(held) {
        facts.push(fact);
    }
}
