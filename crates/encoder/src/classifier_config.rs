//! Classifier settings in `config.json` and `tokenizer_config.json`, apart from those of the encoder.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::error::InferenceError;
use super::small_files::{CONFIG, read_json};

/// Keys of `config.json` that distinguish a sequence classifier from other models.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct ClassifierConfig {
    #[serde(default)]
    architectures: Vec<String>,
    num_labels: Option<usize>,
    id2label: Option<BTreeMap<String, IgnoredAny>>,
}

/// Architectures with the head of [`ClassifierHead`](super::classifier_head::ClassifierHead).
const ARCHITECTURES: [&str; 4] = [
    "BertForSequenceClassification",
    "RobertaForSequenceClassification",
    "XLMRobertaForSequenceClassification",
    "CamembertForSequenceClassification",
];

impl ClassifierConfig {
    /// Reads and checks a folder's `config.json`.
    pub(crate) fn read(dir: &Path) -> Result<Self, InferenceError> {
        let path = dir.join(CONFIG);
        let config: Self = read_json(&path)?;
        match config.problem() {
            None => Ok(config),
            Some(what) => Err(InferenceError::NoCrossEncoder { path: dir.to_owned(), what }),
        }
    }

    /// Checks if a folder's `config.json` names a sequence classifier; false if the file can't be read.
    pub(crate) fn is_in(dir: &Path) -> bool {
        read_json::<Self>(&dir.join(CONFIG)).is_ok_and(|config| {
            config.architectures.iter().any(|name| name.ends_with("ForSequenceClassification"))
        })
    }

    fn problem(&self) -> Option<String> {
        if let Some(other) = self.architectures.iter().find(|name| !ARCHITECTURES.contains(&name.as_str())) {
            return Some(format!("its config.json has the architecture {other}"));
        }
        match self.labels() {
            None | Some(1 | 2) => None,
            Some(count) => Some(format!("it tells {count} classes apart")),
        }
    }

    /// Returns the number of classes, if the file has it.
    pub(crate) fn labels(&self) -> Option<usize> {
        self.num_labels.or_else(|| self.id2label.as_ref().map(BTreeMap::len))
    }
}

#[derive(Deserialize)]
struct TokenizerConfig {
    /// Some converters write 1e30 for "no limit".
    model_max_length: Option<f64>,
}

/// Returns the longest input in tokens: the encoder's positions, or a lower limit from
/// `tokenizer_config.json`.
pub(crate) fn longest_input(dir: &Path, positions: usize) -> Result<usize, InferenceError> {
    let path = dir.join("tokenizer_config.json");
    let limit = match path.is_file() {
        true => read_json::<TokenizerConfig>(&path)?.model_max_length,
        false => None,
    };
    // From 1 to 2^24, so that the conversion is exact.
    let limit = limit.filter(|limit| (1.0..=16_777_216.0).contains(limit));
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    Ok(limit.map_or(positions, |limit| positions.min(limit as usize)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_ranking_classifier_is_named() {
        for (json, part) in [
            (r#"{"architectures":["BertForSequenceClassification"],"id2label":{"0":"LABEL_0"}}"#, None),
            (r#"{"architectures":["XLMRobertaForSequenceClassification"],"num_labels":2}"#, None),
            ("{}", None),
            (r#"{"architectures":["BertModel"]}"#, Some("BertModel")),
            (r#"{"architectures":["DebertaV2ForSequenceClassification"]}"#, Some("Deberta")),
            (r#"{"id2label":{"0":"a","1":"b","2":"c"}}"#, Some("3 classes")),
        ] {
            let problem = serde_json::from_str::<ClassifierConfig>(json).unwrap().problem();
            match part {
                None => assert_eq!(problem, None, "{json}"),
                Some(part) => {
                    assert!(problem.as_ref().is_some_and(|p| p.contains(part)), "{json} {problem:?}")
                }
            }
        }
    }

    #[test]
    fn the_shorter_of_both_lengths() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(longest_input(folder.path(), 512).unwrap(), 512);
        for (length, expected) in [("1e30", 512), ("128", 128), ("4096", 512), ("-3", 512), ("null", 512)] {
            let text = format!(r#"{{"model_max_length":{length}}}"#);
            std::fs::write(folder.path().join("tokenizer_config.json"), text).unwrap();
            assert_eq!(longest_input(folder.path(), 512).unwrap(), expected, "{length}");
        }
    }
}
