//! Layout of plain text: paragraphs, headings, lines with a label, and tables set with spaces.

use std::collections::HashSet;
use std::ops::Range;

use twolane_text::LineFlags;
use twolane_text::pattern::pattern;

use super::heading::{heading_level, is_capitals, is_sentence};
use super::lines::clean;

/// A gap of this many spaces separates the cells of a row.
const GAP: &str = "   ";
/// Maximum number of lines between two lines with a label in one block of them.
const LABELS_WITHIN: usize = 6;
/// Number of characters beside the name of a column in which its cells may be.
const NEAR: usize = 2;
/// Maximum number of lines of dashes between a line and the row below it, and the row.
const RULES: usize = 3;
/// Maximum number of words of the label of a group of rows.
const GROUP_WORDS: usize = 4;

// "Applicant:   A. Reed": a label of at most four words, and its text behind a gap.
pattern!(LABEL, r"^\p{Alphabetic}[\w.'/#&-]*(?: [\w.'/#&-]+){0,3}:\s{2,}\S");
pattern!(FIGURE, r"\$|\d\.\d|\d,\d{3}|\d\s?%");

/// A line of a page with its place in the layout.
pub(super) struct Placed {
    /// Number of the line in its page, from 1.
    pub number: u32,
    /// Text of the line; two spaces separate the cells of a row.
    pub text: String,
    pub flags: LineFlags,
    /// Level of a heading, from 1.
    pub heading: Option<u8>,
}

/// A line as it was written.
#[derive(Debug, Clone, Default)]
struct Written {
    text: String,
    /// Cells of the line with the columns that they cover.
    cells: Vec<(Range<usize>, String)>,
    /// True for a line of dashes or the like.
    is_rule: bool,
    is_row: bool,
    is_label: bool,
}

impl Written {
    fn of(raw: &str) -> Self {
        let text = clean(raw);
        // A tab separates cells as a gap does.
        let raw = &raw.replace('\t', GAP);
        let marks = text.chars().filter(|c| !c.is_whitespace()).count();
        let is_rule =
            marks >= 3 && text.chars().all(|c| c.is_whitespace() || "-=_*~+\u{2013}\u{2014}".contains(c));
        Written { cells: cells(raw), is_row: is_row(&clean(raw)), is_label: false, is_rule, text }
    }

    fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    fn indent(&self) -> usize {
        self.cells.first().map_or(0, |(columns, _)| columns.start)
    }

    fn has_value(&self) -> bool {
        FIGURE.get().is_match(&self.text)
    }
}

/// Places the lines of a page without the first `skip` ones. Blank lines are left out, and so are lines of dashes, which
/// state nothing.
pub(super) fn placed(lines: &[&str], skip: usize) -> Vec<Placed> {
    let mut written: Vec<Written> = lines.iter().map(|line| Written::of(line)).collect();
    mark_labels(&mut written);
    let joined = join_wrapped_cells(&mut written, skip);
    let mut found: Vec<Placed> = Vec::new();
    let mut blank_before = true;
    // The row above, while its table goes on.
    let mut in_table = false;
    // Columns of its head.
    let mut columns: Vec<Range<usize>> = Vec::new();
    for (at, line) in written.iter().enumerate().skip(skip) {
        if line.is_blank() || line.is_rule {
            let goes_on = in_table && line.is_rule && next_of(&written, at).is_some_and(|next| next.is_row);
            blank_before |= !goes_on;
            in_table &= goes_on;
            continue;
        }
        if joined.contains(&at) {
            continue;
        }
        let below = next_of(&written, at);
        let mut flags = LineFlags::empty();
        let mut text = line.text.clone();
        let mut heading = None;
        let head = head_of(line, below, in_table);
        let is_group = in_table && !blank_before && is_group(line, written.get(at + 1));
        if let Some((row, of_head)) = &head {
            text.clone_from(row);
            columns.clone_from(of_head);
            flags |= LineFlags::TABLE_ROW | LineFlags::TABLE_HEAD | LineFlags::TABLE_START;
        } else if line.is_row {
            text = if in_table { aligned_cells(line, &columns) } else { joined_cells(line) };
            flags |= LineFlags::TABLE_ROW;
        } else if is_group {
            flags |= LineFlags::TABLE_ROW | LineFlags::TABLE_GROUP;
        } else if !line.is_label {
            let blank_after = written.get(at + 1).is_none_or(|next| next.is_blank() || next.is_rule);
            let above = found.last().filter(|_| !blank_before);
            let continues =
                above.is_some_and(|above| above.heading.is_none() && continues(&above.text, &line.text));
            heading = if continues { None } else { heading_level(&line.text, blank_before, blank_after) };
        }
        if blank_before || line.is_label {
            flags |= LineFlags::PARAGRAPH_START;
        }
        in_table = flags.contains(LineFlags::TABLE_ROW);
        if !in_table {
            columns.clear();
        }
        found.push(Placed { number: u32::try_from(at + 1).unwrap_or(u32::MAX), text, flags, heading });
        blank_before = false;
    }
    found
}

