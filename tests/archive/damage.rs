//! One byte altered anywhere: found by `open` or `check`, or of no effect at all; never a panic.

use crate::support::archives;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use archives::{MODEL, embedding_of_text, embeddings, graph_from, record};
use twolane::archive::{Archive, ArchiveError, ChunkSet, LexicalOptions};
use twolane::text::{ContentHash, ModelId, TokenSigns};

fn build(dir: &Path) {
    let archive = Archive::create(dir).unwrap().with_graph_options(graph_from(10));
    let mut writer = archive.writer().unwrap();
    for i in 0..6 {
        let texts: Vec<String> = (0..5)
            .map(|n| format!("paper {i} line {n} says ${},000 and RSA 91-A:{n} of town", i * 7 + n))
            .collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let r = record(&format!("s{i}"), &format!("/p/{i}.txt"), &texts);
        writer.put(r.clone(), Some(&embeddings(&r))).unwrap();
        if i % 2 == 1 {
            writer.commit().unwrap();
        }
    }
    let r = record("s2", "/p/2.txt", &["replaced RSA text", "another line"]);
    writer.put(r.clone(), Some(&embeddings(&r))).unwrap();
    writer.commit().unwrap();
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            out.extend(files(&path));
        } else {
            out.push(path);
        }
    }
    out.sort();
    out
}

fn copy(from: &Path, to: &Path) {
    for file in files(from) {
        let target = to.join(file.strip_prefix(from).unwrap());
        std::fs::create_dir_all(target.parent().unwrap()).unwrap();
        std::fs::copy(&file, target).unwrap();
    }
}

/// Everything that a caller can see.
fn dump(archive: &Archive) -> Result<String, ArchiveError> {
    let mut out = String::new();
    for source in archive.sources()? {
        let id = source.id.clone();
        out += &format!("{source:?} {:?} {:?}", archive.pages(&id)?, archive.aliases(&id)?);
        out += &format!("{:?} {:?}\n", archive.source(&id)?, archive.chunks_of(&id)?);
    }
    for query in ["paper town", "RSA 91-A:3", "$14,000 replaced"] {
        let hits = archive.lexical(query, &ChunkSet::all(), 50, &LexicalOptions::default())?;
        out += &format!("{hits:?}\n");
    }
    let near = archive.nearest(&embedding_of_text("paper"), &ChunkSet::all(), 50)?;
    Ok(out + &format!("{near:?} {} {:?}", archive.generation(), archive.model()))
}

/// Flips `per_file` bytes of each file, or all when that is more.
fn flip_bytes(per_file: u64) {
    let home = tempfile::tempdir().unwrap();
    let good = home.path().join("good");
    build(&good);
    let sound = Archive::open(&good).unwrap();
    assert_eq!(sound.check().unwrap(), []);
    let want = dump(&sound).unwrap();
    drop(sound);
    let bad = home.path().join("bad");
    let mut kinds = std::collections::BTreeMap::<String, (u32, u32)>::new();
    let mut state = 88_172_645_463_325_252u64;
    for file in files(&good) {
        let name = file.strip_prefix(&good).unwrap();
        let bytes = std::fs::read(&file).unwrap();
        let size = bytes.len() as u64;
        for n in 0..per_file.min(size) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let at = if size <= per_file { n } else { state % size } as usize;
            let _ = std::fs::remove_dir_all(&bad);
            copy(&good, &bad);
            let mut altered = bytes.clone();
            altered[at] ^= 1 << (state >> 32 & 7);
            std::fs::write(bad.join(name), &altered).unwrap();
            let found = match Archive::open(&bad) {
                Err(error) => Some(error.to_string()),
                Ok(archive) => {
                    // Reading whatever is there must not panic, whether it works or not.
                    let seen = dump(&archive);
                    let problems = archive.check().unwrap();
                    if problems.is_empty() {
                        assert_eq!(
                            seen.unwrap(),
                            want,
                            "{} byte {at} changed something unseen",
                            name.display()
                        );
                        None
                    } else {
                        let p = &problems[0];
                        assert!(problems.iter().all(|p| !p.next.is_empty() && !p.part.is_empty()));
                        Some(format!("{} {} {}", p.part, p.what, p.next))
                    }
                }
            };
            let kind =
                name.extension().map_or_else(|| name.display().to_string(), |e| e.to_string_lossy().into());
            let count = kinds.entry(kind).or_default();
            match found {
                Some(message) => {
                    assert!(message.contains("twolane") || message.contains("ingest"), "{message}");
                    count.0 += 1;
                }
                None => {
                    // Neither holds anything that outlives the processes which use it.
                    let empty = ["writer.lock", "catalog.sqlite-shm"].iter().any(|n| name == Path::new(n));
                    assert!(empty, "{} byte {at} was not found", name.display());
                    count.1 += 1;
                }
            }
        }
    }
    eprintln!("flips found / without effect, by kind of file: {kinds:?}");
}

