//! Texts of a paper that may cancel or qualify a statement: the headings above it, the top of the paper, the following
//! sentences, its notes, and texts elsewhere that change its section. [`Statements::bindings_of`] has those that do so
//! by their words alone.

use std::ops::Range;

use regex::Regex;

use crate::footnotes::footnote_marks;
use crate::line::Line;
use crate::pattern::pattern;
use crate::reading::Reading;

use super::bindings::decides;
use super::references::refers_to;
use super::statement::Statement;
use super::statements::Statements;

/// Place of a text relative to a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// Directly behind it.
    Behind,
    /// In another part of the paper.
    Elsewhere,
    /// A line above it that labels it.
    Label,
    /// A heading above it.
    Heading,
    /// A note that its mark refers to.
    Note,
    /// At the top of the paper.
    Top,
}

/// Statements near another statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Surrounding {
    /// Indexes of the statements, in order.
    pub statements: Vec<usize>,
    /// Place of the statements.
    pub place: Place,
    /// True when the statement should not be quoted without them: what became of a motion, a note of a table, a change
    /// of the statement's section.
    pub bound: bool,
}

pattern!(
    PROPOSES,
    concat!(
        r"(?i)\b(?:mov(?:es|ed)|i move|motions?|second(?:s|ed)|offer(?:s|ed)|propos(?:e|es|ed|al)|introduc(?:es|ed) (?:an?|the|ordinance|bill|resolution|article)",
        r"|nominat(?:es|ed)|recommend(?:s|ed)|to see if|whether|petition(?:s|ed)?|request(?:s|ed)?",
        r"|ask(?:s|ed) (?:for|that|to|the)|appl(?:ies|ied) for|would)\b|\bshall\b.*\?"
    )
);
pattern!(MOVED, r"(?i)\b(?:mov(?:es|ed)|motions?)\b");
// The beginning of another motion.
pattern!(
    NEXT_MOTION,
    r"(?i)^\W*(?:\d+[.:)]\s*)?(?:motion(?: was made)?(?::| by\b| to\b)|moved\b|m/s\b|(?:(?:mr|ms|mrs|dr)\.? )?[\w'-]+ (?:then )?moved\b)"
);
pattern!(
    OF_A_VOTE,
    r"(?i)\b(?:vot(?:e|es|ed|ing)|motions?|roll call|in favor|ayes?|\d+\s?(?:-|\u{2013}|to)\s?\d+)\b"
);
pattern!(
    VOTE,
    r"(?i)\b(?:all in favor|unanimous(?:ly)?|ayes?|nays?|noes|yes|no|in favor|opposed|accepted|agreed to|granted|so ordered)\b"
);
pattern!(
    CHANGES,
    concat!(
        r"(?i)\b(?:repeal\w*|rescind\w*|amend\w*|strik(?:e|es|ing)|struck|stricken|delet\w+|replac\w+|supersed\w+|revok\w+",
        r"|annul\w*|void|vacat\w+|suspend\w*|abolish\w*|expire[sd]?|lapse[sd]?|sunset\w*|end(?:s|ed)|discontinu\w+",
        r"|no longer|of no (?:\w+ )?(?:force|effect)|\d[\w.\-]*\s+(?:is|are|was|were|shall be)\s+(?:hereby\s+)?(?:cut|taken) out|(?:shall|to|now) reads?|read [\x22\u{201c}]|in place of|in (?:its|their) place|instead of",
        r"|notwithstanding|withdr(?:ew|awn)|set aside|correct(?:s|ed|ion)|erratum|errata|chang(?:e|es|ed))\b",
        r"|\bread [\x22\u{201c}]"
    )
);
pattern!(
    LABEL,
    concat!(
        r"(?i)^\W*(?:(section|sec|§|article|art|rule|ordinance|part|paragraph|chapter|by-?law|resolution|policy|item",
        r"|clause|regulation)\b\.?\s*(?:no\.?\s*)?)?(\d+(?:[.\-]\d+)*[a-z]?|(?-i:[A-Z]-?\d+(?:[.\-]\d+)*|[IVXLC]+|[A-Z])\b)"
    )
);
pattern!(TALLY, r"^\d+-\d+");
// Words with a capital behind the number of a section; "7-9 p.m." has none.
pattern!(TITLED, r"^[.:)]*\s+\p{Lu}");
pattern!(CELL_MARK, r"(?:\S.*?)(?P<mark>\([a-z]\)|[*†‡]{1,3})\s*(?:\||$)");
// "$25 (3)": a number in parentheses is a mark behind a sum of money or a share, and behind another figure at the end.
pattern!(FIGURE_MARK, r"(?:\$\s?[\d,.]*\d|\d\s?%)\s?(?P<mark>\(\d{1,2}\))\s*(?:\||$|\p{Lu})");
pattern!(END_MARK, r"\d\s?(?P<mark>\(\d{1,2}\))\s*(?:\||$)");

