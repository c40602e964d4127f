//! The present archive, and the answer's claims about its question. Slots of the program's own wording are looked up
//! here. Each part of the catalogue is read once, when a slot first needs it.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};

use crate::check::audit::{AuditWords, says_part};
use crate::check::verify::fold;
use crate::draft::wording;
use crate::error::AskError;
use crate::find::gap_search::{NO_LANE_SEARCHED, lanes_searched, unread};
use crate::find::law::{is_proposed, pack_words};
use crate::find::source_status::is_secondary;
use crate::language::rules::Rules;
use crate::options::VerifyOptions;
use twolane_archive::{Archive, Editions, Facet, SourceSummary, terms};
use twolane_law::Grammar;
use twolane_retrieve::{PackNote, Vocabulary};
use twolane_text::{Filled, Frame, LineFlags, Locator};

use super::claimed::Claimed;

/// Most words of a place's name.
const PLACE_WORDS: usize = 5;

/// Relation of a text to the program's own wording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// One of the program's own sentences, with true values in its slots.
    Own,
    /// The words of such a sentence, with a false value; holds the reason.
    False(String),
    /// No sentence of the program's own.
    Other,
}

/// The archive, with the claims of an answer.
pub struct World<'a> {
    pub archive: &'a Archive,
    vocabulary: &'a Vocabulary,
    pub claimed: Claimed,
    sources: OnceCell<Vec<SourceSummary>>,
    by_id: OnceCell<HashMap<String, usize>>,
    packs: OnceCell<Vec<PackNote>>,
    facets: OnceCell<Vec<Facet>>,
    named: OnceCell<BTreeSet<String>>,
    names: OnceCell<HashSet<String>>,
    asked: Vec<String>,
    asked_terms: HashSet<String>,
}

impl<'a> World<'a> {
    /// Builds a world without reading the archive yet.
    pub fn of(archive: &'a Archive, vocabulary: &'a Vocabulary, claimed: Claimed) -> Self {
        let asked = words(&claimed.question);
        let asked_terms = terms(&claimed.question).into_iter().collect();
        World {
            archive,
            vocabulary,
            claimed,
            sources: OnceCell::new(),
            by_id: OnceCell::new(),
            packs: OnceCell::new(),
            facets: OnceCell::new(),
            named: OnceCell::new(),
            names: OnceCell::new(),
            asked,
            asked_terms,
        }
    }

    /// Sets the archive's sources, which the caller has read already.
    pub fn with_sources(mut self, sources: Vec<SourceSummary>) -> Self {
        self.sources = OnceCell::from(sources);
        self
    }

    /// Reads everything that is looked up. Without this call, unreadable data counts as missing, and supports nothing.
    ///
    /// # Errors
    /// Returns the errors of reading the archive.
    pub fn read(&self) -> Result<(), AskError> {
        let _ = self.sources.set(self.archive.sources()?);
        let _ = self.packs.set(notes_of(self.archive)?);
        let _ = self.facets.set(self.archive.facets()?);
        Ok(())
    }

    /// Returns all sources of the archive.
    pub fn sources(&self) -> &[SourceSummary] {
        self.sources.get_or_init(|| self.archive.sources().unwrap_or_default())
    }

    /// Returns the notes of its packs.
    pub fn packs(&self) -> &[PackNote] {
        self.packs.get_or_init(|| notes_of(self.archive).unwrap_or_default())
    }

    fn facets(&self) -> &[Facet] {
        self.facets.get_or_init(|| self.archive.facets().unwrap_or_default())
    }

    /// Returns true when a source that the answer lists is in the state lane.
    pub fn cites_state(&self) -> bool {
        self.claimed.listed.iter().any(|id| self.summary(id).is_some_and(|s| s.meta.lane == "state"))
    }

    /// Returns true for a field that a clarifying question may ask for: a field of the rules, words of the question, or
    /// words of the archive.
    pub fn is_open_field(&self, text: &str) -> bool {
        const OWN: &[&str] = &["question", "words", "date", "subject", "town", "board", "state"];
        let ruled = Rules::built_in().field.iter().any(|f| f.name == text);
        OWN.contains(&text) || ruled || self.is_query(text) || self.is_of_archive(text)
    }

