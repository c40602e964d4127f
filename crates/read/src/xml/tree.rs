//! A tree of elements, bounded in depth, from well-formed XML without declared entities.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::DocumentKind;
use crate::ReadError;

/// Deepest nesting that is read; codes of law nest about a dozen deep.
const DEEPEST: usize = 128;

/// An element of the tree.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Element {
    /// Local name of the element.
    pub name: String,
    /// Attributes by local name.
    pub attributes: Vec<(String, String)>,
    /// Content in order.
    pub content: Vec<Content>,
}

/// Content of an element.
#[derive(Debug, PartialEq)]
pub(super) enum Content {
    Text(String),
    Element(Element),
}

impl Element {
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    pub(super) fn elements(&self) -> impl Iterator<Item = &Element> {
        self.content.iter().filter_map(|c| match c {
            Content::Element(element) => Some(element),
            Content::Text(_) => None,
        })
    }

    pub(super) fn child(&self, name: &str) -> Option<&Element> {
        self.elements().find(|e| e.name == name)
    }

    /// All text within, in order, white space single.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        self.collect(&mut out);
        crate::lines::squeeze(&crate::lines::clean(&out))
    }

    fn collect(&self, out: &mut String) {
        for content in &self.content {
            match content {
                Content::Text(text) => out.push_str(text),
                Content::Element(element) => element.collect(out),
            }
        }
    }
}

fn damaged(what: String) -> ReadError {
    ReadError::Damaged { kind: DocumentKind::Xml, what }
}

/// The root element.
pub(super) fn parse(text: &str) -> Result<Element, ReadError> {
    let mut reader = Reader::from_str(text);
    let mut open: Vec<Element> = Vec::new();
    let mut root: Option<Element> = None;
    loop {
        let event =
            reader.read_event().map_err(|error| damaged(format!("it is not well formed: {error}")))?;
        match event {
            Event::Start(start) => {
                if open.len() >= DEEPEST {
                    return Err(damaged(format!("its elements nest more than {DEEPEST} deep")));
                }
                open.push(element(&start)?);
            }
            Event::Empty(start) => close(element(&start)?, &mut open, &mut root)?,
            Event::End(_) => {
                let done = open.pop().ok_or_else(|| damaged("an end tag has no start".to_owned()))?;
                close(done, &mut open, &mut root)?;
            }
            Event::Text(text) => push(&mut open, &text),
            Event::CData(text) => push(&mut open, &text),
            Event::GeneralRef(reference) => {
                let named = || quick_xml::escape::resolve_predefined_entity(&reference).map(str::to_owned);
                let value = match reference.resolve_char_ref() {
                    Ok(Some(c)) => c.to_string(),
                    Ok(None) => named().ok_or_else(|| {
                        damaged("it uses an entity that is none of XML's own five".to_owned())
                    })?,
                    Err(error) => return Err(damaged(format!("a character reference is wrong: {error}"))),
                };
                push(&mut open, &value);
            }
            Event::DocType(declaration)
                if ["[", "SYSTEM", "PUBLIC"].iter().any(|w| declaration.contains(w)) =>
            {
                return Err(damaged(
                    "it declares entities or an outer document type, which are not followed".to_owned(),
                ));
            }
            Event::Eof => break,
            _ => {}
        }
    }
    if !open.is_empty() {
        return Err(damaged(format!("it ends within <{}>", open.last().map_or("", |e| e.name.as_str()))));
    }
    root.ok_or_else(|| damaged("it has no element".to_owned()))
}

fn push(open: &mut [Element], text: &str) {
    let Some(top) = open.last_mut() else { return };
    match top.content.last_mut() {
        Some(Content::Text(held)) => held.push_str(text),
        _ => top.content.push(Content::Text(text.to_owned())),
    }
}

fn close(done: Element, open: &mut [Element], root: &mut Option<Element>) -> Result<(), ReadError> {
    match (open.last_mut(), root.is_some()) {
        (Some(parent), _) => parent.content.push(Content::Element(done)),
        (None, true) => return Err(damaged("it has two outermost elements".to_owned())),
        (None, false) => *root = Some(done),
    }
    Ok(())
}

fn element(start: &BytesStart<'_>) -> Result<Element, ReadError> {
    let local = |name: &str| name.rsplit(':').next().unwrap_or(name).to_owned();
    let mut out = Element { name: local(start.name().0), ..Element::default() };
    for attribute in start.attributes() {
        let attribute =
            attribute.map_err(|error| damaged(format!("an attribute is not well formed: {error}")))?;
        let value = attribute
            .normalized_value(XmlVersion::Implicit1_0)
            .map_err(|error| damaged(format!("an attribute's value is wrong: {error}")))?;
        out.attributes.push((local(attribute.key.0), value.into_owned()));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn well_formed_is_read_and_the_rest_refused() {
        let root = parse("<?xml version='1.0'?><a x='1'>b &amp; <c>&#100;</c> e</a>").unwrap();
        assert_eq!((root.text().as_str(), root.attribute("x")), ("b & d e", Some("1")));
        let lol = "<!DOCTYPE a [<!ENTITY b 'lol'><!ENTITY c '&b;&b;&b;'>]><a>&c;</a>";
        let outer = "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>";
        for (text, expected) in [
            (lol, "declares entities"),
            (outer, "declares entities"),
            ("<a>&c;</a>", "none of XML's own five"),
            ("<a><b></a>", "not well formed"),
            ("<a><b>", "ends within <b>"),
            ("</a>", "not well formed"),
            ("<a/><b/>", "two outermost"),
            ("<a x=1/>", "not well formed"),
            ("text", "no element"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
        let deep = "<a>".repeat(200_000);
        assert!(parse(&deep).unwrap_err().to_string().contains("deep"));
    }

    proptest! {
        #[test]
        fn never_panics(parts in proptest::collection::vec(prop_oneof![
            Just("<a>"), Just("</a>"), Just("<b x='1'/>"), Just("&amp;"), Just("&x;"), Just("&#x41;"), Just("&#0;"),
            Just("<![CDATA["), Just("]]>"), Just("<!--"), Just("-->"), Just("<!DOCTYPE"), Just("<?"), Just("?>"),
            Just("text"), Just("<"), Just(">"), Just("'"),
        ], 0..40)) {
            let _ = parse(&parts.concat());
        }
    }
}
