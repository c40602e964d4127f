//! Files within files: members of a ZIP archive, attachments of a mail or a PDF. Each becomes a
//! document of its own, or one that says why it was not read: no part is lost silently.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::io::{Cursor, Read};

use twolane_text::composed_name;
use zip::ZipArchive;
use zip::read::ZipFile;
use zip::result::{ZipError, ZipResult};

use crate::{Document, DocumentKind};

use super::error::ReadError;
use super::first_look::member_names;
use super::options::ReadOptions;

/// Parts the names of a container and of what it holds.
pub(super) const WITHIN: &str = " \u{203a} ";

/// Most members of one archive that are read. A packet for a meeting has below a hundred.
const MOST_MEMBERS: usize = 5_000;

/// Bytes that one file's containers may unfold to: this share of the file's size, and what is
/// always allowed. DEFLATE makes 1032 bytes of one, text makes 3 to 20.
const MOST_TIMES: u64 = 100;
const ALWAYS: u64 = 64 << 20;

/// Reader of a part by its bytes, name and nesting. Containers hold files of all formats, so the reader of all
/// formats is handed in: reading is recursive, imports are not.
pub(super) type ReadPart = fn(&[u8], &str, &ReadOptions, Nesting<'_>) -> Result<Vec<Document>, ReadError>;

/// Depth of a container in others, the reader of its parts, and the bytes that all of them may still unpack to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Nesting<'a> {
    pub depth: u8,
    room: &'a Cell<u64>,
    read_part: ReadPart,
}

impl Nesting<'_> {
    /// Runs `read` at the outermost depth, with room by the file's size.
    pub(super) fn outermost<T>(bytes: &[u8], read_part: ReadPart, read: impl FnOnce(Nesting<'_>) -> T) -> T {
        let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        let room = Cell::new(size.saturating_mul(MOST_TIMES).max(ALWAYS));
        read(Nesting { depth: 0, room: &room, read_part })
    }

    /// Reads a file of any format that lies in this container.
    pub(super) fn read_part(
        self,
        bytes: &[u8],
        name: &str,
        options: &ReadOptions,
    ) -> Result<Vec<Document>, ReadError> {
        (self.read_part)(bytes, name, options, self)
    }

    /// One level further in.
    pub(super) fn deeper(self) -> Self {
        Nesting { depth: self.depth.saturating_add(1), ..self }
    }

    /// So deep that nothing further in is followed.
    pub(super) fn innermost(self) -> Self {
        Nesting { depth: u8::MAX, ..self }
    }

    /// Bytes that one part may unfold to.
    pub(super) fn room(self, options: &ReadOptions) -> u64 {
        self.room.get().min(options.limits.part_bytes)
    }

    /// Takes note of bytes that a part unfolded to.
    pub(super) fn used(self, bytes: usize) {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        self.room.set(self.room.get().saturating_sub(bytes));
    }
}

/// Reads a part of a container: documents that bear its name, one that says why it was not read
/// among them if need be.
pub(super) fn part(
    bytes: &[u8],
    name: &str,
    kind: DocumentKind,
    options: &ReadOptions,
    nesting: Nesting<'_>,
) -> Vec<Document> {
    if nesting.depth >= options.limits.attachment_depth {
        return vec![unread(kind, name, "it is nested too deep; save it and ingest it")];
    }
    match nesting.deeper().read_part(bytes, name, options) {
        Ok(mut documents) => {
            adopt(&mut documents, name);
            documents
        }
        Err(error) => vec![unread(kind, name, &error.to_string())],
    }
}

/// Gives documents the name of the part they came out of, before the names of parts within.
pub(super) fn adopt(documents: &mut [Document], name: &str) {
    for document in documents {
        let full = match document.meta.get("attachment") {
            Some(inner) => format!("{name}{WITHIN}{inner}"),
            None => name.to_owned(),
        };
        document.meta.insert("attachment".to_owned(), full);
    }
}

