//! The program's own wordings about its search, its archive and missing facts. Writers fill these frames, and `verify`
//! parses them; any other sentence needs quotes as support. A slot holds only values that the checker can look up, or
//! that were asked.

use twolane_text::{Filled, Frame};

pub use twolane_retrieve::wording::{
    BY_WORDS_ALONE, DAMAGED_VECTORS, MENTIONED, NO_LANE, NO_LAW, NO_TOWN, WITHOUT_GRAPH,
};

// Limitations.

/// The language model failed.
pub const MODEL_UNUSABLE: Frame =
    Frame("The language model gave nothing usable; the quotes were chosen without it.");
/// Bills were left out.
pub const PROPOSED_LEFT_OUT: Frame =
    Frame("Texts that are only proposed were left out; ask for the bill to see them.");
/// Some pages are unread.
pub const PAGES_UNREAD: Frame =
    Frame("Some pages of this archive could not be read; `twolane doctor` lists them.");
/// The archive has nothing on the matter of the user's text.
pub const NOTHING_MATCHES: Frame = Frame("No matching items were found in the archive for this situation.");
/// Shown with quotes of the user's text.
pub const USERS_WORD: Frame =
    Frame("Quotes from the text that you provided show what that text says, not what this archive records.");
/// Part of an answer given although the question stayed open.
pub const TIMEOUT: Frame =
    Frame("The question was not clarified; this is what the papers show without that.");
/// Sources that report what others decided.
pub const SECOND_HAND: Frame =
    Frame("Some of this rests only on sources that report at second hand: {titles}.");
/// A pack that is quoted from.
pub const LAW_FROM: Frame = Frame("Law is quoted from {pack_words}");
/// No quote is from a statute; the state is known.
pub const NO_STATUTE_OF: Frame = Frame("I did not find the specific statute text in the archive ({state}).");
/// No quote is from a statute.
pub const NO_STATUTE: Frame = Frame("I did not find the specific statute text in the archive.");
/// A part of a mixed question.
pub const NO_PART: Frame = Frame("No quote shows the {part} part.");
/// A decision whose reason is not quoted.
pub const NO_WHY: Frame = Frame("The quotes do not say why it was decided.");
/// A section that the question names and the archive lacks.
pub const NO_TEXT: Frame = Frame("{citation}: text not in the archive.");
/// A missing section with its heading.
pub const NO_TEXT_HEADED: Frame = Frame("{citation} ({heading}): text not in the archive.");
/// Statewide text that was not used.
pub const STATEWIDE_NOT_SHOWN: Frame =
    Frame("Statewide text was found; whether it applies here is not shown, so it was not used.");

/// Statewide text that does not answer.
pub const STATEWIDE_SILENT: Frame = Frame("Only statewide text was found, and no sentence of it answers.");
/// A paper that addresses language models.
pub const PLANTED: Frame =
    Frame("“{planted_title}” holds text that speaks to a language model; it was not followed.");

/// Research took too long.
pub const STEPS_OUT_OF_TIME: Frame =
    Frame("Not every step of this question was made: the time for it was up.");
/// Research was cancelled.
pub const STEPS_STOPPED: Frame = Frame("Not every step of this question was made: it was stopped.");
/// The limit of model calls was reached.
pub const STEPS_OUT_OF_CALLS: Frame =
    Frame("Not every step of this question was made: the calls of the language model for it were used up.");
/// The model named no further step.
pub const STEPS_WITHOUT_MODEL: Frame =
    Frame("Not every step of this question may have been made: the language model gave nothing usable.");

// The state lane.

/// The state lane was used.
pub const STATE_USED: Frame = Frame("a quote comes from the state lane");
/// The state lane was not used.
pub const STATE_NOT_USED: Frame = Frame("no quote of the state lane was among the best");

// Follow-ups.

/// Several papers disagree.
pub const ASK_WHICH_PAPER: Frame = Frame("Ask whoever keeps the record which of these papers is right.");
/// One paper disagrees with itself.
pub const ASK_WHICH_PLACE: Frame = Frame("Ask whoever keeps the record which of these places is right.");
/// Some pages are unread.
pub const READ_PAGES: Frame = Frame("Read the unread pages (`twolane doctor` lists them), then ask again.");
/// A part of the question that no quote covers.
pub const ASK_PART: Frame = Frame("Ask for the paper that shows “{asked}”, put it in, and ask again.");
/// A section that a quote cites.
pub const GET_SECTION: Frame = Frame("Put in the text of {quoted_section}, which a quote cites.");
/// A section that a quote cites and the archive has.
pub const ASK_SECTION: Frame = Frame("What does {quoted_section} say?");
/// Some fact is missing.
pub const INGEST_MORE: Frame = Frame("Ingest a paper that would state what is missing, then ask again.");

