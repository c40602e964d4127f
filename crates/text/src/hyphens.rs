//! Hyphens at line ends: decides which of them belong to the text.

use std::collections::HashSet;

use super::line::Line;
use super::word_list::is_english;

/// Characters that may split a word at the end of a line.
const HYPHENS: [char; 3] = ['-', '\u{2010}', '\u{ad}'];

/// Text between two joined lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    /// A blank; a hyphen before it is kept.
    Blank,
    /// No text: the hyphen is kept and its word continues.
    Hyphen,
    /// No text, and the typesetter's hyphen is dropped.
    Dropped,
}

/// Words of a document that help to resolve the hyphens at its line ends.
#[derive(Debug, Default)]
pub(super) struct Vocabulary(HashSet<String>);

impl Vocabulary {
    /// Collects the words that could be formed at the ends of these lines.
    pub(super) fn of(lines: &[Line]) -> Self {
        let mut wanted = HashSet::new();
        for (line, next) in lines.iter().zip(lines.iter().skip(1)) {
            if let Some(cut) = Cut::of(&line.text, &next.text) {
                wanted.insert(cut.compound());
                wanted.insert(cut.joined());
            }
        }
        if wanted.is_empty() {
            return Vocabulary::default();
        }
        let words = lines.iter().flat_map(|line| line.text.split_whitespace());
        // A word that ends in a hyphen may be the first half of another.
        let whole = words.filter(|word| !word.ends_with(HYPHENS));
        let bare = whole.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase());
        Vocabulary(bare.filter(|word| wanted.contains(word)).collect())
    }

    fn has(&self, word: &str) -> bool {
        self.0.contains(word)
    }

    /// Decides how to join a text and the next line.
    pub(super) fn joint(&self, so_far: &str, next: &str) -> Joint {
        let Some(cut) = Cut::of(so_far, next) else { return Joint::Blank };
        if cut.soft {
            return Joint::Dropped;
        }
        if self.has(&cut.compound()) {
            return Joint::Hyphen;
        }
        if cut.is_figure() {
            return cut.joint_of_figures();
        }
        let word = cut.is_one_word(self);
        if cut.is_suspended(word) {
            Joint::Blank
        } else if word {
            Joint::Dropped
        } else {
            Joint::Hyphen
        }
    }
}

/// A word, number or code that a hyphen splits at the end of a line.
#[derive(Debug)]
struct Cut<'a> {
    /// Text before the hyphen, back to the last blank.
    head: &'a str,
    /// The word before the head.
    before: &'a str,
    /// Text after the hyphen, up to the next blank.
    tail: &'a str,
    /// The word after the tail.
    behind: &'a str,
    /// True for a soft hyphen, which is visible only where it splits a word.
    soft: bool,
}

impl<'a> Cut<'a> {
    /// Returns `None` unless the line ends in a single hyphen with a letter or digit on both sides.
    fn of(line: &'a str, next: &'a str) -> Option<Self> {
        let hyphen = line.chars().next_back().filter(|c| HYPHENS.contains(c))?;
        let mut words = line.get(..line.len() - hyphen.len_utf8())?.rsplit(char::is_whitespace);
        let head = words.next()?;
        let mut following = next.split_whitespace();
        let tail = following.next()?;
        let dash = head.starts_with(HYPHENS) || !head.ends_with(char::is_alphanumeric);
        if dash || !opens(tail, |c| c.is_alphanumeric() || c == '$') {
            return None;
        }
        Some(Cut {
            head,
            before: words.next().unwrap_or(""),
            tail,
            behind: following.next().unwrap_or(""),
            soft: hyphen == '\u{ad}',
        })
    }

