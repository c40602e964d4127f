//! Printed forms of one number: `$1,200`, `1200 dollars`, `$1,200.00`; `sixty`, `60`; `60%`, `sixty percent`.

use crate::number_words::spelled_number;
use crate::vulgar::{mixed_number, vulgar_fraction};

use super::words::Atom;

/// A number read from the start of some atoms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NumberForm {
    /// Sign, currency, value and percent; equal keys mean the same number.
    pub key: String,
    /// Number of atoms that it uses.
    pub atoms: usize,
}

/// Reads the number at the start of these atoms. Returns `None` for a word that is not plainly a number
/// (`3-2`, `1/2`, `20ft`, `007`): such a word equals only itself.
pub(super) fn number(atoms: &[Atom]) -> Option<NumberForm> {
    let first = atoms.first().filter(|a| !a.odd)?;
    let (mut figure, mut used) = match Figure::parse(&first.text) {
        Some(figure) => (figure, 1),
        None => {
            let run = atoms.iter().take_while(|a| !a.mark && !a.odd).map(|a| a.text.as_str());
            let (value, used) = spelled_number(run)?;
            (Figure { value: value.to_string(), ..Figure::default() }, used)
        }
    };
    if let Some(value) = with_fraction(&figure, atoms.get(used)) {
        figure.value = value;
        used += 1;
    }
    // In "sixty (60) percent" and "five (5) million dollars", the figure is repeated.
    used += repeated(atoms, used, &figure);
    let word = |i: usize| atoms.get(i).map(|a| a.text.to_ascii_lowercase()).unwrap_or_default();
    if !figure.percent {
        let zeros = match word(used).as_str() {
            "thousand" => 3,
            "million" => 6,
            "billion" => 9,
            "trillion" => 12,
            _ => 0,
        };
        if zeros > 0 {
            figure.value = scaled(&figure.value, zeros);
            used += 1;
        }
        if figure.currency.is_none() {
            match (word(used).as_str(), word(used + 1).as_str()) {
                ("dollars" | "dollar", _) => {
                    figure.currency = Some('$');
                    used += 1;
                }
                ("percent" | "%", _) => {
                    figure.percent = true;
                    used += 1;
                }
                ("per", "cent") => {
                    figure.percent = true;
                    used += 2;
                }
                _ => {}
            }
        }
    }
    // As in "twenty dollars ($20)".
    used += repeated(atoms, used, &figure);
    Some(NumberForm { key: figure.key(), atoms: used })
}

/// Returns the value of a whole number followed by a fraction: `7 1/2`, `7 ½`.
fn with_fraction(figure: &Figure, next: Option<&Atom>) -> Option<String> {
    let next = next.filter(|a| !a.mark && !a.odd)?;
    if figure.percent || !figure.value.bytes().all(|b| b.is_ascii_digit()) || figure.value.len() > 3 {
        return None;
    }
    let (over, under) = fraction(&next.text)?;
    mixed_number(&figure.value, over, under)
}

/// Returns the numerator and denominator of `1/2` or `½`.
fn fraction(word: &str) -> Option<(u64, u64)> {
    let mut chars = word.chars();
    if let (Some(only), None) = (chars.next(), chars.next()) {
        return vulgar_fraction(only);
    }
    let (over, under) = word.split_once(['/', '\u{2044}'])?;
    let number = |part: &str| {
        (part.len() <= 2 && part.bytes().all(|b| b.is_ascii_digit())).then(|| part.parse().ok()).flatten()
    };
    number(over).zip(number(under))
}

/// Counts the atoms of the same figure in brackets.
fn repeated(atoms: &[Atom], at: usize, figure: &Figure) -> usize {
    let text = |i: usize| atoms.get(at + i).map_or("", |a| a.text.as_str());
    let same = || Figure::parse(text(1)).is_some_and(|again| again == *figure);
    if text(0) == "(" && text(2) == ")" && same() { 3 } else { 0 }
}

#[derive(Debug, Default, PartialEq)]
struct Figure {
    sign: &'static str,
    currency: Option<char>,
    value: String,
    percent: bool,
}

