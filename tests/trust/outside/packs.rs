//! Packs that lie: about vectors, days, places, ids, signers and names.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use flate2::Compression;
use flate2::write::GzEncoder;
use twolane::archive::{Archive, ChunkRecord, Editions, Metadata, SourceRecord};
use twolane::encoder::{Embedder, InferenceError, OnProgress, Role};
use twolane::ingest::chunk::ChunkOptions;
use twolane::ingest::pack::{InstallError, InstallStep, Installer, InstallerOptions, embed_sections};
use twolane::ingest::{IngestOptions, Reading};
use twolane::law::pack::{
    Manifest, Pack, PackContent, PackEmbeddings, PackFile, PackOptions, Signing, open, write,
};
use twolane::law::{StatuteSection, Unit};
use twolane::text::{ContentHash, Embedding, Line, ModelId, SourceId};

/// Unit vectors of a text's letters.
struct Letters {
    id: ModelId,
    calls: AtomicUsize,
}

impl Letters {
    fn new() -> Self {
        Letters { id: ModelId("letters@1".into()), calls: AtomicUsize::new(0) }
    }

    fn vector(text: &str) -> Vec<f32> {
        let mut counts = vec![0.01f32; 26];
        for c in text.to_lowercase().bytes().filter(u8::is_ascii_lowercase) {
            counts[usize::from(c - b'a')] += 1.0;
        }
        let norm = counts.iter().map(|x| x * x).sum::<f32>().sqrt();
        counts.into_iter().map(|x| x / norm).collect()
    }
}

impl Embedder for Letters {
    fn model(&self) -> &ModelId {
        &self.id
    }
    fn dimensions(&self) -> usize {
        26
    }
    fn max_tokens(&self) -> usize {
        256
    }
    fn count_tokens(&self, text: &str) -> usize {
        text.split_whitespace().count()
    }
    fn embed(&self, texts: &[&str], _: Role, _: OnProgress<'_>) -> Result<Vec<Embedding>, InferenceError> {
        self.calls.fetch_add(texts.len(), Ordering::Relaxed);
        Ok(texts.iter().map(|t| Embedding { model: self.id.clone(), values: Self::vector(t) }).collect())
    }
}

fn about(name: &str, edition: &str, as_of: &str) -> Manifest {
    Manifest {
        format: 1,
        name: name.into(),
        title: "Sample Code".into(),
        jurisdiction: "NH".into(),
        edition: edition.into(),
        as_of: as_of.into(),
        grammar: "rsa".into(),
        licence: "written for tests".into(),
        coverage: "a few sections".into(),
        limits: vec![],
        every_section: false,
        sections: 0,
        embeddings: None,
        files: vec![],
    }
}

fn section(citation: &str, text: &str) -> StatuteSection {
    StatuteSection {
        citation: citation.into(),
        heading: "A Heading.".into(),
        units: vec![Unit { path: vec![], text: text.into() }],
        ..StatuteSection::default()
    }
}

fn sections() -> Vec<StatuteSection> {
    (1..=40)
        .map(|n| {
            section(&format!("RSA 901:{n}"), &format!("Bonfire number {n} needs a permit of the warden."))
        })
        .collect()
}

fn written(about: Manifest, content: &PackContent) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.twopack");
    write(&path, about, content, &PackOptions::default()).unwrap();
    (dir, path)
}

fn pack(about: Manifest, sections: Vec<StatuteSection>) -> Pack {
    let (_dir, path) = written(about, &PackContent { sections, embeddings: None });
    open(&path, &PackOptions::default()).unwrap()
}

fn true_embeddings(manifest: &Manifest, sections: &[StatuteSection]) -> PackEmbeddings {
    let mut options = IngestOptions::new(Reading::InProcess);
    options.chunk = ChunkOptions::default();
    options.read.wrap = 100;
    embed_sections(sections, manifest, &Letters::new(), &options, &|_, _| true).unwrap()
}

