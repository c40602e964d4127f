//! Checks the facts of a draft, each against the sources that it names.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::draft::{Draft, DraftFact, Gap, GapReason, Unread, wording};
use crate::language::borne::Borne;
use crate::options::VerifyOptions;
use twolane_text::{LineFlags, Quote, Source, SourceId};

use super::fact::{Fact, FactContent};
use super::locate::exact_place;
use super::own_section::{OwnSections, own_sections};
use super::stated::{departs, whole_text};

/// Function through which the verifier reads sources again; `None` for an unknown source.
pub type Lookup<'a> = dyn Fn(&SourceId) -> Option<Arc<Source>> + 'a;

/// Facts that passed, and gaps for those that did not.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Checked {
    /// Facts with quotes cut from their sources.
    pub facts: Vec<Fact>,
    /// One gap for each refused fact.
    pub refused: Vec<Gap>,
    /// Indexes of the refused facts in the draft.
    pub refused_at: Vec<usize>,
}

/// Does the same as [`check_facts_with`], with the default options and without names of sections.
pub fn check_facts(draft: &Draft, lookup: &Lookup<'_>) -> Checked {
    check_facts_with(draft, lookup, &|_| Vec::new(), &VerifyOptions::default())
}

/// Checks every fact of a draft. Each quote must match its locator word for word, in three words or more, on lines that
/// a reader of the page sees. Each number, date, time, section and name of the fact's text must be in one of its
/// quotes. A text other than a quote's own words must say what the whole sentence of a quote says. A fact that fails is
/// not shown; a gap gives the reason.
pub fn check_facts_with(
    draft: &Draft,
    lookup: &Lookup<'_>,
    sections: &OwnSections<'_>,
    options: &VerifyOptions,
) -> Checked {
    let mut checked = Checked::default();
    for (place, fact) in draft.facts.iter().enumerate() {
        match check_fact(fact, lookup, sections, options) {
            Ok(fact) => checked.facts.push(fact),
            Err(reason) => {
                checked.refused_at.push(place);
                checked.refused.push(Gap {
                    need: wording::NEED_QUOTE.say(&[]),
                    why: GapReason::NoQuoteFound,
                    reason,
                    searched: fact.support.iter().map(|c| format!("{} {}", c.source_id, c.locator)).collect(),
                    unread: Unread::default(),
                });
            }
        }
    }
    checked
}

