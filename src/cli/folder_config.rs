//! Restricts the `twolane.toml` of a working folder, which any author may have written. It may tune a search.
//!
//! It may not set where questions and papers are sent, which programs run, or what is downloaded. Nor may it
//! set which files elsewhere are read, whose signature counts, or that a check is off.

use std::path::{Component, Path};

use toml::{Table, Value};

/// The keys whose texts only choose among the program's options. Any other text is refused, so a new key is
/// closed until a developer opens it.
const CHOICES: [&str; 7] = [
    "models.embedding",
    "models.device",
    "models.numbers",
    "search.fusion.convex.lexical",
    "search.fusion.convex.vector",
    "writer.labels",
    "ocr.mode",
];

/// The keys with paths: they may name files in the folder itself.
const PATHS: [&str; 3] = ["models.reranker", "retrieval.vocabulary", "ingest.metadata_rules"];

/// The keys with texts that may only repeat the default.
const DEFAULTS: [(&str, &str); 2] = [("ocr.program", "tesseract"), ("ocr.language", "eng")];

/// The tables reserved for the user.
const USERS_TABLES: [&str; 2] = ["trust", "packs"];

/// The switches that remove a protection in the given position, and add one in the other.
const PROTECTIONS: [(&str, bool); 2] =
    [("packs.require_signature", true), ("screen.skip_injection_check", false)];

/// Returns the keys that a folder's file sets without permission, each with the reason.
pub fn refused_keys(values: &Table, folder: &Path) -> Vec<String> {
    let mut refused = Vec::new();
    walk("", values, folder, &mut refused);
    refused
}

fn walk(above: &str, values: &Table, folder: &Path, refused: &mut Vec<String>) {
    for (name, value) in values {
        let key = if above.is_empty() { name.clone() } else { format!("{above}.{name}") };
        match value {
            Value::Table(inner) => walk(&key, inner, folder, refused),
            other => refused.extend(why_not(&key, other, folder).map(|why| format!("`{key}` ({why})"))),
        }
    }
}

fn why_not(key: &str, value: &Value, folder: &Path) -> Option<&'static str> {
    if let Some((_, safe)) = PROTECTIONS.iter().find(|(name, _)| *name == key) {
        return (value.as_bool() != Some(*safe)).then_some("it takes a protection away");
    }
    if USERS_TABLES.iter().any(|table| key.split('.').next() == Some(table)) {
        return Some("whom to trust is the user's to say");
    }
    let texts = texts_of(value)?;
    // A file may state a default.
    if DEFAULTS.iter().any(|(name, text)| *name == key && texts == [*text]) {
        return None;
    }
    if PATHS.contains(&key) {
        let inside = texts.iter().all(|text| is_inside(Path::new(text), folder));
        return (!inside).then_some("it names a file outside of the folder");
    }
    (!CHOICES.contains(&key)).then_some("it could name a server, a program or a file")
}

/// Returns the texts of a value; `None` where it contains no text.
fn texts_of(value: &Value) -> Option<Vec<&str>> {
    let mut texts = Vec::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) => texts.push(text.as_str()),
            Value::Array(list) => open.extend(list),
            Value::Table(inner) => open.extend(inner.values()),
            _ => {}
        }
    }
    (!texts.is_empty()).then_some(texts)
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

    /// Requires a decision for every new key with a text: what a folder may set.
    #[test]
    fn what_is_the_default_may_be_repeated_but_for_the_user_s_tables() {
        let defaults: Table = toml::to_string(&crate::cli::Config::default()).unwrap().parse().unwrap();
        let refused = refused_keys(&defaults, Path::new("."));
        let odd: Vec<_> =
            refused.iter().filter(|k| !k.starts_with("`packs.") && !k.starts_with("`trust.")).collect();
        assert!(odd.is_empty(), "{odd:?}");
    }

    #[test]
    fn a_folder_may_tune_and_not_reach_out() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("words.toml"), "").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc", folder.path().join("link")).unwrap();
        for (text, allowed) in [
            ("[retrieval]\nmax_queries_per_lane = 3\n", true),
            ("[retrieval]\nvocabulary = 'words.toml'\n", true),
            ("[retrieval]\nvocabulary = './words.toml'\n", true),
            ("[retrieval]\nvocabulary = '/etc/passwd'\n", false),
            ("[retrieval]\nvocabulary = '../words.toml'\n", false),
            #[cfg(unix)]
            ("[retrieval]\nvocabulary = 'link/passwd'\n", false),
            ("[models]\ndevice = 'cpu'\n", true),
            ("[models]\nreranker = '/elsewhere/model'\n", false),
            ("[models]\nreranker = 'cross-encoder/ms-marco-MiniLM-L6-v2'\n", true),
            ("[packs]\ntrusted_keys = ['RW...']\n", false),
            ("[packs]\nmax_bytes = 9000000000\n", false),
            ("[packs]\nrequire_signature = false\n", false),
            ("[packs]\nrequire_signature = true\n", true),
            ("[screen]\nskip_injection_check = true\n", false),
            ("[screen]\nskip_injection_check = false\n", true),
            ("[trust]\nfolders = ['/']\n", false),
            ("[model]\nserver = 'http://198.51.100.7/v1'\n", false),
            ("[ocr]\nprogram = './tesseract'\n", false),
            ("[ocr]\nprogram = 'tesseract'\ndpi = 200\n", true),
            ("[ocr]\nlanguage = '../words'\n", false),
            ("[model]\nname = 'words.gguf'\n", false),
            ("[ingest]\nmetadata_rules = 'words.toml'\n", true),
            ("[ingest]\nmetadata_rules = '/etc/passwd'\n", false),
            ("[some.new.table]\nlist = [1, ['http://198.51.100.7']]\n", false),
            ("[[rows]]\nurl = 'x'\n", false),
        ] {
            let refused = refused_keys(&text.parse().unwrap(), folder.path());
            assert_eq!(refused.is_empty(), allowed, "{text}: {refused:?}");
        }
    }
}
