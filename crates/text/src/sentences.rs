//! Sentences of a reading text. Town papers use many abbreviations, so a full stop ends a sentence only if
//! neither the word before it nor the following text indicates otherwise.

use std::ops::Range;

use super::footnotes::{mark_at_head, without_last_mark};

/// Words that end in a full stop without ending a sentence, lower case without the stop.
const ABBREVIATIONS: &[&str] = &[
    "mr", "mrs", "ms", "dr", "st", "rd", "ave", "blvd", "jr", "sr", "sec", "secs", "art", "ch", "vs", "etc",
    "inc", "co", "corp", "ltd", "dept", "approx", "est", "jan", "feb", "mar", "apr", "jun", "jul", "aug",
    "sept", "sep", "oct", "nov", "dec", "e.g", "i.e", "a.m", "p.m", "u.s", "n.h", "m.g.l", "fig", "vol",
    "pg", "pp", "p", "para", "subd", "stat", "rev", "hon", "gen", "rep", "sen", "gov", "lt", "sgt", "capt",
    "ext", "min", "max", "sq", "ft", "cu", "twp", "tel", "attn", "al", "ord", "reg", "regs", "tit", "cf",
    "supp", "par", "subsec", "rte", "hwy", "bldg", "apt", "mt", "pt", "ed", "cir", "assn", "bros", "wm",
    "viz", "supt", "atty", "attys", "asst", "dir", "mgr", "treas", "pres", "prof", "messrs", "commr", "det",
    "ofc", "maj", "cpl", "ln", "ct", "pkwy", "dist", "adm",
];

/// Abbreviations that precede a name or number: a layout border after one does not end a sentence.
const BEFORE_A_NAME: &[&str] = &[
    "mr", "mrs", "ms", "dr", "sec", "secs", "art", "ch", "no", "nos", "vs", "hon", "gen", "rep", "sen",
    "gov", "lt", "sgt", "capt", "e.g", "i.e", "fig", "para", "subd", "tit", "rte", "cf", "v", "pp", "vol",
    "reg", "ord", "approx", "supt", "atty", "attys", "asst", "dir", "prof", "messrs", "commr", "det", "ofc",
    "maj", "cpl",
];

/// Returns the byte ranges of a text's sentences, in order, without surrounding white space. Together they
/// have every character that is not white space. A semicolon far into a sentence splits it, for lines and
/// chunks that need no whole sentences.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    split(text, true)
}

/// Returns [`sentences`] split only at sentence ends: text after a semicolon may be its condition.
pub fn whole_sentences(text: &str) -> Vec<Range<usize>> {
    split(text, false)
}

/// Returns true if the text seems to end with the end of a sentence.
pub(super) fn closed(text: &str) -> bool {
    let all = without_last_mark(text.trim_end());
    let text = all.trim_end_matches(['"', '\'', ')', ']', '”', '’', '~']).trim_end();
    match text.chars().next_back() {
        Some('!' | '?') => true,
        Some('.') => {
            let before = text.strip_suffix('.').unwrap_or(text);
            if before.ends_with('.') {
                // Three dots mark an omission; a fourth ends the sentence.
                return before.ends_with("...");
            }
            let bare = bare_word(before);
            let initial = bare.chars().count() == 1 && before.ends_with(char::is_uppercase);
            all.len() > text.len() || !(BEFORE_A_NAME.contains(&bare.as_str()) || initial)
        }
        _ => false,
    }
}

/// Returns the last word in lower case, without an opening punctuation mark.
fn bare_word(text: &str) -> String {
    let word = text.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or("");
    word.trim_start_matches(['"', '“', '\'']).to_lowercase()
}

fn split(text: &str, at_semicolons: bool) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if !matches!(c, '.' | '!' | '?' | ';') || (c == ';' && !at_semicolons) {
            continue;
        }
        let mut end = at + c.len_utf8();
        let mut dots = usize::from(c == '.');
        while let Some(&(i, closing)) = chars.peek() {
            if !matches!(closing, '"' | '\'' | ')' | ']' | '”' | '’' | '.' | '?' | '!' | '~') {
                break;
            }
            dots += usize::from(closing == '.');
            end = i + closing.len_utf8();
            chars.next();
        }
        // A footnote mark belongs to the sentence that it follows.
        if let Some(mark) = text.get(end..).and_then(mark_at_head) {
            end += mark;
            while chars.next_if(|(i, _)| *i < end).is_some() {}
        }
        let before = text.get(start..at).unwrap_or("");
        let after = text.get(end..).unwrap_or("");
        // Two or three dots mark an omission, five or more lead to a value.
        let left_out = c == '.' && matches!(dots, 2 | 3 | 5..) && !after.trim().is_empty();
        if !left_out && ends_here(c, before, after) {
            push(text, start..end, &mut found);
            start = end;
        }
    }
    push(text, start..text.len(), &mut found);
    found
}

