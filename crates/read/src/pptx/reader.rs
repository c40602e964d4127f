//! The presentation reader's face: finds the slides and their notes.

use quick_xml::events::Event;

use crate::error::ReadError;
use crate::office_properties::{OPEN_XML, properties};
use crate::options::ReadOptions;
use crate::package::{Package, resolved};
use crate::xml_stream::{attribute, lenient, local};
use crate::{Document, DocumentKind, Page, PageStatus};

use super::slide::{Slide, read_notes, read_slide};

/// Most slides that are read.
const MOST_SLIDES: usize = 5_000;

/// Reads a presentation.
pub(crate) fn read(bytes: &[u8], options: &ReadOptions) -> Result<Document, ReadError> {
    let mut package = Package::open(bytes, DocumentKind::Pptx, options.limits.part_bytes)?;
    let damaged = |what: &str| ReadError::Damaged { kind: DocumentKind::Pptx, what: what.to_owned() };
    let show =
        package.text("ppt/presentation.xml")?.ok_or_else(|| damaged("it has no ppt/presentation.xml"))?;
    let relations = relations(&mut package, "ppt/presentation.xml")?;
    let ids = slide_ids(&show);
    if ids.len() > MOST_SLIDES {
        return Err(ReadError::TooLarge {
            what: "the number of slides".to_owned(),
            limit: format!("{MOST_SLIDES} slides"),
            key: None,
        });
    }
    let mut pages = Vec::new();
    let mut notes = Vec::new();
    let mut room = options.limits.lines;
    for (number, id) in (1_u32..).zip(&ids) {
        let path =
            relations.iter().find(|relation| relation.id == *id).map(|relation| relation.target.as_str());
        let xml = match path {
            Some(path) => package.text(path)?,
            None => None,
        };
        let (Some(path), Some(xml)) = (path, xml) else {
            pages.push(unread(number, "the slide is missing in the file"));
            continue;
        };
        let mut slide = Slide::new(number, room, options.wrap);
        let is_hidden = read_slide(&xml, &mut slide);
        if is_hidden {
            notes.push(format!("slide {number} is hidden in the show; it was read"));
        }
        let of_slide = self::relations(&mut package, path)?;
        if let Some(relation) = of_slide.iter().find(|relation| relation.kind.ends_with("/notesSlide"))
            && let Some(xml) = package.text(&relation.target)?
        {
            read_notes(&xml, &mut slide);
        }
        let holds_pictures = slide.holds_pictures;
        let mut page = slide.finish()?;
        room = room.saturating_sub(page.lines.len());
        if page.lines.is_empty() && holds_pictures {
            page = unread(
                number,
                "the slide holds pictures and no text; save the presentation as PDF and ingest that, so that OCR can read it",
            );
        }
        pages.push(page);
    }
    if pages.is_empty() {
        return Err(damaged("it has no slides"));
    }
    let charts = package.names().iter().filter(|name| name.starts_with("ppt/charts/chart")).count();
    if charts > 0 {
        notes.push(format!("charts are not read ({charts} in the file)"));
    }
    let meta = package.text("docProps/core.xml")?.map(|xml| properties(&xml, &OPEN_XML)).unwrap_or_default();
    let heading = || pages.iter().flat_map(|page| &page.lines).find(|line| line.heading == Some(1));
    let title = meta.get("title").cloned().or_else(|| heading().map(|line| line.text.clone()));
    Ok(Document { kind: DocumentKind::Pptx, title, pages, meta, notes, law: None })
}

fn unread(number: u32, reason: &str) -> Page {
    let status = PageStatus::Unread { reason: reason.to_owned() };
    Page { number, label: None, size: None, lines: Vec::new(), status, engine: String::new() }
}

/// A part that another part refers to.
struct Relation {
    id: String,
    kind: String,
    /// Path from the root of the package.
    target: String,
}

fn relations(package: &mut Package<'_>, of: &str) -> Result<Vec<Relation>, ReadError> {
    let (folder, file) = of.rsplit_once('/').unwrap_or(("", of));
    let xml = package.text(&format!("{folder}/_rels/{file}.rels"))?.unwrap_or_default();
    let mut found = Vec::new();
    let mut reader = lenient(&xml);
    loop {
        match reader.read_event() {
            Ok(Event::Start(e) | Event::Empty(e)) if local(&e) == "Relationship" => {
                if let (Some(id), Some(target)) = (attribute(&e, "Id"), attribute(&e, "Target")) {
                    let kind = attribute(&e, "Type").unwrap_or_default();
                    found.push(Relation { id, kind, target: resolved(folder, &target) });
                }
            }
            Ok(Event::Eof) | Err(_) => return Ok(found),
            Ok(_) => {}
        }
    }
}

/// Returns the relations of the slides in the order of the show.
fn slide_ids(show: &str) -> Vec<String> {
    let mut ids = Vec::new();
    let mut reader = lenient(show);
    loop {
        match reader.read_event() {
            Ok(Event::Start(e) | Event::Empty(e)) if local(&e) == "sldId" => {
                // `id` is a number of its own, `r:id` names the relation.
                let relation = e.attributes().with_checks(false).flatten().find(|a| a.key.0.ends_with(":id"));
                ids.extend(relation.map(|a| a.value.to_string()));
            }
            Ok(Event::Eof) | Err(_) => return ids,
            Ok(_) => {}
        }
    }
}
