//! The natural order of citations.

use std::cmp::Ordering;

/// Compares runs of digits as numbers and the rest as text: `RSA 9:2` before `RSA 10:1`, `31:9` before
/// `31:9-a` before `31:10`.
pub fn natural_order(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a, b);
    loop {
        let (x, rest_a) = run(a);
        let (y, rest_b) = run(b);
        let step = match (number(x), number(y)) {
            (Some(m), Some(n)) => m.len().cmp(&n.len()).then(m.cmp(n)),
            _ => x.cmp(y),
        };
        if step != Ordering::Equal || (x.is_empty() && y.is_empty()) {
            return step;
        }
        (a, b) = (rest_a, rest_b);
    }
}

fn run(text: &str) -> (&str, &str) {
    let digits = text.starts_with(|c: char| c.is_ascii_digit());
    let end = text.find(|c: char| c.is_ascii_digit() != digits).unwrap_or(text.len());
    text.split_at(end)
}

/// Returns the digits without leading zeros.
fn number(run: &str) -> Option<&str> {
    run.starts_with(|c: char| c.is_ascii_digit()).then(|| run.trim_start_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_count() {
        let mut list = ["RSA 10:1", "RSA 9:2", "RSA 9:10", "RSA 9-A:1", "RSA 9:2-a", "MCL 15.9", "MCL 15.10"];
        list.sort_by(|a, b| natural_order(a, b));
        assert_eq!(
            list,
            ["MCL 15.9", "MCL 15.10", "RSA 9-A:1", "RSA 9:2", "RSA 9:2-a", "RSA 9:10", "RSA 10:1"]
        );
    }

    proptest! {
        #[test]
        fn is_an_order(a in "[0-9a:.-]{0,8}", b in "[0-9a:.-]{0,8}", c in "[0-9a:.-]{0,8}") {
            prop_assert_eq!(natural_order(&a, &b), natural_order(&b, &a).reverse());
            if natural_order(&a, &b).is_le() && natural_order(&b, &c).is_le() {
                prop_assert!(natural_order(&a, &c).is_le());
            }
        }
    }
}
