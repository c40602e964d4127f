//! Files of office programs, written here so that no test needs one on disk.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::fmt::Write as _;
use std::io::{Cursor, Read, Write};

use zip::write::SimpleFileOptions;

/// A ZIP file of these parts. The first one is stored as it is, as OpenDocument wants its type.
pub fn zipped(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (at, (name, text)) in parts.iter().enumerate() {
        let method = if at == 0 { zip::CompressionMethod::Stored } else { zip::CompressionMethod::Deflated };
        zip.start_file(*name, SimpleFileOptions::default().compression_method(method)).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// The same ZIP file without compression, so that a mutation reaches the text of its parts.
pub fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut from = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut to = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..from.len() {
        let mut file = from.by_index(index).unwrap();
        let mut content = Vec::new();
        file.read_to_end(&mut content).unwrap();
        let name = file.name().unwrap().into_owned();
        let method = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
        to.start_file(name, method).unwrap();
        to.write_all(&content).unwrap();
    }
    to.finish().unwrap().into_inner()
}

/// Content of a cell.
#[derive(Debug, Clone, Copy)]
pub enum Value<'a> {
    Words(&'a str),
    Bold(&'a str),
    Number(f64),
    Dollars(f64),
    Percent(f64),
    /// Days since the end of 1899.
    Day(f64),
    Empty,
}

/// A sheet of a workbook.
#[derive(Debug, Clone, Default)]
pub struct Sheet<'a> {
    pub name: &'a str,
    pub is_hidden: bool,
    pub rows: Vec<Vec<Value<'a>>>,
    /// Rows, from 1, that are hidden.
    pub hidden_rows: Vec<usize>,
    /// Columns, from 1, that are hidden.
    pub hidden_columns: Vec<usize>,
    /// Areas such as `A1:C1`.
    pub merged: Vec<&'a str>,
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

fn column(at: usize) -> String {
    let letter = |n: usize| char::from(b'A' + u8::try_from(n % 26).unwrap());
    if at < 26 { letter(at).to_string() } else { format!("{}{}", letter(at / 26 - 1), letter(at)) }
}

/// An XLSX file.
pub fn xlsx(sheets: &[Sheet<'_>]) -> Vec<u8> {
    const MAIN: &str = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"";
    const RELATIONS: &str = "xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"";
    const TYPE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let (mut book, mut relations) = (String::new(), String::new());
    let mut parts: Vec<(String, String)> = Vec::new();
    for (at, sheet) in sheets.iter().enumerate() {
        let id = at + 1;
        let state = if sheet.is_hidden { " state=\"hidden\"" } else { "" };
        let name = escaped(sheet.name);
        write!(book, "<sheet name=\"{name}\" sheetId=\"{id}\"{state} r:id=\"rId{id}\"/>").unwrap();
        write!(
            relations,
            "<Relationship Id=\"rId{id}\" Type=\"{TYPE}/worksheet\" Target=\"worksheets/sheet{id}.xml\"/>"
        )
        .unwrap();
        let mut xml = format!("<worksheet {MAIN}>");
        if !sheet.hidden_columns.is_empty() {
            xml.push_str("<cols>");
            for column in &sheet.hidden_columns {
                write!(xml, "<col min=\"{column}\" max=\"{column}\" hidden=\"1\"/>").unwrap();
            }
            xml.push_str("</cols>");
        }
        xml.push_str("<sheetData>");
        for (row, cells) in sheet.rows.iter().enumerate() {
            let hidden = if sheet.hidden_rows.contains(&(row + 1)) { " hidden=\"1\"" } else { "" };
            write!(xml, "<row r=\"{}\"{hidden}>", row + 1).unwrap();
            for (at, cell) in cells.iter().enumerate() {
                let place = format!("{}{}", column(at), row + 1);
                let words = |style: u8, text: &str| {
                    format!(
                        "<c r=\"{place}\" s=\"{style}\" t=\"inlineStr\"><is><t>{}</t></is></c>",
                        escaped(text)
                    )
                };
                let number = |style: u8, n: f64| format!("<c r=\"{place}\" s=\"{style}\"><v>{n}</v></c>");
                xml.push_str(&match cell {
                    Value::Words(text) => words(0, text),
                    Value::Bold(text) => words(1, text),
                    Value::Number(n) => number(0, *n),
                    Value::Dollars(n) => number(2, *n),
                    Value::Percent(n) => number(3, *n),
                    Value::Day(n) => number(4, *n),
                    Value::Empty => String::new(),
                });
            }
            xml.push_str("</row>");
        }
        xml.push_str("</sheetData>");
        if !sheet.merged.is_empty() {
            xml.push_str("<mergeCells>");
            for area in &sheet.merged {
                write!(xml, "<mergeCell ref=\"{area}\"/>").unwrap();
            }
            xml.push_str("</mergeCells>");
        }
        xml.push_str("</worksheet>");
        parts.push((format!("xl/worksheets/sheet{id}.xml"), xml));
    }
    let styles = format!(
        "<styleSheet {MAIN}><numFmts count=\"2\"><numFmt numFmtId=\"164\" formatCode=\"&quot;$&quot;#,##0.00\"/>\
         <numFmt numFmtId=\"165\" formatCode=\"0.0%\"/></numFmts>\
         <fonts count=\"2\"><font><sz val=\"11\"/></font><font><b/><sz val=\"11\"/></font></fonts>\
         <fills count=\"1\"><fill/></fills><borders count=\"1\"><border/></borders>\
         <cellStyleXfs count=\"1\"><xf/></cellStyleXfs>\
         <cellXfs count=\"5\"><xf numFmtId=\"0\" fontId=\"0\"/><xf numFmtId=\"0\" fontId=\"1\" applyFont=\"1\"/>\
         <xf numFmtId=\"164\" fontId=\"0\" applyNumberFormat=\"1\"/><xf numFmtId=\"165\" fontId=\"0\" applyNumberFormat=\"1\"/>\
         <xf numFmtId=\"14\" fontId=\"0\" applyNumberFormat=\"1\"/></cellXfs></styleSheet>"
    );
    let types = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>";
    let root = format!(
        "<Relationships {RELATIONS}><Relationship Id=\"rId1\" Type=\"{TYPE}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
    );
    let book = format!("<workbook {MAIN}><sheets>{book}</sheets></workbook>");
    let relations = format!("<Relationships {RELATIONS}>{relations}</Relationships>");
    let mut all: Vec<(&str, &str)> = vec![
        ("[Content_Types].xml", types),
        ("_rels/.rels", &root),
        ("xl/workbook.xml", &book),
        ("xl/_rels/workbook.xml.rels", &relations),
        ("xl/styles.xml", &styles),
    ];
    all.extend(parts.iter().map(|(name, xml)| (name.as_str(), xml.as_str())));
    zipped(&all)
}

/// A compound file of these streams; `/` parts storages from streams.
pub fn compound(streams: &[(&str, &[u8])]) -> Vec<u8> {
    let mut file = cfb::CompoundFile::create_with_version(cfb::Version::V3, Cursor::new(Vec::new())).unwrap();
    for (name, bytes) in streams {
        if let Some((storage, _)) = name.rsplit_once('/') {
            file.create_storage_all(storage).unwrap();
        }
        file.create_stream(name).unwrap().write_all(bytes).unwrap();
    }
    file.flush().unwrap();
    file.into_inner().into_inner()
}

/// An old Excel file (BIFF8) of one sheet. Formats of numbers are left out.
pub fn xls(name: &str, rows: &[Vec<Value<'_>>]) -> Vec<u8> {
    fn record(out: &mut Vec<u8>, kind: u16, data: &[u8]) {
        out.extend(kind.to_le_bytes());
        out.extend(u16::try_from(data.len()).unwrap().to_le_bytes());
        out.extend(data);
    }
    let begin = |of: u16| [0x0600_u16, of, 0, 0, 0, 0, 0, 0].map(u16::to_le_bytes).concat();
    let mut sheet = Vec::new();
    record(&mut sheet, 0x0809, &begin(0x0010));
    for (row, cells) in rows.iter().enumerate() {
        for (at, cell) in cells.iter().enumerate() {
            let place = [row, at, 0].map(|n| u16::try_from(n).unwrap().to_le_bytes()).concat();
            match cell {
                Value::Words(text) | Value::Bold(text) => {
                    let length = u16::try_from(text.len()).unwrap().to_le_bytes();
                    record(&mut sheet, 0x0204, &[&place, &length[..], &[0], text.as_bytes()].concat());
                }
                Value::Number(n) | Value::Dollars(n) | Value::Percent(n) | Value::Day(n) => {
                    record(&mut sheet, 0x0203, &[&place, &n.to_le_bytes()[..]].concat());
                }
                Value::Empty => {}
            }
        }
    }
    record(&mut sheet, 0x000a, &[]);
    let globals = |at: u32| {
        let mut out = Vec::new();
        record(&mut out, 0x0809, &begin(0x0005));
        let length = u8::try_from(name.len()).unwrap();
        record(&mut out, 0x0085, &[&at.to_le_bytes()[..], &[0, 0, length, 0], name.as_bytes()].concat());
        record(&mut out, 0x000a, &[]);
        out
    };
    let at = u32::try_from(globals(0).len()).unwrap();
    compound(&[("Workbook", &[globals(at), sheet].concat())])
}

/// Root elements of OpenDocument name their spaces.
const OPEN: &str = "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\"";

/// An OpenDocument file of this kind (`spreadsheet`, `text`) with this body.
pub fn open_document(kind: &str, styles: &str, body: &str) -> Vec<u8> {
    let content = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><office:document-content {OPEN}><office:automatic-styles>{styles}</office:automatic-styles><office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    );
    zipped(&[
        ("mimetype", &format!("application/vnd.oasis.opendocument.{kind}")),
        ("META-INF/manifest.xml", "<manifest:manifest/>"),
        ("content.xml", &content),
    ])
}

/// A fee schedule that no other paper has: what is asked about, and its price.
pub const MARINA: [(&str, f64); 3] =
    [("Kayak rack permit", 38.0), ("Mooring tag", 112.0), ("Slip transfer", 45.5)];

/// The fee schedule as rows with a head.
pub fn marina_rows() -> Vec<Vec<Value<'static>>> {
    let mut rows = vec![
        vec![Value::Bold("Town of Harrow Harbor Fees")],
        vec![],
        vec![Value::Bold("Item"), Value::Bold("Fee per year"), Value::Bold("Effective")],
    ];
    rows.extend(MARINA.map(|(item, fee)| vec![Value::Words(item), Value::Dollars(fee), Value::Day(45839.0)]));
    rows
}

/// The fee schedule as an OpenDocument spreadsheet.
pub fn marina_ods() -> Vec<u8> {
    let cell = |text: &str| format!("<table:table-cell><text:p>{text}</text:p></table:table-cell>");
    let mut rows = format!(
        "<table:table-row>{}</table:table-row><table:table-row table:number-rows-repeated=\"1\"><table:table-cell table:number-columns-repeated=\"1024\"/></table:table-row>",
        cell("Town of Harrow Harbor Fees")
    );
    let head = ["Item", "Fee per year", "Effective"].map(cell).concat();
    write!(rows, "<table:table-row>{head}</table:table-row>").unwrap();
    for (item, fee) in MARINA {
        let fee = format!(
            "<table:table-cell office:value-type=\"currency\" office:value=\"{fee}\"><text:p>${fee:.2}</text:p></table:table-cell>"
        );
        let day = "<table:table-cell office:value-type=\"date\" office:date-value=\"2025-07-01\"><text:p>7/1/2025</text:p></table:table-cell>";
        write!(rows, "<table:table-row>{}{fee}{day}</table:table-row>", cell(item)).unwrap();
    }
    rows.push_str("<table:table-row table:number-rows-repeated=\"1048570\"><table:table-cell table:number-columns-repeated=\"1024\"/></table:table-row>");
    let hidden = "<style:style style:name=\"ta2\" style:family=\"table\"><style:table-properties table:display=\"false\"/></style:style>";
    let secret = format!(
        "<table:table table:name=\"Notes\" table:style-name=\"ta2\"><table:table-row>{}</table:table-row></table:table>",
        cell("secret")
    );
    open_document(
        "spreadsheet",
        hidden,
        &format!("<table:table table:name=\"Fees\">{rows}</table:table>{secret}"),
    )
}

/// A presentation of these slides: XML of the shapes, and notes.
pub fn pptx(slides: &[(&str, &str)]) -> Vec<u8> {
    const SPACES: &str = "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\" xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"";
    const TYPE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let (mut ids, mut relations) = (String::new(), String::new());
    let mut parts: Vec<(String, String)> = Vec::new();
    // Files are numbered against the order of the show.
    for (at, (shapes, notes)) in slides.iter().enumerate() {
        let file = slides.len() - at;
        write!(ids, "<p:sldId id=\"{}\" r:id=\"rId{file}\"/>", 256 + at).unwrap();
        write!(
            relations,
            "<Relationship Id=\"rId{file}\" Type=\"{TYPE}/slide\" Target=\"slides/slide{file}.xml\"/>"
        )
        .unwrap();
        let slide = format!("<p:sld {SPACES}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>");
        parts.push((format!("ppt/slides/slide{file}.xml"), slide));
        if !notes.is_empty() {
            let link = format!(
                "<Relationships><Relationship Id=\"rId1\" Type=\"{TYPE}/notesSlide\" Target=\"../notesSlides/notesSlide{file}.xml\"/></Relationships>"
            );
            parts.push((format!("ppt/slides/_rels/slide{file}.xml.rels"), link));
            let notes = format!(
                "<p:notes {SPACES}><p:sp><p:ph type=\"body\"/><p:txBody><a:p><a:r><a:t>{notes}</a:t></a:r></a:p></p:txBody></p:sp></p:notes>"
            );
            parts.push((format!("ppt/notesSlides/notesSlide{file}.xml"), notes));
        }
    }
    let show = format!("<p:presentation {SPACES}><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>");
    let relations = format!("<Relationships>{relations}</Relationships>");
    let mut all: Vec<(&str, &str)> = vec![
        ("[Content_Types].xml", "<Types/>"),
        ("ppt/presentation.xml", &show),
        ("ppt/_rels/presentation.xml.rels", &relations),
    ];
    all.extend(parts.iter().map(|(name, xml)| (name.as_str(), xml.as_str())));
    zipped(&all)
}

/// A message as Outlook saves it, sent on May 1, 2025.
pub fn msg(subject: &str, text: &str, attachments: &[(&str, &[u8])]) -> Vec<u8> {
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let submitted = 116_444_736_000_000_000_u64 + 1_746_108_000 * 10_000_000;
    let mut properties = vec![0_u8; 32];
    properties.extend([0x40, 0x00, 0x39, 0x00, 6, 0, 0, 0]);
    properties.extend(submitted.to_le_bytes());
    let mut streams: Vec<(String, Vec<u8>)> = vec![
        ("/__properties_version1.0".into(), properties),
        ("/__substg1.0_0037001F".into(), wide(subject)),
        ("/__substg1.0_0C1A001F".into(), wide("Clerk")),
        ("/__substg1.0_5D01001F".into(), wide("clerk@harrow.example")),
        ("/__substg1.0_1000001F".into(), wide(text)),
    ];
    for (at, (name, bytes)) in attachments.iter().enumerate() {
        let storage = format!("/__attach_version1.0_#{at:08X}");
        streams.push((format!("{storage}/__substg1.0_3707001F"), wide(name)));
        streams.push((format!("{storage}/__substg1.0_37010102"), bytes.to_vec()));
    }
    let given: Vec<(&str, &[u8])> =
        streams.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    compound(&given)
}
