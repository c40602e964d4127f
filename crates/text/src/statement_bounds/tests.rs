use crate::{ContentHash, Line, LineFlags, Source, SourceId};

fn source(lines: &[(u32, &str, LineFlags)]) -> Source {
    let mut number = 0;
    let mut page = u32::MAX;
    let lines = lines
        .iter()
        .map(|(p, text, flags)| {
            number = if *p == page { number + 1 } else { 1 };
            page = *p;
            Line { flags: *flags, ..Line::plain(*p, number, *text) }
        })
        .collect();
    Source::new(SourceId("s".into()), "S".into(), ContentHash::of(b""), lines)
}

/// Returns the whole text for the first statement that has these words.
fn whole(source: &Source, words: &str) -> String {
    let reading = source.reading();
    let at = reading.text().find(words).unwrap_or_else(|| panic!("{words}"));
    let statements = source.statements();
    let found = statements.touching(at..at + words.len());
    let parts = statements.whole_parts(*found.first().unwrap());
    parts.iter().filter_map(|p| reading.text().get(p.clone())).collect::<Vec<_>>().join(" | ")
}

const NONE: LineFlags = LineFlags::empty();
const START: LineFlags = LineFlags::PARAGRAPH_START;
const ITEM: LineFlags = LineFlags::LIST_ITEM.union(LineFlags::PARAGRAPH_START);
const HEAD: LineFlags = LineFlags::RUNNING_HEAD;
const ROW: LineFlags = LineFlags::TABLE_ROW;

#[test]
fn a_list_has_the_lead_in_right_above_it() {
    let s = source(&[
        (0, "At the elementary school:", START),
        (0, "- Students begin testing in April", ITEM),
        (0, "- Grade 8 is preparing for a trip", ITEM),
        (0, "At its February meeting the board approved:", START),
        (0, "- The school calendar", ITEM),
        (0, "- A budget of $4,932,677", ITEM),
    ]);
    assert_eq!(
        whole(&s, "A budget"),
        "At its February meeting the board approved: | - A budget of $4,932,677"
    );
    assert!(whole(&s, "Grade 8").starts_with("At the elementary school:"));
    // Numbers go on behind a remark, and behind bullets of their own.
    let s = source(&[
        (0, "The applicant shall:", START),
        (0, "1. file a plan;", ITEM),
        (0, "The plan shows these:", START),
        (0, "- lot lines", ITEM),
        (0, "2. pay the fee.", ITEM),
    ]);
    assert!(whole(&s, "pay the fee").starts_with("The applicant shall:"));
    let s = source(&[
        (0, "The applicant shall:", START),
        (0, "1. file a plan;", ITEM),
        (0, "The plan shows these:", START),
        (0, "2. pay the fee.", ITEM),
    ]);
    assert!(whole(&s, "pay the fee").starts_with("The applicant shall:"));
}

#[test]
fn a_sentence_runs_on_over_borders() {
    let s = source(&[
        (1, "Dogs are animals. No resident of the town shall at any time be allowed to", START),
        (1, "Page 1", LineFlags::PAGE_NUMBER),
        (2, "TOWN OF ALDER", HEAD),
        (2, "keep more than 3 dogs at any one house.", NONE),
        (2, "The fee is $5.", START),
    ]);
    assert_eq!(
        whole(&s, "keep more"),
        "No resident of the town shall at any time be allowed to | keep more than 3 dogs at any one house."
    );
    assert_eq!(whole(&s, "The fee"), "The fee is $5.");
    let s = source(&[
        (0, "The town shall never allow,", START),
        (0, "Boats to be parked there.", START),
        (0, "No Resident of", START),
        (0, "Marblehead shall swim.", START),
        (0, "No boat shall be moored", START),
        (0, "1 See Ord. 12.", START),
        (0, "within 50 feet of the dam.", START),
    ]);
    assert_eq!(whole(&s, "Boats"), "The town shall never allow, Boats to be parked there.");
    assert_eq!(whole(&s, "Marblehead"), "No Resident of Marblehead shall swim.");
    assert_eq!(whole(&s, "within 50"), "No boat shall be moored | within 50 feet of the dam.");
}

#[test]
fn hidden_lines_stand_in_no_statement() {
    let s = source(&[
        (1, "No person shall", START),
        (1, "always and everywhere", LineFlags::HIDDEN),
        (1, "park a boat there.", NONE),
    ]);
    assert_eq!(whole(&s, "park a boat"), "No person shall | park a boat there.");
}

