//! Numbers and times in lists for people.

/// Returns the number with its noun, such as `1 source` or `2 sources`.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Returns the date of an RFC 3339 timestamp.
pub fn date_of(timestamp: &str) -> &str {
    timestamp.split('T').next().unwrap_or(timestamp)
}
