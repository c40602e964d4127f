//! What a page says is what an answer quotes: small papers in several formats, asked through the program.

use crate::support::town::{Town, quotes};

/// A paper by name and text, a question, words that the first fact must have, words that no fact may have.
type Case<'a> = (&'a str, &'a str, &'a str, &'a [&'a str], &'a [&'a str]);

fn check(cases: &[Case<'_>]) {
    let mut wrong = Vec::new();
    for (name, text, question, must, never) in cases {
        let town = Town { home: tempfile::tempdir().unwrap() };
        let paper = town.file(name, text);
        let read = town.run(&["ingest", &paper], "");
        assert_eq!(read.code, 0, "{name}: {}", read.error);
        let asked = town.ask(question, &[]);
        let facts: Vec<String> = asked.json["evidence"]["facts"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|fact| fact["text"].as_str().unwrap_or("").to_owned())
            .collect();
        let first = facts.first().cloned().unwrap_or_default();
        let all = format!("{} {}", facts.join("\n"), quotes(&asked.json).join("\n"));
        if !must.iter().all(|words| first.contains(words)) || never.iter().any(|words| all.contains(words)) {
            wrong.push(format!(
                "{name}, {question}\n  facts: {facts:?}\n  {}",
                asked.json["answer"]["level1"]
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const POOL: &str = "<h1>Pool fees</h1><table><tr><th>Pass</th><th>Fee</th></tr><tr><td colspan=2>Residents</td></tr><tr><td>Family season pass</td><td>$120.00</td></tr><tr><td colspan=2>Nonresidents</td></tr><tr><td>Family season pass</td><td>$260.00</td></tr></table>";

/// The residents' price was given to a nonresident: a row had lost the label of its group.
#[test]
fn quotes_a_row_of_the_named_group() {
    let spanning = "<h1>Pool fees</h1><table><tr><th>Who<th>Pass<th>Fee<tr><td rowspan=2>Residents<td>Family season pass<td>$120.00<tr><td>Single<td>$60.00<tr><td rowspan=2>Nonresidents<td>Family season pass<td>$260.00<tr><td>Single<td>$90.00</table>";
    let markdown = "# Pool fees\n\n| Pass | Fee |\n|---|---|\n| **Residents** | |\n| Family season pass | $120.00 |\n| **Nonresidents** | |\n| Family season pass | $260.00 |\n";
    let nonresident = "What is the nonresident fee for a family season pass?";
    let resident = "What is the resident fee for a family season pass?";
    check(&[
        ("pool.html", POOL, nonresident, &["Nonresidents", "$260.00", "Fee"], &["$120.00"]),
        ("pool.html", POOL, resident, &["Residents", "$120.00"], &["$260.00"]),
        ("spanning.html", spanning, nonresident, &["Nonresidents", "$260.00"], &[]),
        ("pool.md", markdown, nonresident, &["Nonresidents", "$260.00"], &["$120.00"]),
        ("pool.md", markdown, resident, &["Residents", "$120.00"], &["$260.00"]),
    ]);
}

/// "How many acres is lot 2?" was answered with the head row. By words alone it is refused, since no paper has "many";
/// asked in the table's own words, the row of the lot leads.
#[test]
fn a_head_row_is_never_a_fact() {
    let lots = "<h1>Mill Road</h1><table><tr><td>Lot<td>Acres<tr><td>1<td>2.5<tr><td>2<td>4.1<tr><td>3<td>3.3</table>";
    let heads = "<h1>Mill Road</h1><table><tr><th>Lot<th>Acres<tr><td>1<td>2.5<tr><td>2<td>4.1<tr><td>3<td>3.3</table>";
    check(&[
        ("lots.html", lots, "How many acres is lot 2?", &[], &["1 2.5"]),
        ("lots.html", heads, "How many acres is lot 3?", &[], &["1 2.5"]),
        ("lots.html", lots, "What are the acres of lot 2?", &["Acres", "2 4.1"], &["1 2.5"]),
        ("lots.html", heads, "What are the acres of lot 3?", &["Acres", "3 3.3"], &["1 2.5"]),
    ]);
}

/// A row's figures are in what a line above its table says.
#[test]
fn a_row_carries_the_unit_above_its_table() {
    let budget = "<h1>Budget</h1><p>($ in thousands)</p><table><tr><th>Department<th>2025<tr><td>Police<td>688<tr><td>Library<td>97</table>";
    let caption = "<h1>Budget</h1><table><caption>Amounts in thousands of dollars</caption><tr><th>Department<th>2025<tr><td>Police<td>688<tr><td>Library<td>97</table>";
    check(&[
        ("budget.html", budget, "What is the library budget for 2025?", &["in thousands", "Library 97"], &[]),
        (
            "caption.html",
            caption,
            "What is the library budget for 2025?",
            &["in thousands", "Library 97"],
            &[],
        ),
    ]);
}

/// A footnote's mark was read as a digit of the figure before it.
#[test]
fn a_raised_mark_is_no_digit() {
    let html = "<h1>Fences</h1><p>A fence may be 6<sup>4</sup> feet high.</p><p>The hearing is on July 4<sup>th</sup> at 7 p.m.</p>";
    let markdown = "# Fences\n\nA fence may be 6<sup>4</sup> feet high.\n";
    let fractions = "<h1>Fences</h1><p>A picket may be 7<sup>1</sup>/<sub>2</sub> inches wide.</p>";
    check(&[
        ("fences.html", html, "How high may a fence be?", &["6⁴ feet"], &["64"]),
        ("fences.html", html, "When is the hearing?", &["July 4th"], &[]),
        ("fences.md", markdown, "How high may a fence be?", &["6⁴ feet"], &["64"]),
        ("pickets.html", fractions, "How wide may a picket be?", &["7½ inches"], &["71"]),
    ]);
}

/// What is struck through is not in force.
#[test]
fn a_struck_fee_is_not_the_fee() {
    let html = "<h1>Stickers</h1><p>The sticker fee is <s>$25</s> $50 a year.</p>";
    let whole = "# Stickers\n\n~~The sticker fee is $25 a year.~~\n\nThe sticker fee is $50 a year.\n";
    check(&[
        ("stickers.html", html, "What is the sticker fee?", &["~~$25~~ $50"], &[]),
        ("stickers.md", whole, "What is the sticker fee?", &["$50"], &["$25"]),
    ]);
}

/// Tables and lists that Markdown holds as HTML were left out without a note.
#[test]
fn markup_inside_markdown_is_read() {
    let table = "# Dogs\n\n<table>\n<tr><th>Licence</th><th>Fee</th></tr>\n<tr><td>Spayed dog</td><td>$7.50</td></tr>\n</table>\n";
    check(&[("dogs.md", table, "What is the licence fee for a spayed dog?", &["Spayed dog $7.50"], &[])]);
}

/// The question about one resolution was answered with another's date.
#[test]
fn a_number_that_no_paper_has_is_not_answered_by_its_neighbour() {
    let papers = "# Resolutions\n\nResolution 2025-07 was adopted on May 6, 2025.\n\nResolution 2025-09 was adopted on July 1, 2025.\n";
    let town = Town { home: tempfile::tempdir().unwrap() };
    let paper = town.file("resolutions.md", papers);
    assert_eq!(town.run(&["ingest", &paper], "").code, 0);
    let asked = town.ask("When was resolution 2025-08 adopted?", &[]);
    assert_eq!(asked.code, 5, "{}", asked.out);
    let gaps = asked.json["evidence"]["gaps"].to_string();
    assert!(gaps.contains("No passage found mentions: 2025-08"), "{gaps}");
    let asked = town.ask("When was resolution 2025-09 adopted?", &[]);
    let first = asked.json["evidence"]["facts"][0]["text"].as_str().unwrap_or("");
    assert!(first.contains("July 1, 2025"), "{}", asked.out);
    assert!(!asked.out.contains("May 6"), "{}", asked.out);
}

/// The question chooses among rows and sentences that are alternatives: by weekday, by order, by a word or its opposite.
#[test]
fn quotes_the_alternative_that_the_question_chooses() {
    let hours = "# Library\n\n| Day | Hours |\n|---|---|\n| Monday to Friday | 11 a.m. to 6 p.m. |\n| Saturday | 9 a.m. to 1 p.m. |\n| Sunday | closed |\n\nIn July the library also opens on Monday at noon.\n";
    let fines = "Town of Oak\nParking Ordinance\n\nSection 4(b). Second offense of parking overnight: the fine is $50.\nSection 4(a). First offense of parking overnight: the fine is $25.\n";
    let stickers = "<h1>Dump stickers</h1><table><tr><th>Sticker<th>Fee<tr><td>Resident sticker, first vehicle<td>$40<tr><td>Resident sticker, each further vehicle<td>$12<tr><td>Nonresident sticker<td>$89</table>";
    check(&[
        ("hours.md", hours, "When is the library open on Saturday?", &["9 a.m. to 1 p.m."], &[]),
        ("fines.txt", fines, "What is the fine for parking overnight?", &["$25"], &[]),
        ("fines.txt", fines, "What is the fine for a second offense of parking overnight?", &["$50"], &[]),
        ("stickers.html", stickers, "What is the sticker fee? I am not a resident.", &["$89"], &[]),
        ("stickers.html", stickers, "What is the resident sticker fee for a further vehicle?", &["$12"], &[]),
        ("stickers.html", stickers, "What is the resident sticker fee for a vehicle?", &["$40"], &[]),
    ]);
}

/// The parts of a whole are a table, and a first cause comes with the second.
#[test]
fn all_parts_and_all_causes_are_quoted() {
    let parts = "# Your tax bill\n\nAsk the tax collector about property taxes.\n\n| Part of the rate | 2024 |\n|---|---|\n| Municipal | $8.84 |\n| County | $1.45 |\n| School | $9.86 |\n";
    let causes = "# Your tax bill\n\nProperty taxes went up for two causes. First, the school budget rose by $257,000 because of new pupils.\n\nSecond, the insurance rose by 16 percent.\n";
    for (text, question, all) in [
        (parts, "How are property taxes made up?", &["$8.84", "$1.45", "$9.86"][..]),
        (causes, "For which two causes property taxes went up?", &["$257,000", "16 percent"]),
    ] {
        let town = Town { home: tempfile::tempdir().unwrap() };
        let paper = town.file("tax.md", text);
        assert_eq!(town.run(&["ingest", &paper], "").code, 0);
        let shown = quotes(&town.ask(question, &[]).json).join("\n");
        assert!(all.iter().all(|words| shown.contains(words)), "{question}: {shown}");
    }
}

/// A schedule in force leads over one that a stamp or the name of its file calls superseded.
#[test]
fn a_superseded_schedule_comes_later() {
    let town = Town { home: tempfile::tempdir().unwrap() };
    let old = "Schedule of Fees\nSUPERSEDED. Kept for the file only. See the schedule in force from January 1.\n\nRefrigerator or freezer: $9\n";
    let now = "Schedule of Fees\n\nRefrigerator, freezer or anything else with coolant: $15\n";
    for (name, text) in [("fees-2021.txt", old), ("fees-former-version.txt", old), ("fees.txt", now)] {
        let paper = town.file(name, text);
        assert_eq!(town.run(&["ingest", &paper], "").code, 0);
    }
    let asked = town.ask("What is the fee for a refrigerator or freezer?", &[]);
    let first = quotes(&asked.json).first().cloned().unwrap_or_default();
    assert!(first.contains("$15"), "{first}");
}
