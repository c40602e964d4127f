//! Parts and titles of the Code of Federal Regulations in the form of the e-CFR, from govinfo's bulk data or the
//! service of ecfr.gov: `DIV1` to `DIV9` with `TYPE`, `N` and `HEAD`, a section in `DIV8`.

use crate::ReadError;
use crate::options::ReadOptions;
use crate::{Document, DocumentKind};

use super::flow::{Flow, Piece, pieces, words};
use super::section_page::{SectionPage, room_for_one_more};
use super::tree::{Element, Listener, Take, listen};
use twolane_law::section_numbers;

/// Returns true for the root element of a title, or of a part that was taken alone.
pub(super) fn is_root(name: &str) -> bool {
    matches!(name, "ECFR" | "DLPSTEXTCLASS") || level(name).is_some()
}

/// Level of a division, 1 to 9.
fn level(name: &str) -> Option<u32> {
    name.strip_prefix("DIV")?.parse().ok().filter(|level| (1..=9).contains(level))
}

/// Reads the sections and appendices of a title or part.
pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Vec<Document>, ReadError> {
    let mut title =
        Title { options, documents: Vec::new(), frames: Vec::new(), number: None, untitled: 0, stray: 0 };
    listen(text, &mut title)?;
    let mut documents = title.documents;
    if title.untitled > 0 {
        let reason = format!(
            "the file does not say the title or number of {} of its sections; save the whole title, or a part of \
             it, from ecfr.gov or govinfo.gov",
            title.untitled
        );
        documents.push(Document::unread(DocumentKind::Xml, "a part of the C.F.R.".to_owned(), reason));
    }
    if title.stray > 0 && !documents.is_empty() {
        let reason = format!("{} characters of text that lie in no section were left out", title.stray);
        documents.push(Document::unread(DocumentKind::Xml, "a part of the C.F.R.".to_owned(), reason));
    }
    Ok(documents)
}

/// A division that is open.
#[derive(Debug, Default)]
struct Frame {
    head: String,
    /// Number of the part, for a part.
    part: Option<String>,
    /// The document in the Federal Register that a part's sections come from, unless they name another.
    source: Option<String>,
}

struct Title<'a> {
    options: &'a ReadOptions,
    documents: Vec<Document>,
    frames: Vec<Frame>,
    /// Number of the title.
    number: Option<String>,
    /// Sections whose title or number is unknown.
    untitled: usize,
    /// Characters outside all sections, but for tables of contents.
    stray: usize,
}

impl Listener for Title<'_> {
    fn begin(&mut self, element: &Element) -> Take {
        match element.name.as_str() {
            "ECFR" | "DLPSTEXTCLASS" | "TEXT" | "BODY" | "ECFRBRWS" => {
                self.frames.push(Frame::default());
                Take::Enter
            }
            "DIV8" | "DIV9" => {
                self.note_number(element);
                Take::Whole
            }
            name if level(name).is_some() => {
                self.note_number(element);
                let is_part = element.attribute("TYPE") == Some("PART");
                let part = element.attribute("N").filter(|_| is_part).map(|n| n.trim().to_owned());
                self.frames.push(Frame { part, ..Frame::default() });
                Take::Enter
            }
            _ => Take::Whole,
        }
    }

    fn whole(&mut self, element: Element) -> Result<(), ReadError> {
        match element.name.as_str() {
            "HEAD" => {
                let head = words(&element, &flow);
                if self.number.is_none() && self.frames.iter().all(|f| f.head.is_empty()) {
                    self.number = title_in(&head);
                }
                if let Some(frame) = self.frames.last_mut() {
                    // `--Volume 2` is a matter of print.
                    frame.head = head.split("--Volume").next().unwrap_or("").to_owned();
                }
            }
            "SOURCE" => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.source = Some(words(&element, &flow));
                }
            }
            "DIV8" => self.section(&element)?,
            "DIV9" => self.appendix(&element)?,
            // What the division was made under, how its sections are printed, and the table of contents.
            "AUTH" | "HEADER" | "AMDDATE" | "VOLUME" | "CFRTOC" | "RESERVED" | "EDNOTE" | "EFFDNOT"
            | "CROSSREF" | "HED" => {}
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

