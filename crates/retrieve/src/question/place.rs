//! Detection of the town and state that a question is about.

use twolane_archive::{Facet, Filter};
use twolane_text::letters_apart;

use super::phrase::{Phrase, terms_of};
use super::vocabulary::Vocabulary;

/// Towns, associations and states of a question, in the spelling of the archive's metadata.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// Names of towns and associations.
    pub towns: Vec<String>,
    /// Codes of states, such as `NH`.
    pub jurisdictions: Vec<String>,
}

/// Words for kinds of places, optional in a place's name.
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

/// Kinds of places that add nothing to the name beside them. The kinds of associations are absent because
/// they identify the organisation.
const SETTLEMENTS: &[&str] = &["town", "city", "village", "township", "county", "borough"];

/// Kinds that follow a name. "town" and "city" there belong to the next word, as in "town meeting".
const BEHIND: &[&str] = &["village", "township", "county", "borough"];

/// Words for things that are named after a place but are not the place.
const THINGS: &[&str] = &[
    "road", "rd", "street", "st", "avenue", "ave", "lane", "drive", "bridge", "hill", "pond", "lake",
    "river", "brook", "school", "library", "church",
];

impl Place {
    /// Detects the places that a question names and that the archive has papers from. Explicitly given places
    /// take precedence. A town brings its state.
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
                names_state(question, &j.name, &place.towns) || has_code(question, &j.code, &place.towns)
            })
            .filter(|j| facets.iter().any(|f| f.jurisdiction.as_deref() == Some(j.code.as_str())))
            .map(|j| j.code.clone())
            .collect();
        // "Alder, NH" identifies one Alder. The name of another state leaves a town in its own.
        let (own, others): (Vec<String>, Vec<String>) =
            named.into_iter().partition(|code| place.jurisdictions.contains(code));
        if !own.is_empty() {
            place.jurisdictions = own;
        }
        for code in &others {
            add(&mut place.jurisdictions, code);
        }
        place
    }

    /// Returns true if the question itself names one of the states, by name or code.
    pub fn names_its_state(&self, question: &str, vocabulary: &Vocabulary) -> bool {
        let states = self.jurisdictions.iter().filter_map(|code| vocabulary.jurisdiction(code));
        states.into_iter().any(|state| {
            names_state(question, &state.name, &self.towns) || has_code(question, &state.code, &self.towns)
        })
    }

    /// Returns the states that narrow a lane's papers. Law is narrowed to the states of the question. For a
    /// town that is only named, papers of other places are a prior and not a condition, and likewise for its
    /// state. The same holds for a state combined with individually chosen papers.
    pub(crate) fn narrowing(&self, statewide: bool, filter: &Filter) -> &[String] {
        if filter.sources.is_empty() && (statewide || self.towns.is_empty()) {
            &self.jurisdictions
        } else {
            &[]
        }
    }

    /// Returns the question without the names of these places. If a place is metadata, its words only lift
    /// passages that happen to name it. Returns the question unchanged if it consists of names only.
    pub fn taken_out_of(&self, question: &str, vocabulary: &Vocabulary) -> String {
        let words: Vec<&str> = question.split_whitespace().collect();
        let asked: Vec<String> = words.iter().map(|w| bare(w)).collect();
        let codes: Vec<String> = self.jurisdictions.iter().map(|code| code.to_lowercase()).collect();
        let states = self.jurisdictions.iter().filter_map(|code| vocabulary.jurisdiction(code));
        let own = |name: &str| {
            name.split_whitespace().map(bare).filter(|w| !KINDS.contains(&w.as_str())).collect::<Vec<_>>()
        };
        let names: Vec<Vec<String>> =
            self.towns.iter().map(|t| own(t)).chain(states.map(|s| own(&s.name))).collect();
        let capitals = has_capitals(question);
        let is_written = |at: usize| !capitals || words.get(at).is_some_and(|w| begins_with_a_capital(w));
        // "Alder Road" and "Alder Pond" name other things than Alder; "Alder road agent" does not.
        let is_thing =
            |at: usize| asked.get(at).is_some_and(|w| THINGS.contains(&w.as_str())) && is_written(at);
        let mut kept = vec![true; words.len()];
        for name in names.iter().filter(|name| !name.is_empty()) {
            let at = asked.windows(name.len()).enumerate().filter(|(_, w)| *w == name.as_slice());
            let alone = |start: &usize| {
                let longer = capitals && ends_a_longer_name(&words, *start);
                is_written(*start) && !longer && !is_thing(start + name.len())
            };
            for start in at.map(|(start, _)| start).filter(alone) {
                take_out(&asked, start..start + name.len(), &mut kept);
            }
        }
        for (at, word) in asked.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|b| words.get(b));
            let led = before.is_some_and(|b| b.ends_with(',') || b.eq_ignore_ascii_case("in"));
            if led && codes.contains(word) {
                take_out(&asked, at..at + 1, &mut kept);
            }
        }
        let left: Vec<&str> = words.iter().zip(&kept).filter_map(|(w, kept)| kept.then_some(*w)).collect();
        let left = left.join(" ");
        let takes = Phrase::of(&left).is_some() && left.len() < question.len();
        if takes { left } else { question.to_owned() }
    }

    /// Returns true if a source's town is known and is not one of the question's.
    pub fn is_elsewhere(&self, town: Option<&str>) -> bool {
        !self.towns.is_empty() && town.is_some_and(|town| !self.towns.iter().any(|t| same_place(t, town)))
    }

    /// Returns true if a source's town is one of the question's.
    pub fn is_here(&self, town: Option<&str>) -> bool {
        town.is_some_and(|town| self.towns.iter().any(|t| same_place(t, town)))
    }
}

