//! Check of a statement against the quotes cited as its support.

use std::collections::HashSet;

use crate::check::verify::fold;
use twolane_text::{Difference, Judgement, TokenKind, bears_out, tokens};

use super::report::TextState;

/// Judges whether quotes, joined in the order in which they are shown, state a text.
pub(super) fn judge(quotes: &[&str], statement: &str) -> (TextState, String) {
    let said = fold(statement);
    let bare = |text: &str| fold(text).trim_matches(['“', '”']).to_owned();
    if said.is_empty() {
        return (TextState::Unchecked, "has no words".into());
    }
    for (start, _) in quotes.iter().enumerate() {
        let mut joined = String::new();
        for quote in quotes.iter().skip(start) {
            if !joined.is_empty() {
                joined.push(' ');
            }
            joined.push_str(quote);
            if joined.len() > 2 * said.len() + 64 {
                break;
            }
            if fold(&joined) == said || fold(&joined) == bare(statement) {
                return (TextState::Quoted, String::new());
            }
        }
    }
    let whole = quotes.join(" ");
    let texts: Vec<&str> = quotes.iter().copied().chain([whole.as_str()]).collect();
    match bears_out(&texts, statement) {
        Judgement::Verbatim => (TextState::Quoted, String::new()),
        Judgement::Borne => (TextState::Borne, String::new()),
        Judgement::NotBorne(differences) => {
            let told: Vec<String> = differences.iter().take(3).map(difference).collect();
            (TextState::Contradicted, format!("its own quotes do not say this: {}", told.join("; ")))
        }
        Judgement::Unchecked(why) => (TextState::Unchecked, why.to_string()),
    }
}

fn difference(d: &Difference) -> String {
    match (&d.said, &d.written) {
        (Some(said), Some(written)) => format!("“{said}” for “{written}”"),
        (Some(said), None) => format!("“{said}” is added"),
        (None, Some(written)) => format!("“{written}” is left out"),
        (None, None) => "in another order".to_owned(),
    }
}

/// Characters of a failed text that are searched for tokens. The report of the failure covers the whole text.
const READ: usize = 2_000;

/// Set of the tokens that some texts have.
#[derive(Debug, Default)]
pub(super) struct Held(HashSet<(TokenKind, String)>);

impl Held {
    pub(super) fn add(&mut self, text: &str) {
        self.0.extend(tokens(text).into_iter().map(|t| (t.kind, t.normal)));
    }

    /// Returns the tokens at the start of a text, as printed, that the set lacks.
    pub(super) fn beyond(&self, text: &str) -> Vec<String> {
        let end = text.char_indices().nth(READ).map_or(text.len(), |(at, _)| at);
        let text = text.get(..end).unwrap_or(text);
        let mut seen = HashSet::new();
        let other = |t: &twolane_text::Token| {
            t.kind != TokenKind::ProperNoun && !self.0.contains(&(t.kind, t.normal.clone()))
        };
        tokens(text).into_iter().filter(other).map(|t| t.raw).filter(|raw| seen.insert(raw.clone())).collect()
    }
}
