//! Words of letters and digits: `FY2025`, `R-3`, `20K`, `91-A:3`.

use super::token::{Taken, Token, TokenKind};
use crate::pattern::pattern;

pattern!(WORD, r"[\p{L}\p{Nd}]+(?:[-./:][\p{L}\p{Nd}]+)*");

/// Words that mix letters and digits and that no other token covers whole. Whatever such a word means, it
/// is another one as soon as a letter or digit of it changes.
pub(super) fn codes(text: &str, found: &mut Vec<Token>, taken: &mut Taken) {
    for m in WORD.get().find_iter(text) {
        let mixed = m.as_str().contains(char::is_alphabetic) && m.as_str().contains(char::is_numeric);
        if mixed && !taken.has_all(&m.range()) {
            let normal = m.as_str().to_lowercase();
            found.push(Token::new(TokenKind::Code, m.range(), m.as_str(), normal));
        }
    }
}
