//! Texts of other papers that a fact depends on: one that repeals or replaces the fact's paper, and the decision on the
//! article that the fact proposes.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use regex::Regex;
use twolane_archive::{Archive, SourceSummary};
use twolane_retrieve::Scope;
use twolane_text::pattern::pattern;
use twolane_text::{Source, SourceId, TokenKind, decides, states_decision, tokens_of, year_of};

use crate::draft::{Claimed, DraftFact};
use crate::error::AskError;
use crate::language::question_terms::term_set;
use crate::options::AnswerOptions;

use super::amendment::{Change, changes_text, has_words, label_of, plain};
use super::candidate::{LEFT_OUT, candidates, usize_of};
use super::matter::shared_weights;

/// Number of chunks that are read for the name of one paper.
const CHUNKS: usize = 40;
/// Number of chunks of other papers whose sentences may be on the matter of a statement, maximum number of these
/// sentences, and of words in one.
const CHUNKS_ON_MATTER: usize = 8;
const ON_MATTER: usize = 4;
const LONGEST: usize = 60;
/// Number of a paper's first statements that can name or date it.
const TOP: usize = 4;
/// Minimum and maximum number of words in a paper's name.
const NAME_WORDS: std::ops::RangeInclusive<usize> = 2..=8;
/// Least number of letters of a head that is short for "article" or "question".
const SHORT_KIND: usize = 3;
/// Number of lines below a lead-in that are read with it.
const BELOW: usize = 4;
/// Maximum number of papers of the same date that are read for a decision.
const SAME_DATE: usize = 4;
/// Words that the search for a repeal adds to the names of the paper.
const REPEALS: &str = "repeal repealed rescind rescinded supersede supersedes replace replaces revoked void";

pattern!(
    LABEL,
    r"(?i)\b(article|question|item|resolution|petition)\s+(?:no\.?\s*|number\s+|#\s*)?(\d+[a-z]?)\b"
);

/// Words that the search for an amendment adds to the label of the section.
const AMENDS: &str = "amend amended strike striking delete deleting insert inserting substitute replace";

/// A text elsewhere that a fact depends on.
pub(super) struct Elsewhere {
    /// Quotes that together form the text.
    statement: Vec<Claimed>,
    /// Text as shown.
    text: String,
    /// Paper of the text, if that repeals or replaces the fact's paper or its section.
    pub replaced_by: Option<SourceId>,
}

impl Elsewhere {
    /// Returns true if the fact has this text already.
    pub(super) fn is_in(&self, fact: &DraftFact) -> bool {
        fact.text.contains(&self.text)
    }

    /// Returns the fact with this text behind its own.
    pub(super) fn behind(&self, fact: &DraftFact) -> DraftFact {
        let mut support = fact.statement().to_vec();
        support.extend(self.statement.iter().cloned());
        let pieces = support.len();
        support.extend(fact.support.iter().skip(fact.pieces).cloned());
        DraftFact { text: format!("{}{LEFT_OUT}{}", fact.text, self.text), support, pieces, ..fact.clone() }
    }
}

/// A sentence of another paper on the matter of a statement.
pub(super) struct OnMatter {
    paper: Arc<Source>,
    bytes: Range<usize>,
    /// Text of the sentence.
    pub text: String,
}

/// Looks for texts in other papers within the scope of the question, paper by paper.
pub(super) struct OtherPapers<'a> {
    archive: &'a Archive,
    scope: &'a Scope,
    options: &'a AnswerOptions,
    repeals: HashMap<SourceId, Option<Arc<Elsewhere>>>,
}

impl<'a> OtherPapers<'a> {
    pub(super) fn new(archive: &'a Archive, scope: &'a Scope, options: &'a AnswerOptions) -> Self {
        OtherPapers { archive, scope, options, repeals: HashMap::new() }
    }

