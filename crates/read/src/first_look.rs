//! The format of a file: by its content first, by its name second. Looks at bytes, parses nothing,
//! so that it is safe outside a worker.

use std::path::Path;

use crate::DocumentKind;
use crate::encoding::decode;

/// Bytes from a file's start that [`sniff`] wants to see.
pub const HEAD: usize = 8 << 10;
/// Bytes from a file's end that [`sniff`] needs: a ZIP file's list of names is there.
pub const TAIL: usize = 64 << 10;

/// Format that a file seems to have.
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
        /// Name of the apparent format, as a noun with its article.
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
        "txt" | "text" | "asc" => DocumentKind::Text,
        "xlsx" | "xlsm" | "xls" | "ods" | "csv" | "tsv" | "tab" => DocumentKind::Spreadsheet,
        "docx" | "docm" => DocumentKind::Docx,
        "odt" => DocumentKind::Odt,
        "rtf" => DocumentKind::Rtf,
        "pptx" | "pptm" | "ppsx" => DocumentKind::Pptx,
        "jsonl" | "ndjson" => DocumentKind::Jsonl,
        "eml" => DocumentKind::Eml,
        "msg" => DocumentKind::Msg,
        "mbox" | "mbx" => DocumentKind::Mbox,
        "xml" => DocumentKind::Xml,
        "zip" => DocumentKind::Zip,
        "png" | "jpg" | "jpeg" | "tif" | "tiff" | "bmp" | "gif" | "webp" => DocumentKind::Image,
        _ => return None,
    })
}

/// True for names of papers in formats that are not read: in a folder they are named one by one, not passed over.
pub fn is_unread_paper(path: &Path) -> bool {
    const ENDINGS: [&str; 14] = [
        "doc", "dot", "ppt", "pps", "xlsb", "xlt", "odp", "wpd", "wps", "pages", "numbers", "key", "pub",
        "epub",
    ];
    path.extension().is_some_and(|found| ENDINGS.iter().any(|ending| found.eq_ignore_ascii_case(ending)))
}

