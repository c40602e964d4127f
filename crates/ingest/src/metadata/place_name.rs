//! The parts of a place's name, to tell another spelling from another place.

use std::collections::BTreeSet;

/// Words that say that a place is an association of owners or neighbors.
const ASSOCIATION: [&str; 6] = ["hoa", "poa", "coa", "association", "assoc", "assn"];
/// Words for kinds of associations and of settlements, which name no place by themselves.
const KINDS: [&str; 24] = [
    "homeowners",
    "homeowner",
    "home",
    "owners",
    "property",
    "condominium",
    "condominiums",
    "community",
    "townhomes",
    "townhome",
    "townhouses",
    "civic",
    "neighborhood",
    "improvement",
    "inc",
    "of",
    "at",
    "on",
    "the",
    "and",
    "town",
    "township",
    "village",
    "district",
];
/// Words for the services of districts, those of one service in one row.
const SERVICES: [&[&str]; 6] = [
    &["park", "parks", "recreation"],
    &["water"],
    &["sewer", "sanitary"],
    &["school", "schools", "unified", "regional"],
    &["fire", "protection"],
    &["library", "public"],
];

/// The parts of a place's name. They are equal for spellings of one association, such as Pine Ridge HOA and Pine Ridge
/// Homeowners Association.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PlaceName {
    is_association: bool,
    services: BTreeSet<usize>,
    /// The words that are no kinds, in lower case.
    own: BTreeSet<String>,
}

impl PlaceName {
    pub(crate) fn of(place: &str) -> Self {
        let mut name = Self { is_association: false, services: BTreeSet::new(), own: BTreeSet::new() };
        let words = place.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
        for word in words.filter(|w| !w.is_empty()) {
            if ASSOCIATION.contains(&word.as_str()) {
                name.is_association = true;
            } else if let Some(service) = SERVICES.iter().position(|words| words.contains(&word.as_str())) {
                name.services.insert(service);
            } else if !KINDS.contains(&word.as_str()) {
                name.own.insert(word);
            }
        }
        name
    }

    /// Returns true for an association, and for a district or other place of a service.
    pub(crate) fn has_kind(&self) -> bool {
        self.is_association || !self.services.is_empty()
    }

    /// Returns true for an association that is named, and not only called by its kind ("Homeowners Association").
    pub(crate) fn is_named_association(&self) -> bool {
        self.is_association && !self.own.is_empty()
    }
}

/// True if a paper's heading names another place than its folder. Another spelling (Pine Ridge Estates Homeowners
/// Association under `pine-ridge-hoa-vt`) and an association within the place are no other place; another town, a
/// district with another service, and a town's paper in an association's folder are.
pub(super) fn is_another(heading: &str, folder: &str) -> bool {
    let (heading, folder) = (PlaceName::of(heading), PlaceName::of(folder));
    if heading.own.is_empty() {
        return false;
    }
    if !heading.services.is_empty()
        && !folder.services.is_empty()
        && heading.services.is_disjoint(&folder.services)
    {
        return true;
    }
    match (heading.is_association, folder.is_association) {
        (true, true) => heading.own.is_disjoint(&folder.own),
        (true, false) => false,
        (false, true) => true,
        (false, false) => !heading.own.is_subset(&folder.own) && !folder.own.is_subset(&heading.own),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_other_places() {
        for (heading, folder, another) in [
            ("Pine Ridge Estates Homeowners Association", "Pine Ridge HOA", false),
            ("Lake Alder Community Association", "Lake Alder Springfield", false),
            ("Colony Lofts Condominium Association", "Colony At Elm", false),
            ("Shops Condominium Association", "Colony At Elm", false),
            ("Oak Hill HOA", "Pine Ridge HOA", true),
            ("Alder Recreation And Park District", "Alder Park District", false),
            ("Alder Recreation", "Alder Park District", false),
            ("Alder Water District", "Alder Park District", true),
            ("District", "Alder", false),
            ("Alder", "Alder", false),
            ("Birch", "Alder", true),
            ("New Birch", "New Alder", true),
            ("Alder", "Pine Ridge HOA", true),
            ("Pine Ridge", "Pine Ridge HOA", true),
        ] {
            assert_eq!(is_another(heading, folder), another, "{heading} under {folder}");
        }
    }
}
