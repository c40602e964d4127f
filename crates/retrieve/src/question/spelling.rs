//! Misspelled words of a question, in the spelling of the papers.

use twolane_archive::Archive;
use twolane_encoder::Embedder;

use crate::error::SearchError;

use super::phrase::terms_of;

/// Least and greatest number of letters of a word that is corrected.
const LETTERS: std::ops::RangeInclusive<usize> = 6..=20;
/// Least number of chunks with the corrected word.
const CHUNKS: u64 = 2;
/// Number of tokens of a word that the embedder's vocabulary has: itself between two special tokens.
const ONE_WORD: usize = 3;
/// Most unknown words of a question that are looked up: each takes some hundred reads of the index.
const MOST_WORDS: usize = 8;

/// Returns the question with its misspelled words in the spelling of the papers: "assesor" as "assessor". A word counts
/// as misspelled if it has lower-case letters only and neither the archive nor the embedder's vocabulary has it. The
/// papers' word is one edit away (a letter added, left out or replaced, or two swapped), behind the first letter; of
/// several, the most frequent one counts. Names with a capital stay as they are, and so does what comes after eight
/// unknown words.
///
/// # Errors
/// Those of reading the archive.
pub(crate) fn in_spelling_of_papers(
    archive: &Archive,
    embedder: &dyn Embedder,
    question: &str,
) -> Result<String, SearchError> {
    let mut out = String::with_capacity(question.len());
    let mut unknown = 0;
    for part in question.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let word = part.trim_end_matches(|c: char| !c.is_alphanumeric());
        if unknown == MOST_WORDS || !is_unknown(archive, embedder, word)? {
            out.push_str(part);
            continue;
        }
        unknown += 1;
        out.push_str(right_spelling(archive, word)?.as_deref().unwrap_or(word));
        out.push_str(part.get(word.len()..).unwrap_or(""));
    }
    Ok(out)
}

/// Returns true for a word in lower case that neither the embedder's vocabulary nor the archive has.
fn is_unknown(archive: &Archive, embedder: &dyn Embedder, word: &str) -> Result<bool, SearchError> {
    let is_plain = LETTERS.contains(&word.len()) && word.bytes().all(|b| b.is_ascii_lowercase());
    if !is_plain || embedder.count_tokens(word) <= ONE_WORD {
        return Ok(false);
    }
    let (counts, _) = archive.document_frequencies(&terms_of(word))?;
    Ok(counts.into_iter().all(|count| count == 0))
}

/// Returns the papers' spelling of a misspelled word.
fn right_spelling(archive: &Archive, word: &str) -> Result<Option<String>, SearchError> {
    // Each candidate as the index has it: one term.
    let edits = edits(word).into_iter().filter_map(|edit| Some((terms_of(&edit).pop()?, edit)));
    let (terms, edits): (Vec<String>, Vec<String>) = edits.unzip();
    let (counts, _) = archive.document_frequencies(&terms)?;
    let best = counts.into_iter().zip(edits).filter(|(count, _)| *count >= CHUNKS);
    Ok(best.max_by(|a, b| a.0.cmp(&b.0).then_with(|| b.1.cmp(&a.1))).map(|(_, edit)| edit))
}

/// Returns the words one edit away that have the same first letter.
fn edits(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    let mut found = Vec::new();
    for at in 1..=letters.len() {
        let (before, after) = letters.split_at(at);
        let mut add = |middle: &[char], rest: &[char]| {
            found.push([before, middle, rest].concat().into_iter().collect::<String>());
        };
        if let [first, rest @ ..] = after {
            add(&[], rest);
            if let [second, rest @ ..] = rest {
                add(&[*second, *first], rest);
            }
        }
        for letter in 'a'..='z' {
            add(&[letter], after);
            if let [_, rest @ ..] = after {
                add(&[letter], rest);
            }
        }
    }
    found.retain(|edit| edit != word);
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::edits;

    #[test]
    fn words_one_edit_away_keep_their_first_letter() {
        let found = edits("assesor");
        for word in ["assessor", "asesor", "assesors", "assesro", "assexor"] {
            assert!(found.iter().any(|edit| edit == word), "{word}");
        }
        assert!(edits("parking").iter().all(|edit| edit.starts_with('p') && edit != "parking"));
        assert!(!edits("barking").iter().any(|edit| edit == "parking"));
        assert!(edits("a").iter().any(|edit| edit == "an"));
        assert!(edits("").is_empty());
    }
}
