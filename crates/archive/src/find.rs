//! Finds the source that a person names.

use super::error::ArchiveError;
use twolane_text::{SourceId, composed_name};

/// Names that are listed with an error.
const LISTED: usize = 5;
/// Least Jaro-Winkler similarity (0 to 1) of a name that is offered in place of another.
const ALIKE: f64 = 0.75;

/// Names by which a person may refer to a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceNames {
    /// Id of the source.
    pub id: String,
    /// Title of the source.
    pub title: String,
    /// One of its paths; empty when it has no path.
    pub path: String,
}

/// Finds one id.
pub fn find(wanted: &str, names: &[SourceNames]) -> Result<SourceId, ArchiveError> {
    let wanted = composed_name(wanted.trim());
    let wanted = wanted.as_ref();
    let tests: [&dyn Fn(&SourceNames) -> bool; 4] = [
        &|n| n.id == wanted,
        &|n| !wanted.is_empty() && composed_name(&n.path) == wanted,
        &|n| !wanted.is_empty() && n.id.starts_with(wanted),
        &|n| !wanted.is_empty() && ends_with_parts(&composed_name(&n.path), wanted),
    ];
    for test in tests {
        let mut ids: Vec<&str> = names.iter().filter(|n| test(n)).map(|n| n.id.as_str()).collect();
        ids.dedup();
        match ids.as_slice() {
            [] => {}
            [one] => return Ok(SourceId((*one).to_owned())),
            many => {
                let matches = many.iter().take(LISTED).map(|id| (*id).to_owned()).collect();
                return Err(ArchiveError::AmbiguousSource { wanted: wanted.to_owned(), matches });
            }
        }
    }
    Err(ArchiveError::UnknownSource { wanted: wanted.to_owned(), near: near(wanted, names) })
}

/// True when the last parts of a path are these.
fn ends_with_parts(path: &str, wanted: &str) -> bool {
    let slashes = path.replace('\\', "/");
    slashes
        .strip_suffix(&wanted.replace('\\', "/"))
        .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

fn near(wanted: &str, names: &[SourceNames]) -> Vec<String> {
    let wanted = wanted.to_lowercase();
    let score = |name: &str| strsim::jaro_winkler(&wanted, &name.to_lowercase());
    let mut scored: Vec<(f64, &str)> = names
        .iter()
        .map(|n| {
            let file = n.path.rsplit(['/', '\\']).next().unwrap_or("");
            (score(&n.id).max(score(&n.title)).max(score(file)), n.id.as_str())
        })
        .filter(|(score, _)| *score >= ALIKE)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    let mut near: Vec<String> = scored.into_iter().map(|(_, id)| id.to_owned()).collect();
    near.dedup();
    near.truncate(LISTED);
    near
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_by_id_path_and_file_name() {
        let names = [
            ("minutes-a1", "Minutes", "/papers/2024/minutes.pdf"),
            ("minutes-b2", "Minutes", "/papers/2025/minutes.pdf"),
            ("warrant-c3", "Warrant", "/papers/warrant.pdf"),
            ("warrant-c3", "Warrant", "/copy/warrant.pdf"),
            ("cafe-d4", "Café", "/papers/cafe\u{301}.pdf"),
        ]
        .map(|(id, title, path)| SourceNames {
            id: id.into(),
            title: title.into(),
            path: path.into(),
        });
        let found = |wanted: &str| find(wanted, &names).map(|id| id.0);
        for (wanted, id) in [
            ("minutes-a1", "minutes-a1"),
            ("war", "warrant-c3"),
            ("/papers/2025/minutes.pdf", "minutes-b2"),
            ("2024/minutes.pdf", "minutes-a1"),
            ("warrant.pdf", "warrant-c3"),
            ("caf\u{e9}.pdf", "cafe-d4"),
            ("cafe\u{301}.pdf", "cafe-d4"),
        ] {
            assert_eq!(found(wanted).unwrap(), id, "{wanted}");
        }
        assert!(
            matches!(found("minutes.pdf"), Err(ArchiveError::AmbiguousSource { matches, .. }) if matches.len() == 2)
        );
        assert!(matches!(found("minutes"), Err(ArchiveError::AmbiguousSource { .. })));
        assert!(
            matches!(found("warant.pdf"), Err(ArchiveError::UnknownSource { near, .. }) if near == ["warrant-c3"])
        );
        assert!(matches!(found(""), Err(ArchiveError::UnknownSource { .. })));
        assert!(matches!(found("utes.pdf"), Err(ArchiveError::UnknownSource { .. })));
    }
}
