//! Sections in the form of The State Decoded: `law` with `structure`, `section_number`, `catch_line`, `text`.
//! The file does not name its code, which the pack's description does.

use crate::Document;
use crate::ReadError;
use crate::options::ReadOptions;

use super::flow::{Flow, pieces, running};
use super::section_page::SectionPage;
use super::tree::{Content, Element};

/// The section, or `None` when the root is of another form.
pub(super) fn read(root: &Element, options: &ReadOptions) -> Result<Option<Document>, ReadError> {
    let Some(number) = root.child("section_number").filter(|_| root.name == "law").map(Element::text) else {
        return Ok(None);
    };
    let heading = root.child("catch_line").map(Element::text).unwrap_or_default();
    let citation = format!("§ {}", number.trim_start_matches(['§', ' ']));
    let mut page = SectionPage::new(&citation, &heading, options)?;
    for text in root.elements().filter(|e| e.name == "text") {
        body(&mut page, text)?;
    }
    page.end_body();
    let of = |name: &str| root.child(name).map(Element::text).unwrap_or_default();
    page.notes("History", &[of("history")], true)?;
    page.set("hierarchy", &hierarchy(root).join(" / "));
    page.set("status", if of("repealed").starts_with(['1', 'y', 't']) { "repealed" } else { "" });
    page.set("source", &of("url"));
    Ok(Some(page.finish()))
}

/// `Title 62.1 Waters of the State`
fn hierarchy(root: &Element) -> Vec<String> {
    let units = root.child("structure").into_iter().flat_map(Element::elements).filter(|e| e.name == "unit");
    let name = |unit: &Element| {
        let label = unit.attribute("label").unwrap_or("");
        let mut label: Vec<char> = label.chars().collect();
        if let Some(first) = label.first_mut() {
            *first = first.to_ascii_uppercase();
        }
        let label: String = label.into_iter().collect();
        let number = unit.attribute("identifier").unwrap_or("");
        crate::lines::squeeze(&format!("{label} {number} {}", unit.text()))
    };
    units.map(name).filter(|n| !n.is_empty()).collect()
}

fn flow(element: &Element) -> Flow {
    match element.name.as_str() {
        "tr" => Flow::Row,
        "sup" => Flow::Raised,
        "img" => Flow::Shown("[image]"),
        "b" | "i" | "em" | "strong" | "span" | "a" | "sub" | "u" => Flow::Inline,
        _ => Flow::Block,
    }
}

fn body(page: &mut SectionPage<'_>, element: &Element) -> Result<(), ReadError> {
    let mut text = String::new();
    for content in &element.content {
        let child = match content {
            Content::Text(words) => {
                text.push_str(words);
                continue;
            }
            Content::Element(child) => child,
        };
        if !matches!(flow(child), Flow::Block | Flow::Row) {
            // A line that ends within an inline element ends no paragraph.
            text.push_str(&running(child, &flow).replace(['\n', '\r'], " "));
            continue;
        }
        paragraphs(page, &mut text)?;
        if child.name != "section" {
            page.pieces(&pieces(child, &flow))?;
            continue;
        }
        let prefix = child.attribute("prefix").unwrap_or("").trim();
        let labels: Vec<String> = [prefix].iter().filter(|p| !p.is_empty()).map(|p| label(p)).collect();
        let depth = page.open(labels);
        body(page, child)?;
        page.close(depth, child.elements().any(|e| e.name == "section"))?;
    }
    paragraphs(page, &mut text)
}

/// Adds the text so far. Each line is a paragraph: a table or a list was set so.
fn paragraphs(page: &mut SectionPage<'_>, text: &mut String) -> Result<(), ReadError> {
    std::mem::take(text).lines().try_for_each(|line| page.words(line))
}

/// Label as the code prints it: `A.`, unless the file has its punctuation.
fn label(prefix: &str) -> String {
    let bare = prefix.chars().all(char::is_alphanumeric);
    if bare { format!("{prefix}.") } else { prefix.to_owned() }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::read_one;
    use super::*;
    use proptest::prelude::*;

    pub(in crate::xml) const SECTION: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<law>
	<structure>
		<unit label="title" identifier="90.1" level="1">Wells and Ponds</unit>
		<unit label="chapter" identifier="2" level="2">Town Wells</unit>
	</structure>
	<section_number>90.1-12:3</section_number>
	<catch_line>Notice of digging</catch_line>
	<text>
		<section prefix="A">No town shall dig without notice.
			<section prefix="1">The notice names the place.</section>
			<section prefix="2">
				<section prefix="a">It is posted.</section>
			</section>
			<section prefix="(i)">Nothing else.</section>
		</section>
		<section>Closing words.</section>
	</text>
	<history>1999, c. 12; 2004, c. 7.</history>
</law>"#;

    #[test]
    fn a_section() {
        let document = read_one(SECTION.as_bytes(), &ReadOptions::default()).unwrap();
        let lines: Vec<&str> = document.pages[0].lines.iter().map(|l| l.text.as_str()).collect();
        assert_eq!(
            lines,
            [
                "§ 90.1-12:3 Notice of digging",
                "A. No town shall dig without notice.",
                "1. The notice names the place.",
                "2. a. It is posted.",
                "(i) Nothing else.",
                "Closing words.",
                "History",
                "1999, c. 12; 2004, c. 7."
            ]
        );
        let marks = document.law.unwrap();
        let paths: Vec<String> = marks.paragraphs.iter().map(|p| p.path.concat()).collect();
        assert_eq!(paths, ["A.", "A.1.", "A.2.a.", "A.(i)", ""]);
        assert_eq!(document.meta["hierarchy"], "Title 90.1 Wells and Ponds / Chapter 2 Town Wells");
        assert_eq!(document.meta["citation"], "§ 90.1-12:3");
    }

    #[test]
    fn inline_elements_run_in_their_sentence() {
        let text = "<section prefix='A'>No town <b>shall </b>dig <i>any\n well</i> over 10<sup>2</sup> feet<img/>.\nPonds \
            <em>too</em>.<table><tr><td>North</td><td>7</td></tr></table>It <u>ends</u>.</section>Closing <b>words</b>.";
        let xml = format!("<law><section_number>1-2</section_number><text>{text}</text></law>");
        let document = read_one(xml.as_bytes(), &ReadOptions::default()).unwrap();
        let lines: Vec<&str> = document.pages[0].lines.iter().map(|l| l.text.as_str()).collect();
        assert_eq!(
            lines,
            [
                "§ 1-2",
                "A. No town shall dig any well over 10² feet[image].",
                "Ponds too.",
                "North 7",
                "It ends.",
                "Closing words.",
            ]
        );
    }

    proptest! {
        #[test]
        fn never_panics(parts in proptest::collection::vec(prop_oneof![
            Just("<section prefix='A'>"), Just("</section>"), Just("<section>"), Just("words\n\nmore "), Just("<b>bold</b>"),
            Just("<table><tr><td>a</td></tr></table>"), Just("<history>1999</history>"), Just("<section prefix=''/>"),
        ], 0..20)) {
            let xml = format!("<law><section_number>1-2</section_number><text>{}</text></law>", parts.concat());
            let _ = super::super::read(xml.as_bytes(), &ReadOptions::default());
        }
    }
}