fn ends_here(mark: char, before: &str, after: &str) -> bool {
    let Some(next) = after.chars().next() else { return true };
    if !next.is_whitespace() {
        return false;
    }
    let next_word = after.trim_start();
    let Some(first) = next_word.chars().next() else { return true };
    match mark {
        // A semicolon separates the items of a list, not the halves of a short sentence.
        ';' => before.len() > 120,
        '.' => {
            let word = before.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or("");
            let bare = bare_word(before);
            let initial = bare.chars().count() == 1 && bare.chars().all(char::is_alphabetic);
            let list_number =
                (!word.is_empty() && word.len() <= 3 && before.trim().len() <= 4) || is_label(before);
            // Abbreviations such as `R.S.A.`, `U.S.`, `Ph.D.`
            let dotted = bare.contains('.') && bare.chars().all(|c| c.is_alphabetic() || c == '.');
            let before_number = first.is_ascii_digit() && is_short_name(word);
            let abbreviated = match bare.as_str() {
                "no" | "nos" => first.is_ascii_digit() || first == '#',
                word => dotted || before_number || ABBREVIATIONS.contains(&word),
            };
            !(initial || list_number || first.is_lowercase() || (abbreviated && !sentence_opener(next_word)))
        }
        _ => !first.is_lowercase(),
    }
}

/// Recognises the label of a provision before its text: "Article 7", "Section 4.2".
fn is_label(text: &str) -> bool {
    const KINDS: [&str; 16] = [
        "article",
        "art.",
        "section",
        "sec.",
        "question",
        "item",
        "rule",
        "chapter",
        "paragraph",
        "part",
        "policy",
        "title",
        "schedule",
        "by-law",
        "bylaw",
        "regulation",
    ];
    let mut words = text.split_whitespace();
    let kind = words.next().unwrap_or("").to_lowercase();
    let number = words.next().unwrap_or("");
    let is_roman = !number.is_empty() && number.chars().all(|c| "IVXLC".contains(c));
    let is_numbered =
        (number.starts_with(|c: char| c.is_ascii_digit()) || is_roman) && words.next().is_none();
    (KINDS.contains(&kind.as_str()) && is_numbered) || is_short_entry(text)
}

/// Recognises a label with one word behind it: "DECISION: DENIED", which the next sentence explains.
fn is_short_entry(text: &str) -> bool {
    let Some((label, entry)) = text.split_once(':') else { return false };
    label.trim_start().starts_with(char::is_uppercase)
        && label.split_whitespace().count() <= 2
        && entry.split_whitespace().count() == 1
        && !entry.contains(|c: char| c.is_ascii_digit())
}

/// Recognises a capital and up to four letters, as in "Ord. 5": hardly the last word of a sentence before a
/// number.
fn is_short_name(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && word.chars().count() <= 5 && word.chars().all(char::is_alphabetic)
}

/// Returns true for words that open a sentence far more often than they follow an abbreviation.
fn sentence_opener(text: &str) -> bool {
    let word: String = text.chars().take_while(|c| c.is_alphabetic()).collect();
    // As in "Ord. No. 5".
    if text.starts_with("No.") || text.starts_with("Nos.") {
        return false;
    }
    // "until 5 p.m. A pass costs" opens a sentence, but "Vol. A" and "St. Ann" do not.
    if matches!(word.as_str(), "A" | "An") {
        return text.split_whitespace().nth(1).is_some_and(|next| next.starts_with(char::is_lowercase));
    }
    ["The", "This", "That", "These", "It", "He", "She", "They", "We", "In", "On", "At", "All", "No", "Motion"]
        .contains(&word.as_str())
}

