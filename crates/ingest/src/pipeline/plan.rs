//! Decides what the run must do, by comparing the disk with the archive. Pure: the same inputs give the same
//! plan.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::DocumentKind;
use twolane_archive::SourceSummary;
use twolane_text::{ContentHash, SourceId};

use super::known::Known;
use super::path_text::{is_in_file, path_text};
use super::recipe::Recipe;
use super::scan::{Scanned, What};
use super::slug::new_id;

/// A file that the run must read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Job {
    /// The file to read; of several copies the one whose path sorts first.
    pub file: PathBuf,
    /// The paths with this content, sorted, including the file's own.
    pub paths: Vec<String>,
    /// The entries of `paths` that this run saw.
    pub seen: Vec<String>,
    /// The file's format.
    pub kind: DocumentKind,
    /// The hash of its bytes.
    pub hash: ContentHash,
    /// The size in bytes.
    pub bytes: u64,
    /// The source that it becomes; for a file that may hold several documents, decided when they are known.
    pub id: Option<SourceId>,
    /// True when the archive has an older version.
    pub replaces: bool,
    /// The recipe: everything that shapes its record.
    pub recipe: Recipe,
}

impl Job {
    /// Returns the path that represents it in messages.
    pub(super) fn name(&self) -> &str {
        self.seen.first().map_or("", String::as_str)
    }
}

/// The complete plan of a run.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Plan {
    /// The files to read, in the order of the walk.
    pub jobs: Vec<Job>,
    /// The paths whose source stays unchanged.
    pub unchanged: Vec<(String, SourceId)>,
    /// The paths at which a known content newly appeared.
    pub adopted: Vec<(String, SourceId)>,
}

/// Returns true for formats whose files may hold several documents.
pub(super) fn may_hold_several(kind: DocumentKind) -> bool {
    matches!(
        kind,
        DocumentKind::Jsonl
            | DocumentKind::Eml
            | DocumentKind::Msg
            | DocumentKind::Mbox
            | DocumentKind::Spreadsheet
            | DocumentKind::Zip
    )
}

/// Builds the plan. `recipe` returns what shapes the record of a file; `is_there` checks whether a path that
/// this run did not see exists.
pub(super) fn plan(
    scanned: &[Scanned],
    known: &Known,
    recipe: &dyn Fn(&Path) -> Recipe,
    is_there: &dyn Fn(&str) -> bool,
) -> Plan {
    let mut plan = Plan::default();
    let mut ids = known.ids();
    let mut claimed = HashSet::new();
    let groups = groups(scanned);
    let documents: HashSet<&String> = groups.iter().flat_map(|g| &g.paths).collect();
    // A content that still exists somewhere keeps its source.
    for group in &groups {
        if let Some(source) = known.of_hash(group.hash) {
            claimed.insert(source.id.clone());
        }
    }
    for group in &groups {
        let job = |paths: BTreeSet<String>, id: Option<SourceId>, replaces: bool, recipe: Recipe| Job {
            file: group.file.to_owned(),
            paths: paths.into_iter().collect(),
            seen: group.paths.iter().cloned().collect(),
            kind: group.kind,
            hash: group.hash.clone(),
            bytes: group.bytes,
            id,
            replaces,
            recipe,
        };
        let wanted = recipe(group.file);
        // A PDF with attachments is known by several sources of its file.
        if may_hold_several(group.kind) || group.paths.iter().any(|p| known.of_file(p).len() > 1) {
            let sources: Vec<_> = group.paths.iter().flat_map(|p| known.of_file(p)).collect();
            let same = |s: &&SourceSummary| {
                Recipe::file_of(&s.recipe) == Some(group.hash.0.as_str()) && wanted.fits(s)
            };
            if group.paths.iter().all(|p| !known.of_file(p).is_empty()) && sources.iter().all(same) {
                plan.keep_several(group, known);
            } else {
                plan.jobs.push(job(group.paths.clone(), None, !sources.is_empty(), wanted));
            }
            continue;
        }
        if let Some(source) = known.of_hash(group.hash) {
            // The first path's surroundings shape the metadata; when they are not part of this run, they stay
            // unchanged.
            let elsewhere = source.paths.first().is_some_and(|p| !group.paths.contains(p) && is_there(p));
            if elsewhere || wanted.fits(source) {
                plan.keep(group, known, source);
            } else {
                let paths = group.paths.iter().chain(&source.paths).cloned().collect();
                plan.jobs.push(job(paths, Some(source.id.clone()), true, wanted));
            }
            continue;
        }
        let stays_elsewhere =
            |s: &SourceSummary| s.paths.iter().any(|p| !documents.contains(p) && is_there(p));
        let older = group
            .paths
            .iter()
            .filter_map(|p| known.at_path(p))
            .find(|s| !claimed.contains(&s.id) && !stays_elsewhere(s));
        let id = match older {
            Some(source) => source.id.clone(),
            None => new_id(group.file, group.hash, &ids),
        };
        ids.insert(id.clone());
        claimed.insert(id.clone());
        plan.jobs.push(job(group.paths.clone(), Some(id), older.is_some(), wanted));
    }
    plan
}

