//! Tables: the lines needed to understand a row.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::line::{Line, LineFlags};
use crate::pattern::pattern;
use crate::tokens::{Token, TokenKind, tokens};
use crate::year::year_of;

pattern!(
    UNIT_NOTE,
    r"(?i)\b(?:in|of) (?:thousands|millions|hundreds|(?:whole )?dollars|acres|square feet|percent)\b|\b0{3}'?s\b|\b(?:in|per|for each) (?:\$ ?)?(?:100|1,?000)\b|\((?:\$|US\$|USD|%)[^)]*\)"
);

pattern!(LEADER, r"[^\s.]\s*((?:\.\s?){5,}|\u{2026}{2,})\s*[^\s.]");

pattern!(GOES_ON, r"(?i)(?:,|/|&|\b(?:and|or|of|for|the|to|with|in|per))$");

/// Maximum number of words in the value behind a leader.
const LONGEST_VALUE: usize = 6;
/// Number of lines above a table that can state its unit.
const NOTES_ABOVE: usize = 2;
/// Maximum number of words in a line that states a table's unit.
const LONGEST_NOTE: usize = 25;
/// Maximum number of head, caption or group label rows for one row.
const MOST_LABELS: usize = 4;

/// Labels of the rows of all tables of a source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct RowLabels {
    /// Lines needed to understand a row, in order: captions, column heads, group labels.
    pub of_row: HashMap<usize, Vec<usize>>,
    /// Those of the lines that label a group of rows.
    pub groups: HashMap<usize, Vec<usize>>,
    /// First line of the table that a row belongs to.
    pub table: HashMap<usize, usize>,
    /// Lines that state nothing by themselves: heads, and short labels of groups.
    pub bare: HashSet<usize>,
}

/// Returns the cells of a row. Two spaces separate them, so four surround an empty one. A leader, a run of dots, separates
/// two cells as well.
pub fn cells(row: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for cell in row.split("  ") {
        match leader(cell) {
            Some(dots) => {
                found.extend(
                    [cell.get(..dots.start), cell.get(dots.end..)].into_iter().flatten().map(str::trim),
                );
            }
            None => found.push(cell.trim()),
        }
    }
    found
}

/// Returns true for an entry with a leader before its value: "Dog license ........ $5". A bare number behind the leader is
/// a page of a table of contents.
pub fn is_leader_row(line: &str) -> bool {
    let Some(dots) = leader(line) else { return false };
    let (entry, value) = (line.get(..dots.start).unwrap_or(""), line.get(dots.end..).unwrap_or("").trim());
    entry.contains(char::is_alphabetic)
        && value.split_whitespace().count() <= LONGEST_VALUE
        && !value.trim_end_matches('.').chars().all(|c| c.is_ascii_digit() || "ivxlcIVXLC-".contains(c))
}

/// Returns the byte range of the first leader between two texts.
fn leader(text: &str) -> Option<Range<usize>> {
    LEADER.get().captures(text)?.get(1).map(|dots| dots.range())
}

/// Returns, for each row of a table, the lines needed to understand it (indices, in order): captions, column
/// heads and the labels of its group. Rows without such lines are left out.
pub fn labels_of_rows(lines: &[Line]) -> HashMap<usize, Vec<usize>> {
    row_labels(lines).of_row
}

/// State of the table that is being processed.
#[derive(Debug, Default)]
struct Table {
    first: usize,
    captions: Vec<usize>,
    heads: Vec<usize>,
    groups: Vec<usize>,
    /// First row, while it may be a head that the format does not mark.
    implied: Option<usize>,
    values: bool,
    after_group: bool,
    columns: usize,
    /// First line of a cell that goes on in the next row.
    wrapped: Option<usize>,
}

