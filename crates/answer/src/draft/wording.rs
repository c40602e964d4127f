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
    Frame("The language model's reply could not be used. The quotes were chosen without it.");
/// Bills were left out.
pub const PROPOSED_LEFT_OUT: Frame = Frame("Proposed law was left out. Ask for the bill to see it.");
/// Some pages are unread.
pub const PAGES_UNREAD: Frame =
    Frame("Some pages of this archive could not be read; `twolane doctor` lists them.");
/// The archive has nothing on the matter of the user's text.
pub const NOTHING_MATCHES: Frame = Frame("No matching items were found in the archive for this situation.");
/// The archive has papers on the matter of the user's text, without an answer.
pub const NONE_ANSWERS: Frame =
    Frame("The archive has papers about this situation, but no passage found in them answers the question.");
/// Shown with quotes of the user's text.
pub const USERS_WORD: Frame = Frame(
    "Quotes from the text you provided show what that text says, not what the papers in this archive say.",
);
/// Part of an answer given although the question stayed open.
pub const TIMEOUT: Frame =
    Frame("The question was not clarified. This is what the papers show without that information.");
/// Sources that report what others decided.
pub const SECOND_HAND: Frame = Frame("Some of this comes only from secondhand sources: {titles}.");
/// A pack that is quoted from.
pub const LAW_FROM: Frame = Frame("Law is quoted from {pack_words}");
/// No quote is from a statute; the state is known.
pub const NO_STATUTE_OF: Frame = Frame("I did not find the specific statute text in the archive ({state}).");
/// No quote is from a statute.
pub const NO_STATUTE: Frame = Frame("I did not find the specific statute text in the archive.");
/// A part of a mixed question.
pub const NO_PART: Frame = Frame("No quote shows the {part} part.");
/// A decision whose reason is not quoted.
pub const NO_WHY: Frame = Frame("The quotes do not give the reason for the decision.");
/// A section that the question names and the archive lacks.
pub const NO_TEXT: Frame = Frame("{citation}: text not in the archive.");
/// A missing section with its heading.
pub const NO_TEXT_HEADED: Frame = Frame("{citation} ({heading}): text not in the archive.");
/// Statewide text that was not used.
pub const STATEWIDE_NOT_SHOWN: Frame =
    Frame("Statewide text was found but not used: nothing shows that it applies here.");

/// Statewide text that does not answer.
pub const STATEWIDE_SILENT: Frame =
    Frame("Only statewide text was found, and it does not answer the question.");
/// A paper that addresses language models.
pub const PLANTED: Frame =
    Frame("“{planted_title}” contains text addressed to a language model. twolane did not follow it.");

/// Research took too long.
pub const STEPS_OUT_OF_TIME: Frame = Frame("Not every research step was completed: time ran out.");
/// Research was cancelled.
pub const STEPS_STOPPED: Frame = Frame("Not every research step was completed: the search was stopped.");
/// The limit of model calls was reached.
pub const STEPS_OUT_OF_CALLS: Frame =
    Frame("Not every research step was completed: the limit on language model calls was reached.");
/// The model named no further step.
pub const STEPS_WITHOUT_MODEL: Frame =
    Frame("Some research steps may be missing: the language model's reply could not be used.");

// The state lane.

/// The state lane was used.
pub const STATE_USED: Frame = Frame("at least one quote is from statewide text");
/// The state lane was not used.
pub const STATE_NOT_USED: Frame = Frame("no statewide quote was among the best");

// Follow-ups.

/// Several papers disagree.
pub const ASK_WHICH_PAPER: Frame = Frame("Ask the keeper of the records which of these papers is right.");
/// One paper disagrees with itself.
pub const ASK_WHICH_PLACE: Frame = Frame("Ask the keeper of the records which of these passages is right.");
/// Some pages are unread.
pub const READ_PAGES: Frame =
    Frame("Make the unread pages readable (`twolane doctor` lists them), then ask again.");
/// A part of the question that no quote covers.
pub const ASK_PART: Frame =
    Frame("Find a paper that answers “{asked}”, add it to the archive, and ask again.");
/// A section that a quote cites.
pub const GET_SECTION: Frame = Frame("Add the text of {quoted_section}, which a quote cites.");
/// A section that a quote cites and the archive has.
pub const ASK_SECTION: Frame = Frame("What does {quoted_section} say?");
/// Some fact is missing.
pub const INGEST_MORE: Frame = Frame("Add a paper that has the missing information, then ask again.");

// Strength of the record.

/// Tier C without a quote.
pub const NO_QUOTE: Frame = Frame("no quote answers the question");
/// Tier A without a reader.
pub const SPECIFIC: Frame =
    Frame("the first quote has most of the question's words and the kind of value it asks for");
