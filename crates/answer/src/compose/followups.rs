//! Suggestions for the next question or the next paper to add, built from this question. They name its parts that no
//! quote covers, cited sections that the archive lacks, and papers that disagree (SPEC SYN-13).

use crate::check::answer::{AnswerContent, Conflict};
use crate::draft::{GapReason, wording};
use crate::find::gap_search::unread;
use twolane_archive::{Archive, Editions, SourceSummary};
use twolane_law::Grammar;
use twolane_text::SourceId;

/// Most suggestions; nobody would work through a longer list.
const MOST: usize = 4;

/// Returns the next steps, the nearest first.
pub(super) fn followups(
    archive: &Archive,
    answer: &AnswerContent,
    question: &str,
    sources: &[SourceSummary],
    editions: &Editions,
) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut add = |text: String| {
        if !out.contains(&text) && out.len() < MOST {
            out.push(text);
        }
    };
    if let Some(conflict) = answer.conflicts.first().filter(|c| c.values.len() > 1) {
        add(of_conflict(conflict));
    }
    for gap in answer.gaps.iter().filter(|g| g.why != GapReason::ClarifyTimeout) {
        // A gap of the whole question adds nothing to the question.
        let part = gap.need.trim().trim_end_matches('?');
        if part != question.trim().trim_end_matches('?') && question.contains(part) {
            add(wording::ASK_PART.say(&[part]));
        }
    }
    for (citation, here) in cited_elsewhere(archive, answer, editions) {
        let next = if here { wording::ASK_SECTION } else { wording::GET_SECTION };
        add(next.say(&[&citation]));
    }
    let open = answer.gaps.iter().any(|g| g.why != GapReason::ClarifyTimeout);
    if !answer.gaps.is_empty() && unread(sources).pages > 0 {
        add(wording::READ_PAGES.say(&[]));
    }
    if open {
        add(wording::INGEST_MORE.say(&[]));
    }
    out
}

fn of_conflict(conflict: &Conflict) -> String {
    let mut ids: Vec<&SourceId> = conflict.values.iter().map(|v| v.quote.source_id()).collect();
    ids.dedup();
    let ask = if ids.len() > 1 { wording::ASK_WHICH_PAPER } else { wording::ASK_WHICH_PLACE };
    ask.say(&[])
}

/// Returns the sections that the quotes cite and do not come from, as printed, each with whether the archive has its
/// text.
fn cited_elsewhere(archive: &Archive, answer: &AnswerContent, editions: &Editions) -> Vec<(String, bool)> {
    let mut out: Vec<(String, bool)> = Vec::new();
    let quoted = |id: &SourceId| answer.facts.iter().flat_map(|f| &f.support).any(|q| q.source_id() == id);
    for quote in answer.facts.iter().flat_map(|f| &f.support) {
        for found in Grammar::built_in().find(quote.text()) {
            let Some(printed) = quote.text().get(found.bytes.clone()) else { continue };
            // A bare "section 4" belongs to the paper itself.
            if found.citation.keys().is_empty() || !printed.starts_with(char::is_uppercase) {
                continue;
            }
            let texts: Vec<SourceId> = found
                .citation
                .keys()
                .iter()
                .flat_map(|key| archive.sections(key, editions).unwrap_or_default())
                .filter_map(|entry| entry.source_id)
                .collect();
            let named =
                || found.citation.keys().iter().any(|key| !archive.named(key).unwrap_or_default().is_empty());
            let here = !texts.is_empty();
            let known = texts.iter().any(quoted) || (!here && named());
            if !known && !out.iter().any(|(other, _)| other == printed) {
                out.push((printed.to_owned(), here));
            }
        }
    }
    out
}
