//! Checks drafted sentences: each one is kept, corrected or left out.

use crate::check::answer::AnswerContent;
use crate::check::reasoning::{Labelled, labelled};
use crate::check::verify::Fact;
use crate::draft::{Claimed, DraftSentence, Said};
use crate::find::candidate::LEFT_OUT;

use super::chain::{Chain, chain};
use super::cited::Cited;
use super::content::{Prose, ProseSentence};
use super::joined::{joined, quotes};
use super::restated::restates;

/// Most sentences that are checked; a form shows about five.
const MOST: usize = 24;
/// Most facts that one sentence may cite.
const MOST_CITED: usize = 6;

/// Separator in print between quotes of one statement that are not adjacent.
const BETWEEN_QUOTES: &str = "\u{201d} \u{2026} \u{201c}";

/// Result of checking drafted sentences.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Checked {
    /// Sentences that are supported.
    pub sentences: Vec<ProseSentence>,
    /// Indexes of drafted sentences that say more than their cited facts. Their quotes replace them, unless another
    /// sentence shows these quotes.
    pub fell: Vec<usize>,
    /// Number of sentences that were kept as drafted.
    pub kept: usize,
    /// Number of sentences whose parts were joined again.
    pub put_right: usize,
}

/// Checks drafted sentences against the facts of an answer.
pub(crate) fn checked(drafted: &[DraftSentence], answer: &AnswerContent) -> Checked {
    let all = labelled(answer);
    let mut out = Checked::default();
    let mut quoted: Vec<(usize, ProseSentence)> = Vec::new();
    for (place, sentence) in drafted.iter().enumerate().take(MOST) {
        let facts: Vec<&Labelled<'_>> = cited_by(sentence, &all);
        let cited: Vec<Cited<'_>> = facts.iter().map(|l| Cited::of(answer, l)).collect();
        let every: Vec<&Cited<'_>> = cited.iter().collect();
        let said: Vec<&Said> = cited.iter().map(|c| &c.said).collect();
        let of = |text: &str, own_words| ProseSentence {
            text: text.trim().to_owned(),
            tokens: tokens(&every),
            own_words,
        };
        let found = match &sentence.text {
            None if cited.is_empty() => None,
            None => Some(put_together(&every, &mut out)),
            Some(text) => match chain(&in_own_marks(text, &cited), &cited) {
                Chain::Stands => {
                    out.kept += 1;
                    Some(of(&in_own_marks(text, &cited), false))
                }
                // The critic read it beside all that it cites.
                _ if sentence.supported
                    && facts.len() == sentence.cites.len()
                    && restates(text, &said).is_ok() =>
                {
                    out.kept += 1;
                    Some(of(text, true))
                }
                Chain::PartsOf(parts) => {
                    let parts: Vec<&Cited<'_>> = parts.iter().filter_map(|i| cited.get(*i)).collect();
                    Some(put_together(&parts, &mut out))
                }
                Chain::Broken => None,
            },
        };
        match found {
            Some(sentence) => {
                if !out.sentences.contains(&sentence) {
                    out.sentences.push(sentence);
                }
            }
            None => {
                out.fell.push(place);
                let own = every.into_iter().take(MOST_CITED).map(|fact| {
                    let text = quotes(&[fact]);
                    let tokens = vec![fact.label.clone()];
                    (out.sentences.len(), ProseSentence { text, tokens, own_words: false })
                });
                quoted.extend(own);
            }
        }
    }
    // Where a model's own words are shown, the forms list the quotes of a dropped sentence among the facts.
    if out.sentences.iter().any(|sentence| sentence.own_words) {
        return out;
    }
    // Inserts from the end, so that earlier indexes stay valid.
    let said: Vec<String> = out.sentences.iter().flat_map(|s| s.tokens.clone()).collect();
    let mut seen: Vec<String> = Vec::new();
    quoted.retain(|(_, s)| {
        let new = s.tokens.iter().all(|t| !said.contains(t) && !seen.contains(t));
        seen.extend(s.tokens.clone());
        new
    });
    for (place, sentence) in quoted.into_iter().rev() {
        out.sentences.insert(place.min(out.sentences.len()), sentence);
    }
    out
}