/// Tier A where the reader took part.
pub const READ: Frame = Frame("the first quote answers the question, by a clear margin");
/// Tier B where the reader took part.
pub const NOT_CLEARLY_READ: Frame =
    Frame("the first quote may be the answer, but not clearly; read the other quotes too");
/// Tier C with quotes where the reader took part.
pub const HARDLY_READ: Frame =
    Frame("the first quote may not be the answer; check the quotes in their papers");
/// Tier B in place of A where papers disagree on the answer.
pub const DISAGREED: Frame = Frame("the papers give different values");
/// Tier B without a reader.
pub const PARTIAL: Frame = Frame("the quotes cover only part of the question");
/// Tier C with quotes.
pub const NEAREST: Frame = Frame("the closest quotes do not cover the question");
/// Tier C with quotes of another year than the question asks about.
pub const OTHER_YEAR: Frame = Frame("the first quote is about a different year than the question");
/// Tier C with a question, a supposition or a wish as the first quote.
pub const STATES_NOTHING: Frame =
    Frame("the first quote is a question, a guess, a wish, hearsay or a letter, not a statement of fact");
/// Tier C with a first quote that a text beside it seems to cancel.
pub const CANCELLED: Frame = Frame("text near the first quote may cancel it; check the quote in its paper");
/// Tier C where the question chooses another of several alternatives.
pub const OTHER_CHOICE: Frame =
    Frame("the first quote is about a different day or group of people than the question");
/// Tier C with the user's text alone.
pub const USERS_TEXT_ALONE: Frame =
    Frame("the only support is the text you provided; this archive needs papers on the subject");
/// Tier C with the user's text and statewide text.
pub const USERS_TEXT_AND_LAW: Frame = Frame(
    "the facts come from the text you provided, and its words led to the statewide text; this archive needs papers on the subject",
);
/// Tier C with the user's text and papers on its situation.
pub const USERS_TEXT_AND_RECORD: Frame =
    Frame("the facts come from the text you provided, and its words led to the papers");
/// Addition to a tier, for a second-hand source.
pub const FIRST_AT_SECOND_HAND: Frame = Frame("the first fact comes from a secondhand source");

// Gaps: reasons.

/// Nothing was found at all.
pub const NO_PAPER: Frame = Frame("No paper in this archive matches the question in words or in meaning.");
/// Nothing that was found answers.
pub const NO_SENTENCE: Frame = Frame("No sentence that answers the question was found in this archive.");
/// Words of the question that no result contains; follows another sentence.
pub const NOTHING_HAS: Frame = Frame(" No passage found mentions: {words}.");
/// Words of a part of the question that no result contains; follows another sentence.
pub const NOWHERE: Frame = Frame(" The passages found for it do not mention: {words}.");
/// Some pages are unread; follows another sentence.
pub const UNREAD_MAY_HOLD: Frame =
    Frame(" The answer may be on pages that could not be read; `twolane doctor` lists them.");
/// A part of the question whose words no paper has.
pub const NO_PAPER_HAS: Frame = Frame("No paper in this archive has the words in “{asked}”.");
/// A part of the question whose words none of the requested papers has.
pub const NO_PAPER_ASKED_HAS: Frame = Frame("None of the papers you selected has the words in “{asked}”.");
/// A part of the question that no sentence answers.
pub const NO_SENTENCE_HAS: Frame = Frame("No sentence found for “{asked}” gives {kind}.");
/// Kinds of value that a part of the question may ask for.
pub const KINDS: &[&str] = &[
    "an amount of money",
    "a number",
    "a date or a time",
    "a name",
    "a decision",
    "a cause",
    "a definition",
    "an answer",
];
/// A thing that the question lists.
pub const NOT_SPOKEN_OF: Frame = Frame("No quote found mentions “{asked}”.");
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
pub const CUT: Frame =
    Frame("Part of the draft had a figure, date, section or name that is in no quote. It was left out.");
/// A sentence that a model wrote was left out.
pub const PROSE_CUT: Frame =
    Frame("A drafted sentence could not be confirmed by the quotes it cites. It was left out.");
/// A reason without any supported text.
pub const NOT_BORNE: Frame = Frame("No quote supports an answer to one part of the question.");
/// A clarifying question without a reply.
pub const NOT_GIVEN: Frame = Frame("A question that twolane asked got no reply.");
/// A clarifying question without a reply, with its text.
pub const STAYED_OPEN: Frame = Frame("This question got no reply: {prompt}");

// Gaps: needs.

