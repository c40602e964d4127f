//! Coverage of a question's words by the archive, or by a text of the session.

use std::collections::HashSet;

use twolane_archive::terms;

use super::look::FirstLook;

/// Returns the share (0 to 1) of the question's content words that the archive or one of the session's texts contains.
/// It is 1 for a question without content words.
pub fn coverage(look: &FirstLook, texts: &[String]) -> f32 {
    let all = look.held.len() + look.missing.len();
    if all == 0 {
        return 1.0;
    }
    let own: HashSet<String> = texts.iter().flat_map(|t| terms(t)).collect();
    let given = look.missing.iter().filter(|w| terms(w).iter().any(|t| own.contains(t))).count();
    let share = |n: usize| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
    share(look.held.len() + given) / share(all)
}