fn push(text: &str, range: Range<usize>, found: &mut Vec<Range<usize>>) {
    let Some(raw) = text.get(range.clone()) else { return };
    let trimmed = raw.trim();
    if trimmed.is_empty() {
        return;
    }
    let start = range.start + (raw.len() - raw.trim_start().len());
    found.push(start..start + trimmed.len());
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parted(text: &str) -> Vec<&str> {
        sentences(text).into_iter().map(|r| &text[r]).collect()
    }

    #[test]
    fn splits() {
        for (text, expected) in [
            ("The board met. It voted.", vec!["The board met.", "It voted."]),
            ("Mr. Brown moved. Seconded by Ms. Lee.", vec!["Mr. Brown moved.", "Seconded by Ms. Lee."]),
            ("See Sec. 4.2 of the code.", vec!["See Sec. 4.2 of the code."]),
            ("Open at 7 p.m. The chair spoke.", vec!["Open at 7 p.m.", "The chair spoke."]),
            ("Open until 7 p.m. A pass is $5.", vec!["Open until 7 p.m.", "A pass is $5."]),
            ("See Vol. A No. 2 of it.", vec!["See Vol. A No. 2 of it."]),
            ("Is it so? Yes!", vec!["Is it so?", "Yes!"]),
            ("1. Call to order", vec!["1. Call to order"]),
            (
                "Article 7. To see if it passes. Article 8. To act.",
                vec!["Article 7. To see if it passes.", "Article 8. To act."],
            ),
            ("DECISION:  DENIED. Four votes are needed.", vec!["DECISION:  DENIED. Four votes are needed."]),
            ("Vote: 5-0. It passed.", vec!["Vote: 5-0.", "It passed."]),
            ("It is in Section 4. The fee is $5.", vec!["It is in Section 4.", "The fee is $5."]),
            ("It costs $4.50 now", vec!["It costs $4.50 now"]),
            ("Under R.S.A. 91-A no person may.", vec!["Under R.S.A. 91-A no person may."]),
            ("No dog, see Ord. 5, or No. 5, may run.", vec!["No dog, see Ord. 5, or No. 5, may run."]),
            ("Acme, Inc. shall not ... Park boats.", vec!["Acme, Inc. shall not ... Park boats."]),
            ("Dog license ........ $5 a year", vec!["Dog license ........ $5 a year"]),
            ("It is 6 feet.⁴ The next is 7.", vec!["It is 6 feet.⁴", "The next is 7."]),
            ("It is 6 feet.”[4] The next is 7.", vec!["It is 6 feet.”[4]", "The next is 7."]),
            ("It is 6 feet.* The next is 7.", vec!["It is 6 feet.*", "The next is 7."]),
            ("~~It is 6 feet.~~ The next is 7.", vec!["~~It is 6 feet.~~", "The next is 7."]),
            ("It is 6 feet⁴. The next is 7.", vec!["It is 6 feet⁴.", "The next is 7."]),
            ("By Mr.⁴ Hale, at 6 p.m.¹ or later.", vec!["By Mr.⁴ Hale, at 6 p.m.¹ or later."]),
            ("It is 4.5² or 10.³", vec!["It is 4.5² or 10.³"]),
            ("He said \"no.\" Then left.", vec!["He said \"no.\"", "Then left."]),
            (
                "Supt. Ames and Atty. Cole spoke. It passed.",
                vec!["Supt. Ames and Atty. Cole spoke.", "It passed."],
            ),
        ] {
            assert_eq!(parted(text), expected);
        }
    }

    #[test]
    fn a_condition_stays_behind_its_semicolon() {
        let rule = format!(
            "Any person may keep dogs {}; provided, however, that no dog runs free.",
            "and cats ".repeat(20)
        );
        assert!(sentences(&rule).len() > 1);
        assert_eq!(whole_sentences(&rule).len(), 1);
    }

    #[test]
    fn ends_of_texts() {
        for whole in ["It is so.", "Is it?", "(It is.)", "said “no.”", "Acme, Inc.", "It is.⁴", "“It is.”[4]"]
        {
            assert!(closed(whole), "{whole}");
        }
        for open in ["No resident", "see No.", "Mr.", "John Q.", "Mr.⁴", "shall not ...", "dogs;"] {
            assert!(!closed(open), "{open}");
        }
    }

    proptest! {
        #[test]
        fn nothing_is_lost(text in "[A-Za-z .?!;\"()0-9é⁴²\\[\\]*]{0,120}") {
            let kept: String = sentences(&text).into_iter().map(|r| text[r].to_owned()).collect();
            let bare = |s: &str| s.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert_eq!(bare(&kept), bare(&text));
        }
    }
}
