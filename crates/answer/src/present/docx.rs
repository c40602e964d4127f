//! An answer as a Word document, with each citation as a footnote, for the board packet.

use std::io::{Cursor, Write};

use quick_xml::escape::escape;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::packet::{Piece, Style, blocks};

const CONTENT_TYPES: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/><Override PartName="/word/footnotes.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"/><Override PartName="/word/footer.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>"#;
const PACKAGE: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>"#;
const PARTS: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes" Target="footnotes.xml"/><Relationship Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footer" Target="footer.xml"/></Relationships>"#;
const STYLES: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Georgia" w:hAnsi="Georgia" w:cs="Georgia"/><w:sz w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:after="200"/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="30"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="240"/><w:outlineLvl w:val="1"/></w:pPr><w:rPr><w:b/><w:sz w:val="25"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Point"><w:name w:val="Point"/><w:basedOn w:val="Normal"/><w:pPr><w:ind w:left="360" w:hanging="240"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="FootnoteText"><w:name w:val="footnote text"/><w:basedOn w:val="Normal"/><w:pPr><w:spacing w:after="40"/></w:pPr><w:rPr><w:sz w:val="18"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Footer"><w:name w:val="footer"/><w:basedOn w:val="Normal"/><w:pPr><w:pBdr><w:top w:val="single" w:sz="4" w:space="4" w:color="999999"/></w:pBdr><w:tabs><w:tab w:val="right" w:pos="9360"/></w:tabs><w:spacing w:after="0"/></w:pPr><w:rPr><w:sz w:val="16"/></w:rPr></w:style><w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style></w:styles>"#;
const NAMESPACE: &str = r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main""#;
/// The section with its footer: pages of US Letter with margins of an inch.
const SECTION: &str = r#"<w:sectPr><w:footerReference xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" w:type="default" r:id="rId3"/><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>"#;
/// The number of the page, and the number of pages.
const PAGE: &str = r#"<w:r><w:tab/><w:t xml:space="preserve">Page </w:t></w:r><w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple><w:r><w:t xml:space="preserve"> of </w:t></w:r><w:fldSimple w:instr=" NUMPAGES "><w:r><w:t>1</w:t></w:r></w:fldSimple>"#;
const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#;

/// Writes a form's Markdown as a Word document (Office Open XML) with the heading `title`. A citation in parentheses
/// behind a quote becomes a footnote. `about` is the footer of each page, with its number.
///
/// # Errors
/// Those of packing the file.
pub fn docx(title: &str, markdown: &str, about: &str) -> std::io::Result<Vec<u8>> {
    let mut notes: Vec<String> = Vec::new();
    let mut body = paragraph("Heading1", &[Piece::Text(title.to_owned())], &mut notes);
    for block in blocks(markdown) {
        let style = match block.style {
            Style::Heading => "Heading2",
            Style::Point => "Point",
            Style::Normal => "Normal",
        };
        body.push_str(&paragraph(style, &block.pieces, &mut notes));
    }
    let document = format!("{HEAD}<w:document {NAMESPACE}><w:body>{body}{SECTION}</w:body></w:document>");
    let footer = format!(
        r#"{HEAD}<w:ftr {NAMESPACE}><w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr>{}{PAGE}</w:p></w:ftr>"#,
        run(about)
    );
    let properties = format!(
        r#"{HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{}</dc:title></cp:coreProperties>"#,
        escape(held(title).as_str())
    );
    let footnotes = format!("{HEAD}<w:footnotes {NAMESPACE}>{SEPARATORS}{}</w:footnotes>", notes.concat());
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, text) in [
        ("[Content_Types].xml", CONTENT_TYPES),
        ("_rels/.rels", PACKAGE),
        ("word/document.xml", document.as_str()),
        ("word/_rels/document.xml.rels", PARTS),
        ("word/styles.xml", STYLES),
        ("word/footnotes.xml", footnotes.as_str()),
        ("word/footer.xml", footer.as_str()),
        ("docProps/core.xml", properties.as_str()),
    ] {
        zip.start_file(name, options)?;
        zip.write_all(text.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}

/// The two footnotes that every document has, for the line above the others.
const SEPARATORS: &str = r#"<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>"#;

fn paragraph(style: &str, pieces: &[Piece], notes: &mut Vec<String>) -> String {
    let mut runs = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => runs.push_str(&run(text)),
            Piece::Note(text) => {
                let id = notes.len() + 1;
                runs.push_str(&format!(
                    r#"<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="{id}"/></w:r>"#
                ));
                notes.push(format!(
                    r#"<w:footnote w:id="{id}"><w:p><w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr><w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r>{}</w:p></w:footnote>"#,
                    run(&format!(" {text}"))
                ));
            }
        }
    }
    format!(r#"<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr>{runs}</w:p>"#)
}

/// Writes a run of text.
fn run(text: &str) -> String {
    format!(r#"<w:r><w:t xml:space="preserve">{}</w:t></w:r>"#, escape(held(text).as_str()))
}

/// Returns a text in which characters that XML can't hold are spaces.
fn held(text: &str) -> String {
    let held = |c: char| if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') { ' ' } else { c };
    text.chars().map(held).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn part(file: &[u8], name: &str) -> String {
        let mut zip = zip::ZipArchive::new(Cursor::new(file)).unwrap();
        let mut text = String::new();
        zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn citations_become_footnotes() {
        let markdown = "## Facts\n\n- “A & B” (Fees (old), L4) and “C” (Code, L5).\n_No advice._\n";
        let file = docx("How much?", markdown, "From an archive.").unwrap();
        let (body, notes) = (part(&file, "word/document.xml"), part(&file, "word/footnotes.xml"));
        assert!(
            body.contains("“A &amp; B”</w:t>") && body.contains(r#"<w:footnoteReference w:id="2"/>"#),
            "{body}"
        );
        assert!(
            !body.contains("Fees (old)") && body.contains("> and “C”<") && body.contains(">No advice.<"),
            "{body}"
        );
        let footer = part(&file, "word/footer.xml");
        assert!(footer.contains("From an archive.<") && footer.contains(" NUMPAGES "), "{footer}");
        assert!(notes.contains("> Fees (old), L4<") && notes.contains("> Code, L5<"), "{notes}");
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_well_formed(title in "\\PC{0,30}", text in "[\\x00-\\x{10ffff}]{0,80}", tail in "[”“() ]{0,12}") {
            let file = docx(&title, &format!("{text}{tail}"), &text).unwrap();
            for name in ["word/document.xml", "word/footnotes.xml", "word/footer.xml", "docProps/core.xml"] {
                let xml = part(&file, name);
                let mut reader = quick_xml::Reader::from_str(&xml);
                loop {
                    match reader.read_event() {
                        Ok(quick_xml::events::Event::Eof) => break,
                        other => proptest::prop_assert!(other.is_ok(), "{:?}", other),
                    }
                }
            }
        }
    }
}
