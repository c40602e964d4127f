//! Replies about sources and their lines.

use serde_json::{Value, json};

use twolane_archive::{PageRecord, SourceSummary};
use twolane_text::{Line, Locator};

/// Builds the object that describes one source: its summary, pages and named sections.
pub fn source_reply(summary: &SourceSummary, pages: &[PageRecord], aliases: &[(String, Locator)]) -> Value {
    let sections: Vec<_> =
        aliases.iter().map(|(name, locator)| json!({"name": name, "locator": locator})).collect();
    let mut value = serde_json::to_value(summary).unwrap_or_default();
    if let Some(object) = value.as_object_mut() {
        object.insert("page_list".into(), json!(pages));
        object.insert("sections".into(), sections.into());
    }
    value
}

/// Builds the object of one line of a source.
pub fn line_row(line: &Line, locator: &Locator, pages: &[PageRecord]) -> Value {
    let label = pages.iter().find(|p| p.number == line.page).and_then(|p| p.label.clone());
    let flags: Vec<String> = line.flags.iter_names().map(|(name, _)| name.to_lowercase()).collect();
    json!({
        "locator": locator, "page": line.page, "label": label, "text": line.text,
        "box": line.bounds, "flags": flags, "confidence": line.confidence, "heading": line.heading,
    })
}
