//! Turns a draft into a checked answer: repairs it, fills missing facets, and applies the hard rules.

use std::collections::BTreeSet;

use crate::check::answer::{AnswerContent, Conflict, Mode};
use crate::check::audit::{AuditInput, AuditReport, KnownStatute, Lane, audit, strike};
use crate::check::prose;
use crate::check::repair::{Repaired, repair};
use crate::check::verify::{Checked, Fact, check_facts_with, secondary_support};
use crate::draft::{Draft, DraftSentence, Gap, GapReason, wording};
use crate::error::AskError;
use crate::find::ask::Ask;
use crate::find::evidence::Evidence;
use crate::find::extract::{Extraction, whole_first};
use crate::find::gap_search::unread;
use crate::find::law::{named_gaps, packs_of};
use crate::find::source_status::{SourceStatus, is_secondary, speaks_of_change};
use crate::find::voice::states_nothing;
use crate::find::write::critic::Claim;
use crate::find::write::{Writing, Written};
use crate::find::years::AskedYears;
use crate::language::facets::listed;
use crate::language::question_terms::term_set;
use twolane_archive::SourceSummary;
use twolane_text::{LineFlags, Quote, SourceId};

use super::applicability::that_apply;
use super::assemble::{Parts, assemble, lane_of, silent_gap};
use super::conflict::{
    Evidence as ConflictEvidence, conflicts, evidence as conflict_evidence, is_history, is_of, of_quote,
    tell_apart,
};
use super::fill::fill;
use super::followups::followups;
use super::mixed::part_facts;

