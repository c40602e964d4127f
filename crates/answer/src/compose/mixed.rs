//! Answers a question about something composed of parts, such as a tax, part by part, whatever else it asks (SPEC
//! SYN-4). The parts get an answer even while "why did it go up" stays open for lack of a paper.

use std::collections::HashSet;

use crate::check::audit::{MixedPart, parts_missing};
use crate::check::verify::Fact;
use crate::draft::DraftFact;
use crate::find::evidence::Evidence;
use crate::find::extract::as_fact;
use crate::find::ranked::Ranked;
use twolane_text::{SourceId, TokenKind, tokens_of, year_of};

/// Returns the best figure for each part that no fact mentions, from the one paper that has most of these parts.
pub(super) fn part_facts(evidence: &Evidence<'_>, facts: &[Fact]) -> Vec<DraftFact> {
    let question = evidence.question.text();
    let said: Vec<&str> = facts.iter().flat_map(|f| f.support.iter().map(|q| q.text())).collect();
    let missing = parts_missing(question, &said.join("\n"));
    if missing.is_empty() {
        return Vec::new();
    }
    let years: Vec<i16> = words(question).filter_map(year_of).collect();
    let figures: Vec<&Ranked> =
        evidence.extraction.ranked.iter().filter(|r| is_figure(r) && of_years(r, &years)).collect();
    let best = |part: &MixedPart, source: &Ranked| {
        figures.iter().copied().find(|r| {
            r.source().id() == source.source().id() && part.is_in(r.text()) && speaks_of_whole(part, r)
        })
    };
    // Parts from several papers may be of several years, or of several towns.
    let of_paper = |paper: &Ranked| missing.iter().filter_map(|part| best(part, paper)).collect::<Vec<_>>();
    let mut found: Vec<&Ranked> = Vec::new();
    let mut looked_at: HashSet<&SourceId> = HashSet::new();
    for paper in figures.iter().filter(|r| looked_at.insert(r.source().id())) {
        let parts = of_paper(paper);
        if parts.len() > found.len() {
            found = parts;
        }
    }
    let mut out: Vec<DraftFact> = Vec::new();
    for fact in found.into_iter().filter_map(as_fact).filter(|f| !f.cut) {
        if !out.iter().any(|f| f.support == fact.support) {
            out.push(fact);
        }
    }
    out
}

fn is_figure(candidate: &Ranked) -> bool {
    !tokens_of(candidate.text(), TokenKind::Number).is_empty()
}

fn speaks_of_whole(part: &MixedPart, candidate: &Ranked) -> bool {
    part.whole_is_in(candidate.text())
        || part.whole_is_in(candidate.header())
        || part.whole_is_in(candidate.source().title())
}

/// Returns false for a figure of another year than the question asks for.
fn of_years(candidate: &Ranked, asked: &[i16]) -> bool {
    let around = format!("{} {} {}", candidate.source().title(), candidate.header(), candidate.text());
    let own: Vec<i16> = words(&around).filter_map(year_of).collect();
    asked.is_empty() || own.is_empty() || own.iter().any(|year| asked.contains(year))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty())
}
