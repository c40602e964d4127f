//! The XML reader's face.

use crate::encoding::decode;
use crate::error::ReadError;
use crate::html;
use crate::options::ReadOptions;
use crate::{Document, DocumentKind};

use super::{law, tree};

/// Reads XML: a section or table of contents of a code with its structure, anything else as a
/// page of blocks.
///
/// # Errors
/// [`ReadError::Damaged`] for XML that is not well formed, that declares entities, that nests
/// without measure, or whose inclusions lead out of its folder.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Document, ReadError> {
    let decoded = decode(bytes, None);
    let root = tree::parse(decoded.text.trim_start_matches('\u{feff}'))?;
    if let Some(document) = law::read(&root, options)? {
        return Ok(document);
    }
    drop(root);
    html::read(bytes, options).map(|document| Document { kind: DocumentKind::Xml, ..document })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_xml_is_blocks() {
        let xml = b"<?xml version='1.0'?><report><title>Wells</title><item>One well.</item></report>";
        let document = read(xml, &ReadOptions::default()).unwrap();
        assert_eq!((document.kind, document.law.is_none()), (DocumentKind::Xml, true));
        assert_eq!(document.pages[0].lines.len(), 2);
    }
}
