//! Detects that a question names a row of a table. It may use the label of the row's group ("nonresident", under
//! "Nonresidents"), or a column's head and a number in that column ("lot 2").

use std::collections::HashMap;

use crate::language::question_terms::term_set;
use twolane_text::{Source, cells};

use super::candidate::Candidate;

/// Match of the labels of a row's groups with the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedGroup {
    /// First line of the table that contains the row.
    pub table: usize,
    /// True when the question has a column's head followed by the row's entry in that column.
    keyed: bool,
    /// Number of words that label and question share.
    shared: usize,
    /// Number of words that only the label has.
    beyond: usize,
}

impl NamedGroup {
    /// Compares the labels of a row with the question; `None` for text outside tables.
    pub fn of(source: &Source, candidate: &Candidate, question: &str) -> Option<Self> {
        let statements = source.statements();
        let row = *statements.touching(candidate.bytes.clone()).first()?;
        let table = statements.table_of(row)?;
        let labels = statements.groups_of(row);
        let keyed = is_keyed(source, row, question);
        if labels.is_empty() && !keyed {
            return Some(NamedGroup { table, keyed, shared: 0, beyond: 0 });
        }
        let question = term_set(&without_hyphen(question));
        let words = |label: &usize| statements.all().get(*label).map(|s| s.text(source.reading()));
        let label = labels.iter().filter_map(words).collect::<Vec<_>>().join(" ");
        let label = term_set(&without_hyphen(&label));
        let shared = label.intersection(&question).count();
        Some(NamedGroup { table, keyed, shared, beyond: label.len() - shared })
    }

    /// Returns true when the question has a column's head followed by the row's number.
    pub fn is_keyed(self) -> bool {
        self.keyed
    }

    /// Returns true when the question names the row: its key, or a word of its group's label.
    pub fn is_named(self) -> bool {
        self.keyed || self.shared > 0
    }

    /// Returns the sort key for how well the question names the row: by its key, by more words of its group, by fewer
    /// others.
    fn rank(self) -> (bool, usize, std::cmp::Reverse<usize>) {
        (self.keyed, self.shared, std::cmp::Reverse(self.beyond))
    }

    /// Returns true when the question names this row of the table less well than the other.
    pub fn is_behind(self, other: NamedGroup) -> bool {
        self.table == other.table && other.is_named() && self.rank() < other.rank()
    }
}

/// Returns, for each row, whether the question names another group of its table.
pub fn behind_others(groups: &[Option<(&str, NamedGroup)>]) -> Vec<bool> {
    let mut best: HashMap<(&str, usize), NamedGroup> = HashMap::new();
    for (source, group) in groups.iter().flatten() {
        let entry = best.entry((source, group.table)).or_insert(*group);
        if entry.is_behind(*group) {
            *entry = *group;
        }
    }
    let behind = |(source, group): &(&str, NamedGroup)| {
        best.get(&(*source, group.table)).is_some_and(|best| group.is_behind(*best))
    };
    groups.iter().map(|group| group.as_ref().is_some_and(behind)).collect()
}

/// Returns true when the question has a column's head followed by a number, and the row has that number in the column.
fn is_keyed(source: &Source, row: usize, question: &str) -> bool {
    let statements = source.statements();
    let line_of = |statement: &usize| {
        let part = statements.all().get(*statement)?.parts.first()?.clone();
        source.lines().get(source.reading().lines_of(part)?.start)
    };
    let Some(own) = line_of(&row).map(|line| cells(&line.text)) else { return false };
    let asked: Vec<String> = words(question).collect();
    let heads = statements.labels_of(row).iter().filter_map(line_of);
    heads.map(|head| cells(&head.text)).any(|head| {
        head.iter().zip(&own).any(|(head, cell)| {
            let (Some(kind), Some(number)) = (words(head).last(), words(cell).next()) else { return false };
            let has_digit = number.contains(|c: char| c.is_ascii_digit());
            has_digit && asked.windows(2).any(|pair| pair == [kind.as_str(), number.as_str()])
        })
    })
}

/// Splits a text into words in lower case, without "no" and "number".
fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '-')).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).filter(|word| !matches!(word.as_str(), "no" | "number"))
}

/// Joins "non" to its word: "non-resident" and "non resident" become "nonresident", which does not match "resident".
fn without_hyphen(text: &str) -> String {
    text.to_lowercase().replace("non-", "non").replace("non ", "non")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::candidate::candidates;
    use crate::options::AnswerOptions;
    use twolane_text::{ContentHash, Line, LineFlags, SourceId};

    const ROW: LineFlags = LineFlags::TABLE_ROW;
    const HEAD: LineFlags = ROW.union(LineFlags::TABLE_HEAD);
    const GROUP: LineFlags = ROW.union(LineFlags::TABLE_GROUP);

    /// Returns the rows that remain when those behind others are dropped.
    fn kept(question: &str, given: &[(&str, LineFlags)]) -> Vec<String> {
        let lines = (1u32..).zip(given);
        let lines =
            lines.map(|(n, (text, flags))| Line { flags: *flags, ..Line::plain(1, n, *text) }).collect();
        let source = Source::new(SourceId("s".into()), "S".into(), ContentHash::of(b""), lines);
        let rows = candidates(&source, 0..given.len(), &AnswerOptions::default());
        let groups: Vec<_> =
            rows.iter().map(|r| NamedGroup::of(&source, r, question).map(|g| ("s", g))).collect();
        let behind = behind_others(&groups);
        let rows = rows.iter().zip(behind).filter(|(_, behind)| !behind);
        rows.map(|(r, _)| source.reading().text()[r.bytes.clone()].to_owned()).collect()
    }

    #[test]
    fn rows_of_the_named_group_come_first() {
        let fees = [
            ("Pass  Fee", HEAD),
            ("Residents", GROUP),
            ("Day  $6", ROW),
            ("Non-residents", GROUP),
            ("Day  $11", ROW),
        ];
        for (question, expected) in [
            ("What does a nonresident pay for a day?", &["Day $11"][..]),
            ("day pass for non-residents", &["Day $11"]),
            ("What do residents pay?", &["Day $6"]),
            ("How much is a day pass?", &["Day $6", "Day $11"]),
        ] {
            assert_eq!(kept(question, &fees), expected, "{question}");
        }
    }

    #[test]
    fn a_number_behind_a_head_names_a_row() {
        let lots = [("Lot  Acres", HEAD), ("1  2.5", ROW), ("2  4.1", ROW), ("12  2", ROW)];
        for (question, expected) in [
            ("How many acres is lot 2?", &["2 4.1"][..]),
            ("how big is lot no. 12", &["12 2"]),
            ("What lots are there?", &["1 2.5", "2 4.1", "12 2"]),
        ] {
            assert_eq!(kept(question, &lots), expected, "{question}");
        }
    }
}
