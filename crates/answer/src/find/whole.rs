//! All rows of a table for a question about all of it: "how are the rates made up", "list the fees for the hall".

use crate::draft::DraftFact;
use crate::options::AnswerOptions;
use twolane_text::pattern::pattern;

use super::candidate::candidates;
use super::ranked::Ranked;

pattern!(
    WHOLE,
    concat!(
        r"(?i)^\W*(?:please )?(?:list|show|give)\b|\ball\b|\bwhat are the\b",
        r"|\b(?:made|make|makes) up\b|\bbr(?:eak|oken|eaks)[- ]?down\b|\bconsists? of\b"
    )
);

/// Number of the first facts among which a row shows that the table answers.
const AMONG: usize = 3;
/// Maximum number of rows.
const ROWS: usize = 14;

/// Puts all rows of the table, in its order, in place of the first row among the facts and of what follows it, where
/// the question asks for the whole and names no row by its key. The rows under other labels of the table are left out.
pub(super) fn whole_table(
    question: &str,
    facts: &mut Vec<DraftFact>,
    chosen: &[&Ranked],
    options: &AnswerOptions,
) {
    let first = || chosen.iter().take(AMONG).copied();
    if !WHOLE.get().is_match(question) || first().any(Ranked::is_keyed) {
        return;
    }
    let found = first().find_map(|r| {
        let statements = r.source().statements();
        let row = *statements.touching(r.candidate().bytes.clone()).first()?;
        Some((r, row, statements.table_of(row)?))
    });
    let Some((r, row, table)) = found else { return };
    let (source, statements) = (r.source(), r.source().statements());
    let groups = statements.groups_of(row);
    let mut rows = Vec::new();
    for (at, statement) in statements.all().iter().enumerate() {
        let of_table =
            statement.row && statements.table_of(at) == Some(table) && statements.groups_of(at) == groups;
        let Some(bytes) = statement.parts.first().filter(|_| of_table) else { continue };
        let Some(lines) = source.reading().lines_of(bytes.clone()) else { continue };
        let of_row = candidates(source, lines, options);
        let own = of_row.iter().find(|c| c.bytes.start < bytes.end && bytes.start < c.bytes.end);
        rows.extend(own.and_then(|c| c.fact(source, r.features.context)).filter(|fact| !fact.cut));
    }
    let shown = r.candidate().shown(source);
    let Some(place) = facts.iter().position(|fact| fact.text == shown) else { return };
    if (2..=ROWS).contains(&rows.len()) {
        facts.truncate(place);
        rows.retain(|row| !facts.iter().any(|fact| row.is_within(fact)));
        facts.append(&mut rows);
    }
}

#[cfg(test)]
mod tests {
    use super::WHOLE;

    #[test]
    fn the_whole_is_asked_for() {
        for question in ["How are rates made up?", "list the fees for the hall", "What are all the dues?"] {
            assert!(WHOLE.get().is_match(question), "{question}");
        }
        for question in ["What is the fee for a hall?", "Who makes the rates?", "how much is a tag"] {
            assert!(!WHOLE.get().is_match(question), "{question}");
        }
    }
}