    /// Returns true for a section that the question names.
    pub fn names(&self, citation: &str) -> bool {
        self.named().contains(citation)
    }

    pub fn summary(&self, id: &str) -> Option<&SourceSummary> {
        let by_id = || self.sources().iter().enumerate().map(|(i, s)| (s.id.0.clone(), i)).collect();
        self.by_id.get_or_init(by_id).get(id).and_then(|i| self.sources().get(*i))
    }

    /// Returns true when a text's words occur in the question, in the same order: the text then adds nothing.
    pub fn was_asked(&self, text: &str) -> bool {
        let mut asked = self.asked.iter();
        let own = words(text);
        !own.is_empty() && own.iter().all(|word| asked.any(|a| a == word))
    }

    /// Checks that a text is a chain of the program's own sentences from these frames; otherwise returns the reason.
    pub fn own_wording(&self, text: &str, frames: &[Frame]) -> Result<(), String> {
        match self.reading(text, frames) {
            Reading::Own => Ok(()),
            Reading::False(why) => Err(why),
            Reading::Other => {
                Err("no sentence of the program's own, and no quote of its own says it".to_owned())
            }
        }
    }

    /// Classifies a text, if these frames are the program's own.
    pub fn reading(&self, text: &str, frames: &[Frame]) -> Reading {
        let mut why = None;
        let mut holds = |frame: Frame, filled: &[Filled<'_>]| {
            if let Err(problem) = self.may_stand(frame) {
                why = Some(problem.to_owned());
                return false;
            }
            let wrong = filled.iter().find(|(name, value)| !self.slot(name, value));
            if let Some((name, value)) = wrong {
                why = Some(format!("“{value}” is not confirmed as {}", name.replace('_', " ")));
            }
            wrong.is_none()
        };
        if wording::reads_as(text, frames, &mut holds) {
            return Reading::Own;
        }
        why.map_or(Reading::Other, Reading::False)
    }

    /// Classifies a text that an answer calls missing: words of the question, a field that stayed open, or a need in
    /// the program's own words.
    pub fn need(&self, text: &str, stayed_open: bool) -> Reading {
        if self.was_asked(text) || (stayed_open && self.is_open_field(text)) {
            return Reading::Own;
        }
        self.reading(text, wording::NEEDS)
    }

