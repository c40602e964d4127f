//! Papers as clerks type them: blocks of labels, tables set with spaces, amendments, results, votes. Words alone, without
//! a model.

use serde_json::Value;

use crate::support::town::Town;

fn town(papers: &[(&str, &str)]) -> Town {
    town_with(papers, &[])
}

fn town_with(papers: &[(&str, &str)], flags: &[&str]) -> Town {
    let town = Town { home: tempfile::tempdir().unwrap() };
    for (name, text) in papers {
        let file = town.file(name, text);
        let read = town.run(&[&["ingest", "--lane", "local", file.as_str()], flags].concat(), "");
        assert_eq!(read.code, 0, "{}", read.error);
    }
    town
}

fn facts(reply: &Value) -> Vec<String> {
    let facts = reply["evidence"]["facts"].as_array().cloned().unwrap_or_default();
    facts.iter().map(|fact| fact["text"].as_str().unwrap_or("").to_owned()).collect()
}

const DECISIONS: &str = "TOWN OF HARROW\nZONING BOARD\n\nSUMMARY OF DECISIONS\n\n\
    ------------------------------------------------\n\
    CASE #2023-04          Filed June 22, 2023\n\
    Applicant:   W. Stoddard, 9 Quarry Lane\n\
    Request:     Variance for a garage eleven feet\n             from the line\n\
    Vote:        3 in favor, 2 opposed\n\
    DECISION:    DENIED. Four votes in favor are needed for a variance.\n\
    ------------------------------------------------\n\
    CASE #2023-07          Filed October 5, 2023\n\
    Applicant:   Bittersweet Kennels, 12 Cold Spring Road\n\
    Request:     Permit for a kennel\n\
    Vote:        5-0\n\
    DECISION:    GRANTED. Not more than 14 dogs at one time.\n";

/// Each label begins its own statement, and a decision of one word is one.
#[test]
fn a_block_of_labels_keeps_its_decision() {
    let town = town(&[("decisions.txt", DECISIONS)]);
    let reply = town.ask("What did the zoning board decide about case #2023-04?", &[]).json;
    let found = facts(&reply);
    assert!(found.iter().any(|fact| fact.contains("DENIED")), "{found:?}");
    assert!(!found.iter().any(|fact| fact.contains("GRANTED") || fact.contains("---")), "{found:?}");
    let other = facts(&town.ask("What did the zoning board decide in case 2023-07?", &[]).json);
    assert!(other.iter().any(|fact| fact.contains("GRANTED")), "{other:?}");
    assert!(!other.iter().any(|fact| fact.contains("DENIED")), "{other:?}");
}

/// A table set with spaces has its heads, and a first cell over two lines is one cell.
#[test]
fn a_table_set_with_spaces_is_whole() {
    let letter = "TOWN OF HARROW\nBOARD OF ASSESSORS\n\nThe tax rate is $18.61 for 2025. It is the sum of four parts:\n\n\
        \x20                                   2024        2025\n\
        \x20 Town                               $6.38       $6.71\n\
        \x20 County                             $0.21       $0.23\n\
        \x20 Local school (elementary and\n\
        \x20   regional)                       $10.72      $11.09\n\
        \x20 State school charges (choice\n\
        \x20   and charter tuition)             $0.53       $0.58\n\
        \x20                                   ------      ------\n\
        \x20 Total rate                        $17.84      $18.61\n";
    let town = town(&[("letter.txt", letter)]);
    let reply = town.ask("How is the tax rate made up?", &[]).json;
    let found = facts(&reply).join("\n");
    for part in ["$6.71", "$0.23", "$11.09", "$0.58", "elementary and regional) $10.72"] {
        assert!(found.contains(part), "{part}: {found}");
    }
    let first = &facts(&town.ask("What was the county tax rate in 2024?", &[]).json)[0];
    assert!(first.contains("2024 2025") && first.contains("County $0.21"), "{first}");
}

/// Words that an amendment takes out of a section are shown with the amendment.
#[test]
fn an_amendment_is_quoted_beside_what_it_changes() {
    let bylaw = "TOWN OF HARROW\nCHAPTER 14: DOGS\nAdopted June 4, 2016\n\n14-3. On the Common a dog shall be held on a leash \
        not longer than eight feet.\n\n14-4. A dog shall not run at large.\n";
    let change = "TOWN OF HARROW\nAMENDMENT OF CHAPTER 14\nTown Meeting, June 3, 2023\n\nVOTED, that Chapter 14 be amended \
        as follows:\n\n1. In Section 14-3, strike \"eight feet\" and insert \"six feet\".\n";
    let town = town(&[("dogs-2016.txt", bylaw), ("amendment-2023.txt", change)]);
    let reply = town.ask("On the Common, how long may a leash be on which a dog is held?", &[]).json;
    let found = facts(&reply);
    assert!(found[0].contains("strike \"eight feet\" and insert \"six feet\""), "{found:?}");
    assert_eq!(reply["evidence"]["record_strength"]["tier"], "C", "{reply}");
    let other = facts(&town.ask("Shall a dog run at large?", &[]).json);
    assert!(!other[0].contains("strike"), "{other:?}");
}

/// The result of an article is in a table of its number.
#[test]
fn a_proposal_has_its_result_from_a_table() {
    let meeting = "# Town of Harrow, Annual Town Meeting, June 1, 2024\n\n## Warrant\n\n**Article 7.** To see if the Town will \
        vote to appropriate $48,500 to repair the footbridge.\n\n**Article 8.** To see if the Town will vote to buy a \
        plow.\n\n## Results\n\n| Art. | Subject | Action | Count |\n|---|---|---|---|\n| 7 | Footbridge | Did not carry | Yes \
        71, No 42 |\n| 8 | Plow | Carried | voice |\n";
    let town = town(&[("meeting.md", meeting)]);
    let found = facts(&town.ask("Did the town appropriate $48,500 to repair the footbridge?", &[]).json);
    assert!(found[0].contains("Did not carry"), "{found:?}");
}

