//! Small helpers over a stream of XML events.

use std::borrow::Cow;

use quick_xml::events::{BytesEnd, BytesStart, Event};
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

/// Local name of an end tag.
pub(super) fn local_end<'a>(element: &'a BytesEnd<'_>) -> &'a str {
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

/// Text that an event stands for: characters, CDATA, one of XML's own entities or a character by its number.
pub(super) fn text_of<'e>(event: &'e Event<'_>) -> Option<Cow<'e, str>> {
    match event {
        Event::Text(text) => Some(Cow::Owned(text.xml_content(XmlVersion::Implicit1_0).into_owned())),
        Event::CData(text) => Some(Cow::Borrowed(&**text)),
        Event::GeneralRef(reference) => match reference.resolve_char_ref() {
            Ok(Some(c)) => Some(Cow::Owned(c.to_string())),
            _ => quick_xml::escape::resolve_predefined_entity(reference).map(Cow::Borrowed),
        },
        _ => None,
    }
}

/// An on/off property: present means on, unless its value says otherwise.
pub(super) fn is_on(element: &BytesStart<'_>) -> bool {
    !matches!(attribute(element, "val").as_deref(), Some("0" | "false" | "off" | "none"))
}

/// An element that is left out, with the elements of the same name inside it.
#[derive(Debug, Default)]
pub(super) struct Skip {
    name: String,
    depth: usize,
}

impl Skip {
    /// Begins to leave out the element that has just started.
    pub(super) fn begin(&mut self, name: &str) {
        name.clone_into(&mut self.name);
        self.depth = 1;
    }

    pub(super) fn is_open(&self) -> bool {
        self.depth > 0
    }

    /// Returns true for a start tag inside the element.
    pub(super) fn passes(&mut self, name: &str) -> bool {
        if self.is_open() && self.name == name {
            self.depth = self.depth.saturating_add(1);
        }
        self.is_open()
    }

    /// Returns true for an end tag of the element or inside it.
    pub(super) fn ends(&mut self, name: &str) -> bool {
        let open = self.is_open();
        if open && self.name == name {
            self.depth -= 1;
        }
        open
    }
}
