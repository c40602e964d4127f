//! Runs over files that come, change, move and go.

use crate::support::ingesting;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

use ingesting::*;
use twolane::archive::{Archive, ArchiveError};
use twolane::encoder::{Embedder, InferenceError, OnProgress, Role};
use twolane::ingest::watch::{WatchOptions, watch};
use twolane::ingest::{Ingest, IngestError, IngestOptions, NoObserver, Reading};
use twolane::text::{Embedding, ModelId};

struct House {
    home: tempfile::TempDir,
    archive: Archive,
}

impl House {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("papers")).unwrap();
        let archive = Archive::create(&home.path().join("archive")).unwrap();
        House { home, archive }
    }

    fn papers(&self) -> PathBuf {
        self.home.path().join("papers")
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.papers().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn remove(&self, name: &str) {
        fs::remove_file(self.papers().join(name)).unwrap();
    }

    /// What a run over the papers tells, sorted.
    fn run(&self, options: IngestOptions) -> Vec<String> {
        let (report, record) = ingest(&self.archive, &[&self.papers()], options);
        report.unwrap();
        record.told()
    }

    fn prune() -> IngestOptions {
        let mut options = options();
        options.prune = true;
        options
    }

    /// Id of the source at a path.
    fn id(&self, name: &str) -> String {
        let path = fs::canonicalize(self.papers()).unwrap().join(name);
        let path = path.display().to_string();
        let found = self.archive.sources().unwrap().into_iter().find(|s| s.paths.contains(&path));
        found.map_or_else(|| format!("nothing at {path}"), |s| s.id.0)
    }

    fn text(&self, name: &str) -> String {
        let id = twolane::text::SourceId(self.id(name));
        self.archive.source(&id).unwrap().reading().text().to_owned()
    }
}

#[test]
fn files_come_change_move_and_go() {
    let house = House::new();
    house.write("a.txt", "The first paper.");
    house.write("b.txt", "The second paper.");
    assert_eq!(house.run(options()), ["added a.txt", "added b.txt"]);
    let (a, b) = (house.id("a.txt"), house.id("b.txt"));
    let generation = house.archive.generation();
    assert_eq!(house.run(options()), ["unchanged a.txt", "unchanged b.txt"]);
    assert_eq!(house.archive.generation(), generation, "nothing was committed for nothing");

    house.write("a.txt", "The first paper, amended.");
    assert_eq!(house.run(options()), ["changed a.txt", "unchanged b.txt"]);
    assert_eq!(house.id("a.txt"), a, "a changed file keeps its source's id");
    assert_eq!(house.text("a.txt"), "The first paper, amended.");

    house.write("copies/b2.txt", "The second paper.");
    assert_eq!(house.run(options()), ["unchanged a.txt", "unchanged b.txt", "unchanged b2.txt"]);
    assert_eq!(house.id("copies/b2.txt"), b, "a copy is another path of the same source");
    assert_eq!(house.archive.sources().unwrap().len(), 2);

    // One of two copies changes: the other keeps the source.
    house.write("copies/b2.txt", "The second paper, redrafted.");
    house.run(options());
    assert_eq!(house.id("b.txt"), b);
    assert_ne!(house.id("copies/b2.txt"), b);
    assert_eq!(house.text("b.txt"), "The second paper.");

    // Two files change places.
    let b2 = house.id("copies/b2.txt");
    house.write("b.txt", "The second paper, redrafted.");
    house.write("copies/b2.txt", "The second paper.");
    house.run(options());
    assert_eq!((house.id("b.txt"), house.id("copies/b2.txt")), (b2, b));

    // What is gone stays until it is pruned.
    house.remove("a.txt");
    let (report, _) = ingest(&house.archive, &[&house.papers()], options());
    assert_eq!(report.unwrap().vanished, 1);
    assert_eq!(house.id("a.txt"), a);
    let (report, record) = ingest(&house.archive, &[&house.papers()], House::prune());
    assert_eq!(report.unwrap().removed, 1);
    assert_eq!(record.removed.lock().unwrap().len(), 1);
    assert!(house.id("a.txt").starts_with("nothing"));
    assert_eq!(house.archive.sources().unwrap().len(), 2);
}

