//! Finds town and state from names and first pages.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

use twolane_law::{Grammar, STATES};

/// Matches a name of up to three capitalised words; for associations up to five, with small words between
/// them.
static TOWN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let name = r"(?P<NAME>[A-Z][A-Za-z.'\u{2019}]+(?:[ -][A-Z][A-Za-z.'\u{2019}]+){0,2})";
    let of = format!(
        r"(?:Town|City|Village|Borough|Township|TOWN|CITY|VILLAGE|BOROUGH|TOWNSHIP)\s+(?:of|OF)\s+{}",
        name.replace("NAME", "a")
    );
    let before = format!(
        r"{}\s+(?:(?P<kind>Township|TOWNSHIP|Village District|VILLAGE DISTRICT)|(?:City|Town|Village) (?:Council|Hall)|(?:CITY|TOWN|VILLAGE) (?:COUNCIL|HALL)|Select Board|SELECT BOARD|Town Meeting|TOWN MEETING)\b",
        name.replace("NAME", "b")
    );
    let name = r"[A-Z][A-Za-z.'\u{2019}]+(?:\s+(?:at|on|of|the|[A-Z][A-Za-z.'\u{2019}]+)){0,4}";
    let owners = r"(?:Home ?[Oo]wners\u{2019}?'?|Property Owners\u{2019}?'?|Owners\u{2019}?'?|Condominium|Community|Townhomes?|Townhouses?|Civic|Neighborhood|Improvement)\s+Association";
    let owners_in_capitals = r"(?:HOME ?OWNERS\u{2019}?'?|PROPERTY OWNERS\u{2019}?'?|OWNERS\u{2019}?'?|CONDOMINIUM|COMMUNITY|TOWNHOMES?|TOWNHOUSES?|CIVIC|NEIGHBORHOOD|IMPROVEMENT)\s+ASSOCIATION";
    let district = r"(?:(?:Public )?Library|Fire(?: Protection)?|Water|Sewer|Sanitary|Park(?:s? (?:and|&) Recreation)?|Recreation(?: (?:and|&) Parks?)?|Unified School|Regional School|School) District|(?:(?:PUBLIC )?LIBRARY|FIRE(?: PROTECTION)?|WATER|SEWER|SANITARY|PARK(?:S? (?:AND|&) RECREATION)?|RECREATION(?: (?:AND|&) PARKS?)?|UNIFIED SCHOOL|REGIONAL SCHOOL|SCHOOL) DISTRICT";
    let association = format!(r"(?P<c>{name}\s+(?:{owners}|{owners_in_capitals}|{district}))");
    Regex::new(&format!("(?:{of})|(?:{association})|(?:{before})")).ok()
});

/// The number of a paper's lines that vote on its origin.
const VOTING_LINES: usize = 4_000;
/// The weight of a line at the top of the first page, against one further down.
const TOP: u32 = 3;
/// The most words of a line at the top that counts as a heading; a longer one is a sentence.
const HEADING_WORDS: usize = 12;
/// The largest number of name beginnings that are counted.
const MOST_NAMES: usize = 2_000;
/// The least votes for a place: one at the top, or two further down.
const LEAST: u32 = 2;

/// The origin of a paper by all of its lines: a paper names its own town and state more often than others,
/// though not always first.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Origin {
    /// The town or association.
    pub(super) town: Option<String>,
    /// The name at the top of the first page, in a letterhead or a heading, that begins with the town: of "Shops", "Shops
    /// at the Colony Owners Association".
    pub(super) heading: Option<String>,
    /// The code of the state.
    pub(super) state: Option<&'static str>,
}

impl Origin {
    /// Finds the origin by `lines`, of which the first `top` are the top of the first page.
    pub(super) fn of<'a>(lines: impl Iterator<Item = &'a str>, top: usize) -> Self {
        let mut towns = Names::default();
        let mut states: BTreeMap<&'static str, u32> = BTreeMap::new();
        let mut headings: Vec<String> = Vec::new();
        for (n, line) in lines.take(VOTING_LINES).enumerate() {
            let weight = if n < top { TOP } else { 1 };
            for town in towns_in(line) {
                towns.vote(&town, weight);
                if n < top && line.split_whitespace().count() <= HEADING_WORDS {
                    headings.push(town.join(" "));
                }
            }
            for state in states_in(line) {
                *states.entry(state).or_default() += weight;
            }
        }
        let town = towns.most_named();
        let heading = headings.into_iter().find(|h| town.as_ref().is_some_and(|town| h.starts_with(town)));
        Self { town, heading, state: clear_winner(&states) }
    }
}

