//! Collects all sections of a code from all its documents.

use std::collections::{BTreeMap, HashMap};

use crate::{Document, PageStatus};
use twolane_law::structure::label_run;
use twolane_law::{SectionStatus, StatuteSection};

use super::find::find;
use super::located::LocatedSection;
use super::natural::natural_order;
use super::options::StatuteOptions;

/// The sections of a code, and remarks on how they were read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Statutes {
    /// The sections in natural order of their citations, each once; a proposed text follows the section that
    /// it would change.
    pub sections: Vec<StatuteSection>,
    /// The sections left out, doubted or merged.
    pub problems: Vec<String>,
}

/// Collects the sections of documents that were read from the files of one code. The result does not depend
/// on the documents' order.
///
/// A section may occur twice. If both say the same, one is kept. Records of different parts of a section
/// (`RSA 4:45, II` and `RSA 4:45, III`) become one section. Of two texts, a whole section is preferred to a
/// part, and law to a stub and a stub to a bare heading. Then the later effective date decides, then the
/// larger number of words. The other text is reported as a problem.
pub fn sections_of(documents: &[Document], options: &StatuteOptions) -> Statutes {
    let mut out = Statutes::default();
    let mut groups: BTreeMap<(String, bool), Vec<LocatedSection>> = BTreeMap::new();
    let mut places: HashMap<&str, &[String]> = HashMap::new();
    let mut notes_left_out = 0_usize;
    for document in documents {
        if let Some(marks) = &document.law {
            places.extend(marks.parts.iter().map(|p| (p.number.as_str(), p.hierarchy.as_slice())));
        }
        let found = find(document, options);
        let name = document.title.as_deref().unwrap_or("a document without title");
        for page in &document.pages {
            if let PageStatus::Unread { reason } = &page.status {
                out.problems.push(format!("{name:?}: {reason}"));
            }
        }
        let has_text = document.pages.iter().any(|p| !p.lines.is_empty());
        let is_contents = document.law.as_ref().is_some_and(|l| !l.parts.is_empty());
        if found.sections.is_empty() && has_text && !is_contents {
            out.problems.push(format!("{name:?} holds no section that could be told"));
        }
        out.problems.extend(found.problems);
        notes_left_out += found.notes_left_out;
        for section in found.sections {
            let proposed = section.section.status == SectionStatus::Proposed;
            groups.entry((section.section.citation.clone(), proposed)).or_default().push(section);
        }
    }
    for ((citation, _), group) in groups {
        out.sections.extend(one(&citation, group, &mut out.problems));
    }
    for section in &mut out.sections {
        let number = section.citation.split_whitespace().last().unwrap_or("");
        if section.hierarchy.is_empty()
            && let Some(hierarchy) = places.get(number)
        {
            section.hierarchy = hierarchy.to_vec();
        }
    }
    out.sections.sort_by(|a, b| {
        let proposed = |s: &StatuteSection| s.status == SectionStatus::Proposed;
        natural_order(&a.citation, &b.citation).then(proposed(a).cmp(&proposed(b)))
    });
    out.problems.sort();
    out.problems.dedup();
    if notes_left_out > 0 {
        let what =
            "notes of the publisher (amendments, cross-references, decisions) are no part of the sections";
        out.problems.insert(0, format!("{notes_left_out} {what} and were left out"));
    }
    out
}

/// Reduces all sections under one citation to one section.
fn one(citation: &str, mut group: Vec<LocatedSection>, problems: &mut Vec<String>) -> Option<StatuteSection> {
    group.sort_by(|a, b| rank(b).cmp(&rank(a)).then_with(|| key(a).cmp(&key(b))));
    let mut group = group.into_iter();
    let mut kept = group.next()?;
    let mut parts = vec![(kept.part.clone(), kept.section.units.clone())];
    for other in group {
        if other.section.heading.len() > kept.section.heading.len() && kept.section.heading.is_empty() {
            kept.section.heading.clone_from(&other.section.heading);
        }
        let differs = |a: &str, b: &str| !a.is_empty() && !b.is_empty() && a != b;
        if kept.section.units.is_empty()
            && other.section.units.is_empty()
            && differs(&kept.section.heading, &other.section.heading)
        {
            problems.push(format!(
                "{citation} stands there twice without text; the heading {:?} was kept, not {:?}",
                kept.section.heading, other.section.heading
            ));
        }
        if other.section.units.iter().all(|u| kept.section.units.contains(u)) {
            continue;
        }
        let apart = !kept.part.is_empty()
            && !other.part.is_empty()
            && !parts.iter().any(|(_, units)| overlap(units, &other.section.units));
        if apart {
            kept.section.links.extend(other.section.links.iter().cloned());
            parts.push((other.part, other.section.units));
        } else {
            let what =
                if other.part.is_empty() { String::new() } else { format!(", {}", other.part.concat()) };
            problems.push(format!(
                "{citation}{what} stands there twice with different words; the text from {} was kept, not the one from {}",
                kept.section.source.as_deref().unwrap_or("the first"),
                other.section.source.as_deref().unwrap_or("the other"),
            ));
        }
    }
    if parts.len() > 1 {
        parts.sort_by_key(|(path, _)| path.iter().map(|l| place(l)).collect::<Vec<_>>());
        kept.section.units = parts.into_iter().flat_map(|(_, units)| units).collect();
        kept.section.links.sort();
        kept.section.links.dedup();
    }
    Some(kept.section)
}

