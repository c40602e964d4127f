//! Command lines that name what is not there. They end with exit code 2.

use crate::text::letters_apart;

/// Most known values that a message lists.
const SHOWN: usize = 8;

/// A value on the command line or in the environment that can't be meant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UsageError {
    /// There is no such value.
    #[error("{flag}: there is no {value:?}{}", listed(value, known))]
    Unknown {
        /// Flag or variable.
        flag: &'static str,
        /// What was given.
        value: String,
        /// Values that there are.
        known: Vec<String>,
    },
    /// A place that fits several.
    #[error("{flag}: {value:?} may mean {}; give its whole name, or add its state after a comma", .several.join(" or "))]
    Several {
        /// Flag.
        flag: &'static str,
        /// What was given.
        value: String,
        /// Places that it fits.
        several: Vec<String>,
    },
    /// Not a date.
    #[error("{flag}: {value:?} is not a date; write 2025, 2025-03 or 2025-03-01")]
    Date {
        /// Flag.
        flag: &'static str,
        /// What was given.
        value: String,
    },
    /// A range that ends before it begins.
    #[error("--from {from} is later than --to {to}; nothing lies between")]
    Range {
        /// Begin.
        from: String,
        /// End.
        to: String,
    },
    /// A variable of the environment that can't be read.
    #[error("{name}={value:?}: {expected}")]
    Variable {
        /// Its name.
        name: &'static str,
        /// Its value.
        value: String,
        /// What it may be.
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
    format!("; known, nearest first: {}{more}", shown.join(", "))
}

/// Values by how many letters they differ, each once.
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
            "--type: there is no \"minuts\"; known, nearest first: minutes, ordinance, warrant"
        );
    }
}
