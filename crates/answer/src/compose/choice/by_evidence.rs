//! Judges choices without a language model. The score combines the share of a choice's elements that the quotes have,
//! and the reader's score of question and choice for each quote.

use crate::check::answer::AnswerContent;
use crate::check::choice::Holds;
use crate::error::AskError;
use crate::find::ask::Ask;
use crate::language::question_terms::{QuestionTerms, term_set};
use twolane_text::Quote;

use super::element::Elements;
use super::judging::{Judging, Verdict};

/// Score of one choice, with the fact that supports it best.
struct ChoiceScore {
    score: f32,
    fact: Option<usize>,
    /// True when the choice may hold: the quote has the tokens that the choice names, or enough of its words.
    may_hold: bool,
}

pub(super) fn verdicts(
    ask: &Ask<'_>,
    answer: &AnswerContent,
    judging: &Judging<'_>,
) -> Result<Vec<Verdict>, AskError> {
    let quotes: Vec<String> = answer
        .facts
        .iter()
        .map(|fact| fact.statement().iter().map(Quote::text).collect::<Vec<_>>().join(" "))
        .collect();
    let mut scores = Vec::with_capacity(judging.choices.len());
    for choice in judging.choices {
        scores.push(score_of(ask, &quotes, &choice.text, judging)?);
    }
    let options = &ask.options.answer.choices;
    let best = scores
        .iter()
        .enumerate()
        .filter(|(_, s)| s.may_hold)
        .max_by(|a, b| a.1.score.total_cmp(&b.1.score))
        .map(|(at, _)| at);
    let clear = best.filter(|best| {
        let score = scores.get(*best).map_or(0.0, |s| s.score);
        let others = scores.iter().enumerate().filter(|(at, _)| at != best);
        others.into_iter().all(|(_, other)| score - other.score >= options.least_margin)
    });
    let verdict = |(at, score): (usize, &ChoiceScore)| Verdict {
        holds: match clear {
            Some(best) if best == at => Holds::Yes,
            Some(_) => Holds::No,
            None => Holds::Unknown,
        },
        fact: score.fact,
    };
    Ok(scores.iter().enumerate().map(verdict).collect())
}

fn score_of(
    ask: &Ask<'_>,
    quotes: &[String],
    choice: &str,
    judging: &Judging<'_>,
) -> Result<ChoiceScore, AskError> {
    let options = &ask.options.answer.choices;
    let elements = Elements::of(choice, judging.stem);
    let terms = QuestionTerms::of(&elements.terms().join(" "), ask.archive)?;
    let read = read(ask, quotes, choice, judging)?;
    let mut best = ChoiceScore { score: f32::NEG_INFINITY, fact: None, may_hold: false };
    for (at, quote) in quotes.iter().enumerate() {
        let share = terms.share(&term_set(quote));
        let tokens = elements.tokens_stand_in(quote);
        let named = match tokens {
            Some(true) => 1.0,
            Some(false) => -1.0,
            None => 0.0,
        };
        let reader = read.get(at).copied().flatten().unwrap_or(0.0);
        // A later fact is less of an answer.
        let place = f32::from(u8::try_from(at).unwrap_or(u8::MAX));
        let score = options.named * named + options.words * share + options.reader * reader
            - options.later_fact * place;
        if score > best.score {
            let may_hold = match tokens {
                Some(stand) => stand && share >= options.least_share_named,
                None => share >= options.least_share,
            };
            best = ChoiceScore { score, fact: Some(at), may_hold };
        }
    }
    Ok(best)
}

/// Returns the reader's score of question and choice for each quote, from 0 to 1; nothing without a reader.
fn read(
    ask: &Ask<'_>,
    quotes: &[String],
    choice: &str,
    judging: &Judging<'_>,
) -> Result<Vec<Option<f32>>, AskError> {
    let Some(embedder) = ask.embedder.filter(|_| ask.options.search.reading.enabled) else {
        return Ok(Vec::new());
    };
    let Some(reader) = embedder.reader()? else { return Ok(Vec::new()) };
    let question = format!("{} {choice}", judging.stem);
    let passages: Vec<&str> = quotes.iter().map(String::as_str).collect();
    let readings = reader.read(&question, &passages, judging.go_on)?;
    let share = |logit: f32| 1.0 / (1.0 + (-logit).exp());
    Ok(readings.into_iter().map(|reading| reading.map(|r| share(r.answers))).collect())
}