    /// Returns the last part of the head, only letters and digits.
    fn head_part(&self) -> &'a str {
        self.head.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("")
    }

    /// Returns the first part of the tail, only letters and digits.
    fn tail_part(&self) -> &'a str {
        self.tail.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("")
    }

    /// Returns the word with its hyphen, in lower case.
    fn compound(&self) -> String {
        let marks = |c: char| !c.is_alphanumeric();
        format!("{}-{}", self.head.trim_start_matches(marks), self.tail.trim_end_matches(marks))
            .to_lowercase()
    }

    /// Returns the word without its hyphen, in lower case.
    fn joined(&self) -> String {
        format!("{}{}", self.head_part(), self.tail_part()).to_lowercase()
    }

    fn is_figure(&self) -> bool {
        self.head.ends_with(|c: char| c.is_numeric()) || opens(self.tail, |c| c.is_numeric() || c == '$')
    }

    /// Returns true if the two halves form a word of this document or of English.
    fn is_one_word(&self, vocabulary: &Vocabulary) -> bool {
        let (head, tail) = (self.head_part(), self.tail_part());
        // "Mid-July" and "Smith-Jones" are not "midjuly"; "ORDI-NANCE" is an ordinance.
        if opens(tail, char::is_uppercase) && !head.chars().all(char::is_uppercase) {
            return false;
        }
        // "Day-to-day" does not include "today".
        if self.head.contains(HYPHENS) && head.chars().count() <= 3 {
            return false;
        }
        let joined = self.joined();
        if vocabulary.has(&joined) {
            return true;
        }
        // "Non-resident" has two spellings, so the hyphen may be the writer's.
        let either_way = head.eq_ignore_ascii_case("non") && is_english(&tail.to_lowercase());
        !either_way && is_english(&joined)
    }

    /// Returns true if the hyphen replaces a second half that comes later: "pre- and post-sale".
    fn is_suspended(&self, one_word: bool) -> bool {
        let joining = matches!(self.tail, "and" | "or" | "and/or" | "to" | "nor" | "through");
        joining && (!one_word || self.behind.contains(HYPHENS))
    }

    /// Joins at a hyphen next to a digit, which is always kept. A blank follows if the hyphen means "to".
    fn joint_of_figures(&self) -> Joint {
        if self.is_suspended(false) {
            return Joint::Blank;
        }
        let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_numeric());
        let head_is_number =
            digits(self.head.trim_start_matches(['$', '(']).replace([',', '.'], "").as_str());
        let tail = self.tail.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '%');
        let tail_is_number = digits(tail.trim_start_matches('$').replace([',', '.', '%'], "").as_str());
        let range = if head_is_number && tail_is_number {
            !self.is_number_of_something(tail)
        } else if head_is_number {
            // A range such as "May 20- June 3", but not "91-A:3" or "25-LM".
            let name = self.tail_part();
            opens(name, char::is_uppercase) && name.chars().skip(1).any(char::is_lowercase)
        } else {
            self.tail.starts_with('$')
        };
        if range { Joint::Blank } else { Joint::Hyphen }
    }

    /// Returns true if two bare numbers form one designator and not a range: a telephone number, `2025-08`,
    /// `No. 12-4`.
    fn is_number_of_something(&self, tail: &str) -> bool {
        const NAMING: [&str; 12] = [
            "no",
            "nos",
            "number",
            "case",
            "resolution",
            "ordinance",
            "permit",
            "docket",
            "application",
            "account",
            "invoice",
            "rsa",
        ];
        let named = self.before.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        NAMING.contains(&named.as_str())
            || self.before.ends_with(['#', '§'])
            || (tail.len() > 1 && tail.starts_with('0'))
            || self.head.starts_with('0')
            || (self.head.len() == 3 && tail.len() == 4)
    }
}