/// Returns the format of a file with this start, this end (each as long as the file allows) and
/// this name.
pub fn sniff(head: &[u8], tail: &[u8], path: &Path) -> Sniffed {
    if head.is_empty() {
        return Sniffed::Empty;
    }
    let claim = claimed(path);
    if let Some(binary) = by_signature(head, tail, claim, path) {
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

/// Formats by the bytes at their start. What a container holds comes after these bytes, so that the
/// start decides before anything further in is looked for.
const SIGNATURES: &[(&[u8], Sniffed)] = &[
    (b"%PDF-", Sniffed::Kind(DocumentKind::Pdf)),
    (b"\x89PNG\r\n\x1a\n", Sniffed::Kind(DocumentKind::Image)),
    (b"\xff\xd8\xff", Sniffed::Kind(DocumentKind::Image)),
    (b"II*\0", Sniffed::Kind(DocumentKind::Image)),
    (b"MM\0*", Sniffed::Kind(DocumentKind::Image)),
    (b"GIF87a", Sniffed::Kind(DocumentKind::Image)),
    (b"GIF89a", Sniffed::Kind(DocumentKind::Image)),
    (b"{\\rtf", Sniffed::Kind(DocumentKind::Rtf)),
    (b"\x1f\x8b", Sniffed::Unknown { what: "a gzip archive" }),
    (b"BZh", Sniffed::Unknown { what: "a bzip2 archive" }),
    (b"\xfd7zXZ", Sniffed::Unknown { what: "an xz archive" }),
    (b"7z\xbc\xaf\x27\x1c", Sniffed::Unknown { what: "a 7z archive" }),
    (b"Rar!\x1a\x07", Sniffed::Unknown { what: "a RAR archive" }),
    (b"%!PS", Sniffed::Unknown { what: "a PostScript file" }),
    (b"\x7fELF", Sniffed::Unknown { what: "a program" }),
];

fn by_signature(head: &[u8], tail: &[u8], claim: Option<DocumentKind>, path: &Path) -> Option<Sniffed> {
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        return Some(of_zip(head, tail, claim, path));
    }
    if head.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
        return Some(of_compound(head, tail, claim, path));
    }
    if let Some((_, sniffed)) = SIGNATURES.iter().find(|(signature, _)| head.starts_with(signature)) {
        return Some(*sniffed);
    }
    let image = (head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP"))
        || (head.starts_with(b"BM")
            && (claim == Some(DocumentKind::Image) || head.get(6..10) == Some(&[0, 0, 0, 0])));
    if image {
        return Some(Sniffed::Kind(DocumentKind::Image));
    }
    if head.get(257..262) == Some(b"ustar") {
        return Some(Sniffed::Unknown { what: "a tar archive" });
    }
    // A PDF's mark may come after some junk: readers look for it within the first kilobyte. A mail
    // that carries a PDF as it is has it there as well.
    let at = position(head.get(..1024).unwrap_or(head), b"%PDF-")?;
    let before = String::from_utf8_lossy(head.get(..at)?);
    (!is_mail(before.trim_start(), claim)).then_some(Sniffed::Kind(DocumentKind::Pdf))
}

/// The format of a ZIP file by its members' names.
fn of_zip(head: &[u8], tail: &[u8], claim: Option<DocumentKind>, path: &Path) -> Sniffed {
    let mut names: Vec<&[u8]> = member_names(tail);
    // A file without its list of names is damaged; what can be seen of them decides.
    let listed = !names.is_empty();
    names.extend(local_name(head));
    let has = |name: &[u8]| {
        names.iter().any(|n| n.starts_with(name))
            || (!listed && (contains(head, name) || contains(tail, name)))
    };
    // The list may begin before what can be seen: then the folders of an Office file decide.
    let office = has(b"[Content_Types].xml");
    if has(b"word/document") || (office && has(b"word/")) {
        return Sniffed::Kind(DocumentKind::Docx);
    }
    let starts_as = |mime: &[u8]| contains(head.get(..128).unwrap_or(head), mime);
    if has(b"xl/workbook.bin") {
        return Sniffed::Unknown { what: "a binary spreadsheet (XLSB)" };
    }
    if has(b"xl/workbook")
        || (office && has(b"xl/"))
        || starts_as(b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet")
        || (claim == Some(DocumentKind::Spreadsheet) && has(b"META-INF/manifest.xml"))
    {
        return Sniffed::Kind(DocumentKind::Spreadsheet);
    }
    if has(b"ppt/presentation") || (office && has(b"ppt/")) {
        return Sniffed::Kind(DocumentKind::Pptx);
    }
    if starts_as(b"mimetypeapplication/vnd.oasis.opendocument.text")
        || (claim == Some(DocumentKind::Odt) && has(b"META-INF/manifest.xml"))
    {
        return Sniffed::Kind(DocumentKind::Odt);
    }
    let what = if starts_as(b"mimetypeapplication/vnd.oasis.opendocument") || has(b"META-INF/manifest.xml") {
        "an OpenDocument file"
    } else if starts_as(b"mimetypeapplication/epub+zip") {
        "an electronic book (EPUB)"
    } else if let Some(
        kind @ (DocumentKind::Docx | DocumentKind::Odt | DocumentKind::Pptx | DocumentKind::Spreadsheet),
    ) = claim
    {
        return Sniffed::Kind(kind);
    } else if office {
        "an Office file that holds no text document"
    } else if claim.is_some() || path.extension().is_none() {
        return Sniffed::Kind(DocumentKind::Zip);
    } else {
        // Programs, maps and others are ZIP files under names of their own.
        "a ZIP archive whose name does not end in .zip"
    };
    Sniffed::Unknown { what }
}

/// The format of a compound file, by the names of its streams, else by the file's name: the list of streams may
/// be in no part that can be seen.
fn of_compound(head: &[u8], tail: &[u8], claim: Option<DocumentKind>, path: &Path) -> Sniffed {
    let has = |name: &str| {
        let wide: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        contains(head, &wide) || contains(tail, &wide)
    };
    let is_named = |ending: &str| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(ending));
    // A message holds the files that are attached to it, and a paper may hold others, whole.
    if has("__properties_version1.0") {
        return Sniffed::Kind(DocumentKind::Msg);
    }
    let is_workbook = has("Workbook");
    let what = if has("EncryptedPackage") {
        "an Office file with a password"
    } else if is_workbook && claim == Some(DocumentKind::Spreadsheet) {
        return Sniffed::Kind(DocumentKind::Spreadsheet);
    } else if has("WordDocument") {
        "an old Word file (.doc)"
    } else if has("PowerPoint Document") {
        "an old PowerPoint file (.ppt)"
    } else if is_workbook {
        return Sniffed::Kind(DocumentKind::Spreadsheet);
    } else if let Some(kind @ (DocumentKind::Msg | DocumentKind::Spreadsheet)) = claim {
        return Sniffed::Kind(kind);
    } else if is_named("doc") || is_named("dot") {
        "an old Word file (.doc)"
    } else if is_named("ppt") || is_named("pps") {
        "an old PowerPoint file (.ppt)"
    } else {
        "an old Office file (.doc or .ppt)"
    };
    Sniffed::Unknown { what }
}

/// Names of a ZIP file's members out of the list at the end of `tail`, each as often as it is
/// listed. A list that begins before `tail` gives the names in `tail`.
pub(crate) fn member_names(tail: &[u8]) -> Vec<&[u8]> {
    let mut names = Vec::new();
    let Some(end) = tail.windows(4).rposition(|w| w == b"PK\x05\x06") else { return names };
    let mut size = tail.get(end..).and_then(|record| number(record, 12, 4)).unwrap_or(0);
    // Of a large list (ZIP64) another record, right before, has the size.
    let large = tail.get(..end).and_then(|before| before.windows(4).rposition(|w| w == b"PK\x06\x06"));
    let large = large.filter(|_| size == 0xffff_ffff);
    if let Some(record) = large {
        size = tail.get(record..).and_then(|record| number(record, 40, 8)).unwrap_or(0);
    }
    let end = large.unwrap_or(end);
    let mut at = match end.checked_sub(size) {
        Some(start) if tail.get(start..).is_some_and(|t| t.starts_with(CENTRAL)) => start,
        _ => position(tail, CENTRAL).unwrap_or(end),
    };
    while let Some(record) = tail.get(at..end).filter(|record| record.starts_with(CENTRAL)) {
        let lengths = [28, 30, 32].map(|place| number(record, place, 2).unwrap_or(0));
        let [name, extra, comment] = lengths;
        names.extend(record.get(46..46 + name));
        at += 46 + name + extra + comment;
    }
    names
}

/// Mark of an entry in a ZIP file's list of members.
const CENTRAL: &[u8] = b"PK\x01\x02";

/// Name of the member at a ZIP file's start.
fn local_name(head: &[u8]) -> Option<&[u8]> {
    head.get(30..30 + number(head, 26, 2)?)
}

/// A number of `length` bytes, least first.
fn number(bytes: &[u8], at: usize, length: usize) -> Option<usize> {
    let bytes = bytes.get(at..at + length)?;
    Some(bytes.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte)))
}

