//! Checks for configuration values out of range: with them, sums would overflow, comparisons would never
//! hold, or nothing would be read.

use serde::Serialize;
use toml::Value;

/// The largest count, and the largest number of seconds and the like.
const MOST: i64 = 1_000_000_000;
/// The largest number of bytes.
const MOST_BYTES: i64 = 1 << 50;
/// A default above this is a number of bytes.
const BYTES_FROM: i64 = 4_000_000;
/// The sections whose numbers are limits and sizes of reading: with 0 nothing would be read.
const READING: [&str; 6] = ["ingest.", "chunk.", "ocr.", "limits.", "read.", "pdf."];

/// Checks all values; the error holds the key and the defect of its value.
pub(super) fn check<C: Serialize>(config: &C, defaults: &C) -> Result<(), (String, String)> {
    let defaults = keys(defaults)?;
    for (key, value) in keys(config)? {
        let default = defaults.iter().find(|(k, _)| *k == key).map(|(_, v)| v);
        let reading = READING.iter().any(|section| key.starts_with(section));
        let wrong = match value {
            Value::Integer(n) => {
                let usual = default.and_then(Value::as_integer).unwrap_or_default();
                let most = if usual > BYTES_FROM { MOST_BYTES } else { MOST };
                let least = i64::from(reading && usual > 0 && !may_be_none(&key));
                (n < least || n > most).then(|| format!("is {n}; it may be {least} to {most}"))
            }
            Value::Float(x) if !x.is_finite() => Some(format!("is {x}; give a number")),
            Value::Float(x) if reading && x < 0.0 => Some(format!("is {x}; it may not be negative")),
            _ => None,
        };
        if let Some(what) = wrong {
            return Err((key, what));
        }
    }
    Ok(())
}

/// Returns true for counts that may be zero.
fn may_be_none(key: &str) -> bool {
    matches!(key, "read.attachment_depth" | "ocr.min_confidence" | "limits.crashes_per_file")
}

/// Returns every key with a value, with its dots, in order.
pub(super) fn keys(config: &impl Serialize) -> Result<Vec<(String, Value)>, (String, String)> {
    let value = Value::try_from(config).map_err(|e| ("a number".to_owned(), e.to_string()))?;
    let mut all = Vec::new();
    flatten("", value, &mut all);
    all.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(all)
}

fn flatten(prefix: &str, value: Value, all: &mut Vec<(String, Value)>) {
    match value {
        Value::Table(table) => {
            for (name, value) in table {
                let key = if prefix.is_empty() { name } else { format!("{prefix}.{name}") };
                flatten(&key, value, all);
            }
        }
        other => all.push((prefix.to_owned(), other)),
    }
}