fn with_embeddings(change: impl Fn(&mut PackEmbeddings)) -> (tempfile::TempDir, PathBuf) {
    let about = about("sample-code", "2024", "2024-01-01");
    let mut embeddings = true_embeddings(&about, &sections());
    change(&mut embeddings);
    written(about, &PackContent { sections: sections(), embeddings: Some(("letters@1".into(), embeddings)) })
}

fn installer<'a>(archive: &'a Archive, embedder: Option<&'a dyn Embedder>) -> Installer<'a> {
    let options = InstallerOptions {
        lane: "state".into(),
        wrap: 100,
        chunk: ChunkOptions::default(),
        embed_group: 32,
        token_vectors: true,
    };
    Installer::new(archive, embedder, options)
}

fn always(_: InstallStep) -> bool {
    true
}

fn archive() -> (tempfile::TempDir, Archive) {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap();
    (dir, archive)
}

fn cached(archive: &Archive) -> u64 {
    archive.stats().unwrap().cache.iter().map(|c| c.entries).sum()
}

/// A source of the user's own, with these words as its one chunk.
fn own_source(id: &str, header: &str, text: &str) -> SourceRecord {
    SourceRecord {
        id: SourceId(id.into()),
        paths: vec![format!("/papers/{id}")],
        title: "A paper".into(),
        hash: ContentHash::of(id.as_bytes()),
        kind: "text".into(),
        bytes: 1,
        meta: Metadata { lane: "local".into(), ..Metadata::default() },
        pages: vec![],
        lines: vec![Line::plain(0, 1, text)],
        aliases: vec![],
        chunks: vec![ChunkRecord {
            first_line: 0,
            end_line: 1,
            header: header.into(),
            text: text.into(),
            citations: vec![],
            section: None,
            table: false,
        }],
        edges: vec![],
        notes: vec![],
        recipe: "test".into(),
    }
}

#[test]
fn vectors_of_no_model_are_refused() {
    let scaled =
        |by: f32| move |e: &mut PackEmbeddings| e.vectors.values_mut().flatten().for_each(|x| *x *= by);
    let one = |values: Vec<f32>| {
        move |e: &mut PackEmbeddings| *e.vectors.values_mut().next().unwrap() = values.clone()
    };
    let sound = with_embeddings(|_| {});
    open(&sound.1, &PackOptions::default()).unwrap();
    let nan = {
        let mut v = vec![0.0; 26];
        v[0] = f32::NAN;
        v
    };
    let huge = {
        let mut v = vec![0.0; 26];
        v[0] = f32::MAX;
        v
    };
    let cases: Vec<(&str, (tempfile::TempDir, PathBuf))> = vec![
        ("103.9 long", with_embeddings(scaled(103.9))),
        ("a little long", with_embeddings(scaled(1.01))),
        ("short", with_embeddings(scaled(0.5))),
        ("one of zeroes", with_embeddings(one(vec![0.0; 26]))),
        ("one long", with_embeddings(one(vec![103.9; 26]))),
        ("not a number", with_embeddings(one(nan))),
        ("as large as can be", with_embeddings(one(huge))),
        ("infinite", with_embeddings(one(vec![f32::INFINITY; 26]))),
    ];
    for (what, (_dir, path)) in &cases {
        assert!(open(path, &PackOptions::default()).is_err(), "{what}");
    }
    // The same text twice, and texts out of order.
    let mut bytes = true_embeddings(&about("a", "1", "2024-01-01"), &sections()).to_bytes();
    let row = 32 + 26 * 4;
    let (first, second) = (bytes[24..24 + row].to_vec(), bytes[24 + row..24 + 2 * row].to_vec());
    bytes[24 + row..24 + 2 * row].copy_from_slice(&first);
    assert!(PackEmbeddings::of_bytes(&bytes).is_none());
    bytes[24..24 + row].copy_from_slice(&second);
    assert!(PackEmbeddings::of_bytes(&bytes).is_none());
}

