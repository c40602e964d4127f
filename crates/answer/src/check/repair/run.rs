//! The rounds of a repair.

use crate::check::verify::{Checked, Lookup, OwnSections, check_facts_with};
use crate::draft::{Claimed, Draft, DraftFact};
use crate::options::VerifyOptions;
use twolane_text::{BearingText, Quote, sentences};

use super::tools::Tools;

/// The outcome of a repair.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Repaired {
    /// Facts that passed, and gaps for those that did not.
    pub checked: Checked,
    /// Number of rounds used.
    pub rounds: usize,
    /// Number of facts that tools corrected.
    pub by_tools: usize,
}

impl Repaired {
    /// Returns true when no fact is left to show: the answer is of tier C, or reports insufficient evidence.
    pub fn is_insufficient(&self) -> bool {
        self.checked.facts.is_empty()
    }
}

/// Checks a draft and repairs failed facts with the tools, in at most `options.n_repairs` rounds. A fact that passes
/// after a round is kept, whatever the next round does. Sentences that a model wrote in addition to its facts have a
/// repair of their own (`check/prose/`).
pub fn repair(
    draft: &Draft,
    lookup: &Lookup<'_>,
    sections: &OwnSections<'_>,
    options: &VerifyOptions,
) -> Repaired {
    let tools = Tools::new(lookup);
    let check = |draft: &Draft| check_facts_with(draft, lookup, sections, options);
    let mut current = draft.clone();
    let mut best = Repaired { checked: check(&current), ..Repaired::default() };
    while best.rounds < options.n_repairs && !best.checked.refused.is_empty() {
        best.rounds += 1;
        let fixed = with_tools(&current, &best.checked.refused_at, &tools);
        let checked = check(&fixed);
        if checked.facts.len() <= best.checked.facts.len() {
            break;
        }
        best.by_tools += checked.facts.len() - best.checked.facts.len();
        best.checked = checked;
        current = fixed;
    }
    best
}

fn with_tools(draft: &Draft, refused: &[usize], tools: &Tools<'_>) -> Draft {
    let mut fixed = draft.clone();
    for place in refused {
        if let Some(fact) = fixed.facts.get_mut(*place) {
            *fact = fix(fact, tools);
        }
    }
    fixed
}

/// Repairs one fact. Quotes found elsewhere in their source get their own lines; those found nowhere are dropped. A
/// text that says more than its quotes loses the unsupported sentences. If no sentence is left, the quote itself
/// becomes the text.
fn fix(fact: &DraftFact, tools: &Tools<'_>) -> DraftFact {
    let quotes: Vec<Quote> =
        fact.support.iter().filter_map(|c| tools.relocate(&c.source_id, &c.quote).ok()).collect();
    let support: Vec<Claimed> = quotes.iter().map(claim).collect();
    // A statement that lost a piece is no longer whole.
    let lost = fact.statement().iter().any(|c| tools.relocate(&c.source_id, &c.quote).is_err());
    if lost && fact.pieces > 1 {
        return DraftFact { support: Vec::new(), ..fact.clone() };
    }
    let bearing = BearingText::of(quotes.iter().map(Quote::text));
    let kept: Vec<&str> = sentences(&fact.text)
        .into_iter()
        .filter_map(|r| fact.text.get(r))
        .filter(|s| bearing.judge(s).is_borne())
        .collect();
    let text = if kept.is_empty() {
        quotes.first().map(|q| q.text().to_owned()).unwrap_or_default()
    } else {
        kept.join(" ")
    };
    DraftFact { text, support, ..fact.clone() }
}

fn claim(quote: &Quote) -> Claimed {
    Claimed {
        source_id: quote.source_id().clone(),
        locator: *quote.locator(),
        quote: quote.text().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use twolane_text::{ContentHash, Line, Source, SourceId};

    fn source() -> Arc<Source> {
        let lines = ["The fee is $20 for each tree.", "The board met on May 4, 2026."];
        let lines = lines.iter().zip(1u32..).map(|(t, n)| Line::plain(0, n, *t)).collect();
        Arc::new(Source::new(SourceId("s".into()), String::new(), ContentHash::of(b""), lines))
    }

    fn fact(text: &str, locator: &str, quote: &str) -> DraftFact {
        let claimed = Claimed {
            source_id: SourceId("s".into()),
            locator: locator.parse().unwrap(),
            quote: quote.into(),
        };
        DraftFact { text: text.into(), support: vec![claimed], pieces: 1, cut: false, coverage: 1.0 }
    }

    fn run(facts: Vec<DraftFact>) -> Repaired {
        let source = source();
        let draft = Draft { facts, ..Draft::default() };
        let lookup = |id: &SourceId| (id.0 == "s").then(|| source.clone());
        repair(&draft, &lookup, &|_| Vec::new(), &VerifyOptions::default())
    }

    #[test]
    fn tools_put_right_what_stands_elsewhere_or_says_too_much() {
        let repaired = run(vec![
            fact("The fee is $20.", "L2", "The fee is $20 for each tree."),
            fact(
                "The fee is 20 dollars for each tree. Ann Hale set it.",
                "L1",
                "The fee is $20 for each tree.",
            ),
            fact("The fee is $30.", "L1", "The fee is $20 for each tree."),
            fact("The fee is $30.", "L1", "The fee is $30 for each tree."),
        ]);
        let texts: Vec<&str> = repaired.checked.facts.iter().map(|f| f.text.as_str()).collect();
        let whole = "The fee is $20 for each tree.";
        assert_eq!(texts, [whole, "The fee is 20 dollars for each tree.", whole]);
        assert_eq!(repaired.by_tools, 3);
        assert_eq!(repaired.checked.refused.len(), 1);
        assert!(repaired.rounds <= 2);
    }
}
