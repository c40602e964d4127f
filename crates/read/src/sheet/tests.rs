//! Sheets of all formats, written here.

use proptest::prelude::*;
use twolane_text::LineFlags;

use crate::office_made::{Sheet, Value, marina_ods, marina_rows, open_document, stored, xls, xlsx, zipped};
use crate::{Document, DocumentKind, ReadError, ReadOptions, mutator, read};

fn lines(document: &Document) -> Vec<(u32, &str, LineFlags)> {
    let lines = document.pages.iter().flat_map(|page| &page.lines);
    lines.map(|line| (line.number, line.text.as_str(), line.flags)).collect()
}

fn read_all(bytes: &[u8], name: &str) -> Vec<Document> {
    read(bytes, name, &ReadOptions::default()).unwrap()
}

const ROW: LineFlags = LineFlags::TABLE_ROW;
const START: LineFlags = ROW.union(LineFlags::TABLE_START);
const GROUP: LineFlags = ROW.union(LineFlags::TABLE_GROUP);
const HEAD: LineFlags = ROW.union(LineFlags::TABLE_HEAD);

#[test]
fn reads_one_table_from_each_format() {
    let csv = "Town of Harrow Harbor Fees,,\n,,\nItem,Fee per year,Effective\nKayak rack permit,$38.00,7/1/2025\n\
        Mooring tag,$112.00,7/1/2025\nSlip transfer,$45.50,7/1/2025\n";
    let sheet = Sheet { name: "Fees", rows: marina_rows(), ..Sheet::default() };
    for (bytes, name) in [
        (xlsx(&[sheet]), "harbor.xlsx"),
        (marina_ods(), "harbor.ods"),
        (csv.as_bytes().to_vec(), "harbor.csv"),
        (csv.replace(',', "\t").into_bytes(), "harbor.tsv"),
        (csv.replace(',', ";").into_bytes(), "harbor.csv"),
    ] {
        let documents = read_all(&bytes, name);
        assert_eq!(documents.len(), 1, "{name}");
        assert_eq!(documents[0].kind, DocumentKind::Spreadsheet);
        assert_eq!(
            lines(&documents[0]),
            [
                (1, "Town of Harrow Harbor Fees", GROUP | START),
                (3, "Item  Fee per year  Effective", HEAD | START),
                (4, "Kayak rack permit  $38.00  7/1/2025", ROW),
                (5, "Mooring tag  $112.00  7/1/2025", ROW),
                (6, "Slip transfer  $45.50  7/1/2025", ROW),
            ],
            "{name}"
        );
    }
}

#[test]
fn an_old_file_has_no_formats() {
    let documents = read_all(&xls("Fees", &marina_rows()), "harbor_fees.xls");
    assert_eq!(documents[0].title.as_deref(), Some("harbor fees \u{203a} Fees"));
    assert_eq!(
        lines(&documents[0])[1..3],
        [(3, "Item  Fee per year  Effective", HEAD | START), (4, "Kayak rack permit  38  45839", ROW)]
    );
    assert!(documents[0].notes[0].contains("currency"), "{:?}", documents[0].notes);
}

#[test]
fn each_sheet_is_a_document_and_hidden_ones_are_named() {
    let words = |text| vec![Value::Words(text), Value::Number(3.0)];
    let sheets = [
        Sheet { name: "Staff", rows: vec![words("Clerks")], ..Sheet::default() },
        Sheet { name: "Empty", ..Sheet::default() },
        Sheet { name: "Draft", is_hidden: true, rows: vec![words("x")], ..Sheet::default() },
        Sheet {
            name: "Roads",
            rows: vec![words("Plows"), words("Graders"), words("Rollers")],
            hidden_rows: vec![2],
            ..Sheet::default()
        },
    ];
    let documents = read_all(&xlsx(&sheets), "2025_equipment.xlsx");
    let titles: Vec<_> = documents.iter().map(|d| d.title.as_deref().unwrap()).collect();
    assert_eq!(titles, ["2025 equipment \u{203a} Staff", "2025 equipment \u{203a} Roads"]);
    assert!(documents[0].notes[0].contains("sheet Draft is hidden"), "{:?}", documents[0].notes);
    assert!(documents[1].notes[0].contains("1 hidden rows"), "{:?}", documents[1].notes);
    assert_eq!(
        lines(&documents[1]),
        [(1, "Plows  3", START), (2, "Graders  3", ROW | LineFlags::HIDDEN), (3, "Rollers  3", ROW)]
    );
}

#[test]
fn hidden_columns_are_left_out() {
    let rows = vec![vec![Value::Words("Plows"), Value::Words("rusty"), Value::Number(3.0)]];
    let sheet = Sheet { name: "Roads", rows, hidden_columns: vec![2], ..Sheet::default() };
    let documents = read_all(&xlsx(&[sheet]), "a.xlsx");
    assert_eq!(lines(&documents[0]), [(1, "Plows    3", START)]);
    assert!(documents[0].notes[0].contains("hidden columns"));
}

#[test]
fn merged_heads_stand_over_their_columns() {
    let rows = vec![
        vec![Value::Words("Department"), Value::Words("Fiscal year"), Value::Empty],
        vec![Value::Empty, Value::Words("Budget"), Value::Words("Actual")],
        vec![Value::Words("Police"), Value::Dollars(7.0), Value::Percent(0.125)],
    ];
    let sheet = Sheet { name: "Budget", rows, merged: vec!["A1:A2", "B1:C1"], ..Sheet::default() };
    let documents = read_all(&xlsx(&[sheet]), "a.xlsx");
    assert_eq!(
        lines(&documents[0]),
        [
            (1, "Department  Fiscal year", HEAD | START),
            (2, "Department  Budget  Actual", HEAD),
            (3, "Police  $7.00  12.5%", ROW)
        ]
    );
}

