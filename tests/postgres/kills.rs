//! Writers and the server killed at any moment: nothing that was committed is lost, nothing is half there, and the
//! course of commits goes on. The writers are this test program again, with `TWOLANE_TEST_ARCHIVE` set.
//!
//! `TWOLANE_TEST_KILLS` says how often (4 of each kind unless it is set), `TWOLANE_TEST_SECONDS` how long two writers
//! and ten readers are at work (20).
#![cfg(unix)]

use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use twolane::archive::{Archive, ChunkSet, Place};
use twolane::text::SourceId;

use crate::server::Server;
use crate::support::archives::{embeddings, record};
use crate::support::child::last_committed;
use crate::support::mutator::Random;
use crate::support::workload::{advance, assert_whole, step};

const VARIABLE: &str = "TWOLANE_TEST_ARCHIVE";

/// The number that a variable says.
pub fn said(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

/// Not a test of its own: the writer that others kill. It says each step that it committed.
#[test]
#[ignore = "started by the other tests"]
fn child_writes() {
    let Ok(url) = std::env::var(VARIABLE) else { return };
    let archive = Archive::create_at(&Place::named(&url)).unwrap();
    let mut writer = archive.writer().unwrap();
    for step in step(&archive) + 1.. {
        if let Err(error) = advance(&mut writer, step) {
            println!("\nerror {error}");
            std::process::exit(3);
        }
        println!("\ncommitted {step}");
    }
}

fn child(url: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["kills::child_writes", "--exact", "--ignored", "--nocapture"])
        .env(VARIABLE, url)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn killed(of_server: bool) {
    let server = Server::start();
    let url = server.url(&server.database());
    let place = Place::named(&url);
    drop(Archive::create_at(&place).unwrap());
    let (mut random, mut before) = (Random(7), 0);
    for round in 0..said("TWOLANE_TEST_KILLS", 4) {
        let mut writer = child(&url);
        std::thread::sleep(Duration::from_millis(random.below(1500) as u64));
        if of_server {
            server.kill();
            server.restart();
        }
        // Without the server a writer ends by itself; here it is not waited for.
        writer.kill().unwrap();
        writer.wait().unwrap();
        let told = last_committed(&mut writer).max(before);
        let archive = Archive::open_at(&place).unwrap();
        let found = step(&archive);
        // The commit that was under way may be there although nobody was told.
        assert!(found >= told, "round {round}: {told} was committed, {found} is there");
        assert_whole(&archive);
        assert_eq!(archive.check().unwrap(), [], "round {round}");
        before = found;
    }
    let archive = Archive::open_at(&place).unwrap();
    let mut writer = archive.writer().unwrap();
    advance(&mut writer, before + 1).unwrap();
    drop(writer);
    archive.refresh().unwrap();
    assert_eq!(step(&archive), before + 1);
    assert_whole(&archive);
    assert_eq!(archive.check().unwrap(), []);
}

#[test]
fn a_killed_writer_loses_nothing_that_it_committed() {
    killed(false);
}

#[test]
fn a_killed_server_loses_nothing_that_was_committed() {
    killed(true);
}

/// Each writer has sources of its own that carry one number in all lines: a reader that sees two numbers of one
/// writer sees half a commit.
#[test]
fn two_writers_and_ten_readers() {
    const SOURCES: usize = 3;
    let server = Server::start();
    let place = Place::named(&server.url(&server.database()));
    drop(Archive::create_at(&place).unwrap());
    let end = Instant::now() + Duration::from_secs(said("TWOLANE_TEST_SECONDS", 20));
    let failed = AtomicBool::new(false);
    let goes_on = || Instant::now() < end && !failed.load(Ordering::Relaxed);
    let word = |writer: usize, n: u64| format!("number{n}of{writer}");
    let write = |writer: usize| -> u64 {
        let archive = Archive::open_at(&place).unwrap();
        let mut n = 0;
        while goes_on() {
            n += 1;
            let mut changes = archive.writer().unwrap();
            for source in 0..SOURCES {
                let text = word(writer, n);
                let made =
                    record(&format!("w{writer}-{source}"), &format!("/w/{writer}/{source}"), &[&text, &text]);
                changes.put(made.clone(), Some(&embeddings(&made))).unwrap();
            }
            changes.commit().unwrap();
        }
        n
    };
    let read = || -> u64 {
        let archive = Archive::open_at(&place).unwrap();
        let (mut looks, mut last) = (0, [0u64; 2]);
        while goes_on() {
            archive.refresh().unwrap();
            let held = archive.clone();
            for (writer, last) in last.iter_mut().enumerate() {
                let mut seen = std::collections::BTreeSet::new();
                for source in 0..SOURCES {
                    let id = SourceId(format!("w{writer}-{source}"));
                    if held.summary(&id).unwrap().is_some() {
                        seen.extend(held.source(&id).unwrap().lines().iter().map(|l| l.text.clone()));
                    } else {
                        seen.insert(String::new());
                    }
                }
                assert_eq!(seen.len(), 1, "half a commit: {seen:?}");
                let Some(text) = seen.first().filter(|text| !text.is_empty()) else { continue };
                let number = text.strip_prefix("number").and_then(|t| t.split_once("of")).unwrap().0;
                let number = number.parse().unwrap();
                assert!(number >= *last, "{number} after {last}");
                *last = number;
                let hits = held.lexical(text, &ChunkSet::all(), 100, &Default::default()).unwrap();
                assert_eq!(hits.len(), 2 * SOURCES, "{text}");
            }
            looks += 1;
        }
        looks
    };
    let guarded = |work: &(dyn Fn() -> u64 + Sync)| {
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        failed.fetch_or(done.is_err(), Ordering::Relaxed);
        done.ok()
    };
    std::thread::scope(|scope| {
        let guarded = &guarded;
        let (read, write) = (&read, &write);
        let writers = [0, 1].map(|n| scope.spawn(move || guarded(&|| write(n))));
        let readers: Vec<_> = (0..10).map(|_| scope.spawn(move || guarded(read))).collect();
        let commits = writers.map(|w| w.join().unwrap().expect("a writer failed"));
        let looks: Vec<u64> =
            readers.into_iter().map(|r| r.join().unwrap().expect("a reader failed")).collect();
        eprintln!("{commits:?} commits, {looks:?} looks");
    });
    assert_eq!(Archive::open_at(&place).unwrap().check().unwrap(), []);
}
