//! Tokens of an RTF file.

/// A token of an RTF file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'b> {
    Open,
    Close,
    /// A word of letters, with its number.
    Word(&'b str, Option<i32>),
    /// A backslash and this sign.
    Sign(u8),
    /// A byte of text in the code page of its font.
    Byte(u8),
}

/// Most digits of a number that are looked at.
const MOST_DIGITS: usize = 10;
/// Most letters of a word.
const MOST_LETTERS: usize = 40;

/// Splits bytes into tokens.
pub(super) struct Lexer<'b> {
    rest: &'b [u8],
}

impl<'b> Lexer<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Lexer { rest: bytes }
    }

    fn skip(&mut self, count: usize) {
        self.rest = self.rest.get(count..).unwrap_or_default();
    }

    fn control(&mut self) -> Option<Token<'b>> {
        let first = *self.rest.first()?;
        if first == b'\'' {
            let byte = self.rest.get(1..3).and_then(|hex| {
                let digit = |b: u8| char::from(b).to_digit(16);
                u8::try_from(digit(*hex.first()?)? * 16 + digit(*hex.get(1)?)?).ok()
            });
            self.skip(if byte.is_some() { 3 } else { 1 });
            return Some(byte.map_or(Token::Sign(b'\''), Token::Byte));
        }
        if !first.is_ascii_alphabetic() {
            self.skip(1);
            return Some(Token::Sign(first));
        }
        let letters = self.rest.iter().take(MOST_LETTERS).take_while(|b| b.is_ascii_alphabetic()).count();
        let word = self.rest.get(..letters).and_then(|word| std::str::from_utf8(word).ok()).unwrap_or("");
        self.skip(letters);
        let sign = usize::from(self.rest.first() == Some(&b'-'));
        let digits = self.rest.iter().skip(sign).take(MOST_DIGITS).take_while(|b| b.is_ascii_digit()).count();
        let mut number = None;
        if digits > 0 {
            let end = sign.saturating_add(digits);
            number = self.rest.get(..end).and_then(|n| std::str::from_utf8(n).ok()?.parse().ok());
            self.skip(end);
        }
        if self.rest.first() == Some(&b' ') {
            self.skip(1);
        }
        if word == "bin" {
            self.skip(number.and_then(|n| usize::try_from(n).ok()).unwrap_or(0));
        }
        Some(Token::Word(word, number))
    }
}

impl<'b> Iterator for Lexer<'b> {
    type Item = Token<'b>;

    fn next(&mut self) -> Option<Token<'b>> {
        loop {
            let byte = *self.rest.first()?;
            self.skip(1);
            match byte {
                b'{' => return Some(Token::Open),
                b'}' => return Some(Token::Close),
                b'\\' => return self.control(),
                b'\r' | b'\n' | 0 => {}
                byte => return Some(Token::Byte(byte)),
            }
        }
    }
}