#[test]
fn vectors_that_the_model_does_not_give_are_refused() {
    let lie = with_embeddings(|e| {
        e.vectors.values_mut().for_each(|v| *v = Letters::vector("what is the burn permit fee"))
    });
    let other_size = with_embeddings(|e| {
        e.dims = 2;
        e.vectors.values_mut().for_each(|v| *v = vec![0.6, 0.8]);
    });
    for (_dir, path) in [lie, other_size] {
        let (_home, archive) = archive();
        let pack = open(&path, &PackOptions::default()).unwrap();
        let letters = Letters::new();
        let refused = installer(&archive, Some(&letters)).install(&pack, &always);
        assert!(matches!(refused, Err(InstallError::Embeddings { .. })), "{refused:?}");
        archive.refresh().unwrap();
        assert_eq!((archive.sources().unwrap().len(), cached(&archive)), (0, 0));
    }
    // True ones save the work, all but a sample.
    let (_home, archive) = archive();
    let (_dir, path) = with_embeddings(|_| {});
    let letters = Letters::new();
    let report = installer(&archive, Some(&letters))
        .install(&open(&path, &PackOptions::default()).unwrap(), &always)
        .unwrap();
    assert_eq!((report.embeddings_from_pack, report.embedded), (40, 0));
    assert!(letters.calls.load(Ordering::Relaxed) <= 16);
}

#[test]
fn carried_vectors_stay_with_their_pack() {
    let (_home, archive) = archive();
    let letters = Letters::new();
    // The archive has a model, and this machine embeds nothing now.
    let own = own_source("own", "Own", "The own text.");
    let vector =
        letters.embed(&[own.chunks[0].embedded_text().as_str()], Role::Passage, &|_, _| true).unwrap();
    let mut writer = archive.writer().unwrap();
    writer.put(own, Some(&vector)).unwrap();
    writer.commit().unwrap();
    drop(writer);
    archive.refresh().unwrap();
    // One lie: the first section claims to be what everybody asks.
    let poison = Letters::vector("zzz");
    let (_dir, path) = with_embeddings(|e| *e.vectors.values_mut().next().unwrap() = poison.clone());
    let report =
        installer(&archive, None).install(&open(&path, &PackOptions::default()).unwrap(), &always).unwrap();
    assert_eq!(report.embeddings_from_pack, 40);
    assert_eq!(cached(&archive), 1, "carried vectors reached the shared cache");
    assert_eq!(archive.check().unwrap(), []);
    assert_eq!(archive.count_missing_embeddings(&letters.id, false).unwrap(), 40);
    // A paper with the very text of a section gets its own vector, not the pack's.
    let chunks: Vec<_> = archive.missing_embeddings(&letters.id, false, None, 40).unwrap();
    let writer = archive.writer().unwrap();
    for chunk in &chunks {
        assert_eq!(writer.cached(&letters.id, std::slice::from_ref(&chunk.hash)).unwrap(), [None]);
    }
    drop(writer);
    assert_eq!(installer(&archive, None).remove("sample-code", None, &|_| true).unwrap(), 1);
    assert_eq!(cached(&archive), 1);
    assert_eq!(archive.check().unwrap(), []);
    let near = archive
        .nearest(
            &Embedding { model: letters.id.clone(), values: poison },
            &archive.select(&Default::default()).unwrap(),
            50,
        )
        .unwrap();
    assert_eq!(near.len(), 1, "a removed pack's vectors are searched");
}

#[test]
fn an_edition_that_goes_takes_its_vectors_from_shared_sections() {
    let (_home, archive) = archive();
    let letters = Letters::new();
    let own = own_source("own", "Own", "The own text.");
    let vector =
        letters.embed(&[own.chunks[0].embedded_text().as_str()], Role::Passage, &|_, _| true).unwrap();
    let mut writer = archive.writer().unwrap();
    writer.put(own, Some(&vector)).unwrap();
    writer.commit().unwrap();
    drop(writer);
    archive.refresh().unwrap();
    let (_dir, path) = with_embeddings(|_| {});
    installer(&archive, None).install(&open(&path, &PackOptions::default()).unwrap(), &always).unwrap();
    let next = pack(about("sample-code", "2025", "2025-01-01"), sections());
    let report = installer(&archive, None).update(&next, false, &always).unwrap();
    assert_eq!(report.shared, 40);
    installer(&archive, None).remove("sample-code", Some("2024"), &|_| true).unwrap();
    assert_eq!(archive.sources().unwrap().len(), 41);
    let query = Embedding { model: letters.id.clone(), values: Letters::vector("bonfire") };
    let near = archive.nearest(&query, &archive.select(&Default::default()).unwrap(), 50).unwrap();
    assert_eq!(near.len(), 1);
    assert_eq!(archive.check().unwrap(), []);
}

