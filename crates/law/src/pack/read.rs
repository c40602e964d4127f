//! Reads packs: checks everything before using anything.

use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::bufread::GzDecoder;

use super::embeddings::PackEmbeddings;
use super::error::PackError;
use super::manifest::{EMBEDDINGS, MANIFEST, Manifest, SECTIONS, odd_words};
use super::options::PackOptions;
use super::signature::{Signing, verify_signature};
use crate::{SectionStatus, StatuteSection};

/// Maximum size of a manifest in bytes.
const MANIFEST_BYTES: u64 = 1 << 20;
/// Maximum number of bytes between the last entry and the end: tar pads its last block.
const TAIL_BYTES: u64 = 64 << 10;
/// Maximum length of a line in `sections.jsonl`, far above any section of any code.
const SECTION_BYTES: usize = 16 << 20;

/// A pack: an edition of a body of law, read from its file with verified hashes, entries and signature. [`open`] makes
/// one.
#[derive(Debug, Clone)]
pub struct Pack {
    /// Path that it was read from.
    pub path: PathBuf,
    /// Manifest of the pack.
    pub manifest: Manifest,
    /// Result of the signature check.
    pub signing: Signing,
    /// Sections in order.
    pub sections: Vec<StatuteSection>,
    /// Precomputed embeddings, if any.
    pub embeddings: Option<PackEmbeddings>,
}

/// Reads and checks a pack.
///
/// # Errors
/// [`PackError`] for any problem with the file. Nothing outside memory is changed.
pub fn open(path: &Path, options: &PackOptions) -> Result<Pack, PackError> {
    let read = |source: std::io::Error| PackError::Read { path: path.to_owned(), source };
    let size = std::fs::metadata(path).map_err(read)?.len();
    if size > options.max_file_bytes {
        return Err(PackError::TooLarge {
            path: path.to_owned(),
            what: format!("the file, {size} bytes,"),
            limit: format!("{} bytes", options.max_file_bytes),
        });
    }
    let bytes = std::fs::read(path).map_err(read)?;
    let signing = verify_signature(path, &bytes, options)?;
    let (manifest, files) = unfold(path, &bytes, options)?;
    let damaged = |what: String| PackError::Damaged { path: path.to_owned(), what };
    let mut sections = Vec::new();
    let mut embeddings = None;
    for (name, content) in files {
        match name.as_str() {
            SECTIONS => sections = read_sections(&content, &manifest).map_err(damaged)?,
            EMBEDDINGS => {
                let read = PackEmbeddings::of_bytes(&content)
                    .filter(|e| manifest.embeddings.as_ref().is_some_and(|note| note.dims == e.dims));
                let read = read.ok_or_else(|| damaged("its embeddings are malformed".to_owned()))?;
                if !read.are_unit() {
                    return Err(damaged(
                        "its embeddings are not of unit length: no model gave them".to_owned(),
                    ));
                }
                embeddings = Some(read);
            }
            _ => {}
        }
    }
    Ok(Pack { path: path.to_owned(), manifest, signing, sections, embeddings })
}

type Files = Vec<(String, Vec<u8>)>;

