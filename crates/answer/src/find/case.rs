//! The record of one case: how it ended, and why.

use std::ops::Range;

use crate::draft::DraftFact;
use crate::language::question::Question;
use crate::options::AnswerOptions;
use twolane_retrieve::Expected;
use twolane_text::pattern::pattern;
use twolane_text::{Source, Statement, states_decision};

use super::identifiers::{Identifiers, record_of_party};
use super::ranked::Ranked;
use super::whole::fact_of;

// What a board did with a case.
pattern!(
    DECIDED,
    r"(?i)\b(?:granted|denied|(?:dis)?approved|dismissed|tabled|upheld|reversed|remanded|rejected|withdrawn|withdrew|(?:continued|postponed|adjourned) (?:to|until))\b"
);
// A decision as such, beside words that tell of another: "a permit denied by the inspector".
pattern!(
    OF_THE_BOARD,
    r"\b(?:GRANTED|DENIED|(?:DIS)?APPROVED|DISMISSED|TABLED|UPHELD|REVERSED|REMANDED|REJECTED|WITHDRAWN|CONTINUED|POSTPONED|ADJOURNED)\b|(?i:\bdecision\b|\bvot(?:e|ed|es)\b|\bunanimous)|\b\d{1,2}\s?(?:-|\u{2013}|to)\s?\d{1,2}\b"
);
// A question of how a case ended, and the words for the reasons of it.
pattern!(
    OF_A_CASE,
    r"(?i)\b(?:turned down|den(?:y|ied)|refused?|reject(?:ed)?|approved?|grant(?:ed)?|allowed|decided?|ruled?)\b"
);
pattern!(FINDS, r"(?i)\b(?:finds?|found|findings?|conclude[sd]?|reasons?|grounds)\b");
/// Maximum number of words of the record of a case that is quoted as a whole.
const WORDS_OF_A_CASE: usize = 160;
/// Number of first candidates among which one names the applicant of a case.
const PARTY_AMONG: usize = 12;

/// Returns the record of a case that the question names by its number, the decision first. A record of one paper has the
/// parts of many cases, and each begins with its number.
pub(super) fn whole_case(
    identifiers: &Identifiers,
    ranked: &[Ranked],
    options: &AnswerOptions,
) -> Vec<DraftFact> {
    let found = ranked.iter().find_map(|r| Some((r.source(), identifiers.record_of(r)?)));
    let Some((source, own)) = found.and_then(|(source, lines)| Some((source, statements_of(source, lines)?)))
    else {
        return Vec::new();
    };
    let words: usize =
        own.iter().filter_map(|at| source.statements().all().get(*at)).map(|s| word_count(source, s)).sum();
    if words > WORDS_OF_A_CASE {
        return Vec::new();
    }
    let own: Vec<(Decided, usize)> = own.into_iter().map(|at| (decided(source, at), at)).collect();
    if own.iter().all(|(decided, _)| *decided == Decided::No) {
        return Vec::new();
    }
    facts_in_order(source, own, options)
}

/// Returns the outcome of the case whose applicant the question names, followed by the reasons if the question asks for
/// them. The outcome comes first because the question may be wrong about it.
pub(super) fn case_of_party(
    question: &Question,
    ranked: &[Ranked],
    options: &AnswerOptions,
) -> Vec<DraftFact> {
    let wants_cause = question.expected() == Expected::Cause;
    if !wants_cause && !OF_A_CASE.get().is_match(question.text()) {
        return Vec::new();
    }
    let found = ranked
        .iter()
        .take(PARTY_AMONG)
        .find_map(|r| Some((r.source(), record_of_party(question.text(), r)?)));
    let Some((source, own)) = found.and_then(|(source, lines)| Some((source, statements_of(source, lines)?)))
    else {
        return Vec::new();
    };
    let gives_cause = |at: usize| {
        let statement = source.statements().all().get(at).filter(|s| !s.heading);
        let text = statement.map(|s| s.text(source.reading())).unwrap_or_default();
        FINDS.get().is_match(&text) || Expected::Cause.is_in(&text)
    };
    let mut own: Vec<(Decided, usize)> = own.into_iter().map(|at| (decided(source, at), at)).collect();
    own.retain(|(decided, at)| *decided >= Decided::Told || (wants_cause && gives_cause(*at)));
    if own.iter().all(|(decided, _)| *decided < Decided::Told) {
        return Vec::new();
    }
    facts_in_order(source, own, options)
}

/// Returns the statements of a paper in these lines.
fn statements_of(source: &Source, lines: Range<usize>) -> Option<Vec<usize>> {
    Some(source.statements().touching(source.reading().bytes_of(lines)?))
}

/// The degree to which a statement gives the decision in a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Decided {
    /// It says nothing of a decision.
    No,
    /// It has a word of a vote: "no north arrow" has one too.
    Vote,
    /// It has the word for a decision, perhaps somebody else's.
    Told,
    /// It has that word beside a vote, or in capitals.
    Board,
}

fn decided(source: &Source, at: usize) -> Decided {
    let statement = source.statements().all().get(at).filter(|s| !s.heading);
    let text = statement.map(|s| s.text(source.reading())).unwrap_or_default();
    match (DECIDED.get().is_match(&text), OF_THE_BOARD.get().is_match(&text)) {
        (true, true) => Decided::Board,
        (true, false) => Decided::Told,
        (false, _) if states_decision(&text) => Decided::Vote,
        (false, _) => Decided::No,
    }
}

fn facts_in_order(
    source: &Source,
    mut ranked: Vec<(Decided, usize)>,
    options: &AnswerOptions,
) -> Vec<DraftFact> {
    ranked.sort_by_key(|(rank, at)| (std::cmp::Reverse(*rank), *at));
    let facts = ranked.into_iter().filter_map(|(_, at)| fact_of(source, at, at, options));
    facts.take(options.max_facts).collect()
}

fn word_count(source: &Source, statement: &Statement) -> usize {
    statement.text(source.reading()).split_whitespace().count()
}
