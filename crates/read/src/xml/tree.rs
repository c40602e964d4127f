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

/// Choice of a [`Listener`] for an element that begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Take {
    /// Its elements one by one.
    Enter,
    /// The element as a tree, once it has ended.
    Whole,
}

/// Recipient of a file's elements in their order, so that a file of many megabytes is never one tree.
pub(super) trait Listener {
    /// Begins an element, of which only name and attributes are known.
    fn begin(&mut self, element: &Element) -> Take;
    /// Takes an element that was asked for as a tree.
    ///
    /// # Errors
    /// Those of the form that the listener reads.
    fn whole(&mut self, element: Element) -> Result<(), ReadError>;
    /// Ends an element that was entered.
    fn end(&mut self);
    /// Takes text that lies directly in an entered element.
    fn stray(&mut self, _text: &str) {}
}

/// The root element.
pub(super) fn parse(text: &str) -> Result<Element, ReadError> {
    #[derive(Default)]
    struct Root(Option<Element>);
    impl Listener for Root {
        fn begin(&mut self, _: &Element) -> Take {
            Take::Whole
        }
        fn whole(&mut self, element: Element) -> Result<(), ReadError> {
            self.0 = Some(element);
            Ok(())
        }
        fn end(&mut self) {}
    }
    let mut root = Root::default();
    listen(text, &mut root)?;
    root.0.ok_or_else(|| damaged("it has no element".to_owned()))
}

/// Name of the root element, if the text begins as XML.
pub(super) fn root_name(text: &str) -> Option<String> {
    let mut reader = Reader::from_str(text);
    loop {
        match reader.read_event().ok()? {
            Event::Start(start) | Event::Empty(start) => return Some(local(start.name().0)),
            Event::Eof => return None,
            _ => {}
        }
    }
}

/// Reads all elements for a listener.
pub(super) fn listen(text: &str, listener: &mut dyn Listener) -> Result<(), ReadError> {
    let mut reader = Reader::from_str(text);
    let mut entered: Vec<String> = Vec::new();
    let mut open: Vec<Element> = Vec::new();
    let mut begun = false;
    loop {
        let event =
            reader.read_event().map_err(|error| damaged(format!("it is not well formed: {error}")))?;
        match event {
            Event::Start(start) | Event::Empty(start) if entered.len() + open.len() >= DEEPEST => {
                let name = local(start.name().0);
                return Err(damaged(format!("its elements nest more than {DEEPEST} deep, at <{name}>")));
            }
            Event::Start(start) => {
                let element = element(&start)?;
                if !open.is_empty() {
                    open.push(element);
                    continue;
                }
                only_root(&entered, &mut begun)?;
                match listener.begin(&element) {
                    Take::Enter => entered.push(element.name),
                    Take::Whole => open.push(element),
                }
            }
            Event::Empty(start) => {
                let element = element(&start)?;
                if let Some(parent) = open.last_mut() {
                    parent.content.push(Content::Element(element));
                    continue;
                }
                only_root(&entered, &mut begun)?;
                match listener.begin(&element) {
                    Take::Enter => listener.end(),
                    Take::Whole => listener.whole(element)?,
                }
            }
            Event::End(_) => match open.pop() {
                Some(done) => match open.last_mut() {
                    Some(parent) => parent.content.push(Content::Element(done)),
                    None => listener.whole(done)?,
                },
                None if entered.pop().is_some() => listener.end(),
                None => return Err(damaged("an end tag has no start".to_owned())),
            },
            Event::Text(text) => pass(&mut open, &entered, &text, listener),
            Event::CData(text) => pass(&mut open, &entered, &text, listener),
            Event::GeneralRef(reference) => {
                let named = || quick_xml::escape::resolve_predefined_entity(&reference).map(str::to_owned);
                let value = match reference.resolve_char_ref() {
                    Ok(Some(c)) => c.to_string(),
                    Ok(None) => named().ok_or_else(|| {
                        damaged("it uses an entity that is none of XML's own five".to_owned())
                    })?,
                    Err(error) => return Err(damaged(format!("a character reference is wrong: {error}"))),
                };
                pass(&mut open, &entered, &value, listener);
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
    match open.last().map(|e| &e.name).or(entered.last()) {
        Some(name) => Err(damaged(format!("it ends within <{name}>"))),
        None => Ok(()),
    }
}

fn only_root(entered: &[String], begun: &mut bool) -> Result<(), ReadError> {
    match entered.is_empty() && std::mem::replace(begun, true) {
        true => Err(damaged("it has two outermost elements".to_owned())),
        false => Ok(()),
    }
}

fn pass(open: &mut [Element], entered: &[String], text: &str, listener: &mut dyn Listener) {
    let Some(top) = open.last_mut() else {
        if !entered.is_empty() && !text.trim().is_empty() {
            listener.stray(text);
        }
        return;
    };
    match top.content.last_mut() {
        Some(Content::Text(held)) => held.push_str(text),
        _ => top.content.push(Content::Text(text.to_owned())),
    }
}

fn local(name: &str) -> String {
    name.rsplit(':').next().unwrap_or(name).to_owned()
}

fn element(start: &BytesStart<'_>) -> Result<Element, ReadError> {
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
