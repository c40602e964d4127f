//! Numbers in words, as numbered lists print them.

const SMALL: [&str; 20] = [
    "zero",
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
const TENS: [&str; 10] =
    ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// Numbers from here on are printed in digits.
const LARGEST: u32 = 10_000;

/// Returns `21` as "Twenty-one".
pub(super) fn cardinal(n: u32) -> String {
    if n >= LARGEST { n.to_string() } else { capital(&words(n)) }
}

/// Returns `21` as "Twenty-first".
pub(super) fn ordinal_words(n: u32) -> String {
    if n >= LARGEST {
        return ordinal(n);
    }
    let words = words(n);
    let at = words.rfind([' ', '-']).map_or(0, |at| at.saturating_add(1));
    let (before, last) = words.split_at_checked(at).unwrap_or(("", &words));
    let last = match last {
        "one" => "first".to_owned(),
        "two" => "second".to_owned(),
        "three" => "third".to_owned(),
        "five" => "fifth".to_owned(),
        "eight" => "eighth".to_owned(),
        "nine" => "ninth".to_owned(),
        "twelve" => "twelfth".to_owned(),
        _ => last.strip_suffix('y').map_or_else(|| format!("{last}th"), |stem| format!("{stem}ieth")),
    };
    capital(&format!("{before}{last}"))
}

/// Returns `21` as "21st".
pub(super) fn ordinal(n: u32) -> String {
    let ending = match (n % 100, n % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

fn words(n: u32) -> String {
    let name = |table: &[&'static str], at: u32| {
        usize::try_from(at).ok().and_then(|at| table.get(at).copied()).unwrap_or("")
    };
    let rest = |n: u32, sign: &str| if n == 0 { String::new() } else { format!("{sign}{}", words(n)) };
    match n {
        0..20 => name(&SMALL, n).to_owned(),
        20..100 => format!("{}{}", name(&TENS, n / 10), rest(n % 10, "-")),
        100..1000 => format!("{} hundred{}", words(n / 100), rest(n % 100, " ")),
        _ => format!("{} thousand{}", words(n / 1000), rest(n % 1000, " ")),
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_words() {
        for (n, words, nth, digits) in [
            (1, "One", "First", "1st"),
            (12, "Twelve", "Twelfth", "12th"),
            (20, "Twenty", "Twentieth", "20th"),
            (21, "Twenty-one", "Twenty-first", "21st"),
            (102, "One hundred two", "One hundred second", "102nd"),
            (113, "One hundred thirteen", "One hundred thirteenth", "113th"),
            (3000, "Three thousand", "Three thousandth", "3000th"),
            (20_001, "20001", "20001st", "20001st"),
        ] {
            assert_eq!(
                (cardinal(n).as_str(), ordinal_words(n).as_str(), ordinal(n).as_str()),
                (words, nth, digits)
            );
        }
    }
}
