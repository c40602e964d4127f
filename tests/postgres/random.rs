//! Random courses of changes, in a folder and in a database at once, compared after each commit.

use proptest::prelude::*;
use twolane::archive::{Archive, Filter, SourceRecord, Writer};
use twolane::text::{ModelId, SourceId};

use crate::pair::{Asked, Pair, told};
use crate::support::archives::{MODEL, embeddings, record};
use crate::support::steps::{Step, step};

const WORDS: [&str; 10] =
    ["road", "budget", "town", "$1,200", "RSA 91-A:3", "meeting", "nothing", "the", "\u{e9}t\u{e9}", "2024"];

fn put(id: u8, path: u8, texts: &[Vec<usize>]) -> SourceRecord {
    let texts: Vec<String> =
        texts.iter().map(|words| words.iter().map(|w| WORDS[*w]).collect::<Vec<_>>().join(" ")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut made = record(&format!("s{id}"), &format!("/p/{path}"), &texts);
    made.aliases.clear();
    made.meta.lane = if id.is_multiple_of(2) { "Local" } else { "state" }.into();
    made.meta.date = (id > 2).then(|| format!("202{id}-0{}", path + 1));
    made
}

fn apply(step: &Step, writer: &mut Writer) -> String {
    match step {
        Step::Put { id, path, texts, vectors } => {
            let made = put(*id, *path, texts);
            let vectors = vectors.then(|| embeddings(&made));
            told(writer.put(made, vectors.as_deref()))
        }
        Step::Remove(id) => told(writer.remove(&SourceId(format!("s{id}")))),
        Step::AddPath { id, path } => {
            told(writer.add_path(&SourceId(format!("s{id}")), &format!("/p/{path}")))
        }
        Step::RemovePath(path) => told(writer.remove_path(&format!("/p/{path}"))),
        Step::UseModel => told(writer.use_model(&ModelId(MODEL.into()))),
        Step::Commit | Step::DropWriter | Step::Reopen | Step::Rebuild => String::new(),
    }
}

fn run(steps: &[Step]) {
    let pair = Pair::new();
    let asked = Asked {
        filters: vec![
            Filter::default(),
            Filter { lanes: vec!["LOCAL".into()], ..Filter::default() },
            Filter { from: Some("2023-02".into()), ..Filter::default() },
        ],
        ..Asked::default()
    };
    let open = || pair.both().map(|archive| Some(archive.writer().unwrap()));
    let mut writers = open();
    for step in steps {
        match step {
            Step::Commit => {
                let said = writers.each_mut().map(|writer| writer.as_mut().unwrap().commit().unwrap());
                assert_eq!(said[0], said[1], "generations");
                for archive in pair.both() {
                    archive.refresh().unwrap();
                }
                pair.assert_same(&asked);
            }
            Step::DropWriter | Step::Reopen => {
                drop(std::mem::take(&mut writers));
                writers = open();
            }
            Step::Rebuild => {
                drop(std::mem::take(&mut writers));
                pair.ask(Archive::rebuild);
                pair.assert_same(&asked);
                writers = open();
            }
            other => {
                let said = writers.each_mut().map(|writer| apply(other, writer.as_mut().unwrap()));
                assert_eq!(said[0], said[1], "{other:?}");
            }
        }
    }
}

fn cases() -> u32 {
    std::env::var("TWOLANE_TEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(64)
}

proptest! {
    // What is found is told whole: a file of seeds would be no help against another store.
    #![proptest_config(ProptestConfig { cases: cases(), max_shrink_iters: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_do_the_same(steps in proptest::collection::vec(step(WORDS.len()), 1..20)) {
        run(&steps);
    }
}

/// An archive whose last vector is gone has no model after a change of it, until the next vector.
#[test]
fn a_model_without_vectors_is_forgotten() {
    let put = |id: u8| Step::Put { id, path: id, texts: vec![vec![0, 1]], vectors: true };
    run(&[put(0), Step::Remove(0), Step::Commit, Step::UseModel, Step::Commit, put(1), Step::Commit]);
}
