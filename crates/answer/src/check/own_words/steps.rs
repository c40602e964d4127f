//! Words that a step of research may ask with. They are those of the question, the quotes, the passages that steps
//! read, and the vocabularies. A number, date, section or name must be in one of the first three.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::check::step::StepPlace;
use crate::language::borne::Borne;
use twolane_archive::terms;

use super::world::{World, words};

/// Words of the program's own that join the words of a step's question.
const JOINING: &str = "what does say on this is the meaning of in this means";

/// Words that a step's question may have in addition to those that were read, in index form.
static GENERAL: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let assets = [
        include_str!("../../../../../assets/retrieval.toml"),
        include_str!("../../../../../assets/plan.toml"),
    ];
    assets.into_iter().chain([JOINING]).flat_map(terms).collect()
});

/// Words that the steps may ask with.
pub struct StepWords {
    borne: Borne,
    terms: HashSet<String>,
}

impl StepWords {
    /// Collects the words for steps that read these passages, where the archive has them.
    pub fn of(world: &World<'_>, read: &[StepPlace]) -> StepWords {
        let mut texts = vec![world.claimed.question.clone(), world.claimed.quoted.clone()];
        texts.extend(world.claimed.given.iter().cloned());
        for place in read {
            let source = world.archive.source(&place.source_id).ok();
            let quote = source.and_then(|source| source.quote(&place.locator).ok());
            texts.extend(quote.map(|quote| quote.text().to_owned()));
            texts.extend(world.summary(&place.source_id.0).map(|s| s.title.clone()));
        }
        let mut known: HashSet<String> = texts.iter().flat_map(|text| terms(text)).collect();
        known.extend(world.claimed.users_words.iter().flat_map(|w| terms(w)));
        known.extend(world.place_words().iter().flat_map(|w| terms(w)));
        StepWords { borne: Borne::of(texts.iter().map(String::as_str)), terms: known }
    }

    /// Returns true for a question or query that consists of these words.
    pub fn hold(&self, text: &str) -> bool {
        let known = |term: &String| self.terms.contains(term) || GENERAL.contains(term);
        // A question begins with a capital letter, which does not make its first word a name.
        let lower = text.get(..1).map_or(String::new(), str::to_lowercase);
        let text = format!("{lower}{}", text.get(1..).unwrap_or_default());
        !words(&text).is_empty() && terms(&text).iter().all(known) && self.borne.bears_out(&text)
    }
}