// Strength of the record.

/// Tier C without a quote.
pub const NO_QUOTE: Frame = Frame("no quote answers the question");
/// Tier A without a reader.
pub const SPECIFIC: Frame =
    Frame("the first quote accounts for most words of the question and holds a value of the kind asked for");
/// Tier A where the reader took part.
pub const READ: Frame = Frame("the reader finds the answer in the first quote, by a clear margin");
/// Tier B where the reader took part.
pub const NOT_CLEARLY_READ: Frame =
    Frame("the reader does not clearly find the answer in the first quote; read the quotes");
/// Tier C with quotes where the reader took part.
pub const HARDLY_READ: Frame =
    Frame("the first quote may well not be the answer; read the quotes in their papers");
/// Tier B without a reader.
pub const PARTIAL: Frame = Frame("the quotes account for a part of the question only");
/// Tier C with quotes.
pub const NEAREST: Frame = Frame("the nearest quotes do not account for what is asked");
/// Tier C with quotes of another year than the question asks about.
pub const OTHER_YEAR: Frame = Frame("the first quote is about another year than the question");
/// Tier C with a question, a supposition or a wish as the first quote.
pub const STATES_NOTHING: Frame =
    Frame("the first quote asks, supposes or wishes and does not say that it is so");
/// Tier C with a first quote that a text beside it seems to cancel.
pub const CANCELLED: Frame =
    Frame("a text near the first quote may take it back; read the quote in its paper");
/// Tier C where the question chooses another of several alternatives.
pub const OTHER_CHOICE: Frame =
    Frame("the first quote is about another day or another group of people than the question asks about");
/// Tier C with the user's text alone.
pub const USERS_TEXT_ALONE: Frame =
    Frame("the only support is the text that you provided; papers on the matter would have to be ingested");
/// Tier C with the user's text and statewide text.
pub const USERS_TEXT_AND_LAW: Frame = Frame(
    "the facts are those of the text that you provided, and the statewide text was found by its words; papers on the matter would have to be ingested",
);
/// Tier C with the user's text and papers on its situation.
pub const USERS_TEXT_AND_RECORD: Frame =
    Frame("the facts are those of the text that you provided, and papers were found by its words");
/// Addition to a tier, for a second-hand source.
pub const FIRST_AT_SECOND_HAND: Frame = Frame("the first fact rests on a source that reports at second hand");

// Gaps: reasons.

/// Nothing was found at all.
pub const NO_PAPER: Frame = Frame("No paper in this archive shares a word or a meaning with the question.");
/// Nothing that was found answers.
pub const NO_SENTENCE: Frame = Frame("No sentence in this archive was found that answers the question.");
/// Words of the question that no result contains; follows another sentence.
pub const NOTHING_HAS: Frame = Frame(" Nothing that was found mentions: {words}.");
/// Words of a part of the question that no result contains; follows another sentence.
pub const NOWHERE: Frame = Frame(" Not found together with the rest: {words}.");
/// Some pages are unread; follows another sentence.
pub const UNREAD_MAY_HOLD: Frame =
    Frame(" Pages that could not be read may hold it; `twolane doctor` lists them.");
/// A part of the question whose words no paper has.
pub const NO_PAPER_HAS: Frame = Frame("No paper in this archive has the words of “{asked}”.");
/// A part of the question whose words none of the requested papers has.
pub const NO_PAPER_ASKED_HAS: Frame = Frame("No paper that was asked about has the words of “{asked}”.");
/// A part of the question that no sentence answers.
pub const NO_SENTENCE_HAS: Frame =
    Frame("No sentence that has the words of “{asked}” was found with {kind}.");
/// Kinds of value that a part of the question may ask for.
pub const KINDS: &[&str] =
    &["an amount of money", "a number", "a date", "a name", "a decision", "a definition", "an answer"];
