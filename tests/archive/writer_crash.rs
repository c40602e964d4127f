//! Killed, starved of space, or read at any moment: an archive is whole at some commit.
//!
//! The children are this test binary again, with `TWOLANE_TEST_ARCHIVE` set, and `TWOLANE_TEST_GRAPH` where
//! ten vectors get a graph: most commits of theirs are followed by one of a graph then.
#![cfg(unix)]

use crate::support::child::last_committed;
use crate::support::{archives, skip, workload};

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use archives::{embedding_of_text, embeddings, graph_from, record};
use twolane::archive::{Archive, ArchiveError};
use workload::{advance, assert_whole, step};

const VARIABLE: &str = "TWOLANE_TEST_ARCHIVE";
const GRAPH: &str = "TWOLANE_TEST_GRAPH";

/// An archive in which ten vectors get a graph, or none does.
fn with_graph(archive: Archive, graph: bool) -> Archive {
    archive.with_graph_options(graph_from(if graph { 10 } else { usize::MAX }))
}

/// Not a test of its own: the writer that others kill. It says each step that it committed.
#[test]
#[ignore = "started by the other tests"]
fn child_writes() {
    let Ok(dir) = std::env::var(VARIABLE) else { return };
    let archive = with_graph(Archive::create(Path::new(&dir)).unwrap(), std::env::var_os(GRAPH).is_some());
    let mut writer = archive.writer().unwrap();
    for step in step(&archive) + 1.. {
        if let Err(error) = advance(&mut writer, step) {
            println!("\nerror {error}");
            std::process::exit(3);
        }
        println!("\ncommitted {step}");
        if let Some(error) = writer.without_graph() {
            println!("\nwithout graph: {error}");
        }
    }
}

fn child(dir: &Path, graph: bool) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["writer_crash::child_writes", "--exact", "--ignored", "--nocapture"])
        .env(VARIABLE, dir)
        .envs(graph.then_some((GRAPH, "1")))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn kill_at_random_moments(rounds: u32, graph: bool) {
    let dir = tempfile::tempdir().unwrap();
    Archive::create(dir.path()).unwrap();
    let mut state = 0x2545_F491_4F6C_DD1Du64;
    let (mut before, mut graphs) = (0, 0);
    for round in 0..rounds {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let mut writer = child(dir.path(), graph);
        // From the first instants of a start to well into its commits.
        std::thread::sleep(Duration::from_micros(state % 400_000));
        writer.kill().unwrap();
        writer.wait().unwrap();
        let said = last_committed(&mut writer).max(before);
        let archive = with_graph(Archive::open(dir.path()).unwrap(), graph);
        let found = step(&archive);
        assert!(found >= said, "round {round}: {said} was committed, {found} is there");
        assert_whole(&archive);
        assert!(archive.without_graph().is_none(), "round {round}");
        assert_eq!(archive.check().unwrap(), [], "round {round}");
        graphs +=
            usize::from(std::fs::read_dir(dir.path().join("graph")).is_ok_and(|mut e| e.next().is_some()));
        before = found;
    }
    assert!(graphs > 0 || !graph, "no round had a graph");
    let archive = with_graph(Archive::open(dir.path()).unwrap(), graph);
    let mut writer = archive.writer().unwrap();
    let next = step(&archive) + 1;
    let generation = advance(&mut writer, next).unwrap();
    drop(writer);
    archive.refresh().unwrap();
    assert_eq!((step(&archive), archive.generation()), (next, generation));
    assert_whole(&archive);
    assert_eq!(archive.check().unwrap(), []);
    eprintln!("{rounds} kills, {next} steps, {generation} generations");
}

#[test]
fn survives_being_killed() {
    kill_at_random_moments(8, false);
}

#[test]
fn survives_being_killed_with_graphs() {
    kill_at_random_moments(8, true);
}

