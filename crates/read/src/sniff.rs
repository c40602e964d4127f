//! What a file is: by its content first, by its name second.

use std::io::Cursor;

use crate::DocumentKind;

use super::encoding::decode;
use super::error::ReadError;
use super::lines;

/// The kind of a file, or why it is none.
pub fn sniff(bytes: &[u8], name: &str) -> Result<DocumentKind, ReadError> {
    let unknown = |what: &str| Err(ReadError::UnknownFormat { what: what.to_owned() });
    if bytes.is_empty() {
        return Err(ReadError::Empty);
    }
    // The PDF mark may stand behind some junk; readers look for it within the first kilobyte.
    if bytes.get(..bytes.len().min(1024)).is_some_and(|head| head.windows(5).any(|w| w == b"%PDF-")) {
        return Ok(DocumentKind::Pdf);
    }
    if let Some(kind) = by_magic(bytes) {
        return kind;
    }
    let sample = bytes.get(..bytes.len().min(64 << 10)).unwrap_or(bytes);
    let decoded = decode(sample, None);
    let head = decoded.text.as_str();
    let controls =
        head.chars().filter(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{c}')).count();
    if controls * 20 > head.chars().count().max(1) {
        return match extension(name).as_str() {
            // Enough damage to hide the mark: the reader's own message is better than ours.
            "pdf" => Ok(DocumentKind::Pdf),
            _ => unknown("a binary file of no known kind"),
        };
    }
    if head.trim().is_empty() && bytes.len() <= sample.len() {
        return Err(ReadError::Empty);
    }
    Ok(of_text(head, name))
}

fn by_magic(bytes: &[u8]) -> Option<Result<DocumentKind, ReadError>> {
    let unknown = |what: &str| Some(Err(ReadError::UnknownFormat { what: what.to_owned() }));
    let starts = |magic: &[u8]| bytes.starts_with(magic);
    if starts(b"PK\x03\x04") || starts(b"PK\x05\x06") {
        return Some(of_zip(bytes));
    }
    let pictures: [&[u8]; 6] = [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\0", b"MM\0*", b"GIF8", b"BM"];
    if pictures.iter().any(|m| starts(m)) && (!starts(b"BM") || bytes.get(6..10) == Some(&[0, 0, 0, 0])) {
        return Some(Ok(DocumentKind::Image));
    }
    if starts(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return Some(Ok(DocumentKind::Image));
    }
    if starts(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
        return unknown("an old Office file (.doc, .xls, .ppt or .msg)");
    }
    if starts(b"{\\rtf") {
        return unknown("a rich text file");
    }
    if starts(b"\x1f\x8b")
        || starts(b"7z\xbc\xaf")
        || starts(b"BZh")
        || starts(b"\xfd7zXZ")
        || starts(b"Rar!")
    {
        return unknown("a compressed file");
    }
    None
}

fn of_zip(bytes: &[u8]) -> Result<DocumentKind, ReadError> {
    let unknown = |what: &str| Err(ReadError::UnknownFormat { what: what.to_owned() });
    let Ok(zip) = zip::ZipArchive::new(Cursor::new(bytes)) else {
        return Err(ReadError::Damaged {
            kind: DocumentKind::Docx,
            what: "its zip package can't be opened".to_owned(),
        });
    };
    let has = |prefix: &str| zip.file_names().flatten().any(|n| n.starts_with(prefix));
    if has("word/") {
        Ok(DocumentKind::Docx)
    } else if has("xl/") {
        unknown("a spreadsheet (XLSX)")
    } else if has("ppt/") {
        unknown("a presentation (PPTX)")
    } else if has("META-INF/manifest.xml") {
        unknown("an OpenDocument file")
    } else {
        unknown("a zip file")
    }
}

fn extension(name: &str) -> String {
    name.rsplit_once('.').map(|(_, e)| e.to_ascii_lowercase()).unwrap_or_default()
}

fn of_text(head: &str, name: &str) -> DocumentKind {
    let start = head.trim_start();
    let lower = lines::head(start, 4096).to_ascii_lowercase();
    let extension = extension(name);
    if lower.starts_with("<!doctype html") || lower.starts_with("<html") {
        return DocumentKind::Html;
    }
    if lower.starts_with("<?xml") {
        let page = lower.contains("<html") || lower.contains("<!doctype html");
        return if page { DocumentKind::Html } else { DocumentKind::Xml };
    }
    if (lower.starts_with("<!--")
        || lower.starts_with("<head")
        || lower.starts_with("<body")
        || lower.starts_with("<meta"))
        && (lower.contains("<html")
            || lower.contains("<body")
            || matches!(extension.as_str(), "html" | "htm" | "xhtml"))
    {
        return DocumentKind::Html;
    }
    if start.starts_with('{') && is_json_lines(start, &extension) {
        return DocumentKind::Jsonl;
    }
    if is_mail(head, &extension) {
        return DocumentKind::Eml;
    }
    match extension.as_str() {
        "html" | "htm" | "xhtml" if lower.contains('<') => DocumentKind::Html,
        "xml" if lower.starts_with('<') => DocumentKind::Xml,
        "md" | "markdown" | "mdown" | "mkd" => DocumentKind::Markdown,
        _ => DocumentKind::Text,
    }
}

fn is_json_lines(start: &str, extension: &str) -> bool {
    if matches!(extension, "jsonl" | "ndjson") {
        return true;
    }
    let is_object =
        |line: &str| serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(line).is_ok();
    start.lines().next().is_some_and(is_object)
}

/// A block of header lines that only mail has, or any header block under the right name.
fn is_mail(head: &str, extension: &str) -> bool {
    let mut names = Vec::new();
    for line in head.lines().take(60) {
        if line.trim().is_empty() {
            break;
        }
        if line.starts_with([' ', '\t']) && !names.is_empty() {
            continue;
        }
        let Some((name, _)) = line.split_once(':') else { return false };
        if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
            return false;
        }
        names.push(name.to_ascii_lowercase());
    }
    let has = |n: &str| names.iter().any(|x| x == n);
    if extension == "eml" {
        return has("from") || has("subject") || has("date") || has("received");
    }
    has("message-id")
        || has("received")
        || (has("mime-version") && has("from"))
        || (has("return-path") && has("from"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_first_name_second() {
        for (bytes, name, expected) in [
            (&b"%PDF-1.4"[..], "a.txt", Some(DocumentKind::Pdf)),
            (b"junk\n%PDF-1.4", "a", Some(DocumentKind::Pdf)),
            (b"<!DOCTYPE html><p>", "a.pdf", Some(DocumentKind::Html)),
            (b"<p>fragment", "a.htm", Some(DocumentKind::Html)),
            (b"<?xml version='1.0'?><html>", "a.xml", Some(DocumentKind::Html)),
            (b"<?xml version='1.0'?><section>", "a", Some(DocumentKind::Xml)),
            (b"<section/>", "a.xml", Some(DocumentKind::Xml)),
            (b"# Rules", "a.md", Some(DocumentKind::Markdown)),
            (b"# Rules", "a", Some(DocumentKind::Text)),
            (b"{\"text\":\"a\"}\n{\"text\":\"b\"}", "x", Some(DocumentKind::Jsonl)),
            (b"{not json", "x.txt", Some(DocumentKind::Text)),
            (b"Received: x\nFrom: a\n\nhi", "m", Some(DocumentKind::Eml)),
            (b"From: the Clerk\nTo: all\n\nmemo", "memo.txt", Some(DocumentKind::Text)),
            (b"From: a\n\nhi", "m.eml", Some(DocumentKind::Eml)),
            (b"\x89PNG\r\n\x1a\n....", "a", Some(DocumentKind::Image)),
            (b"{\\rtf1 x}", "a.doc", None),
            (b"", "a.pdf", None),
            (b"  \n ", "a.txt", None),
            (b"\0\x01\x02\x03\x04\x05\x06", "a.bin", None),
        ] {
            assert_eq!(sniff(bytes, name).ok(), expected, "{name}");
        }
    }
}
