//! Finds town and state from the names of folders.

use twolane_law::STATES;

use super::place::{capital, from_kind};

/// The folders above a file that are looked at.
const DEPTH: usize = 4;
/// State codes that are words of English: `sign-in`, `how-to-or`. They count if the paper names the state too.
const WORDS: [&str; 6] = ["IN", "OR", "ME", "HI", "OK", "AS"];

/// A place that a folder is named for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FolderPlace {
    /// The town, district or association.
    pub(super) town: String,
    /// The code of the state, if the name has it.
    pub(super) state: Option<&'static str>,
}

/// Reads the place from the folders of a path, nearest first. A folder counts if its name has a state or a kind of
/// place: `warrenville-library-il`, `Alder, NH`, `Town of Alder`. `of_text` is the state that the paper names.
pub(super) fn from_folders(path: &str, of_text: Option<&str>) -> Option<FolderPlace> {
    let mut folders: Vec<&str> = path.split(['/', '\\']).collect();
    folders.pop();
    folders.into_iter().rev().filter(|name| !name.is_empty()).take(DEPTH).find_map(|name| {
        let words: Vec<&str> = name.split(['-', '_', ' ', ',', '.']).filter(|w| !w.is_empty()).collect();
        let (words, state) = without_state(&words);
        let small = |w: &str| ["of", "at", "on", "the"].contains(&w.to_lowercase().as_str());
        let written: Vec<String> =
            words.iter().map(|w| if small(w) { w.to_lowercase() } else { capital(w) }).collect();
        if let Some(town) = from_kind(&written.join(" ")) {
            return Some(FolderPlace { town, state });
        }
        let code = state.filter(|code| !WORDS.contains(code) || of_text == Some(*code))?;
        Some(FolderPlace { town: town_of(words)?, state: Some(code) })
    })
}

/// Splits the state off the end of a folder's words: a code, or a name of one or two words.
fn without_state<'a, 'w>(words: &'a [&'w str]) -> (&'a [&'w str], Option<&'static str>) {
    for length in [2, 1] {
        let Some(at) = words.len().checked_sub(length).filter(|at| *at > 0) else { continue };
        let (name, end) = words.split_at(at);
        let end = end.join(" ");
        let state = STATES.iter().find(|(code, state)| {
            (length == 1 && code.eq_ignore_ascii_case(&end)) || state.eq_ignore_ascii_case(&end)
        });
        if let Some((code, _)) = state {
            return (name, Some(*code));
        }
    }
    (words, None)
}

/// Initials of kinds of associations.
fn is_initials(word: &str) -> bool {
    ["hoa", "poa", "coa"].iter().any(|initials| word.eq_ignore_ascii_case(initials))
}

/// Returns the name of a place, without settlement kinds; `None` for numbers and single letters.
fn town_of(words: &[&str]) -> Option<String> {
    let own: Vec<String> = words
        .iter()
        .filter(|w| {
            !matches!(w.to_lowercase().as_str(), "twp" | "township" | "town" | "city" | "village" | "of")
        })
        .map(|w| if is_initials(w) { w.to_uppercase() } else { capital(w) })
        .collect();
    let named = own.iter().any(|w| w.chars().filter(|c| c.is_alphabetic()).count() > 2);
    let numbers = own.iter().any(|w| w.chars().any(|c| c.is_ascii_digit()));
    (named && !numbers && own.len() <= 6).then(|| own.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_named_for_places() {
        for (path, of_text, expected) in [
            ("warrenville-library-il/a.pdf", None, Some(("Warrenville Library", Some("IL")))),
            ("papers/Town of Alder/2024/minutes/a.pdf", None, Some(("Alder", None))),
            ("Alder, NH/a.pdf", None, Some(("Alder", Some("NH")))),
            ("pine-ridge-hoa-vt/a.pdf", None, Some(("Pine Ridge HOA", Some("VT")))),
            ("alder-new-hampshire/a.pdf", None, Some(("Alder", Some("NH")))),
            ("pine-township-in/a.pdf", None, Some(("Pine", Some("IN")))),
            ("timberhill-or/a.pdf", Some("OR"), Some(("Timberhill", Some("OR")))),
            ("timberhill-or/a.pdf", Some("ME"), None),
            ("sign-in/a.pdf", None, None),
            // The folders of a machine, of kinds of paper and of boards are no places, whatever the paper says.
            ("home/clerk/Documents/a.pdf", None, None),
            ("minutes/Alder/a.pdf", None, None),
            ("planning board/2024/a.pdf", None, None),
            ("Town Hall/Select Board/Annual Town Meeting/a.pdf", None, None),
            ("Old Town Meeting/a.pdf", None, None),
            ("a.pdf", None, None),
            ("2024-nh/a.pdf", None, None),
        ] {
            let got = from_folders(path, of_text);
            let got = got.as_ref().map(|p| (p.town.as_str(), p.state));
            assert_eq!(got, expected, "{path}");
        }
    }
}
