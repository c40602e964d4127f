//! Facts from texts of the user: quoted with their lines like any other, and never taken for a record of the archive.

use std::collections::HashSet;

use crate::draft::{DraftFact, UserSource};
use crate::error::AskError;
use crate::find::candidate::candidates;
use crate::find::extract::whole_first;
use crate::language::question::Question;
use crate::language::question_terms::term_set;
use crate::options::AnswerOptions;
use crate::understand::session::{SessionOptions, is_credit};
use twolane_encoder::{Embedder, Role};
use twolane_text::Source;

/// Most sentences that are embedded; a pasted article has far fewer.
const MOST_EMBEDDED: usize = 120;

struct Candidate<'s> {
    source: &'s Source,
    bytes: std::ops::Range<usize>,
    quoted: crate::find::candidate::Candidate,
    text: String,
    /// Share of the question's words; words of neighbours and title count at a discount.
    words: f32,
    score: f32,
}

impl Candidate<'_> {
    fn shows(&self, bytes: &std::ops::Range<usize>) -> bool {
        self.quoted.pieces.iter().any(|p| p.start < bytes.end && bytes.start < p.end)
    }
}

/// Returns the sentences of the user's texts that relate to a question, best first. A question of law is about a
/// `situation` as a whole. It gets more sentences, whether or not they share its words: after the best, in the order of
/// the text.
///
/// # Errors
/// Returns the errors of the model.
pub fn user_facts(
    embedder: Option<&dyn Embedder>,
    question: &Question,
    texts: &[UserSource],
    situation: bool,
    answer: &AnswerOptions,
    options: &SessionOptions,
) -> Result<Vec<DraftFact>, AskError> {
    let (terms, expected) = (question.terms(), question.expected());
    let sources: Vec<Source> = texts.iter().map(UserSource::source).collect();
    let mut found = Vec::new();
    for source in &sources {
        let all = candidates(source, 0..source.lines().len(), answer);
        let cut = |range: &std::ops::Range<usize>| {
            source.reading().text().get(range.clone()).unwrap_or_default().trim().to_owned()
        };
        let title = term_set(source.title());
        let own: Vec<HashSet<String>> = all.iter().map(|c| term_set(&cut(&c.bytes))).collect();
        for (index, candidate) in all.iter().enumerate() {
            let text = cut(&candidate.bytes);
            let Some(held) = own.get(index) else { continue };
            // A headline or a byline says nothing by itself.
            let headline = text.starts_with(source.title()) && !text.ends_with(['.', '!', '?', '"', '”']);
            let ends = text.ends_with(['.', '!', '?', '"', '”']);
            let empty = headline || (is_credit(&text) && !ends) || held.iter().all(|t| title.contains(t));
            if text.split_whitespace().count() < 5 || empty {
                continue;
            }
            let near = |t: &str| {
                let beside = [index.checked_sub(1), index.checked_add(1)];
                beside.into_iter().flatten().any(|i| own.get(i).is_some_and(|set| set.contains(t)))
            };
            let words = terms.share_with(|t| {
                if held.contains(t) {
                    1.0
                } else if near(t) || title.contains(t) {
                    0.6
                } else {
                    0.0
                }
            });
            let kind = if expected.is_in(&text) { 1.0 } else { 0.0 };
            let score = words + 0.15 * kind + 0.1 * terms.share(held);
            let quoted = candidate.clone();
            found.push(Candidate { source, bytes: candidate.bytes.clone(), quoted, text, words, score });
        }
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    if let Some(embedder) = embedder {
        found.truncate(MOST_EMBEDDED);
        add_meaning(&mut found, embedder, question)?;
    }
    Ok(select(&found, situation, answer, options))
}

fn add_meaning(
    found: &mut [Candidate<'_>],
    embedder: &dyn Embedder,
    question: &Question,
) -> Result<(), AskError> {
    let never = |_: usize, _: usize| true;
    let texts: Vec<&str> = found.iter().map(|c| c.text.as_str()).collect();
    let vectors = embedder.embed(&texts, Role::Passage, &never)?;
    let Some(asked) = question.embedded(embedder)?.first() else { return Ok(()) };
    for (candidate, vector) in found.iter_mut().zip(vectors) {
        let cosine: f32 = asked.values.iter().zip(&vector.values).map(|(a, b)| a * b).sum();
        let cosine = cosine.clamp(0.0, 1.0);
        candidate.score = 0.6 * candidate.score + 0.6 * cosine;
        // A close meaning replaces shared words where the text is worded differently.
        candidate.words = candidate.words.max(cosine);
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    Ok(())
}

fn select(
    found: &[Candidate<'_>],
    situation: bool,
    answer: &AnswerOptions,
    options: &SessionOptions,
) -> Vec<DraftFact> {
    let best = if situation { 0.0 } else { found.first().map_or(0.0, |c| c.score) };
    let most = if situation { options.max_situation_facts } else { options.max_facts };
    let mut chosen: Vec<&Candidate<'_>> = Vec::new();
    for candidate in found {
        if chosen.len() >= most || candidate.score < best * answer.abstain.keep_share {
            break;
        }
        let repeats = chosen.iter().any(|c| {
            c.source.id() == candidate.source.id()
                && (c.bytes.start < candidate.bytes.end && candidate.bytes.start < c.bytes.end
                    || c.shows(&candidate.bytes)
                    || candidate.shows(&c.bytes))
        });
        if (situation || candidate.words >= options.min_words) && !repeats {
            chosen.push(candidate);
        }
    }
    if let Some((_, rest)) = chosen.split_first_mut().filter(|_| situation) {
        rest.sort_by_key(|c| (c.source.id().0.clone(), c.bytes.start));
    }
    let mut facts: Vec<DraftFact> = chosen.into_iter().filter_map(as_fact).collect();
    whole_first(&mut facts, |f| f.cut);
    facts
}

fn as_fact(candidate: &Candidate<'_>) -> Option<DraftFact> {
    candidate.quoted.fact(candidate.source, candidate.words.clamp(0.0, 1.0))
}
