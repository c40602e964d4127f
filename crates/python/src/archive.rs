//! An archive, opened as `--archive` opens it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use serde_json::{Value, json};
use twolane::answer::Watch;
use twolane::api::{AskRequest, Conditions, quoted};
use twolane::archive::{Place, SessionStore};
use twolane::cli::{
    Answering, Context, GlobalArgs, IngestArgs, Interrupt, LanguageArgs, Messages, done_object, event_object,
    open_store, recheck_saved, shown_text,
};
use twolane::{Event, Ingest, ModelId, Observer};

use super::answer::Answer;
use super::conditions::{Given, OneOrSeveral};
use super::errors::{Error, exception};
use super::hit::{Hit, hits};
use super::quote::Quote;
use super::report::Report;
use super::task::{Task, run};
use super::verification::Verification;

/// An archive of papers, with the models that answer questions from it. Threads may share one.
#[pyclass(frozen, module = "twolane")]
pub struct Archive {
    context: Context,
    messages: Messages,
    opened: Mutex<Option<Arc<Opened>>>,
}

/// An archive that was found, with its loaded models.
struct Opened {
    answering: Answering,
    store: Option<SessionStore>,
    /// The model of the archive's vectors when the models were loaded.
    model: Option<ModelId>,
    /// The identity of the archive's folder, which may be replaced by another.
    folder: Option<FolderId>,
}

impl Opened {
    /// Returns true when this is still the archive at its place, at its newest state, with models that fit.
    fn is_current(&self, place: &Place) -> bool {
        let archive = self.answering.archive();
        if folder_id(place) != self.folder || archive.refresh().is_err() {
            return false;
        }
        match (archive.model(), self.answering.embedder()) {
            (Some(made_by), Some(own)) => &made_by == own.model(),
            (made_by, _) => made_by == self.model,
        }
    }
}

/// The device and the number of a folder.
type FolderId = (u64, u64);

#[cfg(unix)]
fn folder_id(place: &Place) -> Option<FolderId> {
    use std::os::unix::fs::MetadataExt;
    let found = std::fs::metadata(place.folder()?).ok()?;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn folder_id(_place: &Place) -> Option<FolderId> {
    None
}

/// Opens an archive. Nothing is made until `ingest`.
#[pyfunction]
#[pyo3(signature = (archive = None, *, config = None, model_dir = None, offline = false))]
pub fn open(
    py: Python<'_>,
    archive: Option<PathBuf>,
    config: Option<PathBuf>,
    model_dir: Option<PathBuf>,
    offline: bool,
) -> PyResult<Archive> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let program: Option<PathBuf> =
        py.import("twolane._program")?.call_method0("installed_program")?.extract()?;
    let global = GlobalArgs {
        archive: archive.or_else(|| variable("TWOLANE_ARCHIVE")).into_iter().collect(),
        config,
        model_dir: model_dir.or_else(|| variable("TWOLANE_MODELS")),
        offline,
        quiet: true,
        ..GlobalArgs::default()
    };
    let found = || -> anyhow::Result<Context> {
        let (mut context, _) = Context::find(&global, program.unwrap_or_default(), Interrupt::default())?;
        // The working folder may change before the archive is used.
        if let Place::Folder(folder) = &context.archive_place {
            context.archive_place = Place::Folder(std::path::absolute(folder)?);
        }
        context.check_places()?;
        Ok(context)
    };
    let messages = Messages::default();
    let context = Context { messages: Some(messages.clone()), ..found().map_err(|error| exception(&error))? };
    if context.is_foreign_archive {
        warn(
            py,
            "this is the archive of the working folder, ./index/archive; twolane.open(PATH) opens another",
        )?;
    }
    Ok(Archive { context, messages, opened: Mutex::default() })
}

/// Gives out a message as a Python warning of the caller's line.
fn warn(py: Python<'_>, message: &str) -> PyResult<()> {
    let text = std::ffi::CString::new(message.replace('\0', " ")).unwrap_or_default();
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)
}

