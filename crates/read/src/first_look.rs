//! The format of a file: by its content first, by its name second. Looks at bytes, parses nothing,
//! so that it is safe outside a worker.

use std::path::Path;

use crate::DocumentKind;

/// Bytes from a file's start that [`sniff`] wants to see.
pub const HEAD: usize = 8 << 10;
/// Bytes from a file's end that [`sniff`] wants to see: a ZIP file's list of names stands there.
pub const TAIL: usize = 64 << 10;

/// What a file seems to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sniffed {
    /// A format that is read.
    Kind(DocumentKind),
    /// Text whose name belongs to no kind of document (program source, configuration): read as
    /// text when it is asked for by name, passed over in a folder.
    OtherText,
    /// Not one byte.
    Empty,
    /// Something that is not read.
    Unknown {
        /// What it seems to be, as a noun with its article.
        what: &'static str,
    },
}

/// The format that a file's name claims.
pub fn claimed(path: &Path) -> Option<DocumentKind> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    Some(match extension.as_str() {
        "pdf" => DocumentKind::Pdf,
        "html" | "htm" | "xhtml" => DocumentKind::Html,
        "md" | "markdown" | "mdown" | "mkd" => DocumentKind::Markdown,
        "txt" | "text" | "asc" | "csv" | "tsv" => DocumentKind::Text,
        "docx" | "docm" => DocumentKind::Docx,
        "jsonl" | "ndjson" => DocumentKind::Jsonl,
        "eml" => DocumentKind::Eml,
        "xml" => DocumentKind::Xml,
        "png" | "jpg" | "jpeg" | "tif" | "tiff" | "bmp" | "gif" | "webp" => DocumentKind::Image,
        _ => return None,
    })
}

/// The format of a file with this start, this end (both as far as there are bytes) and this name.
pub fn sniff(head: &[u8], tail: &[u8], path: &Path) -> Sniffed {
    if head.is_empty() {
        return Sniffed::Empty;
    }
    let claim = claimed(path);
    if let Some(binary) = by_signature(head, tail, claim) {
        return binary;
    }
    let Some(text) = as_text(head) else {
        return match claim {
            // A PDF file without its header may still have its objects.
            Some(DocumentKind::Pdf) => Sniffed::Kind(DocumentKind::Pdf),
            _ => Sniffed::Unknown { what: "a binary file" },
        };
    };
    by_text(&text, claim, path)
}

