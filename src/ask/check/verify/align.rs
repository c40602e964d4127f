//! Span alignment over the whole answer object (SPEC EVD-1): what no quote bears out is taken away,
//! sentence by sentence, and said to be missing.

use crate::ask::check::answer::AnswerContent;
use crate::ask::draft::{Gap, GapReason, Unread, wording};
use crate::ask::language::borne::Borne;
use crate::text::{Quote, sentences};

use super::fact::Fact;

/// Words that are not a writer's: the question's, and sentences that the engine itself wrote about
/// its search and its archive.
#[derive(Debug, Clone, Copy, Default)]
pub struct OwnWords<'a> {
    /// The question. What it names may be named again where the answer speaks of what is missing.
    pub question: &'a str,
    /// Whole texts by the engine; they claim nothing about the papers.
    pub sentences: &'a [String],
}

/// What alignment did.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Aligned {
    /// Places of the texts that lost sentences.
    pub cut: Vec<String>,
    /// Facts whose own quotes did not bear them out.
    pub facts_dropped: usize,
}

/// Keeps the facts that their own quotes bear out; the number of the others.
pub(super) fn borne_facts(answer: &mut AnswerContent) -> usize {
    let before = answer.facts.len();
    answer.facts.retain(|fact| of_fact(fact).bears_out(&fact.text));
    before - answer.facts.len()
}

/// Cuts every sentence with a stray out of the answer's other texts. They rest on all quotes and
/// titles; gaps, limitations and further questions may repeat the question. A gap is added when
/// something was cut from what the answer says, or some of its facts were.
pub(super) fn align(answer: &mut AnswerContent, facts_dropped: usize, own: &OwnWords<'_>) -> Aligned {
    let mut aligned = Aligned { facts_dropped, ..Aligned::default() };
    let mut borne = Borne::default();
    let quotes = answer.facts.iter().flat_map(|f| &f.support);
    let listed = answer.conflicts.iter().flat_map(|c| c.values.iter().map(|v| &v.quote));
    for quote in quotes.chain(listed) {
        borne.add(quote.text());
    }
    // A name may stand over the border between two pieces.
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

/// The sentences of a text without strays.
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
