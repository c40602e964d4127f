//! Cutting text into words and numbers.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Longest token in bytes; more is noise (encoded data), and no query has it.
const LONGEST: usize = 128;

/// Tokenizer that splits at every character that is neither letter nor digit. A run with a digit
/// whose parts are joined by single signs (`$822,000`, `91-A:3`, `200-43`, `10/9/2024`, `3.5`)
/// yields its parts, and at the place of the first also the whole: thousands without commas and
/// empty cents (`822000`), and the part before a colon (`91-A`), so that a chapter finds its
/// sections. Wholes have `position_length` 2: they don't count towards a text's length.
#[derive(Debug, Clone, Default)]
pub struct Words;

/// Tokens of one text.
pub struct WordStream {
    tokens: std::vec::IntoIter<Token>,
    current: Token,
}

impl Tokenizer for Words {
    type TokenStream<'a> = WordStream;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> WordStream {
        WordStream { tokens: cut(text).into_iter(), current: Token::default() }
    }
}

impl TokenStream for WordStream {
    fn advance(&mut self) -> bool {
        match self.tokens.next() {
            Some(token) => {
                self.current = token;
                true
            }
            None => false,
        }
    }

    fn token(&self) -> &Token {
        &self.current
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.current
    }
}

/// A run of letters and digits: where it starts, its text.
type Part<'a> = (usize, &'a str);

fn cut(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut run: Vec<Part<'_>> = Vec::new();
    for part in parts(text) {
        let joined = run.last().is_some_and(|(start, word)| {
            let between = text.get(start + word.len()..part.0).unwrap_or("  ");
            let mut signs = between.chars();
            matches!((signs.next(), signs.next()), (Some(sign), None) if joins(sign))
        });
        if !joined {
            emit(&mut tokens, text, &run);
            run.clear();
        }
        run.push(part);
    }
    emit(&mut tokens, text, &run);
    tokens
}

fn parts(text: &str) -> impl Iterator<Item = Part<'_>> {
    let base = text.as_ptr() as usize;
    text.split(|c: char| !is_word(c))
        .filter(|word| !word.is_empty())
        .map(move |word| (word.as_ptr() as usize - base, word))
}

/// Returns true for letters, digits, and the marks that belong to letters (U+0300 to U+036F).
/// Raised and lowered digits do not count: `6⁴` is a 6 with a footnote, `ft²` a unit.
fn is_word(c: char) -> bool {
    let script = matches!(c, '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{2070}'..='\u{209c}');
    (c.is_alphanumeric() && !script) || ('\u{300}'..='\u{36f}').contains(&c)
}

fn joins(sign: char) -> bool {
    matches!(sign, '-' | '.' | ',' | ':' | '/' | '\'' | '\u{2019}' | '\u{2010}'..='\u{2013}')
}

fn is_apostrophe(sign: Option<char>) -> bool {
    matches!(sign, Some('\'' | '\u{2019}'))
}

fn emit(tokens: &mut Vec<Token>, text: &str, run: &[Part<'_>]) {
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return };
    let position = tokens.last().map_or(0, |t| t.position + 1);
    let start = first.0;
    let end = last.0 + last.1.len();
    if run.len() > 1 && run.iter().any(|(_, word)| word.bytes().any(|b| b.is_ascii_digit())) {
        let span = text.get(start..end).unwrap_or("");
        for whole in wholes(span) {
            push(tokens, whole, start, end, position, 2);
        }
    }
    for (i, (at, word)) in run.iter().enumerate() {
        // The `s` of a possessive and the `t` of "don't" say nothing.
        let before = text.get(..*at).and_then(|t| t.chars().next_back());
        if i > 0
            && word.chars().count() == 1
            && is_apostrophe(before)
            && !word.bytes().any(|b| b.is_ascii_digit())
        {
            continue;
        }
        push(tokens, (*word).to_owned(), *at, at + word.len(), position + i, 1);
    }
}

fn push(tokens: &mut Vec<Token>, text: String, from: usize, to: usize, position: usize, length: usize) {
    if text.len() <= LONGEST {
        tokens.push(Token { offset_from: from, offset_to: to, position, text, position_length: length });
    }
}

/// Forms under which a number with signs is found as one.
fn wholes(span: &str) -> Vec<String> {
    let span: String = span
        .chars()
        .map(|c| match c {
            '\u{2010}'..='\u{2013}' => '-',
            '\u{2019}' => '\'',
            c => c,
        })
        .collect();
    if let Some(amount) = amount(&span) {
        return vec![amount];
    }
    let chapter = span.split_once(':').map(|(chapter, _)| chapter.to_owned());
    let chapter = chapter.filter(|c| c.contains(['-', '.']));
    std::iter::once(span).chain(chapter).collect()
}

/// `822,000` and `822,000.00` as `822000`, `1,250.50` as `1250.50`; `None` for what is not
/// grouped in thousands.
fn amount(span: &str) -> Option<String> {
    let (whole, cents) = span.split_once('.').map_or((span, None), |(w, c)| (w, Some(c)));
    let mut groups = whole.split(',');
    let head = groups.next()?;
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    let tail: Vec<&str> = groups.collect();
    if !digits(head) || head.len() > 3 || tail.is_empty() || tail.iter().any(|g| g.len() != 3 || !digits(g)) {
        return None;
    }
    let number = format!("{head}{}", tail.concat());
    match cents {
        None => Some(number),
        Some(cents) if digits(cents) && cents.bytes().all(|b| b == b'0') => Some(number),
        Some(cents) if digits(cents) => Some(format!("{number}.{cents}")),
        Some(_) => None,
    }
}
