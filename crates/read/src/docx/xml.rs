//! Small helpers over the XML stream.

use quick_xml::events::BytesStart;
use quick_xml::{Reader, XmlVersion};

/// A reader that goes on over small faults.
pub(super) fn lenient(text: &str) -> Reader<&[u8]> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    reader
}

/// Local name of an element, without its prefix.
pub(super) fn local<'a>(element: &'a BytesStart<'_>) -> &'a str {
    let name = element.name().0;
    name.rsplit(':').next().unwrap_or(name)
}

/// An attribute by local name.
pub(super) fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    element.attributes().with_checks(false).flatten().find(|a| a.key.0.rsplit(':').next() == Some(name)).map(
        |a| {
            a.normalized_value(XmlVersion::Implicit1_0)
                .map_or_else(|_| a.value.to_string(), |v| v.into_owned())
        },
    )
}

/// An on/off property: present means on, unless its value says otherwise.
pub(super) fn is_on(element: &BytesStart<'_>) -> bool {
    !matches!(attribute(element, "val").as_deref(), Some("0" | "false" | "off" | "none"))
}