/// Text of a section.
pub const NEED_TEXT: Frame = Frame("the text of {citation}");
/// Text of a section, with its heading.
pub const NEED_TEXT_HEADED: Frame = Frame("the text of {citation} ({heading})");
/// A fact was refused.
pub const NEED_QUOTE: Frame = Frame("a quote that supports a drafted statement");
/// Drafted text was cut.
pub const NEED_QUOTES: Frame = Frame("quotes that support the whole draft");

// Gaps: searches made.

/// Search by exact words.
pub const BY_WORDS: Frame = Frame("{query} (by exact words, {lanes}, {sources} sources)");

// Refused facts: the reason names no word of the draft.

/// The draft was empty.
pub const REFUSED_EMPTY: Frame = Frame("a drafted statement had no words");
/// No such source.
pub const REFUSED_SOURCE: Frame = Frame("a drafted statement names a source that does not exist");
/// No such quote.
pub const REFUSED_QUOTE: Frame = Frame("a drafted statement has a quote that is not at its locator");
/// Hidden text as support.
pub const REFUSED_HIDDEN: Frame = Frame("a drafted statement rests on text that is hidden on the page");
/// A quote of a word or two.
pub const REFUSED_SHORT: Frame = Frame("a drafted statement rests on a quote of fewer than {count} words");
/// A condition is left out.
pub const REFUSED_CUT: Frame =
    Frame("a drafted statement rests on a quote that leaves out a condition of its sentence");
/// No quote was given.
pub const REFUSED_NO_QUOTE: Frame = Frame("a drafted statement came without a quote");
/// Tokens that no quote has.
pub const REFUSED_STRAYS: Frame = Frame("a drafted statement has {strays}, found in none of its quotes");

// Clarifying questions that stayed open.

/// A day that the papers do not know.
pub const WHICH_DAY: Frame = Frame("The papers cannot show which day “{asked}” is. Which date do you mean?");
/// A pronoun without its noun.
pub const STANDS_FOR: Frame = Frame("What does “{asked}” refer to?");
/// A field that a rule file asks for.
pub const FIELD_OF: Frame = Frame("{field_prompt} (“{asked}”)");
/// A noun with several candidates.
pub const WHICH_ONE: Frame = Frame("Which {noun} do you mean by “{asked}”?");
/// A question without a subject.
pub const WHAT_TO_KNOW: Frame =
    Frame("What would you like to know? Please ask a full question, such as “When is the town meeting?”");
/// A question without a subject, where papers match its words.
pub const WHAT_ABOUT_IT: Frame = Frame(
    "What would you like to know about it? Please ask a full question. These papers contain your words.",
);
/// Words that no paper has.
pub const OTHER_WORDS: Frame = Frame(
    "No paper in this archive mentions {asked_words}. What else might it be called? Or what kind of paper would have it?",
);
/// Words that no paper has, where headings come near to them in meaning.
pub const NEAR_WORDS: Frame = Frame(
    "No paper in this archive mentions {asked_words}. What else might it be called? You can also choose what comes closest.",
);
/// Several places match.
pub const WHICH_PLACE: Frame = Frame("Several places have papers on this. Which one do you mean?");
/// A condition of a rule.
pub const CONDITION: Frame =
    Frame("According to {place}, the answer depends on this: “{condition}”. Is that the case?");

// Assumptions.

/// Town of the session, for a question that names no town.
pub const TOWN_KEPT: Frame =
    Frame("The town is assumed to be {kept_place}, as you said earlier in this session.");
/// State of the session, for a question that names no state.
pub const STATE_KEPT: Frame =
    Frame("The state is assumed to be {kept_state}, as you said earlier in this session.");
/// The archive has papers of one place alone.
pub const ONLY_TOWN: Frame =
    Frame("The town is assumed to be {only_place}: this archive has papers from no other place.");
/// No day was named, and the archive has several editions of a code.
pub const NEWEST_EDITION: Frame =
    Frame("No date was given, so the newest edition in this archive is used: {newest_pack}.");
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
    NONE_ANSWERS,
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
    NEAR_WORDS,
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
    "Judged without a language model, by how well the quotes support each choice. This is not reasoning.",
);
/// Basis of a judgement on choices by a model.
pub const CHOICES_BY_MODEL: Frame = Frame("Judged by the language model from these quotes alone.");
/// No choice is clearly the best.
pub const CHOICES_OPEN: Frame = Frame("The quotes do not show which choice is right.");
/// All words of a choice are in a quote.
pub const CHOICE_ALL: Frame = Frame("The quote has: {words}.");
/// Some words of a choice are in a quote.
pub const CHOICE_PART: Frame = Frame("The quote has: {words}. It does not have: {words}.");
/// No word of a choice is in a quote.
pub const CHOICE_NONE: Frame = Frame("The quote does not have: {words}.");
/// No quote decides a choice.
pub const CHOICE_NO_QUOTE: Frame = Frame("No quote settles it.");
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
