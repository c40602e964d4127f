//! The level of a paper's visibility, from one version to the next: it goes down only by a person's hand.

use twolane_archive::{FoundValue, Metadata, Visibility};

use super::field::Field;
use super::values::{BY_HAND, is_by_hand, put, value};

/// A level of an older version, a copy or a container, with its origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Level {
    /// The level itself.
    pub visibility: Visibility,
    /// Its origin, as in [`Metadata::origin`].
    pub origin: String,
}

impl Level {
    /// Returns the level of a paper.
    pub(crate) fn of(meta: &Metadata) -> Self {
        let origin = meta.origin.get(Field::Visibility.key()).cloned().unwrap_or_default();
        Level { visibility: meta.visibility, origin }
    }

    /// Returns the level that the program found for a paper, also where a person set another.
    pub(crate) fn found(meta: &Metadata) -> Self {
        let key = Field::Visibility.key();
        let Some(found) = meta.found.get(key).filter(|_| is_by_hand(meta, key)) else {
            return Level::of(meta);
        };
        let level = found.value.as_deref().map(|value| value.parse().unwrap_or(Visibility::Sealed));
        Level { visibility: level.unwrap_or_default(), origin: found.origin.clone() }
    }
}

/// Raises a paper to the highest of these levels. If a person set its level, that level stays, and the level that was found
/// before it is raised, so that an undo can't go below.
pub(crate) fn raise(levels: impl IntoIterator<Item = Level>, title: &mut String, meta: &mut Metadata) {
    let key = Field::Visibility.key();
    let highest = levels.into_iter().max_by_key(|level| (level.visibility, level.origin == BY_HAND));
    let Some(level) = highest.filter(|level| level.visibility > Level::found(meta).visibility) else {
        return;
    };
    if is_by_hand(meta, key) {
        if level.origin != BY_HAND {
            let value = Some(level.visibility.name().to_owned());
            meta.found.insert(key.to_owned(), FoundValue { value, origin: level.origin });
        }
        return;
    }
    if level.origin == BY_HAND {
        put(Field::Visibility, Some(level.visibility.name().to_owned()), title, meta);
        return;
    }
    meta.visibility = level.visibility;
    meta.origin.remove(key);
    if !level.origin.is_empty() {
        meta.origin.insert(key.to_owned(), level.origin);
    }
}

/// Carries what a person set from a paper's older version to its newer one, and the level of its visibility, which only
/// rises otherwise.
pub(crate) fn keep(old_title: &str, old: &Metadata, title: &mut String, meta: &mut Metadata) {
    raise([Level::found(old)], title, meta);
    for field in Field::ALL.into_iter().filter(|field| is_by_hand(old, field.key())) {
        put(field, value(field, old_title, old), title, meta);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn level_rises_and_hand_stays() {
        use Visibility::{Public, Sealed, Staff};
        let paper = |visibility, origin: &str| {
            let mut meta = Metadata { visibility, ..Metadata::default() };
            meta.origin.insert("visibility".into(), origin.into());
            meta
        };
        for (older, newer, expected) in [
            (vec![(Staff, "flag")], (Public, "default"), (Staff, "flag")),
            (vec![(Public, "flag")], (Staff, "first page"), (Staff, "first page")),
            (vec![(Staff, "flag"), (Sealed, "name")], (Public, ""), (Sealed, "name")),
            (vec![(Staff, "flag"), (Staff, BY_HAND)], (Public, ""), (Staff, BY_HAND)),
            (vec![(Sealed, "flag")], (Public, BY_HAND), (Public, BY_HAND)),
            (vec![(Public, BY_HAND)], (Staff, "name"), (Staff, "name")),
        ] {
            let mut meta = paper(newer.0, newer.1);
            let levels = older.iter().map(|(level, origin)| Level::of(&paper(*level, origin)));
            raise(levels, &mut String::new(), &mut meta);
            assert_eq!((meta.visibility, meta.origin["visibility"].as_str()), expected, "{older:?}");
        }
        let mut meta = paper(Public, "default");
        put(Field::Visibility, Some("staff".into()), &mut String::new(), &mut meta);
        raise([Level::of(&paper(Sealed, "flag"))], &mut String::new(), &mut meta);
        assert_eq!((meta.visibility, Level::found(&meta).visibility), (Staff, Sealed));
    }
}
