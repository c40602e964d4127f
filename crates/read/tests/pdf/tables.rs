//! Heads, groups and first rows of tables.

use proptest::prelude::*;
use twolane_read::Document;
use twolane_text::{Line, LineFlags, labels_of_rows};

use crate::sheet::{Sheet, document, line};

const START: LineFlags = LineFlags::TABLE_START;
const HEAD: LineFlags = LineFlags::TABLE_HEAD;
const GROUP: LineFlags = LineFlags::TABLE_GROUP;
const NONE: LineFlags = LineFlags::empty();

/// Text and table flags of each line, [`LineFlags::TABLE_ROW`] left out.
fn kinds(document: &Document) -> Vec<(&str, LineFlags)> {
    let lines = document.pages.iter().flat_map(|page| &page.lines);
    lines.map(|line| (line.text.as_str(), line.flags & (START | HEAD | GROUP))).collect()
}

/// A sheet of rows at one pitch: cells in columns at 72, 260, 360 and 460 points. A row of one cell is a label.
fn table(sheet: Sheet, top: f32, pitch: f32, rows: &[&[&str]]) -> Sheet {
    let mut sheet = sheet;
    for (index, row) in rows.iter().enumerate() {
        for (x, cell) in [72.0, 260.0, 360.0, 460.0].into_iter().zip(*row) {
            if !cell.is_empty() {
                sheet = sheet.text(x, top + pitch * index as f32, 10.0, cell);
            }
        }
    }
    sheet
}

fn labels(document: &Document, row: &str) -> Vec<Vec<String>> {
    let lines: Vec<Line> = document.pages.iter().flat_map(|page| &page.lines).cloned().collect();
    let labels = labels_of_rows(&lines);
    let at = lines.iter().enumerate().filter(|(_, line)| line.text == row);
    at.map(|(at, _)| labels.get(&at).into_iter().flatten().map(|i| lines[*i].text.clone()).collect())
        .collect()
}

const POOL: [&[&str]; 7] = [
    &["Pass", "Fee"],
    &["Residents"],
    &["Family season pass", "$120.00"],
    &["Guest pass", "$9.00"],
    &["Nonresidents"],
    &["Family season pass", "$260.00"],
    &["Guest pass", "$15.00"],
];

#[test]
fn lines_without_values_label_their_group() {
    for pitch in [12.0, 18.0, 24.0] {
        let pool = document(&[table(Sheet::default(), 100.0, pitch, &POOL)]);
        let expected = [
            ("Pass  Fee", HEAD | START),
            ("Residents", GROUP),
            ("Family season pass  $120.00", NONE),
            ("Guest pass  $9.00", NONE),
            ("Nonresidents", GROUP),
            ("Family season pass  $260.00", NONE),
            ("Guest pass  $15.00", NONE),
        ];
        assert_eq!(kinds(&pool), expected, "{pitch}");
        assert_eq!(labels(&pool, "Family season pass  $260.00"), [["Pass  Fee", "Nonresidents"]]);
        assert_eq!(labels(&pool, "Guest pass  $9.00"), [["Pass  Fee", "Residents"]]);
    }
}

#[test]
fn groups_stand_without_a_head_too() {
    let pool = document(&[table(Sheet::default(), 100.0, 12.0, &POOL[1..])]);
    assert_eq!(labels(&pool, "Family season pass  $120.00"), [["Residents"]]);
    assert_eq!(labels(&pool, "Family season pass  $260.00"), [["Nonresidents"]]);
}

#[test]
fn bold_labels_are_no_headings() {
    let sheet = table(Sheet::default(), 100.0, 12.0, &[&["Account", "Actual", "Budget"]]).bold(
        72.0,
        112.0,
        10.0,
        "PUBLIC SAFETY:",
    );
    let sheet = table(sheet, 124.0, 12.0, &[&["Police", "1,200", "1,300"], &["Fire", "900", "950"]]).bold(
        72.0,
        148.0,
        10.0,
        "PUBLIC WORKS:",
    );
    let budget = document(&[table(sheet, 160.0, 12.0, &[&["Roads", "400", "410"], &["Snow", "90", "95"]])]);
    assert!(line(&budget, "PUBLIC WORKS:").heading.is_none());
    assert_eq!(labels(&budget, "Snow  90  95"), [["Account  Actual  Budget", "PUBLIC WORKS:"]]);
    assert_eq!(labels(&budget, "Fire  900  950"), [["Account  Actual  Budget", "PUBLIC SAFETY:"]]);
}

#[test]
fn labels_behind_account_numbers_are_groups() {
    let rows: [&[&str]; 6] = [
        &["Account", "2023", "2024"],
        &["4000 Personnel"],
        &["4001 Payroll", "1,200", "1,300"],
        &["4020 Health", "400", "410"],
        &["4100 Contracts"],
        &["4102 Audit", "90", "95"],
    ];
    let budget = document(&[table(Sheet::default(), 100.0, 12.0, &rows)]);
    assert_eq!(labels(&budget, "4102 Audit  90  95"), [["Account  2023  2024", "4100 Contracts"]]);
}

