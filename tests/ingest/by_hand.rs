//! Values that a person sets, and papers that a person removes, over later ingests.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use twolane::archive::{Archive, ChunkRecord, SourceSummary};
use twolane::encoder::{Embedder, Role};
use twolane::ingest::by_hand::{Change, EditError, Field};
use twolane::ingest::{Editor, Ingest, IngestOptions, IngestReport};

use crate::incremental::Counting;
use crate::support::ingesting::{Record, options};

/// A folder of papers and its archive.
struct Desk {
    home: tempfile::TempDir,
    archive: Archive,
}

impl Desk {
    fn new(papers: &[(&str, &str)]) -> Self {
        let home = tempfile::tempdir().unwrap();
        let archive = Archive::create(&home.path().join("archive")).unwrap();
        let desk = Desk { home, archive };
        papers.iter().for_each(|(name, text)| desk.write(name, text));
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join("papers").join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), text).unwrap();
    }

    fn ingest(
        &self,
        name: &str,
        embedder: Option<&dyn Embedder>,
        options: IngestOptions,
    ) -> (IngestReport, Record) {
        let record = Record::default();
        let report = Ingest::new(&self.archive, embedder, options).run(&[self.path(name)], &record).unwrap();
        self.archive.refresh().unwrap();
        (report, record)
    }

    fn edit(
        &self,
        embedder: Option<&dyn Embedder>,
        wanted: &str,
        fields: &[(Field, &str)],
    ) -> Result<usize, EditError> {
        let mut change = Change::default();
        fields.iter().for_each(|(field, value)| change.set(*field, value).unwrap());
        let options = options();
        Editor::new(&self.archive, embedder, &options).set(wanted, &change, &|| true).map(|e| e.papers.len())
    }

    fn remove(&self, wanted: &str) {
        let options = options();
        let editor = Editor::new(&self.archive, None, &options);
        let ids: Vec<_> = editor.papers(wanted).unwrap().into_iter().map(|paper| paper.id).collect();
        editor.remove(&ids, &|| true).unwrap();
    }

    fn paper(&self, name: &str) -> SourceSummary {
        self.archive.find_source(name).unwrap()
    }

    fn chunks(&self, name: &str) -> Vec<ChunkRecord> {
        let chunks = self.archive.chunks_of(&self.paper(name).id).unwrap();
        chunks.into_iter().map(|chunk| chunk.record).collect()
    }

    fn is_sound(&self) {
        assert_eq!(self.archive.check().unwrap(), []);
    }
}

const MINUTES: &str = "Draft\n\nCall to order\n\nThe board met at seven.\n\nRoads\n\nSand costs $12,400.\n";

#[test]
fn new_title_and_date_are_searched_and_embedded() {
    let embedder = Counting::new("m@1");
    let desk = Desk::new(&[("scan-0417.txt", MINUTES), ("other.txt", "Another paper about culverts.\n")]);
    desk.ingest("", Some(&embedder), options());
    let before = embedder.texts.load(Ordering::Relaxed);
    let set = [(Field::Title, "Select Board Minutes"), (Field::Date, "2024-04-17")];
    desk.edit(Some(&embedder), "scan-0417.txt", &set).unwrap();
    let chunks = desk.chunks("scan-0417.txt");
    let headed = |chunk: &ChunkRecord| {
        chunk.header.starts_with("Select Board Minutes (scan 0417)") && chunk.header.ends_with("2024-04-17")
    };
    assert!(!chunks.is_empty() && chunks.iter().all(headed), "{chunks:?}");
    assert_eq!(embedder.texts.load(Ordering::Relaxed) - before, chunks.len());
    // The vectors are those of the new texts, and the words of the title are found.
    for chunk in desk.archive.chunks_of(&desk.paper("scan-0417.txt").id).unwrap() {
        let wanted = embedder.embed(&[&chunk.record.embedded_text()], Role::Passage, &|_, _| true).unwrap();
        assert_eq!(desk.archive.embedding_of(chunk.id).unwrap().unwrap().values, wanted[0].values);
    }
    // A paper read with the same title and date from the start has the same chunks.
    let stated = Desk::new(&[("scan-0417.txt", MINUTES)]);
    let mut flags = options();
    flags.metadata.insert("title".into(), "Select Board Minutes".into());
    flags.metadata.insert("date".into(), "2024-04-17".into());
    stated.ingest("", Some(&Counting::new("m@1")), flags);
    assert_eq!(stated.chunks("scan-0417.txt"), chunks);
    desk.is_sound();
}

