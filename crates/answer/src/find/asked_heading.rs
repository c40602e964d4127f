//! Facts under other headings than the one that the question names: the station's hours beside those of the library.

use std::collections::HashSet;

use crate::language::question::Question;
use crate::language::question_terms::term_set;

use super::ranked::Ranked;

/// Least evidence of the reader with which the first candidate decides which heading is asked for.
const ANSWERS: f32 = 0.5;

/// Drops the candidates under headings without those words of the question that the heading of the first candidate has,
/// unless their own text or the title of another paper has one.
pub(super) fn keep_asked_heading(question: &Question, chosen: &mut Vec<&Ranked>) {
    let Some(first) = chosen.first().copied() else { return };
    if first.features.evidence.is_none_or(|evidence| evidence < ANSWERS) {
        return;
    }
    let asked: HashSet<String> =
        headings(first).into_iter().filter(|term| question.terms().has(term)).collect();
    if asked.is_empty() {
        return;
    }
    let has = |terms: &HashSet<String>| !terms.is_disjoint(&asked);
    chosen.retain(|r| {
        let own = headings(r);
        let is_own_paper = r.source().id() == first.source().id();
        let titled = || !is_own_paper && has(&term_set(r.header()));
        own.is_empty() || r.is_law || has(&own) || has(&r.terms) || titled()
    });
}

/// Returns the words of the headings above a candidate, each of a higher rank than the one below it. The paper's title
/// is none of them.
fn headings(r: &Ranked) -> HashSet<String> {
    let (lines, title) = (r.source().lines(), r.source().title());
    let Some(own) = r.source().reading().lines_of(r.candidate().bytes.clone()) else { return HashSet::new() };
    let (mut found, mut below) = (HashSet::new(), u8::MAX);
    for line in lines.iter().take(own.start).rev() {
        let Some(level) = line.heading.filter(|level| *level < below) else { continue };
        below = level;
        if !title.contains(line.text.trim()) {
            found.extend(term_set(&line.text));
        }
    }
    found
}