fn by_signature(head: &[u8], tail: &[u8], claim: Option<DocumentKind>) -> Option<Sniffed> {
    const IMAGES: [&[u8]; 6] =
        [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\0", b"MM\0*", b"GIF87a", b"GIF89a"];
    const OTHERS: [(&[u8], &str); 6] = [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old or encrypted Office file"),
        (b"{\\rtf", "a Rich Text (RTF) file"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
        (b"%!PS", "a PostScript file"),
        (b"\x7fELF", "a program"),
    ];
    let beginning = head.get(..1024).unwrap_or(head);
    if contains(beginning, b"%PDF-") {
        return Some(Sniffed::Kind(DocumentKind::Pdf));
    }
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        let word = contains(head, b"word/document") || contains(tail, b"word/document");
        let has = |part: &[u8]| contains(head, part) || contains(tail, part);
        return Some(if word {
            Sniffed::Kind(DocumentKind::Docx)
        } else if has(b"xl/workbook") {
            Sniffed::Unknown { what: "a spreadsheet (XLSX)" }
        } else if has(b"ppt/presentation") {
            Sniffed::Unknown { what: "a presentation (PPTX)" }
        } else if claim == Some(DocumentKind::Docx) {
            Sniffed::Kind(DocumentKind::Docx)
        } else {
            Sniffed::Unknown { what: "a ZIP archive" }
        });
    }
    let image = IMAGES.iter().any(|signature| head.starts_with(signature))
        || (head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP"))
        || (head.starts_with(b"BM") && claim == Some(DocumentKind::Image));
    if image {
        return Some(Sniffed::Kind(DocumentKind::Image));
    }
    let (_, what) = OTHERS.iter().find(|(signature, _)| head.starts_with(signature))?;
    Some(Sniffed::Unknown { what })
}

fn by_text(text: &str, claim: Option<DocumentKind>, path: &Path) -> Sniffed {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let lower: String = start.chars().take(2048).collect::<String>().to_ascii_lowercase();
    let kind = match claim {
        _ if is_html(&lower) => DocumentKind::Html,
        _ if lower.starts_with("<?xml") => DocumentKind::Xml,
        Some(DocumentKind::Xml) if !lower.starts_with('<') => DocumentKind::Text,
        _ if is_json_lines(start) => DocumentKind::Jsonl,
        _ if is_mail(start, claim) => DocumentKind::Eml,
        Some(DocumentKind::Pdf) if start.contains(" obj") || start.contains("xref") => DocumentKind::Pdf,
        // Text under the name of a binary format is still text.
        Some(DocumentKind::Pdf | DocumentKind::Docx | DocumentKind::Image) => DocumentKind::Text,
        Some(DocumentKind::Html) if !lower.contains('<') => DocumentKind::Text,
        Some(DocumentKind::Jsonl) if !start.is_empty() && !start.starts_with('{') => DocumentKind::Text,
        Some(DocumentKind::Eml) => DocumentKind::Text,
        Some(kind) => kind,
        None if path.extension().is_none() => DocumentKind::Text,
        None => return Sniffed::OtherText,
    };
    Sniffed::Kind(kind)
}

fn is_html(lower: &str) -> bool {
    lower.starts_with("<!doctype html")
        || lower.starts_with("<html")
        || (lower.starts_with('<') && ["<html", "<head>", "<body"].iter().any(|tag| lower.contains(tag)))
}

/// A mail has header fields from its first line on, and one that only a mail program writes: a
/// memorandum has From, To, Date and Subject as well.
fn is_mail(start: &str, claim: Option<DocumentKind>) -> bool {
    const WRITTEN_BY_PROGRAMS: [&str; 6] =
        ["message-id", "received", "mime-version", "return-path", "delivered-to", "x-mailer"];
    let mut fields = 0_usize;
    let mut by_program = claim == Some(DocumentKind::Eml);
    for line in start.lines().take(100) {
        if line.is_empty() {
            break;
        }
        if line.starts_with([' ', '\t']) && fields > 0 {
            continue;
        }
        let Some((name, _)) = line.split_once(':') else { return false };
        if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
            return false;
        }
        fields = fields.saturating_add(1);
        by_program |= WRITTEN_BY_PROGRAMS.contains(&name.to_ascii_lowercase().as_str());
    }
    fields >= 2 && by_program
}

/// The first line looks like an object that ends where the line ends.
fn is_json_lines(start: &str) -> bool {
    let first = start.lines().next().map(str::trim).unwrap_or_default();
    first.starts_with("{\"") && first.ends_with('}')
}

/// The bytes as text when they are some: UTF-8, a UTF-16 with its mark, or a single-byte encoding.
fn as_text(head: &[u8]) -> Option<String> {
    if let Some((encoding, _)) = encoding_rs::Encoding::for_bom(head) {
        return Some(encoding.decode(head).0.into_owned());
    }
    let controls = head.iter().filter(|b| matches!(b, 0..=8 | 11 | 14..=26 | 28..=31)).count();
    // Form feeds, tabs and escapes occur in text; other controls do by accident at most.
    if head.contains(&0) || controls.saturating_mul(100) > head.len() {
        return None;
    }
    let text = String::from_utf8_lossy(head);
    let replaced = text.chars().filter(|c| *c == '\u{fffd}').count();
    if replaced.saturating_mul(3) > text.chars().count() {
        return None;
    }
    Some(text.into_owned())
}

fn contains(bytes: &[u8], what: &[u8]) -> bool {
    bytes.windows(what.len()).any(|w| w == what)
}

#[cfg(test)]
mod tests {
    use super::*;
    use DocumentKind::*;
    use proptest::prelude::*;

    #[test]
    fn content_first_name_second() {
        let kind = Sniffed::Kind;
        for (head, name, expected) in [
            (&b"%PDF-1.7\n"[..], "a.pdf", kind(Pdf)),
            (b"\n\n junk %PDF-1.4", "a.txt", kind(Pdf)),
            (b"1 0 obj\n<<>>\nendobj", "a.pdf", kind(Pdf)),
            (b"\x01\x02\x03\x00\xff", "a.pdf", kind(Pdf)),
            (b"Just words.", "a.pdf", kind(Text)),
            (b"PK\x03\x04....word/document.xml", "a.bin", kind(Docx)),
            (b"PK\x03\x04....", "a.docx", kind(Docx)),
            (b"PK\x03\x04....", "a.zip", Sniffed::Unknown { what: "a ZIP archive" }),
            (b"Plain words", "a.docx", kind(Text)),
            (b"\x89PNG\r\n\x1a\n\0", "a.txt", kind(Image)),
            (b"BM are two letters", "a.txt", kind(Text)),
            (b"<!DOCTYPE html><p>", "a.txt", kind(Html)),
            (b"<?xml version='1.0'?><html>", "a", kind(Html)),
            (b"<?xml version='1.0'?><section>", "a.xml", kind(Xml)),
            (b"<section/>", "a.xml", kind(Xml)),
            (b"words", "a.xml", kind(Text)),
            (b"<p>part</p>", "a.html", kind(Html)),
            (b"no tags", "a.html", kind(Text)),
            (b"# Title", "a.md", kind(Markdown)),
            (b"# Title", "README", kind(Text)),
            (b"fn main() {}", "a.rs", Sniffed::OtherText),
            (b"{\"a\":1}\n{\"a\":2}\n", "a.data", kind(Jsonl)),
            (b"{\"a\":1}", "a.jsonl", kind(Jsonl)),
            (b"{\"a\":1}\n", "a.txt", kind(Jsonl)),
            (b"{\n \"a\":1}\n", "a.json", Sniffed::OtherText),
            (b"PK\x03\x04 xl/workbook.xml", "a.docx", Sniffed::Unknown { what: "a spreadsheet (XLSX)" }),
            (b"Message-ID: <1@x>\nFrom: a@x\n\nHello", "a.txt", kind(Eml)),
            (b"From: a@x\nSubject: s\n\nHello", "a.eml", kind(Eml)),
            (b"From: Clerk\nTo: Board\nDate: May\n\nMemo", "a.txt", kind(Text)),
            (b"\xff\xfeH\0i\0", "a.txt", kind(Text)),
            (b"caf\xe9 au lait", "a.txt", kind(Text)),
            (b"\0\0\0", "a.txt", Sniffed::Unknown { what: "a binary file" }),
            (
                b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
                "a.docx",
                Sniffed::Unknown { what: "an old or encrypted Office file" },
            ),
            (b"", "a.pdf", Sniffed::Empty),
        ] {
            assert_eq!(sniff(head, b"", Path::new(name)), expected, "{name}: {head:?}");
        }
        assert_eq!(sniff(b"PK\x03\x04", b"...word/document.xml", Path::new("x")), kind(Docx));
    }

    proptest! {
        #[test]
        fn never_panics(head in proptest::collection::vec(any::<u8>(), 0..300), name in "[a-z.]{0,8}") {
            let _ = sniff(&head, &head, Path::new(&name));
        }
    }
}
