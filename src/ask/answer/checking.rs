//! Turns a draft into a checked answer: repairs it, fills missing facets, and applies the hard rules.

use std::collections::BTreeSet;

use crate::archive::SourceSummary;
use crate::ask::check::answer::{AnswerContent, Conflict, Mode};
use crate::ask::check::audit::{AuditInput, AuditReport, KnownStatute, Lane, audit, strike};
use crate::ask::check::prose;
use crate::ask::check::repair::{Repaired, repair};
use crate::ask::check::verify::{Checked, Fact, check_facts_with, secondary_support};
use crate::ask::draft::{Draft, DraftSentence, Gap, GapReason, wording};
use crate::ask::error::AskError;
use crate::ask::find::ask::Ask;
use crate::ask::find::evidence::Evidence;
use crate::ask::find::extract::whole_first;
use crate::ask::find::gap_search::unread;
use crate::ask::find::law::{named_gaps, packs_of};
use crate::ask::find::standing::{SourceStanding, is_secondary, speaks_of_change};
use crate::ask::find::voice::states_nothing;
use crate::ask::find::write::{Writing, Written};
use crate::ask::find::years::AskedYears;
use crate::ask::language::facets::listed;
use crate::ask::language::question_terms::term_set;
use crate::text::{LineFlags, Quote, SourceId};

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
pub(in crate::ask) type AtWork<'w, 'm> = (&'w mut Writing<'m>, &'w Written);

/// An answer of checked facts, not sealed yet, with its audit.
pub(in crate::ask) struct Composed {
    pub content: AnswerContent,
    pub audit: AuditReport,
    pub repairs: usize,
    /// Evidence that was searched for conflicts.
    pub considered: Vec<ConflictEvidence>,
}

/// A line of a paper that addresses a language model.
struct Planted {
    source: SourceId,
    text: String,
}

impl Ask<'_> {
    /// Returns the facts of a draft that pass the checks unchanged.
    pub(in crate::ask) fn checked(&self, draft: &Draft) -> Checked {
        let lookup = |id: &SourceId| self.archive.source(id).ok();
        let sections = |id: &SourceId| self.archive.aliases(id).unwrap_or_default();
        check_facts_with(draft, &lookup, &sections, &self.options.answer.verify)
    }

    fn repaired(&self, draft: &Draft) -> Repaired {
        let lookup = |id: &SourceId| self.archive.source(id).ok();
        let sections = |id: &SourceId| self.archive.aliases(id).unwrap_or_default();
        repair(draft, &lookup, &sections, &self.options.answer.verify)
    }

    /// Checks a draft and makes an answer from it. A model that wrote sentences may correct, once, those that nothing
    /// supports.
    pub(in crate::ask) fn compose(
        &self,
        evidence: &Evidence<'_>,
        draft: Draft,
        at_work: Option<AtWork<'_, '_>>,
    ) -> Result<Composed, AskError> {
        let options = &self.options.answer;
        let failed = at_work.as_ref().is_some_and(|(_, written)| written.failed.is_some());
        let mut repaired = self.repaired(&draft);
        let repairs = repaired.rounds;
        let checked = &mut repaired.checked;
        let mut facts = std::mem::take(&mut checked.facts);
        let mut gaps = draft.gaps;
        gaps.append(&mut checked.refused);
        let of_law = named_gaps(evidence.named());
        // Nothing else replaces a section whose text is missing.
        if of_law.is_empty() && (facts.is_empty() || !draft.insufficient) {
            let within = &evidence.scope;
            let here = within.sources(self.archive)?;
            let filled = fill(self.archive, &evidence.question, &facts, &here, within, options)?;
            let more = Draft { facts: filled.facts, ..Draft::default() };
            facts.extend(self.checked(&more).facts);
            gaps.extend(filled.gaps);
        }
        of_its_own_case(&mut facts, &evidence.query().text);
        let room = options.max_facts.saturating_sub(facts.len());
        let parts = part_facts(evidence, &facts).into_iter().take(room).collect();
        facts.extend(self.checked(&Draft { facts: parts, ..Draft::default() }).facts);
        let (mut facts, unclear) = that_apply(facts, evidence);
        gaps.extend(not_covered(evidence, &facts));
        // Near quotes are shown, but not called an answer.
        let near = draft.insufficient && of_law.is_empty() && !facts.is_empty();
        let silent = (facts.is_empty() || near) && of_law.is_empty();
        gaps.extend(of_law);
        if silent {
            gaps.push(silent_gap(evidence));
        }
        let considered = self.considered(evidence, &facts);
        let listed = self.conflicts(evidence, &considered, facts.is_empty() || near);
        if !near {
            lead_with_what_stands(&mut facts, &listed, &evidence.sources);
        }
        whole_first(&mut facts, |f| f.cut);
        let cited = facts.iter().flat_map(|f| f.support.iter().map(|q| q.source_id()));
        let listed_in = listed.iter().flat_map(|c| c.values.iter().map(|v| v.quote.source_id()));
        let packs = packs_of(self.archive, cited.chain(listed_in), &evidence.editions)?;
        let strength = &self.options.answer.strength;
        let mut answer =
            assemble(evidence, Parts { facts, gaps, conflicts: listed, packs, failed }, strength);
        if near {
            answer.mode = Mode::ReportInsufficientEvidence;
            answer.record_strength.tier = 'C';
            answer.record_strength.reasons = vec![wording::NEAREST.say(&[])];
        }
        let cancelled = &evidence.extraction.cancelled;
        let why = weakness(&answer, &evidence.query().text, &evidence.sources, cancelled);
        if let Some(why) = why.filter(|_| !near) {
            answer.record_strength.tier = 'C';
            answer.record_strength.reasons = vec![why];
        }
        if unclear {
            answer.limitations.push(wording::STATEWIDE_NOT_SHOWN.say(&[]));
        }
        answer.suggested_followups =
            followups(self.archive, &answer, &evidence.query().text, &evidence.sources, &evidence.editions);
        secondary_support(&mut answer, &evidence.sources, &options.verify);
        let report = self.audit(&mut answer, evidence)?;
        let mut repairs = repairs;
        if let Some((writing, written)) = at_work {
            let (drafted, rewritten) = put_right(writing, written, &answer);
            answer.drafted = drafted;
            repairs += usize::from(rewritten);
        }
        Ok(Composed { content: answer, audit: report, repairs, considered })
    }

    /// Applies the hard rules to the draft's words. Flagged sentences are removed; missing statements are added to the
    /// limitations.
    fn audit(&self, answer: &mut AnswerContent, evidence: &Evidence<'_>) -> Result<AuditReport, AskError> {
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
                has_text: n.text_here || said_of(answer, &n.citation),
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
        let report = audit(answer, &input);
        strike(answer, &report);
        for flag in report.to_add() {
            answer.limitations.push(flag.sentence.clone());
        }
        for cited in answer.citations_index.iter().filter(|c| planted.iter().any(|p| p.source == c.source_id))
        {
            answer.limitations.push(wording::PLANTED.say(&[&cited.title]));
        }
        Ok(report)
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
                let found = of_quote(&source, quote, SourceStanding::of(summary))?;
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
        silent: bool,
    ) -> Vec<Conflict> {
        if silent {
            return Vec::new();
        }
        let options = &self.options.answer.conflicts;
        conflicts(&evidence.question, considered, options)
    }
}

