//! Pairs of neighbouring words of the question that are also adjacent in a text. This is the ordered part of
//! the sequential dependence model (Metzler and Croft 2005), saturated as in BM25.

use std::collections::HashMap;

/// Pairs of the query's neighbouring terms with their weights.
#[derive(Debug, Clone, Default)]
pub struct OrderedPairs {
    pairs: Vec<(String, String, f32)>,
    total: f32,
}

/// BM25's usual parameters for saturation and length normalisation.
const K1: f32 = 1.2;
const B: f32 = 0.75;

impl OrderedPairs {
    /// Builds the pairs of a query. `weight` is a term's inverse document frequency; a pair gets the weight
    /// of its more common term.
    pub fn of(query: &[String], weight: impl Fn(&str) -> f32) -> OrderedPairs {
        let mut pairs: Vec<(String, String, f32)> = Vec::new();
        for (a, b) in query.iter().zip(query.iter().skip(1)) {
            if a != b && !pairs.iter().any(|(x, y, _)| x == a && y == b) {
                pairs.push((a.clone(), b.clone(), weight(a).min(weight(b)).max(0.0)));
            }
        }
        let total = pairs.iter().map(|p| p.2).sum();
        OrderedPairs { pairs, total }
    }

    /// Returns the weighted share of the pairs that a text has, 0 to 1. `mean_length` is the number of terms
    /// of an average text.
    pub fn share(&self, text: &[String], mean_length: f32) -> f32 {
        if self.total <= 0.0 || text.is_empty() {
            return 0.0;
        }
        let mut followers: HashMap<(&str, &str), u16> = HashMap::new();
        for (a, b) in text.iter().zip(text.iter().skip(1)) {
            let count = followers.entry((a, b)).or_default();
            *count = count.saturating_add(1);
        }
        let length = f32::from(u16::try_from(text.len()).unwrap_or(u16::MAX));
        let norm = K1 * (1.0 - B + B * length / mean_length.max(1.0));
        let sum: f32 = self
            .pairs
            .iter()
            .map(|(a, b, weight)| {
                let count = f32::from(followers.get(&(a.as_str(), b.as_str())).copied().unwrap_or(0));
                weight * count / (count + norm)
            })
            .sum();
        sum / self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn neighbours_in_order_count() {
        let pairs = OrderedPairs::of(&words("tree cutting permit"), |_| 1.0);
        let share = |text: &str| pairs.share(&words(text), 4.0);
        assert!(share("a tree cutting permit") > share("cutting permit of tree"));
        assert!(share("cutting permit of tree") > share("permit tree of cutting"));
        assert_eq!(share("permit tree of cutting"), 0.0);
        assert_eq!(OrderedPairs::of(&words("tree"), |_| 1.0).share(&words("tree"), 1.0), 0.0);
    }

    proptest::proptest! {
        #[test]
        fn is_a_share(query in "[ab ]{0,12}", text in "[ab ]{0,40}", mean in 0f32..50.0) {
            let share = OrderedPairs::of(&words(&query), |_| 2.0).share(&words(&text), mean);
            proptest::prop_assert!((0.0..=1.0).contains(&share));
        }
    }
}
