//! Errors for command lines that name an unknown or invalid value. They end with exit code 2.

use twolane_text::letters_apart;

/// Maximum number of known values in a message.
const SHOWN: usize = 8;

/// Error for an unusable value on the command line or in the environment.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UsageError {
    /// The value does not exist.
    #[error("{flag}: no match for {value:?}{}", listed(value, known))]
    Unknown {
        /// Flag or variable.
        flag: &'static str,
        /// The value that was given.
        value: String,
        /// Values that exist.
        known: Vec<String>,
    },
    /// The place fits several known ones.
    #[error("{flag}: {value:?} may mean {}; give its whole name, or add its state after a comma", .several.join(" or "))]
    Several {
        /// The flag's name.
        flag: &'static str,
        /// The value that was given.
        value: String,
        /// Places that the value fits.
        several: Vec<String>,
    },
    /// The value is not a date.
    #[error("{flag}: {value:?} is not a date; write 2025, 2025-03 or 2025-03-01")]
    Date {
        /// The flag's name.
        flag: &'static str,
        /// The value that was given.
        value: String,
    },
    /// The value does not fit the other values.
    #[error("{flag}: {value:?} can't be used here; {expected}")]
    Unfit {
        /// The flag's name.
        flag: &'static str,
        /// The value that was given.
        value: String,
        /// Next step for the user.
        expected: &'static str,
    },
    /// The range ends before it begins.
    #[error("--from {from} is later than --to {to}; no date is between them")]
    Range {
        /// Start of the range.
        from: String,
        /// End of the range.
        to: String,
    },
    /// The environment variable can't be read.
    #[error("{name}={value:?}: {expected}")]
    Variable {
        /// Name of the variable.
        name: &'static str,
        /// Value of the variable.
        value: String,
        /// Description of the values that it may have.
        expected: &'static str,
    },
}

fn listed(value: &str, known: &[String]) -> String {
    if known.is_empty() {
        return "; the archive has none yet".to_owned();
    }
    let nearest = nearest_first(value, known);
    let more = nearest.len().saturating_sub(SHOWN);
    let shown: Vec<String> = nearest.into_iter().take(SHOWN).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("; closest matches: {}{more}", shown.join(", "))
}

/// Sorts the known values by edit distance to `value` and removes repeats, ignoring ASCII case.
fn nearest_first(value: &str, known: &[String]) -> Vec<String> {
    let mut all: Vec<(usize, &String)> = known.iter().map(|k| (letters_apart(value, k), k)).collect();
    all.sort();
    all.dedup_by(|a, b| a.1.eq_ignore_ascii_case(b.1));
    all.into_iter().map(|(_, k)| k.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_comes_first() {
        let known: Vec<String> = ["minutes", "warrant", "ordinance"].map(str::to_owned).to_vec();
        let error = UsageError::Unknown { flag: "--type", value: "minuts".into(), known };
        assert_eq!(
            error.to_string(),
            "--type: no match for \"minuts\"; closest matches: minutes, ordinance, warrant"
        );
    }
}