    /// Checks the conditions under which the program uses a sentence.
    fn may_stand(&self, frame: Frame) -> Result<(), &'static str> {
        let claimed = &self.claimed;
        let holds = match frame {
            wording::PAGES_UNREAD | wording::UNREAD_MAY_HOLD | wording::READ_PAGES => {
                (unread(self.sources()).pages > 0, "every page of this archive was read")
            }
            wording::PROPOSED_LEFT_OUT => {
                (self.sources().iter().any(is_proposed), "no text of this archive is only proposed")
            }
            wording::MODEL_UNUSABLE | wording::STEPS_OUT_OF_CALLS | wording::STEPS_WITHOUT_MODEL => {
                (claimed.model, "no language model took part")
            }
            wording::TIMEOUT => (claimed.timed_out, "the question did not stay open"),
            wording::USERS_WORD
            | wording::USERS_TEXT_ALONE
            | wording::USERS_TEXT_AND_LAW
            | wording::USERS_TEXT_AND_RECORD => (claimed.users, "nothing is quoted from a text of the user"),
            wording::NOTHING_MATCHES | wording::NONE_ANSWERS => {
                (claimed.users_texts, "there is no text of the user")
            }
            wording::NO_PAPER | wording::NO_SENTENCE | wording::NEAREST => {
                (!claimed.answers, "this answer says that the papers do answer")
            }
            wording::NO_QUOTE => (!claimed.answers || claimed.users, "there are quotes"),
            wording::SPECIFIC
            | wording::PARTIAL
            | wording::READ
            | wording::NOT_CLEARLY_READ
            | wording::HARDLY_READ => (claimed.facts > 0, "there are no quotes"),
            wording::STATE_USED => (claimed.statewide, "nothing is quoted from the state lane"),
            wording::STATE_NOT_USED | wording::NO_STATUTE | wording::NO_STATUTE_OF => {
                (!claimed.statewide, "the state lane is quoted")
            }
            _ => (true, ""),
        };
        if holds.0 { Ok(()) } else { Err(holds.1) }
    }

    fn slot(&self, name: &str, value: &str) -> bool {
        match name {
            "asked" => self.was_asked(value),
            // A part of the question may be searched with its antecedent put before it.
            "query" => self.is_query(value),
            "words" => value.split(", ").all(|word| {
                let own = terms(word);
                !word.contains(char::is_whitespace)
                    && !own.is_empty()
                    && own.iter().all(|t| self.asked_terms.contains(t))
            }),
            "asked_words" => value.split(" or ").all(|word| {
                let bare = word.strip_prefix('“').and_then(|w| w.strip_suffix('”'));
                bare.is_some_and(|w| self.slot("words", w))
            }),
            "kind" => wording::KINDS.contains(&value),
            "titles" => value
                .strip_prefix('“')
                .and_then(|v| v.strip_suffix('”'))
                .is_some_and(|v| v.split("”, “").all(|title| self.is_second_hand(title))),
            "pack_words" => self.packs().iter().any(|p| pack_words(p) == value),
            "kept_place" => self.claimed.kept.iter().any(|k| k == value) && self.is_place(value),
            "kept_state" => {
                let known = |name: &str| name.eq_ignore_ascii_case(value);
                self.claimed.kept.iter().any(|k| k == value)
                    && self.vocabulary.jurisdictions.iter().any(|j| known(&j.name) || known(&j.code))
            }
            "only_place" => {
                let towns: BTreeSet<&str> = self.facets().iter().filter_map(|f| f.town.as_deref()).collect();
                towns.len() == 1 && towns.contains(value)
            }
            "newest_pack" => {
                newest(self.packs()).any(|p| wording::PACK.say(&[&p.title, &p.edition]) == value)
            }
            "figures_read" => value.split_once(wording::READ_AS).is_some_and(|(figures, date)| {
                self.claimed.question.contains(figures) && month_first(figures).as_deref() == Some(date)
            }),
            "pack" => self.packs().iter().any(|p| wording::PACK.say(&[&p.title, &p.edition]) == value),
            "state" => self.vocabulary.jurisdictions.iter().any(|j| j.name == value),
            "part" => says_part(AuditWords::built_in(), value, &self.claimed.quoted) == Some(false),
            "citation" => self.named().contains(value),
            "quoted_section" => {
                let quoted = &self.claimed.quoted;
                let found = Grammar::built_in().find(quoted);
                found.iter().any(|f| quoted.get(f.bytes.clone()) == Some(value))
            }
            "heading" => self.headings().contains(value),
            // The conditions of a question may leave fewer papers.
            "lanes" => {
                let lanes = value.strip_prefix("lanes ").into_iter().flat_map(|v| v.split(", "));
                lanes_searched(self.sources()) == value
                    || value == NO_LANE_SEARCHED
                    || (value.starts_with("lanes ")
                        && lanes.into_iter().all(|l| self.facets().iter().any(|f| f.lane == l)))
            }
            "sources" => {
                value.parse::<usize>().is_ok_and(|n| n <= self.sources().len() && n.to_string() == value)
            }
            "planted_title" => self.is_planted(value),
            "count" => VerifyOptions::default().min_quote_words.to_string() == value,
            "strays" => value
                .split(" and ")
                .all(|kind| ["a number", "a date", "a time", "a section", "a name"].contains(&kind)),
            "prompt" => self.own_wording(value, wording::PROMPTS).is_ok(),
            "noun" => !value.contains(char::is_whitespace) && self.was_asked(value),
            "field_prompt" => Rules::built_in().field.iter().any(|f| f.prompt == value),
            "place" => value.rsplit_once(", ").is_some_and(|(title, locator)| {
                locator.parse::<Locator>().is_ok() && self.sources().iter().any(|s| s.title == title)
            }),
            "condition" => self.is_of_archive(value),
            "no_vectors" => self.is_no_vectors(value),
            "lanes_here" => self.lists(value, |f| Some(f.lane.as_str())),
            "towns_here" => self.lists(value, |f| f.town.as_deref()),
            "states_here" => value.split(", ").all(|code| {
                value == "none" || self.facets().iter().any(|f| f.jurisdiction.as_deref() == Some(code))
            }),
            "town" => {
                let known = |f: &Facet| f.town.as_deref().is_some_and(|t| t.eq_ignore_ascii_case(value));
                value.split_whitespace().count() <= PLACE_WORDS
                    && (self.was_asked(value) || self.claimed.given.iter().any(|g| g == value))
                    && !self.facets().iter().any(known)
            }
            "scale" => ["min-max", "standard", "share of ceiling", "above background"].contains(&value),
            "figure" => {
                let bare = value.strip_prefix('-').unwrap_or(value);
                bare.len() <= 8 && bare.chars().all(|c| c.is_ascii_digit() || c == '.')
            }
            "why_lacking" => value == AuditWords::built_in().reason_missing(),
            "states" => value.split(", ").all(|code| self.vocabulary.jurisdiction(code).is_some()),
            "lane" => self.facets().iter().any(|f| f.lane == value),
            _ => false,
        }
    }

    fn is_second_hand(&self, title: &str) -> bool {
        self.sources()
            .iter()
            .any(|s| s.title == title && is_secondary(&s.meta) && self.claimed.cited.contains(&s.id.0))
    }

    /// Returns true for the title of a quoted paper with text that addresses a language model.
    fn is_planted(&self, title: &str) -> bool {
        let quoted =
            self.sources().iter().filter(|s| s.title == title && self.claimed.named.contains(&s.id.0));
        quoted.into_iter().any(|s| {
            self.archive.source(&s.id).is_ok_and(|source| {
                source.lines().iter().any(|line| line.flags.contains(LineFlags::INSTRUCTION))
            })
        })
    }

    /// Returns the sections that the question names.
    fn named(&self) -> &BTreeSet<String> {
        self.named.get_or_init(|| {
            let found = Grammar::built_in().find(&self.claimed.question);
            found
                .iter()
                .flat_map(|f| f.citation.keys().into_iter().chain([f.citation.text.clone()]))
                .collect()
        })
    }

    /// Returns the headings of these sections, as the installed packs have them.
    fn headings(&self) -> BTreeSet<String> {
        let mut headings = BTreeSet::new();
        for citation in self.named() {
            for entry in self.archive.sections(citation, &Editions::default()).unwrap_or_default() {
                headings.insert(entry.heading.trim_end_matches('.').to_owned());
                headings.insert(entry.heading);
            }
        }
        headings
    }

    /// Returns true for consecutive words of a chunk of the archive.
    pub fn is_of_archive(&self, text: &str) -> bool {
        let wanted = fold(text).to_lowercase();
        let Ok(within) = self.archive.select(&twolane_archive::Filter::default()) else { return false };
        let Ok(hits) = self.archive.lexical(text, &within, 20, &twolane_archive::LexicalOptions::default())
        else {
            return false;
        };
        let ids: Vec<_> = hits.iter().map(|h| h.chunk).collect();
        let chunks = self.archive.chunks(&ids).unwrap_or_default();
        chunks.iter().any(|c| fold(&c.record.text).to_lowercase().contains(&wanted))
    }

    fn is_no_vectors(&self, value: &str) -> bool {
        let Some(model) = self.archive.model() else {
            return matches!(value, "no embedding model is loaded" | "the archive holds no vectors");
        };
        let of = format!("the archive's vectors are of {model}, the model that is loaded is ");
        value == "no embedding model is loaded"
            || value.strip_prefix(&of).is_some_and(|other| !other.contains(char::is_whitespace))
    }

    fn lists<'f>(&'f self, value: &str, of: impl Fn(&'f Facet) -> Option<&'f str>) -> bool {
        let here: BTreeSet<&str> = self.facets().iter().filter_map(of).collect();
        if here.is_empty() {
            value == "none"
        } else {
            here.into_iter().collect::<Vec<_>>().join(", ") == value
        }
    }

    /// Returns true for a town, board, state or lane with papers in the archive.
    pub fn is_place(&self, text: &str) -> bool {
        self.facets().iter().any(|f| {
            let names = [f.town.as_deref(), f.board.as_deref(), f.jurisdiction.as_deref(), Some(&f.lane)];
            names.into_iter().flatten().any(|name| name.eq_ignore_ascii_case(text))
        })
    }

    /// Returns the words in the names of places, boards and lanes.
    pub(super) fn place_words(&self) -> &HashSet<String> {
        self.names.get_or_init(|| {
            let of = |f: &'_ Facet| {
                let names = [f.town.as_deref(), f.board.as_deref(), f.jurisdiction.as_deref(), Some(&f.lane)];
                names.into_iter().flatten().flat_map(words).collect::<Vec<_>>()
            };
            self.facets().iter().flat_map(of).collect()
        })
    }

    /// Returns true for words that a query may consist of: those of the question, of the vocabulary, and the names of
    /// places, boards and lanes.
    pub fn is_query(&self, text: &str) -> bool {
        let known = vocabulary_words();
        let names = self.place_words();
        let own = words(text);
        !own.is_empty()
            && own.iter().all(|w| {
                self.asked.contains(w)
                    || known.contains(w)
                    || names.contains(w)
                    || self.claimed.users_words.contains(w)
            })
    }
}

