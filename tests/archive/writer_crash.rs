//! Killed, starved of space, or read at any moment: an archive is whole at some commit.
//!
//! The children are this test binary again, with `TWOLANE_TEST_ARCHIVE` set.
#![cfg(unix)]

use crate::support::{archives, skip, workload};

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use archives::{embedding_of_text, embeddings, record};
use twolane::archive::{Archive, ArchiveError};
use workload::{advance, assert_whole};

const VARIABLE: &str = "TWOLANE_TEST_ARCHIVE";

/// Not a test of its own: the writer that others kill. It says each generation that it committed.
#[test]
#[ignore = "started by the other tests"]
fn child_writes() {
    let Ok(dir) = std::env::var(VARIABLE) else { return };
    let archive = Archive::create(Path::new(&dir)).unwrap();
    let mut writer = archive.writer().unwrap();
    let mut generation = archive.generation();
    loop {
        generation = match advance(&mut writer, generation + 1) {
            Ok(generation) => generation,
            Err(error) => {
                println!("\nerror {error}");
                std::process::exit(3);
            }
        };
        println!("\ncommitted {generation}");
    }
}

fn child(dir: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["writer_crash::child_writes", "--exact", "--ignored", "--nocapture"])
        .env(VARIABLE, dir)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn last_committed(child: &mut Child) -> u64 {
    let out = BufReader::new(child.stdout.take().unwrap());
    let lines = out.lines().map_while(Result::ok);
    lines.filter_map(|l| l.strip_prefix("committed ").and_then(|n| n.parse().ok())).last().unwrap_or(0)
}

fn kill_at_random_moments(rounds: u32) {
    let dir = tempfile::tempdir().unwrap();
    Archive::create(dir.path()).unwrap();
    let mut state = 0x2545_F491_4F6C_DD1Du64;
    let mut before = 0;
    for round in 0..rounds {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let mut writer = child(dir.path());
        // From the first instants of a start to well into its commits.
        std::thread::sleep(Duration::from_micros(state % 400_000));
        writer.kill().unwrap();
        writer.wait().unwrap();
        let said = last_committed(&mut writer).max(before);
        let archive = Archive::open(dir.path()).unwrap();
        let generation = archive.generation();
        assert!(generation >= said, "round {round}: {said} was committed, {generation} is there");
        assert_whole(&archive);
        assert_eq!(archive.check().unwrap(), [], "round {round}");
        before = generation;
    }
    let archive = Archive::open(dir.path()).unwrap();
    let mut writer = archive.writer().unwrap();
    let next = advance(&mut writer, archive.generation() + 1).unwrap();
    drop(writer);
    archive.refresh().unwrap();
    assert_eq!(archive.generation(), next);
    assert_whole(&archive);
    assert_eq!(archive.check().unwrap(), []);
    eprintln!("{rounds} kills, {next} generations");
}

#[test]
fn survives_being_killed() {
    kill_at_random_moments(8);
}

#[test]
fn survives_being_killed_while_it_is_made() {
    for round in 0..12u64 {
        let home = tempfile::tempdir().unwrap();
        let dir = home.path().join("deep/archive");
        let mut writer = child(&dir);
        std::thread::sleep(Duration::from_millis(round * 5));
        writer.kill().unwrap();
        writer.wait().unwrap();
        let archive = Archive::create(&dir).unwrap();
        assert_whole(&archive);
        assert_eq!(archive.check().unwrap(), [], "round {round}");
    }
}

#[test]
fn a_creation_that_was_cut_short_is_taken_up_and_a_foreign_database_is_not() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("catalog.sqlite"), "").unwrap();
    assert!(matches!(Archive::open(dir.path()), Err(ArchiveError::NotAnArchive { .. })));
    let archive = Archive::create(dir.path()).unwrap();
    assert_eq!(archive.check().unwrap(), []);

    let dir = tempfile::tempdir().unwrap();
    let other = rusqlite::Connection::open(dir.path().join("catalog.sqlite")).unwrap();
    other.execute("CREATE TABLE theirs (x)", []).unwrap();
    assert!(matches!(Archive::create(dir.path()), Err(ArchiveError::Damaged { .. })));
    assert_eq!(other.query_row("SELECT count(*) FROM sqlite_schema", [], |r| r.get::<_, i64>(0)).unwrap(), 1);
}

/// `cargo test --test archive writer_crash:: -- --ignored survives_being_killed_often --nocapture`
#[test]
#[ignore = "about two minutes; see the comment"]
fn survives_being_killed_often() {
    kill_at_random_moments(200);
}