#[test]
fn survives_being_killed_while_it_is_made() {
    for round in 0..12u64 {
        let home = tempfile::tempdir().unwrap();
        let dir = home.path().join("deep/archive");
        let mut writer = child(&dir, round % 2 == 1);
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
    kill_at_random_moments(100, false);
    kill_at_random_moments(100, true);
}

#[test]
fn readers_in_other_processes_see_whole_generations_only() {
    let dir = tempfile::tempdir().unwrap();
    let follower = Archive::create(dir.path()).unwrap();
    let mut writer = child(dir.path(), true);
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
    for graph in [false, true] {
        a_file_that_may_not_grow(graph);
    }
}

fn a_file_that_may_not_grow(graph: bool) {
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
            .envs(graph.then_some((GRAPH, "1")))
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_full(&text, dir.path());
    }
}

/// Not a test of its own: commits one source of many chunks, with a graph.
#[test]
#[ignore = "started by another test"]
fn child_writes_a_large_graph() {
    let Ok(dir) = std::env::var(VARIABLE) else { return };
    println!("\n{}", large_graph(Path::new(&dir)));
}

/// Puts a source whose graph is larger than all other files; tells why there is none.
fn large_graph(dir: &Path) -> String {
    let options = twolane::vector::GraphOptions { m: 128, ..graph_from(10) };
    let archive = Archive::create(dir).unwrap().with_graph_options(options);
    let mut writer = archive.writer().unwrap();
    let texts: Vec<String> = (0..1500).map(|n| n.to_string()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let record = record("a", "/p/a", &texts);
    writer.put(record.clone(), Some(&embeddings(&record))).unwrap();
    writer.commit().unwrap();
    writer.without_graph().map_or("a graph".to_owned(), |error| format!("without graph: {error}"))
}

#[test]
fn a_graph_that_finds_no_room_is_told_of_and_leaves_nothing() {
    let home = tempfile::tempdir().unwrap();
    let (whole, dir) = (home.path().join("whole"), home.path().join("cut"));
    assert_eq!(large_graph(&whole), "a graph");
    let graph = std::fs::read_dir(whole.join("graph")).unwrap().next().unwrap().unwrap();
    let limit = graph.metadata().unwrap().len() - 5000;
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!(
            "trap '' XFSZ; exec prlimit --fsize={limit} \"$0\" writer_crash::child_writes_a_large_graph --exact --ignored --nocapture"
        ))
        .arg(std::env::current_exe().unwrap())
        .env(VARIABLE, &dir)
        .output()
        .unwrap();
    if !output.status.success() {
        skip::not_on_this_machine(format_args!("files can't be limited ({output:?})"));
        return;
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("without graph: no space left"), "{text}");
    assert_eq!(std::fs::read_dir(dir.join("graph")).unwrap().count(), 0);
    let archive = Archive::open(&dir).unwrap();
    assert_eq!(archive.check().unwrap(), []);
    assert_eq!(archive.stats().unwrap().vectors, 1500);
}

fn assert_full(output: &str, dir: &Path) {
    let error = output.lines().find(|l| l.starts_with("error "));
    let error = error.unwrap_or_else(|| panic!("no error in {output}"));
    assert!(error.contains("no space left") || error.contains("check the disk for space"), "{error}");
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
    for (megabytes, graph) in [(1, false), (2, false), (1, true), (2, true)] {
        let script = "mount -t tmpfs -o size=\"$2\" tmpfs \"$1\" || exit 77
            \"$0\" writer_crash::child_writes --exact --ignored --nocapture; rm -rf \"$3\"; cp -r \"$1\" \"$3\"";
        let output = Command::new("unshare")
            .args(["-rm", "sh", "-c", script])
            .arg(std::env::current_exe().unwrap())
            .arg(&mount)
            .arg(format!("{megabytes}m"))
            .arg(&kept)
            .env(VARIABLE, &mount)
            .envs(graph.then_some((GRAPH, "1")))
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
