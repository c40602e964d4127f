//! The last line of a document.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::problem::Problem;
use twolane_answer::NO_ADVICE;
use twolane_archive::Archive;

/// Returns the last paragraph of every document.
pub(crate) fn about(archive: &Archive) -> Result<String, Problem> {
    let sources = archive.sources()?;
    let changed = sources.iter().filter_map(|source| source.ingested_at.parse::<Timestamp>().ok()).max();
    let day = |at: Timestamp| at.to_zoned(TimeZone::UTC).strftime("%B %-d, %Y").to_string();
    let changed = changed.map(|at| format!("The papers last changed on {}. ", day(at))).unwrap_or_default();
    let papers = if sources.len() == 1 { "1 paper".to_owned() } else { format!("{} papers", sources.len()) };
    Ok(format!(
        "Checked on {} by twolane {} against {papers}. {changed}Every quote is verbatim. {NO_ADVICE}",
        day(Timestamp::now()),
        env!("CARGO_PKG_VERSION"),
    ))
}
