//! Separates a pasted text, which may be a source of its own, from the question in it.

use crate::language::rules::Rules;
use crate::language::words::words;

use super::options::SessionOptions;

/// Parts of the user's input.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Paste {
    /// Question, if there is one.
    pub question: Option<String>,
    /// Text, if there is one.
    pub text: Option<String>,
}

/// Returns true for a text that is a source rather than a question. It is long, has many paragraphs, or has the form of
/// an article (SPEC SES-2).
pub fn looks_like_source(text: &str, options: &SessionOptions) -> bool {
    text.chars().count() >= options.source_chars
        || paragraphs(text).len() >= options.source_paragraphs
        || looks_like_article(text)
}

/// Separates a pasted text from the question before or after it.
pub fn split_paste(input: &str, options: &SessionOptions) -> Paste {
    if !looks_like_source(input, options) {
        return Paste { question: Some(input.trim().to_owned()), text: None };
    }
    let parts = paragraphs(input);
    let asks = |p: &str| (p.ends_with('?') || is_typed_question(p)) && p.chars().count() <= 400;
    let (question, rest) = match (parts.first(), parts.last()) {
        (_, Some(last)) if parts.len() > 1 && asks(last) => {
            (Some(*last), parts.get(..parts.len() - 1).unwrap_or_default())
        }
        (Some(first), _) if parts.len() > 1 && asks(first) => {
            (Some(*first), parts.get(1..).unwrap_or_default())
        }
        _ => (None, parts.as_slice()),
    };
    let text = rest.join("\n\n");
    // A long question, such as a detailed story of a case, is not a text to quote from.
    if question.is_none() && !looks_like_article(input) && input.trim_end().ends_with('?') {
        return Paste { question: Some(input.trim().to_owned()), text: None };
    }
    Paste { question: question.map(str::to_owned), text: Some(text) }
}

/// Returns true for one line that asks without a question mark, as people type: it begins with a word that asks, and not
/// like a sentence of a text or a headline.
fn is_typed_question(paragraph: &str) -> bool {
    let rules = Rules::built_in();
    let words = words(paragraph);
    let begins = words.first().is_some_and(|w| {
        rules.question_words.contains(&w.lower)
            || rules.auxiliaries.contains(&w.lower)
            || rules.requests.contains(&w.lower)
    });
    begins && !paragraph.contains('\n') && !paragraph.ends_with(['.', '!', ':', ';', ','])
}

/// Separates a pasted text from the stem above answer choices. The stem is always a question, even if it ends within
/// its sentence: "The court should".
pub fn split_stem(stem: &str, options: &SessionOptions) -> Paste {
    let split = split_paste(stem, options);
    match split.question {
        None => Paste { question: Some(stem.trim().to_owned()), text: None },
        Some(_) => split,
    }
}

/// Returns `article` for a text with the form of one, else `text`.
pub fn kind_of(text: &str) -> &'static str {
    if looks_like_article(text) { "article" } else { "text" }
}

/// Returns the first short line that is neither date nor byline; else the first words.
pub fn title_of(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|l| !l.is_empty());
    let headline = lines.clone().take(4).find(|l| {
        let length = l.chars().count();
        (8..=120).contains(&length) && !is_byline(l) && !is_dateline(l) && !l.ends_with('.')
    });
    let title = headline
        .map(str::to_owned)
        .unwrap_or_else(|| lines.flat_map(str::split_whitespace).take(8).collect::<Vec<_>>().join(" "));
    title.chars().take(120).collect()
}

/// Returns true for a date line, byline or "Updated" near the top of a text with enough lines below.
fn looks_like_article(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    lines.len() >= 4
        && text.chars().count() >= 200
        && lines.iter().take(6).any(|l| is_byline(l) || is_dateline(l))
}

/// Returns true for a line that says who wrote a text or when, and nothing of its matter.
pub(crate) fn is_credit(line: &str) -> bool {
    is_byline(line) || is_dateline(line)
}

fn is_byline(line: &str) -> bool {
    let lower = line.to_lowercase();
    let short = line.split_whitespace().count() <= 8;
    let named = line
        .strip_prefix("By ")
        .or_else(|| line.strip_prefix("BY "))
        .is_some_and(|n| n.chars().next().is_some_and(char::is_uppercase));
    short
        && (named
            || lower.contains("staff writer")
            || lower.contains("staff reporter")
            || lower.contains("correspondent"))
}

fn is_dateline(line: &str) -> bool {
    let lower = line.to_lowercase();
    let says = ["updated", "published", "posted", "last modified"].iter().any(|w| lower.starts_with(w));
    let short = line.split_whitespace().count() <= 8;
    let dated = !twolane_text::tokens_of(line, twolane_text::TokenKind::Date).is_empty();
    short && (dated || (says && line.chars().any(|c| c.is_ascii_digit())))
}

fn paragraphs(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut start, mut end) = (None, 0);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() {
            if let Some(from) = start.take() {
                found.push(text.get(from..end).unwrap_or_default().trim());
            }
        } else {
            start.get_or_insert(at);
            end = at + line.len();
        }
        at += line.len();
    }
    if let Some(from) = start {
        found.push(text.get(from..end).unwrap_or_default().trim());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ARTICLE: &str = "Pier repairs split the council\nBy Dana Whitcomb\nUpdated May 3, 2025\n\nThe council voted 3 to 2 on Tuesday to close the pier after an engineer found rot in eleven of its forty piles.\n\nResidents asked who would pay if somebody were hurt before the work begins.\n";

    #[test]
    fn articles_and_questions() {
        let options = SessionOptions::default();
        assert!(looks_like_source(ARTICLE, &options));
        assert_eq!(kind_of(ARTICLE), "article");
        assert_eq!(title_of(ARTICLE), "Pier repairs split the council");
        let both = split_paste(&format!("{ARTICLE}\nIs the city liable?\n"), &options);
        assert_eq!(both.question.as_deref(), Some("Is the city liable?"));
        assert!(both.text.unwrap().contains("eleven of its forty piles"));
        let first = split_paste(&format!("Who voted?\n\n{ARTICLE}"), &options);
        assert_eq!(first.question.as_deref(), Some("Who voted?"));
        let typed = split_paste(&format!("could the city get sued over the pier\n\n{ARTICLE}"), &options);
        assert_eq!(typed.question.as_deref(), Some("could the city get sued over the pier"));
        assert!(typed.text.unwrap().starts_with("Pier repairs"));
        let plain = split_paste("When is the town meeting?", &options);
        assert_eq!((plain.question.as_deref(), plain.text), (Some("When is the town meeting?"), None));
        let told = format!("{} May I open a shop there?", "I own a barn beside the river. ".repeat(40));
        assert_eq!(split_paste(&told, &options).text, None);
        assert_eq!(split_paste(ARTICLE, &options).question, None);
    }

    proptest! {
        #[test]
        fn never_panics(text in "(\\PC|\n){0,200}") {
            let options = SessionOptions { source_chars: 20, ..SessionOptions::default() };
            split_paste(&text, &options);
            title_of(&text);
        }
    }
}