#[test]
fn readers_in_other_processes_see_whole_generations_only() {
    let dir = tempfile::tempdir().unwrap();
    let follower = Archive::create(dir.path()).unwrap();
    let mut writer = child(dir.path());
    let mut seen = std::collections::BTreeSet::new();
    let pinned = follower.clone();
    while seen.len() < 6 && writer.try_wait().unwrap().is_none() {
        follower.refresh().unwrap();
        assert_whole(&follower);
        assert_whole(&Archive::open(dir.path()).unwrap());
        seen.insert(follower.generation());
    }
    assert_eq!(follower.check().unwrap(), [], "beside a writer");
    match follower.writer() {
        Err(ArchiveError::Locked { pid, .. }) => assert_eq!(pid, writer.id().to_string()),
        other => panic!("{other:?}"),
    }
    writer.kill().unwrap();
    writer.wait().unwrap();
    assert!(seen.len() >= 6, "the writer stopped by itself");
    assert_eq!(pinned.generation(), 0, "a clone keeps its generation");
    assert!(pinned.sources().unwrap().is_empty());
    follower.writer().unwrap();
}

#[test]
fn a_file_that_may_not_grow_is_a_clear_error() {
    let dir = tempfile::tempdir().unwrap();
    Archive::create(dir.path()).unwrap();
    // The limit is on each file, in blocks of 512 or 1,024 bytes; the signal must be ignored for
    // the write to fail instead.
    for blocks in [100, 160, 300] {
        let output = Command::new("sh")
            .arg("-c")
            .arg(format!(
                "trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" writer_crash::child_writes --exact --ignored --nocapture"
            ))
            .arg(std::env::current_exe().unwrap())
            .env(VARIABLE, dir.path())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_full(&text, dir.path());
    }
}

fn assert_full(output: &str, dir: &Path) {
    let error = output.lines().find(|l| l.starts_with("error "));
    let error = error.unwrap_or_else(|| panic!("no error in {output}"));
    assert!(error.contains("no space left") || error.contains("see that the disk has room"), "{error}");
    assert!(error.contains("the archive is as it was after the last commit"), "{error}");
    let archive = Archive::open(dir).unwrap();
    assert_whole(&archive);
    assert_eq!(archive.check().unwrap(), []);
}

/// A real full disk, where the system lets a user mount one.
#[test]
fn a_full_disk_is_a_clear_error() {
    let home = tempfile::tempdir().unwrap();
    let mount = home.path().join("small");
    let kept = home.path().join("kept");
    std::fs::create_dir_all(&mount).unwrap();
    for megabytes in [1, 2] {
        let script = "mount -t tmpfs -o size=\"$2\" tmpfs \"$1\" || exit 77
            \"$0\" writer_crash::child_writes --exact --ignored --nocapture; rm -rf \"$3\"; cp -r \"$1\" \"$3\"";
        let output = Command::new("unshare")
            .args(["-rm", "sh", "-c", script])
            .arg(std::env::current_exe().unwrap())
            .arg(&mount)
            .arg(format!("{megabytes}m"))
            .arg(&kept)
            .env(VARIABLE, &mount)
            .output();
        match output {
            Ok(output) if output.status.success() => {
                assert_full(&String::from_utf8_lossy(&output.stdout), &kept);
            }
            other => {
                skip::not_on_this_machine(format_args!("no small file system can be mounted ({other:?})"));
                return;
            }
        }
    }
}

#[test]
fn an_archive_that_can_not_be_written_can_be_read() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap();
    let r = record("a", "/p/a", &["one two"]);
    let mut writer = archive.writer().unwrap();
    writer.put(r.clone(), Some(&embeddings(&r))).unwrap();
    writer.commit().unwrap();
    drop((writer, archive));
    let status = Command::new("unshare")
        .args(["-rm", "sh", "-c", "mount --bind \"$1\" \"$1\" && mount -o remount,bind,ro \"$1\" && \"$0\" writer_crash::child_reads --exact --ignored --nocapture"])
        .arg(std::env::current_exe().unwrap())
        .arg(dir.path())
        .env(VARIABLE, dir.path())
        .output();
    match status {
        Ok(output)
            if String::from_utf8_lossy(&output.stderr).contains("mount")
                || output.status.code() == Some(1) =>
        {
            skip::not_on_this_machine(format_args!("nothing can be mounted ({output:?})"));
        }
        Ok(output) => assert!(output.status.success(), "{output:?}"),
        Err(error) => skip::not_on_this_machine(error),
    }
}

/// Not a test of its own: reads an archive on a medium that can't be written.
#[test]
#[ignore = "started by another test"]
fn child_reads() {
    let Ok(dir) = std::env::var(VARIABLE) else { return };
    assert!(std::fs::write(Path::new(&dir).join("x"), "x").is_err(), "it can be written");
    let archive = Archive::open(Path::new(&dir)).unwrap();
    assert_eq!(archive.sources().unwrap().len(), 1);
    let set = twolane::archive::ChunkSet::all();
    assert_eq!(archive.lexical("two", &set, 5, &Default::default()).unwrap().len(), 1);
    assert_eq!(archive.nearest(&embedding_of_text("x"), &set, 5).unwrap().len(), 1);
    assert_eq!(archive.check().unwrap(), []);
    assert!(matches!(archive.writer(), Err(ArchiveError::Io { .. })));
}
