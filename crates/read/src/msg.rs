//! Messages that Outlook saved (MSG, MS-OXMSG): sender, subject, date, text, and attachments as documents of their own.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};

use cfb::CompoundFile;
use jiff::Timestamp;

use crate::{Document, DocumentKind};

use super::container::{Nesting, shown_name, take_attachment, unread};
use super::eml::{push_html, push_text};
use super::encoding::decode;
use super::error::ReadError;
use super::lines::{PageBuilder, clean, squeeze};
use super::options::ReadOptions;
use twolane_text::LineFlags;

/// Properties of a message, by their numbers (MS-OXPROPS).
const SUBJECT: u16 = 0x0037;
const SENDER: u16 = 0x0c1a;
const SENDER_ADDRESS: [u16; 3] = [0x5d01, 0x0c1f, 0x0065];
const TO: u16 = 0x0e04;
const CC: u16 = 0x0e03;
const TEXT: u16 = 0x1000;
const HTML: u16 = 0x1013;
const SUBMITTED: u16 = 0x0039;
const DELIVERED: u16 = 0x0e06;
const FILE_NAMES: [u16; 2] = [0x3707, 0x3704];
const CONTENT: u16 = 0x3701;

/// Most attachments of one message.
const MOST_ATTACHMENTS: usize = 1_000;
/// Bytes before the entries of a property stream: of a message, and of one within another.
const OUTERMOST_HEAD: usize = 32;
const INNER_HEAD: usize = 24;
/// Hundred nanoseconds from 1601 to 1970, and in a second.
const EPOCH: i64 = 116_444_736_000_000_000;
const SECOND: i64 = 10_000_000;

/// Reads a message. The first document is the message itself, the others are attachments.
pub(super) fn read(
    bytes: &[u8],
    options: &ReadOptions,
    nesting: Nesting<'_>,
) -> Result<Vec<Document>, ReadError> {
    let damaged = |what: String| ReadError::Damaged { kind: DocumentKind::Msg, what };
    // A library that fails on a file must not take the other files of an archive with it.
    let opened = catch_unwind(AssertUnwindSafe(|| {
        let file = CompoundFile::open(Cursor::new(bytes)).map_err(|error| damaged(error.to_string()))?;
        Ok(Store { file, limit: u64::try_from(bytes.len()).unwrap_or(u64::MAX) })
    }));
    let mut store = opened.unwrap_or_else(|_| Err(damaged("its directory is broken".to_owned())))?;
    message(&mut store, "/", options, nesting)
}

/// The streams of a file.
struct Store<'b> {
    file: CompoundFile<Cursor<&'b [u8]>>,
    /// Bytes of the whole file: no stream is longer.
    limit: u64,
}

