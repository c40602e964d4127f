//! Check that an embedding can be compared with the vectors of an archive.

use super::error::ArchiveError;
use twolane_text::{Embedding, ModelId};

/// Returns an error unless an embedding can be compared with vectors of this model and number of components. An
/// archive without vectors accepts any.
pub fn same_model(model: Option<&ModelId>, dims: Option<u32>, given: &Embedding) -> Result<(), ArchiveError> {
    if let Some(model) = model.filter(|model| **model != given.model) {
        return Err(ArchiveError::OtherModel { archive: model.clone(), given: given.model.clone() });
    }
    let found = given.values.len();
    match dims.and_then(|d| usize::try_from(d).ok()) {
        Some(expected) if expected != found => {
            Err(ArchiveError::OtherDimensions { expected, found, given: given.model.clone() })
        }
        _ => Ok(()),
    }
}