#[test]
fn a_moved_file_keeps_its_source() {
    let house = House::new();
    house.write("old/a.txt", "The paper that moves.");
    house.run(options());
    let id = house.id("old/a.txt");
    house.remove("old/a.txt");
    house.write("new/a.txt", "The paper that moves.");
    house.run(House::prune());
    assert_eq!(house.id("new/a.txt"), id);
    assert!(house.id("old/a.txt").starts_with("nothing"));
    house.write("new/a.txt", "The paper that moved, amended.");
    house.run(House::prune());
    assert_eq!(house.id("new/a.txt"), id);
}

#[test]
fn pruning_stays_within_what_was_named() {
    let house = House::new();
    house.write("one/a.txt", "Paper one.");
    house.write("two/b.txt", "Paper two.");
    house.run(options());
    house.remove("one/a.txt");
    house.remove("two/b.txt");
    let (report, _) = ingest(&house.archive, &[&house.papers().join("two")], House::prune());
    assert_eq!(report.unwrap().removed, 1);
    assert!(!house.id("one/a.txt").starts_with("nothing"));
    // A file that is named and gone is pruned as well; one that never was is a mistake.
    let (report, _) = ingest(&house.archive, &[&house.papers().join("one/a.txt")], House::prune());
    assert_eq!(report.unwrap().removed, 1);
    let (report, _) = ingest(&house.archive, &[&house.papers().join("never.txt")], House::prune());
    let error = report.unwrap_err();
    assert!(matches!(error, IngestError::NothingThere { .. }), "{error}");
}

#[test]
fn documents_that_share_a_file_are_known_by_content() {
    let house = House::new();
    let line = |n: u32| format!("{{\"text\":\"Provision number {n} says this.\"}}\n");
    let write = |numbers: &[u32]| {
        house.write("law.jsonl", &numbers.iter().map(|n| line(*n)).collect::<String>());
    };
    write(&[1, 2, 3]);
    assert_eq!(house.run(options()), ["added law.jsonl#1", "added law.jsonl#2", "added law.jsonl#3"]);
    let (one, three) = (house.id("law.jsonl#1"), house.id("law.jsonl#3"));
    assert_eq!(
        house.run(options()),
        ["unchanged law.jsonl#1", "unchanged law.jsonl#2", "unchanged law.jsonl#3"]
    );
    // A new line in front, and the second one gone.
    write(&[9, 1, 3]);
    assert_eq!(house.run(options()), ["added law.jsonl#1", "unchanged law.jsonl#2", "unchanged law.jsonl#3"]);
    assert_eq!((house.id("law.jsonl#2"), house.id("law.jsonl#3")), (one, three));
    assert_eq!(house.archive.sources().unwrap().len(), 3);
    // A line that is amended keeps its id by its number.
    let nine = house.id("law.jsonl#1");
    write(&[10, 1, 3]);
    assert_eq!(
        house.run(options()),
        ["changed law.jsonl#1", "unchanged law.jsonl#2", "unchanged law.jsonl#3"]
    );
    assert_eq!(house.id("law.jsonl#1"), nine);
    // The same line twice is one source.
    write(&[10, 1, 3, 1]);
    house.run(options());
    assert_eq!(house.id("law.jsonl#4"), house.id("law.jsonl#2"));
    assert_eq!(house.archive.sources().unwrap().len(), 3);
    house.remove("law.jsonl");
    house.run(House::prune());
    assert_eq!(house.archive.sources().unwrap().len(), 0);
}

#[test]
fn other_metadata_reads_again_under_the_same_id() {
    let house = House::new();
    house.write("a.txt", "Minutes of the meeting.");
    house.run(options());
    let id = house.id("a.txt");
    let mut with_town = options();
    with_town.metadata.insert("town".into(), "Alder".into());
    assert_eq!(house.run(with_town.clone()), ["changed a.txt"]);
    assert_eq!(house.run(with_town), ["unchanged a.txt"]);
    house.write("sources.toml", "[default]\nboard = \"Select Board\"\n");
    assert_eq!(house.run(options()), ["changed a.txt"]);
    assert_eq!(house.run(options()), ["unchanged a.txt"]);
    let source = house.archive.summary(&twolane::text::SourceId(id)).unwrap().unwrap();
    assert_eq!(source.meta.board.as_deref(), Some("Select Board"));
    house.write("sources.toml", "[default]\nbord = \"Select Board\"\n");
    let (report, _) = ingest(&house.archive, &[&house.papers()], options());
    assert!(report.unwrap_err().to_string().contains("did you mean \"board\""));
}

