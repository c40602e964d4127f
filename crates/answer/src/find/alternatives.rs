//! Statements that are alternatives: for another weekday, for the first and each later one of a kind, for a word and its
//! opposite ("resident", "nonresident"). The question chooses between them.

use std::collections::BTreeSet;

use twolane_text::pattern::pattern;

const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/// Days of the working week, of the weekend, and all days, as sets of bits.
const WEEKDAYS: u8 = 0b001_1111;
const WEEKEND: u8 = 0b110_0000;
const ALL: u8 = 0b111_1111;

const FIRST: [&str; 2] = ["first", "1st"];
const LATER: [&str; 12] = [
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
    "later",
];

/// Most words of a statement of which the opposite of a word in the question is the matter, and not a side remark.
const SHORT: usize = 14;

pattern!(TIME, r"(?i)\d\s*(?::\d\d|[ap]\.?\s?m\b)|\bnoon\b|\bclosed\b|\b\d{1,2} (?:to|until) \d{1,2}\b");
pattern!(OPPOSITE, r"(?i)\bnon[- ]?([a-z]{4,})|\bnot an? ([a-z]{4,})");

/// What a text says on each of the three.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Alternatives {
    /// Weekdays, a bit each.
    days: u8,
    has_time: bool,
    /// Nouns after "first", and after "second", "further" and the like.
    first: BTreeSet<String>,
    later: BTreeSet<String>,
    /// Words that stand without "non" or "not a", and those that stand with it.
    plain: BTreeSet<String>,
    opposite: BTreeSet<String>,
}

/// How a statement stands to the others in view of the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Choice {
    /// The question chooses it, and not another.
    Chosen,
    /// The question does not choose.
    #[default]
    Open,
    /// The question does not choose, and it is a later one, where the first is told too.
    Later,
    /// The question chooses another.
    Other,
}

impl Alternatives {
    pub(super) fn of(text: &str) -> Self {
        let lower = text.to_lowercase();
        let mut opposite = BTreeSet::new();
        let mut rest = lower.clone();
        for found in OPPOSITE.get().captures_iter(&lower) {
            let (Some(whole), Some(word)) = (found.get(0), found.get(1).or_else(|| found.get(2))) else {
                continue;
            };
            opposite.insert(singular(word.as_str()));
            rest = rest.replace(whole.as_str(), " ");
        }
        let words: Vec<&str> = rest.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
        let after = |of: &[&str]| {
            let pairs = words.windows(2).filter_map(|pair| match pair {
                [ordinal, noun] if of.contains(ordinal) => Some(singular(noun)),
                _ => None,
            });
            pairs.collect::<BTreeSet<String>>()
        };
        Alternatives {
            days: days(&lower),
            has_time: TIME.get().is_match(text),
            first: after(&FIRST),
            later: after(&LATER),
            plain: words.iter().map(|word| singular(word)).collect(),
            opposite,
        }
    }

    /// Returns, for each statement, how the question chooses between it and the others. A statement is one of several only
    /// beside another that has the value asked for as well: `has_value`.
    pub(super) fn choose(question: &str, statements: &[(&Alternatives, bool)]) -> Vec<Choice> {
        let asked = Alternatives::of(question);
        let any = |test: &dyn Fn(&Alternatives) -> bool, least: bool| {
            statements.iter().any(|(other, has_value)| (*has_value || !least) && test(other))
        };
        let choice = |own: &Alternatives, has_value: bool| {
            let choices = [
                asked.choose_day(own, |test| any(test, has_value)),
                asked.choose_opposite(own, |test| any(test, has_value)),
                asked.choose_order(own, |test| any(test, has_value)),
            ];
            let worst = choices.iter().copied().max().unwrap_or_default();
            if worst > Choice::Open { worst } else { choices.iter().copied().min().unwrap_or_default() }
        };
        statements.iter().map(|(own, has_value)| choice(own, *has_value)).collect()
    }

    fn choose_day(&self, own: &Alternatives, any: impl Fn(&dyn Fn(&Alternatives) -> bool) -> bool) -> Choice {
        let asked = |o: &Alternatives| o.days & self.days != 0;
        if own.days == 0 || self.days == 0 {
            Choice::Open
        } else if asked(own) {
            if own.has_time && any(&|o| o.days != 0 && !asked(o)) { Choice::Chosen } else { Choice::Open }
        } else if any(&|o| asked(o) && (o.has_time || !own.has_time)) {
            Choice::Other
        } else {
            Choice::Open
        }
    }

    fn choose_opposite(
        &self,
        own: &Alternatives,
        any: impl Fn(&dyn Fn(&Alternatives) -> bool) -> bool,
    ) -> Choice {
        let only_plain =
            |o: &Alternatives, word: &String| o.plain.contains(word) && !o.opposite.contains(word);
        let only_opposite =
            |o: &Alternatives, word: &String| o.opposite.contains(word) && !o.plain.contains(word);
        let is_short = own.plain.len() <= SHORT;
        let mut asked = self.opposite.iter();
        if asked.clone().any(|word| only_plain(own, word) && any(&|o| o.opposite.contains(word))) {
            return Choice::Other;
        }
        if asked.any(|word| own.opposite.contains(word) && any(&|o| only_plain(o, word))) {
            return Choice::Chosen;
        }
        let mut plain = self.plain.iter().filter(|_| self.opposite.is_empty() && is_short);
        let is_other = plain.any(|word| only_opposite(own, word) && any(&|o| only_plain(o, word)));
        if is_other { Choice::Other } else { Choice::Open }
    }