/// Puts each quote of a statement in its own quotation marks. A writer puts one pair around all of them (“Fee … Dog
/// $7.50”), but only a quote's own words belong between marks.
fn in_own_marks(text: &str, cited: &[Cited<'_>]) -> String {
    let several = cited.iter().filter(|fact| fact.marked.contains(BETWEEN_QUOTES));
    several.fold(text.to_owned(), |text, fact| {
        text.replace(&fact.marked.replace(BETWEEN_QUOTES, LEFT_OUT), &fact.marked)
    })
}

/// Builds a sentence in the program's own words from facts that a draft combined.
fn put_together(facts: &[&Cited<'_>], out: &mut Checked) -> ProseSentence {
    out.put_right += 1;
    ProseSentence { text: joined(facts), tokens: tokens(facts), own_words: false }
}

fn tokens(facts: &[&Cited<'_>]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for fact in facts {
        if !out.contains(&fact.label) {
            out.push(fact.label.clone());
        }
    }
    out
}

/// Returns the facts of an answer that a sentence cites, each once.
fn cited_by<'l, 'a>(sentence: &DraftSentence, all: &'l [Labelled<'a>]) -> Vec<&'l Labelled<'a>> {
    let mut out: Vec<&Labelled<'_>> = Vec::new();
    for statement in sentence.cites.iter().take(MOST_CITED) {
        let found = all.iter().find(|l| is_of(l.fact, statement));
        if let Some(found) = found.filter(|f| !out.iter().any(|held| held.label == f.label)) {
            out.push(found);
        }
    }
    out
}

fn is_of(fact: &Fact, statement: &[Claimed]) -> bool {
    let own = fact.statement();
    own.len() == statement.len()
        && own.iter().zip(statement).all(|(q, c)| q.source_id() == &c.source_id && q.text() == c.quote)
}

/// A sentence in a model's own words that passes every check but the critic's.
pub(crate) struct Restatement<'d> {
    /// Index of the drafted sentence.
    pub place: usize,
    /// Words of the sentence.
    pub text: &'d str,
    /// Words that it cites.
    pub quotes: Vec<Said>,
}

/// Returns the drafted sentences that only the critic can still judge.
pub(crate) fn restatements<'d>(drafted: &'d [DraftSentence], answer: &AnswerContent) -> Vec<Restatement<'d>> {
    let all = labelled(answer);
    let of = |(place, sentence): (usize, &'d DraftSentence)| {
        let text = sentence.text.as_deref()?;
        let cited: Vec<Cited<'_>> =
            cited_by(sentence, &all).into_iter().map(|l| Cited::of(answer, l)).collect();
        let open = chain(&in_own_marks(text, &cited), &cited) != Chain::Stands;
        let said: Vec<&Said> = cited.iter().map(|c| &c.said).collect();
        let whole = cited.len() == sentence.cites.len();
        let quotes = || said.iter().map(|said| (*said).clone()).collect();
        (open && whole && restates(text, &said).is_ok()).then(|| Restatement {
            place,
            text,
            quotes: quotes(),
        })
    };
    drafted.iter().enumerate().take(MOST).filter_map(of).collect()
}

/// Returns the reason why the answer's facts do not support a sentence with these tokens; `Ok` where they do. A sentence
/// in a model's own words also needs the critic, which is not asked here.
pub(crate) fn stands(sentence: &ProseSentence, answer: &AnswerContent) -> Result<(), String> {
    let all = labelled(answer);
    let mut cited = Vec::new();
    for token in &sentence.tokens {
        let Some(found) = all.iter().find(|l| &l.label == token) else {
            return Err("a token of it names no fact of this answer".to_owned());
        };
        if cited.len() >= MOST_CITED || cited.iter().any(|c: &Cited<'_>| &c.label == token) {
            return Err("its tokens are too many, or stand there twice".to_owned());
        }
        cited.push(Cited::of(answer, found));
    }
    if sentence.own_words {
        let said: Vec<&Said> = cited.iter().map(|c| &c.said).collect();
        return restates(&sentence.text, &said).map_err(str::to_owned);
    }
    match chain(&sentence.text, &cited) {
        Chain::Stands => Ok(()),
        Chain::PartsOf(_) => Err("its parts stand in the quotes, put together they do not".to_owned()),
        Chain::Broken => Err("the quotes it cites do not support it".to_owned()),
    }
}

/// Converts saved prose back to a draft; `None` when a token names no fact of the answer.
pub(crate) fn drafted_again(prose: &Prose, answer: &AnswerContent) -> Option<Vec<DraftSentence>> {
    let all = labelled(answer);
    let of = |sentence: &ProseSentence| {
        let cites = sentence.tokens.iter().map(|token| {
            let fact = all.iter().find(|l| &l.label == token)?.fact;
            let claimed = fact.statement().iter().map(|q| Claimed {
                source_id: q.source_id().clone(),
                locator: *q.locator(),
                quote: q.text().to_owned(),
            });
            Some(claimed.collect())
        });
        let cites = cites.collect::<Option<_>>()?;
        Some(DraftSentence { text: Some(sentence.text.clone()), cites, supported: false })
    };
    prose.sentences.iter().map(of).collect()
}
