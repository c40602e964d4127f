//! Order of sections in a code: 8-1, 8-1a, 8-2, 8-10; RSA 91:3 before 91-A:1.

use twolane_text::roman_value;

/// Sort key of a citation's normal form. The key of a part starts with the key of its whole.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrderKey(Vec<Piece>);

/// Separators sort first, so that all of chapter 91 precedes chapter 91-A; letters sort by their number (z
/// before aa).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Piece {
    Separator(u8),
    Number(u64),
    Word(usize, String),
}

impl OrderKey {
    /// Computes the key of a normal form.
    pub fn of(text: &str) -> Self {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let digits = c.is_ascii_digit();
            let same = |x: char| {
                if digits { x.is_ascii_digit() } else { x.is_alphabetic() }
            };
            let len = if digits || c.is_alphabetic() {
                rest.find(|x| !same(x)).unwrap_or(rest.len())
            } else {
                c.len_utf8()
            };
            let (head, tail) = rest.split_at(len);
            let after_comma = pieces.ends_with(&[Piece::Separator(rank(',')), Piece::Separator(rank(' '))]);
            let article =
                matches!(pieces.as_slice(), [Piece::Word(_, w), Piece::Separator(_)] if w == "Article");
            pieces.push(match c {
                _ if digits => Piece::Number(head.parse().unwrap_or(u64::MAX)),
                c if c.is_alphabetic() => match roman_value(head).filter(|_| after_comma || article) {
                    Some(value) => Piece::Number(u64::from(value)),
                    None => Piece::Word(head.chars().count(), head.to_owned()),
                },
                c => Piece::Separator(rank(c)),
            });
            rest = tail;
        }
        OrderKey(pieces)
    }

    /// Returns true if this is `other` or a part of it: its section, its paragraph.
    pub fn is_part_of(&self, other: &OrderKey) -> bool {
        self.0.starts_with(&other.0)
            && matches!(self.0.get(other.0.len()), None | Some(Piece::Separator(..=BELOW)))
    }
}

/// Highest rank of a separator between a whole and its parts. A dash or point after a number creates another
/// number instead.
const BELOW: u8 = 4;

fn rank(c: char) -> u8 {
    match c {
        ' ' => 0,
        ',' => 1,
        ':' => 2,
        '/' => 3,
        '(' => BELOW,
        ')' => 5,
        '.' => 6,
        '-' => 7,
        _ => 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_as_a_code_does() {
        for ascending in [
            &[
                "Conn. Gen. Stat. § 8-1",
                "Conn. Gen. Stat. § 8-1a",
                "Conn. Gen. Stat. § 8-1aa",
                "Conn. Gen. Stat. § 8-2",
                "Conn. Gen. Stat. § 8-10",
            ][..],
            &[
                "RSA 91:1",
                "RSA 91:12",
                "RSA 91-A:1",
                "RSA 91-A:1-a",
                "RSA 91-A:1-b",
                "RSA 91-A:2",
                "RSA 91-A:2, II",
                "RSA 91-A:2, IV",
                "RSA 91-A:2, IX",
                "RSA 91-B:1",
                "RSA 92:1",
            ],
            &["M.G.L. c. 40, § 9", "M.G.L. c. 40A, § 1", "M.G.L. c. 41, § 81L"],
            &["MCL 15.263", "MCL 15.263(1)", "MCL 15.263(10)", "MCL 15.263a", "MCL 42.1"],
            &["Article IV", "Article V", "Article IX"],
        ] {
            let keys: Vec<OrderKey> = ascending.iter().map(|t| OrderKey::of(t)).collect();
            assert!(keys.is_sorted(), "{ascending:?}");
        }
    }

    #[test]
    fn parts() {
        for (part, whole, expected) in [
            ("MCL 15.263(1)", "MCL 15.263", true),
            ("MCL 15.263a", "MCL 15.263", false),
            ("RSA 31-B:3, II(c)", "RSA 31-B:3, II", true),
            ("RSA 31-B:3, III", "RSA 31-B:3, II", false),
            ("RSA 31-B:3-a", "RSA 31-B:3", false),
            ("Conn. Gen. Stat. § 7-15", "Conn. Gen. Stat. § 7-1", false),
        ] {
            assert_eq!(OrderKey::of(part).is_part_of(&OrderKey::of(whole)), expected, "{part} {whole}");
        }
    }
}
