//! The DOCX reader over whole files.

use std::io::{Cursor, Write};

use proptest::prelude::*;
use zip::write::SimpleFileOptions;

use crate::{Document, PageStatus, ReadError, ReadOptions, read_docx as read};
use twolane_text::LineFlags;

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

const STYLES: &str = "<w:styles>\
    <w:style w:type='character' w:styleId='FootnoteReference'><w:name w:val='footnote reference'/><w:rPr><w:vertAlign w:val='superscript'/></w:rPr></w:style>\
    <w:style w:type='character' w:styleId='Mark'><w:basedOn w:val='FootnoteReference'/></w:style>\
    <w:style w:type='character' w:styleId='Gone'><w:rPr><w:strike/></w:rPr></w:style>\
    <w:style w:type='paragraph' w:styleId='Repealed'><w:rPr><w:dstrike/></w:rPr></w:style>\
    <w:style w:type='character' w:styleId='PlaceholderText'><w:name w:val='Placeholder Text'/></w:style>\
    <w:style w:type='character' w:styleId='Hyperlink'><w:name w:val='Hyperlink'/><w:rPr><w:u w:val='single'/></w:rPr></w:style>\
    <w:style w:type='paragraph' w:styleId='Caption'><w:name w:val='caption'/></w:style>\
    <w:style w:type='paragraph' w:styleId='Legend'><w:basedOn w:val='Caption'/></w:style>\
    <w:style w:type='table' w:styleId='Grid'><w:tblStylePr w:type='firstRow'><w:rPr><w:b/></w:rPr></w:tblStylePr>\
    <w:tblStylePr w:type='lastRow'><w:rPr><w:strike/></w:rPr></w:tblStylePr></w:style>\
    <w:style w:type='character' w:styleId='Strong'><w:rPr><w:b/></w:rPr></w:style></w:styles>";

/// A document with the styles above and further parts.
fn document(inner: &str, parts: &[(&str, &str)]) -> Document {
    let body = body(inner);
    let mut all = vec![("word/document.xml", body.as_str()), ("word/styles.xml", STYLES)];
    all.extend(parts);
    read(&package(&all), &ReadOptions::default()).unwrap()
}

fn texts(document: &Document) -> Vec<&str> {
    document.pages[0].lines.iter().map(|l| l.text.as_str()).collect()
}

fn check(inner: &str, expected: &[&str]) {
    assert_eq!(texts(&document(inner, &[])), expected, "{inner}");
}

fn flags(document: &Document, text: &str) -> LineFlags {
    document.pages[0].lines.iter().find(|l| l.text == text).unwrap_or_else(|| panic!("no line {text}")).flags
}

fn run(text: &str, properties: &str) -> String {
    format!("<w:r><w:rPr>{properties}</w:rPr><w:t xml:space='preserve'>{text}</w:t></w:r>")
}

fn p(inner: &str) -> String {
    format!("<w:p>{inner}</w:p>")
}

fn plain(text: &str) -> String {
    run(text, "")
}

fn cell(properties: &str, text: &str) -> String {
    format!("<w:tc><w:tcPr>{properties}</w:tcPr>{}</w:tc>", p(&plain(text)))
}

fn row(properties: &str, cells: &[String]) -> String {
    format!("<w:tr><w:trPr>{properties}</w:trPr>{}</w:tr>", cells.concat())
}

fn table(rows: &[String]) -> String {
    format!("<w:tbl><w:tblPr/>{}</w:tbl>", rows.concat())
}

#[test]
fn raised_marks_stay_out_of_figures() {
    let up = "<w:vertAlign w:val='superscript'/>";
    for (raised, properties, after, expected) in [
        ("4", up, " feet", "6⁴ feet"),
        ("4", "<w:position w:val='8'/><w:sz w:val='14'/>", " feet", "6⁴ feet"),
        ("4", "<w:rStyle w:val='FootnoteReference'/>", " feet", "6⁴ feet"),
        ("4", "<w:rStyle w:val='Mark'/>", " feet", "6⁴ feet"),
        ("4", "<w:rStyle w:val='Mark'/><w:vertAlign w:val='baseline'/>", " feet", "64 feet"),
        ("th", up, " of July", "6th of July"),
        ("3", up, "", "6³"),
        (" ft", "", "", "6 ft"),
        ("[4]", "", "", "6[4]"),
    ] {
        let runs = [plain("6"), run(raised, properties), plain(after)].concat();
        check(&p(&runs), &[expected]);
        check(
            &table(&[row("", &[format!("<w:tc>{}</w:tc>", p(&runs)), cell("", "x")])]),
            &[&format!("{expected}  x")],
        );
    }
}