fn by_text(text: &str, claim: Option<DocumentKind>, path: &Path) -> Sniffed {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let lower: String = start.chars().take(4096).collect::<String>().to_ascii_lowercase();
    let kind = match claim {
        _ if is_html(&lower, claim) => DocumentKind::Html,
        _ if lower.starts_with("<?xml") => DocumentKind::Xml,
        Some(DocumentKind::Xml) if !lower.starts_with('<') => DocumentKind::Text,
        _ if is_json_lines(start) => DocumentKind::Jsonl,
        _ if crate::mbox_border::is_border(start.as_bytes()) => DocumentKind::Mbox,
        _ if is_mail(start, claim) => DocumentKind::Eml,
        Some(DocumentKind::Pdf) if start.contains(" obj") || start.contains("xref") => DocumentKind::Pdf,
        // Text under the name of a binary format is still text.
        Some(
            DocumentKind::Pdf
            | DocumentKind::Docx
            | DocumentKind::Odt
            | DocumentKind::Pptx
            | DocumentKind::Rtf
            | DocumentKind::Image
            | DocumentKind::Zip,
        ) => DocumentKind::Text,
        // Old programs write a web page or text under the name of a spreadsheet.
        Some(DocumentKind::Spreadsheet) if !has_table_name(path) && !start.contains('\t') => {
            DocumentKind::Text
        }
        Some(DocumentKind::Html) if !lower.contains('<') => DocumentKind::Text,
        Some(DocumentKind::Jsonl) if !start.is_empty() && !start.starts_with('{') => DocumentKind::Text,
        Some(DocumentKind::Eml | DocumentKind::Msg | DocumentKind::Mbox) => DocumentKind::Text,
        Some(kind) => kind,
        None if path.extension().is_none() => DocumentKind::Text,
        None => return Sniffed::OtherText,
    };
    Sniffed::Kind(kind)
}

/// True for names of tables in plain text.
fn has_table_name(path: &Path) -> bool {
    ["csv", "tsv", "tab"].iter().any(|name| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(name)))
}

fn is_html(lower: &str, claim: Option<DocumentKind>) -> bool {
    lower.starts_with("<!doctype html")
        || lower.starts_with("<html")
        || (lower.starts_with('<')
            && (lower.contains("<html")
                // XML of other kinds has heads and bodies, too.
                || (!lower.starts_with("<?xml")
                    && claim != Some(DocumentKind::Xml)
                    && ["<head>", "<body"].iter().any(|tag| lower.contains(tag)))
                || (claim == Some(DocumentKind::Html) && !lower.starts_with("<?xml"))))
}