#[test]
fn sentences_around_a_table_are_prose() {
    let text = "All fees were set by the board in May.\nItem,Fee\nDog,$5\nCats,\nThey are charged once a year only.\n";
    let documents = read_all(text.as_bytes(), "fees.csv");
    let flags: Vec<_> = lines(&documents[0]).into_iter().map(|(_, _, flags)| flags).collect();
    let prose = LineFlags::PARAGRAPH_START;
    assert_eq!(flags, [prose, HEAD | START, ROW, GROUP, prose]);
}

#[test]
fn five_thousand_rows_are_lines() {
    let mut rows = vec![vec![Value::Bold("Account"), Value::Bold("Amount")]];
    let names: Vec<String> = (1..=5_000).map(|n| format!("Account {n}")).collect();
    rows.extend(names.iter().map(|name| vec![Value::Words(name), Value::Dollars(12.0)]));
    let documents = read_all(&xlsx(&[Sheet { name: "Budget", rows, ..Sheet::default() }]), "a.xlsx");
    let lines = lines(&documents[0]);
    assert_eq!(lines.len(), 5_001);
    assert_eq!(lines[5_000], (5_001, "Account 5000  $12.00", ROW));
}

/// A workbook with this XML as its one sheet.
fn workbook(sheet: &str) -> Vec<u8> {
    const TYPE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let relation = |kind: &str, target: &str| {
        format!(
            "<Relationships><Relationship Id=\"r1\" Type=\"{TYPE}/{kind}\" Target=\"{target}\"/></Relationships>"
        )
    };
    zipped(&[
        ("[Content_Types].xml", "<Types/>"),
        ("_rels/.rels", &relation("officeDocument", "xl/workbook.xml")),
        (
            "xl/workbook.xml",
            "<workbook xmlns:r=\"r\"><sheets><sheet name=\"A\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>",
        ),
        ("xl/_rels/workbook.xml.rels", &relation("worksheet", "worksheets/sheet1.xml")),
        ("xl/worksheets/sheet1.xml", sheet),
    ])
}

#[test]
fn a_bomb_is_refused() {
    let row = format!("<row>{}</row>", "<c t=\"inlineStr\"><is><t>a</t></is></c>".repeat(100));
    let xml = format!("<worksheet><sheetData>{}</sheetData></worksheet>", row.repeat(2_000));
    let bytes = workbook(&xml);
    let mut options = ReadOptions::default();
    options.limits.part_bytes = 1 << 20;
    let error = read(&bytes, "a.xlsx", &options).unwrap_err();
    assert!(matches!(error, ReadError::TooLarge { .. }), "{error}");
    // Far cells cost nothing by themselves.
    let far = "<worksheet><sheetData><row r=\"1\"><c r=\"A1\"><v>1</v></c></row><row r=\"1048576\"><c r=\"XFD1048576\"><v>2</v></c><c r=\"B1048576\"><v>3</v></c></row></sheetData></worksheet>";
    let bytes = workbook(far);
    let documents = read_all(&bytes, "a.xlsx");
    assert_eq!(documents[0].pages[0].lines.len(), 2);
    assert!(
        documents[0].notes.iter().any(|note| note.contains("after number 200")),
        "{:?}",
        documents[0].notes
    );
}

#[test]
fn an_empty_list_of_drawings_ends_nothing() {
    let cell = |text: &str| format!("<table:table-cell><text:p>{text}</text:p></table:table-cell>");
    let body = format!(
        "<table:table table:name=\"Fees\"><table:shapes/><table:table-row table:visibility=\"collapse\">{}</table:table-row><table:table-row>{}</table:table-row></table:table>",
        cell("Draft"),
        cell("Kayak rack")
    );
    let documents = read_all(&open_document("spreadsheet", "", &body), "a.ods");
    let found: Vec<_> = lines(&documents[0])
        .iter()
        .map(|(_, text, flags)| (*text, flags.contains(LineFlags::HIDDEN)))
        .collect();
    assert_eq!(found, [("Draft", true), ("Kayak rack", false)]);
}

#[test]
fn a_row_with_a_value_word_is_no_head() {
    let documents = read_all(b"Resident beach pass,Free\nVisitor beach pass,$10\n", "fees.csv");
    assert!(lines(&documents[0]).iter().all(|(_, _, flags)| !flags.contains(LineFlags::TABLE_HEAD)));
}

#[test]
fn mutated_files_never_panic() {
    let xlsx =
        xlsx(&[Sheet { name: "Fees", rows: marina_rows(), merged: vec!["A1:C1"], ..Sheet::default() }]);
    let files = [
        (stored(&xlsx), "a.xlsx"),
        (xlsx, "a.xlsx"),
        (xls("Fees", &marina_rows()), "a.xls"),
        (stored(&marina_ods()), "a.ods"),
        (b"Item,Fee\n\"Dog, one\",$5\n".to_vec(), "a.csv"),
    ];
    for (bytes, name) in &files {
        for seed in 0..500 {
            let _ = read(&mutator::mutated(bytes, &files[2].0, seed), name, &ReadOptions::default());
        }
    }
}

proptest! {
    #[test]
    fn tables_of_text_keep_every_word(text in "[a-z0-9$,;\"\n\t |]{0,200}") {
        let documents = super::read(text.as_bytes(), "a.csv", &ReadOptions::default()).unwrap();
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
        let read: usize = documents.iter().flat_map(lines).map(|(_, text, _)| letters(text)).sum();
        prop_assert_eq!(read, letters(&text));
    }
}