/// Takes in what was read of a mail's attachment, dated as the mail if undated; `None` is an attachment nested
/// too deep. As in a folder, a part that no reader is for is passed over with a note.
pub(super) fn take_attachment(
    read: Option<Result<Vec<Document>, ReadError>>,
    kind: DocumentKind,
    name: &str,
    mail: &BTreeMap<String, String>,
    notes: &mut Vec<String>,
    documents: &mut Vec<Document>,
) {
    match read {
        Some(Ok(mut inner)) => {
            notes.push(format!("attachment {name} is a source of its own"));
            adopt(&mut inner, name);
            for document in &mut inner {
                if let Some(date) = mail.get("date") {
                    document.meta.entry("date".to_owned()).or_insert_with(|| date.clone());
                }
            }
            documents.append(&mut inner);
        }
        Some(Err(error @ (ReadError::UnknownFormat { .. } | ReadError::Empty))) => {
            notes.push(format!("attachment {name} was not read: {error}"));
        }
        Some(Err(error)) => documents.push(unread(kind, name, &error.to_string())),
        None => documents.push(unread(kind, name, "it is nested too deep; save it and ingest it")),
    }
}

/// Stands for a part that was not read.
pub(super) fn unread(kind: DocumentKind, name: &str, why: &str) -> Document {
    let what = if kind == DocumentKind::Zip { "member" } else { "attachment" };
    let reason = format!("{what} {name} was not read: {why}");
    let mut document = Document::unread(kind, name.to_owned(), reason);
    document.meta.insert("attachment".to_owned(), name.to_owned());
    document
}

/// A part's name as it is shown: composed characters, `/` between folders, no controls.
pub(super) fn shown_name(name: &str) -> String {
    let shown = |c: char| match c {
        '\\' => '/',
        c if c.is_control() => ' ',
        c => c,
    };
    composed_name(name).chars().map(shown).collect()
}

/// Reads each member of a ZIP archive.
pub(super) fn read_zip(
    bytes: &[u8],
    options: &ReadOptions,
    nesting: Nesting<'_>,
) -> Result<Vec<Document>, ReadError> {
    let damaged = |what: String| ReadError::Damaged { kind: DocumentKind::Zip, what };
    let mut archive = ZipArchive::new(Cursor::new(bytes))
        .map_err(|error| damaged(format!("its list of members: {error}")))?;
    let mut documents = Vec::new();
    let count = archive.len();
    for index in 0..count.min(MOST_MEMBERS) {
        let name = match archive.name_for_index(index) {
            Some(Ok(name)) => shown_name(&name),
            _ => format!("member {}", index.saturating_add(1)),
        };
        if is_housekeeping(&name) {
            continue;
        }
        match member(&mut archive, index, options, nesting) {
            Ok(Some(inner)) => {
                documents.append(&mut part(&inner, &name, DocumentKind::Zip, options, nesting))
            }
            Ok(None) => {}
            Err(why) => documents.push(unread(DocumentKind::Zip, &name, &why)),
        }
    }
    if count > MOST_MEMBERS {
        let why = format!("the archive has {count} members, the limit is {MOST_MEMBERS}; split it");
        documents.push(unread(DocumentKind::Zip, &format!("from number {}", MOST_MEMBERS + 1), &why));
    }
    // Of members with one name, only the last can be reached by it.
    let mut times: HashMap<&[u8], usize> = HashMap::new();
    for name in member_names(bytes) {
        *times.entry(name).or_default() += 1;
    }
    let mut twice: Vec<_> = times.into_iter().filter(|(_, count)| *count > 1).collect();
    twice.sort_unstable();
    for (name, count) in twice.into_iter().take(MOST_MEMBERS) {
        let name = shown_name(&String::from_utf8_lossy(name));
        if !is_housekeeping(&name) && !name.ends_with('/') {
            let why = format!("{count} members have this name and only the last was read; give each its own");
            documents.push(unread(DocumentKind::Zip, &name, &why));
        }
    }
    if documents.is_empty() {
        return Err(damaged("it holds no files".to_owned()));
    }
    Ok(documents)
}

