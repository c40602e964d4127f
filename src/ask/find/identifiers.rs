//! Numbers by which a question names one case, resolution, article or lot. A neighbour's facts are no answer to it.

use crate::text::{Designator, designators};

use super::extract::Ranked;

/// Kinds whose text the citation resolver finds, with rules of its own.
const OF_LAW: [&str; 2] = ["section", "chapter"];

/// Identifiers of a question.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Identifiers(Vec<Designator>);

/// Where a text stands to the identifiers of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// It has one of them, or stands under it.
    Named,
    /// It has none of their kinds.
    Open,
    /// It has another number of the same kind, or stands under it.
    Other,
}

impl Identifiers {
    /// Reads them off a question.
    pub fn of(question: &str) -> Self {
        let mut found = designators(question);
        // A year tells budgets and reports apart by their papers' dates, too.
        let is_year =
            |number: &str| number.len() == 4 && (number.starts_with("19") || number.starts_with("20"));
        found.retain(|d| !OF_LAW.contains(&d.kind) && d.kind != "fiscal year" && !is_year(&d.number));
        Identifiers(found)
    }

    /// True for a question without any.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Tells where a text stands, of itself or by the last of `above` that says: the words before it in its chunk,
    /// the headings over it.
    pub fn relation(&self, text: &str, above: &[&str]) -> Relation {
        let own = self.relation_of(&designators(text), false);
        let over = || above.iter().map(|text| self.relation_of(&designators(text), true));
        std::iter::once(own)
            .chain(over())
            .find(|relation| *relation != Relation::Open)
            .unwrap_or(Relation::Open)
    }

    /// Of all of a text's own numbers, or of the last one that stands above a text.
    fn relation_of(&self, found: &[Designator], last: bool) -> Relation {
        let mut same_kind = found.iter().filter(|d| self.0.iter().any(|asked| asked.kind == d.kind));
        let asked = |d: &Designator| self.0.iter().any(|asked| asked.is_same(d));
        let named = match last {
            true => same_kind.next_back().map(asked),
            false => same_kind.clone().next().map(|_| same_kind.any(asked)),
        };
        named.map_or(Relation::Open, |named| if named { Relation::Named } else { Relation::Other })
    }

    /// Keeps what the identifiers allow, what has them first. False when no number of them stands anywhere in what
    /// was found: then what is there is near at best.
    pub fn keep(&self, ranked: &mut Vec<Ranked>) -> bool {
        if self.is_empty() {
            return true;
        }
        let relation = |r: &Ranked| match r.is_keyed() {
            true => Relation::Named,
            false => self.relation(r.text(), &r.above()),
        };
        let relations: Vec<Relation> = ranked.iter().map(relation).collect();
        if !relations.contains(&Relation::Named) {
            let texts = || ranked.iter().flat_map(|r| r.above().into_iter().chain([r.text()]));
            return self.0.iter().any(|asked| texts().any(|text| has_number(text, &asked.number)));
        }
        let mut kept: Vec<(Relation, Ranked)> = relations.into_iter().zip(ranked.drain(..)).collect();
        kept.retain(|(relation, _)| *relation != Relation::Other);
        kept.sort_by_key(|(relation, _)| *relation);
        ranked.extend(kept.into_iter().map(|(_, r)| r));
        true
    }
}

/// True for a text with this number, whatever it is a number of.
fn has_number(text: &str, number: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '-';
    text.split(|c: char| !is_part(c)).any(|word| word.trim_matches('-').eq_ignore_ascii_case(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_number_of_the_kind_is_no_answer() {
        let asked = Identifiers::of("When was resolution 2025-08 adopted?");
        for (text, above, expected) in [
            ("Resolution 2025-08 was adopted on May 6.", &[][..], Relation::Named),
            ("Resolution No. 2025-8 was adopted on May 6.", &[], Relation::Named),
            ("Resolution 2025-07 was adopted on May 6.", &[], Relation::Other),
            ("Resolutions 2025-07 and resolution 2025-08 passed.", &[], Relation::Named),
            (
                "It was adopted on May 6.",
                &["Resolution 2025-07 names the park. Resolution 2025-08 the pond."],
                Relation::Named,
            ),
            ("It was adopted on May 6.", &["The board met.", "Resolution 2025-07"], Relation::Other),
            ("The fee is $20.", &["The board met."], Relation::Open),
            ("Ordinance 2025-07 was adopted.", &[], Relation::Open),
        ] {
            assert_eq!(asked.relation(text, above), expected, "{text}");
        }
        assert!(Identifiers::of("What notice does RSA 91-A:2 require?").is_empty());
    }
}
