//! Assumptions of an answer, stated only where one was really made.

use crate::check::own_words::{month_first, newest};
use crate::draft::wording;
use crate::understand::session::{Field, Origin};
use twolane_retrieve::PackNote;
use twolane_text::{TokenKind, tokens_of};

/// Facts of a request from which assumptions follow.
pub(crate) struct AssumptionBasis<'a> {
    /// Question in the form that was searched.
    pub question: &'a str,
    /// Town whose papers were searched, with its origin.
    pub town: Option<&'a Field>,
    /// State whose papers were searched, with its origin.
    pub state: Option<&'a Field>,
    /// True when the question names a day or an edition of the law.
    pub day_named: bool,
    /// Packs that the answer quotes from.
    pub quoted: &'a [PackNote],
    /// All packs of the archive.
    pub packs: &'a [PackNote],
}

/// Returns the assumptions in the program's own words.
pub(crate) fn assumptions(basis: &AssumptionBasis<'_>) -> Vec<String> {
    let mut out = Vec::new();
    let earlier = |field: &&Field| matches!(field.origin, Origin::Session | Origin::PriorTurns);
    if let Some(town) = basis.town {
        match town.origin {
            Origin::Archive => out.push(wording::ONLY_TOWN.say(&[&town.value])),
            _ if earlier(&town) => out.push(wording::TOWN_KEPT.say(&[&town.value])),
            _ => {}
        }
    }
    if let Some(state) = basis.state.filter(earlier) {
        out.push(wording::STATE_KEPT.say(&[&state.value]));
    }
    if !basis.day_named {
        let of_answer = newest(basis.packs)
            .filter(|p| basis.quoted.iter().any(|q| q.name == p.name && q.edition == p.edition));
        out.extend(
            of_answer.map(|p| wording::NEWEST_EDITION.say(&[&wording::PACK.say(&[&p.title, &p.edition])])),
        );
    }
    for date in tokens_of(basis.question, TokenKind::Date) {
        let figures = date.raw.trim();
        if let Some(read) = month_first(figures) {
            let said = wording::MONTH_FIRST.say(&[&format!("{figures}{}{read}", wording::READ_AS)]);
            if !out.contains(&said) {
                out.push(said);
            }
        }
    }
    out
}
