//! Rank metrics of one query, as trec_eval and BEIR compute them.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

/// Metrics of one ranking (or their mean over queries), each 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Metrics {
    /// Normalised discounted cumulative gain over the first ten (Järvelin and Kekäläinen 2002). The gain is
    /// the judged grade, linear as in trec_eval, the discount is `log2(rank + 1)`, and the ideal is over all
    /// judged documents.
    pub ndcg_at_10: f64,
    /// Share of the relevant documents among the first ten.
    pub recall_at_10: f64,
    /// Share of the relevant documents among the first hundred.
    pub recall_at_100: f64,
    /// One over the rank of the first relevant document; 0 if the first ten have no relevant one.
    pub mrr_at_10: f64,
}

impl Metrics {
    /// Names in the order of [`Metrics::values`].
    pub const NAMES: [&str; 4] = ["ndcg_at_10", "recall_at_10", "recall_at_100", "mrr_at_10"];

    /// Computes the metrics of a ranking, best first, against judged grades. A document is relevant if its
    /// grade is above 0. A document that is ranked twice counts once, at its first rank.
    pub fn of<D: AsRef<str>>(ranked: &[D], grades: &HashMap<String, u32>) -> Metrics {
        let mut seen = std::collections::HashSet::new();
        let gains: Vec<u32> = ranked
            .iter()
            .map(AsRef::as_ref)
            .filter(|document| seen.insert(document.to_string()))
            .take(100)
            .map(|document| grades.get(document).copied().unwrap_or(0))
            .collect();
        let relevant = grades.values().filter(|&&grade| grade > 0).count();
        if relevant == 0 {
            return Metrics::default();
        }
        let mut ideal: Vec<u32> = grades.values().copied().collect();
        ideal.sort_unstable_by(|a, b| b.cmp(a));
        let found = |k: usize| gains.iter().take(k).filter(|&&gain| gain > 0).count();
        let first = gains.iter().take(10).position(|&gain| gain > 0);
        Metrics {
            ndcg_at_10: discounted(&gains) / discounted(&ideal),
            recall_at_10: share(found(10), relevant),
            recall_at_100: share(found(100), relevant),
            mrr_at_10: first.map_or(0.0, |place| 1.0 / (count(place) + 1.0)),
        }
    }

    /// Returns the arithmetic mean over queries; zero without queries.
    pub fn mean(all: &[Metrics]) -> Metrics {
        let n = count(all.len().max(1));
        let mean = |of: fn(&Metrics) -> f64| all.iter().map(of).sum::<f64>() / n;
        Metrics {
            ndcg_at_10: mean(|m| m.ndcg_at_10),
            recall_at_10: mean(|m| m.recall_at_10),
            recall_at_100: mean(|m| m.recall_at_100),
            mrr_at_10: mean(|m| m.mrr_at_10),
        }
    }

    /// Returns a value by its name in [`Metrics::NAMES`].
    pub fn get(&self, name: &str) -> Option<f64> {
        Self::NAMES.iter().zip(self.values()).find(|(known, _)| **known == name).map(|(_, value)| value)
    }

    /// Returns the values in the order of [`Metrics::NAMES`].
    pub fn values(&self) -> [f64; 4] {
        [self.ndcg_at_10, self.recall_at_10, self.recall_at_100, self.mrr_at_10]
    }
}

fn discounted(gains: &[u32]) -> f64 {
    gains
        .iter()
        .take(10)
        .enumerate()
        .map(|(place, &gain)| f64::from(gain) / (count(place) + 2.0).log2())
        .sum()
}

fn share(part: usize, whole: usize) -> f64 {
    count(part) / count(whole)
}

/// Converts a number of documents, far below 2^32.
fn count(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grades(pairs: &[(&str, u32)]) -> HashMap<String, u32> {
        pairs.iter().map(|(d, g)| (d.to_string(), *g)).collect()
    }

    /// Expected values calculated by hand: 1/log2(2) = 1, 1/log2(3) = 0.63093, 1/log2(4) = 0.5.
    #[test]
    fn by_hand() {
        let table: [(&[&str], &[(&str, u32)], [f64; 4]); 7] = [
            (&["a", "b"], &[("a", 1)], [1.0, 1.0, 1.0, 1.0]),
            (&["b", "a"], &[("a", 1)], [0.63093, 1.0, 1.0, 0.5]),
            (&["a", "x", "b"], &[("a", 1), ("b", 1)], [(1.0 + 0.5) / 1.63093, 1.0, 1.0, 1.0]),
            // Grades 2 and 1 in the wrong order: (1 + 2 * 0.63093) / (2 + 0.63093).
            (&["b", "a"], &[("a", 2), ("b", 1)], [2.26186 / 2.63093, 1.0, 1.0, 1.0]),
            (&["x", "y"], &[("a", 1)], [0.0; 4]),
            (&["a", "a", "b"], &[("b", 1)], [0.63093, 1.0, 1.0, 0.5]),
            (&["a"], &[("a", 0)], [0.0; 4]),
        ];
        for (ranked, judged, expected) in table {
            let got = Metrics::of(ranked, &grades(judged)).values();
            for (g, e) in got.iter().zip(expected) {
                assert!((g - e).abs() < 1e-4, "{ranked:?} {judged:?}: {got:?}, expected {expected:?}");
            }
        }
    }

    #[test]
    fn cuts_at_ten_and_at_a_hundred() {
        let ranked: Vec<String> = (0..150).map(|i| format!("d{i}")).collect();
        let judged = grades(&[("d9", 1), ("d10", 1), ("d99", 1), ("d100", 1)]);
        let m = Metrics::of(&ranked, &judged);
        assert_eq!((m.recall_at_10, m.recall_at_100, m.mrr_at_10), (0.25, 0.75, 0.1));
    }

    /// Compares with pytrec-eval-terrier 0.5.11 (`ndcg_cut_10`, `recall_10`, `recall_100`, `recip_rank`): the
    /// figures are its output for the same ranking and grades.
    #[test]
    fn as_pytrec_eval() {
        let ranked: Vec<String> = (0..40).map(|i| format!("d{}", (i * 7 + 3) % 40)).collect();
        let judged = grades(&[("d24", 3), ("d14", 1), ("d2", 2), ("d19", 1), ("d35", 2), ("d777", 1)]);
        let m = Metrics::of(&ranked, &judged);
        for (got, expected) in m.values().iter().zip(PYTREC_EVAL) {
            assert!((got - expected).abs() < 1e-6, "{m:?}, expected {PYTREC_EVAL:?}");
        }
    }

    const PYTREC_EVAL: [f64; 4] = [0.247_538_791, 1.0 / 3.0, 2.5 / 3.0, 0.25];
}
