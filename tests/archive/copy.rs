//! An archive copied to another folder. Between a folder and a database: `tests/postgres`.

use std::sync::atomic::{AtomicBool, Ordering};

use twolane::archive::{Archive, ArchiveError, copy};
use twolane::text::SourceId;

use crate::support::archives::{embeddings, of_texts, record};
use crate::support::workload::{advance, assert_whole, step};

const STEPS: u64 = 12;

fn filled() -> (tempfile::TempDir, Archive) {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap();
    let mut writer = archive.writer().unwrap();
    for step in 1..=STEPS {
        advance(&mut writer, step).unwrap();
    }
    drop(writer);
    archive.refresh().unwrap();
    (dir, archive)
}

fn empty() -> (tempfile::TempDir, Archive) {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap();
    (dir, archive)
}

#[test]
fn a_copy_is_whole_and_follows_what_changes() {
    let ((_from, from), (_to, to)) = (filled(), empty());
    let all = from.sources().unwrap().len();
    let report = copy(&from, &to, &mut |_, _| true).unwrap();
    assert_eq!((report.copied, report.there, report.without_vector), (all, 0, 1), "{report:?}");
    assert_eq!(
        (report.chunks as u64, report.lines as u64),
        (from.stats().unwrap().chunks, from.stats().unwrap().lines)
    );
    assert_eq!(step(&to), STEPS);
    assert_whole(&to);
    assert_eq!(to.check().unwrap(), []);

    let changed = record("s0", "/p/s0", &["A new road."]);
    let mut writer = from.writer().unwrap();
    writer.put(changed.clone(), Some(&embeddings(&changed))).unwrap();
    writer.commit().unwrap();
    drop(writer);
    from.refresh().unwrap();
    let all = from.sources().unwrap().len();
    let again = copy(&from, &to, &mut |_, _| true).unwrap();
    assert_eq!((again.copied, again.there), (1, all - 1), "{again:?}");
    assert_eq!(to.source(&changed.id).unwrap().lines()[0].text, "A new road.");
}

#[test]
fn an_interrupted_copy_goes_on() {
    let ((_from, from), (_to, to)) = (filled(), empty());
    let stopped = copy(&from, &to, &mut |done, _| done < 3);
    assert!(matches!(stopped, Err(ArchiveError::Cancelled)), "{stopped:?}");
    assert_eq!(to.sources().unwrap().len(), 3);
    let report = copy(&from, &to, &mut |_, _| true).unwrap();
    assert_eq!((report.copied, report.there), (from.sources().unwrap().len() - 3, 3));
    assert_whole(&to);
}

#[test]
fn another_archive_is_left_alone() {
    let ((_from, from), (_to, to)) = (filled(), of_texts(&["Of another town."]));
    let before = to.generation();
    let refused = copy(&from, &to, &mut |_, _| true);
    assert!(
        matches!(&refused, Err(ArchiveError::NotACopy { what, .. }) if what.contains("Title of a")),
        "{refused:?}"
    );
    to.refresh().unwrap();
    assert_eq!(to.generation(), before);
    assert!(to.summary(&SourceId("a".into())).unwrap().is_some());
}

#[test]
fn a_copy_has_the_same_order_among_equals() {
    let ((_from, from), (_to, to)) = (empty(), empty());
    let mut writer = from.writer().unwrap();
    for id in ["n", "c", "z", "b"] {
        writer.put(record(id, &format!("/{id}"), &["The same words."]), None).unwrap();
        writer.commit().unwrap();
    }
    drop(writer);
    from.refresh().unwrap();
    copy(&from, &to, &mut |_, _| true).unwrap();
    let found = [&from, &to].map(|archive| {
        let all = twolane::archive::ChunkSet::all();
        let hits = archive.lexical("same words", &all, 10, &Default::default()).unwrap();
        let chunks = archive.chunks(&hits.iter().map(|h| h.chunk).collect::<Vec<_>>()).unwrap();
        chunks.into_iter().map(|chunk| chunk.source_id.0).collect::<Vec<_>>()
    });
    assert_eq!(found[0], ["n", "c", "z", "b"]);
    assert_eq!(found[0], found[1]);
}

/// Ends the writer, also when an assertion fails.
struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn a_copy_made_under_write_load_restores() {
    let (from, _from) = filled();
    let backups = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    std::thread::scope(|threads| {
        let stopping = Stop(&stop);
        let writing = threads.spawn(|| {
            let archive = Archive::open(from.path()).unwrap();
            let mut writer = archive.writer().unwrap();
            let mut last = STEPS;
            while !stop.load(Ordering::Relaxed) {
                last += 1;
                advance(&mut writer, last).unwrap();
            }
            last
        });
        let mut before = STEPS;
        for day in 0..4 {
            let live = Archive::open(from.path()).unwrap();
            // Something was written since the last copy.
            while step(&live) <= before {
                assert!(!writing.is_finished());
                std::thread::yield_now();
                live.refresh().unwrap();
            }
            before = step(&live);
            let to = Archive::create(&backups.path().join(format!("{day}"))).unwrap();
            copy(&live, &to, &mut |_, _| true).unwrap();
            assert!(step(&to) >= before, "{day}");
        }
        drop(stopping);
        assert!(writing.join().unwrap() >= before);
    });
    drop(from);
    for day in 0..4 {
        let restored = backups.path().join(format!("restored-{day}"));
        std::fs::rename(backups.path().join(format!("{day}")), &restored).unwrap();
        assert_eq!(Archive::check_at(&restored).unwrap(), [], "{day}");
        let archive = Archive::open(&restored).unwrap();
        assert_whole(&archive);
        let next = step(&archive) + 1;
        let mut writer = archive.writer().unwrap();
        advance(&mut writer, next).unwrap();
        drop(writer);
        archive.refresh().unwrap();
        assert_eq!(step(&archive), next);
        assert_whole(&archive);
    }
}
