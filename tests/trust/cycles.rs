//! No file of a crate imports a file that imports it back, directly or over others.

use std::collections::{BTreeMap, BTreeSet};

use super::imports::{Tree, sources};

/// Groups of files that reach each other.
fn cycles(arrows: &BTreeMap<String, BTreeMap<String, String>>) -> Vec<Vec<String>> {
    let reached: BTreeMap<&String, BTreeSet<&String>> = arrows
        .keys()
        .map(|file| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![file]);
            while let Some(next) = open.pop() {
                open.extend(
                    arrows.get(next).into_iter().flat_map(BTreeMap::keys).filter(|to| seen.insert(*to)),
                );
            }
            (file, seen)
        })
        .collect();
    let groups: BTreeSet<Vec<String>> = reached
        .iter()
        .filter(|(file, to)| to.contains(*file))
        .map(|(file, to)| {
            to.iter()
                .filter(|t| reached.get(*t).is_some_and(|back| back.contains(*file)))
                .map(|t| (**t).clone())
                .collect()
        })
        .collect();
    groups.into_iter().collect()
}

#[test]
fn no_file_imports_itself_over_others() {
    let arrows = Tree::new(&sources()).arrows();
    assert!(arrows.len() > 500, "only {} files import others: are imports still found?", arrows.len());
    let mut wrong = Vec::new();
    for cycle in cycles(&arrows) {
        wrong.push(format!("cycle of {} files:", cycle.len()));
        for file in &cycle {
            let to = arrows[file].iter().filter(|(to, _)| cycle.contains(to));
            wrong.extend(to.map(|(to, name)| format!("  {file} -> {to}: {name}")));
        }
    }
    assert!(wrong.is_empty(), "files that import each other:\n{}", wrong.join("\n"));
}

/// Cycles of a made-up tree, as the names of its files in `src`.
fn cycles_of(files: &[(&str, &str)]) -> Vec<String> {
    let files: Vec<_> = files.iter().map(|(f, text)| (format!("src/{f}"), (*text).to_owned())).collect();
    let found = cycles(&Tree::new(&files).arrows());
    found.iter().map(|files| files.iter().map(|f| &f[4..]).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn files_that_import_each_other_are_found() {
    for (name, a, b) in [
        ("a use", "use super::b::B; pub struct A;", "use super::a::A; pub struct B;"),
        ("a path in code", "pub struct A(super::b::B);", "pub struct B(crate::room::a::A);"),
        (
            "a module's name",
            "use super::b; pub fn a() { b::b() }",
            "use crate::room; pub fn b() { room::a::a() }",
        ),
        ("a re-export", "use super::B; pub struct A;", "use crate::room::{self, A}; pub struct B;"),
        ("everything", "use super::*; pub struct A(B);", "use super::*; pub struct B(Option<A>);"),
        (
            "another name",
            "use super::b::B as Other; pub struct A;",
            "use {super::{a::{A, Of}}}; pub struct B;",
        ),
        ("a macro's item", "use super::b::MADE; pub struct A;", "use super::a::A; make!(MADE);"),
        (
            "an inner module",
            "pub mod inner { use super::super::b::B; }",
            "use super::a::inner; type B = inner::A;",
        ),
        (
            "code behind a string",
            "const A: &str = r#\"\"//\"#; use super::b::B;",
            "use super::a::A; const B: char = '\"';",
        ),
    ] {
        let room = "mod a; mod b; pub use a::A; pub use b::B;";
        let files = [("lib.rs", "pub mod room;"), ("room/mod.rs", room), ("room/a.rs", a), ("room/b.rs", b)];
        assert_eq!(cycles_of(&files), ["room/a.rs room/b.rs"], "{name}");
    }
}

#[test]
fn a_cycle_of_many_files_is_found_once() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c; mod d; pub mod room;"),
        ("a.rs", "use crate::b::B; pub struct A;"),
        ("b.rs", "use crate::room::thing; pub struct B;"),
        ("room/mod.rs", "mod things; pub use things::thing;"),
        ("room/things.rs", "pub fn thing() -> crate::c::C {}"),
        ("c.rs", "use crate::a::A; use crate::d::D; pub struct C;"),
        ("d.rs", "pub struct D;"),
    ];
    assert_eq!(cycles_of(&files), ["a.rs b.rs c.rs room/things.rs"]);
}

#[test]
fn a_room_whose_own_file_holds_a_type_is_a_cycle() {
    let room = "mod a; pub struct Shared; pub fn run() { a::run() }";
    let files = [("room/mod.rs", room), ("room/a.rs", "use super::Shared; pub fn run() {}")];
    assert_eq!(cycles_of(&files), ["room/a.rs room/mod.rs"]);
}

#[test]
fn imports_in_one_direction_are_no_cycle() {
    for (name, a, b) in [
        ("leaf", "use super::b::B; pub struct A;", "pub struct B;"),
        (
            "a test",
            "use super::b::B; pub struct A;",
            "#[cfg(test)]\nmod tests { use super::super::a::A; } pub struct B;",
        ),
        ("a test's import", "use super::b::B; pub struct A;", "#[cfg(test)]\nuse super::a::A; pub struct B;"),
        (
            "a comment",
            "use super::b::B; pub struct A;",
            "// use super::a::A;\n/* super::a::A */ pub struct B;",
        ),
        ("a string", "use super::b::B; pub struct A;", "const S: &str = \"super::a::A\"; pub struct B;"),
        ("a visibility", "use super::b::B; pub struct A;", "pub(in crate::room::a) fn b() {} pub struct B;"),
        ("a field", "use super::b::B; pub struct A;", "use super::*; pub struct B; fn b(x: X) { x.A; }"),
        ("another crate", "use super::b::B; pub struct A;", "use other::room::a::A; pub struct B;"),
    ] {
        let room = "mod a; mod b; pub use a::A; pub use b::B;";
        let files = [("lib.rs", "pub mod room;"), ("room/mod.rs", room), ("room/a.rs", a), ("room/b.rs", b)];
        assert_eq!(cycles_of(&files), [""; 0], "{name}");
    }
}

#[test]
fn crates_are_read_as_one_tree() {
    let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let files = [
        file("src/lib.rs", "pub use twolane_text as text; mod a;"),
        file("src/a.rs", "use crate::text::Line; pub struct A;"),
        file("crates/text/src/lib.rs", "mod line; pub use line::Line;"),
        file("crates/text/src/line.rs", "pub struct Line;"),
    ];
    let arrows = Tree::new(&files).arrows();
    let from_a: Vec<_> = arrows["src/a.rs"].keys().collect();
    assert_eq!(from_a, ["crates/text/src/line.rs"]);
}