impl Store<'_> {
    fn bytes(&mut self, path: &str) -> Option<Vec<u8>> {
        let read = AssertUnwindSafe(|| {
            let mut out = Vec::new();
            self.file.open_stream(path).ok()?.take(self.limit).read_to_end(&mut out).ok()?;
            Some(out)
        });
        catch_unwind(read).ok().flatten()
    }

    fn property(&mut self, at: &str, number: u16, kind: &str) -> Option<Vec<u8>> {
        self.bytes(&format!("{at}__substg1.0_{number:04X}{kind}"))
    }

    /// Returns a text property, on one line.
    fn line(&mut self, at: &str, number: u16) -> Option<String> {
        self.text(at, number).map(|text| squeeze(&clean(&text))).filter(|text| !text.is_empty())
    }

    fn text(&mut self, at: &str, number: u16) -> Option<String> {
        if let Some(wide) = self.property(at, number, "001F") {
            return Some(encoding_rs::UTF_16LE.decode_without_bom_handling(&wide).0.into_owned());
        }
        self.property(at, number, "001E").map(|narrow| decode(&narrow, None).text)
    }

    /// Returns the body in HTML, as bytes or as a text.
    fn html(&mut self, at: &str) -> Option<Vec<u8>> {
        if let Some(bytes) = self.property(at, HTML, "0102") {
            return Some(bytes);
        }
        if let Some(wide) = self.property(at, HTML, "001F") {
            // The mark goes before whatever character set the HTML names.
            let text = encoding_rs::UTF_16LE.decode_without_bom_handling(&wide).0;
            return Some(format!("\u{feff}{text}").into_bytes());
        }
        self.property(at, HTML, "001E")
    }

    /// Returns the entries of a storage that begin with this name.
    fn storages(&mut self, at: &str, name: &str) -> Vec<String> {
        let list = AssertUnwindSafe(|| {
            let entries = self.file.read_storage(at).ok()?;
            let names = entries.filter(|entry| entry.is_storage()).map(|entry| entry.name().to_owned());
            Some(names.filter(|found| found.starts_with(name)).take(MOST_ATTACHMENTS).collect::<Vec<_>>())
        });
        let mut found = catch_unwind(list).ok().flatten().unwrap_or_default();
        found.sort();
        found
    }

    /// Returns the day and the time of a property, in UTC.
    fn time(&mut self, at: &str, numbers: [u16; 2]) -> Option<Timestamp> {
        let stream = self.bytes(&format!("{at}__properties_version1.0"))?;
        let head = if at == "/" { OUTERMOST_HEAD } else { INNER_HEAD };
        let entries = stream.get(head..)?.chunks_exact(16);
        let value = |number: u16| {
            let tag = [&[0x40, 0x00][..], &number.to_le_bytes()].concat();
            let entry = entries.clone().find(|entry| entry.starts_with(&tag))?;
            let ticks = i64::from_le_bytes(entry.get(8..16)?.try_into().ok()?);
            Timestamp::from_second(ticks.checked_sub(EPOCH)?.div_euclid(SECOND)).ok()
        };
        numbers.into_iter().find_map(value)
    }
}

/// Reads the message of the storage `at`, which ends in a slash.
fn message(
    store: &mut Store<'_>,
    at: &str,
    options: &ReadOptions,
    nesting: Nesting<'_>,
) -> Result<Vec<Document>, ReadError> {
    let mut page = PageBuilder::new(0, options.limits.lines);
    let mut meta = BTreeMap::new();
    let mut notes = Vec::new();
    let subject = store.line(at, SUBJECT);
    let mut header = |page: &mut PageBuilder,
                      name: &str,
                      value: Option<String>,
                      heading: Option<u8>|
     -> Result<(), ReadError> {
        let Some(value) = value else { return Ok(()) };
        page.paragraph(&format!("{name}: {value}"), options.wrap, LineFlags::empty(), heading)?;
        meta.insert(name.to_lowercase(), value);
        Ok(())
    };
    header(&mut page, "Subject", subject.clone(), Some(1))?;
    header(&mut page, "From", sender(store, at), None)?;
    header(&mut page, "To", store.line(at, TO), None)?;
    header(&mut page, "Cc", store.line(at, CC), None)?;
    if let Some(time) = store.time(at, [SUBMITTED, DELIVERED]) {
        let shown = time.strftime("%a, %-d %b %Y %H:%M:%S +0000").to_string();
        page.paragraph(&format!("Date: {shown}"), options.wrap, LineFlags::empty(), None)?;
        meta.insert("date".to_owned(), time.strftime("%Y-%m-%d").to_string());
    }
    let text = store.text(at, TEXT).filter(|text| !text.trim().is_empty());
    let mut has_text = true;
    match (text, store.html(at)) {
        (Some(text), _) => push_text(&mut page, &text, options)?,
        (None, Some(html)) => notes.extend(push_html(&mut page, &html, options)?),
        (None, None) if store.property(at, 0x1009, "0102").is_some() => notes.push(
            "its text is in a form of Outlook's own and was not read; save the message as EML or PDF"
                .to_owned(),
        ),
        (None, None) => has_text = false,
    }
    let mut documents = Vec::new();
    for attachment in store.storages(at, "__attach_version1.0_") {
        let at = format!("{at}{attachment}/");
        let name = FILE_NAMES.iter().find_map(|number| store.line(&at, *number));
        let name = shown_name(name.as_deref().unwrap_or("attachment"));
        let inner = format!("__substg1.0_{CONTENT:04X}000D");
        let read = if nesting.depth >= options.limits.attachment_depth {
            None
        } else if let Some(bytes) = store.property(&at, CONTENT, "0102") {
            let room = nesting.room(options);
            nesting.used(bytes.len());
            if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > room {
                let why = format!("it has more than {} MB, the limit for it", room >> 20);
                documents.push(unread(DocumentKind::Msg, &name, &why));
                continue;
            }
            Some(nesting.deeper().read_part(&bytes, &name, options))
        } else if store.storages(&at, &inner).is_empty() {
            notes.push(format!("attachment {name} is a link or an object and was not read"));
            continue;
        } else {
            Some(message(store, &format!("{at}{inner}/"), options, nesting.deeper()))
        };
        take_attachment(read, DocumentKind::Msg, &name, &meta, &mut notes, &mut documents);
    }
    if documents.is_empty() && page.lines().is_empty() && notes.is_empty() {
        let what = "it has neither subject nor text".to_owned();
        return Err(ReadError::Damaged { kind: DocumentKind::Msg, what });
    }
    if !has_text {
        notes.push("it has no text that could be read".to_owned());
    }
    let pages = vec![page.finish("msg")];
    documents.insert(0, Document { kind: DocumentKind::Msg, title: subject, pages, meta, notes, law: None });
    Ok(documents)
}

