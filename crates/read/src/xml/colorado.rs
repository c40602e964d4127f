//! Titles of the Colorado Revised Statutes in the form in which the state gives them out: one flat list of
//! headings, `SECTION-TEXT` and notes.

use crate::ReadError;
use crate::options::ReadOptions;
use crate::{Document, DocumentKind};

use super::flow::{Flow, Piece, pieces, words};
use super::section_page::{SectionPage, room_for_one_more};
use super::tree::{Content, Element, Listener, Take, listen};

/// Reads the sections of a title.
pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Vec<Document>, ReadError> {
    let mut title = Title {
        options,
        documents: Vec::new(),
        open: None,
        names: Default::default(),
        unnumbered: 0,
        stray: 0,
    };
    listen(text, &mut title)?;
    title.close()?;
    let mut documents = title.documents;
    if title.unnumbered > 0 && !documents.is_empty() {
        let reason = format!("{} of its sections have no number and were left out", title.unnumbered);
        documents.push(Document::unread(DocumentKind::Xml, "a title".to_owned(), reason));
    }
    if title.stray > 0 && !documents.is_empty() {
        let reason = format!("{} characters of text that lie in no section were left out", title.stray);
        documents.push(Document::unread(DocumentKind::Xml, "a title".to_owned(), reason));
    }
    Ok(documents)
}

/// A section that still waits for its notes.
struct Section {
    element: Element,
    sources: Vec<String>,
    notes: usize,
}

struct Title<'a> {
    options: &'a ReadOptions,
    documents: Vec<Document>,
    open: Option<Section>,
    /// Title, article and part, each from its number to the end of its name.
    names: [String; 3],
    /// Sections without a number.
    unnumbered: usize,
    /// Characters outside all sections, but for notes, running heads and tables of contents.
    stray: usize,
}

impl Listener for Title<'_> {
    fn begin(&mut self, element: &Element) -> Take {
        if element.name == "CRS" { Take::Enter } else { Take::Whole }
    }

    fn whole(&mut self, element: Element) -> Result<(), ReadError> {
        match element.name.as_str() {
            "TITLE-NUM" => self.begin_name(0, &element)?,
            "TITLE-TEXT" => self.end_name(0, &element),
            "ARTICLE-NUM" => self.begin_name(1, &element)?,
            "ARTICLE-TEXT" => self.end_name(1, &element),
            // The number of a part and its name have the same element.
            "ARTICLE-PART" | "TITLE-PART" if words(&element, &flow).starts_with("PART ") => {
                self.begin_name(2, &element)?;
            }
            "ARTICLE-PART" | "TITLE-PART" => self.end_name(2, &element),
            "SECTION-TEXT" => {
                self.close()?;
                self.open = Some(Section { element, sources: Vec::new(), notes: 0 });
            }
            "SOURCE-NOTE" => {
                let source = words(&element, &flow);
                if let Some(section) = &mut self.open {
                    section.sources.push(source);
                }
            }
            "EDITORS-NOTE" | "XREF-NOTE" | "ANNO-NOTE" | "ANNO-TEXT" | "COMMENT-TEXT" => {
                if let Some(section) = &mut self.open {
                    section.notes += 1;
                }
            }
            "BLEED" => {}
            _ if element.name.ends_with("-ANAL") => {}
            _ => self.stray += words(&element, &flow).chars().count(),
        }
        Ok(())
    }

    fn end(&mut self) {}

    fn stray(&mut self, text: &str) {
        self.stray += text.trim().chars().count();
    }
}

impl Title<'_> {
    fn begin_name(&mut self, level: usize, element: &Element) -> Result<(), ReadError> {
        self.close()?;
        for (i, name) in self.names.iter_mut().enumerate().skip(level) {
            *name = if i == level { words(element, &flow) } else { String::new() };
        }
        Ok(())
    }

    fn end_name(&mut self, level: usize, element: &Element) {
        if let Some(name) = self.names.get_mut(level) {
            *name = format!("{name} {}", words(element, &flow)).trim().to_owned();
        }
    }

    /// Finishes the section that is open.
    fn close(&mut self) -> Result<(), ReadError> {
        let Some(Section { element, sources, notes }) = self.open.take() else { return Ok(()) };
        let catch = element.child("CATCH-LINE");
        let number = catch.and_then(|c| c.child("RHFTO")).map(Element::text).unwrap_or_default();
        if number.is_empty() {
            self.unnumbered += 1;
            return Ok(());
        }
        let heading = catch.map(|c| words(c, &flow)).unwrap_or_default();
        let heading = heading.strip_prefix(&number).unwrap_or(&heading).trim_start_matches(['.', ' ']);
        room_for_one_more(self.documents.len(), self.options)?;
        let mut page = SectionPage::new(&format!("C.R.S. § {number}"), heading, self.options)?;
        // The catch line stands before the words of the first paragraph.
        let body = Element {
            content: element.content.into_iter().filter(|c| !is_catch_line(c)).collect(),
            ..Element::default()
        };
        for piece in pieces(&body, &flow) {
            page.unmarked(&piece)?;
        }
        page.end_body();
        // `(Repealed)` ends the catch line of a section without words.
        let is_stub = !pieces(&body, &flow).iter().any(|p| matches!(p, Piece::Text(_)));
        let marks = [("(Repealed)", "repealed"), ("(Reserved)", "reserved"), ("(Deleted", "repealed")];
        let status = marks.iter().find(|(mark, _)| is_stub && heading.contains(mark));
        page.set("status", status.map_or("", |(_, status)| status));
        page.notes("History", &sources, true)?;
        page.leave_out(notes);
        let names: Vec<&str> = self.names.iter().map(String::as_str).filter(|n| !n.is_empty()).collect();
        page.set("hierarchy", &names.join(" / "));
        self.documents.push(page.finish());
        Ok(())
    }
}

