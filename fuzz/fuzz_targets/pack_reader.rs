//! Pack files. The first byte chooses how deep the rest goes: raw bytes, bytes inside gzip, entries
//! of a tar inside gzip, or entries whose manifest has the right hashes.
#![no_main]

use std::io::Write;

use libfuzzer_sys::fuzz_target;
use twolane::law::pack::{PackOptions, open};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

fn tar_of(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, bytes) in entries {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        let _ = tar.append_data(&mut header, name, *bytes);
    }
    tar.into_inner().unwrap()
}

/// `{"hash:NAME"}` in the manifest becomes the hash of that entry, `{"size:NAME"}` its length.
fn with_hashes(manifest: &str, files: &[(&str, &[u8])]) -> String {
    files.iter().fold(manifest.to_owned(), |text, (name, bytes)| {
        text.replace(&format!("hash:{name}"), blake3::hash(bytes).to_hex().as_str())
            .replace(&format!("\"size:{name}\""), &bytes.len().to_string())
    })
}

fuzz_target!(|data: &[u8]| {
    let Some((&mode, rest)) = data.split_first() else { return };
    let parts: Vec<&[u8]> = rest.split(|b| *b == 0xff).collect();
    let part = |i: usize| parts.get(i).copied().unwrap_or_default();
    let bytes = match mode % 4 {
        0 => rest.to_vec(),
        1 => gzip(rest),
        2 => {
            gzip(&tar_of(&[("pack.json", part(0)), ("sections.jsonl", part(1)), ("embeddings.bin", part(2))]))
        }
        _ => {
            let files = [("sections.jsonl", part(1)), ("embeddings.bin", part(2))];
            let manifest = with_hashes(&String::from_utf8_lossy(part(0)), &files);
            gzip(&tar_of(&[("pack.json", manifest.as_bytes()), files[0], files[1]]))
        }
    };
    let mut file = tempfile::NamedTempFile::new_in("/dev/shm").unwrap();
    file.write_all(&bytes).unwrap();
    let _ = open(file.path(), &PackOptions::default());
});
