//! Values set by hand, in a paper's metadata.

use twolane_archive::{FoundValue, Metadata, Visibility};

use super::change::{Change, To};
use super::field::Field;

/// The origin of a value that a person set.
pub(super) const BY_HAND: &str = "by hand";

/// Returns true for a field that a person set.
pub(crate) fn is_by_hand(meta: &Metadata, key: &str) -> bool {
    meta.origin.get(key).is_some_and(|origin| origin == BY_HAND)
}

/// Makes a change to a paper's title and metadata.
pub(crate) fn apply(change: &Change, title: &mut String, meta: &mut Metadata) {
    for (field, to) in change.fields() {
        match to {
            To::Value(value) => put(field, Some(value.clone()), title, meta),
            To::Nothing => put(field, None, title, meta),
            To::Found if is_by_hand(meta, field.key()) => take_back(field, title, meta),
            To::Found => {}
        }
    }
}

pub(super) fn put(field: Field, new: Option<String>, title: &mut String, meta: &mut Metadata) {
    let key = field.key();
    if !is_by_hand(meta, key) {
        let origin = meta.origin.get(key).cloned().unwrap_or_default();
        meta.found.insert(key.to_owned(), FoundValue { value: value(field, title, meta), origin });
    }
    assign(field, new, title, meta);
    meta.origin.insert(key.to_owned(), BY_HAND.to_owned());
}

fn take_back(field: Field, title: &mut String, meta: &mut Metadata) {
    let found = meta.found.remove(field.key()).unwrap_or_default();
    meta.origin.remove(field.key());
    if !found.origin.is_empty() {
        meta.origin.insert(field.key().to_owned(), found.origin);
    }
    assign(field, found.value, title, meta);
}

pub(super) fn value(field: Field, title: &str, meta: &Metadata) -> Option<String> {
    match field {
        Field::Title => Some(title.to_owned()),
        Field::Kind => meta.doc_type.clone(),
        Field::Board => meta.board.clone(),
        Field::Date => meta.date.clone(),
        Field::Town => meta.town.clone(),
        Field::State => meta.jurisdiction.clone(),
        Field::Visibility => Some(meta.visibility.name().to_owned()),
    }
}

fn assign(field: Field, value: Option<String>, title: &mut String, meta: &mut Metadata) {
    let slot = match field {
        // A paper always has a title.
        Field::Title => {
            if let Some(value) = value {
                *title = value;
            }
            return;
        }
        // What can't be read keeps a paper in.
        Field::Visibility => {
            if let Some(value) = value {
                meta.visibility = value.parse().unwrap_or(Visibility::Sealed);
            }
            return;
        }
        Field::Kind => &mut meta.doc_type,
        Field::Board => &mut meta.board,
        Field::Date => &mut meta.date,
        Field::Town => &mut meta.town,
        Field::State => &mut meta.jurisdiction,
    };
    *slot = value;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_hand::keep;

    fn paper() -> (String, Metadata) {
        let mut meta = Metadata { board: Some("Planning Board".into()), ..Metadata::default() };
        meta.origin.insert("board".into(), "first page".into());
        ("scan 01".to_owned(), meta)
    }

    fn changed(make: impl Fn(&mut Change)) -> Change {
        let mut change = Change::default();
        make(&mut change);
        change
    }

    #[test]
    fn change_is_taken_back_to_what_was_found() {
        let (mut title, mut meta) = paper();
        let before = (title.clone(), meta.clone());
        for round in ["First", "Second"] {
            let change = changed(|c| {
                c.set(Field::Title, round).unwrap();
                c.set(Field::Date, "2024").unwrap();
                c.set(Field::Visibility, "sealed").unwrap();
                c.none(Field::Board).unwrap();
            });
            apply(&change, &mut title, &mut meta);
            assert_eq!(
                (title.as_str(), meta.board.as_deref(), meta.date.as_deref()),
                (round, None, Some("2024"))
            );
            assert_eq!(meta.visibility, Visibility::Sealed);
            assert!(["title", "date", "board", "visibility"].iter().all(|key| is_by_hand(&meta, key)));
        }
        let undo = changed(|c| Field::ALL.into_iter().for_each(|field| c.undo(field).unwrap()));
        apply(&undo, &mut title, &mut meta);
        assert_eq!((title, meta), before);
    }

    #[test]
    fn newer_version_keeps_what_was_set_and_its_own_findings() {
        let (mut title, mut meta) = paper();
        let change = changed(|c| {
            c.set(Field::Title, "Minutes of May").unwrap();
            c.set(Field::Visibility, "staff").unwrap();
            c.none(Field::Board).unwrap();
        });
        apply(&change, &mut title, &mut meta);
        let (mut newer, mut found) = ("scan 02".to_owned(), Metadata::default());
        found.board = Some("Select Board".into());
        found.town = Some("Alder".into());
        keep(&title, &meta, &mut newer, &mut found);
        assert_eq!(
            (newer.as_str(), &found.board, found.town.as_deref()),
            ("Minutes of May", &None, Some("Alder"))
        );
        assert_eq!(found.visibility, Visibility::Staff);
        assert_eq!(found.found["board"].value.as_deref(), Some("Select Board"));
        assert_eq!(found.found["title"].value.as_deref(), Some("scan 02"));
    }
}
