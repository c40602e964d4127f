//! Near-duplicate detection, as between draft and approved minutes, or the same bylaws as PDF and DOCX.

use std::collections::HashSet;

use twolane_archive::terms;
use twolane_text::tokens;

/// A text's fingerprint for near-duplicate detection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fingerprint {
    shingles: HashSet<u64>,
    values: Vec<String>,
}

/// Number of terms in one shingle (Broder 1997, "On the resemblance and containment of documents").
const SHINGLE: usize = 3;
/// Minimum number of shingles; shorter texts are alike by chance.
const LEAST: usize = 8;

impl Fingerprint {
    /// Computes the fingerprint of a chunk's text.
    pub(crate) fn of(text: &str) -> Fingerprint {
        let terms = terms(text);
        let shingles = terms
            .windows(SHINGLE)
            .map(|window| {
                let hash = blake3::hash(window.join("\u{1f}").as_bytes());
                hash.as_bytes().iter().take(8).fold(0u64, |sum, byte| sum << 8 | u64::from(*byte))
            })
            .collect();
        let mut values: Vec<String> = tokens(text)
            .into_iter()
            .filter(|t| t.raw.chars().any(|c| c.is_ascii_digit()))
            .map(|t| t.normal)
            .collect();
        values.sort_unstable();
        values.dedup();
        Fingerprint { shingles, values }
    }

    /// Returns true if both texts say the same. Their resemblance (share of common shingles) must be at least
    /// `bar`, and they must have the same figures, dates and section numbers. A draft with another figure is
    /// a conflict, not a copy.
    pub(crate) fn resembles(&self, other: &Fingerprint, bar: f32) -> bool {
        if self.shingles.len() < LEAST || other.shingles.len() < LEAST || self.values != other.values {
            return false;
        }
        let count = |n: usize| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
        let common = self.shingles.intersection(&other.shingles).count();
        let all = self.shingles.len() + other.shingles.len() - common;
        count(common) >= bar * count(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_with_another_figure_is_none() {
        let approved = "The board met at seven. Ann Hale moved to pay $1,200 for the culvert on Mill Road, and Tom Reed seconded it. It passed.";
        let draft = format!("Draft, not yet approved. {approved}");
        let other = draft.replace("1,200", "1,300");
        let of = Fingerprint::of;
        assert!(of(approved).resembles(&of(&draft), 0.8));
        assert!(!of(approved).resembles(&of(&other), 0.8), "another figure is a conflict");
        assert!(!of(approved).resembles(
            &of("The library was closed for the week of the storm in which the road flooded twice."),
            0.8
        ));
        assert!(!of("It passed.").resembles(&of("It passed."), 0.8), "too short to tell");
    }
}
