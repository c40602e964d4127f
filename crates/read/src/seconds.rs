//! Durations as people write them in a configuration: seconds, whole or with a fraction.

use std::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// Longest duration that makes sense, in seconds: a year. Sums with it stay far from overflow.
const LONGEST: f64 = 365.0 * 24.0 * 3600.0;

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Whole(u64),
    Fraction(f64),
}

/// Seconds, whole where they are.
pub(super) fn serialize<S: Serializer>(duration: &Duration, to: S) -> Result<S::Ok, S::Error> {
    if duration.subsec_nanos() == 0 {
        to.serialize_u64(duration.as_secs())
    } else {
        to.serialize_f64(duration.as_secs_f64())
    }
}

/// Seconds between 0 and a year.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
    let wrong = || D::Error::custom("a time is given in seconds, from 0 to 31536000 (a year)");
    let seconds = match Written::deserialize(from).map_err(|_| wrong())? {
        Written::Whole(seconds) => return within(Duration::from_secs(seconds)).ok_or_else(wrong),
        Written::Fraction(seconds) => seconds,
    };
    Duration::try_from_secs_f64(seconds).ok().and_then(within).ok_or_else(wrong)
}

fn within(duration: Duration) -> Option<Duration> {
    (duration.as_secs_f64() <= LONGEST).then_some(duration)
}

#[cfg(test)]
mod tests {
    use super::super::ocr_options::OcrOptions;

    #[test]
    fn seconds_within_a_year() {
        let read = |text: &str| toml::from_str::<OcrOptions>(&format!("page_time = {text}"));
        for (text, millis) in [("120", 120_000), ("0", 0), ("1.5", 1_500), ("31536000", 31_536_000_000)] {
            assert_eq!(read(text).unwrap().page_time.as_millis(), millis, "{text}");
        }
        for text in ["-1", "nan", "inf", "-0.5", "1e300", "31536001", "9223372036854775807", "'2 minutes'"] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains("in seconds"), "{text}: {error}");
        }
        let options =
            OcrOptions { page_time: std::time::Duration::from_millis(2_500), ..OcrOptions::default() };
        let text = toml::to_string(&options).unwrap();
        assert!(text.contains("page_time = 2.5"), "{text}");
        assert_eq!(toml::from_str::<OcrOptions>(&text).unwrap(), options);
    }
}