    fn choose_order(
        &self,
        own: &Alternatives,
        any: impl Fn(&dyn Fn(&Alternatives) -> bool) -> bool,
    ) -> Choice {
        let alike = |a: &BTreeSet<String>, b: &BTreeSet<String>| !a.is_disjoint(b);
        let is_first = !own.first.is_empty() && own.later.is_empty();
        let is_later = !own.later.is_empty() && own.first.is_empty();
        let beside_later = || is_first && any(&|o| alike(&o.later, &own.first));
        let beside_first = || is_later && any(&|o| alike(&o.first, &own.later));
        match (!self.first.is_empty(), !self.later.is_empty()) {
            (false, true) if beside_later() => Choice::Other,
            (false, true) if beside_first() => Choice::Chosen,
            (true, false) if beside_first() => Choice::Other,
            (true, false) if beside_later() => Choice::Chosen,
            (false, false) if beside_first() => Choice::Later,
            _ => Choice::Open,
        }
    }
}

/// Returns the weekdays of a text in lower case, with those between two of a span such as "Monday to Friday".
fn days(lower: &str) -> u8 {
    let mut found = 0;
    let mut from: Option<usize> = None;
    let mut spans = false;
    for word in
        lower.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '.' | '(' | ')' | '?'))
    {
        let mut parts = word.split(['-', '\u{2013}', '\u{2014}']).peekable();
        while let Some(part) = parts.next() {
            match part.strip_suffix('s').unwrap_or(part) {
                "" => spans |= !word.is_empty() && from.is_some(),
                "weekday" => found |= WEEKDAYS,
                "weekend" => found |= WEEKEND,
                "daily" => found |= ALL,
                "to" | "through" | "thru" => spans = from.is_some(),
                day => {
                    let Some(at) = day_of(day) else {
                        (from, spans) = (None, false);
                        continue;
                    };
                    let mut day = from.filter(|_| spans).unwrap_or(at);
                    found |= bit(at);
                    while day != at {
                        found |= bit(day);
                        day = (day + 1) % DAYS.len();
                    }
                    from = Some(at);
                    spans = parts.peek().is_some();
                }
            }
        }
    }
    found
}

/// Returns the number of a weekday by its name or its first three letters or more.
fn day_of(word: &str) -> Option<usize> {
    let is_short =
        matches!(word, "mon" | "tue" | "tues" | "wed" | "thu" | "thur" | "thurs" | "fri" | "sat" | "sun");
    DAYS.iter().position(|day| *day == word || (is_short && day.starts_with(word)))
}

fn bit(day: usize) -> u8 {
    u32::try_from(day).ok().and_then(|day| 1u8.checked_shl(day)).unwrap_or(0)
}

fn singular(word: &str) -> String {
    word.strip_suffix('s').unwrap_or(word).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(question: &str, texts: &[&str]) -> Vec<Choice> {
        let all: Vec<Alternatives> = texts.iter().map(|text| Alternatives::of(text)).collect();
        let given: Vec<(&Alternatives, bool)> = all.iter().map(|a| (a, true)).collect();
        Alternatives::choose(question, &given)
    }

    #[test]
    fn the_question_chooses_a_weekday() {
        use Choice::{Chosen, Open, Other};
        let hours = [
            "Monday to Friday 11 a.m. to 6 p.m.",
            "Saturday 9 a.m. to 1 p.m.",
            "Sunday closed",
            "Story hour",
        ];
        for (question, expected) in [
            ("Is the library open on Saturdays?", [Other, Chosen, Other, Open]),
            ("is it open on Wednesday", [Chosen, Other, Other, Open]),
            ("open sundays?", [Other, Other, Chosen, Open]),
            ("When is the library open?", [Open; 4]),
        ] {
            assert_eq!(chosen(question, &hours), expected, "{question}");
        }
        // A list of hours answers for a day that no paper names.
        assert_eq!(chosen("open sundays?", &["Wed. and Sat., 8 a.m. to 4 p.m."]), [Open]);
        assert_eq!(days("mon.-wed. and sat"), 0b010_0111);
        assert_eq!(days("friday through monday"), 0b111_0001);
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
        assert_eq!(chosen("how much is a sticker", &["Second floor: the clerk"]), [Open]);
    }

    #[test]
    fn the_question_chooses_a_word_or_its_opposite() {
        use Choice::{Chosen, Open, Other};
        let passes = ["Residents $6", "Non-residents $11", "Resident $6 Nonresident $11"];
        for (question, expected) in [
            ("im not a resident, what is a pass", [Other, Chosen, Chosen]),
            ("What does a nonresident pay?", [Other, Chosen, Chosen]),
            ("What does a resident pay?", [Open, Other, Open]),
            ("What does a pass cost?", [Open; 3]),
        ] {
            assert_eq!(chosen(question, &passes), expected, "{question}");
        }
        let notice = "Except in an emergency, a notice of the time and place of each such meeting, including a nonpublic session, is posted at least 24 hours before in two places.";
        assert_eq!(
            chosen("What notice does a public meeting need?", &[notice, "All public meetings"]),
            [Open; 2]
        );
    }
}