/// A town of the archive, matched to a name that a person typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Town {
    /// Name in the archive's spelling.
    pub name: String,
    /// Code of the state that the typed name included.
    pub jurisdiction: Option<String>,
    /// True if the name is a guess: the typed name differs, and no other town is as similar.
    pub guessed: bool,
}

/// Reason that a town name could not be resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TownUnknown {
    /// No town of the archive has this name; the known ones follow, most similar first.
    None(Vec<String>),
    /// Several towns of the archive have this name.
    Several(Vec<String>),
}

/// Finds the archive's town for a name that a person typed. The kind may precede or follow it ("Town of
/// Alder", "Alder Township"), and the state may follow with or without a comma ("Alder, NH", "Alder, New
/// Hampshire"). Case is ignored. A typing error is accepted if no other town is as similar.
///
/// # Errors
/// [`TownUnknown`] if no town matches, or if several match equally well.
pub fn find_town(given: &str, facets: &[Facet], vocabulary: &Vocabulary) -> Result<Town, TownUnknown> {
    let mut towns: Vec<(&str, Option<&str>)> =
        facets.iter().filter_map(|f| Some((f.town.as_deref()?, f.jurisdiction.as_deref()))).collect();
    towns.sort_unstable();
    towns.dedup();
    let exact = towns.iter().find(|(name, _)| plain(name) == plain(given));
    if let Some((name, _)) = exact {
        return Ok(Town { name: (*name).to_owned(), jurisdiction: None, guessed: false });
    }
    let (name, state) = without_state(given, &towns, vocabulary);
    let town =
        |found: &str, guessed: bool| Town { name: found.to_owned(), jurisdiction: state.clone(), guessed };
    let fits = |at: Option<&str>| match (&state, at) {
        (Some(state), Some(at)) => at.eq_ignore_ascii_case(state),
        _ => true,
    };
    let there: Vec<&str> = towns.iter().filter(|(_, at)| fits(*at)).map(|(name, _)| *name).collect();
    let (own, kinds) = parts_of(name);
    let mut same: Vec<&str> =
        there.iter().copied().filter(|t| !own.is_empty() && parts_of(t).0 == own).collect();
    // Papers may spell one place in several ways ("Shadows At Elm", "Shadows at Elm").
    same.dedup_by_key(|name| plain(name));
    let of_kind: Vec<&str> = same.iter().copied().filter(|t| parts_of(t).1 == kinds).collect();
    match (same.as_slice(), of_kind.as_slice()) {
        ([found], _) | (_, [found]) => return Ok(town(found, false)),
        ([], _) => {}
        _ => return Err(TownUnknown::Several(same.into_iter().map(str::to_owned).collect())),
    }
    let mut near: Vec<(usize, &str)> =
        there.iter().map(|t| (letters_apart(&own, &parts_of(t).0), *t)).collect();
    near.sort_unstable();
    near.dedup();
    // One typing error in a word of five letters, two in one of ten. A shorter word counts as a different
    // word.
    let slips = own.chars().count() / 5;
    match near.as_slice() {
        [(d, found)] if *d <= slips => return Ok(town(found, true)),
        [(d, found), (next, _), ..] if *d <= slips && d < next => return Ok(town(found, true)),
        _ => {}
    }
    Err(TownUnknown::None(near.into_iter().map(|(_, name)| name.to_owned()).collect()))
}

