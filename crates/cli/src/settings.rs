//! The keys of `twolane.toml`, and the values that a working folder's file may give them.
//!
//! Any author may have written the file of a working folder. It may make the program stricter, choose among the
//! program's own models, and name files inside the folder. Everything else needs the user's trust: servers,
//! programs, signatures, limits, refusal, memory, traces, and which passages an answer draws on.

use std::path::{Component, Path};

use toml::{Table, Value};

/// The values that a working folder's file may give to a key.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Folder {
    /// Refuses every value.
    Nothing,
    /// Any value: a choice among what the program has.
    Anything,
    /// Only this switch position: the stricter one.
    Only(bool),
    /// Only one of these texts: the default, or a stricter choice.
    OneOf(&'static [&'static str]),
    /// A relative path to a file inside the folder, or a name.
    Inside,
}

use Folder::{Anything, Inside, Nothing, OneOf, Only};

/// The keys that a user may set. `NAME` is any lane.
const SETTINGS: [(&str, Folder); 49] = [
    ("answer.caution", OneOf(&["high"])),
    ("answer.max_facts", Nothing),
    ("answer.max_quote_words", Nothing),
    ("folders", Nothing),
    ("gate.clarify_rounds_cap", Nothing),
    ("gate.enabled", Only(true)),
    ("ingest.metadata_rules", Inside),
    ("ingest.proposed", Only(false)),
    ("limits.address_space", Nothing),
    ("limits.file", Nothing),
    ("memory.enabled", Only(false)),
    ("model.name", Nothing),
    ("model.prose", Nothing),
    ("model.server", Nothing),
    ("models.device", Anything),
    ("models.embedding", Anything),
    ("models.precision", Anything),
    ("models.reranker", Inside),
    ("ocr.language", OneOf(&["eng"])),
    ("ocr.mode", OneOf(&["auto", "always"])),
    ("ocr.page_time", Nothing),
    ("ocr.program", OneOf(&["tesseract"])),
    ("packs.require_signature", Only(true)),
    ("packs.trusted_keys", Nothing),
    ("pdf.limits.pages", Nothing),
    ("pdf.limits.time", Nothing),
    ("pdf.limits.time_per_page", Nothing),
    ("public.contact", Nothing),
    ("public.per_minute", Nothing),
    ("read.documents", Nothing),
    ("read.lines", Nothing),
    ("read.part_bytes", Nothing),
    ("retrieval.enable_parallel_state_lane", Only(true)),
    ("retrieval.eval_confidence_threshold", Nothing),
    ("retrieval.lanes.NAME.context_cap", Nothing),
    ("retrieval.lanes.NAME.lane_k", Nothing),
    ("retrieval.lanes.NAME.second_pass_lane_k", Nothing),
    ("retrieval.lanes.NAME.statewide", Nothing),
    ("retrieval.max_queries_per_lane", Nothing),
    ("retrieval.merge.max_combined_chunks", Nothing),
    ("retrieval.merge.merged_context_cap", Nothing),
    ("retrieval.retrieval_confidence_threshold", Nothing),
    ("retrieval.topic_alignment_threshold", Nothing),
    ("retrieval.vocabulary", Inside),
    ("screen.skip_injection_check", Only(false)),
    ("session.expires_hours", Nothing),
    ("trace.keep", Nothing),
    ("trace.personal_text", Only(false)),
    ("trust.folders", Nothing),
];

/// The tables that keep or forget what people asked. The user's own values always win.
pub(super) const PRIVACY: [&str; 3] = ["memory", "session", "trace"];

/// Returns every key of `twolane.toml`, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    SETTINGS.iter().map(|(name, _)| *name)
}

/// Returns the first key of a file that is no setting, with the nearest setting.
pub(super) fn unknown(values: &Table) -> Option<(String, &'static str)> {
    let key = keys(values).into_iter().map(|(key, _)| key).find(|key| setting(key).is_none())?;
    let nearest = names().min_by_key(|name| (twolane_text::letters_apart(&key, name), *name))?;
    Some((key, nearest))
}

/// Returns the keys that a folder's file sets without permission, each with the reason.
pub(super) fn refused(values: &Table, folder: &Path) -> Vec<String> {
    let why = |key: &str, value: &Value| match setting(key)? {
        Anything => None,
        Nothing => Some("only the user sets it".to_owned()),
        Only(strict) => (value.as_bool() != Some(strict)).then(|| format!("a folder may only set {strict}")),
        OneOf(texts) => {
            let allowed = value.as_str().is_some_and(|text| texts.contains(&text));
            (!allowed).then(|| format!("a folder may only set {}", texts.join(" or ")))
        }
        Inside => {
            let inside = value.as_str().is_some_and(|text| is_inside(Path::new(text), folder));
            (!inside).then(|| "it names a file outside of the folder".to_owned())
        }
    };
    keys(values).iter().filter_map(|(key, value)| Some(format!("`{key}` ({})", why(key, value)?))).collect()
}

