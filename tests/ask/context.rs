//! Verbatim quotes that would mislead: a heading, a line over a list, the sentence behind, another year or another paper
//! takes the force of a statement away. Papers are made in four formats, each with a control in which the plain statement is
//! right.

use crate::support::town::{Outcome, Town};

const FORMATS: [&str; 4] = ["txt", "md", "html", "eml"];
/// What is asked about: a thing and its price.
const MATTERS: [(&str, &str); 5] = [
    ("bicycle plate", "$2"),
    ("hawker license", "$60"),
    ("dock sticker", "$45"),
    ("kennel permit", "$31"),
    ("bonfire permit", "$12"),
];

#[derive(Clone)]
enum Block {
    Heading(String),
    Text(String),
}

fn heading(text: &str) -> Block {
    Block::Heading(text.to_owned())
}

fn text(text: impl Into<String>) -> Block {
    Block::Text(text.into())
}

fn written(blocks: &[Block], format: &str) -> String {
    let parts: Vec<String> = blocks
        .iter()
        .map(|block| match (block, format) {
            (Block::Heading(h), "html") => format!("<h2>{h}</h2>"),
            (Block::Text(t), "html") => format!("<p>{t}</p>"),
            (Block::Heading(h), "md") => format!("## {h}\n"),
            (Block::Heading(h), _) => format!("{}\n", h.to_uppercase()),
            (Block::Text(t), _) => format!("{t}\n"),
        })
        .collect();
    let body = parts.join("\n");
    match format {
        "html" => format!("<html><body>{body}</body></html>"),
        "eml" => format!(
            "From: clerk@oak.example\nTo: board@oak.example\nSubject: Papers of the board\nDate: Mon, 3 Mar 2025 10:00:00 -0500\n\
             Content-Type: text/plain; charset=utf-8\n\n{body}"
        ),
        _ => body,
    }
}

/// A paper and another one of its town, what is asked, the value that would mislead, and the words that must be quoted with it.
struct Case {
    class: &'static str,
    blocks: Vec<Block>,
    other: Option<Vec<Block>>,
    question: String,
    value: String,
    /// `None` for a control: the value is right by itself.
    with: Option<String>,
}

/// A value under a heading, or under a line over all of the paper.
fn under(class: &'static str, over: &str, takes_force: bool, matter: usize) -> Case {
    let (thing, price) = MATTERS[matter % MATTERS.len()];
    let statement = text(format!("The fee for a {thing} is {price}."));
    let other = text("The fee for a burial plot is $500.");
    let blocks = match class {
        "heading" => vec![heading("Schedule of Fees"), heading("General"), other, heading(over), statement],
        _ => vec![heading("Schedule of Fees"), text(over), other, heading("Permits"), statement],
    };
    Case {
        class,
        blocks,
        other: None,
        question: format!("What is the fee for a {thing}?"),
        value: price.to_owned(),
        with: takes_force.then(|| over.to_owned()),
    }
}

/// A motion with its outcome.
fn motion(outcome: &str, takes_force: bool, matter: usize) -> Case {
    let (thing, price) = MATTERS[matter % MATTERS.len()];
    let moved = text(format!(
        "Ms. Finch moved to set the fee for a {thing} at {price}. Mr. Lee seconded the motion. {outcome}"
    ));
    let blocks = vec![
        heading("Minutes of the Board"),
        text("The chair called the meeting to order at seven."),
        moved,
        text("The board adjourned at nine."),
    ];
    Case {
        class: "outcome",
        blocks,
        other: None,
        question: format!("What is the fee for a {thing}?"),
        value: price.to_owned(),
        with: takes_force.then(|| outcome.to_owned()),
    }
}

/// Counts of one year, or of two.
fn year(also_asked: bool, matter: usize) -> Case {
    let (thing, _) = MATTERS[matter % MATTERS.len()];
    let count = 200 + 7 * matter;
    let mut blocks = vec![
        heading("Report of the Clerk"),
        text(format!("In 2023 the clerk issued {count} forms for a {thing}.")),
    ];
    let asked = count + 31;
    if also_asked {
        blocks.push(text(format!("In 2024 the clerk issued {asked} forms for a {thing}.")));
    }
    Case {
        class: "year",
        blocks,
        other: None,
        question: format!("How many forms for a {thing} did the clerk issue in 2024?"),
        value: if also_asked { asked } else { count }.to_string(),
        // No words put another year right: it may not lead at A or B.
        with: (!also_asked).then(|| "\u{0}".to_owned()),
    }
}