/// A thing that the question lists.
pub const NOT_SPOKEN_OF: Frame = Frame("No quote that was found speaks of “{asked}”.");
/// A section of which only the heading is known.
pub const HEADED: Frame = Frame("{citation} is headed “{heading}” ({pack}); its text is not in the archive.");
/// A section that a code does not have.
pub const NO_SUCH_SECTION: Frame = Frame("{pack} names every section of its code and has no {citation}.");
/// A section that a code does not have, where the code is not named.
pub const NO_SUCH_SECTION_HERE: Frame =
    Frame("The installed pack names every section of its code and has no {citation}.");
/// A section without text.
pub const TEXT_MISSING: Frame = Frame("The text of {citation} is not in the archive.");
/// A pack by its title and edition.
pub const PACK: Frame = Frame("{title}, edition {edition}");
/// Drafted text was cut.
pub const CUT: Frame = Frame(
    "A part of the drafted text had a figure, date, section or name that no quote has; it was left out.",
);
/// A sentence that a model wrote was left out.
pub const PROSE_CUT: Frame =
    Frame("A drafted sentence said more than the quotes that it cites; it was left out.");
/// A reason without any supported text.
pub const NOT_BORNE: Frame = Frame("No quote bears it out.");
/// A clarifying question without a reply.
pub const NOT_GIVEN: Frame = Frame("It was asked for and not given.");
/// A clarifying question without a reply, with its text.
pub const STAYED_OPEN: Frame = Frame("It stayed open: {prompt}");

// Gaps: needs.

/// Text of a section.
pub const NEED_TEXT: Frame = Frame("the text of {citation}");
/// Text of a section, with its heading.
pub const NEED_TEXT_HEADED: Frame = Frame("the text of {citation} ({heading})");
/// A fact was refused.
pub const NEED_QUOTE: Frame = Frame("a quote that bears out a drafted statement");
/// Drafted text was cut.
pub const NEED_QUOTES: Frame = Frame("quotes that bear out all that was drafted");

// Gaps: searches made.

/// Search by exact words.
pub const BY_WORDS: Frame = Frame("{query} (by exact words, {lanes}, {sources} sources)");

// Refused facts: the reason names no word of the draft.

/// The draft was empty.
pub const REFUSED_EMPTY: Frame = Frame("a drafted statement had no words");
/// No such source.
pub const REFUSED_SOURCE: Frame = Frame("a drafted statement names a source that is not there");
/// No such quote.
pub const REFUSED_QUOTE: Frame = Frame("a drafted statement has a quote that does not stand at its locator");
/// Hidden text as support.
pub const REFUSED_HIDDEN: Frame = Frame("a drafted statement rests on text that no reader of the page sees");
/// A quote of a word or two.
pub const REFUSED_SHORT: Frame = Frame("a drafted statement rests on a quote of fewer than {count} words");
/// A condition is left out.
pub const REFUSED_CUT: Frame =
    Frame("a drafted statement rests on a quote that leaves out a condition of its sentence");
/// No quote was given.
pub const REFUSED_NO_QUOTE: Frame = Frame("a drafted statement came without a quote");
/// Tokens that no quote has.
pub const REFUSED_STRAYS: Frame = Frame("a drafted statement has {strays} that no quote of it has");

// Clarifying questions that stayed open.

/// A day that the papers do not know.
pub const WHICH_DAY: Frame = Frame("The papers do not know what day “{asked}” is. Which date is meant?");
/// A pronoun without its noun.
pub const STANDS_FOR: Frame = Frame("What does “{asked}” stand for?");
/// A field that a rule file asks for.
pub const FIELD_OF: Frame = Frame("{field_prompt} (“{asked}”)");
/// A noun with several candidates.
pub const WHICH_ONE: Frame = Frame("Which {noun} is meant by “{asked}”?");
/// A question without a subject.
pub const WHAT_TO_KNOW: Frame =
    Frame("What would you like to know? Ask a whole question, such as “When is the town meeting?”");
/// A question without a subject, where papers match its words.
pub const WHAT_ABOUT_IT: Frame =
    Frame("What would you like to know about it? These papers hold the words; ask a whole question.");