/// A model at work, and the text that it wrote.
pub(crate) type AtWork<'w, 'm> = (&'w mut Writing<'m>, &'w Written);

/// An answer of checked facts, not sealed yet, with its audit.
pub(crate) struct Composed {
    pub content: AnswerContent,
    pub audit: AuditReport,
    pub repairs: usize,
    /// Evidence that was searched for conflicts.
    pub considered: Vec<ConflictEvidence>,
}

/// Facts and gaps of an answer, between two steps of its composition.
struct Findings {
    facts: Vec<Fact>,
    gaps: Vec<Gap>,
    /// Gaps of named sections whose text is missing.
    of_law: Vec<Gap>,
    /// True when the draft does not answer.
    insufficient: bool,
    /// True when law was left out because it does not clearly apply.
    is_unclear: bool,
}

/// Facts that an answer may have beyond its most, for the figures of a thing's parts.
const PARTS_MORE: usize = 3;

impl Findings {
    /// Returns true when the facts are shown, but not called an answer.
    fn is_near(&self) -> bool {
        self.insufficient && self.of_law.is_empty() && !self.facts.is_empty()
    }
}

/// A line of a paper that addresses a language model.
struct Planted {
    source: SourceId,
    text: String,
}

impl Ask<'_> {
    /// Returns the facts of a draft that pass the checks unchanged.
    pub(crate) fn checked(&self, draft: &Draft) -> Checked {
        let lookup = |id: &SourceId| self.archive.source(id).ok();
        let sections = |id: &SourceId| self.archive.aliases(id).unwrap_or_default();
        check_facts_with(draft, &lookup, &sections, &self.options.answer.verify)
    }

    /// Checks a draft and makes an answer from it, in this order. A model that wrote sentences may correct, once, those
    /// that nothing supports.
    pub(crate) fn compose(
        &self,
        evidence: &Evidence<'_>,
        draft: Draft,
        at_work: Option<AtWork<'_, '_>>,
    ) -> Result<Composed, AskError> {
        let failed = at_work.as_ref().is_some_and(|(_, written)| written.failed.is_some());
        let (found, rounds) = self.verified(evidence, draft);
        let found = self.filled(evidence, found)?;
        let found = of_its_own_case(evidence, found);
        let found = self.with_parts(evidence, found);
        let found = applicable(evidence, found);
        let found = with_open_gaps(evidence, found);
        let considered = self.considered(evidence, &found.facts);
        let conflicts = self.conflicts(evidence, &considered, &found);
        let found = best_first(evidence, found, &conflicts);
        let answer = self.assembled(evidence, found, conflicts, failed)?;
        let (answer, audit) = self.audited(evidence, answer)?;
        let (content, rewritten) = corrected(answer, at_work);
        Ok(Composed { content, audit, repairs: rounds + usize::from(rewritten), considered })
    }

    /// Returns the facts of the draft that pass the checks, repaired where needed, with the number of repair rounds.
    fn verified(&self, evidence: &Evidence<'_>, draft: Draft) -> (Findings, usize) {
        let lookup = |id: &SourceId| self.archive.source(id).ok();
        let sections = |id: &SourceId| self.archive.aliases(id).unwrap_or_default();
        let Repaired { checked, rounds, .. } =
            repair(&draft, &lookup, &sections, &self.options.answer.verify);
        let gaps = draft.gaps.into_iter().chain(checked.refused).collect();
        let of_law = named_gaps(evidence.named());
        let (facts, insufficient) = (checked.facts, draft.insufficient);
        (Findings { facts, gaps, of_law, insufficient, is_unclear: false }, rounds)
    }

    /// Searches for the facets that no fact covers. Nothing else replaces a section whose text is missing.
    fn filled(&self, evidence: &Evidence<'_>, mut found: Findings) -> Result<Findings, AskError> {
        if !found.of_law.is_empty() || (!found.facts.is_empty() && found.insufficient) {
            return Ok(found);
        }
        let (within, options) = (&evidence.scope, &self.options.answer);
        let here = within.sources(self.archive)?;
        let filled = fill(self.archive, &evidence.question, &found.facts, &here, within, options)?;
        let more = Draft { facts: filled.facts, ..Draft::default() };
        let more = self.checked(&more).facts;
        // "Why did the board sell the pier?": what is near is no answer where nothing gives a cause.
        let parts = evidence.question.parts();
        let has_kind = |fact: &Fact| parts.iter().any(|part| part.facet.expected.is_in(&fact.text));
        let uncovered = more.is_empty() && !found.facts.iter().any(has_kind);
        if uncovered && evidence.extraction.is_doubtful(&options.abstain) {
            found.facts.truncate(options.abstain.nearest_facts);
            found.insufficient = true;
        }
        found.facts.extend(more);
        found.gaps.extend(filled.gaps);
        Ok(found)
    }

    /// Adds the figures of a thing's parts, which may be a few more facts than an answer has otherwise.
    fn with_parts(&self, evidence: &Evidence<'_>, mut found: Findings) -> Findings {
        let room = (self.options.answer.max_facts + PARTS_MORE).saturating_sub(found.facts.len());
        let facts = part_facts(evidence, &found.facts).into_iter().take(room).collect();
        found.facts.extend(self.checked(&Draft { facts, ..Draft::default() }).facts);
        found
    }

    /// Assembles the answer, and rates how well it answers.
    fn assembled(
        &self,
        evidence: &Evidence<'_>,
        found: Findings,
        conflicts: Vec<Conflict>,
        failed: bool,
    ) -> Result<AnswerContent, AskError> {
        let (question, sources, editions) = (&evidence.query().text, &evidence.sources, &evidence.editions);
        let cited = found.facts.iter().flat_map(|f| f.support.iter().map(|q| q.source_id()));
        let listed = conflicts.iter().flat_map(|c| c.values.iter().map(|v| v.quote.source_id()));
        let packs = packs_of(self.archive, cited.chain(listed), editions)?;
        let (is_near, is_unclear) = (found.is_near(), found.is_unclear);
        let parts = Parts { facts: found.facts, gaps: found.gaps, conflicts, packs, failed };
        let options = &self.options.answer;
        let mut answer = assemble(evidence, parts, &options.strength);
        if is_near {
            answer.mode = Mode::ReportInsufficientEvidence;
        }
        let near = is_near.then(|| wording::NEAREST.say(&[]));
        if let Some(why) = near.or_else(|| weakness(&answer, question, sources, &evidence.extraction)) {
            answer.record_strength.tier = 'C';
            answer.record_strength.reasons = vec![why];
        }
        if answer.record_strength.tier == 'A' && !answer.conflicts.is_empty() {
            answer.record_strength.tier = 'B';
            answer.record_strength.reasons.push(wording::DISAGREED.say(&[]));
        }
        if is_unclear {
            answer.limitations.push(wording::STATEWIDE_NOT_SHOWN.say(&[]));
        }
        answer.suggested_followups = followups(self.archive, &answer, question, sources, editions);
        secondary_support(&mut answer, sources, &options.verify);
        Ok(answer)
    }

    /// Applies the hard rules to the draft's words. Flagged sentences are removed; missing statements are added to the
    /// limitations.
    fn audited(
        &self,
        evidence: &Evidence<'_>,
        mut answer: AnswerContent,
    ) -> Result<(AnswerContent, AuditReport), AskError> {
        let planted = self.planted(evidence)?;
        let texts: Vec<String> = planted.iter().map(|p| p.text.clone()).collect();
        let (search, sources) = (&evidence.search, &evidence.sources);
        let lane = |id: &SourceId| if lane_of(sources, id) == "state" { Lane::State } else { Lane::Local };
        let named: Vec<KnownStatute> = evidence
            .named()
            .iter()
            .map(|n| KnownStatute {
                citation: n.citation.clone(),
                heading: n.heading.clone(),
                has_text: n.text_here || said_of(&answer, &n.citation),
            })
            .collect();
        let state_texts: Vec<String> = evidence
            .passages
            .iter()
            .filter(|p| lane_of(sources, &p.chunk.source_id) == "state")
            .map(|p| p.chunk.record.text.clone())
            .collect();
        let state =
            search.trace.jurisdictions.first().and_then(|code| {
                self.retriever.vocabulary().jurisdiction(code).map(|known| known.name.clone())
            });
        let salient = self.options.retrieval.merge.legal_salience;
        let input = AuditInput {
            lane: &lane,
            local_found: search.strength.local_count,
            state_found: search.strength.state_count,
            state_texts: &state_texts,
            state_weak: !answer.used_statewide && !search.strength.authoritative_state_present,
            asks_law: search.trace.legal_salience >= salient && !answer.facts.is_empty() && named.is_empty(),
            state: state.as_deref(),
            named: &named,
            situation: &evidence.request.situation,
            off_topic: &search.trace.off_topic,
            planted: &texts,
            ..AuditInput::of(&evidence.query().text)
        };
        let report = audit(&answer, &input);
        strike(&mut answer, &report);
        for flag in report.to_add() {
            answer.limitations.push(flag.sentence.clone());
        }
        for cited in answer.citations_index.iter().filter(|c| planted.iter().any(|p| p.source == c.source_id))
        {
            answer.limitations.push(wording::PLANTED.say(&[&cited.title]));
        }
        Ok((answer, report))
    }

    /// Returns lines that address a language model, from the papers that were read for this answer.
    fn planted(&self, evidence: &Evidence<'_>) -> Result<Vec<Planted>, AskError> {
        let ids: BTreeSet<&SourceId> = evidence.passages.iter().map(|p| &p.chunk.source_id).collect();
        let mut found = Vec::new();
        for id in ids {
            let source = self.archive.source(id)?;
            let lines = source.lines().iter().filter(|line| line.flags.contains(LineFlags::INSTRUCTION));
            found.extend(lines.map(|line| Planted { source: id.clone(), text: line.text.clone() }));
        }
        Ok(found)
    }

    /// Returns the sentences that answer best, and the quotes of facts that are not among them.
    fn considered(&self, evidence: &Evidence<'_>, facts: &[Fact]) -> Vec<ConflictEvidence> {
        let most = self.options.answer.conflicts.quotes;
        let (ranked, sources) = (&evidence.extraction.ranked, &evidence.sources);
        let mut found = conflict_evidence(ranked, &evidence.passages, sources, most);
        let shown = facts.iter().flat_map(|fact| &fact.support);
        let others: Vec<ConflictEvidence> = shown
            .filter(|quote| !found.iter().any(|e| is_of(e, quote)))
            .filter_map(|quote| {
                let summary = sources.iter().find(|s| &s.id == quote.source_id())?;
                let source = self.archive.source(quote.source_id()).ok()?;
                let found = of_quote(&source, quote, SourceStatus::of(summary))?;
                (!is_history(&source, summary, &found.bytes)).then_some(found)
            })
            .collect();
        found.truncate(most.saturating_sub(others.len()));
        found.extend(others);
        found
    }

    /// Returns the conflicts among the quotes that answer. A question that nothing answers has no conflict.
    fn conflicts(
        &self,
        evidence: &Evidence<'_>,
        considered: &[ConflictEvidence],
        found: &Findings,
    ) -> Vec<Conflict> {
        if found.facts.is_empty() || found.is_near() {
            return Vec::new();
        }
        let options = &self.options.answer.conflicts;
        conflicts(&evidence.question, considered, options)
    }
}