impl Archive {
    /// Returns the archive at its newest state. Loads it with its models at the first use, and again when the archive
    /// was replaced or embedded with another model.
    fn opened(&self) -> anyhow::Result<Arc<Opened>> {
        let mut held = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opened) = held.as_ref().filter(|opened| opened.is_current(&self.context.archive_place)) {
            return Ok(Arc::clone(opened));
        }
        *held = None;
        let folder = folder_id(&self.context.archive_place);
        let (archive, embedder) = self.context.open_with_models(&Conditions::default())?;
        let store = open_store(&archive, false, &self.context)?;
        let language = LanguageArgs::default();
        let answering = Answering::load(&archive, embedder, true, &language, &self.context)?;
        let opened = Arc::new(Opened { answering, store, model: archive.model(), folder });
        *held = Some(Arc::clone(&opened));
        Ok(opened)
    }

    /// Runs work without the interpreter lock, and gives out what it would have printed as warnings. An error of the
    /// work precedes a warning that Python makes an exception.
    fn run<T: Send>(
        &self,
        py: Python<'_>,
        listener: Option<&Py<PyAny>>,
        work: impl FnOnce(&Task) -> anyhow::Result<T> + Send,
    ) -> PyResult<T> {
        let done = run(py, listener, work);
        let warned = self.messages.take().iter().try_for_each(|message| warn(py, message));
        let done = done?;
        warned?;
        Ok(done)
    }
}

#[pymethods]
impl Archive {
    /// The place of the archive.
    #[getter]
    fn place(&self) -> String {
        self.context.archive_place.to_string()
    }