/// A rule, and a later paper that ends it or another rule.
fn repeal(wording: &str, takes_force: bool, matter: usize) -> Case {
    let (thing, price) = MATTERS[matter % MATTERS.len()];
    let blocks = vec![
        heading("Town of Oak"),
        heading("Market Square Rule"),
        text("Adopted by the Select Board on March 3, 2009."),
        text("Stalls are open from nine to four."),
        text(format!("The fee for a {thing} is {price}.")),
    ];
    let ended = wording.replace("{}", if takes_force { "Market Square Rule" } else { "Ferry Landing Rule" });
    let other = vec![
        heading("Town of Oak"),
        heading("Policy on Streets"),
        text("Voted by the Select Board on May 5, 2024."),
        text("Carts stand in a line."),
        text(ended.clone()),
    ];
    Case {
        class: "repeal",
        blocks,
        other: Some(other),
        question: format!("What is the fee for a {thing}?"),
        value: price.to_owned(),
        with: takes_force.then_some(ended),
    }
}

/// An article of a warrant, and what another paper of that day says of it.
fn article(outcome: &str, takes_force: bool, matter: usize) -> Case {
    let (thing, price) = MATTERS[matter % MATTERS.len()];
    let blocks = vec![
        heading("Town of Oak"),
        heading("Warrant for the Town Meeting of May 6, 2024"),
        text("Article 6. To see if the Town will buy a plow."),
        text(format!("Article 7. To see if the Town will set the fee for a {thing} at {price}.")),
    ];
    let other = vec![
        heading("Town of Oak"),
        heading("Results of the Town Meeting of May 6, 2024"),
        text("Article 6 was passed over."),
        text(outcome),
    ];
    Case {
        class: "article",
        blocks,
        other: Some(other),
        question: format!("What is the fee for a {thing}?"),
        value: price.to_owned(),
        with: takes_force.then(|| outcome.to_owned()),
    }
}

const ENDED: [&str; 5] = [
    "The {} of 2009 is hereby repealed.",
    "This policy replaces the {}.",
    "With this vote the {} of March 2009 is rescinded in all its parts.",
    "It supersedes the {} adopted in 2009.",
    "From that day this takes the place of the {}, which is void.",
];
const ARTICLE_LOST: [&str; 5] = [
    "Article 7 failed, 40 to 61.",
    "Article 7 was defeated.",
    "The meeting voted to table Article 7 and it was tabled.",
    "On a count, Article 7 was lost.",
    "Article 7: no action was taken.",
];
const ARTICLE_WON: [&str; 5] = [
    "Article 7 passed, 61 to 40.",
    "Article 7 was adopted.",
    "The meeting approved Article 7.",
    "On a count, Article 7 carried.",
    "Article 7: so voted.",
];
const HEADINGS: [&str; 5] = [
    "Discontinued",
    "Proposed, not in force",
    "Repealed July 1, 2025",
    "No longer in effect",
    "Superseded fees",
];
const NEUTRAL: [&str; 5] = ["Permits", "In force", "Part two", "Outdoors", "Other fees"];
const OVER_ALL: [&str; 5] = [
    "DRAFT - NOT APPROVED",
    "Fees, all repealed July 1, 2025",
    "April Fools edition",
    "Unapproved draft of the clerk",
    "Fictional specimen for training",
];
const OVER_NOTHING: [&str; 5] = [
    "Adopted March 3, 2025",
    "Town of Oak",
    "For the use of residents",
    "Office hours: 9 to 4",
    "Edition of 2025",
];
const FAILED: [&str; 6] = [
    "The motion failed, 1 to 2.",
    "The motion died for want of a second vote.",
    "On reconsideration the vote was rescinded.",
    "The motion was withdrawn.",
    "It was denied.",
    "No action was taken.",
];
const CARRIED: [&str; 6] = [
    "The motion carried, 3 to 0.",
    "The motion passed.",
    "The board approved it.",
    "It was adopted.",
    "So voted.",
    "The vote was in the affirmative.",
];

