//! By how many letters two names differ.

/// Longest name that is compared whole, in characters. Comparing takes time and memory by the product of both
/// lengths, and what is longer is near to no name.
const LONGEST: usize = 200;

/// Letters to add, drop, change or swap to make one name of the other (Damerau-Levenshtein), case aside; of
/// longer ones than any name is, the beginnings are compared.
pub fn letters_apart(one: &str, other: &str) -> usize {
    let beginning = |name: &str| name.chars().take(LONGEST).collect::<String>().to_lowercase();
    strsim::damerau_levenshtein(&beginning(one), &beginning(other))
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, letters_apart};

    #[test]
    fn slips_are_counted_in_names_of_any_length() {
        for (one, other, apart) in [("Alder", "alder", 0), ("Aldre", "Alder", 1), ("", "Alder", 5)] {
            assert_eq!(letters_apart(one, other), apart, "{one}, {other}");
        }
        assert_eq!(letters_apart(&"x".repeat(1_000_000), "Alder"), LONGEST);
    }
}