#[test]
fn days_in_another_form_are_refused() {
    for (as_of, sound) in [
        ("2024-01-31", true),
        ("2024-02-29", true),
        ("20240131", false),
        ("+002024-01-31", false),
        ("2024-1-31", false),
        ("2024-01-31T00:00", false),
        ("2024-01-31 ", false),
        ("2024-W05-3", false),
        ("2024-031", false),
        ("2023-02-29", false),
        ("2024", false),
        ("31.1.2024", false),
        ("٢٠٢٤-٠١-٣١", false),
        ("-002024-01-31", false),
        ("newest", false),
        ("", false),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.twopack");
        let content = PackContent { sections: sections(), embeddings: None };
        let made = write(&path, about("sample-code", "2024", as_of), &content, &PackOptions::default());
        assert_eq!(made.is_ok(), sound, "{as_of:?}");
    }
}

#[test]
fn an_odd_day_of_a_version_before_does_not_win() {
    let (dir, archive) = archive();
    installer(&archive, None)
        .install(&pack(about("sample-code", "2020", "2020-01-01"), sections()), &always)
        .unwrap();
    installer(&archive, None)
        .install(&pack(about("sample-code", "2024", "2024-01-01"), sections()), &always)
        .unwrap();
    drop(archive);
    let conn = rusqlite::Connection::open(dir.path().join("catalog.sqlite")).unwrap();
    conn.execute("UPDATE pack SET as_of = '20200101' WHERE edition = '2020'", []).unwrap();
    drop(conn);
    let archive = Archive::open(dir.path()).unwrap();
    let force = archive.packs_in_force(&Editions::default()).unwrap();
    assert_eq!(force.iter().map(|p| p.manifest.edition.as_str()).collect::<Vec<_>>(), ["2024"]);
}

#[test]
fn a_text_that_two_packs_print_holds_where_each_pack_says() {
    let (_home, archive) = archive();
    let vermont = Manifest { jurisdiction: "VT".into(), ..about("other-code", "2024", "2024-06-01") };
    installer(&archive, None)
        .install(&pack(about("sample-code", "2024", "2024-01-01"), sections()), &always)
        .unwrap();
    let report = installer(&archive, None).install(&pack(vermont, sections()), &always).unwrap();
    assert_eq!((report.shared, report.also_in.get("sample-code")), (0, Some(&40)));
    let places = || {
        let mut found: Vec<(Option<String>, bool)> = archive
            .sources()
            .unwrap()
            .into_iter()
            .map(|s| (s.meta.jurisdiction, s.paths[0].starts_with("pack:other-code/")))
            .collect();
        found.sort();
        found.dedup();
        found
    };
    assert_eq!(places(), [(Some("NH".into()), false), (Some("VT".into()), true)]);
    installer(&archive, None).remove("sample-code", None, &|_| true).unwrap();
    assert_eq!(places(), [(Some("VT".into()), true)]);
    assert_eq!(archive.check().unwrap(), []);
    // Another lane is another membership too, and editions of one pack share.
    let next = Manifest { jurisdiction: "VT".into(), ..about("other-code", "2025", "2025-06-01") };
    let report = installer(&archive, None).update(&pack(next, sections()), false, &always).unwrap();
    assert_eq!(report.shared, 40);
}