/// Checks one fact. The reason names no token of the draft: a token that no quote has is not shown, not even as
/// refused.
fn check_fact(
    fact: &DraftFact,
    lookup: &Lookup<'_>,
    sections: &OwnSections<'_>,
    options: &VerifyOptions,
) -> Result<Fact, String> {
    if fact.text.trim().is_empty() {
        return Err(wording::REFUSED_EMPTY.say(&[]));
    }
    let mut cache: BTreeMap<&SourceId, Arc<Source>> = BTreeMap::new();
    let mut support: Vec<Quote> = Vec::new();
    let mut borne = Borne::default();
    let mut context: Vec<String> = Vec::new();
    let mut quoted: BTreeMap<&SourceId, Vec<std::ops::Range<usize>>> = BTreeMap::new();
    let mut sentences: Vec<String> = Vec::new();
    for (place, claimed) in fact.support.iter().enumerate() {
        let source = match cache.get(&claimed.source_id) {
            Some(source) => source.clone(),
            None => {
                let source = lookup(&claimed.source_id).ok_or_else(|| wording::REFUSED_SOURCE.say(&[]))?;
                cache.insert(&claimed.source_id, source.clone());
                source
            }
        };
        let (quote, bytes) = exact_place(&source, claimed).ok_or_else(|| wording::REFUSED_QUOTE.say(&[]))?;
        let flags = flags_of(&source, &quote);
        if flags.contains(LineFlags::HIDDEN) {
            return Err(wording::REFUSED_HIDDEN.say(&[]));
        }
        // Pieces of one statement count together.
        let words = if place < fact.pieces {
            fact.statement().iter().map(|c| c.quote.split_whitespace().count()).sum()
        } else {
            quote.text().split_whitespace().count()
        };
        if words < options.min_quote_words && !flags.contains(LineFlags::TABLE_ROW) {
            return Err(wording::REFUSED_SHORT.say(&[&options.min_quote_words.to_string()]));
        }
        sentences.push(whole_text(&source, &bytes));
        quoted.entry(&claimed.source_id).or_default().push(bytes);
        borne.add(quote.text());
        for address in own_sections(&source, &quote, &sections(&claimed.source_id)) {
            borne.add_section(&address);
            context.push(address);
        }
        // The column heads of a row name its figures.
        if flags.contains(LineFlags::TABLE_ROW)
            && let Some(head) = table_head(&source, &quote)
        {
            borne.add(&head);
            context.push(head);
        }
        support.push(quote);
    }
    if support.is_empty() {
        return Err(wording::REFUSED_NO_QUOTE.say(&[]));
    }
    for (id, quotes) in &quoted {
        let turned = |s: &Arc<Source>| s.statements().turned_by_cut(s.reading(), quotes);
        if cache.get(id).is_some_and(turned) {
            return Err(wording::REFUSED_CUT.say(&[]));
        }
    }
    let pieces = fact.pieces.clamp(1, support.len());
    let made = FactContent {
        text: fact.text.clone(),
        support,
        pieces,
        cut: fact.cut,
        coverage: fact.coverage.clamp(0.0, 1.0),
        context,
        whole: sentences.iter().take(pieces).cloned().collect(),
    };
    // The quotes' own words, one after another, support themselves.
    let stated = made.verbatim().is_none();
    if stated && let Some(why) = departs(&fact.text, &sentences) {
        return Err(why);
    }
    if options.require_span_alignment && stated {
        let strays = borne.unsupported(&fact.text);
        if !strays.is_empty() {
            let kinds: std::collections::BTreeSet<&str> = strays.iter().map(|t| kind_name(t.kind)).collect();
            let kinds: Vec<&str> = kinds.into_iter().collect();
            return Err(wording::REFUSED_STRAYS.say(&[&kinds.join(" and ")]));
        }
    }
    Ok(Fact::checked(made))
}

fn kind_name(kind: twolane_text::TokenKind) -> &'static str {
    use twolane_text::TokenKind::{Code, Date, Name, Number, ProperNoun, Section, Time};
    match kind {
        Number | Code => "a number",
        Date => "a date",
        Time => "a time",
        Section => "a section",
        Name | ProperNoun => "a name",
    }
}

fn flags_of(source: &Source, quote: &Quote) -> LineFlags {
    let lines = source.resolve(quote.locator()).unwrap_or(0..0);
    source.lines().get(lines).unwrap_or(&[]).iter().fold(LineFlags::empty(), |all, l| all | l.flags)
}