/// Returns name and address of the sender. An address within an organization is no address elsewhere.
fn sender(store: &mut Store<'_>, at: &str) -> Option<String> {
    let name = store.line(at, SENDER);
    let address =
        SENDER_ADDRESS.iter().find_map(|number| store.line(at, *number).filter(|a| a.contains('@')));
    match (name, address) {
        (Some(name), Some(address)) if name != address => Some(format!("{name} <{address}>")),
        (name, address) => name.or(address),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::office_made::msg;
    use crate::{mutator, read, sniff};

    fn texts(document: &Document) -> Vec<&str> {
        document.pages.iter().flat_map(|p| &p.lines).map(|l| l.text.as_str()).collect()
    }

    #[test]
    fn reads_headers_text_and_attachment() {
        let bytes = msg(
            "Kayak racks",
            "The rack by the pier costs $38 a year.",
            &[("fees.csv", b"Item,Fee\nRaft,$25\n")],
        );
        assert_eq!(sniff(&bytes, "a.bin"), Ok(DocumentKind::Msg));
        let documents = read(&bytes, "a.msg", &ReadOptions::default()).unwrap();
        assert_eq!(
            texts(&documents[0]),
            [
                "Subject: Kayak racks",
                "From: Clerk <clerk@harrow.example>",
                "Date: Thu, 1 May 2025 14:00:00 +0000",
                "The rack by the pier costs $38 a year."
            ]
        );
        assert_eq!(documents[0].meta["date"], "2025-05-01");
        assert_eq!(texts(&documents[1]), ["Item  Fee", "Raft  $25"]);
        assert_eq!(documents[1].meta["attachment"], "fees.csv");
    }

    #[test]
    fn a_message_without_text_says_so() {
        let documents = read(&msg("Kayak racks", "", &[]), "a.msg", &ReadOptions::default()).unwrap();
        assert!(documents[0].notes.iter().any(|note| note.contains("no text")), "{:?}", documents[0].notes);
    }

    #[test]
    fn mutated_files_never_panic() {
        let bytes = msg("Kayak racks", "The rack costs $38.", &[("fees.csv", b"Item,Fee\nRaft,$25\n")]);
        for seed in 0..500 {
            let _ = read(&mutator::mutated(&bytes, &bytes, seed), "a.msg", &ReadOptions::default());
        }
    }
}
