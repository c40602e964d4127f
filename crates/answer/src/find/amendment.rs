//! Amendments: texts that take words out of a statement, or change its section.

use twolane_text::pattern::pattern;
use twolane_text::year_of;

// "In Section 10, strike "$20" and insert "$35"": the words that an amendment takes out.
pattern!(
    STRIKES,
    concat!(
        r"(?i)\b(?:strik(?:e|es|ing)|struck|delet(?:e|es|ing|ed)|replac(?:e|es|ing|ed)|remov(?:e|es|ing|ed)|chang(?:e|es|ing|ed))\b",
        r"(?: out)?(?: (?:the|each|every|all))?(?: (?:words?|figures?|sums?|phrases?|numbers?|dates?|terms?|amounts?))?(?: of)?",
        r#" ["\u{201c}]([^"\u{201c}\u{201d}]{1,120})["\u{201d}]"#
    )
);
// "Section 5.2, "Rentals," is deleted and replaced by:": the number, and what is done to the section.
pattern!(
    SECTION_CHANGED,
    concat!(
        r"(?i)\b(?:section|sec\.?|article|art\.?|rule|paragraph)\s*(?<label>\d+(?:[-.:]\d+)*[a-z]?(?:\([a-z\d]{1,4}\))*)(?<between>[^.;]{0,60}?)",
        r"\b(?:is|are|was|were|be)\s+(?:hereby\s+|further\s+)?(?:deleted|replaced|amended|repealed|rescinded|stricken|struck|revised|superseded|changed)\b"
    )
);
// "Amend Section 5.2 to read:".
pattern!(
    CHANGE_SECTION,
    concat!(
        r"(?im)^\W*(?:[\da-z]{1,3}[.)]\s*)?(?:amend|delete|replace|repeal|rescind|strike|revise|change)\s+(?:all of\s+)?",
        r"(?:section|sec\.?|article|art\.?|rule|paragraph)\s*(?<label>\d+(?:[-.:]\d+)*[a-z]?(?:\([a-z\d]{1,4}\))*)"
    )
);
// Words around the number that deny the change, or make it a condition.
pattern!(DENIES, r"(?i)\b(?:not|nothing|never|no|if|unless|under)\b");
// The number of a section in its heading, and before its text: "Section 10. The fine is", "14-3. No dog".
pattern!(
    HEADED,
    r"(?i)^\W*(?:(?:section|sec\.?|article|art\.?|rule|chapter|ch\.?)\s*|\u{a7}\s*)?(\d+(?:[-.:]\d+)*[a-z]?)\b"
);
pattern!(
    NUMBERED,
    r"^\W*(?:(?i:section|sec\.?|article|art\.?|rule|chapter|ch\.?|\u{a7})\s*(\d+(?:[-.:]\d+)*[a-z]?)\b|(\d+(?:[-.:]\d+)*[a-z]?)[.)]\s+\p{Lu}|(\d+(?:[-.]\d+)+[a-z]?)\s+\p{Lu})"
);
// A change that is only proposed, unless its text says that it was voted.
pattern!(PROPOSED, r"(?i)\bto see (?:if|whether)\b|\bshall the\b|\bpropos|\bmoved\b|\bwould\b");
pattern!(ADOPTED, r"(?i)\b(?:voted|carried|adopted|enacted|ordained|passed|approved)\b");

/// A statement that an amendment may change.
pub(super) struct Change {
    /// Words of the statement, with the signs of sums.
    statement: String,
    /// Number of its section in plain words.
    label: Option<String>,
}

impl Change {
    /// Takes a statement, and the number of its section.
    pub(super) fn of(statement: &str, label: Option<&str>) -> Self {
        Change { statement: signed_words(statement), label: label.map(plain) }
    }

    /// Returns true for a text that takes words out of the statement, and names its section.
    pub(super) fn is_made_by(&self, text: &str) -> bool {
        let is_proposed = PROPOSED.get().is_match(text) && !ADOPTED.get().is_match(text);
        let mut struck = STRIKES.get().captures_iter(text).filter_map(|found| found.get(1));
        let takes_out = struck.any(|words| {
            let words = signed_words(words.as_str());
            !words.is_empty() && has_words(&self.statement, &words)
        });
        let names_it = self.label.as_ref().is_none_or(|label| has_words(&plain(text), label));
        takes_out && names_it && !is_proposed && signed_words(text) != self.statement
    }

    /// Returns true for a text that changes the statement's section, by its number behind "Section". A subsection is another
    /// section, and a section "of" something belongs to that.
    pub(super) fn is_of_section(&self, text: &str) -> bool {
        let is_proposed = PROPOSED.get().is_match(text) && !ADOPTED.get().is_match(text);
        let names_it = |found: &regex::Captures<'_>| {
            let own = |name: &str| found.name(name).map_or("", |part| part.as_str());
            let start = found.get(0).map_or(0, |whole| whole.start());
            let sentence = text.get(..start).unwrap_or("").rsplit(['.', ';', ':']).next().unwrap_or("");
            let between = own("between");
            // "Of the Declaration" is this paper; "of Ordinance 7" is another.
            let is_of_other = between.contains(" of ") && !between.contains(" of the ");
            self.label.as_ref() == Some(&plain(own("label")))
                && ![sentence, between].iter().any(|words| DENIES.get().is_match(words))
                && !is_of_other
        };
        let changed = SECTION_CHANGED.get().captures_iter(text);
        let mut changes = changed.chain(CHANGE_SECTION.get().captures_iter(text));
        !is_proposed && changes.any(|found| names_it(&found))
    }
}