pattern!(PRONOUN, r"^(?:It|They|He|She|This|These|Those|Such)\b");

/// Maximum number of words of the sentence that a pronoun stands for.
const LONGEST_ANTECEDENT: usize = 40;
/// Maximum number of headings above a statement.
const HEADINGS: usize = 3;
/// Number of a paper's first statements, headings excluded, that can apply to the whole paper.
const TOP: usize = 2;
/// Number of headings with which a paper begins that can apply to all of it.
const TITLES: usize = 3;
/// Maximum number of words of a line above a list, of a text at the top, of one elsewhere.
const LONGEST_LABEL: usize = 12;
const LONGEST_TOP: usize = 30;
const LONGEST_CHANGE: usize = 60;
/// Maximum numbers of words and statements behind a motion that can report its outcome.
const OUTCOME_WORDS: usize = 45;
const OUTCOME_STATEMENTS: usize = 8;
/// Number of statements behind a motion among which its outcome is looked for where none is near.
const OUTCOME_FAR: usize = 20;
/// Maximum number of statements between a mark and its note.
const NOTE_WITHIN: usize = 60;
/// Maximum number of texts elsewhere for one statement.
const CHANGES_OF_ONE: usize = 3;

impl Statements {
    /// Returns the texts that may cancel or qualify these statements, which follow each other.
    pub fn surroundings(&self, own: &[usize], lines: &[Line], reading: &Reading) -> Vec<Surrounding> {
        let (Some(first), Some(last)) = (own.first(), own.last()) else { return Vec::new() };
        let near = Near { statements: self, own, first: *first, last: *last, lines, reading };
        let mut found = near.headings();
        found.extend(near.antecedent());
        found.extend(near.label());
        found.extend(near.top());
        found.extend(near.notes());
        found.extend(near.changes());
        found.extend(near.behind());
        found
    }
}

/// Returns true for a text that says what became of a motion or an article.
pub fn states_decision(text: &str) -> bool {
    decides(text) || VOTE.get().is_match(text)
}

struct Near<'s> {
    statements: &'s Statements,
    own: &'s [usize],
    first: usize,
    last: usize,
    lines: &'s [Line],
    reading: &'s Reading,
}

