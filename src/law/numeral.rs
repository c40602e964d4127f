//! Roman numerals, and numbers in words as old codes write their chapters.

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

/// Roman numeral of 1 to 3999, upper case; `None` outside.
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

/// Value of a well-formed upper-case Roman numeral.
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

const WORDS: [&str; 19] = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// Value of `thirty-one`, `one hundred and forty`; `None` for other words.
pub(super) fn spelled_value(text: &str) -> Option<u32> {
    let at =
        |list: &[&str], word: &str| list.iter().position(|w| *w == word).and_then(|i| u32::try_from(i).ok());
    let (mut value, mut any) = (0, false);
    for word in text.split([' ', '-']).filter(|w| !w.is_empty()).map(str::to_lowercase) {
        match word.as_str() {
            "and" if any => continue,
            "hundred" if (1..10).contains(&value) => value *= 100,
            word => match (at(&WORDS, word), at(&TENS, word)) {
                (Some(i), _) if value % 10 == 0 && (i < 9 || value % 100 == 0) => value += i + 1,
                (None, Some(i)) if value % 100 == 0 => value += 10 * (i + 2),
                _ => return None,
            },
        }
        any = true;
    }
    any.then_some(value)
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

    #[test]
    fn in_words() {
        for (text, value) in [
            ("one", Some(1)),
            ("thirty-one", Some(31)),
            ("one hundred and forty", Some(140)),
            ("two hundred sixteen", Some(216)),
            ("Forty", Some(40)),
            ("thirty-eleven", None),
            ("one two", None),
            ("and", None),
            ("", None),
        ] {
            assert_eq!(spelled_value(text), value, "{text}");
        }
    }
}