#[test]
fn an_id_is_never_taken_from_another_text() {
    let (_home, first) = archive();
    let made = pack(about("sample-code", "2024", "2024-01-01"), sections());
    installer(&first, None).install(&made, &always).unwrap();
    let ids: Vec<SourceId> = first.sources().unwrap().into_iter().map(|s| s.id).collect();
    // Whoever makes a text whose hash begins alike gets that id first.
    let (_home, archive) = archive();
    let mut writer = archive.writer().unwrap();
    for id in &ids {
        writer.put(own_source(&id.0, "Own", "The own text."), None).unwrap();
    }
    writer.commit().unwrap();
    drop(writer);
    archive.refresh().unwrap();
    installer(&archive, None).install(&made, &always).unwrap();
    let sources = archive.sources().unwrap();
    assert_eq!(sources.len(), 80, "a source was overwritten");
    assert_eq!(sources.iter().filter(|s| s.kind == "text" && s.paths.len() == 1).count(), 40);
    assert_eq!(archive.check().unwrap(), []);
}

#[test]
fn who_signed_is_who_updates() {
    let signed = |pack: Pack, key: Option<&str>| Pack {
        signing: key.map_or(Signing::None, |key| Signing::Valid { key: key.into(), comment: String::new() }),
        ..pack
    };
    let edition =
        |n: usize| pack(about("sample-code", &format!("20{n}"), &format!("20{n}-01-01")), sections());
    for (first, second, taken) in [
        (Some("K1"), Some("K1"), true),
        (Some("K1"), None, false),
        (Some("K1"), Some("K2"), false),
        (None, None, true),
        (None, Some("K1"), true),
    ] {
        for beside in [false, true] {
            let (_home, archive) = archive();
            let installer = installer(&archive, None);
            installer.install(&signed(edition(24), first), &always).unwrap();
            let newer = signed(edition(25), second);
            let put = |i: &Installer<'_>| {
                if beside { i.install(&newer, &always) } else { i.update(&newer, false, &always) }
            };
            let outcome = put(&installer);
            assert_eq!(outcome.is_ok(), taken, "{first:?} {second:?}: {outcome:?}");
            if let Err(error) = outcome {
                assert!(matches!(error, InstallError::OtherSigner { .. }), "{error}");
                assert!(error.to_string().contains("--accept-signer-change"), "{error}");
                assert_eq!(archive.packs().unwrap().len(), 1);
                let report = put(&installer.accepting_signer_change(true)).unwrap();
                assert_eq!(report.signer_before.as_deref(), Some("K1"));
            }
        }
    }
    // A signature that nobody checked is none.
    let (_home, archive) = archive();
    installer(&archive, None).install(&signed(edition(24), Some("K1")), &always).unwrap();
    let unchecked = Pack { signing: Signing::Unchecked, ..edition(25) };
    assert!(matches!(
        installer(&archive, None).update(&unchecked, false, &always),
        Err(InstallError::OtherSigner { .. })
    ));
}

#[test]
fn another_law_is_no_edition_and_a_signed_one_is_quoted_first() {
    let (_home, archive) = archive();
    let first = Pack {
        signing: Signing::Valid { key: "K1".into(), comment: String::new() },
        ..pack(about("sample-code", "2024", "2024-01-01"), sections())
    };
    installer(&archive, None).install(&first, &always).unwrap();
    for other in [
        Manifest { jurisdiction: "VT".into(), ..about("sample-code", "2025", "2025-01-01") },
        Manifest { grammar: "mcl".into(), ..about("sample-code", "2025", "2025-01-01") },
    ] {
        let refused = installer(&archive, None).install(&pack(other, sections()), &always);
        assert!(matches!(refused, Err(InstallError::OtherLaw { .. })), "{refused:?}");
    }
    // A pack of another name that claims the same citations, of a later day.
    let rogue =
        pack(about("rogue", "1", "2026-01-01"), vec![section("RSA 901:1", "Anybody may burn anything.")]);
    installer(&archive, None).install(&rogue, &always).unwrap();
    let found = archive.sections("RSA 901:1", &Editions::default()).unwrap();
    assert_eq!(found.iter().map(|s| s.pack.as_str()).collect::<Vec<_>>(), ["sample-code", "rogue"]);
}

