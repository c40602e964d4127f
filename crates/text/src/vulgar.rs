//! Fractions of one character, and whole numbers followed by a fraction.

/// Returns the numerator and denominator of a character such as `½`.
pub(crate) fn vulgar_fraction(c: char) -> Option<(u64, u64)> {
    Some(match c {
        '½' => (1, 2),
        '⅓' => (1, 3),
        '⅔' => (2, 3),
        '¼' => (1, 4),
        '¾' => (3, 4),
        '⅕' => (1, 5),
        '⅖' => (2, 5),
        '⅗' => (3, 5),
        '⅘' => (4, 5),
        '⅙' => (1, 6),
        '⅚' => (5, 6),
        '⅐' => (1, 7),
        '⅛' => (1, 8),
        '⅜' => (3, 8),
        '⅝' => (5, 8),
        '⅞' => (7, 8),
        '⅑' => (1, 9),
        '⅒' => (1, 10),
        _ => return None,
    })
}

/// Returns the value of a whole number and a proper fraction: `7.5` for 7 and 1/2, `23/3` for 7 and 2/3.
/// Returns `None` if the fraction is not proper.
pub(crate) fn mixed_number(whole: &str, over: u64, under: u64) -> Option<String> {
    let whole: u64 = whole.replace(',', "").parse().ok()?;
    if over == 0 || over >= under {
        return None;
    }
    for digits in 1..=6 {
        let scale = 10u64.pow(digits);
        if (over * scale).is_multiple_of(under) {
            let width = usize::try_from(digits).ok()?;
            return Some(format!("{whole}.{:0width$}", over * scale / under));
        }
    }
    Some(format!("{}/{under}", whole.checked_mul(under)?.checked_add(over)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixed_numbers() {
        for (whole, over, under, expected) in [
            ("7", 1, 2, Some("7.5")),
            ("1,200", 1, 4, Some("1200.25")),
            ("7", 2, 3, Some("23/3")),
            ("0", 1, 16, Some("0.0625")),
            ("7", 3, 2, None),
            ("7", 0, 2, None),
            ("99999999999999999999", 1, 2, None),
        ] {
            assert_eq!(mixed_number(whole, over, under).as_deref(), expected, "{whole} {over}/{under}");
        }
    }
}
