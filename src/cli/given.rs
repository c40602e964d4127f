//! Filters of the command line held against the archive: what it does not know is an error that
//! names what it knows, not an empty search.

use crate::archive::{Archive, ArchiveError, FilterField};
use crate::ingest::metadata::MetadataRules;
use crate::retrieve::{TownUnknown, Vocabulary, find_town};
use crate::text::SourceId;

use super::config::ConfigError;
use super::context::Context;
use super::filter::FilterArgs;
use super::usage::UsageError;

/// Authorities that sources can have (SPEC ING-7).
const AUTHORITIES: [&str; 6] = ["rsa", "nhma", "official", "minutes", "news", "other"];
/// States of a document that readers and packs tell.
const STATUSES: [&str; 5] = ["draft", "approved", "in force", "repealed", "proposed"];

impl FilterArgs {
    /// The filters as the archive spells them.
    ///
    /// # Errors
    /// [`UsageError`] for a value that neither the archive nor the configuration knows.
    pub fn known_to(&self, archive: &Archive, context: &Context) -> anyhow::Result<FilterArgs> {
        let mut args = self.clone();
        let rules = context.metadata_rules()?;
        let rules = rules.as_ref().unwrap_or_else(|| MetadataRules::built_in());
        let values = |field: FilterField, more: &mut dyn Iterator<Item = String>| {
            archive.values(field).map(|mut all| {
                all.extend(more);
                all
            })
        };
        let fixed = |list: &'static [&'static str]| list.iter().map(|v| (*v).to_owned());
        let mut lanes = context.config.retrieval.lanes.0.keys().cloned();
        all("--lane", &self.lane, || values(FilterField::Lane, &mut lanes))?;
        let mut types = rules.values("doc_type").map(str::to_owned);
        all("--type", &self.doc_type, || values(FilterField::DocType, &mut types))?;
        all("--board", &self.board, || values(FilterField::Board, &mut std::iter::empty()))?;
        let mut authorities = fixed(&AUTHORITIES);
        all("--authority", &self.authority, || values(FilterField::Authority, &mut authorities))?;
        let mut statuses = fixed(&STATUSES);
        all("--status", self.status.as_slice(), || values(FilterField::Status, &mut statuses))?;
        all("--edition", self.edition.as_slice(), || {
            let packs = archive.packs()?;
            values(FilterField::Edition, &mut packs.into_iter().map(|p| p.manifest.edition))
        })?;
        self.dates()?;
        for source in &mut args.source {
            *source = known_source(source, archive)?;
        }
        let vocabulary = vocabulary(context)?;
        if let Some(state) = &self.state {
            let names = vocabulary.jurisdictions.iter().flat_map(|j| [j.code.clone(), j.name.clone()]);
            let mut names = names.collect::<Vec<_>>().into_iter();
            all("--state", std::slice::from_ref(state), || values(FilterField::Jurisdiction, &mut names))?;
        }
        if let Some(given) = &self.town {
            let town = find_town(given, &archive.facets()?, &vocabulary).map_err(|why| match why {
                TownUnknown::None(known) => {
                    UsageError::Unknown { flag: "--town", value: given.clone(), known }
                }
                TownUnknown::Several(several) => {
                    UsageError::Several { flag: "--town", value: given.clone(), several }
                }
            })?;
            if town.guessed {
                context.say(format!("note: --town {given:?} is taken for {}", town.name));
            }
            args.state = self.state.clone().or(town.jurisdiction);
            args.town = Some(town.name);
        }
        Ok(args)
    }

    fn dates(&self) -> Result<(), UsageError> {
        for (flag, given) in [("--from", &self.from), ("--to", &self.to), ("--as-of", &self.as_of)] {
            if let Some(value) = given.as_ref().filter(|value| !is_date(value)) {
                return Err(UsageError::Date { flag, value: value.clone() });
            }
        }
        if let (Some(from), Some(to)) = (&self.from, &self.to) {
            // Compared on the shorter precision, as the filter does.
            let n = from.len().min(to.len());
            if from.get(..n) > to.get(..n) {
                return Err(UsageError::Range { from: from.clone(), to: to.clone() });
            }
        }
        Ok(())
    }
}

