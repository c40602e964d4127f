//! The program killed, and its server, while it ingests, follows changes, prunes and copies: each paper is wholly
//! there as it was or as it is, nothing that was told is lost, and the same command ends with what an undisturbed
//! one gives. `TWOLANE_TEST_KILLS` as in `kills.rs`.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use serde_json::Value;
use twolane::archive::{Archive, ArchiveError, ChunkSet, Place};

use crate::kills::said;
use crate::server::Server;
use crate::support::archives::{embeddings, record};
use crate::support::mutator::Random;
use crate::support::program;

const FILES: usize = 36;
const LINES: usize = 300;
/// Commits every few papers, so that kills fall between them.
const OFTEN: &str = "[ingest]\ncommit_sources = 3\n";
/// A program whose server is gone ends by itself within this time.
const PATIENCE: Duration = Duration::from_secs(60);

/// Stands in every line of a paper's edition, as long as that of any other edition.
fn mark(edition: u64) -> String {
    format!("mark{edition:04}")
}

fn edition_of(text: &str) -> Option<u64> {
    text.split_once("mark")?.1.get(..4)?.parse().ok()
}

/// Papers in a folder, and the program that takes them in.
struct Papers {
    home: tempfile::TempDir,
}

impl Papers {
    fn new() -> Self {
        let papers = Papers { home: tempfile::tempdir().unwrap() };
        fs::create_dir(papers.folder()).unwrap();
        fs::write(papers.home.path().join("often.toml"), OFTEN).unwrap();
        papers.write(0);
        papers
    }

    /// As the archive names it.
    fn folder(&self) -> PathBuf {
        fs::canonicalize(self.home.path()).unwrap().join("papers")
    }

    fn file(&self, n: usize) -> PathBuf {
        self.folder().join(format!("notice-{n:02}.{}", if n.is_multiple_of(3) { "md" } else { "txt" }))
    }

    /// Writes all of them in this edition.
    fn write(&self, edition: u64) {
        const WORDS: [&str; 8] =
            ["road", "culvert", "hearing", "permit", "gravel", "bridge", "clerk", "sand"];
        let mark = mark(edition);
        for n in 0..FILES {
            let mut text =
                format!("{}Notice {n:02} of the road agent\n\n", if n.is_multiple_of(3) { "# " } else { "" });
            for line in 0..LINES {
                let [a, b] = [n + line, n * 5 + line * 3].map(|word| WORDS[word % WORDS.len()]);
                text.push_str(&format!("Line {line} of notice {n:02} is about {a} and {b}, {mark}.\n"));
                if line % 10 == 9 {
                    text.push('\n');
                }
            }
            fs::write(self.file(n), text).unwrap();
        }
    }

    /// The edition of each that is in the folder.
    fn there(&self) -> BTreeMap<String, u64> {
        let files = fs::read_dir(self.folder()).unwrap().map(|entry| entry.unwrap().path());
        files
            .map(|f| (f.display().to_string(), edition_of(&fs::read_to_string(f).unwrap()).unwrap()))
            .collect()
    }

    fn ingest(&self, url: &str, flags: &[&str]) -> Command {
        let mut command = program::command(self.home.path(), url);
        command.args(["--tuning", "often.toml", "--json", "ingest"]).arg(self.folder()).args(flags);
        command
    }

    /// Runs to the end; how long that took, and what is there then.
    fn ingested(&self, url: &str, flags: &[&str]) -> (Duration, BTreeMap<String, Paper>) {
        let started = Instant::now();
        let output = self.ingest(url, flags).output().unwrap();
        let took = started.elapsed();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let now = held(&Archive::open_at(&Place::named(url)).unwrap());
        let editions: BTreeMap<String, u64> = now.iter().map(|(path, p)| (path.clone(), p.edition)).collect();
        assert_eq!(editions, self.there());
        (took, now)
    }
}

/// What an archive holds of a paper, but for the mark of its edition.
#[derive(Debug, Clone, PartialEq)]
struct Paper {
    edition: u64,
    title: String,
    lines: Vec<String>,
    /// Header and text.
    chunks: Vec<(String, String)>,
}

