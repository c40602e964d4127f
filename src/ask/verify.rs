//! The verifier. It takes what a writer drafted, goes back to the archive for every quote, and
//! gives out only what it found there itself (SPEC EVD-1, EVD-2).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::text::{Locator, Quote, Source, SourceId, Token, TokenKind, supports, tokens};

use super::answer::{Answer, Fact, Gap, GapReason, Unread};
use super::draft::{Claimed, Draft, DraftFact};

/// Something that was checked against its sources. Can't be made outside this module.
#[derive(Debug, Clone, PartialEq)]
pub struct Verified<T>(T);

impl<T> Verified<T> {
    /// What was checked.
    pub fn get(&self) -> &T {
        &self.0
    }
}

/// Where the verifier reads sources anew; `None` when there is no such source.
pub type Lookup<'a> = dyn Fn(&SourceId) -> Option<Arc<Source>> + 'a;

/// Facts that survived, facts that did not become gaps.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Checked {
    /// Facts with quotes cut from their sources.
    pub facts: Vec<Fact>,
    /// One gap for each fact that was refused.
    pub refused: Vec<Gap>,
}

/// Checks every fact of a draft: each quote must stand at its locator, word for word, and each
/// number, date, section and name of the fact's text must stand in one of its quotes. A fact that
/// fails is not shown; a gap says why.
pub fn check_facts(draft: &Draft, lookup: &Lookup<'_>) -> Checked {
    let mut checked = Checked::default();
    for fact in &draft.facts {
        match check_fact(fact, lookup) {
            Ok(fact) => checked.facts.push(fact),
            Err(reason) => checked.refused.push(Gap {
                need: "a quote that bears out a drafted statement".into(),
                why: GapReason::NoQuoteFound,
                reason,
                searched: fact.support.iter().map(|c| format!("{} {}", c.source_id, c.locator)).collect(),
                unread: Unread::default(),
            }),
        }
    }
    checked
}

/// Seals an answer whose facts came out of [`check_facts`]: all other text of the answer is held
/// against the quotes and titles once more, and what is not borne out is taken away.
pub fn seal(mut answer: Answer) -> Verified<Answer> {
    let allowed = allowed_tokens(&answer);
    let keep = |text: &String| unsupported(text, &allowed).is_empty();
    if !keep(&answer.answer) {
        answer.answer = answer.facts.first().map(|f| f.text.clone()).unwrap_or_default();
    }
    if !keep(&answer.analysis) {
        answer.analysis.clear();
    }
    answer.assumptions.retain(keep);
    Verified(answer)
}

/// Tokens that the answer's quotes and the titles of its sources bear out.
pub fn allowed_tokens(answer: &Answer) -> Vec<Token> {
    let quotes = answer.facts.iter().flat_map(|f| &f.support);
    let conflicts = answer.conflicts.iter().flat_map(|c| c.values.iter().map(|v| &v.quote));
    let mut allowed: Vec<Token> = quotes.chain(conflicts).flat_map(|q| tokens(q.text())).collect();
    allowed.extend(answer.citations_index.iter().flat_map(|c| tokens(&c.title)));
    allowed
}

/// Tokens of a text that none of the allowed ones bears out.
pub fn unsupported(text: &str, allowed: &[Token]) -> Vec<Token> {
    tokens(text).into_iter().filter(|claim| !allowed.iter().any(|q| supports(q, claim))).collect()
}

fn check_fact(fact: &DraftFact, lookup: &Lookup<'_>) -> Result<Fact, String> {
    let mut cache: BTreeMap<&SourceId, Arc<Source>> = BTreeMap::new();
    let mut support = Vec::new();
    for claimed in &fact.support {
        let source = match cache.get(&claimed.source_id) {
            Some(source) => source.clone(),
            None => {
                let source = lookup(&claimed.source_id)
                    .ok_or_else(|| format!("there is no source {}", claimed.source_id))?;
                cache.insert(&claimed.source_id, source.clone());
                source
            }
        };
        support.push(exact_quote(&source, claimed).ok_or_else(|| {
            format!("the quote does not stand at {} of {}", claimed.locator, claimed.source_id)
        })?);
    }
    if support.is_empty() {
        return Err("a statement came without a quote".into());
    }
    let quoted: Vec<Token> = support.iter().flat_map(|q| tokens(q.text())).collect();
    let strays: Vec<String> =
        unsupported(&fact.text, &quoted).into_iter().map(|t| format!("{:?}", t.raw)).collect();
    if !strays.is_empty() {
        return Err(format!("no quote has {}", strays.join(", ")));
    }
    Ok(Fact { text: fact.text.clone(), support, coverage: fact.coverage.clamp(0.0, 1.0) })
}

/// The claimed words, cut anew from the source, if they stand within the claimed lines.
fn exact_quote(source: &Source, claimed: &Claimed) -> Option<Quote> {
    let within = find_at(source, &claimed.locator, &claimed.quote)?;
    let quote = source.quote_bytes(within).ok()?;
    // The locator must name the very lines of the words, not a wider run.
    (quote.locator() == &claimed.locator).then_some(quote)
}

/// Byte range of the words within the lines of a locator, white space folded.
pub fn find_at(source: &Source, locator: &Locator, quote: &str) -> Option<std::ops::Range<usize>> {
    let bytes = source.reading().bytes_of(source.resolve(locator).ok()?)?;
    let wanted = fold(quote);
    if wanted.is_empty() {
        return None;
    }
    let text = source.reading().text().get(bytes.clone())?;
    let at = text.find(&wanted)?;
    Some(bytes.start + at..bytes.start + at + wanted.len())
}

/// White space single, none at the ends.
pub fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Raw forms of the tokens of one kind in these quotes, each once, in order.
pub fn printed<'a>(quotes: impl Iterator<Item = &'a Quote>, kind: TokenKind) -> Vec<String> {
    let mut seen = Vec::new();
    for token in quotes.flat_map(|q| tokens(q.text())) {
        if token.kind == kind && !seen.contains(&token.raw) {
            seen.push(token.raw);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{ContentHash, Line};
    use proptest::prelude::*;

    fn source() -> Arc<Source> {
        let lines = ["The fee is $20 for each tree.", "Adopted on March 3, 2025 by", "the Town Council."]
            .iter()
            .enumerate()
            .map(|(i, t)| Line::plain(1, i as u32 + 1, *t))
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
            ("The fee is $20.", "p.1 L1", "The fee is $20 for each tree.", true),
            ("Adopted 3/3/2025.", "p.1 L2-L3", "Adopted on March 3, 2025 by the Town Council.", true),
            ("The fee is $25.", "p.1 L1", "The fee is $20 for each tree.", false),
            ("The fee is $20.", "p.1 L2", "The fee is $20 for each tree.", false),
            ("The fee is $20.", "p.1 L1-L2", "The fee is $20 for each tree.", false),
            ("The fee is $20.", "p.1 L9", "The fee is $20 for each tree.", false),
            ("The fee is $20.", "p.1 L1", "The fee is $20 per tree.", false),
            ("Mary Hale said so.", "p.1 L1", "The fee is $20 for each tree.", false),
            ("Section 4.2 says so.", "p.1 L1", "The fee is $20 for each tree.", false),
            ("The fee is $20.", "p.1 L1", "", false),
        ] {
            assert_eq!(outcome(text, locator, quote).is_ok(), expected, "{text} {locator} {quote}");
        }
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