    /// Returns the text that repeals or replaces a paper.
    ///
    /// # Errors
    /// Those of reading the archive.
    pub(super) fn repeal(
        &mut self,
        source: &Source,
        summary: &SourceSummary,
    ) -> Result<Option<Arc<Elsewhere>>, AskError> {
        if let Some(known) = self.repeals.get(source.id()) {
            return Ok(known.clone());
        }
        let found = self.find_repeal(source, summary)?.map(Arc::new);
        self.repeals.insert(source.id().clone(), found.clone());
        Ok(found)
    }

    fn find_repeal(&self, source: &Source, summary: &SourceSummary) -> Result<Option<Elsewhere>, AskError> {
        let own = Top::of(source, summary);
        let names = own.names();
        if names.is_empty() {
            return Ok(None);
        }
        let query = format!("{} {REPEALS}", names.join(" "));
        let hits = self.scope.lexical(self.archive, &query, CHUNKS)?;
        let ids: Vec<_> = hits.iter().map(|hit| hit.chunk).collect();
        for chunk in self.archive.chunks(&ids)? {
            let said = plain(&chunk.record.text);
            let named: Vec<&String> = names.iter().filter(|name| replaces(&said, name).is_some()).collect();
            if named.is_empty() || chunk.source_id == *source.id() {
                continue;
            }
            let Some(other) = self.archive.summary(&chunk.source_id)? else { continue };
            if is_before(&other, summary) {
                continue;
            }
            let paper = self.archive.source(&chunk.source_id)?;
            let top = Top::of(&paper, &other);
            let bodies = summary.meta.board.as_ref().zip(other.meta.board.as_ref());
            let of_another = bodies.is_some_and(|(one, other)| !one.eq_ignore_ascii_case(other));
            // "The fee schedule" in a paper of the library is the library's.
            let is_clear = |name: &str, years: &BTreeSet<i16>| {
                !of_another || !years.is_empty() || name.contains(|c: char| c.is_ascii_digit())
            };
            let repeals = |text: &str| {
                let said = plain(text);
                let meant = |name: &&String, years: BTreeSet<i16>| {
                    own.is_meant(name, &years, &top) && is_clear(name, &years)
                };
                named.iter().any(|name| replaces(&said, name).is_some_and(|years| meant(name, years)))
            };
            if let Some(mut text) = self.quoted(&paper, &repeals) {
                text.replaced_by = Some(chunk.source_id.clone());
                return Ok(Some(text));
            }
        }
        Ok(None)
    }

    /// Returns the text that amends a statement. It takes out words that the statement has, and names the statement's
    /// section, if that has a number; or it changes that section, in a later paper on the kind of the statement's paper.
    /// It is in the same paper, or in one that is not older and names the statement's paper.
    ///
    /// # Errors
    /// Those of reading the archive.
    pub(super) fn amendment(
        &self,
        source: &Source,
        summary: &SourceSummary,
        statement: &str,
        header: &str,
    ) -> Result<Option<Elsewhere>, AskError> {
        let label = label_of(statement, header);
        let mut names = Top::of(source, summary).names();
        names.retain(|name| !["town of", "city of", "village of"].iter().any(|of| name.starts_with(of)));
        let about = label.map_or_else(|| names.join(" "), str::to_owned);
        if about.is_empty() {
            return Ok(None);
        }
        let change = Change::of(statement, label);
        let hits = self.scope.lexical(self.archive, &format!("{about} {AMENDS}"), CHUNKS)?;
        let ids: Vec<_> = hits.iter().map(|hit| hit.chunk).collect();
        for chunk in self.archive.chunks(&ids)? {
            if !changes_text(&chunk.record.text) {
                continue;
            }
            let Some(other) = self.archive.summary(&chunk.source_id)? else { continue };
            let is_same = other.id == summary.id;
            if other.is_section_of_law() || (!is_same && is_before(&other, summary)) {
                continue;
            }
            let paper = self.archive.source(&chunk.source_id)?;
            let top = plain(&Top::of(&paper, &other).texts.join(" "));
            let names_paper = |text: &str| {
                let own = plain(text);
                is_same || names.iter().any(|name| has_words(&top, name) || has_words(&own, name))
            };
            if let Some(text) = self.quoted(&paper, &|text| change.is_made_by(text) && names_paper(text)) {
                return Ok(Some(text));
            }
            // Bylaws have a section of the same number as the declaration.
            let kind = plain(summary.meta.doc_type.as_deref().unwrap_or_default());
            let is_on_kind = !is_same && !kind.is_empty() && has_words(&top, &kind);
            let is_meant =
                |text: &str| names_paper(text) || self.is_only_of_kind(summary, &other).unwrap_or(false);
            let changes = |text: &str| is_on_kind && change.is_of_section(text) && is_meant(text);
            if let Some(mut text) = self.quoted(&paper, &changes) {
                text.replaced_by = Some(other.id);
                return Ok(Some(text));
            }
        }
        Ok(None)
    }