/// The votes for names and for their beginnings.
#[derive(Debug, Default)]
struct Names {
    /// The votes of each beginning of a name, and the number of beginnings before it.
    beginnings: BTreeMap<Vec<String>, (u32, usize)>,
}

impl Names {
    /// Counts a name. Once the limit of different names is reached, new ones are ignored.
    fn vote(&mut self, name: &[String], weight: u32) {
        for length in 1..=name.len() {
            let Some(beginning) = name.get(..length) else { return };
            let before = self.beginnings.len();
            match self.beginnings.get_mut(beginning) {
                Some((votes, _)) => *votes = votes.saturating_add(weight),
                None if before < MOST_NAMES => {
                    self.beginnings.insert(beginning.to_vec(), (weight, before));
                }
                None => {}
            }
        }
    }

    /// Returns the name with the most votes, if most of the votes for its first word include it. Of "Alder"
    /// (12 times) and "Alder Police" (once) it returns the first, of "Pine" within "Pine Ridge" the longer
    /// one.
    fn most_named(&self) -> Option<String> {
        let first_words = self.beginnings.iter().filter(|(words, _)| words.len() == 1);
        // Earlier names win over later ones with as many votes.
        let (first, (most, _)) = first_words
            .max_by_key(|(_, (votes, before))| (*votes, Reverse(*before)))
            .filter(|(_, (votes, _))| *votes >= LEAST)?;
        self.beginnings
            .iter()
            .filter(|(words, (votes, _))| {
                words.first() == first.first() && u64::from(*votes) * 2 > u64::from(*most)
            })
            .map(|(words, _)| words)
            .max_by_key(|words| words.len())
            .map(|words| words.join(" "))
    }
}