/// Returns the next line with words, if at most a rule is between.
fn next_of(written: &[Written], at: usize) -> Option<&Written> {
    let mut below = written.iter().skip(at + 1).take(RULES).skip_while(|line| line.is_rule);
    below.next().filter(|line| !line.is_blank())
}

/// Returns the cells of a line, between gaps, with their columns in characters.
fn cells(raw: &str) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    let mut column = 0;
    for part in raw.trim_end().split_inclusive(GAP) {
        let length = part.chars().count();
        let lead = length - part.trim_start().chars().count();
        let inner = clean(part);
        if !inner.is_empty() {
            let start = column + lead;
            found.push((start..start + inner.chars().count(), inner));
        }
        column += length;
    }
    found
}

/// Returns the text of a row below a head. A cell that a row lacks is empty, so that the others keep their columns.
fn aligned_cells(line: &Written, head: &[Range<usize>]) -> String {
    let is_run_together = line.cells.iter().any(|(_, cell)| cell.contains("  "));
    if head.is_empty() || is_run_together || line.cells.len() >= head.len() {
        return joined_cells(line);
    }
    let is_under = |cell: &Range<usize>, column: &Range<usize>| {
        cell.start < column.end + NEAR && column.start < cell.end + NEAR
    };
    let mut cells = line.cells.iter().peekable();
    let mut aligned: Vec<&str> = Vec::new();
    for column in head {
        let own = cells.next_if(|(cell, _)| is_under(cell, column));
        aligned.push(own.map_or("", |(_, cell)| cell));
    }
    let is_whole = cells.peek().is_none();
    while aligned.last().is_some_and(|cell| cell.is_empty()) {
        aligned.pop();
    }
    if is_whole { aligned.join("  ") } else { joined_cells(line) }
}

fn joined_cells(line: &Written) -> String {
    line.cells.iter().map(|(_, cell)| cell.as_str()).collect::<Vec<_>>().join("  ")
}

/// Two or more gaps of at least three spaces, or one before a figure at the line's end.
fn is_row(line: &str) -> bool {
    let cells: Vec<&str> = line.split(GAP).map(str::trim).filter(|c| !c.is_empty()).collect();
    cells.len() >= 3
        || (cells.len() == 2
            && cells.last().is_some_and(|c| {
                c.starts_with(|d: char| d == '$' || d == '(' || d.is_ascii_digit())
                    && c.chars().all(|d| {
                        d.is_ascii_digit() || matches!(d, '$' | ',' | '.' | '%' | '(' | ')' | '-' | ' ')
                    })
            }))
}

/// Marks the lines with a label near another one. Labels with figures alone are a table.
fn mark_labels(written: &mut [Written]) {
    let is_labelled = |line: &Written| {
        let is_wide = line.is_row && line.cells.len() > 2;
        LABEL.get().is_match(&line.text) && !is_wide && heading_level(&line.text, true, true).is_none()
    };
    let labelled: Vec<usize> =
        (0..written.len()).filter(|at| written.get(*at).is_some_and(is_labelled)).collect();
    let is_row = |at: &usize| written.get(*at).is_some_and(|line| line.is_row);
    let mut in_block: HashSet<usize> = HashSet::new();
    for (place, at) in labelled.iter().enumerate() {
        let after = labelled.iter().skip(place + 1).take_while(|other| **other - at <= LABELS_WITHIN);
        for other in after {
            in_block.extend(
                [(*at, !is_row(other)), (*other, !is_row(at))].iter().filter(|(_, is)| *is).map(|(at, _)| at),
            );
        }
    }
    for at in in_block {
        if let Some(line) = written.get_mut(at) {
            (line.is_label, line.is_row) = (true, false);
        }
    }
}

