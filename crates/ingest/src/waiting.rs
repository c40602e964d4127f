//! Pages that wait for text recognition (OCR), because its program was missing or switched off when they were ingested.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use twolane_archive::{Archive, ArchiveError, SourceSummary};
use twolane_encoder::Embedder;
use twolane_text::SourceId;

use super::address::BaseUrl;
use super::metadata::flags_of;
use super::pipeline::{Ingest, IngestError, IngestOptions, Observer, files_of};
use super::read::waits_for_ocr;
use super::report::IngestReport;
use super::sync::{Folder, sync};

/// The pages of an archive that wait for text recognition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Waiting {
    /// The number of pages.
    pub pages: u32,
    /// The sources that they belong to.
    pub sources: usize,
    /// The paths of sources whose files are no longer there.
    pub gone: Vec<String>,
    /// The files to read, by the values that their first ingest was given.
    files: BTreeMap<Stated, BTreeSet<PathBuf>>,
}

/// The values that the first ingest of a file was given.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Stated {
    /// The metadata of flags.
    flags: BTreeMap<String, String>,
    /// The public address of its folder.
    base_url: Option<String>,
}

impl Stated {
    fn of(source: &SourceSummary) -> Self {
        let url = source.meta.url.as_deref();
        Stated {
            flags: flags_of(source),
            base_url: url.and_then(|url| Some(url.rsplit_once('/')?.0.to_owned())),
        }
    }
}

impl Waiting {
    /// Finds the pages that wait.
    ///
    /// # Errors
    /// Returns errors of the archive.
    pub fn find(archive: &Archive) -> Result<Self, ArchiveError> {
        let mut waiting = Waiting::default();
        for source in archive.sources()?.iter().filter(|source| source.pages_unread > 0) {
            let pages = archive.pages(&source.id)?;
            let pages = pages.iter().filter(|page| page.status == "unread" && waits_for_ocr(&page.reason));
            let pages = u32::try_from(pages.count()).unwrap_or(u32::MAX);
            if pages == 0 {
                continue;
            }
            waiting.pages = waiting.pages.saturating_add(pages);
            waiting.sources += 1;
            let there: Vec<PathBuf> =
                files_of(source).into_iter().map(|(file, _)| file).filter(|file| file.is_file()).collect();
            if there.is_empty() {
                waiting.gone.extend(source.paths.first().cloned());
            } else {
                waiting.files.entry(Stated::of(source)).or_default().extend(there);
            }
        }
        Ok(waiting)
    }

    /// Returns true when none of the files is there.
    pub fn is_gone(&self) -> bool {
        self.files.is_empty()
    }

    /// Reads these pages again with the values that their first ingest was given. Those of a folder that is kept in step are read with
    /// its settings, and its other papers are brought in step too.
    ///
    /// # Errors
    /// Returns an [`IngestError`] as [`Ingest::run`] does.
    pub fn read(
        mut self,
        archive: &Archive,
        embedder: Option<&dyn Embedder>,
        options: &IngestOptions,
        folders: &[Folder],
        observer: &dyn Observer,
    ) -> Result<IngestReport, IngestError> {
        let mut whole = IngestReport::default();
        for folder in folders {
            // Papers have paths without links.
            let path = std::fs::canonicalize(&folder.path).unwrap_or_else(|_| folder.path.clone());
            let mut is_due = false;
            for files in self.files.values_mut() {
                let before = files.len();
                files.retain(|file| !file.starts_with(&path));
                is_due |= files.len() < before;
            }
            if is_due && !whole.cancelled {
                whole.join(sync(archive, embedder, options, folder, observer)?);
            }
        }
        for (stated, files) in self.files {
            if files.is_empty() || whole.cancelled {
                continue;
            }
            let options = IngestOptions {
                metadata: stated.flags,
                base_url: stated.base_url.as_deref().map(BaseUrl::parse).transpose()?,
                ..options.clone()
            };
            let files: Vec<PathBuf> = files.into_iter().collect();
            whole.join(Ingest::new(archive, embedder, options).run(&files, observer)?);
        }
        Ok(whole)
    }
}

/// Returns true when all unread pages of a source wait for text recognition: nothing failed.
pub fn only_waits(archive: &Archive, id: &SourceId) -> bool {
    archive.pages(id).is_ok_and(|pages| {
        let mut unread = pages.iter().filter(|page| page.status == "unread").peekable();
        unread.peek().is_some() && unread.all(|page| waits_for_ocr(&page.reason))
    })
}