    /// Returns the sentences of other papers that share the rarest words with a statement, its title and its heading. No
    /// paper is older than the statement's.
    ///
    /// # Errors
    /// Those of reading the archive.
    pub(super) fn on_matter(
        &self,
        source: &Source,
        summary: &SourceSummary,
        headed: &str,
    ) -> Result<Vec<OnMatter>, AskError> {
        let hits = self.scope.lexical(self.archive, headed, CHUNKS)?;
        let ids: Vec<_> = hits.iter().map(|hit| hit.chunk).collect();
        let mut found = Vec::new();
        let mut chunks = 0;
        for chunk in self.archive.chunks(&ids)? {
            let Some(other) = self.archive.summary(&chunk.source_id)? else { continue };
            if other.id == summary.id || other.is_section_of_law() || is_before(&other, summary) {
                continue;
            }
            let paper = self.archive.source(&other.id)?;
            let lines = usize_of(chunk.record.first_line)..usize_of(chunk.record.end_line);
            let (statements, reading) = (paper.statements(), paper.reading());
            for statement in statements.all() {
                let Some(bytes) = statement.parts.first() else { continue };
                let is_here = reading.lines_of(bytes.clone()).is_some_and(|own| lines.contains(&own.start));
                let is_text = !statement.heading && !statement.struck && !statement.instructs;
                let text = statement.text(reading);
                let short = text.split_whitespace().count() <= LONGEST;
                if is_here && is_text && short && !found.iter().any(|o: &OnMatter| o.text == text) {
                    found.push(OnMatter { paper: paper.clone(), bytes: bytes.clone(), text });
                }
            }
            chunks += 1;
            if chunks == CHUNKS_ON_MATTER {
                break;
            }
        }
        let own = source.statements().all().iter().map(|s| term_set(&s.text(source.reading())));
        let terms: Vec<_> = found.iter().map(|o| term_set(&o.text)).chain(own).collect();
        let weights = shared_weights(&term_set(headed).into_iter().collect(), &terms);
        let mut weighed: Vec<(OnMatter, f32)> = found.into_iter().zip(weights).collect();
        weighed.retain(|(_, weight)| *weight > 0.0);
        weighed.sort_by(|a, b| b.1.total_cmp(&a.1));
        Ok(weighed.into_iter().take(ON_MATTER).map(|(found, _)| found).collect())
    }

    /// Returns a sentence of another paper as a text that a fact depends on. `cancels` tells if it cancels the fact.
    pub(super) fn quote(&self, found: &OnMatter, cancels: bool) -> Option<Elsewhere> {
        let quoted = self.fact_at(&found.paper, found.bytes.clone())?;
        Some(Elsewhere { replaced_by: cancels.then(|| found.paper.id().clone()), ..quoted })
    }

    /// Returns true where a paper is the only one of its kind in its place, and the other paper is of the same place: "the
    /// Declaration" of an association needs no further name.
    fn is_only_of_kind(&self, paper: &SourceSummary, other: &SourceSummary) -> Result<bool, AskError> {
        let all = self.archive.sources()?;
        let of_kind =
            |s: &&SourceSummary| s.meta.doc_type == paper.meta.doc_type && s.meta.town == paper.meta.town;
        Ok(paper.meta.town.is_some()
            && paper.meta.town == other.meta.town
            && all.iter().filter(of_kind).count() == 1)
    }

