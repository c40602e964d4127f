//! Files embedded in a PDF (ISO 32000-2, 7.11.4): of its name tree, of annotations, associated
//! with it or with a page, and the files of a portfolio.

use std::collections::HashSet;

use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, Name, Object, ObjectIdentifier, Stream, String as PdfString};

use super::bomb::is_bomb;
use super::labels::catalog;
use super::strings::text_string;

/// Most embedded files looked at, and nodes of their tree; broken trees may be circular.
const MOST_FILES: usize = 2_000;
const MOST_NODES: usize = 20_000;
const DEEPEST: usize = 16;

/// A file within the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Embedded {
    pub name: String,
    /// Its bytes, or why they can't be had.
    pub bytes: Result<Vec<u8>, String>,
}

/// True when the file is a portfolio: a cover over embedded files.
pub(super) fn is_portfolio(pdf: &Pdf) -> bool {
    catalog(pdf).is_some_and(|catalog| catalog.contains_key(b"Collection"))
}

/// All embedded files, each once. One that unfolds to more than `limit` bytes, and all past that
/// sum, are given without bytes.
pub(super) fn embedded(pdf: &Pdf, limit: u64) -> Vec<Embedded> {
    let mut found = Found { files: Vec::new(), seen: HashSet::new(), nodes: MOST_NODES, room: limit };
    if let Some(catalog) = catalog(pdf) {
        let tree =
            catalog.get::<Dict<'_>>(b"Names").and_then(|names| names.get::<Dict<'_>>(b"EmbeddedFiles"));
        if let Some(tree) = tree {
            found.tree(&tree, 0);
        }
        found.associated(&catalog);
    }
    for page in pdf.pages().iter() {
        found.associated(page.raw());
        let Some(annotations) = page.raw().get::<Array<'_>>(b"Annots") else { continue };
        for annotation in annotations.iter::<Dict<'_>>().take(MOST_NODES) {
            if annotation.get::<Name<'_>>(b"Subtype").is_some_and(|kind| kind.as_str() == "FileAttachment")
                && let Some(file) = annotation.get::<Dict<'_>>(b"FS")
            {
                found.file(&file, None);
            }
        }
    }
    found.files
}

struct Found {
    files: Vec<Embedded>,
    seen: HashSet<ObjectIdentifier>,
    nodes: usize,
    room: u64,
}

impl Found {
    fn tree(&mut self, node: &Dict<'_>, depth: usize) {
        let Some(left) = self.nodes.checked_sub(1) else { return };
        self.nodes = left;
        if let Some(names) = node.get::<Array<'_>>(b"Names") {
            let mut items = names.iter::<Object<'_>>();
            while let (Some(key), Some(file)) = (items.next(), items.next()) {
                let key = key.into_string().map(|key| text_string(key.as_bytes()));
                if let Some(file) = file.into_dict() {
                    self.file(&file, key);
                }
            }
        }
        if depth < DEEPEST
            && let Some(kids) = node.get::<Array<'_>>(b"Kids")
        {
            for kid in kids.iter::<Dict<'_>>() {
                self.tree(&kid, depth + 1);
            }
        }
    }

    fn associated(&mut self, owner: &Dict<'_>) {
        if let Some(files) = owner.get::<Array<'_>>(b"AF") {
            for file in files.iter::<Dict<'_>>().take(MOST_FILES) {
                self.file(&file, None);
            }
        }
    }

    /// Takes in a file specification.
    fn file(&mut self, file: &Dict<'_>, key: Option<String>) {
        const KEYS: [&[u8]; 5] = [b"UF", b"F", b"Unix", b"Mac", b"DOS"];
        let Some(streams) = file.get::<Dict<'_>>(b"EF") else { return };
        let Some(stream) = KEYS.iter().find_map(|key| streams.get::<Stream<'_>>(key)) else {
            let name = name_of(file, key);
            self.push(name, Err("its content is not in the file".to_owned()));
            return;
        };
        if self.seen.insert(stream.obj_id()) {
            let bytes = self.bytes(&stream);
            self.push(name_of(file, key), bytes);
        }
    }

    fn push(&mut self, name: String, bytes: Result<Vec<u8>, String>) {
        match self.files.len() {
            MOST_FILES => self.files.push(Embedded {
                name: "and further ones".to_owned(),
                bytes: Err(format!("the file has more than {MOST_FILES} attachments")),
            }),
            count if count < MOST_FILES => self.files.push(Embedded { name, bytes }),
            _ => {}
        }
    }

    fn bytes(&mut self, stream: &Stream<'_>) -> Result<Vec<u8>, String> {
        let too_large = || format!("it unfolds to more than {} MB, the limit for it", self.room >> 20);
        if is_bomb(stream, self.room) {
            return Err(too_large());
        }
        let bytes = stream.decoded().map_err(|_| "its content can't be decoded".to_owned())?;
        if bytes.is_empty() && !stream.raw_data().is_empty() {
            return Err("its content can't be decoded; it may be encrypted".to_owned());
        }
        match self.room.checked_sub(u64::try_from(bytes.len()).unwrap_or(u64::MAX)) {
            Some(left) => {
                self.room = left;
                Ok(bytes.into_owned())
            }
            None => Err(too_large()),
        }
    }
}

