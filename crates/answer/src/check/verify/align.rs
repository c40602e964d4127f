//! Span alignment over the whole answer object (SPEC EVD-1): sentences that no quote supports are removed, and a gap
//! reports them.

use crate::check::answer::AnswerContent;
use crate::draft::{Gap, GapReason, Unread, wording};
use crate::language::borne::Borne;
use twolane_text::{Quote, sentences};

use super::fact::Fact;

/// Words that are not a writer's: the question's, and sentences of the engine about its search and its archive.
#[derive(Debug, Clone, Copy, Default)]
pub struct OwnWords<'a> {
    /// Question. An answer may repeat its names where it reports what is missing.
    pub question: &'a str,
    /// Whole texts by the engine; they claim nothing about the papers.
    pub sentences: &'a [String],
}

/// Result of the alignment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Aligned {
    /// Paths of the texts that lost sentences.
    pub cut: Vec<String>,
    /// Number of facts that their own quotes did not support.
    pub facts_dropped: usize,
}

/// Keeps the facts that their own quotes support; returns the number of the others.
pub(super) fn borne_facts(answer: &mut AnswerContent) -> usize {
    let before = answer.facts.len();
    answer.facts.retain(|fact| of_fact(fact).bears_out(&fact.text));
    before - answer.facts.len()
}

/// Removes every sentence with an unsupported token from the answer's other texts. These rest on all quotes and titles;
/// gaps, limitations and further questions may repeat the question. A gap is added when a sentence of the answer's
/// content, or a fact, was removed.
pub(super) fn align(answer: &mut AnswerContent, facts_dropped: usize, own: &OwnWords<'_>) -> Aligned {
    let mut aligned = Aligned { facts_dropped, ..Aligned::default() };
    let mut borne = Borne::default();
    let quotes = answer.facts.iter().flat_map(|f| &f.support);
    let listed = answer.conflicts.iter().flat_map(|c| c.values.iter().map(|v| &v.quote));
    for quote in quotes.chain(listed) {
        borne.add(quote.text());
    }
    // A name may cross the border between two pieces.
    for words in answer.facts.iter().filter_map(|f| f.verbatim()).flatten() {
        borne.add(&words);
    }
    for address in answer.facts.iter().flat_map(|f| &f.context) {
        borne.add(address);
        borne.add_section(address);
    }
    for cited in &answer.citations_index {
        borne.add(&cited.title);
    }
    let mut asked = borne.clone();
    asked.add(own.question);
    for gap in &answer.gaps {
        for title in &gap.unread.sources {
            asked.add(title);
        }
        asked.add(&gap.unread.pages.to_string());
    }
    let mut cut = |place: &str, text: &mut String, borne: &Borne| {
        if own.sentences.contains(text) {
            return;
        }
        let kept = keep(text, borne);
        if kept != *text {
            aligned.cut.push(place.to_owned());
            *text = kept;
        }
    };
    cut("answer", &mut answer.answer, &borne);
    cut("analysis", &mut answer.analysis, &borne);
    cut("statewide_reason", &mut answer.statewide_reason, &borne);
    cut("applicability_check", &mut answer.applicability_check, &borne);
    for text in &mut answer.assumptions {
        cut("assumptions", text, &asked);
    }
    for text in &mut answer.limitations {
        cut("limitations", text, &asked);
    }
    for text in &mut answer.suggested_followups {
        cut("suggested_followups", text, &asked);
    }
    for gap in &mut answer.gaps {
        cut("gaps.need", &mut gap.need, &asked);
        cut("gaps.reason", &mut gap.reason, &asked);
        if gap.reason.is_empty() {
            gap.reason = wording::NOT_BORNE.say(&[]);
        }
    }
    for conflict in &mut answer.conflicts {
        cut("conflicts.key", &mut conflict.key, &asked);
    }
    answer.assumptions.retain(|t| !t.is_empty());
    answer.limitations.retain(|t| !t.is_empty());
    answer.suggested_followups.retain(|t| !t.is_empty());
    if answer.answer.is_empty() {
        answer.answer = answer.facts.first().map(|f| f.text.clone()).unwrap_or_default();
    }
    let said = ["answer", "analysis", "statewide_reason", "applicability_check"];
    if aligned.facts_dropped > 0 || aligned.cut.iter().any(|place| said.contains(&place.as_str())) {
        answer.gaps.push(Gap {
            need: wording::NEED_QUOTES.say(&[]),
            why: GapReason::NoQuoteFound,
            reason: wording::CUT.say(&[]),
            searched: Vec::new(),
            unread: Unread::default(),
        });
    }
    aligned
}

fn of_fact(fact: &Fact) -> Borne {
    let mut borne = Borne::of(fact.support.iter().map(Quote::text));
    for words in fact.verbatim().unwrap_or_default() {
        borne.add(&words);
    }
    for context in &fact.context {
        borne.add(context);
        borne.add_section(context);
    }
    borne
}

/// Returns the sentences of a text without unsupported tokens.
fn keep(text: &str, borne: &Borne) -> String {
    if borne.bears_out(text) {
        return text.to_owned();
    }
    sentences(text)
        .into_iter()
        .filter_map(|range| text.get(range))
        .filter(|sentence| borne.bears_out(sentence))
        .collect::<Vec<_>>()
        .join(" ")
}