#[test]
fn notes_are_tied_to_their_marks() {
    let refer = |kind: &str, id: u8| {
        format!(
            "<w:r><w:rPr><w:rStyle w:val='FootnoteReference'/></w:rPr><w:{kind}Reference w:id='{id}'/></w:r>"
        )
    };
    let note = |id: u8, text: &str| {
        let mark = "<w:r><w:rPr><w:rStyle w:val='FootnoteReference'/></w:rPr><w:footnoteRef/></w:r>";
        format!(
            "<w:footnote w:id='{id}'>{}{}</w:footnote>",
            p(&format!("{mark}{}", plain(&format!(" {text}")))),
            p(&plain("More."))
        )
    };
    let inner = p(&[
        plain("A fence may be 6"),
        refer("footnote", 5),
        plain(" feet"),
        refer("footnote", 2),
        plain(", a wall 7"),
        refer("endnote", 1),
    ]
    .concat())
        + &p(&format!("<w:del>{}</w:del>{}", refer("footnote", 7), plain("Gates.")))
        + &p(&format!(
            "{}<w:r><w:rPr><w:vertAlign w:val='superscript'/></w:rPr><w:footnoteReference w:id='9' w:customMarkFollows='1'/><w:t>*</w:t></w:r>",
            plain("Sheds")
        ));
    let footnotes = format!(
        "<w:footnotes><w:footnote w:type='separator' w:id='0'>{}</w:footnote>{}{}{}<w:footnote w:id='9'>{}</w:footnote></w:footnotes>",
        p(&plain("no")),
        note(5, "From grade."),
        note(2, "With a permit."),
        note(7, "Deleted."),
        p(&(run("*", "<w:vertAlign w:val='superscript'/>") + &plain(" By hand.")))
    );
    let endnotes =
        format!("<w:endnotes><w:endnote w:id='1'>{}</w:endnote></w:endnotes>", p(&plain("See plan.")));
    let document = document(&inner, &[("word/footnotes.xml", &footnotes), ("word/endnotes.xml", &endnotes)]);
    assert_eq!(
        texts(&document),
        [
            "A fence may be 6¹ feet², a wall 7ⁱ",
            "Gates.",
            "Sheds*",
            "¹ From grade.",
            "More.",
            "² With a permit.",
            "More.",
            "* By hand.",
            "ⁱ See plan."
        ]
    );
    for (line, is_note) in
        document.pages[0].lines.iter().zip([false, false, false, true, false, true, false, true, true])
    {
        assert_eq!(line.flags.contains(LineFlags::FOOTNOTE), is_note, "{}", line.text);
    }
}

#[test]
fn fractions_and_equations_are_text() {
    let t = |text: &str| format!("<m:r><w:rPr><w:b/></w:rPr><m:t>{text}</m:t></m:r>");
    let fraction = |a: &str, b: &str| {
        format!("<m:oMath><m:f><m:fPr/><m:num>{}</m:num><m:den>{}</m:den></m:f></m:oMath>", t(a), t(b))
    };
    check(&p(&(plain("A buffer of ") + &fraction("3", "5") + &plain(" mile"))), &["A buffer of 3/5 mile"]);
    check(&p(&(plain("limited to 7") + &fraction("1", "2") + &plain(" feet"))), &["limited to 7½ feet"]);
    check(&p(&(plain("limited to 7") + &fraction("3", "5") + &plain("9"))), &["limited to 7 3/5 9"]);
    let matrix = format!(
        "<m:oMathPara><m:oMath><m:m><m:mr><m:e>{}</m:e></m:mr></m:m></m:oMath></m:oMathPara>",
        t("1")
    );
    let with_matrix = document(&p(&matrix), &[]);
    assert_eq!(texts(&with_matrix), ["[formula]"]);
    assert_eq!(with_matrix.notes, ["1 equation shows as [formula]"]);
    check(&p("<w:r><w:object><o:OLEObject ProgID='Equation.3'/></w:object></w:r>"), &["[formula]"]);
    let field = |instruction: &str| {
        format!(
            "<w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>{instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType='end'/></w:r>"
        )
    };
    check(&p(&(plain("7") + &field("EQ \\f(1,2)") + &plain(" feet"))), &["7½ feet"]);
}