/// A pack file of these entries, as they are.
fn raw(entries: &[(&str, Vec<u8>)]) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.twopack");
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    for (name, bytes) in entries {
        let mut header = tar::Header::new_ustar();
        header.set_entry_type(tar::EntryType::Regular);
        header.set_mode(0o644);
        header.set_size(bytes.len() as u64);
        header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        gz.write_all(header.as_bytes()).unwrap();
        gz.write_all(bytes).unwrap();
        gz.write_all(&vec![0; bytes.len().next_multiple_of(512) - bytes.len()]).unwrap();
    }
    gz.write_all(&[0; 1024]).unwrap();
    std::fs::write(&path, gz.finish().unwrap()).unwrap();
    (dir, path)
}

#[test]
fn odd_words_and_numbers_are_refused() {
    let lines = |sections: &[StatuteSection]| -> Vec<u8> {
        sections.iter().flat_map(|s| [serde_json::to_vec(s).unwrap(), b"\n".to_vec()].concat()).collect()
    };
    let try_it = |about: Manifest, sections: &[StatuteSection], replace: Option<(&str, &str)>| {
        let content = lines(sections);
        let file = PackFile {
            path: "sections.jsonl".into(),
            bytes: content.len() as u64,
            blake3: blake3::hash(&content).to_hex().to_string(),
        };
        let manifest = Manifest { sections: sections.len() as u64, files: vec![file], ..about };
        let mut text = serde_json::to_string(&manifest).unwrap();
        if let Some((from, to)) = replace {
            assert!(text.contains(from), "{from} in {text}");
            text = text.replacen(from, to, 1);
        }
        let (_dir, path) = raw(&[("pack.json", text.into_bytes()), ("sections.jsonl", content)]);
        open(&path, &PackOptions::default())
    };
    let plain = || about("sample-code", "2024", "2024-01-01");
    let two = [section("RSA 901:1", "One."), section("RSA 901:2", "Two.")];
    assert!(try_it(plain(), &two, None).is_ok());
    for odd in [
        "a\u{1b}[2K",
        "a\nb",
        "a\rb",
        "a\u{202e}b",
        "a\u{200b}b",
        "a\u{ad}b",
        "a\u{e0041}b",
        "a\u{9b}b",
        "a\0b",
    ] {
        for manifest in [
            Manifest { title: odd.into(), ..plain() },
            Manifest { jurisdiction: odd.into(), ..plain() },
            Manifest { licence: odd.into(), ..plain() },
            Manifest { coverage: odd.into(), ..plain() },
            Manifest { limits: vec![odd.into()], ..plain() },
            Manifest { grammar: odd.into(), ..plain() },
            Manifest { name: odd.into(), ..plain() },
            Manifest { edition: odd.into(), ..plain() },
        ] {
            let refused =
                try_it(manifest.clone(), &two, None).expect_err(&format!("{manifest:?}")).to_string();
            assert!(!refused.contains(odd), "{refused:?}");
        }
        assert!(try_it(plain(), &[section(odd, "One.")], None).is_err(), "{odd:?}");
        let heading = StatuteSection { heading: odd.into(), ..section("RSA 901:1", "One.") };
        assert!(try_it(plain(), &[heading], None).is_err(), "{odd:?}");
    }
    for (from, to) in [
        ("\"sections\":2", "\"sections\":-1"),
        ("\"sections\":2", "\"sections\":2.0"),
        ("\"sections\":2", "\"sections\":18446744073709551616"),
        ("\"format\":1", "\"format\":-1"),
        ("\"bytes\":", "\"bytes\":-"),
        ("\"sections\":2", "\"sections\":2,\"sections\":2"),
        ("\"name\":", "\"name\":\"x\",\"name\":"),
    ] {
        assert!(try_it(plain(), &two, Some((from, to))).is_err(), "{to}");
    }
    // One citation, two texts in force or one repealed: which one would be the law?
    let repealed =
        StatuteSection { status: twolane::law::SectionStatus::Repealed, ..section("RSA 901:1", "Two.") };
    assert!(try_it(plain(), &[section("RSA 901:1", "One."), repealed], None).is_err());
    let proposed =
        StatuteSection { status: twolane::law::SectionStatus::Proposed, ..section("RSA 901:1", "Two.") };
    assert!(try_it(plain(), &[section("RSA 901:1", "One."), proposed], None).is_ok());
}
