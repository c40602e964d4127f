//! Boosts for newer papers.

use jiff::civil::{Date, date};
use serde::{Deserialize, Serialize};

/// Settings of the boost for newer papers. The newest dated candidate gets `weight`, one that is `half_life`
/// days older gets half, and one without a date gets 0. Ages are relative to the newest candidate, not to
/// today, so the same archive gives the same ranking every day.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Recency {
    /// Boost, on the fused score (0 to 1), for the newest candidate. A fifth of the scale reorders near ties
    /// and leaves clear winners in place.
    pub weight: f32,
    /// Age in days at which the boost is halved. Town papers follow a yearly cycle.
    pub half_life: f32,
}

impl Default for Recency {
    fn default() -> Self {
        Recency { weight: 0.2, half_life: 365.0 }
    }
}

impl Recency {
    /// Returns the boost for each candidate's date (ISO 8601: day, month or year).
    pub fn boosts(&self, dates: &[Option<&str>]) -> Vec<f32> {
        let days: Vec<Option<Date>> = dates.iter().map(|date| date.and_then(day)).collect();
        let Some(newest) = days.iter().flatten().max().copied() else {
            return vec![0.0; dates.len()];
        };
        days.iter()
            .map(|day| {
                let Some(age) = day.and_then(|day| newest.since(day).ok()) else { return 0.0 };
                let age = f32::from(i16::try_from(age.get_days().clamp(0, 32_000)).unwrap_or(i16::MAX));
                self.weight * 0.5f32.powf(age / self.half_life.max(1.0))
            })
            .collect()
    }
}

/// Parses a date; a month or a year counts from its first day.
fn day(text: &str) -> Option<Date> {
    let mut parts = text.get(..10).unwrap_or(text).split('-');
    let year = parts.next()?.trim().parse::<i16>().ok().filter(|y| (1..=9999).contains(y))?;
    let number = |part: Option<&str>| part.map_or(Some(1), |p| p.parse::<i8>().ok());
    let (month, day) = (number(parts.next())?, number(parts.next())?);
    if (1..=12).contains(&month) && (1..=31).contains(&day) {
        Date::new(year, month, day).or_else(|_| Ok::<_, jiff::Error>(date(year, month, 1))).ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_by_age() {
        let recency = Recency { weight: 0.2, half_life: 366.0 };
        let dates =
            [Some("2025-01-01"), Some("2024"), None, Some("2023-01-00"), Some("soon"), Some("2024-01")];
        let boosts = recency.boosts(&dates);
        let expected = [0.2, 0.1, 0.0, 0.0, 0.0, 0.1];
        for (got, expected) in boosts.iter().zip(expected) {
            assert!((got - expected).abs() < 1e-3, "{boosts:?}");
        }
        assert_eq!(recency.boosts(&[None, None]), [0.0, 0.0]);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_a_date_or_none(text in "\\PC{0,14}") {
            let _ = Recency::default().boosts(&[Some(&text), Some("2024-02-30")]);
        }
    }
}
