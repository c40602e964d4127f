//! Labels below a section, such as `II(c)` and `(a)(1)`, with their lists and ranges.

use twolane_text::{roman_value, to_roman};

/// Maximum number of labels in an enumerated range.
const LONGEST_RANGE: u32 = 40;

/// Splits a part into labels, outermost first: `II(c)` into `II` and `(c)`.
pub(super) fn labels(sub: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = sub;
    while !rest.is_empty() {
        let end = if rest.starts_with('(') {
            rest.find(')').map_or(rest.len(), |i| i + 1)
        } else {
            rest.find('(').unwrap_or(rest.len())
        };
        let (head, tail) = rest.split_at(end);
        out.push(head);
        rest = tail;
    }
    out
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Roman,
    Digit,
    Lower,
    Upper,
}

fn kind(label: &str) -> Kind {
    let inner = label.trim_start_matches('(');
    match inner.chars().next() {
        _ if !label.starts_with('(') => Kind::Roman,
        Some(c) if c.is_ascii_digit() => Kind::Digit,
        Some(c) if c.is_ascii_uppercase() => Kind::Upper,
        _ => Kind::Lower,
    }
}

/// Returns the part that a further label of a list means: after `II(a)`, `(b)` is `II(b)` and `III` is `III`.
/// Returns `None` if no label of that kind precedes it.
pub(super) fn following(last: &str, next: &str) -> Option<String> {
    let path = labels(last);
    let first = labels(next).first().map(|l| kind(l))?;
    let depth = path.iter().rposition(|l| kind(l) == first)?;
    // "section 8-1(c)(7), (2) the fee": figures that don't rise count something else.
    let figure = |label: Option<&&str>| label.and_then(|l| l.trim_matches(['(', ')']).parse::<u32>().ok());
    if first == Kind::Digit && figure(path.get(depth)) >= figure(labels(next).first()) {
        return None;
    }
    Some(path.iter().take(depth).copied().chain(std::iter::once(next)).collect())
}

/// Returns the parts from one to another, inclusive, if they differ only in their last label and can be
/// counted.
pub(super) fn between(first: &str, last: &str) -> Option<Vec<String>> {
    let (first, last) = (labels(first), labels(last));
    let ((from, head), (to, same)) = (first.split_last()?, last.split_last()?);
    if head != same || kind(from) != kind(to) {
        return None;
    }
    let bare = |label: &str| label.trim_matches(['(', ')']).to_owned();
    let letter = |label: &str| {
        let inner = bare(label);
        let mut chars = inner.chars();
        chars.next().filter(|c| chars.next().is_none() && c.is_ascii_alphabetic()).map(u32::from)
    };
    let number = |label: &str| match kind(label) {
        Kind::Roman => roman_value(label),
        Kind::Digit => bare(label).parse().ok(),
        // (i) to (iv) counts in numerals, (a) to (d) in letters.
        Kind::Lower | Kind::Upper => letter(label),
    };
    let (start, end) = match (number(from), number(to)) {
        (Some(a), Some(b)) => (a, b),
        _ if kind(from) == Kind::Lower => {
            let roman = |label: &str| roman_value(&bare(label).to_uppercase());
            let (a, b) = (roman(from)?, roman(to)?);
            let list = counted(a, b, |n| to_roman(n).map(|r| format!("({})", r.to_lowercase())))?;
            return Some(list.into_iter().map(|l| head.concat() + &l).collect());
        }
        _ => return None,
    };
    let list = counted(start, end, |n| match kind(from) {
        Kind::Roman => to_roman(n),
        Kind::Digit => Some(format!("({n})")),
        Kind::Lower | Kind::Upper => char::from_u32(n).map(|c| format!("({c})")),
    })?;
    Some(list.into_iter().map(|l| head.concat() + &l).collect())
}

fn counted(start: u32, end: u32, label: impl Fn(u32) -> Option<String>) -> Option<Vec<String>> {
    if start >= end || end - start >= LONGEST_RANGE {
        return None;
    }
    (start..=end).map(label).collect()
}

/// Returns the text after the first part in a range: `-IV`, ` to (d)`.
pub(super) fn range_tail(first: &str, last: &str) -> Option<String> {
    let (path, end) = (labels(first), labels(last));
    let shared = path.iter().zip(&end).take_while(|(a, b)| a == b).count();
    let tail = end.get(shared..).filter(|t| !t.is_empty())?.concat();
    // A further label in a list replaces the deepest label of its own kind; the text must be consistent with
    // that.
    if following(first, &tail).as_deref() != Some(last) {
        return None;
    }
    let plain = |l: &str| l.bytes().all(|b| b.is_ascii_uppercase());
    Some(if plain(&tail) && plain(path.last()?) && path.len() == 1 {
        format!("-{tail}")
    } else {
        format!(" to {tail}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits() {
        assert_eq!(labels("II(c)(1)"), ["II", "(c)", "(1)"]);
        assert_eq!(labels("I-a"), ["I-a"]);
        assert!(labels("").is_empty());
    }

    #[test]
    fn follows() {
        for (last, next, expected) in [
            ("II(a)", "(b)", Some("II(b)")),
            ("II(a)", "III", Some("III")),
            ("(a)(1)", "(2)", Some("(a)(2)")),
            ("(a)(1)", "(b)(2)", Some("(b)(2)")),
            ("(a)", "(2)", None),
            ("(c)(7)", "(2)", None),
            ("", "(2)", None),
        ] {
            assert_eq!(following(last, next).as_deref(), expected, "{last} {next}");
        }
    }

    #[test]
    fn enumerates() {
        for (first, last, expected) in [
            ("I", "IV", Some(&["I", "II", "III", "IV"][..])),
            ("II(a)", "II(c)", Some(&["II(a)", "II(b)", "II(c)"])),
            ("(1)", "(3)", Some(&["(1)", "(2)", "(3)"])),
            ("(i)", "(iii)", Some(&["(i)", "(ii)", "(iii)"])),
            ("I-a", "III", None),
            ("(c)", "(a)", None),
            ("(1)", "(900)", None),
        ] {
            let got = between(first, last);
            assert_eq!(
                got.as_ref().map(|v| v.iter().map(String::as_str).collect::<Vec<_>>()),
                expected.map(<[&str]>::to_vec),
                "{first} {last}"
            );
        }
    }
}