/// Words that no paper has.
pub const OTHER_WORDS: Frame = Frame(
    "No paper in this archive has {asked_words}. What else might it be called, or which kind of paper should have it?",
);
/// Several places match.
pub const WHICH_PLACE: Frame = Frame("Several places have papers on this. Which one is meant?");
/// A condition of a rule.
pub const CONDITION: Frame =
    Frame("According to {place}, the answer depends on this: “{condition}”. Is that the case?");

// Assumptions.

/// Town of the session, for a question that names no town.
pub const TOWN_KEPT: Frame = Frame("The town is taken to be {kept_place}, as said earlier in this session.");
/// State of the session, for a question that names no state.
pub const STATE_KEPT: Frame =
    Frame("The state is taken to be {kept_state}, as said earlier in this session.");
/// The archive has papers of one place alone.
pub const ONLY_TOWN: Frame =
    Frame("The town is taken to be {only_place}: this archive has papers of no other.");
/// No day was named, and the archive has several editions of a code.
pub const NEWEST_EDITION: Frame =
    Frame("No day was named: of the editions that this archive has, the newest is used, {newest_pack}.");
/// A date in figures with two possible readings.
pub const MONTH_FIRST: Frame = Frame("{figures_read}, the month first.");
/// Text between the two forms of such a date.
pub const READ_AS: &str = " is read as ";

/// Frames of assumptions.
pub const ASSUMPTIONS: &[Frame] = &[TOWN_KEPT, STATE_KEPT, ONLY_TOWN, NEWEST_EDITION, MONTH_FIRST];

/// Frames of limitations.
pub const LIMITATIONS: &[Frame] = &[
    MODEL_UNUSABLE,
    PROPOSED_LEFT_OUT,
    PAGES_UNREAD,
    NOTHING_MATCHES,
    USERS_WORD,
    TIMEOUT,
    SECOND_HAND,
    LAW_FROM,
    NO_STATUTE_OF,
    NO_STATUTE,
    NO_PART,
    NO_WHY,
    NO_TEXT_HEADED,
    NO_TEXT,
    STATEWIDE_NOT_SHOWN,
    STATEWIDE_SILENT,
    PLANTED,
    STEPS_OUT_OF_TIME,
    STEPS_STOPPED,
    STEPS_OUT_OF_CALLS,
    STEPS_WITHOUT_MODEL,
    NO_LANE,
    NO_TOWN,
    MENTIONED,
    NO_LAW,
    BY_WORDS_ALONE,
    WITHOUT_GRAPH,
    DAMAGED_VECTORS,
];

/// Frames of reasons for gaps.
pub const REASONS: &[Frame] = &[
    NO_PAPER,
    NO_SENTENCE,
    NOTHING_HAS,
    NOWHERE,
    UNREAD_MAY_HOLD,
    NO_PAPER_HAS,
    NO_PAPER_ASKED_HAS,
    NO_SENTENCE_HAS,
    NOT_SPOKEN_OF,
    HEADED,
    NO_SUCH_SECTION_HERE,
    NO_SUCH_SECTION,
    TEXT_MISSING,
    CUT,
    PROSE_CUT,
    NOT_BORNE,
    NOT_GIVEN,
    STAYED_OPEN,
    REFUSED_EMPTY,
    REFUSED_SOURCE,
    REFUSED_QUOTE,
    REFUSED_HIDDEN,
    REFUSED_SHORT,
    REFUSED_CUT,
    REFUSED_NO_QUOTE,
    REFUSED_STRAYS,
];

/// Frames of clarifying questions.
pub const PROMPTS: &[Frame] = &[
    WHICH_DAY,
    STANDS_FOR,
    WHICH_ONE,
    WHAT_TO_KNOW,
    WHAT_ABOUT_IT,
    OTHER_WORDS,
    WHICH_PLACE,
    CONDITION,
    FIELD_OF,
];

/// Frames of the needs of gaps.
pub const NEEDS: &[Frame] = &[NEED_TEXT_HEADED, NEED_TEXT, NEED_QUOTE, NEED_QUOTES];

/// Frames of follow-ups.
pub const FOLLOW_UPS: &[Frame] =
    &[ASK_WHICH_PAPER, ASK_WHICH_PLACE, READ_PAGES, ASK_PART, GET_SECTION, ASK_SECTION, INGEST_MORE];

/// Frames of reasons why the state lane was or was not used.
pub const STATE: &[Frame] = &[STATE_USED, STATE_NOT_USED];

