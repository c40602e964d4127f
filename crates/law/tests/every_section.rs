//! Checks that every section is found under its own citation: sections of the available statutes, and any
//! number that a code may have.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use twolane_law::{Citation, Grammar};

/// Sentence templates around a citation, each with the other citations that it names.
const FRAMES: [(&str, &str); 9] = [
    ("", ""),
    ("see ", "."),
    ("(", ")"),
    ("under ", ", the board"),
    ("as in ", "; or"),
    ("“", "”"),
    ("by ", "⁴ and"),
    ("of ", " note"),
    ("and ", "\nthe clerk"),
];

fn found(text: &str) -> Vec<Citation> {
    Grammar::built_in().find(text).into_iter().map(|f| f.citation).collect()
}

/// Describes the error in reading a citation, if any.
fn complaint(citation: &str) -> Option<String> {
    let parsed = Grammar::built_in().parse_citation(citation);
    // Statutes print the letter of RSA 564-B:5-505A and of RSA 564-B:8-816-a in either case.
    let same = |text: &str| text.eq_ignore_ascii_case(citation);
    if parsed.as_ref().is_none_or(|c| !same(&c.text)) {
        return Some(format!("{citation} is read as {:?}", parsed.map(|c| c.text)));
    }
    FRAMES.iter().find_map(|(before, behind)| {
        let text = format!("{before}{citation}{behind}");
        let got: Vec<String> = found(&text).into_iter().map(|c| c.text).collect();
        (got.len() != 1 || !got.iter().all(|text| same(text))).then(|| format!("{text:?} names {got:?}"))
    })
}

/// Describes an error in a list of two citations or its members.
fn complaint_of_two(first: &str, last: &str) -> Option<String> {
    [", ", " and ", " or ", "; "].iter().find_map(|joint| {
        let text = format!("see {first}{joint}{last}.");
        let got: Vec<String> = found(&text).into_iter().map(|c| c.text).collect();
        let same =
            got.len() == 2 && got.iter().zip([first, last]).all(|(got, c)| got.eq_ignore_ascii_case(c));
        (!same).then(|| format!("{text:?} names {got:?}"))
    })
}

fn statutes() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/statutes");
    if folder.is_dir() {
        return Some(folder);
    }
    let strict = std::env::var_os("TWOLANE_NO_SKIP").is_some_and(|value| !value.is_empty() && value != "0");
    assert!(!strict, "TWOLANE_NO_SKIP is set, and this test would be skipped: {}", folder.display());
    eprintln!("SKIPPED: no {}", folder.display());
    None
}

/// Returns the citations of all sections and chapters in a folder of statutes.
fn citations(folder: &Path) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            out.append(&mut citations(&path));
        } else if path.extension().is_some_and(|e| e == "jsonl") {
            for line in std::fs::read_to_string(&path).unwrap().lines() {
                let row: serde_json::Value = serde_json::from_str(line).unwrap();
                out.extend(row["citation"].as_str().map(str::to_owned));
            }
        } else if let Some(number) = path.file_stem().filter(|_| path.extension().is_some_and(|e| e == "xml"))
            && number != "index"
        {
            out.insert(format!("D.C. Code § {}", number.to_string_lossy()));
        }
    }
    out
}

#[test]
fn every_section_of_the_statutes_is_found() {
    let Some(folder) = statutes() else { return };
    let mut all: Vec<String> = citations(&folder).into_iter().collect();
    // In bills: the common part of several paragraphs, and a publisher's own marks.
    let odd = |c: &str| {
        c == "MCL 559" || [" and ", " through ", ".new", "a (k)", ", (i)"].iter().any(|odd| c.contains(odd))
    };
    let is_range = |c: &str| Grammar::built_in().parse_citation(c).is_some_and(|c| c.range.is_some());
    all.retain(|c| !odd(c) && !is_range(c));
    let alone = all.iter().filter_map(|c| complaint(c));
    let lists = all.windows(2).filter_map(|pair| match pair {
        [first, last] => complaint_of_two(first, last),
        _ => None,
    });
    let wrong: Vec<String> = alone.chain(lists).collect();
    assert!(wrong.is_empty(), "{} of {}: {:#?}", wrong.len(), all.len(), wrong.get(..400).unwrap_or(&wrong));
}

