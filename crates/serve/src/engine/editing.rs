//! Changes and removes papers as a person says.

use serde_json::{Value, json};

use crate::problem::Problem;
use crate::requests::SourceChange;
use twolane_archive::{Archive, ArchiveError, SourceSummary};
use twolane_ingest::Editor;
use twolane_ingest::by_hand::{Change, EditError, Field};
use twolane_text::SourceId;

use super::{Engine, without_folders};

impl Engine {
    /// Changes values of a paper by hand, and returns the paper.
    ///
    /// # Errors
    /// Fails for an invalid value, where there is no such paper, and beside another writer.
    pub fn change_source(&self, id: &str, asked: &SourceChange) -> Result<Value, Problem> {
        let change = change(asked)?;
        // A handle of its own: others keep the state that they have.
        let archive = self.archive();
        let paper = exactly(&archive, id)?;
        let editor = Editor::new(&archive, self.embedder(), &self.shared.settings.ingest);
        editor.set(&paper.id.0, &change, &|| true)?;
        self.source(&paper.id.0)
    }

    /// Removes a paper from the archive; its file stays where it is.
    ///
    /// # Errors
    /// Fails where there is no such paper, for a section of a pack, and beside another writer.
    pub fn remove_source(&self, id: &str) -> Result<Value, Problem> {
        let archive = self.archive();
        let paper = exactly(&archive, id)?;
        let editor = Editor::new(&archive, self.embedder(), &self.shared.settings.ingest);
        let removed = editor.remove(std::slice::from_ref(&paper.id), &|| true)?;
        let rows = removed.papers.iter();
        let rows: Vec<Value> =
            rows.map(|p| json!({ "id": p.id, "title": p.title, "paths": p.paths })).collect();
        Ok(without_folders(json!({ "removed": paper.id, "papers": rows })))
    }
}

/// Returns the paper with this whole id: the beginning of an id may be that of another paper.
fn exactly(archive: &Archive, id: &str) -> Result<SourceSummary, Problem> {
    let found = archive.summary(&SourceId(id.to_owned()))?;
    Ok(found.ok_or_else(|| ArchiveError::UnknownSource { wanted: id.to_owned(), near: Vec::new() })?)
}

fn change(asked: &SourceChange) -> Result<Change, EditError> {
    let values = [
        (Field::Title, &asked.title),
        (Field::Kind, &asked.kind),
        (Field::Board, &asked.board),
        (Field::Date, &asked.date),
        (Field::Town, &asked.town),
        (Field::State, &asked.state),
        (Field::Visibility, &asked.visibility),
    ];
    Change::of(values.map(|(field, value)| (field, value.as_deref())), &asked.none, &asked.undo)
}
