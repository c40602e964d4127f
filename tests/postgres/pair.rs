//! One archive kept twice, in a folder and in a database, and all that can be seen of it compared.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::path::Path;

use serde_json::{Value, json};
use twolane::archive::{
    Archive, ArchiveError, ChunkId, ChunkSet, Editions, Filter, FilterField, LexicalOptions, Place, Writer,
    copy,
};
use twolane::text::SourceId;

use crate::server::Server;
use crate::support::archives::embedding_of_text;

/// How far two scores by words may lie apart.
const LEXICAL: f64 = 1e-4;
/// How far two cosines may lie apart.
const COSINE: f64 = 1e-3;
const FIELDS: [FilterField; 7] = [
    FilterField::Lane,
    FilterField::Board,
    FilterField::DocType,
    FilterField::Authority,
    FilterField::Status,
    FilterField::Edition,
    FilterField::Jurisdiction,
];

/// The same archive at two places.
pub struct Pair {
    pub folder: Archive,
    pub other: Archive,
    pub place: Place,
    _dirs: [tempfile::TempDir; 2],
}

/// What is asked of both.
pub struct Asked {
    pub queries: Vec<String>,
    pub filters: Vec<Filter>,
    pub options: Vec<LexicalOptions>,
    pub citations: Vec<String>,
    pub editions: Vec<Editions>,
}

impl Default for Asked {
    fn default() -> Self {
        Asked {
            queries: ["road budget road", "RSA 91-A:3 of the town", "$1,200 in 2024", "nothing", ""]
                .map(str::to_owned)
                .to_vec(),
            filters: vec![Filter::default()],
            options: vec![
                LexicalOptions::default(),
                LexicalOptions { k1: 1.1, b: 0.6, header: 1.0, title: 0.5, ..LexicalOptions::default() },
            ],
            citations: vec!["RSA 91-A:3".to_owned()],
            editions: vec![Editions::default()],
        }
    }
}

impl Pair {
    pub fn new() -> Self {
        let dirs = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let folder = Archive::create(dirs[0].path()).unwrap();
        let place = other_place(dirs[1].path());
        let other = Archive::create_at(&place).unwrap();
        Pair { folder, other, place, _dirs: dirs }
    }

    pub fn both(&self) -> [&Archive; 2] {
        [&self.folder, &self.other]
    }

    /// Does the same to both and commits; what it says and what is there after must be the same.
    pub fn write<T: Debug>(&self, change: impl Fn(&mut Writer) -> Result<T, ArchiveError>) {
        let said = self.both().map(|archive| {
            let mut writer = archive.writer().unwrap();
            let said = told(change(&mut writer));
            writer.commit().unwrap();
            drop(writer);
            archive.refresh().unwrap();
            said
        });
        assert_eq!(said[0], said[1]);
    }

    /// Asks both the same.
    pub fn ask<T: Debug>(&self, question: impl Fn(&Archive) -> Result<T, ArchiveError>) -> String {
        let [one, two] = self.both().map(|archive| told(question(archive)));
        assert_eq!(one, two);
        one
    }

    /// Copies the folder to an empty other place, and the other place to an empty folder, and compares everything.
    pub fn assert_copied(&self, asked: &Asked) {
        let copied = Pair::new();
        for (from, to) in [(&self.folder, &copied.other), (&self.other, &copied.folder)] {
            let all = from.sources().unwrap().len();
            let report = copy(from, to, &mut |_, _| true).unwrap();
            assert_eq!((report.copied, report.there), (all, 0), "{}", to.place());
            let again = copy(from, to, &mut |_, _| true).unwrap();
            assert_eq!((again.copied, again.there), (0, all), "{}", to.place());
            assert_eq!((again.chunks, again.vectors), (report.chunks, report.vectors));
        }
        copied.assert_same(asked);
        let [one, two] = [&self.folder, &copied.other].map(|archive| seen(archive, asked));
        // Cached embeddings of a model that is not the archive's stay behind.
        for (what, expected) in one.iter().filter(|(what, _)| !what.starts_with("missing ")) {
            same(what, expected, &two[what]);
        }
    }

    /// Compares everything.
    pub fn assert_same(&self, asked: &Asked) {
        let [one, two] = self.both().map(|archive| seen(archive, asked));
        for (what, expected) in &one {
            same(what, expected, &two[what]);
        }
        assert_eq!(one.len(), two.len());
        for archive in self.both() {
            assert_eq!(archive.check().unwrap(), [], "{}", archive.place());
        }
    }
}

