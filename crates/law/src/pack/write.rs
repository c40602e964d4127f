//! Writes packs: the same content always gives the same bytes.

use std::io::Write;
use std::path::Path;

use flate2::{Compression, GzBuilder};

use super::embeddings::PackEmbeddings;
use super::error::PackError;
use super::manifest::{EMBEDDINGS, EmbeddingsNote, FORMAT, MANIFEST, Manifest, PackFile, SECTIONS};
use super::options::PackOptions;
use crate::StatuteSection;

/// Content of a pack.
#[derive(Debug, Clone, Default)]
pub struct PackContent {
    /// Sections in the order of the code.
    pub sections: Vec<StatuteSection>,
    /// Embeddings with the id of their model.
    pub embeddings: Option<(String, PackEmbeddings)>,
}

/// Writes a pack to a file, completely or not at all. `about` provides the manifest except format, section
/// count, embeddings and files, which are filled in. Returns the manifest as written.
///
/// # Errors
/// [`PackError::Manifest`] and the limits as in [`Manifest::check`], [`PackError::Write`].
pub fn write(
    path: &Path,
    about: Manifest,
    content: &PackContent,
    options: &PackOptions,
) -> Result<Manifest, PackError> {
    let failed = |source: std::io::Error| PackError::Write { path: path.to_owned(), source };
    let mut sections = Vec::new();
    for section in &content.sections {
        serde_json::to_writer(&mut sections, section).map_err(|e| failed(e.into()))?;
        sections.push(b'\n');
    }
    let mut files = vec![(SECTIONS, sections)];
    if let Some((_, embeddings)) = &content.embeddings {
        files.push((EMBEDDINGS, embeddings.to_bytes()));
    }
    let manifest = Manifest {
        format: FORMAT,
        sections: content.sections.len() as u64,
        embeddings: content
            .embeddings
            .as_ref()
            .map(|(model, e)| EmbeddingsNote { model: model.clone(), dims: e.dims }),
        files: files
            .iter()
            .map(|(name, bytes)| PackFile {
                path: (*name).to_owned(),
                bytes: bytes.len() as u64,
                blake3: blake3::hash(bytes).to_hex().to_string(),
            })
            .collect(),
        ..about
    };
    manifest.check(path, options)?;
    let mut head = serde_json::to_vec_pretty(&manifest).map_err(|e| failed(e.into()))?;
    head.push(b'\n');

    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".pack-").tempfile_in(folder).map_err(failed)?;
    // Without a name and a time in the header, so that the bytes depend only on the content.
    let gzip = GzBuilder::new().mtime(0).operating_system(255).write(&mut file, Compression::best());
    let mut tar = tar::Builder::new(gzip);
    tar.mode(tar::HeaderMode::Deterministic);
    append(&mut tar, MANIFEST, &head).map_err(failed)?;
    for (name, bytes) in &files {
        append(&mut tar, name, bytes).map_err(failed)?;
    }
    tar.into_inner().and_then(flate2::write::GzEncoder::finish).map_err(failed)?;
    file.flush().and_then(|()| file.as_file().sync_all()).map_err(failed)?;
    file.persist(path).map_err(|e| failed(e.error))?;
    Ok(manifest)
}

fn append<W: Write>(tar: &mut tar::Builder<W>, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    let mut header = tar::Header::new_ustar();
    header.set_entry_type(tar::EntryType::Regular);
    header.set_mode(0o644);
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(0);
    header.set_size(bytes.len() as u64);
    header.set_path(name)?;
    header.set_cksum();
    tar.append(&header, bytes)
}
