//! Statements that are alternatives: for another weekday, for the first and each later one of a kind, for a word and its
//! opposite ("resident", "nonresident"). The question chooses between them.

use std::collections::BTreeSet;

use twolane_text::pattern::pattern;
use twolane_text::sentences;

/// Each weekday with its short forms.
const DAYS: [(&str, &[&str]); 7] = [
    ("monday", &["Mon"]),
    ("tuesday", &["Tue", "Tues"]),
    ("wednesday", &["Wed"]),
    ("thursday", &["Thu", "Thur", "Thurs"]),
    ("friday", &["Fri"]),
    ("saturday", &["Sat"]),
    ("sunday", &["Sun"]),
];
/// Days of the working week and of the weekend, as sets of bits.
const WEEKDAYS: u8 = 0b001_1111;
const WEEKEND: u8 = 0b110_0000;

const FIRST: [&str; 2] = ["first", "1st"];
const LATER: [&str; 11] = [
    "second",
    "2nd",
    "third",
    "3rd",
    "fourth",
    "4th",
    "further",
    "additional",
    "subsequent",
    "extra",
    "another",
];
/// Words after an ordinal of which a later one is no alternative to the first.
const NO_KINDS: [&str; 9] = ["and", "or", "of", "reading", "floor", "story", "street", "avenue", "by"];

/// Words of a question for opening hours that tell no body from another.
const OF_HOURS: [&str; 7] = ["open", "close", "closed", "hour", "time", "when", "what"];

/// Most different words of a statement in which a word or its opposite is the matter, and not a side remark.
const SHORT: usize = 20;

pattern!(
    TIME,
    r"(?i)\d\s*(?::\d\d|[ap]\.?\s?m\b)|\bnoon\b|\bclosed\b|\b\d{1,2}\s?(?:to|until|-|\u{2013})\s?\d{1,2}\b"
);
pattern!(OPPOSITE, r"(?i)\bnon[- ]?([a-z]{4,})|\bnot an? ([a-z]{4,})(?: ([a-z]{4,}))?");
// A change of days is no span of days, and a condition is no choice.
pattern!(CHANGE, r"(?i)\b(?:moved|changed|switched|instead)\b");
pattern!(CONDITION, r"(?i)\b(?:if|when|unless|instead)\b.*\b(?:holiday|falls|storm)\b");

/// Weekdays, ordinals and opposites of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Alternatives {
    /// Weekdays, a bit each.
    days: u8,
    has_time: bool,
    /// Nouns after "first", and after "second", "further" and the like.
    first: BTreeSet<String>,
    later: BTreeSet<String>,
    /// Words without "non" or "not a".
    plain: BTreeSet<String>,
    /// Words with them.
    opposite: BTreeSet<String>,
    /// True with a sum of money.
    has_sum: bool,
    /// The same words of each sentence with a figure.
    priced: Vec<(BTreeSet<String>, BTreeSet<String>)>,
}

/// Relation of a statement to the choice of the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Choice {
    /// The question chooses it, and not another.
    Chosen,
    /// The question does not choose.
    #[default]
    Open,
    /// The question does not choose, and it is a later one beside a statement for the first.
    Later,
    /// The question chooses another.
    Other,
}

/// A statement among others.
#[derive(Debug, Clone, Copy)]
pub(super) struct Statement<'s> {
    pub alternatives: &'s Alternatives,
    /// Its paper: alternatives in days and order are those of one paper.
    pub paper: &'s str,
    /// True if it has a value of the kind that the question asks for.
    pub has_value: bool,
    /// True for a mail, which tells one of two that a list has.
    pub in_mail: bool,
}