/// Moves a better quote before the first fact's quote when both disagree. A paper of the body itself precedes a
/// second-hand report, and a later paper that says that something changed precedes the older paper. Both stay, and the
/// conflict lists them.
fn lead_with_better_quote(facts: &mut [Fact], conflicts: &[Conflict], sources: &[SourceSummary]) {
    let of = |q: &Quote| sources.iter().find(|s| &s.id == q.source_id());
    let overlap = |a: &Quote, b: &Quote| {
        a.source_id() == b.source_id() && (a.text().contains(b.text()) || b.text().contains(a.text()))
    };
    let of_first = |q: &Quote| conflicts.iter().find(|c| c.values.iter().any(|v| overlap(&v.quote, q)));
    // The labels of a row precede it, and texts around a statement can follow it.
    let mut leading = facts.first().map(|f| f.statement()).unwrap_or_default().iter().rev();
    let Some((first, conflict)) = leading.find_map(|q| Some((q.clone(), of_first(q)?))) else { return };
    let secondary = of(&first).is_some_and(|s| is_secondary(&s.meta));
    let later = |q: &Quote| {
        let date = |q: &Quote| of(q).and_then(|s| s.meta.date.clone());
        date(q).zip(date(&first)).is_some_and(|(a, b)| a > b)
    };
    let stands = |q: &Quote| {
        let listed = conflict.values.iter().any(|v| overlap(&v.quote, q));
        let primary = secondary && of(q).is_some_and(|s| !is_secondary(&s.meta));
        let amended = !secondary && later(q) && speaks_of_change(q.text());
        listed && (primary || amended)
    };
    let better = facts.iter().position(|f| !f.cut && f.statement().iter().any(&stands));
    if let Some(rotated) = better.and_then(|place| facts.get_mut(..=place)) {
        rotated.rotate_right(1);
    }
}