/// Joins a row whose first cell runs over two lines into the upper one, and returns the lower lines.
fn join_wrapped_cells(written: &mut [Written], skip: usize) -> HashSet<usize> {
    let mut joined = HashSet::new();
    for at in skip + 1..written.len().saturating_sub(1) {
        // The row above may have been joined from two lines.
        let before = if joined.contains(&(at - 1)) { at.saturating_sub(2) } else { at - 1 };
        let [Some(above), Some(upper), Some(lower)] = [before, at, at + 1].map(|at| written.get(at)) else {
            continue;
        };
        let next = written.get(at + 2).filter(|next| next.is_row).map(Written::indent);
        let lower_case = lower.cells.first().is_some_and(|(_, cell)| cell.starts_with(char::is_lowercase));
        let is_open = upper.text.matches('(').count() > upper.text.matches(')').count();
        // Several indented rows are a group, and a single one is the rest of the cell above it.
        let is_single = lower.indent() > upper.indent() && next.is_none_or(|next| next <= upper.indent());
        let is_wrapped = lower.is_row
            && lower.has_value()
            && (above.is_row || above.cells.len() > 1)
            && upper.cells.len() == 1
            && !(upper.is_label || upper.is_rule || upper.is_row)
            && !upper.text.ends_with(['.', ':', ';'])
            && (is_open || (is_single && (lower_case || next.is_some())))
            && (!above.is_row || upper.indent().abs_diff(above.indent()) <= 1);
        if !is_wrapped {
            continue;
        }
        let mut cells = lower.cells.clone();
        if let Some((columns, first)) = cells.first_mut() {
            columns.start = upper.indent();
            *first = format!("{} {first}", upper.text);
        }
        let text = cells.iter().map(|(_, cell)| cell.as_str()).collect::<Vec<_>>().join(GAP);
        let row = Written { text, cells, is_row: true, ..Written::default() };
        if let Some(upper) = written.get_mut(at) {
            *upper = row;
        }
        joined.insert(at + 1);
    }
    joined
}

/// Returns the text of a line that heads the columns of the row below, and the columns. Its first cell is empty where its
/// first name is over the second column.
fn head_of(line: &Written, below: Option<&Written>, in_table: bool) -> Option<(String, Vec<Range<usize>>)> {
    let row = below.filter(|row| row.is_row && row.has_value() && !in_table)?;
    let is_head = !line.has_value() && !line.is_label && line.cells.len() >= 2 && !is_sentence(&line.text);
    let second = row.cells.get(1).map(|(columns, _)| columns.start)?;
    let is_over = line.cells.len().abs_diff(row.cells.len()) <= 1;
    let is_aligned = line.cells.last().is_some_and(|(columns, _)| columns.end >= second);
    if !(is_head && is_over && is_aligned) {
        return None;
    }
    let has_lead = line.cells.len() < row.cells.len() && line.indent() + 3 >= second;
    let first = row.cells.first().map(|(columns, _)| columns.start..line.indent().saturating_sub(NEAR + 1));
    let mut columns: Vec<Range<usize>> = first.into_iter().filter(|_| has_lead).collect();
    columns.extend(line.cells.iter().map(|(columns, _)| columns.clone()));
    let lead = if has_lead { "  " } else { "" };
    Some((format!("{lead}{}", joined_cells(line)), columns))
}

/// Returns true for a short line between two rows that labels the ones below it.
fn is_group(line: &Written, below: Option<&Written>) -> bool {
    let words = line.text.split_whitespace().count();
    !line.is_row
        && line.cells.len() == 1
        && words <= GROUP_WORDS
        && !line.text.contains(|c: char| c.is_ascii_digit() || c == '$')
        && line.text.starts_with(char::is_uppercase)
        && !line.text.ends_with(['.', ';', ',', '?', '!'])
        && below.is_some_and(|row| row.is_row && row.has_value())
}