/// Finds the labels of every row.
pub(crate) fn row_labels(lines: &[Line]) -> RowLabels {
    let mut found = RowLabels::default();
    let mut table: Option<Table> = None;
    // The last complete table, while only page furniture follows it.
    let mut before: Option<Table> = None;
    let mut above: Vec<usize> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if line.is_furniture() || line.text.trim().is_empty() || line.flags.contains(LineFlags::HIDDEN) {
            continue;
        }
        if !line.flags.contains(LineFlags::TABLE_ROW) {
            (table, before) = (None, None);
            above.push(at);
            continue;
        }
        if line.flags.contains(LineFlags::TABLE_START) {
            before = table.take();
        }
        let columns = cells(&line.text).len();
        let open = table.get_or_insert_with(|| {
            let notes = above.iter().rev().take(NOTES_ABOVE).rev();
            let captions = notes.copied().filter(|i| lines.get(*i).is_some_and(states_unit)).collect();
            Table { first: at, captions, ..Table::default() }
        });
        above.clear();
        open.take(at, line, columns, before.take(), lines, &mut found);
    }
    found
}

impl Table {
    fn take(
        &mut self,
        at: usize,
        line: &Line,
        columns: usize,
        before: Option<Table>,
        lines: &[Line],
        found: &mut RowLabels,
    ) {
        let text = |i: &usize| lines.get(*i).map(|l| l.text.as_str());
        if line.flags.contains(LineFlags::TABLE_HEAD) {
            found.bare.insert(at);
            if self.values {
                // A repeated head on a new page, or a new head in the middle of the table.
                if self.heads.iter().any(|head| text(head) == Some(line.text.as_str())) {
                    return;
                }
                self.heads.clear();
                if self.after_group {
                    self.captions = std::mem::take(&mut self.groups);
                }
                self.values = false;
            } else if let Some(before) = before
                && before.heads.first().and_then(text) == Some(line.text.as_str())
            {
                // The table continues on a new page, and so does its current group.
                (self.captions, self.groups) = (before.captions, before.groups);
                self.first = before.first;
            }
            self.heads.push(at);
            self.after_group = false;
            return;
        }
        if line.flags.contains(LineFlags::TABLE_GROUP) && goes_on(line, lines.get(at + 1)) {
            found.bare.insert(at);
            self.wrapped = Some(at);
            return;
        }
        if line.flags.contains(LineFlags::TABLE_GROUP) {
            if line.text.split_whitespace().count() < 6 {
                found.bare.insert(at);
            }
            if !self.values && self.heads.is_empty() {
                self.captions.push(at);
            } else {
                if !self.after_group {
                    self.groups.clear();
                }
                self.groups.push(at);
            }
            self.after_group = true;
            return;
        }
        let figures = has_figures(&line.text);
        if !self.values {
            self.values = true;
            self.columns = columns;
            if self.heads.is_empty() {
                // A table that continues on a new page keeps the heads and the group of the previous page.
                if let Some(before) = before.filter(|b| b.columns.abs_diff(columns) <= 1) {
                    (self.heads, self.implied) = (before.heads, before.implied);
                    let mut captions = before.captions;
                    captions.append(&mut self.captions);
                    self.captions = captions;
                    (self.groups, self.first) = (before.groups, before.first);
                } else {
                    // Without heads below it, the first row labels rows until the next label.
                    let is_row =
                        |i: &usize| lines.get(*i).is_some_and(|l| l.flags.contains(LineFlags::TABLE_ROW));
                    self.groups.extend(self.captions.iter().copied().filter(is_row));
                    self.captions.retain(|i| !is_row(i));
                    if columns >= 2 && (!figures || is_head_of_dates(at, lines)) {
                        self.implied = Some(at);
                        self.after_group = false;
                        return;
                    }
                }
            }
        }
        self.after_group = false;
        found.table.insert(at, self.first);
        if !self.groups.is_empty() {
            found.groups.insert(at, self.groups.clone());
        }
        let implied = self.implied.filter(|_| self.heads.is_empty() && figures);
        found.bare.extend(implied);
        let wrapped = self.wrapped.take();
        let labels =
            self.captions.iter().chain(&self.heads).chain(&implied).chain(&self.groups).chain(&wrapped);
        let mut labels: Vec<usize> = labels.copied().collect();
        labels.sort_unstable();
        labels.dedup();
        if labels.len() > MOST_LABELS {
            labels.drain(..labels.len() - MOST_LABELS);
        }
        if !labels.is_empty() {
            found.of_row.insert(at, labels);
        }
    }
}