#[test]
fn items_carry_what_leads_into_them_and_what_follows() {
    let s = source(&[
        (0, "Be kind. It shall be unlawful for any person to:", START),
        (0, "(a) keep a pig, or", START),
        (0, "(b) on Sundays", START),
        (0, "(1) fish, or", START),
        (0, "(2) hunt; or", START),
        (0, "(c) park a boat", START),
        (0, "without a permit from the Board.", START),
        (0, "The fee is $5.", START),
    ]);
    assert_eq!(
        whole(&s, "park a boat"),
        "It shall be unlawful for any person to: | (c) park a boat | without a permit from the Board."
    );
    assert_eq!(
        whole(&s, "hunt"),
        "It shall be unlawful for any person to: | (b) on Sundays | (2) hunt; or | without a permit from the Board."
    );
    assert_eq!(whole(&s, "The fee"), "The fee is $5.");
    assert_eq!(whole(&s, "Be kind"), "Be kind.");
}

#[test]
fn conditions_of_a_list_hold_together() {
    let s = source(&[
        (0, "A permit is issued only if:", START),
        (0, "\u{2022} the fee is paid; and", ITEM),
        (0, "\u{2022} the chief approves.", ITEM),
        (0, "The following are prohibited:", START),
        (0, "Parking a boat;", START),
        (0, "Keeping more than 3 dogs.", START),
        (0, "The hall opens at 9.", START),
    ]);
    assert_eq!(
        whole(&s, "the fee"),
        "A permit is issued only if: | \u{2022} the fee is paid; and | \u{2022} the chief approves."
    );
    assert_eq!(whole(&s, "Keeping"), "The following are prohibited: | Keeping more than 3 dogs.");
    assert_eq!(whole(&s, "The hall"), "The hall opens at 9.");
}

#[test]
fn lists_and_paragraphs_that_are_whole_stay_apart() {
    let s = source(&[
        (0, "1. Call to order.", START),
        (0, "2. Mr. Brown moved to pay the bill.", START),
        (0, "Seconded by Ms. Lee.", START),
        (0, "Dog licence  $7.50", ROW),
        (0, "Cat licence  $5.00", ROW),
    ]);
    assert_eq!(whole(&s, "Brown"), "2. Mr. Brown moved to pay the bill.");
    assert_eq!(whole(&s, "Seconded"), "Seconded by Ms. Lee.");
    assert_eq!(whole(&s, "7.50"), "Dog licence $7.50");
}

#[test]
fn a_hanging_item_is_no_row() {
    let s = source(&[
        (0, "No person shall:", START),
        (0, "(a)  moor a boat that is longer", ROW),
        (0, "than 25 feet in the Village;", NONE),
        (0, "(b)  swim at night.", ROW),
    ]);
    assert_eq!(
        whole(&s, "moor a boat"),
        "No person shall: | (a) moor a boat that is longer than 25 feet in the Village;"
    );
    assert_eq!(whole(&s, "swim"), "No person shall: | (b) swim at night.");
}

#[test]
fn a_cut_before_its_negation_is_seen() {
    let s = source(&[
        (1, "No person shall keep more than 3 dogs; provided, however, that pups do not count.", START),
        (1, "The fee is $20 for each tree.", START),
    ]);
    let reading = s.reading();
    let cut = |words: &str| {
        let at = reading.text().find(words).unwrap();
        s.statements().turned_by_cut(reading, &[at..at + words.len()])
    };
    assert!(cut("keep more than 3 dogs;"));
    assert!(cut("No person shall keep more than 3 dogs;"));
    assert!(!cut("The fee is $20"));
    assert!(!cut("No person shall keep more than 3 dogs; provided, however, that pups do not count."));
}

