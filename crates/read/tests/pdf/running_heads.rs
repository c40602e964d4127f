//! Lines at the edge of a page: what may be marked as a running head, and what is content.

use proptest::prelude::*;
use twolane_text::LineFlags;

use crate::sheet::{Sheet, document, flagged};

const FURNITURE: LineFlags = LineFlags::RUNNING_HEAD.union(LineFlags::PAGE_NUMBER);

/// Pages of prose under these lines, with these lines at the foot.
fn pages(
    count: usize,
    leading: f32,
    top: impl Fn(usize) -> Vec<String>,
    foot: impl Fn(usize) -> Vec<String>,
) -> Vec<Sheet> {
    (0..count)
        .map(|page| {
            let mut sheet = Sheet::default();
            let mut y = 40.0;
            for line in top(page) {
                sheet = sheet.text(72.0, y, 10.0, &line);
                y += leading;
            }
            for row in 0..20u8 {
                let text =
                    format!("Words of page {page} that say a thing or two in row {row}, as a paper does");
                sheet = sheet.text(72.0, y + 13.0 * f32::from(row), 10.0, &text);
            }
            let mut y = 770.0;
            for line in foot(page).iter().rev() {
                sheet = sheet.text(72.0, y, 10.0, line);
                y -= 13.0;
            }
            sheet
        })
        .collect()
}

/// All lines marked as furniture.
fn furniture(pages: &[Sheet]) -> Vec<String> {
    let document = document(pages);
    let marked = |flag| document.pages.iter().flat_map(move |page| flagged(page, flag));
    marked(LineFlags::RUNNING_HEAD).chain(marked(LineFlags::PAGE_NUMBER)).map(str::to_owned).collect()
}

fn strings(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| (*line).to_owned()).collect()
}

#[test]
fn values_at_the_top_stay_content() {
    let outcomes = ["GRANTED", "GRANTED", "DENIED", "GRANTED", "GRANTED", "GRANTED"];
    for (name, top) in [
        (
            "votes",
            Box::new(|page: usize| vec![format!("Yes {}", 97 + 13 * page), format!("No {}", 12 + 5 * page)])
                as Box<dyn Fn(usize) -> Vec<String>>,
        ),
        ("counting votes", Box::new(|page| vec![format!("Yes {}", 97 + page)])),
        ("articles", Box::new(|page| vec![format!("ARTICLE {}", 1 + page)])),
        ("lots", Box::new(|page| vec![format!("Lot {}", 1 + page)])),
        ("cases", Box::new(|page| vec![format!("Case 2024-{}", 10 + page), "Decision: GRANTED".to_owned()])),
        ("outermost outcomes", Box::new(|_| strings(&["Decision: GRANTED"]))),
        ("mixed outcomes", Box::new(move |page| vec![format!("Finding {}", outcomes[page])])),
        ("checks", Box::new(|page| vec![format!("{}  Acme Paving  1,200.00", 4141 + page)])),
        ("lone checks", Box::new(|page| vec![format!("{}", 4141 + 2 * page)])),
        ("dates", Box::new(|page| vec![format!("Meeting of June {}, 2024", 1 + page)])),
    ] {
        for leading in [13.0, 26.0] {
            let sheets = pages(6, leading, &top, |_| Vec::new());
            assert_eq!(furniture(&sheets), Vec::<String>::new(), "{name}");
            let sheets = pages(6, leading, |_| Vec::new(), &top);
            assert_eq!(furniture(&sheets), Vec::<String>::new(), "{name} at the foot");
        }
    }
}

#[test]
fn repeated_lines_and_counting_numbers_go() {
    for (name, top, foot) in [
        (
            "head",
            Box::new(|_: usize| strings(&["Town of Alder, General Bylaws"]))
                as Box<dyn Fn(usize) -> Vec<String>>,
            Box::new(|page: usize| vec![format!("Page {} of 6", page + 1)])
                as Box<dyn Fn(usize) -> Vec<String>>,
        ),
        (
            "two lines",
            Box::new(|_| strings(&["Town of Alder", "Printed on 2024-05-01"])),
            Box::new(|page| vec![format!("{}", page + 9)]),
        ),
        (
            "code",
            Box::new(|page| vec![format!("Town Code {}", page + 1)]),
            Box::new(|_| strings(&["Downloaded from the clerk's site"])),
        ),
        ("dashes", Box::new(|_| Vec::new()), Box::new(|page| vec![format!("RESOURCES - {}", page + 1)])),
    ] {
        let sheets = pages(6, 26.0, &top, &foot);
        let expected: Vec<String> = (0..6).flat_map(|page| [top(page), foot(page)].concat()).collect();
        let mut found = furniture(&sheets);
        found.sort();
        let mut expected = expected;
        expected.sort();
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn repeated_table_heads_stay() {
    let sheets: Vec<Sheet> = (0..5u8)
        .map(|page| {
            let mut sheet = Sheet::default();
            for (column, head) in ["Check", "Payee", "Amount"].iter().enumerate() {
                sheet = sheet.bold(72.0 + 130.0 * column as f32, 40.0, 10.0, head);
            }
            for row in 0..12u8 {
                let y = 54.0 + 14.0 * f32::from(row);
                let number = 4100 + u16::from(page) * 12 + u16::from(row);
                sheet = sheet
                    .text(72.0, y, 10.0, &number.to_string())
                    .text(202.0, y, 10.0, "Acme Paving")
                    .text(332.0, y, 10.0, &format!("{}.00", 100 + u16::from(row) * 7));
            }
            sheet
        })
        .collect();
    assert_eq!(furniture(&sheets), Vec::<String>::new());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Whatever differs between pages stays, and each line that goes is equal on pages around or counts with them.
    #[test]
    fn only_repeated_lines_go(
        count in 2usize..8,
        leading in 12.0f32..30.0,
        values in proptest::collection::vec((0usize..8, 1u32..9999), 16),
        head in proptest::option::of("[A-Z][a-z]{3,9} [A-Z][a-z]{3,9}"),
        numbered in any::<bool>(),
    ) {
        let labels = ["Yes", "Check", "Lot", "Total of the vote is", "Case No.", "Decision:", "$", "Acres"];
        let value = |page: usize, slot: usize| {
            let (label, value) = values[(page * 2 + slot) % values.len()];
            format!("{} {value}", labels[label])
        };
        let top = |page: usize| {
            head.iter().cloned().chain([value(page, 0), value(page, 1)]).collect::<Vec<_>>()
        };
        let foot = |page: usize| if numbered { vec![format!("{}", page + 1)] } else { Vec::new() };
        let sheets = pages(count, leading, top, foot);
        let document = document(&sheets);
        for (index, page) in document.pages.iter().enumerate() {
            for slot in 0..2 {
                let value = value(index, slot);
                let line = page.lines.iter().find(|line| line.text == value);
                prop_assert!(line.is_some_and(|line| !line.flags.intersects(FURNITURE)), "{value}");
            }
            if let Some(head) = head.as_ref().filter(|_| count >= 3) {
                let line = page.lines.iter().find(|line| line.text == *head);
                prop_assert!(line.is_some_and(|line| line.flags.contains(LineFlags::RUNNING_HEAD)), "{head}");
            }
            if numbered {
                let number = (index + 1).to_string();
                let line = page.lines.iter().find(|line| line.text == number);
                prop_assert!(line.is_some_and(|line| line.flags.contains(LineFlags::PAGE_NUMBER)), "{number}");
            }
        }
    }
}
