//! Evidence for a question: passages, the sentences in them, and copies of these elsewhere.

use std::collections::HashMap;

use crate::draft::DraftFact;
use crate::error::AskError;
use crate::language::question::Question;
use crate::language::question_terms::term_set;
use twolane_archive::{Archive, Editions, SourceSummary};
use twolane_law::Grammar;
use twolane_retrieve::{
    Hit, NamedPlace, NamedSection, PlannedFirst, Query, Request, Retrieved, STATE, Scope,
};
use twolane_text::SourceId;
use twolane_text::pattern::pattern;

use super::ask::Ask;
use super::context::add_context;
use super::extract::{Extraction, extract};
use super::law::{in_force, of_named};
use super::law_facts::LawFacts;
use super::ranked::Passage;

/// All inputs from which an answer is built.
pub(crate) struct Evidence<'r> {
    pub request: &'r Request,
    pub question: Question,
    pub search: Retrieved,
    /// Passages that may answer.
    pub passages: Vec<Passage>,
    /// Number of passages left out because they are only proposed.
    pub proposed: usize,
    pub extraction: Extraction,
    pub sources: Vec<SourceSummary>,
    pub editions: Editions,
    /// Papers that may answer.
    pub scope: Scope,
    /// Number of searches for one part of the question alone.
    pub expansions: usize,
    /// Most facts of the answer.
    pub most_facts: usize,
}

impl Evidence<'_> {
    pub(crate) fn query(&self) -> &Query {
        &self.request.query
    }

    pub(crate) fn named(&self) -> &[NamedSection] {
        &self.search.trace.named
    }
}

impl Ask<'_> {
    pub(crate) fn evidence<'r>(
        &self,
        request: &'r Request,
        search: Retrieved,
    ) -> Result<Evidence<'r>, AskError> {
        let query = &request.query;
        let place = search.trace.place();
        let question = Question::read(&query.text, &place, self.retriever.vocabulary(), self.archive)?;
        let by_id: HashMap<SourceId, SourceSummary> =
            search.hits.iter().map(|h| (h.source.id.clone(), h.source.clone())).collect();
        let mut passages = of_named(&search.trace.named, self.passages(&search.hits)?);
        if self.asks_of_law(request, &search) || self.retriever.vocabulary().asks_which_law(&query.text) {
            mark_headed(self.archive, &mut passages, &question, &by_id);
        }
        let vocabulary = self.retriever.vocabulary();
        // How something is done in a state, its law says.
        let of_state =
            place.names_its_state(&query.text, vocabulary) && vocabulary.asks_of_process(&query.text);
        if of_state || vocabulary.asks_which_law(&query.text) {
            for passage in &mut passages {
                let of = by_id.get(&passage.chunk.source_id);
                passage.asked_law = of.is_some_and(|s| s.is_section_of_law() || s.meta.lane == STATE);
            }
        }
        let (passages, proposed) = in_force(&query.text, passages, &by_id);
        let options = &self.options.answer;
        let mut extraction = extract(self.archive, self.embedder, &question, &passages, options)?;
        let editions = Editions { as_of: query.filter.as_of.clone(), edition: query.filter.edition.clone() };
        let named = NamedPlace { town: request.town.as_deref(), papers: &request.papers };
        let facets = self.retriever.facets()?;
        let lanes = &self.options.retrieval.lanes;
        let scope = Scope::of(&query.filter, named, &place, &facets, lanes);
        let law = LawFacts {
            within: scope.chunks(self.archive)?,
            archive: self.archive,
            embedder: self.embedder,
            question: &question,
            editions: &editions,
            options,
        };
        extraction.draft = law.add(&search.trace.named, &passages, extraction.draft)?;
        self.add_copies(&mut extraction, &search.hits);
        add_context(self.archive, self.embedder, &scope, &mut extraction, options)?;
        // A statement with what belongs beside it may be another fact now.
        drop_doubled(&mut extraction.draft.facts);
        let sources = self.archive.sources()?;
        let most_facts = options.max_facts.max(extraction.draft.facts.len());
        Ok(Evidence {
            request,
            question,
            search,
            passages,
            proposed,
            extraction,
            sources,
            editions,
            scope,
            expansions: 0,
            most_facts,
        })
    }

    /// Returns true for a question of law, or of procedure.
    fn asks_of_law(&self, request: &Request, search: &Retrieved) -> bool {
        let planned = request.plan.as_ref().and_then(|plan| plan.first);
        search.trace.legal_salience >= self.options.answer.legal_salience
            || matches!(planned, Some(PlannedFirst::Law | PlannedFirst::Process))
            || self.retriever.vocabulary().asks_of_process(&request.query.text)
    }

    /// Converts the chunks of a search to passages for the extractive writer.
    pub fn passages(&self, hits: &[Hit]) -> Result<Vec<Passage>, AskError> {
        let ids: Vec<_> = hits.iter().map(|h| h.chunk).collect();
        let chunks = self.archive.chunks(&ids)?;
        let best = hits.first().map_or(1.0, |h| h.score).max(f32::EPSILON);
        let passages = chunks
            .into_iter()
            .filter_map(|chunk| {
                let hit = hits.iter().find(|h| h.chunk == chunk.id)?;
                let title = format!("{} {}", hit.source.title, file_words(&hit.source));
                let score = (hit.score / best).clamp(0.0, 1.0);
                let (closeness, read) = (hit.closeness, hit.read.clone());
                Some(Passage { chunk, score, title, closeness, read, headed: false, asked_law: false })
            })
            .collect();
        Ok(passages)
    }

    /// Adds copies of each fact. A sentence that other papers have in the same words is one fact with a quote from
    /// each. Copies come from the candidates, and from the duplicates that the search merged.
    fn add_copies(&self, extraction: &mut Extraction, hits: &[Hit]) {
        let most = self.options.answer.max_copies;
        let Extraction { draft, ranked, .. } = extraction;
        for fact in &mut draft.facts {
            let words = said(fact);
            for candidate in ranked.iter().filter_map(super::extract::as_fact) {
                if papers(fact) > most {
                    break;
                }
                add_copy(fact, &words, candidate);
            }
            for also in hits.iter().flat_map(|h| &h.also) {
                if papers(fact) > most {
                    break;
                }
                if fact.support.iter().any(|s| s.source_id == also.source_id) {
                    continue;
                }
                let Ok(source) = self.archive.source(&also.source_id) else { continue };
                let Ok(lines) = source.resolve(&also.locator) else { continue };
                for copy in super::candidate::candidates(&source, lines, &self.options.answer) {
                    if let Some(copy) = copy.fact(&source, 0.0)
                        && add_copy(fact, &words, copy)
                    {
                        break;
                    }
                }
            }
        }
        drop_doubled(&mut draft.facts);
    }
}

