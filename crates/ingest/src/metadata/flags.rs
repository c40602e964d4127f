//! Metadata that the options of an earlier ingest gave.

use std::collections::BTreeMap;

use twolane_archive::SourceSummary;

use super::sources::FIELDS;

/// Returns the metadata that flags gave a source when it was ingested.
pub(crate) fn flags_of(source: &SourceSummary) -> BTreeMap<String, String> {
    let meta = serde_json::to_value(&source.meta).unwrap_or_default();
    let is_flag = |field: &&&str| {
        // A person's later change stays by itself.
        let found = source.meta.found.get(**field).map(|found| &found.origin);
        found.or_else(|| source.meta.origin.get(**field)).is_some_and(|origin| origin == "flag")
    };
    let value = |field: &str| match source.meta.found.get(field) {
        Some(found) => found.value.clone(),
        None if field == "title" => Some(source.title.clone()),
        None if field == "topics" => Some(source.meta.topics.join(", ")),
        None if field == "visibility" => Some(source.meta.visibility.name().to_owned()),
        None => meta.get(field)?.as_str().map(str::to_owned),
    };
    FIELDS.iter().filter(is_flag).filter_map(|field| Some(((*field).to_owned(), value(field)?))).collect()
}
