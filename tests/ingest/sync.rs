//! An archive that is kept in step with folders: what is read, what goes, and what a missing drive must not do.

use crate::support::{ingesting, program::command};

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;
use std::time::Duration;

use ingesting::{Record, options};
use serde_json::Value;
use twolane::archive::Archive;
use twolane::ingest::sync::{Deletions, Folder, sync};
use twolane::ingest::watch::{WatchOptions, watch};
use twolane::ingest::{Ingest, IngestError, IngestOptions, IngestReport};

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
        let path = self.home.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn folder(&self, deletions: Deletions) -> Folder {
        Folder { deletions, ..Folder::new(self.papers()) }
    }

    fn sync(&self, folder: &Folder) -> (Result<IngestReport, IngestError>, Record) {
        let record = Record::default();
        let report = sync(&self.archive, None, &options(), folder, &record);
        (report, record)
    }

    fn removing(&self) -> IngestReport {
        self.sync(&self.folder(Deletions::Remove)).0.unwrap()
    }

    fn count(&self) -> usize {
        self.archive.refresh().unwrap();
        self.archive.sources().unwrap().len()
    }

    /// File names with the public addresses of their sources.
    fn addresses(&self) -> Vec<(String, String)> {
        self.archive.refresh().unwrap();
        let sources = self.archive.sources().unwrap();
        let name = |path: &String| path.rsplit('/').next().unwrap().to_owned();
        let mut all: Vec<_> = sources
            .iter()
            .flat_map(|s| s.paths.iter().map(|path| (name(path), s.meta.url.clone().unwrap_or_default())))
            .collect();
        all.sort();
        all
    }
}

#[test]
fn only_changed_files_are_read() {
    let house = House::new();
    for n in 0..60 {
        house.write(&format!("papers/{}/{n}.txt", n % 7), &format!("Paper {n} of the town.\n"));
    }
    let folder = house.folder(Deletions::Keep);
    let read = |record: &Record| *record.read.lock().unwrap();
    let (report, record) = house.sync(&folder);
    assert_eq!((report.unwrap().added, read(&record)), (60, 60));
    for n in [3, 17, 42] {
        house.write(&format!("papers/{}/{n}.txt", n % 7), &format!("Paper {n} of the town, amended.\n"));
    }
    let (report, record) = house.sync(&folder);
    let report = report.unwrap();
    assert_eq!((report.changed, report.unchanged, read(&record)), (3, 57, 3));
    let generation = house.archive.generation();
    let (report, record) = house.sync(&folder);
    assert_eq!((report.unwrap().unchanged, read(&record)), (60, 0));
    assert_eq!(house.archive.generation(), generation, "nothing was written for nothing");
}

#[test]
fn gone_files_are_kept_or_removed_as_asked() {
    let house = House::new();
    house.write("papers/a.txt", "Paper one.");
    house.write("papers/b.txt", "Paper two.");
    let keep = house.folder(Deletions::Keep);
    house.sync(&keep).0.unwrap();
    fs::remove_file(house.papers().join("a.txt")).unwrap();
    let report = house.sync(&keep).0.unwrap();
    assert_eq!((report.removed, report.vanished, house.count()), (0, 1, 2));
    let report = house.removing();
    assert_eq!((report.removed, report.vanished, house.count()), (1, 0, 1));
    assert!(report.kept_whole.is_empty());
}

/// Links that a folder in step does not follow may lead to papers that another run read.
#[cfg(unix)]
#[test]
fn paper_behind_a_link_is_not_gone() {
    let house = House::new();
    house.write("papers/a.txt", "Paper one.");
    house.write("outside/b.txt", "Paper two.");
    let outside = house.home.path().join("outside");
    std::os::unix::fs::symlink(&outside, house.papers().join("link")).unwrap();
    let following = IngestOptions { follow_links: true, ..options() };
    Ingest::new(&house.archive, None, following).run(&[house.papers()], &Record::default()).unwrap();
    assert_eq!(house.count(), 2);
    let report = house.removing();
    assert_eq!((report.removed, report.vanished, house.count()), (0, 0, 2));
    fs::remove_file(outside.join("b.txt")).unwrap();
    assert_eq!((house.removing().removed, house.count()), (1, 1));
}

