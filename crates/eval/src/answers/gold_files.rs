//! Resolution of a question file's names to sources of an archive.

use std::collections::{BTreeMap, BTreeSet};

use twolane_archive::SourceSummary;

use super::case::{AnswerCase, Gold};

/// Sources by their names in a question file. A name stands for every source with a path that ends with the
/// name or is the end of the name.
#[derive(Debug, Clone, Default)]
pub struct GoldFiles {
    sources: BTreeMap<String, BTreeSet<String>>,
}

impl GoldFiles {
    /// Looks up every name in the cases.
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

    /// Builds a map from names and their sources.
    #[cfg(test)]
    pub fn named(sources: &[(&str, &str)]) -> Self {
        let of = |(name, id): &(&str, &str)| ((*name).to_owned(), BTreeSet::from([(*id).to_owned()]));
        GoldFiles { sources: sources.iter().map(of).collect() }
    }

    /// Returns the ids of the sources with this name.
    pub fn of(&self, name: &str) -> impl Iterator<Item = &str> {
        self.sources.get(name).into_iter().flatten().map(String::as_str)
    }

    /// Returns true if a name refers to this source.
    pub fn is(&self, id: &str, name: &str) -> bool {
        self.sources.get(name).is_some_and(|ids| ids.contains(id))
    }

    /// Returns the names without a source in the archive.
    pub fn missing(&self) -> Vec<String> {
        self.sources.iter().filter(|(_, ids)| ids.is_empty()).map(|(name, _)| name.clone()).collect()
    }
}

fn is_same(path: &str, name: &str) -> bool {
    // The text after `#` names a part of a file.
    let path = path.split('#').next().unwrap_or(path).replace('\\', "/");
    let name = name.replace('\\', "/");
    let name = name.trim_start_matches("./");
    let ends = |long: &str, short: &str| {
        !short.is_empty()
            && long.strip_suffix(short).is_some_and(|head| head.is_empty() || head.ends_with('/'))
    };
    ends(&path, name) || ends(name, &path)
}

/// Returns true for the title of a section of law with this citation: the citation, then its heading.
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
