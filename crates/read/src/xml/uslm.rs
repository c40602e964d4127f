//! Titles of the United States Code in United States Legislative Markup, as the Office of the Law Revision
//! Counsel publishes them: `uscDoc`, containers with `num` and `heading`, `section` with an `identifier`.

use crate::ReadError;
use crate::options::ReadOptions;
use crate::{Document, DocumentKind};

use super::flow::{Flow, Piece, pieces, words};
use super::section_page::{SectionPage, room_for_one_more};
use super::tree::{Content, Element, Listener, Take, listen};
use twolane_law::section_numbers;

/// Reads the sections of a title.
pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Vec<Document>, ReadError> {
    let mut title = Title { options, documents: Vec::new(), frames: Vec::new(), left_out: 0, stray: 0 };
    listen(text, &mut title)?;
    let mut documents = title.documents;
    // Rules of court, reorganization plans and acts in an appendix have citations of their own kind.
    if title.left_out > 0 && !documents.is_empty() {
        let reason = format!(
            "{} of its rules, plans or compiled acts are no sections of the Code and were left out",
            title.left_out
        );
        documents.push(Document::unread(DocumentKind::Xml, "an appendix".to_owned(), reason));
    }
    if title.stray > 0 && !documents.is_empty() {
        let reason = format!("{} characters of text that lie in no section were left out", title.stray);
        documents.push(Document::unread(DocumentKind::Xml, "a title".to_owned(), reason));
    }
    Ok(documents)
}

/// A container that is open: the document, a title, a chapter.
#[derive(Debug, Default)]
struct Frame {
    number: String,
    heading: String,
}

impl Frame {
    /// `Title 9—ARBITRATION`
    fn name(&self) -> String {
        let dash = self.number.ends_with(['\u{2014}', '\u{2013}', '-']);
        let gap = if dash || self.number.is_empty() || self.heading.is_empty() { "" } else { " " };
        format!("{}{gap}{}", self.number, self.heading)
    }
}

struct Title<'a> {
    options: &'a ReadOptions,
    documents: Vec<Document>,
    frames: Vec<Frame>,
    left_out: usize,
    /// Characters outside all sections, but for notes and tables of contents.
    stray: usize,
}

impl Listener for Title<'_> {
    fn begin(&mut self, element: &Element) -> Take {
        match element.name.as_str() {
            "uscDoc"
            | "main"
            | "title"
            | "subtitle"
            | "chapter"
            | "subchapter"
            | "part"
            | "subpart"
            | "division"
            | "subdivision"
            | "article"
            | "subarticle"
            | "appendix"
            | "compiledAct"
            | "courtRules"
            | "reorganizationPlans" => {
                self.frames.push(Frame::default());
                Take::Enter
            }
            _ => Take::Whole,
        }
    }

    fn whole(&mut self, element: Element) -> Result<(), ReadError> {
        match element.name.as_str() {
            "num" | "heading" => {
                let text = words(&element, &flow);
                if let Some(frame) = self.frames.last_mut() {
                    let field = if element.name == "num" { &mut frame.number } else { &mut frame.heading };
                    *field = text;
                }
            }
            "section" => match title_of(&element) {
                Some(title) => self.section(&element, &title)?,
                None => self.left_out += 1,
            },
            "courtRule" | "reorganizationPlan" => self.left_out += 1,
            "meta" | "toc" | "note" | "notes" | "sourceCredit" | "layout" | "subheading" => {}
            _ => self.stray += words(&element, &flow).chars().count(),
        }
        Ok(())
    }

    fn end(&mut self) {
        self.frames.pop();
    }

    fn stray(&mut self, text: &str) {
        self.stray += text.trim().chars().count();
    }
}

/// Number of the title that a section's identifier names: `42` of `/us/usc/t42/s12131`. An appendix
/// (`/us/usc/t18a/...`) is no title.
fn title_of(section: &Element) -> Option<String> {
    let (title, rest) = section.attribute("identifier")?.strip_prefix("/us/usc/t")?.split_once('/')?;
    let is_section = rest.starts_with('s') && !rest.contains('/');
    (is_section && !title.is_empty() && title.bytes().all(|b| b.is_ascii_digit())).then(|| title.to_owned())
}

