//! The DOCX reader's face.

use std::collections::BTreeMap;

use quick_xml::events::Event;

use crate::blocks::Blocks;
use crate::error::ReadError;
use crate::lines::{PageBuilder, clean, squeeze};
use crate::options::ReadOptions;
use crate::{Document, DocumentKind, PageStatus};
use twolane_text::LineFlags;

use super::body::walk;
use super::numbering::Numbering;
use super::package::{Package, damaged};
use super::styles::Styles;
use super::xml::lenient;

/// Reads a DOCX file. Headers stand first and footers last, flagged as running heads; footnotes
/// follow the text; tracked deletions are left out.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Document, ReadError> {
    let mut package = Package::open(bytes, options.limits.part_bytes)?;
    let names = package.names();
    let main = names
        .iter()
        .find(|n| n.starts_with("word/document") && n.ends_with(".xml"))
        .ok_or_else(|| damaged("it has no word/document.xml"))?;
    let body = package.text(main)?.ok_or_else(|| damaged("it has no word/document.xml"))?;
    let styles = Styles::parse(&package.text("word/styles.xml")?.unwrap_or_default());
    let mut numbering = Numbering::parse(&package.text("word/numbering.xml")?.unwrap_or_default());

    let mut blocks = Blocks::new(PageBuilder::new(0, options.limits.lines), options.wrap);
    let furniture = |prefix: &str| {
        names.iter().filter(|n| n.starts_with(prefix) && n.ends_with(".xml")).collect::<Vec<_>>()
    };
    for name in furniture("word/header") {
        if let Some(xml) = package.text(name)? {
            walk(&xml, &styles, &mut numbering, &mut blocks, LineFlags::RUNNING_HEAD);
        }
    }
    let seen = walk(&body, &styles, &mut numbering, &mut blocks, LineFlags::empty());
    for name in ["word/footnotes.xml", "word/endnotes.xml"] {
        if let Some(xml) = package.text(name)? {
            walk(&xml, &styles, &mut numbering, &mut blocks, LineFlags::empty());
        }
    }
    for name in furniture("word/footer") {
        if let Some(xml) = package.text(name)? {
            walk(&xml, &styles, &mut numbering, &mut blocks, LineFlags::RUNNING_HEAD);
        }
    }
    let mut page = blocks.finish()?.finish("docx");

    let mut notes = Vec::new();
    if let Some(at) = seen.broken_at {
        notes.push(format!("its text breaks off after byte {at} of {main}; what stands before was read"));
    }
    if seen.deletions > 0 {
        notes.push(format!(
            "{} tracked deletions are left out, {} insertions are in the text",
            seen.deletions, seen.insertions
        ));
    }
    if page.lines.iter().any(|l| l.flags.contains(LineFlags::HIDDEN)) {
        notes.push("holds hidden text; its lines are marked hidden".to_owned());
    }
    if page.lines.is_empty() && seen.broken_at.is_some() {
        return Err(damaged("its XML is broken from the start"));
    }
    if page.lines.is_empty() && seen.pictures > 0 {
        page.status = PageStatus::Unread {
            reason: "it holds pictures and no text; save it as PDF and ingest that, so that OCR can read it"
                .to_owned(),
        };
    }
    let meta = package.text("docProps/core.xml")?.map(|xml| core(&xml)).unwrap_or_default();
    let heading = |level: Option<u8>| {
        page.lines.iter().find(|l| l.heading.is_some() && (level.is_none() || l.heading == level))
    };
    let title = meta
        .get("title")
        .cloned()
        .or_else(|| heading(Some(1)).or_else(|| heading(None)).map(|l| l.text.clone()));
    Ok(Document { kind: DocumentKind::Docx, title, pages: vec![page], meta, notes, law: None })
}