/// Reads the entries in order. A pack has exactly the entries that its manifest lists, in that order.
/// Anything else is therefore rejected: a link, a folder, a duplicate file, a path that leads elsewhere.
fn unfold(path: &Path, bytes: &[u8], options: &PackOptions) -> Result<(Manifest, Files), PackError> {
    let damaged = |what: &str| PackError::Damaged { path: path.to_owned(), what: what.to_owned() };
    let forbidden = |entry: &str, what: &str| PackError::Forbidden {
        path: path.to_owned(),
        entry: entry.to_owned(),
        what: what.to_owned(),
    };
    let broken = |error: std::io::Error| PackError::Damaged { path: path.to_owned(), what: told(&error) };
    let mut archive = tar::Archive::new(GzDecoder::new(bytes));
    let mut manifest: Option<Manifest> = None;
    let mut files = Files::new();
    for entry in archive.entries().map_err(broken)?.raw(true) {
        let mut entry = entry.map_err(broken)?;
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        if entry.header().entry_type() != tar::EntryType::Regular {
            return Err(forbidden(&name, "is not an ordinary file"));
        }
        let size = entry.header().size().map_err(broken)?;
        let Some(manifest) = &manifest else {
            if name != MANIFEST {
                return Err(forbidden(&name, "stands where `pack.json` should: this is not a pack"));
            }
            if size > MANIFEST_BYTES {
                return Err(forbidden(&name, "is too large for a manifest"));
            }
            let text = read_exactly(&mut entry, size).map_err(broken)?;
            manifest = Some(parse_manifest(path, &text, options)?);
            continue;
        };
        let expected = manifest.files.get(files.len());
        let Some(expected) = expected.filter(|f| f.path == name) else {
            return Err(forbidden(&name, "is not the entry that the manifest names here"));
        };
        if size != expected.bytes {
            return Err(forbidden(&name, "has another size than the manifest says"));
        }
        let content = read_exactly(&mut entry, size).map_err(broken)?;
        if blake3::hash(&content).to_hex().as_str() != expected.blake3.to_ascii_lowercase() {
            return Err(forbidden(&name, "is not what the manifest's hash was taken of"));
        }
        files.push((name, content));
    }
    let Some(manifest) = manifest else { return Err(damaged("it is empty")) };
    if files.len() != manifest.files.len() {
        return Err(damaged("it ends before the last file of its manifest"));
    }
    // Reads to the end, so that gzip's own checksum is verified and no data is hidden behind it.
    let mut decoder = archive.into_inner();
    let mut tail = Vec::new();
    (&mut decoder).take(TAIL_BYTES + 1).read_to_end(&mut tail).map_err(broken)?;
    if tail.len() as u64 > TAIL_BYTES || tail.iter().any(|b| *b != 0) {
        return Err(damaged("something follows its last entry"));
    }
    if !decoder.into_inner().is_empty() {
        return Err(damaged("something follows its end"));
    }
    Ok((manifest, files))
}

fn told(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::UnexpectedEof => "it is cut short".to_owned(),
        _ => format!("it is not a pack, or is damaged ({error})"),
    }
}

/// Allocates for the actual data, not for the size in the header.
fn read_exactly(entry: &mut impl Read, size: u64) -> std::io::Result<Vec<u8>> {
    let mut out = Vec::new();
    entry.take(size).read_to_end(&mut out)?;
    if out.len() as u64 == size { Ok(out) } else { Err(std::io::ErrorKind::UnexpectedEof.into()) }
}

fn parse_manifest(path: &Path, text: &[u8], options: &PackOptions) -> Result<Manifest, PackError> {
    #[derive(serde::Deserialize)]
    struct Format {
        format: u32,
    }
    let wrong = |e: serde_json::Error| PackError::Manifest {
        path: path.to_owned(),
        what: format!("is not well formed: {e}; get the file again"),
    };
    // Checks the format first: a newer one may have fields that this program does not know.
    let Format { format } = serde_json::from_slice(text).map_err(wrong)?;
    if format > super::manifest::FORMAT {
        return Err(PackError::NewerFormat {
            path: path.to_owned(),
            found: format,
            known: super::manifest::FORMAT,
        });
    }
    let manifest: Manifest = serde_json::from_slice(text).map_err(wrong)?;
    manifest.check(path, options)?;
    Ok(manifest)
}

fn read_sections(bytes: &[u8], manifest: &Manifest) -> Result<Vec<StatuteSection>, String> {
    let mut sections: Vec<StatuteSection> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (i, line) in bytes.split(|b| *b == b'\n').enumerate() {
        if line.is_empty() {
            continue;
        }
        if line.len() > SECTION_BYTES {
            return Err(format!("section {} is too long to be one", i + 1));
        }
        let section: StatuteSection =
            serde_json::from_slice(line).map_err(|e| format!("section {} is malformed: {e}", i + 1))?;
        if section.citation.trim().is_empty() {
            return Err(format!("section {} has no citation", i + 1));
        }
        for words in [&section.citation, &section.heading].into_iter().chain(&section.hierarchy) {
            if let Some(what) = odd_words(words) {
                return Err(format!("section {} has a citation or heading with {what}", i + 1));
            }
        }
        if !seen.insert((section.citation.clone(), section.status == SectionStatus::Proposed)) {
            return Err(format!("{} is there twice", section.citation));
        }
        sections.push(section);
    }
    if sections.len() as u64 != manifest.sections {
        return Err(format!("it holds {} sections, its manifest says {}", sections.len(), manifest.sections));
    }
    Ok(sections)
}