    /// Reads files and folders into the archive; makes a new one if needed.
    #[pyo3(signature = (paths, *, town = None, state = None, lane = None, doc_type = None, date = None, visibility = None, prune = false, progress = None))]
    #[allow(clippy::too_many_arguments)] // Keyword arguments of Python.
    fn ingest(
        &self,
        py: Python<'_>,
        paths: Paths,
        town: Option<String>,
        state: Option<String>,
        lane: Option<String>,
        doc_type: Option<String>,
        date: Option<String>,
        visibility: Option<String>,
        prune: bool,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Report> {
        if !self.context.program.is_file() {
            return Err(Error::new_err(
                "the program `twolane`, which reads papers in confined processes, is missing from this environment\nhint: python3 -m pip install --force-reinstall twolane",
            ));
        }
        let args = IngestArgs {
            paths: paths.list(),
            town,
            lane,
            doc_type,
            date,
            visibility,
            set: state.map(|state| ("state".to_owned(), state)).into_iter().collect(),
            prune,
            ..IngestArgs::default()
        };
        let report = self.run(py, progress.as_ref(), |task| {
            args.check()?;
            let options = args.options(&self.context)?;
            self.context.create_archive()?;
            let opened = self.opened()?;
            let archive = opened.answering.archive();
            let report = Ingest::new(archive, opened.answering.embedder(), options)
                .run(&args.paths, &Listener(task))?;
            Ok(done_object(&report)?)
        })?;
        Ok(Report::new(report))
    }

    /// Answers a question, or asks back.
    #[pyo3(signature = (question, *, town = None, lane = None, doc_type = None, date_from = None, date_to = None, as_of = None, form = None, session = None, context = None, paste = None))]
    #[allow(clippy::too_many_arguments)] // Keyword arguments of Python.
    fn ask(
        &self,
        py: Python<'_>,
        question: String,
        town: Option<String>,
        lane: Option<OneOrSeveral>,
        doc_type: Option<OneOrSeveral>,
        date_from: Option<String>,
        date_to: Option<String>,
        as_of: Option<String>,
        form: Option<String>,
        session: Option<String>,
        context: Option<BTreeMap<String, String>>,
        paste: Option<String>,
    ) -> PyResult<Answer> {
        let asked = AskRequest {
            question,
            form: form.unwrap_or_default(),
            session,
            context: context.unwrap_or_default(),
            paste,
            conditions: Given { town, lane, doc_type, date_from, date_to, as_of }.into(),
            ..AskRequest::default()
        };
        let (reply, text) = self.run(py, None, |task| {
            let opened = self.opened()?;
            let go_on = || !task.is_cancelled();
            let watch = Watch { on_stage: None, go_on: Some(&go_on) };
            let (reply, form) = opened.answering.ask(&asked, opened.store.as_ref(), watch)?;
            Ok((asked.reply(&reply, form), shown_text(&reply, form)?))
        })?;
        Ok(Answer::new(reply, text))
    }

    /// Finds passages, without an answer.
    #[pyo3(signature = (query, k = 10, *, town = None, lane = None, doc_type = None, date_from = None, date_to = None, as_of = None))]
    #[allow(clippy::too_many_arguments)] // Keyword arguments of Python.
    fn search(
        &self,
        py: Python<'_>,
        query: String,
        k: usize,
        town: Option<String>,
        lane: Option<OneOrSeveral>,
        doc_type: Option<OneOrSeveral>,
        date_from: Option<String>,
        date_to: Option<String>,
        as_of: Option<String>,
    ) -> PyResult<Vec<Hit>> {
        let conditions = Given { town, lane, doc_type, date_from, date_to, as_of }.into();
        let found = self.run(py, None, |_| self.opened()?.answering.search(&query, k, &conditions))?;
        Ok(hits(&found))
    }

    /// Returns the words at a locator or a section's own name.
    fn quote(&self, py: Python<'_>, source: String, lines: String) -> PyResult<Quote> {
        self.run(py, None, |_| {
            let archive = self.context.open_archive()?;
            let found = quoted(&archive, &source, &lines)?;
            let (title, date) = (found.summary.title.clone(), found.summary.meta.date.clone());
            Ok(Quote::of(&found.reply()?, title, date))
        })
    }

    /// Checks a saved answer against the archive.
    #[pyo3(signature = (answer, *, paste = None))]
    fn verify(&self, py: Python<'_>, answer: Saved<'_>, paste: Option<String>) -> PyResult<Verification> {
        let saved = answer.json();
        let checked = self.run(py, None, |task| {
            let opened = self.opened()?;
            let go_on = || !task.is_cancelled();
            let watch = Watch { on_stage: None, go_on: Some(&go_on) };
            let again = |asked: &AskRequest| -> anyhow::Result<Value> {
                let (reply, form) = opened.answering.ask(asked, None, watch)?;
                Ok(asked.reply(&reply, form))
            };
            let checked =
                recheck_saved(&saved, paste, opened.answering.archive(), &self.context, watch, again)?;
            Ok(json!(checked))
        })?;
        Ok(Verification::new(checked))
    }

    fn __repr__(&self) -> String {
        format!("Archive({:?})", self.place())
    }
}

/// A path, or several.
#[derive(FromPyObject)]
enum Paths {
    /// A path alone.
    One(PathBuf),
    /// A list of paths.
    Several(Vec<PathBuf>),
}

impl Paths {
    fn list(self) -> Vec<PathBuf> {
        match self {
            Paths::One(path) => vec![path],
            Paths::Several(paths) => paths,
        }
    }
}

/// A saved answer: its JSON, or the answer itself.
#[derive(FromPyObject)]
enum Saved<'py> {
    /// The text that `ask --json` printed.
    Json(String),
    /// An answer of this module.
    Answer(Bound<'py, Answer>),
}

impl Saved<'_> {
    fn json(self) -> String {
        match self {
            Saved::Json(json) => json,
            Saved::Answer(answer) => answer.get().json(),
        }
    }
}

/// Hands the events of an ingest to the caller.
struct Listener<'a>(&'a Task);

impl Observer for Listener<'_> {
    fn event(&self, event: &Event<'_>) {
        if self.0.has_listener()
            && let Some(event) = event_object(event)
        {
            self.0.tell(event);
        }
    }

    fn cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}