/// Title, author and dates that the package states.
fn core(xml: &str) -> BTreeMap<String, String> {
    let mut meta = BTreeMap::new();
    let mut reader = lenient(xml);
    let mut field: Option<&'static str> = None;
    loop {
        match reader.read_event() {
            Ok(Event::Start(e)) => {
                field = match super::xml::local(&e) {
                    "title" => Some("title"),
                    "creator" => Some("author"),
                    "created" => Some("created"),
                    "modified" => Some("modified"),
                    _ => None,
                }
            }
            Ok(Event::Text(t)) => {
                let text = squeeze(&clean(&t.xml_content(quick_xml::XmlVersion::Implicit1_0)));
                if let (Some(field), false) = (field, text.is_empty()) {
                    meta.entry(field.to_owned()).or_insert_with(String::new).push_str(&text);
                }
            }
            Ok(Event::GeneralRef(r)) => {
                let text =
                    quick_xml::escape::resolve_predefined_entity(&r.into_inner()).unwrap_or("").to_owned();
                if let Some(value) = field.and_then(|f| meta.get_mut(f)) {
                    value.push_str(&text);
                }
            }
            Ok(Event::End(_)) => field = None,
            Ok(Event::Eof) | Err(_) => return meta,
            Ok(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use proptest::prelude::*;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn package(parts: &[(&str, &str)]) -> Vec<u8> {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in parts {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    fn body(inner: &str) -> String {
        format!("<w:document xmlns:w='x'><w:body>{inner}</w:body></w:document>")
    }

    fn lines(inner: &str) -> Vec<(String, Option<u8>, LineFlags)> {
        let bytes = package(&[("word/document.xml", &body(inner))]);
        let document = read(&bytes, &ReadOptions::default()).unwrap();
        document.pages[0].lines.iter().map(|l| (l.text.clone(), l.heading, l.flags)).collect()
    }

    #[test]
    fn paragraphs_headings_and_deletions() {
        let got = lines(
            "<w:p><w:pPr><w:pStyle w:val='Heading2'/></w:pPr><w:r><w:t>Article 1</w:t></w:r></w:p>\
             <w:p><w:r><w:t xml:space='preserve'>Fees &amp; fines: </w:t></w:r><w:del><w:r><w:delText>old</w:delText><w:t>x</w:t></w:r></w:del>\
             <w:ins><w:r><w:t>$5</w:t></w:r></w:ins></w:p><w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r></w:p>",
        );
        assert_eq!(got[0].0, "Article 1");
        assert_eq!(got[0].1, Some(2));
        assert_eq!(got[1].0, "Fees & fines: $5");
        assert!(got[2].2.contains(LineFlags::HIDDEN));
    }

    #[test]
    fn tables_row_by_row() {
        let cell = |t: &str| format!("<w:tc><w:p><w:r><w:t>{t}</w:t></w:r></w:p></w:tc>");
        let got = lines(&format!(
            "<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>{}{}</w:tr><w:tr>{}{}</w:tr></w:tbl>",
            cell("Permit"),
            cell("Fee"),
            cell("Sign"),
            cell("$25")
        ));
        assert_eq!(got[0].0, "Permit  Fee");
        assert!(got[0].2.contains(LineFlags::TABLE_HEAD));
        assert_eq!(got[1].0, "Sign  $25");
        assert!(!got[1].2.contains(LineFlags::TABLE_HEAD));
    }

    #[test]
    fn a_bomb_and_a_broken_file_are_errors() {
        let bomb = package(&[("word/document.xml", &"<w:p/>".repeat(1 << 20))]);
        let mut options = ReadOptions::default();
        options.limits.part_bytes = 1 << 20;
        assert!(matches!(read(&bomb, &options), Err(ReadError::TooLarge { .. })));
        assert!(matches!(read(b"PK\x03\x04nothing", &options), Err(ReadError::Damaged { .. })));
        let other = package(&[("xl/workbook.xml", "<x/>")]);
        assert!(matches!(read(&other, &options), Err(ReadError::Damaged { .. })));
    }

    #[test]
    fn depth_does_not_matter() {
        for unit in ["<w:p>", "<w:tbl><w:tr><w:tc>", "<w:ins>", "<w:del>"] {
            let inner = format!("{}<w:p><w:r><w:t>deep</w:t></w:r></w:p>", unit.repeat(50_000));
            let _ = lines(&inner);
        }
    }

    proptest! {
        #[test]
        fn never_panics(at in 0usize..4000, byte in any::<u8>(), cut in 0usize..4000) {
            let mut bytes = package(&[
                ("word/document.xml", &body("<w:p><w:r><w:t>text</w:t></w:r></w:p>")),
                ("word/styles.xml", "<w:styles><w:style w:styleId='a'><w:basedOn w:val='a'/></w:style></w:styles>"),
                ("docProps/core.xml", "<c><dc:title>T</dc:title></c>"),
            ]);
            if let Some(b) = bytes.get_mut(at) { *b = byte; }
            bytes.truncate(bytes.len().max(1) - cut.min(bytes.len() - 1));
            let _ = read(&bytes, &ReadOptions::default());
        }

        #[test]
        fn never_panics_on_xml(parts in proptest::collection::vec(prop_oneof![
            Just("<w:p>"), Just("</w:p>"), Just("<w:tbl>"), Just("</w:tbl>"), Just("<w:tr>"), Just("</w:tr>"), Just("<w:tc>"),
            Just("</w:tc>"), Just("<w:r>"), Just("</w:r>"), Just("<w:t>"), Just("</w:t>"), Just("word"), Just("&amp;"), Just("&x;"),
            Just("<w:del>"), Just("</w:del>"), Just("<"), Just("<w:pPr>"), Just("</w:pPr>"), Just("<w:p/>"), Just("<!--"),
        ], 0..60)) {
            let _ = read(&package(&[("word/document.xml", &parts.concat())]), &ReadOptions::default());
        }
    }
}