/// Drops facts about another case, lot or unit than the one that the question names, where facts about that one exist.
fn of_its_own_case(evidence: &Evidence<'_>, mut found: Findings) -> Findings {
    let of_another = |fact: &Fact| {
        let said: Vec<&str> = fact.support.iter().map(|q| q.text()).collect();
        tell_apart(&evidence.query().text, &said.join(" "))
    };
    if found.facts.iter().any(|f| !of_another(f)) {
        found.facts.retain(|f| !of_another(f));
    }
    found
}

/// Drops the facts of law that do not clearly apply.
fn applicable(evidence: &Evidence<'_>, found: Findings) -> Findings {
    let (facts, is_unclear) = that_apply(found.facts, evidence);
    Findings { facts, is_unclear, ..found }
}

/// Adds a gap for each thing, section and question that stays open.
fn with_open_gaps(evidence: &Evidence<'_>, mut found: Findings) -> Findings {
    found.gaps.extend(not_covered(evidence, &found.facts));
    found.gaps.extend(found.of_law.iter().cloned());
    if (found.facts.is_empty() || found.is_near()) && found.of_law.is_empty() {
        found.gaps.push(silent_gap(evidence));
    }
    found
}

/// Puts the better quote and whole facts first.
fn best_first(evidence: &Evidence<'_>, mut found: Findings, conflicts: &[Conflict]) -> Findings {
    if !found.is_near() {
        lead_with_better_quote(&mut found.facts, conflicts, &evidence.sources);
    }
    whole_first(&mut found.facts, |f| f.cut);
    found
}

/// Returns the reason why the first fact is no answer, even when it is near.
fn weakness(
    answer: &AnswerContent,
    question: &str,
    sources: &[SourceSummary],
    extraction: &Extraction,
) -> Option<String> {
    let first = answer.facts.first()?;
    if extraction.cancelled.contains(&first.text) {
        return Some(wording::CANCELLED.say(&[]));
    }
    if extraction.other_choice.contains(&first.text) {
        return Some(wording::OTHER_CHOICE.say(&[]));
    }
    if is_of_other_year(&AskedYears::of(question), first, sources) {
        return Some(wording::OTHER_YEAR.say(&[]));
    }
    first.support.iter().all(|quote| states_nothing(quote.text())).then(|| wording::STATES_NOTHING.say(&[]))
}

