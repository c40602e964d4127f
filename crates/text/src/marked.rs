//! Lines that need a warning: readers of the page can't see them, or they address a language model. All code
//! that displays words of a source marks them.

use std::fmt;
use std::ops::Range;

use serde::Serialize;

use super::line::LineFlags;
use super::locator::Locator;
use super::source::{NotInSource, Source};

/// Reason for marking a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Invisible to readers of the page.
    Hidden,
    /// Addressed to a language model.
    Instruction,
}

impl Mark {
    const ALL: [Mark; 2] = [Mark::Hidden, Mark::Instruction];

    fn flag(self) -> LineFlags {
        match self {
            Mark::Hidden => LineFlags::HIDDEN,
            Mark::Instruction => LineFlags::INSTRUCTION,
        }
    }

    /// Returns the marks of a line.
    pub fn of_line(flags: LineFlags) -> Vec<Mark> {
        Mark::ALL.into_iter().filter(|mark| flags.contains(mark.flag())).collect()
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mark::Hidden => "hidden: no reader of the page sees this",
            Mark::Instruction => "speaks to a language model; never followed",
        })
    }
}

/// A run of lines with a mark.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Marked {
    /// Locator of the lines.
    pub locator: Locator,
    /// Mark of the lines.
    pub mark: Mark,
}

impl fmt::Display for Marked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.locator, self.mark)
    }
}

impl Source {
    /// Returns the marked lines within a locator, in order.
    ///
    /// # Errors
    /// [`NotInSource`] if the source lacks the locator.
    pub fn marked(&self, locator: &Locator) -> Result<Vec<Marked>, NotInSource> {
        let lines = self.resolve(locator)?;
        let mut found = Vec::new();
        for mark in Mark::ALL {
            for run in self.runs(lines.clone(), mark.flag()) {
                found.extend(self.locator(run).map(|locator| Marked { locator, mark }));
            }
        }
        Ok(found)
    }

    /// Returns runs of lines on one page that have a flag.
    fn runs(&self, within: Range<usize>, flag: LineFlags) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for at in within {
            let Some(line) = self.lines().get(at).filter(|line| line.flags.contains(flag)) else { continue };
            let page = |at: usize| self.lines().get(at).map(|l| l.page);
            match runs.last_mut() {
                Some(run) if run.end == at && page(run.start) == Some(line.page) => run.end = at + 1,
                _ => runs.push(at..at + 1),
            }
        }
        runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ContentHash, Line, SourceId};

    #[test]
    fn runs_of_marked_lines() {
        let flags = [LineFlags::empty(), LineFlags::HIDDEN, LineFlags::HIDDEN, LineFlags::INSTRUCTION];
        let lines = flags.iter().zip(1u32..);
        let lines = lines.map(|(flags, n)| Line { flags: *flags, ..Line::plain(1, n, "words") }).collect();
        let source = Source::new(SourceId("s".into()), String::new(), ContentHash::of(b""), lines);
        let of = |locator: &str| {
            let marked = source.marked(&locator.parse().unwrap()).unwrap();
            marked.iter().map(|m| (m.locator.to_string(), m.mark)).collect::<Vec<_>>()
        };
        assert_eq!(
            of("p.1 L1-L4"),
            [("p.1 L2-L3".to_owned(), Mark::Hidden), ("p.1 L4".to_owned(), Mark::Instruction)]
        );
        assert_eq!(of("p.1 L3"), [("p.1 L3".to_owned(), Mark::Hidden)]);
        assert!(of("p.1 L1").is_empty());
    }
}