impl Title<'_> {
    /// Takes the number of the title from a division: `28` of `28:1.0.1.1.36`, or of a path in the metadata.
    fn note_number(&mut self, element: &Element) {
        let figures = |text: &str| -> Option<String> {
            let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            text.get(..end).filter(|n| !n.is_empty()).map(str::to_owned)
        };
        let node = || element.attribute("NODE").filter(|n| n.contains(':')).and_then(figures);
        let path =
            || element.attribute("hierarchy_metadata")?.split_once("/title-").and_then(|(_, n)| figures(n));
        self.number = self.number.take().or_else(node).or_else(path);
        // A title taken alone gives its own number; one of govinfo's gives that of the volume there.
        if self.number.is_none() && element.attribute("TYPE") == Some("TITLE") && self.frames.len() < 2 {
            self.number = element.attribute("N").and_then(|n| figures(n.trim()));
        }
    }

    fn part(&self) -> Option<&str> {
        self.frames.iter().rev().find_map(|f| f.part.as_deref())
    }

    fn section(&mut self, element: &Element) -> Result<(), ReadError> {
        let head = element.child("HEAD").map(|h| words(h, &flow)).unwrap_or_default();
        let mut numbers = section_numbers(element.attribute("N").unwrap_or(""));
        numbers.retain(|n| n.contains('.'));
        let (Some(title), false) = (self.number.clone(), numbers.is_empty()) else {
            self.untitled += 1;
            return Ok(());
        };
        // Reserved numbers count one by one; a section with words has one number.
        if !is_stub(element) {
            numbers.truncate(1);
        }
        let heading = match numbers.as_slice() {
            [number] if !head.starts_with("§§") => heading_of(&head, number),
            _ => head.as_str(),
        };
        for number in &numbers {
            self.push(&format!("{title} C.F.R. § {number}"), heading, element)?;
        }
        Ok(())
    }

    fn appendix(&mut self, element: &Element) -> Result<(), ReadError> {
        let head = element.child("HEAD").map(|h| words(h, &flow)).unwrap_or_default();
        let name = element.attribute("N").unwrap_or("").trim().to_owned();
        let (Some(title), Some(part)) = (self.number.clone(), self.part().map(str::to_owned)) else {
            self.untitled += 1;
            return Ok(());
        };
        // `Appendix A to Part 35`; one to a subpart is cited by its whole name.
        let of_part = name
            .strip_prefix("Appendix ")
            .and_then(|rest| rest.strip_suffix(&format!(" to Part {part}")))
            .filter(|letter| !letter.contains(' '));
        let citation = match of_part {
            Some(letter) => format!("{title} C.F.R. pt. {part}, app. {letter}"),
            None => format!("{title} C.F.R. pt. {part}, {name}"),
        };
        self.push(&citation, &head, element)
    }

    fn push(&mut self, citation: &str, heading: &str, element: &Element) -> Result<(), ReadError> {
        room_for_one_more(self.documents.len(), self.options)?;
        let mut page = SectionPage::new(citation, heading, self.options)?;
        let mut history: Vec<String> = Vec::new();
        for child in element.elements() {
            match child.name.as_str() {
                "HEAD" => {}
                "CITA" | "SECAUTH" | "EDNOTE" | "EFFDNOT" | "CROSSREF" | "APPRO" | "PARAUTH" => {
                    history.push(words(child, &flow));
                }
                "img" => page.unmarked(&Piece::Text("[image]".to_owned()))?,
                _ => pieces(child, &flow).iter().try_for_each(|piece| page.unmarked(piece))?,
            }
        }
        page.end_body();
        let own = element.elements().any(|e| e.name == "CITA");
        let source = self.frames.iter().rev().find_map(|f| f.source.clone()).filter(|_| !own);
        history.extend(source);
        page.notes("History", &history, true)?;
        let names: Vec<&str> =
            self.frames.iter().map(|f| f.head.as_str()).filter(|h| !h.is_empty()).collect();
        page.set("hierarchy", &names.join(" / "));
        page.set("status", if is_stub(element) && heading.contains("[Reserved]") { "reserved" } else { "" });
        self.documents.push(page.finish());
        Ok(())
    }
}

/// `28` of `Title 28—Judicial Administration`.
fn title_in(head: &str) -> Option<String> {
    let rest = head.strip_prefix("Title ")?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest.get(..end).filter(|n| !n.is_empty()).map(str::to_owned)
}

/// `Purpose.` of `§ 35.101 Purpose.`
fn heading_of<'h>(head: &'h str, number: &str) -> &'h str {
    let rest = head.trim_start_matches(['§', ' ']);
    rest.strip_prefix(number).map_or(rest, |r| r.trim_start_matches([' ', '.']))
}

fn is_stub(section: &Element) -> bool {
    section.elements().all(|e| matches!(e.name.as_str(), "HEAD" | "CITA" | "EDNOTE" | "CROSSREF"))
}

fn flow(element: &Element) -> Flow {
    match element.name.as_str() {
        "I" | "B" | "E" | "AC" | "FR" | "SUB" | "U" | "A" | "a" | "i" | "b" | "em" | "strong" | "span"
        | "sub" | "FTREF" | "PSPACE" | "LDRWK" => Flow::Inline,
        "HED" => Flow::Lead,
        "SU" | "sup" => Flow::Raised,
        "TR" | "tr" | "ROW" => Flow::Row,
        "img" | "GID" => Flow::Shown("[image]"),
        _ => Flow::Block,
    }
}

#[cfg(test)]
pub(super) mod tests;
