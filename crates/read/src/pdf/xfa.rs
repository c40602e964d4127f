//! Forms whose pages only Adobe's programs draw (XFA), and the placeholder page in the file.

use std::collections::HashMap;

use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, Object, Stream};
use quick_xml::events::Event;

use crate::encoding::decode;
use crate::lines::{PageBuilder, clean, squeeze};
use crate::xml_stream::{lenient, local, text_of};
use twolane_text::{Line, LineFlags};

use super::attachments::is_portfolio;
use super::bomb::is_bomb;
use super::labels::catalog;

/// Sentences of the pages that stand in for what a viewer can't show.
const PLACEHOLDERS: &[&str] = &[
    "if this message is not eventually replaced",
    "you need a later version of the pdf viewer",
    "your pdf viewer may not be able to display this type of document",
    "requires adobe reader 8 or higher",
    "open this pdf portfolio in",
    "this pdf contains a portfolio of files",
];

/// Longest placeholder, in characters. A page that says more is a page.
const LONGEST: usize = 1_200;

/// Most lines of a form's data, and the deepest that elements lie in each other.
const MOST_LINES: usize = 20_000;
const DEEPEST: usize = 64;

/// Longest line, in characters.
const WRAP: usize = 100;

/// Name under which such pages are given. What is drawn on them is nothing to recognise.
pub(crate) const ENGINE: &str = "xfa";

/// Replacement for a page that is only a placeholder.
pub(super) enum Instead {
    /// The data of the form.
    Lines(Vec<Line>),
    /// No data, and the reason.
    Unread(String),
}

/// Returns the replacement for page `number`, if its lines are a placeholder.
pub(super) fn instead(pdf: &Pdf, lines: &[Line], number: u32, limit: u64) -> Option<Instead> {
    if !is_placeholder(lines) {
        return None;
    }
    let unread = |what: &str| Some(Instead::Unread(what.to_owned()));
    if is_portfolio(pdf) {
        return unread(
            "the cover of a portfolio, which holds no text; the files in it are sources of their own",
        );
    }
    if number == 1 {
        let lines = data(pdf, limit);
        if !lines.is_empty() {
            return Some(Instead::Lines(lines));
        }
    }
    unread("only a placeholder for a form (XFA); open it in Adobe Reader, print it to PDF and ingest that")
}

/// True when a page's lines only stand in for what a viewer can't show.
pub(crate) fn is_placeholder(lines: &[Line]) -> bool {
    let length: usize = lines.iter().map(|line| line.text.len()).sum();
    if length == 0 || length > LONGEST {
        return false;
    }
    let text = lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ");
    let text = squeeze(&text).to_lowercase();
    PLACEHOLDERS.iter().any(|sentence| text.contains(sentence))
}

/// The form's data, a line for each field that has a value.
fn data(pdf: &Pdf, limit: u64) -> Vec<Line> {
    let Some(packets) = packets(pdf, limit) else { return Vec::new() };
    let captions = captions(&packets);
    let mut page = PageBuilder::new(1, MOST_LINES);
    for (name, value) in values(&packets) {
        let name = captions.get(&name).unwrap_or(&name);
        let between = if name.ends_with([':', '?']) { " " } else { ": " };
        // A form of more lines than the limit is read up to there.
        let _ = page.paragraph(&format!("{name}{between}{value}"), WRAP, LineFlags::empty(), None);
    }
    page.finish(ENGINE).lines
}

/// The text of all packets, one after the other.
fn packets(pdf: &Pdf, limit: u64) -> Option<String> {
    let xfa = catalog(pdf)?.get::<Dict<'_>>(b"AcroForm")?.get::<Object<'_>>(b"XFA")?;
    let mut text = String::new();
    let mut room = limit;
    let mut add = |stream: &Stream<'_>| {
        if is_bomb(stream, room) {
            return;
        }
        let Ok(bytes) = stream.decoded() else { return };
        room = room.saturating_sub(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        text.push_str(&decode(&bytes, None).text);
        text.push('\n');
    };
    match xfa {
        Object::Stream(stream) => add(&stream),
        Object::Array(parts) => parts_of(&parts).iter().for_each(add),
        _ => return None,
    }
    Some(text)
}

fn parts_of<'a>(parts: &Array<'a>) -> Vec<Stream<'a>> {
    parts.iter::<Object<'a>>().take(200).filter_map(Object::into_stream).collect()
}

/// Names of fields and their values, in the data's order.
fn values(packets: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut text = String::new();
    let mut within_data = false;
    let mut reader = lenient(packets);
    while found.len() < MOST_LINES {
        match reader.read_event() {
            Ok(Event::Start(element)) => {
                let name = local(&element).to_owned();
                text.clear();
                if within_data {
                    if open.len() >= DEEPEST {
                        return found;
                    }
                    open.push(name);
                } else if name == "data" {
                    within_data = true;
                }
            }
            Ok(Event::End(_)) if within_data => {
                let value = squeeze(&clean(&std::mem::take(&mut text)));
                match open.pop() {
                    Some(name) if !value.is_empty() => found.push((name, value)),
                    Some(_) => {}
                    None => within_data = false,
                }
            }
            Ok(Event::Eof) | Err(_) => return found,
            Ok(event) => text.push_str(&text_of(&event).unwrap_or_default()),
        }
    }
    found
}

