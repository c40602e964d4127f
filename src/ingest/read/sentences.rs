//! Where sentences end, as far as punctuation and the usual abbreviations show it.

/// Words that a full stop after them does not end a sentence.
const ABBREVIATIONS: &[&str] = &[
    "no", "nos", "sec", "secs", "art", "arts", "ch", "para", "par", "subd", "div", "fig", "vol", "pp", "cf",
    "mr", "mrs", "ms", "dr", "st", "rev", "hon", "esq", "jr", "sr", "messrs", "sen", "rep", "gov", "supt",
    "inc", "co", "corp", "ltd", "vs", "v", "al", "etc", "viz", "e.g", "i.e", "approx", "dept", "est", "ext",
    "ave", "rd", "blvd", "ln", "hwy", "rte", "mt", "ft", "sq", "jan", "feb", "mar", "apr", "jun", "jul",
    "aug", "sep", "sept", "oct", "nov", "dec", "stat", "ann", "gen", "eff", "imd", "u.s", "c",
];

/// Byte offsets just behind each sentence's last mark, the end of the text included. A text
/// without sentence marks is one sentence.
pub fn sentence_ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if !matches!(c, '.' | '?' | '!' | ';') {
            continue;
        }
        let mut end = at + c.len_utf8();
        while let Some(&(next_at, next)) = chars.peek() {
            if !matches!(next, '.' | '?' | '!' | '"' | '\'' | ')' | ']' | '\u{201d}' | '\u{2019}') {
                break;
            }
            end = next_at + next.len_utf8();
            chars.next();
        }
        let rest = text.get(end..).unwrap_or("");
        if rest.is_empty() || !rest.starts_with(char::is_whitespace) {
            continue;
        }
        let next = rest.trim_start().chars().next();
        let opens = next.is_some_and(|n| {
            n.is_uppercase()
                || n.is_ascii_digit()
                || matches!(n, '(' | '[' | '"' | '\u{201c}' | '\u{a7}' | '-' | '\u{2022}')
        });
        if c == ';' || (opens && !(c == '.' && ends_in_abbreviation(text.get(..at).unwrap_or("")))) {
            ends.push(end);
        }
    }
    if ends.last() != Some(&text.len()) && !text.is_empty() {
        ends.push(text.len());
    }
    ends
}

fn ends_in_abbreviation(before: &str) -> bool {
    let word =
        before.rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | '"')).next().unwrap_or("");
    let mut chars = word.chars();
    match (chars.next(), chars.next()) {
        // A lone number or letter is an initial or an item's number ("J. Smith", "3. Roof").
        (Some(c), None) => c.is_alphanumeric(),
        (Some(c), Some(_)) if c.is_ascii_digit() && before.trim() == word => true,
        _ => ABBREVIATIONS.iter().any(|a| word.eq_ignore_ascii_case(a)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_where_sentences_end() {
        for (text, expected) in [
            ("One. Two.", &["One.", "Two."][..]),
            ("See Art. 5 of the code. It says no.", &["See Art. 5 of the code.", "It says no."]),
            ("J. Smith moved. Carried.", &["J. Smith moved.", "Carried."]),
            ("It cost $1.50 a day", &["It cost $1.50 a day"]),
            ("He asked \"why?\" Nobody knew.", &["He asked \"why?\"", "Nobody knew."]),
            ("a rule; another rule", &["a rule;", "another rule"]),
            ("3. Roof repairs. Done.", &["3. Roof repairs.", "Done."]),
            ("", &[]),
        ] {
            let mut start = 0;
            let mut got = Vec::new();
            for end in sentence_ends(text) {
                got.push(text[start..end].trim());
                start = end;
            }
            assert_eq!(got, expected, "{text:?}");
        }
    }
}
