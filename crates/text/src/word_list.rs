//! Built-in list of English words.

use std::io::Read;
use std::sync::LazyLock;

use flate2::read::GzDecoder;

static PACKED: &[u8] = include_bytes!("../assets/words.gz");

/// Sorted lower-case words of four or more letters, one per line, each after a line break.
static WORDS: LazyLock<String> = LazyLock::new(|| {
    let mut words = String::from("\n");
    match GzDecoder::new(PACKED).read_to_string(&mut words) {
        Ok(_) => words,
        // Happens only in a broken build; hyphens at line ends are then kept.
        Err(_) => String::new(),
    }
});

/// Returns true for a lower-case word of four or more letters that is in the list.
pub(crate) fn is_english(word: &str) -> bool {
    let (mut low, mut high) = (0, WORDS.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        let start = WORDS.get(..middle).and_then(|head| head.rfind('\n')).map_or(0, |at| at + 1);
        let rest = WORDS.get(start..).unwrap_or("");
        let found = rest.split_once('\n').map_or(rest, |(found, _)| found);
        match found.cmp(word) {
            std::cmp::Ordering::Equal => return !word.is_empty(),
            std::cmp::Ordering::Less => low = start + found.len() + 1,
            std::cmp::Ordering::Greater => high = start.saturating_sub(1),
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_word_and_no_other() {
        assert!(WORDS.lines().skip(1).all(is_english));
        assert!(WORDS.lines().skip(1).is_sorted());
        assert_eq!(WORDS.lines().skip(1).count(), 63_072);
        for word in ["", "the", "vicechair", "selfinsured", "ordinanc", "ordinances's", "aaaa", "zzzz", "\n"]
        {
            assert!(!is_english(word), "{word}");
        }
    }
}