/// Returns the words of a typed place's own name, without its kind and its state.
pub fn own_name(given: &str, facets: &[Facet], vocabulary: &Vocabulary) -> String {
    let towns: Vec<(&str, Option<&str>)> =
        facets.iter().filter_map(|f| Some((f.town.as_deref()?, f.jurisdiction.as_deref()))).collect();
    parts_of(without_state(given, &towns, vocabulary).0).0
}

/// Returns the words in lower case with single spaces.
fn plain(name: &str) -> String {
    let words: Vec<String> =
        name.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect();
    words.join(" ")
}

/// Splits a name into the words without those for its kind, and the words for its kind.
fn parts_of(name: &str) -> (String, Vec<String>) {
    let all = plain(name);
    let (kinds, own): (Vec<&str>, Vec<&str>) = all.split(' ').partition(|w| KINDS.contains(w));
    let kinds = kinds.into_iter().filter(|w| !matches!(*w, "of" | "the")).map(str::to_owned).collect();
    (own.join(" "), kinds)
}

/// Splits the state off the end of a name and returns its code.
fn without_state<'n>(
    given: &'n str,
    towns: &[(&str, Option<&str>)],
    vocabulary: &Vocabulary,
) -> (&'n str, Option<String>) {
    let given = given.trim();
    let code = |text: &str| {
        let text = text.trim().trim_end_matches('.');
        let known = vocabulary.jurisdictions.iter();
        known
            .map(|j| (j.code.as_str(), j.name.as_str()))
            .chain(towns.iter().filter_map(|(_, at)| at.map(|at| (at, at))))
            .find(|(code, name)| code.eq_ignore_ascii_case(text) || name.eq_ignore_ascii_case(text))
            .map(|(code, _)| code.to_owned())
    };
    if let Some((name, state)) = given.rsplit_once(',') {
        return match code(state) {
            Some(code) => (name.trim(), Some(code)),
            None => (given, None),
        };
    }
    // Without a comma, only a code in capitals counts as a state: "of" and "in" are words.
    match given.rsplit_once(char::is_whitespace) {
        Some((name, state)) if state.len() == 2 && state.chars().all(char::is_uppercase) => match code(state)
        {
            Some(code) => (name.trim(), Some(code)),
            None => (given, None),
        },
        _ => (given, None),
    }
}

fn add(list: &mut Vec<String>, value: &str) {
    if !list.iter().any(|v| v.eq_ignore_ascii_case(value)) {
        list.push(value.to_owned());
    }
}

/// Returns a word in lower case without surrounding punctuation and without a possessive.
fn bare(word: &str) -> String {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let owner = word.strip_suffix("'s").or_else(|| word.strip_suffix("\u{2019}s"));
    owner.map_or_else(|| word.clone(), str::to_owned)
}

/// Returns true if another capitalised word precedes the name, as in "Mary Alder". That word must not open
/// the question, end a sentence or be a kind of place.
fn ends_a_longer_name(words: &[&str], start: usize) -> bool {
    let before = start.checked_sub(1).filter(|at| *at > 0).and_then(|at| words.get(at));
    before.is_some_and(|w| {
        let closed = w.ends_with(|c: char| !c.is_alphanumeric());
        begins_with_a_capital(w) && !closed && !KINDS.contains(&bare(w).as_str())
    })
}

/// Returns true if a question has capitals after its first letter. In a question without capitals, names have
/// none either.
fn has_capitals(question: &str) -> bool {
    question.chars().skip(1).any(char::is_uppercase)
}

fn begins_with_a_capital(word: &str) -> bool {
    word.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_uppercase)
}

/// Marks a name's words as removed, with the kind beside it and the preposition before it.
fn take_out(words: &[String], name: std::ops::Range<usize>, kept: &mut [bool]) {
    let is = |at: usize, list: &[&str]| words.get(at).is_some_and(|w| list.contains(&w.as_str()));
    let (mut start, mut end) = (name.start, name.end);
    if is(end, BEHIND) {
        end += 1;
    }
    if start >= 2 && is(start - 1, &["of"]) && is(start - 2, SETTLEMENTS) {
        start -= 2;
    }
    if start >= 1 && is(start - 1, &["in", "at", "of"]) {
        start -= 1;
    }
    kept.iter_mut().take(end).skip(start).for_each(|kept| *kept = false);
}

/// Returns the words of a place's name without its kind.
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