const MINUTES: &str = "TOWN OF HARROW\nSELECT BOARD\nMinutes of March 11, 2024\n\nSupt. Ames said two of the five stringers of \
    the footbridge are rotten.\n\nMr. Orr MOVED to close the footbridge. Roll: Orr yes, Pratt no, Hale no. The motion \
    to close\nFAILED, 1-2.\n\nMr. Hale moved to post signs; 2nd Pratt. VOTED 2-1.\n";
const LATER: &str = "TOWN OF HARROW\nSELECT BOARD\nMinutes of May 6, 2024\n\nSupt. Ames said the footbridge signs are up.\n\n\
    Mr. Orr moved to buy a plow. Voted 3-0.\n";

/// Of all votes of a day, none is another day's, and a day without a paper has none.
#[test]
fn votes_are_those_of_the_day() {
    let town = town(&[("march.txt", MINUTES), ("may.txt", LATER)]);
    let found = facts(&town.ask("List all votes taken on March 11, 2024.", &[]).json).join("\n");
    assert!(found.contains("The motion to close FAILED, 1-2.") && found.contains("VOTED 2-1"), "{found}");
    assert!(!found.contains("plow"), "{found}");
    let absent = town.ask("List all votes taken on April 8, 2024.", &[]);
    assert_eq!(absent.code, 5, "{}", absent.json);
}

/// A day in the question prefers the paper of that day.
#[test]
fn a_day_chooses_its_paper() {
    let town = town(&[("march.txt", MINUTES), ("may.txt", LATER)]);
    for (question, expected) in [
        ("What has Supt. Ames said of the footbridge in the minutes of March 11?", "stringers"),
        ("What has Supt. Ames said of the footbridge in the minutes of May 6?", "signs are up"),
    ] {
        let found = facts(&town.ask(question, &[]).json);
        assert!(found[0].contains(expected) && found[0].contains("Supt. Ames"), "{question}: {found:?}");
    }
}

/// A total answers for the rows of its table, and a row that the question names stays first.
#[test]
fn a_total_leads_its_rows() {
    let budget = "# Budget of Harrow, 2025\n\n| Department | 2024 | 2025 |\n|---|---|---|\n| Police: wages | 142,650 | 149,900 \
        |\n| Police: expenses | 31,400 | 29,800 |\n| Police, total | 174,050 | 179,700 |\n| Highway | 90,000 | 92,000 |\n";
    let town = town(&[("budget.md", budget)]);
    let first = |question: &str| facts(&town.ask(question, &[]).json).remove(0);
    let whole = first("What is the budget of Police in 2025?");
    assert!(whole.contains("Police, total"), "{whole}");
    let wages = first("What is the budget of Police wages in 2025?");
    assert!(wages.contains("Police: wages"), "{wages}");
}

const DECLARATION: &str = "Declaration of Covenants\nPine Hill Village\nRecorded May 1, 2006\n\n\
    4.4 Due dates. The assessment is paid on January 1. A payment more than fifteen days late carries a late\n\
    charge of $35.\n\n\
    5.2 Rentals. A dwelling may be rented for no fewer than thirty (30) days at a time.\n\n\
    5.3 Hens. No hens may be kept.\n";
const AMENDMENT: &str = "Second Amendment to the Declaration\nPine Hill Village\nRecorded October 6, 2023\n\n\
    The members amend the Declaration as follows.\n\n\
    1. Section 5.2, \"Rentals,\" is deleted and replaced by:\n\n\
    5.2 Rentals. A dwelling may be rented for no fewer than ninety (90) days at a time.\n\n\
    2. Section 4.4, \"Due dates,\" is amended by replacing the late charge of $35 by a late charge of $50.\n";

/// A later paper on the same document changes a section by its number, with or without the words that it takes out.
#[test]
fn a_changed_section_is_quoted_with_its_change() {
    let place = ["--town", "Pine Hill Village"];
    let of =
        |papers: &[(&str, &str)], question: &str| facts(&town_with(papers, &place).ask(question, &[]).json);
    let both = [("declaration_2006.txt", DECLARATION), ("second-amendment_2023.txt", AMENDMENT)];
    let rent = "Must a dwelling be rented for thirty days at a time in Pine Hill Village?";
    let found = of(&both, rent);
    assert!(
        found.iter().any(|fact| fact.contains("thirty (30)") && fact.contains("is deleted")),
        "{found:?}"
    );
    let late = "What late charge does a late payment carry in Pine Hill Village?";
    let found = of(&both, late);
    assert!(found[0].contains("late charge of $50"), "{found:?}");
    // Another document has a section of the same number, and a proposal changes nothing.
    let bylaws = AMENDMENT.replace("Declaration", "Bylaws");
    let proposed =
        AMENDMENT.replace("is deleted and replaced by:", "would be deleted if the members so vote.").replace(
            "\n5.2 Rentals. A dwelling may be rented for no fewer than ninety (90) days at a time.\n",
            "",
        );
    for other in [bylaws, proposed] {
        let papers = [("declaration_2006.txt", DECLARATION), ("second-amendment_2023.txt", other.as_str())];
        let found = of(&papers, "Must a dwelling be rented for thirty days in Pine Hill Village?");
        let first =
            found.iter().find(|fact| fact.contains("thirty (30)")).unwrap_or_else(|| panic!("{found:?}"));
        assert!(!first.contains("deleted"), "{first}");
    }
}
