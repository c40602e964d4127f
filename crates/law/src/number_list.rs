//! Numbers of sections that one heading names together: `§§ 202 to 204`, `§§ 35.109-35.129`.

/// Longest run of numbers that is counted out.
const LONGEST_RUN: u64 = 200;

/// Returns the numbers that a text names: one, a list, or a run. A run is counted out where both ends differ
/// only in their last figures; otherwise its two ends are returned.
pub fn section_numbers(text: &str) -> Vec<String> {
    let text = text.replace(['\u{2010}', '\u{2011}', '\u{2013}'], "-").replace("...", " to ");
    let text = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '§' | '.' | '[' | ']'));
    let mut out: Vec<String> = Vec::new();
    for part in text.split([',', ';', '&']).flat_map(|p| p.split(" and ")) {
        let words = part.split_whitespace().filter(|w| *w != "and").collect::<Vec<_>>().join(" ");
        let ends = words
            .split_once(" to ")
            .or_else(|| words.split_once(" through "))
            .or_else(|| words.split_once(" - "))
            .or_else(|| dashed(&words));
        match ends {
            Some((first, last)) => out.extend(section_run(first.trim(), last.trim())),
            None if words.starts_with(|c: char| c.is_ascii_digit()) => out.push(words),
            None => {}
        }
    }
    out.dedup();
    out
}

/// Splits `457.104-457.109` at its hyphen. `240.15c2-12` and `300aa-1` are one number.
fn dashed(text: &str) -> Option<(&str, &str)> {
    let (first, last) = text.split_once('-')?;
    let whole = |number: &str| {
        let (part, section) = number.split_once('.').unwrap_or(("", ""));
        let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
        digits(part) && digits(section)
    };
    (whole(first) && whole(last)).then_some((first, last))
}

/// Returns the numbers from the first to the last of a run, counted out where both differ only in their last
/// figures; otherwise its two ends.
pub fn section_run(first: &str, last: &str) -> Vec<String> {
    let ends = || vec![first.to_owned(), last.to_owned()];
    let ((head, from), (tail, to)) = (split(first), split(last));
    let (Ok(from), Ok(to)) = (from.parse::<u64>(), to.parse::<u64>()) else { return ends() };
    // `90-7 to 9` is not counted: its second end is no whole number of the code.
    if head != tail || from >= to || to - from > LONGEST_RUN {
        return ends();
    }
    (from..=to).map(|n| format!("{head}{n}")).collect()
}

/// Splits a number before its last figures. Leading zeros stay with the head.
fn split(number: &str) -> (&str, &str) {
    let figures = number.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let zeros = number.get(figures..).map_or(0, |f| f.len() - f.trim_start_matches('0').len());
    number.split_at(figures + zeros)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_list_and_run() {
        for (text, expected) in [
            ("12131", &["12131"][..]),
            ("[§§ 202 to 204.", &["202", "203", "204"]),
            ("143...146", &["143", "144", "145", "146"]),
            ("11, 12", &["11", "12"]),
            ("8B to 8J", &["8B", "8J"]),
            ("2000e\u{2013}5", &["2000e-5"]),
            ("300aa\u{2013}1 to 300aa\u{2013}3", &["300aa-1", "300aa-2", "300aa-3"]),
            ("§§ 457.104-457.106", &["457.104", "457.105", "457.106"]),
            ("§ 240.15c2-12", &["240.15c2-12"]),
            ("1 to 99999999", &["1", "99999999"]),
            ("Table 1", &[]),
            ("", &[]),
        ] {
            assert_eq!(section_numbers(text), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "(§|[0-9]|[a-c]| to |, |-|\\.|\\PC){0,16}") {
            let _ = section_numbers(&text);
        }
    }
}