/// Moves a better quote before the first fact's quote when both disagree. A paper of the body itself precedes a
/// second-hand report, and a later paper that says that something changed precedes the older paper. Both stay, and the
/// conflict lists them.
fn lead_with_what_stands(facts: &mut [Fact], conflicts: &[Conflict], sources: &[SourceSummary]) {
    let of = |q: &Quote| sources.iter().find(|s| &s.id == q.source_id());
    let overlap = |a: &Quote, b: &Quote| {
        a.source_id() == b.source_id() && (a.text().contains(b.text()) || b.text().contains(a.text()))
    };
    let of_first = |q: &Quote| conflicts.iter().find(|c| c.values.iter().any(|v| overlap(&v.quote, q)));
    // The labels of a row precede it, and texts around a statement can follow it.
    let mut leading = facts.first().map(|f| f.statement()).unwrap_or_default().iter().rev();
    let Some((first, conflict)) = leading.find_map(|q| Some((q.clone(), of_first(q)?))) else { return };
    let secondary = of(&first).is_some_and(is_secondary);
    let later = |q: &Quote| {
        let date = |q: &Quote| of(q).and_then(|s| s.meta.date.clone());
        date(q).zip(date(&first)).is_some_and(|(a, b)| a > b)
    };
    let stands = |q: &Quote| {
        let listed = conflict.values.iter().any(|v| overlap(&v.quote, q));
        let primary = secondary && of(q).is_some_and(|s| !is_secondary(s));
        let amended = !secondary && later(q) && speaks_of_change(q.text());
        listed && (primary || amended)
    };
    let better = facts.iter().position(|f| !f.cut && f.statement().iter().any(&stands));
    if let Some(rotated) = better.and_then(|place| facts.get_mut(..=place)) {
        rotated.rotate_right(1);
    }
}

/// Drops facts about another case, lot or unit than the one that the question names, where facts about that one exist.
fn of_its_own_case(facts: &mut Vec<Fact>, question: &str) {
    let of_another = |fact: &Fact| {
        let said: Vec<&str> = fact.support.iter().map(|q| q.text()).collect();
        tell_apart(question, &said.join(" "))
    };
    if facts.iter().any(|f| !of_another(f)) {
        facts.retain(|f| !of_another(f));
    }
}

/// Returns the reason why the first fact is no answer, even when it is near.
fn weakness(
    answer: &AnswerContent,
    question: &str,
    sources: &[SourceSummary],
    cancelled: &[String],
) -> Option<String> {
    let first = answer.facts.first()?;
    if cancelled.contains(&first.text) {
        return Some(wording::CANCELLED.say(&[]));
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

/// Returns the sentences that a model wrote. The model is asked once to replace the sentences that fail; the flag is
/// true when it returned replacements.
fn put_right(
    writing: &mut Writing<'_>,
    written: &Written,
    answer: &AnswerContent,
) -> (Vec<DraftSentence>, bool) {
    let sentences = &written.sentences;
    let fell = prose::checked(sentences, answer).fell;
    let Some(first) = fell.first() else { return (sentences.clone(), false) };
    let fallen: Vec<&DraftSentence> = fell.iter().filter_map(|at| sentences.get(*at)).collect();
    let mut anew = writing.rewrite(&fallen);
    if anew.is_empty() {
        return (sentences.clone(), false);
    }
    let mut out: Vec<DraftSentence> = Vec::new();
    for (at, sentence) in sentences.iter().enumerate() {
        if at == *first {
            out.append(&mut anew);
        } else if !fell.contains(&at) {
            out.push(sentence.clone());
        }
    }
    (out, true)
}