impl Alternatives {
    pub(super) fn of(text: &str) -> Self {
        let lower = text.to_lowercase();
        let rest = OPPOSITE.get().replace_all(&lower, " ");
        let words: Vec<&str> = words_of(&rest).collect();
        let is_kind = |noun: &str| !NO_KINDS.contains(&noun) && day_of(noun).is_none();
        let after = |of: &[&str]| {
            let pairs = words.windows(2).filter_map(|pair| match pair {
                [ordinal, noun] if of.contains(ordinal) && is_kind(noun) => Some(singular(noun)),
                _ => None,
            });
            pairs.collect::<BTreeSet<String>>()
        };
        let (plain, opposite) = plain_and_opposite(text);
        let with_figure = sentences(text).into_iter().filter_map(|range| text.get(range));
        let with_figure = with_figure.filter(|sentence| sentence.contains(|c: char| c.is_ascii_digit()));
        Alternatives {
            days: days(text),
            has_time: TIME.get().is_match(text),
            first: after(&FIRST),
            later: after(&LATER),
            plain,
            opposite,
            has_sum: text.contains('$'),
            priced: with_figure.map(plain_and_opposite).collect(),
        }
    }

    /// Returns the choice of the question for each statement. Another statement is an alternative only if it has a value
    /// of the kind asked for, or this one has none either.
    pub(super) fn choose(question: &str, statements: &[Statement<'_>]) -> Vec<Choice> {
        let mut asked = Alternatives::of(question);
        if CONDITION.get().is_match(question) {
            asked.days = 0;
        }
        let choice = |own: &Statement<'_>| {
            let others = || statements.iter().filter(|other| other.has_value || !own.has_value);
            let beside = |test: &dyn Fn(&Alternatives) -> bool| {
                others().any(|other| other.paper == own.paper && test(other.alternatives))
            };
            let anywhere = |test: &dyn Fn(&Alternatives) -> bool| others().any(|o| test(o.alternatives));
            let choices = [
                asked.choose_day(own.alternatives, beside),
                asked.choose_opposite(own.alternatives, anywhere),
                asked.choose_order(own.alternatives, beside, |test| own.in_mail && anywhere(test)),
            ];
            let worst = choices.iter().copied().max().unwrap_or_default();
            if worst > Choice::Open { worst } else { choices.iter().copied().min().unwrap_or_default() }
        };
        statements.iter().map(choice).collect()
    }

    fn choose_day(&self, own: &Alternatives, any: impl Fn(&dyn Fn(&Alternatives) -> bool) -> bool) -> Choice {
        let asked = |o: &Alternatives| o.days & self.days != 0;
        if own.days == 0 || self.days == 0 {
            Choice::Open
        } else if asked(own) {
            let beside = |o: &Alternatives| o.days != 0 && !asked(o) && self.matter_of(o, own);
            if own.has_time && any(&beside) { Choice::Chosen } else { Choice::Open }
        } else if any(&|o| asked(o) && (o.has_time || !own.has_time) && self.matter_of(own, o)) {
            Choice::Other
        } else {
            Choice::Open
        }
    }

    /// Returns true if a statement of another choice answers another question: one of hours, or for another group of
    /// people. A weekday beside the matter and an ordinal of another noun say less.
    pub(super) fn is_clear(&self) -> bool {
        match self.days {
            0 => self.first.is_empty() && self.later.is_empty(),
            _ => self.has_time,
        }
    }

    /// Returns true if a statement has the words of the question that another has, except those of hours: the library's
    /// Sunday is no alternative to the days of the transfer station.
    fn matter_of(&self, statement: &Alternatives, other: &Alternatives) -> bool {
        let tells =
            |word: &&String| word.len() > 3 && !OF_HOURS.contains(&word.as_str()) && day_of(word).is_none();
        self.plain.intersection(&statement.plain).filter(tells).all(|word| other.plain.contains(word))
    }