/// Returns true for a line without figures whose cell goes on in the next row: it leaves a parenthesis open, or ends with
/// a word that another follows.
fn goes_on(line: &Line, next: Option<&Line>) -> bool {
    let text = line.text.trim_end();
    let is_open = text.matches('(').count() > text.matches(')').count();
    let row = |next: &Line| {
        next.flags.contains(LineFlags::TABLE_ROW)
            && !next.flags.intersects(LineFlags::TABLE_GROUP.union(LineFlags::TABLE_HEAD))
    };
    next.is_some_and(row) && (is_open || GOES_ON.get().is_match(text))
}

fn states_unit(line: &Line) -> bool {
    line.text.split_whitespace().count() <= LONGEST_NOTE && UNIT_NOTE.get().is_match(&line.text)
}

fn has_figures(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

/// Returns true for a row whose only figures are dates or years, over a row with other figures and no date: "Item  Fee
/// from May 1, 2025" over "Dog  $5".
fn is_head_of_dates(at: usize, lines: &[Line]) -> bool {
    let Some([head, row]) = lines.get(at..at + 2) else { return false };
    let is_date =
        |t: &Token| t.kind == TokenKind::Date || t.kind == TokenKind::Number && year_of(&t.raw).is_some();
    let is_other = |t: &Token| t.kind == TokenKind::Number && !is_date(t);
    let (above, below) = (tokens(&head.text), tokens(&row.text));
    row.flags.contains(LineFlags::TABLE_ROW)
        && above.iter().any(is_date)
        && !above.iter().any(is_other)
        && below.iter().any(is_other)
        && !below.iter().any(is_date)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: LineFlags = LineFlags::TABLE_ROW;
    const START: LineFlags = ROW.union(LineFlags::TABLE_START);
    const HEAD: LineFlags = ROW.union(LineFlags::TABLE_HEAD);
    const GROUP: LineFlags = ROW.union(LineFlags::TABLE_GROUP);
    const TEXT: LineFlags = LineFlags::empty();

    #[test]
    fn leaders_separate_cells() {
        for (line, expected) in [
            ("Dog license ........ $5", Some(["Dog license", "$5"])),
            ("Hall, one day . . . . . . . $310 each", Some(["Hall, one day", "$310 each"])),
            ("Brush, residents\u{2026}\u{2026}\u{2026} no charge", Some(["Brush, residents", "no charge"])),
            ("Introduction ........ 14", None),
            ("Preface ........ iv", None),
            ("Preface ........ IV", None),
            ("No person shall ... park here", None),
            ("_____ ........ $5", None),
        ] {
            assert_eq!(is_leader_row(line), expected.is_some(), "{line}");
            if let Some(expected) = expected {
                assert_eq!(cells(line), expected);
            }
        }
    }

    fn labels(of: &str, given: &[(&str, LineFlags)]) -> Vec<String> {
        let lines: Vec<Line> = (1u32..)
            .zip(given)
            .map(|(n, (text, flags))| Line { flags: *flags, ..Line::plain(1, n, *text) })
            .collect();
        let at = lines.iter().position(|l| l.text.starts_with(of)).unwrap();
        let labels = row_labels(&lines).of_row.remove(&at).unwrap_or_default();
        labels.into_iter().map(|i| lines[i].text.clone()).collect()
    }

    #[test]
    fn a_row_has_its_own_heads_and_group() {
        let fees = [
            ("Pass  Fee", HEAD | START),
            ("Residents", GROUP),
            ("Family  $120", ROW),
            ("Nonresidents", GROUP),
            ("Guest  $260", ROW),
        ];
        assert_eq!(labels("Family", &fees), ["Pass  Fee", "Residents"]);
        assert_eq!(labels("Guest", &fees), ["Pass  Fee", "Nonresidents"]);
    }

    #[test]
    fn labels_without_heads_replace_each_other() {
        let fees =
            [("Residents", GROUP | START), ("Family  $120", ROW), ("Others", GROUP), ("Guest  $260", ROW)];
        assert_eq!(labels("Family", &fees), ["Residents"]);
        assert_eq!(labels("Guest", &fees), ["Others"]);
    }

    #[test]
    fn a_cell_of_two_lines_is_no_group() {
        let rates = [
            ("Part  2025", HEAD | START),
            ("Town  $6", ROW),
            ("School (elementary and", GROUP),
            ("regional)  $11", ROW),
            ("County  $1", ROW),
        ];
        assert_eq!(labels("regional", &rates), ["Part  2025", "School (elementary and"]);
        assert_eq!(labels("County", &rates), ["Part  2025"]);
        let fees = [("Item  Fee", HEAD | START), ("Dogs", GROUP), ("spayed  $5", ROW), ("intact  $9", ROW)];
        assert_eq!(labels("intact", &fees), ["Item  Fee", "Dogs"]);
    }

    #[test]
    fn captions_bind_all_rows() {
        let budget = [
            ("(000s omitted)", TEXT),
            ("Budget", GROUP | START),
            ("Department  2024", HEAD),
            ("Schools", GROUP),
            ("High  $12", ROW),
            ("Roads", GROUP),
            ("Plowing  $3", ROW),
            ("Text", TEXT),
            ("Apart  $9", START),
        ];
        assert_eq!(labels("High", &budget), ["(000s omitted)", "Budget", "Department  2024", "Schools"]);
        assert_eq!(labels("Plowing", &budget), ["(000s omitted)", "Budget", "Department  2024", "Roads"]);
        assert_eq!(labels("Apart", &budget), [""; 0]);
    }

    #[test]
    fn a_first_row_of_words_is_the_head() {
        let lots = [("Lot  Acres", START), ("1  2.5", ROW), ("2  4.0", ROW)];
        assert_eq!(labels("2", &lots), ["Lot  Acres"]);
        let fees = [("Item  Fee from May 1, 2025", START), ("Dog  $5", ROW)];
        assert_eq!(labels("Dog", &fees), ["Item  Fee from May 1, 2025"]);
        let events = [("Meeting  May 1, 2025", START), ("Election  May 8, 2025", ROW)];
        assert_eq!(labels("Election", &events), [""; 0]);
        let names = [("Chair  Ms. Finch", START), ("Clerk  Mr. Brook", ROW)];
        assert_eq!(labels("Clerk", &names), [""; 0]);
    }

    #[test]
    fn a_table_goes_on_over_a_page() {
        let page = [
            ("Pass  Fee", HEAD | START),
            ("Residents", GROUP),
            ("Family  $120", ROW),
            ("Town of Oak", LineFlags::RUNNING_HEAD),
            ("Single  $60", START),
            ("Others", GROUP),
            ("Guest  $260", ROW),
            ("Pass  Fee", HEAD | START),
            ("Couple  $90", ROW),
        ];
        assert_eq!(labels("Couple", &page), ["Others", "Pass  Fee"]);
        assert_eq!(labels("Single", &page), ["Pass  Fee", "Residents"]);
        assert_eq!(labels("Guest", &page), ["Pass  Fee", "Others"]);
    }

    #[test]
    fn units_are_known_by_their_words() {
        for (text, expected) in [
            ("($ in thousands)", true),
            ("Tax rates in dollars for each $1,000 of assessed value", true),
            ("All figures in thousands of dollars", true),
            ("(000's omitted)", true),
            ("Rates per $1,000", true),
            ("The board met in the hall.", false),
            ("Fees", false),
        ] {
            assert_eq!(states_unit(&Line::plain(1, 1, text)), expected, "{text}");
        }
    }
}
