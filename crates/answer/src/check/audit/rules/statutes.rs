//! "No statute number or named procedure without a state chunk that has it."

use crate::check::audit::flag::{Flag, HardRule};
use crate::check::audit::input::{AuditInput, Lane};
use crate::check::audit::phrases::first_of;
use crate::check::audit::shown_sentence::ShownSentence;
use crate::language::borne::Borne;
use twolane_law::Grammar;
use twolane_text::Quote;

/// Flags statute numbers in the writer's own words. A number within quoted words belongs to the quoted paper.
pub(in crate::check::audit) fn statutes(
    said: &[ShownSentence<'_>],
    quotes: &[&Quote],
    input: &AuditInput<'_>,
) -> Vec<Flag> {
    let mut state = Borne::of(input.state_texts.iter().map(String::as_str));
    for quote in quotes.iter().filter(|q| (input.lane)(q.source_id()) == Lane::State) {
        state.add(quote.text());
    }
    for address in said.iter().flat_map(|s| s.context) {
        state.add_section(address);
    }
    let mut flags = Vec::new();
    for s in said.iter().filter(|s| !s.names_what_is_missing()) {
        for found in Grammar::built_in().find(&s.unquoted) {
            // A document's own sections and articles are not statutes.
            if found.citation.jurisdiction.is_empty() {
                continue;
            }
            let raw = s.unquoted.get(found.bytes.clone()).unwrap_or("");
            if !state.bears_out(raw) {
                flags.push(s.flag(HardRule::StatuteWithoutText, raw));
            }
        }
    }
    flags
}

/// Flags named procedures in the writer's own words.
pub(in crate::check::audit) fn procedures(
    said: &[ShownSentence<'_>],
    quotes: &[&Quote],
    input: &AuditInput<'_>,
) -> Vec<Flag> {
    let state = quotes.iter().filter(|q| (input.lane)(q.source_id()) == Lane::State).map(|q| q.text());
    let shown: Vec<&str> = state.chain(input.state_texts.iter().map(String::as_str)).collect();
    let mut flags = Vec::new();
    for s in said.iter().filter(|s| !s.names_what_is_missing()) {
        for procedure in &input.words.procedures {
            let one = std::slice::from_ref(procedure);
            let asked = first_of(input.question, one).is_some();
            if !asked
                && first_of(&s.unquoted, one).is_some()
                && !shown.iter().any(|t| first_of(t, one).is_some())
            {
                flags.push(s.flag(HardRule::ProcedureWithoutText, procedure));
            }
        }
    }
    flags
}
