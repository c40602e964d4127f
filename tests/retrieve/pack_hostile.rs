//! Packs that were made to do harm, or were harmed on the way: each is refused with its reason, and
//! nothing is written.

use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use tar::{EntryType, Header};
use twolane::law::pack::{Manifest, PackContent, PackError, PackFile, PackOptions, Signing, open, write};
use twolane::law::{StatuteSection, Unit};

fn about() -> Manifest {
    Manifest {
        format: 1,
        name: "sample-code".into(),
        title: "Sample Code".into(),
        jurisdiction: "NH".into(),
        edition: "2024".into(),
        as_of: "2024-01-01".into(),
        grammar: "rsa".into(),
        licence: "written for tests".into(),
        coverage: "two sections".into(),
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

fn content() -> PackContent {
    PackContent {
        sections: vec![section("RSA 901:1", "One."), section("RSA 901:2", "Two.")],
        embeddings: None,
    }
}

fn lines() -> Vec<u8> {
    content()
        .sections
        .iter()
        .flat_map(|s| [serde_json::to_vec(s).unwrap(), b"\n".to_vec()].concat())
        .collect()
}

struct Made {
    path: PathBuf,
    _dir: tempfile::TempDir,
}

fn sound() -> (Made, Manifest) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.twopack");
    let manifest = write(&path, about(), &content(), &PackOptions::default()).unwrap();
    (Made { path, _dir: dir }, manifest)
}

/// One entry of a tar file, as hostile as it likes.
struct Entry<'a> {
    name: &'a [u8],
    kind: EntryType,
    link: Option<&'a str>,
    bytes: Vec<u8>,
    /// Size in the header, where it lies.
    claims: Option<u64>,
}

fn file<'a>(name: &'a str, bytes: impl Into<Vec<u8>>) -> Entry<'a> {
    Entry { name: name.as_bytes(), kind: EntryType::Regular, link: None, bytes: bytes.into(), claims: None }
}

