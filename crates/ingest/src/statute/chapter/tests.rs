use super::*;
use crate::read::{ReadOptions, read};
use proptest::prelude::*;

fn of(text: &str, name: &str, code: Option<&str>) -> Found {
    let document = read(text.as_bytes(), name, &ReadOptions::default()).unwrap().remove(0);
    find(&document, &StatuteOptions { code: code.map(str::to_owned) })
}

fn shown(found: &Found) -> Vec<String> {
    found
        .sections
        .iter()
        .map(|s| {
            let units: Vec<String> =
                s.section.units.iter().map(|u| format!("{}:{}", u.path.concat(), u.text)).collect();
            format!("{} {} = {}", s.section.citation, s.section.heading, units.join("|"))
        })
        .collect()
}

#[test]
fn a_chapter_as_text() {
    let text = "TITLE X\nPUBLIC WATER\n\nCHAPTER 90-B\nWELLS\n\n90-B:1 Purpose.\n90-B:2 Notice.\n\n\
        90-B:1 Purpose. – Wells are kept clean.\nSource. 1999, 2:1, eff. Jan. 1, 2000.\n\n\
        90-B:2 Public Notice. – I. Each board under RSA\n90-B:1 posts notice:\n(a) in town; and\n(b) at the well.\n\
        II. The clerk keeps it.\nSource. 1999, 2:2.\n\n90-B:3 Repealed by 2001, 5:1, eff. July 1, 2001. –\n";
    let found = of(text, "chapter.txt", None);
    assert_eq!(
        shown(&found),
        [
            "RSA 90-B:1 Purpose. = :Wells are kept clean.",
            "RSA 90-B:2 Public Notice. = I:I. Each board under RSA 90-B:1 posts notice:|I(a):(a) in town; and|I(b):(b) at the well.|II:II. The clerk keeps it.",
            "RSA 90-B:3 Repealed by 2001, 5:1, eff. July 1, 2001. = ",
        ]
    );
    let section = &found.sections[0].section;
    assert_eq!(section.hierarchy, ["TITLE X PUBLIC WATER", "CHAPTER 90-B WELLS"]);
    assert_eq!(section.effective.as_deref(), Some("2000-01-01"));
    let repealed = &found.sections[2].section;
    assert_eq!(
        (repealed.status, repealed.effective.as_deref()),
        (SectionStatus::Repealed, Some("2001-07-01"))
    );
    assert!(found.problems.is_empty(), "{:?}", found.problems);
}

#[test]
fn other_codes() {
    let text = "Preface of the printer.\n\nSec. 7-910. Scope of powers. (a) Any town may dig.\n\n(1) Wells; and\n\n(2) ponds.\n\nSec. 7-911. Fees. The fee is five dollars.\n\n(1999, P.A. 9.)\n";
    let found = of(text, "a.txt", Some("cgs"));
    assert_eq!(
        shown(&found),
        [
            "Conn. Gen. Stat. § 7-910 Scope of powers. = (a):(a) Any town may dig.|(a)(1):(1) Wells; and|(a)(2):(2) ponds.",
            "Conn. Gen. Stat. § 7-911 Fees. = :The fee is five dollars.",
        ]
    );
    assert_eq!(found.problems.len(), 1, "{:?}", found.problems);
    let text = "Section 15.963 Meetings; open.\n\n(1) All are open.\n\n(2) As section 15.969 says.\n\nSection 15.964 Notice.\n\nA notice is posted.\n";
    let found = of(text, "a.txt", Some("mcl"));
    assert_eq!(
        shown(&found),
        [
            "MCL 15.963 Meetings; open. = (1):(1) All are open.|(2):(2) As section 15.969 says.",
            "MCL 15.964 Notice. = :A notice is posted."
        ]
    );
    assert!(of("Section 4.2 Fees\nThe fee is $5.", "bylaws.txt", None).sections.is_empty());
    // The code's name before a number heads a section, but not among bare numbers, where it refers to another one.
    let named = of("RSA 31:95 Audit. – The town is audited.", "a.txt", None);
    assert_eq!(shown(&named), ["RSA 31:95 Audit. = :The town is audited."]);
    let text = "31:95 Audit. – The town is audited.\n\nCross References:\n\nRSA 91-A:2 Meetings Open to Public.\n\n31:96 Reports. – A report is printed.";
    let found = of(text, "a.txt", None);
    let sections: Vec<&str> = found.sections.iter().map(|s| s.section.citation.as_str()).collect();
    assert_eq!(sections, ["RSA 31:95", "RSA 31:96"]);
    assert!(of("x", "a.txt", Some("klingon")).problems[0].contains("rsa, mcl"));
}