/// Possible section numbers of a code, as regular expressions of normal forms.
const NUMBERS: [(&str, &[&str]); 30] = [
    (
        "rsa",
        &[
            "RSA [1-9][0-9]{0,2}(-[A-Z]{1,2})?:[1-9][0-9]{0,2}(-[a-z]{1,2})?(, (I|II|IV|X)(-[a-z])?(\\([a-z]\\))?)?",
            "RSA 56[1-9]-[A-F]:[1-9][0-9]?-[1-9][0-9]{2,3}a?",
            "RSA ch\\. [1-9][0-9]{0,2}(-[A-Z]{1,2})?",
        ],
    ),
    ("nhlaws", &["Laws 20[0-2][0-9], ch\\. [1-9][0-9]{0,2}(:[1-9][0-9]?)?"]),
    ("mgl", &["M\\.G\\.L\\. c\\. [1-9][0-9]{0,2}[A-Z]?(, § [1-9][0-9]{0,2}[A-Z]{0,2}(½)?(\\([a-z]\\))?)?"]),
    ("maacts", &["St\\. 20[0-2][0-9], c\\. [1-9][0-9]{0,2}(, § [1-9][0-9]?)?"]),
    ("cmr", &["[1-9][0-9]{2} CMR [1-9][0-9]?\\.[0-9]{2}(\\([1-9]\\))?"]),
    ("mcl", &["MCL [1-9][0-9]{0,2}\\.[1-9][0-9]{0,4}[a-z]{0,2}(\\([1-9]\\))?"]),
    ("mipa", &["(19|20)[0-9]{2} PA [1-9][0-9]{0,2}(, § [1-9][0-9]{0,2}[a-z]?)?"]),
    (
        "cgs",
        &[
            "Conn\\. Gen\\. Stat\\. § [1-9][0-9]?[a-z]?-[1-9][0-9]{0,3}[a-z]{0,2}(\\([a-z]\\))?",
            "Conn\\. Gen\\. Stat\\. § 42a-[1-9]-[1-9][0-9]{2}a?",
        ],
    ),
    ("ctpa", &["Conn\\. Pub\\. Act [0-9]{2}-[1-9][0-9]{0,2}(, § [1-9][0-9]?)?"]),
    (
        "dc",
        &[
            "D\\.C\\. Code § [1-9][0-9]?[A-Z]?-[1-9][0-9]{2,3}[a-z]?(\\.[0-9]{2}[a-z]?)?(\\([a-z]\\))?",
            "D\\.C\\. Code § 28:[1-9]-[1-9][0-9]{2}",
        ],
    ),
    ("dclaw", &["D\\.C\\. (Law|Act) [1-9][0-9]?-[1-9][0-9]{0,2}"]),
    ("ors", &["ORS [1-9][0-9]{0,2}[A-C]?\\.[0-9]{3,4}(\\([1-9]\\))?", "ORS ch\\. [1-9][0-9]{0,2}[A-C]?"]),
    ("oar", &["OAR [1-9][0-9]{2}-[0-9]{3}-[0-9]{4}(\\([1-9]\\))?"]),
    (
        "ilcs",
        &[
            "[1-9][0-9]{0,2} ILCS [1-9][0-9]{0,3}/[1-9][0-9]?[A-Z]?(-[1-9][0-9]{0,2}(\\.[1-9])?){0,2}(\\([a-z]\\))?",
        ],
    ),
    (
        "usc",
        &["[1-9][0-9]? U\\.S\\.C\\. § [1-9][0-9]{0,4}([a-z]{1,2}(-[1-9][0-9]{0,2}[a-z]?)?)?(\\([a-z]\\))?"],
    ),
    (
        "cfr",
        &[
            "[1-9][0-9]? C\\.F\\.R\\. § [1-9][0-9]{0,3}\\.[1-9][0-9]{0,3}[a-z]?(\\([a-z]\\)(\\([1-9]\\))?)?",
            "17 C\\.F\\.R\\. § 2[0-9]{2}\\.[1-9][0-9]?[a-z][0-9]{0,2}-[1-9][0-9]?(\\([a-z]\\))?",
            "26 C\\.F\\.R\\. § (1|20|301)\\.[1-9][0-9]{0,3}a?-[1-9][0-9]?t?(\\([a-z]\\)(\\([1-9]\\))?)?",
            "26 C\\.F\\.R\\. § 1\\.[1-9][0-9]{2}(\\([a-z]\\))(\\([1-9]\\))?-[1-9][0-9]?(\\([a-z]\\))?",
            "4[68] C\\.F\\.R\\. § [1-9][0-9]{0,2}\\.[1-9][0-9]{2}-[1-9][0-9]?",
            "[1-9][0-9]? C\\.F\\.R\\. pt\\. [1-9][0-9]{0,3}",
            "[1-9][0-9]? C\\.F\\.R\\. pt\\. [1-9][0-9]{0,3}, app\\. [A-Z]",
        ],
    ),
    ("publ", &["Pub\\. L\\. [1-9][0-9]{1,2}-[1-9][0-9]{0,2}"]),
    ("stat", &["[1-9][0-9]{0,2} Stat\\. [1-9][0-9]{0,3}"]),
    (
        "ocga",
        &["O\\.C\\.G\\.A\\. § [1-9][0-9]?-[1-9][0-9]{0,2}[A-Z]?-[1-9][0-9]{0,2}(\\.[1-9])?(\\([a-z]\\))?"],
    ),
    ("nrs", &["NRS [1-9][0-9]{0,2}[A-C]?\\.[0-9]{3,4}(\\([1-9]\\)(\\([a-z]\\))?)?"]),
    (
        "vac",
        &[
            "Va\\. Code § [1-9][0-9]?(\\.[1-9])?-[1-9][0-9]{0,3}(\\.[1-9])?(:[1-9][0-9]?)?(\\([A-C]\\)(\\([1-9]\\))?)?",
        ],
    ),
    (
        "crs",
        &[
            "C\\.R\\.S\\. § [1-9][0-9]?(\\.5)?-[1-9][0-9]?(\\.[1-9])?-[1-9][0-9]{2,3}(\\.[1-9])?(\\([1-9](\\.[1-9])?\\)(\\([a-z]\\))?)?",
        ],
    ),
    ("ak", &["Alaska Stat\\. § [0-9]{2}\\.[0-9]{2}\\.[0-9]{3}(\\([a-z]\\))?"]),
    (
        "ndcc",
        &["N\\.D\\.C\\.C\\. § [0-9]{2}(\\.[1-9])?-[0-9]{2}(\\.[1-9])?-[0-9]{2}(\\.[1-9])?(\\([1-9]\\))?"],
    ),
    ("orc", &["R\\.C\\. [1-9][0-9]{0,3}\\.[0-9]{2,3}(\\([A-H]\\)(\\([1-9]\\))?)?"]),
    ("rcw", &["RCW [1-9][0-9]?[A-C]?\\.[0-9]{2}[A-C]?\\.[0-9]{3,4}(\\([1-9]\\)(\\([a-z]\\))?)?"]),
    ("vsa", &["[1-9][0-9]? V\\.S\\.A\\. § [1-9][0-9]{0,3}[a-z]?(\\([a-z]\\)(\\([1-9]\\))?)?"]),
    ("mrs", &["[1-9][0-9]?(-A)? M\\.R\\.S\\. § [1-9][0-9]{0,3}(-[A-F])?(\\([1-9]\\))?"]),
    ("section", &["Section [1-9][0-9]{0,2}([.-][1-9][0-9]?){0,3}(\\([a-z]\\))?"]),
    ("article", &["Article ([1-9][0-9]?|I|II|IV|V|IX|XII)(, § [1-9][0-9]?)?"]),
];

