//! Numbers at the left edge: line numbers go, numbers of items stay.

use proptest::prelude::*;

use crate::sheet::{Sheet, document, texts};

/// A page of numbered rows: the number, the text, and how far the next row is.
fn page(rows: &[(Option<u32>, &str)], pitch: f32) -> Sheet {
    let mut sheet = Sheet::default();
    for (index, (number, text)) in (0u8..).zip(rows) {
        let y = 80.0 + pitch * f32::from(index);
        if let Some(number) = number {
            let number = number.to_string();
            sheet = sheet.text(60.0 - 5.0 * number.len() as f32, y, 10.0, &number);
        }
        sheet = sheet.text(80.0, y, 10.0, text);
    }
    sheet
}

const ITEMS: [&str; 10] = [
    "Call to order",
    "Approval of minutes",
    "Public comment",
    "Treasurer's report",
    "Road report",
    "Old business",
    "New business",
    "Correspondence",
    "Executive session",
    "Adjournment",
];

const BILL: [&str; 10] = [
    "Section 1. The selectmen may set aside",
    "lands for the use of the town and may",
    "lease them for terms of not more than",
    "ten years. The rent shall be paid into",
    "the general fund of the town.",
    "Section 2. A person who uses such land",
    "without a lease shall be fined.",
    "Section 3. This act takes effect on the",
    "first day of July after it has been",
    "approved by the voters of the town.",
];

#[test]
fn numbers_of_items_stay() {
    let single: Vec<_> = (1..).map(Some).zip(ITEMS).collect();
    let wrapped: Vec<_> =
        (1..).map(Some).zip(ITEMS).flat_map(|item| [item, (None, "and what belongs to it")]).collect();
    let articles: Vec<_> = (11..).map(Some).zip(ITEMS).collect();
    for (rows, pitch) in [(&single, 14.0), (&single, 28.0), (&wrapped, 14.0), (&articles, 20.0)] {
        let document = document(&[page(rows, pitch)]);
        for (number, text) in rows {
            let expected = number.map_or((*text).to_owned(), |number| format!("{number} {text}"));
            let squeezed: Vec<String> =
                texts(&document.pages[0]).iter().map(|t| t.replace("  ", " ")).collect();
            assert!(squeezed.contains(&expected), "{expected} in {squeezed:?}");
        }
    }
}

#[test]
fn numbers_of_lines_go() {
    for (from, pitch) in [(1, 14.0), (1, 28.0), (31, 24.0)] {
        let rows: Vec<_> = (from..).map(Some).zip(BILL).collect();
        let document = document(&[page(&rows, pitch)]);
        assert_eq!(texts(&document.pages[0]), BILL);
        assert!(document.notes.iter().any(|note| note.contains("10 line numbers")), "{:?}", document.notes);
    }
}

/// A short text of plain words.
fn item() -> impl Strategy<Value = String> {
    let heads = proptest::sample::select(vec![
        "Report", "Review", "Budget", "Approval", "Minutes", "Election", "Repair",
    ]);
    let tails =
        proptest::sample::select(vec!["water", "roads", "board", "clerk", "parking", "school", "taxes"]);
    (heads, tails).prop_map(|(head, tail)| format!("{head} of the {tail}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Items keep their numbers, lines of running text lose them, and no word is lost.
    #[test]
    fn items_and_lines_are_told_apart(
        items in proptest::collection::vec(item(), 8..24),
        wrapped in any::<bool>(),
        from in 1u32..60,
        pitch in 13.0f32..26.0,
        prose in any::<bool>(),
    ) {
        let rows: Vec<(Option<u32>, String)> = (from..)
            .zip(&items)
            .flat_map(|(number, item)| {
                let text = if prose && number % 4 != 0 { item.to_lowercase() } else { item.clone() };
                let more = (wrapped && !prose).then(|| (None, format!("with all that goes with {number}x")));
                std::iter::once((Some(number), text)).chain(more)
            })
            .take(24)
            .collect();
        let rows: Vec<(Option<u32>, &str)> = rows.iter().map(|(n, t)| (*n, t.as_str())).collect();
        let document = document(&[page(&rows, pitch)]);
        let squeezed: Vec<String> = texts(&document.pages[0]).iter().map(|t| t.replace("  ", " ")).collect();
        for (number, text) in &rows {
            let expected = match number {
                Some(number) if !prose => format!("{number} {text}"),
                _ => (*text).to_owned(),
            };
            prop_assert!(squeezed.contains(&expected), "{expected} in {squeezed:?}");
        }
    }
}
