//! Reads uploaded papers into the archive.

use std::path::Path;

use serde_json::{Value, json};

use crate::problem::Problem;
use crate::requests::UploadQuery;
use crate::uploads::Told;
use twolane_ingest::metadata::Given;
use twolane_ingest::{Ingest, IngestOptions};

use super::{Engine, without_folders};

impl Engine {
    /// Reads a paper into the archive. Concurrent requests see the state before it, and later ones its text.
    ///
    /// # Errors
    /// Fails for invalid values, an unreadable paper, or another active writer.
    pub fn take_in(
        &self,
        file: &Path,
        asked: &UploadQuery,
        tell: &(dyn Fn(&str, Value) + Sync),
    ) -> Result<Value, Problem> {
        let mut given = Given::default();
        for (field, value) in [
            ("lane", &asked.lane),
            ("town", &asked.town),
            ("board", &asked.board),
            ("doc_type", &asked.doc_type),
            ("authority", &asked.authority),
            ("date", &asked.date),
            ("visibility", &asked.visibility),
        ] {
            if let Some(value) = value.as_deref().filter(|value| !value.trim().is_empty()) {
                given.set(field, value.trim())?;
            }
        }
        let options = IngestOptions { metadata: given.flags, ..self.shared.settings.ingest.clone() };
        // A handle of its own: others keep the state that they have.
        let archive = self.archive();
        let told = Told::new(tell);
        let report = Ingest::new(&archive, self.embedder(), options).run(&[file.to_owned()], &told)?;
        if let Some(failure) = report.failed.first() {
            return Err(Problem::unusable(
                failure.reason.clone(),
                "send it in another format, or see `twolane ingest` for what else can be done",
            ));
        }
        Ok(without_folders(json!({
            "sources": told.outcomes(), "pages": report.pages, "pages_unread": report.pages_unread,
            "lines": report.lines, "seconds": report.seconds,
        })))
    }
}
