//! E-mail: header lines, the text body, and attachments as documents of their own.

use std::collections::BTreeMap;

use mail_parser::{Address, Message, MessageParser, MimeHeaders, PartType};

use crate::{Document, DocumentKind};
use twolane_text::LineFlags;

use super::dispatch::read_nested;
use super::error::ReadError;
use super::lines::{PageBuilder, clean, squeeze};
use super::options::ReadOptions;

/// Reads a message. The first document is the message itself, the others are attachments of known
/// types.
pub fn read(bytes: &[u8], options: &ReadOptions, depth: u8) -> Result<Vec<Document>, ReadError> {
    let message = MessageParser::default().parse(bytes).ok_or_else(|| ReadError::Damaged {
        kind: DocumentKind::Eml,
        what: "it has no mail headers".to_owned(),
    })?;
    read_message(&message, options, depth)
}

fn read_message(message: &Message<'_>, options: &ReadOptions, depth: u8) -> Result<Vec<Document>, ReadError> {
    let mut page = PageBuilder::new(0, options.limits.lines);
    let mut meta = BTreeMap::new();
    let mut notes = Vec::new();

    let subject = message.subject().map(|s| squeeze(&clean(s))).filter(|s| !s.is_empty());
    let header = |page: &mut PageBuilder, name: &str, value: &str, heading| {
        page.paragraph(&format!("{name}: {value}"), options.wrap, LineFlags::empty(), heading)
    };
    if let Some(subject) = &subject {
        header(&mut page, "Subject", subject, Some(1))?;
        meta.insert("subject".to_owned(), subject.clone());
    }
    for (name, addresses) in [("From", message.from()), ("To", message.to()), ("Cc", message.cc())] {
        let text = addresses.map(people).unwrap_or_default();
        if !text.is_empty() {
            header(&mut page, name, &text, None)?;
            meta.insert(name.to_lowercase(), text);
        }
    }
    if let Some(date) = message.date().filter(|d| d.is_valid()) {
        header(&mut page, "Date", &date.to_rfc822(), None)?;
        meta.insert("date".to_owned(), format!("{:04}-{:02}-{:02}", date.year, date.month, date.day));
    }

    let text = (0..message.text_body_count()).filter_map(|i| message.text_part(u32::try_from(i).ok()?));
    for part in text {
        match &part.body {
            PartType::Text(text) => push_text(&mut page, text, options)?,
            PartType::Html(html) => push_html(&mut page, html, options)?,
            _ => {}
        }
    }

    let mut documents = Vec::new();
    for part in message.attachments() {
        let name = part.attachment_name().unwrap_or("attachment").to_owned();
        let nested = match &part.body {
            _ if depth >= options.limits.attachment_depth => None,
            PartType::Message(inner) => Some(read_message(inner, options, depth + 1)),
            _ => Some(read_nested(part.contents(), &name, options, depth + 1)),
        };
        match nested {
            Some(Ok(mut inner)) => {
                notes.push(format!("attachment {name} is a source of its own"));
                for document in &mut inner {
                    document.meta.entry("attachment".to_owned()).or_insert_with(|| name.clone());
                    if let Some(date) = meta.get("date") {
                        document.meta.entry("date".to_owned()).or_insert_with(|| date.clone());
                    }
                }
                documents.append(&mut inner);
            }
            // As in a folder: what no reader is for is passed over.
            Some(Err(error @ (ReadError::UnknownFormat { .. } | ReadError::Empty))) => {
                notes.push(format!("attachment {name} was not read: {error}"));
            }
            Some(Err(error)) => documents.push(lost(&name, &error.to_string())),
            None => documents.push(lost(&name, "it is nested too deep; save it and ingest it")),
        }
    }
    let own = Document {
        kind: DocumentKind::Eml,
        title: subject,
        pages: vec![page.finish("eml")],
        meta,
        notes,
        law: None,
    };
    documents.insert(0, own);
    Ok(documents)
}

/// Stands for an attachment that was not read.
fn lost(name: &str, why: &str) -> Document {
    let reason = format!("attachment {name} was not read: {why}");
    let mut document = Document::unread(DocumentKind::Eml, name.to_owned(), reason);
    document.meta.insert("attachment".to_owned(), name.to_owned());
    document
}

fn people(addresses: &Address<'_>) -> String {
    addresses
        .iter()
        .take(100)
        .filter_map(|a| match (a.name(), a.address()) {
            (Some(name), Some(address)) => Some(format!("{name} <{address}>")),
            (name, address) => name.or(address).map(str::to_owned),
        })
        .collect::<Vec<_>>()
        .join(", ")
}

/// Mail text is broken at about 72 characters by the sender: paragraphs are what blank lines part.
fn push_text(page: &mut PageBuilder, text: &str, options: &ReadOptions) -> Result<(), ReadError> {
    let mut fresh = true;
    for line in text.lines() {
        let line = clean(line);
        if line.is_empty() {
            fresh = true;
            continue;
        }
        let mut first = fresh;
        for piece in super::lines::wrap(&line, options.wrap) {
            let flags = if first { LineFlags::PARAGRAPH_START } else { LineFlags::empty() };
            page.push(piece, flags, None)?;
            first = false;
        }
        fresh = false;
    }
    Ok(())
}

fn push_html(page: &mut PageBuilder, html: &str, options: &ReadOptions) -> Result<(), ReadError> {
    for line in super::html::read(html.as_bytes(), options)?.pages.into_iter().flat_map(|p| p.lines) {
        page.push(line.text, line.flags, line.heading)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MAIL: &str = "From: Clerk <clerk@alder.example>\r\nTo: Board <board@alder.example>\r\nSubject: Notice of hearing\r\n\
        Date: Wed, 1 May 2024 10:00:00 -0400\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n\
        --b\r\nContent-Type: text/html\r\n\r\n<p>The hearing is <b>on Monday</b>.</p>\r\n--b\r\nContent-Type: text/plain; name=fees.txt\r\n\
        Content-Disposition: attachment; filename=fees.txt\r\n\r\nSign permit $25\r\n--b--\r\n";

    #[test]
    fn headers_body_and_attachment() {
        let documents = read(MAIL.as_bytes(), &ReadOptions::default(), 0).unwrap();
        let texts: Vec<&str> = documents[0].pages[0].lines.iter().map(|l| l.text.as_str()).collect();
        assert_eq!(texts[0], "Subject: Notice of hearing");
        assert_eq!(texts[1], "From: Clerk <clerk@alder.example>");
        assert!(texts.contains(&"The hearing is on Monday."), "{texts:?}");
        assert_eq!(documents[0].meta["date"], "2024-05-01");
        assert_eq!(documents[1].pages[0].lines[0].text, "Sign permit $25");
        assert_eq!(documents[1].meta["attachment"], "fees.txt");
    }

    proptest! {
        #[test]
        fn never_panics(at in 0usize..600, byte in any::<u8>(), cut in 0usize..600) {
            let mut bytes = MAIL.as_bytes().to_vec();
            if let Some(b) = bytes.get_mut(at) { *b = byte; }
            bytes.truncate(bytes.len().saturating_sub(cut));
            let _ = read(&bytes, &ReadOptions::default(), 0);
        }
    }
}
