//! Additions of a conversation to an answer: facts of the user's own texts, and notes on clarifying questions that
//! stayed open. The verifier checks all of these again.

use std::sync::Arc;

use crate::check::answer::{AnswerContent, Cited, Mode};
use crate::check::verify::{Fact, check_facts, find_at};
use crate::draft::{Draft, DraftFact, Gap, GapReason, USER_PROVIDED, Unread, UserSource, wording};
use crate::find::extract::whole_first;
use crate::find::source_status::SourceStatus;
use crate::language::question::Question;
use crate::options::ConflictOptions;
use crate::understand::gate::decision::ClarifyQuestion;
use twolane_archive::{Archive, Visibility};
use twolane_text::{Quote, Source, SourceId};

use super::assemble::{extractions, statewide};
use super::conflict::{Evidence, conflicts, is_of, list, of_quote};

/// Maximum number of lines of an item above and below a quote.
const ITEM_WITHIN: usize = 40;

/// Adds facts of the user's texts after those of the archive. `matched` is true when the archive has facts on the
/// situation.
pub fn with_user_texts(
    answer: &mut AnswerContent,
    facts: Vec<DraftFact>,
    texts: &[UserSource],
    about: &About<'_>,
    archive: &Archive,
) {
    let sources: Vec<Arc<Source>> = texts.iter().map(|t| Arc::new(t.source())).collect();
    let lookup = |id: &SourceId| sources.iter().find(|s| s.id() == id).cloned();
    let checked = check_facts(&Draft { facts, ..Draft::default() }, &lookup);
    keep_to_the_matter(answer, &checked.facts, about, archive);
    let archive_has_facts = !answer.facts.is_empty();
    for source in &sources {
        let cited = checked.facts.iter().flat_map(|f| &f.support).any(|q| q.source_id() == source.id());
        if cited {
            answer.citations_index.push(Cited {
                source_id: source.id().clone(),
                ingest_hash: source.hash().clone(),
                title: format!("{USER_PROVIDED}: {}", source.title()),
                lane: "user".to_owned(),
                authority: None,
                date: None,
                date_from: None,
                url: None,
                visibility: Visibility::Public,
                ocr_confidence: None,
            });
        }
    }
    if !about.recorded && (!archive_has_facts || !about.matched) {
        let frame = if about.aligned { wording::NONE_ANSWERS } else { wording::NOTHING_MATCHES };
        answer.limitations.push(frame.say(&[]));
    }
    if !checked.facts.is_empty() {
        answer.limitations.push(wording::USERS_WORD.say(&[]));
    }
    let archive_answers = archive_has_facts && answer.mode == Mode::Answer;
    if !archive_answers && !checked.facts.is_empty() {
        answer.mode = Mode::Answer;
        answer.answer = checked.facts.first().map(|f| f.text.clone()).unwrap_or_default();
        // "The archive says nothing" was stated above in the words for a situation.
        answer.gaps.retain(|g| g.why != GapReason::NoQuoteFound && g.why != GapReason::LowCoverage);
        answer.record_strength.tier = 'C';
        answer.record_strength.reasons = vec![wording::USERS_TEXT_ALONE.say(&[])];
    }
    let papers = std::mem::take(&mut answer.facts);
    let (first, rest) = if archive_answers { (papers, checked.facts) } else { (checked.facts, papers) };
    answer.facts = first.into_iter().chain(rest).collect();
}

/// Lists the values on which the user's text and the papers' quotes disagree.
pub(crate) fn list_conflicts(
    answer: &mut AnswerContent,
    texts: &[UserSource],
    question: &Question,
    considered: &[Evidence],
    options: &ConflictOptions,
) {
    if answer.mode != Mode::Answer {
        return;
    }
    let shown: Vec<&Quote> = answer.facts.iter().flat_map(|f| &f.support).collect();
    let papers = considered.iter().filter(|e| shown.iter().any(|quote| is_of(e, quote)));
    let mut all: Vec<Evidence> = papers.cloned().collect();
    for text in texts {
        let source = text.source();
        let own = shown.iter().filter(|quote| quote.source_id() == source.id());
        let status = || SourceStatus { title: source.title().to_owned(), ..SourceStatus::default() };
        all.extend(own.filter_map(|quote| of_quote(&source, quote, status())));
    }
    list(&mut answer.conflicts, conflicts(question, &all, options));
}

/// Subject of a question about a text of the user.
#[derive(Debug, Clone, Copy)]
pub struct About<'a> {
    /// Names, places and things of the text.
    pub situation: &'a [String],
    /// True for a question of law, which the state's law answers for every place.
    pub law: bool,
    /// True when the search found something of the situation, or when there is no situation.
    pub matched: bool,
    /// True when a passage that was found names what the situation is about.
    pub aligned: bool,
    /// True when the papers' record on the situation is added to the answer.
    pub recorded: bool,
}

