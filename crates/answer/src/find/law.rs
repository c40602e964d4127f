//! Duties of an answer about law: named sections without text, editions, proposed texts (SPEC SYN-4, LAW-2, LAW-5).

use std::collections::HashMap;

use crate::draft::{Gap, GapReason, Unread, wording};
use twolane_archive::{Archive, ArchiveError, Editions, SourceSummary};
use twolane_law::{Grammar, SectionStatus};
use twolane_retrieve::{NamedSection, PackNote};
use twolane_text::SourceId;

use super::ranked::Passage;

/// Returns one gap for each section that the question names without its text in the archive.
pub fn named_gaps(named: &[NamedSection]) -> Vec<Gap> {
    named.iter().filter(|n| !n.text_here).map(gap).collect()
}

fn gap(section: &NamedSection) -> Gap {
    let citation = &section.citation;
    let title = section.pack.as_ref().map(|p| wording::PACK.say(&[&p.title, &p.edition]));
    let reason = match (&section.heading, &title) {
        (Some(heading), Some(title)) => {
            let heading = heading.trim_end_matches('.');
            wording::HEADED.say(&[citation, heading, title])
        }
        (_, Some(title)) if section.unknown_to_pack => wording::NO_SUCH_SECTION.say(&[title, citation]),
        _ if section.unknown_to_pack => wording::NO_SUCH_SECTION_HERE.say(&[citation]),
        _ => wording::TEXT_MISSING.say(&[citation]),
    };
    Gap {
        need: match &section.heading {
            Some(heading) => wording::NEED_TEXT_HEADED.say(&[citation, heading.trim_end_matches('.')]),
            None => wording::NEED_TEXT.say(&[citation]),
        },
        why: GapReason::NoQuoteFound,
        reason,
        searched: vec![section.whole.clone()],
        unread: Unread::default(),
    }
}

/// Keeps only passages that mention the named section, when the question names sections and the archive has none of
/// their texts. No other passage may replace the section.
pub fn of_named(named: &[NamedSection], passages: Vec<Passage>) -> Vec<Passage> {
    if named.is_empty() || named.iter().any(|n| n.text_here) {
        return passages;
    }
    let speaks = |p: &Passage| {
        let citations = &p.chunk.record.citations;
        named.iter().any(|n| citations.contains(&n.citation) || citations.contains(&n.whole))
    };
    passages.into_iter().filter(speaks).collect()
}

/// Returns true for a text that is only proposed.
pub fn is_proposed(source: &SourceSummary) -> bool {
    source.meta.status.as_deref() == Some(SectionStatus::Proposed.words())
}

/// Returns true for a question about proposals: it names a bill, or says so.
pub fn asks_of_proposals(question: &str) -> bool {
    let bill = Grammar::built_in().find(question).iter().any(|f| f.citation.code == "bill");
    let says = question.split(|c: char| !c.is_alphanumeric()).any(|w| {
        matches!(
            w.to_lowercase().as_str(),
            "bill" | "bills" | "proposed" | "proposal" | "propose" | "proposes"
        )
    });
    bill || says
}

/// Removes passages of proposed texts, unless the question is about them.
pub fn in_force(
    question: &str,
    passages: Vec<Passage>,
    sources: &HashMap<SourceId, SourceSummary>,
) -> (Vec<Passage>, usize) {
    if asks_of_proposals(question) {
        return (passages, 0);
    }
    let before = passages.len();
    let proposed = |p: &Passage| sources.get(&p.chunk.source_id).is_some_and(is_proposed);
    let kept: Vec<Passage> = passages.into_iter().filter(|p| !proposed(p)).collect();
    let taken = before - kept.len();
    (kept, taken)
}

/// Returns the packs of these sources, each once, in the edition that applies on the requested day.
///
/// # Errors
/// Returns the errors of reading the archive.
pub fn packs_of<'s>(
    archive: &Archive,
    sources: impl Iterator<Item = &'s SourceId>,
    editions: &Editions,
) -> Result<Vec<PackNote>, ArchiveError> {
    let packs = archive.packs_in_force(editions)?;
    let mut out: Vec<PackNote> = Vec::new();
    if packs.is_empty() {
        return Ok(out);
    }
    for id in sources {
        for entry in archive.sections_at(id, editions)? {
            let pack = packs
                .iter()
                .find(|p| p.manifest.name == entry.pack && p.manifest.edition == entry.edition)
                .map(|p| PackNote::of(&p.manifest));
            if let Some(pack) = pack.filter(|p| !out.contains(p)) {
                out.push(pack);
            }
        }
    }
    Ok(out)
}

/// Returns the limitation for each pack that an answer uses.
pub fn pack_limitations(packs: &[PackNote]) -> Vec<String> {
    packs.iter().map(|p| wording::LAW_FROM.say(&[&pack_words(p)])).collect()
}

/// Describes a pack with its edition, day, coverage and limits.
pub fn pack_words(p: &PackNote) -> String {
    let mut text = format!(
        "{}, edition {}, as of {}. Coverage: {}.",
        p.title,
        p.edition,
        p.as_of,
        p.coverage.trim_end_matches('.')
    );
    for limit in &p.limits {
        text.push(' ');
        text.push_str(limit.trim_end_matches('.'));
        text.push('.');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_about_proposals() {
        for (question, expected) in [
            ("What would HB 110 change?", true),
            ("Which bill changes the fee?", true),
            ("What is proposed for RSA 31:95?", true),
            ("What does RSA 31:95 say about billing?", false),
            ("Who may vote at town meeting?", false),
        ] {
            assert_eq!(asks_of_proposals(question), expected, "{question}");
        }
    }
}