#[test]
fn struck_words_are_marked() {
    for (properties, expected) in [
        ("<w:strike/>", "~~$25~~ $50"),
        ("<w:dstrike w:val='1'/>", "~~$25~~ $50"),
        ("<w:rStyle w:val='Gone'/>", "~~$25~~ $50"),
        ("<w:rStyle w:val='Gone'/><w:strike w:val='0'/>", "$25 $50"),
        ("<w:strike w:val='false'/>", "$25 $50"),
        ("<w:rPrChange><w:rPr><w:strike/></w:rPr></w:rPrChange>", "$25 $50"),
        ("", "$25 $50"),
    ] {
        let got = document(&p(&(run("$25", properties) + &plain(" $50"))), &[]);
        assert_eq!(texts(&got), [expected]);
        assert!(!flags(&got, expected).contains(LineFlags::STRUCK));
    }
    let repealed =
        document("<w:p><w:pPr><w:pStyle w:val='Repealed'/></w:pPr><w:r><w:t>No dogs.</w:t></w:r></w:p>", &[]);
    assert!(flags(&repealed, "~~No dogs.~~").contains(LineFlags::STRUCK));
    let struck = |text: &str| format!("<w:tc>{}</w:tc>", p(&run(text, "<w:strike/>")));
    let rows = document(
        &table(&[row("", &[struck("Dog"), struck("$5")]), row("", &[cell("", "Dog"), struck("$5")])]),
        &[],
    );
    assert_eq!(texts(&rows), ["~~Dog~~  ~~$5~~", "Dog  ~~$5~~"]);
    assert!(flags(&rows, "~~Dog~~  ~~$5~~").contains(LineFlags::STRUCK));
}

#[test]
fn underlined_additions_are_noted() {
    let note = "additions are underlined and deletions struck through in this paper";
    let (struck, under) = ("<w:strike/>", "<w:u w:val='single'/>");
    for (inner, noted) in [
        (p(&(run("$25", struck) + &run(" $50", under))), true),
        (p(&run("Old.", struck)) + &p(&run("New.", under)), true),
        (p(&run("Heading", under)) + &p(&(run("Old", struck) + &plain(" stays."))), false),
        (p(&(run("$25", struck) + &run(" link", "<w:rStyle w:val='Hyperlink'/>"))), false),
        (p(&run("New.", under)), false),
    ] {
        assert_eq!(document(&inner, &[]).notes.iter().any(|n| n == note), noted, "{inner}");
    }
}

#[test]
fn unseen_text_is_hidden() {
    let white = "<w:color w:val='FFFFFF'/>";
    let dark = "<w:shd w:val='clear' w:fill='1F3864'/>";
    for (inner, hidden) in [
        (p(&run("secret", white)), true),
        (p(&run("secret", "<w:sz w:val='2'/>")), true),
        (p(&run("secret", &format!("{white}{dark}"))), false),
        (format!("<w:p><w:pPr>{dark}</w:pPr>{}</w:p>", run("secret", white)), false),
        (
            table(&[format!(
                "<w:tr><w:tc><w:tcPr>{dark}</w:tcPr>{}</w:tc></w:tr>",
                p(&run("secret", white))
            )]),
            false,
        ),
        (table(&[format!("<w:tr><w:tc>{}</w:tc></w:tr>", p(&run("secret", white)))]), true),
        (
            format!(
                "<w:tbl><w:tblPr><w:tblStyle w:val='GridTable4'/></w:tblPr><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>",
                p(&run("secret", white))
            ),
            false,
        ),
        (format!("<w:p><w:r><w:txbxContent>{}</w:txbxContent></w:r></w:p>", p(&run("secret", white))), false),
        (p(&plain("secret")), false),
    ] {
        assert_eq!(flags(&document(&inner, &[]), "secret").contains(LineFlags::HIDDEN), hidden, "{inner}");
    }
}

#[test]
fn content_controls_show_their_state_once() {
    let control = |properties: &str, content: &str| {
        format!("<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>")
    };
    let check_box =
        |checked: &str| format!("<w14:checkbox><w14:checked w14:val='{checked}'/></w14:checkbox>");
    let symbol = "<w:r><w:sym w:font='Wingdings' w:char='F0FE'/></w:r>";
    for content in [plain("☒"), symbol.to_owned(), plain("X"), String::new(), plain("\u{f0fe}")] {
        let inner = p(&[
            plain("Granted "),
            control(&check_box("1"), &content),
            plain(" Denied "),
            control(&check_box("0"), &content),
        ]
        .concat());
        check(&inner, &["Granted ☒ Denied ☐"]);
    }
    check(&control(&check_box("true"), &p(&plain("☐"))), &["☒"]);
    check(&control(&check_box("0"), "<w:p/>"), &["☐"]);
    check(&p(&control(&check_box("1"), &plain("☒ Granted"))), &["☒ Granted"]);
    check(
        &p(&control("<w:dropDownList><w:listItem w:value='Denied'/></w:dropDownList>", &plain("Granted"))),
        &["Granted"],
    );
    let prompt = run("Click or tap here to enter text.", "<w:rStyle w:val='PlaceholderText'/>");
    let blank = document(&p(&(plain("Name: ") + &control("<w:showingPlcHdr/>", &prompt))), &[]);
    assert_eq!(texts(&blank), ["Name:"]);
    assert_eq!(blank.notes, ["1 field of its form is not filled in"]);
    check(&p(&(plain("Name: ") + &control("", &plain("Ann Lee")))), &["Name: Ann Lee"]);
    check(&p(&plain("Click or tap here to enter text.")), &["Click or tap here to enter text."]);
}

