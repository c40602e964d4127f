//! Errors of changes by hand.

use twolane_archive::ArchiveError;
use twolane_encoder::InferenceError;
use twolane_text::ModelId;

use super::field::Field;

/// The reason why a change by hand was not made. Nothing was changed then.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// A value is empty.
    #[error("the {0} is empty; give a value, or `--none {0}` if the paper has no such value, or `--undo {0}` to go back to what was found", field.name())]
    Empty {
        /// The field that was named.
        field: Field,
    },
    /// A value is too long.
    #[error("the {} is too long; it may have {most} characters", field.name())]
    TooLong {
        /// The field that was named.
        field: Field,
        /// The most characters.
        most: usize,
    },
    /// A value has characters that nobody sees.
    #[error("the {} has invisible characters; type it again", field.name())]
    Hidden {
        /// The field that was named.
        field: Field,
    },
    /// A value is not a date.
    #[error("`{given}` is not a date; write it 2024-10-09, 2024-10 or 2024")]
    NoDate {
        /// The value as given.
        given: String,
    },
    /// A value is not a state.
    #[error("`{given}` is not a state; give its name or its two-letter code, such as NH")]
    NoState {
        /// The value as given.
        given: String,
    },
    /// A value is not a level of visibility.
    #[error("`{given}` is not a visibility; give public, staff or sealed")]
    NoVisibility {
        /// The value as given.
        given: String,
    },
    /// There is no such field.
    #[error("`{given}` is not a field; the fields are title, kind, board, date, town, state and visibility")]
    UnknownField {
        /// The name as given.
        given: String,
    },
    /// A field is named twice.
    #[error("the {} is given twice; give it once", field.name())]
    Twice {
        /// The field that was named.
        field: Field,
    },
    /// A paper needs a title.
    #[error("a paper needs a title; set another one, or `--undo title` for the one that was found")]
    TitleNeeded,
    /// A paper needs a visibility.
    #[error(
        "every paper has a visibility; set it to public, staff or sealed, or `--undo visibility` for the one that was found"
    )]
    VisibilityNeeded,
    /// No change was named.
    #[error(
        "nothing to change was named; give at least one of title, kind, board, date, town, state and visibility"
    )]
    Nothing,
    /// One title for several papers.
    #[error("{papers} papers can't have one title; set the title of each paper by its id")]
    OneTitle {
        /// The number of papers.
        papers: usize,
    },
    /// Title or date of a text that its publisher titled.
    #[error(
        "{id} is a section of law, with title and date as they were published; correct them in the file, then ingest it again"
    )]
    Published {
        /// The paper's id.
        id: String,
    },
    /// A folder holds nothing that can be changed.
    #[error(
        "the papers in {folder:?} are law, which a change of a folder leaves as it is; name one paper by its id"
    )]
    OnlyLaw {
        /// The folder as given.
        folder: String,
    },
    /// The archive's model is missing.
    #[error(
        "title and date are part of the text that {model} searches, and that model is not on this machine; fetch it with `twolane models get`, then repeat the change"
    )]
    ModelNeeded {
        /// The archive's model.
        model: ModelId,
    },
    /// The archive refuses.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The model refuses.
    #[error(transparent)]
    Inference(#[from] InferenceError),
}

impl EditError {
    /// Returns true for an error of the values that were given, whatever the archive holds.
    pub fn is_of_value(&self) -> bool {
        matches!(
            self,
            EditError::Empty { .. }
                | EditError::TooLong { .. }
                | EditError::Hidden { .. }
                | EditError::NoDate { .. }
                | EditError::NoState { .. }
                | EditError::NoVisibility { .. }
                | EditError::UnknownField { .. }
                | EditError::Twice { .. }
                | EditError::TitleNeeded
                | EditError::VisibilityNeeded
                | EditError::Nothing
        )
    }
}