/// Returns the state with enough votes that has at least half as many again as the next.
fn clear_winner(states: &BTreeMap<&'static str, u32>) -> Option<&'static str> {
    let mut ranked: Vec<(u32, &'static str)> = states.iter().map(|(state, votes)| (*votes, *state)).collect();
    ranked.sort_by_key(|(votes, _)| Reverse(*votes));
    let (votes, state) = *ranked.first()?;
    let next = ranked.get(1).map_or(0, |(votes, _)| *votes);
    (votes >= LEAST && votes * 2 >= next * 3).then_some(state)
}

/// Returns the code of a state written as `NH`, `us-nh`, or `New Hampshire`.
pub fn state_code(text: &str) -> Option<&'static str> {
    let text = text.trim();
    let bare = text.strip_prefix("us-").or_else(|| text.strip_prefix("US-")).unwrap_or(text);
    STATES
        .iter()
        .find(|(code, name)| code.eq_ignore_ascii_case(bare) || name.eq_ignore_ascii_case(bare))
        .map(|(code, _)| *code)
}

/// Returns place and state from a name such as `alder-nh_2024-05-01_minutes`.
pub(super) fn from_name(stem: &str) -> (Option<String>, Option<&'static str>) {
    let Some((head, _)) = stem.split_once(['_', ' ']) else { return (None, None) };
    let Some((place, state)) = head.rsplit_once('-') else { return (None, None) };
    let Some(code) = STATES.iter().map(|(c, _)| *c).find(|c| c.eq_ignore_ascii_case(state)) else {
        return (None, None);
    };
    let words: Vec<String> = place
        .split('-')
        .filter(|w| {
            !w.is_empty() && !matches!(w.to_lowercase().as_str(), "twp" | "township" | "town" | "city" | "of")
        })
        .map(capital)
        .collect();
    ((!words.is_empty()).then(|| words.join(" ")), Some(code))
}

/// Returns the place that a name with its kind refers to, such as `Town of Alder` or `Alder Library District`. Boards,
/// halls and meetings are no kinds of places.
pub(super) fn from_kind(name: &str) -> Option<String> {
    let captures = TOWN.as_ref()?.captures(name)?;
    let of_board = captures.name("b").is_some() && captures.name("kind").is_none();
    let found = ["a", "b", "c"].iter().find_map(|n| captures.name(n)).filter(|_| !of_board)?;
    town_of_words(found.as_str()).map(|words| words.join(" "))
}

/// Returns the towns, townships, districts and associations that a line names, each as its words.
fn towns_in(line: &str) -> Vec<Vec<String>> {
    let Some(pattern) = TOWN.as_ref() else { return Vec::new() };
    pattern
        .captures_iter(line)
        .filter_map(|captures| ["a", "b", "c"].iter().find_map(|n| captures.name(n)))
        .filter_map(|name| town_of_words(name.as_str()))
        .collect()
}

/// Length of the longest short form with its full stop, as in "Ste. Anne".
const LONGEST_SHORT_FORM: usize = 4;

/// Returns a town's name without the surrounding words that belong to the paper.
fn town_of_words(name: &str) -> Option<Vec<String>> {
    const NOT_NAMES: &[&str] = &[
        "the",
        "of",
        "laws",
        "bylaws",
        "articles",
        "covenants",
        "incorporation",
        "said",
        "this",
        "regular",
        "special",
        "annual",
        "open",
        "board",
        "charter",
        "meeting",
        "minutes",
        "general",
        "ordinance",
        "council",
        "hall",
        "policy",
        "policies",
        "report",
        "budget",
        "warrant",
        "agenda",
        "notice",
        "newsletter",
        "schedule",
    ];
    let not_a_name = |w: &str| NOT_NAMES.iter().any(|n| n.eq_ignore_ascii_case(w));
    let mut words: Vec<&str> = name.split_whitespace().collect();
    // "Alder's Land Development" names Alder.
    if let Some(owner) = words.iter().position(|w| w.ends_with("'s") || w.ends_with("\u{2019}s"))
        && !words.contains(&"Association")
    {
        words.truncate(owner + 1);
        if let Some(last) = words.last_mut() {
            *last = last.trim_end_matches('s').trim_end_matches(['\'', '\u{2019}']);
        }
    }
    // A full stop ends the name, unless it shortens a word: "St. Albans".
    if let Some(last) = words.iter().position(|w| w.ends_with('.') && w.len() > LONGEST_SHORT_FORM) {
        words.truncate(last + 1);
    }
    while words.last().is_some_and(|w| not_a_name(w)) {
        words.pop();
    }
    let leads = |w: &&str| {
        ["of", "laws", "by-laws", "bylaws", "articles", "incorporation", "the"]
            .contains(&w.to_lowercase().as_str())
    };
    while words.first().is_some_and(&leads) {
        words.remove(0);
    }
    if words.first().is_none_or(|w| not_a_name(w)) {
        return None;
    }
    let as_a_name = |w: &str| {
        if w.chars().any(char::is_lowercase) { w.to_owned() } else { capital(&w.to_lowercase()) }
    };
    Some(words.into_iter().map(as_a_name).map(|w| w.trim_end_matches('.').to_owned()).collect())
}

/// Returns the states that a line names: in full, before a ZIP code, or by a citation of their law.
fn states_in(line: &str) -> Vec<&'static str> {
    static ZIP: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\b([A-Z]{2})\.?\s+\d{5}\b").ok());
    static NAME: LazyLock<Option<Regex>> = LazyLock::new(|| {
        // Longer names first: "West Virginia" is not Virginia.
        let mut names: Vec<&str> = STATES.iter().map(|(_, name)| *name).collect();
        names.sort_by_key(|name| Reverse(name.len()));
        Regex::new(&format!(r"(?i)\b(?:{})\b", names.join("|"))).ok()
    });
    // "Washington Street" and "Delaware Avenue" name no state.
    const NOT_AFTER: &[&str] =
        &["street", "st.", "st", "avenue", "ave", "road", "rd", "drive", "county", "park", "university"];
    let named = NAME.as_ref().into_iter().flat_map(|pattern| pattern.find_iter(line)).filter_map(|found| {
        let next = line.get(found.end()..)?.split_whitespace().next().unwrap_or("").to_lowercase();
        let next = next.trim_end_matches([',', ';']);
        let is_capital_city = found.as_str().eq_ignore_ascii_case("Washington")
            && line
                .get(found.end()..)?
                .trim_start_matches([',', ' '])
                .to_lowercase()
                .replace('.', "")
                .starts_with("dc");
        (!NOT_AFTER.contains(&next) && !is_capital_city).then(|| state_code(found.as_str())).flatten()
    });
    let zip = ZIP
        .as_ref()
        .into_iter()
        .flat_map(|pattern| pattern.captures_iter(line))
        .filter_map(|c| state_code(c.get(1)?.as_str()));
    let cited =
        Grammar::built_in().find(line).into_iter().filter_map(|f| state_code(&f.citation.jurisdiction));
    named.chain(zip).chain(cited).collect()
}