impl Figure {
    fn parse(word: &str) -> Option<Self> {
        let (sign, rest) = match word.strip_prefix('-') {
            Some(rest) => ("-", rest),
            None => ("", word),
        };
        let currency = rest.chars().next().filter(|c| matches!(c, '$' | '€' | '£' | '¥'));
        let rest = currency.and_then(|c| rest.strip_prefix(c)).unwrap_or(rest);
        let (digits, percent) = match rest.strip_suffix('%') {
            Some(digits) => (digits, true),
            None => (rest, false),
        };
        // Mixed numbers such as "7½" and "7-1/2".
        let mixed = match digits.split_once('-') {
            Some(parted) => Some(parted),
            None => digits.char_indices().next_back().map(|(at, _)| digits.split_at(at)),
        };
        if let Some((whole, (over, under))) = mixed.and_then(|(w, f)| Some(w).zip(fraction(f))) {
            let value = mixed_number(&ungrouped(whole)?, over, under)?;
            return Some(Figure { sign, currency, value, percent });
        }
        let (whole, decimals) = match digits.split_once('.') {
            Some((whole, decimals)) => (whole, Some(decimals)),
            None => (digits, None),
        };
        let whole = ungrouped(whole)?;
        let value = match decimals {
            None => whole,
            Some("00") if currency.is_some() => whole,
            Some(f) if !f.is_empty() && f.bytes().all(|b| b.is_ascii_digit()) => format!("{whole}.{f}"),
            Some(_) => return None,
        };
        Some(Figure { sign, currency, value, percent })
    }

    fn key(&self) -> String {
        let currency = self.currency.map(String::from).unwrap_or_default();
        format!("#{}{currency}{}{}", self.sign, self.value, if self.percent { "%" } else { "" })
    }
}

/// Returns digits without thousands separators; `None` if the separators are misplaced or a zero leads.
fn ungrouped(whole: &str) -> Option<String> {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let mut parts = whole.split(',');
    let first = parts.next().filter(|p| digits(p))?;
    if first.len() > 1 && first.starts_with('0') {
        return None;
    }
    let mut out = first.to_owned();
    for part in parts {
        if first.len() > 3 || part.len() != 3 || !digits(part) {
            return None;
        }
        out.push_str(part);
    }
    Some(out)
}

/// Appends zeros to a value: `2.5` with six zeros is `2500000`.
fn scaled(value: &str, zeros: usize) -> String {
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    let moved: String = fraction.chars().chain(std::iter::repeat('0')).take(zeros).collect();
    let rest: String = fraction.chars().skip(zeros).collect();
    let whole = format!("{whole}{moved}");
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    if rest.is_empty() { whole.to_owned() } else { format!("{whole}.{rest}") }
}

#[cfg(test)]
mod tests {
    use super::super::words::{Side, atoms};
    use super::*;

    #[test]
    fn forms_of_one_number() {
        for (text, expected) in [
            ("$1,200", Some(("#$1200", 1))),
            ("1,200 dollars", Some(("#$1200", 2))),
            ("$1,200.00", Some(("#$1200", 1))),
            ("€1,200", Some(("#€1200", 1))),
            ("-5,000", Some(("#-5000", 1))),
            ("$5 million", Some(("#$5000000", 2))),
            ("2.5 million dollars", Some(("#$2500000", 3))),
            ("sixty percent", Some(("#60%", 2))),
            ("60 %", Some(("#60%", 2))),
            ("one hundred and twenty-five days", Some(("#125", 4))),
            ("1.50", Some(("#1.50", 1))),
            ("one", None),
            ("7½ feet", Some(("#7.5", 1))),
            ("$7 ½", Some(("#$7.5", 2))),
            ("7 1/2 feet", Some(("#7.5", 2))),
            ("7-1/2 feet", Some(("#7.5", 1))),
            ("7⅔", Some(("#23/3", 1))),
            ("7 3/2", Some(("#7", 1))),
            ("½", None),
            ("1/2", None),
            ("3-2", None),
            ("20ft", None),
            ("FY2025", None),
            ("12,34", None),
            ("007", None),
            ("20K", None),
        ] {
            let got = number(&atoms(text, Side::Text));
            let got = got.as_ref().map(|n| (n.key.as_str(), n.atoms));
            assert_eq!(got, expected, "{text}");
        }
    }
}