impl Plan {
    fn keep(&mut self, group: &Group<'_>, known: &Known, source: &SourceSummary) {
        for path in &group.paths {
            let same = known.at_path(path).is_some_and(|s| s.id == source.id);
            let list = if same { &mut self.unchanged } else { &mut self.adopted };
            list.push((path.clone(), source.id.clone()));
        }
    }

    fn keep_several(&mut self, group: &Group<'_>, known: &Known) {
        for file in &group.paths {
            for source in known.of_file(file) {
                let within = |p: &&String| is_in_file(p, file);
                for path in source.paths.iter().filter(within) {
                    self.unchanged.push((path.clone(), source.id.clone()));
                }
            }
        }
    }
}

/// The files of one content.
struct Group<'a> {
    file: &'a Path,
    paths: BTreeSet<String>,
    kind: DocumentKind,
    hash: &'a ContentHash,
    bytes: u64,
}

fn groups(scanned: &[Scanned]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut by_hash = HashMap::new();
    for file in scanned {
        let What::Document { kind, hash, bytes } = &file.what else { continue };
        let text = path_text(&file.path);
        match by_hash.get(hash).and_then(|i: &usize| groups.get_mut(*i)) {
            Some(group) => {
                if group.paths.first().is_some_and(|first| text < *first) {
                    group.file = &file.path;
                    group.kind = *kind;
                }
                group.paths.insert(text);
            }
            None => {
                by_hash.insert(hash, groups.len());
                let paths = BTreeSet::from([text]);
                groups.push(Group { file: &file.path, paths, kind: *kind, hash, bytes: *bytes });
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(id: &str, content: &str, paths: &[&str], settings: &str) -> SourceSummary {
        SourceSummary {
            id: SourceId(id.into()),
            paths: paths.iter().map(|p| (*p).to_owned()).collect(),
            title: String::new(),
            hash: ContentHash::of(content.as_bytes()),
            kind: "text".into(),
            bytes: 0,
            meta: Default::default(),
            pages: 0,
            pages_ocr: 0,
            pages_unread: 0,
            lines: 1,
            chunks: 1,
            ingested_at: String::new(),
            notes: vec![],
            recipe: recipe(settings).to_string(),
        }
    }

    fn recipe(settings: &str) -> Recipe {
        Recipe { settings: settings.into(), ocr: false, model: None }
    }

    fn file(path: &str, content: &str) -> Scanned {
        let hash = ContentHash::of(content.as_bytes());
        Scanned { path: path.into(), what: What::Document { kind: DocumentKind::Text, hash, bytes: 1 } }
    }

    /// Prints a plan with sources `x-…` for new ids.
    fn decide(files: &[(&str, &str)], archive: &[(&str, &str, &[&str])], there: &[&str]) -> String {
        let scanned: Vec<_> = files.iter().map(|(p, c)| file(p, c)).collect();
        let known = Known::new(archive.iter().map(|(i, c, p)| summary(i, c, p, "s")).collect());
        let plan = plan(&scanned, &known, &|_| recipe("s"), &|p| there.contains(&p));
        let mut out: Vec<String> = Vec::new();
        for job in &plan.jobs {
            let id = job.id.clone().unwrap().0;
            let id = if known.ids().contains(&SourceId(id.clone())) { id } else { "new".into() };
            let how = if job.replaces { "replace" } else { "add" };
            out.push(format!("{how} {id} {}", job.paths.join(",")));
        }
        out.extend(plan.unchanged.iter().map(|(p, id)| format!("keep {id} {p}")));
        out.extend(plan.adopted.iter().map(|(p, id)| format!("adopt {id} {p}")));
        out.join("; ")
    }

    #[test]
    fn decides_by_path_and_content() {
        let one: &[(&str, &str, &[&str])] = &[("x", "old", &["/a"])];
        let two: &[(&str, &str, &[&str])] = &[("x", "old", &["/a", "/b"])];
        let pair: &[(&str, &str, &[&str])] = &[("x", "one", &["/a"]), ("y", "two", &["/b"])];
        for (files, archive, there, expected) in [
            (&[("/a", "1")][..], &[][..], &[][..], "add new /a"),
            (&[("/b", "1"), ("/a", "1")], &[], &[], "add new /a,/b"),
            (&[("/a", "old")], one, &[], "keep x /a"),
            (&[("/a", "new")], one, &[], "replace x /a"),
            (&[("/b", "old")], one, &["/a"], "adopt x /b"),
            (&[("/b", "old")], one, &[], "adopt x /b"),
            (&[("/a", "old"), ("/b", "new")], one, &[], "add new /b; keep x /a"),
            // One of two copies changes: the content that stays keeps the source.
            (&[("/a", "new"), ("/b", "old")], two, &[], "add new /a; keep x /b"),
            (&[("/a", "new")], two, &["/b"], "add new /a"),
            (&[("/a", "new")], two, &[], "replace x /a"),
            (&[("/a", "new"), ("/b", "new")], two, &[], "replace x /a,/b"),
            (&[("/a", "n1"), ("/b", "n2")], two, &["/a", "/b"], "replace x /a; add new /b"),
            // Two files change places.
            (&[("/a", "two"), ("/b", "one")], pair, &[], "adopt y /a; adopt x /b"),
            // One is overwritten by a copy of the other.
            (&[("/a", "two"), ("/b", "two")], pair, &[], "adopt y /a"),
        ] {
            let got = decide(files, archive, there);
            let sorted = |text: &str| {
                let mut parts: Vec<_> = text.split("; ").map(str::to_owned).collect();
                parts.sort();
                parts.retain(|p| p != "keep y /b");
                parts
            };
            assert_eq!(sorted(&got), sorted(expected), "{files:?} {archive:?}");
        }
    }

    #[test]
    fn other_settings_read_again_under_the_same_id() {
        let known = Known::new(vec![summary("x", "c", &["/a"], "old settings")]);
        let plan = plan(&[file("/a", "c")], &known, &|_| recipe("s"), &|_| false);
        assert_eq!(plan.jobs.len(), 1);
        assert_eq!(plan.jobs[0].id, Some(SourceId("x".into())));
    }

    #[test]
    fn recipes_fit_or_not() {
        let model = |name: &str| Some(ModelId(name.into()));
        use twolane_text::ModelId;
        let with = |ocr, m| Recipe { settings: "s".into(), ocr, model: m };
        for (stored, unread, wanted, fits) in [
            (with(false, None), 0, with(false, None), true),
            (with(false, None), 0, with(false, model("m:1")), false),
            (with(false, model("m:1")), 0, with(false, model("m:1")), true),
            (with(false, model("m")), 0, with(false, None), true),
            (with(false, model("m")), 0, with(false, model("n")), false),
            (with(false, None), 1, with(true, None), false),
            (with(false, None), 0, with(true, None), true),
            (with(true, None), 1, with(false, None), true),
            (Recipe { settings: "t".into(), ocr: false, model: None }, 0, with(false, None), false),
        ] {
            let mut summary = summary("x", "c", &["/a"], "s");
            summary.recipe = stored.to_string();
            summary.pages_unread = unread;
            assert_eq!(wanted.fits(&summary), fits, "{stored} {wanted}");
            summary.recipe = stored.within(&summary.hash);
            assert_eq!(wanted.fits(&summary), fits, "{stored} {wanted}");
            assert_eq!(Recipe::file_of(&summary.recipe), Some(summary.hash.0.as_str()));
        }
    }
}