/// Drops archive quotes about another matter. When the user's text covers the question better than the archive, a quote
/// that names nothing of the text's matter goes, even with similar words. In a question of law over the text, a quote
/// goes whose item of its paper names nothing of the text, where the item of another quote does.
fn keep_to_the_matter(answer: &mut AnswerContent, users: &[Fact], about: &About<'_>, archive: &Archive) {
    let best = |facts: &[Fact]| facts.iter().map(|f| f.coverage).fold(0.0, f32::max);
    let text_is_better = best(users) >= best(&answer.facts);
    if users.is_empty() || about.situation.is_empty() || !(text_is_better || about.law) {
        return;
    }
    let names: Vec<String> = about.situation.iter().map(|name| name.to_lowercase()).collect();
    let has_name = |text: &str| names.iter().any(|name| text.to_lowercase().contains(name));
    let index = answer.citations_index.clone();
    let of = |q: &Quote| index.iter().find(|c| &c.source_id == q.source_id());
    let is_law = |fact: &Fact| fact.support.iter().all(|q| of(q).is_some_and(|c| c.lane == "state"));
    if text_is_better {
        answer.facts.retain(|fact| {
            let title = |q: &Quote| of(q).is_some_and(|c| has_name(&c.title));
            fact.support.iter().any(|q| has_name(q.text()) || title(q)) || (is_law(fact) && about.law)
        });
    } else {
        let of_item = |q: &Quote| item_of(archive, q).is_some_and(|item| has_name(&item));
        let named: Vec<bool> = answer.facts.iter().map(|fact| fact.support.iter().any(of_item)).collect();
        let mut is_named = named.iter().copied();
        if answer.facts.iter().zip(&named).any(|(fact, named)| *named && !is_law(fact)) {
            answer.facts.retain(|fact| is_named.next().unwrap_or(true) || is_law(fact));
        }
    }
    whole_first(&mut answer.facts, |f| f.cut);
    recount(answer);
    answer.answer = answer.facts.first().map(|f| f.text.clone()).unwrap_or_default();
}

/// Returns the text of the item of its paper that a quote is of: from the heading above to the next, if they are near.
fn item_of(archive: &Archive, quote: &Quote) -> Option<String> {
    let source = archive.source(quote.source_id()).ok()?;
    let bytes = find_at(&source, quote.locator(), quote.text())?;
    let own = source.reading().lines_of(bytes)?;
    let is_heading = |at: &usize| source.lines().get(*at).is_some_and(|line| line.heading.is_some());
    let above = (own.start.saturating_sub(ITEM_WITHIN)..=own.start).rev().find(is_heading);
    let end = (own.end..source.lines().len().min(own.end + ITEM_WITHIN)).find(is_heading);
    let lines = above.unwrap_or(own.start)..end.unwrap_or(own.end);
    Some(source.lines().get(lines)?.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" "))
}

/// Computes the values derived from all quotes again, for the quotes that an answer has now.
pub fn recount(answer: &mut AnswerContent) {
    let index = std::mem::take(&mut answer.citations_index);
    let cited = |id: &SourceId| {
        let facts = answer.facts.iter().flat_map(|f| &f.support).any(|q| q.source_id() == id);
        facts || answer.conflicts.iter().flat_map(|c| &c.values).any(|v| v.quote.source_id() == id)
    };
    let kept: Vec<Cited> = index.into_iter().filter(|c| cited(&c.source_id)).collect();
    // These values describe all quotes, so they are computed from those that are left.
    let quotes: Vec<Quote> = answer.facts.iter().flat_map(|f| f.support.clone()).collect();
    let of_lane = |q: &Quote| kept.iter().find(|c| &c.source_id == q.source_id()).map(|c| c.lane.clone());
    let lanes: Vec<String> = quotes.iter().filter_map(of_lane).collect();
    answer.record_strength.state_count = lanes.iter().filter(|lane| *lane == "state").count();
    answer.record_strength.authoritative_state_present |= answer.record_strength.state_count > 0;
    // Quotes of the user's texts count for no paper.
    answer.record_strength.local_count =
        lanes.iter().filter(|lane| *lane != "state" && *lane != "user").count();
    answer.extractions = extractions(&quotes);
    answer.used_statewide = kept.iter().any(|c| c.lane == "state");
    answer.statewide_reason = statewide(answer.used_statewide);
    answer.citations_index = kept;
}

/// Adds a gap for each clarifying question that stayed open.
pub fn note_open(answer: &mut AnswerContent, open: &[ClarifyQuestion]) {
    for question in open {
        answer.gaps.push(Gap {
            need: question.field.clone(),
            why: GapReason::ClarifyTimeout,
            reason: wording::STAYED_OPEN.say(&[&question.prompt]),
            searched: Vec::new(),
            unread: Unread::default(),
        });
    }
}