#[test]
fn a_flipped_byte_is_found_in_every_file() {
    flip_bytes(12);
}

/// `cargo test --release --test archive damage:: -- --ignored flipped --nocapture`: some minutes.
#[test]
#[ignore = "many positions; see the comment"]
fn many_flipped_bytes_are_found() {
    flip_bytes(600);
}

/// Without the seal (after a crash) the digests alone must find every change that can be seen.
#[test]
fn without_a_seal_no_visible_change_is_missed() {
    let home = tempfile::tempdir().unwrap();
    let good = home.path().join("good");
    build(&good);
    let want = dump(&Archive::open(&good).unwrap()).unwrap();
    let bytes = std::fs::read(good.join("catalog.sqlite")).unwrap();
    // Most of a small catalogue is unused pages of zeros, where nothing can be seen to change.
    let used: Vec<usize> = bytes.iter().enumerate().filter(|(_, b)| **b != 0).map(|(at, _)| at).collect();
    let bad = home.path().join("bad");
    let (mut found, mut harmless) = (0, 0);
    for n in 0..150usize {
        let at = used[(n * 7919 + 13) * 104_729 % used.len()];
        let _ = std::fs::remove_dir_all(&bad);
        copy(&good, &bad);
        // A description of an older generation, as a crash leaves it.
        std::fs::remove_file(bad.join("archive.toml")).unwrap();
        let mut altered = bytes.clone();
        altered[at] ^= 1 << (n % 8);
        std::fs::write(bad.join("catalog.sqlite"), altered).unwrap();
        let Ok(archive) = Archive::open(&bad) else {
            found += 1;
            continue;
        };
        let problems = archive.check().unwrap();
        if problems.iter().any(|p| !p.part.ends_with("archive.toml")) {
            found += 1;
        } else {
            harmless += 1;
            assert_eq!(dump(&archive).unwrap(), want, "byte {at}");
        }
    }
    eprintln!("found {found}, without effect {harmless}");
    assert!(found > 60);
}

#[test]
fn derived_parts_come_back_by_rebuild() {
    let dir = tempfile::tempdir().unwrap();
    build(dir.path());
    let archive = Archive::open(dir.path()).unwrap();
    let want: Vec<String> = dump(&archive).unwrap().lines().map(str::to_owned).collect();
    drop(archive);
    for part in ["lexical", "vectors", "graph"] {
        for file in files(&dir.path().join(part)) {
            std::fs::remove_file(file).unwrap();
        }
        let archive = Archive::open(dir.path()).unwrap().with_graph_options(graph_from(10));
        assert_eq!(archive.sources().unwrap().len(), 6, "the catalogue works without");
        assert!(!archive.check().unwrap().is_empty());
        let error = match part {
            // Searches do without.
            "graph" => dump(&archive).map(|_| archive.without_graph().unwrap()).unwrap(),
            _ => dump(&archive).unwrap_err(),
        };
        assert!(error.to_string().contains("twolane index rebuild"), "{error}");
        let report = archive.rebuild().unwrap();
        assert_eq!((report.chunks, report.without_vector), (27, 0));
        assert_eq!(archive.check().unwrap(), []);
        let now: Vec<String> = dump(&archive).unwrap().lines().map(str::to_owned).collect();
        assert_eq!(now[..9], want[..9], "everything but the generation");
    }
}

