//! Words of letters and digits: `FY2025`, `R-3`, `20K`, `91-A:3`, and powers: `10³`.

use super::token::{Taken, Token, TokenKind};
use crate::pattern::pattern;

pattern!(WORD, r"[\p{L}\p{Nd}]+(?:[-./:][\p{L}\p{Nd}]+)*");

pattern!(POWER, r"\d+(?:\^\(?[-\w+]+\)?|[⁺⁻]?[⁰¹²³⁴-⁹]+)");

/// Finds words that mix letters and digits and that no other token covers completely. Regardless of the
/// meaning of such a word, any changed letter or digit makes it another one.
pub(super) fn codes(text: &str, found: &mut Vec<Token>, taken: &mut Taken) {
    for m in POWER.get().find_iter(text) {
        if taken.take(&m.range()) {
            found.push(Token::new(TokenKind::Code, m.range(), m.as_str(), power_normal(m.as_str())));
        }
    }
    for m in WORD.get().find_iter(text) {
        let mixed = m.as_str().contains(char::is_alphabetic) && m.as_str().contains(char::is_numeric);
        if mixed && !taken.has_all(&m.range()) {
            let normal = m.as_str().to_lowercase();
            found.push(Token::new(TokenKind::Code, m.range(), m.as_str(), normal));
        }
    }
}

/// Normalises a power: `10³` becomes `10^3`.
fn power_normal(raw: &str) -> String {
    let mut out = String::new();
    for c in raw.chars() {
        let plain = match c {
            '⁻' => '-',
            '⁺' => '+',
            '⁰' => '0',
            '¹' => '1',
            '²' => '2',
            '³' => '3',
            '⁴' => '4',
            '⁵' => '5',
            '⁶' => '6',
            '⁷' => '7',
            '⁸' => '8',
            '⁹' => '9',
            other => {
                out.extend(other.to_lowercase());
                continue;
            }
        };
        if !out.contains('^') {
            out.push('^');
        }
        out.push(plain);
    }
    out
}
