//! Numbers by which a question names one case, resolution, article or lot. Facts about another number do not answer it.

use std::ops::Range;

use twolane_text::pattern::pattern;
use twolane_text::{Designator, Token, TokenKind, designators, tokens_of};

use super::ranked::Ranked;

// Words right before and right after the name of an applicant. Somebody who "asked that it be denied" is none.
pattern!(
    BEFORE_PARTY,
    r"(?i)\b(?:applicants?|petitioners?|appellants?|owners?|(?:appeal|application|request|petition) (?:of|by|from))\W*$"
);
pattern!(
    AFTER_PARTY,
    r"(?i)^(?:,[^.;]{1,60},)? (?:(?:has|have) )?(?:asks?|asked|appl(?:y|ies|ied)|requests?|requested|seeks?|sought|appeals?|appealed) (?:for|to|an?|from|permission|relief)\b"
);
pattern!(
    BODY,
    r"\b(?:boards?|committees?|commission|council|town|city|village|department|court|association)\b"
);

/// Kinds that the citation resolver handles, with rules of its own.
const OF_LAW: [&str; 2] = ["section", "chapter"];

/// Maximum number of lines between a text and the line above that labels it.
const LABEL_WITHIN: usize = 40;

/// Identifiers of a question.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Identifiers(Vec<Designator>);

/// Relation of a text to the identifiers of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// Has one of them, or is under a heading with one.
    Named,
    /// Has no number of their kinds.
    Open,
    /// Has another number of the same kind, or is under a heading with one.
    Other,
}

impl Identifiers {
    /// Extracts the identifiers of a question.
    pub fn of(question: &str) -> Self {
        let mut found = designators(question);
        // A year distinguishes budgets and reports through the dates of their papers, too.
        let is_year =
            |number: &str| number.len() == 4 && (number.starts_with("19") || number.starts_with("20"));
        found.retain(|d| !OF_LAW.contains(&d.kind) && d.kind != "fiscal year" && !is_year(&d.number));
        Identifiers(found)
    }

    /// Returns true for a question without identifiers.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the relation of a text. Its own numbers decide. Without any, the first text of `above` with a number
    /// decides: the words before it in its chunk, then the headings above it.
    pub fn relation(&self, text: &str, above: &[&str]) -> Relation {
        let own = self.relation_of(&designators(text), false);
        let over = || above.iter().map(|text| self.relation_of(&designators(text), true));
        std::iter::once(own)
            .chain(over())
            .find(|relation| *relation != Relation::Open)
            .unwrap_or(Relation::Open)
    }

    /// Returns the relation of the nearest line above that begins with a number of the kinds, as the parts of a record
    /// do that has many cases.
    fn under_label(&self, r: &Ranked) -> Relation {
        let source = r.source();
        let first = source.reading().lines_of(r.candidate().bytes.clone()).map_or(0, |lines| lines.start);
        let above = source.lines().get(..first).unwrap_or_default().iter().rev().take(LABEL_WITHIN);
        let mut labels = above.filter_map(|line| {
            let label = line.text.trim_start_matches(|c: char| !c.is_alphanumeric());
            let found = designators(label);
            let leads = found.first().is_some_and(|d| d.span.start == 0);
            leads.then(|| self.relation_of(&found, false))
        });
        labels.find(|relation| *relation != Relation::Open).unwrap_or(Relation::Open)
    }

    /// Returns the lines of the record of a case that begins with one of the numbers. `None` where the candidate is in no
    /// such record.
    pub(super) fn record_of(&self, r: &Ranked) -> Option<Range<usize>> {
        let (label, lines) = record_around(r)?;
        self.0.iter().any(|asked| asked.is_same(&label)).then_some(lines)
    }

    /// Compares all numbers of a text, or only the last number of a text above it.
    fn relation_of(&self, found: &[Designator], last: bool) -> Relation {
        let mut same_kind = found.iter().filter(|d| self.0.iter().any(|asked| asked.kind == d.kind));
        let asked = |d: &Designator| self.0.iter().any(|asked| asked.is_same(d));
        let named = match last {
            true => same_kind.next_back().map(asked),
            false => same_kind.clone().next().map(|_| same_kind.any(asked)),
        };
        named.map_or(Relation::Open, |named| if named { Relation::Named } else { Relation::Other })
    }

