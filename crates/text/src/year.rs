//! Recognition of years.

/// Parses four digits as a year within the range that papers mention; `None` for any other word.
pub fn year_of(word: &str) -> Option<i16> {
    let plain = word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| word.parse().ok()).flatten().filter(|year| (1600..=2199).contains(year))
}

#[cfg(test)]
mod tests {
    use super::year_of;

    #[test]
    fn four_digits_of_these_centuries() {
        for (word, year) in
            [("2025", Some(2025)), ("1763", Some(1763)), ("1200", None), ("+199", None), ("20255", None)]
        {
            assert_eq!(year_of(word), year, "{word}");
        }
    }
}
