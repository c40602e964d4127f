//! Installs, updates and removes packs.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::time::Instant;

use crate::chunk::ChunkOptions;
use crate::embed_passages;
use twolane_archive::{
    Archive, Editions, InstalledPack, Membership, NewSection, SourceRecord, Writer, without_graph,
};
use twolane_encoder::{Embedder, Role};
use twolane_law::pack::{Manifest, Pack, PackEmbeddings, Signing};
use twolane_law::{EditionDiff, Grammar, SectionStatus, StatuteSection, edition_diff};
use twolane_text::{ContentHash, Embedding, ModelId, SourceId};

use super::error::InstallError;
use super::record::{section_record, source_ids};
use super::report::{InstallReport, InstallStep};

/// The sources that an installation brings and the archive did not have.
#[derive(Default)]
struct Fresh {
    records: Vec<SourceRecord>,
    ids: HashSet<SourceId>,
    /// The source whose text has this hash.
    seen: HashMap<ContentHash, SourceId>,
}

/// The options for converting sections to sources.
#[derive(Debug, Clone, PartialEq)]
pub struct InstallerOptions {
    /// The lane that they belong to.
    pub lane: String,
    /// The number of characters of a line.
    pub wrap: usize,
    /// The options for chunks.
    pub chunk: ChunkOptions,
    /// The number of texts that are embedded between two checks for Ctrl-C.
    pub embed_group: usize,
    /// True to keep token vectors, as in [`crate::IngestOptions::token_vectors`].
    pub token_vectors: bool,
}

/// The installer: adds packs to an archive and removes them, each in one commit.
pub struct Installer<'a> {
    archive: &'a Archive,
    embedder: Option<&'a dyn Embedder>,
    options: InstallerOptions,
    accept_signer_change: bool,
}

/// A callback that receives progress; `false` cancels.
type OnStep<'p> = &'p (dyn Fn(InstallStep) -> bool + Sync);

impl<'a> Installer<'a> {
    /// Creates an installer. Without an embedder, sections whose embeddings are neither in the pack nor in
    /// the archive are found only by keyword search.
    pub fn new(archive: &'a Archive, embedder: Option<&'a dyn Embedder>, options: InstallerOptions) -> Self {
        Installer { archive, embedder, options, accept_signer_change: false }
    }

    /// Also accepts an edition of a signed law that its signer did not sign.
    pub fn accepting_signer_change(self, accept: bool) -> Self {
        Installer { accept_signer_change: accept, ..self }
    }

    /// Adds an edition to those already installed.
    ///
    /// # Errors
    /// Returns [`InstallError::Installed`] for an installed edition, and any other failure; the archive is
    /// then unchanged.
    pub fn install(&self, pack: &Pack, step: OnStep<'_>) -> Result<InstallReport, InstallError> {
        let writer = self.archive.writer()?;
        let same = |p: &InstalledPack| {
            p.manifest.name == pack.manifest.name && p.manifest.edition == pack.manifest.edition
        };
        if self.archive.packs()?.iter().any(same) {
            return Err(InstallError::Installed {
                name: pack.manifest.name.clone(),
                edition: pack.manifest.edition.clone(),
            });
        }
        self.put(writer, pack, None, step)
    }

    /// Adds a newer edition and reports what changed. The older one stays for `--as-of`, unless it is to be
    /// replaced.
    ///
    /// # Errors
    /// Returns [`InstallError::NotInstalled`], [`InstallError::NotNewer`], and those of
    /// [`Installer::install`].
    pub fn update(
        &self,
        pack: &Pack,
        replace: bool,
        step: OnStep<'_>,
    ) -> Result<InstallReport, InstallError> {
        let writer = self.archive.writer()?;
        let installed = self.archive.packs()?;
        let newest = installed.into_iter().find(|p| p.manifest.name == pack.manifest.name);
        let Some(newest) = newest else {
            return Err(InstallError::NotInstalled { name: pack.manifest.name.clone() });
        };
        let (old, new) = (&newest.manifest, &pack.manifest);
        if new.as_of <= old.as_of || new.edition == old.edition {
            return Err(InstallError::NotNewer {
                name: new.name.clone(),
                installed: old.edition.clone(),
                installed_as_of: old.as_of.clone(),
                edition: new.edition.clone(),
                as_of: new.as_of.clone(),
            });
        }
        let diff = self.compare(&newest, pack)?;
        let mut report = self.put(writer, pack, replace.then_some(&newest), step)?;
        report.from_edition = Some(newest.manifest.edition);
        report.diff = Some(diff);
        Ok(report)
    }