fn name_of(file: &Dict<'_>, key: Option<String>) -> String {
    let stated = [&b"UF"[..], b"F", b"Unix", b"Mac", b"DOS"]
        .iter()
        .find_map(|key| file.get::<PdfString<'_>>(key))
        .map(|name| text_string(name.as_bytes()));
    let name = stated.or(key).unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "attachment".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::made::{Made, pdf_of, stream};
    use crate::{Document, OcrMode, PageStatus, ReadOptions, read};

    fn all(bytes: &[u8]) -> Vec<Document> {
        let mut options = ReadOptions::default();
        options.ocr.mode = OcrMode::Never;
        read(bytes, "packet.pdf", &options).unwrap()
    }

    fn texts(document: &Document) -> Vec<&str> {
        document.pages.iter().flat_map(|p| &p.lines).map(|l| l.text.as_str()).collect()
    }

    fn file_spec(name: &str, stream: usize) -> Vec<u8> {
        format!("<< /Type /Filespec /F ({name}) /UF ({name}) /EF << /F {stream} 0 R >> >>").into_bytes()
    }

    #[test]
    fn embedded_files_are_documents() {
        let mut made = Made::of_lines(&["The budget is below."]);
        made.catalog =
            "/Names << /EmbeddedFiles << /Kids [<< /Names [(a) 6 0 R (b) 8 0 R] >>] >> >>".to_owned();
        made.page = "/Annots [<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 10 0 R >> \
                     << /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 6 0 R >>]"
            .to_owned();
        made.objects = vec![
            file_spec("fees.txt", 7),
            stream("/Type /EmbeddedFile", b"Dog license $5"),
            file_spec("minutes.pdf", 9),
            stream("/Type /EmbeddedFile", &pdf_of("The motion passed.")),
            file_spec("plan.xyz", 11),
            stream("", b"\0\x01\x02\x03"),
        ];
        let documents = all(&made.bytes());
        let names: Vec<_> = documents.iter().map(|d| d.meta.get("attachment").map(String::as_str)).collect();
        assert_eq!(names, [None, Some("fees.txt"), Some("minutes.pdf"), Some("plan.xyz")]);
        assert_eq!(texts(&documents[0]), ["The budget is below."]);
        assert_eq!(texts(&documents[1]), ["Dog license $5"]);
        assert_eq!(texts(&documents[2]), ["The motion passed."]);
        assert!(
            matches!(&documents[3].pages[0].status, PageStatus::Unread { reason } if reason.contains("plan.xyz"))
        );
        assert!(
            documents[0].notes.iter().any(|n| n.contains("3 files are attached")),
            "{:?}",
            documents[0].notes
        );
        // A file without any is one document without a note.
        let plain = all(&pdf_of("The motion passed."));
        assert_eq!((plain.len(), plain[0].notes.len()), (1, 0));
    }

    #[test]
    fn a_portfolio_gives_its_files_and_not_its_cover() {
        let mut made = Made::of_lines(&[
            "For the best experience, open this PDF portfolio in",
            "Acrobat X or Adobe Reader X, or later.",
        ]);
        made.catalog =
            "/Collection << /View /T >> /Names << /EmbeddedFiles << /Names [(a) 6 0 R] >> >>".to_owned();
        made.objects = vec![file_spec("warrant.pdf", 7), stream("", &pdf_of("Article 1 passed."))];
        let documents = all(&made.bytes());
        assert!(
            matches!(&documents[0].pages[0].status, PageStatus::Unread { reason } if reason.contains("portfolio"))
        );
        assert!(texts(&documents[0]).is_empty());
        assert_eq!(texts(&documents[1]), ["Article 1 passed."]);
        // A cover that says something is a page.
        let mut own = made.clone();
        own.content = Made::of_lines(&["Packet of the meeting of May 1"]).content;
        assert_eq!(texts(&all(&own.bytes())[0]), ["Packet of the meeting of May 1"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Each embedded file is a document, read or not.
        #[test]
        fn no_file_is_lost(files in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..40), 1..5)) {
            let mut made = Made::of_lines(&["Cover."]);
            let names: Vec<String> =
                (0..files.len()).map(|i| format!("(n{i}) {} 0 R", 6 + 2 * i)).collect();
            made.catalog = format!("/Names << /EmbeddedFiles << /Names [{}] >> >>", names.join(" "));
            for (i, bytes) in files.iter().enumerate() {
                made.objects.push(file_spec(&format!("f{i}.txt"), 7 + 2 * i));
                made.objects.push(stream("", bytes));
            }
            let documents = all(&made.bytes());
            prop_assert_eq!(documents.len(), files.len() + 1);
        }

        #[test]
        fn never_panics(at in any::<proptest::sample::Index>(), byte: u8) {
            let mut made = Made::of_lines(&["Cover."]);
            made.catalog = "/Names << /EmbeddedFiles << /Names [(a) 6 0 R] >> >>".to_owned();
            made.objects = vec![file_spec("fees.txt", 7), stream("", b"Dog license $5")];
            let mut bytes = made.bytes();
            let at = at.index(bytes.len());
            bytes[at] = byte;
            let mut options = ReadOptions::default();
            options.ocr.mode = OcrMode::Never;
            let _ = read(&bytes, "packet.pdf", &options);
        }
    }
}
