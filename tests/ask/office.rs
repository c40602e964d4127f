//! One fact in a file of each office program, found first. Words alone, without a model.

use crate::support::office::{MARINA, Sheet, marina_ods, marina_rows, msg, open_document, pptx, xls, xlsx};
use crate::support::town::Town;

const QUESTION: &str = "What is the fee for a kayak rack permit?";
const OTHER: &str = "Town of Harrow\nParking Rules\n\nThe fee for a parking permit is $12.\nThe fee for a dog permit is $9.\n";

/// A town with this file and another one, and the answer from it: fact, its quotes, locators and the paper's title.
struct Asked {
    fact: String,
    quotes: String,
    locators: Vec<String>,
    titles: Vec<String>,
}

fn asked(name: &str, bytes: &[u8]) -> Asked {
    let town = Town { home: tempfile::tempdir().unwrap() };
    let papers = town.home.path().join("papers");
    std::fs::create_dir(&papers).unwrap();
    std::fs::write(papers.join("parking.txt"), OTHER).unwrap();
    std::fs::write(papers.join(name), bytes).unwrap();
    let read = town.run(&["ingest", papers.to_str().unwrap(), "--town", "Harrow"], "");
    assert_eq!(read.code, 0, "{name}: {} {}", read.out, read.error);
    let reply = town.ask(QUESTION, &[]).json;
    let first = &reply["evidence"]["facts"][0];
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let of = |field: &str| -> Vec<String> {
        first["support"].as_array().into_iter().flatten().map(|quote| text(&quote[field])).collect()
    };
    let cited = reply["evidence"]["citations_index"].as_array().cloned().unwrap_or_default();
    Asked {
        fact: text(&first["text"]),
        quotes: of("quote").join("\n"),
        locators: of("locator"),
        titles: cited.iter().map(|source| text(&source["title"])).collect(),
    }
}

/// A row is quoted with its head, under its own number, from a paper that names file and sheet.
#[test]
fn rows_of_spreadsheets_carry_their_heads() {
    let sheet = Sheet { name: "Fees", rows: marina_rows(), ..Sheet::default() };
    let notes = Sheet { name: "Notes", rows: vec![vec![]], ..Sheet::default() };
    let csv =
        format!("Item,Fee per year\n{}", MARINA.map(|(item, fee)| format!("{item},${fee:.2}\n")).concat());
    for (name, bytes, fee, row) in [
        ("harbor_2025.xlsx", xlsx(&[sheet, notes]), "$38.00", "L4"),
        ("harbor_2025.ods", marina_ods(), "$38.00", "L4"),
        ("harbor_2025.xls", xls("Fees", &marina_rows()), "38", "L4"),
        ("harbor_fees.csv", csv.into_bytes(), "$38.00", "L2"),
    ] {
        let asked = asked(name, &bytes);
        assert!(asked.fact.contains(fee) && asked.fact.contains("Kayak"), "{name}: {}", asked.fact);
        assert!(asked.quotes.contains("Fee per year"), "{name}: {}", asked.quotes);
        assert!(asked.locators.iter().any(|locator| locator.ends_with(row)), "{name}: {:?}", asked.locators);
        if !name.ends_with("csv") {
            assert!(
                asked.titles.iter().any(|title| title == "harbor 2025 \u{203a} Fees"),
                "{:?}",
                asked.titles
            );
        }
    }
}

#[test]
fn texts_slides_and_mails_are_found() {
    const FACT: &str = "The fee for a kayak rack permit is $38.";
    let title = "<p:sp><p:nvPr><p:ph type=\"title\"/></p:nvPr><p:txBody><a:p><a:r><a:t>The Harbor</a:t></a:r></a:p></p:txBody></p:sp>";
    let slide =
        |text: &str| format!("<p:sp><p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>");
    let mail = format!(
        "From clerk@harrow.example Thu May  1 10:00:00 2025\nFrom: clerk@harrow.example\nSubject: Racks\nDate: Thu, 1 May 2025 10:00:00 -0400\n\n{FACT}\n\n\
         From clerk@harrow.example Fri May  2 10:00:00 2025\nFrom: clerk@harrow.example\nSubject: Boats\nDate: Fri, 2 May 2025 10:00:00 -0400\n\nThe boats are out.\n"
    );
    for (name, bytes, locator) in [
        ("harbor.pptx", pptx(&[(title, ""), (&slide(FACT), "")]), "p.2 L1"),
        (
            "harbor.odt",
            open_document("text", "", &format!("<text:p>Harbor</text:p><text:p>{FACT}</text:p>")),
            "L2",
        ),
        ("harbor.rtf", format!("{{\\rtf1\\ansi Harbor\\par {FACT}\\par}}").into_bytes(), "L2"),
        ("clerk.mbox", mail.into_bytes(), "L4"),
        ("racks.msg", msg("Racks", FACT, &[]), "L4"),
    ] {
        let asked = asked(name, &bytes);
        assert!(asked.fact.contains("$38"), "{name}: {}", asked.fact);
        assert!(asked.locators.iter().any(|found| found.ends_with(locator)), "{name}: {:?}", asked.locators);
    }
}

/// Five thousand rows stay searchable.
#[test]
fn a_row_of_a_long_budget_is_found() {
    use crate::support::office::Value;
    let names: Vec<String> =
        (1..=5_000).map(|n| format!("Account {n} {}", ["salaries", "supplies"][n % 2])).collect();
    let mut rows = vec![vec![Value::Bold("Account"), Value::Bold("Budget 2025")]];
    rows.extend(
        names.iter().zip(1_u32..).map(|(name, n)| vec![Value::Words(name), Value::Dollars(f64::from(n))]),
    );
    rows.insert(3_001, vec![Value::Words("Kayak rack permit"), Value::Dollars(38.0)]);
    let asked = asked("budget.xlsx", &xlsx(&[Sheet { name: "Budget", rows, ..Sheet::default() }]));
    assert!(asked.fact.contains("$38.00"), "{}", asked.fact);
    assert!(asked.locators.iter().any(|found| found.ends_with("L3002")), "{:?}", asked.locators);
    assert!(asked.quotes.contains("Budget 2025"), "{}", asked.quotes);
}

/// Papers in formats that are not read are named, each with what to do, in a folder as well.
#[test]
fn old_formats_are_named() {
    let town = Town { home: tempfile::tempdir().unwrap() };
    let papers = town.home.path().join("papers");
    std::fs::create_dir(&papers).unwrap();
    std::fs::write(papers.join("parking.txt"), OTHER).unwrap();
    std::fs::write(papers.join("minutes.doc"), b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest").unwrap();
    let read = town.run(&["ingest", papers.to_str().unwrap()], "");
    assert_eq!(read.code, 3, "{}", read.error);
    let told = format!("{}{}", read.out, read.error);
    assert!(
        told.contains("minutes.doc") && told.contains("old Word file") && told.contains("save it as"),
        "{told}"
    );
}