/// A drive that is unplugged takes no papers out of the archive.
#[test]
fn missing_drive_takes_nothing_out() {
    let house = House::new();
    house.write("papers/a.txt", "Paper one.");
    house.write("papers/sub/b.txt", "Paper two.");
    house.removing();
    let away = house.home.path().join("away");

    // The folder is missing.
    fs::rename(house.papers(), &away).unwrap();
    let (report, _) = house.sync(&house.folder(Deletions::Remove));
    let error = report.unwrap_err();
    assert!(matches!(error, IngestError::NothingThere { .. }) && error.to_string().contains("not there"));
    assert_eq!(house.count(), 2);

    // The mount point is there and empty, or holds only what is no paper.
    fs::create_dir(house.papers()).unwrap();
    for _ in 0..2 {
        let report = house.removing();
        assert_eq!((report.removed, report.vanished, house.count()), (0, 2, 2));
        assert!(report.kept_whole[0].ends_with("/papers"), "{:?}", report.kept_whole);
        fs::create_dir_all(house.papers().join("lost+found")).unwrap();
        fs::write(house.papers().join(".not-mounted"), "").unwrap();
    }

    // A file in its place.
    fs::remove_dir_all(house.papers()).unwrap();
    fs::write(house.papers(), "x").unwrap();
    assert!(house.sync(&house.folder(Deletions::Remove)).0.is_err());
    assert_eq!(house.count(), 2);

    // It is back: nothing was lost, and a single deletion counts again.
    fs::remove_file(house.papers()).unwrap();
    fs::rename(&away, house.papers()).unwrap();
    let (report, record) = house.sync(&house.folder(Deletions::Remove));
    assert_eq!((report.unwrap().unchanged, *record.read.lock().unwrap()), (2, 0));
    fs::remove_file(house.papers().join("a.txt")).unwrap();
    assert_eq!((house.removing().removed, house.count()), (1, 1));
}

/// Network drives give no events.
#[test]
fn polling_alone_keeps_folder_in_step() {
    let house = House::new();
    house.write("papers/a.txt", "Paper one.");
    let record = Record::default();
    let (sender, reports) = channel();
    let sender = Mutex::new(sender);
    let settings = house.folder(Deletions::Remove).options(&options()).unwrap();
    let ingest = Ingest::new(&house.archive, None, settings);
    let papers = [house.papers()];
    let poll = WatchOptions { events: false, poll: Duration::from_millis(60), ..WatchOptions::default() };
    std::thread::scope(|scope| {
        let running = scope.spawn(|| {
            watch(&ingest, &papers, &poll, &record, &mut |report| {
                let counts = (report.added, report.changed, report.removed);
                sender.lock().unwrap().send(counts).unwrap();
            })
        });
        // A look may fall between two changes and give a run between them.
        let until = |expected: (u64, u64, u64)| {
            let mut all = (0, 0, 0);
            while all != expected {
                let (a, c, r) = reports.recv_timeout(Duration::from_secs(30)).expect("no further run");
                all = (all.0 + a, all.1 + c, all.2 + r);
            }
        };
        until((1, 0, 0));
        house.write("papers/sub/b.txt", "Paper two.");
        until((1, 0, 0));
        // The same size and an older time, as a restored file has.
        house.write("papers/sub/b.txt", "Paper 222.");
        let old = std::time::SystemTime::now() - Duration::from_secs(90_000);
        let file = fs::File::options().write(true).open(house.papers().join("sub/b.txt")).unwrap();
        file.set_modified(old).unwrap();
        until((0, 1, 0));
        // Settings beside the papers count as well.
        house.write("papers/sources.toml", "[default]\ntown = 'Alder'\n");
        until((0, 2, 0));
        fs::remove_file(house.papers().join("a.txt")).unwrap();
        until((0, 0, 1));
        std::thread::sleep(Duration::from_millis(300));
        assert!(reports.try_recv().is_err(), "without a change there is no run");
        record.cancel.store(true, Ordering::Relaxed);
        running.join().unwrap().unwrap();
    });
}

