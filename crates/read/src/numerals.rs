//! Numbers as lists print them.

use twolane_text::to_roman;

/// `1` to `i`, lower case; numbers without a Roman form come out in digits.
pub(super) fn roman(n: u32) -> String {
    to_roman(n).map_or_else(|| n.to_string(), |roman| roman.to_lowercase())
}

/// `1` to `a`, `26` to `z`, `27` to `aa`, lower case, as word processors count.
pub(super) fn letters(n: u32) -> String {
    if n == 0 || n > 26 * 50 {
        return n.to_string();
    }
    let index = u8::try_from((n - 1) % 26).unwrap_or(0);
    let times = usize::try_from((n - 1) / 26 + 1).unwrap_or(1);
    char::from(b'a' + index).to_string().repeat(times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints() {
        for (n, r, l) in
            [(1, "i", "a"), (4, "iv", "d"), (27, "xxvii", "aa"), (0, "0", "0"), (1999, "mcmxcix", "1999")]
        {
            assert_eq!((roman(n).as_str(), letters(n).as_str()), (r, l));
        }
    }
}