    /// Returns the decision on the article or question that a statement proposes: in a table of its paper, or in another
    /// paper of the same date.
    ///
    /// # Errors
    /// Those of reading the archive.
    pub(super) fn decision(
        &self,
        source: &Source,
        statement: &str,
        header: &str,
        summary: &SourceSummary,
    ) -> Result<Option<Elsewhere>, AskError> {
        let date = summary.meta.date.as_deref().filter(|date| date.len() == "2024-05-06".len());
        let label = LABEL.get().captures(statement).or_else(|| LABEL.get().captures_iter(header).last());
        let (Some(label), true) = (label, !decides(statement)) else {
            return Ok(None);
        };
        let words = |group| label.get(group).map_or("", |m: regex::Match<'_>| m.as_str());
        if let Some(row) = self.decided_in_table(source, words(1), words(2)) {
            return Ok(Some(row));
        }
        let Some(date) = date else { return Ok(None) };
        let cited = format!(r"(?i)\b{}\s+(?:no\.?\s*|number\s+|#\s*)?{}\b", words(1), words(2));
        let Ok(cited) = Regex::new(&cited) else { return Ok(None) };
        let tells = |text: &str| cited.is_match(text) && states_decision(text);
        let of_date = self.scope.sources(self.archive)?.into_iter();
        let of_date = of_date.filter(|s| s.id != summary.id && s.meta.date.as_deref() == Some(date));
        for other in of_date.take(SAME_DATE) {
            let paper = self.archive.source(&other.id)?;
            let row = self.decided_in_table(&paper, words(1), words(2));
            if let Some(text) = row.or_else(|| self.quoted(&paper, &tells)) {
                return Ok(Some(text));
            }
        }
        Ok(None)
    }

    /// Returns the row of a table of results with the number of an article or question in its first cell, under a head such
    /// as "Art."; `None` where several tables of the paper have one.
    fn decided_in_table(&self, paper: &Source, kind: &str, number: &str) -> Option<Elsewhere> {
        let (statements, reading) = (paper.statements(), paper.reading());
        let text = |at: usize| statements.all().get(at).map(|s| s.text(reading)).unwrap_or_default();
        let first = |at: usize| {
            let text = text(at).to_lowercase();
            text.split_whitespace().next().unwrap_or("").trim_end_matches('.').to_owned()
        };
        let (kind, number) = (kind.to_lowercase(), number.to_lowercase());
        let is_head = |head: &str| head.len() >= SHORT_KIND && kind.starts_with(head);
        let is_row = |at: &usize| {
            statements.all().get(*at).is_some_and(|s| s.row && !s.struck)
                && first(*at) == number
                && statements.labels_of(*at).iter().any(|head| is_head(&first(*head)))
                && states_decision(&text(*at))
        };
        let mut rows = (0..statements.all().len()).filter(is_row);
        let (row, None) = (rows.next()?, rows.next()) else { return None };
        self.fact_at(paper, statements.all().get(row)?.parts.first()?.clone())
    }

    /// Returns the first statement of a paper that meets a condition.
    fn quoted(&self, paper: &Source, meets: &dyn Fn(&str) -> bool) -> Option<Elsewhere> {
        let statements = paper.statements();
        let found =
            statements.all().iter().find(|s| !s.heading && !s.struck && meets(&s.text(paper.reading())))?;
        self.fact_at(paper, found.parts.first()?.clone())
    }

    /// Returns the statement or row at a place of a paper.
    fn fact_at(&self, paper: &Source, bytes: Range<usize>) -> Option<Elsewhere> {
        let lines = paper.reading().lines_of(bytes.clone())?;
        // "Is replaced by:" says what only with the text below it.
        let more = lines.start..lines.end.saturating_add(BELOW).min(paper.lines().len());
        let whole = |lines: Range<usize>| {
            let found = candidates(paper, lines, self.options).into_iter();
            let mut facts = found
                .filter(|c| c.pieces.iter().any(|p| p.contains(&bytes.start)))
                .filter_map(|c| c.fact(paper, 0.0))
                .filter(|fact| !fact.cut)
                .peekable();
            let first = facts.peek().cloned();
            facts.find(|fact| !fact.text.trim_end().ends_with(':')).or(first)
        };
        let fact =
            whole(lines).filter(|fact| !fact.text.trim_end().ends_with(':')).or_else(|| whole(more))?;
        Some(Elsewhere { statement: fact.statement().to_vec(), text: fact.text, replaced_by: None })
    }
}

/// The title and the first statements of a paper, which name and date it.
struct Top {
    texts: Vec<String>,
    years: BTreeSet<i16>,
}

impl Top {
    fn of(source: &Source, summary: &SourceSummary) -> Self {
        let statements = source.statements().all().iter().take(TOP);
        let first = statements.map(|s| s.text(source.reading()));
        let texts: Vec<String> = std::iter::once(summary.title.clone()).chain(first).collect();
        let date = summary.meta.date.as_deref().and_then(|date| date.get(..4)).and_then(year_of);
        let dates = texts.iter().flat_map(|text| tokens_of(text, TokenKind::Date));
        let dated = dates.filter_map(|date| year_of(date.normal.get(..4)?));
        let years = dated.chain(date).chain(texts.iter().flat_map(|text| years_of(text))).collect();
        Top { texts, years }
    }

