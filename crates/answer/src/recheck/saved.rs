//! Reader of a saved answer. The file is outside input: its size is limited, and it must be unambiguous.

use std::fmt;

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::error::AskError;

/// Longest saved answer that is read, in bytes.
pub const LONGEST_ANSWER: usize = 64 << 20;
/// Deepest nesting; an answer has eight levels.
const DEEPEST: usize = 64;

/// Reads a text as one JSON object. An object with a duplicate key is refused, because two readers may understand it
/// differently.
///
/// # Errors
/// Returns [`AskError::NotAnAnswer`] with a description of the defect.
pub(super) fn read(text: &str) -> Result<Map<String, Value>, AskError> {
    let not = |what: String| AskError::NotAnAnswer { what };
    if text.len() > LONGEST_ANSWER {
        return Err(not(format!("it has {} bytes, {LONGEST_ANSWER} are read", text.len())));
    }
    let mut json = serde_json::Deserializer::from_str(text);
    let value = Strict { depth: 0 }.deserialize(&mut json).map_err(|e| not(format!("not JSON: {e}")))?;
    json.end().map_err(|e| not(format!("not JSON: {e}")))?;
    match value {
        Value::Object(map) => Ok(map),
        _ => Err(not("it is no JSON object".into())),
    }
}

#[derive(Clone, Copy)]
struct Strict {
    depth: usize,
}

impl Strict {
    fn deeper<E: serde::de::Error>(self) -> Result<Strict, E> {
        if self.depth >= DEEPEST {
            return Err(E::custom(format!("nested deeper than {DEEPEST} levels")));
        }
        Ok(Strict { depth: self.depth + 1 })
    }
}

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("a number out of range"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(inner)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            let value = entries.next_value_seed(inner)?;
            if map.contains_key(&key) {
                return Err(A::Error::custom(format!("the key {key:?} occurs twice in one object")));
            }
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_meaning_only() {
        let same = r#"{"a":[1,-2,2.5,null,true,"x\u00e9"],"b":{"a":""}}"#;
        assert_eq!(Value::Object(read(same).unwrap()), serde_json::from_str::<Value>(same).unwrap());
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(80), "]".repeat(80));
        for bad in [
            r#"{"a":1,"a":1}"#,
            r#"{"b":{"a":1,"\u0061":2}}"#,
            "[]",
            "{} {}",
            "",
            "nul",
            r#"{"a":1e999}"#,
            &deep,
        ] {
            assert!(matches!(read(bad), Err(AskError::NotAnAnswer { .. })), "{bad}");
        }
    }
}