    fn choose_opposite(
        &self,
        own: &Alternatives,
        any: impl Fn(&dyn Fn(&Alternatives) -> bool) -> bool,
    ) -> Choice {
        let short = |o: &Alternatives, test: &dyn Fn(&BTreeSet<String>, &BTreeSet<String>) -> bool| {
            o.priced.iter().any(|(plain, opposite)| plain.len() <= SHORT && test(plain, opposite))
        };
        let has_opposite =
            |o: &Alternatives, word: &String| o.priced.iter().any(|(_, opposite)| opposite.contains(word));
        let only_plain = |o: &Alternatives, word: &String| {
            short(o, &|plain, opposite| plain.contains(word) && !opposite.contains(word))
                && !has_opposite(o, word)
        };
        let only_opposite = |o: &Alternatives, word: &String| {
            short(o, &|plain, opposite| opposite.contains(word) && !plain.contains(word))
                && !short(o, &|plain, _| plain.contains(word))
        };
        let mut asked = self.opposite.difference(&self.plain);
        if asked.clone().any(|word| only_plain(own, word) && any(&|o| o.opposite.contains(word))) {
            return Choice::Other;
        }
        // A price says whom it is for, however long its sentence.
        let is_chosen = |word: &String| {
            let is_short = short(own, &|_, opposite| opposite.contains(word));
            (is_short && any(&|o| only_plain(o, word)))
                || (own.has_sum && has_opposite(own, word) && any(&|o| !has_opposite(o, word)))
        };
        if asked.any(is_chosen) {
            return Choice::Chosen;
        }
        let mut plain = self.plain.iter().filter(|_| self.opposite.is_empty());
        let is_other = plain.any(|word| only_opposite(own, word) && any(&|o| only_plain(o, word)));
        if is_other { Choice::Other } else { Choice::Open }
    }

    /// Compares with those `beside` it, and a mail with those of other papers, `elsewhere`.
    fn choose_order(
        &self,
        own: &Alternatives,
        beside: impl Fn(&dyn Fn(&Alternatives) -> bool) -> bool,
        elsewhere: impl Fn(&dyn Fn(&Alternatives) -> bool) -> bool,
    ) -> Choice {
        let alike = |a: &BTreeSet<String>, b: &BTreeSet<String>| !a.is_disjoint(b);
        let is_first = !own.first.is_empty() && own.later.is_empty();
        let is_later = !own.later.is_empty() && own.first.is_empty();
        let later = |o: &Alternatives| alike(&o.later, &own.first);
        let first = |o: &Alternatives| alike(&o.first, &own.later);
        let beside_later = || is_first && beside(&later);
        let beside_first = || is_later && beside(&first);
        match (!self.first.is_empty(), !self.later.is_empty()) {
            (false, true) if beside_later() || (is_first && elsewhere(&later)) => Choice::Other,
            (false, true) if beside_first() => Choice::Chosen,
            (true, false) if beside_first() || (is_later && elsewhere(&first)) => Choice::Other,
            (true, false) if beside_later() => Choice::Chosen,
            (false, false) if beside_first() => Choice::Later,
            _ => Choice::Open,
        }
    }
}

/// Returns the weekdays of a text, with those between two of a span such as "Monday to Friday".
fn days(text: &str) -> u8 {
    let mut found = 0;
    let mut from: Option<usize> = None;
    let mut spans = false;
    let is_change = CHANGE.get().is_match(text);
    let is_dash = |c: char| matches!(c, '-' | '\u{2013}' | '\u{2014}');
    for word in text.split(|c: char| !c.is_alphanumeric() && !is_dash(c)).filter(|word| !word.is_empty()) {
        for (at, part) in word.split(is_dash).enumerate() {
            let lower = part.to_lowercase();
            spans |= at > 0 && from.is_some();
            match lower.as_str() {
                "" => {}
                "weekday" | "weekdays" => found |= WEEKDAYS,
                "weekend" | "weekends" => found |= WEEKEND,
                "to" | "through" | "thru" => spans = from.is_some(),
                _ => {
                    let Some(day) = day_of(part) else {
                        (from, spans) = (None, false);
                        continue;
                    };
                    let mut between = from.filter(|_| spans && !is_change).unwrap_or(day);
                    found |= bit(day);
                    while between != day {
                        found |= bit(between);
                        between = (between + 1) % DAYS.len();
                    }
                    (from, spans) = (Some(day), false);
                }
            }
        }
    }
    found
}