fn opens(text: &str, with: impl Fn(char) -> bool) -> bool {
    text.starts_with(with)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(texts: &[&str]) -> String {
        let lines: Vec<Line> = (1..).zip(texts).map(|(n, text)| Line::plain(1, n, *text)).collect();
        crate::Reading::of(&lines).text().to_owned()
    }

    #[test]
    fn hyphens_of_the_text_stay() {
        for (above, below, expected) in [
            ("the vice-", "chair spoke", "the vice-chair spoke"),
            ("a self-", "insured town", "a self-insured town"),
            ("Both pre-", "and post-sale", "Both pre- and post-sale"),
            ("Both pre-", "and/or post-sale", "Both pre- and/or post-sale"),
            ("first-", "and second-class mail", "first- and second-class mail"),
            ("two-", "to four-family homes", "two- to four-family homes"),
            ("up-", "to-date maps", "up-to-date maps"),
            ("sewer-", "& water-mains", "sewer- & water-mains"),
            ("a five-", "member board", "a five-member board"),
            ("a day-to-", "day task", "a day-to-day task"),
            ("a right-of-", "way, or", "a right-of-way, or"),
            ("Ann Smith-", "Jones spoke", "Ann Smith-Jones spoke"),
            ("in mid-", "July", "in mid-July"),
            ("SELF-", "INSURED", "SELF-INSURED"),
            ("O’Neil-", "Moss", "O’Neil-Moss"),
            ("the board -", "and the clerk", "the board - and the clerk"),
            ("the board--", "and the clerk", "the board-- and the clerk"),
            ("-2-", "Page 3", "-2- Page 3"),
            ("the vice\u{2010}", "chair’s", "the vice\u{2010}chair’s"),
        ] {
            assert_eq!(read(&[above, below]), expected);
        }
    }

    #[test]
    fn hyphens_of_the_typesetter_go() {
        for (above, below, expected) in [
            ("the ordi-", "nance passed", "the ordinance passed"),
            ("Ordi-", "nances’ text", "Ordinances’ text"),
            ("ORDI-", "NANCE 5", "ORDINANCE 5"),
            ("a well-main-", "tained road", "a well-maintained road"),
            ("(govern-", "ment), the", "(government), the"),
            ("one thous-", "and dollars", "one thousand dollars"),
            ("the pro-", "fessor or", "the professor or"),
            ("re\u{ad}", "sident", "resident"),
            ("a quab\u{ad}", "bin", "a quabbin"),
        ] {
            assert_eq!(read(&[above, below]), expected);
        }
    }

    #[test]
    fn the_document_knows_its_own_words() {
        for (lines, expected) in [
            (&["the Quabbin and the Quab-", "bin"][..], "the Quabbin and the Quabbin"),
            (&["a co-op, the co-", "op"], "a co-op, the co-op"),
            (&["a non-resident: the non-", "resident"], "a non-resident: the non-resident"),
            (&["the non-", "resident"], "the non-resident"),
            (&["a nonresident: the non-", "resident"], "a nonresident: the nonresident"),
            (&["pages 3-4, again 3-", "4"], "pages 3-4, again 3-4"),
        ] {
            assert_eq!(read(lines), expected);
        }
    }

    #[test]
    fn hyphens_beside_digits_stay() {
        for (above, below, expected) in [
            ("case 25-", "03-LM was", "case 25-03-LM was"),
            ("case 25-03-", "LM was", "case 25-03-LM was"),
            ("RSA 91-", "A:3 says", "RSA 91-A:3 says"),
            ("resolution 2025-", "08 was", "resolution 2025-08 was"),
            ("Ordinance No. 12-", "45 was", "Ordinance No. 12-45 was"),
            ("call (603) 555-", "1234.", "call (603) 555-1234."),
            ("call 603-", "555-1234", "call 603-555-1234"),
            ("an 18-", "inch pipe", "an 18-inch pipe"),
            ("zone R-", "3 is", "zone R-3 is"),
            ("5-", "and 10-foot", "5- and 10-foot"),
            ("pages 3-", "4 follow", "pages 3- 4 follow"),
            ("$1,000-", "$2,000 a", "$1,000- $2,000 a"),
            ("May 20-", "June 3", "May 20- June 3"),
            ("20 - ", "30 feet", "20 - 30 feet"),
        ] {
            assert_eq!(read(&[above, below]), expected);
        }
    }

    proptest! {
        /// For any line end, joining never creates a figure that the page does not show.
        #[test]
        fn digits_never_meet(head in "[a-zA-Z0-9$.,(-]{0,8}[0-9]", tail in "[a-zA-Z0-9$][a-zA-Z0-9:.-]{0,8}") {
            let text = read(&[&format!("no {head}-"), &tail]);
            let joined = format!("no {head}-{tail}");
            let parted = format!("no {head}- {tail}");
            prop_assert!(text == joined || text == parted, "{text}");
        }

        /// A hyphen is dropped only if the result is a word.
        #[test]
        fn what_is_joined_is_a_word(head in "[a-z]{1,6}", tail in "[a-z]{1,6}") {
            let text = read(&[&format!("{head}-"), &tail]);
            let joined = format!("{head}{tail}");
            prop_assert!(text != joined || is_english(&joined));
        }
    }
}
