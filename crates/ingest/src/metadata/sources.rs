//! `sources.toml`: metadata that a person writes beside the files.
//!
//! ```toml
//! [default]              # for every file in the folder and below
//! town = "Alder"
//!
//! [[source]]
//! file = "minutes/*.pdf" # pattern as in a .gitignore, relative to this file
//! board = "Select Board"
//! ```

use std::collections::BTreeMap;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use twolane_archive::Visibility;

use super::dates::parse_date;
use super::error::MetadataError;

/// The fields that flags, `sources.toml` and front matter may set.
pub const FIELDS: &[&str] = &[
    "title",
    "lane",
    "town",
    "board",
    "doc_type",
    "date",
    "scope",
    "jurisdiction",
    "authority",
    "status",
    "edition",
    "provenance_kind",
    "topics",
    "visibility",
];

/// A parsed `sources.toml` file.
#[derive(Debug, Clone)]
pub struct SourcesFile {
    default: BTreeMap<String, String>,
    sources: Vec<(Gitignore, BTreeMap<String, String>)>,
}

impl SourcesFile {
    /// Reads the file's text; `file` names it in errors.
    pub fn parse(text: &str, file: &str) -> Result<Self, MetadataError> {
        let syntax = |what: String| MetadataError::Syntax { file: file.to_owned(), what };
        let table: toml::Table = text.parse().map_err(|e: toml::de::Error| syntax(e.message().to_owned()))?;
        let mut out = SourcesFile { default: BTreeMap::new(), sources: Vec::new() };
        for (key, value) in &table {
            match (key.as_str(), value) {
                ("default", toml::Value::Table(fields)) => out.default = values(fields, file)?,
                ("source", toml::Value::Array(items)) => {
                    for item in items {
                        let fields =
                            item.as_table().ok_or_else(|| syntax("`source` is a list of tables".into()))?;
                        let pattern = fields
                            .get("file")
                            .and_then(toml::Value::as_str)
                            .ok_or_else(|| syntax("a [[source]] has no `file`".into()))?;
                        let mut builder = GitignoreBuilder::new("");
                        builder.add_line(None, pattern).map_err(|e| syntax(e.to_string()))?;
                        let matcher = builder.build().map_err(|e| syntax(e.to_string()))?;
                        let mut rest = fields.clone();
                        rest.remove("file");
                        out.sources.push((matcher, values(&rest, file)?));
                    }
                }
                _ => return Err(syntax(format!("{key:?} is neither [default] nor [[source]]"))),
            }
        }
        Ok(out)
    }

    /// Returns the fields for a file, given by its path relative to the `sources.toml`; later entries win.
    pub fn fields(&self, relative: &str) -> BTreeMap<String, String> {
        let mut fields = self.default.clone();
        for (pattern, values) in &self.sources {
            if pattern.matched_path_or_any_parents(relative.trim_start_matches('/'), false).is_ignore() {
                fields.extend(values.clone());
            }
        }
        fields
    }
}

fn values(table: &toml::Table, file: &str) -> Result<BTreeMap<String, String>, MetadataError> {
    let mut out = BTreeMap::new();
    for (key, value) in table {
        let field = check_field(key, file)?;
        let text = match value {
            toml::Value::String(text) => text.clone(),
            toml::Value::Array(items) => items
                .iter()
                .map(|i| i.as_str().map_or_else(|| i.to_string(), str::to_owned))
                .collect::<Vec<_>>()
                .join(", "),
            other => other.to_string(),
        };
        check_value(field, &text, file)?;
        out.insert(field.to_owned(), text);
    }
    Ok(out)
}

/// Returns the field's own name (`type` is `doc_type`), or an error that names the nearest field.
pub(super) fn check_field(name: &str, file: &str) -> Result<&'static str, MetadataError> {
    if let Some(field) = field_name(name) {
        return Ok(field);
    }
    let nearest = FIELDS
        .iter()
        .map(|f| (strsim::jaro_winkler(f, name), *f))
        .filter(|(score, _)| *score > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, f)| f.to_owned());
    Err(MetadataError::UnknownField {
        file: file.to_owned(),
        field: name.to_owned(),
        nearest,
        known: FIELDS.join(", "),
    })
}

/// Returns the field for a key as people write it.
pub(super) fn field_name(key: &str) -> Option<&'static str> {
    let key = key.trim().to_lowercase().replace([' ', '-'], "_");
    let key = match key.as_str() {
        "type" | "kind" | "document_type" => "doc_type",
        "tags" | "topic" | "tag" | "keywords" => "topics",
        "state" => "jurisdiction",
        "committee" => "board",
        "city" | "township" | "village" => "town",
        "provenance" => "provenance_kind",
        other => other,
    };
    FIELDS.iter().find(|f| **f == key).copied()
}

pub(super) fn check_value(field: &str, value: &str, file: &str) -> Result<(), MetadataError> {
    let wrong = |what: &str| {
        Err(MetadataError::BadValue {
            file: file.to_owned(),
            field: field.to_owned(),
            value: value.to_owned(),
            what: what.to_owned(),
        })
    };
    let one_of = |list: &[&str]| list.contains(&value);
    match field {
        "date" if parse_date(value).is_none() => wrong("a date is written 2024-10-09, 2024-10 or 2024"),
        "scope" if !one_of(&["local", "state", "federal"]) => wrong("scope is local, state or federal"),
        "provenance_kind" if !one_of(&["primary", "secondary", "unknown"]) => {
            wrong("provenance_kind is primary, secondary or unknown")
        }
        "authority" if !one_of(&["rsa", "nhma", "official", "minutes", "news", "other"]) => {
            wrong("authority is rsa, nhma, official, minutes, news or other")
        }
        "visibility" if value.parse::<Visibility>().is_err() => {
            wrong("visibility is public, staff or sealed")
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_and_defaults() {
        let file = SourcesFile::parse(
            "[default]\ntown='Alder'\n[[source]]\nfile='minutes/*.pdf'\ntype='minutes'\ntags=['a','b']\n[[source]]\nfile='2024.pdf'\ndate=2024-05-01\n",
            "sources.toml",
        )
        .unwrap();
        let fields = file.fields("minutes/2024.pdf");
        let got: Vec<_> = fields.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(
            got,
            [("date", "2024-05-01"), ("doc_type", "minutes"), ("topics", "a, b"), ("town", "Alder")]
        );
        assert_eq!(file.fields("other.txt").len(), 1);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, expected) in [
            ("[default]\ntwon='x'\n", "did you mean \"town\"?"),
            ("[default]\ndate='soon'\n", "2024-10-09"),
            ("[default]\nvisibility='secret'\n", "public, staff or sealed"),
            ("[[source]]\ntown='x'\n", "no `file`"),
            ("x = 1", "neither"),
            ("[", "not well formed"),
        ] {
            let error = SourcesFile::parse(text, "sources.toml").unwrap_err().to_string();
            assert!(error.contains(expected), "{text:?}: {error}");
        }
    }
}