#[test]
fn a_version_that_cannot_be_read_leaves_the_older_one() {
    let house = House::new();
    fs::write(house.papers().join("a.pdf"), pdf(&["The budget is $100.".into()])).unwrap();
    house.run(options());
    fs::write(house.papers().join("a.pdf"), b"%PDF-1.4 broken beyond use").unwrap();
    let (report, record) = ingest(&house.archive, &[&house.papers()], House::prune());
    assert_eq!(report.unwrap().failed.len(), 1);
    assert!(record.reason("a.pdf").contains("keeps its older version"));
    assert!(house.text("a.pdf").contains("$100"));
}

#[test]
fn a_run_that_is_stopped_goes_on_later() {
    let house = House::new();
    for n in 0..60 {
        house.write(&format!("{n:02}.txt"), &format!("Paper number {n}."));
    }
    let record = Record { cancel_after: Some(20), ..Record::default() };
    let report = Ingest::new(&house.archive, None, options()).run(&[house.papers()], &record).unwrap();
    assert!(report.cancelled && !report.is_complete());
    assert!(report.added < 60, "{report:?}");
    let stored = u64::try_from(house.archive.sources().unwrap().len()).unwrap();
    assert_eq!(stored, report.added);
    let (report, _) = ingest(&house.archive, &[&house.papers()], options());
    let report = report.unwrap();
    assert_eq!((report.unchanged, report.added), (stored, 60 - stored));
}

#[test]
fn a_second_writer_is_told_who_has_the_lock() {
    let house = House::new();
    house.write("a.txt", "Words.");
    let writer = house.archive.writer().unwrap();
    let (report, _) = ingest(&house.archive, &[&house.papers()], options());
    let error = report.unwrap_err();
    assert!(matches!(&error, IngestError::Archive(ArchiveError::Locked { .. })), "{error}");
    assert!(error.to_string().contains(&std::process::id().to_string()), "{error}");
    drop(writer);
    assert_eq!(house.run(options()), ["added a.txt"]);
}

/// Vectors of three components made of a text's hash; counts what it embeds.
pub struct Counting {
    model: ModelId,
    pub texts: AtomicUsize,
    stop_after: usize,
}

impl Counting {
    pub fn new(name: &str) -> Self {
        Counting { model: ModelId(name.into()), texts: AtomicUsize::new(0), stop_after: usize::MAX }
    }
}

impl Embedder for Counting {
    fn model(&self) -> &ModelId {
        &self.model
    }
    fn dimensions(&self) -> usize {
        3
    }
    fn max_tokens(&self) -> usize {
        256
    }
    fn count_tokens(&self, text: &str) -> usize {
        text.split_whitespace().count() + 2
    }
    fn embed(
        &self,
        texts: &[&str],
        _: Role,
        progress: OnProgress<'_>,
    ) -> Result<Vec<Embedding>, InferenceError> {
        if self.texts.fetch_add(texts.len(), Ordering::Relaxed) + texts.len() > self.stop_after
            || !progress(texts.len(), texts.len())
        {
            return Err(InferenceError::Cancelled);
        }
        let embedding = |text: &&str| {
            let hash = blake3::hash(text.as_bytes());
            let raw: Vec<f32> = hash.as_bytes()[..3].iter().map(|b| f32::from(*b) + 1.0).collect();
            let norm = raw.iter().map(|x| x * x).sum::<f32>().sqrt();
            Embedding { model: self.model.clone(), values: raw.iter().map(|x| x / norm).collect() }
        };
        Ok(texts.iter().map(embedding).collect())
    }
}

