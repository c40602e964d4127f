//! Properties of an office package: title, author, dates.

use std::collections::BTreeMap;

use quick_xml::events::Event;

use super::lines::{clean, squeeze};
use super::xml_stream::{lenient, local, text_of};

/// Element and property of `docProps/core.xml` in Office Open XML.
pub(super) const OPEN_XML: [(&str, &str); 4] =
    [("title", "title"), ("creator", "author"), ("created", "created"), ("modified", "modified")];
/// Element and property of `meta.xml` in OpenDocument.
pub(super) const OPEN_DOCUMENT: [(&str, &str); 4] =
    [("title", "title"), ("initial-creator", "author"), ("creation-date", "created"), ("date", "modified")];

/// Returns the properties that a part of a package states. `names` has each element with its property.
pub(super) fn properties(xml: &str, names: &[(&str, &str)]) -> BTreeMap<String, String> {
    let mut meta = BTreeMap::<String, String>::new();
    let mut reader = lenient(xml);
    let mut field: Option<&str> = None;
    loop {
        match reader.read_event() {
            Ok(Event::Start(e)) => {
                field =
                    names.iter().find(|(element, _)| *element == local(&e)).map(|(_, property)| *property);
            }
            Ok(Event::End(_)) => field = None,
            Ok(Event::Eof) | Err(_) => break,
            Ok(event) => {
                if let (Some(field), Some(text)) = (field, text_of(&event)) {
                    meta.entry(field.to_owned()).or_default().push_str(&text);
                }
            }
        }
    }
    meta.values_mut().for_each(|value| *value = squeeze(&clean(value)));
    meta.retain(|_, value| !value.is_empty());
    meta
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_part_of_a_value() {
        let xml = "<p><dc:title>Parks &amp; Recreation&#8217;s  fees</dc:title><dc:creator/></p>";
        let found = properties(xml, &OPEN_XML);
        assert_eq!(found.get("title").map(String::as_str), Some("Parks & Recreation\u{2019}s fees"));
        assert_eq!(found.len(), 1);
    }
}
