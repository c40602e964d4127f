//! Editions of a paper, lists that are asked for whole, voices, and law beside the record. Words alone, without a model.

use crate::support::town::Town;

fn town(papers: &[(&str, &str)], law: &[(&str, &str)]) -> Town {
    let town = Town { home: tempfile::tempdir().unwrap() };
    for (lane, files) in [("local", papers), ("state", law)] {
        for (name, text) in files {
            let path = town.file(name, text);
            let read = town.run(&["ingest", "--lane", lane, &path], "");
            assert_eq!(read.code, 0, "{}", read.error);
        }
    }
    town
}

fn facts(town: &Town, question: &str) -> Vec<String> {
    let reply = town.ask(question, &[]).json;
    let facts = reply["evidence"]["facts"].as_array().cloned().unwrap_or_default();
    facts.iter().map(|fact| fact["text"].as_str().unwrap_or("").to_owned()).collect()
}

fn schedule(year: &str, sticker: &str, top: &str) -> String {
    format!(
        "Town of Harrow\nSchedule of Fees\n{top}\nFees from January 1, {year}\n\nThe gangway sticker costs {sticker} a year.\n\n\
         A kennel permit costs $61.\n"
    )
}

/// Of two schedules the later leads, unless the question names the year of the older one.
#[test]
fn the_later_schedule_leads() {
    let papers =
        [("fees-2022.txt", schedule("2022", "$14", "")), ("fees-2025.txt", schedule("2025", "$19", ""))];
    for order in [[0, 1], [1, 0]] {
        let town = town(&order.map(|at| (papers[at].0, papers[at].1.as_str())), &[]);
        for question in ["What does a gangway sticker cost?", "what does the gangway sticker cost"] {
            let found = facts(&town, question);
            assert!(found[0].contains("$19"), "{question}: {found:?}");
        }
        let found = facts(&town, "What did a gangway sticker cost in 2022?");
        assert!(found[0].contains("$14"), "{found:?}");
    }
}

/// A paper that calls itself superseded comes behind, whatever its date.
#[test]
fn a_superseded_paper_comes_behind() {
    for top in ["SUPERSEDED. Kept for the file only.", "Former version", "No longer in force"] {
        let (old, new) = (schedule("2025", "$14", top), schedule("2025", "$19", ""));
        let town = town(&[("old.txt", &old), ("new.txt", &new)], &[]);
        let found = facts(&town, "What does a gangway sticker cost?");
        assert!(found[0].contains("$19"), "{top}: {found:?}");
    }
}

/// A later paper of another kind leads where it has another sum: a schedule, and minutes with a vote that carried. A motion
/// that failed, an older paper and one of another town don't.
#[test]
fn a_later_sum_leads_whatever_the_kind_of_its_paper() {
    let answers = "---\ntitle: Questions residents ask\ntown: Harrow\ndate: 2023-11-01\n---\n\nThe fee for a mattress at the transfer station is $10 each.\n";
    let minutes = |town: &str, day: &str, ended: &str| {
        format!(
            "Town of {town}\nSelect Board\nMinutes of {day}\n\nMs. Lund moved to set the fee for a mattress at the transfer station at $25. {ended}\n"
        )
    };
    let question = "What is the fee for a mattress at the transfer station?";
    for (paper, first) in [
        (
            schedule("2025", "$19", "")
                .replace("The gangway sticker costs", "The fee for a mattress at the transfer station is"),
            "$19",
        ),
        (minutes("Harrow", "May 19, 2025", "Mr. Cobb seconded. Voted 3-0 in favor."), "$25"),
        (
            minutes("Harrow", "May 19, 2025", "Voted 3-0 in favor.").replace(
                "set the fee for a mattress at the transfer station at",
                "raise the fee for a mattress at the transfer station from $10 to",
            ),
            "$25",
        ),
        (minutes("Harrow", "May 19, 2025", "Mr. Cobb seconded. The motion failed, 1 to 2."), "$10"),
        (minutes("Harrow", "May 19, 2025", "Mr. Cobb seconded. The motion was not approved."), "$10"),
        (minutes("Harrow", "May 19, 2025", "The board voted not to set it."), "$10"),
        (minutes("Harrow", "May 19, 2021", "Mr. Cobb seconded. Voted 3-0 in favor."), "$10"),
        (minutes("Marlow", "May 19, 2025", "Mr. Cobb seconded. Voted 3-0 in favor."), "$10"),
    ] {
        let town = town(&[("questions.md", answers), ("later.txt", &paper)], &[]);
        let reply = town.ask(question, &["--town", "Harrow"]).json;
        let text = reply["evidence"]["facts"][0]["text"].as_str().unwrap_or("").to_owned();
        assert!(text.contains(first), "{first}: {text}");
    }
}

