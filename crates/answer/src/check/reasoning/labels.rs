//! Tokens by which prose names the facts of an answer (SPEC SYN-3).

use crate::check::answer::AnswerContent;
use crate::check::verify::Fact;
use twolane_text::SourceId;

/// Side of an answer to which a fact belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// Papers of a town or association.
    Local,
    /// State law and texts that explain it.
    State,
    /// Texts of the user.
    User,
}

impl Side {
    pub(crate) const ALL: [Side; 3] = [Side::User, Side::Local, Side::State];

    fn letter(self) -> char {
        match self {
            Side::Local => 'L',
            Side::State => 'S',
            Side::User => 'U',
        }
    }
}

/// Returns the side of a source.
pub(crate) fn side(answer: &AnswerContent, id: &SourceId) -> Side {
    match answer.citations_index.iter().find(|c| &c.source_id == id).map(|c| c.lane.as_str()) {
        Some("state") => Side::State,
        Some("user") => Side::User,
        _ => Side::Local,
    }
}

/// A fact with its token.
#[derive(Debug, Clone)]
pub(crate) struct Labelled<'a> {
    /// Token `[L1]`, `[S2]` or `[U1]`: numbered by side, in the facts' order.
    pub label: String,
    pub side: Side,
    pub fact: &'a Fact,
}

/// Labels all facts with their tokens, in their order.
pub(crate) fn labelled(answer: &AnswerContent) -> Vec<Labelled<'_>> {
    let mut seen = [0usize; 3];
    let of = |fact: &Fact| fact.support.first().map_or(Side::Local, |q| side(answer, q.source_id()));
    answer
        .facts
        .iter()
        .map(|fact| {
            let side = of(fact);
            let place = Side::ALL.iter().position(|s| *s == side).and_then(|at| seen.get_mut(at));
            let number = place.map_or(0, |n| {
                *n += 1;
                *n
            });
            Labelled { label: format!("[{}{number}]", side.letter()), side, fact }
        })
        .collect()
}