/// Codes of self-numbering papers: no list, and no note after the number.
const PAPERS: [&str; 8] =
    ["bill", "bylaw", "case", "chapter", "constitution", "ordinance", "part", "resolution"];

#[test]
fn every_code_has_numbers_here() {
    for code in Grammar::built_in().codes() {
        assert!(NUMBERS.iter().any(|(c, _)| *c == code) || PAPERS.contains(&code), "{code}");
    }
}

#[test]
fn any_number_of_any_code_is_found() {
    for (code, patterns) in NUMBERS {
        for pattern in patterns {
            let mut runner = proptest::test_runner::TestRunner::deterministic();
            let strategy = proptest::string::string_regex(pattern).unwrap();
            let checked = runner.run(&strategy, |citation| match complaint(&citation) {
                None => Ok(()),
                Some(what) => Err(TestCaseError::fail(what)),
            });
            assert!(checked.is_ok(), "{code}: {}", checked.unwrap_err());
            let pair = (&strategy, &strategy);
            let checked = runner.run(&pair, |(first, last)| match complaint_of_two(&first, &last) {
                None => Ok(()),
                Some(what) => Err(TestCaseError::fail(what)),
            });
            assert!(checked.is_ok(), "{code}: {}", checked.unwrap_err());
        }
    }
}
