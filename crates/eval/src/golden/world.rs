//! Archives of the fictional papers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::EvalError;
use twolane_archive::{Archive, SessionStore};
use twolane_encoder::Embedder;
use twolane_ingest::pack::{About, Installer, InstallerOptions, read_folder};
use twolane_ingest::statute::{StatuteOptions, sections_of};
use twolane_ingest::{Document, Ingest, IngestOptions, NoObserver, Reading};
use twolane_law::pack::{PackContent, PackOptions, open, write};

/// An archive with its sessions.
pub struct World {
    /// The archive itself.
    pub archive: Archive,
    /// Sessions of the archive.
    pub store: SessionStore,
}

/// Cache that creates each archive once.
pub struct Worlds<'a> {
    dir: &'a Path,
    home: &'a Path,
    program: &'a Path,
    embedder: Option<&'a dyn Embedder>,
    made: BTreeMap<(String, Vec<String>), World>,
}

impl<'a> Worlds<'a> {
    /// Creates a cache. `dir` is the golden folder, `home` an empty folder for the archives, and `program`
    /// this program for the workers that read packs.
    pub fn new(dir: &'a Path, home: &'a Path, program: &'a Path, embedder: Option<&'a dyn Embedder>) -> Self {
        Worlds { dir, home, program, embedder, made: BTreeMap::new() }
    }

    /// Returns the archive with these papers and packs.
    ///
    /// # Errors
    /// An error for a missing folder or an unreadable file: fictional papers have to be readable.
    pub fn get(&mut self, papers: &str, packs: &[String]) -> Result<&World, EvalError> {
        let key = (papers.to_owned(), packs.to_vec());
        if !self.made.contains_key(&key) {
            let home = self.home.join(format!("{}", self.made.len()));
            let world = self.make(papers, packs, &home)?;
            self.made.insert(key.clone(), world);
        }
        self.made.get(&key).ok_or(EvalError::Cancelled)
    }

    fn make(&self, papers: &str, packs: &[String], home: &Path) -> Result<World, EvalError> {
        let folder = self.dir.join("papers").join(papers);
        let archive = Archive::create(&home.join("archive"))?;
        // An archive without papers has no folder.
        if papers != "none" {
            is_folder(&folder)?;
            let ingest = Ingest::new(&archive, self.embedder, IngestOptions::new(Reading::InProcess));
            let report = ingest.run(std::slice::from_ref(&folder), &NoObserver)?;
            if let Some(failed) = report.failed.first() {
                let path = PathBuf::from(&failed.path);
                return Err(EvalError::Golden { path, what: failed.reason.clone() });
            }
        }
        for (number, name) in packs.iter().enumerate() {
            let file = home.join(format!("{number}.twopack"));
            self.install(&archive, name, &file)?;
        }
        archive.refresh()?;
        let store = archive.session_store()?.ok_or_else(|| EvalError::Golden {
            path: home.to_owned(),
            what: "can't be written; name another folder for temporary files (TMPDIR)".into(),
        })?;
        Ok(World { archive, store })
    }

    fn install(&self, archive: &Archive, name: &str, file: &Path) -> Result<(), EvalError> {
        let folder = self.dir.join("packs").join(name);
        is_folder(&folder)?;
        let wrong = |what: String| EvalError::Golden { path: folder.clone(), what };
        let about = About::read(&folder).map_err(|e| wrong(e.to_string()))?;
        let options = IngestOptions::new(Reading::InProcess);
        let read = read_folder(&folder, self.program, options.limits, &options.read, &|| false);
        let failed = read.failed.iter().find(|f| !f.path.ends_with(twolane_ingest::pack::ABOUT));
        if let Some(failed) = failed {
            return Err(wrong(format!("{}: {}", failed.path, failed.reason)));
        }
        let documents: Vec<Document> = read.files.into_iter().flat_map(|(_, documents)| documents).collect();
        let manifest = about.manifest();
        let statutes = sections_of(&documents, &StatuteOptions { code: Some(manifest.grammar.clone()) });
        let content = PackContent { sections: statutes.sections, embeddings: None };
        write(file, manifest, &content, &PackOptions::default()).map_err(|e| wrong(e.to_string()))?;
        let pack = open(file, &PackOptions::default()).map_err(|e| wrong(e.to_string()))?;
        let installer = Installer::new(
            archive,
            self.embedder,
            InstallerOptions {
                lane: "state".to_owned(),
                wrap: options.read.wrap,
                chunk: options.chunk,
                embed_group: options.embed_group,
                token_vectors: true,
            },
        );
        let installed = archive.packs()?.iter().any(|p| p.manifest.name == pack.manifest.name);
        let step = |_| true;
        let report =
            if installed { installer.update(&pack, false, &step) } else { installer.install(&pack, &step) };
        report.map(|_| ()).map_err(|e| wrong(e.to_string()))
    }
}

fn is_folder(path: &Path) -> Result<(), EvalError> {
    if path.is_dir() {
        return Ok(());
    }
    Err(EvalError::Golden {
        path: path.to_owned(),
        what: "is not there; see golden/README.md for its form".into(),
    })
}