#[test]
fn years_are_a_head() {
    for head in [["Account", "2023", "2024"], ["Account", "FY23", "FY24"], ["", "FY 2023", "2023-24"]] {
        let rows: [&[&str]; 4] =
            [&head, &["Salaries", "1,200", "1,300"], &["Fuel", "400", "410"], &["Salt", "90", "95"]];
        let budget = document(&[table(Sheet::default(), 100.0, 12.0, &rows)]);
        let flags: Vec<LineFlags> = kinds(&budget).into_iter().map(|(_, flags)| flags).collect();
        assert_eq!(flags, [HEAD | START, NONE, NONE, NONE], "{head:?}");
    }
    let rows: [&[&str]; 4] = [
        &["", "Actual", "Budget"],
        &["Account", "2023", "2024"],
        &["Fuel", "400", "410"],
        &["Salt", "90", "95"],
    ];
    let budget = document(&[table(Sheet::default(), 100.0, 12.0, &rows)]);
    assert_eq!(labels(&budget, "Salt  90  95").concat().len(), 2);
}

#[test]
fn words_without_values_below_are_no_head() {
    let rows: [&[&str]; 3] = [&["Chair", "Ms. Finch"], &["Clerk", "Mr. Brook"], &["Treasurer", "Ms. Hale"]];
    let officers = document(&[table(Sheet::default(), 100.0, 12.0, &rows)]);
    assert!(kinds(&officers).iter().all(|(_, flags)| !flags.contains(HEAD)));
}

#[test]
fn repeated_heads_keep_the_table_over_pages() {
    let first = table(Sheet::default(), 600.0, 12.0, &POOL[..6]);
    let next = table(
        Sheet::default(),
        72.0,
        12.0,
        &[&["Pass", "Fee"], &["Guest pass", "$15.00"], &["Seniors"], &["Swim lesson", "$40.00"]],
    );
    let pool = document(&[first.clone(), next]);
    assert_eq!(kinds(&pool)[6..8], [("Pass  Fee", HEAD), ("Guest pass  $15.00", NONE)]);
    assert_eq!(labels(&pool, "Guest pass  $15.00"), [["Pass  Fee", "Nonresidents"]]);
    assert_eq!(labels(&pool, "Swim lesson  $40.00"), [["Pass  Fee", "Seniors"]]);
    // Without a head the rows go on; another number of columns is another table.
    let next = table(Sheet::default(), 72.0, 12.0, &[&["Guest pass", "$15.00"], &["Swim lesson", "$40.00"]]);
    let pool = document(&[first.clone(), next]);
    assert_eq!(labels(&pool, "Swim lesson  $40.00"), [["Pass  Fee", "Nonresidents"]]);
    let next = table(
        Sheet::default(),
        72.0,
        12.0,
        &[&["Lot", "1", "2.5", "9"], &["Lot", "2", "4.0", "8"], &["Lot", "3", "4.5", "7"]],
    );
    let lots = document(&[first, next]);
    assert_eq!(kinds(&lots)[6].1, START);
}

#[test]
fn headings_between_tables_stay_headings() {
    for (size, gap) in [(14.0, 20.0), (10.0, 40.0)] {
        let sheet = table(Sheet::default(), 100.0, 12.0, &POOL);
        let y = 172.0 + gap;
        let lots: [&[&str]; 3] = [&["Lot one", "2.5"], &["Lot two", "4.0"], &["Lot three", "4.5"]];
        let sheet = table(sheet.bold(72.0, y, size, "Town Lots"), y + gap, 12.0, &lots);
        let town = document(&[sheet]);
        let heading = line(&town, "Town Lots");
        assert!(
            heading.heading.is_some() && !heading.flags.intersects(LineFlags::TABLE_ROW | GROUP),
            "{size}"
        );
        assert!(line(&town, "Lot one  2.5").flags.contains(START));
    }
}

#[test]
fn heads_below_a_heading_open_a_table() {
    let sheet = table(Sheet::default(), 100.0, 12.0, &POOL).bold(72.0, 190.0, 10.0, "Town Lots");
    let lots: [&[&str]; 3] = [&["Lot", "Acres"], &["Lot two", "4.0"], &["Lot three", "4.5"]];
    let town = document(&[table(sheet, 202.0, 12.0, &lots)]);
    assert!(line(&town, "Town Lots").heading.is_some());
    assert_eq!(labels(&town, "Lot two  4.0"), [["Lot  Acres"]]);
}