    /// Returns the differences between an installed edition and a pack.
    pub fn compare(&self, installed: &InstalledPack, pack: &Pack) -> Result<EditionDiff, InstallError> {
        let mut old = Vec::new();
        for entry in self.archive.sections_of(installed)? {
            old.extend(self.archive.statute(&entry)?);
        }
        Ok(edition_diff(&old, &pack.sections))
    }

    /// Checks that a pack may join the editions of its name. It must be of the same law and, where they are
    /// signed, have the same key. Returns the earlier editions' key where another or no signature was
    /// accepted.
    fn check_kin(&self, pack: &Pack) -> Result<Option<String>, InstallError> {
        let new = &pack.manifest;
        let law = |m: &Manifest| format!("{}, cited by {}", m.jurisdiction, m.grammar);
        let signer = match &pack.signing {
            Signing::Valid { key, .. } => Some(key),
            Signing::None | Signing::Unchecked => None,
        };
        let mut before = None;
        for old in self.archive.packs()?.into_iter().filter(|p| p.manifest.name == new.name) {
            if law(&old.manifest) != law(new) {
                return Err(InstallError::OtherLaw {
                    name: new.name.clone(),
                    installed: law(&old.manifest),
                    offered: law(new),
                });
            }
            let Some(key) = old.signed_by.filter(|key| Some(key) != signer) else { continue };
            if !self.accept_signer_change {
                let offered = match &pack.signing {
                    Signing::Valid { key, .. } => format!("signed by {key}"),
                    Signing::Unchecked => "signed, but by no key that was given".to_owned(),
                    Signing::None => "not signed".to_owned(),
                };
                let (name, edition) = (new.name.clone(), old.manifest.edition);
                return Err(InstallError::OtherSigner { name, edition, key, offered });
            }
            before = Some(key);
        }
        Ok(before)
    }

    /// Counts the pack's sections that each other pack in force also has: two packs that claim one citation
    /// need a check.
    fn also_in(&self, pack: &Pack) -> Result<BTreeMap<String, usize>, InstallError> {
        let own: HashSet<&str> = pack.sections.iter().map(|s| s.citation.as_str()).collect();
        let mut found = BTreeMap::new();
        for other in self.in_force()?.into_iter().filter(|p| p.manifest.name != pack.manifest.name) {
            let sections = self.archive.sections_of(&other)?;
            let both = sections.iter().filter(|s| own.contains(s.citation.as_str())).count();
            if both > 0 {
                found.insert(other.manifest.name, both);
            }
        }
        Ok(found)
    }

    /// Puts the sections into the archive. The writer was acquired before any decision, so the archive has
    /// not changed since.
    fn put(
        &self,
        mut writer: Writer,
        pack: &Pack,
        replaces: Option<&InstalledPack>,
        step: OnStep<'_>,
    ) -> Result<InstallReport, InstallError> {
        let start = Instant::now();
        check_grammar(&pack.manifest)?;
        let signer_before = self.check_kin(pack)?;
        let mut report = InstallReport {
            manifest: pack.manifest.clone(),
            with_text: 0,
            headings_only: 0,
            shared: 0,
            edges: 0,
            embedded: 0,
            embeddings_from_pack: 0,
            also_in: self.also_in(pack)?,
            signer_before,
            diff: None,
            from_edition: None,
            without_graph: None,
            seconds: 0.0,
        };
        let mut sections = Vec::with_capacity(pack.sections.len());
        let mut fresh = Fresh::default();
        for section in &pack.sections {
            let source = self.source_of(section, &pack.manifest, &writer, &mut fresh, &mut report)?;
            sections.push(NewSection { section: section.clone(), source });
        }
        let (embeddings, carried) = self.embeddings(&mut writer, &fresh.records, pack, step, &mut report)?;
        let total = fresh.records.len();
        for (done, record) in fresh.records.into_iter().enumerate() {
            let of_record: Option<Vec<Embedding>> =
                record.chunks.iter().map(|c| embeddings.get(&c.embedded_hash()).cloned()).collect();
            report.edges += record.edges.len();
            match of_record.as_deref().filter(|e| !e.is_empty()) {
                Some(embeddings) => writer.put_carried(record, embeddings, &carried)?,
                None => writer.put(record, None)?,
            }
            if !step(InstallStep::Written(done + 1, total)) {
                return Err(InstallError::Cancelled);
            }
        }
        let signed_by = match &pack.signing {
            Signing::Valid { key, .. } => Some(key.as_str()),
            Signing::None | Signing::Unchecked => None,
        };
        writer.put_pack(&pack.manifest, signed_by, &sections)?;
        if let Some(old) = replaces {
            writer.remove_pack(&old.manifest.name, Some(&old.manifest.edition))?;
        }
        commit(&mut writer, step)?;
        report.without_graph = writer.without_graph().map(|error| without_graph(&error));
        drop(writer);
        self.archive.refresh()?;
        report.seconds = start.elapsed().as_secs_f64();
        Ok(report)
    }

