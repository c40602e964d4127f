//! ARCHITECTURE.md is true: crates, rooms of the crate `answer` and their arrows, files. Cargo holds the arrows between
//! crates.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use regex::Regex;

use super::imports::rust_files;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Rows of the form "| `room` | what it holds | `a`, `b` |" between two of these comments, with so many cells.
fn rows(comment: &str, cells: usize) -> Vec<(String, BTreeSet<String>)> {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let parts: Vec<&str> = text.split(comment).collect();
    let [_, table, _] = parts.as_slice() else { panic!("one table stands between two `{comment}`") };
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<_>>();
    table
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| {
            let row: Vec<&str> = line.trim_matches('|').split('|').collect();
            assert_eq!(row.len(), cells, "{line}");
            (names(row[0]).into_iter().next().unwrap(), names(row[cells - 1]))
        })
        .collect()
}

/// Rooms of the crate `answer`, in the order of their table.
fn rooms_of_asking() -> Vec<(String, BTreeSet<String>)> {
    rows("<!-- rooms of asking -->", 3)
}

/// Folder of a crate's code.
fn folder(room: &str) -> PathBuf {
    root().join("crates").join(room).join("src")
}

fn ident(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

#[test]
fn every_crate_stands_in_the_table() {
    let named: BTreeSet<String> = rows("<!-- crates -->", 2).into_iter().map(|(name, _)| name).collect();
    let entries = std::fs::read_dir(root().join("crates")).unwrap();
    let there: BTreeSet<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(named, there);
}

/// A path such as `answer/find/extract.rs` is a file of a crate, or of the checkout.
#[test]
fn files_that_the_page_names_are_there() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let paths = Regex::new(r"[`(\s]([a-z_]+)/([a-z0-9_/]+\.(?:rs|toml|md|py))[`),\s]").unwrap();
    let found: Vec<(String, String)> =
        paths.captures_iter(&text).map(|c| (c[1].to_owned(), c[2].to_owned())).collect();
    assert!(found.len() > 40, "only {} paths", found.len());
    let is_there = |(first, rest): &(String, String)| {
        folder(first).join(rest).is_file()
            || root().join(first).join(rest).is_file()
            || folder("answer").join(first).join(rest).is_file()
            || folder("answer").join("understand").join(first).join(rest).is_file()
    };
    let missing: Vec<_> = found.iter().filter(|path| !is_there(path)).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md names files that are not there: {missing:?}");
}

/// Lines of a room's file that break the rules: they name a room that is not listed, or name one in another way than
/// `crate::room::…`. `own` marks the file that declares the room.
fn strays(text: &str, own: bool, may: &BTreeSet<String>) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines().filter(|l| !l.trim_start().starts_with("//")) {
        let rooms = line.split("crate::").skip(1).map(ident);
        let is_stray = rooms.into_iter().any(|room| !may.contains(&room));
        // Unit tests at a file's end use all of it.
        let climbs = line.contains("super::super")
            || (own && line.replace("    use super::*;", "").contains("super::"));
        if is_stray || climbs {
            found.push(line.trim().to_owned());
        }
    }
    found
}

#[test]
fn a_stray_of_a_room_of_asking_is_found() {
    let may = BTreeSet::from(["find".to_owned(), "draft".to_owned()]);
    for (line, own, is_stray) in [
        ("use crate::find::extract::extract;", false, false),
        ("use crate::draft::{Draft, Gap};", true, false),
        ("use twolane_archive::Archive;", false, false),
        ("    pub(crate) fn named(&self) {", false, false),
        ("/// See [`Answer`](crate::check::verify::Answer).", false, false),
        ("use super::extract::extract;", false, false),
        ("    use super::*;", true, false),
        ("use crate::check::verify::Fact;", false, true),
        ("fn of(fact: &crate::check::verify::Fact) {", false, true),
        ("use crate::Fact;", false, true),
        ("use crate::{find::extract, check::verify};", false, true),
        ("use crate::*;", false, true),
        ("use super::super::check::verify::Fact;", false, true),
        ("use super::check::verify::Fact;", true, true),
        ("use super::*;", true, true),
    ] {
        assert_eq!(!strays(line, own, &may).is_empty(), is_stray, "{line}");
    }
}

