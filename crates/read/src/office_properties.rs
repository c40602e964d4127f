//! Properties of an Office Open XML package: title, author, dates.

use std::collections::BTreeMap;

use quick_xml::events::Event;

use super::lines::{clean, squeeze};
use super::xml_stream::{lenient, local};

/// Returns the title, author and dates that a package states in `docProps/core.xml`.
pub(super) fn properties(xml: &str) -> BTreeMap<String, String> {
    let mut meta = BTreeMap::new();
    let mut reader = lenient(xml);
    let mut field: Option<&'static str> = None;
    loop {
        match reader.read_event() {
            Ok(Event::Start(e)) => {
                field = match local(&e) {
                    "title" => Some("title"),
                    "creator" => Some("author"),
                    "created" => Some("created"),
                    "modified" => Some("modified"),
                    _ => None,
                }
            }
            Ok(Event::Text(t)) => {
                let text = squeeze(&clean(&t.xml_content(quick_xml::XmlVersion::Implicit1_0)));
                if let (Some(field), false) = (field, text.is_empty()) {
                    meta.entry(field.to_owned()).or_insert_with(String::new).push_str(&text);
                }
            }
            Ok(Event::GeneralRef(r)) => {
                let text =
                    quick_xml::escape::resolve_predefined_entity(&r.into_inner()).unwrap_or("").to_owned();
                if let Some(value) = field.and_then(|f| meta.get_mut(f)) {
                    value.push_str(&text);
                }
            }
            Ok(Event::End(_)) => field = None,
            Ok(Event::Eof) | Err(_) => return meta,
            Ok(_) => {}
        }
    }
}
