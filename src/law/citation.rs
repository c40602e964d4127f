//! A citation and its normal form.

use std::fmt;
use std::ops::Range;

use super::numeral::{roman_value, to_roman};

/// A citation in its normal form (`RSA 31-B:3, II(c)`, `Section 4.2`, `Article V`).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Citation {
    /// Code of the grammar's form (`rsa`, `mcl`, `section`, ...).
    pub code: String,
    /// Jurisdiction of the code, empty for a document's own sections.
    pub jurisdiction: String,
    /// Normal form.
    pub text: String,
    /// Normal form of the whole section, when `text` names a part of it.
    pub section: Option<String>,
}

impl Citation {
    /// Keys under which it is looked up: itself, its section, and the other way to write an
    /// article's or section's number (`Article V`, `Article 5`).
    pub fn keys(&self) -> Vec<String> {
        let mut keys = vec![self.text.clone()];
        keys.extend(self.section.clone());
        if matches!(self.code.as_str(), "article" | "chapter")
            && let Some(other) = other_numeral(&self.text)
        {
            keys.push(other);
        }
        keys
    }
}

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Nobody counts articles in Roman numerals beyond this.
const HIGHEST_ROMAN: u32 = 60;

/// `Article V` for `Article 5` and back; `None` for other numbers.
fn other_numeral(text: &str) -> Option<String> {
    let (word, number) = text.split_once(' ')?;
    let other = match number.parse::<u32>() {
        Ok(n) => to_roman(n).filter(|_| n <= HIGHEST_ROMAN)?,
        Err(_) => roman_value(number)?.to_string(),
    };
    Some(format!("{word} {other}"))
}

/// A citation with the bytes of the text that it was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Bytes of the searched text.
    pub bytes: Range<usize>,
    /// What it says.
    pub citation: Citation,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_name_both_numerals() {
        let citation = |text: &str, section: Option<&str>| Citation {
            code: "article".into(),
            jurisdiction: String::new(),
            text: text.into(),
            section: section.map(str::to_owned),
        };
        assert_eq!(citation("Article V", None).keys(), ["Article V", "Article 5"]);
        assert_eq!(citation("Section 4.2(a)", Some("Section 4.2")).keys(), ["Section 4.2(a)", "Section 4.2"]);
    }
}
