//! Form for residents of a town.

use std::collections::HashSet;
use std::slice;

use crate::check::answer::AnswerContent;
use crate::check::reasoning::labelled;
use crate::check::verify::{Answer, Fact, Verified};
use twolane_text::{Quote, SourceId, TokenKind, sentences, tokens_of, year_of};

use super::parts::{
    Side, USERS_SAY, caveat, cited, closing, disagreement, facts_of, in_short, is_users, next_questions,
    not_shown, page, places, section, who_disagrees,
};

/// Numbers of bullets in "At a glance" (SPEC SYN-2).
const LEAST_POINTS: usize = 3;
const MOST_POINTS: usize = 5;
/// Largest number of figures in the list.
const FIGURES: usize = 12;
/// Largest number of words in a row of a table.
const LONGEST_ROW: usize = 24;

/// Renders the sections At a glance, Local details, Statewide context (only if used), Key facts and numbers with their
/// entity, and What is not shown.
pub fn civic(answer: &Verified<Answer>) -> String {
    civic_of(answer.get())
}

pub(super) fn civic_of(answer: &AnswerContent) -> String {
    let cite = |side: Side| facts_of(answer, side).into_iter().map(|f| cited(answer, f)).collect::<Vec<_>>();
    let mut local = cite(Side::Local);
    local.extend(cite(Side::User));
    local.extend(answer.conflicts.iter().map(|c| disagreement(answer, c)));
    let mut state = Vec::new();
    if answer.used_statewide {
        // The sentence on applicability names these labels.
        let of_state = labelled(answer).into_iter().filter(|l| l.side == Side::State);
        state = of_state.map(|l| format!("{} {}", l.label, cited(answer, l.fact))).collect();
        if !state.is_empty() && !answer.applicability_check.is_empty() {
            state.push(format!("Whether it applies: {}", answer.applicability_check));
        }
    }
    page(&[
        section("At a glance", &at_a_glance(answer)),
        in_short(answer),
        section("Local details", &local),
        section("Statewide context", &state),
        section("Key facts and numbers", &figures(answer)),
        section("What is not shown", &not_shown(answer)),
        section("What to ask next", &next_questions(answer)),
        closing(answer),
    ])
}

/// Renders three to five bullets: the points that answer, a disagreement, and what is missing where the points are few.
fn at_a_glance(answer: &AnswerContent) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let caveat = caveat(answer);
    if !caveat.is_empty() {
        out.push(caveat.to_owned());
    }
    let said = |fact: &Fact| {
        let text = fact.text.trim();
        if is_users(answer, fact) { format!("{USERS_SAY}: {text}") } else { text.to_owned() }
    };
    let conflict = answer.conflicts.first();
    let points = MOST_POINTS - out.len() - usize::from(conflict.is_some());
    out.extend(answer.facts.iter().take(points).map(said));
    if let Some(conflict) = conflict {
        out.push(format!("{}; the values are listed below.", who_disagrees(answer, conflict)));
    }
    let mut more: Vec<String> =
        not_shown(answer).into_iter().map(|text| format!("Not shown: {text}")).collect();
    if let Some(fact) = answer.facts.first() {
        more.push(format!("The first quote is from {}.", places(answer, &fact.support)));
        more.push(format!("Facts quoted: {}.", answer.facts.len()));
    }
    out.extend(more.into_iter().take(LEAST_POINTS.saturating_sub(out.len())));
    out
}

/// Lists the figures: each row of a table under its heads, and each sentence's clause with an amount or a share.
fn figures(answer: &AnswerContent) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut known: HashSet<(String, &SourceId)> = HashSet::new();
    for fact in &answer.facts {
        let lines: Vec<(String, &[Quote])> = match fact.statement() {
            [head, .., row] if is_row(row.text()) => {
                vec![(row_under(head.text(), row.text()), &fact.support)]
            }
            [row] if is_row(row.text()) => vec![(row.text().to_owned(), &fact.support)],
            quotes => {
                let of = |quote| {
                    clauses(Quote::text(quote)).into_iter().zip(std::iter::repeat(slice::from_ref(quote)))
                };
                quotes.iter().flat_map(of).collect()
            }
        };
        for (line, quotes) in lines {
            // Two facts may share a sentence.
            let is_new = quotes.first().is_none_or(|quote| known.insert((line.clone(), quote.source_id())));
            if is_new {
                out.push(format!("{line} ({})", places(answer, quotes)));
            }
        }
    }
    out.truncate(FIGURES);
    out
}

/// Returns true for a row of a table: words, then figures up to its end.
fn is_row(text: &str) -> bool {
    let is_figure = |word: &&str| word.contains(|c: char| c.is_ascii_digit()) && !word.ends_with(['.', ';']);
    let figures = text.split_whitespace().rev().take_while(is_figure).count();
    figures > 0
        && text.split_whitespace().count() <= LONGEST_ROW
        && tokens_of(text, TokenKind::Number).len() >= figures
}

/// Formats a row with its heads: "County: $2.07 (2024), $1.95 (2023)", if the head ends with a word for each figure, all
/// its years among them; otherwise the row with its head behind it.
fn row_under(head: &str, row: &str) -> String {
    let has_digit = |word: &str| word.contains(|c: char| c.is_ascii_digit());
    let words: Vec<&str> = row.split_whitespace().collect();
    let figures = words.iter().rev().take_while(|word| has_digit(word)).count();
    let (name, figures) = words.split_at(words.len() - figures);
    let heads: Vec<&str> = head.split_whitespace().collect();
    let (before, own) = heads.split_at(heads.len().saturating_sub(figures.len()));
    let is_year = |word: &&str| year_of(word).is_some();
    let fits = own.len() == figures.len()
        && own.first().is_some_and(|word| year_of(word).is_some())
        && !before.iter().any(is_year);
    if name.is_empty() || before.is_empty() || !fits {
        return format!("{row}, under “{head}”");
    }
    let dated: Vec<String> =
        figures.iter().zip(own).map(|(figure, head)| format!("{figure} ({head})")).collect();
    format!("{}: {}", name.join(" "), dated.join(", "))
}

/// Returns the sentences of a text with an amount of money or a percentage.
fn clauses(text: &str) -> Vec<String> {
    let states = |sentence: &&str| sentence.contains(['$', '%']) || sentence.contains(" percent");
    sentences(text).into_iter().filter_map(|at| text.get(at)).filter(states).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_printed_with_their_heads() {
        for (head, row, expected) in [
            ("Part of the rate 2024 2023", "County $2.07 $1.95", "County: $2.07 (2024), $1.95 (2023)"),
            (
                "Department Voted Asked",
                "Police $5,000 $6,000",
                "Police $5,000 $6,000, under “Department Voted Asked”",
            ),
            ("Fees 2024", "Route 16 $5", "Route 16 $5, under “Fees 2024”"),
            ("Part 2023 2024 Change", "Town $5 $6 $1", "Town: $5 (2023), $6 (2024), $1 (Change)"),
            ("Line 2023 Voted 2024 Asked", "Roads $5 $6", "Roads $5 $6, under “Line 2023 Voted 2024 Asked”"),
        ] {
            assert!(is_row(row), "{row}");
            assert_eq!(row_under(head, row), expected);
        }
        assert!(!is_row("The fee is $5."));
    }

    #[test]
    fn sentences_with_an_amount_are_listed() {
        assert_eq!(
            clauses("It rose by 5 percent. The board met. It cost $7."),
            ["It rose by 5 percent.", "It cost $7."]
        );
    }
}