/// Missing sentence of an audit finding: no statute text.
pub const NO_STATUTE_TEXT: Frame = Frame("that no statute text was found");
/// Missing sentence of an audit finding: the content of the state lane.
pub const WHAT_STATE_HAS: Frame = Frame("what the state lane has");
/// Frames of missing sentences in audit findings.
pub const LACKING: &[Frame] =
    &[NO_STATUTE_TEXT, WHAT_STATE_HAS, Frame("{why_lacking}"), Frame("{part}"), Frame("{citation}")];

/// Reason why no choice was judged.
pub const CHOICES_REFUSED: Frame =
    Frame("The papers do not answer the question, so its choices were not judged.");
/// Basis of a judgement on choices without a model.
pub const CHOICES_BY_EVIDENCE: Frame = Frame(
    "Judged without a language model, by how far the quotes bear each choice out; this is no reasoning.",
);
/// Basis of a judgement on choices by a model.
pub const CHOICES_BY_MODEL: Frame = Frame("Judged by the language model, by these quotes alone.");
/// No choice is clearly the best.
pub const CHOICES_OPEN: Frame = Frame("The quotes do not tell which choice holds.");
/// All words of a choice are in a quote.
pub const CHOICE_ALL: Frame = Frame("The quote has: {words}.");
/// Some words of a choice are in a quote.
pub const CHOICE_PART: Frame = Frame("The quote has: {words}. It does not have: {words}.");
/// No word of a choice is in a quote.
pub const CHOICE_NONE: Frame = Frame("The quote does not have: {words}.");
/// No quote decides a choice.
pub const CHOICE_NO_QUOTE: Frame = Frame("No quote decides it.");
/// Frames of notes on all choices.
pub const CHOICES: &[Frame] = &[CHOICES_REFUSED, CHOICES_BY_EVIDENCE, CHOICES_BY_MODEL, CHOICES_OPEN];
/// Frames of reasons for one choice.
pub const CHOICE_REASONS: &[Frame] = &[CHOICE_ALL, CHOICE_PART, CHOICE_NONE, CHOICE_NO_QUOTE];

/// Most consecutive frames in one text.
const MOST_FRAMES: usize = 8;

/// Returns true when a text is a chain of these frames, and each frame `holds` with the values in its slots. A model's
/// sentence among the program's own makes it false.
pub fn reads_as(text: &str, frames: &[Frame], holds: &mut dyn FnMut(Frame, &[Filled<'_>]) -> bool) -> bool {
    reads(text, frames, holds, 0)
}

fn reads(
    text: &str,
    frames: &[Frame],
    holds: &mut dyn FnMut(Frame, &[Filled<'_>]) -> bool,
    depth: usize,
) -> bool {
    depth < MOST_FRAMES
        && frames.iter().any(|frame| {
            frame.read(text).into_iter().any(|(filled, rest)| {
                let behind = rest.strip_prefix(' ').filter(|r| !r.starts_with(' ')).unwrap_or(rest);
                holds(*frame, &filled)
                    && (rest.is_empty()
                        || (rest.starts_with(' ')
                            && (reads(rest, frames, holds, depth + 1)
                                || reads(behind, frames, holds, depth + 1))))
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_programs_own_sentences_read_as_its_own() {
        let mut any = |_: Frame, _: &[Filled<'_>]| true;
        for (text, frames, expected) in [
            (PAGES_UNREAD.0.to_owned(), LIMITATIONS, true),
            (NO_PART.say(&["school"]), LIMITATIONS, true),
            (format!("{}{}", NO_SENTENCE.0, NOTHING_HAS.say(&["fish"])), REASONS, true),
            (format!("{} The fee is $900.", PAGES_UNREAD.0), LIMITATIONS, false),
            ("The fee is $900.".to_owned(), LIMITATIONS, false),
            (INGEST_MORE.0.to_owned(), LIMITATIONS, false),
            (String::new(), LIMITATIONS, false),
        ] {
            assert_eq!(reads_as(&text, frames, &mut any), expected, "{text}");
        }
        let mut school = |_: Frame, filled: &[Filled<'_>]| filled.iter().all(|(_, value)| *value == "school");
        assert!(!reads_as(&NO_PART.say(&["$900"]), LIMITATIONS, &mut school));
    }
}
