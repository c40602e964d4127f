//! Citations written the way documents write them, round trips of every form, work on hostile text.

use std::hint::black_box;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use twolane::law::{Context, Grammar, Numbering, Reference, Resolution, resolve};

/// Rows of a table: the text, and its citations in normal form.
fn table(name: &str) -> Vec<(String, Vec<String>)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/citations/").to_owned() + name;
    let text = std::fs::read_to_string(&path).unwrap();
    text.lines()
        .map(|line| {
            let (text, forms) = line.split_once('\t').unwrap_or((line, ""));
            (text.to_owned(), forms.split(" | ").filter(|f| !f.is_empty()).map(str::to_owned).collect())
        })
        .collect()
}

#[test]
fn tables_of_cases() {
    let mut wrong = Vec::new();
    for name in ["ocga.tsv", "mgl.tsv", "ors.tsv", "ilcs.tsv", "usc.tsv", "cfr.tsv", "generic.tsv"] {
        let cases = table(name);
        assert!(cases.len() >= 50, "{name} has {} cases", cases.len());
        assert!(cases.iter().filter(|c| c.1.is_empty()).count() >= 3, "{name} has few that are no citation");
        for (text, expected) in cases {
            let found: Vec<String> =
                Grammar::built_in().find(&text).into_iter().map(|f| f.citation.text).collect();
            if found != expected {
                wrong.push(format!("{name}: {text:?}\n  is {found:?}\n  not {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// Every normal form of the tables reads back as itself.
#[test]
fn normal_forms_of_the_tables_read_back() {
    let mut forms = Vec::new();
    for name in ["ocga.tsv", "mgl.tsv", "ors.tsv", "ilcs.tsv", "usc.tsv", "cfr.tsv", "generic.tsv"] {
        forms.extend(table(name).into_iter().flat_map(|c| c.1));
    }
    let gold = include_str!("../data/citations/gold.tsv");
    let listed = gold.lines().filter(|l| !l.starts_with('#')).filter_map(|l| l.split('\t').nth(5));
    forms.extend(listed.flat_map(|l| l.split(" | ").filter(|f| !f.is_empty()).map(str::to_owned)));
    assert!(forms.len() > 600);
    for form in forms {
        let read = Grammar::built_in().parse_citation(&form).map(|c| c.text);
        assert_eq!(read.as_deref(), Some(form.as_str()));
    }
}

/// Normal forms, ranges among them, by the shapes that the grammar prints.
fn printed() -> impl Strategy<Value = String> {
    let number = "[1-9][0-9]?";
    let shapes = vec![
        "RSA 31-B:#, IV(c)".to_owned(),
        "RSA #-A:9-101".into(),
        "RSA #:#-a".into(),
        "RSA ch. #-C".into(),
        "RSA chs. 40 to 4#-D".into(),
        "RSA 2:1#, I-V".into(),
        "RSA 2:1#, II(a) to (d)".into(),
        "RSA 2:1 to 2:1#".into(),
        "RSA 2:1 to 3#:1".into(),
        "Laws 2019, ch. #:#".into(),
        "M.G.L. c. #A".into(),
        "M.G.L. c. #, § #B(a)".into(),
        "M.G.L. c. 40, § 5#E½".into(),
        "M.G.L. c. #, §§ 1A to 1#A".into(),
        "St. 1985, c. #, § #".into(),
        "# CMR #.04(2)".into(),
        "MCL 15.#".into(),
        "MCL #.26#a(1)(b)".into(),
        "MCL 15.261 to 15.2999".into(),
        "MCL 15.26#(1)(a) to (d)".into(),
        "1987 PA #, § #".into(),
        "1980 PA #, §§ 5 to 5#".into(),
        "Conn. Gen. Stat. § #-131w(c)(2)".into(),
        "Conn. Gen. Stat. §§ 7-148 to 7-15#".into(),
        "Conn. Gen. Stat. ch. #".into(),
        "Conn. Pub. Act 80-#, § #".into(),
        "D.C. Code § #-105.01(a)(1)".into(),
        "D.C. Code §§ 39-101 to 39-1#1".into(),
        "D.C. Code tit. #, ch. 3A, subch. VIII".into(),
        "D.C. Law #-19, § #".into(),
        "ORS #.610(2)(a)".into(),
        "ORS 192.610 to 192.9#0".into(),
        "ORS ch. #".into(),
        "OAR 660-015-00#".replace("00#", "0010"),
        "# ILCS 120/#.02(a)".into(),
        "65 ILCS 5/11-#-1 to 5/12-#-1".into(),
        "# U.S.C. § 20#(b)(4)".into(),
        "# U.S.C. §§ 551 to 55#1".into(),
        "# C.F.R. § #.104(b)".into(),
        "# C.F.R. pt. #".into(),
        "28 C.F.R. §§ 35.101 to 35.1#7".into(),
        "Pub. L. 105-#".into(),
        "# Stat. #".into(),
        "O.C.G.A. § #-14-1(a)(1)".into(),
        "O.C.G.A. §§ 36-66-1 to 36-67-#".into(),
        "O.C.G.A. tit. #, ch. #, art. #".into(),
        "Const. art. VIII, § #".into(),
        "SB #".into(),
        "Ordinance #-2017, § #".into(),
        "Bylaw No. #".into(),
        "Resolution #-2024".into(),
        "Case #-07-AB".into(),
        "Article #, § #".into(),
        "Articles 3 to 4#".into(),
        "Article XI".into(),
        "Chapter #".into(),
        "Chapters 3 to 4#".into(),
        "Section #-43(a)".into(),
        "Sections 4 to 9#".into(),
        "Exhibit B".into(),
    ];
    prop::sample::select(shapes)
        .prop_flat_map(move |shape| (Just(shape), prop::collection::vec(number, 4)))
        .prop_map(|(shape, numbers)| {
            let mut numbers = numbers.into_iter();
            shape.chars().map(|c| if c == '#' { numbers.next().unwrap() } else { c.to_string() }).collect()
        })
}

fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "(RSA|MCL|M\\.G\\.L\\.|c\\.|ch\\.|ORS|ILCS|U\\.S\\.C\\.|CFR|§|§§|Section|sections|Article|subsection|paragraph|of|and|to|through|said|this|id\\.|chapter|Amend)",
        "[0-9]{1,4}",
        "[-:.,;()/ \\n\u{2013}\u{a0}]",
        "[a-zA-Z]{1,2}",
        "(I|II|IV)",
        "\\PC",
    ];
    prop::collection::vec((piece, "[ ]{0,1}"), 0..40)
        .prop_map(|pieces| pieces.into_iter().map(|(a, b)| a + &b).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn parse_of_print_is_the_same(text in printed()) {
        let citation = Grammar::built_in().parse_citation(&text);
        prop_assert!(citation.is_some(), "{}", text);
        let citation = citation.unwrap();
        prop_assert_eq!(citation.to_string(), text);
        prop_assert_eq!(Grammar::built_in().parse_citation(&citation.to_string()), Some(citation));
    }

    #[test]
    fn whatever_is_found_reads_back_and_lies_in_the_text(text in hostile()) {
        let grammar = Grammar::built_in();
        for found in grammar.find(&text) {
            prop_assert!(text.get(found.bytes.clone()).is_some_and(|t| !t.is_empty()), "{:?}", found.bytes);
            let again = grammar.parse_citation(&found.citation.text).map(|c| c.text);
            prop_assert_eq!(again, Some(found.citation.text.clone()), "in {:?}", text);
            for part in found.citation.expanded() {
                prop_assert!(part.within(&found.citation), "{} {}", part, found.citation);
                prop_assert!(grammar.parse_citation(&part.text).is_some(), "{}", part);
            }
        }
    }

    #[test]
    fn references_lie_in_their_lines(text in hostile(), code in prop::option::of("(rsa|cgs|dc|mcl|ocga)"), own in prop::option::of("(RSA 5:1, II|MCL 15.9|Conn\\. Gen\\. Stat\\. § 1-2)")) {
        let grammar = Grammar::built_in();
        let context = Context {
            code,
            own: own.as_deref().and_then(|o| grammar.parse_citation(o)),
            numbering: Some(Numbering { prefix: "MCL 15.".into(), base: 230, highest: 246 }),
            ..Context::default()
        };
        let lines: Vec<&str> = text.split('\n').collect();
        let mut end = 0;
        for r in resolve(grammar, lines.iter().copied(), &context) {
            prop_assert!(r.bytes.start >= end && r.bytes.start < r.bytes.end && r.bytes.end <= text.len());
            end = r.bytes.end;
            prop_assert!(text.get(r.bytes.clone()).is_some());
            prop_assert!(r.first_line <= r.last_line && r.last_line < lines.len());
            let line_start: usize = lines[..r.first_line].iter().map(|l| l.len() + 1).sum();
            prop_assert_eq!(line_start + r.at, r.bytes.start);
            prop_assert!(!r.citations.is_empty());
        }
    }
}

fn time(text: &str) -> Duration {
    let context = Context { code: Some("rsa".into()), ..Context::default() };
    let start = Instant::now();
    black_box(resolve(Grammar::built_in(), [text], &context));
    start.elapsed()
}

/// Work grows with the text and not with its square: four times the text takes four times as long
/// where it is linear and sixteen times where it is not. The bound lies between, and what a busy
/// machine makes of one run is not taken for an answer: a ratio counts when it comes three times.
#[test]
fn hostile_text_is_read_in_linear_time() {
    black_box(Grammar::built_in().find("RSA 1:1"));
    for piece in [
        "§ 1, ",
        "§ 8-24, ",
        "§ 1 and ",
        "sections 1, 2, 3 of ",
        "sections 15.2, ",
        "RSA ",
        "RSA 1:1, I-",
        "RSA 1:1, I(a), ",
        "subsection (a) of ",
        "paragraph (a), (b), (c) of section 5 of ",
        "((((((((",
        "(a)",
        "1234567890",
        "1-1:1.1/",
        ", and ",
        " to to ",
        "said section ",
        "id. ",
        "Amend RSA 1-A by inserting after section 1 ",
        "chapter 1 section 1 of ",
        "c. 1, § ",
        "                ",
        "section\n",
        "5 U.S.C. §§ 1-",
        "§",
        "\u{2013}",
        "I",
    ] {
        let text = piece.repeat(1_000_000 / piece.len() + 1);
        let quarter = piece.repeat(250_000 / piece.len() + 1);
        let floor = Duration::from_millis(2);
        let ratio = || {
            let short = time(&quarter).max(time(&quarter)).max(floor);
            time(&text).max(floor).as_secs_f64() / short.as_secs_f64()
        };
        let ratios: Vec<f64> = (0..3).map(|_| ratio()).take_while(|r| *r >= 10.0).collect();
        assert!(ratios.len() < 3, "{piece:?}: {ratios:?}");
    }
}

#[test]
fn overlong_numbers_and_lists_are_cut_not_followed() {
    let grammar = Grammar::built_in();
    for text in [
        "RSA 99999999999999999999:1".to_owned(),
        format!("Section {}", "9".repeat(100_000)),
        format!("RSA 1:1, {}", "I".repeat(100_000)),
        format!("MCL 15.243{}", "(a)".repeat(100_000)),
        format!("sections 2-1, {}", "2-2, ".repeat(10_000)),
        "RSA 1:1, I-MMMM".to_owned(),
        "RSA 1:1, I-XXXIX and RSA 1:1, I-LXXX".to_owned(),
    ] {
        for found in grammar.find(&text) {
            assert!(found.citation.text.len() < 100, "{}", found.citation.text.len());
            assert!(found.citation.expanded().len() <= 40);
        }
    }
}

fn read(lines: &[&str], context: &Context) -> Vec<(String, Vec<String>, Resolution)> {
    let text = lines.join("\n");
    let shown = |r: Reference| {
        let words = text[r.bytes].split_whitespace().collect::<Vec<_>>().join(" ");
        (words, r.citations.iter().map(ToString::to_string).collect(), r.how)
    };
    resolve(Grammar::built_in(), lines.iter().copied(), context).into_iter().map(shown).collect()
}

fn of(code: &str, own: &str) -> Context {
    Context {
        code: (!code.is_empty()).then(|| code.to_owned()),
        own: Grammar::built_in().parse_citation(own),
        ..Context::default()
    }
}

#[test]
fn resolves_within_a_document() {
    use Resolution::{Named, OwnCode, Same, This};
    type Expected<'a> = &'a [(&'a str, &'a [&'a str], Resolution)];
    let act = Context {
        numbering: Some(Numbering { prefix: "MCL 15.".into(), base: 230, highest: 246 }),
        ..of("mcl", "MCL 15.240")
    };
    let cases: &[(&str, &[&str], Context, Expected)] = &[
        (
            "bare sections of the own code",
            &["as provided in section 8-24 and sections 7-148 to", "7-151, inclusive, of chapter 124"],
            of("cgs", "Conn. Gen. Stat. § 8-2"),
            &[
                ("section 8-24", &["Conn. Gen. Stat. § 8-24"], OwnCode),
                ("sections 7-148 to 7-151", &["Conn. Gen. Stat. §§ 7-148 to 7-151"], OwnCode),
                ("chapter 124", &["Conn. Gen. Stat. ch. 124"], OwnCode),
            ],
        ),
        (
            "bare sections of another law",
            &[
                "section 21-5 of the regulations of state agencies; section 5 of the Act; section 12 of title 5",
            ],
            of("cgs", ""),
            &[],
        ),
        (
            "a section taken up again",
            &[
                "under section 7-137b the town may; said section and that section",
                "and said section 8-2 or such sections",
            ],
            of("cgs", ""),
            &[
                ("section 7-137b", &["Conn. Gen. Stat. § 7-137b"], OwnCode),
                ("said section", &["Conn. Gen. Stat. § 7-137b"], Same),
                ("that section", &["Conn. Gen. Stat. § 7-137b"], Same),
                ("section 8-2", &["Conn. Gen. Stat. § 8-2"], OwnCode),
            ],
        ),
        (
            "a list taken up again",
            &["sections 8-24 and 8-29. Powers under said sections, and said section"],
            of("cgs", ""),
            &[
                ("sections 8-24 and 8-29", &["Conn. Gen. Stat. § 8-24", "Conn. Gen. Stat. § 8-29"], OwnCode),
                ("said sections", &["Conn. Gen. Stat. § 8-24", "Conn. Gen. Stat. § 8-29"], Same),
            ],
        ),
        (
            "the section that the text is of",
            &["subsection (a) or (b) of this section, subsection (c)", "of section 47-252, this section"],
            of("cgs", "Conn. Gen. Stat. § 7-177a"),
            &[
                (
                    "subsection (a) or (b) of this section",
                    &["Conn. Gen. Stat. § 7-177a(a)", "Conn. Gen. Stat. § 7-177a(b)"],
                    This,
                ),
                ("subsection (c) of section 47-252", &["Conn. Gen. Stat. § 47-252(c)"], OwnCode),
                ("this section", &["Conn. Gen. Stat. § 7-177a"], This),
            ],
        ),
        (
            "nothing known, nothing resolved",
            &["subsection (a) of this section, said section, id., this chapter, paragraph IV"],
            Context::default(),
            &[],
        ),
        (
            "paragraphs of a New Hampshire section",
            &[
                "paragraphs I-III, subparagraph II(b), subparagraph (c) of paragraph II of RSA 31-B:3, this chapter",
            ],
            of("rsa", "RSA 91-Z:3"),
            &[
                ("paragraphs I-III", &["RSA 91-Z:3, I", "RSA 91-Z:3, II", "RSA 91-Z:3, III"], This),
                ("subparagraph II(b)", &["RSA 91-Z:3, II(b)"], This),
                ("subparagraph (c) of paragraph II of RSA 31-B:3", &["RSA 31-B:3, II(c)"], Named),
                ("this chapter", &["RSA ch. 91-Z"], This),
            ],
        ),
        (
            "a bill moves from section to section",
            &[
                "1 Heading. Amend RSA 31-B:3, II to read as follows:",
                "II. As in paragraph IV and subparagraph (a)",
                "31-B:4 Other Heading.",
                "See paragraph I and section 1 of this act.",
            ],
            of("rsa", ""),
            &[
                ("RSA 31-B:3, II", &["RSA 31-B:3, II"], Named),
                ("paragraph IV", &["RSA 31-B:3, IV"], This),
                ("subparagraph (a)", &["RSA 31-B:3, II(a)"], This),
                ("paragraph I", &["RSA 31-B:4, I"], This),
                ("section 1", &["Section 1"], Named),
            ],
        ),
        (
            "sections of an act",
            &[
                "section 5(2), sections 4 to 6, section 99, section 16 of the public health code, subsection (1)",
            ],
            act,
            &[
                ("section 5(2)", &["MCL 15.235(2)"], OwnCode),
                ("sections 4 to 6", &["MCL 15.234 to 15.236"], OwnCode),
                ("subsection (1)", &["MCL 15.240(1)"], This),
            ],
        ),
        (
            "an act whose numbering is not known",
            &["section 5(2) and section 84a"],
            of("mcl", "MCL 15.240"),
            &[],
        ),
        (
            "a town's own sections and the state's",
            &[
                "Sec. 2-45. - Fees.",
                "See M.G.L. c. 40, § 8B; said Chapter 40, Section 21D;",
                "section 5 of said chapter; subsection (b) of this section.",
            ],
            Context { jurisdiction: Some("MA".into()), ..Context::default() },
            &[
                ("Sec. 2-45", &["Section 2-45"], Named),
                ("M.G.L. c. 40, § 8B", &["M.G.L. c. 40, § 8B"], Named),
                ("said Chapter 40, Section 21D", &["M.G.L. c. 40, § 21D"], Same),
                ("section 5 of said chapter", &["M.G.L. c. 40, § 5"], Same),
                ("subsection (b) of this section", &["Section 2-45(b)"], This),
            ],
        ),
        (
            "id.",
            &["5 U.S.C. § 552(b). Id. at (a)(1). Id. § 553; ibid."],
            Context::default(),
            &[
                ("5 U.S.C. § 552(b)", &["5 U.S.C. § 552(b)"], Named),
                ("Id. at (a)(1)", &["5 U.S.C. § 552(a)(1)"], Same),
                ("Id. § 553", &["5 U.S.C. § 553"], Same),
                ("ibid.", &["5 U.S.C. § 552(b)"], Same),
            ],
        ),
        (
            "chapters of titles in the D.C. Code",
            &[
                "Chapter 3A of Title 2, subchapter VIII of Chapter 6 of Title 1, § 1-325.211(c) and (d), 1981 Ed., § 37-101",
            ],
            of("dc", "D.C. Code § 39-105"),
            &[
                ("Chapter 3A of Title 2", &["D.C. Code tit. 2, ch. 3A"], OwnCode),
                (
                    "subchapter VIII of Chapter 6 of Title 1",
                    &["D.C. Code tit. 1, ch. 6, subch. VIII"],
                    OwnCode,
                ),
                (
                    "§ 1-325.211(c) and (d)",
                    &["D.C. Code § 1-325.211(c)", "D.C. Code § 1-325.211(d)"],
                    OwnCode,
                ),
            ],
        ),
    ];
    for (name, lines, context, expected) in cases {
        let expected: Vec<(String, Vec<String>, Resolution)> = expected
            .iter()
            .map(|(w, c, how)| ((*w).to_owned(), c.iter().map(|c| (*c).to_owned()).collect(), *how))
            .collect();
        assert_eq!(read(lines, context), expected, "{name}");
    }
}

#[test]
fn a_citation_that_wraps_has_both_lines() {
    let lines = ["the board acts under M.G.L.", "    c. 40A, § 9 only"];
    let found = resolve(Grammar::built_in(), lines, &Context::default());
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].first_line, found[0].at, found[0].last_line), (0, 21, 1));
    assert_eq!(found[0].citations[0].text, "M.G.L. c. 40A, § 9");
}