#[test]
fn a_footnote_belongs_to_what_its_mark_stands_in() {
    const NOTE: LineFlags = LineFlags::FOOTNOTE.union(LineFlags::PARAGRAPH_START);
    let s = source(&[
        (1, "A fence may be 6⁴ feet high. A shed may be 9 feet high.", START),
        (1, "⁴ Repealed by vote of March 2, 2025.", NOTE),
        (2, "A dock may be 8⁴ feet wide.", START),
        (2, "⁴ Measured at high water.", NOTE),
        (3, "A sign may be 3[9] feet wide and 43,560 ft² is an acre.", START),
    ]);
    assert_eq!(whole(&s, "A fence"), "A fence may be 6⁴ feet high. | ⁴ Repealed by vote of March 2, 2025.");
    assert_eq!(whole(&s, "A shed"), "A shed may be 9 feet high.");
    assert_eq!(whole(&s, "A dock"), "A dock may be 8⁴ feet wide. | ⁴ Measured at high water.");
    assert_eq!(whole(&s, "A sign"), "A sign may be 3[9] feet wide and 43,560 ft² is an acre.");
    let ends = source(&[
        (0, "The fee is $20.[1]", START),
        (0, "The fine is $50.¹", START),
        (0, "[1] See the schedule.", NOTE),
        (0, "Until paid.", START),
    ]);
    assert_eq!(whole(&ends, "The fee"), "The fee is $20.[1] | [1] See the schedule.");
    assert_eq!(whole(&ends, "The fine"), "The fine is $50.¹ | [1] See the schedule.");
}

#[test]
fn rows_are_whole_with_their_labels() {
    const GROUP: LineFlags = ROW.union(LineFlags::TABLE_GROUP);
    let s = source(&[
        (1, "Pass  Fee", ROW.union(LineFlags::TABLE_HEAD)),
        (1, "residents", GROUP),
        (1, "Family pass  $120", ROW),
        (1, "nonresidents", GROUP),
        (1, "Family pass  $260", ROW),
    ]);
    assert_eq!(whole(&s, "Family pass $120"), "Pass Fee | residents | Family pass $120");
    assert_eq!(whole(&s, "Family pass $260"), "Pass Fee | nonresidents | Family pass $260");
}

/// Builds the lines of a text, those in capitals as headings; an empty line separates paragraphs.
fn paper(text: &str) -> Source {
    let mut lines = Vec::new();
    let mut blank = true;
    for (number, line) in (1u32..).zip(text.lines()) {
        if line.trim().is_empty() {
            blank = true;
            continue;
        }
        let mut read = Line::plain(0, number, line.trim());
        if !line.chars().any(char::is_lowercase) {
            read.heading = Some(2);
        }
        read.flags.set(LineFlags::PARAGRAPH_START, blank);
        read.flags.set(LineFlags::TABLE_ROW, line.contains("   "));
        lines.push(read);
        blank = false;
    }
    Source::new(SourceId("s".into()), "S".into(), ContentHash::of(b""), lines)
}

#[test]
fn headings_that_take_force_away_go_with_what_is_below() {
    let fees = paper(
        "Town of Oak, Schedule of Fees\n\nIN FORCE\n\nBurial plot $500\n\nDISCONTINUED\n\nBicycle plate $2\n\n\
         PROPOSED, NOT IN FORCE\n\nHawker license $60\n\nGENERAL\n\nKennel license $20\n",
    );
    assert_eq!(whole(&fees, "Burial"), "Burial plot $500");
    assert_eq!(whole(&fees, "Bicycle"), "DISCONTINUED | Bicycle plate $2");
    assert_eq!(whole(&fees, "Hawker"), "PROPOSED, NOT IN FORCE | Hawker license $60");
    assert_eq!(whole(&fees, "Kennel"), "Kennel license $20");
}

#[test]
fn what_is_said_of_the_whole_paper_goes_with_each_statement() {
    for over in [
        "Fees, all repealed July 1, 2025",
        "DRAFT - NOT APPROVED",
        "April Fools edition",
        "All figures in thousands of dollars",
    ] {
        let fees = paper(&format!(
            "Town of Oak\n\n{over}\n\nParking costs $5 an hour.\n\nCAMPING\n\nA tent costs $9 a night.\n"
        ));
        assert_eq!(whole(&fees, "Parking"), format!("{over} | Parking costs $5 an hour."));
        assert_eq!(whole(&fees, "A tent"), format!("{over} | A tent costs $9 a night."));
    }
    let mail = paper(
        "From: the clerk.\n\nTo: the board.\n\nCc: the counsel.\n\nDate: March 3, 2025.\n\nFEES\n\nUnapproved draft of the clerk\n\nThe fee is $5.\n",
    );
    assert_eq!(whole(&mail, "The fee"), "Unapproved draft of the clerk | The fee is $5.");
    let notice = paper("OAK\n\nTown of Oak\n\nThe fee is $5.\n");
    assert_eq!(whole(&notice, "The fee"), "The fee is $5.");
    let draft = paper("The draft rule bans dogs.\n\nThe rule takes effect on May 1.\n");
    assert_eq!(whole(&draft, "takes effect"), "The rule takes effect on May 1.");
    let fees = paper("Town of Oak\n\nFees for 2025\n\nParking costs $5 an hour.\n");
    assert_eq!(whole(&fees, "Parking"), "Parking costs $5 an hour.");
}

