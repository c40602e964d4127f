//! The seal. It comes last: every addition to an answer precedes it, and no caller can dictate its result. It looks up
//! the answer's statements about the archive and the search itself.

use crate::check::answer::AnswerContent;
use crate::check::choice::{Choice, ChoiceReason, Holds};
use crate::check::own_words::{Reading, Setting, StepWords, World};
use crate::check::prose::{Prose, ProseBy, by_rule, checked};
use crate::check::reasoning::{analysis, applicability};
use crate::draft::{Gap, GapReason, Unread, wording};

use super::align::{OwnWords, align, borne_facts};
use super::fact::Fact;
use super::verified::{Answer, Verified};

/// Source in which an answer's own sentences are looked up.
pub(crate) enum Ground<'a> {
    /// No sentence is the program's own; the answer may repeat this question.
    Question(&'a str),
    /// Search that led to the answer.
    Search(Box<Setting<'a>>),
}

/// Seals an answer. Its facts are checked against their quotes, its own sentences against the archive, and all other
/// text against the quotes and titles. Unsupported text is removed. The architecture test lists the callers that may
/// use this function.
pub(crate) fn seal(mut content: AnswerContent, ground: Ground<'_>) -> Verified<Answer> {
    let dropped = borne_facts(&mut content);
    let (question, sentences) = match ground {
        Ground::Question(question) => (question.to_owned(), Vec::new()),
        Ground::Search(setting) => {
            let question = setting.question().to_owned();
            let world = setting.world(&content);
            step_questions(&mut content, &world);
            (question, own_sentences(&mut content, &world))
        }
    };
    align(&mut content, dropped, &OwnWords { question: &question, sentences: &sentences });
    // Derived from the checked content; any earlier value is replaced.
    content.analysis = analysis(&content, &question);
    content.applicability_check = applicability(&content);
    put_prose(&mut content, &question);
    Verified::sealed(content)
}

/// Sets the prose from a model's sentences, as long as some of them are supported; otherwise from the facts by rule.
fn put_prose(content: &mut AnswerContent, question: &str) {
    let drafted = std::mem::take(&mut content.drafted);
    let found = checked(&drafted, content);
    content.prose = match found.kept + found.put_right {
        0 => Prose { by: ProseBy::Rule, sentences: by_rule(content, question) },
        _ => Prose { by: ProseBy::Model, sentences: found.sentences },
    };
    let said = |gap: &Gap| gap.reason == wording::PROSE_CUT.0;
    if !found.fell.is_empty() && !content.gaps.iter().any(said) {
        content.gaps.push(Gap {
            need: wording::NEED_QUOTES.say(&[]),
            why: GapReason::NoQuoteFound,
            reason: wording::PROSE_CUT.say(&[]),
            searched: Vec::new(),
            unread: Unread::default(),
        });
    }
}

/// Checks the questions and queries of research steps: their words must be asked, read or general. Any other query is
/// removed, and any other question is replaced by the user's question.
fn step_questions(answer: &mut AnswerContent, world: &World<'_>) {
    let Some(research) = &mut answer.research else { return };
    let read: Vec<_> = research.steps.iter().flat_map(|s| s.passages.iter().cloned()).collect();
    let known = StepWords::of(world, &read);
    for step in &mut research.steps {
        step.queries.retain(|query| known.hold(query));
        if !known.hold(&step.question) {
            step.question.clone_from(&world.claimed.question);
        }
    }
}

/// Collects the texts of an answer that are the program's own. A text with the words of such a sentence and a false
/// slot value is removed. Any other text needs support like a statement.
fn own_sentences(answer: &mut AnswerContent, world: &World<'_>) -> Vec<String> {
    let mut own: Vec<String> = Vec::new();
    choice_of_question(&mut answer.choice, &answer.facts, world);
    let mut stays = |text: &str, reading: Reading| {
        if reading == Reading::Own {
            own.push(text.to_owned());
        }
        !matches!(reading, Reading::False(_))
    };
    for (list, frames) in [
        (&mut answer.assumptions, wording::ASSUMPTIONS),
        (&mut answer.limitations, wording::LIMITATIONS),
        (&mut answer.suggested_followups, wording::FOLLOW_UPS),
    ] {
        list.retain(|text| stays(text, world.reading(text, frames)));
    }
    answer.gaps.retain_mut(|gap| {
        if !stays(&gap.reason, world.reading(&gap.reason, wording::REASONS)) {
            gap.reason = wording::NOT_BORNE.say(&[]);
        }
        stays(&gap.need, world.need(&gap.need, gap.why == GapReason::ClarifyTimeout))
    });
    let reason = &mut answer.statewide_reason;
    if !stays(reason, world.reading(reason, wording::STATE)) {
        reason.clear();
    }
    own
}

/// Checks a judgement on choices: it must repeat the choices as asked, in the program's own words, and quote only
/// quotes of the facts. Otherwise the whole judgement is removed.
fn choice_of_question(judged: &mut Option<Choice>, facts: &[Fact], world: &World<'_>) {
    let own = |text: &str, frames| world.reading(text, frames) == Reading::Own;
    let stands = |reason: &ChoiceReason| {
        let quoted = reason.support.iter().all(|q| facts.iter().any(|f| f.support.contains(q)));
        quoted && world.was_asked(&reason.text) && own(&reason.reason, wording::CHOICE_REASONS)
    };
    let named = |choice: &Choice| {
        let held = |letter| choice.reasons.iter().any(|r| r.choice == letter && r.holds == Holds::Yes);
        choice.answer.is_none_or(held)
    };
    if judged.as_ref().is_some_and(|choice| {
        !own(&choice.note, wording::CHOICES) || !named(choice) || !choice.reasons.iter().all(stands)
    }) {
        *judged = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::answer::Mode;
    use crate::draft::{Gap, Unread};
    use twolane_archive::{Archive, ChunkRecord, Metadata, SourceRecord};
    use twolane_retrieve::{Query, Request, Vocabulary};
    use twolane_text::{ContentHash, Line, SourceId};

    const PAPER: &str = "The burn permit fee is $20 a year.";

    fn archive(dir: &std::path::Path) -> Archive {
        let archive = Archive::create(dir).unwrap();
        let mut writer = archive.writer().unwrap();
        let chunk = ChunkRecord {
            first_line: 0,
            end_line: 1,
            header: "Fees".into(),
            text: PAPER.into(),
            citations: Vec::new(),
            section: None,
            table: false,
        };
        let record = SourceRecord {
            id: SourceId("fees".into()),
            paths: vec!["fees.txt".into()],
            title: "Fees".into(),
            hash: ContentHash::of(PAPER.as_bytes()),
            kind: "text".into(),
            bytes: 34,
            meta: Metadata { lane: "local".into(), town: Some("Birch".into()), ..Metadata::default() },
            pages: Vec::new(),
            lines: vec![Line::plain(0, 1, PAPER)],
            aliases: Vec::new(),
            chunks: vec![chunk],
            notes: Vec::new(),
            edges: Vec::new(),
            recipe: "test".into(),
        };
        writer.put(record, None).unwrap();
        writer.commit().unwrap();
        drop(writer);
        archive.refresh().unwrap();
        archive
    }

    /// Builds a sealed answer about Alder and RSA 31:95, with its question's town given.
    fn sealed(archive: &Archive, change: impl FnOnce(&mut AnswerContent)) -> Verified<Answer> {
        let query = Query::new("What does a burn permit cost in Alder under RSA 31:95?");
        let request = Request { town: Some("Alder".into()), ..Request::new(query) };
        let mut content = AnswerContent::empty(Mode::ReportInsufficientEvidence);
        change(&mut content);
        let sources = archive.sources().unwrap();
        let setting = Setting::of(archive, Vocabulary::built_in(), sources, &request);
        seal(content, Ground::Search(Box::new(setting)))
    }

    #[test]
    fn a_sentence_of_the_programs_own_has_true_words_in_its_slots() {
        let dir = tempfile::tempdir().unwrap();
        let archive = archive(&dir.path().join("archive"));
        for (text, stays) in [
            ("RSA 31:95: text not in the archive.", true),
            ("RSA 9:99: text not in the archive.", false),
            ("RSA 31:95 (No Fees at All): text not in the archive.", false),
            ("No paper is filed under Alder. This archive has these towns: Birch", true),
            ("No paper is filed under Boston. This archive has these towns: Birch", false),
            ("No paper is filed under Alder. This archive has these towns: Birch, Boston", false),
            ("Law is quoted from Sample Code, edition 2031, as of 2031-01-01. Coverage: all.", false),
            ("Some of this comes only from secondhand sources: “Fees”.", false),
            ("No quote shows the $900 part.", false),
            ("“Fees” contains text addressed to a language model. twolane did not follow it.", false),
            ("I did not find the specific statute text in the archive (Maine).", true),
            ("I did not find the specific statute text in the archive (Mary Hale).", false),
            ("Some pages of this archive could not be read; `twolane doctor` lists them.", false),
            ("The language model's reply could not be used. The quotes were chosen without it.", false),
        ] {
            let answer = sealed(&archive, |content| content.limitations.push(text.into()));
            assert_eq!(answer.get().limitations.len(), usize::from(stays), "{text}");
        }
        let unread = "Make the unread pages readable (`twolane doctor` lists them), then ask again.";
        for (text, stays) in [(wording::INGEST_MORE.0, true), (unread, false)] {
            let answer = sealed(&archive, |content| content.suggested_followups.push(text.into()));
            assert_eq!(answer.get().suggested_followups.len(), usize::from(stays), "{text}");
        }
        let answer = sealed(&archive, |content| content.statewide_reason = wording::STATE_USED.say(&[]));
        assert_eq!(answer.get().statewide_reason, "");
    }

    #[test]
    fn so_has_a_gap() {
        let dir = tempfile::tempdir().unwrap();
        let archive = archive(&dir.path().join("archive"));
        let (need, reason) = ("the text of RSA 31:95", "The text of RSA 31:95 is not in the archive.");
        for (need, reason, sealed_reason) in [
            (need, reason, Some(reason)),
            (need, "The text of RSA 9:99 is not in the archive.", Some(wording::NOT_BORNE.0)),
            (
                need,
                "RSA 31:95 is headed “Fees of $900” (Code, edition 1); its text is not in the archive.",
                Some(wording::NOT_BORNE.0),
            ),
            (
                need,
                "No sentence that answers the question was found in this archive. No passage found mentions: permit.",
                Some(
                    "No sentence that answers the question was found in this archive. No passage found mentions: permit.",
                ),
            ),
            (
                need,
                "No sentence that answers the question was found in this archive. No passage found mentions: Hale.",
                Some(wording::NOT_BORNE.0),
            ),
            (
                need,
                "a drafted statement rests on a quote of fewer than 900 words",
                Some(wording::NOT_BORNE.0),
            ),
            ("the text of RSA 9:99", reason, None),
            ("the text of RSA 31:95 (Fees of $900)", reason, None),
        ] {
            let answer = sealed(&archive, |content| {
                content.gaps.push(Gap {
                    need: need.into(),
                    why: GapReason::NoQuoteFound,
                    reason: reason.into(),
                    searched: Vec::new(),
                    unread: Unread::default(),
                });
            });
            let reasons: Vec<&str> = answer.get().gaps.iter().map(|g| g.reason.as_str()).collect();
            assert_eq!(reasons, sealed_reason.into_iter().collect::<Vec<_>>(), "{need} {reason}");
        }
    }

    #[test]
    fn what_was_searched_for_is_made_of_the_questions_words_in_any_order() {
        let dir = tempfile::tempdir().unwrap();
        let archive = archive(&dir.path().join("archive"));
        let request = Request::new(Query::new("What is a permit, and what does it cost now?"));
        let setting = Setting::of(&archive, Vocabulary::built_in(), archive.sources().unwrap(), &request);
        let world = setting.world(&AnswerContent::empty(Mode::Answer));
        for (asked, own) in [
            ("what does a permit cost now", true),
            ("cost now what is it what does a permit", true),
            ("what does a permit of Mary Hale cost now", false),
            ("what does a permit cost now, $900", false),
        ] {
            let searched = format!("{asked} (by exact words, lanes local, 1 sources)");
            let reading = world.reading(&searched, &[wording::BY_WORDS]);
            assert_eq!(reading == Reading::Own, own, "{asked}: {reading:?}");
        }
    }
}
