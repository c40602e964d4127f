//! E-mail: header lines, the text body, and attachments as documents of their own.

use std::borrow::Cow;
use std::collections::BTreeMap;

use jiff::civil::Date;
use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Address, DateTime, Encoding, Message, MessageParser, MessagePart, MimeHeaders, PartType};

use crate::{Document, DocumentKind};
use twolane_text::LineFlags;

use super::container::{Nesting, shown_name, take_attachment};
use super::encoding::{Decoded, decode};
use super::error::ReadError;
use super::heading::heading_level;
use super::lines::{PageBuilder, clean, head, squeeze};
use super::options::ReadOptions;

/// Reads a message. The first document is the message itself, the others are attachments of known
/// types.
pub(super) fn read(
    bytes: &[u8],
    options: &ReadOptions,
    nesting: Nesting<'_>,
) -> Result<Vec<Document>, ReadError> {
    let message = MessageParser::default().parse(bytes).ok_or_else(|| ReadError::Damaged {
        kind: DocumentKind::Eml,
        what: "it has no mail headers".to_owned(),
    })?;
    read_message(&message, options, nesting)
}

fn read_message(
    message: &Message<'_>,
    options: &ReadOptions,
    nesting: Nesting<'_>,
) -> Result<Vec<Document>, ReadError> {
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
    let stated = message.header_raw("Date").map(|raw| squeeze(&clean(raw))).filter(|raw| !raw.is_empty());
    if let Some(stated) = stated {
        match mail_date(&stated) {
            Some(MailDate { day, shown }) => {
                header(&mut page, "Date", &shown, None)?;
                meta.insert("date".to_owned(), day.to_string());
            }
            None => {
                header(&mut page, "Date", &stated, None)?;
                notes.push(format!("its date, {}, is not understood", head(&stated, 80)));
            }
        }
    }

    let text = (0..message.text_body_count()).filter_map(|i| message.text_part(u32::try_from(i).ok()?));
    for part in text {
        let raw = raw_bytes(message, part);
        match &part.body {
            PartType::Text(_) => {
                let decoded = decode(&raw, charset(part));
                notes.extend(decoded.notes());
                push_text(&mut page, &decoded.text, options)?;
            }
            PartType::Html(_) => {
                // What the mail says of the encoding goes before what the page says of itself.
                let decoded = charset(part).map(|charset| decode(&raw, Some(charset)));
                let html = match &decoded {
                    Some(decoded) => decoded.text.as_bytes(),
                    None => &raw,
                };
                notes.extend(decoded.iter().flat_map(Decoded::notes));
                notes.extend(push_html(&mut page, html, options)?);
            }
            _ => {}
        }
    }

    let mut documents = Vec::new();
    for part in message.attachments() {
        let name = shown_name(part.attachment_name().unwrap_or("attachment"));
        let nested = match &part.body {
            _ if nesting.depth >= options.limits.attachment_depth => None,
            PartType::Message(inner) => Some(read_message(inner, options, nesting.deeper())),
            PartType::Text(text) | PartType::Html(text) if charset(part).is_some() => {
                Some(nesting.deeper().read_part(text.as_bytes(), &name, options))
            }
            PartType::Text(_) | PartType::Html(_) => {
                Some(nesting.deeper().read_part(&raw_bytes(message, part), &name, options))
            }
            _ => Some(nesting.deeper().read_part(part.contents(), &name, options)),
        };
        take_attachment(nested, DocumentKind::Eml, &name, &meta, &mut notes, &mut documents);
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

/// A part's bytes after its transfer encoding is undone, in its own character set.
fn raw_bytes<'m>(message: &'m Message<'_>, part: &'m MessagePart<'_>) -> Cow<'m, [u8]> {
    let place = |offset: u32| usize::try_from(offset).unwrap_or(usize::MAX);
    let Some(raw) = message.raw_message().get(place(part.offset_body)..place(part.offset_end)) else {
        return Cow::Borrowed(part.contents());
    };
    let decoded = match part.encoding {
        Encoding::None => return Cow::Borrowed(raw),
        Encoding::QuotedPrintable => quoted_printable_decode(raw),
        Encoding::Base64 => base64_decode(raw),
    };
    decoded.map_or(Cow::Borrowed(part.contents()), Cow::Owned)
}

/// The character set that a part states, when it is one that is known.
fn charset<'m>(part: &'m MessagePart<'_>) -> Option<&'m str> {
    let stated = part.content_type()?.attribute("charset")?;
    encoding_rs::Encoding::for_label(stated.trim().as_bytes()).map(|_| stated)
}

/// A message's date: the day where it was sent, and the whole as it is shown.
struct MailDate {
    day: Date,
    shown: String,
}

/// Reads a date in the forms of RFC 5322 and the older RFC 822: comments, no weekday or seconds,
/// years of two or three digits, names of zones, a full name of the month, the C library's order
/// (`Wed May 1 10:00:00 2024`), or ISO 8601.
fn mail_date(stated: &str) -> Option<MailDate> {
    let words = without_comments(stated);
    let iso = words.split([' ', 'T', 't']).next().and_then(|day| day.parse::<Date>().ok());
    let words: Vec<&str> = words.split([' ', ',', '-', '/']).filter(|word| !word.is_empty()).collect();
    let month_at = words.iter().position(|word| month(word).is_some());
    let day = match (iso, month_at) {
        (Some(day), _) => day,
        (None, Some(at)) => {
            let number = |at: usize| words.get(at)?.trim_end_matches('.').parse::<i16>().ok();
            let before = at.checked_sub(1).and_then(number);
            let (day, year) = match before {
                Some(day) => (day, year(words.get(at + 1)?)?),
                // `May 1 10:00:00 2024`, or `May 1, 2024`.
                None => (number(at + 1)?, words.iter().skip(at + 2).find_map(|word| year(word))?),
            };
            Date::new(year, month(words.get(at)?)?, i8::try_from(day).ok()?).ok()?
        }
        (None, None) => return None,
    };
    if !(1900..=3000).contains(&day.year()) {
        return None;
    }
    let clock =
        stated.split(' ').find(|word| word.contains(':') && word.starts_with(|c: char| c.is_ascii_digit()));
    let plain = DateTime::parse_rfc822(&format!("{stated}\n"))
        .filter(|date| date.is_valid() && i16::try_from(date.year) == Ok(day.year()));
    let shown = match (plain, clock) {
        (Some(date), _) => date.to_rfc822(),
        (None, Some(_)) => stated.to_owned(),
        (None, None) => day.strftime("%a, %-d %b %Y").to_string(),
    };
    Some(MailDate { day, shown })
}

/// Comments in brackets, within each other as well, taken out.
fn without_comments(text: &str) -> String {
    let mut depth = 0usize;
    let mut kept = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '(' => depth = depth.saturating_add(1),
            ')' => {
                depth = depth.saturating_sub(1);
                kept.push(' ');
            }
            c if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept.trim().to_owned()
}

/// The month that a word names, in full or by its first three letters.
fn month(word: &str) -> Option<i8> {
    const NAMES: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let word = word.trim_end_matches('.').to_ascii_lowercase();
    let is_it =
        |name: &&str| word == **name || (word.len() >= 3 && word.len() <= 4 && name.starts_with(&word));
    (1..).zip(NAMES).find(|(_, name)| is_it(name)).map(|(number, _)| number)
}

/// A year; of two digits as RFC 5322 (4.3) has it: 00 to 49 are 2000 to 2049, and of three digits
/// 1900 later.
fn year(word: &str) -> Option<i16> {
    let number: i16 = word.parse().ok().filter(|_| word.bytes().all(|b| b.is_ascii_digit()))?;
    match (word.len(), number) {
        (2, 0..=49) => Some(2000 + number),
        (2 | 3, _) => Some(1900 + number),
        (4, _) => Some(number),
        _ => None,
    }
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
pub(super) fn push_text(page: &mut PageBuilder, text: &str, options: &ReadOptions) -> Result<(), ReadError> {
    let mut fresh = true;
    for line in text.lines() {
        let line = clean(line);
        // A name alone between blank lines signs a mail and heads nothing.
        let heading = heading_level(&line, false, false).filter(|_| fresh);
        if line.is_empty() {
            fresh = true;
            continue;
        }
        let mut first = fresh;
        for piece in super::lines::wrap(&line, options.wrap) {
            let flags = if first { LineFlags::PARAGRAPH_START } else { LineFlags::empty() };
            page.push(piece, flags, heading)?;
            first = false;
        }
        fresh = false;
    }
    Ok(())
}

/// Adds an HTML part's lines; returns the reader's notes on the part.
pub(super) fn push_html(
    page: &mut PageBuilder,
    html: &[u8],
    options: &ReadOptions,
) -> Result<Vec<String>, ReadError> {
    let document = super::html::read(html, options)?;
    for line in document.pages.into_iter().flat_map(|p| p.lines) {
        page.push(line.text, line.flags, line.heading)?;
    }
    Ok(document.notes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MAIL: &str = "From: Clerk <clerk@alder.example>\r\nTo: Board <board@alder.example>\r\nSubject: Notice of hearing\r\n\
        Date: Wed, 1 May 2024 10:00:00 -0400\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n\
        --b\r\nContent-Type: text/html\r\n\r\n<p>The hearing is <b>on Monday</b>.</p>\r\n--b\r\nContent-Type: text/plain; name=fees.txt\r\n\
        Content-Disposition: attachment; filename=fees.txt\r\n\r\nSign permit $25\r\n--b--\r\n";

    fn read_all(bytes: &[u8]) -> Result<Vec<Document>, ReadError> {
        Nesting::outermost(bytes, crate::dispatch::read_nested, |nesting| {
            read(bytes, &ReadOptions::default(), nesting)
        })
    }

    #[test]
    fn headers_body_and_attachment() {
        let documents = read_all(MAIL.as_bytes()).unwrap();
        let texts: Vec<&str> = documents[0].pages[0].lines.iter().map(|l| l.text.as_str()).collect();
        assert_eq!(texts[0], "Subject: Notice of hearing");
        assert_eq!(texts[1], "From: Clerk <clerk@alder.example>");
        assert!(texts.contains(&"The hearing is on Monday."), "{texts:?}");
        assert_eq!(documents[0].meta["date"], "2024-05-01");
        assert_eq!(documents[1].pages[0].lines[0].text, "Sign permit $25");
        assert_eq!(documents[1].meta["attachment"], "fees.txt");
    }

    fn mail(headers: &str, body: &[u8]) -> Vec<u8> {
        [b"From: a@x\r\nSubject: s\r\n".as_slice(), headers.as_bytes(), b"\r\n\r\n", body].concat()
    }

    fn texts(document: &Document) -> Vec<&str> {
        document.pages[0].lines.iter().map(|l| l.text.as_str()).collect()
    }

    #[test]
    fn the_page_states_its_encoding_where_the_mail_does_not() {
        let page = b"<html><head><meta charset=shift_jis></head><p>\x83\x65 caf\xc3</p></html>";
        let windows = b"<meta http-equiv=Content-Type content='text/html; charset=windows-1252'><p>the clerk\x92s fee \x97 $5</p>";
        for (headers, body, expected) in [
            ("Content-Type: text/html", &page[..], "\u{30c6} caf\u{ff83}"),
            ("Content-Type: text/html", windows, "the clerk\u{2019}s fee \u{2014} $5"),
            ("Content-Type: text/html; charset=no-such", windows, "the clerk\u{2019}s fee \u{2014} $5"),
            ("Content-Type: text/html; charset=iso-8859-1", windows, "the clerk\u{2019}s fee \u{2014} $5"),
            (
                "Content-Type: text/html; charset=utf-8",
                "<meta charset=shift_jis>caf\u{e9}".as_bytes(),
                "caf\u{e9}",
            ),
            ("Content-Type: text/plain", b"the clerk\x92s fee", "the clerk\u{2019}s fee"),
            ("Content-Type: text/plain; charset=utf-8", b"plain $5", "plain $5"),
        ] {
            let documents = read_all(&mail(headers, body)).unwrap();
            assert!(texts(&documents[0]).contains(&expected), "{headers}: {:?}", texts(&documents[0]));
        }
        let quoted = mail(
            "Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable",
            b"<meta charset=3Dwindows-1252><p>the clerk=92s fee</p>",
        );
        assert!(texts(&read_all(&quoted).unwrap()[0]).contains(&"the clerk\u{2019}s fee"));
        let coded = mail(
            "Content-Type: text/html\r\nContent-Transfer-Encoding: base64",
            b"PG1ldGEgY2hhcnNldD13aW5kb3dzLTEyNTI+PHA+dGhlIGNsZXJrknMgZmVlPC9wPg==",
        );
        assert!(texts(&read_all(&coded).unwrap()[0]).contains(&"the clerk\u{2019}s fee"));
    }

    #[test]
    fn bad_bytes_are_noted() {
        let good = mail("Content-Type: text/plain; charset=utf-8", "caf\u{e9}".as_bytes());
        assert_eq!(read_all(&good).unwrap()[0].notes, Vec::<String>::new());
        let bad = mail("Content-Type: text/plain; charset=utf-8", b"fee \xff\xfe $5");
        let documents = read_all(&bad).unwrap();
        assert!(documents[0].notes[0].contains("not UTF-8"), "{:?}", documents[0].notes);
    }

    #[test]
    fn attachments_keep_their_bytes() {
        let mail = b"From: a@x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; name=a.txt\r\n\
            Content-Disposition: attachment; filename=a.txt\r\n\r\nthe clerk\x92s fee\r\n--b--\r\n";
        assert_eq!(texts(&read_all(mail).unwrap()[1]), ["the clerk\u{2019}s fee"]);
    }

    #[test]
    fn dates_of_all_forms() {
        for (stated, day) in [
            ("Wed, 1 May 2024 10:00:00 -0400", Some("2024-05-01")),
            ("1 May 2024 10:00 -0400", Some("2024-05-01")),
            ("1 May 24 10:00:00 EST", Some("2024-05-01")),
            ("Sat, 1 May 99 10:00:00 PDT", Some("1999-05-01")),
            ("Mon, 1 May 100 10:00:00 GMT", Some("2000-05-01")),
            ("Wed, 1 May 2024 (the day (of days)) 10:00:00 -0400 (EDT)", Some("2024-05-01")),
            ("Wednesday, 01-May-24 10:00:00 GMT", Some("2024-05-01")),
            ("Wed May  1 10:00:00 2024", Some("2024-05-01")),
            ("Wed May  1 10:00:00 EDT 2024", Some("2024-05-01")),
            ("1 September 2024 10:00:00 +0000", Some("2024-09-01")),
            ("May 1, 2024", Some("2024-05-01")),
            ("2024-05-01T10:00:00Z", Some("2024-05-01")),
            ("1 May 2024", Some("2024-05-01")),
            ("32 May 2024 10:00:00 +0000", None),
            ("yesterday", None),
        ] {
            assert_eq!(mail_date(stated).map(|d| d.day.to_string()).as_deref(), day, "{stated}");
            let documents = read_all(&mail(&format!("Date: {stated}"), b"text")).unwrap();
            assert_eq!(documents[0].meta.get("date").map(String::as_str), day, "{stated}");
            assert_eq!(documents[0].notes.len(), usize::from(day.is_none()), "{stated}");
        }
    }

    proptest! {
        #[test]
        fn dates_round_trip(year in 1950i16..2050, month in 1i8..=12, day in 1i8..=28, form in 0..4usize) {
            let date = Date::new(year, month, day).unwrap();
            let form = ["%a, %d %b %Y 10:00:00 +0000", "%d %b %y 10:00 EST", "%-d %B %Y (x) 10:00:00 Z", "%a %b %e 10:00:00 %Y"][form];
            let read = mail_date(&date.strftime(form).to_string());
            prop_assert_eq!(read.map(|d| d.day), Some(date));
        }

        #[test]
        fn dates_never_panic(text in "\\PC{0,40}|[0-9A-Za-z ,:()+-]{0,40}") {
            let _ = mail_date(&text);
        }

        #[test]
        fn never_panics(at in 0usize..600, byte in any::<u8>(), cut in 0usize..600) {
            let mut bytes = MAIL.as_bytes().to_vec();
            if let Some(b) = bytes.get_mut(at) { *b = byte; }
            bytes.truncate(bytes.len().saturating_sub(cut));
            let _ = read_all(&bytes);
        }
    }
}
