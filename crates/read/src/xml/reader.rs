//! The XML reader's face.

use crate::encoding::decode;
use crate::error::ReadError;
use crate::html;
use crate::options::ReadOptions;
use crate::{Document, DocumentKind};

use super::{colorado, decoded, ecfr, law, tree, uslm};

/// Reads XML: each section of a code as a document with its structure, a table of contents of a code, anything
/// else as a page of blocks.
///
/// # Errors
/// [`ReadError::Damaged`] for XML that is not well formed, that declares entities, that nests
/// without measure, or whose inclusions lead out of its folder; [`ReadError::TooLarge`] for more sections than
/// the limit on documents.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Vec<Document>, ReadError> {
    let decoded = decode(bytes, None);
    let text = decoded.text.trim_start_matches('\u{feff}');
    let sections = match tree::root_name(text).as_deref() {
        Some("uscDoc") => uslm::read(text, options)?,
        Some("CRS") => colorado::read(text, options)?,
        Some(name) if ecfr::is_root(name) => ecfr::read(text, options)?,
        _ => {
            let root = tree::parse(text)?;
            match law::read(&root, options)? {
                Some(document) => vec![document],
                None => decoded::read(&root, options)?.into_iter().collect(),
            }
        }
    };
    if !sections.is_empty() {
        return Ok(sections);
    }
    html::read(bytes, options).map(|document| vec![Document { kind: DocumentKind::Xml, ..document }])
}

/// Reads a file of one document.
#[cfg(test)]
pub(super) fn read_one(bytes: &[u8], options: &ReadOptions) -> Result<Document, ReadError> {
    read(bytes, options).map(|mut documents| {
        assert_eq!(documents.len(), 1);
        documents.remove(0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_xml_is_blocks() {
        let xml = b"<?xml version='1.0'?><report><title>Wells</title><item>One well.</item></report>";
        let document = read_one(xml, &ReadOptions::default()).unwrap();
        assert_eq!((document.kind, document.law.is_none()), (DocumentKind::Xml, true));
        assert_eq!(document.pages[0].lines.len(), 2);
        // A code of law without a section is read as any other XML.
        let document =
            read_one(b"<uscDoc><main><p>Nothing yet.</p></main></uscDoc>", &ReadOptions::default());
        assert_eq!(document.unwrap().pages[0].lines[0].text, "Nothing yet.");
    }
}
