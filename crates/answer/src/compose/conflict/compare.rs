//! Compares two values of one kind, and computes their difference.

use crate::language::value::{Value, ValueKind};
use crate::options::ConflictOptions;

/// Difference of two values.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// Text for people: `$30`, `14.3 %`; `None` where it can't be computed.
    pub delta: Option<String>,
}

/// Compares two values. Returns `None` when they are the same, or can't be compared.
pub fn differ(a: &Value, b: &Value, options: &ConflictOptions) -> Option<Difference> {
    if a.kind != b.kind || a.normal == b.normal {
        return None;
    }
    match a.kind {
        ValueKind::Money | ValueKind::Percent | ValueKind::Quantity => numbers(a, b, options),
        ValueKind::Date => (!same_date(&a.normal, &b.normal)).then_some(Difference { delta: None }),
        ValueKind::Time | ValueKind::Decision => Some(Difference { delta: None }),
        ValueKind::Name => strings(a, b, options),
    }
}

/// Compares two numbers: as numbers where both print the same unit, as strings where one does not.
fn numbers(a: &Value, b: &Value, options: &ConflictOptions) -> Option<Difference> {
    if a.unit != b.unit {
        return None;
    }
    let (Ok(x), Ok(y)) = (a.normal.parse::<f64>(), b.normal.parse::<f64>()) else {
        return Some(Difference { delta: None });
    };
    let (gap, larger) = ((x - y).abs(), x.abs().max(y.abs()));
    let percent = if larger > 0.0 { 100.0 * gap / larger } else { 0.0 };
    let explicit = a.explicit_unit && b.explicit_unit;
    (!explicit || percent > options.conflict_delta_percent_default)
        .then(|| Difference { delta: Some(format!("{percent:.1} %")) })
}

/// Returns true when two dates agree. A date with fewer parts (`2024`, `2024-03`, `--03-05`) is no other date.
fn same_date(a: &str, b: &str) -> bool {
    let day = |d: &str| d.strip_prefix("--").map(str::to_owned);
    match (day(a), day(b)) {
        (Some(_), Some(_)) => false,
        (Some(day), None) => b.ends_with(&format!("-{day}")) || b.len() < 8,
        (None, Some(day)) => a.ends_with(&format!("-{day}")) || a.len() < 8,
        (None, None) => a.starts_with(b) || b.starts_with(a),
    }
}

fn strings(a: &Value, b: &Value, options: &ConflictOptions) -> Option<Difference> {
    let fold =
        |v: &Value| v.normal.replace(['.', ',', '-'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
    let (a, b) = (fold(a), fold(b));
    if a.contains(&b) || b.contains(&a) || is_same_person(&a, &b) {
        return None;
    }
    // An office or a last name that both have would make two people alike.
    let own = |name: &str, other: &str| {
        let has = |word: &&str| other.split(' ').any(|shared| shared == *word);
        name.split(' ').filter(|word| !has(word)).collect::<Vec<_>>().join(" ")
    };
    let (a, b) = (own(&a, &b), own(&b, &a));
    if a.is_empty() || b.is_empty() {
        return None;
    }
    (1.0 - strsim::normalized_levenshtein(&a, &b) > options.string_distance)
        .then_some(Difference { delta: None })
}

/// Returns true for two names with the same last word and the same word before it: the first name, or an office where
/// one of them has no first name.
fn is_same_person(a: &str, b: &str) -> bool {
    let (a, b): (Vec<&str>, Vec<&str>) = (a.split(' ').collect(), b.split(' ').collect());
    let before = |name: &[&str]| name.iter().rev().nth(1).map(|word| (*word).to_owned());
    let has = |name: &[&str], word: Option<String>| word.is_some_and(|word| name.contains(&word.as_str()));
    a.last() == b.last() && (has(&a, before(&b)) || has(&b, before(&a)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(kind: ValueKind, normal: &str, unit: &str) -> Value {
        let (raw, normal, unit) = (normal.into(), normal.into(), unit.to_owned());
        let explicit_unit = ["usd", "ft", "day"].contains(&unit.as_str());
        Value { kind, range: 0..0, raw, normal, unit, explicit_unit, run: 1 }
    }

    #[test]
    fn by_kind() {
        use ValueKind::{Date, Decision, Money, Name, Quantity, Time};
        for (kind, a, b, expected) in [
            (Money, ("100", "usd"), ("101", "usd"), false),
            (Money, ("100", "usd"), ("102", "usd"), true),
            (Quantity, ("100", "ft"), ("102", "day"), false),
            (Quantity, ("186", "barrel"), ("187", "barrel"), true),
            (Date, ("2024-03-05", ""), ("2024-03", ""), false),
            (Date, ("2024-03-05", ""), ("--03-05", ""), false),
            (Date, ("2024-03-05", ""), ("2024-03-06", ""), true),
            (Date, ("--03-05", ""), ("--03-06", ""), true),
            (Time, ("12:00", ""), ("11:00", ""), true),
            (Name, ("jon smith", ""), ("john smith", ""), false),
            (Name, ("john a. smith", ""), ("john smith", ""), false),
            (Name, ("ann hale", ""), ("tim moss", ""), true),
            (Name, ("ann hale", ""), ("tim hale", ""), true),
            (Name, ("selectman john moss", ""), ("selectman peter moss", ""), true),
            (Name, ("supervisor mike moss", ""), ("plato park supervisor moss", ""), false),
            (Decision, ("yes", ""), ("no", ""), true),
        ] {
            let got = differ(&value(kind, a.0, a.1), &value(kind, b.0, b.1), &ConflictOptions::default());
            assert_eq!(got.is_some(), expected, "{kind:?} {a:?} {b:?}");
        }
    }
}