impl Paper {
    fn is_like(&self, other: &Paper) -> bool {
        Paper { edition: other.edition, ..self.clone() } == *other
    }
}

/// Every paper of an archive, by its path. A paper of two editions, or one that a search by words does not find
/// in as many chunks as there are, is half a paper.
fn held(archive: &Archive) -> BTreeMap<String, Paper> {
    assert_eq!(archive.check().unwrap(), []);
    let mut papers = BTreeMap::new();
    let mut chunks_of: BTreeMap<u64, usize> = BTreeMap::new();
    for source in archive.sources().unwrap() {
        let loaded = archive.source(&source.id).unwrap();
        let lines: Vec<&str> = loaded.lines().iter().map(|l| l.text.as_str()).collect();
        let edition = lines.iter().find_map(|line| edition_of(line)).expect("a paper with its lines");
        let mark = mark(edition);
        let strip = |text: &str| text.replace(&mark, "mark");
        let chunks = archive.chunks_of(&source.id).unwrap();
        *chunks_of.entry(edition).or_default() +=
            chunks.iter().filter(|chunk| chunk.record.text.contains(&mark)).count();
        let paper = Paper {
            edition,
            title: source.title.clone(),
            lines: lines.into_iter().map(strip).collect(),
            chunks: chunks.iter().map(|c| (strip(&c.record.header), strip(&c.record.text))).collect(),
        };
        let [path] = source.paths.as_slice() else { panic!("{:?}", source.paths) };
        let mixed = paper.lines.iter().find(|line| edition_of(line).is_some());
        assert_eq!(mixed, None, "{path} is of edition {edition} too");
        assert!(papers.insert(path.clone(), paper).is_none(), "{path} twice");
    }
    for (edition, chunks) in chunks_of {
        let hits = archive.lexical(&mark(edition), &ChunkSet::all(), 100_000, &Default::default()).unwrap();
        assert_eq!(hits.len(), chunks, "edition {edition}");
    }
    papers
}