/// Returns the number of a weekday by its name, or by a short form with a capital: "sat" is a verb too.
fn day_of(word: &str) -> Option<usize> {
    let lower = word.to_lowercase();
    let name = lower.strip_suffix('s').unwrap_or(&lower);
    DAYS.iter().position(|(day, short)| *day == name || short.contains(&word))
}

fn bit(day: usize) -> u8 {
    u32::try_from(day).ok().and_then(|day| 1u8.checked_shl(day)).unwrap_or(0)
}

/// Returns the words of a text without, and those with, "non" or "not a".
fn plain_and_opposite(text: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let lower = text.to_lowercase();
    let found = OPPOSITE.get().captures_iter(&lower);
    let opposite = found.flat_map(|found| {
        let words = (1..=3).filter_map(|at| found.get(at)).map(|word| singular(word.as_str()));
        words.collect::<Vec<_>>()
    });
    let opposite: BTreeSet<String> = opposite.collect();
    let rest = OPPOSITE.get().replace_all(&lower, " ");
    (words_of(&rest).map(singular).collect(), opposite)
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

fn singular(word: &str) -> String {
    word.strip_suffix('s').unwrap_or(word).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the choices among statements of these papers.
    fn chosen_of(question: &str, texts: &[(&str, &str)]) -> Vec<Choice> {
        let all: Vec<Alternatives> = texts.iter().map(|(_, text)| Alternatives::of(text)).collect();
        let given = all.iter().zip(texts);
        let given: Vec<Statement<'_>> = given
            .map(|(alternatives, (paper, _))| Statement {
                alternatives,
                paper,
                has_value: true,
                in_mail: *paper == "mail",
            })
            .collect();
        Alternatives::choose(question, &given)
    }

    fn chosen(question: &str, texts: &[&str]) -> Vec<Choice> {
        chosen_of(question, &texts.iter().map(|text| ("p", *text)).collect::<Vec<_>>())
    }

    #[test]
    fn the_question_chooses_a_weekday() {
        use Choice::{Chosen, Open, Other};
        let hours = ["Monday to Friday 11 a.m. to 6 p.m.", "Saturday 9-1", "Sunday closed", "Story hour"];
        for (question, expected) in [
            ("Is the library open on Saturdays?", [Other, Chosen, Other, Open]),
            ("is it open on Wednesday", [Chosen, Other, Other, Open]),
            ("open sundays?", [Other, Other, Chosen, Open]),
            ("When is the library open?", [Open; 4]),
            ("When is trash collected if Monday is a holiday?", [Open; 4]),
            ("When is the library closed on Sunday?", [Other, Other, Chosen, Open]),
        ] {
            assert_eq!(chosen(question, &hours), expected, "{question}");
        }
        // A list of hours answers for a day that its paper does not name.
        let two = [("dump", "Open Wed. and Sat., 8 a.m. to 4 p.m."), ("library", "Sunday 1 p.m. to 4 p.m.")];
        assert_eq!(chosen_of("Is the dump open on Sunday?", &two), [Open; 2]);
        let one =
            ["The transfer station is open Wednesday, 8 to 4.", "The library is open on Sunday, 1 to 4."];
        assert_eq!(chosen("is the transfer station open sundays", &one), [Open; 2]);
    }

    #[test]
    fn weekdays_of_a_text() {
        for (text, expected) in [
            ("Mon.-Wed. and Sat", 0b010_0111),
            ("Mon - Wed", 0b000_0111),
            ("friday through monday", 0b111_0001),
            ("Sat/Sun", 0b110_0000),
            ("Saturday's hours", 0b010_0000),
            ("Thus the board sat until ten.", 0),
            ("It was moved from Thursday to Wednesday.", 0b000_1100),
        ] {
            assert_eq!(days(text), expected, "{text}");
        }
    }

    #[test]
    fn the_question_chooses_the_first_or_a_later_one() {
        use Choice::{Chosen, Later, Open, Other};
        let fines = ["First offense: $25", "Second offense: $50", "Towing $100"];
        for (question, expected) in [
            ("What is the fine for parking overnight?", [Open, Later, Open]),
            ("What is the fine for a second offense?", [Other, Chosen, Open]),
            ("What is the fine for a first offense?", [Chosen, Other, Open]),
        ] {
            assert_eq!(chosen(question, &fines), expected, "{question}");
        }
        let stickers = ["Sticker, first vehicle $40", "Each further vehicle of the same household $12"];
        assert_eq!(chosen("how much for my second car", &stickers), [Other, Chosen]);
        // A mail has one of two that a list has; another list has its own.
        let list = [("list", "First vehicle $30"), ("list", "Each further vehicle $12")];
        let mail = ("mail", "A sticker for the first vehicle is $40.");
        assert_eq!(chosen_of("for my second vehicle", &[mail, list[0], list[1]]), [Other, Other, Chosen]);
        assert_eq!(chosen_of("what is a sticker", &[mail, list[0], list[1]]), [Open, Open, Later]);
        let other = ("trailers", "A sticker for the first vehicle is $40.");
        assert_eq!(chosen_of("for my second vehicle", &[other, list[1]]), [Open; 2]);
        let meetings = ["It meets on the second Tuesday.", "It meets on the first Tuesday."];
        assert_eq!(chosen("When does the board meet?", &meetings), [Open; 2]);
    }

    #[test]
    fn the_question_chooses_a_word_or_its_opposite() {
        use Choice::{Chosen, Open, Other};
        let passes = ["Residents $6", "Non-residents $11", "Resident $6 Nonresident $11"];
        for (question, expected) in [
            ("im not a resident, what is a pass", [Other, Chosen, Chosen]),
            ("What does a nonresident pay?", [Other, Chosen, Chosen]),
            ("What does a resident pay?", [Open, Other, Open]),
            ("What do residents and nonresidents pay?", [Open; 3]),
            ("What does a pass cost?", [Open; 3]),
        ] {
            assert_eq!(chosen(question, &passes), expected, "{question}");
        }
        let texts =
            ["Anyone who is not a town resident pays $9", "A nonresident boat is $3", "A resident pays $1"];
        assert_eq!(chosen("What does a nonresident pay?", &texts), [Chosen, Chosen, Other]);
        // Sentences beside the price make no other choice; a long sentence names its group nevertheless.
        let long = "A person who owns land in the Town but does not live here, and a camp owner of the district by the lake, shall pay the nonresident price of $61.";
        let texts = [
            "You heard wrong, and you aren't the first this week. A pass is $30 for a resident. I do not know who said it.",
            long,
        ];
        assert_eq!(chosen("im not a resident, what is a pass", &texts), [Other, Chosen]);
        assert_eq!(chosen("what is a pass for a resident", &texts), [Open; 2]);
        // Without a price, a word with "non" may be the matter itself.
        let rules =
            ["Minutes of a nonpublic session are open within 72 hours.", "A session is closed 2 days later."];
        assert_eq!(chosen("What governs nonpublic sessions?", &rules), [Open; 2]);
        let rules = ["Only these matters may be considered in nonpublic session.", "Meetings are public."];
        assert_eq!(chosen("What governs nonpublic sessions?", &rules), [Open; 2]);
        let notice = "Except in an emergency, a notice of the time and place of each such meeting, including a nonpublic session, is posted at least 24 hours before in two places.";
        assert_eq!(
            chosen("What notice does a public meeting need?", &[notice, "All public meetings"]),
            [Open; 2]
        );
    }
}
