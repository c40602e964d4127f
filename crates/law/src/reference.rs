//! Inputs and outputs of citation resolution.

use std::ops::Range;

use super::citation::Citation;
use super::grammar::Grammar;

/// Known properties of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Context {
    /// Code that the text belongs to (`rsa`, `cgs`, `dc`, `mcl`), as named in the grammar's forms: bare
    /// numbers that fit the code are its sections. `None` for a town's papers.
    pub code: Option<String>,
    /// Jurisdiction of the document (`CT`), assigned to constitutions that are cited without a name.
    pub jurisdiction: Option<String>,
    /// The section that the text belongs to, or a part of it.
    pub own: Option<Citation>,
    /// Mapping of an act's section numbers to those of its code.
    pub numbering: Option<Numbering>,
}

/// Mapping of an act's section numbers to its code: section 5 of Michigan's Freedom of Information Act is MCL
/// 15.235. Only a caller that knows the act's first section can provide it. An act without consecutive
/// section numbers must have `None`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbering {
    /// Normal form up to the section number (`MCL 15.`).
    pub prefix: String,
    /// Offset added to the act's number (230).
    pub base: u32,
    /// Highest number of the act in the code (246): a bare section beyond it belongs to another act.
    pub highest: u32,
}

/// Method that resolved a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Resolution {
    /// The reference names its code, or is one of the document's own sections.
    Named,
    /// A bare number in the text of a code, or of an act with a known numbering.
    OwnCode,
    /// A reference to the previous citation: `id.`, `said section`, `that chapter`.
    Same,
    /// A reference to the current section: `this section`, `subsection (a) of this section`, `paragraph IV`.
    This,
}

impl Resolution {
    /// Returns the name for records and reports.
    pub fn name(self) -> &'static str {
        match self {
            Resolution::Named => "named",
            Resolution::OwnCode => "own_code",
            Resolution::Same => "same",
            Resolution::This => "this",
        }
    }
}

/// One place in a document with a citation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Byte range in the lines joined by one `\n`.
    pub bytes: Range<usize>,
    /// First line of the reference, from 0.
    pub first_line: usize,
    /// Last line, inclusive: a citation may continue after a line end.
    pub last_line: usize,
    /// Byte offset of its start in the first line.
    pub at: usize,
    /// Citations of the reference. Lists and countable ranges are expanded. A range of sections is one
    /// citation with both ends, for comparison with [`Citation::within`].
    pub citations: Vec<Citation>,
    /// Method that resolved it.
    pub how: Resolution,
}

impl Numbering {
    /// Converts an act's section to the code's (`Section 5(2)` is `MCL 15.235(2)`); `None` if the act has no
    /// such section.
    pub(super) fn citation(&self, grammar: &Grammar, citation: &Citation) -> Option<Citation> {
        if let Some(range) = &citation.range {
            let ends = (self.number(&range.first)?, self.number(&range.last)?);
            let bare = ends.1.strip_prefix(&self.prefix).unwrap_or(&ends.1);
            let word = self.prefix.split(' ').next()?;
            let number = self.prefix.split_once(' ').map_or("", |p| p.1);
            return grammar
                .parse_citation(&format!("{} to {number}{bare}", ends.0))
                .filter(|c| c.text.starts_with(word));
        }
        grammar.parse_citation(&self.number(&citation.text)?)
    }

    fn number(&self, section: &str) -> Option<String> {
        let written = section.strip_prefix("Section ")?.to_lowercase();
        let digits = written.find(|c: char| !c.is_ascii_digit()).unwrap_or(written.len());
        let (digits, rest) = written.split_at(digits);
        let number =
            self.base.checked_add(digits.parse().ok()?).filter(|n| *n <= self.highest && *n > self.base)?;
        rest.chars()
            .next()
            .is_none_or(|c| c == '(' || c.is_ascii_lowercase())
            .then(|| format!("{}{number}{rest}", self.prefix))
    }
}