#[test]
fn nothing_is_embedded_twice() {
    let house = House::new();
    for n in 0..5 {
        house.write(&format!("{n}.txt"), &format!("Paper number {n} is about something of its own."));
    }
    let embedder = Counting::new("m@1");
    let run = |embedder: Option<&dyn Embedder>, options: IngestOptions| {
        Ingest::new(&house.archive, embedder, options).run(&[house.papers()], &NoObserver).unwrap()
    };
    // First by words alone; a model later embeds all.
    assert_eq!(run(None, options()).added, 5);
    assert_eq!(run(Some(&embedder), options()).changed, 5);
    assert_eq!(embedder.texts.load(Ordering::Relaxed), 5);
    assert_eq!(house.archive.model(), Some(ModelId("m@1".into())));
    // A run without the model leaves what was made with it.
    assert_eq!(run(None, options()).unchanged, 5);
    assert_eq!(run(Some(&embedder), options()).unchanged, 5);
    // What comes back is in the cache.
    fs::rename(house.papers().join("0.txt"), house.home.path().join("0.txt")).unwrap();
    assert_eq!(run(Some(&embedder), House::prune()).removed, 1);
    fs::rename(house.home.path().join("0.txt"), house.papers().join("0.txt")).unwrap();
    let report = run(Some(&embedder), options());
    assert_eq!((report.added, report.embedded), (1, 0));
    assert_eq!(embedder.texts.load(Ordering::Relaxed), 5);
    // Another model is refused before anything is read.
    let other = Counting::new("n@1");
    let refused = Ingest::new(&house.archive, Some(&other), options()).run(&[house.papers()], &NoObserver);
    assert!(matches!(refused, Err(IngestError::Archive(ArchiveError::OtherModel { .. }))));
}

#[test]
fn a_long_document_is_embedded_in_steps_that_outlive_a_stop() {
    let house = House::new();
    let text: String =
        (0..600).map(|n| format!("Item {n} concerns lot {n} on {n} Main Street.\n\n")).collect();
    house.write("long.txt", &text);
    let mut stepwise = options();
    stepwise.embed_group = 4;
    let embedder = Counting { stop_after: 9, ..Counting::new("m@1") };
    let report = Ingest::new(&house.archive, Some(&embedder), stepwise.clone())
        .run(&[house.papers()], &NoObserver)
        .unwrap();
    assert!(report.cancelled);
    assert!(house.archive.sources().unwrap().is_empty(), "half a source must not be there");
    let embedder = Counting::new("m@1");
    let report =
        Ingest::new(&house.archive, Some(&embedder), stepwise).run(&[house.papers()], &NoObserver).unwrap();
    assert_eq!(report.added, 1);
    assert_eq!(report.embedded + 8, report.chunks);
}

#[test]
fn trusted_files_are_read_within_the_process() {
    let house = House::new();
    house.write("a.txt", "Words in the process.");
    fs::write(house.papers().join("b.pdf"), pdf(&["Page in the process".into()])).unwrap();
    fs::write(house.papers().join("c.docx"), docx("cut", 0).get(..200).unwrap()).unwrap();
    let mut here = IngestOptions::new(Reading::InProcess);
    here.read.ocr.mode = twolane::ingest::read::OcrMode::Never;
    assert_eq!(house.run(here), ["added a.txt", "added b.pdf", "failed c.docx"]);
}

#[test]
fn a_watched_folder_is_kept_in_step() {
    let house = House::new();
    house.write("a.txt", "Paper one.");
    let record = Record::default();
    let (sender, reports) = channel();
    let sender = Mutex::new(sender);
    let ingest = Ingest::new(&house.archive, None, House::prune());
    let papers = [house.papers()];
    let quick = WatchOptions { quiet: Duration::from_millis(100), ..WatchOptions::default() };
    std::thread::scope(|scope| {
        let running = scope.spawn(|| {
            watch(&ingest, &papers, &quick, &record, &mut |report| {
                sender.lock().unwrap().send((report.sources, report.removed)).unwrap();
            })
        });
        // An event may come in two parts and give a run between them.
        let until = |expected: (u64, u64)| {
            let (mut sources, mut removed) = (0, 0);
            while (sources, removed) != expected {
                let (s, r) = reports.recv_timeout(Duration::from_secs(60)).expect("no further run");
                (sources, removed) = (s, removed + r);
            }
        };
        until((1, 0));
        house.write("sub/b.txt", "Paper two.");
        until((2, 0));
        house.remove("a.txt");
        until((1, 1));
        record.cancel.store(true, Ordering::Relaxed);
        running.join().unwrap().unwrap();
    });
}