#[test]
fn wrapped_cells_and_prose_are_no_groups() {
    for (x, text) in [
        (72.0, "of the household"),
        (260.0, "Due in May"),
        (72.0, "Children under twelve go free."),
        (72.0, "Ages 5 to 12"),
        (72.0, "The pool opens on Memorial Day and it closes on Labor Day"),
    ] {
        let sheet = table(Sheet::default(), 100.0, 12.0, &POOL[..4]).text(x, 148.0, 10.0, text);
        let pool = document(&[table(sheet, 160.0, 12.0, &POOL[5..])]);
        assert!(!line(&pool, text).flags.contains(GROUP), "{text}");
    }
    let sheet = table(Sheet::default(), 100.0, 12.0, &POOL[..4]).text(260.0, 148.0, 10.0, "due in May");
    let pool = document(&[table(sheet, 160.0, 12.0, &POOL[5..])]);
    assert_eq!(labels(&pool, "Guest pass  $15.00"), [["Pass  Fee", "Residents"]]);
}

#[test]
fn capitals_close_below_their_row_are_no_groups() {
    let mut sheet = Sheet::default();
    for (index, (row, rest)) in
        [("TREE PERMIT", "OUTSIDE OF TOWN"), ("TREE PERMIT", "WITHIN TOWN"), ("DOCK PERMIT", "NEW")]
            .into_iter()
            .enumerate()
    {
        let y = 100.0 + 40.0 * index as f32;
        sheet = sheet.text(72.0, y, 11.0, row).text(260.0, y, 11.0, "$20").text(72.0, y + 13.0, 11.0, rest);
    }
    let permits = document(&[sheet]);
    assert!(kinds(&permits).iter().all(|(_, flags)| !flags.contains(GROUP)), "{:?}", kinds(&permits));
}

#[test]
fn prose_between_tables_parts_them() {
    let text = "The board set these fees after a hearing that was held in the town hall in May.";
    let sheet = table(Sheet::default(), 100.0, 12.0, &POOL).text(72.0, 190.0, 10.0, text);
    let pool = document(&[table(sheet, 208.0, 12.0, &POOL)]);
    let starts: Vec<usize> =
        kinds(&pool).iter().enumerate().filter(|(_, k)| k.1.contains(START)).map(|(at, _)| at).collect();
    assert_eq!(starts, [0, 8]);
    assert!(!line(&pool, text).flags.contains(LineFlags::TABLE_ROW));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Every row has the heads of its table and the label of its own group, and no other.
    #[test]
    fn rows_have_their_own_labels(
        groups in proptest::collection::vec((0usize..6, 2usize..8), 1..8),
        columns in 1usize..4,
        spacing in 1.2f32..2.9,
        size in 8.0f32..11.0,
        indent in prop_oneof![Just(0.0f32), 6.0f32..20.0],
        bold in any::<bool>(),
        years in any::<bool>(),
        cents in any::<bool>(),
        left in 36.0f32..90.0,
        break_at in 300.0f32..650.0,
    ) {
        let pitch = spacing * size;
        const LABELS: [&str; 6] =
            ["Residents", "Nonresidents", "PUBLIC SAFETY:", "Town Hall and Grounds", "Seniors", "Library"];
        let label = |index: usize, at: usize| format!("{} {}", LABELS[index], ["North", "South", "East", "West", "Upper", "Lower", "Old"][at]);
        let heads = if years { ["2023", "2024", "FY25"] } else { ["Actual", "Budget", "Change"] };
        let mut pages = vec![Sheet::default()];
        let mut y = 72.0;
        let mut expected: Vec<(String, String)> = Vec::new();
        let head = format!("Item  {}", heads[..columns].join("  "));
        let row = |sheet: Sheet, y: f32, x: f32, first: &str, cells: &[String]| {
            let mut sheet = sheet.text(x, y, size, first);
            for (at, cell) in cells.iter().enumerate() {
                sheet = sheet.text(left + 190.0 + 90.0 * at as f32, y, size, cell);
            }
            sheet
        };
        let head_cells: Vec<String> = heads[..columns].iter().map(|h| (*h).to_owned()).collect();
        let mut count = 0;
        pages[0] = row(pages[0].clone(), y, left, "Item", &head_cells);
        for (at, (index, rows)) in groups.iter().enumerate() {
            let label = label(*index, at);
            for number in 0..=*rows {
                y += pitch;
                // A page ends between rows and the next one repeats the head. Two rows at least show its columns.
                if y > break_at && number != 1 && number < *rows {
                    pages.push(row(Sheet::default(), 72.0, left, "Item", &head_cells));
                    y = 72.0 + pitch;
                }
                let sheet = pages.pop().unwrap();
                pages.push(if number == 0 {
                    if bold { sheet.bold(left, y, size, &label) } else { sheet.text(left, y, size, &label) }
                } else {
                    count += 1;
                    let cells: Vec<String> = (0..columns)
                        .map(|c| if cents { format!("${}.50", 10 + count * 3 + c) } else { format!("{},{:03}", 1 + c, 100 + count) })
                        .collect();
                    expected.push((format!("Entry number  {}", cells.join("  ")), label.clone()));
                    row(sheet, y, left + indent, "Entry number", &cells)
                });
            }
        }
        let document = document(&pages);
        for (text, group) in expected {
            prop_assert_eq!(labels(&document, &text), [[head.clone(), group]], "{:?}", kinds(&document));
        }
    }
}