/// Returns true for a mail: its first line begins its header fields, one of which only a mail
/// program writes. A memorandum has From, To, Date and Subject as well.
fn is_mail(start: &str, claim: Option<DocumentKind>) -> bool {
    const WRITTEN_BY_PROGRAMS: [&str; 6] =
        ["message-id", "received", "mime-version", "return-path", "delivered-to", "x-mailer"];
    let mut fields = 0_usize;
    let mut by_program = false;
    let mut of_letters = false;
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
        let name = name.to_ascii_lowercase();
        by_program |= WRITTEN_BY_PROGRAMS.contains(&name.as_str());
        of_letters |= matches!(name.as_str(), "from" | "subject" | "date");
    }
    let named = claim == Some(DocumentKind::Eml) && (of_letters || by_program);
    named || (fields >= 2 && by_program)
}

/// The first line looks like an object that ends where the line ends.
fn is_json_lines(start: &str) -> bool {
    let first = start.lines().next().map(str::trim).unwrap_or_default();
    first.starts_with("{\"") && first.ends_with('}')
}

/// The bytes as text when they are some, in any encoding that [`decode`] knows.
fn as_text(head: &[u8]) -> Option<String> {
    let text = decode(head, None).text;
    // Form feeds, tabs and escapes occur in text; other controls do by accident at most.
    let control = |c: &char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}' | '\u{1b}');
    let controls = text.chars().filter(control).count();
    (controls.saturating_mul(100) <= text.chars().count()).then_some(text)
}

fn contains(bytes: &[u8], what: &[u8]) -> bool {
    position(bytes, what).is_some()
}

fn position(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|w| w == what)
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
            (b"PK\x03\x04....", "a.zip", kind(Zip)),
            (b"PK\x03\x04....", "packet", kind(Zip)),
            (
                b"PK\x03\x04....",
                "a.jar",
                Sniffed::Unknown { what: "a ZIP archive whose name does not end in .zip" },
            ),
            (b"PK\x03\x04\0\0\0\0 a.pdf %PDF-1.4", "a.zip", kind(Zip)),
            (b"GIF89a comment %PDF-1.4", "a.gif", kind(Image)),
            (
                b"Message-ID: <1@x>\nFrom: a@x\n\n--b\nContent-Type: application/pdf\n\n%PDF-1.4",
                "a.eml",
                kind(Eml),
            ),
            (b"H\0e\0l\0l\0o\0,\0 \0y\0o\0u\0", "a.txt", kind(Text)),
            (b"Plain words", "a.docx", kind(Text)),
            (b"\x89PNG\r\n\x1a\n\0", "a.txt", kind(Image)),
            (b"BM are two letters", "a.txt", kind(Text)),
            (b"<!DOCTYPE html><p>", "a.txt", kind(Html)),
            (b"<?xml version='1.0'?><html>", "a", kind(Html)),
            (b"<?xml version='1.0'?><section>", "a.xml", kind(Xml)),
            (b"<section/>", "a.xml", kind(Xml)),
            (b"<?xml version='1.0'?><DIV5><HEAD>PART 1</HEAD></DIV5>", "a", kind(Xml)),
            (b"<DIV5><HEAD>PART 1</HEAD></DIV5>", "a.xml", kind(Xml)),
            (b"<head><title>Fees</title></head>", "a.htm", kind(Html)),
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
            (b"PK\x03\x04 xl/workbook.xml", "a.docx", kind(Spreadsheet)),
            (b"a,b\n1,2", "a.csv", kind(Spreadsheet)),
            (b"<html><table>", "a.xls", kind(Html)),
            (b"a\tb\n1\t2", "a.xls", kind(Spreadsheet)),
            (b"words", "a.xlsx", kind(Text)),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a.xls", kind(Spreadsheet)),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1W\0o\0r\0k\0b\0o\0o\0k\0", "a", kind(Spreadsheet)),
            (b"Message-ID: <1@x>\nFrom: a@x\n\nHello", "a.txt", kind(Eml)),
            (b"From: a@x\nSubject: s\n\nHello", "a.eml", kind(Eml)),
            (b"From: Clerk\nTo: Board\nDate: May\n\nMemo", "a.txt", kind(Text)),
            (b"\xff\xfeH\0i\0", "a.txt", kind(Text)),
            (b"caf\xe9 au lait", "a.txt", kind(Text)),
            (b"\0\0\0", "a.txt", Sniffed::Unknown { what: "a binary file" }),
            (
                b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
                "a.docx",
                Sniffed::Unknown { what: "an old Office file (.doc or .ppt)" },
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
