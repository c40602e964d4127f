//! Raised and lowered characters, and fractions, as plain text.

/// Returns raised text as Unicode superscripts ("⁴"), or in brackets ("[iv]") where Unicode lacks
/// them. A raised ordinal ending ("th", "st") stays as it is, as do symbols that are marks by
/// themselves ("*", "†", "®").
pub(crate) fn superscript(text: &str) -> String {
    let text = text.trim();
    if is_set_as_is(text) {
        return text.to_owned();
    }
    match text {
        "o" => return "º".to_owned(),
        "TM" => return "™".to_owned(),
        "SM" => return "℠".to_owned(),
        _ => {}
    }
    let inner = text.strip_prefix(['[', '(']).and_then(|t| t.strip_suffix([']', ')'])).unwrap_or(text);
    match inner.chars().map(raised).collect::<Option<String>>() {
        Some(raised) => raised,
        None => format!("[{inner}]"),
    }
}

/// Returns lowered text as Unicode subscripts ("₂"), or after an underscore ("_max") where Unicode
/// lacks them.
pub(crate) fn subscript(text: &str) -> String {
    let text = text.trim();
    match text.chars().map(lowered).collect::<Option<String>>() {
        Some(lowered) => lowered,
        None => format!("_{text}"),
    }
}

/// Returns a fraction as one character ("½") where Unicode has it, otherwise with a slash ("3/50").
pub(crate) fn fraction(numerator: &str, denominator: &str) -> String {
    let (numerator, denominator) = (numerator.trim(), denominator.trim());
    let single = match (numerator, denominator) {
        ("1", "2") => "½",
        ("1", "3") => "⅓",
        ("2", "3") => "⅔",
        ("1", "4") => "¼",
        ("3", "4") => "¾",
        ("1", "8") => "⅛",
        ("3", "8") => "⅜",
        ("5", "8") => "⅝",
        ("7", "8") => "⅞",
        _ => return format!("{}/{}", grouped(numerator), grouped(denominator)),
    };
    single.to_owned()
}

/// Returns `base` raised to `exponent`: Unicode superscripts ("10³"), or a caret ("x^(n+k)").
pub(crate) fn power(base: &str, exponent: &str) -> String {
    let exponent = exponent.trim();
    match exponent.chars().map(raised).collect::<Option<String>>() {
        Some(raised) => format!("{base}{raised}"),
        None => format!("{base}^{}", grouped(exponent)),
    }
}

/// Puts brackets around anything but a single number or word.
fn grouped(text: &str) -> String {
    let plain = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | ',' | '$' | '%'));
    if plain { text.to_owned() } else { format!("({text})") }
}

/// True for a raised text that needs no other form: an ordinal ending or a mark.
pub(crate) fn is_set_as_is(text: &str) -> bool {
    is_ordinal_ending(text) || text.chars().all(is_mark)
}

fn is_ordinal_ending(text: &str) -> bool {
    let text = text.trim_end_matches('.');
    ["st", "nd", "rd", "th"].iter().any(|ending| text.eq_ignore_ascii_case(ending))
}

fn is_mark(c: char) -> bool {
    matches!(
        c,
        '*' | '†'
            | '‡'
            | '§'
            | '¶'
            | '#'
            | '®'
            | '©'
            | '™'
            | '°'
            | '℠'
            | 'º'
            | 'ª'
            | '$'
            | '¢'
            | '%'
            | '"'
            | '\''
            | '′'
            | '″'
    ) || raised_back(c)
}

/// True for a character that is a Unicode superscript already.
fn raised_back(c: char) -> bool {
    matches!(c, '⁰' | '¹' | '²' | '³' | '⁴'..='ⁿ')
}

fn raised(c: char) -> Option<char> {
    Some(match c {
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        '+' => '⁺',
        '-' | '−' => '⁻',
        'n' => 'ⁿ',
        'i' => 'ⁱ',
        ',' | ' ' => '\u{2009}',
        c if raised_back(c) => c,
        _ => return None,
    })
}

fn lowered(c: char) -> Option<char> {
    Some(match c {
        '0' => '₀',
        '1' => '₁',
        '2' => '₂',
        '3' => '₃',
        '4' => '₄',
        '5' => '₅',
        '6' => '₆',
        '7' => '₇',
        '8' => '₈',
        '9' => '₉',
        '+' => '₊',
        '-' | '−' => '₋',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_keep_figures_apart() {
        for (given, expected) in [
            ("4", "⁴"),
            ("12", "¹²"),
            ("[4]", "⁴"),
            ("a", "[a]"),
            ("iv", "[iv]"),
            ("th", "th"),
            ("*", "*"),
            ("TM", "™"),
            ("o", "º"),
            ("$", "$"),
        ] {
            assert_eq!(superscript(given), expected, "{given}");
        }
        assert_eq!(subscript("2"), "₂");
        assert_eq!(subscript("max"), "_max");
        assert_eq!(fraction("1", "2"), "½");
        assert_eq!(fraction("3", "5"), "3/5");
        assert_eq!(fraction("a+b", "2"), "(a+b)/2");
        assert_eq!(power("10", "3"), "10³");
        assert_eq!(power("x", "n+k"), "x^(n+k)");
    }
}