    /// Returns the source that holds a section's lines: one of another edition with the same text, or a new
    /// one. A section with only a heading has no source.
    fn source_of(
        &self,
        section: &StatuteSection,
        manifest: &Manifest,
        writer: &Writer,
        fresh: &mut Fresh,
        report: &mut InstallReport,
    ) -> Result<Option<SourceId>, InstallError> {
        if section.status == SectionStatus::HeadingOnly || section.units.is_empty() {
            report.headings_only += 1;
            return Ok(None);
        }
        report.with_text += 1;
        let of = Membership::new(manifest, Some(&self.options.lane));
        if let Some(Some(id)) = self.archive.statute_source(section, &of)? {
            report.shared += 1;
            return Ok(Some(id));
        }
        let hash = self.archive.statute_hash(section, &of);
        if let Some(id) = fresh.seen.get(&hash) {
            return Ok(Some(id.clone()));
        }
        let count = |text: &str| match self.embedder {
            Some(embedder) => embedder.count_tokens(text),
            None => text.split_whitespace().count().saturating_mul(3) / 2 + 2,
        };
        let chunk = match self.embedder {
            Some(embedder) => self.options.chunk.for_model(embedder.max_tokens()),
            None => self.options.chunk,
        };
        // An id is never taken from another text, even if its hash begins alike.
        let mut free = None;
        for id in source_ids(section, &hash) {
            if fresh.ids.contains(&id) {
                continue;
            }
            if writer.summary(&id)?.is_none_or(|held| held.hash == hash) {
                free = Some(id);
                break;
            }
        }
        let id = free.unwrap_or_else(|| SourceId(hash.0.clone()));
        let (lane, wrap) = (&self.options.lane, self.options.wrap);
        let record = section_record(section, manifest, lane, (id.clone(), &hash), wrap, &chunk, &count);
        fresh.seen.insert(hash, id.clone());
        fresh.ids.insert(id.clone());
        fresh.records.push(record);
        Ok(Some(id))
    }

    /// Returns the embeddings of all chunks: from the archive's cache, from the pack if it has the same
    /// model, or computed. Also returns the texts whose embeddings came with the pack.
    ///
    /// Computed embeddings are kept even if the installation is interrupted afterwards. Embeddings from the
    /// pack never reach the cache: they are a third party's claim about the model, and may serve only that
    /// pack's own sections.
    fn embeddings(
        &self,
        writer: &mut Writer,
        fresh: &[SourceRecord],
        pack: &Pack,
        step: OnStep<'_>,
        report: &mut InstallReport,
    ) -> Result<(HashMap<ContentHash, Embedding>, HashSet<ContentHash>), InstallError> {
        let model = self.embedder.map(|e| e.model().clone()).or_else(|| self.archive.model());
        let mut carried = HashSet::new();
        let Some(model) = model else { return Ok((HashMap::new(), carried)) };
        let mut texts: BTreeMap<ContentHash, String> = BTreeMap::new();
        for chunk in fresh.iter().flat_map(|r| &r.chunks) {
            texts.entry(chunk.embedded_hash()).or_insert_with(|| chunk.embedded_text());
        }
        let hashes: Vec<ContentHash> = texts.keys().cloned().collect();
        let mut ready: HashMap<ContentHash, Embedding> = HashMap::new();
        for (hash, cached) in hashes.iter().zip(writer.cached(&model, &hashes)?) {
            ready.extend(cached.map(|e| (hash.clone(), e)));
        }
        self.check_carried(pack, &model, &texts)?;
        for (hash, values) in of_pack(pack, &model) {
            if texts.contains_key(hash) && !ready.contains_key(hash) {
                ready.insert(hash.clone(), Embedding { model: model.clone(), values: values.clone() });
                carried.insert(hash.clone());
                report.embeddings_from_pack += 1;
            }
        }
        let Some(embedder) = self.embedder else { return Ok((ready, carried)) };
        let mut missing: Vec<(&ContentHash, &String)> =
            texts.iter().filter(|(hash, _)| !ready.contains_key(*hash)).collect();
        // Texts of similar length together waste no padding.
        missing.sort_by_key(|(hash, text)| (std::cmp::Reverse(text.len()), (*hash).clone()));
        let total = missing.len();
        let mut done = 0;
        let mut entries: Vec<(ContentHash, Embedding)> = Vec::new();
        for group in missing.chunks(self.options.embed_group.max(1)) {
            let batch: Vec<(&ContentHash, &str)> =
                group.iter().map(|(hash, text)| (*hash, text.as_str())).collect();
            let progress = |n: usize, _: usize| step(InstallStep::Embedded(done + n, total));
            let embedded: Vec<Embedding> = embed_passages::<InstallError>(
                writer,
                embedder,
                &batch,
                self.options.token_vectors,
                &progress,
            )?;
            let keyed: Vec<(ContentHash, Embedding)> =
                group.iter().map(|(hash, _)| (*hash).clone()).zip(embedded).collect();
            writer.cache(&keyed)?;
            entries.extend(keyed);
            done += group.len();
            commit(writer, step)?;
        }
        report.embedded = total;
        ready.extend(entries);
        Ok((ready, carried))
    }

