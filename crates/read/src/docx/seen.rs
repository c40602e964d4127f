//! Counts of what a document holds that is not its text, for its notes.

/// Counts of what was met that is not text.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) deletions: usize,
    pub(super) insertions: usize,
    pub(super) pictures: usize,
    /// Embedded objects, controls and included parts that are not read.
    pub(super) objects: usize,
    /// Charts and diagrams, which are parts of their own.
    pub(super) charts: usize,
    /// Equations that show as [`FORMULA`](super::math::FORMULA).
    pub(super) formulas: usize,
    /// Characters that show as [`UNKNOWN`](super::symbols::UNKNOWN).
    pub(super) symbols: usize,
    /// Form fields without a value.
    pub(super) blanks: usize,
    /// References to entities that a DTD declares.
    pub(super) references: usize,
    pub(super) has_dtd: bool,
    /// Additions are underlined next to struck words.
    pub(super) marks_changes: bool,
}

impl Seen {
    /// Sentences on what a person should know, apart from the text.
    pub(super) fn sentences(&self) -> Vec<String> {
        let counted = |count: usize, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{count} {many}")),
        };
        let tracked = (self.deletions > 0).then(|| {
            format!(
                "{} tracked deletions are left out, {} insertions are in the text",
                self.deletions, self.insertions
            )
        });
        let changes = self
            .marks_changes
            .then(|| "additions are underlined and deletions struck through in this paper".to_owned());
        let dtd = match self.references {
            0 => self.has_dtd.then(|| "its XML has a document type definition, which is not read".to_owned()),
            count => {
                Some(format!("{count} references to entities in its XML are not read and show as \u{fffd}"))
            }
        };
        [
            tracked,
            changes,
            dtd,
            counted(self.objects, "embedded object is not read", "embedded objects are not read"),
            counted(self.charts, "chart or diagram is not read", "charts or diagrams are not read"),
            counted(self.formulas, "equation shows as [formula]", "equations show as [formula]"),
            counted(
                self.symbols,
                "symbol of a special font shows as \u{fffd}",
                "symbols of special fonts show as \u{fffd}",
            ),
            counted(
                self.blanks,
                "field of its form is not filled in",
                "fields of its form are not filled in",
            ),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}