#[test]
fn a_states_saved_page() {
    // Headings as headings, lists with drawn labels, notes of the publisher behind the history.
    let page = "<html><body><nav><p>Release 9</p></nav><main><h1>TITLE 90 Wells</h1><div><h2>CHAPTER 1 Town Wells</h2>\
        <h3><b>90-1-1. Age of wells; a heading that is so long that the page has to set it in two lines, or more, of print.</b></h3>\
        <ol type='a'><li>A well is old.<ol><li>Very old.</li></ol></li><li>A pond is not.</li></ol>\
        <p><b>History.</b> Orig. Code 1863, § 1.</p><p><b>Cross references.</b></p><p>Ponds, § 90-2-1.</p>\
        <h4>JUDICIAL DECISIONS</h4><p>Smith v. Town.</p>\
        <h3>90-1-2 through 90-1-4. Reserved.</h3></div></main></body></html>";
    let found = of(page, "title90.html", Some("ocga"));
    let shown = shown(&found);
    assert_eq!(
        shown[0],
        "O.C.G.A. § 90-1-1 Age of wells; a heading that is so long that the page has to set it in two lines, or more, of print. = \
         (a):(a) A well is old.|(a)(1):(1) Very old.|(b):(b) A pond is not."
    );
    let first = &found.sections[0].section;
    assert_eq!(first.hierarchy, ["TITLE 90 Wells", "CHAPTER 1 Town Wells"]);
    assert_eq!(first.history.as_deref(), Some("History. Orig. Code 1863, § 1."));
    assert_eq!(found.notes_left_out, 2);
    let reserved: Vec<(&str, SectionStatus)> =
        found.sections[1..].iter().map(|s| (s.section.citation.as_str(), s.section.status)).collect();
    let expected = ["O.C.G.A. § 90-1-2", "O.C.G.A. § 90-1-3", "O.C.G.A. § 90-1-4"];
    assert_eq!(reserved, expected.map(|c| (c, SectionStatus::Reserved)));
}

#[test]
fn headings_come_from_the_pages_own_contents() {
    // Oregon's pages: bare numbers, headings that run into the text, acts in brackets behind it.
    let page = "<html><body><p align=center>Chapter 90 — Wells</p>\
        <p>90.010&nbsp;&nbsp; Definitions for the wells and ponds of towns, and of the counties and districts in which they lie</p>\
        <p>90.020 Digging</p><p align=center>DIGGING OF WELLS</p>\
        <p><b>90.010 Definitions for the wells and ponds of towns, and of the counties and districts in which they lie.</b> As used here:</p>\
        <p>(1) “Well” means a hole.</p><p>(2) “Pond” means a pool. [1971 c.743 §1; 1999 c.5 §2]</p>\
        <p align=center>FEES</p>\
        <p><b>90.015</b> [Amended by 1955 c.4 §1; repealed by 1971 c.743 §432]</p>\
        <p><b>90.020 Digging.</b> A town may dig. [1971 c.743 §2]</p></body></html>";
    let found = of(page, "ors090.html", Some("ors"));
    assert_eq!(
        shown(&found),
        [
            "ORS 90.010 Definitions for the wells and ponds of towns, and of the counties and districts in which they lie. = \
             :As used here:|(1):(1) “Well” means a hole.|(2):(2) “Pond” means a pool.",
            "ORS 90.015  = ",
            "ORS 90.020 Digging. = :A town may dig.",
        ]
    );
    assert_eq!(found.sections[0].section.history.as_deref(), Some("[1971 c.743 §1; 1999 c.5 §2]"));
    assert_eq!(found.sections[1].section.status, SectionStatus::Repealed);
    // Nevada's: the code's name before the number, dotted labels, the note in a separate paragraph.
    let page = "<html><body><p>NRS 90.010 Digging.</p><p>NRS 90.020 Fees.</p>\
        <p>NRS&nbsp;90.010&ensp;Digging.&ensp;</p><p>1.&ensp;A town may:</p><p>(a)&ensp;Dig; and</p><p>(b)&ensp;Fill.</p><p>2.&ensp;As NRS 90.020 says.</p><p>(Added to NRS by 1995, 1505)</p>\
        <p>NRS&nbsp;90.020&ensp;Fees.&ensp;The fee is $5.</p></body></html>";
    let found = of(page, "NRS-090.html", Some("nrs"));
    assert_eq!(
        shown(&found),
        [
            "NRS 90.010 Digging. = (1):1. A town may:|(1)(a):(a) Dig; and|(1)(b):(b) Fill.|(2):2. As NRS 90.020 says.",
            "NRS 90.020 Fees. = :The fee is $5.",
        ]
    );
    assert_eq!(found.sections[0].section.history.as_deref(), Some("(Added to NRS by 1995, 1505)"));
}