impl Near<'_> {
    fn at(&self, statement: usize) -> Option<&Statement> {
        self.statements.all().get(statement)
    }

    fn text(&self, statement: usize) -> String {
        self.at(statement).map(|s| s.text(self.reading)).unwrap_or_default()
    }

    fn own_text(&self) -> String {
        self.own.iter().map(|s| self.text(*s)).collect::<Vec<_>>().join(" ")
    }

    fn count(&self) -> usize {
        self.statements.all().len()
    }

    /// Returns true for a sentence of running text.
    fn is_text(&self, statement: usize) -> bool {
        self.at(statement).is_some_and(|s| !s.heading && !s.row && !s.label && !s.struck && !s.instructs)
    }

    fn run(&self, statement: usize) -> Option<usize> {
        self.at(statement).map(|s| s.run)
    }

    fn level(&self, heading: &Statement) -> u8 {
        let start = heading.parts.first().map(|part| part.start..part.start + 1);
        let lines: Option<Range<usize>> = start.and_then(|bytes| self.reading.lines_of(bytes));
        lines.and_then(|lines| self.lines.get(lines.start)).and_then(|line| line.heading).unwrap_or(u8::MAX)
    }

    /// Returns all statements of a statement's run up to another: a heading may be two sentences.
    fn whole_run(&self, statement: usize) -> Vec<usize> {
        let run = self.run(statement);
        let is_of = |at: &usize| self.run(*at) == run;
        let before = (0..statement).rev().take_while(is_of).last().unwrap_or(statement);
        (before..self.count()).take_while(is_of).collect()
    }

    fn of_run(&self, place: Place, statement: usize) -> Surrounding {
        Surrounding { statements: self.whole_run(statement), place, bound: false }
    }

    /// Returns the first statements of the headings above, nearest first, each of a higher rank than the one before.
    fn headings_above(&self) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        let mut below = None;
        for at in (0..self.first).rev() {
            let Some(heading) = self.at(at).filter(|s| s.heading) else { continue };
            let level = self.level(heading);
            let of_found = found.last_mut().filter(|found| self.run(**found) == Some(heading.run));
            if let Some(found) = of_found {
                *found = at;
                continue;
            }
            if below.is_none_or(|below| level < below) {
                found.push(at);
                below = Some(level);
            }
            if found.len() > HEADINGS {
                break;
            }
        }
        found.truncate(HEADINGS);
        found
    }

    fn headings(&self) -> Vec<Surrounding> {
        self.headings_above().into_iter().map(|at| self.of_run(Place::Heading, at)).collect()
    }

    /// Returns the sentence that the pronoun at the statement's beginning stands for.
    fn antecedent(&self) -> Option<Surrounding> {
        let before = self.first.checked_sub(1).filter(|at| self.run(*at) == self.run(self.first))?;
        let is_short = self.text(before).split_whitespace().count() <= LONGEST_ANTECEDENT;
        let found = is_short && self.is_text(self.first) && PRONOUN.get().is_match(&self.text(self.first));
        found.then(|| Surrounding { statements: vec![before], place: Place::Label, bound: true })
    }

    /// Returns the line above that ends without a full stop.
    fn label(&self) -> Option<Surrounding> {
        let above = self.first.checked_sub(1).filter(|at| self.is_text(*at))?;
        let alone = self.run(above) != self.run(self.first)
            && above.checked_sub(1).is_none_or(|before| self.run(before) != self.run(above));
        let text = self.text(above);
        let labels = alone
            && text.split_whitespace().count() <= LONGEST_LABEL
            && !text.trim_end().ends_with(['.', ';', ',', '!', '?']);
        labels.then(|| self.of_run(Place::Label, above))
    }

    fn top(&self) -> Vec<Surrounding> {
        // A title may be followed by headings that say what the paper is: "Our April 1 edition: all of it is made up".
        let titles = (0..self.first).take_while(|at| self.at(*at).is_some_and(|s| s.heading)).take(TITLES);
        let above = self.headings_above();
        let mut titles: Vec<usize> = titles.filter(|title| !above.contains(title)).collect();
        titles.dedup_by_key(|title| self.run(*title));
        let short = |at: &usize| self.text(*at).split_whitespace().count() <= LONGEST_TOP;
        let text = (0..self.first).filter(|at| self.at(*at).is_some_and(|s| !s.heading)).take(TOP);
        let text = text.filter(|at| self.is_text(*at) && self.run(*at) != self.run(self.first));
        let text = text.filter(short).map(|at| Surrounding {
            statements: vec![at],
            place: Place::Top,
            bound: false,
        });
        titles.into_iter().map(|at| self.of_run(Place::Top, at)).chain(text).collect()
    }

    /// Returns what became of a motion, or the next sentences, in the same paragraph and in the next.
    fn behind(&self) -> Vec<Surrounding> {
        if self.at(self.last).is_none_or(|s| s.row) {
            return Vec::new();
        }
        let following: Vec<usize> = (self.last + 1..self.count())
            .take_while(|at| self.is_text(*at))
            .take(OUTCOME_STATEMENTS)
            .collect();
        let own = self.own_text();
        let outcome = match PROPOSES.get().is_match(&own) && !decides(&own) {
            true => self.far_outcome(&own, &following).unwrap_or_else(|| self.outcome(&following)),
            false => Vec::new(),
        };
        let following: Vec<usize> = following.into_iter().filter(|at| !outcome.contains(at)).collect();
        let own_run = self.run(self.last);
        let (same, next): (Vec<usize>, Vec<usize>) =
            following.into_iter().partition(|at| self.run(*at) == own_run);
        let next_run = next.first().and_then(|at| self.run(*at));
        let next: Vec<usize> = next.into_iter().filter(|at| self.run(*at) == next_run).take(2).collect();
        // Another paragraph is another item, unless its words refer to the statement.
        let refers = next.first().is_some_and(|first| refers_to(&own, &self.text(*first)));
        let next = if refers { next } else { Vec::new() };
        let group = |statements: Vec<usize>| Surrounding { statements, place: Place::Behind, bound: false };
        let groups = [same.iter().take(1).copied().collect(), same.iter().take(2).copied().collect(), next];
        let mut found = vec![Surrounding { statements: outcome, place: Place::Behind, bound: true }];
        found.extend(groups.into_iter().map(group));
        found.dedup();
        found.retain(|group| !group.statements.is_empty());
        found
    }

    /// Returns the sentences that tell what became of a motion, with those before them; without any, the next sentence. Of
    /// a proposal that nobody moved it is one of the same paragraph.
    fn outcome(&self, following: &[usize]) -> Vec<usize> {
        let (mut words, mut outcome, mut told) = (0, Vec::new(), false);
        for at in following {
            let text = self.text(*at);
            words += text.split_whitespace().count();
            if words > OUTCOME_WORDS || (told && !states_decision(&text)) {
                break;
            }
            told = told || states_decision(&text);
            outcome.push(*at);
        }
        if !told {
            outcome.truncate(1);
            let is_moved = MOVED.get().is_match(&self.own_text());
            outcome.retain(|at| is_moved || self.run(*at) == self.run(self.last));
        }
        outcome
    }

    /// Returns the last decision before the next motion, where none is near to a motion that was made: behind a discussion
    /// and a vote on an amendment.
    fn far_outcome(&self, own: &str, near: &[usize]) -> Option<Vec<usize>> {
        let mut words = 0;
        let mut is_near = |at: &usize| {
            let text = self.text(*at);
            words += text.split_whitespace().count();
            words <= OUTCOME_WORDS && decides(&text)
        };
        if !MOVED.get().is_match(own) || near.iter().any(&mut is_near) {
            return None;
        }
        let after = (self.last + 1..self.count()).take_while(|at| self.is_text(*at)).take(OUTCOME_FAR);
        let of_motion = after.take_while(|at| !NEXT_MOTION.get().is_match(&self.text(*at)));
        let is_vote = |at: &usize| {
            let text = self.text(*at);
            decides(&text) && OF_A_VOTE.get().is_match(&text)
        };
        of_motion.filter(is_vote).last().map(|at| vec![at])
    }

    /// Returns the notes of a table whose marks are in the row.
    fn notes(&self) -> Vec<Surrounding> {
        let own = self.own_text();
        let mut marks: Vec<String> = footnote_marks(&own).into_iter().map(str::to_owned).collect();
        let patterns = [CELL_MARK.get(), FIGURE_MARK.get(), END_MARK.get()];
        let in_cells = patterns.into_iter().flat_map(|pattern| pattern.captures_iter(&own));
        let in_cells = in_cells.filter_map(|c| c.name("mark"));
        marks.extend(in_cells.map(|mark| mark.as_str().to_owned()));
        marks.sort();
        marks.dedup();
        // "9:40 p.m. (d)" above "d. Summer only".
        let bare = |mark: &str| Some(format!("{}. ", mark.strip_prefix('(')?.strip_suffix(')')?));
        let begins = |at: usize, mark: &str| {
            let text = self.text(at);
            let marked = text.strip_prefix(mark).is_some_and(|rest| !rest.starts_with(mark));
            self.at(at).is_some_and(|s| !s.heading)
                && (marked || bare(mark).is_some_and(|mark| text.starts_with(&mark)))
        };
        let mut found = Vec::new();
        for mark in marks {
            // Where other lines begin with the mark, it is a bullet.
            let other = (0..self.first).any(|at| begins(at, &mark));
            let mut notes =
                (self.last + 1..self.count().min(self.last + NOTE_WITHIN)).filter(|at| begins(*at, &mark));
            if let (false, Some(note), None) = (other, notes.next(), notes.next()) {
                let run = self.run(note);
                let whole = (note..self.count()).take_while(|at| self.run(*at) == run).take(2).collect();
                found.push(Surrounding { statements: whole, place: Place::Note, bound: true });
            }
        }
        found
    }

    /// Returns the texts that cite the section of the statement by its number. Those with a word of change are bound.
    fn changes(&self) -> Vec<Surrounding> {
        let mut cited: Vec<Regex> = Vec::new();
        let above = self.antecedent().into_iter().flat_map(|near| near.statements);
        for at in self.headings_above().into_iter().chain(above).chain(self.own.iter().copied()) {
            let text = self.text(at);
            let Some(found) = LABEL.get().captures(&text) else { continue };
            let Some(own) = found.get(2) else { continue };
            let titled = || TITLED.get().is_match(text.get(own.end()..).unwrap_or(""));
            let own = own.as_str();
            let kind = match found.get(1).map(|kind| kind.as_str().to_lowercase()) {
                Some(kind) if SECTION.contains(&kind.as_str()) => SECTION_KIND.to_owned(),
                Some(kind) => format!(r"\b{}\w*", regex::escape(&kind)),
                // "4.2" and "B-1" are clear without a kind; a vote such as 5-0 is none.
                None if own.contains(['.', '-']) && titled() && !TALLY.get().is_match(own) => {
                    format!(r"(?:\b(?:in|of|under|see|amend|delete|strike|repeal|replace)\s|\(|{NUMBERED})")
                }
                None if own.starts_with(|c: char| c.is_ascii_digit()) => NUMBERED.to_owned(),
                None => continue,
            };
            let number = regex::escape(own);
            let source = format!(
                r"(?i){kind}\.?\s*(?:no\.?\s*)?(?:(?:\d[\w.\-]*|[ivxlc]+|[a-z])(?:, (?:and )?| and | or | to ))?{number}(?:[^\w.\-%]|[.\-]?\s|[.\-]?$)"
            );
            cited.extend(Regex::new(&source));
            // A separate line that begins with the section's number: "4.2 is repealed."
            if own.contains(['.', '-']) && (found.get(1).is_some() || titled() && !TALLY.get().is_match(own))
            {
                cited.extend(Regex::new(&format!(r"^[^\w$]*{number}\s+\p{{Ll}}")));
            }
        }
        if cited.is_empty() {
            return Vec::new();
        }
        let own_run = self.run(self.first);
        let texts = (0..self.count())
            .filter(|at| self.is_text(*at) && self.run(*at) != own_run && !self.own.contains(at));
        let cites = texts.filter(|at| {
            let text = self.text(*at);
            text.split_whitespace().count() <= LONGEST_CHANGE
                && cited.iter().any(|cited| cited.is_match(&text))
        });
        let mut found: Vec<Surrounding> = cites
            .map(|at| {
                let bound = CHANGES.get().is_match(&self.text(at));
                Surrounding { statements: vec![at], place: Place::Elsewhere, bound }
            })
            .collect();
        found.sort_by_key(|near| !near.bound);
        found.truncate(CHANGES_OF_ONE);
        found
    }
}