/// Where a newspaper and the town's own paper say the same, the town's leads; one of an earlier year does not.
#[test]
fn the_own_paper_leads_before_a_report_of_it() {
    let news = "---\ntitle: The Harrow Lantern\ntown: Harrow\ntype: news\ndate: 2025-05-01\n---\n\nA gangway sticker costs $19 a year.\n";
    for (year, first) in [("2025", "Schedule"), ("2021", "Lantern")] {
        let town = town(&[("lantern.md", news), ("fees.txt", &schedule(year, "$19", ""))], &[]);
        let reply = town.ask("What does a gangway sticker cost?", &[]).json;
        let id = reply["evidence"]["facts"][0]["support"][0]["source_id"].clone();
        let index = reply["evidence"]["citations_index"].as_array().cloned().unwrap_or_default();
        let title =
            index.iter().find(|cited| cited["source_id"] == id).map(|cited| cited["title"].to_string());
        assert!(title.as_deref().is_some_and(|title| title.contains(first)), "{year}: {title:?}");
    }
}

/// Every vote of the meeting that is named, and none of another one, in four ways to write minutes.
#[test]
fn all_votes_of_a_meeting() {
    let minutes = |day: &str, body: &str| {
        format!(
            "Town of Harrow\nSelect Board\nMinutes of {day}, 2025\n\nPresent: Ada Lund, Carl Dunn, Eva Frost.\n\n{body}\n"
        )
    };
    for votes in [
        [
            "Mr. Lund moved to buy the plow. Ms. Frost seconded. The motion passed 3-0.",
            "Mr. Dunn moved to sell the barn. The motion failed, 1 to 2.",
        ],
        [
            "MOTION: Mr. Lund, to buy the plow. VOTE: 3 yes, 0 no.",
            "MOTION: Mr. Dunn, to sell the barn. VOTE: 1 yes, 2 no; it fails.",
        ],
        [
            "Voted 3-0 to buy the plow from Birch Motors.",
            "Voted 1-2 on a motion to sell the barn; motion failed.",
        ],
        [
            "The motion to buy the plow was carried, all in favor.",
            "The motion to sell the barn did not carry, one in favor and two opposed.",
        ],
    ] {
        let talk = "The plow has 90,000 miles on it and a dealer asked to see it.";
        let own = minutes("April 7", &format!("{talk}\n\n{}\n\n{}", votes[0], votes[1]));
        let other = minutes("May 5", "Mr. Dunn moved to paint the hall. The motion passed 3-0.");
        let town = town(&[("april.txt", &own), ("may.txt", &other)], &[]);
        let found = facts(&town, "List all votes taken on April 7, 2025").join(" | ");
        assert!(found.contains("buy the plow") && found.contains("sell the barn"), "{found}");
        assert!(!found.contains("paint the hall") && !found.contains("90,000"), "{found}");
    }
}

/// A list in running text is the answer, whole and alone.
#[test]
fn all_items_of_a_section() {
    let code = "# Town of Harrow\n\n## Boats\n\nA skiff is $31 a year.\n\n## All fees for the gangway\n\nStickers are sold at the office.\n\n\
                The gangway sticker is $19 a year.\n\nA second gangway sticker is $7.\n\nA lost gangway sticker is $3.\n\n\
                ## Kennels\n\nA kennel permit is $61.\n";
    let found = facts(&town(&[("fees.md", code)], &[]), "What are all the fees for the gangway?").join(" | ");
    assert!(["$19", "$7", "$3"].iter().all(|fee| found.contains(fee)), "{found}");
    assert!(!found.contains("$31") && !found.contains("$61"), "{found}");
}

/// A fee schedule leads over a mail that repeats a rumor.
#[test]
fn a_mail_comes_behind_the_schedule() {
    let mail = "From: a@example.org\nTo: b@example.org\nSubject: gangway sticker\nDate: Mon, 3 Mar 2025 10:00:00 -0500\n\n\
                I heard that the gangway sticker costs $45 a year.\n";
    let town = town(&[("fees.txt", &schedule("2025", "$19", "")), ("mail.eml", mail)], &[]);
    let found = facts(&town, "What does a gangway sticker cost?");
    assert!(found[0].contains("$19"), "{found:?}");
}

