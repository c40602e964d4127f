//! Mailboxes (mbox, RFC 4155): messages one behind the other, each as if it were a file of its own.

use crate::{Document, DocumentKind};

use super::container::Nesting;
use super::error::ReadError;
use super::mbox_border::{FROM, after_line, is_border};
use super::options::ReadOptions;

/// Largest number of messages that are each reported as unread.
const MOST_REPORTED: usize = 50;

/// Reads each message with its attachments. A message that can't be read costs itself alone.
pub(super) fn read(
    bytes: &[u8],
    options: &ReadOptions,
    nesting: Nesting<'_>,
) -> Result<Vec<Document>, ReadError> {
    let mut documents = Vec::new();
    let mut unread = Vec::new();
    for (number, message) in (1_usize..).zip(messages(bytes)) {
        if documents.len() >= options.limits.documents {
            return Err(ReadError::TooLarge {
                what: "the number of messages".to_owned(),
                limit: format!("{} messages", options.limits.documents),
                key: Some("read.documents"),
            });
        }
        match super::eml::read(&unquoted(message), options, nesting) {
            Ok(mut read) => documents.append(&mut read),
            Err(error) => unread.push((number, error)),
        }
    }
    let count = unread.len();
    for (at, (number, error)) in unread.into_iter().take(MOST_REPORTED).enumerate() {
        let mut reason = format!("message {number} was not read: {error}");
        if at.saturating_add(1) == MOST_REPORTED && count > MOST_REPORTED {
            reason = format!("{reason}; nor were {} messages after it", count.saturating_sub(MOST_REPORTED));
        }
        documents.push(Document::unread(DocumentKind::Mbox, format!("Message {number}, not read"), reason));
    }
    if documents.is_empty() {
        return Err(ReadError::Empty);
    }
    Ok(documents)
}

/// Returns the messages of a mailbox, without the lines between them.
fn messages(bytes: &[u8]) -> Vec<&[u8]> {
    let mut found = Vec::new();
    let mut rest = after_line(bytes);
    while !rest.is_empty() {
        let end = next_message(rest).unwrap_or(rest.len());
        let (message, after) = rest.split_at_checked(end).unwrap_or((rest, &[]));
        if !message.trim_ascii().is_empty() {
            found.push(message);
        }
        rest = after_line(after);
    }
    found
}

/// Returns the place of the next line that parts messages. Many programs leave a body's own lines with `From ` as they
/// are: the line comes after a blank one, names a day and a time, and a header field follows.
fn next_message(bytes: &[u8]) -> Option<usize> {
    let mut start = 0_usize;
    let mut is_after_blank = false;
    while let Some(line) = bytes.get(start..).filter(|rest| !rest.is_empty()) {
        let length = line.iter().position(|b| *b == b'\n').map_or(line.len(), |at| at.saturating_add(1));
        if is_after_blank && is_border(line) {
            return Some(start);
        }
        is_after_blank = line.get(..length).is_some_and(|line| line.trim_ascii().is_empty());
        start = start.saturating_add(length);
    }
    None
}

/// Takes the mark off lines that began with `From ` before they came into a mailbox.
fn unquoted(message: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(message.len());
    for (at, line) in message.split_inclusive(|b| *b == b'\n').enumerate() {
        let marks = line.iter().take_while(|b| **b == b'>').count();
        let is_quoted = marks > 0 && line.get(marks..).is_some_and(|rest| rest.starts_with(FROM));
        match is_quoted {
            // A copy of the border over the header fields.
            true if at == 0 => {}
            true => out.extend_from_slice(line.get(1..).unwrap_or_default()),
            false => out.extend_from_slice(line),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::{Document, DocumentKind, PageStatus, ReadOptions, mutator, read, sniff};

    const BOX: &str = "From clerk@harrow.example Wed May 14 10:00:00 2025\nFrom: Clerk <clerk@harrow.example>\nSubject: Rafts\n\
        Date: Wed, 14 May 2025 10:00:00 -0400\n\nThe swim raft was set on May 9.\n\n>From now on it stays.\n\nFrom the shore it is\nfar.\n\n\
        From harbor@harrow.example Thu May 15 11:00:00 2025\nFrom: Harbor <harbor@harrow.example>\nSubject: Fees\n\
        Date: Thu, 15 May 2025 11:00:00 -0400\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n\
        --b\nContent-Type: text/plain\n\nSee below.\n--b\nContent-Disposition: attachment; filename=fees.csv\n\nItem,Fee\nRaft,$25\n--b--\n";

    fn texts(document: &Document) -> Vec<&str> {
        document.pages.iter().flat_map(|p| &p.lines).map(|l| l.text.as_str()).collect()
    }

    #[test]
    fn each_message_is_a_document() {
        for (text, name) in [(BOX.to_owned(), "clerk.mbox"), (BOX.replace('\n', "\r\n"), "Inbox")] {
            assert_eq!(sniff(text.as_bytes(), name), Ok(DocumentKind::Mbox), "{name}");
            let documents = read(text.as_bytes(), name, &ReadOptions::default()).unwrap();
            assert_eq!(documents.len(), 3);
            assert_eq!(documents[0].kind, DocumentKind::Eml);
            assert_eq!(documents[0].meta["date"], "2025-05-14");
            assert_eq!(
                texts(&documents[0])[3..],
                ["The swim raft was set on May 9.", "From now on it stays.", "From the shore it is", "far."]
            );
            assert_eq!(documents[1].title.as_deref(), Some("Fees"));
            assert_eq!(texts(&documents[2]), ["Item  Fee", "Raft  $25"]);
            assert_eq!(documents[2].meta["attachment"], "fees.csv");
        }
        let memo = b"From the clerk at 10:00\nTo all members\n\nThe raft is set.";
        assert_eq!(sniff(memo, "memo.txt"), Ok(DocumentKind::Text));
        let hours = b"From 9:00 a.m. to 5:00 p.m.\nPhone: 555-0100\n\nThe office is open on weekdays.";
        assert_eq!(sniff(hours, "hours.txt"), Ok(DocumentKind::Text));
    }

    #[test]
    fn mutated_files_never_panic() {
        for seed in 0..500 {
            let bytes = mutator::mutated(BOX.as_bytes(), BOX.as_bytes(), seed);
            let _ = read(&bytes, "a.mbox", &ReadOptions::default());
        }
    }

    proptest! {
        #[test]
        fn never_panics(parts in proptest::collection::vec(prop_oneof![
            Just("From a@x Wed May 14 10:00:00 2025\n"), Just("Subject: s\n"), Just("\n"), Just(">From b\n"), Just("From "),
            Just("words\n"), Just("\r\n"), Just("\0"),
        ], 0..30)) {
            let documents = read(parts.concat().as_bytes(), "a.mbox", &ReadOptions::default());
            if let Ok(documents) = documents {
                prop_assert!(documents.iter().all(|d| !matches!(d.pages[0].status, PageStatus::Ocr)));
            }
        }
    }
}
