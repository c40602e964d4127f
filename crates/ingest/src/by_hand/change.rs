//! A change of a paper's values, checked.

use std::collections::BTreeMap;
use std::str::FromStr;

use crate::metadata::{find_date, parse_date, state_code};
use twolane_archive::Visibility;

use super::error::EditError;
use super::field::Field;

/// The longest title in characters.
const LONGEST_TITLE: usize = 300;
/// The longest other value in characters.
const LONGEST_VALUE: usize = 120;

/// The new state of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum To {
    /// A value of the person's own.
    Value(String),
    /// No value, whatever the program found.
    Nothing,
    /// The value that the program found.
    Found,
}

/// A change of values by hand, each field at most once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Change {
    fields: BTreeMap<Field, To>,
}

impl Change {
    /// Builds a change from the values to set, and from the names of the fields to clear and of those to undo.
    ///
    /// # Errors
    /// Fails for a value that its field can't have, a field that is named twice, and a name of no field.
    pub fn of<'v>(
        values: impl IntoIterator<Item = (Field, Option<&'v str>)>,
        none: &[String],
        undo: &[String],
    ) -> Result<Self, EditError> {
        let mut change = Self::default();
        for (field, value) in values {
            value.map_or(Ok(()), |value| change.set(field, value))?;
        }
        none.iter().try_for_each(|field| change.none(field.parse()?))?;
        undo.iter().try_for_each(|field| change.undo(field.parse()?))?;
        Ok(change)
    }

    /// Sets a field to a value.
    ///
    /// # Errors
    /// Fails for an empty or invalid value, and for a field that was named before.
    pub fn set(&mut self, field: Field, value: &str) -> Result<(), EditError> {
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        if value.is_empty() {
            return Err(EditError::Empty { field });
        }
        let most = if field == Field::Title { LONGEST_TITLE } else { LONGEST_VALUE };
        if value.chars().count() > most {
            return Err(EditError::TooLong { field, most });
        }
        if value.chars().any(is_hidden) {
            return Err(EditError::Hidden { field });
        }
        let value = match field {
            Field::Date => whole_date(&value).ok_or(EditError::NoDate { given: value })?,
            Field::State => match state_code(&value) {
                Some(code) => code.to_owned(),
                None => return Err(EditError::NoState { given: value }),
            },
            // The kinds that the rules find are in lower case.
            Field::Kind => value.to_lowercase(),
            Field::Visibility => match value.parse::<Visibility>() {
                Ok(level) => level.name().to_owned(),
                Err(_) => return Err(EditError::NoVisibility { given: value }),
            },
            Field::Title | Field::Board | Field::Town => value,
        };
        self.insert(field, To::Value(value))
    }

    /// Says that the paper has no such value, whatever the program found.
    ///
    /// # Errors
    /// Fails for title and visibility, which every paper has, and for a field that was named before.
    pub fn none(&mut self, field: Field) -> Result<(), EditError> {
        if field == Field::Title {
            return Err(EditError::TitleNeeded);
        }
        if field == Field::Visibility {
            return Err(EditError::VisibilityNeeded);
        }
        self.insert(field, To::Nothing)
    }

    /// Takes back what was set by hand: the value that the program found holds again.
    ///
    /// # Errors
    /// Fails for a field that was named before.
    pub fn undo(&mut self, field: Field) -> Result<(), EditError> {
        self.insert(field, To::Found)
    }

    /// Returns true when nothing is changed.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Returns the fields with their new values: a value, or `None` for no value or the one that was found.
    pub fn values(&self) -> impl Iterator<Item = (Field, Option<&str>)> {
        self.fields.iter().map(|(field, to)| match to {
            To::Value(value) => (*field, Some(value.as_str())),
            To::Nothing | To::Found => (*field, None),
        })
    }

    pub(super) fn fields(&self) -> impl Iterator<Item = (Field, &To)> {
        self.fields.iter().map(|(field, to)| (*field, to))
    }

    pub(crate) fn sets_title(&self) -> bool {
        matches!(self.fields.get(&Field::Title), Some(To::Value(_)))
    }

    pub(crate) fn is_of_visibility_alone(&self) -> bool {
        self.fields.keys().all(|field| *field == Field::Visibility)
    }

    pub(crate) fn touches_headers(&self) -> bool {
        self.fields.keys().any(|field| field.is_in_headers())
    }

    fn insert(&mut self, field: Field, to: To) -> Result<(), EditError> {
        match self.fields.insert(field, to) {
            None => Ok(()),
            Some(_) => Err(EditError::Twice { field }),
        }
    }
}

impl FromStr for Field {
    type Err = EditError;

    fn from_str(text: &str) -> Result<Self, EditError> {
        let wanted = text.trim();
        let is_named = |name: &str| wanted.eq_ignore_ascii_case(name);
        let found = Field::ALL.into_iter().find(|field| is_named(field.name()) || is_named(field.key()));
        found.ok_or_else(|| EditError::UnknownField { given: wanted.chars().take(60).collect() })
    }
}

/// Returns true for characters that nobody sees, or that turn the reading direction around.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Returns the date that a text is as a whole, in ISO 8601.
fn whole_date(text: &str) -> Option<String> {
    match find_date(text) {
        Some((at, date)) => (at == (0..text.len())).then_some(date),
        None => parse_date(text).filter(|_| text.len() == 4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(field: Field, value: &str) -> Result<String, String> {
        let mut change = Change::default();
        change.set(field, value).map_err(|error| error.to_string())?;
        let value = change.values().next().and_then(|(_, value)| value.map(str::to_owned));
        Ok(value.unwrap_or_default())
    }

    #[test]
    fn values_are_checked_and_written_one_way() {
        for (field, given, expected) in [
            (Field::Title, "  Minutes of\tMay ", Ok("Minutes of May")),
            (Field::Kind, "Minutes", Ok("minutes")),
            (Field::Board, "Select Board", Ok("Select Board")),
            (Field::Date, "2024-10-09", Ok("2024-10-09")),
            (Field::Date, "2024-10", Ok("2024-10")),
            (Field::Date, "2024", Ok("2024")),
            (Field::Date, "October 9, 2024", Ok("2024-10-09")),
            (Field::Date, "2024-02-30", Err("not a date")),
            (Field::Date, "soon", Err("not a date")),
            (Field::Date, "2024-10-09 or so", Err("not a date")),
            (Field::State, "new hampshire", Ok("NH")),
            (Field::State, "Mars", Err("not a state")),
            (Field::Visibility, "Staff", Ok("staff")),
            (Field::Visibility, "secret", Err("public, staff or sealed")),
            (Field::Town, "", Err("--undo town")),
            (Field::Board, " ", Err("--none board")),
            (Field::Title, "a\u{202e}b", Err("invisible")),
            (Field::Town, &"x".repeat(121), Err("120 characters")),
        ] {
            match (set(field, given), expected) {
                (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{given:?}"),
                (Err(found), Err(expected)) => assert!(found.contains(expected), "{given:?}: {found}"),
                (found, _) => panic!("{given:?}: {found:?}"),
            }
        }
        let mut change = Change::default();
        assert!(change.none(Field::Title).is_err());
        assert!(change.none(Field::Visibility).is_err());
        change.undo(Field::Date).unwrap();
        assert!(change.set(Field::Date, "2024").is_err());
    }
}