pub(super) fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().collect::<String>() + chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        assert_eq!(from_name("new-alder-nh_2024_minutes"), (Some("New Alder".into()), Some("NH")));
        assert_eq!(from_name("pine-twp-mi_fees"), (Some("Pine".into()), Some("MI")));
        assert_eq!(from_name("go-or_die"), (Some("Go".into()), Some("OR")));
        assert_eq!(from_name("minutes-2024"), (None, None));
        let of = |text: &str| Origin::of(text.lines(), 20);
        for (text, town, state) in [
            ("Town of Alder, New Hampshire", Some("Alder"), Some("NH")),
            ("CITY OF PINE RIDGE\nMI 48642", Some("Pine Ridge"), Some("MI")),
            ("BIRCH TOWNSHIP BOARD", Some("Birch"), None),
            ("Town of Birch. Adopted 17 July 2023. In effect now.", Some("Birch"), None),
            ("Town of St. Alder", Some("St Alder"), None),
            ("Oaks at Lake Homeowners Association", Some("Oaks at Lake Homeowners Association"), None),
            ("12 Washington Street", None, None),
            ("Washington, D.C. 20250\nWashington DC", None, None),
            ("Elm, West Virginia", None, Some("WV")),
            ("TOWN OF ELM POLICY ON LEAVE\nTown of Elm Policy", Some("Elm"), None),
            ("Annual Town Meeting\nOpen Town Meeting\nElm Town Meeting", Some("Elm"), None),
        ] {
            let got = of(text);
            assert_eq!((got.town.as_deref(), got.state), (town, state), "{text:?}");
        }
    }

    #[test]
    fn the_whole_paper_votes() {
        // The town of a letter's author, of a neighbour, of the town's property.
        let body = "Alder's Zoning Map\nthe Town of Alder Police\nTown of Birch\nthe Town of Alder may\nA letter from Ocala, Florida\nas RSA 31:95 has it\nunder RSA 91-A:2\nNew Hampshire law\n";
        let got = Origin::of(body.lines(), 0);
        assert_eq!((got.town.as_deref(), got.state), (Some("Alder"), Some("NH")));
        // One vote is not enough, and of two equally named states neither wins.
        assert_eq!(Origin::of("the Town of Birch".lines(), 0), Origin::default());
        let two = "Maine\nMaine\nVermont\nVermont";
        assert_eq!(Origin::of(two.lines(), 0).state, None);
    }

    #[test]
    fn names_without_end_take_no_time_without_end() {
        let word = |n: usize| -> String {
            let letter = |n: usize| char::from(b'a' + u8::try_from(n % 26).unwrap());
            format!("Q{}{}{}{}", letter(n), letter(n / 26), letter(n / 676), letter(n / 17_576))
        };
        let line: Vec<String> = (0..200_000).map(|n| format!("Town of {} x", word(n))).collect();
        let text = format!("Town of Alder\n{}\nTown of Alder", line.join(" "));
        assert_eq!(Origin::of(text.lines(), 1).town.as_deref(), Some("Alder"));
    }

    #[test]
    fn states_of_names() {
        assert_eq!(state_code("us-nh"), Some("NH"));
        assert_eq!(state_code("vermont"), Some("VT"));
    }
}