#[test]
fn numbers_within_a_title() {
    let page = "<html><body><h1>Title 24 Wells</h1><h2>Chapter 1. Town Wells</h2><h3>§§ 41-43. Repealed. 1959, No. 263, § 17.</h3>\
        <h3>§ 44a. Digging</h3><p>(a) A town may dig.</p><h4>History</h4><p>Added 1999, No. 2.</p><h4>Annotations</h4><p>Smith v. Town.</p></body></html>";
    let found = of(page, "title.24.html", Some("vsa"));
    let citations: Vec<&str> = found.sections.iter().map(|s| s.section.citation.as_str()).collect();
    assert_eq!(citations, ["24 V.S.A. § 41", "24 V.S.A. § 42", "24 V.S.A. § 43", "24 V.S.A. § 44a"]);
    let last = &found.sections[3].section;
    assert_eq!((last.heading.as_str(), last.history.as_deref()), ("Digging", Some("Added 1999, No. 2.")));
    assert_eq!(last.address(&last.units[0].path), "24 V.S.A. § 44a(a)");
    let untitled = of("<html><body><h3>§ 44a. Digging</h3><p>Text.</p></body></html>", "a.html", Some("vsa"));
    assert!(
        untitled.sections.is_empty() && untitled.problems[0].contains("no title"),
        "{:?}",
        untitled.problems
    );
}

#[test]
fn a_files_name_gives_the_number_of_its_title() {
    for (name, expected) in [
        ("title-24.html", Some("24")),
        ("title.24.html", Some("24")),
        ("Title_09A.html", Some("9A")),
        ("title-24-chapter-117.html", Some("24")),
        ("title-24_chapter_117.html", Some("24")),
        ("title-30-a.html", Some("30-A")),
        ("title-30-a-chapter-5.html", Some("30-A")),
        ("title24", Some("24")),
        ("title-1999.html", None),
        ("titles.html", None),
        ("24.html", None),
    ] {
        let mut document = read(b"Words.", "a.txt", &ReadOptions::default()).unwrap().remove(0);
        document.meta.insert("file".to_owned(), name.to_owned());
        assert_eq!(title_of_file(&document).as_deref(), expected, "{name}");
    }
}

#[test]
fn entries_of_dense_contents_are_apart() {
    let line = |text: &str| Line::plain(0, 1, text);
    let head = |line: usize, number: &str| Head {
        line,
        number: number.to_owned(),
        more: Vec::new(),
        rest: number.len(),
        named: false,
    };
    let mut lines =
        vec![line("90.010 Wells of"), line("towns"), line("90.020 Ponds"), line("90.030 Springs")];
    lines.extend((0..20).map(|_| line("words of law")));
    let heads = [head(0, "90.010"), head(2, "90.020"), head(3, "90.030")];
    let found = contents(&lines, &heads, &[]);
    let of = |number: &str| found.get(number).map(String::as_str);
    assert_eq!((of("90.010"), of("90.020"), of("90.030")), (Some("Wells of towns"), Some("Ponds"), None));
    assert_eq!(contents(&lines, &heads, &heads[..1]).len(), 1);
}

proptest! {
    #[test]
    fn pages_never_panic(
        parts in proptest::collection::vec(prop_oneof![
            Just("<h3>90-1-1. Head.</h3>"), Just("<h3>§§ 41-43. Repealed.</h3>"), Just("<h1>Title 9 X</h1>"), Just("<ol><li>one</li></ol>"), Just("<p>90.010 Digging. [1971 c.1 §1]</p>"),
            Just("<p>NRS 90.010 Fees.</p>"), Just("<p>History. 1999.</p>"), Just("<h4>History</h4>"), Just("<p>Cross references.</p>"), Just("<p>WELLS</p>"), Just("<p>é—</p>"),
        ], 0..20),
        code in proptest::sample::select(CODES.iter().map(|c| c.name).collect::<Vec<_>>()),
    ) {
        let page = format!("<html><body><p>x</p>{}</body></html>", parts.concat());
        let found = of(&page, "a.html", Some(code));
        for section in &found.sections {
            prop_assert_eq!(section.units.len(), section.section.units.len());
        }
    }

    #[test]
    fn never_panics_and_loses_nothing(parts in proptest::collection::vec(prop_oneof![
        Just("90:1 Purpose. – "), Just("90:2 Notice. – I. "), Just("90-A:1 "), Just("Section 90:3\n"), Just("CHAPTER 90\n"),
        Just("TITLE X\n"), Just("(a) one; "), Just("II. two.\n"), Just("words go on\n"), Just("\n"), Just("Source. 1999, 1:1.\n"),
    ], 0..30)) {
        let text = parts.concat();
        prop_assume!(!text.trim().is_empty());
        let document = read(text.as_bytes(), "a.txt", &ReadOptions::default()).unwrap().remove(0);
        let found = find(&document, &StatuteOptions::default());
        let lines = lines_of(&document);
        let mut end = 0;
        for located in &found.sections {
            prop_assert!(located.lines.start >= end && located.lines.end <= lines.len());
            end = located.lines.end;
            let section = &located.section;
            let number = section.citation.trim_start_matches("RSA ");
            let printed = section.units.iter().map(|u| u.text.as_str()).collect::<String>();
            let got = format!("{number}{}{printed}{}", section.heading, section.history.clone().unwrap_or_default());
            let want: String = lines[located.lines.clone()].iter().map(|l| l.text.as_str()).collect();
            let letters = |t: &str| t.replace("Source.", "").replace("Section", "").chars().filter(|c| c.is_alphanumeric()).collect::<String>();
            prop_assert_eq!(letters(&got), letters(&want));
        }
    }
}