/// True for files that macOS or Windows adds to an archive.
fn is_housekeeping(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name);
    name.starts_with("__MACOSX/") || matches!(file, ".DS_Store" | "Thumbs.db" | "desktop.ini")
}

/// The bytes of a member; `None` when it is a folder; else why they can't be had.
fn member(
    archive: &mut ZipArchive<Cursor<&[u8]>>,
    index: usize,
    options: &ReadOptions,
    nesting: Nesting<'_>,
) -> Result<Option<Vec<u8>>, String> {
    let opened: ZipResult<ZipFile<'_, _>> = match &options.password {
        Some(password) if archive.by_index_data(index).is_ok_and(|entry| entry.encrypted()) => {
            archive.by_index_decrypt(index, password.as_bytes())
        }
        _ => archive.by_index(index),
    };
    let file = opened.map_err(|error| match error {
        ZipError::InvalidPassword | ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => {
            "it is encrypted and the password does not open it; give it with --password".to_owned()
        }
        ZipError::CompressionMethodNotSupported(_) => {
            "it is packed by a method that is not known; pack it again as an ordinary ZIP file".to_owned()
        }
        other => other.to_string(),
    })?;
    if file.is_dir() {
        return Ok(None);
    }
    if file.is_symlink() {
        return Err("it is a link to another file".to_owned());
    }
    let room = nesting.room(options);
    let mut bytes = Vec::new();
    let read = file.take(room.saturating_add(1)).read_to_end(&mut bytes);
    nesting.used(bytes.len());
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > room {
        return Err(format!("it unfolds to more than {} MB, the limit for it", room >> 20));
    }
    read.map_err(|error| format!("it breaks off or is changed ({error}); copy the archive again"))?;
    Ok(Some(bytes))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::io::Write;

    use proptest::prelude::*;
    use zip::CompressionMethod;
    use zip::write::SimpleFileOptions;

    use super::*;
    use crate::{OcrMode, PageStatus, first_look, read, sniff};

    fn options() -> ReadOptions {
        let mut options = ReadOptions::default();
        options.ocr.mode = OcrMode::Never;
        options
    }

    fn zip_of(members: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in members {
            let options = SimpleFileOptions::default().compression_method(method);
            zip.start_file(*name, options).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    /// A PDF file of one page with this line.
    fn pdf(text: &str) -> Vec<u8> {
        crate::pdf::made::pdf_of(text)
    }

    fn texts(document: &Document) -> Vec<&str> {
        document.pages.iter().flat_map(|p| &p.lines).map(|l| l.text.as_str()).collect()
    }

    fn reason(document: &Document) -> &str {
        match &document.pages[0].status {
            PageStatus::Unread { reason } => reason,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_member_is_a_document() {
        let (one, two) = (pdf("The first fee is $25."), pdf("The second fee is $40."));
        let members: [(&str, &[u8]); 2] = [("agenda.pdf", &one), ("minutes.pdf", &two)];
        for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
            let bytes = zip_of(&members, method);
            let head = bytes.get(..first_look::HEAD).unwrap_or(&bytes);
            let seen = first_look::sniff(head, &bytes, std::path::Path::new("packet.zip"));
            assert_eq!(seen, first_look::Sniffed::Kind(DocumentKind::Zip));
            assert_eq!(sniff(&bytes, "packet.zip"), Ok(DocumentKind::Zip));
            // Under a wrong name as well.
            for name in ["packet.zip", "packet.pdf", "packet"] {
                let documents = read(&bytes, name, &options()).unwrap();
                assert_eq!(documents.len(), 2, "{name}");
                assert_eq!(texts(&documents[0]), ["The first fee is $25."]);
                assert_eq!(texts(&documents[1]), ["The second fee is $40."]);
                assert_eq!(documents[1].kind, DocumentKind::Pdf);
                assert_eq!(documents[1].meta["attachment"], format!("{name} \u{203a} minutes.pdf"));
            }
        }
        // A PDF file alone is what it was.
        let alone = read(&one, "agenda.pdf", &options()).unwrap();
        assert_eq!((alone.len(), alone[0].meta.get("attachment")), (1, None));
    }

    #[test]
    fn containers_nest_up_to_the_limit() {
        let inner = zip_of(&[("fees.txt", b"Sign permit $25")], CompressionMethod::Stored);
        let mail = b"From: a@x\nSubject: fees\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n\
            --b\nContent-Type: text/plain\n\nSee below.\n--b\nContent-Disposition: attachment; filename=a.txt\n\nDog $5\n--b--\n";
        let middle = zip_of(&[("inner.zip", &inner), ("m.eml", mail)], CompressionMethod::Stored);
        let names = |bytes: &[u8]| -> Vec<(String, bool)> {
            let documents = read(bytes, "x.zip", &options()).unwrap();
            documents.iter().map(|d| (d.meta["attachment"].clone(), !texts(d).is_empty())).collect()
        };
        assert_eq!(
            names(&middle),
            [
                ("x.zip \u{203a} inner.zip \u{203a} fees.txt".to_owned(), true),
                ("x.zip \u{203a} m.eml".to_owned(), true),
                ("x.zip \u{203a} m.eml \u{203a} a.txt".to_owned(), true),
            ]
        );
        let outer = zip_of(&[("middle.zip", &middle)], CompressionMethod::Stored);
        assert_eq!(
            names(&outer),
            [
                ("x.zip \u{203a} middle.zip \u{203a} inner.zip \u{203a} fees.txt".to_owned(), false),
                ("x.zip \u{203a} middle.zip \u{203a} m.eml".to_owned(), true),
                ("x.zip \u{203a} middle.zip \u{203a} m.eml \u{203a} a.txt".to_owned(), false),
            ]
        );
    }

    #[test]
    fn folders_and_housekeeping_are_passed_over() {
        let bytes = zip_of(
            &[
                ("__MACOSX/._a.txt", b"\0\x05\x16\x07"),
                (".DS_Store", b"\0\0\0\x01"),
                ("2024/a.txt", b"one"),
                ("2024/e\u{301}te\u{301}.txt", b"two"),
            ],
            CompressionMethod::Stored,
        );
        let documents = read(&bytes, "x.zip", &options()).unwrap();
        let names: Vec<_> = documents.iter().map(|d| d.meta["attachment"].as_str()).collect();
        assert_eq!(names, ["x.zip \u{203a} 2024/a.txt", "x.zip \u{203a} 2024/\u{e9}t\u{e9}.txt"]);
    }

    #[test]
    fn what_is_not_read_says_why() {
        let sheet = zip_of(&[("xl/workbook.xml", b"<x/>")], CompressionMethod::Stored);
        let bytes = zip_of(
            &[("b.xlsx", &sheet), ("c.bin", b"\0\x01\x02"), ("d.txt", b""), ("e.zip", b"PK\x03\x04broken")],
            CompressionMethod::Stored,
        );
        let documents = read(&bytes, "x.zip", &options()).unwrap();
        let reasons: Vec<_> = documents.iter().map(reason).collect();
        for (reason, expected) in
            reasons.iter().zip(["broken Spreadsheet file", "binary file", "is empty", "broken"])
        {
            assert!(reason.contains(expected), "{reason}");
        }
        assert_eq!(documents.len(), 4);
    }

    #[test]
    fn names_members_that_share_a_name() {
        let bytes = zip_of(&[("a.txt", b"one"), ("b.txt", b"two")], CompressionMethod::Stored);
        // Both under the first name.
        let bytes: Vec<u8> = {
            let text = bytes.iter().map(|&b| char::from(b)).collect::<String>();
            text.replace("b.txt", "a.txt").chars().map(|c| u8::try_from(c).unwrap()).collect()
        };
        let documents = read(&bytes, "x.zip", &options()).unwrap();
        assert_eq!(documents.len(), 2);
        assert!(reason(&documents[1]).contains("2 members have this name"));
    }

    #[test]
    fn bombs_stay_within_their_room() {
        let zeros = vec![b' '; 40 << 20];
        let one = zip_of(&[("a.txt", &zeros)], CompressionMethod::Deflated);
        let members: Vec<(String, &[u8])> = (0..8).map(|i| (format!("{i}.zip"), one.as_slice())).collect();
        let members: Vec<(&str, &[u8])> = members.iter().map(|(n, b)| (n.as_str(), *b)).collect();
        let bomb = zip_of(&members, CompressionMethod::Deflated);
        let documents = read(&bomb, "bomb.zip", &options()).unwrap();
        assert_eq!(documents.len(), 8);
        let refused = documents
            .iter()
            .filter(
                |d| matches!(&d.pages[0].status, PageStatus::Unread { reason } if reason.contains("unfolds")),
            )
            .count();
        assert_eq!(refused, 7);
    }

    #[test]
    fn a_docx_in_an_archive_is_no_docx_of_its_own() {
        let docx = zip_of(
            &[("word/document.xml", b"<w:document xmlns:w='x'><w:body><w:p><w:r><w:t>The fee is $9.</w:t></w:r></w:p></w:body></w:document>")],
            CompressionMethod::Stored,
        );
        let bytes = zip_of(&[("a.txt", b"Dog $5"), ("fees.docx", &docx)], CompressionMethod::Stored);
        let head = bytes.get(..first_look::HEAD).unwrap_or(&bytes);
        let seen = first_look::sniff(head, &bytes, std::path::Path::new("a.zip"));
        assert_eq!(seen, first_look::Sniffed::Kind(DocumentKind::Zip));
        let documents = read(&bytes, "a.zip", &options()).unwrap();
        assert_eq!(texts(&documents[1]), ["The fee is $9."]);
        assert_eq!(read(&docx, "fees.docx", &options()).unwrap()[0].kind, DocumentKind::Docx);
    }

    fn member() -> impl Strategy<Value = (String, Vec<u8>)> {
        let name = prop_oneof!["[a-c]{1,3}\\.(txt|pdf|zip|eml|docx|bin)", "[a-c]{1,2}/[a-c]{1,2}\\.txt"];
        let bytes = prop_oneof![
            Just(pdf("A line of a page.")),
            "[a-z $0-9\n]{0,40}".prop_map(String::into_bytes),
            proptest::collection::vec(any::<u8>(), 0..60),
            Just(zip_of(&[("in.txt", b"inner words")], CompressionMethod::Deflated)),
            Just(b"%PDF-1.4 broken".to_vec()),
        ];
        (name, bytes)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Each member is a document, read or not, whatever lies beside it.
        #[test]
        fn no_member_is_lost(members in proptest::collection::btree_map("[a-z]{1,8}", member(), 1..6), stored: bool) {
            let members: Vec<(String, Vec<u8>)> =
                members.into_iter().map(|(folder, (name, bytes))| (format!("{folder}/{name}"), bytes)).collect();
            let given: Vec<(&str, &[u8])> = members.iter().map(|(n, b)| (n.as_str(), b.as_slice())).collect();
            let method = if stored { CompressionMethod::Stored } else { CompressionMethod::Deflated };
            let documents = read(&zip_of(&given, method), "x.zip", &options()).unwrap();
            let named: BTreeSet<&str> = documents.iter().map(|d| {
                d.meta["attachment"].split(WITHIN).nth(1).unwrap()
            }).collect();
            prop_assert_eq!(named, members.iter().map(|(n, _)| n.as_str()).collect());
        }

        #[test]
        fn never_panics(at in any::<proptest::sample::Index>(), byte in any::<u8>(), cut in any::<proptest::sample::Index>()) {
            let page = pdf("A line.");
            let mut bytes = zip_of(&[("a.txt", b"words"), ("b.pdf", &page)], CompressionMethod::Stored);
            let at = at.index(bytes.len());
            bytes[at] = byte;
            let _ = read(&bytes, "x.zip", &options());
            bytes.truncate(cut.index(bytes.len()) + 1);
            let _ = read(&bytes, "x.zip", &options());
        }
    }
}
