//! Conditions held against the archive: what it does not know is an error that names what it knows,
//! not an empty search.

use twolane_archive::{Archive, ArchiveError, FilterField};
use twolane_ingest::metadata::MetadataRules;
use twolane_retrieve::{SearchError, TownUnknown, Vocabulary, find_town, own_name, papers_that_mention};
use twolane_text::SourceId;

use super::conditions::Conditions;
use super::usage::UsageError;

/// Authorities that sources can have (SPEC ING-7).
const AUTHORITIES: [&str; 6] = ["rsa", "nhma", "official", "minutes", "news", "other"];
/// Statuses of a document that readers and packs report.
const STATUSES: [&str; 5] = ["draft", "approved", "in force", "repealed", "proposed"];

/// Names that the configuration knows in addition to the archive.
#[derive(Debug, Clone, Copy)]
pub struct Names<'a> {
    /// Rules that name types of documents.
    pub rules: &'a MetadataRules,
    /// Words of the trade, states among them.
    pub vocabulary: &'a Vocabulary,
    /// Lanes of the configuration.
    pub lanes: &'a [String],
}

/// Error for conditions that can't be used.
#[derive(Debug, thiserror::Error)]
pub enum ConditionError {
    /// The value is unknown or invalid.
    #[error(transparent)]
    Usage(#[from] UsageError),
    /// The archive can't be read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The archive can't be searched.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// Conditions in the archive's spelling.
#[derive(Debug, Clone)]
pub struct Spelled {
    /// The conditions themselves.
    pub conditions: Conditions,
    /// The town that the given name was matched to, if that was a guess.
    pub guessed_town: Option<String>,
}

impl Conditions {
    /// Returns the conditions in the archive's spelling.
    ///
    /// # Errors
    /// [`UsageError`] for a value that neither the archive nor the configuration knows.
    pub fn spelled(&self, archive: &Archive, names: &Names<'_>) -> Result<Spelled, ConditionError> {
        let mut args = self.clone();
        let mut guessed_town = None;
        let rules = names.rules;
        let values = |field: FilterField, more: &mut dyn Iterator<Item = String>| {
            archive.values(field).map(|mut all| {
                all.extend(more);
                all
            })
        };
        let fixed = |list: &'static [&'static str]| list.iter().map(|v| (*v).to_owned());
        let mut lanes = names.lanes.iter().cloned();
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
        let vocabulary = names.vocabulary;
        if let Some(state) = &self.state {
            let names = vocabulary.jurisdictions.iter().flat_map(|j| [j.code.clone(), j.name.clone()]);
            let mut names = names.collect::<Vec<_>>().into_iter();
            all("--state", std::slice::from_ref(state), || values(FilterField::Jurisdiction, &mut names))?;
        }
        if let Some(given) = &self.town {
            let facets = archive.facets()?;
            match find_town(given, &facets, vocabulary) {
                Ok(town) => {
                    guessed_town = town.guessed.then(|| town.name.clone());
                    args.state = self.state.clone().or(town.jurisdiction);
                    args.town = Some(town.name);
                }
                Err(TownUnknown::Several(several)) => {
                    return Err(UsageError::Several { flag: "--town", value: given.clone(), several }.into());
                }
                Err(TownUnknown::None(known)) => {
                    args.papers = papers_that_mention(archive, &own_name(given, &facets, vocabulary))?;
                    if args.papers.is_empty() {
                        return Err(
                            UsageError::Unknown { flag: "--town", value: given.clone(), known }.into()
                        );
                    }
                    args.town = None;
                }
            }
        }
        Ok(Spelled { conditions: args, guessed_town })
    }

    fn dates(&self) -> Result<(), UsageError> {
        for (flag, given) in [("--from", &self.from), ("--to", &self.to), ("--as-of", &self.as_of)] {
            if let Some(value) = given.as_ref().filter(|value| !is_date(value)) {
                return Err(UsageError::Date { flag, value: value.clone() });
            }
        }
        if let (Some(from), Some(to)) = (&self.from, &self.to) {
            // Compares at the shorter precision, as the filter does.
            let n = from.len().min(to.len());
            if from.get(..n) > to.get(..n) {
                return Err(UsageError::Range { from: from.clone(), to: to.clone() });
            }
        }
        Ok(())
    }
}

/// Checks that the text is a real year, month or day in ISO 8601.
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

/// Checks that each value is known; looks up the known values only if there are any to check.
fn all(
    flag: &'static str,
    given: &[String],
    known: impl FnOnce() -> Result<Vec<String>, ArchiveError>,
) -> Result<(), ConditionError> {
    if given.is_empty() {
        return Ok(());
    }
    let known = known()?;
    match given.iter().find(|value| !known.iter().any(|k| k.to_lowercase() == value.to_lowercase())) {
        Some(value) => Err(UsageError::Unknown { flag, value: value.clone(), known }.into()),
        None => Ok(()),
    }
}

/// Finds a source's id by its id, file name or path.
fn known_source(given: &str, archive: &Archive) -> Result<String, ConditionError> {
    match archive.find_source(given) {
        Ok(found) => Ok(found.id.0),
        Err(ArchiveError::UnknownSource { .. }) => {
            let known = archive.sources()?.into_iter().map(|s| s.id).map(|SourceId(id)| id).collect();
            Err(UsageError::Unknown { flag: "--source", value: given.to_owned(), known }.into())
        }
        Err(other) => Err(other.into()),
    }
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
}