/// An empty place of the kind that is held against a folder.
fn other_place(dir: &Path) -> Place {
    match std::env::var("TWOLANE_TEST_SECOND").as_deref() {
        Ok("folder") => Place::Folder(dir.to_owned()),
        _ => {
            let server = Server::shared();
            Place::named(&server.url(&server.database()))
        }
    }
}

/// A result without what differs from run to run: of an error its kind alone.
pub fn told<T: Debug>(result: Result<T, ArchiveError>) -> String {
    match result {
        Ok(value) => format!("{value:?}"),
        Err(error) => format!("error {}", kind(&error)),
    }
}

/// Name of an error's variant.
pub fn kind(error: &ArchiveError) -> String {
    format!("{error:?}").split([' ', '{', '(']).next().unwrap_or_default().to_owned()
}

/// Chunks by their source and number in it: ids are each store's own affair.
fn names(archive: &Archive) -> BTreeMap<ChunkId, String> {
    let mut names = BTreeMap::new();
    for source in archive.sources().unwrap() {
        for (i, chunk) in archive.chunks_of(&source.id).unwrap().iter().enumerate() {
            assert!(names.insert(chunk.id, format!("{}#{i}", source.id.0)).is_none(), "a number twice");
        }
    }
    names
}

fn seen(archive: &Archive, asked: &Asked) -> BTreeMap<String, Value> {
    let mut seen = BTreeMap::new();
    let names = names(archive);
    let name =
        |id: &ChunkId| names.get(id).cloned().unwrap_or_else(|| panic!("chunk {} is of no source", id.0));
    seen.insert("model".into(), json!([archive.model(), archive.dimensions()]));
    for source in archive.sources().unwrap() {
        let id = &source.id;
        let mut summary = serde_json::to_value(&source).unwrap();
        summary["ingested_at"] = Value::Null;
        let chunks = archive.chunks_of(id).unwrap();
        let at = |path: &String| archive.source_at(path).unwrap().map(|s| s.id.0);
        seen.insert(
            format!("source {}", id.0),
            json!({
                "summary": summary,
                "alone": archive.summary(id).unwrap().map(|s| s.title),
                "paths": source.paths.iter().map(at).collect::<Vec<_>>(),
                "hash": archive.source_with_hash(&source.hash).unwrap().is_some(),
                "lines": format!("{:?}", archive.source(id).unwrap().lines()),
                "pages": format!("{:?}", archive.pages(id).unwrap()),
                "aliases": format!("{:?}", archive.aliases(id).unwrap()),
                "chunks": chunks.iter().map(|c| json!([c.page, c.record])).collect::<Vec<_>>(),
                "vectors": chunks.iter().map(|c| archive.embedding_of(c.id).unwrap().is_some()).collect::<Vec<_>>(),
                "edges": archive.edges_of(id).unwrap(),
            }),
        );
    }
    for field in FIELDS {
        seen.insert(format!("values {field:?}"), json!(sorted(archive.values(field).unwrap())));
    }
    let facets = archive.facets().unwrap().into_iter().map(|f| format!("{f:?}")).collect();
    seen.insert("facets".into(), json!(sorted(facets)));
    for filter in &asked.filters {
        let set = archive.select(filter).unwrap();
        let passing: Vec<String> =
            names.iter().filter(|(id, _)| set.contains(**id)).map(|(_, n)| n.clone()).collect();
        seen.insert(format!("select {filter:?}"), json!(sorted(passing)));
        let within: Vec<String> =
            archive.sources_within(filter).unwrap().into_iter().map(|s| s.id.0).collect();
        seen.insert(format!("within {filter:?}"), json!(within));
        for query in &asked.queries {
            for options in &asked.options {
                for k in [3, 1000] {
                    let hits = archive.lexical(query, &set, k, options).unwrap();
                    assert!(hits.is_sorted_by(|a, b| (b.score, a.chunk) <= (a.score, b.chunk)), "{query}");
                    let hits: Vec<Value> =
                        hits.iter().map(|h| json!([name(&h.chunk), h.score, h.matched])).collect();
                    seen.insert(format!("lexical {k} {query:?} {filter:?} {options:?}"), json!(hits));
                }
            }
            if archive.model().is_some_and(|m| m.0 == crate::support::archives::MODEL) {
                for k in [3, 1000] {
                    let near = archive.nearest(&embedding_of_text(query), &set, k).unwrap();
                    let near: Vec<Value> = near.iter().map(|(id, score)| json!([name(id), score])).collect();
                    seen.insert(format!("nearest {k} {query:?} {filter:?}"), json!(near));
                }
            }
        }
    }
    for query in &asked.queries {
        for options in &asked.options {
            let ceiling = archive.lexical_ceiling(query, options).unwrap();
            seen.insert(format!("ceiling {query:?} {options:?}"), json!(ceiling));
        }
        let terms = twolane::archive::terms(query);
        seen.insert(format!("frequencies {query:?}"), json!(archive.document_frequencies(&terms).unwrap()));
    }
    for citation in &asked.citations {
        let citing: Vec<String> = archive.chunks_citing(citation).unwrap().iter().map(name).collect();
        let edges = archive.edges_to(std::slice::from_ref(citation)).unwrap();
        let edges = edges.iter().map(|e| format!("{e:?}")).collect();
        let named = archive.named(citation).unwrap().into_iter().map(|n| format!("{n:?}")).collect();
        seen.insert(format!("citing {citation}"), json!([citing, sorted(edges), sorted(named)]));
        for editions in &asked.editions {
            let statutes = |entries: Vec<twolane::archive::SectionEntry>| -> Vec<Value> {
                entries.iter().map(|e| json!([e, format!("{:?}", archive.statute(e).unwrap())])).collect()
            };
            let found = statutes(archive.sections(citation, editions).unwrap());
            let parts = statutes(archive.section_parts(citation, editions).unwrap());
            seen.insert(format!("sections {citation} {editions:?}"), json!([found, parts]));
        }
    }
    for pack in archive.packs().unwrap() {
        let sections = json!(archive.sections_of(&pack).unwrap());
        let mut about = serde_json::to_value(&pack).unwrap();
        about["installed_at"] = Value::Null;
        seen.insert(
            format!("pack {} {}", pack.manifest.name, pack.manifest.edition),
            json!([about, sections]),
        );
    }
    for editions in &asked.editions {
        let packs = archive.packs_in_force(editions).unwrap();
        let packs: Vec<_> = packs.iter().map(|p| (&p.manifest.name, &p.manifest.edition)).collect();
        seen.insert(format!("in force {editions:?}"), json!(packs));
        for source in archive.sources().unwrap() {
            let at = archive.sections_at(&source.id, editions).unwrap();
            seen.insert(format!("sections at {} {editions:?}", source.id.0), json!(at));
        }
    }
    seen.insert("edges".into(), json!(archive.count_edges().unwrap()));
    let stats = archive.stats().unwrap();
    let counts = (stats.sources, stats.pages, stats.lines, stats.chunks, stats.vectors);
    seen.insert("counts".into(), json!(counts));
    for all in [false, true] {
        let model = twolane::text::ModelId(crate::support::archives::MODEL.into());
        let missing = archive.missing_embeddings(&model, all, None, 1000).unwrap();
        let texts: Vec<_> = missing.iter().map(|m| (&m.hash, &m.text)).collect();
        assert_eq!(archive.count_missing_embeddings(&model, all).unwrap(), texts.len());
        seen.insert(format!("missing {all}"), json!(texts));
    }
    let none = SourceId("no such source".into());
    seen.insert("unknown".into(), json!([told(archive.source(&none)), told(archive.pages(&none))]));
    let absent = archive.lexical("road", &ChunkSet::none(), 5, &LexicalOptions::default()).unwrap();
    assert!(absent.is_empty());
    seen
}