/// Returns true for a line in capitals that ends the sentence begun in the line above: "The motion" and "FAILED, 1-2."
fn continues(above: &str, line: &str) -> bool {
    is_capitals(line.trim_end_matches('.')) && line.ends_with('.') && above.ends_with(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: LineFlags = LineFlags::TABLE_ROW;

    fn read(text: &str) -> Vec<Placed> {
        placed(&text.split('\n').collect::<Vec<_>>(), 0)
    }

    #[test]
    fn a_table_has_heads_wrapped_cells_and_groups() {
        let lines = read(
            "Parts of the rate:\n\n                    2023      2024\n  Town             $6.38     $6.71\n  School (elementary and\n    regional)     $10.72    $11.09\n  State (choice\n    and charter)   $0.50     $0.60\n                 -------   -------\n  Total           $17.10    $17.80\n  Residents\n  Dump sticker     $5.00     $6.00",
        );
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "Parts of the rate:",
                "  2023  2024",
                "Town  $6.38  $6.71",
                "School (elementary and regional)  $10.72  $11.09",
                "State (choice and charter)  $0.50  $0.60",
                "Total  $17.10  $17.80",
                "Residents",
                "Dump sticker  $5.00  $6.00",
            ]
        );
        assert!(lines[1].flags.contains(LineFlags::TABLE_HEAD));
        assert!(lines[2..6].iter().all(|line| line.flags == ROW), "the rule ends no table");
        assert!(lines[6].flags.contains(LineFlags::TABLE_GROUP));
        assert_eq!(lines[3].number, 5);
    }

    #[test]
    fn a_missing_cell_keeps_the_others_in_their_columns() {
        let lines = read(
            "                    2024      2025\n  Town             $6.38     $6.71\n  Library                    $0.12\n  Parks            $0.30",
        );
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["  2024  2025", "Town  $6.38  $6.71", "Library    $0.12", "Parks  $0.30"]);
        let tabs = read("Dog license\t$5.00\nBoat tag\t$8.00\neach further boat\t$3.00");
        assert_eq!(tabs.len(), 3);
    }

    #[test]
    fn groups_and_rules_are_no_cells() {
        let lines = read(
            "Item              2024     2025\n----------------------------\nResidents\n  sticker         $5.00    $6.00\n  permit          $9.00    $9.50\nNonresidents\n  sticker        $15.00   $16.00\n  permit         $19.00   $19.50\nTotal            $48.00   $51.00",
        );
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts[1], "Residents");
        assert_eq!(texts[4], "Nonresidents");
        assert!(lines[4].flags.contains(LineFlags::TABLE_GROUP));
        let wrapped = read(
            "          2024      2025\nTown     $6.38     $6.71\nRegional School\n  District   $1.00    $2.00\nTotal     $7.38     $8.71",
        );
        assert_eq!(wrapped[2].text, "Regional School District  $1.00  $2.00");
        let fronted = placed(&["date:    2024-05-06", "---", "resident sticker   $5.00"], 2);
        assert_eq!(fronted.len(), 1);
    }

    #[test]
    fn numbered_headings_are_no_labels() {
        let lines = read("SECTION 1:  PERMITS\n\nA permit is $5.\n\nSECTION 2:  FINES\n\nA fine is $9.");
        assert!(lines[0].heading.is_some() && lines[2].heading.is_some());
    }

    #[test]
    fn labels_begin_their_texts() {
        let lines = read(
            "-----\nCASE #4   Filed May 2\nRequest:     Variance for a shed near\n             the line\nVote:        5-0\nDECISION:    DENIED. Four votes are needed.\n-----\nCASE #5",
        );
        let starts: Vec<bool> =
            lines.iter().map(|line| line.flags.contains(LineFlags::PARAGRAPH_START)).collect();
        assert_eq!(starts, [true, true, false, true, true, true]);
        assert!(lines.iter().all(|line| !line.flags.contains(ROW)));
        let table = read("Sticker:     $5.00\nPermit:      $6.00");
        assert!(table.iter().all(|line| line.flags.contains(ROW)), "figures alone are a table");
    }

    #[test]
    fn capitals_may_end_a_sentence() {
        let lines =
            read("Roll: A yes, B no, C no. The motion to close\nFAILED, 1-2.\n\nTREE WARDEN.\nNo vote.");
        assert_eq!(
            lines.iter().map(|line| line.heading.is_some()).collect::<Vec<_>>(),
            [false, false, true, false]
        );
        let prices = read("Burial plot $500\nDISCONTINUED\nBicycle plate $2");
        assert!(prices[1].heading.is_some());
    }

    #[test]
    fn underlines_are_no_text() {
        let lines = read("ANNUAL REPORT\n=============\nThe year was dry.\n***\nIt rained in May.");
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["ANNUAL REPORT", "The year was dry.", "It rained in May."]);
        assert!(lines[0].heading.is_some());
    }
}