/// A year, month or day that there is, in ISO 8601.
fn is_date(text: &str) -> bool {
    let whole = match text.len() {
        4 => format!("{text}-01-01"),
        7 => format!("{text}-01"),
        10 => text.to_owned(),
        _ => return false,
    };
    let digits =
        whole.bytes().enumerate().all(|(i, b)| if i == 4 || i == 7 { b == b'-' } else { b.is_ascii_digit() });
    digits && whole.parse::<jiff::civil::Date>().is_ok()
}

/// Each of the values is a known one; the known ones are only looked up when there are any.
fn all(
    flag: &'static str,
    given: &[String],
    known: impl FnOnce() -> Result<Vec<String>, ArchiveError>,
) -> anyhow::Result<()> {
    if given.is_empty() {
        return Ok(());
    }
    let known = known()?;
    match given.iter().find(|value| !known.iter().any(|k| k.to_lowercase() == value.to_lowercase())) {
        Some(value) => Err(UsageError::Unknown { flag, value: value.clone(), known }.into()),
        None => Ok(()),
    }
}

/// A source's id, given its id, file name or path.
fn known_source(given: &str, archive: &Archive) -> anyhow::Result<String> {
    match archive.find_source(given) {
        Ok(found) => Ok(found.id.0),
        Err(ArchiveError::UnknownSource { .. }) => {
            let known = archive.sources()?.into_iter().map(|s| s.id).map(|SourceId(id)| id).collect();
            Err(UsageError::Unknown { flag: "--source", value: given.to_owned(), known }.into())
        }
        Err(other) => Err(other.into()),
    }
}

/// The words that queries are made with: the user's file, where the configuration names one.
pub(super) fn vocabulary(context: &Context) -> anyhow::Result<std::borrow::Cow<'static, Vocabulary>> {
    Ok(match &context.config.retrieval.vocabulary {
        Some(path) => std::borrow::Cow::Owned(Vocabulary::read(path)?),
        None => std::borrow::Cow::Borrowed(Vocabulary::built_in()),
    })
}

/// The broken one of the rule files that the program was built with, if there is one.
///
/// # Errors
/// [`ConfigError::BuiltIn`], which names the file.
pub fn check_built_in_files() -> Result<(), ConfigError> {
    let broken = |file: &'static str, what: String| ConfigError::BuiltIn { file, what };
    Vocabulary::check_built_in().map_err(|e| broken("retrieval.toml", e.to_string()))?;
    MetadataRules::check_built_in().map_err(|e| broken("metadata-rules.toml", e.to_string()))?;
    crate::law::Grammar::check_built_in().map_err(|e| broken("citation-grammar.toml", e.to_string()))?;
    crate::ask::gate::Rules::check_built_in().map_err(|e| broken("gate.toml", e.to_string()))?;
    crate::ask::plan::PlanRules::check_built_in().map_err(|e| broken("plan.toml", e.to_string()))?;
    crate::ask::audit::AuditWords::check_built_in().map_err(|e| broken("audit.toml", e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_days_that_there_are() {
        for (text, ok) in [
            ("2025", true),
            ("2025-03", true),
            ("2024-02-29", true),
            ("2025-02-29", false),
            ("2025-13", false),
            ("notadate", false),
            ("", false),
            ("25", false),
            ("2025-3-1", false),
            ("2025/03/01", false),
            ("03-2025", false),
            ("2025-03-01T00:00", false),
            ("\u{0662}025", false),
            ("-025", false),
            ("2025-00", false),
        ] {
            assert_eq!(is_date(text), ok, "{text:?}");
        }
    }

    #[test]
    fn the_files_of_this_build_are_sound() {
        check_built_in_files().unwrap();
    }
}