fn sorted(mut values: Vec<String>) -> Vec<String> {
    values.sort_unstable();
    values
}

/// Rankings are the same but for the order of scores that are equal within the tolerance.
fn same(what: &str, one: &Value, two: &Value) {
    let tolerance = match what.split(' ').next() {
        Some("lexical" | "ceiling") => LEXICAL,
        Some("nearest") => COSINE,
        _ => {
            assert_eq!(one, two, "{what}");
            return;
        }
    };
    let near = |a: &Value, b: &Value| match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => (a - b).abs() <= tolerance,
        _ => a == b,
    };
    let (Some(a), Some(b)) = (one.as_array(), two.as_array()) else {
        assert!(near(one, two), "{what}: {one} {two}");
        return;
    };
    assert_eq!(a.len(), b.len(), "{what}: {one} {two}");
    for (i, (x, y)) in a.iter().zip(b).enumerate() {
        assert!(near(&x[1], &y[1]), "{what}, place {i}: {x} {y}");
        let twin = b.iter().find(|z| z[0] == x[0]);
        // One that is missing tied with the last that was let in.
        let last = a.last().is_some_and(|last| near(&last[1], &x[1]));
        match twin {
            Some(twin) => assert!(near(&x[1], &twin[1]) && x[2] == twin[2], "{what}: {x} {twin}"),
            None => assert!(last, "{what}: {x} is missing in {two}"),
        }
    }
}
