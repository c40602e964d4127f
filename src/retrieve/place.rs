//! Which town and state a question is about.

use crate::archive::Facet;

use super::phrase::{Phrase, terms_of};
use super::vocabulary::Vocabulary;

/// Towns, associations and states of a question, as the archive's metadata spell them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// Towns and associations.
    pub towns: Vec<String>,
    /// Codes of states (`NH`).
    pub jurisdictions: Vec<String>,
}

/// Words that a place's name may have or lack.
const KINDS: &[&str] = &[
    "town",
    "city",
    "village",
    "township",
    "county",
    "borough",
    "of",
    "the",
    "homeowners",
    "homeowner",
    "owners",
    "property",
    "condominium",
    "association",
    "assoc",
    "hoa",
    "inc",
    "district",
];

impl Place {
    /// Reads the places that a question names and that the archive has papers of; what is given
    /// outright comes first. A town brings its state.
    pub fn of(
        question: &str,
        town: Option<&str>,
        jurisdiction: Option<&str>,
        facets: &[Facet],
        vocabulary: &Vocabulary,
    ) -> Place {
        let asked = terms_of(question);
        let mut place = Place::default();
        for facet in facets {
            let Some(name) = &facet.town else { continue };
            let named = match town {
                Some(given) => name.eq_ignore_ascii_case(given),
                None => {
                    proper_name(name).is_some_and(|phrase| phrase.is_in(&asked)) && is_capital(name, question)
                }
            };
            if named {
                add(&mut place.towns, name);
                if let Some(state) = &facet.jurisdiction {
                    add(&mut place.jurisdictions, state);
                }
            }
        }
        if let Some(given) = jurisdiction {
            let code = vocabulary
                .jurisdictions
                .iter()
                .find(|j| j.code.eq_ignore_ascii_case(given) || j.name.eq_ignore_ascii_case(given))
                .map_or(given, |j| j.code.as_str());
            place.jurisdictions = vec![code.to_owned()];
            return place;
        }
        let named: Vec<String> = vocabulary
            .jurisdictions
            .iter()
            .filter(|j| {
                Phrase::of(&j.name).is_some_and(|phrase| phrase.is_in(&asked))
                    && is_capital(&j.name, question)
            })
            .filter(|j| facets.iter().any(|f| f.jurisdiction.as_deref() == Some(j.code.as_str())))
            .map(|j| j.code.clone())
            .collect();
        if !named.is_empty() {
            place.jurisdictions = named;
        }
        place
    }

    /// True when a source's town is known and is none of the question's.
    pub fn is_elsewhere(&self, town: Option<&str>) -> bool {
        !self.towns.is_empty() && town.is_some_and(|town| !self.towns.iter().any(|t| same_place(t, town)))
    }

    /// True when a source's town is one of the question's.
    pub fn is_here(&self, town: Option<&str>) -> bool {
        town.is_some_and(|town| self.towns.iter().any(|t| same_place(t, town)))
    }
}

fn add(list: &mut Vec<String>, value: &str) {
    if !list.iter().any(|v| v.eq_ignore_ascii_case(value)) {
        list.push(value.to_owned());
    }
}

/// The words of a place's name without its kind.
fn proper_name(name: &str) -> Option<Phrase> {
    let words: Vec<&str> = name
        .split_whitespace()
        .filter(|w| !KINDS.contains(&w.to_lowercase().trim_matches(|c: char| !c.is_alphanumeric())))
        .collect();
    Phrase::of(&words.join(" "))
}

fn same_place(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b) || proper_name(a).is_some_and(|p| proper_name(b).as_ref() == Some(&p))
}

/// Guards against places that are plain words too ("the common", "a crete pot"): the question has
/// to write the name's first word with a capital, unless it has no capitals behind its first letter.
fn is_capital(name: &str, question: &str) -> bool {
    if !question.chars().skip(1).any(char::is_uppercase) {
        return true;
    }
    let Some(first) = name.split_whitespace().find(|w| !KINDS.contains(&w.to_lowercase().as_str())) else {
        return false;
    };
    question
        .split(|c: char| !c.is_alphanumeric())
        .any(|w| w.to_lowercase() == first.to_lowercase() && w.chars().next().is_some_and(char::is_uppercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facets() -> Vec<Facet> {
        let facet = |town: Option<&str>, state: Option<&str>| Facet {
            lane: "local".into(),
            town: town.map(Into::into),
            jurisdiction: state.map(Into::into),
            board: None,
            chunks: 1,
        };
        vec![
            facet(Some("Alder"), Some("NH")),
            facet(Some("Common"), Some("MI")),
            facet(Some("Birches at Alder Pond Homeowners Association"), Some("WA")),
            facet(None, Some("CT")),
        ]
    }

    #[test]
    fn places_of_questions() {
        let place = |question: &str, town: Option<&str>, state: Option<&str>| {
            let place = Place::of(question, town, state, &facets(), Vocabulary::built_in());
            (place.towns.join("+"), place.jurisdictions.join("+"))
        };
        let is = |towns: &str, states: &str| (towns.to_owned(), states.to_owned());
        assert_eq!(place("What did Alder pay for sand?", None, None), is("Alder", "NH"));
        assert_eq!(place("what did alder pay for sand?", None, None), is("Alder", "NH"));
        assert_eq!(place("Who mows the common in Alder?", None, None), is("Alder", "NH"));
        assert_eq!(
            place("What are the dues at the Birches at Alder Pond?", None, None).0,
            "Alder+Birches at Alder Pond Homeowners Association"
        );
        assert_eq!(place("What may a Connecticut town spend?", None, None), is("", "CT"));
        // The archive has nothing of Vermont.
        assert_eq!(place("What may a Vermont town spend?", None, None), is("", ""));
        assert_eq!(place("Who is the clerk?", Some("alder"), None), is("Alder", "NH"));
        assert_eq!(place("Who is the clerk?", None, Some("Michigan")), is("", "MI"));
        assert_eq!(place("Who is the clerk?", None, None), is("", ""));
    }

    #[test]
    fn here_and_elsewhere() {
        let here = Place { towns: vec!["Alder".into()], jurisdictions: vec![] };
        assert!(here.is_here(Some("Town of Alder")) && here.is_elsewhere(Some("Birch")));
        assert!(!here.is_here(None) && !here.is_elsewhere(None));
        assert!(!Place::default().is_elsewhere(Some("Birch")));
    }
}
