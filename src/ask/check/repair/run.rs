//! The rounds of a repair.

use crate::ask::check::verify::{Checked, Lookup, OwnSections, check_facts_with};
use crate::ask::draft::{Claimed, Draft, DraftFact};
use crate::ask::options::VerifyOptions;
use crate::text::{BearingText, Quote, sentences};

use super::tools::Tools;

/// One new draft by a writer, from the old one and what was wrong with each refused fact (its place
/// in the draft and the reason); `None` when it gives none. Called at most once.
pub type Rewrite<'a> = dyn FnMut(&Draft, &[(usize, String)]) -> Option<Draft> + 'a;

/// The outcome of a repair.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Repaired {
    /// Facts that stand, and gaps for those that do not.
    pub checked: Checked,
    /// Rounds that were used.
    pub rounds: usize,
    /// Facts that tools put right.
    pub by_tools: usize,
    /// True when the writer wrote anew.
    pub rewritten: bool,
}

impl Repaired {
    /// True when nothing is left to show: the answer is of tier C, or says that the evidence does not
    /// suffice.
    pub fn is_insufficient(&self) -> bool {
        self.checked.facts.is_empty()
    }
}

/// Checks a draft and repairs what fails, in at most `options.n_repairs` rounds: first with the tools
/// alone, then, if there is one, with one new draft of the writer and the tools again. What stands
/// after a round is kept, whatever the next one brings.
pub fn repair(
    draft: &Draft,
    lookup: &Lookup<'_>,
    sections: &OwnSections<'_>,
    mut rewrite: Option<&mut Rewrite<'_>>,
    options: &VerifyOptions,
) -> Repaired {
    let tools = Tools::new(lookup);
    let check = |draft: &Draft| check_facts_with(draft, lookup, sections, options);
    let mut current = draft.clone();
    let mut best = Repaired { checked: check(&current), ..Repaired::default() };
    while best.rounds < options.n_repairs && !best.checked.refused.is_empty() {
        best.rounds += 1;
        // A statement of which nothing is borne out becomes its quote only where nobody can put it right.
        let to_quote = rewrite.is_none();
        let fixed = with_tools(&current, &best.checked.refused_at, &tools, to_quote);
        let checked = check(&fixed);
        if checked.facts.len() > best.checked.facts.len() {
            best.by_tools += checked.facts.len() - best.checked.facts.len();
            best.checked = checked;
            current = fixed;
            continue;
        }
        let Some(rewrite) = rewrite.take() else { break };
        let wrong: Vec<(usize, String)> = best
            .checked
            .refused_at
            .iter()
            .copied()
            .zip(best.checked.refused.iter().map(|g| g.reason.clone()))
            .collect();
        let Some(written) = rewrite(&current, &wrong) else { break };
        best.rewritten = true;
        let again = check(&written);
        let fixed = with_tools(&written, &again.refused_at, &tools, true);
        let new = check(&fixed);
        best.checked = joined(best.checked, new);
        break;
    }
    best
}

/// The facts of both, the old ones first, each once; what the new draft could not bear out is a gap.
fn joined(old: Checked, new: Checked) -> Checked {
    let mut facts = old.facts;
    for fact in new.facts {
        let known = facts.iter().any(|f| f.text == fact.text || f.support == fact.support);
        if !known {
            facts.push(fact);
        }
    }
    Checked { facts, refused: new.refused, refused_at: new.refused_at }
}

fn with_tools(draft: &Draft, refused: &[usize], tools: &Tools<'_>, to_quote: bool) -> Draft {
    let mut fixed = draft.clone();
    for place in refused {
        if let Some(fact) = fixed.facts.get_mut(*place) {
            *fact = fix(fact, tools, to_quote);
        }
    }
    fixed
}

/// Quotes that stand elsewhere in their source get their own lines, those that stand nowhere go; a
/// text that says more than its quotes loses the sentences that do, and if none is left becomes the quote itself
/// (`to_quote`) or stays as it is.
fn fix(fact: &DraftFact, tools: &Tools<'_>, to_quote: bool) -> DraftFact {
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
    let text = if kept.is_empty() && !to_quote {
        fact.text.clone()
    } else if kept.is_empty() {
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
    use crate::text::{ContentHash, Line, Source, SourceId};

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

    fn run(facts: Vec<DraftFact>, rewrite: Option<&mut Rewrite<'_>>) -> Repaired {
        let source = source();
        let draft = Draft { facts, ..Draft::default() };
        let lookup = |id: &SourceId| (id.0 == "s").then(|| source.clone());
        repair(&draft, &lookup, &|_| Vec::new(), rewrite, &VerifyOptions::default())
    }

    #[test]
    fn tools_put_right_what_stands_elsewhere_or_says_too_much() {
        let repaired = run(
            vec![
                fact("The fee is $20.", "L2", "The fee is $20 for each tree."),
                fact(
                    "The fee is 20 dollars for each tree. Ann Hale set it.",
                    "L1",
                    "The fee is $20 for each tree.",
                ),
                fact("The fee is $30.", "L1", "The fee is $20 for each tree."),
                fact("The fee is $30.", "L1", "The fee is $30 for each tree."),
            ],
            None,
        );
        let texts: Vec<&str> = repaired.checked.facts.iter().map(|f| f.text.as_str()).collect();
        let whole = "The fee is $20 for each tree.";
        assert_eq!(texts, [whole, "The fee is 20 dollars for each tree.", whole]);
        assert_eq!((repaired.by_tools, repaired.rewritten), (3, false));
        assert_eq!(repaired.checked.refused.len(), 1);
        assert!(repaired.rounds <= 2);
    }

    #[test]
    fn the_writer_is_asked_once_and_what_stood_is_kept() {
        let mut asked = 0;
        let mut rewrite = |_: &Draft, wrong: &[(usize, String)]| {
            asked += 1;
            assert_eq!(wrong.len(), 1);
            Some(Draft {
                facts: vec![fact("It met on May 9, 2026.", "L1", "no such words here")],
                ..Draft::default()
            })
        };
        let facts = vec![
            fact("The fee is 20 dollars for each tree.", "L1", "The fee is $20 for each tree."),
            fact("It met.", "L2", "nothing of the kind"),
        ];
        let repaired = run(facts, Some(&mut rewrite));
        assert_eq!((asked, repaired.rewritten), (1, true));
        assert_eq!(repaired.checked.facts.len(), 1);
        assert!(!repaired.is_insufficient());
    }
}
