//! Explanation of a disagreement, for people (SPEC SYN-12): catalogue data of the papers, and statements of their
//! quotes about themselves. It explains and never selects a side.

use std::collections::BTreeSet;

use twolane_text::{TokenKind, sentences, tokens, turns, year_of};

use super::source_status::{SourceStatus, speaks_of_change};

/// One side of a disagreement.
#[derive(Debug, Clone, Copy)]
pub struct Side<'a> {
    /// Catalogue data of its paper.
    pub source: &'a SourceStatus,
    /// Quote of this side.
    pub quote: &'a str,
}

/// Stage of a value in a decision, as a word of the quote shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Computed in advance.
    Estimate,
    /// Agreed by contract.
    Contract,
    /// Paid, or counted afterwards.
    Actual,
    /// Requested, not decided.
    Proposed,
    /// Decided by vote.
    Decided,
}

impl Stage {
    /// Words that show a stage, in lower case.
    const WORDS: &[(Stage, &[&str])] = &[
        (
            Stage::Estimate,
            &["estimate", "estimated", "estimates", "projected", "anticipated", "approximately"],
        ),
        (Stage::Contract, &["contract", "contracted", "contracts", "awarded", "bidder", "quotation"]),
        (Stage::Actual, &["actual", "spent", "expended", "invoiced"]),
        (Stage::Proposed, &["proposed", "proposes", "recommended", "recommends", "requested", "requests"]),
        (Stage::Decided, &["voted", "adopted", "approved", "appropriated"]),
    ];

    fn name(self) -> &'static str {
        match self {
            Stage::Estimate => "an estimate",
            Stage::Contract => "a contract or an offer",
            Stage::Actual => "what was spent",
            Stage::Proposed => "what was proposed",
            Stage::Decided => "what was decided",
        }
    }

    /// Returns the only stage that a text mentions, with the word that shows it. Returns `None` for several sentences,
    /// and for one that a negation or a condition changes ("was not approved").
    fn of(text: &str) -> Option<(Stage, &str)> {
        if sentences(text).len() != 1 || turns(text) {
            return None;
        }
        let mut told = text.split(|c: char| !c.is_alphanumeric()).filter_map(|word| {
            let lower = word.to_lowercase();
            Self::WORDS.iter().find(|(_, all)| all.contains(&lower.as_str())).map(|(stage, _)| (*stage, word))
        });
        let first = told.next()?;
        told.all(|(stage, _)| stage == first.0).then_some(first)
    }
}