/// Captions of the template's fields by the names of the fields.
fn captions(packets: &str) -> HashMap<String, String> {
    let mut found = HashMap::new();
    let mut field: Option<String> = None;
    let mut in_caption = false;
    let mut text = String::new();
    let mut reader = lenient(packets);
    loop {
        match reader.read_event() {
            Ok(Event::Start(element)) => match local(&element) {
                "field" => {
                    field = element
                        .attributes()
                        .with_checks(false)
                        .flatten()
                        .find(|a| a.key.0 == "name")
                        .map(|a| a.value.to_string());
                }
                "caption" => {
                    in_caption = true;
                    text.clear();
                }
                _ => {}
            },
            Ok(Event::Text(more)) if in_caption => {
                text.push_str(&more.xml_content(quick_xml::XmlVersion::Implicit1_0));
                text.push(' ');
            }
            Ok(event @ Event::GeneralRef(_)) if in_caption => {
                text.push_str(&text_of(&event).unwrap_or_default());
            }
            Ok(Event::End(element)) => {
                if element.name().0.rsplit(':').next() == Some("caption") {
                    in_caption = false;
                    let caption = squeeze(&clean(&text));
                    if let (Some(field), false) = (field.take(), caption.is_empty()) {
                        found.entry(field).or_insert(caption);
                    }
                }
            }
            Ok(Event::Eof) | Err(_) => return found,
            Ok(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::made::{Made, stream};
    use super::super::{PdfOptions, read};
    use crate::PageStatus;

    const WAIT: [&str; 4] = [
        "Please wait...",
        "If this message is not eventually replaced by the proper contents of the document, your PDF",
        "viewer may not be able to display this type of document.",
        "You can upgrade to the latest version of Adobe Reader.",
    ];

    fn form(xfa: &[u8]) -> Made {
        let mut made = Made::of_lines(&WAIT);
        made.catalog = "/AcroForm << /Fields [] /XFA [(datasets) 6 0 R] >>".to_owned();
        made.objects = vec![stream("", xfa)];
        made
    }

    fn page(made: &Made) -> (Vec<String>, PageStatus) {
        let page = read(&made.bytes(), &PdfOptions::default()).unwrap().pages.remove(0);
        (page.lines.into_iter().map(|l| l.text).collect(), page.status)
    }

    #[test]
    fn data_comes_in_place_of_the_placeholder() {
        let data = b"<xfa:datasets xmlns:xfa='x'><xfa:data><form1><Applicant>Jo &amp; Al</Applicant>\
            <Parcel><Lot>12</Lot><Fee>$40</Fee><Empty/></Parcel></form1></xfa:data></xfa:datasets>";
        assert_eq!(
            page(&form(data)),
            (vec!["Applicant: Jo & Al".into(), "Lot: 12".into(), "Fee: $40".into()], PageStatus::Read)
        );
        let mut whole = form(b"");
        whole.catalog = "/AcroForm << /Fields [] /XFA 6 0 R >>".to_owned();
        whole.objects = vec![stream("", b"<xdp:xdp xmlns:xdp='x'><template><subform><field name='Fee'><caption><value><text>Fee paid</text></value></caption></field></subform></template>\
            <xfa:datasets><xfa:data><form1><Fee>$40</Fee></form1></xfa:data></xfa:datasets></xdp:xdp>")];
        assert_eq!(page(&whole).0, ["Fee paid: $40"]);
    }

    #[test]
    fn a_placeholder_is_never_text() {
        let later = "To view the full contents of this document, you need a later version of the PDF viewer.";
        for made in [Made::of_lines(&WAIT), Made::of_lines(&[later]), form(b"<broken"), form(b"<xfa:data/>")]
        {
            let (lines, status) = page(&made);
            assert!(lines.is_empty());
            assert!(
                matches!(&status, PageStatus::Unread { reason } if reason.contains("placeholder")),
                "{status:?}"
            );
        }
    }

    #[test]
    fn other_pages_stay_as_they_are() {
        for line in ["Please wait to be seated.", "The form is below."] {
            let mut made = Made::of_lines(&[line]);
            made.catalog = "/AcroForm << /Fields [] /XFA 6 0 R >>".to_owned();
            made.objects = vec![stream("", b"<xfa:data><a><b>twice</b></a></xfa:data>")];
            assert_eq!(page(&made), (vec![line.to_owned()], PageStatus::Read));
        }
        // A page of guidance that quotes the sentence.
        let long: Vec<&str> = WAIT
            .into_iter()
            .chain(std::iter::repeat_n("Print the form at the library and bring it to the office.", 25))
            .collect();
        assert_eq!(page(&Made::of_lines(&long)).1, PageStatus::Read);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn never_panics(parts in proptest::collection::vec(proptest::sample::select(vec![
            "<xfa:data>", "</xfa:data>", "<a>", "</a>", "text", "&amp;", "&#x110000;", "&", "<", "<field name='a'>",
            "<caption>", "</caption>", "</field>", "<![CDATA[x]]>", "<!--", "<a/>",
        ]), 0..30)) {
            let _ = page(&form(parts.concat().as_bytes()));
        }
    }
}