#[test]
fn mirror_gives_papers_their_public_addresses() {
    let house = House::new();
    house.write("papers/minutes/2025 03.txt", "Minutes of March.");
    house.write("papers/index.html", "<p>Welcome to the town.</p>");
    let mirror =
        |url: Option<&str>| Folder { base_url: url.map(str::to_owned), ..house.folder(Deletions::Remove) };
    let pair = |name: &str, url: &str| (name.to_owned(), url.to_owned());
    house.sync(&mirror(Some("https://www.town.example"))).0.unwrap();
    let first = [
        pair("2025 03.txt", "https://www.town.example/minutes/2025%2003.txt"),
        pair("index.html", "https://www.town.example/"),
    ];
    assert_eq!(house.addresses(), first);
    let sources = house.archive.sources().unwrap();
    assert!(sources.iter().all(|s| s.meta.origin["url"] == "base URL"));

    // A moved paper and another address are set without reading a file again.
    fs::create_dir(house.papers().join("archive")).unwrap();
    fs::rename(house.papers().join("minutes/2025 03.txt"), house.papers().join("archive/march.txt")).unwrap();
    let (report, record) = house.sync(&mirror(Some("http://town.example/docs/")));
    assert_eq!((report.unwrap().changed, *record.read.lock().unwrap()), (0, 0));
    let moved = [
        pair("index.html", "http://town.example/docs/"),
        pair("march.txt", "http://town.example/docs/archive/march.txt"),
    ];
    assert_eq!(house.addresses(), moved);

    // A copy elsewhere takes no address away, and the end of the mirror does.
    house.write("elsewhere/march.txt", "Minutes of March.");
    let elsewhere = Folder::new(house.home.path().join("elsewhere"));
    house.sync(&elsewhere).0.unwrap();
    assert_eq!(house.addresses()[1].1, "http://town.example/docs/archive/march.txt");
    fs::remove_dir_all(house.home.path().join("elsewhere")).unwrap();
    let (report, _) = house.sync(&mirror(None));
    report.unwrap();
    assert!(house.addresses().iter().any(|(name, url)| name == "index.html" && url.is_empty()));
}

/// The command, with a configuration in the home.
struct Clerk(House);

impl Clerk {
    fn new(config: &str) -> Self {
        let house = House::new();
        let clerk = Clerk(house);
        clerk.configure(config);
        clerk
    }

    fn configure(&self, config: &str) {
        let config = config.replace("HOME", self.home().to_str().unwrap());
        let name = if cfg!(target_os = "macos") { "Library/Application Support" } else { ".config" };
        self.0.write(&format!("{name}/twolane/twolane.toml"), &config);
    }

    fn home(&self) -> &Path {
        self.0.home.path()
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = command(self.home(), self.home().join("archive"));
        command.args(args);
        command
    }

    fn run(&self, args: &[&str]) -> (i32, String, String) {
        let Output { status, stdout, stderr } = self.command(args).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (status.code().unwrap(), text(stdout), text(stderr))
    }
}

