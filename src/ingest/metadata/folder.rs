//! Finds town and state from the names of folders.

use crate::law::STATES;

use super::place::{capital, from_kind};
use super::rules::MetadataRules;
use super::title::name_words;

/// A place that a folder is named for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FolderPlace {
    /// The town, district or association.
    pub(super) town: String,
    /// The code of the state, if the name has it.
    pub(super) state: Option<&'static str>,
}

/// Reads the place from the folders of a path, nearest first: `warrenville-library-il`, `Town of Alder`,
/// `Alder, NH`. A name without a kind and a state (`minutes/Alder`) counts if the paper says it too;
/// `says` receives the name.
pub(super) fn from_folders(
    path: &str,
    rules: &MetadataRules,
    says: &dyn Fn(&str) -> bool,
) -> Option<FolderPlace> {
    let mut folders: Vec<&str> = path.split(['/', '\\']).collect();
    folders.pop();
    folders.into_iter().rev().filter(|name| !name.is_empty()).take(DEPTH).find_map(|name| {
        let words: Vec<&str> = name.split(['-', '_', ' ', ',', '.']).filter(|w| !w.is_empty()).collect();
        let (words, state) = without_state(&words);
        let written = |w: &&str| match w.to_lowercase() {
            small if ["of", "at", "on", "the"].contains(&small.as_str()) => small,
            _ => capital(w),
        };
        if let Some(town) = from_kind(&words.iter().map(written).collect::<Vec<_>>().join(" ")) {
            return Some(FolderPlace { town, state });
        }
        let town = town_of(words)?;
        // A folder for a kind of paper or a board is named for no place.
        let known = rules.names_something(&name_words(name)) && state.is_none();
        let said = state.is_some() && !is_a_word(state) || says(&town);
        (!known && said).then_some(FolderPlace { town, state })
    })
}

/// The folders above a file that are looked at.
const DEPTH: usize = 4;

/// State codes that are words of English: `sign-in`, `how-to-or`.
fn is_a_word(code: Option<&str>) -> bool {
    code.is_some_and(|code| ["IN", "OR", "ME", "HI", "OK", "AS"].contains(&code))
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
        let rules = MetadataRules::built_in();
        for (path, said, expected) in [
            ("warrenville-library-il/a.pdf", "", Some(("Warrenville Library", Some("IL")))),
            ("papers/Town of Alder/2024/minutes/a.pdf", "", Some(("Alder", None))),
            ("Alder, NH/a.pdf", "", Some(("Alder", Some("NH")))),
            ("pine-ridge-hoa-vt/a.pdf", "", Some(("Pine Ridge HOA", Some("VT")))),
            ("alder-new-hampshire/a.pdf", "", Some(("Alder", Some("NH")))),
            ("pine-township-in/a.pdf", "Pine", Some(("Pine", Some("IN")))),
            ("sign-in/a.pdf", "", None),
            ("minutes/Alder/a.pdf", "Alder", Some(("Alder", None))),
            ("minutes/Alder/a.pdf", "", None),
            ("minutes/a.pdf", "Minutes", None),
            ("planning board/2024/a.pdf", "Planning Board", None),
            ("a.pdf", "", None),
            ("2024-nh/a.pdf", "", None),
        ] {
            let got = from_folders(path, rules, &|name| name == said);
            let got = got.as_ref().map(|p| (p.town.as_str(), p.state));
            assert_eq!(got, expected, "{path}");
        }
    }
}