/// Returns true for a text that may have an amendment.
pub(super) fn changes_text(text: &str) -> bool {
    STRIKES.get().is_match(text)
        || SECTION_CHANGED.get().is_match(text)
        || CHANGE_SECTION.get().is_match(text)
}

/// Returns the number of a statement's section, from its text or else from its headings.
pub(super) fn label_of<'t>(statement: &'t str, header: &'t str) -> Option<&'t str> {
    let own = NUMBERED.get().captures(statement);
    let own = own.and_then(|found| found.get(1).or(found.get(2)).or(found.get(3)));
    let over = || header.rsplit(" \u{203a} ").find_map(|part| HEADED.get().captures(part)?.get(1));
    let is_year = |label: &&str| label.len() == 4 && year_of(label).is_some();
    own.or_else(over).map(|label| label.as_str()).filter(|label| !is_year(label))
}

/// Returns true for a text that begins with the number of its section: "Section 4", or one in parts, such as 5.2.
pub(super) fn is_section(text: &str) -> bool {
    NUMBERED.get().captures(text).is_some_and(|found| {
        let in_parts =
            |group| found.get(group).is_some_and(|m: regex::Match<'_>| m.as_str().contains(['.', '-']));
        found.get(1).is_some() || found.get(3).is_some() || in_parts(2)
    })
}

/// Returns the words of a text in lower case, with the signs of sums and shares.
fn signed_words(text: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '$' | '%');
    let words = text.split_whitespace().map(|word| word.trim_matches(|c: char| !is_part(c)).to_lowercase());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns true for a text in plain words that has these words one after another.
pub(super) fn has_words(text: &str, words: &str) -> bool {
    format!(" {text} ").contains(&format!(" {words} "))
}

/// Returns the words of a text in lower case with one space between them, without "No." before a number.
pub(super) fn plain(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut words: Vec<String> = words.map(str::to_lowercase).collect();
    let numbers: Vec<bool> =
        words.iter().map(|word| word.starts_with(|c: char| c.is_ascii_digit())).collect();
    let mut following = numbers.into_iter().skip(1).chain([false]);
    words.retain(|word| !(following.next().unwrap_or(false) && (word == "no" || word == "number")));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amendment_takes_words_out() {
        for (text, expected) in [
            ("In Section 14-3, strike \"eight feet\" and insert \"six feet\".", Some("eight feet")),
            ("by striking the figure \u{201c}$20\u{201d} and inserting \u{201c}$35\u{201d}", Some("$20")),
            ("Replace \"noon\" with \"1 p.m.\" in rule 4.", Some("noon")),
            ("Workers on strike held up \"fair pay\" signs.", None),
            ("It was struck by lightning.", None),
        ] {
            let found =
                STRIKES.get().captures(text).and_then(|found| found.get(1)).map(|words| words.as_str());
            assert_eq!(found, expected, "{text}");
        }
        for (text, expected) in [
            ("14-3. On the Common a dog", Some("14-3")),
            ("Section 10. The fine is $20.", Some("10")),
            ("5.2 Rentals. A dwelling may be let.", Some("5.2")),
            ("The fine is $20.", None),
            ("$20 for each dog", None),
            ("6 p.m. is the last hour.", None),
        ] {
            assert_eq!(label_of(text, "Bylaws"), expected, "{text}");
        }
        assert_eq!(label_of("No dog runs free.", "Bylaws \u{203a} Section 4. Dogs"), Some("4"));
        let change = |statement: &str| Change::of(statement, Some("4"));
        let fine = change("The fine is $20.");
        assert!(fine.is_made_by("In Section 4, strike \"$20\" and insert \"$35\"."));
        for text in [
            "In Section 5, strike \"$20\" and insert \"$35\".",
            "To see if the town will amend Section 4 by striking \"$20\" and inserting \"$35\".",
            "Mr. Orr moved to amend Section 4 by striking \"$20\".",
        ] {
            assert!(!fine.is_made_by(text), "{text}");
        }
        assert!(!change("Within 20 feet.").is_made_by("In Section 4, strike \"$20\"."));
        for text in [
            "1. Section 4, \"Fines,\" is deleted and replaced by:",
            "Section 4 is hereby amended by replacing the fine of $20 by $50.",
            "3. Amend Section 4 to read: The fine is $50.",
            "Section 4 of the Declaration is hereby repealed.",
        ] {
            assert!(fine.is_of_section(text), "{text}");
        }
        for text in [
            "Section 40 is deleted.",
            "Section 4.2 is deleted.",
            "Section 4(b) is repealed.",
            "Section 4 is not amended.",
            "Nothing in Section 4 shall be deleted.",
            "Section 4 of Ordinance 7 is repealed.",
            "Under Section 4 a damaged sign must be replaced by the owner.",
            "To see if the town will vote that Section 4 be amended.",
            "The changes in 2004 are listed under Section 4.",
            "A deleted page of 4 lines was found.",
        ] {
            assert!(!fine.is_of_section(text), "{text}");
        }
        assert!(
            has_words("a leash of eight feet", "eight feet") && !has_words("eighteen feet", "eight feet")
        );
    }
}
