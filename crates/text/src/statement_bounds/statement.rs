//! One statement of a source: a sentence, a table row or a heading.

use std::ops::Range;

use crate::reading::Reading;

/// One complete sentence, table row or heading.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// Byte ranges in the reading text: several if furniture, notes or hidden lines interrupt it.
    pub parts: Vec<Range<usize>>,
    /// True for a row of a table.
    pub row: bool,
    /// True for a label of rows that states nothing by itself: the head of a table, the label of a group.
    pub label: bool,
    /// True if it is struck through as a whole.
    pub struck: bool,
    /// True for a heading.
    pub heading: bool,
    /// True if its end or beginning is missing and was not found.
    pub broken: bool,
    /// True if one of its lines addresses a language model.
    pub instructs: bool,
    /// Run that it belongs to.
    pub run: usize,
}

impl Statement {
    /// Returns its words, with one space between its parts.
    pub fn text(&self, reading: &Reading) -> String {
        joined(reading, &self.parts)
    }
}

/// Joins the parts' words with one space between the parts.
pub(super) fn joined(reading: &Reading, parts: &[Range<usize>]) -> String {
    let words: Vec<&str> = parts.iter().filter_map(|p| reading.text().get(p.clone())).collect();
    words.join(" ")
}