#[test]
fn command_prints_a_line_for_each_folder() {
    let clerk = Clerk::new(
        "[[folders]]\npath = 'HOME/papers'\ntown = 'Alder'\nstate = 'NH'\ndeletions = 'remove'\n\
         [[folders]]\npath = '~/board'\nvisibility = 'staff'\n\
         [[folders]]\npath = 'HOME/usb'\ndeletions = 'remove'\n\
         [[folders]]\npath = 'HOME/papers/minutes'\n",
    );
    clerk.0.write("papers/minutes/a.txt", "A burn permit costs $5.\n");
    clerk.0.write("papers/b.pdf", "%PDF-1.4 broken");
    clerk.0.write("board/c.txt", "The board met.\n");
    let (code, out, _) = clerk.run(&["sync"]);
    assert_eq!(code, 3, "{out}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].ends_with("/papers: 1 added, 0 changed, 0 removed, 1 unreadable, 0 unchanged"), "{out}");
    assert!(lines[1].starts_with("  ") && lines[1].contains("/papers/b.pdf: "), "{out}");
    assert!(lines[2].ends_with("/board: 1 added, 0 changed, 0 removed, 0 unchanged"), "{out}");
    assert!(lines[3].contains("/usb: it is not there; mount its drive"), "{out}");
    assert!(lines[4].contains("/minutes: it overlaps with") && lines.len() == 5, "{out}");
    let (_, out, _) = clerk.run(&["source", "show", "c.txt", "--json"]);
    let shown: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&shown["meta"]["visibility"], &shown["meta"]["origin"]["visibility"]),
        (&"staff".into(), &"flag".into())
    );
    let (_, out, _) = clerk.run(&["source", "show", "a.txt", "--json"]);
    let shown: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&shown["meta"]["town"], &shown["meta"]["jurisdiction"]), (&"Alder".into(), &"NH".into()));

    clerk
        .configure("[[folders]]\npath = 'HOME/papers'\ntown = 'Alder'\nstate = 'NH'\ndeletions = 'remove'\n");
    fs::remove_file(clerk.home().join("papers/b.pdf")).unwrap();
    fs::rename(clerk.home().join("papers/minutes"), clerk.home().join("elsewhere")).unwrap();
    let (code, out, _) = clerk.run(&["sync", "--json"]);
    let report: Value = serde_json::from_str(&out).unwrap();
    let row = &report["folders"][0];
    assert_eq!(
        (code, &row["kept_whole"], &row["removed"], &row["vanished"]),
        (3, &true.into(), &0.into(), &1.into())
    );
    let (_, out, _) = clerk.run(&["sync"]);
    assert!(out.contains("1 gone but kept") && out.contains("twolane ingest --prune"), "{out}");
    assert!(out.contains("no paper is left in it"), "{out}");
    // As the hint says.
    let (code, out, _) = clerk.run(&["ingest", "--prune", clerk.home().join("papers").to_str().unwrap()]);
    assert!(code == 0 && out.contains("1 removed"), "{code} {out}");
}

#[test]
fn answer_has_public_address_and_verify_looks_it_up() {
    let clerk = Clerk::new("");
    clerk.0.write("www/clerk/fees 2025.txt", "Town of Alder\nFee Schedule\n\nA kennel license costs $31.\n");
    let folder = clerk.home().join("www");
    let (code, _, error) =
        clerk.run(&["ingest", "--base-url", "https://www.alder.example", folder.to_str().unwrap()]);
    assert_eq!(code, 0, "{error}");
    let url = "https://www.alder.example/clerk/fees%202025.txt";
    let (_, out, _) = clerk.run(&["source", "show", "fees 2025.txt"]);
    assert!(out.contains(&format!("  url       {url}  (base URL)")), "{out}");
    let (code, saved, error) = clerk.run(&["ask", "--json", "What does a kennel license cost?"]);
    assert_eq!(code, 0, "{error}");
    let answer: Value = serde_json::from_str(&saved).unwrap();
    assert_eq!(answer["evidence"]["citations_index"][0]["url"], url, "{answer}");
    let markdown = answer["form"]["markdown"].as_str().unwrap();
    assert!(markdown.contains("## On the web") && markdown.contains(&format!(": <{url}>")), "{markdown}");
    let verify = |text: &str| {
        clerk.0.write("answer.json", text);
        clerk.run(&["verify", clerk.home().join("answer.json").to_str().unwrap()])
    };
    let (code, out, _) = verify(&saved);
    assert_eq!(code, 0, "{out}");
    let (code, out, _) = verify(&saved.replace("www.alder.example", "www.evil.example"));
    assert!(code == 5 && out.contains("evil"), "{code} {out}");
    let (code, _, error) =
        clerk.run(&["ingest", "--base-url", "javascript:alert(1)", folder.to_str().unwrap()]);
    assert!(code != 0 && error.contains("http or https"), "{error}");
}