/// A renamed paper has two paths, of which the old one is gone.
#[test]
fn watch_says_what_it_keeps() {
    let house = House::new();
    house.write("a.txt", "Paper one.");
    house.write("b.txt", "Paper two.");
    let archive = house.home.path().join("by-command");
    let mut command = std::process::Command::new(program());
    command.env("HOME", house.home.path()).env_remove("TWOLANE_MODELS").stdout(std::process::Stdio::piped());
    command.args(["--offline", "--archive"]).arg(&archive).args(["ingest", "--watch"]).arg(house.papers());
    let mut watching = command.spawn().unwrap();
    let (sender, lines) = channel();
    let out = std::io::BufReader::new(watching.stdout.take().unwrap());
    std::thread::spawn(move || {
        std::io::BufRead::lines(out).map_while(Result::ok).all(|line| sender.send(line).is_ok())
    });
    let until = |expected: &str| {
        while !lines.recv_timeout(Duration::from_secs(60)).expect("no further line").starts_with(expected) {}
    };
    let hint = "hint: add `--prune` to remove such papers, with `--watch` too";
    until("2 sources");
    house.remove("a.txt");
    until("1 path is gone but kept in the archive");
    until(hint);
    fs::rename(house.papers().join("b.txt"), house.papers().join("c.txt")).unwrap();
    until("2 paths are gone but kept in the archive");
    watching.kill().unwrap();
    watching.wait().unwrap();
}

#[test]
fn the_command_speaks_as_the_contract_says() {
    let house = House::new();
    house.write("a.txt", "Words.");
    let archive = house.home.path().join("by-command");
    let run = |paths: &[&Path]| {
        let mut command = assert_cmd::Command::new(program());
        command.env("HOME", house.home.path()).env_remove("TWOLANE_MODELS");
        command.args(["--json", "--offline", "--archive"]).arg(&archive).arg("ingest").args(paths);
        let output = command.output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let events: Vec<serde_json::Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        (output.status.code().unwrap(), events, String::from_utf8(output.stderr).unwrap())
    };
    let (code, events, _) = run(&[&house.papers()]);
    assert_eq!(code, 0);
    let source = events.iter().find(|e| e["event"] == "source").unwrap();
    for field in ["path", "id", "pages", "pages_ocr", "pages_unread", "chunks", "status", "reason"] {
        assert!(!source[field].is_null(), "{field}: {source}");
    }
    let done = events.last().unwrap();
    assert_eq!(done["event"], "done");
    for field in ["sources", "pages", "pages_unread", "lines", "chunks", "failed", "seconds"] {
        assert!(!done[field].is_null(), "{field}: {done}");
    }
    house.write("b.pdf", "%PDF-1.4 broken");
    let (code, events, _) = run(&[&house.papers()]);
    assert_eq!(code, 3);
    let failed = &events.last().unwrap()["failed"][0];
    assert!(failed["path"].as_str().unwrap().ends_with("b.pdf") && failed["reason"].is_string(), "{failed}");
    let (code, _, error) = run(&[Path::new("/no/such/folder")]);
    assert_eq!(code, 1);
    assert!(error.contains("/no/such/folder") && error.contains("not there"), "{error}");
    let (code, _, error) = run(&[Path::new("https://town.example/minutes.pdf")]);
    assert_eq!(code, 1);
    assert!(error.contains("save the page or paper first"), "{error}");
    let empty = house.home.path().join("empty");
    std::fs::create_dir(&empty).unwrap();
    let (code, _, error) = run(&[&empty]);
    assert_eq!(code, 1);
    assert!(error.contains("no paper was found"), "{error}");
}
