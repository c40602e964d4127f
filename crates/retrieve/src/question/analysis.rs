//! Analysis of a question before the search.

use crate::error::SearchError;
use twolane_archive::{Archive, ChunkSet, Filter};
use twolane_encoder::Embedder;
use twolane_law::Grammar;

use super::named_section::{NamedSection, named_sections};
use super::planned::PlannedFirst;
use super::query::Mode;
use super::request::{Request, ScopeHint};
use super::spelling::in_spelling_of_papers;
use super::topic::Matter;
use super::vocabulary::Vocabulary;
use super::words::QuestionWords;

/// Properties of the question that the merge uses.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Asked {
    /// Legal salience of the question, 0 to 1.
    pub legal_salience: f32,
    /// True if the question asks how something is done, or whether it is allowed.
    pub process: bool,
}

/// Analysis of a question before the search.
pub(crate) struct QuestionAnalysis<'r> {
    pub(crate) request: &'r Request,
    pub(crate) mode: Mode,
    /// Place and distinctive words of the question.
    pub(crate) words: QuestionWords,
    /// Question without the names of its place, in the papers' spelling.
    pub(crate) without_place: String,
    pub(crate) matter: Matter,
    pub(crate) asked: Asked,
    /// Sections of law that the question names.
    pub(crate) named: Vec<NamedSection>,
    /// Chunks of the question's own towns.
    pub(crate) here: Vec<ChunkSet>,
    /// Chunks of its towns and of unknown towns; `None` if the question names no town.
    pub(crate) here_or_unknown: Option<Vec<ChunkSet>>,
    /// Chunks of the boards that the question concerns.
    pub(crate) boards: Option<ChunkSet>,
}

impl QuestionAnalysis<'_> {
    /// Returns the given town in the spelling of the archive's metadata.
    pub(crate) fn town(&self) -> Option<String> {
        let given = self.request.town.as_ref()?;
        Some(self.words.place.towns.first().unwrap_or(given).clone())
    }
}

/// Rates how legal a question is, from its words, 0 to 1. A question that names a section gets 1. Otherwise
/// each legal topic adds 0.4, a question about procedure adds 0.1, and an answer expected in the law adds
/// 0.3.
pub fn legal_salience(question: &str, topics: usize, expected: ScopeHint, vocabulary: &Vocabulary) -> f32 {
    if !Grammar::built_in().find(question).is_empty() {
        return 1.0;
    }
    let topics = f32::from(u8::try_from(topics).unwrap_or(u8::MAX));
    let process = if vocabulary.asks_of_process(question) { 0.1 } else { 0.0 };
    let scope = if expected == ScopeHint::State { 0.3 } else { 0.0 };
    (0.4 * topics + process + scope).min(1.0)
}

/// Analyses a question in the archive that will be searched. `legal` is the
/// salience that a plan gives to a question of law.
pub(crate) fn analyse<'r>(
    archive: &Archive,
    embedder: Option<&dyn Embedder>,
    vocabulary: &Vocabulary,
    legal: f32,
    words: QuestionWords,
    request: &'r Request,
    mode: Mode,
) -> Result<QuestionAnalysis<'r>, SearchError> {
    let question = request.text();
    let situation: Vec<String> =
        request.situation.iter().filter(|s| !words.place.is_here(Some(s))).cloned().collect();
    let matter = Matter::of(question, &situation, &words.telling, vocabulary);
    let asked = Asked {
        legal_salience: request.legal_salience.unwrap_or_else(|| {
            legal_salience(question, matter.legal_topics().len(), request.scope_hint, vocabulary)
        }),
        process: vocabulary.asks_of_process(question),
    };
    let asked = under_plan(request, asked, legal);
    let mut without_place = words.place.taken_out_of(question, vocabulary);
    if let Some(embedder) = embedder {
        without_place = in_spelling_of_papers(archive, embedder, &without_place)?;
    }
    let mut analysis = QuestionAnalysis {
        request,
        mode,
        without_place,
        words,
        matter,
        asked,
        named: Vec::new(),
        here: Vec::new(),
        here_or_unknown: None,
        boards: None,
    };
    let of_town = |town: &String, unknown_passes| {
        archive.select(&Filter { town: Some(town.clone()), unknown_passes, ..Filter::default() })
    };
    if !analysis.words.place.towns.is_empty() {
        let each = |unknown| {
            analysis.words.place.towns.iter().map(|t| of_town(t, unknown)).collect::<Result<Vec<_>, _>>()
        };
        let (here, or_unknown) = (each(false)?, each(true)?);
        (analysis.here, analysis.here_or_unknown) = (here, Some(or_unknown));
    }
    if !request.boards.is_empty() {
        let filter = Filter { boards: request.boards.clone(), ..Filter::default() };
        analysis.boards = Some(archive.select(&filter)?);
    }
    analysis.named = named_sections(archive, request)?;
    Ok(analysis)
}

/// Combines the plan's priority with the rating from the question's words.
fn under_plan(request: &Request, asked: Asked, legal: f32) -> Asked {
    let first = request.plan.as_ref().and_then(|plan| plan.first);
    match first {
        Some(PlannedFirst::Law) => Asked { legal_salience: asked.legal_salience.max(legal), ..asked },
        Some(PlannedFirst::Process) => Asked { process: true, ..asked },
        Some(PlannedFirst::Facts) | None => asked,
    }
}