#[test]
fn legacy_form_fields_show_their_value_once() {
    let field = |data: &str, instruction: &str, result: &str| {
        let character = |kind: &str, inner: &str| {
            format!("<w:r><w:fldChar w:fldCharType='{kind}'>{inner}</w:fldChar></w:r>")
        };
        let result =
            if result.is_empty() { String::new() } else { character("separate", "") + &plain(result) };
        [
            character("begin", &format!("<w:ffData><w:name w:val='a'/>{data}</w:ffData>")),
            format!("<w:r><w:instrText> {instruction} </w:instrText></w:r>{result}"),
            character("end", ""),
        ]
        .concat()
    };
    for (data, result, expected) in [
        ("<w:checkBox><w:default w:val='0'/><w:checked/></w:checkBox>", "", "☒ Granted"),
        ("<w:checkBox><w:default w:val='0'/><w:checked/></w:checkBox>", "☒", "☒ Granted"),
        ("<w:checkBox><w:default w:val='1'/></w:checkBox>", "", "☒ Granted"),
        ("<w:checkBox><w:default w:val='1'/><w:checked w:val='0'/></w:checkBox>", "", "☐ Granted"),
        (
            "<w:ddList><w:result w:val='1'/><w:listEntry w:val='A'/><w:listEntry w:val='B'/></w:ddList>",
            "",
            "B Granted",
        ),
        ("<w:ddList><w:listEntry w:val='A'/><w:listEntry w:val='B'/></w:ddList>", "A", "A Granted"),
        ("<w:textInput><w:default w:val='none'/></w:textInput>", "Ann Lee", "Ann Lee Granted"),
        ("<w:textInput/>", "", "Granted"),
    ] {
        check(&p(&(field(data, "FORM", result) + &plain(" Granted"))), &[expected]);
    }
    // The result of a field inside an instruction is not shown.
    let character = |kind: &str| format!("<w:r><w:fldChar w:fldCharType='{kind}'/></w:r>");
    let (begin, separate, end) = (character("begin"), character("separate"), character("end"));
    let nested = [&*begin, &begin, &separate, &plain("no"), &end, &separate, &plain("yes"), &end].concat();
    check(&p(&nested), &["yes"]);
    check(&(p(&begin) + &p(&plain("a broken field silences nothing"))), &["a broken field silences nothing"]);
}

#[test]
fn symbols_are_unicode() {
    let sym = |font: &str, code: &str| format!("<w:r><w:sym w:font='{font}' w:char='{code}'/></w:r>");
    check(&p(&(sym("Symbol", "F0A3") + &plain(" 50 feet"))), &["≤ 50 feet"]);
    check(
        &p(&(sym("Wingdings", "F0FE") + &plain(" Granted ") + &sym("Wingdings", "F0A8") + &plain(" Denied"))),
        &["☑ Granted ☐ Denied"],
    );
    check(&p(&(sym("Arial", "00B0") + &sym("MS Gothic", "2612"))), &["°☒"]);
    let font = |name: &str| format!("<w:rFonts w:ascii='{name}' w:hAnsi='{name}'/>");
    check(&p(&(run("\u{f0b3}", &font("Symbol")) + &plain(" 50 feet"))), &["≥ 50 feet"]);
    check(&p(&(run("þ", &font("Wingdings")) + &plain(" Granted"))), &["☑ Granted"]);
    check(&p(&run("50 feet", &font("Arial"))), &["50 feet"]);
    let unknown = document(&p(&(sym("Odd Font", "F0B3") + &plain(" 50 feet"))), &[]);
    assert_eq!(texts(&unknown), ["\u{fffd} 50 feet"]);
    assert_eq!(unknown.notes.len(), 1);
}