#[test]
fn no_room_of_asking_uses_one_that_the_table_does_not_allow() {
    let mut wrong = Vec::new();
    for (room, mut may) in rooms_of_asking() {
        may.insert(room.clone());
        let (file, folder) = (folder("answer").join(format!("{room}.rs")), folder("answer").join(&room));
        let mut files = Vec::new();
        if folder.is_dir() {
            rust_files(&folder, &mut files);
        }
        files.extend(file.is_file().then(|| file.clone()));
        assert!(!files.is_empty(), "room {room} of the table has no files");
        for path in files {
            let own = path == file || path == folder.join("mod.rs");
            let text = std::fs::read_to_string(&path).unwrap();
            wrong.extend(strays(&text, own, &may).iter().map(|line| format!("{}: {line}", named(&path))));
        }
    }
    assert!(wrong.is_empty(), "arrows that ARCHITECTURE.md does not have:\n{}", wrong.join("\n"));
}

/// So there is no cycle, and the table reads in the order in which one room leans on another.
#[test]
fn a_room_of_asking_uses_rooms_above_it() {
    let mut above = BTreeSet::new();
    for (room, may) in rooms_of_asking() {
        let below: Vec<_> = may.difference(&above).collect();
        assert!(below.is_empty(), "{room} may use {below:?}, which do not stand above it");
        assert!(above.insert(room.clone()), "{room} stands there twice");
    }
}

#[test]
fn every_room_of_asking_stands_in_the_table() {
    let rooms: BTreeSet<String> = rooms_of_asking().into_iter().map(|(room, _)| room).collect();
    for entry in std::fs::read_dir(folder("answer")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(
            name == "lib" || rooms.contains(&name),
            "crates/answer/src/{name} is not in ARCHITECTURE.md's table"
        );
    }
}

#[test]
fn unsafe_stands_only_where_the_design_allows_it() {
    let mut files = Vec::new();
    rust_files(&root().join("crates"), &mut files);
    let wrong: Vec<_> = files
        .iter()
        .filter(|f| std::fs::read_to_string(f).unwrap().contains("allow(unsafe_code)"))
        .map(|f| f.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/"))
        .filter(|f| {
            !f.starts_with("crates/vector/src/kernels/")
                && !f.starts_with("crates/encoder/src/kernels/")
                && f != "crates/ingest/src/worker/confine/raw.rs"
                && f != "crates/encoder/src/mapped_file.rs"
        })
        .collect();
    assert!(wrong.is_empty(), "unsafe code outside the places that ARCHITECTURE.md names: {wrong:?}");
}

/// Code of a file without its unit tests.
fn code(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    text.split("#[cfg(test)]\nmod ").next().unwrap_or_default().to_owned()
}

fn named(file: &Path) -> String {
    file.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/")
}

/// What makes a sealed answer stands in one place, and is called where an answer leaves.
#[test]
fn answers_are_sealed_where_they_leave_alone() {
    let mut files = Vec::new();
    rust_files(&folder("answer"), &mut files);
    let with = |words: &[&str]| -> BTreeSet<String> {
        files.iter().filter(|f| words.iter().any(|w| code(f).contains(w))).map(|f| named(f)).collect()
    };
    let set =
        |names: &[&str]| names.iter().map(|n| format!("crates/answer/src/{n}")).collect::<BTreeSet<_>>();
    // `seal` by any way to name it: imported, renamed or by its path.
    let seals = [" seal,", " seal}", "{seal", "::seal;", "::seal(", "seal as ", " seal("];
    assert_eq!(
        with(&seals),
        set(&[
            "check/drafted.rs",
            "check/verify/mod.rs",
            "check/verify/reopen.rs",
            "check/verify/seal.rs",
            "conversation/ask.rs",
            "conversation/stages.rs",
            "present/envelope.rs"
        ])
    );
    assert_eq!(with(&["::sealed("]), set(&["check/verify/seal.rs"]));
    assert_eq!(with(&["Answer(content)", "Verified(Arc"]), set(&["check/verify/verified.rs"]));
}

fn all_files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { all_files(&path, found) } else { found.push(path) }
    }
}

