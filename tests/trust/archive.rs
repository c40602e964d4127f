//! Files, archives and neighbours on the machine: nothing is lost without a word, no reader is
//! brought down, and nothing is read that nobody asked for.
//!
//! Tests of other users and of a full disk need to be root, as they are where tests are run for
//! every change.
#![cfg(unix)]

use crate::support::{archives, ingesting, skip};

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use archives::{embedding_of_text, embeddings, record};
use ingesting::*;
use twolane::archive::{Archive, ArchiveError, ChunkSet, LexicalOptions};
use twolane::ingest::IngestOptions;

/// User id of nobody.
const NOBODY: u32 = 65_534;

struct House {
    home: tempfile::TempDir,
    archive: Archive,
}

impl House {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        fs::set_permissions(home.path(), fs::Permissions::from_mode(0o755)).unwrap();
        fs::create_dir(home.path().join("papers")).unwrap();
        let archive = Archive::create(&home.path().join("archive")).unwrap();
        House { home, archive }
    }

    fn dir(&self) -> PathBuf {
        self.home.path().join("archive")
    }

    fn papers(&self) -> PathBuf {
        self.home.path().join("papers")
    }

    fn write(&self, name: impl AsRef<OsStr>, text: impl AsRef<[u8]>) {
        let path = self.papers().join(Path::new(name.as_ref()));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn run(&self) -> Vec<String> {
        self.run_with(options())
    }

    fn run_with(&self, options: IngestOptions) -> Vec<String> {
        let (report, record) = ingest(&self.archive, &[&self.papers()], options);
        report.unwrap();
        record.told()
    }

    /// Every path of every source, below the papers.
    fn paths(&self) -> BTreeSet<String> {
        let sources = self.archive.sources().unwrap();
        assert!(sources.iter().all(|s| !s.paths.is_empty()), "a source without a path: {sources:?}");
        let name = |p: String| p.rsplit("papers/").next().unwrap().to_owned();
        sources.into_iter().flat_map(|s| s.paths).map(name).collect()
    }

    /// What the archive can quote, sorted.
    fn texts(&self) -> BTreeSet<String> {
        let sources = self.archive.sources().unwrap().into_iter();
        let lines = sources.flat_map(|s| self.archive.source(&s.id).unwrap().lines().to_vec());
        lines.map(|l| l.text).collect()
    }

    /// The program, as another process.
    fn program(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(program());
        command.env("HOME", self.home.path()).env_remove("TWOLANE_MODELS").current_dir("/");
        command.args(["--offline", "--json", "--archive"]).arg(self.dir()).args(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

fn said(output: &Output) -> String {
    let [out, err] = [&output.stdout, &output.stderr].map(|b| String::from_utf8_lossy(b).into_owned());
    format!("{}\n{out}{err}", output.status)
}

fn prune() -> IngestOptions {
    let mut options = options();
    options.prune = true;
    options
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|n| (*n).to_owned()).collect()
}

// ---- One file, one path, one source

#[test]
fn names_that_are_not_unicode_are_as_many_files() {
    let house = House::new();
    for (name, text) in [
        (&b"caf\xe9.txt"[..], "The first permit costs $10."),
        (b"caf\xea.txt", "The second permit costs $20."),
        (b"caf\xef\xbf\xbd.txt", "The third permit costs $30."),
        (b"caf%E9.txt", "The fourth permit costs $40."),
        ("caf\u{e9}.txt".as_bytes(), "The fifth permit costs $50."),
        ("cafe\u{301}.txt".as_bytes(), "The sixth permit costs $60."),
        (b"CAF%E9.txt", "The seventh permit costs $70."),
        (b"d\xe9p\xf4t/a.txt", "The eighth permit costs $80."),
        (b"d\xeap\xf4t/a.txt", "The ninth permit costs $90."),
    ] {
        house.write(OsStr::from_bytes(name), text);
    }
    assert_eq!(house.run().len(), 9);
    assert_eq!(house.texts().len(), 9, "{:?}", house.texts());
    let sources = house.archive.sources().unwrap();
    let paths: BTreeSet<String> = sources.into_iter().flat_map(|s| s.paths).collect();
    assert_eq!(paths.len(), 9, "{paths:?}");
    assert!(paths.iter().all(|p| !p.chars().any(char::is_control)));
    assert!(house.run().iter().all(|told| told.starts_with("unchanged ")));
    house.write(OsStr::from_bytes(b"caf\xe9.txt"), "The first permit costs $11 now.");
    fs::remove_file(house.papers().join(OsStr::from_bytes(b"caf\xea.txt"))).unwrap();
    house.run_with(prune());
    let texts = house.texts();
    assert_eq!(texts.len(), 8, "{texts:?}");
    assert!(texts.iter().any(|t| t.contains("$11")) && !texts.iter().any(|t| t.contains("$20")), "{texts:?}");
}

#[test]
fn a_file_named_like_a_document_in_another_is_a_file_of_its_own() {
    let house = House::new();
    house.write(
        "minutes",
        "{\"text\":\"The first line of the file.\"}\n{\"text\":\"The second line of the file.\"}\n",
    );
    house.write("minutes#1", "A note that lies beside it.");
    house.write("minutes#2", "Another note that lies beside it.");
    house.write("minutes#old.txt", "An older note.");
    house.run();
    let all = house.texts();
    assert_eq!(all.len(), 5, "{all:?}");
    assert_eq!(house.paths().len(), 5, "{:?}", house.paths());
    assert!(house.run().iter().all(|told| told.starts_with("unchanged ")), "{:?}", house.run());
    house.write("minutes", "{\"text\":\"The second line of the file.\"}\n");
    house.run_with(prune());
    assert_eq!(house.texts().len(), 4, "{:?}", house.texts());
    fs::remove_file(house.papers().join("minutes")).unwrap();
    house.run_with(prune());
    assert_eq!(house.texts().len(), 3, "{:?}", house.texts());
    fs::remove_file(house.papers().join("minutes#1")).unwrap();
    house.run_with(prune());
    assert_eq!(house.texts(), set(&["Another note that lies beside it.", "An older note."]));
}

#[test]
fn documents_can_not_take_each_others_place_in_their_file() {
    let house = House::new();
    let hash = "a".repeat(64);
    let part = |name: &str, text: &str| {
        format!(
            "--b\r\nContent-Type: application/octet-stream; name={name}\r\nContent-Disposition: attachment; filename={name}\r\n\r\n{text}\r\n"
        )
    };
    let mail = [
        "From: Clerk <clerk@alder.example>\r\nSubject: Papers\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee the papers.\r\n".to_owned(),
        part("a.md", &format!("---\nline: 1\nhash: {hash}\n---\nThe first attached paper.")),
        part("b.md", &format!("---\nline: 1\nhash: {hash}\n---\nThe second attached paper.")),
        part("c.jsonl", "{\"text\":\"The third attached paper.\"}\n{\"text\":\"The fourth attached paper.\"}"),
        part("d.jsonl", "{\"text\":\"The fifth attached paper.\"}\n{\"text\":\"The sixth attached paper.\"}"),
        "--b--\r\n".to_owned(),
    ];
    house.write("m.eml", mail.concat());
    // The bytes of a line, read as text under another name.
    house.write("l.jsonl", "{\"text\": \"A line of a file.\"}\n{ \"text\": \"Same bytes.\" }\n");
    house.write("same.txt", "{ \"text\": \"Same bytes.\" }");
    house.run();
    let texts = house.texts();
    for number in ["first", "second", "third", "fourth", "fifth", "sixth"] {
        assert!(texts.contains(&format!("The {number} attached paper.")), "{number}: {texts:?}");
    }
    let paths = house.paths();
    assert!(texts.contains("Same bytes."), "{texts:?}");
    assert!(["l.jsonl#1", "l.jsonl#2", "same.txt"].iter().all(|p| paths.contains(*p)), "{paths:?}");
    assert!(house.run().iter().all(|told| told.starts_with("unchanged ")));
    assert_eq!(house.texts(), texts);
}

#[test]
fn a_line_that_can_not_be_read_costs_itself_alone() {
    let house = House::new();
    let long = "a word ".repeat(50 << 17);
    house.write(
        "many.jsonl",
        format!("{{\"text\":\"The first.\"}}\n{{\"text\":\"{long}\"}}\n{{\"text\":\"The third.\"}}\nno json\n{{\"n\":5}}\n"),
    );
    for _ in 0..2 {
        let (report, _) = ingest(&house.archive, &[&house.papers()], options());
        let report = report.unwrap();
        assert!(!report.is_complete(), "lost lines must show in the exit code, in every run");
        let mut told: Vec<_> =
            report.failed.iter().map(|f| (f.path.rsplit('/').next().unwrap(), &f.reason)).collect();
        told.sort();
        assert_eq!(
            told.iter().map(|t| t.0).collect::<Vec<_>>(),
            ["many.jsonl#2", "many.jsonl#4", "many.jsonl#5"]
        );
        for ((_, reason), line) in told.iter().zip(["line 2 ", "line 4 ", "line 5 "]) {
            assert!(reason.starts_with(line), "{reason}");
        }
        assert_eq!(house.texts(), set(&["The first.", "The third."]));
    }
    house.write(
        "many.jsonl",
        "{\"text\":\"The first.\"}\n{\"text\":\"The second.\"}\n{\"text\":\"The third.\"}\n",
    );
    let (report, _) = ingest(&house.archive, &[&house.papers()], options());
    assert!(report.unwrap().is_complete());
    assert_eq!(house.texts(), set(&["The first.", "The second.", "The third."]));
    assert_eq!(house.paths().len(), 3);
}

// ---- What was seen before the lock

#[test]
fn a_run_works_on_what_is_there_once_it_has_the_lock() {
    let house = House::new();
    house.write("a.txt", "The old text of the rule.");
    house.write("b.txt", "A rule that stays.");
    house.run();
    // This process has the archive open; another one changes it meanwhile.
    let held = Archive::open(&house.dir()).unwrap();
    house.write("a.txt", "The new text of the rule.");
    house.write("c.txt", "A rule that was added.");
    fs::remove_file(house.papers().join("b.txt")).unwrap();
    let papers = house.papers();
    let other =
        house.program(&["ingest", "--prune", "--ocr", "never", papers.to_str().unwrap()]).output().unwrap();
    assert!(other.status.success(), "{}", said(&other));
    house.write("b.txt", "A rule that stays.");
    house.write("d.txt", "A last rule.");
    let (report, _) = ingest(&held, &[&house.papers()], options());
    assert_eq!((report.unwrap().failed.len(), held.check().unwrap().len()), (0, 0));
    let house = House { archive: held, ..house };
    assert_eq!(house.paths(), set(&["a.txt", "b.txt", "c.txt", "d.txt"]));
    assert_eq!(
        house.texts(),
        set(&["The new text of the rule.", "A rule that was added.", "A rule that stays.", "A last rule."])
    );
}

#[test]
fn whoever_takes_the_lock_sees_the_newest_generation() {
    let home = tempfile::tempdir().unwrap();
    let held = Archive::create(home.path()).unwrap();
    let other = Archive::open(home.path()).unwrap();
    let mut writer = other.writer().unwrap();
    let r = record("s0", "/p/0", &["one", "two"]);
    writer.put(r.clone(), Some(&embeddings(&r))).unwrap();
    writer.commit().unwrap();
    assert!(matches!(held.writer(), Err(ArchiveError::Locked { .. })));
    drop(writer);
    let writer = held.writer().unwrap();
    assert_eq!((held.generation(), held.sources().unwrap().len()), (1, 1));
    drop(writer);
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(120);
    while !is_so() {
        assert!(Instant::now() < end, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A child that is ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_watch_goes_on_beside_other_writers() {
    let house = House::new();
    house.write("a.txt", "The first rule of the town.");
    house.write("b.txt", "The second rule of the town.");
    let papers = house.papers();
    let mut watch = house.program(&["ingest", "--watch", "--ocr", "never", papers.to_str().unwrap()]);
    let mut watch = Running(watch.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    let count = || {
        house.archive.refresh().unwrap();
        house.archive.sources().unwrap().len()
    };
    wait_until("the first run", || count() == 2);
    // Another process takes out what the watch knows, and its file changes and gets a second name.
    let id = house.archive.find_source("a.txt").unwrap().id.0;
    wait_until("the lock", || house.program(&["source", "remove", &id]).status().unwrap().success());
    assert_eq!(count(), 1);
    house.write("a.txt", "The first rule of the town, as amended.");
    fs::copy(papers.join("a.txt"), papers.join("copy.txt")).unwrap();
    wait_until("the source that was removed elsewhere", || {
        assert!(watch.0.try_wait().unwrap().is_none(), "the watch has ended");
        count() == 2
    });
    wait_until("both paths", || {
        house.archive.refresh().unwrap();
        house.paths() == set(&["a.txt", "b.txt", "copy.txt"])
    });
    // A change while another writer holds the lock is read afterwards.
    let writer = loop {
        match house.archive.writer() {
            Ok(writer) => break writer,
            Err(ArchiveError::Locked { .. }) => std::thread::sleep(Duration::from_millis(20)),
            Err(error) => panic!("{error}"),
        }
    };
    house.write("c.txt", "The third rule of the town.");
    std::thread::sleep(Duration::from_secs(3));
    assert!(watch.0.try_wait().unwrap().is_none(), "the watch has ended");
    drop(writer);
    wait_until("the change under the lock", || count() == 3);
    assert!(watch.0.try_wait().unwrap().is_none());
    assert_eq!(house.archive.check().unwrap(), []);
}

// ---- Readers without permission, a full disk, what dead writers leave

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|o| o.stdout == b"0\n")
}

/// A program where everybody can start it.
fn public(of: &Path, house: &House) -> PathBuf {
    let at = house.home.path().join(of.file_name().unwrap());
    if !at.exists() && fs::hard_link(of, &at).is_err() {
        fs::copy(of, &at).unwrap();
    }
    fs::set_permissions(&at, fs::Permissions::from_mode(0o755)).unwrap();
    at
}

fn as_nobody(house: &House, arguments: &[&str]) -> Output {
    let mut command = Command::new(public(&program(), house));
    command.env("HOME", "/nonexistent").env_remove("TWOLANE_MODELS").current_dir("/");
    command.args(["--offline", "--archive"]).arg(house.dir()).args(arguments);
    command.uid(NOBODY).gid(NOBODY).output().unwrap()
}

const READERS: [&[&str]; 4] =
    [&["source", "list"], &["search", "permit"], &["index", "check"], &["index", "stats"]];

#[test]
fn an_archive_is_as_readable_as_the_mask_makes_it() {
    let house = House::new();
    house.write("a.txt", "A permit costs $25.");
    house.run();
    let mode = |p: &Path| fs::metadata(p).unwrap().permissions().mode() & 0o777;
    let catalogue = mode(&house.dir().join("catalog.sqlite"));
    let mut seen = 0;
    for folder in [house.dir(), house.dir().join("lexical"), house.dir().join("vectors")] {
        for entry in fs::read_dir(folder).unwrap().flatten().filter(|e| e.path().is_file()) {
            let name = entry.file_name().to_string_lossy().into_owned();
            if !name.starts_with("sessions.") {
                assert_eq!(mode(&entry.path()), catalogue, "{name}");
                seen += 1;
            }
        }
    }
    assert!(seen > 5);
}

#[test]
fn other_users_read_at_rest_and_beside_a_writer() {
    if !is_root() {
        skip::not_on_this_machine("not root");
        return;
    }
    let house = House::new();
    house.write("a.txt", "A permit costs $25.");
    house.run();
    for arguments in READERS {
        let output = as_nobody(&house, arguments);
        assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    }
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writing = scope.spawn(|| {
            let mut n = 0_u32;
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                n += 1;
                let mut writer = house.archive.writer().unwrap();
                for i in 0..5 {
                    let r = record(&format!("s{i}"), &format!("/p/{i}"), &[&format!("permit {n}"), "two"]);
                    writer.put(r.clone(), Some(&embeddings(&r))).unwrap();
                    writer.commit().unwrap();
                }
                // The writer closes now and then, and another takes its place.
                if n.is_multiple_of(3) {
                    drop(writer);
                    house.archive.refresh().unwrap();
                }
            }
            n
        });
        for _ in 0..3 {
            for arguments in READERS {
                let output = as_nobody(&house, arguments);
                assert!(output.status.success(), "{arguments:?}: {}", said(&output));
            }
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(writing.join().unwrap() > 0);
    });
}

const VARIABLE: &str = "TWOLANE_TEST_READER";

/// Not a test of its own: a reader of another user that stays open. Answers each line it is given.
#[test]
#[ignore = "started by the other tests"]
fn child_reads() {
    let Ok(dir) = std::env::var(VARIABLE) else { return };
    let archive = Archive::open(Path::new(&dir)).unwrap();
    println!("\nopen");
    for line in std::io::stdin().lines() {
        if line.unwrap() == "refresh" {
            archive.refresh().unwrap();
        }
        let lines = archive.sources().and_then(|all| {
            all.iter().map(|s| archive.source(&s.id).map(|s| s.lines().len())).sum::<Result<usize, _>>()
        });
        match lines {
            Ok(n) => println!("\nread {n} of {}", archive.generation()),
            Err(error) => println!("\nerror {error}"),
        }
    }
}

#[test]
fn a_reader_that_can_not_write_is_told_when_a_writer_overtakes_it() {
    if !is_root() {
        skip::not_on_this_machine("not root");
        return;
    }
    let house = House::new();
    // No connection of this process stays open: the reader is alone between writers.
    let house_dir = house.home.path().join("other");
    let put = |n: u32, rounds: u32| {
        let archive = Archive::create(&house_dir).unwrap();
        let mut writer = archive.writer().unwrap();
        for round in 0..rounds {
            for i in 0..40 {
                let texts: Vec<String> = (0..30).map(|k| format!("line {k} of {i} in {n} {round}")).collect();
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                writer.put(record(&format!("s{i}"), &format!("/p/{i}"), &texts), None).unwrap();
            }
            writer.commit().unwrap();
        }
    };
    for leave_log in [true, false] {
        put(1, 1);
        if !leave_log {
            // As a copy on a medium that can't be written, or an archive of an older program.
            let _ = fs::remove_file(house_dir.join("catalog.sqlite-wal"));
            let _ = fs::remove_file(house_dir.join("catalog.sqlite-shm"));
        }
        let mut reader = Command::new(public(&std::env::current_exe().unwrap(), &house));
        reader
            .args(["archive::child_reads", "--exact", "--ignored", "--nocapture"])
            .env(VARIABLE, &house_dir);
        reader.current_dir("/").uid(NOBODY).gid(NOBODY).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut reader = Running(reader.spawn().unwrap());
        let mut ask = reader.0.stdin.take().unwrap();
        let mut answers = BufReader::new(reader.0.stdout.take().unwrap()).lines().map_while(Result::ok);
        assert!(answers.any(|l| l == "open"));
        let mut answer = |question: &str| {
            writeln!(ask, "{question}").unwrap();
            answers.find(|l| l.starts_with("read ") || l.starts_with("error ")).unwrap()
        };
        let first = answer("again");
        assert!(first.starts_with("read 1200 "), "{first}");
        put(2, 4);
        let beside = answer("again");
        if leave_log {
            assert!(beside.starts_with("read 1200 "), "{beside}");
        } else {
            assert!(beside.contains("run the command again"), "{beside}");
        }
        let after = answer("refresh");
        assert!(after.starts_with("read 1200 "), "{after}");
        put(3, 2);
        let last = answer("again");
        assert!(last.starts_with("read 1200 "), "log left: {leave_log}: {last}");
    }
}

#[test]
fn what_may_not_be_read_is_not_called_damaged() {
    if !is_root() {
        skip::not_on_this_machine("not root");
        return;
    }
    let house = House::new();
    house.write("a.txt", "A permit costs $25.");
    house.run();
    for part in ["catalog.sqlite", "lexical"] {
        fs::set_permissions(house.dir().join(part), fs::Permissions::from_mode(0o700)).unwrap();
        let text = said(&as_nobody(&house, &["search", "permit"]));
        assert!(text.contains("ermission denied") && text.contains("read"), "{part}: {text}");
        assert!(!text.contains("damaged") && !text.contains("rebuild"), "{part}: {text}");
        fs::set_permissions(house.dir().join(part), fs::Permissions::from_mode(0o755)).unwrap();
    }
}

/// A folder on a small file system of its own.
struct SmallDisk(PathBuf);

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_stops_no_reading() {
    if !is_root() {
        skip::not_on_this_machine("not root");
        return;
    }
    let mut house = House::new();
    let disk = house.home.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let mut mount = Command::new("mount");
    let mounted = mount.args(["-t", "tmpfs", "-o", "size=8m", "tmpfs"]).arg(&disk).status();
    assert!(mounted.is_ok_and(|s| s.success()), "root could not mount a small file system");
    let _disk = SmallDisk(disk.clone());
    house.archive = Archive::create(&disk.join("archive")).unwrap();
    house.write("a.txt", "A permit costs $25.");
    house.run();
    let dir = disk.join("archive");
    let elsewhere = house.dir();
    house.archive = Archive::create(&elsewhere).unwrap();
    for missing in [true, false] {
        if missing {
            let _ = fs::remove_file(dir.join("catalog.sqlite-wal"));
            let _ = fs::remove_file(dir.join("catalog.sqlite-shm"));
        }
        let mut fill = fs::File::create(disk.join("fill")).unwrap();
        while fill.write(&[0; 4096]).is_ok_and(|n| n > 0) {}
        for arguments in [
            &["source", "list"][..],
            &["search", "permit"],
            &["index", "check"],
            &["ask", "What does a permit cost?"],
        ] {
            let mut command = Command::new(program());
            command.env("HOME", house.home.path()).env_remove("TWOLANE_MODELS").current_dir("/");
            let output = command.args(["--offline", "--archive"]).arg(&dir).args(arguments).output().unwrap();
            assert!(output.status.success(), "{arguments:?}: {}", said(&output));
        }
        fs::remove_file(disk.join("fill")).unwrap();
    }
    let archive = Archive::open(&dir).unwrap();
    assert_eq!(archive.check().unwrap(), []);
}

#[test]
fn an_empty_session_store_is_one_that_was_not_made_yet() {
    let house = House::new();
    fs::write(house.dir().join("sessions.sqlite"), "").unwrap();
    assert_eq!(house.archive.check().unwrap(), []);
}

#[test]
fn what_a_killed_writer_leaves_goes_with_the_next() {
    let house = House::new();
    let stray =
        [".archive-abc123", ".probe-x1y2z3", "lexical/.meta-q1", "lexical/abc.term", "vectors/9-0.vec"];
    for name in stray {
        fs::write(house.dir().join(name), "left behind").unwrap();
    }
    fs::write(house.dir().join(".mine"), "somebody's own").unwrap();
    house.write("a.txt", "A permit costs $25.");
    house.run();
    for name in stray {
        assert!(!house.dir().join(name).exists(), "{name}");
    }
    assert!(house.dir().join(".mine").exists());
    assert_eq!(house.archive.check().unwrap(), []);
}

/// Not a test of its own: one commit, for the test that looks at its system calls.
#[test]
#[ignore = "started by the other tests"]
fn child_commits() {
    let Ok(dir) = std::env::var(VARIABLE) else { return };
    let archive = Archive::create(Path::new(&dir)).unwrap();
    let mut writer = archive.writer().unwrap();
    let r = record("s0", "/p/0", &["one", "two"]);
    writer.put(r.clone(), Some(&embeddings(&r))).unwrap();
    writer.commit().unwrap();
}

#[test]
fn the_lexical_index_is_on_the_medium_before_the_catalogue_names_it() {
    if Command::new("strace").arg("-V").output().is_err() {
        skip::lacks("strace is not installed");
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let (dir, log) = (home.path().join("archive"), home.path().join("calls"));
    let status = Command::new("strace")
        .args(["-f", "-y", "-qq", "-e", "trace=fsync,fdatasync,rename,renameat,renameat2", "-o"])
        .arg(&log)
        .arg(std::env::current_exe().unwrap())
        .args(["archive::child_commits", "--exact", "--ignored", "--nocapture"])
        .env(VARIABLE, &dir)
        .stdout(Stdio::null())
        .status()
        .unwrap();
    let calls = fs::read_to_string(&log).unwrap_or_default();
    if !status.success() && calls.is_empty() {
        skip::not_on_this_machine("this user may not trace");
        return;
    }
    let calls: Vec<&str> = calls.lines().collect();
    let find = |from: usize, parts: &[&str]| {
        let hit = |l: &str| parts.iter().all(|p| l.contains(p));
        calls.iter().skip(from).position(|l| hit(l)).map(|i| i + from)
    };
    let renamed = find(0, &["rename", "/lexical/", "meta.1.json"]).expect("the list of segments is renamed");
    let folder = find(renamed, &["sync(", "/archive/lexical>"]).expect("the folder is flushed after it");
    let named = calls.iter().rposition(|l| l.contains("sync(") && l.contains("catalog.sqlite-wal")).unwrap();
    assert!(folder < named, "{calls:#?}");
    for entry in fs::read_dir(dir.join("lexical")).unwrap().flatten() {
        let name = format!("/lexical/{}>", entry.file_name().to_string_lossy());
        let flushed = find(0, &["sync(", &name]);
        assert!(flushed.is_some_and(|at| at < named), "{name} was not flushed: {calls:#?}");
    }
}

// ---- Links, pipes, devices

#[test]
fn links_out_of_the_folder_are_not_followed_unless_asked_for() {
    let house = House::new();
    let outside = house.home.path().join("outside");
    fs::create_dir_all(outside.join("deep")).unwrap();
    fs::write(outside.join("passwd.txt"), "root:x:0:0: a secret of the machine").unwrap();
    fs::write(outside.join("deep/key.txt"), "another secret of the machine").unwrap();
    let papers = house.papers();
    house.write("in/a.txt", "A permit costs $25.");
    symlink("a.txt", papers.join("in/same.txt")).unwrap();
    symlink("../in", papers.join("in/loop")).unwrap();
    symlink("in", papers.join("twice")).unwrap();
    symlink(outside.join("passwd.txt"), papers.join("direct.txt")).unwrap();
    symlink("../outside/passwd.txt", papers.join("relative.txt")).unwrap();
    symlink(&outside, papers.join("folder")).unwrap();
    symlink("direct.txt", papers.join("chain.txt")).unwrap();
    symlink(outside.join("deep"), outside.join("hop")).unwrap();
    symlink("../../outside/hop", papers.join("in/hop")).unwrap();
    symlink(house.dir(), papers.join("the-archive")).unwrap();
    let (report, _) = ingest(&house.archive, &[&papers], options());
    let report = report.unwrap();
    assert_eq!(house.texts(), set(&["A permit costs $25."]));
    let told: BTreeSet<String> =
        report.passed_over.iter().map(|l| l.path.rsplit("papers/").next().unwrap().to_owned()).collect();
    assert_eq!(told, set(&["direct.txt", "relative.txt", "folder", "chain.txt", "in/hop", "twice/hop"]));
    assert!(
        report
            .passed_over
            .iter()
            .all(|l| l.reason.contains("--follow-links") && l.reason.contains("outside"))
    );
    assert!(report.failed.is_empty(), "{:?}", report.failed);

    let output = house.program(&["ingest", "--ocr", "never", papers.to_str().unwrap()]).output().unwrap();
    assert!(output.status.success() && said(&output).contains("--follow-links"), "{}", said(&output));

    // A link that was named itself is what the person wants.
    let (report, _) = ingest(&house.archive, &[&papers.join("direct.txt")], options());
    assert!(report.unwrap().is_complete());
    assert!(house.texts().contains("root:x:0:0: a secret of the machine"));

    let output = house
        .program(&["ingest", "--follow-links", "--ocr", "never", papers.to_str().unwrap()])
        .output()
        .unwrap();
    assert!(output.status.success() && said(&output).contains("followed"), "{}", said(&output));
    house.archive.refresh().unwrap();
    assert!(house.texts().contains("another secret of the machine"));
    // Without the flag, pruning takes out what only links out of the folder had brought in.
    house.run_with(prune());
    assert_eq!(house.texts(), set(&["A permit costs $25."]));
}

#[test]
fn pipes_devices_and_odd_side_files_stop_nothing() {
    let house = House::new();
    let papers = house.papers();
    house.write("a.txt", "A permit costs $25.");
    let pipe = |name: &str| {
        let path = papers.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    };
    for name in ["pipe.txt", "one/.ignore", "two/.gitignore", "three/sources.toml"] {
        pipe(name);
    }
    for folder in ["one", "two", "three", "four", "five"] {
        house.write(format!("{folder}/b.txt"), format!("The rule of folder {folder}."));
    }
    symlink("/dev/zero", papers.join("four/.ignore")).unwrap();
    symlink("/etc/passwd", papers.join("five/.gitignore")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(papers.join("socket.txt")).unwrap();
    let start = Instant::now();
    let named = [
        papers.clone(),
        papers.join("pipe.txt"),
        papers.join("socket.txt"),
        "/dev/zero".into(),
        "/proc/kmsg".into(),
    ];
    let named: Vec<&Path> = named.iter().map(PathBuf::as_path).collect();
    let (report, record) = ingest(&house.archive, &named, options());
    let report = report.unwrap();
    assert!(start.elapsed() < Duration::from_secs(60));
    assert_eq!(house.texts(), set(&["A permit costs $25.", "The rule of folder three."]));
    for name in [
        "papers/one",
        "papers/two",
        "papers/four",
        "papers/five",
        "pipe.txt",
        "socket.txt",
        "/dev/zero",
        "/proc/kmsg",
    ] {
        assert!(report.failed.iter().any(|f| f.path.ends_with(name)), "{name}: {:?}", report.failed);
    }
    assert!(!record.reason("papers/five").contains("root:"));
    let output = house.program(&["ingest", "--ocr", "never", papers.to_str().unwrap()]).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));

    symlink("/etc/passwd", papers.join("sources.toml")).unwrap();
    let (report, _) = ingest(&house.archive, &[&papers], options());
    let error = report.unwrap_err().to_string();
    assert!(
        error.contains("sources.toml") && error.contains("--follow-links") && !error.contains("root:"),
        "{error}"
    );
}

// ---- Files cut short under a reader

#[test]
fn files_cut_short_under_a_reader_are_errors_that_name_them() {
    let home = tempfile::tempdir().unwrap();
    let archive = Archive::create(home.path()).unwrap();
    let mut writer = archive.writer().unwrap();
    for i in 0..300 {
        let texts: Vec<String> = (0..20).map(|k| format!("word{i} permit {k} of {i}")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let r = record(&format!("s{i}"), &format!("/p/{i}"), &texts);
        writer.put(r.clone(), Some(&embeddings(&r))).unwrap();
    }
    writer.commit().unwrap();
    drop(writer);
    let fresh = || Archive::open(home.path()).unwrap();
    let (early, late) = (fresh(), fresh());
    let near = |a: &Archive| a.nearest(&embedding_of_text("permit"), &ChunkSet::all(), 5).map(|n| n.len());
    let words = |a: &Archive, text: &str| {
        a.lexical(text, &ChunkSet::all(), 5, &LexicalOptions::default()).map(|h| h.len())
    };
    assert_eq!((near(&early).unwrap(), words(&early, "permit").unwrap()), (5, 5));
    // Nothing of the archive is mapped: what is not mapped can't fault.
    let mut maps = String::new();
    fs::File::open("/proc/self/maps").and_then(|mut f| f.read_to_string(&mut maps)).unwrap();
    let dir = home.path().to_str().unwrap();
    let mapped: BTreeSet<&str> =
        maps.lines().filter(|l| l.contains(dir)).filter_map(|l| l.rsplit('/').next()).collect();
    assert!(mapped.iter().all(|name| *name == "catalog.sqlite-shm"), "{mapped:?}");

    let cut = |folder: &str, end: &str| {
        for entry in fs::read_dir(home.path().join(folder)).unwrap().flatten() {
            if entry.path().to_str().unwrap().ends_with(end) {
                fs::File::options().write(true).open(entry.path()).unwrap().set_len(100).unwrap();
            }
        }
    };
    cut("vectors", ".vec");
    assert_eq!(near(&early).unwrap(), 5, "what was read stays");
    let error = near(&late).unwrap_err().to_string();
    assert!(error.contains(".vec") && error.contains("twolane index rebuild"), "{error}");
    cut("lexical", "");
    let error = words(&late, "word7 permit").unwrap_err().to_string();
    assert!(error.contains("/lexical/") && error.contains("twolane index rebuild"), "{error}");
    assert!(!fresh().check().unwrap().is_empty());
    let again = fresh();
    again.rebuild().unwrap();
    assert_eq!((near(&again).unwrap(), words(&again, "permit").unwrap()), (5, 5));
}
