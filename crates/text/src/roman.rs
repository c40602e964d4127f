//! Conversion of Roman numerals.

const STEPS: [(u32, &str); 13] = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
];

/// Returns the Roman numeral of 1 to 3999 in upper case; `None` outside that range.
pub fn to_roman(n: u32) -> Option<String> {
    if !(1..4000).contains(&n) {
        return None;
    }
    let mut rest = n;
    let mut out = String::new();
    for (value, letters) in STEPS {
        while rest >= value {
            out.push_str(letters);
            rest -= value;
        }
    }
    Some(out)
}

/// Returns the value of a well-formed upper-case Roman numeral.
pub fn roman_value(text: &str) -> Option<u32> {
    let mut rest = text;
    let mut value = 0;
    for (step, letters) in STEPS {
        while let Some(tail) = rest.strip_prefix(letters) {
            rest = tail;
            value += step;
            if value >= 4000 {
                return None;
            }
        }
    }
    (rest.is_empty() && to_roman(value).as_deref() == Some(text)).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways() {
        for n in 1..4000 {
            assert_eq!(to_roman(n).as_deref().and_then(roman_value), Some(n));
        }
        for text in ["", "IIII", "VX", "IC", "A", "iv", "MMMM"] {
            assert_eq!(roman_value(text), None, "{text}");
        }
    }
}
