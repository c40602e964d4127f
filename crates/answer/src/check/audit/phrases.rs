//! Lists of words and phrases, matched whole.

/// Returns the first phrase of a list that a text has. A `*` at the end of a phrase matches any ending.
pub(super) fn first_of<'p>(text: &str, phrases: &'p [String]) -> Option<&'p str> {
    let folded = fold(text);
    phrases.iter().map(String::as_str).find(|p| has(&folded, p))
}

/// Converts to lower case, with one space between words and at both ends, without the endings of possessives.
fn fold(text: &str) -> String {
    let mut out = String::from(" ");
    for c in text.chars() {
        match c {
            '\u{2019}' => out.push('\''),
            c if c.is_alphanumeric() || matches!(c, '\'' | '-' | '%') => out.extend(c.to_lowercase()),
            _ if !out.ends_with(' ') => out.push(' '),
            _ => {}
        }
    }
    if !out.ends_with(' ') {
        out.push(' ');
    }
    out.replace("'s ", " ")
}

fn has(folded: &str, phrase: &str) -> bool {
    match phrase.strip_suffix('*') {
        Some(stem) => folded.contains(&format!(" {stem}")),
        None => folded.contains(&format!(" {phrase} ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_and_stems() {
        let list = ["will be liable".to_owned(), "guarantee*".to_owned(), "never".to_owned()];
        for (text, expected) in [
            ("The town WILL BE\nliable.", Some("will be liable")),
            ("It is guaranteed!", Some("guarantee*")),
            ("Nevertheless it stands.", None),
            ("will be reliable", None),
            ("", None),
        ] {
            assert_eq!(first_of(text, &list), expected, "{text}");
        }
    }
}