#[test]
fn a_damaged_source_can_be_removed_and_put_again() {
    let dir = tempfile::tempdir().unwrap();
    build(dir.path());
    let conn = rusqlite::Connection::open(dir.path().join("catalog.sqlite")).unwrap();
    conn.execute("UPDATE line SET text = 'forged' WHERE source = 4 AND position = 1", []).unwrap();
    conn.execute("UPDATE source SET meta = 'x' WHERE key = 5", []).unwrap();
    conn.execute("DELETE FROM path WHERE source = 6", []).unwrap();
    drop(conn);
    let archive = Archive::open(dir.path()).unwrap();
    let problems = archive.check().unwrap();
    let parts: Vec<&str> =
        problems.iter().map(|p| p.part.as_str()).filter(|p| p.starts_with("source")).collect();
    assert_eq!(parts, ["source s3", "source s4", "source s5"], "{problems:#?}");
    let mut writer = archive.writer().unwrap();
    for i in 3..6 {
        let r = record(&format!("s{i}"), &format!("/p/{i}.txt"), &["again", "and again"]);
        writer.remove(&r.id).unwrap();
        writer.put(r.clone(), Some(&embeddings(&r))).unwrap();
    }
    writer.commit().unwrap();
    drop(writer);
    let problems = archive.check().unwrap();
    assert_eq!(problems, []);
}

#[test]
fn a_lost_commit_is_noticed() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap();
    let mut writer = archive.writer().unwrap();
    for i in 0..2 {
        let r = record(&format!("s{i}"), &format!("/p/{i}"), &["one"]);
        writer.put(r.clone(), Some(&embeddings(&r))).unwrap();
        writer.commit().unwrap();
    }
    // The reader has kept the log from being emptied; the copy is what a crash leaves.
    let copied = tempfile::tempdir().unwrap();
    copy(dir.path(), copied.path());
    let log = copied.path().join("catalog.sqlite-wal");
    assert!(log.metadata().unwrap().len() > 0);
    let mut bytes = std::fs::read(&log).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&log, bytes).unwrap();
    let _ = std::fs::remove_file(copied.path().join("catalog.sqlite-shm"));
    let damaged = Archive::open(copied.path()).unwrap();
    assert!(damaged.generation() < 2);
    let problems = damaged.check().unwrap();
    assert!(problems[0].what.contains("commit 2"), "{problems:?}");
    assert!(problems[0].next.contains("twolane ingest"));
}

#[test]
fn reembedding_goes_on_where_it_stopped_and_switches_at_once() {
    let dir = tempfile::tempdir().unwrap();
    build(dir.path());
    let archive = Archive::open(dir.path()).unwrap();
    let model = ModelId("next@2".into());
    let mut writer = archive.writer().unwrap();
    assert!(matches!(writer.use_model(&model), Err(ArchiveError::MissingEmbeddings { missing: 27, .. })));
    let mut rounds = 0;
    assert_eq!(archive.count_missing_embeddings(&model, false).unwrap(), 27);
    let after = archive.missing_embeddings(&model, false, None, 7).unwrap()[6].chunk;
    assert!(
        archive.missing_embeddings(&model, false, Some(after), 7).unwrap().iter().all(|m| m.chunk > after)
    );
    loop {
        let missing = archive.missing_embeddings(&model, false, None, 10).unwrap();
        if missing.is_empty() {
            break;
        }
        let entries: Vec<_> = missing
            .into_iter()
            .map(|missing| {
                let mut e = embedding_of_text(&missing.text);
                e.model = model.clone();
                e.values.truncate(8);
                (missing.hash, e)
            })
            .collect();
        writer.cache(&entries).unwrap();
        writer.commit().unwrap();
        archive.refresh().unwrap();
        assert_eq!(archive.model(), Some(ModelId(MODEL.into())), "search goes on with the old one");
        archive.nearest(&embedding_of_text("paper"), &ChunkSet::all(), 3).unwrap();
        rounds += 1;
    }
    assert_eq!(rounds, 3);
    writer.use_model(&model).unwrap();
    writer.commit().unwrap();
    drop(writer);
    archive.refresh().unwrap();
    assert_eq!((archive.model(), archive.dimensions()), (Some(model.clone()), Some(8)));
    assert!(archive.nearest(&embedding_of_text("paper"), &ChunkSet::all(), 3).is_err());
    assert_eq!(archive.check().unwrap(), []);
    assert_eq!(archive.recall(10, 20).unwrap(), Some(1.0));
    let stats = archive.stats().unwrap();
    assert_eq!((stats.vectors, stats.chunks, stats.cache.len()), (27, 27, 2));
}