#[test]
fn other_values_embed_nothing() {
    let embedder = Counting::new("m@1");
    let desk = Desk::new(&[("a/scan.txt", MINUTES), ("a/letter.txt", "A letter about the pond.\n")]);
    desk.ingest("", Some(&embedder), options());
    let (before, chunks) = (embedder.texts.load(Ordering::Relaxed), desk.chunks("scan.txt"));
    // No model is needed for these.
    let set = [
        (Field::Kind, "Minutes"),
        (Field::Board, "Select Board"),
        (Field::Town, "Alder"),
        (Field::State, "nh"),
    ];
    assert_eq!(desk.edit(None, "papers/a", &set).unwrap(), 2);
    assert_eq!((embedder.texts.load(Ordering::Relaxed), desk.chunks("scan.txt")), (before, chunks));
    let meta = desk.paper("scan.txt").meta;
    assert_eq!((meta.doc_type.as_deref(), meta.jurisdiction.as_deref()), (Some("minutes"), Some("NH")));
    assert_eq!(meta.origin["board"], "by hand");
    // A new title is: its text is embedded.
    let error = desk.edit(None, "scan.txt", &[(Field::Title, "Minutes")]).unwrap_err();
    assert!(matches!(error, EditError::ModelNeeded { .. }), "{error}");
    let error = desk.edit(Some(&embedder), "papers/a", &[(Field::Title, "Minutes")]).unwrap_err();
    assert!(matches!(error, EditError::OneTitle { papers: 2 }), "{error}");
    desk.is_sound();
}

#[test]
fn set_values_survive_ingest_of_same_and_changed_file() {
    let embedder = Counting::new("m@1");
    let desk = Desk::new(&[("scan.txt", MINUTES)]);
    desk.ingest("", Some(&embedder), options());
    let id = desk.paper("scan.txt").id;
    desk.edit(Some(&embedder), "scan.txt", &[(Field::Title, "Snow"), (Field::Date, "2024-04")]).unwrap();
    let set = desk.chunks("scan.txt");
    let (report, _) = desk.ingest("", Some(&embedder), options());
    assert_eq!((report.unchanged, report.embedded), (1, 0));
    assert_eq!(desk.chunks("scan.txt"), set);
    // The file changes, and so do flags of a later ingest.
    desk.write("scan.txt", &MINUTES.replace("12,400", "13,100"));
    let mut flags = options();
    flags.metadata.insert("date".into(), "2019-01-01".into());
    let (report, _) = desk.ingest("", Some(&embedder), flags);
    assert_eq!(report.changed, 1);
    let paper = desk.paper("scan.txt");
    assert_eq!((&paper.id, paper.title.as_str(), paper.meta.date.as_deref()), (&id, "Snow", Some("2024-04")));
    assert_eq!(paper.meta.found["date"].value.as_deref(), Some("2019-01-01"));
    let chunks = desk.chunks("scan.txt");
    assert!(
        chunks.iter().all(|c| c.header.starts_with("Snow (scan)") && c.header.ends_with("2024-04")),
        "{chunks:?}"
    );
    assert!(chunks.iter().any(|c| c.text.contains("13,100")));
    // What is taken back is what was found in the newest file.
    let mut undo = Change::default();
    undo.undo(Field::Title).unwrap();
    undo.undo(Field::Date).unwrap();
    let options = options();
    Editor::new(&desk.archive, Some(&embedder), &options).set("scan.txt", &undo, &|| true).unwrap();
    let paper = desk.paper("scan.txt");
    assert_eq!((paper.title == "Snow", paper.meta.date.as_deref()), (false, Some("2019-01-01")));
    assert!(paper.meta.found.is_empty());
    desk.is_sound();
}