fn is_catch_line(content: &Content) -> bool {
    matches!(content, Content::Element(e) if e.name == "CATCH-LINE")
}

fn flow(element: &Element) -> Flow {
    match element.name.as_str() {
        "M" | "B" | "N" | "I" | "IT" | "U" | "RHFTO" | "DT" => Flow::Inline,
        _ => Flow::Block,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    pub(in crate::xml) const TITLE: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<CRS><BLEED><B>TITLE 90</B></BLEED><TITLE-NUM>TITLE 90</TITLE-NUM><TITLE-TEXT>WELLS</TITLE-TEXT>
<ARTICLE-NUM>ARTICLE 1</ARTICLE-NUM><ARTICLE-TEXT><RHRTC>Town Wells</RHRTC></ARTICLE-TEXT>
<ART-ANAL><AL>90-1-101. <I>Digging.</I></AL></ART-ANAL>
<ARTICLE-PART>PART 1</ARTICLE-PART><ARTICLE-PART>DIGGING</ARTICLE-PART>
<SECTION-TEXT><P N="(1)(a)"></P><CATCH-LINE><RHFTO>90-1-101</RHFTO>. <M>Digging - notice.</M></CATCH-LINE>(1)
 <N></N>(a) <M>A town may dig.</M><P N="(b)">(b) <M>It posts a notice.</M></P><P N="(2)">(2) <M>Ponds, too.</M></P></SECTION-TEXT>
<SOURCE-NOTE><B>Source:</B> <B>L. <N></N>99:</B> Entire title added, p. 7, § 1, effective July 1, 1999.</SOURCE-NOTE>
<EDITORS-NOTE><B>Editor's note:</B> None.</EDITORS-NOTE>
<SECTION-TEXT><P></P><CATCH-LINE><RHFTO>90-1-102</RHFTO>. <M>Fees. (Repealed)</M></CATCH-LINE></SECTION-TEXT>
</CRS>"#;

    #[test]
    fn sections_with_their_notes() {
        let documents = read(TITLE, &ReadOptions::default()).unwrap();
        let lines: Vec<&str> = documents[0].pages[0].lines.iter().map(|l| l.text.as_str()).collect();
        assert_eq!(
            lines,
            [
                "C.R.S. § 90-1-101 Digging - notice.",
                "(1) (a) A town may dig.",
                "(b) It posts a notice.",
                "(2) Ponds, too.",
                "History",
                "Source: L. 99: Entire title added, p. 7, § 1, effective July 1, 1999.",
            ]
        );
        assert_eq!(documents[0].meta["hierarchy"], "TITLE 90 WELLS / ARTICLE 1 Town Wells / PART 1 DIGGING");
        assert_eq!(documents[0].law.as_ref().unwrap().notes_left_out, 1);
        assert_eq!(documents[1].meta["status"], "repealed");
        assert_eq!(documents.len(), 2);
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let added = "<SECTION-TEXT><CATCH-LINE><M>Springs.</M></CATCH-LINE><M>A town may dig.</M></SECTION-TEXT>\
            <SOURCE-NOTE>L. 99.</SOURCE-NOTE><OTHER>Five.</OTHER>Six is.</CRS>";
        let documents = read(&TITLE.replace("</CRS>", added), &ReadOptions::default()).unwrap();
        let citations: Vec<&str> =
            documents.iter().filter_map(|d| Some(d.meta.get("citation")?.as_str())).collect();
        assert_eq!(citations, ["C.R.S. § 90-1-101", "C.R.S. § 90-1-102"]);
        let reasons: Vec<_> = documents[2..].iter().map(|d| &d.pages[0].status).collect();
        let reasons = format!("{reasons:?}");
        assert!(reasons.contains("1 of its sections have no number"), "{reasons}");
        assert!(reasons.contains("12 characters of text"), "{reasons}");
        assert_eq!(documents.len(), 4);
    }

    proptest! {
        #[test]
        fn never_panics(parts in proptest::collection::vec(prop_oneof![
            Just("<SECTION-TEXT>"), Just("</SECTION-TEXT>"), Just("<CATCH-LINE><RHFTO>1-1-1</RHFTO>. x</CATCH-LINE>"), Just("words"),
            Just("<P>(1) a</P>"), Just("<ARTICLE-NUM>ARTICLE 1</ARTICLE-NUM>"), Just("<SOURCE-NOTE>s</SOURCE-NOTE>"), Just("<ARTICLE-PART>PART 1</ARTICLE-PART>"),
        ], 0..20)) {
            let _ = super::super::read(format!("<CRS>{}</CRS>", parts.concat()).as_bytes(), &ReadOptions::default());
        }
    }
}