/// Returns the rank of a section; more is better.
fn rank(located: &LocatedSection) -> (bool, u8, String, usize) {
    let section = &located.section;
    let standing = match section.status {
        SectionStatus::InForce | SectionStatus::Proposed => 2,
        SectionStatus::Repealed | SectionStatus::Reserved => 1,
        SectionStatus::HeadingOnly => 0,
    };
    let words = section.units.iter().map(|u| u.text.split_whitespace().count()).sum();
    let whole = located.part.is_empty() && !section.units.is_empty();
    (whole, standing, section.effective.clone().unwrap_or_default(), words)
}

/// Returns a key that breaks ties of rank independently of the documents' order.
fn key(located: &LocatedSection) -> (String, String, String) {
    let section = &located.section;
    let text = section.units.iter().map(|u| u.text.as_str()).collect::<Vec<_>>().join(" ");
    (
        located.part.concat(),
        format!("{text}\n{}", section.heading),
        section.source.clone().unwrap_or_default(),
    )
}

/// Returns true when a labelled paragraph occurs in both.
fn overlap(a: &[twolane_law::Unit], b: &[twolane_law::Unit]) -> bool {
    a.iter().any(|x| b.iter().any(|y| x.path == y.path))
}

/// Returns the sort key of a printed label: its value as an upper-case Roman numeral, else as a letter, else
/// as a lower-case Roman numeral.
fn place(label: &str) -> (u32, u32, String) {
    use twolane_law::structure::Numbering::{LowerLetter, LowerRoman, UpperRoman};
    let dotted = if label.starts_with('(') { label.to_owned() } else { format!("{label}.") };
    let run = label_run(&dotted);
    let readings = run.first().map(|l| l.readings.as_slice()).unwrap_or_default();
    let by = |wanted: &[_]| readings.iter().find(|r| wanted.contains(&r.style.numbering));
    let reading =
        by(&[UpperRoman]).or_else(|| by(&[LowerLetter])).or_else(|| by(&[LowerRoman])).or(readings.first());
    reading.map_or((u32::MAX, 0, label.to_owned()), |r| (r.first.value, r.first.inserted, label.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{ReadOptions, read};

    fn of(texts: &[(&str, &str)]) -> Statutes {
        let options = ReadOptions { proposed: true, ..ReadOptions::default() };
        let documents: Vec<Document> =
            texts.iter().flat_map(|(text, name)| read(text.as_bytes(), name, &options).unwrap()).collect();
        let forwards = sections_of(&documents, &StatuteOptions::default());
        let backwards: Vec<Document> = documents.into_iter().rev().collect();
        assert_eq!(forwards, sections_of(&backwards, &StatuteOptions::default()));
        forwards
    }

    #[test]
    fn parts_doubles_and_proposals() {
        let jsonl = concat!(
            r#"{"citation":"RSA 90:10","heading":"Ten.","text":"Tenth."}"#,
            "\n",
            r#"{"citation":"RSA 90:9, III","heading":"Nine.","text":"III. Three."}"#,
            "\n",
            r#"{"citation":"RSA 90:9, I","heading":"Nine.","text":"I. One.","proposed_text":"I. Another."}"#,
            "\n",
            r#"{"citation":"RSA 90:10","heading":"Ten.","text":"Tenth, longer."}"#,
            "\n",
            r#"{"citation":"RSA 90:10","heading":"Ten."}"#,
            "\n",
        );
        let got = of(&[(jsonl, "a.jsonl")]);
        let shown: Vec<(&str, SectionStatus, String)> = got
            .sections
            .iter()
            .map(|s| {
                let units: Vec<String> =
                    s.units.iter().map(|u| format!("{}:{}", u.path.concat(), u.text)).collect();
                (s.citation.as_str(), s.status, units.join("|"))
            })
            .collect();
        assert_eq!(
            shown,
            [
                ("RSA 90:9", SectionStatus::InForce, "I:I. One.|III:III. Three.".to_owned()),
                ("RSA 90:9", SectionStatus::Proposed, "I:I. Another.".to_owned()),
                ("RSA 90:10", SectionStatus::InForce, ":Tenth, longer.".to_owned()),
            ]
        );
        assert_eq!(got.problems.len(), 1, "{:?}", got.problems);
    }

    #[test]
    fn places_come_from_the_table_of_contents() {
        let index = "<container containing-doc='D.C. Code'><prefix>Title</prefix><num>90</num><heading>Water.</heading><include href='./90-1.xml'/></container>";
        let section = "<section containing-doc='D.C. Code'><num>90-1</num><heading>Wells.</heading><reason>Repealed</reason><text>Repealed.</text></section>";
        let got = of(&[(section, "90-1.xml"), (index, "index.xml")]);
        assert_eq!(got.sections[0].hierarchy, ["Title 90 Water"]);
        assert_eq!(got.sections[0].status, SectionStatus::Repealed);
        assert!(got.problems.is_empty(), "{:?}", got.problems);
    }
}