/// Guards against places whose names are ordinary words ("the common", "a crete pot"). The question has to
/// capitalise the name's first word, unless it has no capitals after its first letter. A question without capitals has to
/// write "in", "at", "for", "from" or "town of" before a one-word name such as "pond", or its kind behind it.
fn is_capital(name: &str, question: &str) -> bool {
    let mut own = name.split_whitespace().filter(|w| !KINDS.contains(&bare(w).as_str()));
    let Some(first) = own.next() else { return false };
    if !has_capitals(question) {
        let first = bare(first);
        let asked: Vec<String> = question.split_whitespace().map(bare).collect();
        let is = |at: Option<usize>, list: &[&str]| {
            at.and_then(|at| asked.get(at)).is_some_and(|w| list.contains(&w.as_str()))
        };
        let named = |at: usize| {
            let town_of = is(at.checked_sub(1), &["of"]) && is(at.checked_sub(2), SETTLEMENTS);
            town_of || is(at.checked_sub(1), &["in", "at", "for", "from"]) || is(at.checked_add(1), KINDS)
        };
        let is_thing = own.next().is_none() && THINGS.contains(&first.as_str());
        return !is_thing || asked.iter().enumerate().any(|(at, word)| *word == first && named(at));
    }
    question
        .split(|c: char| !c.is_alphanumeric())
        .any(|w| w.to_lowercase() == first.to_lowercase() && w.chars().next().is_some_and(char::is_uppercase))
}

/// Returns true if a question names a state as a place. "Washington Street", "Georgia Pratt" and "Kansas
/// City" name other things. If the question has capitals, a following capital continues the name, unless it
/// starts a legal term ("Michigan Open Meetings Act"). Without capitals, the name has to be first, last,
/// behind a preposition such as "in", or before a legal term.
fn names_state(question: &str, name: &str, towns: &[String]) -> bool {
    let words: Vec<&str> = question.split_whitespace().collect();
    let asked: Vec<String> = words.iter().map(|w| bare(w)).collect();
    let own: Vec<String> = name.split_whitespace().map(bare).collect();
    let capitals = has_capitals(question);
    let is = |at: Option<usize>, list: &[&str]| {
        at.and_then(|at| asked.get(at)).is_some_and(|w| list.contains(&w.as_str()))
    };
    asked.windows(own.len().max(1)).enumerate().filter(|(_, w)| *w == own.as_slice()).any(|(start, _)| {
        let end = start + own.len();
        let (Some(first), Some(last)) = (words.get(start), words.get(end - 1)) else { return false };
        // "West Virginia" is not Virginia, and "New York Avenue" is not New York.
        let closed = last.ends_with(|c: char| !c.is_alphanumeric()) || last.contains(['\'', '\u{2019}']);
        let next_goes_on = !closed
            && !is(Some(end), LAW)
            && (is(Some(end), THINGS)
                || if capitals {
                    words.get(end).is_some_and(|w| begins_with_a_capital(w))
                } else {
                    is(Some(end), &["city", "county"])
                });
        // The capital city is not a state either.
        let capital_city = is(Some(end), &["dc", "d.c"]);
        let before_goes_on = is(start.checked_sub(1), &["west", "port", "fort", "mount", "lake"]);
        if next_goes_on || before_goes_on || capital_city {
            return false;
        }
        if capitals {
            return begins_with_a_capital(first) && !ends_a_longer_name(&words, start);
        }
        let led = is(start.checked_sub(1), LED) || behind_a_town(&asked, start, towns);
        led || closed || start == 0 || end == words.len() || is(Some(end), LAW)
    })
}

/// Prepositions that precede a place.
const LED: &[&str] = &["in", "of", "under", "from", "for", "by", "across", "throughout", "within"];

/// Words after a state's name that refer to its law or institutions.
const LAW: &[&str] = &[
    "law",
    "laws",
    "statute",
    "statutes",
    "statutory",
    "act",
    "code",
    "rsa",
    "general",
    "compiled",
    "revised",
    "state",
    "constitution",
    "legislature",
    "supreme",
    "superior",
    "open",
    "freedom",
    "public",
    "department",
];

/// Returns true if the word at `at` directly follows a town's own name.
fn behind_a_town(asked: &[String], at: usize, towns: &[String]) -> bool {
    let own = |town: &String| town.split_whitespace().map(bare).rfind(|w| !KINDS.contains(&w.as_str()));
    let before = at.checked_sub(1).and_then(|b| asked.get(b));
    before.is_some_and(|before| towns.iter().any(|town| own(town).as_ref() == Some(before)))
}