/// Returns the newest edition of each code with several editions.
pub fn newest(packs: &[PackNote]) -> impl Iterator<Item = &PackNote> {
    packs.iter().filter(|pack| {
        let mut others = packs.iter().filter(|p| p.name == pack.name && p.edition != pack.edition).peekable();
        others.peek().is_some() && others.all(|p| p.as_of <= pack.as_of)
    })
}

/// Spells out a date in figures whose month could be in either place, such as `3/4/2025`, with the month first.
pub fn month_first(figures: &str) -> Option<String> {
    let mut parts = figures.split('/');
    let (month, day, year) = (parts.next()?, parts.next()?, parts.next()?);
    let digits = |part: &str| part.len() <= 2 && part.bytes().all(|b| b.is_ascii_digit());
    let small = |part: &str| digits(part).then(|| part.parse::<i8>().ok()).flatten();
    let (month, day) = (small(month)?, small(day)?);
    let unsure = parts.next().is_none() && day <= 12 && month != day;
    let date = jiff::civil::Date::new(twolane_text::year_of(year)?, month, day).ok()?;
    unsure.then(|| date.strftime("%B %-d, %Y").to_string())
}

/// Returns the notes of the installed packs.
///
/// # Errors
/// Returns the errors of reading the archive.
pub fn notes_of(archive: &Archive) -> Result<Vec<PackNote>, AskError> {
    Ok(archive.packs()?.iter().map(|p| PackNote::of(&p.manifest)).collect())
}