/// Every wording once; the matter turns with the round.
fn cases(round: usize) -> Vec<Case> {
    let mut all = Vec::new();
    for i in 0..5 {
        all.push(under("heading", HEADINGS[i], true, i + round));
        all.push(under("heading", NEUTRAL[i], false, i + round));
        all.push(under("over all", OVER_ALL[i], true, i + round));
        all.push(under("over all", OVER_NOTHING[i], false, i + round));
        all.push(year(false, i + round));
        all.push(year(true, i + round));
        all.push(repeal(ENDED[i], true, i + round));
        all.push(repeal(ENDED[i], false, i + round));
        all.push(article(ARTICLE_LOST[i], true, i + round));
        all.push(article(ARTICLE_WON[i], false, i + round));
    }
    for i in 0..FAILED.len() {
        all.push(motion(FAILED[i], true, i + round));
        all.push(motion(CARRIED[i], false, i + round));
    }
    all
}

fn asked(case: &Case, format: &str) -> Outcome {
    let town = Town { home: tempfile::tempdir().unwrap() };
    let mut papers = vec![town.file(&format!("paper.{format}"), &written(&case.blocks, format))];
    papers.extend(case.other.iter().map(|o| town.file(&format!("other.{format}"), &written(o, format))));
    let mut ingest = vec!["ingest"];
    ingest.extend(papers.iter().map(String::as_str));
    let read = town.run(&ingest, "");
    assert_eq!(read.code, 0, "{}", read.error);
    town.ask(&case.question, &[])
}

/// `Some` with what is wrong: a value leads at A or B without what takes its force away, or a control does not lead
/// with its value.
fn problem(case: &Case, format: &str) -> Option<String> {
    let reply = asked(case, format).json;
    let evidence = &reply["evidence"];
    let first = evidence["facts"][0]["text"].as_str().unwrap_or("").to_owned();
    let tier = evidence["record_strength"]["tier"].as_str().unwrap_or("C");
    let leads = first.contains(&case.value) && evidence["mode"] == "answer";
    let fault = match &case.with {
        Some(with) => {
            let quoted = first.to_lowercase().contains(&with.to_lowercase());
            (leads && tier != "C" && !quoted).then_some("misleads")
        }
        None => (!leads).then_some("control lost"),
    };
    let with = case.with.as_deref().unwrap_or("");
    fault.map(|fault| format!("{fault}: {} in {format}, {with:?}: {tier} {first:?}", case.class))
}

fn run(rounds: usize, formats: &dyn Fn(usize) -> Vec<&'static str>) -> (usize, usize, Vec<String>) {
    let (mut misleading, mut controls, mut wrong) = (0, 0, Vec::new());
    for round in 0..rounds {
        for (at, case) in cases(round).iter().enumerate() {
            for format in formats(at) {
                *(if case.with.is_some() { &mut misleading } else { &mut controls }) += 1;
                wrong.extend(problem(case, format));
            }
        }
    }
    (misleading, controls, wrong)
}

#[test]
fn misleading_statements_are_quoted_with_what_undoes_them() {
    let (_, _, wrong) = run(1, &|at| vec![FORMATS[at % FORMATS.len()]]);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// All wordings in all formats: `cargo nextest run --test ask --run-ignored only -E 'test(a_thousand_papers)'`.
#[test]
#[ignore = "takes minutes; run by command"]
fn a_thousand_papers() {
    let (misleading, controls, wrong) = run(4, &|_| FORMATS.to_vec());
    let lost = wrong.iter().filter(|w| w.starts_with("control")).count();
    println!(
        "{misleading} misleading papers, {} mislead; {controls} controls, {lost} lost",
        wrong.len() - lost
    );
    println!("{}", wrong.join("\n"));
    assert!((wrong.len() - lost) * 100 <= misleading && lost * 10 <= controls);
}
