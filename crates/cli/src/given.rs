//! Checks conditions of the command line against the archive, and the rule files that the program was built
//! with.

use twolane_api::{ConditionError, Conditions, Names};
use twolane_archive::Archive;
use twolane_ingest::metadata::MetadataRules;
use twolane_retrieve::Vocabulary;

use super::config::ConfigError;
use super::context::Context;

/// Returns the conditions as the archive spells them.
///
/// # Errors
/// Returns a [`UsageError`](twolane_api::UsageError) for a value unknown to both the archive and the
/// configuration.
pub fn known_conditions(
    given: &Conditions,
    archive: &Archive,
    context: &Context,
) -> anyhow::Result<Conditions> {
    let rules = context.metadata_rules()?;
    let rules = rules.as_ref().unwrap_or_else(|| MetadataRules::built_in());
    let vocabulary = vocabulary(context)?;
    let lanes: Vec<String> = context.config.retrieval.lanes.0.keys().cloned().collect();
    let names = Names { rules, vocabulary: &vocabulary, lanes: &lanes };
    let spelled = given.spelled(archive, &names).map_err(|error| match error {
        ConditionError::Usage(usage) => anyhow::Error::from(usage),
        other => other.into(),
    })?;
    if let (Some(taken), Some(town)) = (&spelled.guessed_town, &given.town) {
        context.say(format!("note: --town {town:?} was read as {taken}"));
    }
    if let (false, Some(town)) = (spelled.conditions.papers.is_empty(), &given.town) {
        let papers = match spelled.conditions.papers.len() {
            1 => "the only paper that mentions".to_owned(),
            n => format!("the {n} papers that mention"),
        };
        context.say(format!("note: no paper is filed under {town:?}; this searches {papers} it"));
    }
    Ok(spelled.conditions)
}

/// Returns the vocabulary of queries: the user's file, where the configuration names one.
pub(super) fn vocabulary(context: &Context) -> anyhow::Result<std::borrow::Cow<'static, Vocabulary>> {
    Ok(match &context.config.retrieval.vocabulary {
        Some(path) => std::borrow::Cow::Owned(Vocabulary::read(path)?),
        None => std::borrow::Cow::Borrowed(Vocabulary::built_in()),
    })
}

/// Checks the rule files that the program was built with.
///
/// # Errors
/// Returns [`ConfigError::BuiltIn`], which names the broken file.
pub fn check_built_in_files() -> Result<(), ConfigError> {
    let broken = |file: &'static str, what: String| ConfigError::BuiltIn { file, what };
    Vocabulary::check_built_in().map_err(|e| broken("retrieval.toml", e.to_string()))?;
    MetadataRules::check_built_in().map_err(|e| broken("metadata-rules.toml", e.to_string()))?;
    twolane_law::Grammar::check_built_in().map_err(|e| broken("citation-grammar.toml", e.to_string()))?;
    twolane_answer::gate::Rules::check_built_in().map_err(|e| broken("gate.toml", e.to_string()))?;
    twolane_answer::plan::PlanRules::check_built_in().map_err(|e| broken("plan.toml", e.to_string()))?;
    twolane_answer::audit::AuditWords::check_built_in().map_err(|e| broken("audit.toml", e.to_string()))?;
    check_tuning().map_err(|what| broken("tuning.toml", what))
}

/// Checks that every table of fitted weights parses.
fn check_tuning() -> Result<(), String> {
    use twolane_answer::conflict::ConflictOptions;
    use twolane_answer::{AbstainOptions, ChoiceOptions, GapOptions, ReaderStrength, Weights};
    use twolane_retrieve::tuning::read;
    use twolane_retrieve::{RerankWeights, SignalShares};
    read::<Weights>("answer.weights")?;
    read::<AbstainOptions>("answer.abstain")?;
    read::<ReaderStrength>("answer.strength")?;
    read::<ConflictOptions>("answer.conflicts")?;
    read::<GapOptions>("answer.gaps")?;
    read::<ChoiceOptions>("answer.choices")?;
    read::<RerankWeights>("search.late_interaction.weights")?;
    read::<SignalShares>("search.reading.signals")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_this_build_are_sound() {
        check_built_in_files().unwrap();
    }
}