#[test]
fn tables_keep_cells_in_their_columns() {
    const HEAD: LineFlags = LineFlags::TABLE_HEAD;
    let none = LineFlags::empty();
    let start = LineFlags::TABLE_START;
    let span = "<w:gridSpan w:val='2'/>";
    let bold = |text: &str| format!("<w:tc>{}</w:tc>", p(&run(text, "<w:rStyle w:val='Strong'/>")));
    for (inner, expected) in [
        (
            table(&[
                row("<w:tblHeader/>", &[cell("", "Pass"), cell("", "Fee")]),
                row("", &[cell(span, "Residents")]),
                row("", &[cell("", "Family"), cell("", "$120")]),
            ]),
            vec![("Pass  Fee", HEAD | start), ("Residents", LineFlags::TABLE_GROUP), ("Family  $120", none)],
        ),
        (
            table(&[
                row(
                    "",
                    &[cell("<w:vMerge w:val='restart'/>", "Residents"), cell("", "Family"), cell("", "$120")],
                ),
                row("", &[cell("<w:vMerge/>", ""), cell("", "Single"), cell("", "$60")]),
            ]),
            vec![("Residents  Family  $120", start), ("Residents  Single  $60", none)],
        ),
        (
            table(&[
                row("", &[cell("", "A"), cell("", "B"), cell("", "C")]),
                row("<w:gridBefore w:val='1'/>", &[cell("", "b"), cell("", "c")]),
                row("<w:gridAfter w:val='2'/>", &[cell("", "a")]),
            ]),
            vec![("A  B  C", start), ("  b  c", none), ("a", LineFlags::TABLE_GROUP)],
        ),
        (
            table(&[row("", &[bold("Lot"), bold("Acres")]), row("", &[cell("", "2"), cell("", "1.5")])]),
            vec![("Lot  Acres", HEAD | start), ("2  1.5", none)],
        ),
        (
            table(&[row("", &[bold("Chair"), bold("Ann Lee")]), row("", &[bold("Clerk"), bold("Bo Day")])]),
            vec![("Chair  Ann Lee", start), ("Clerk  Bo Day", none)],
        ),
        (
            table(&[
                row("", &[bold("Total"), bold("$1,200")]),
                row("", &[cell("", "Roads"), cell("", "$900")]),
            ]),
            vec![("Total  $1,200", start), ("Roads  $900", none)],
        ),
    ] {
        let got = document(&inner, &[]);
        let got: Vec<_> =
            got.pages[0].lines.iter().map(|l| (l.text.as_str(), l.flags - LineFlags::TABLE_ROW)).collect();
        assert_eq!(got, expected);
    }
}

#[test]
fn nested_tables_and_captions() {
    let caption = |style: &str, text: &str| {
        format!("<w:p><w:pPr><w:pStyle w:val='{style}'/></w:pPr>{}</w:p>", plain(text))
    };
    let fees = table(&[row("", &[cell("", "Dog"), cell("", "$5")])]);
    for style in ["Caption", "Legend"] {
        let got = document(&(caption(style, "Table 1: Fees (in thousands)") + &fees), &[]);
        assert_eq!(texts(&got), ["Table 1: Fees (in thousands)", "Dog  $5"]);
        let flags = flags(&got, "Table 1: Fees (in thousands)");
        assert!(flags.contains(LineFlags::TABLE_GROUP | LineFlags::TABLE_START));
    }
    let apart = document(&(caption("Caption", "Figure 1") + &p(&plain("Text.")) + &fees), &[]);
    assert!(!flags(&apart, "Figure 1").contains(LineFlags::TABLE_GROUP));
    check(&(caption("Caption", "Figure 2") + &caption("Caption", "Figure 3")), &["Figure 2", "Figure 3"]);
    let above = document(&(p(&plain("(in thousands)")) + &fees), &[]);
    assert!(!flags(&above, "(in thousands)").contains(LineFlags::TABLE_ROW));
    let nested = format!(
        "<w:tbl><w:tr><w:tc>{}{fees}{}</w:tc>{}</w:tr></w:tbl>",
        p(&plain("Before.")),
        p(&plain("After.")),
        cell("", "Right.")
    );
    check(&nested, &["Before.", "Dog  $5", "After.", "Right."]);
}

#[test]
fn tracked_rows_cells_and_marks() {
    let deleted = table(&[
        row("", &[cell("", "Dog"), cell("", "$5")]),
        row("<w:del w:author='x'/>", &[cell("", "Cat"), cell("", "$4")]),
        row("<w:ins w:author='x'/>", &[cell("", "Cat"), cell("<w:cellIns/>", "$6")]),
        row("", &[cell("", "Ox"), cell("<w:cellDel/>", "$7"), cell("", "$8")]),
    ]);
    let got = document(&deleted, &[]);
    assert_eq!(texts(&got), ["Dog  $5", "Cat  $6", "Ox  $8"]);
    assert_eq!(got.notes, ["2 tracked deletions are left out, 2 insertions are in the text"]);
    let mark =
        |inner: &str, text: &str| format!("<w:p><w:pPr><w:rPr>{inner}</w:rPr></w:pPr>{}</w:p>", plain(text));
    let del = "<w:del w:author='x'/>";
    check(&(mark(del, "A fence ") + &mark("", "may be 6 feet.")), &["A fence may be 6 feet."]);
    check(&(mark(del, "One ") + &mark(del, "two ") + &p(&plain("three."))), &["One two three."]);
    check(&(mark("<w:ins/>", "One.") + &p(&plain("Two."))), &["One.", "Two."]);
    check(
        &(mark(del, "Fees") + &table(&[row("", &[cell("", "Dog"), cell("", "$5")])])),
        &["Fees", "Dog  $5"],
    );
    check(
        "<w:p><w:pPr><w:pPrChange><w:pPr><w:pStyle w:val='Repealed'/></w:pPr></w:pPrChange></w:pPr><w:r><w:t>In force.</w:t></w:r></w:p>",
        &["In force."],
    );
    check(
        &("<w:p><w:pPr><w:framePr w:dropCap='drop'/></w:pPr><w:r><w:t>T</w:t></w:r></w:p>".to_owned()
            + &p(&plain("he town"))),
        &["The town"],
    );
}