/// Statements of the specification, by where they are cited.
fn cited() -> BTreeMap<String, PathBuf> {
    let ids = Regex::new(r"\b(?:ING|LAW|IDX|MOD|RET|GATE|SES|PLAN|HOP|MEM|SYN|EVD|SEC|API|OBS|EVAL)-\d+\b")
        .unwrap();
    let mut files =
        vec![root().join("README.md"), root().join("ARCHITECTURE.md"), root().join("CONTRIBUTING.md")];
    for folder in ["src", "crates", "tests", "assets", "docs", "prompts", "golden/cases", "examples"] {
        all_files(&root().join(folder), &mut files);
    }
    let mut cited = BTreeMap::new();
    for file in files.into_iter().filter(|f| !f.ends_with("docs/specification.md")) {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        cited.extend(ids.find_iter(&text).map(|m| (m.as_str().to_owned(), file.clone())));
    }
    cited
}

#[test]
fn what_is_cited_of_the_specification_stands_in_it() {
    let text = std::fs::read_to_string(root().join("docs/specification.md")).unwrap();
    let head = Regex::new(r"(?m)^- \*\*([A-Z]+-\d+)\.\*\* \S").unwrap();
    let stated: Vec<&str> = head.captures_iter(&text).map(|c| c.get(1).unwrap().as_str()).collect();
    let once: BTreeSet<&str> = stated.iter().copied().collect();
    assert_eq!(stated.len(), once.len(), "a statement stands there twice");
    let cited = cited();
    assert!(cited.len() > 40, "only {} statements are cited: is the pattern right?", cited.len());
    let missing: Vec<_> = cited.iter().filter(|(id, _)| !once.contains(id.as_str())).collect();
    assert!(missing.is_empty(), "docs/specification.md has no {missing:?}");
}

/// A field that was renamed in the code is renamed on the page for programs too.
#[test]
fn fields_of_the_interface_are_in_the_code() {
    let mut files = Vec::new();
    rust_files(&root().join("crates"), &mut files);
    let code: String = files.iter().map(|f| std::fs::read_to_string(f).unwrap()).collect();
    let words: BTreeSet<&str> = code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).collect();
    let page = std::fs::read_to_string(root().join("docs/interface.md")).unwrap();
    let names = page.split('`').skip(1).step_by(2);
    let names: Vec<&str> = names
        .filter(|n| {
            n.contains('_') && n.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        })
        .collect();
    assert!(names.len() > 80, "only {} fields", names.len());
    // `no_quote_found` is `NoQuoteFound` in the code.
    let camel = |name: &str| {
        let parts = name.split('_').map(|p| p[..1].to_uppercase() + &p[1..]);
        parts.collect::<String>()
    };
    let missing: Vec<_> =
        names.iter().filter(|n| !words.contains(**n) && !words.contains(camel(n).as_str())).collect();
    assert!(missing.is_empty(), "fields of docs/interface.md that the crates do not have: {missing:?}");
}

/// A skip that nobody can turn into a failure is a test that can't fail.
#[test]
fn tests_that_can_not_run_say_so_in_one_way() {
    let mut files = Vec::new();
    rust_files(&root().join("tests"), &mut files);
    let skip = ["SKIP", "PED"].concat();
    let wrong: Vec<_> = files
        .iter()
        .filter(|f| !f.ends_with("support/skip.rs") && std::fs::read_to_string(f).unwrap().contains(&skip))
        .collect();
    assert!(wrong.is_empty(), "use tests/support/skip.rs: {wrong:?}");
}

#[test]
fn the_architecture_page_is_short() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    assert!(text.lines().count() <= 300);
}
