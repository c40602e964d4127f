//! A question in the words of the papers: everyday words give way to those of the archive for the same thing.

use twolane_archive::Archive;

use crate::error::SearchError;

use super::phrase::terms_of;
use super::vocabulary::{Term, Vocabulary};

/// Least number of chunks with the papers' term for each chunk with the question's.
const MORE: u64 = 2;

/// Returns the question with each term for which the archive has another one in at least twice as many chunks, replaced
/// by that one: "dump" by "transfer station".
///
/// # Errors
/// Those of reading the archive.
pub(crate) fn in_words_of_papers(
    archive: &Archive,
    vocabulary: &Vocabulary,
    question: &str,
) -> Result<String, SearchError> {
    let asked = terms_of(question);
    let mut out = question.to_owned();
    for group in &vocabulary.synonyms {
        let Some(used) = group.iter().find(|term| term.phrase.is_in(&asked)) else { continue };
        let own = chunks_with(archive, used)?;
        let mut best: Option<(u64, &Term)> = None;
        for term in group.iter().filter(|term| !term.phrase.is_in(&asked)) {
            let n = chunks_with(archive, term)?;
            if n > own.saturating_mul(MORE) && best.is_none_or(|(most, _)| n > most) {
                best = Some((n, term));
            }
        }
        if let Some((_, term)) = best {
            out = replaced(&out, &used.text, &term.text);
        }
    }
    Ok(out)
}

/// Returns the number of chunks with the rarest word of a term; 0 for a section of law.
fn chunks_with(archive: &Archive, term: &Term) -> Result<u64, SearchError> {
    if term.text.contains(|c: char| c.is_ascii_digit()) {
        return Ok(0);
    }
    let (frequencies, _) = archive.document_frequencies(term.phrase.terms())?;
    Ok(frequencies.into_iter().min().unwrap_or(0))
}

/// Replaces the first whole word or words `old`, in any case, by `new`.
fn replaced(text: &str, old: &str, new: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let found = lower.match_indices(&old.to_ascii_lowercase()).find(|(at, found)| {
        is_edge(lower.get(..*at).and_then(|before| before.chars().next_back()))
            && is_edge(lower.get(at + found.len()..).and_then(|after| after.chars().next()))
    });
    match found {
        Some((at, found)) => {
            let (before, after) = (text.get(..at).unwrap_or(""), text.get(at + found.len()..).unwrap_or(""));
            format!("{before}{new}{after}")
        }
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_are_replaced() {
        for (text, expected) in [
            ("is the dump open", "is the transfer station open"),
            ("Dump?", "transfer station?"),
            ("are dumps open", "are dumps open"),
            ("no", "no"),
        ] {
            assert_eq!(replaced(text, "dump", "transfer station"), expected);
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text(text in "\\PC{0,40}", old in "\\PC{1,6}") {
            let _ = replaced(&text, &old, "x");
        }
    }
}