/// The words of somebody whom no paper names are no answer, and neither are those of another.
#[test]
fn words_of_an_absent_speaker() {
    let minutes = "Town of Harrow\nSelect Board\nMinutes of March 4, 2025\n\nAda Lund had this to say about the gangway: the gangway moves.\n";
    let town = town(&[("minutes.txt", minutes)], &[]);
    let found = facts(&town, "What did Ada Lund say about the gangway?");
    assert!(found[0].contains("the gangway moves"), "{found:?}");
    for question in
        ["What did Karl Stroud say about the gangway?", "what did karl stroud say about the gangway"]
    {
        let reply = town.ask(question, &[]);
        assert_eq!(reply.code, 5, "{question}: {}", reply.out);
        assert!(facts(&town, question).is_empty());
    }
}

/// A question of risk gets the state's rule beside the record, without a pasted text too.
#[test]
fn the_law_stands_beside_the_record() {
    let minutes = "Town of Harrow\nSelect Board\nMinutes of March 4, 2025\n\nThe inspector reported that the gangway is \
                   rotten and that the town is liable for injuries on the gangway.\n";
    let law = "12 V.S.A. \u{a7} 77. Liability of municipal units.\nA municipal unit shall be liable for injury that its \
               negligent care of premises causes.\n";
    let other = "4 V.S.A. \u{a7} 9. Kennels.\nA kennel shall have a permit.\n";
    let town = town(&[("minutes.txt", minutes)], &[("law.txt", law), ("other.txt", other)]);
    let found = facts(&town, "Is the town liable for injuries on the gangway?").join(" | ");
    assert!(
        found.contains("gangway is rotten") && found.contains("municipal unit shall be liable"),
        "{found}"
    );
    assert!(!found.contains("kennel"), "{found}");
    let found = facts(&town, "What did the inspector report on the gangway?").join(" | ");
    assert!(!found.contains("municipal unit"), "{found}");
}

/// A list with leaders before its values is a table: each line is a row, and a question for all gives all of a section.
#[test]
fn lines_with_leaders_are_rows() {
    let list = |head: &str, end: &str| {
        format!(
            "{head}Town of Harrow: list of fees\n\n{head}Landing\n\nLanding fee, resident ........ $19{end}\n\
             Landing fee, others ......... $44{end}\nLanding fee in winter . . . . . . . . . $70\n\n\
             The fee is for one boat.\n\n{head}Kennels\n\nKennel fee ................... $61\n"
        )
    };
    for (name, list) in [("fees.txt", list("", "")), ("fees.md", list("# ", "  "))] {
        let town = town(&[(name, &list)], &[]);
        let one = facts(&town, "What is the landing fee in winter?");
        assert!(one[0].contains("$70") && !one[0].contains("$44"), "{name}: {one:?}");
        let all = facts(&town, "What are all the fees of the landing?").join("\n");
        for (sum, expected) in [("$19", true), ("$44", true), ("$70", true), ("$61", false)] {
            assert_eq!(all.contains(sum), expected, "{name} {sum}: {all}");
        }
    }
}

/// All sections with the matter in their headings are one answer; a mail does not replace it.
#[test]
fn all_sections_on_a_matter() {
    let page = "# Town of Harrow\n\n## Gangway stickers\n\nThe fee for a gangway sticker is $19 for a resident.\n\n\
                The fee for a gangway sticker is $44 for others.\n\n## Kennels\n\nThe kennel fee is $61.\n\n\
                ## Repairs at the gangway\n\nThe fee for a lost gangway sticker is $3.\n";
    let mail = "From: clerk@harrow.example\nTo: lund@harrow.example\nSubject: gangway\nDate: Tue, 7 Jan 2025 09:00:00 -0500\n\n\
                The fees of the gangway: the gangway fee is $19.\n";
    let town = town(&[("page.md", page), ("gangway.eml", mail)], &[]);
    let all = facts(&town, "What are all the fees for the gangway?").join("\n");
    for (sum, expected) in [("$19", true), ("$44", true), ("$3", true), ("$61", false)] {
        assert_eq!(all.contains(sum), expected, "{sum}: {all}");
    }
}