impl Title<'_> {
    fn section(&mut self, element: &Element, title: &str) -> Result<(), ReadError> {
        let value = element.child("num").and_then(|n| n.attribute("value"));
        let printed = element.child("num").map(|n| words(n, &flow)).unwrap_or_default();
        let mut numbers = section_numbers(value.unwrap_or(&printed));
        if numbers.is_empty() {
            self.left_out += 1;
            return Ok(());
        }
        let status = element.attribute("status").unwrap_or("");
        let heading = element.child("heading").map(|h| words(h, &flow)).unwrap_or_default();
        // A former section stands in brackets, which open before its number.
        let heading = match printed.starts_with('[') {
            true => heading.trim_end_matches(']').trim_end().to_owned(),
            false => heading,
        };
        // Only a section that says nothing but this counts for each of its numbers.
        if !is_stub(element) {
            numbers.truncate(1);
        }
        let heading = match numbers.len() {
            1 if !printed.contains("§§") => heading,
            _ => format!("{} {heading}", printed.trim_start_matches('[')),
        };
        let hierarchy: Vec<String> = self.frames.iter().map(Frame::name).filter(|n| !n.is_empty()).collect();
        for number in numbers {
            room_for_one_more(self.documents.len(), self.options)?;
            let citation = format!("{title} U.S.C. § {number}");
            let mut page = SectionPage::new(&citation, &heading, self.options)?;
            body(&mut page, element, true)?;
            page.end_body();
            page.set("status", status);
            page.set("hierarchy", &hierarchy.join(" / "));
            let credits: Vec<String> =
                element.elements().filter(|e| e.name == "sourceCredit").map(|e| words(e, &flow)).collect();
            page.notes("History", &credits, true)?;
            page.leave_out(notes_in(element));
            self.documents.push(page.finish());
        }
        Ok(())
    }
}

fn is_stub(section: &Element) -> bool {
    let outside = ["num", "heading", "notes", "note", "sourceCredit"];
    section.elements().all(|e| outside.contains(&e.name.as_str()))
}

/// Number of the publisher's notes and footnotes within a section.
fn notes_in(element: &Element) -> usize {
    element
        .elements()
        .map(|child| match child.name.as_str() {
            "note" => usize::from(child.attribute("role") != Some("crossHeading")),
            _ => notes_in(child),
        })
        .sum()
}

/// True for a labeled level below the section.
fn is_level(name: &str) -> bool {
    matches!(
        name,
        "subsection"
            | "paragraph"
            | "subparagraph"
            | "clause"
            | "subclause"
            | "item"
            | "subitem"
            | "subsubitem"
            | "level"
    )
}

fn flow(element: &Element) -> Flow {
    match element.name.as_str() {
        "ref" if element.attribute("class") == Some("footnoteRef") => Flow::Skipped,
        "note" | "notes" => Flow::Skipped,
        "ref" | "b" | "i" | "u" | "em" | "strong" | "sub" | "date" | "term" | "inline" | "span" | "a"
        | "quotedText" | "entity" | "def" | "shortTitle" | "fraction" | "del" | "ins" | "s" | "chapeau"
        | "content" => Flow::Inline,
        // Within quoted law, a label runs into its words.
        "num" | "heading" => Flow::Lead,
        "sup" => Flow::Raised,
        "img" => Flow::Shown("[image]"),
        "tr" | "row" | "tocItem" => Flow::Row,
        _ => Flow::Block,
    }
}

/// Reads the text and paragraphs of a section or of a level in it.
fn body(page: &mut SectionPage<'_>, element: &Element, outermost: bool) -> Result<(), ReadError> {
    let mut heading = String::new();
    for content in &element.content {
        let child = match content {
            Content::Text(text) if !text.trim().is_empty() => {
                page.words(&format!("{} {text}", std::mem::take(&mut heading)))?;
                continue;
            }
            Content::Text(_) => continue,
            Content::Element(child) => child,
        };
        match child.name.as_str() {
            "num" | "notes" | "note" | "sourceCredit" => {}
            "heading" if outermost => {}
            // A paragraph's heading runs into its words.
            "heading" => heading = words(child, &flow),
            name if is_level(name) => {
                page.words(&std::mem::take(&mut heading))?;
                level(page, child)?;
            }
            _ => {
                let mut pieces = pieces(child, &flow);
                match pieces.first_mut() {
                    Some(Piece::Text(first)) => *first = format!("{} {first}", std::mem::take(&mut heading)),
                    _ => page.words(&std::mem::take(&mut heading))?,
                }
                page.pieces(&pieces)?;
            }
        }
    }
    page.words(&heading)
}

fn level(page: &mut SectionPage<'_>, element: &Element) -> Result<(), ReadError> {
    let labels = element.elements().filter(|e| e.name == "num").map(|n| words(n, &flow));
    let labels: Vec<String> = labels.filter(|l| !l.is_empty()).collect();
    let depth = page.open(labels);
    body(page, element, false)?;
    page.close(depth, element.elements().any(|e| is_level(&e.name)))
}

#[cfg(test)]
pub(super) mod tests;
