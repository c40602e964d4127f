//! Numbers as lists print them.

/// `1` to `i`, lower case; numbers without a Roman form come out in digits.
pub(super) fn roman(n: u32) -> String {
    if n == 0 || n >= 4000 {
        return n.to_string();
    }
    const STEPS: [(u32, &str); 13] = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    let mut rest = n;
    let mut out = String::new();
    for (value, letters) in STEPS {
        while rest >= value {
            out.push_str(letters);
            rest -= value;
        }
    }
    out
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
