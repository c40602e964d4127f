//! Which sources of an archive a question file's names mean.

use std::collections::{BTreeMap, BTreeSet};

use crate::archive::SourceSummary;

use super::case::{AnswerCase, Gold};

/// Sources by the names that a question file gives them: a name means every source one of whose
/// paths ends with it, or is the end of it.
#[derive(Debug, Clone, Default)]
pub struct GoldFiles {
    sources: BTreeMap<String, BTreeSet<String>>,
}

impl GoldFiles {
    /// Looks every name of the cases up.
    pub fn new(cases: &[AnswerCase], sources: &[SourceSummary]) -> Self {
        let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let of_gold = |gold: &'_ Gold| (gold.name().to_owned(), gold.citation.is_some());
        let names = cases.iter().flat_map(|c| {
            c.gold.iter().map(of_gold).chain(c.within.iter().map(|name| (name.clone(), false)))
        });
        for (name, is_citation) in names {
            let name = name.as_str();
            if found.contains_key(name) {
                continue;
            }
            let is_named = |s: &&SourceSummary| {
                if is_citation {
                    is_section(&s.title, name)
                } else {
                    s.paths.iter().any(|path| is_same(path, name))
                }
            };
            let ids = sources.iter().filter(is_named).map(|s| s.id.0.clone()).collect();
            found.insert(name.to_owned(), ids);
        }
        GoldFiles { sources: found }
    }

    /// Names with the source of each.
    #[cfg(test)]
    pub fn named(sources: &[(&str, &str)]) -> Self {
        let of = |(name, id): &(&str, &str)| ((*name).to_owned(), BTreeSet::from([(*id).to_owned()]));
        GoldFiles { sources: sources.iter().map(of).collect() }
    }

    /// Ids of the sources that a name means.
    pub fn of(&self, name: &str) -> impl Iterator<Item = &str> {
        self.sources.get(name).into_iter().flatten().map(String::as_str)
    }

    /// True when a source is what a name means.
    pub fn is(&self, id: &str, name: &str) -> bool {
        self.sources.get(name).is_some_and(|ids| ids.contains(id))
    }

    /// Names that no source of the archive has.
    pub fn missing(&self) -> Vec<String> {
        self.sources.iter().filter(|(_, ids)| ids.is_empty()).map(|(name, _)| name.clone()).collect()
    }
}

fn is_same(path: &str, name: &str) -> bool {
    // Behind `#` stands a part of a file.
    let path = path.split('#').next().unwrap_or(path).replace('\\', "/");
    let name = name.replace('\\', "/");
    let name = name.trim_start_matches("./");
    let ends = |long: &str, short: &str| {
        !short.is_empty()
            && long.strip_suffix(short).is_some_and(|head| head.is_empty() || head.ends_with('/'))
    };
    ends(&path, name) || ends(name, &path)
}

/// True for the title of a section of law with this citation: the citation, then its heading.
fn is_section(title: &str, citation: &str) -> bool {
    citation.contains(' ')
        && title.strip_prefix(citation).is_some_and(|heading| heading.is_empty() || heading.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::{is_same, is_section};

    #[test]
    fn a_section_by_its_citation() {
        for (title, citation, expected) in [
            ("RSA 901:3 Fees", "RSA 901:3", true),
            ("RSA 901:3", "RSA 901:3", true),
            ("RSA 901:31 Bells", "RSA 901:3", false),
            ("Fees of 2025", "Fees", false),
        ] {
            assert_eq!(is_section(title, citation), expected, "{title} {citation}");
        }
    }

    #[test]
    fn a_path_that_ends_with_the_name() {
        for (path, name, expected) in [
            ("/data/town/a.pdf", "town/a.pdf", true),
            ("town/a.pdf", "/data/town/a.pdf", true),
            ("/data/town/a.pdf", "a.pdf", true),
            ("/data/town/aa.pdf", "a.pdf", false),
            ("/data/town/a.jsonl#12", "town/a.jsonl", true),
            ("C:\\data\\town\\a.pdf", "town/a.pdf", true),
            ("/data/town/a.pdf", "", false),
        ] {
            assert_eq!(is_same(path, name), expected, "{path} {name}");
        }
    }
}