    /// Returns the names that the paper can be cited by, in plain words.
    fn names(&self) -> Vec<String> {
        let parts =
            self.texts.iter().flat_map(|text| text.split([',', ':', ';', '(', '\u{2013}', '\u{2014}']));
        let mut names: Vec<String> =
            parts.map(|part| plain(part).trim_start_matches("the ").to_owned()).collect();
        names.retain(|name| NAME_WORDS.contains(&name.split(' ').count()));
        names.sort();
        names.dedup();
        names
    }

    /// Returns true when a paper with this top means this paper by a name with these years.
    fn is_meant(&self, name: &str, years: &BTreeSet<i16>, citing: &Top) -> bool {
        let is_shared = citing.names().iter().any(|own| own == name);
        match years.is_empty() {
            // Two papers that bear the same name, such as a letterhead, are told apart by years alone.
            true => !is_shared,
            false => (self.years.is_empty() && !is_shared) || !self.years.is_disjoint(years),
        }
    }
}

/// Returns true when both papers are dated, and the first before the second.
fn is_before(one: &SourceSummary, other: &SourceSummary) -> bool {
    one.meta.date.as_deref().zip(other.meta.date.as_deref()).is_some_and(|(one, other)| one < other)
}

fn years_of(text: &str) -> Vec<i16> {
    text.split(|c: char| !c.is_alphanumeric()).filter_map(year_of).collect()
}

/// Returns the years behind a name where a text, in plain words, says that what bears the name is repealed or
/// replaced; `None` where it does not say so.
fn replaces(said: &str, name: &str) -> Option<BTreeSet<i16>> {
    said.contains(name).then_some(())?;
    let name = regex::escape(name);
    let ended =
        r"(?:repealed|rescinded|superseded|replaced|revoked|annulled|void|withdrawn|abolished|discontinued)";
    let passive = format!(
        r"\b{name}\b(?P<a>(?: \w+){{0,12}}?) (?:(?:is|are|was|were|be|being|been|stands?)(?: \w+){{0,4}}? {ended}\b|{ended}(?: by\b|$))"
    );
    let active = format!(
        r"\b(?:repeal|rescind|supersede|replace|revoke|annul|abolish|void)\w*(?: \w+){{0,6}}? {name}\b(?P<b>(?: \w+){{0,8}})"
    );
    let place = format!(r"\b(?:place of|instead of)(?: \w+){{0,4}}? {name}\b(?P<c>(?: \w+){{0,8}})");
    let found = [passive, active, place].iter().find_map(|source| {
        let found = Regex::new(source).ok()?.captures(said)?;
        found.get(0).filter(|whole| is_done(said, whole.range()))?;
        let behind = ["a", "b", "c"].iter().find_map(|group| found.name(group))?;
        Some(years_of(behind.as_str()))
    })?;
    Some(found.into_iter().collect())
}

/// Returns false where the words around a repeal deny it, or only propose it without a vote.
fn is_done(said: &str, repeal: Range<usize>) -> bool {
    const DENIES: [&str; 6] = ["not", "no", "never", "nor", "neither", "nothing"];
    const PROPOSES: [&str; 10] =
        ["to", "will", "would", "may", "might", "could", "should", "whether", "if", "proposed"];
    let before: Vec<&str> =
        said.get(..repeal.start).unwrap_or("").split_whitespace().rev().take(BEFORE).collect();
    let inside: Vec<&str> = said.get(repeal).unwrap_or("").split_whitespace().collect();
    let has = |words: &[&str]| before.iter().chain(&inside).any(|word| words.contains(word));
    let be = inside.windows(2).any(|pair| matches!(pair, [aux, "be"] if *aux != "shall"));
    let voted = said.split(' ').any(|word| word == "voted");
    !has(&DENIES) && (voted || !(has(&PROPOSES) || be))
}

/// Number of words before a repeal that can deny or only propose it.
const BEFORE: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    fn years(said: &str, name: &str) -> Option<Vec<i16>> {
        replaces(&plain(said), &plain(name)).map(|years| years.into_iter().collect())
    }

