//! The exceptions of the module, with the program's own messages and hints.

use pyo3::exceptions::PyException;
use pyo3::{PyErr, create_exception};
use twolane::answer::AskError;
use twolane::api::{ConditionError, QuoteError};
use twolane::cli::{ConfigError, is_usage};
use twolane::ingest::metadata::MetadataError;
use twolane::text::NotInSource;
use twolane::{ArchiveError, IngestError, SearchError};

create_exception!(twolane, Error, PyException, "An error of twolane. Its text says what to do next.");
create_exception!(twolane, ArchiveNotFoundError, Error, "There is no archive at this place yet.");
create_exception!(twolane, ArchiveBusyError, Error, "Another program is writing to the archive.");
create_exception!(twolane, NotFoundError, Error, "No such file, source or line.");
create_exception!(
    twolane,
    InvalidValueError,
    Error,
    "A question, a condition or a setting that can't be used."
);

/// Returns the exception for an error.
pub fn exception(error: &anyhow::Error) -> PyErr {
    let message = format!("{error:#}");
    match archive_error(error) {
        Some(ArchiveError::NotAnArchive { .. }) => return ArchiveNotFoundError::new_err(message),
        Some(ArchiveError::Locked { .. }) => return ArchiveBusyError::new_err(message),
        Some(ArchiveError::UnknownSource { .. } | ArchiveError::AmbiguousSource { .. }) => {
            return NotFoundError::new_err(message);
        }
        _ => {}
    }
    let is_missing = matches!(error.downcast_ref(), Some(IngestError::NothingThere { .. }))
        || error.is::<NotInSource>()
        || matches!(error.downcast_ref(), Some(QuoteError::NotThere(_) | QuoteError::Locator { .. }));
    if is_missing {
        NotFoundError::new_err(message)
    } else if is_usage(error) || is_invalid(error) {
        InvalidValueError::new_err(message)
    } else {
        Error::new_err(message)
    }
}

/// Returns true for a value that the caller can correct.
fn is_invalid(error: &anyhow::Error) -> bool {
    let question = matches!(
        error.downcast_ref(),
        Some(
            AskError::EmptyQuestion
                | AskError::NotAField { .. }
                | AskError::SessionName { .. }
                | AskError::NotAnAnswer { .. }
                | AskError::Search(SearchError::EmptyQuery | SearchError::Mode { .. })
        )
    );
    question
        || matches!(error.downcast_ref(), Some(SearchError::EmptyQuery | SearchError::Mode { .. }))
        || matches!(error.downcast_ref(), Some(IngestError::NoPaths | IngestError::Metadata(_)))
        || matches!(error.downcast_ref(), Some(ConditionError::Usage(_)))
        || error.is::<MetadataError>()
        || error.is::<ConfigError>()
}

/// Returns the archive's error, which most errors may carry.
fn archive_error(error: &anyhow::Error) -> Option<&ArchiveError> {
    if let Some(error) = error.downcast_ref::<ArchiveError>() {
        return Some(error);
    }
    if let Some(AskError::Archive(error) | AskError::Search(SearchError::Archive(error))) =
        error.downcast_ref()
    {
        return Some(error);
    }
    match (error.downcast_ref(), error.downcast_ref(), error.downcast_ref(), error.downcast_ref()) {
        (Some(SearchError::Archive(error)), ..) => Some(error),
        (_, Some(IngestError::Archive(error)), ..) => Some(error),
        (_, _, Some(QuoteError::Archive(error)), _) => Some(error),
        (_, _, _, Some(ConditionError::Archive(error))) => Some(error),
        _ => None,
    }
}