/// Marks the passages of sections whose headings the question contains, in two words or more. A heading names the
/// section's subject, so a question of law with its words asks for that section.
fn mark_headed(
    archive: &Archive,
    passages: &mut [Passage],
    question: &Question,
    sources: &HashMap<SourceId, SourceSummary>,
) {
    for passage in passages {
        let Some(source) = sources.get(&passage.chunk.source_id) else { continue };
        let heading = if source.is_section_of_law() {
            // "RSA 31:95 Town Halls": the heading follows the section's number.
            let number = Grammar::built_in().find(&source.title).first().map_or(0, |found| found.bytes.end);
            term_set(source.title.get(number..).unwrap_or(""))
        } else if source.meta.lane == STATE {
            let heading = |text: &str| Some(SECTION.get().captures(text)?.get(1)?.as_str().to_owned());
            let over = passage.chunk.record.header.rsplit(" \u{203a} ").find_map(|part| heading(part.trim()));
            // A file of one section may name it above the number that its text repeats.
            let top = || {
                let paper = archive.source(&source.id).ok()?;
                paper.lines().iter().take(TOP).find_map(|line| heading(line.text.trim()))
            };
            term_set(&over.or_else(top).unwrap_or_default())
        } else {
            continue;
        };
        passage.headed = heading.len() >= HEADING && heading.iter().all(|term| question.terms().has(term));
    }
}

// "Section 21: Executive sessions", "§ 403. Public proceedings": a heading with the words behind its number.
pattern!(SECTION, r"(?i)^(?:section|sec\.|\u{a7})\s*[\w.:-]*\w[.:]?\s+(\D.*)$");

/// Number of a file's first lines among which its section is named.
const TOP: usize = 8;
/// Least words of a heading that identify its section: "Definitions" is the heading of many.
const HEADING: usize = 2;

/// Adds the quotes of a statement with the same words from another paper.
fn add_copy(fact: &mut DraftFact, words: &[String], copy: DraftFact) -> bool {
    let elsewhere =
        copy.support.iter().all(|c| fact.support.iter().all(|s| s.source_id != c.source_id)) && !copy.cut;
    let same = elsewhere && same_words(words, &said(&copy));
    if same {
        fact.support.extend(copy.support);
    }
    same
}

/// Returns the words of the quotes that together form the statement.
fn said(fact: &DraftFact) -> Vec<String> {
    fact.statement().iter().flat_map(|c| folded(&c.quote)).collect()
}

/// Counts the papers that a fact is quoted from.
fn papers(fact: &DraftFact) -> usize {
    fact.support.iter().map(|c| &c.source_id).collect::<std::collections::BTreeSet<_>>().len()
}

/// Drops each fact whose quotes are all in an earlier fact.
fn drop_doubled(facts: &mut Vec<DraftFact>) {
    let mut kept: Vec<DraftFact> = Vec::new();
    for fact in facts.drain(..) {
        let held = kept.iter().any(|k| fact.support.iter().all(|s| k.support.contains(s)));
        if !held || fact.support.is_empty() {
            kept.push(fact);
        }
    }
    *facts = kept;
}

/// Returns words and figures in lower case, without punctuation.
fn folded(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
}

/// Least words of a copy; shorter ones agree by chance.
const COPY: usize = 8;

/// Returns true when one text contains the other without a gap, and their lengths are similar.
fn same_words(a: &[String], b: &[String]) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    short.len() >= COPY && short.len() * 3 >= long.len() * 2 && long.windows(short.len()).any(|w| w == short)
}

/// Returns the words of the file's name, often the only place of towns and dates.
fn file_words(source: &SourceSummary) -> String {
    let path = source.paths.first().map_or("", String::as_str);
    let name = path.rsplit(['/', '\\']).next().unwrap_or("");
    name.replace(['_', '-', '.'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_have_the_same_words() {
        let of = |a: &str, b: &str| same_words(&folded(a), &folded(b));
        let long = "To see if the Town will vote to rescind the $1,200 portion of the bond";
        assert!(of(long, "To see if the town will vote to rescind the $1,200 portion"));
        assert!(!of(long, "To see if the town will vote to rescind the $1,300 portion of the bond"));
        assert!(!of("so voted", "so voted"), "too short to be a copy");
        assert!(!of(long, &format!("{long} {long}")), "twice as long");
    }
}