    #[test]
    fn a_repeal_names_what_it_ends() {
        assert_eq!(years("Ordinance No. 88 is hereby repealed.", "Ordinance 88"), Some(vec![]));
        assert_eq!(
            years("This rule replaces the Bell Rule of 1911 in all parts.", "Bell Rule"),
            Some(vec![1911])
        );
        assert_eq!(years("It takes the place of the Bell Rule, which is void.", "Bell Rule"), Some(vec![]));
        assert_eq!(
            years("Voted: that the Bell Rates of 1911 are rescinded.", "Bell Rates"),
            Some(vec![1911])
        );
        assert_eq!(years("Ordinance 880 is hereby repealed.", "Ordinance 88"), None);
        assert_eq!(years("Ordinance 88 is posted at the hall.", "Ordinance 88"), None);
        assert_eq!(years("Ordinance 88 replaced the older one.", "Ordinance 88"), None);
        for text in [
            "Ordinance 88 is not repealed.",
            "This vote does not repeal Ordinance 88.",
            "Nothing here supersedes Ordinance 88.",
            "To see if the Town will repeal Ordinance 88.",
            "Mr. Hale moved that Ordinance 88 be repealed.",
            "Ordinance 88 may be replaced next year.",
        ] {
            assert_eq!(years(text, "Ordinance 88"), None, "{text}");
        }
        assert_eq!(years("Voted to repeal Ordinance 88.", "Ordinance 88"), Some(vec![]));
        assert_eq!(years("Ordinance 88 shall be void.", "Ordinance 88"), Some(vec![]));
    }

    #[test]
    fn years_and_shared_names_tell_papers_apart() {
        let top =
            |text: &str| Top { texts: vec![text.to_owned()], years: years_of(text).into_iter().collect() };
        let (old, new) = (top("Bell Rates, 1911"), top("Bell Rates, 1954"));
        let named = |years: &[i16]| old.is_meant("bell rates", &years.iter().copied().collect(), &new);
        assert!(named(&[1911]) && !named(&[1905]) && !named(&[]), "both papers bear the name");
        assert!(old.is_meant("bell rates", &BTreeSet::new(), &top("Votes, 1954")));
    }

    #[test]
    fn names_are_parts_of_the_top() {
        let top = Top { texts: vec!["Policy BEDH: Public Comment".into()], years: BTreeSet::new() };
        assert_eq!(top.names(), ["policy bedh", "public comment"]);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(said in "\\PC{0,80}", name in "\\PC{0,20}") {
            let _ = replaces(&plain(&said), &plain(&name));
        }
    }
}
