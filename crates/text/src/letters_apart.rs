//! Edit distance between two names.

/// Maximum length of a name that is compared as a whole, in characters. Time and memory grow with the product
/// of both lengths, and a longer text resembles no name.
const LONGEST: usize = 200;

/// Counts the letters to add, drop, change or swap to turn one name into the other (Damerau-Levenshtein),
/// ignoring case. Of texts longer than any name, only the beginnings are compared.
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
