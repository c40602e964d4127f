//! A section of a code of law with its structure (SPEC ING-10).

use serde::{Deserialize, Serialize};

/// Status of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SectionStatus {
    /// In force, according to the edition.
    #[default]
    InForce,
    /// Repealed; only a heading or a note about it remains.
    Repealed,
    /// A number that is reserved, or that was moved elsewhere.
    Reserved,
    /// Text proposed by a bill. Never presented as law in force.
    Proposed,
    /// A section with a known number and heading but without text.
    HeadingOnly,
}

impl SectionStatus {
    /// Parses the output of [`words`](Self::words).
    pub fn of_words(words: &str) -> Option<Self> {
        use SectionStatus::{HeadingOnly, InForce, Proposed, Repealed, Reserved};
        [InForce, Repealed, Reserved, Proposed, HeadingOnly].into_iter().find(|s| s.words() == words)
    }

    /// Returns words for display, as in `section show` and the archive's `status` field.
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

/// An addressable piece of a section: its opening words, a paragraph, a subparagraph.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unit {
    /// Labels from the section down, as in an address (`["II", "(c)"]`); empty for text before the first
    /// label or after the last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// The words as printed, including the preceding labels (`II. (a) The board shall`), with single white
    /// space.
    pub text: String,
}

/// One section in an edition of a code.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct StatuteSection {
    /// Normal form of its citation (`RSA 91-A:3`).
    pub citation: String,
    /// Heading without the number; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub heading: String,
    /// Names of the enclosing parts, outermost first (`Title VI Public Officers`, `Chapter 91-A ...`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hierarchy: Vec<String>,
    /// Text of the section in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Unit>,
    /// Source note: the acts that created and changed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<String>,
    /// Status of the section.
    #[serde(default)]
    pub status: SectionStatus,
    /// First day on which this text applies, ISO 8601, if the source states it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effective: Option<String>,
    /// Origin of the text, as named by its source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Citations that the source itself marks as links, in normal form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<String>,
}

impl StatuteSection {
    /// Returns the address of a unit: `RSA 91-A:3, II(c)` in a code with Roman numerals for paragraphs, `MCL
    /// 15.263(1)(a)` in one with brackets around all labels.
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
