//! The program is killed at random moments, and meets a full disk.
//!
//! `cargo test --release --test archive crash:: -- --ignored --nocapture`; `CRASH_RUNS` sets the number of
//! kills (60), `CRASH_SEED` their moments, `CRASH_MODELS` a folder with the embedding model.
#![cfg(unix)]

use crate::support::{ingesting, skip};

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader, Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use ingesting::*;
use twolane::archive::Archive;

/// Where the commands below find their settings.
const SETTINGS: &str = "settings.toml";

/// Has the commands give so many vectors a graph.
fn graph_from(home: &Path, vectors: usize) {
    fs::write(home.join(SETTINGS), format!("[graph]\nfrom_vectors = {vectors}\n")).unwrap();
}

/// Small papers, so that a run has several commits.
const PAPERS: u64 = 700;

fn command(home: &Path, archive: &Path, papers: &Path) -> Command {
    let mut command = Command::new(program());
    command.env("HOME", home).env_remove("TWOLANE_MODELS");
    if let Some(models) = std::env::var_os("CRASH_MODELS") {
        command.arg("--model-dir").arg(models);
    }
    if home.join(SETTINGS).exists() {
        command.arg("--tuning").arg(home.join(SETTINGS));
    }
    command.args(["--json", "--offline", "--archive"]).arg(archive);
    command.args(["ingest", "--prune", "--ocr", "never"]).arg(papers);
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

fn paper(n: u64, version: u64) -> String {
    format!(
        "Minutes of meeting {n}\n\nThe board met for the {version}. time on matter {n}.\n\nIt voted {} to {} on article {}.\n",
        n % 7,
        version % 5,
        n * 31 + version
    )
}

fn write(papers: &Path, n: u64, version: u64) {
    if n.is_multiple_of(20) {
        fs::write(papers.join(format!("{n:04}.pdf")), pdf(&[paper(n, version).replace('\n', " ")])).unwrap();
    } else {
        fs::write(papers.join(format!("{n:04}.txt")), paper(n, version)).unwrap();
    }
}

/// Hash of each file's content by path.
fn on_disk(papers: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(fs::canonicalize(papers).unwrap()).unwrap().flatten();
    entries
        .map(|e| {
            let hash = blake3::hash(&fs::read(e.path()).unwrap()).to_hex().to_string();
            (e.path().display().to_string(), hash)
        })
        .collect()
}

fn in_archive(archive: &Archive) -> BTreeMap<String, String> {
    let sources = archive.sources().unwrap();
    let pairs = sources.into_iter().flat_map(|s| {
        let hash = s.hash.0.clone();
        s.paths.into_iter().map(move |p| (p, hash.clone()))
    });
    pairs.collect()
}

/// Runs the command; with a moment, kills it then. Gives what it had told as committed: path and
/// whether it ended by itself.
fn run(mut command: Command, kill_after: Option<Duration>) -> (BTreeSet<String>, bool, Duration) {
    let start = Instant::now();
    let errors = tempfile::tempfile().unwrap();
    command.stderr(errors.try_clone().unwrap());
    let mut child = command.spawn().unwrap();
    let stdout = child.stdout.take().unwrap();
    let lines = std::thread::spawn(move || {
        let lines = BufReader::new(stdout).lines().map_while(Result::ok);
        lines.filter_map(|l| serde_json::from_str::<serde_json::Value>(&l).ok()).collect::<Vec<_>>()
    });
    if let Some(moment) = kill_after {
        std::thread::sleep(moment);
        child.kill().unwrap();
    }
    let status = child.wait().unwrap();
    let took = start.elapsed();
    let events = lines.join().unwrap();
    if kill_after.is_none() && status.code() != Some(0) {
        let mut text = String::new();
        let mut errors = errors;
        errors.rewind().unwrap();
        errors.read_to_string(&mut text).unwrap();
        panic!("{status}: {text} {:?}", events.last());
    }
    let committed = events.iter().filter(|e| e["event"] == "source" && e["status"] != "failed");
    let committed = committed.map(|e| e["path"].as_str().unwrap().to_owned()).collect();
    (committed, status.code() == Some(0), took)
}

/// Everything that must hold after a kill. `before` is what the archive held when the run began.
fn inspect(dir: &Path, papers: &Path, before: &BTreeMap<String, String>, told: &BTreeSet<String>) {
    let archive = match Archive::open(dir) {
        Ok(archive) => archive,
        // Killed before there was one.
        Err(error) if told.is_empty() && before.is_empty() => {
            assert!(error.to_string().contains("twolane ingest"), "{error}");
            return;
        }
        Err(error) => panic!("the archive does not open: {error}"),
    };
    let problems = archive.check().unwrap();
    assert!(problems.is_empty(), "{problems:?}");
    let (held, disk) = (in_archive(&archive), on_disk(papers));
    for path in told {
        assert_eq!(held.get(path), disk.get(path), "{path} was told of as committed");
    }
    for (path, hash) in before {
        let kept = held.get(path);
        let replaced = kept.is_some() && kept == disk.get(path);
        let pruned = kept.is_none() && !disk.contains_key(path);
        assert!(kept == Some(hash) || replaced || pruned, "{path} was committed before and is lost");
    }
    for source in archive.sources().unwrap() {
        let lines = archive.source(&source.id).unwrap().lines().len();
        assert_eq!(u32::try_from(lines).unwrap(), source.lines, "{} is not whole", source.id);
        assert_eq!(archive.chunks_of(&source.id).unwrap().len(), source.chunks as usize);
    }
}

#[test]
#[ignore = "takes minutes; see above"]
fn killed_at_any_moment() {
    let runs: u64 = std::env::var("CRASH_RUNS").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    let mut random: u64 = std::env::var("CRASH_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut next = move |below: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % below.max(1)
    };
    let home = tempfile::tempdir().unwrap();
    let papers = home.path().join("papers");
    let archive = home.path().join("archive");
    let mut counts = BTreeMap::<&str, u64>::new();
    let mut version = 0;
    let mut full = Duration::from_millis(3000);
    for round in 0..runs {
        // A new archive, an update, a prune, in turn.
        let phase = ["ingest", "update", "prune"][usize::try_from(round % 3).unwrap()];
        version += 1;
        // With a model, every other archive gets graphs.
        graph_from(home.path(), if round % 6 < 3 { 20_000 } else { 10 });
        match phase {
            "ingest" => {
                let _ = fs::remove_dir_all(&archive);
                let _ = fs::remove_dir_all(&papers);
                fs::create_dir(&papers).unwrap();
                (0..PAPERS).for_each(|n| write(&papers, n, version));
            }
            "update" => {
                (0..PAPERS).filter(|n| n % 3 != 1).for_each(|n| write(&papers, n, version));
                (PAPERS..PAPERS + 100).for_each(|n| write(&papers, n, version));
            }
            _ => {
                for entry in fs::read_dir(&papers).unwrap().flatten() {
                    if next(4) == 0 {
                        fs::remove_file(entry.path()).unwrap();
                    }
                }
            }
        }
        let before = match Archive::open(&archive) {
            Ok(archive) => in_archive(&archive),
            Err(_) => BTreeMap::new(),
        };
        let span = u64::try_from(full.as_micros()).unwrap();
        let scale = if phase == "prune" { span / 4 } else { span };
        let moment = Duration::from_micros(next(scale + scale / 10));
        let (told, ended, _) = run(command(home.path(), &archive, &papers), Some(moment));
        *counts.entry(if ended { "ended before the kill" } else { "killed" }).or_default() += 1;
        if !ended && !told.is_empty() {
            *counts.entry("killed between commits").or_default() += 1;
        }
        inspect(&archive, &papers, &before, &told);
        // A further run finishes the rest.
        let held = Archive::open(&archive).map(|a| in_archive(&a)).unwrap_or_default();
        let (told, ended, took) = run(command(home.path(), &archive, &papers), None);
        assert!(ended, "the run after the kill failed");
        if phase == "ingest" && held.is_empty() {
            full = took;
        }
        inspect(&archive, &papers, &held, &told);
        assert_eq!(in_archive(&Archive::open(&archive).unwrap()), on_disk(&papers));
        *counts.entry(phase).or_default() += 1;
    }
    eprintln!("{runs} kills: {counts:?}; a whole ingest took {:.2} s", full.as_secs_f64());
}

/// A folder on a small file system of its own, if this user may mount one.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn mount(at: &Path, megabytes: u32) -> Option<Self> {
        fs::create_dir_all(at).unwrap();
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", &format!("size={megabytes}m"), "tmpfs"]).arg(at);
        let mounted = command.stderr(Stdio::null()).status().is_ok_and(|s| s.success());
        mounted.then(|| SmallDisk(at.to_owned()))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

fn full_disk_ends_clearly(archive: &Path, papers: &Path, run: &dyn Fn() -> std::process::Output) {
    let output = run();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("space"), "no next step in: {error}");
    let archive = Archive::open(archive).unwrap();
    assert!(archive.check().unwrap().is_empty());
    let (held, disk) = (in_archive(&archive), on_disk(papers));
    assert!(held.iter().all(|(path, hash)| disk.get(path) == Some(hash)));
    assert!(held.len() < disk.len());
}

