//! The root of the library has the names that most programs need. A name joins them on purpose only.

use std::collections::BTreeSet;
use std::path::Path;

use regex::Regex;

/// Largest number of names at the root.
const MOST: usize = 65;

/// Names at the root. Programs of others use them: add one that a program cannot do without, and never take one away
/// in a minor version. Everything else stays in its module.
const NAMES: [&str; 62] = [
    "Answer",
    "AnswerContent",
    "Archive",
    "ArchiveError",
    "Ask",
    "AskError",
    "AskOptions",
    "Asked",
    "BertEmbedder",
    "Conflict",
    "Conversation",
    "ConversationOptions",
    "Embedder",
    "EmbedderOptions",
    "Embedding",
    "Envelope",
    "Event",
    "Fact",
    "FactContent",
    "Filter",
    "Gap",
    "Hit",
    "InferenceError",
    "Ingest",
    "IngestError",
    "IngestOptions",
    "IngestReport",
    "Inquiry",
    "Installer",
    "InstallerOptions",
    "Levels",
    "Locator",
    "ModelFiles",
    "ModelId",
    "NoObserver",
    "NotInSource",
    "Observer",
    "Pack",
    "PackError",
    "PackOptions",
    "Query",
    "Quote",
    "Reading",
    "Recheck",
    "RecordStrength",
    "Reply",
    "Request",
    "RetrievalOptions",
    "Retrieved",
    "Retriever",
    "Role",
    "SearchError",
    "SearchOptions",
    "Source",
    "SourceId",
    "SourceSummary",
    "StatuteSection",
    "Verified",
    "Vocabulary",
    "levels",
    "open_pack",
    "recheck",
];

/// Returns the names that a crate's `pub use` items bring to its root, except crates under another name.
fn names_of(code: &str) -> BTreeSet<String> {
    let item = Regex::new(r"(?ms)^pub use ([^;]+);").unwrap();
    let name = |path: &str| {
        let path = path.trim();
        let last = path.rsplit("::").next().unwrap_or(path);
        last.rsplit(" as ").next().unwrap_or(last).trim().to_owned()
    };
    let mut found = BTreeSet::new();
    for path in item.captures_iter(code).map(|c| c.get(1).unwrap().as_str()) {
        match path.split_once('{') {
            Some((_, group)) => {
                let members = group.trim_end().trim_end_matches('}').split(',');
                found.extend(members.filter(|m| !m.trim().is_empty()).map(name));
            }
            None if path.contains("::") => found.extend([name(path)]),
            None => {}
        }
    }
    found
}

#[test]
fn the_root_has_only_listed_names() {
    let lib = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs");
    let found = names_of(&std::fs::read_to_string(lib).unwrap());
    let listed: BTreeSet<String> = NAMES.iter().map(|name| (*name).to_owned()).collect();
    let difference: Vec<_> = found.symmetric_difference(&listed).collect();
    assert!(
        difference.is_empty(),
        "src/lib.rs and the list in tests/trust/public_face.rs differ: {difference:?}"
    );
    assert!(found.len() <= MOST, "{} names at the root, at most {MOST}", found.len());
}

#[test]
fn finds_every_form_of_a_reexport() {
    let code = "pub use twolane_text as text;\npub use a::{B, c as d,\n    E};\npub use f::G;\nuse h::I;\n";
    assert_eq!(names_of(code), ["B", "E", "G", "d"].map(str::to_owned).into());
}
