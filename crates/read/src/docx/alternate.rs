//! Parts of other formats that a document includes whole (`w:altChunk`).

use std::collections::HashMap;

use quick_xml::events::Event;

use crate::container::{Nesting, ReadPart};
use crate::sniff::sniff;
use crate::{Document, DocumentKind, ReadError, ReadOptions};
use twolane_text::Line;

use crate::package::Package;
use crate::xml_stream::{attribute, lenient, local};

/// Lines of included parts by relationship, and how many could not be read.
pub(super) type Chunks = (HashMap<String, Vec<Line>>, usize);

/// Reads the included parts of a body: those of this format by `read_docx`, others by `read_part`. A part that
/// includes parts itself is read without those.
pub(super) fn chunks(
    package: &mut Package<'_>,
    body: &str,
    options: &ReadOptions,
    read_part: ReadPart,
    read_docx: impl Fn(&[u8]) -> Result<Document, ReadError>,
) -> Result<Chunks, ReadError> {
    let mut chunks = HashMap::new();
    let mut unread = 0;
    if !body.contains("altChunk") {
        return Ok((chunks, unread));
    }
    let relations = package.text("word/_rels/document.xml.rels")?.unwrap_or_default();
    for (id, target) in targets(&relations) {
        let Some(bytes) = package.bytes(&target)? else { continue };
        let documents = match sniff(&bytes, &target) {
            Ok(DocumentKind::Pdf | DocumentKind::Image | DocumentKind::Jsonl) | Err(_) => Err(()),
            Ok(DocumentKind::Docx) => read_docx(&bytes).map(|d| vec![d]).map_err(|_| ()),
            // No attachment is followed from here.
            Ok(_) => {
                let read = |nesting: Nesting<'_>| nesting.innermost().read_part(&bytes, &target, options);
                Nesting::outermost(&bytes, read_part, read).map_err(|_| ())
            }
        };
        match documents {
            Ok(documents) => {
                let pages = documents.into_iter().flat_map(|d| d.pages);
                chunks.insert(id, pages.flat_map(|p| p.lines).collect());
            }
            Err(()) => unread += 1,
        }
    }
    Ok((chunks, unread))
}

/// Relationships of included parts: id and the name of the part.
fn targets(relations: &str) -> Vec<(String, String)> {
    let mut reader = lenient(relations);
    let mut found = Vec::new();
    loop {
        match reader.read_event() {
            Ok(Event::Start(e) | Event::Empty(e)) if local(&e) == "Relationship" => {
                let included = attribute(&e, "Type").is_some_and(|t| t.ends_with("/aFChunk"));
                let (id, target) = (attribute(&e, "Id"), attribute(&e, "Target"));
                if let (true, Some(id), Some(target)) = (included, id, target) {
                    let name = match target.strip_prefix('/') {
                        Some(absolute) => absolute.to_owned(),
                        None => format!("word/{target}"),
                    };
                    found.push((id, name));
                }
            }
            Ok(Event::Eof) | Err(_) => return found,
            Ok(_) => {}
        }
    }
}
