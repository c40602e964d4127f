//! Citations and their normal forms.

use std::fmt;
use std::ops::Range;

use super::order::OrderKey;
use twolane_text::{roman_value, to_roman};

/// A citation in its normal form (`RSA 31-B:3, II(c)`, `Section 4.2`, `Article V`).
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Citation {
    /// Code of the form in the grammar (`rsa`, `mcl`, `section`, ...).
    pub code: String,
    /// Jurisdiction of the code, empty for a document's own sections.
    pub jurisdiction: String,
    /// Normal form of the citation.
    pub text: String,
    /// Normal form of the whole section, if `text` names a part of it.
    pub section: Option<String>,
    /// Normal form of the chapter, if it follows from the section's number.
    pub chapter: Option<String>,
    /// Both ends, if `text` names a range (`RSA 676:1 to 676:4`).
    pub range: Option<CitationRange>,
}

/// A range of sections, or of parts of one section.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CitationRange {
    /// Normal form of its first member.
    pub first: String,
    /// Normal form of its last member.
    pub last: String,
    /// Normal forms of all members, if they can be counted from the text alone (paragraphs I to IV). Empty
    /// for sections, since a code may have others between them (8-1a after 8-1).
    pub members: Vec<String>,
}

impl Citation {
    /// Returns the lookup keys: the citation itself, its section, the members or ends of a range, and the
    /// other spelling of an article's or chapter's number (`Article V`, `Article 5`).
    pub fn keys(&self) -> Vec<String> {
        let mut keys = vec![self.text.clone()];
        keys.extend(self.section.clone());
        if let Some(range) = &self.range {
            if range.members.is_empty() {
                keys.extend([range.first.clone(), range.last.clone()]);
            }
            keys.extend(range.members.iter().cloned());
        }
        if matches!(self.code.as_str(), "article" | "chapter") {
            if let Some(other) = other_numeral(self.section.as_ref().unwrap_or(&self.text)) {
                keys.push(other);
            }
            // "Section 4 of Article VIII" is found under the bylaw's own heading "Section 4".
            if let Some((_, section)) = self.text.split_once(", § ") {
                keys.push(format!("Section {section}"));
            }
        }
        keys
    }

    /// Expands a range with countable members; returns any other citation itself.
    pub fn expanded(&self) -> Vec<Citation> {
        let Some(range) = self.range.as_ref().filter(|r| !r.members.is_empty()) else {
            return vec![self.clone()];
        };
        let member = |text: &String| Citation { text: text.clone(), range: None, ..self.clone() };
        range.members.iter().map(member).collect()
    }

    /// Returns the sort key, in the order of the code. A range has the key of its first member.
    pub fn order_key(&self) -> OrderKey {
        OrderKey::of(self.range.as_ref().map_or(&self.text, |r| &r.first))
    }

    /// Returns true if `other` covers this citation: `other` is the same citation, a whole that it is part of
    /// (its section, its chapter), or a range that includes it.
    pub fn within(&self, other: &Citation) -> bool {
        if self.code != other.code || self.jurisdiction != other.jurisdiction {
            return false;
        }
        let own = self.order_key();
        let Some(range) = &other.range else {
            return self.chapter.as_ref() == Some(&other.text) || own.is_part_of(&OrderKey::of(&other.text));
        };
        let end = OrderKey::of(self.range.as_ref().map_or(&self.text, |r| &r.last));
        let (first, last) = (OrderKey::of(&range.first), OrderKey::of(&range.last));
        first <= own && (end <= last || end.is_part_of(&last))
    }
}

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Highest number of an article in Roman numerals.
const HIGHEST_ROMAN: u32 = 60;

/// Converts between `Article V` and `Article 5`; `None` for other numbers.
fn other_numeral(text: &str) -> Option<String> {
    let (word, number) = text.split_once(' ')?;
    let other = match number.parse::<u32>() {
        Ok(n) => to_roman(n).filter(|_| n <= HIGHEST_ROMAN)?,
        Err(_) => roman_value(number)?.to_string(),
    };
    Some(format!("{word} {other}"))
}

/// A citation with its byte range in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Byte range in the searched text. Members of a list that share words ("subsections (a) and (b) of
    /// section 8-2") share their byte range.
    pub bytes: Range<usize>,
    /// The citation itself.
    pub citation: Citation,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grammar;

    fn parsed(text: &str) -> Citation {
        Grammar::built_in().parse_citation(text).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn keys_name_both_numerals() {
        assert_eq!(parsed("Article V").keys(), ["Article V", "Article 5"]);
        assert_eq!(parsed("Section 4.2(a)").keys(), ["Section 4.2(a)", "Section 4.2"]);
        assert_eq!(
            parsed("Article V, § 4").keys(),
            ["Article V, § 4", "Article V", "Article 5", "Section 4"]
        );
    }

    #[test]
    fn keys_name_members_or_ends() {
        let members = parsed("RSA 31-B:3, I-III").keys();
        for key in ["RSA 31-B:3, I-III", "RSA 31-B:3", "RSA 31-B:3, I", "RSA 31-B:3, II", "RSA 31-B:3, III"] {
            assert!(members.iter().any(|k| k == key), "{key} in {members:?}");
        }
        assert_eq!(
            parsed("Conn. Gen. Stat. §§ 7-131 to 7-139").keys(),
            ["Conn. Gen. Stat. §§ 7-131 to 7-139", "Conn. Gen. Stat. § 7-131", "Conn. Gen. Stat. § 7-139"]
        );
    }

    #[test]
    fn lies_within() {
        for (part, whole, expected) in [
            ("RSA 31-B:3, II(c)", "RSA 31-B:3", true),
            ("RSA 31-B:3, II", "RSA 31-B:3, I-III", true),
            ("RSA 31-B:3, II(c)", "RSA 31-B:3, I-II", true),
            ("RSA 31-B:3, II-a", "RSA 31-B:3, I-III", true),
            ("RSA 31-B:3, IV", "RSA 31-B:3, I-III", false),
            ("RSA 31-B:3", "RSA ch. 31-B", true),
            ("RSA 31-B:3", "RSA ch. 31", false),
            ("Conn. Gen. Stat. § 7-131w", "Conn. Gen. Stat. §§ 7-131 to 7-139", true),
            ("Conn. Gen. Stat. § 7-139(a)", "Conn. Gen. Stat. §§ 7-131 to 7-139", true),
            ("Conn. Gen. Stat. § 7-139a", "Conn. Gen. Stat. §§ 7-131 to 7-139", false),
            ("Conn. Gen. Stat. §§ 7-132 to 7-134", "Conn. Gen. Stat. §§ 7-131 to 7-139", true),
            ("MCL 7.131", "ORS 7.131", false),
        ] {
            assert_eq!(parsed(part).within(&parsed(whole)), expected, "{part} in {whole}");
        }
    }
}
