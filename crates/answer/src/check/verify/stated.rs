//! Statements of a fact beyond its quotes (SPEC EVD-13). A statement other than a quote's own words is compared with
//! the whole sentences that contain its quotes, not with the quotes alone.

use std::collections::BTreeSet;
use std::ops::Range;

use twolane_text::{BearingText, Difference, DifferenceKind, Judgement, Source};

/// Returns the reason why these sentences do not support a statement, without repeating its words; `None` when one of
/// them does.
pub(super) fn departs(statement: &str, sentences: &[String]) -> Option<String> {
    match BearingText::of(sentences.iter().map(String::as_str)).judge(statement) {
        Judgement::Verbatim | Judgement::Borne => None,
        Judgement::NotBorne(differences) => {
            Some(format!("a drafted statement differs from its sentence in {}", in_words(&differences)))
        }
        Judgement::Unchecked(why) => Some(format!("a drafted statement can't be checked: {why}")),
    }
}

fn in_words(differences: &[Difference]) -> String {
    let kinds: BTreeSet<DifferenceKind> = differences.iter().map(|d| d.kind).collect();
    let names: Vec<&str> = kinds.into_iter().map(name).collect();
    names.join(", ")
}

fn name(kind: DifferenceKind) -> &'static str {
    match kind {
        DifferenceKind::Negation => "a negation",
        DifferenceKind::Modality => "what may or must be",
        DifferenceKind::Condition => "a condition",
        DifferenceKind::Quantifier => "how many it holds for",
        DifferenceKind::Comparison => "a comparison",
        DifferenceKind::Number => "a number",
        DifferenceKind::Period => "a date or time",
        DifferenceKind::Unit => "a unit",
        DifferenceKind::Name => "a name",
        DifferenceKind::Word => "its words",
        DifferenceKind::Punctuation => "its punctuation",
        DifferenceKind::Order => "the order of its words",
    }
}

/// Returns the whole statements that overlap these bytes of a source, each with the context that it needs.
pub(super) fn whole_text(source: &Source, bytes: &Range<usize>) -> String {
    let statements = source.statements();
    let touched = statements.touching(bytes.clone()).into_iter();
    let parts: BTreeSet<(usize, usize)> =
        touched.flat_map(|s| statements.whole_parts(s)).map(|part| (part.start, part.end)).collect();
    let texts = parts.into_iter().filter_map(|(start, end)| source.reading().text().get(start..end));
    texts.collect::<Vec<_>>().join(" ")
}
