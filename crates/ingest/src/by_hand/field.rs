//! The fields of a paper that a person can set.

/// A field of a paper that a person can set by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// The title for people.
    Title,
    /// The kind of paper: minutes, agenda, budget.
    Kind,
    /// The board or committee.
    Board,
    /// The date of the paper.
    Date,
    /// The town, district or association.
    Town,
    /// The state, by its code.
    State,
    /// The level that a reader needs to see it.
    Visibility,
}

impl Field {
    /// All fields, in the order of the command's flags.
    pub const ALL: [Field; 7] =
        [Field::Title, Field::Kind, Field::Board, Field::Date, Field::Town, Field::State, Field::Visibility];

    /// Returns the name that people use.
    pub fn name(self) -> &'static str {
        match self {
            Field::Title => "title",
            Field::Kind => "kind",
            Field::Board => "board",
            Field::Date => "date",
            Field::Town => "town",
            Field::State => "state",
            Field::Visibility => "visibility",
        }
    }

    /// Returns the name of the field in the metadata and its origins.
    pub fn key(self) -> &'static str {
        match self {
            Field::Kind => "doc_type",
            Field::State => "jurisdiction",
            other => other.name(),
        }
    }

    /// Returns true for a field that is part of the context headers of a paper's chunks.
    pub(super) fn is_in_headers(self) -> bool {
        matches!(self, Field::Title | Field::Date)
    }
}
