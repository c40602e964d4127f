//! A fact in the form that a sentence may use.

use crate::check::answer::AnswerContent;
use crate::check::reasoning::{Labelled, Side, quoted};
use crate::draft::Said;
use twolane_text::{BearingText, SourceId, sentences};

use super::words::stands_alone;

/// Longest fact that is used without quotation marks, in bytes.
const LONGEST: usize = 600;

/// A fact with its token, prepared to judge parts of sentences.
pub(super) struct Cited<'a> {
    pub label: String,
    pub side: Side,
    pub source: Option<&'a SourceId>,
    /// Title of its paper.
    pub title: String,
    /// Its quotes in quotation marks, as the program prints them.
    pub marked: String,
    /// Its one sentence, without the final period, where it can follow others without quotation marks.
    pub clause: Option<String>,
    /// Its quoted words, with title and date of its paper.
    pub said: Said,
    whole: BearingText,
    quotes: BearingText,
    /// True when its words are adjacent and complete.
    unbroken: bool,
}

impl<'a> Cited<'a> {
    pub(super) fn of(answer: &AnswerContent, labelled: &Labelled<'a>) -> Self {
        let fact = labelled.fact;
        let source = fact.support.first().map(|quote| quote.source_id());
        let title = answer.citations_index.iter().find(|c| Some(&c.source_id) == source);
        let runs = fact.runs();
        let one_source = fact.statement().iter().all(|q| Some(q.source_id()) == source);
        let mut cited = Cited {
            label: labelled.label.clone(),
            side: labelled.side,
            source,
            title: title.map(|c| c.title.clone()).unwrap_or_default(),
            said: Said {
                title: title.map(|c| c.title.clone()).unwrap_or_default(),
                date: title.and_then(|c| c.date.clone()).unwrap_or_default(),
                words: runs.join(" "),
            },
            marked: quoted(fact),
            clause: None,
            // Both must contain the part: the sentence in its paper, and the quoted words.
            whole: BearingText::of(fact.whole.iter().map(String::as_str)),
            quotes: BearingText::of(runs.iter().map(String::as_str)),
            unbroken: runs.len() == 1 && !fact.cut && one_source,
        };
        let clause = runs.first().map(|run| run.trim()).filter(|run| {
            let one = sentences(run).len() == 1 && run.len() <= LONGEST && run.ends_with('.');
            one && run.starts_with(char::is_uppercase) && stands_alone(run) && cited.bears(run)
        });
        cited.clause = clause.map(|run| run.trim_end_matches('.').to_owned());
        cited
    }

    /// Returns true when these words are whole sentences of the fact.
    pub(super) fn bears(&self, part: &str) -> bool {
        let of = |texts: &BearingText| texts.judge(part).is_borne();
        self.unbroken && of(&self.quotes) && of(&self.whole)
    }
}