#[test]
fn removed_paper_stays_out_until_named_or_changed() {
    let desk = Desk::new(&[("a/draft.txt", "A draft of the fees.\n"), ("a/fees.txt", "The fee is $15.\n")]);
    desk.ingest("", None, options());
    desk.edit(None, "draft.txt", &[(Field::Title, "Draft of the fees")]).unwrap();
    desk.remove("draft.txt");
    assert_eq!(desk.archive.removed_papers().unwrap().len(), 1);
    desk.is_sound();
    let (report, _) = desk.ingest("", None, options());
    assert_eq!((report.sources, report.left_out.len()), (1, 1));
    assert_eq!(report.left_out[0].title, "Draft of the fees");
    // Not under another name either: it is the same paper.
    fs::copy(desk.path("a/draft.txt"), desk.path("a/copy.txt")).unwrap();
    assert_eq!(desk.ingest("", None, options()).0.left_out.len(), 2);
    fs::remove_file(desk.path("a/copy.txt")).unwrap();
    // Named, it comes back with what was set by hand.
    let (report, record) = desk.ingest("a/draft.txt", None, options());
    assert_eq!((report.added, report.left_out.len()), (1, 0));
    assert!(record.remarks.lock().unwrap().iter().any(|r| r.contains("since it was named")));
    assert_eq!(desk.paper("draft.txt").title, "Draft of the fees");
    assert!(desk.archive.removed_papers().unwrap().is_empty());
    assert_eq!(desk.ingest("", None, options()).0.unchanged, 2);
    // A file that changed since is another paper.
    desk.remove("papers/a");
    assert_eq!(desk.archive.removed_papers().unwrap().len(), 2);
    desk.write("a/draft.txt", "The fees, as approved.\n");
    let (report, record) = desk.ingest("", None, options());
    assert_eq!((report.added, report.left_out.len()), (1, 1));
    assert!(record.remarks.lock().unwrap().iter().any(|r| r.contains("has changed since")));
    desk.is_sound();
}

#[test]
fn removed_line_of_a_file_stays_out() {
    let lines = "{\"title\":\"One\",\"text\":\"The first notice.\"}\n{\"title\":\"Two\",\"text\":\"The second notice.\"}\n";
    let desk = Desk::new(&[("notices.jsonl", lines)]);
    desk.ingest("", None, options());
    let first = desk.archive.sources().unwrap().into_iter().find(|s| s.paths[0].ends_with("#1")).unwrap();
    desk.remove(&first.id.0);
    assert_eq!(desk.ingest("", None, options()).0.sources, 1);
    desk.write("notices.jsonl", &format!("{lines}{{\"title\":\"Three\",\"text\":\"The third notice.\"}}\n"));
    let (report, _) = desk.ingest("", None, options());
    assert_eq!((report.added, report.left_out.len()), (1, 1));
    let paths: Vec<String> = desk.archive.sources().unwrap().into_iter().flat_map(|s| s.paths).collect();
    assert!(!paths.iter().any(|path| path.ends_with("#1")), "{paths:?}");
    desk.is_sound();
}

#[test]
fn place_of_none_is_not_settled_by_the_folder() {
    let desk = Desk::new(&[
        ("x/a.txt", "Town of Alder\nMinutes of May\n"),
        ("x/b.txt", "Town of Alder\nAgenda of May\n"),
        ("x/c.txt", "Town of Alder\nWarrant of May\n"),
        ("x/d.txt", "A notice of a hearing\n"),
    ]);
    desk.ingest("", None, options());
    assert_eq!(desk.paper("d.txt").meta.town.as_deref(), Some("Alder"));
    let mut none = Change::default();
    none.none(Field::Town).unwrap();
    let editing = options();
    Editor::new(&desk.archive, None, &editing).set("d.txt", &none, &|| true).unwrap();
    desk.write("x/e.txt", "Town of Alder\nA fifth paper\n");
    desk.ingest("", None, options());
    assert_eq!(desk.paper("d.txt").meta.town, None);
}
