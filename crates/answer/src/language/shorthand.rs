//! Shorthand of typed questions, in full words: "hrs", "pls", "thru", "sat".

use twolane_text::pattern::pattern;

/// Short forms with their words. None of them is a word of papers.
const WORDS: [(&str, &str); 34] = [
    ("appt", "appointment"),
    ("assn", "association"),
    ("b4", "before"),
    ("bldg", "building"),
    ("cuz", "because"),
    ("dept", "department"),
    ("gonna", "going to"),
    ("gotta", "have to"),
    ("govt", "government"),
    ("hr", "hour"),
    ("hrs", "hours"),
    ("mtg", "meeting"),
    ("mtgs", "meetings"),
    ("nite", "night"),
    ("pls", "please"),
    ("plz", "please"),
    ("ppl", "people"),
    ("sqft", "square feet"),
    ("thru", "through"),
    ("tonite", "tonight"),
    ("u", "you"),
    ("ur", "your"),
    ("wanna", "want to"),
    ("wk", "week"),
    ("wknd", "weekend"),
    ("yr", "year"),
    ("yrs", "years"),
    ("mon", "Monday"),
    ("tue", "Tuesday"),
    ("tues", "Tuesday"),
    ("weds", "Wednesday"),
    ("thur", "Thursday"),
    ("thurs", "Thursday"),
    ("fri", "Friday"),
];
/// Short forms of weekdays that are words as well; they count beside one of the words for hours.
const DAYS: [(&str, &str); 3] = [("wed", "Wednesday"), ("sat", "Saturday"), ("sun", "Sunday")];
/// Number of words on either side of such a form in which a word for hours counts.
const BESIDE: usize = 3;

pattern!(
    HOURS,
    r"(?i)^(?:hours?|hrs?|open|opens|close|closed|closes|on|every|till?|until|from|mon|tues?|weds?|thur?s?|fri|sat|sun)$"
);
// "how'd the board vote": the question word and "did".
pattern!(DID, r"(?i)\b(how|where|when|why)['\u{2019}]?d\b");

/// Returns a question with its shorthand in full words. Forms in capitals stay, since they are names of states and bodies.
pub(crate) fn in_full_words(question: &str) -> String {
    let question = DID.get().replace_all(question, "$1 did");
    let parts: Vec<&str> = question.split_inclusive(|c: char| !c.is_alphanumeric()).collect();
    let word =
        |at: usize| parts.get(at).map_or("", |part| part.trim_end_matches(|c: char| !c.is_alphanumeric()));
    let words: Vec<usize> = (0..parts.len()).filter(|at| !word(*at).is_empty()).collect();
    let mut out = String::with_capacity(question.len());
    for (at, part) in parts.iter().enumerate() {
        let own = word(at);
        let lower = own.to_lowercase();
        let is_name = own.len() > 1 && own.chars().all(|c| !c.is_lowercase());
        let of = |table: &[(&str, &'static str)]| {
            table.iter().find(|(short, _)| *short == lower).map(|(_, full)| *full)
        };
        let is_day = || {
            let place = words.iter().position(|word| *word == at).unwrap_or(0);
            let near = words.iter().skip(place.saturating_sub(BESIDE)).take(2 * BESIDE + 1);
            near.filter(|other| **other != at).any(|other| HOURS.get().is_match(word(*other)))
        };
        let full = of(&WORDS).or_else(|| of(&DAYS).filter(|_| is_day())).filter(|_| !is_name);
        out.push_str(full.unwrap_or(own));
        out.push_str(part.get(own.len()..).unwrap_or(""));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::in_full_words;

    #[test]
    fn shorthand_becomes_words() {
        for (question, expected) in [
            ("library hrs sat?", "library hours Saturday?"),
            ("is the dump open sat/sun pls", "is the dump open Saturday/Sunday please"),
            ("how'd the board vote", "how did the board vote"),
            ("whend the fee change this yr", "when did the fee change this year"),
            ("can i drive thru at nite", "can i drive through at night"),
            ("who sat on the board", "who sat on the board"),
            ("where does the sun room stand", "where does the sun room stand"),
            ("Does MO law apply in the U.S.?", "Does MO law apply in the U.S.?"),
            ("", ""),
        ] {
            assert_eq!(in_full_words(question), expected, "{question}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_question_is_read(question in "\\PC{0,60}") {
            let _ = in_full_words(&question);
        }
    }
}