/// Returns the permission of a key; `None` for a key that is no setting.
fn setting(key: &str) -> Option<Folder> {
    let matches = |name: &str| {
        let (mut parts, mut names) = (key.split('.'), name.split('.'));
        let alike = names.by_ref().zip(parts.by_ref()).all(|(name, part)| name == part || name == "NAME");
        alike && key.split('.').count() == name.split('.').count()
    };
    SETTINGS.iter().find(|(name, _)| matches(name)).map(|(_, folder)| *folder)
}

/// Returns the values of a file with their dotted keys. An empty table has no key.
fn keys(values: &Table) -> Vec<(String, &Value)> {
    let mut found = Vec::new();
    let mut open: Vec<(String, &Value)> = values.iter().map(|(name, value)| (name.clone(), value)).collect();
    while let Some((key, value)) = open.pop() {
        match value {
            Value::Table(inner) => {
                open.extend(inner.iter().map(|(name, value)| (format!("{key}.{name}"), value)));
            }
            other => found.push((key, other)),
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// Returns true for a relative path that stays in the folder, with links followed.
fn is_inside(path: &Path, folder: &Path) -> bool {
    let plain = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !plain {
        return false;
    }
    match (folder.join(path).canonicalize(), folder.canonicalize()) {
        (Ok(file), Ok(folder)) => file.starts_with(folder),
        // A missing file is not read.
        (Err(_), _) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_may_be_stricter_and_not_reach_out() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("words.toml"), "").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc", folder.path().join("link")).unwrap();
        for (text, allowed) in [
            ("[retrieval]\nvocabulary = 'words.toml'\n", true),
            ("[retrieval]\nvocabulary = './words.toml'\n", true),
            ("[retrieval]\nvocabulary = '/etc/passwd'\n", false),
            ("[retrieval]\nvocabulary = '../words.toml'\n", false),
            #[cfg(unix)]
            ("[retrieval]\nvocabulary = 'link/passwd'\n", false),
            ("[retrieval]\nmax_queries_per_lane = 3\n", false),
            ("[retrieval.lanes.local]\ncontext_cap = 0\n", false),
            ("[retrieval.lanes.deeds]\nstatewide = true\n", false),
            ("[models]\ndevice = 'cpu'\n", true),
            ("[models]\nreranker = '/elsewhere/model'\n", false),
            ("[models]\nreranker = 'cross-encoder/ms-marco-MiniLM-L6-v2'\n", true),
            ("[packs]\ntrusted_keys = ['RW...']\n", false),
            ("[packs]\nrequire_signature = false\n", false),
            ("[packs]\nrequire_signature = true\n", true),
            ("[screen]\nskip_injection_check = true\n", false),
            ("[screen]\nskip_injection_check = false\n", true),
            ("[trust]\nfolders = ['/']\n", false),
            ("[model]\nserver = 'http://198.51.100.7/v1'\n", false),
            ("[model]\nname = 'words.gguf'\n", false),
            ("[ocr]\nprogram = './tesseract'\n", false),
            ("[ocr]\nprogram = 'tesseract'\n", true),
            ("[ocr]\nmode = 'never'\n", false),
            ("[ocr]\nlanguage = '../words'\n", false),
            ("[ingest]\nmetadata_rules = 'words.toml'\n", true),
            ("[ingest]\nmetadata_rules = '/etc/passwd'\n", false),
            ("[ingest]\nproposed = true\n", false),
            ("[answer]\ncaution = 'low'\n", false),
            ("[answer]\ncaution = 'high'\n", true),
            ("[answer]\nmax_facts = 1\n", false),
            ("[gate]\nenabled = false\n", false),
            ("[memory]\nenabled = false\n", true),
            ("[memory]\nenabled = true\n", false),
            ("[trace]\npersonal_text = true\n", false),
            ("[trace]\nkeep = 0\n", false),
            ("[session]\nexpires_hours = 1\n", false),
            ("[limits]\nfile = 10\n", false),
            ("[[folders]]\npath = '/home/clerk'\n", false),
            ("folders = []\n", false),
            ("[read]\nlines = 10\n", false),
        ] {
            let refused = refused(&text.parse().unwrap(), folder.path());
            assert_eq!(refused.is_empty(), allowed, "{text}: {refused:?}");
        }
    }

    #[test]
    fn names_nearest_setting() {
        for (text, expected) in [
            ("[answer.weights]\nnote = 0\n", Some("answer.weights.note")),
            ("[packs]\ntrusted_keyz = []\n", Some("packs.trusted_keyz")),
            ("[retrieval.lanes.deeds]\nlane_k = 3\n", None),
            ("[retrieval.lanes]\nlane_k = 3\n", Some("retrieval.lanes.lane_k")),
            ("[limits]\n", None),
        ] {
            let found = unknown(&text.parse().unwrap());
            assert_eq!(found.as_ref().map(|(key, _)| key.as_str()), expected, "{text}");
        }
        assert_eq!(unknown(&"[models]\nembeding = ''\n".parse().unwrap()).unwrap().1, "models.embedding");
    }
}