    /// Recomputes some carried embeddings, which nobody can predict, where the model is present. A sample
    /// does not find one false embedding among thousands; that one can only move its own section.
    fn check_carried(
        &self,
        pack: &Pack,
        model: &ModelId,
        texts: &BTreeMap<ContentHash, String>,
    ) -> Result<(), InstallError> {
        let Some(embedder) = self.embedder else { return Ok(()) };
        let wrong = |what: String| {
            let name = pack.manifest.name.clone();
            Err(InstallError::Embeddings { name, model: model.0.clone(), what })
        };
        let order = RandomState::new();
        let mut given: Vec<(&String, &Vec<f32>)> =
            of_pack(pack, model).filter_map(|(hash, values)| Some((texts.get(hash)?, values))).collect();
        if let Some((_, values)) = given.first()
            && values.len() != embedder.dimensions()
        {
            return wrong(format!("they have {} components, not {}", values.len(), embedder.dimensions()));
        }
        given.sort_by_key(|(text, _)| order.hash_one(text));
        given.truncate(SAMPLE);
        let sample: Vec<&str> = given.iter().map(|(text, _)| text.as_str()).collect();
        let computed = embedder.embed(&sample, Role::Passage, &|_, _| true)?;
        let unlike = given.iter().zip(&computed).filter(|((_, carried), own)| {
            let cosine: f32 = carried.iter().zip(&own.values).map(|(a, b)| a * b).sum();
            cosine < SAME
        });
        match unlike.count() {
            0 => Ok(()),
            n => wrong(format!("{n} of {} that were computed here came out otherwise", given.len())),
        }
    }

    /// Removes an edition, or all editions; returns their number.
    ///
    /// # Errors
    /// Returns [`InstallError::NotInstalled`] when there is nothing to remove.
    pub fn remove(&self, name: &str, edition: Option<&str>, step: OnStep<'_>) -> Result<usize, InstallError> {
        let mut writer = self.archive.writer()?;
        let removed = writer.remove_pack(name, edition)?;
        if removed == 0 {
            return Err(InstallError::NotInstalled { name: name.to_owned() });
        }
        commit(&mut writer, step)?;
        drop(writer);
        self.archive.refresh()?;
        Ok(removed)
    }

    /// Returns the editions in force, for reports.
    pub fn in_force(&self) -> Result<Vec<InstalledPack>, InstallError> {
        Ok(self.archive.packs_in_force(&Editions::default())?)
    }
}

/// Commits, and reports progress of the graph that may have to be built.
fn commit(writer: &mut Writer, step: OnStep<'_>) -> Result<(), InstallError> {
    writer.commit_with(&mut |done, total| step(InstallStep::Linked(done, total)))?;
    Ok(())
}

/// The number of carried embeddings that are recomputed.
const SAMPLE: usize = 16;
/// The least cosine of two runs of one model on one text: devices and batches differ in the last digits.
const SAME: f32 = 0.999;

/// Returns a pack's embeddings if they are of this model; otherwise nothing.
fn of_pack<'p>(pack: &'p Pack, model: &ModelId) -> impl Iterator<Item = (&'p ContentHash, &'p Vec<f32>)> {
    let same = pack.manifest.embeddings.as_ref().is_some_and(|note| note.model == model.0);
    let usable: Option<&PackEmbeddings> = pack.embeddings.as_ref().filter(|_| same);
    usable.into_iter().flat_map(|e| &e.vectors)
}

fn check_grammar(manifest: &Manifest) -> Result<(), InstallError> {
    let codes = Grammar::built_in().codes();
    if codes.contains(&manifest.grammar.as_str()) {
        return Ok(());
    }
    Err(InstallError::Grammar { grammar: manifest.grammar.clone(), known: codes.join(", ") })
}