/// Words for a section, and the pattern of any of them.
const SECTION: [&str; 3] = ["section", "sec", "§"];
const SECTION_KIND: &str = r"(?:\bsections?|\bsecs?\b|§§?)";
/// Words before the number of a numbered paragraph where it is cited.
const NUMBERED: &str = r"\b(?:paragraph|par|section|sec|rule|item|clause|number|article|subsection|para)s?";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ContentHash, LineFlags, Source, SourceId};

    /// Returns the texts around the statement with these words, with their places; a line that begins with `#` is a
    /// heading.
    fn around(lines: &[&str], words: &str) -> Vec<(Place, bool, String)> {
        let lines = lines.iter().zip(1u32..).map(|(text, number)| {
            let flags = if text.contains("  ") { LineFlags::TABLE_ROW } else { LineFlags::PARAGRAPH_START };
            let heading = text.starts_with('#').then_some(2);
            Line { flags, heading, ..Line::plain(1, number, text.trim_start_matches("# ")) }
        });
        let source = Source::new(SourceId("s".into()), "S".into(), ContentHash::of(b""), lines.collect());
        let (reading, statements) = (source.reading(), source.statements());
        let at = reading.text().find(words).unwrap();
        let own = statements.touching(at..at + words.len());
        let found = statements.surroundings(&own, source.lines(), reading);
        let text = |at: &usize| statements.all()[*at].text(reading);
        let texts = |near: &Surrounding| near.statements.iter().map(text).collect::<Vec<_>>().join(" ");
        found.iter().map(|near| (near.place, near.bound, texts(near))).collect()
    }

    fn bound(lines: &[&str], words: &str) -> Vec<String> {
        around(lines, words).into_iter().filter(|near| near.1).map(|near| near.2).collect()
    }

    #[test]
    fn what_became_of_a_motion_is_bound() {
        let motion = "Mr. Hale moved to set the fee at $60.";
        assert_eq!(
            bound(&[motion, "Two were for it and four against."], "$60"),
            ["Two were for it and four against."]
        );
        assert_eq!(bound(&["The fee is $60.", "Two were for it and four against."], "$60"), [""; 0]);
        let two = "All in favor, motion carried. Ms. Low moved to pay the bills.";
        assert_eq!(bound(&[motion, two], "$60"), ["All in favor, motion carried."]);
        // Behind a discussion, and the vote on an amendment, stands the vote on the motion itself.
        let talk = "Ms. Low asked what others charge, and Mr. Orr had called five towns on the river, of which two charge \
                    forty dollars, two charge fifty and one, which has a new dock and a paid harbor master, charges seventy-five.";
        let changed = "Vote on the amendment: Hale no, Low yes, Orr yes; the amendment carries 2-1.";
        let last = "Vote: all yes; the motion as amended, for $50, passes 3-0.";
        let next = "Ms. Low moved to pay the bills.";
        assert_eq!(bound(&[motion, talk, changed, last, next, "The motion passed."], "$60"), [last]);
        assert_eq!(bound(&[motion, talk, next, "The motion passed."], "$60"), [talk]);
        let decided = "Mr. Hale moved to set the fee at $60 and the motion carried.";
        assert_eq!(bound(&[decided, "The chair thanked him."], "$60"), [""; 0]);
    }

    #[test]
    fn the_sentence_that_a_pronoun_stands_for_is_bound() {
        let bill = "Bill No. 44 was read a second time. It sets the curfew at 10:30 p.m.";
        let veto = "Bill No. 44 was returned with a veto.";
        let found = around(&[bill, "The pastor spoke.", veto], "10:30");
        let has = |place, text: &str| found.iter().any(|near| near.0 == place && near.2 == text);
        assert!(has(Place::Label, "Bill No. 44 was read a second time."), "{found:?}");
        assert_eq!(bound(&["The pastor spoke.", "It rains."], "rains"), [""; 0], "another paragraph");
        assert_eq!(bound(&["The pastor spoke. The curfew is at 10:30 p.m."], "10:30"), [""; 0]);
    }

    #[test]
    fn headings_under_the_title_are_at_the_top() {
        let lines = ["# The Shopper", "# All of it is made up", "# Streets", "The fare is $3."];
        let found = around(&lines, "$3");
        let has = |text: &str| found.iter().any(|near| near.0 == Place::Top && near.2 == text);
        assert!(has("The Shopper") && has("All of it is made up") && !has("Streets"), "{found:?}");
    }

    #[test]
    fn the_note_of_a_mark_is_bound_and_a_bullet_is_not() {
        let note = "* Only until the roof is mended.";
        let dagger = "\u{2020} Only until the roof is mended.";
        assert_eq!(bound(&["Hall | $60 \u{2020}", "Barn | $70", dagger], "Hall"), [dagger]);
        assert_eq!(bound(&["Hall | $60(b)", "Barn | $70", "(b) By day."], "Hall"), ["(b) By day."]);
        assert_eq!(bound(&["Hall  $60*", "Barn  $70", note], "Hall"), [note]);
        assert_eq!(bound(&["Hall  $60", "Barn  $70*", note], "Hall"), [""; 0]);
        let lettered = [
            "Barn, by day: 9 p.m. (a)",
            "Last: 9:40 p.m. (d)",
            "a. With a key.",
            "d. Only until the roof is mended.",
        ];
        assert_eq!(bound(&lettered, "9:40"), [lettered[3]]);
        let third = "(3) Until the roof is mended.";
        assert_eq!(bound(&["Hall ... $60 (3)", "Barn ... $70", third], "Hall"), [third]);
        assert_eq!(bound(&["Hall ... $60 with (3) rooms", "Barn ... $70", third], "Hall"), [""; 0]);
        assert_eq!(bound(&["Hall  $60*", note, "* Bring a chair."], "Hall"), [""; 0]);
    }

    #[test]
    fn a_change_of_the_section_is_bound() {
        let change = "Rule 4 shall read: No hens are kept.";
        let of =
            |change| bound(&["# Rule 4. Hens", "Six hens may be kept.", "# Rule 9. Changes", change], "Six");
        assert_eq!(of(change), [change]);
        assert_eq!(of("Rule 40 shall read: No hens are kept."), [""; 0]);
        assert_eq!(of("Rule 4 has a picture of a hen."), [""; 0]);
        let listed = "Parts 1 and 4 shall not be read as law.";
        assert_eq!(
            bound(&["# Part 4. Hens", "Six hens may be kept.", "# Part 9", listed], "Six"),
            [""; 0],
            "read by the reader, without a word of change"
        );
        let section = "Sec. 4 is suspended.";
        assert_eq!(bound(&["# Section 4. Hens", "Six hens.", "# Section 9", section], "Six"), [section]);
        let bare = ["4.2 Six hens may be kept.", "In 4.2, delete \"six\".", "4.3 None sing. That changed."];
        assert_eq!(bound(&bare, "Six"), [bare[1]]);
        let own = ["4.2 Six hens may be kept.", "4.3 None sing.", "# First amendment", "4.2 is taken out."];
        assert_eq!(bound(&own, "Six"), [own[3]]);
        let cut = ["4.2 Six hens may be kept.", "4.3 None sing.", "Section 4.2 is cut out."];
        assert_eq!(bound(&cut, "Six"), [cut[2]]);
        let void = ["4.2 Six hens may be kept.", "9.1 The count in 4.2 is of no further effect."];
        assert_eq!(bound(&void, "Six"), [void[1]]);
        for (own, other) in [
            ("$4.50 buys six hens.", "$4.50 replacement tag"),
            ("1.5 miles for six hens.", "1.5 miles of pipe were replaced."),
            ("5-0 in favor of six hens.", "5-0 in favor of the amended warrant."),
            ("7-9 p.m. The six hens sing.", "7-9 p.m. the amended meeting."),
            ("4.2 A keeper has six hens.", "A permit under 4.2 must be taken out in May."),
        ] {
            assert_eq!(bound(&[own, other], "six"), [""; 0], "{other}");
        }
        let next = [
            "4.2 Six hens may be kept.",
            "4.20 is amended.",
            "Section 4.2.1 is repealed.",
            "Route 4.2 is closed.",
        ];
        assert_eq!(bound(&next, "Six"), [""; 0]);
        let tally = ["5-0 Approved with six hens.", "The motion to amend it passed 5-0."];
        assert_eq!(bound(&tally, "six"), [""; 0]);
        let due = "The delay was in part due to 4 absences and was corrected.";
        assert_eq!(bound(&["# Part 4. Hens", "Six hens may be kept.", "# Part 9", due], "Six"), [""; 0]);
        let times = ["7-9 p.m. Six hens sing.", "The change room closes from 7-9 p.m."];
        assert_eq!(bound(&times, "Six"), [""; 0]);
        let numbered = ["1. Six hens may be kept.", "2. Notwithstanding paragraph 1, none are kept in town."];
        assert_eq!(bound(&numbered, "Six"), [numbered[1]]);
    }

    #[test]
    fn headings_top_and_next_sentence_are_read() {
        let lines = [
            "# Fees",
            "Printed for the fair.",
            "# Of 1912",
            "A horse pays $2. It was long ago.",
            "Ask inside.",
        ];
        let places: Vec<_> =
            around(&lines, "A horse pays $2.").into_iter().map(|near| (near.0, near.2)).collect();
        let expected = [
            (Place::Heading, "Of 1912"),
            (Place::Top, "Fees"),
            (Place::Top, "Printed for the fair."),
            // "Ask inside." is a paragraph that does not refer to the horse.
            (Place::Behind, "It was long ago."),
        ];
        assert_eq!(places, expected.map(|(place, text)| (place, text.to_owned())));
    }
}