#[test]
fn a_line_over_a_list_goes_with_its_items() {
    let code = paper(
        "Sections no longer in effect:\n\nDogs   $5\nCats   $4\n\nSections in effect:\n\nFerrets   $3\n",
    );
    assert_eq!(whole(&code, "Cats"), "Sections no longer in effect: | Cats $4");
    assert_eq!(whole(&code, "Ferrets"), "Ferrets $3");
    let code = paper(
        "Example:\n\nA lot of ten acres on the pond needs a frontage of two hundred and fifty feet in all cases.\n\n\
         A lot of one acre needs a frontage of one hundred feet on a street that the town maintains.\n",
    );
    assert!(whole(&code, "ten acres").starts_with("Example: | "));
    assert!(whole(&code, "one acre").starts_with("A lot of one acre"));
}

#[test]
fn a_sentence_that_undoes_goes_with_what_it_undoes() {
    let said = "Ms. Finch moved to raise the sticker fee to $50.";
    for behind in [
        "The motion failed, 1 to 2.",
        "(Motion failed 1-4)",
        "[Vacated by order of the Superior Court]",
        "[Suspended]",
        "On reconsideration the vote was rescinded.",
        "The chair corrected her: it is $40.",
        "Correction: it is $40.",
        "That is wrong.",
        "No action was taken.",
        "It was denied.",
        "The motion died for want of a second.",
        "Motion withdrawn.",
    ] {
        let minutes = paper(&format!("{said} Mr. Lee seconded it. {behind} The board went on.\n"));
        assert!(whole(&minutes, said).contains(behind), "{behind}: {}", whole(&minutes, said));
        let parted = paper(&format!("{said} Mr. Lee seconded it.\n\n{behind}\n\nThe dump opens at 8 a.m.\n"));
        assert!(whole(&parted, said).ends_with(behind), "{behind}: {}", whole(&parted, said));
        assert_eq!(whole(&parted, "The dump"), "The dump opens at 8 a.m.");
    }
}

#[test]
fn what_stands_is_not_undone() {
    for behind in [
        "The motion carried, 3 to 0.",
        "The brakes of the truck failed, and the board asked for two bids by the end of the month.",
        "The culvert failed in the flood of July.",
        "Applications that are denied may be filed again.",
    ] {
        let minutes = paper(&format!("The board voted to set the fee at $50. {behind}\n"));
        assert_eq!(whole(&minutes, "$50"), "The board voted to set the fee at $50.", "{behind}");
    }
    let two = paper(
        "Mr. Lee moved to set the fee at $50. The motion carried. Ms. Finch moved to close the dump. The motion failed.\n",
    );
    assert_eq!(whole(&two, "$50"), "Mr. Lee moved to set the fee at $50.");
    assert!(whole(&two, "close the dump").ends_with("The motion failed."));
}

#[test]
fn a_salutation_stands_alone() {
    let letter = paper("Dear property owner,\n\nThe rate for 2025 is set. The second bill is enclosed.\n");
    assert_eq!(whole(&letter, "The rate"), "The rate for 2025 is set.");
    let headed = paper("WHAT THE BILL IS MADE OF\n\nYour taxes have four parts.\n");
    assert_eq!(whole(&headed, "Your taxes"), "Your taxes have four parts.");
    let open = paper("If the owner is dear to the town,\n\nthe fee is waived.\n");
    assert!(whole(&open, "the fee").starts_with("If the owner"));
}

#[test]
fn a_paragraph_with_two_marks_is_whole() {
    let law = paper(
        "VI. The vote is by ballot.\n\nIX. (b) \"Lot\" means a parcel of land.\n\nX. (a) a parcel that goes on.\n",
    );
    let broken = |words: &str| {
        let statements = law.statements().all();
        statements.iter().find(|s| s.text(law.reading()).contains(words)).unwrap().broken
    };
    assert!(!broken("parcel of land"));
    assert!(broken("a parcel that goes on"));
}