#[test]
fn empty_items_are_counted() {
    let numbering = "<w:numbering><w:abstractNum w:abstractNumId='0'><w:lvl w:ilvl='0'><w:start w:val='1'/>\
        <w:numFmt w:val='ordinalText'/><w:lvlText w:val='%1:'/></w:lvl></w:abstractNum>\
        <w:num w:numId='1'><w:abstractNumId w:val='0'/></w:num></w:numbering>";
    let item = |text: &str| {
        format!("<w:p><w:pPr><w:numPr><w:ilvl w:val='0'/><w:numId w:val='1'/></w:numPr></w:pPr>{text}</w:p>")
    };
    let got = document(
        &(item(&plain("Roads.")) + &item("") + &item(&plain("Parks."))),
        &[("word/numbering.xml", numbering)],
    );
    assert_eq!(texts(&got), ["First: Roads.", "Third: Parks."]);
}

#[test]
fn what_is_not_read_is_said() {
    let with_dtd = |doctype: &str, inner: &str| {
        let xml = format!("{doctype}{}", body(inner));
        read(&package(&[("word/document.xml", &xml)]), &ReadOptions::default()).unwrap()
    };
    let doctype = "<!DOCTYPE w:document [<!ENTITY x 'six'>]>";
    let gap = with_dtd(doctype, "<w:p><w:r><w:t>A fence may be &x; feet.</w:t></w:r></w:p>");
    assert_eq!(texts(&gap), ["A fence may be \u{fffd} feet."]);
    assert_eq!(gap.notes.len(), 1);
    let empty = with_dtd(doctype, "&x;");
    assert!(matches!(empty.pages[0].status, PageStatus::Unread { .. }));
    assert_eq!(with_dtd(doctype, &p(&plain("a &amp; b"))).notes.len(), 1);
    assert!(with_dtd("", &p(&plain("a &amp; b &#8804; c"))).notes.is_empty());
    let object = document(
        &p("<w:r><w:t>x</w:t><w:object><o:OLEObject ProgID='Excel.Sheet.12'/></w:object></w:r>"),
        &[],
    );
    assert_eq!(object.notes, ["1 embedded object is not read"]);
}

#[test]
fn text_boxes_and_comments_are_read_as_shown() {
    let text_box = |text: &str| format!("<w:txbxContent>{}</w:txbxContent>", p(&plain(text)));
    let inner = format!(
        "<w:p><w:r><w:t xml:space='preserve'>Fee </w:t><mc:AlternateContent><mc:Choice>{}</mc:Choice><mc:Fallback>{}</mc:Fallback></mc:AlternateContent>\
         <w:tab/><w:t>$5</w:t><w:commentReference w:id='1'/></w:r></w:p>",
        text_box("Box"),
        text_box("Box")
    );
    let comments = format!("<w:comments>{}</w:comments>", p(&plain("draft")));
    assert_eq!(texts(&document(&inner, &[("word/comments.xml", &comments)])), ["Box", "Fee $5"]);
}

#[test]
fn included_parts_are_read_in_place() {
    let relations = "<Relationships><Relationship Id='r1' Type='http://x/relationships/aFChunk' Target='a.html'/>\
        <Relationship Id='r2' Type='http://x/relationships/aFChunk' Target='/word/b.rtf'/>\
        <Relationship Id='r3' Type='http://x/relationships/aFChunk' Target='c.bin'/></Relationships>";
    let chunks = "<w:altChunk r:id='r1'/><w:altChunk r:id='r2'/><w:altChunk r:id='r3'/>";
    let inner = [&p(&plain("Before.")), chunks, &p(&plain("After."))].concat();
    let got = document(
        &inner,
        &[
            ("word/_rels/document.xml.rels", relations),
            ("word/a.html", "<html><body><p>Included.</p></body></html>"),
            ("word/b.rtf", "{\\rtf1 Rich too.}"),
            ("word/c.bin", "\0\u{1}\u{2}\u{3}"),
        ],
    );
    assert_eq!(texts(&got), ["Before.", "Included.", "Rich too.", "After."]);
    assert_eq!(got.notes, ["1 embedded object is not read"]);
}