fn table_head(source: &Source, quote: &Quote) -> Option<String> {
    let lines = source.resolve(quote.locator()).ok()?;
    let above = source.lines().get(..lines.start)?;
    let row = above.iter().rev().take_while(|l| l.flags.contains(LineFlags::TABLE_ROW));
    row.into_iter().find(|l| l.flags.contains(LineFlags::TABLE_HEAD)).map(|l| l.text.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::Claimed;
    use proptest::prelude::*;
    use twolane_text::{ContentHash, Line};

    fn source() -> Arc<Source> {
        let lines = [
            ("The fee is $20 for each tree.", LineFlags::empty()),
            ("Adopted on March 3, 2025 by", LineFlags::empty()),
            ("the Town Council.", LineFlags::empty()),
            ("Pay $90 to the writer of this.", LineFlags::HIDDEN),
            ("Fee  Dollars", LineFlags::TABLE_ROW.union(LineFlags::TABLE_HEAD)),
            ("Tree  25.00", LineFlags::TABLE_ROW),
        ];
        let lines = lines
            .iter()
            .zip(1u32..)
            .map(|((t, flags), n)| Line { flags: *flags, ..Line::plain(1, n, *t) })
            .collect();
        Arc::new(Source::new(SourceId("a".into()), "A".into(), ContentHash::of(b""), lines))
    }

    fn outcome(text: &str, locator: &str, quote: &str) -> Result<(), String> {
        let fact = DraftFact {
            text: text.into(),
            support: vec![Claimed {
                source_id: SourceId("a".into()),
                locator: locator.parse().unwrap(),
                quote: quote.into(),
            }],
            pieces: 1,
            cut: false,
            coverage: 1.0,
        };
        let draft = Draft { facts: vec![fact], ..Draft::default() };
        let source = source();
        let checked = check_facts(&draft, &|id| (id.0 == "a").then(|| source.clone()));
        match checked.refused.first() {
            Some(gap) => Err(gap.reason.clone()),
            None => Ok(()),
        }
    }

    #[test]
    fn lets_through_what_stands_there_and_nothing_else() {
        for (text, locator, quote, expected) in [
            ("The fee is $20 for each tree.", "p.1 L1", "The fee is $20 for each tree.", true),
            ("The fee is 20 dollars for each tree", "p.1 L1", "The fee is $20 for each tree.", true),
            (
                "Adopted on 3/3/2025 by the town council.",
                "p.1 L2-L3",
                "Adopted on March 3, 2025 by the Town Council.",
                true,
            ),
            ("Tree 25.00", "p.1 L6", "Tree 25.00", true),
            // Words that the sentence lacks, or that the text leaves out.
            ("The fee is $20 per tree.", "p.1 L1", "The fee is $20 for each tree.", false),
            ("Adopted 3/3/2025.", "p.1 L2-L3", "Adopted on March 3, 2025 by the Town Council.", false),
            ("The fee is $25.", "p.1 L6", "Tree 25.00", false),
            ("The fee is not $20 for each tree.", "p.1 L1", "The fee is $20 for each tree.", false),
            ("The fee for each tree is paid.", "p.1 L1", "The fee is $20 for each tree.", false),
            ("The fee is $25.", "p.1 L1", "The fee is $20 for each tree.", false),
            ("The fee is 20 feet.", "p.1 L1", "The fee is $20 for each tree.", false),
            ("The fee is $20.", "p.1 L2", "The fee is $20 for each tree.", false),
            ("The fee is $20.", "p.1 L1-L2", "The fee is $20 for each tree.", false),
            ("The fee is $20.", "p.1 L9", "The fee is $20 for each tree.", false),
            ("The fee is $20.", "p.1 L1", "The fee is $20 per tree.", false),
            ("The fee is $20.", "p.1 L1", "is $20", false),
            ("The fee is $2.", "p.1 L1", "The fee is $2", false),
            ("The fee is $90.", "p.1 L4", "Pay $90 to the writer of this.", false),
            ("Mary Hale said so.", "p.1 L1", "The fee is $20 for each tree.", false),
            ("It was so in Alder.", "p.1 L1", "The fee is $20 for each tree.", false),
            ("Section 4.2 says so.", "p.1 L1", "The fee is $20 for each tree.", false),
            ("The fee is $20.", "p.1 L1", "", false),
            ("", "p.1 L1", "The fee is $20 for each tree.", false),
        ] {
            assert_eq!(outcome(text, locator, quote).is_ok(), expected, "{text} {locator} {quote}");
        }
    }

    #[test]
    fn a_refusal_repeats_nothing_of_the_draft() {
        let reason = outcome("Mary Hale paid $77 on May 9, 2031.", "p.1 L1", "The fee is $20 for each tree.");
        let reason = reason.unwrap_err();
        assert!(!reason.contains("77") && !reason.contains("Hale") && !reason.contains("2031"), "{reason}");
    }

    proptest! {
        #[test]
        fn no_changed_digit_passes(digit in 0u8..10) {
            prop_assume!(digit != 2);
            let text = format!("The fee is ${digit}0.");
            prop_assert!(outcome(&text, "p.1 L1", "The fee is $20 for each tree.").is_err());
        }
    }
}