    /// Keeps the candidates that the identifiers allow, matching ones first. Returns false when no candidate has any of
    /// the numbers: the candidates are then near at best.
    pub fn keep(&self, ranked: &mut Vec<Ranked>) -> bool {
        if self.is_empty() {
            return true;
        }
        let relation = |r: &Ranked| match r.is_keyed() {
            true => Relation::Named,
            false => match self.relation(r.text(), &r.above()) {
                Relation::Open => self.under_label(r),
                relation => relation,
            },
        };
        let relations: Vec<Relation> = ranked.iter().map(relation).collect();
        if !relations.contains(&Relation::Named) {
            let texts = || ranked.iter().flat_map(|r| r.above().into_iter().chain([r.text()]));
            let stands = self.0.iter().any(|asked| texts().any(|text| has_number(text, &asked.number)));
            let mut relations = relations.into_iter();
            ranked.retain(|_| stands || relations.next() != Some(Relation::Other));
            return stands;
        }
        let mut kept: Vec<(Relation, Ranked)> = relations.into_iter().zip(ranked.drain(..)).collect();
        kept.retain(|(relation, _)| *relation != Relation::Other);
        kept.sort_by_key(|(relation, _)| *relation);
        ranked.extend(kept.into_iter().map(|(_, r)| r));
        true
    }
}

/// Returns the lines of the record of a case whose applicant the question names, in capitals or not: "why was ada lund
/// turned down". `None` where the candidate is in no record of a case, or names no such person.
pub(super) fn record_of_party(question: &str, r: &Ranked) -> Option<Range<usize>> {
    let asked = format!(" {} ", words_of(question));
    let is_asked = |name: &str| {
        let own = words_of(name);
        own.contains(' ') && !BODY.get().is_match(&own) && asked.contains(&format!(" {own} "))
    };
    let (_, lines) = record_around(r).filter(|(label, _)| label.kind == "case")?;
    let head = r.source().lines().get(lines.start).map_or("", |line| line.text.as_str());
    let stands_in = |text: &str, is_party: &dyn Fn(&Token) -> bool| {
        tokens_of(text, TokenKind::Name).iter().any(|name| is_asked(&name.raw) && is_party(name))
    };
    let is_party = |name: &Token| {
        let (before, after) = (r.text().get(..name.range.start), r.text().get(name.range.end..));
        before.is_some_and(|before| BEFORE_PARTY.get().is_match(before))
            || after.is_some_and(|after| AFTER_PARTY.get().is_match(after))
    };
    (stands_in(head, &|_| true) || stands_in(r.text(), &is_party)).then_some(lines)
}

/// Returns the words in lower case with one space between them.
fn words_of(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the number with which the record around a candidate begins, and the record's lines: up to the next line that
/// begins with another number of the kind.
fn record_around(r: &Ranked) -> Option<(Designator, Range<usize>)> {
    let lines = r.source().lines();
    let own = r.source().reading().lines_of(r.candidate().bytes.clone())?.start;
    let label = |at: usize| leading(&lines.get(at)?.text);
    let mut first = (0..=own).rev().take(LABEL_WITHIN).find(|at| label(*at).is_some())?;
    let found = label(first)?;
    // The number may stand before the decision once more.
    let is_again = |at: &usize| label(*at).is_some_and(|before| before.is_same(&found));
    first = (0..first).rev().take(LABEL_WITHIN).find(is_again).unwrap_or(first);
    let is_next =
        |at: &usize| label(*at).is_some_and(|next| next.kind == found.kind && !next.is_same(&found));
    let end = (first + 1..lines.len()).find(is_next).unwrap_or(lines.len());
    Some((found, first..end))
}

/// Returns the number that a line begins with, as the records of many cases do: "CASE #2023-04".
pub(super) fn leading(line: &str) -> Option<Designator> {
    let label = line.trim_start_matches(|c: char| !c.is_alphanumeric());
    designators(label).into_iter().next().filter(|d| d.span.start == 0 && !OF_LAW.contains(&d.kind))
}

/// Returns true for a text with this number, whatever it numbers.
fn has_number(text: &str, number: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '-';
    text.split(|c: char| !is_part(c)).any(|word| word.trim_matches('-').eq_ignore_ascii_case(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_number_of_the_kind_is_no_answer() {
        let asked = Identifiers::of("When was resolution 2025-08 adopted?");
        for (text, above, expected) in [
            ("Resolution 2025-08 was adopted on May 6.", &[][..], Relation::Named),
            ("Resolution No. 2025-8 was adopted on May 6.", &[], Relation::Named),
            ("Resolution 2025-07 was adopted on May 6.", &[], Relation::Other),
            ("Resolutions 2025-07 and resolution 2025-08 passed.", &[], Relation::Named),
            (
                "It was adopted on May 6.",
                &["Resolution 2025-07 names the park. Resolution 2025-08 the pond."],
                Relation::Named,
            ),
            ("It was adopted on May 6.", &["The board met.", "Resolution 2025-07"], Relation::Other),
            ("The fee is $20.", &["The board met."], Relation::Open),
            ("Ordinance 2025-07 was adopted.", &[], Relation::Open),
        ] {
            assert_eq!(asked.relation(text, above), expected, "{text}");
        }
        assert!(Identifiers::of("What notice does RSA 91-A:2 require?").is_empty());
    }
}
