//! What resolving a document's citations takes and gives.

use std::ops::Range;

use super::citation::Citation;
use super::grammar::Grammar;

/// What is known of a document before it is read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Context {
    /// Code whose text it is (`rsa`, `cgs`, `dc`, `mcl`), as the grammar's forms have it: bare numbers
    /// that fit the code are sections of it. `None` for a town's papers.
    pub code: Option<String>,
    /// Jurisdiction of the document (`CT`): given to constitutions that are cited without a name.
    pub jurisdiction: Option<String>,
    /// The section that the text is of, or a part of it.
    pub own: Option<Citation>,
    /// How an act counts its own sections, where the code says it.
    pub numbering: Option<Numbering>,
}

/// How the sections of an act are numbered in its code: section 5 of Michigan's Freedom of
/// Information Act is MCL 15.235. Only a caller that knows the act's first section can tell; an act
/// whose sections are not numbered on from the first must have none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbering {
    /// Normal form up to the section's number (`MCL 15.`).
    pub prefix: String,
    /// What is added to the act's number (230).
    pub base: u32,
    /// Highest number of the act in the code (246): a bare section beyond it is of another act.
    pub highest: u32,
}

/// How a reference was resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Resolution {
    /// It names its code, or is one of the document's own sections.
    Named,
    /// A bare number in the text of a code, or of an act whose numbering is known.
    OwnCode,
    /// `id.`, `said section`, `that chapter`: what was cited before it.
    Same,
    /// `this section`, `subsection (a) of this section`, `paragraph IV`: the section it stands in.
    This,
}

impl Resolution {
    /// Name in records and reports.
    pub fn name(self) -> &'static str {
        match self {
            Resolution::Named => "named",
            Resolution::OwnCode => "own_code",
            Resolution::Same => "same",
            Resolution::This => "this",
        }
    }
}

/// One place of a document that cites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Bytes of the lines joined by one `\n`.
    pub bytes: Range<usize>,
    /// Lines on which it begins and ends, from 0.
    pub first_line: usize,
    /// Last line, inclusive: a citation may go on over a line's end.
    pub last_line: usize,
    /// Byte of the first line at which it begins.
    pub at: usize,
    /// What it cites. Lists and countable ranges are expanded; a range of sections is one citation
    /// with both ends, for [`Citation::within`] to compare with.
    pub citations: Vec<Citation>,
    /// How it was resolved.
    pub how: Resolution,
}

impl Numbering {
    /// The code's section for an act's (`Section 5(2)` is `MCL 15.235(2)`); `None` when the act has
    /// no such section.
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