/// One item of a generated document.
#[derive(Debug, Clone)]
enum Item {
    /// A figure and the unit after it: nothing may change.
    Control(u32, &'static str),
    /// A figure with a raised mark, made in one of several ways.
    Marked(u32, u8, usize),
    /// A figure with a reference to a footnote.
    Noted(u32),
    /// A whole number and a fraction behind it.
    Fraction(u32, u32, u32),
    /// An old sum struck, a new one behind it.
    Struck(u32, u32, usize),
    /// Two boxes, made in one of several ways.
    Boxes(bool, bool, usize),
    /// A head of as many cells, then rows; a row that is a label is `None`.
    Table(usize, Vec<Option<Vec<u32>>>, bool),
}

fn item() -> impl Strategy<Value = Item> {
    let row = |columns: usize| proptest::option::of(proptest::collection::vec(0u32..100_000, columns));
    prop_oneof![
        (
            0u32..100_000,
            proptest::sample::select(vec![" feet", "th of July", "³", " ft²", " [1]", "½ inches"])
        )
            .prop_map(|(n, unit)| Item::Control(n, unit)),
        (0u32..100_000, 1u8..100, 0usize..4).prop_map(|(n, mark, way)| Item::Marked(n, mark, way)),
        (0u32..100_000).prop_map(Item::Noted),
        (1u32..100, 1u32..20, 2u32..20).prop_map(|(n, a, b)| Item::Fraction(n, a, b)),
        (1u32..5000, 1u32..5000, 0usize..3).prop_map(|(old, new, way)| Item::Struck(old, new, way)),
        (any::<bool>(), any::<bool>(), 0usize..3).prop_map(|(a, b, way)| Item::Boxes(a, b, way)),
        (2usize..5)
            .prop_flat_map(move |columns| (
                Just(columns),
                proptest::collection::vec(row(columns), 1..5),
                any::<bool>()
            ))
            .prop_map(|(columns, rows, merged)| Item::Table(columns, rows, merged)),
    ]
}

fn raised_digits(n: u32) -> String {
    n.to_string().chars().map(|c| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(c as usize - '0' as usize).unwrap()).collect()
}

impl Item {
    /// The item's XML and the lines that a person reads; `at` makes it unique, `notes` counts footnotes.
    fn written(&self, at: usize, notes: &mut u32) -> (String, Vec<String>) {
        let name = format!("Item {}x ", letters(at));
        match self {
            Item::Control(n, unit) => {
                (p(&(plain(&name) + &plain(&n.to_string()) + &plain(unit))), vec![format!("{name}{n}{unit}")])
            }
            Item::Marked(n, mark, way) => {
                let properties = [
                    "<w:vertAlign w:val='superscript'/>",
                    "<w:rStyle w:val='FootnoteReference'/>",
                    "<w:rStyle w:val='Mark'/>",
                    "<w:position w:val='8'/><w:sz w:val='14'/>",
                ];
                let mark = u32::from(*mark);
                let runs =
                    [plain(&format!("{name}{n}")), run(&mark.to_string(), properties[*way]), plain(" feet.")];
                (p(&runs.concat()), vec![format!("{name}{n}{} feet.", raised_digits(mark))])
            }
            Item::Noted(n) => {
                *notes += 1;
                let reference = format!("<w:r><w:footnoteReference w:id='{notes}'/></w:r>");
                (
                    p(&(plain(&format!("{name}{n}")) + &reference + &plain(" feet."))),
                    vec![format!("{name}{n}{} feet.", raised_digits(*notes))],
                )
            }
            Item::Fraction(n, a, b) => {
                let math = format!(
                    "<m:oMath><m:f><m:num><m:r><m:t>{a}</m:t></m:r></m:num><m:den><m:r><m:t>{b}</m:t></m:r></m:den></m:f></m:oMath>"
                );
                let shown = crate::scripts::fraction(&a.to_string(), &b.to_string());
                let space = if shown.contains('/') { " " } else { "" };
                (
                    p(&(plain(&format!("{name}{n}")) + &math + &plain(" inches"))),
                    vec![format!("{name}{n}{space}{shown} inches")],
                )
            }
            Item::Struck(old, new, way) => {
                let properties =
                    ["<w:strike/>", "<w:dstrike w:val='true'/>", "<w:rStyle w:val='Gone'/>"][*way];
                (
                    p(&(plain(&name) + &run(&format!("${old}"), properties) + &plain(&format!("${new}")))),
                    vec![format!("{name}~~${old}~~${new}")],
                )
            }
            Item::Boxes(a, b, way) => {
                let made = |checked: bool| match way {
                    0 => format!(
                        "<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val='{}'/></w14:checkbox></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>",
                        u8::from(checked),
                        plain(if checked { "☒" } else { "☐" })
                    ),
                    1 => format!(
                        "<w:r><w:fldChar w:fldCharType='begin'><w:ffData><w:checkBox><w:default w:val='{}'/></w:checkBox></w:ffData></w:fldChar></w:r>\
                         <w:r><w:instrText>FORMCHECKBOX</w:instrText></w:r><w:r><w:fldChar w:fldCharType='end'/></w:r>",
                        u8::from(checked)
                    ),
                    _ => format!(
                        "<w:r><w:sym w:font='Wingdings' w:char='{}'/></w:r>",
                        if checked { "F0FD" } else { "F0A8" }
                    ),
                };
                let shown = |checked: bool| if checked { "☒" } else { "☐" };
                (
                    p(&[plain(&name), plain("Granted "), made(*a), plain(" Denied "), made(*b)].concat()),
                    vec![format!("{name}Granted {} Denied {}", shown(*a), shown(*b))],
                )
            }
            Item::Table(columns, rows, merged) => {
                let heads: Vec<String> =
                    (0..*columns).map(|c| format!("{name}head {}", letters(c))).collect();
                let mut written =
                    vec![row("<w:tblHeader/>", &heads.iter().map(|h| cell("", h)).collect::<Vec<_>>())];
                let mut lines =
                    vec![heads.iter().map(|h| h.trim().to_owned()).collect::<Vec<_>>().join("  ")];
                for (i, values) in rows.iter().enumerate() {
                    let Some(values) = values else {
                        let label = format!("{name}group {}", letters(i));
                        written.push(row("", &[cell(&format!("<w:gridSpan w:val='{columns}'/>"), &label)]));
                        lines.push(label);
                        continue;
                    };
                    let texts: Vec<String> = values.iter().map(|v| format!("${v}")).collect();
                    let first = format!("{name}row {}", letters(i));
                    let mut cells =
                        vec![cell(if *merged { "<w:vMerge w:val='restart'/>" } else { "" }, &first)];
                    cells.extend(texts.iter().skip(1).map(|t| cell("", t)));
                    written.push(row("", &cells));
                    lines.push([vec![first.clone()], texts[1..].to_vec()].concat().join("  "));
                    if *merged {
                        let mut cells = vec![cell("<w:vMerge/>", "")];
                        cells.extend(texts.iter().skip(1).map(|t| cell("", &format!("{t}.5"))));
                        written.push(row("", &cells));
                        let below = texts.iter().skip(1).map(|t| format!("{t}.5")).collect();
                        lines.push([vec![first], below].concat().join("  "));
                    }
                }
                (table(&written), lines)
            }
        }
    }
}

/// `0` to "a", without digits.
fn letters(n: usize) -> String {
    n.to_string().chars().map(|c| char::from(b'a' + (c as u8 - b'0'))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn generated_documents_lose_nothing_and_fuse_nothing(items in proptest::collection::vec(item(), 1..12)) {
        let (mut xml, mut expected, mut notes) = (String::new(), Vec::new(), 0);
        for (at, item) in items.iter().enumerate() {
            let (written, lines) = item.written(at, &mut notes);
            xml.push_str(&written);
            // Tables that meet are one table.
            xml.push_str(&p(&plain("Between.")));
            expected.extend(lines);
            expected.push("Between.".to_owned());
        }
        let mut footnotes = String::new();
        for id in 1..=notes {
            footnotes.push_str(&format!("<w:footnote w:id='{id}'>{}</w:footnote>", p(&plain("As measured."))));
            expected.push(format!("{} As measured.", raised_digits(id)));
        }
        let footnotes = format!("<w:footnotes>{footnotes}</w:footnotes>");
        let body = body(&xml);
        let bytes = package(&[("word/document.xml", &body), ("word/styles.xml", STYLES), ("word/footnotes.xml", &footnotes)]);
        let options = ReadOptions { wrap: 10_000, ..ReadOptions::default() };
        let document = read(&bytes, &options).unwrap();
        prop_assert_eq!(texts(&document), expected);
    }
}

#[test]
fn table_styles_make_heads() {
    let styled = |properties: &str| {
        let rows =
            [row("", &[cell("", "Pass"), cell("", "Fee")]), row("", &[cell("", "Family"), cell("", "$5")])];
        let table = format!("<w:tbl><w:tblPr>{properties}</w:tblPr>{}</w:tbl>", rows.concat());
        flags(&document(&table, &[]), "Pass  Fee").contains(LineFlags::TABLE_HEAD)
    };
    for (properties, head) in [
        ("<w:tblStyle w:val='Grid'/><w:tblLook w:val='04A0'/>", true),
        ("<w:tblStyle w:val='Grid'/><w:tblLook w:val='04A0' w:firstRow='1'/>", true),
        ("<w:tblStyle w:val='Grid'/><w:tblLook w:val='0480' w:firstRow='0'/>", false),
        ("<w:tblStyle w:val='TableGrid'/><w:tblLook w:val='04A0'/>", false),
        ("", false),
    ] {
        assert_eq!(styled(properties), head, "{properties}");
    }
}