#[test]
fn command_says_what_is_wrong_with_its_folders() {
    let clerk = Clerk::new("");
    let (code, _, error) = clerk.run(&["sync"]);
    assert!(code == 1 && error.contains("[[folders]]"), "{error}");
    clerk.configure("[[folders]]\npath = 'HOME/usb'\n");
    let (code, out, _) = clerk.run(&["sync"]);
    assert!(code == 1 && out.contains("not there"), "{code} {out}");
    let data = if cfg!(target_os = "macos") { "Library/Application Support" } else { ".local/share" };
    clerk.0.write(&format!("{data}/twolane/watched.json"), "broken");
    let (code, _, error) = clerk.run(&["sync"]);
    assert!(code == 1 && error.contains("watched.json: expected value"), "{error}");
    for (config, expected) in [
        ("[[folders]]\npath = 'papers'\n", "write the absolute path"),
        ("[[folders]]\npath = '/p'\nvisibility = 'secret'\n", "public, staff or sealed"),
        ("[[folders]]\npath = '/p'\nbase_url = 'file:///etc'\n", "http or https"),
        ("[[folders]]\npath = '/p'\ndeletion = 'remove'\n", "deletions"),
        ("[[folders]]\ntown = 'Alder'\n", "path"),
        ("[folders]\npath = '/p'\n", "folders"),
    ] {
        clerk.configure(config);
        let (code, _, error) = clerk.run(&["sync"]);
        assert!(code != 0 && error.contains(expected), "{config}: {error}");
    }
}

/// A folder from somebody else must not choose what is read, nor get the user's papers into its archive.
#[test]
fn working_folder_names_no_folders() {
    let clerk = Clerk::new("[[folders]]\npath = 'HOME/papers'\n");
    clerk.0.write("papers/a.txt", "A burn permit costs $5.\n");
    let there = clerk.home().join("download");
    clerk.0.write("download/twolane.toml", "[[folders]]\npath = '/etc'\n");
    let (code, _, error) = {
        let output = clerk.command(&["sync"]).current_dir(&there).output().unwrap();
        (output.status.code().unwrap(), output.stdout, String::from_utf8(output.stderr).unwrap())
    };
    assert!(code == 1 && error.contains("`folders` (only the user sets it)"), "{error}");

    fs::remove_file(there.join("twolane.toml")).unwrap();
    drop(Archive::create(&there.join("index/archive")).unwrap());
    let foreign = |args: &[&str]| {
        let mut command = Command::new(ingesting::program());
        command.env("HOME", clerk.home()).env_remove("TWOLANE_ARCHIVE").env_remove("TWOLANE_MODELS");
        command.env_remove("XDG_CONFIG_HOME").env_remove("XDG_DATA_HOME").current_dir(&there);
        let output = command.arg("--offline").args(args).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, error) = foreign(&["sync"]);
    assert!(code == 1 && error.contains("archive of this working folder"), "{error}");
    assert!(Archive::open(&there.join("index/archive")).unwrap().sources().unwrap().is_empty());
    let (code, error) = foreign(&["--archive", "index/archive", "sync"]);
    assert!(code == 0, "{error}");
}

#[cfg(unix)]
#[test]
fn interrupt_ends_cleanly() {
    let clerk = Clerk::new("[[folders]]\npath = 'HOME/papers'\n");
    for n in 0..400 {
        clerk.0.write(&format!("papers/{n}.txt"), &format!("Paper {n} of the town.\n"));
    }
    let mut running = clerk.command(&["sync"]).stdout(std::process::Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let signal = Command::new("kill").args(["-INT", &running.id().to_string()]).status().unwrap();
    assert!(signal.success());
    let code = running.wait().unwrap().code();
    assert!(matches!(code, Some(130 | 0)), "{code:?}");
    let (code, out, _) = clerk.run(&["sync"]);
    assert_eq!(code, 0, "{out}");
    assert_eq!(clerk.0.count(), 400);
}