/// A budget's row has the matter's words and a sum too; the sections of another paper that has more of the question's words
/// are the answer. A price each is a whole statement.
#[test]
fn all_sections_of_another_paper_than_the_budget() {
    let budget = "# Town of Harrow: budget\n\n| Department | 2025 |\n| --- | --- |\n| Gangway | $83,000 |\n| Library | $41,000 |\n";
    let fees = "# Town of Harrow: schedule of fees\n\n## Gangway stickers\n\nThe first sticker is $19.\n\n\
                ## Bulky items at the gangway\n\n- Sofa or armchair: $15 each\n- Mattress: $37 each\n\n## Kennels\n\nThe kennel fee is $61.\n";
    let town = town(&[("budget.md", budget), ("fees.md", fees)], &[]);
    let all = facts(&town, "What are all the fees for the gangway?").join("\n");
    for (sum, expected) in [("$19", true), ("$15", true), ("$37", true), ("$61", false), ("$83,000", false)] {
        assert_eq!(all.contains(sum), expected, "{sum}: {all}");
    }
}

/// Nonresidents get their own price, even in a long sentence and beside a mail with the residents' price.
#[test]
fn the_price_of_those_who_are_no_residents() {
    let list = "Town of Harrow\nSchedule of fees\n\nA person who owns land in Harrow but does not live here, and the owner of a camp \
                in the lake district, pays the nonresident gangway fee of $61.\n\nThe gangway fee for a resident is $19.\n";
    let mail = "From: clerk@harrow.example\nTo: lund@harrow.example\nSubject: gangway\nDate: Tue, 7 Jan 2025 09:00:00 -0500\n\n\
                You heard wrong. The gangway fee for a resident is $19 this year. I do not know who says otherwise.\n";
    let town = town(&[("fees.txt", list), ("mail.eml", mail)], &[]);
    for question in
        ["im not a resident, what is the gangway fee for me", "What is the gangway fee for a nonresident?"]
    {
        let found = facts(&town, question);
        assert!(found[0].contains("$61"), "{question}: {found:?}");
    }
    let found = facts(&town, "What is the gangway fee for a resident?");
    assert!(found[0].contains("$19"), "{found:?}");
}

/// The decision comes first, before a sentence that merely contains a word like "no".
#[test]
fn the_decision_leads_a_case() {
    for (decision, first) in [
        ("The hearing is CONTINUED to May 6, 2025.", "CONTINUED to May 6"),
        ("The variance is GRANTED by a vote of 4 to 1.", "GRANTED"),
        ("At the owner's request, the application was withdrawn.", "withdrawn"),
    ] {
        let notices = format!(
            "Town of Harrow\nZoning Board of Adjustment\nNotices of 2025\n\nCase 25-03-LL\n\nAda Lund asks for a waiver for a shed. \
             The plan has no north arrow, and the neighbor was not told. {decision}\n\nCase 25-04-KS\n\nKarl Stroud asks for a kennel. \
             The kennel is DENIED.\n"
        );
        let found = facts(&town(&[("notices.txt", &notices)], &[]), "what happened in case 25-03-LL");
        assert!(found[0].contains(first), "{found:?}");
        assert!(!found.join(" ").contains("kennel"), "{found:?}");
    }
}

/// A question that names the applicant gets that case: how it ended, and why. A neighbor who spoke is no applicant, and a
/// decision that the case only tells of is not its own.
#[test]
fn a_case_is_found_by_its_applicant() {
    let notices = "Town of Harrow\nZoning Board of Adjustment\nNotices of 2025\n\nCase 25-03-LL. Special exception\n\n\
        Ada Lund asks for a special exception for a body shop, which was denied by the inspector in May. Three neighbors spoke. \
        Ina Moss asked that it be turned down. She showed the lane on a map.\n\n\
        The board finds that the trucks would be too much for a narrow lane. DECISION, case 25-03-LL: DENIED, 5-0.\n\n\
        Case 25-04-KS. Karl Stroud. Variance\n\nKarl Stroud asks for a variance for a shed. The board finds that the lot is a wedge. \
        The variance is GRANTED, 4-1.\n\nApplications for special exceptions were denied because of the season.\n";
    let town = town(&[("notices.txt", notices)], &[]);
    for (question, first, also, other) in [
        ("why was ada lund turned down", "DENIED, 5-0", "trucks would be too much", "wedge"),
        ("Why was Ada Lund turned down?", "DENIED, 5-0", "trucks would be too much", "wedge"),
        ("was karl stroud's shed approved", "GRANTED", "GRANTED", "trucks"),
        ("why was karl stroud turned down", "GRANTED", "wedge", "trucks"),
    ] {
        let found = facts(&town, question);
        assert!(found[0].contains(first), "{question}: {found:?}");
        let all = found.join(" ");
        assert!(all.contains(also) && !all.contains(other), "{question}: {found:?}");
    }
    // The near passages may name the neighbor, but the case's decision is not hers.
    let found = facts(&town, "why was ina moss turned down");
    assert!(!found[0].contains("DENIED"), "{found:?}");
    let found = facts(&town, "why was max frey turned down").join(" ");
    assert!(!found.contains("trucks"), "{found}");
}