/// Returns true if a question has a state's code: behind "in", a comma or a town, or in capitals at its end.
/// Elsewhere "or", "in" and "me" are words, and "CO" is a gas.
/// Codes of states that are words or other abbreviations too.
const WORDS_TOO: [&str; 16] =
    ["or", "in", "me", "oh", "ok", "hi", "co", "pa", "ma", "al", "la", "id", "md", "de", "ct", "mi"];

fn has_code(question: &str, code: &str, towns: &[String]) -> bool {
    let words: Vec<&str> = question.split_whitespace().collect();
    let asked: Vec<String> = words.iter().map(|w| bare(w)).collect();
    let shouted = !question.chars().any(char::is_lowercase);
    words.iter().enumerate().any(|(at, word)| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let before = at.checked_sub(1).and_then(|b| words.get(b)).copied().unwrap_or("");
        let behind = behind_a_town(&asked, at, towns);
        let written = bare == code && !shouted;
        let last = at + 1 == words.len();
        let led = (before.ends_with(',') || before.eq_ignore_ascii_case("in"))
            && (written
                || last
                || !["or", "in", "me", "oh", "ok", "hi"].contains(&asked.get(at).map_or("", String::as_str)));
        // "a CT town" and "CT law" are codes, but so would be "CO detectors", so the next word has to fit.
        let next = asked.get(at + 1).map_or("", String::as_str);
        let fits = last || LAW.contains(&next) || SETTLEMENTS.contains(&next);
        // "the NH default budget"
        let is_plain = !WORDS_TOO.contains(&asked.get(at).map_or("", String::as_str));
        bare.eq_ignore_ascii_case(code) && (led || (written && (behind || fits || is_plain)))
    })
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
    fn a_word_for_a_thing_is_a_place_where_it_is_named_as_one() {
        let facet = |town: &str, state: &str| Facet {
            town: Some(town.into()),
            jurisdiction: Some(state.into()),
            ..facets()[0].clone()
        };
        let there = [facet("Pond Association, Inc.", "ME"), facet("Hill", "NH")];
        let towns =
            |question: &str| Place::of(question, None, None, &there, Vocabulary::built_in()).towns.join("+");
        assert_eq!(towns("what will the pond boardwalk cost"), "");
        assert_eq!(towns("what are the dues of the pond association"), "Pond Association, Inc.");
        assert_eq!(towns("what is the tax rate for the town of hill"), "Hill");
        assert_eq!(towns("what does a dog license cost in hill"), "Hill");
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
        // The archive has nothing from Vermont.
        assert_eq!(place("What may a Vermont town spend?", None, None), is("", ""));
        assert_eq!(place("What may a CT town spend?", None, None), is("", "CT"));
        assert_eq!(place("what can a town spend, ct", None, None), is("", "CT"));
        assert_eq!(place("what can a town spend in mi", None, None), is("", "MI"));
        assert_eq!(place("does it go to mi or ct", None, None), is("", ""));
        assert_eq!(place("WHO MAY VOTE OR SPEAK, CT", None, None), is("", "CT"));
        assert_eq!(place("Who is the clerk?", Some("alder"), None), is("Alder", "NH"));
        assert_eq!(place("Who is the clerk?", None, Some("Michigan")), is("", "MI"));
        assert_eq!(place("Who is the clerk?", None, None), is("", ""));
    }

    #[test]
    fn a_state_within_another_name_is_none() {
        let place = |question: &str, town: Option<&str>| {
            let facet =
                |state: &str| Facet { town: None, jurisdiction: Some(state.into()), ..facets()[0].clone() };
            let mut facets = facets();
            facets.extend(["WA", "GA", "CO", "KS", "VA", "WV", "NY", "OR"].map(facet));
            Place::of(question, town, None, &facets, Vocabulary::built_in()).jurisdictions.join("+")
        };
        for (question, states) in [
            ("When will Washington Street be paved?", ""),
            ("when will washington street be paved", ""),
            ("When was Georgia Pratt appointed clerk?", ""),
            ("when was georgia pratt appointed clerk", ""),
            ("What did the board pay Washington Electric?", ""),
            ("Are CO detectors required in rental units?", ""),
            ("Who won the Kansas City contract?", ""),
            ("Is New York Avenue closed, or Virginia Beach Road?", ""),
            ("What does West Virginia require?", "WV"),
            ("How far is Lake Michigan from the park?", ""),
            ("Who travelled to Washington, D.C. in May?", ""),
            ("What does the new Michigan law say?", "MI"),
            ("what does the new michigan law say", "MI"),
            ("Does Georgia require a hearing?", "GA"),
            ("What does the Michigan Open Meetings Act say?", "MI"),
            ("what does michigan law say of notice", "MI"),
            ("how late can a meeting run in georgia", "GA"),
            ("closed session rules, oregon", "OR"),
            ("Connecticut's notice of meetings", "CT"),
            ("What may a CO town spend?", "CO"),
        ] {
            assert_eq!(place(question, None), states, "{question}");
        }
        // A town keeps its own state, regardless of other names in the question.
        assert_eq!(place("What did Alder pay in Georgia?", None), "NH+GA");
        assert_eq!(place("When will Washington Street be paved?", Some("Alder")), "NH");
        assert_eq!(place("Who is the clerk of Alder, NH?", None), "NH");
    }

    #[test]
    fn what_narrows() {
        let state = Place { towns: vec![], jurisdictions: vec!["NH".into()] };
        let town = Place { towns: vec!["Alder".into()], ..state.clone() };
        let chosen = Filter { sources: vec![twolane_text::SourceId("a".into())], ..Filter::default() };
        let all = Filter::default();
        assert_eq!([state.narrowing(false, &all).len(), state.narrowing(true, &all).len()], [1, 1]);
        assert_eq!([town.narrowing(false, &all).len(), town.narrowing(true, &all).len()], [0, 1]);
        assert_eq!([state.narrowing(false, &chosen).len(), state.narrowing(true, &chosen).len()], [0, 0]);
    }

    #[test]
    fn towns_as_people_write_them() {
        let mut facets = facets();
        for (town, state) in [
            ("Crete Township", "IL"),
            ("Village of Peotone", "IL"),
            ("Peotone Township", "IL"),
            ("Salem", "NH"),
            ("City of Salem", "MA"),
            ("Shadows At Elm Homeowners Association", "WA"),
            ("Shadows at Elm Homeowners Association", "WA"),
        ] {
            let like = facets[0].clone();
            facets.push(Facet { town: Some(town.into()), jurisdiction: Some(state.into()), ..like });
        }
        let found = |given: &str| match find_town(given, &facets, Vocabulary::built_in()) {
            Ok(town) => format!(
                "{}{}{}",
                town.name,
                town.jurisdiction.map(|s| format!(" {s}")).unwrap_or_default(),
                if town.guessed { "?" } else { "" }
            ),
            Err(TownUnknown::None(near)) => format!("none: {}", near[0]),
            Err(TownUnknown::Several(several)) => format!("several: {}", several.join(", ")),
        };
        for (given, expected) in [
            ("Alder", "Alder"),
            ("  aLDER ", "Alder"),
            ("town of Alder", "Alder"),
            ("Alder Township", "Alder"),
            ("Alder, NH", "Alder NH"),
            ("Alder, New Hampshire", "Alder NH"),
            ("Alder NH", "Alder NH"),
            ("Crete", "Crete Township"),
            ("the township of Crete", "Crete Township"),
            ("Crete, IL", "Crete Township IL"),
            ("Creet", "Crete Township?"),
            ("Aldre", "Alder?"),
            ("Village of Peotone", "Village of Peotone"),
            ("Peotone village", "Village of Peotone"),
            ("peotone township", "Peotone Township"),
            ("Peotone", "several: Peotone Township, Village of Peotone"),
            ("Salem, MA", "City of Salem MA"),
            ("Town of Salem, NH", "Salem NH"),
            ("Birches at Alder Pond HOA", "Birches at Alder Pond Homeowners Association"),
            ("Shadows at Elm", "Shadows At Elm Homeowners Association"),
            ("Xanadu", "none: Alder"),
            ("", "none: Alder"),
            ("Town of", "none: Alder"),
        ] {
            let got = found(given);
            let same = if expected.starts_with("none") { got.starts_with("none") } else { got == expected };
            assert!(same, "{given:?}: {got}, not {expected}");
        }
        assert_eq!(find_town("Alder", &[], Vocabulary::built_in()), Err(TownUnknown::None(vec![])));
    }

    #[test]
    fn here_and_elsewhere() {
        let here = Place { towns: vec!["Alder".into()], jurisdictions: vec![] };
        assert!(here.is_here(Some("Town of Alder")) && here.is_elsewhere(Some("Birch")));
        assert!(!here.is_here(None) && !here.is_elsewhere(None));
        assert!(!Place::default().is_elsewhere(Some("Birch")));
    }
}