/// The archive at a place; `None` while it is not made yet.
fn opened(url: &str) -> Option<Archive> {
    match Archive::open_at(&Place::named(url)) {
        Ok(archive) => Some(archive),
        Err(ArchiveError::NotAnArchive { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Killed {
    Program,
    Server,
}

/// How a run ended that was disturbed.
struct Ended {
    status: ExitStatus,
    /// The newest generation of which it told that it was committed.
    told: u64,
    error: String,
}

/// Runs a command, and kills it or its server after this time. Of the server's end it is to say something.
fn disturbed(mut command: Command, killed: Killed, server: &Server, after: Duration, home: &Path) -> Ended {
    let [out, error] = ["out", "error"].map(|name| home.join(name));
    command.stdout(File::create(&out).unwrap()).stderr(File::create(&error).unwrap());
    let mut child = command.spawn().unwrap();
    std::thread::sleep(after);
    let status = match killed {
        Killed::Program => {
            child.kill().unwrap();
            child.wait().unwrap()
        }
        Killed::Server => {
            server.kill();
            let status = within(PATIENCE, &mut child);
            server.restart();
            status
        }
    };
    let [out, error] =
        [out, error].map(|file| String::from_utf8_lossy(&fs::read(file).unwrap()).into_owned());
    assert!(!error.contains("panicked"), "{error}");
    assert!(!error.contains("of-tests-only"), "a password is shown: {error}");
    if killed == Killed::Server && !status.success() {
        assert_eq!(status.code(), Some(1), "{error}");
        // Where it was, and what to do about it.
        assert!(
            error.contains("twolane: ") && error.contains("127.0.0.1") && error.contains("; "),
            "{error}"
        );
    }
    // The last line may be half a line.
    let events = out.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let commits = events.filter(|event| event["event"] == "committed");
    Ended { status, told: commits.filter_map(|event| event["generation"].as_u64()).max().unwrap_or(0), error }
}

fn within(limit: Duration, child: &mut Child) -> ExitStatus {
    let end = Instant::now() + limit;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if Instant::now() > end {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("without its server the program does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Course {
    First,
    Update,
    Prune,
}

fn course(course: Course, killed: Killed) {
    let server = if killed == Killed::Server { Server::start() } else { Server::shared() };
    let papers = Papers::new();
    let new = || server.url(&server.database());
    let flags: &[&str] = if course == Course::Prune { &["--prune"] } else { &[] };
    let mut url = new();
    // Whatever the edition, a paper is like this.
    let (mut took, whole) = papers.ingested(&url, flags);
    let mut before = whole.clone();
    match course {
        Course::First => (url, before) = (new(), BTreeMap::new()),
        Course::Update => {}
        // With nothing to take away; with half of them it takes longer.
        Course::Prune => took = 2 * papers.ingested(&url, flags).0,
    }
    let mut random = Random(11);
    let mut cut = 0;
    let kills = said("TWOLANE_TEST_KILLS", 4);
    for round in 1..=kills {
        match course {
            Course::First => {}
            Course::Update => papers.write(round),
            Course::Prune => {
                // What the rounds before took away comes back first.
                papers.write(0);
                before = papers.ingested(&url, flags).1;
                for n in (0..FILES).filter(|n| (n + round as usize).is_multiple_of(2)) {
                    fs::remove_file(papers.file(n)).unwrap();
                }
            }
        }
        let after = Duration::from_millis(random.below(took.as_millis() as usize) as u64);
        let ended = disturbed(papers.ingest(&url, flags), killed, &server, after, papers.home.path());
        let archive = opened(&url);
        let generation = archive.as_ref().map_or(0, Archive::generation);
        assert!(
            generation >= ended.told,
            "round {round}: {} was committed, {generation} is there",
            ended.told
        );
        let now = archive.as_ref().map(held).unwrap_or_default();
        let there = papers.there();
        for (path, paper) in &now {
            assert!(paper.is_like(&whole[path]), "round {round}: {path} is not whole");
            let (elder, current) = (before.get(path).map(|p| p.edition), there.get(path).copied());
            let least = elder.or(current).unwrap_or_else(|| panic!("round {round}: {path} from nowhere"));
            let most = current.unwrap_or(least);
            let edition = paper.edition;
            assert!((least..=most).contains(&edition), "round {round}: {path} is of edition {edition}");
        }
        let lost = before.keys().find(|path| there.contains_key(*path) && !now.contains_key(*path));
        assert_eq!(lost, None, "round {round}");
        let done =
            now.len() == there.len() && now.iter().all(|(path, p)| there.get(path) == Some(&p.edition));
        eprintln!(
            "{course:?}, {killed:?}, round {round}: after {after:?} of {took:?}, generation {generation}, {} papers, {}",
            now.len(),
            if done { "done" } else { "cut short" }
        );
        if ended.status.success() {
            assert!(done, "round {round}: it ended well without having done all: {}", ended.error);
        }
        cut += u64::from(!done);
        before = now;
        if done && course == Course::First {
            (url, before) = (new(), BTreeMap::new());
        }
    }
    // A moment at random may fall behind the end of one run, but not of all.
    assert!(cut > 0 || course == Course::Prune || kills < 4, "nothing was cut short");
    let (_, now) = papers.ingested(&url, flags);
    let (_, fresh) = papers.ingested(&new(), flags);
    assert!(now == fresh, "it is not what an undisturbed ingest gives");
}

#[test]
fn a_first_ingest_that_is_killed_goes_on() {
    course(Course::First, Killed::Program);
}

#[test]
fn a_killed_update_leaves_each_paper_old_or_new() {
    course(Course::Update, Killed::Program);
}

#[test]
fn a_killed_prune_takes_papers_whole() {
    course(Course::Prune, Killed::Program);
}

#[test]
fn a_first_ingest_whose_server_is_killed_says_so_and_goes_on() {
    course(Course::First, Killed::Server);
}

#[test]
fn an_update_whose_server_is_killed_says_so_and_goes_on() {
    course(Course::Update, Killed::Server);
}

/// However far the making of the tables got.
#[test]
fn a_database_whose_making_was_cut_short_is_made_whole() {
    let server = Server::shared();
    for round in 0..said("TWOLANE_TEST_KILLS", 4) {
        let papers = Papers::new();
        let url = server.url(&server.database());
        let mut program = papers.ingest(&url, &[]).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(20 + 25 * round));
        program.kill().unwrap();
        program.wait().unwrap();
        let archive = Archive::create_at(&Place::named(&url)).unwrap();
        assert_eq!((archive.generation(), archive.check().unwrap()), (0, vec![]), "round {round}");
    }
}

/// Enough for several commits of a copy.
const SOURCES: usize = 60;
const CHUNKS: usize = 100;

/// Everything of each source but the day of its ingest and the numbers of its chunks.
fn everything(archive: &Archive) -> BTreeMap<String, String> {
    assert_eq!(archive.check().unwrap(), []);
    let of = |mut source: twolane::archive::SourceSummary| {
        source.ingested_at.clear();
        let chunks = archive.chunks_of(&source.id).unwrap();
        let vectors: Vec<_> = chunks.iter().map(|c| archive.embedding_of(c.id).unwrap()).collect();
        let chunks: Vec<_> = chunks.into_iter().map(|c| (c.page, c.record)).collect();
        let loaded = archive.source(&source.id).unwrap();
        let (pages, aliases) = (archive.pages(&source.id).unwrap(), archive.aliases(&source.id).unwrap());
        let text = format!("{source:?} {:?} {pages:?} {aliases:?} {chunks:?} {vectors:?}", loaded.lines());
        (source.id.0, text)
    };
    archive.sources().unwrap().into_iter().map(of).collect()
}

fn copied(to_database: bool) {
    let server = Server::shared();
    let home = tempfile::tempdir().unwrap();
    let mut places = 0;
    let mut place = |in_database: bool| {
        places += 1;
        match in_database {
            true => server.url(&server.database()),
            false => home.path().join(format!("archive-{places}")).display().to_string(),
        }
    };
    let from = place(!to_database);
    let archive = Archive::create_at(&Place::named(&from)).unwrap();
    let mut writer = archive.writer().unwrap();
    for n in 0..SOURCES {
        let texts: Vec<String> =
            (0..CHUNKS).map(|line| format!("Line {line} of paper {n}, RSA 91-A:3")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let made = record(&format!("paper-{n}"), &format!("/papers/{n}.txt"), &texts);
        writer.put(made.clone(), Some(&embeddings(&made))).unwrap();
    }
    writer.commit().unwrap();
    drop(writer);
    archive.refresh().unwrap();
    let whole = everything(&archive);
    let copy = |to: &str| {
        let mut command = program::command(home.path(), home.path().join("none"));
        command.args(["archive", "copy", &from, to]);
        command
    };
    let run = |to: &str| {
        let output = copy(to).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{error}");
        assert!(!error.contains("of-tests-only"), "a password is shown: {error}");
        String::from_utf8(output.stdout).unwrap()
    };
    let undisturbed = place(to_database);
    let started = Instant::now();
    run(&undisturbed);
    let took = started.elapsed();
    let mut to = place(to_database);
    let (mut before, mut random) = (0, Random(13));
    for round in 1..=said("TWOLANE_TEST_KILLS", 4) {
        let after = Duration::from_millis(random.below(took.as_millis() as usize) as u64);
        disturbed(copy(&to), Killed::Program, &server, after, home.path());
        let now = opened(&to).as_ref().map(everything).unwrap_or_default();
        for (id, source) in &now {
            assert!(whole.get(id) == Some(source), "round {round}: {id} is not whole");
        }
        assert!(now.len() >= before, "round {round}: {} sources, {before} before", now.len());
        eprintln!("copy, round {round}: after {after:?} of {took:?}, {} sources", now.len());
        before = now.len();
        if before == SOURCES {
            (to, before) = (place(to_database), 0);
        }
    }
    run(&to);
    let archive = Archive::open_at(&Place::named(&to)).unwrap();
    assert!(everything(&archive) == whole, "the copy is not the archive");
    let again = run(&to);
    assert!(again.contains("nothing to copy"), "{again}");
    let generation = archive.generation();
    archive.refresh().unwrap();
    assert_eq!(archive.generation(), generation, "nothing was committed for nothing");
}

#[test]
fn a_killed_copy_to_a_database_goes_on() {
    copied(true);
}

#[test]
fn a_killed_copy_to_a_folder_goes_on() {
    copied(false);
}
