//! Front matter: `key: value` lines between `---`, or TOML between `+++`, before the text.

use std::collections::BTreeMap;

/// Metadata at a text's head, and the number of physical lines that it takes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct FrontMatter {
    pub(super) meta: BTreeMap<String, String>,
    pub(super) lines: usize,
    pub(super) problem: Option<String>,
}

/// Most lines that are looked at for the closing mark.
const LONGEST: usize = 200;

pub(super) fn front_matter(text: &str) -> FrontMatter {
    let mut lines = text.lines();
    let mark = match lines.next().map(str::trim_end) {
        Some("---") => "---",
        Some("+++") => "+++",
        _ => return FrontMatter::default(),
    };
    let inner: Vec<&str> =
        lines.take(LONGEST).take_while(|l| !matches!(l.trim_end(), "---" | "+++" | "...")).collect();
    let closed =
        text.lines().nth(inner.len() + 1).is_some_and(|l| matches!(l.trim_end(), "---" | "+++" | "..."));
    if !closed {
        return FrontMatter::default();
    }
    let lines = inner.len() + 2;
    if mark == "+++" {
        return match inner.join("\n").parse::<toml::Table>() {
            Ok(table) => FrontMatter { meta: flat(&table), lines, problem: None },
            Err(error) => FrontMatter {
                lines,
                problem: Some(format!("front matter is not TOML: {}", error.message())),
                ..FrontMatter::default()
            },
        };
    }
    match key_values(&inner) {
        Some(meta) => FrontMatter { meta, lines, problem: None },
        // A rule, text, and another rule: no front matter at all.
        None => FrontMatter::default(),
    }
}

/// The plain subset of YAML that front matter uses: `key: value`, quoted values, `[a, b]` and
/// `- item` lists. `None` when a line is nothing of these.
fn key_values(lines: &[&str]) -> Option<BTreeMap<String, String>> {
    let mut meta: BTreeMap<String, String> = BTreeMap::new();
    let mut last: Option<String> = None;
    for line in lines {
        let bare = line.trim();
        if bare.is_empty() || bare.starts_with('#') {
            continue;
        }
        if let Some(item) = bare.strip_prefix("- ") {
            let value = meta.get_mut(last.as_ref()?)?;
            if !value.is_empty() {
                value.push_str(", ");
            }
            value.push_str(&unquote(item));
            continue;
        }
        let (key, value) = bare.split_once(':')?;
        let key = key.trim().to_lowercase();
        if key.is_empty() || key.split_whitespace().count() > 3 {
            return None;
        }
        let value = value.trim();
        let value = match value.strip_prefix('[').and_then(|v| v.strip_suffix(']')) {
            Some(list) => list.split(',').map(unquote).collect::<Vec<_>>().join(", "),
            None => unquote(value),
        };
        last = Some(key.clone());
        meta.insert(key, value);
    }
    Some(meta)
}

fn unquote(value: &str) -> String {
    let value = value.trim();
    ['"', '\'']
        .iter()
        .find_map(|q| value.strip_prefix(*q).and_then(|v| v.strip_suffix(*q)))
        .unwrap_or(value)
        .to_owned()
}

/// A TOML or JSON-like table as text values; lists are joined with commas.
fn flat(table: &toml::Table) -> BTreeMap<String, String> {
    table.iter().map(|(key, value)| (key.to_lowercase(), toml_text(value))).collect()
}

fn toml_text(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Array(items) => items
            .iter()
            .map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned))
            .collect::<Vec<_>>()
            .join(", "),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_forms() {
        let yaml = front_matter(
            "---\ntitle: \"Rules: part 2\"\ndate: 2024-05-01\ntags:\n  - parking\n  - noise\n---\n# Text\n",
        );
        assert_eq!(yaml.lines, 7);
        assert_eq!(yaml.meta["title"], "Rules: part 2");
        assert_eq!(yaml.meta["tags"], "parking, noise");
        let toml =
            front_matter("+++\ntown = \"Alder\"\ndate = 2024-05-01\ntopics = [\"a\", \"b\"]\n+++\ntext");
        assert_eq!(toml.meta["date"], "2024-05-01");
        assert_eq!(toml.meta["topics"], "a, b");
        assert_eq!(toml.lines, 5);
    }

    #[test]
    fn leaves_other_texts_alone() {
        for text in ["", "---\n", "---\nJust words here\n---\n", "text\n---\na: b\n---\n"] {
            assert_eq!(front_matter(text), FrontMatter::default(), "{text:?}");
        }
    }
}
