//! A section of a code of law with its structure (SPEC ING-10).

use serde::{Deserialize, Serialize};

/// How a section stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SectionStatus {
    /// Law, as far as the edition knows.
    #[default]
    InForce,
    /// Struck; what is left is a heading or a note that says so.
    Repealed,
    /// A number kept free, or moved elsewhere.
    Reserved,
    /// What a bill would have it say. Never given as law in force.
    Proposed,
    /// Only number and heading are known here.
    HeadingOnly,
}

impl SectionStatus {
    /// Reads [`words`](Self::words).
    pub fn of_words(words: &str) -> Option<Self> {
        use SectionStatus::{HeadingOnly, InForce, Proposed, Repealed, Reserved};
        [InForce, Repealed, Reserved, Proposed, HeadingOnly].into_iter().find(|s| s.words() == words)
    }

    /// Words for people, as `section show` and the archive's `status` field have them.
    pub fn words(self) -> &'static str {
        match self {
            SectionStatus::InForce => "in force",
            SectionStatus::Repealed => "repealed",
            SectionStatus::Reserved => "reserved",
            SectionStatus::Proposed => "proposed",
            SectionStatus::HeadingOnly => "heading only",
        }
    }
}

/// A piece of a section that can be addressed: the section's opening words, a paragraph, a
/// subparagraph.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unit {
    /// Labels from the section down, as an address has them (`["II", "(c)"]`); empty for text that stands
    /// before the first label or after the last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// The words as printed, the labels before them included (`II. (a) The board shall`), white
    /// space single.
    pub text: String,
}

/// One section of a code, an edition of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct StatuteSection {
    /// Normal form of its citation (`RSA 91-A:3`).
    pub citation: String,
    /// Heading without the number; empty when there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub heading: String,
    /// Names of what it stands in, outermost first (`Title VI Public Officers`, `Chapter 91-A ...`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hierarchy: Vec<String>,
    /// Its text in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Unit>,
    /// Source note: the acts that made and changed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<String>,
    /// How it stands.
    #[serde(default)]
    pub status: SectionStatus,
    /// Day from which this text holds, ISO 8601, where the source says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effective: Option<String>,
    /// Where the text was taken from, as its source names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Citations that the source itself marks as links, in normal form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<String>,
}

impl StatuteSection {
    /// Address of a unit: `RSA 91-A:3, II(c)` in a code that numbers its paragraphs in Roman
    /// numerals, `MCL 15.263(1)(a)` in one that puts all labels in brackets.
    pub fn address(&self, path: &[String]) -> String {
        let mut out = self.citation.clone();
        for label in path {
            // `MCL 15.9(1)(a)`, but `Section 4, I, A`: labels without brackets would run together.
            if !label.starts_with('(') {
                out.push_str(", ");
            }
            out.push_str(label);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        let address = |citation: &str, path: &[&str]| {
            let section = StatuteSection { citation: citation.into(), ..StatuteSection::default() };
            section.address(&path.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(address("RSA 31-B:3", &["II", "(c)"]), "RSA 31-B:3, II(c)");
        assert_eq!(address("MCL 15.9", &["(1)", "(a)"]), "MCL 15.9(1)(a)");
        assert_eq!(address("MCL 15.9", &[]), "MCL 15.9");
        assert_eq!(address("Section 4", &["I", "A", "(1)"]), "Section 4, I, A(1)");
    }
}
