//! Citations in a source's lines, as edges (SPEC ING-11).

use crate::archive::EdgeRecord;
use crate::law::Grammar;
use crate::text::{Line, Reading};

/// Every citation of law in these lines, with the line that it begins in. A section's mentions of
/// itself in its own heading are left out.
pub fn edges(lines: &[Line], own: Option<&str>) -> Vec<EdgeRecord> {
    let reading = Reading::of(lines);
    let mut out: Vec<EdgeRecord> = Vec::new();
    for found in Grammar::built_in().find(reading.text()) {
        if found.citation.jurisdiction.is_empty() {
            continue;
        }
        let Some(line) = reading.lines_of(found.bytes.clone()).map(|l| l.start) else { continue };
        let target = found.citation.text.clone();
        let whole = found.citation.section.clone().unwrap_or_else(|| target.clone());
        if line == 0 && own == Some(whole.as_str()) {
            continue;
        }
        let edge = EdgeRecord { line: u32::try_from(line).unwrap_or(u32::MAX), target, whole };
        if out.last() != Some(&edge) {
            out.push(edge);
        }
    }
    out
}