/// Returns true for a fact from local papers of another year than the question asks about.
fn is_of_other_year(years: &AskedYears, fact: &Fact, sources: &[SourceSummary]) -> bool {
    let said: Vec<&str> = fact.support.iter().map(Quote::text).collect();
    let cited = fact.support.iter().filter_map(|q| sources.iter().find(|s| s.id == *q.source_id()));
    let papers: Vec<&SourceSummary> = cited.collect();
    let titles: Vec<&str> = papers.iter().map(|s| s.title.as_str()).collect();
    let dates: Vec<&str> = papers.iter().filter_map(|s| s.meta.date.as_deref()).collect();
    papers.iter().all(|s| s.meta.lane != "state")
        && years.differ_from(&said.join(" "), &titles, &dates.join(" "))
}

/// Returns a gap for each thing that the question lists and no quote mentions.
fn not_covered(evidence: &Evidence<'_>, facts: &[Fact]) -> Vec<Gap> {
    if facts.is_empty() {
        return Vec::new();
    }
    let said: Vec<String> = facts.iter().flat_map(|f| &f.support).map(|q| q.text().to_owned()).collect();
    let said = term_set(&said.join("\n"));
    let missing = |thing: &String| {
        let own = term_set(thing);
        !own.is_empty() && !own.iter().any(|term| said.contains(term))
    };
    let things = listed(&evidence.query().text).into_iter().map(|(thing, _)| thing);
    things
        .filter(missing)
        .map(|thing| Gap {
            reason: wording::NOT_SPOKEN_OF.say(&[&thing]),
            need: thing,
            why: GapReason::NoQuoteFound,
            searched: vec![evidence.query().text.clone()],
            unread: unread(&evidence.sources),
        })
        .collect()
}

/// Returns true when a gap already reports that a section's text is missing.
fn said_of(answer: &AnswerContent, citation: &str) -> bool {
    answer.gaps.iter().any(|g| g.reason.contains(citation))
}

/// Returns the answer with the sentences that a model wrote. The model is asked once to replace the sentences that fail;
/// the flag is true when it returned replacements.
fn corrected(mut answer: AnswerContent, at_work: Option<AtWork<'_, '_>>) -> (AnswerContent, bool) {
    let Some((writing, written)) = at_work else { return (answer, false) };
    let Some(sentences) = criticised(&written.sentences, &answer, writing) else {
        // Without the critic, only whole quoted sentences count; there is nothing to write better.
        answer.drafted.clone_from(&written.sentences);
        return (answer, false);
    };
    let failing = prose::checked(&sentences, &answer).fell;
    let fallen: Vec<&DraftSentence> = failing.iter().filter_map(|at| sentences.get(*at)).collect();
    let replaced = if fallen.is_empty() { Vec::new() } else { writing.rewrite(&fallen) };
    if replaced.is_empty() {
        answer.drafted = sentences;
        return (answer, false);
    }
    let mut replaced = criticised(&replaced, &answer, writing).unwrap_or(replaced);
    for (at, sentence) in sentences.into_iter().enumerate() {
        if failing.first() == Some(&at) {
            answer.drafted.append(&mut replaced);
        } else if !failing.contains(&at) {
            answer.drafted.push(sentence);
        }
    }
    (answer, true)
}

/// Marks the sentences in the model's own words that pass every other check and that the critic finds supported; `None`
/// when the critic gave no verdict.
fn criticised(
    sentences: &[DraftSentence],
    answer: &AnswerContent,
    writing: &mut Writing<'_>,
) -> Option<Vec<DraftSentence>> {
    let open = prose::restatements(sentences, answer);
    let claims: Vec<Claim<'_>> = open.iter().map(|r| Claim { sentence: r.text, quotes: &r.quotes }).collect();
    let verdicts = writing.criticise(&claims)?;
    let mut judged = sentences.to_vec();
    for (restated, _) in open.iter().zip(verdicts).filter(|(_, supported)| *supported) {
        if let Some(sentence) = judged.get_mut(restated.place) {
            sentence.supported = true;
        }
    }
    Some(judged)
}