/// The words that ask for the parts are not those of the table, and neither is every word for the whole.
#[test]
fn the_parts_of_a_tax() {
    let letter = "# Town of Harrow: the tax rate of 2025\n\nThe second bill is due December 19.\n\n| Part of the rate | 2025 | 2024 |\n| --- | --- | --- |\n\
                  | Municipal | $5.43 | $4.05 |\n| County | $2.07 | $1.95 |\n| Local education | $9.77 | $8.29 |\n| Total | $17.27 | $14.29 |\n";
    let law = "12 V.S.A. \u{a7} 77. Property.\nProperty damage is made up of injury to tangible property.\n";
    let town = town(&[("rate.md", letter)], &[("law.txt", law)]);
    let found = facts(&town, "How are property taxes made up?").join("\n");
    assert!(["$5.43", "$2.07", "$9.77"].iter().all(|part| found.contains(part)), "{found}");
}

/// Different things, days and years are no disagreement; two sums for one thing are.
#[test]
fn what_is_no_disagreement() {
    let conflicts = |papers: &[(&str, &str)], question: &str| {
        let town = town(papers, &[]);
        let reply = town.ask(question, &[]).json;
        reply["evidence"]["conflicts"].as_array().map_or(0, Vec::len)
    };
    for (a, b, question, expected) in [
        (
            "The license for a dog that is spayed costs $7.",
            "The license for a dog that is not spayed costs $12.",
            "What does a dog license cost?",
            0,
        ),
        (
            "The balance of the gangway fund was $1,667 as of January 12, 2022.",
            "The balance of the gangway fund was $1,457 as of June 7, 2022.",
            "What was the balance of the gangway fund?",
            0,
        ),
        (
            "The gangway cost $1,200 in 2023.",
            "The gangway cost $1,900 in 2024.",
            "What did the gangway cost in 2024?",
            0,
        ),
        (
            "On May 6, 2025 the engineer said that the gangway cost $1,200.",
            "On June 3, 2025 the engineer said that the gangway cost $1,900.",
            "What did the gangway cost?",
            1,
        ),
        (
            "The gangway sticker costs $19.",
            "The gangway sticker costs $24.",
            "What does a gangway sticker cost?",
            1,
        ),
    ] {
        let (a, b) = (format!("Town of Harrow\n\n{a}\n"), format!("Town of Harrow\n\n{b}\n"));
        assert_eq!(conflicts(&[("a.txt", &a), ("b.txt", &b)], question), expected, "{question} {a} {b}");
    }
}

/// An answer is written to a file in the format of its name; any other name is refused before the search.
#[test]
fn answers_are_written_to_files() {
    let town = town(&[("fees.txt", "Town of Harrow\n\nThe gangway fee is $19.\n")], &[]);
    let question = "What is the gangway fee?";
    for (name, has) in
        [("a.docx", "PK"), ("a.pdf", "%PDF-"), ("a.md", "$19"), ("a.txt", "$19"), ("a.json", "$19")]
    {
        let path = town.home.path().join(name);
        let run = town.run(&["ask", question, "--output", path.to_str().unwrap()], "");
        assert_eq!(run.code, 0, "{}", run.error);
        let bytes = std::fs::read(&path).unwrap();
        assert!(String::from_utf8_lossy(&bytes).contains(has), "{name}");
    }
    let run = town.run(&["ask", question, "--output", "a.rtf"], "");
    assert!(run.code == 2 && run.error.contains(".docx"), "{}", run.error);
}