#[test]
fn signs_of_token_vectors_are_found_again_and_altered_ones_are_not_used() {
    let dir = tempfile::tempdir().unwrap();
    build(dir.path());
    let archive = Archive::open(dir.path()).unwrap();
    let model = ModelId(MODEL.into());
    let rows: Vec<[f32; 9]> = vec![[1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0], [-1.0; 9]];
    let signs = TokenSigns::of(9, rows.iter().map(|row| row.as_slice()));
    let hashes: Vec<ContentHash> = ["one", "two", "three"].map(|t| ContentHash::of(t.as_bytes())).to_vec();
    let entries: Vec<_> = hashes.iter().take(2).map(|hash| (hash.clone(), signs.clone())).collect();
    let mut writer = archive.writer().unwrap();
    writer.keep_token_signs(&model, &entries).unwrap();
    writer.commit().unwrap();
    drop(writer);
    archive.refresh().unwrap();
    let kept = archive.token_signs(&model, &hashes).unwrap();
    assert_eq!(kept, [Some(signs.clone()), Some(signs.clone()), None]);
    assert_eq!(archive.token_signs(&ModelId("other@1".into()), &hashes).unwrap(), [None, None, None]);
    assert_eq!(archive.check().unwrap(), []);
    drop(archive);
    let conn = rusqlite::Connection::open(dir.path().join("catalog.sqlite")).unwrap();
    conn.execute("UPDATE token_signs SET signs = x'00000000' WHERE id = 1", []).unwrap();
    drop(conn);
    let archive = Archive::open(dir.path()).unwrap();
    assert_eq!(archive.token_signs(&model, &hashes).unwrap(), [None, Some(signs.clone()), None]);
    let problems = archive.check().unwrap();
    assert!(problems.iter().any(|p| p.what.contains("token vectors of 1 texts")), "{problems:?}");
}

/// A flipped bit in a row is no error of a search, which only ranks worse.
#[test]
fn altered_vectors_are_found_beside_other_work() {
    let dir = tempfile::tempdir().unwrap();
    build(dir.path());
    let found = |archive: &Archive| {
        let until = Instant::now() + Duration::from_secs(20);
        while archive.vector_damage().is_none() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        archive.vector_damage()
    };
    let part =
        files(&dir.path().join("vectors")).into_iter().find(|f| f.extension().unwrap() == "vec").unwrap();
    let mut bytes = std::fs::read(&part).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&part, &bytes).unwrap();
    let archive = Archive::open(dir.path()).unwrap();
    assert!(archive.vector_damage().is_none(), "nothing was asked for");
    archive.check_vectors_beside(10);
    assert!(archive.vector_damage().is_none(), "more than it may read");
    let archive = Archive::open(dir.path()).unwrap();
    let earlier = archive.clone();
    archive.check_vectors_beside(u64::MAX);
    let text = found(&archive).expect("it is found").to_string();
    assert!(text.contains("vectors") && text.contains("twolane index rebuild"), "{text}");
    assert!(earlier.vector_damage().is_some(), "clones share it");
    archive.nearest(&embedding_of_text("paper"), &ChunkSet::all(), 3).unwrap();
    // The next generation has other files, which are compared too.
    Archive::open(dir.path()).unwrap().rebuild().unwrap();
    archive.refresh().unwrap();
    assert!(archive.vector_damage().is_none());
    assert_eq!(archive.check().unwrap(), []);
}
