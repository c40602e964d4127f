//! The ODT reader's face.

use crate::error::ReadError;
use crate::heading::first_heading;
use crate::lines::PageBuilder;
use crate::office_properties::{OPEN_DOCUMENT, properties};
use crate::options::ReadOptions;
use crate::package::Package;
use crate::{Document, DocumentKind, PageStatus};
use twolane_text::LineFlags;

use super::walker::Walker;

/// Reads an OpenDocument text.
pub(crate) fn read(bytes: &[u8], options: &ReadOptions) -> Result<Document, ReadError> {
    let mut package = Package::open(bytes, DocumentKind::Odt, options.limits.part_bytes)?;
    let damaged = |what: &str| ReadError::Damaged { kind: DocumentKind::Odt, what: what.to_owned() };
    let manifest = package.text("META-INF/manifest.xml")?.unwrap_or_default();
    if manifest.contains("encryption-data") {
        return Err(ReadError::UnknownFormat { what: "an OpenDocument text with a password".to_owned() });
    }
    let content = package.text("content.xml")?.ok_or_else(|| damaged("it has no content.xml"))?;
    let mut walker = Walker::new(PageBuilder::new(0, options.limits.lines), options.wrap);
    let broken_at = walker.walk(&content);
    let (page, seen) = walker.finish()?;
    let mut page = page.finish("odt");
    let mut notes = Vec::new();
    if let Some(at) = broken_at {
        notes
            .push(format!("its text breaks off after byte {at} of content.xml; the text before it was read"));
    }
    if seen.deletions > 0 {
        notes.push(format!("{} tracked deletions are left out", seen.deletions));
    }
    if page.lines.iter().any(|l| l.flags.contains(LineFlags::HIDDEN)) {
        notes.push("holds hidden text; its lines are marked hidden".to_owned());
    }
    if seen.has_hidden {
        notes.push("hidden text is left out".to_owned());
    }
    if page.lines.is_empty() && broken_at.is_some() {
        return Err(damaged("its XML is broken from the start"));
    }
    if page.lines.is_empty() && seen.pictures > 0 {
        page.status = PageStatus::Unread {
            reason: "it holds pictures and no text; save it as PDF and ingest that, so that OCR can read it"
                .to_owned(),
        };
    }
    let meta = package.text("meta.xml")?.map(|xml| properties(&xml, &OPEN_DOCUMENT)).unwrap_or_default();
    let title = meta.get("title").cloned().or_else(|| first_heading(&page));
    Ok(Document { kind: DocumentKind::Odt, title, pages: vec![page], meta, notes, law: None })
}