#[test]
#[ignore = "mounts a small file system; see above"]
fn a_full_disk_ends_in_a_clear_error() {
    let home = tempfile::tempdir().unwrap();
    let papers = home.path().join("papers");
    fs::create_dir(&papers).unwrap();
    let big = |n: u64| (0..400).map(|k| paper(n * 1000 + k, n)).collect::<String>();
    (0..300).for_each(|n| fs::write(papers.join(format!("{n}.txt")), big(n)).unwrap());
    let disk = home.path().join("disk");
    let Some(_mounted) = SmallDisk::mount(&disk, 24) else {
        skip::not_on_this_machine("this user may not mount a tmpfs");
        return;
    };
    let archive = disk.join("archive");
    Archive::create(&archive).unwrap();
    graph_from(home.path(), 10);
    full_disk_ends_clearly(&archive, &papers, &|| {
        let mut command = command(home.path(), &archive, &papers);
        command.stderr(Stdio::piped()).output().unwrap()
    });
    // With room again, the same command finishes.
    let grown = Command::new("mount").args(["-o", "remount,size=512m"]).arg(&disk).status().unwrap();
    assert!(grown.success());
    let (_, ended, _) = run(command(home.path(), &archive, &papers), None);
    assert!(ended);
    assert_eq!(in_archive(&Archive::open(&archive).unwrap()), on_disk(&papers));
}