/// Returns the words of the vocabulary from which queries are built.
fn vocabulary_words() -> &'static HashSet<String> {
    static WORDS: std::sync::LazyLock<HashSet<String>> = std::sync::LazyLock::new(|| {
        words(include_str!("../../../../../assets/retrieval.toml")).into_iter().collect()
    });
    &WORDS
}

/// Splits a text into words in lower case.
pub fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_whose_month_could_be_either_number() {
        for (figures, read) in [
            ("3/4/2025", Some("March 4, 2025")),
            ("12/1/1999", Some("December 1, 1999")),
            ("3/3/2025", None),
            ("3/14/2025", None),
            ("13/4/2025", None),
            ("3/4/25", None),
            ("3/4", None),
            ("3/4/2025/1", None),
            ("+3/4/2025", None),
            ("three/4/2025", None),
        ] {
            assert_eq!(month_first(figures).as_deref(), read, "{figures}");
        }
    }

    #[test]
    fn the_newest_of_several_editions() {
        let pack = |name: &str, edition: &str| PackNote {
            name: name.into(),
            title: name.into(),
            edition: edition.into(),
            as_of: format!("{edition}-01-01"),
            coverage: String::new(),
            limits: Vec::new(),
        };
        let packs = [pack("law", "2023"), pack("law", "2025"), pack("code", "2025"), pack("law", "2024")];
        let found: Vec<&str> = newest(&packs).map(|p| p.edition.as_str()).collect();
        assert_eq!(found, ["2025"], "of a code with one edition nothing is taken for granted");
        assert!(newest(&packs).all(|p| p.name == "law"));
    }
}