fn made(entries: &[Entry<'_>]) -> Made {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.twopack");
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    for entry in entries {
        let mut header = Header::new_ustar();
        header.set_entry_type(entry.kind);
        header.set_mode(0o644);
        header.set_size(entry.claims.unwrap_or(entry.bytes.len() as u64));
        // The library refuses `..` in a path: it is written past it.
        header.as_mut_bytes()[..entry.name.len()].copy_from_slice(entry.name);
        if let Some(link) = entry.link {
            header.set_link_name(link).unwrap();
        }
        header.set_cksum();
        gz.write_all(header.as_bytes()).unwrap();
        gz.write_all(&entry.bytes).unwrap();
        gz.write_all(&vec![0; entry.bytes.len().next_multiple_of(512) - entry.bytes.len()]).unwrap();
    }
    gz.write_all(&[0; 1024]).unwrap();
    std::fs::write(&path, gz.finish().unwrap()).unwrap();
    Made { path, _dir: dir }
}

fn manifest_of(files: Vec<PackFile>) -> Vec<u8> {
    serde_json::to_vec(&Manifest { sections: 2, files, ..about() }).unwrap()
}

fn listed(path: &str, bytes: &[u8]) -> PackFile {
    PackFile {
        path: path.into(),
        bytes: bytes.len() as u64,
        blake3: blake3::hash(bytes).to_hex().to_string(),
    }
}

fn refusal(path: &Path) -> String {
    let before: Vec<_> =
        std::fs::read_dir(path.parent().unwrap()).unwrap().map(|e| e.unwrap().path()).collect();
    let error = open(path, &PackOptions::default()).expect_err("a hostile pack was taken");
    let after: Vec<_> =
        std::fs::read_dir(path.parent().unwrap()).unwrap().map(|e| e.unwrap().path()).collect();
    assert_eq!(before, after, "something was written");
    error.to_string()
}

#[test]
fn a_sound_pack_opens_and_is_the_same_each_time() {
    let (a, manifest) = sound();
    let (b, _) = sound();
    assert_eq!(std::fs::read(&a.path).unwrap(), std::fs::read(&b.path).unwrap());
    let pack = open(&a.path, &PackOptions::default()).unwrap();
    assert_eq!((pack.manifest, pack.sections, pack.signing), (manifest, content().sections, Signing::None));
}

#[test]
fn hostile_entries_are_refused() {
    let good = lines();
    let manifest = || file("pack.json", manifest_of(vec![listed("sections.jsonl", &good)]));
    let link = |kind| Entry { kind, link: Some("/etc/passwd"), ..file("sections.jsonl", []) };
    let many = |n: usize| {
        serde_json::to_vec(&Manifest {
            sections: n as u64,
            files: vec![listed("sections.jsonl", &good)],
            ..about()
        })
        .unwrap()
    };
    let cases: Vec<(&str, Vec<Entry<'_>>, &str)> = vec![
        ("traversal", vec![manifest(), file("../../etc/cron.d/x", good.clone())], "not the entry"),
        ("absolute path", vec![manifest(), file("/tmp/x", good.clone())], "not the entry"),
        (
            "traversal in the manifest",
            vec![file(
                "pack.json",
                manifest_of(vec![listed("../x", &good), listed("sections.jsonl", &good)]),
            )],
            "no file of a pack",
        ),
        ("symbolic link", vec![manifest(), link(EntryType::Symlink)], "not an ordinary file"),
        ("hard link", vec![manifest(), link(EntryType::Link)], "not an ordinary file"),
        ("device", vec![manifest(), link(EntryType::Char)], "not an ordinary file"),
        ("folder", vec![manifest(), link(EntryType::Directory)], "not an ordinary file"),
        (
            "long name extension",
            vec![
                manifest(),
                Entry { kind: EntryType::GNULongName, ..file("././@LongLink", b"../x".to_vec()) },
            ],
            "not an ordinary file",
        ),
        (
            "pax extension",
            vec![manifest(), Entry { kind: EntryType::XHeader, ..file("x", b"18 path=../../x\n".to_vec()) }],
            "not an ordinary file",
        ),
        (
            "duplicate entry",
            vec![manifest(), file("sections.jsonl", good.clone()), file("sections.jsonl", b"x".to_vec())],
            "not the entry",
        ),
        (
            "duplicate in the manifest",
            vec![file(
                "pack.json",
                manifest_of(vec![listed("sections.jsonl", &good), listed("sections.jsonl", &good)]),
            )],
            "listed twice",
        ),
        ("second manifest", vec![manifest(), file("pack.json", good.clone())], "not the entry"),
        ("no manifest", vec![file("sections.jsonl", good.clone())], "pack.json"),
        (
            "wrong hash",
            vec![
                manifest(),
                file(
                    "sections.jsonl",
                    good.iter().map(|b| if *b == b'O' { b'o' } else { *b }).collect::<Vec<_>>(),
                ),
            ],
            "hash",
        ),
        ("wrong size", vec![manifest(), file("sections.jsonl", b"short".to_vec())], "another size"),
        ("missing file", vec![manifest()], "ends before"),
        (
            "extra file",
            vec![manifest(), file("sections.jsonl", good.clone()), file("more", b"x".to_vec())],
            "not the entry",
        ),
        (
            "wrong number of sections",
            vec![file("pack.json", many(3)), file("sections.jsonl", good.clone())],
            "its manifest says 3",
        ),
        ("newer format", vec![file("pack.json", br#"{"format":9,"new":true}"#.to_vec())], "format 9"),
        ("no JSON", vec![file("pack.json", b"hello".to_vec())], "not well formed"),
        ("unknown field", vec![file("pack.json", br#"{"format":1,"run":"rm"}"#.to_vec())], "not well formed"),
        ("huge manifest", vec![file("pack.json", vec![b' '; 2 << 20])], "too large for a manifest"),
        ("empty", vec![], "empty"),
    ];
    for (name, entries, reason) in cases {
        let pack = made(&entries);
        let said = refusal(&pack.path);
        assert!(said.contains(reason), "{name}: {said}");
    }
}

#[test]
fn bombs_are_refused_before_they_unfold() {
    // The manifest tells the truth about a gigabyte of spaces.
    let zeros = vec![b' '; 64 << 20];
    let big = PackFile { path: "sections.jsonl".into(), bytes: 1 << 40, blake3: "0".repeat(64) };
    let pack = made(&[file("pack.json", manifest_of(vec![big]))]);
    assert!(refusal(&pack.path).contains("over the limit"));
    // It lies: 64 MB where it says 100 bytes.
    let small = PackFile { path: "sections.jsonl".into(), bytes: 100, blake3: "0".repeat(64) };
    let pack = made(&[file("pack.json", manifest_of(vec![small])), file("sections.jsonl", zeros.clone())]);
    assert!(refusal(&pack.path).contains("another size"));
    // The tar header lies: a terabyte where there are 10 bytes.
    let listed_big = PackFile { path: "sections.jsonl".into(), bytes: 1 << 30, blake3: "0".repeat(64) };
    let lying = Entry { claims: Some(1 << 30), ..file("sections.jsonl", b"0123456789".to_vec()) };
    let pack = made(&[file("pack.json", manifest_of(vec![listed_big])), lying]);
    assert!(refusal(&pack.path).contains("cut short"));
    // Megabytes after the last entry.
    let good = lines();
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    let mut tar = tar::Builder::new(Vec::new());
    for (name, bytes) in
        [("pack.json", manifest_of(vec![listed("sections.jsonl", &good)])), ("sections.jsonl", good.clone())]
    {
        let mut header = Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        tar.append_data(&mut header, name, bytes.as_slice()).unwrap();
    }
    gz.write_all(&tar.into_inner().unwrap()).unwrap();
    gz.write_all(&vec![0; 8 << 20]).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.twopack");
    std::fs::write(&path, gz.finish().unwrap()).unwrap();
    assert!(refusal(&path).contains("follows"));
}

#[test]
fn every_cut_and_most_flips_are_noticed() {
    let (pack, _) = sound();
    let bytes = std::fs::read(&pack.path).unwrap();
    for cut in 0..bytes.len() {
        std::fs::write(&pack.path, &bytes[..cut]).unwrap();
        assert!(open(&pack.path, &PackOptions::default()).is_err(), "cut at {cut}");
    }
    let mut more = bytes.clone();
    more.push(0);
    std::fs::write(&pack.path, &more).unwrap();
    assert!(refusal(&pack.path).contains("follows its end"));
    let whole = {
        std::fs::write(&pack.path, &bytes).unwrap();
        open(&pack.path, &PackOptions::default()).unwrap()
    };
    let mut unseen = 0;
    for at in 0..bytes.len() {
        for bit in [0, 3, 7] {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << bit;
            std::fs::write(&pack.path, &flipped).unwrap();
            // Bits that mean nothing (gzip's time and system, the filling of its last byte) may
            // change; content may not.
            if let Ok(read) = open(&pack.path, &PackOptions::default()) {
                assert_eq!((&read.sections, &read.manifest), (&whole.sections, &whole.manifest), "byte {at}");
                unseen += 1;
            }
        }
    }
    assert!(unseen < 40, "{unseen} of {} changes were not seen", 3 * bytes.len());
}

/// Made with a key of no other use by `scripts/make_minisig.py`.
const KEY: &str = include_str!("../data/pack/test.pub");

#[test]
fn signatures_are_checked() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("signed.twopack");
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pack");
    std::fs::copy(data.join("signed.twopack"), &path).unwrap();
    let key = KEY.lines().last().unwrap().trim().to_owned();
    let trusted = PackOptions { trusted_keys: vec![key.clone()], ..PackOptions::default() };
    let demanding = PackOptions { require_signature: true, ..trusted.clone() };
    assert!(matches!(open(&path, &demanding), Err(PackError::Signature { .. })), "a missing signature");
    assert_eq!(open(&path, &trusted).unwrap().signing, Signing::None);
    std::fs::copy(data.join("signed.twopack.minisig"), dir.path().join("signed.twopack.minisig")).unwrap();
    assert!(matches!(open(&path, &demanding).unwrap().signing, Signing::Valid { key: by, .. } if by == key));
    assert_eq!(open(&path, &PackOptions::default()).unwrap().signing, Signing::Unchecked);
    let other = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3".to_owned();
    let wrong = PackOptions { trusted_keys: vec![other], ..PackOptions::default() };
    assert!(matches!(open(&path, &wrong), Err(PackError::Signature { .. })), "another key");
    // A sound pack under another one's signature.
    write(&path, Manifest { edition: "2023".into(), ..about() }, &content(), &PackOptions::default())
        .unwrap();
    assert!(matches!(open(&path, &trusted), Err(PackError::Signature { .. })), "another file");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn whatever_is_inside_never_panics(
        name in prop_oneof![Just("pack.json".to_owned()), "[ -~]{0,40}"],
        bytes in prop::collection::vec(any::<u8>(), 0..400),
        json in "\\{\"format\":1(,\"[a-z_]{1,8}\":(1|\"x\"|\\[\\])){0,6}\\}",
        take_json in any::<bool>(),
    ) {
        let pack = made(&[file(&name, if take_json { json.into_bytes() } else { bytes })]);
        prop_assert!(open(&pack.path, &PackOptions::default()).is_err());
    }

    #[test]
    fn raw_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.twopack");
        std::fs::write(&path, bytes).unwrap();
        prop_assert!(open(&path, &PackOptions::default()).is_err());
    }
}

/// Writes the pack that `scripts/make_minisig.py` then signs: `cargo test --test retrieve pack_hostile:: -- --ignored`.
#[test]
#[ignore = "makes tests/data/pack/signed.twopack anew"]
fn make_the_pack_that_is_signed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pack/signed.twopack");
    write(&path, about(), &content(), &PackOptions::default()).unwrap();
}
