//! The DOCX reader's face.

use crate::blocks::Blocks;
use crate::container::ReadPart;
use crate::error::ReadError;
use crate::heading::first_heading;
use crate::lines::PageBuilder;
use crate::office_properties::{OPEN_XML, properties};
use crate::options::ReadOptions;
use crate::{Document, DocumentKind, PageStatus};
use twolane_text::LineFlags;

use super::alternate::{Chunks, chunks};
use super::body::{Part, Walker};
use super::notes::{NoteKind, NoteMarks};
use super::numbering::Numbering;
use super::styles::Styles;
use crate::package::Package;

/// Reads a DOCX file. Headers come first and footers last, flagged as running heads; footnotes
/// follow the text; tracked deletions are left out.
/// `read_part` reads the files of other formats that it includes.
pub(crate) fn read(bytes: &[u8], options: &ReadOptions, read_part: ReadPart) -> Result<Document, ReadError> {
    read_at(bytes, options, Some(read_part))
}

/// As [`read`]; without `read_part`, for a file that another one includes, it includes no files itself.
fn read_at(bytes: &[u8], options: &ReadOptions, read_part: Option<ReadPart>) -> Result<Document, ReadError> {
    let mut package = Package::open(bytes, DocumentKind::Docx, options.limits.part_bytes)?;
    let names = package.names();
    let main = names
        .iter()
        .find(|n| n.starts_with("word/document") && n.ends_with(".xml"))
        .ok_or_else(|| damaged("it has no word/document.xml"))?;
    let body = package.text(main)?.ok_or_else(|| damaged("it has no word/document.xml"))?;
    let styles = Styles::parse(&package.text("word/styles.xml")?.unwrap_or_default());
    let numbering = Numbering::parse(&package.text("word/numbering.xml")?.unwrap_or_default());
    let marks = NoteMarks::parse(&package.text("word/settings.xml")?.unwrap_or_default(), &body);
    let (chunks, unread_chunks) = match read_part {
        Some(read_part) => {
            let read_docx = |bytes: &[u8]| read_at(bytes, options, None);
            chunks(&mut package, &body, options, read_part, read_docx)?
        }
        None => Chunks::default(),
    };

    let blocks = Blocks::new(PageBuilder::new(0, options.limits.lines), options.wrap);
    let mut walker = Walker::new(&styles, numbering, blocks, marks, chunks);
    let furniture = |prefix: &str| {
        names.iter().filter(|n| n.starts_with(prefix) && n.ends_with(".xml")).collect::<Vec<_>>()
    };
    for name in furniture("word/header") {
        if let Some(xml) = package.text(name)? {
            walker.walk(&xml, Part::Furniture);
        }
    }
    let broken_at = walker.walk(&body, Part::Body);
    for (name, kind) in [("word/footnotes.xml", NoteKind::Footnote), ("word/endnotes.xml", NoteKind::Endnote)]
    {
        if let Some(xml) = package.text(name)? {
            walker.walk(&xml, Part::Notes(kind));
        }
    }
    for name in furniture("word/footer") {
        if let Some(xml) = package.text(name)? {
            walker.walk(&xml, Part::Furniture);
        }
    }
    let (blocks, mut seen) = walker.finish();
    let mut page = blocks.finish()?.finish("docx");

    let mut notes = Vec::new();
    if let Some(at) = broken_at {
        notes.push(format!("its text breaks off after byte {at} of {main}; the text before it was read"));
    }
    let counted =
        |prefix: &str| names.iter().filter(|n| n.starts_with(prefix) && n.ends_with(".xml")).count();
    seen.objects = seen.objects.saturating_add(unread_chunks);
    seen.charts = counted("word/charts/chart").saturating_add(counted("word/diagrams/data"));
    notes.extend(seen.sentences());
    if page.lines.iter().any(|l| l.flags.contains(LineFlags::HIDDEN)) {
        notes.push("holds hidden text; its lines are marked hidden".to_owned());
    }
    if page.lines.is_empty() && broken_at.is_some() {
        return Err(damaged("its XML is broken from the start"));
    }
    if page.lines.is_empty() && seen.references > 0 {
        page.status = PageStatus::Unread {
            reason:
                "its text stands in entities of a document type definition; save it again in a word processor"
                    .to_owned(),
        };
    } else if page.lines.is_empty() && seen.pictures > 0 {
        page.status = PageStatus::Unread {
            reason: "it holds pictures and no text; save it as PDF and ingest that, so that OCR can read it"
                .to_owned(),
        };
    }
    let meta = package.text("docProps/core.xml")?.map(|xml| properties(&xml, &OPEN_XML)).unwrap_or_default();
    let title = meta.get("title").cloned().or_else(|| first_heading(&page));
    Ok(Document { kind: DocumentKind::Docx, title, pages: vec![page], meta, notes, law: None })
}

fn damaged(what: &str) -> ReadError {
    ReadError::Damaged { kind: DocumentKind::Docx, what: what.to_owned() }
}