/// Joins all notes that distinguish the sides, and the note that no side was selected.
pub fn told_apart(sides: &[Side<'_>]) -> String {
    let mut notes: Vec<String> = Vec::new();
    notes.extend(statuses(sides));
    notes.extend(stages(sides));
    notes.extend(years(sides));
    notes.extend(dates(sides));
    if sides.iter().any(|side| speaks_of_change(side.quote)) {
        notes.push("One of the quotes describes a change from one value to another.".into());
    }
    if let Some(side) = sides.iter().find(|side| side.source.secondary) {
        notes.push(format!("“{}” is a secondhand source.", side.source.title));
    }
    if notes.is_empty() {
        notes.push("Nothing in the papers' dates or status shows which one applies.".into());
    }
    notes.push("twolane does not choose between them.".into());
    notes.join(" ")
}

/// Returns the note on drafts, approval and repeal from the catalogue.
fn statuses(sides: &[Side<'_>]) -> Option<String> {
    let of =
        |side: &Side<'_>| Some(format!("“{}” is marked {}", side.source.title, side.source.status.as_ref()?));
    let mut said: Vec<String> = sides.iter().filter_map(of).collect();
    said.dedup();
    (!said.is_empty()).then(|| format!("{}.", said.join("; ")))
}

/// Returns the note on stages, such as an estimate next to a contract, or a proposal next to a vote. Each quote must
/// show one stage, and not all the same.
fn stages(sides: &[Side<'_>]) -> Option<String> {
    let told: Vec<(Stage, &str)> = sides.iter().map(|side| Stage::of(side.quote)).collect::<Option<_>>()?;
    let (first, _) = told.first()?;
    if told.iter().all(|(stage, _)| stage == first) {
        return None;
    }
    let said: Vec<String> = sides
        .iter()
        .zip(&told)
        .map(|(side, (stage, word))| format!("“{}” has “{word}” ({})", side.source.title, stage.name()))
        .collect();
    Some(format!("By their own words they may be of different stages: {}.", said.join("; ")))
}

/// Returns the note on years, when each quote names years and shares none with the others.
fn years(sides: &[Side<'_>]) -> Option<String> {
    let named: Vec<BTreeSet<i16>> = sides.iter().map(|side| years_in(side.quote)).collect();
    let apart = named
        .iter()
        .enumerate()
        .all(|(i, a)| !a.is_empty() && named.iter().skip(i + 1).all(|b| a.intersection(b).next().is_none()));
    (apart && named.len() > 1).then(|| "Their quotes name different years.".to_owned())
}

fn years_in(text: &str) -> BTreeSet<i16> {
    let of_token = |token: twolane_text::Token| match token.kind {
        TokenKind::Date => token.normal.get(..4).and_then(year_of),
        TokenKind::Number | TokenKind::Code => {
            year_of(token.raw.trim_start_matches(|c: char| c.is_alphabetic()))
        }
        _ => None,
    };
    tokens(text).into_iter().filter_map(of_token).collect()
}

/// Lists the papers in order of their dates.
fn dates(sides: &[Side<'_>]) -> Option<String> {
    let of = |side: &Side<'_>| Some((side.source.date.clone()?, side.source.title.clone()));
    let mut dated: Vec<(String, String)> = sides.iter().filter_map(of).collect();
    dated.sort_unstable();
    dated.dedup();
    let differ = dated.first().map(|d| &d.0) != dated.last().map(|d| &d.0);
    // The dates are listed with the sources; no quote supports them here.
    let mut list: Vec<String> = dated.iter().map(|(_, title)| format!("“{title}”")).collect();
    list.dedup();
    (dated.len() > 1 && differ).then(|| {
        let list = list.join(", ");
        format!("From earliest to latest: {list}. A later paper may replace an earlier one.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(title: &str, date: Option<&str>, status: Option<&str>) -> SourceStatus {
        let own = |text: Option<&str>| text.map(str::to_owned);
        SourceStatus { title: title.into(), date: own(date), status: own(status), ..SourceStatus::default() }
    }

    fn told(a: (&SourceStatus, &str), b: (&SourceStatus, &str)) -> String {
        told_apart(&[Side { source: a.0, quote: a.1 }, Side { source: b.0, quote: b.1 }])
    }

    #[test]
    fn notes_name_date_and_status() {
        let old = status("A", Some("2018"), Some("draft"));
        let new = status("B", Some("2024-03"), Some("approved"));
        let note = told((&old, "It is $5."), (&new, "It is $6."));
        for part in ["“A” is marked draft", "“B” is marked approved", "From earliest to latest: “A”, “B”."]
        {
            assert!(note.contains(part), "{note}");
        }
        let none = SourceStatus::default();
        assert!(told((&none, "$5"), (&none, "$6")).starts_with("Nothing in the papers'"));
    }

    #[test]
    fn quotes_tell_their_own_stage() {
        let (a, b) = (status("A", None, None), status("B", None, None));
        let stages = "By their own words they may be of different stages: ";
        for (left, right, said) in [
            ("The estimated cost is $5.", "The contract was for $6.", true),
            ("The Board requested $5.", "The town voted $6.", true),
            ("The cost is $5.", "The contract was for $6.", false),
            ("The estimated cost is $5.", "An estimate of $6 was given.", false),
            ("The estimate of $5 was approved.", "The contract was for $6.", false),
            ("The Board requested $5.", "The town has not approved $6.", false),
            ("The Board requested $5.", "If adopted, the town pays $6.", false),
            ("The Board requested $5.", "The town pays $6. A chair was voted.", false),
            ("It was actually $5.", "The contract was for $6.", false),
        ] {
            assert_eq!(told((&a, left), (&b, right)).contains(stages), said, "{left} {right}");
        }
        let note = told((&a, "The Board requested $5."), (&b, "The town voted $6."));
        assert!(
            note.contains("“A” has “requested” (what was proposed); “B” has “voted” (what was decided).")
        );
    }

    #[test]
    fn years_differ_only_where_each_quote_has_its_own() {
        let none = SourceStatus::default();
        for (left, right, said) in [
            ("In 2023 it was $5.", "In 2024 it was $6.", true),
            ("On May 3, 2023 it was $5.", "FY2024: $6", true),
            ("In 2023 it was $5.", "In 2023 and 2024 it was $6.", false),
            ("In 2023 it was $5.", "It was $6.", false),
        ] {
            assert_eq!(
                told((&none, left), (&none, right)).contains("different years"),
                said,
                "{left} {right}"
            );
        }
    }
}
