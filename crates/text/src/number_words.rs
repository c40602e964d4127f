//! Numbers spelled out in English: "sixty", "one hundred and twenty-five", "five thousand".

/// Returns the value of one number word below a hundred; `None` for any other word.
fn small(word: &str) -> Option<u64> {
    Some(match word {
        "zero" => 0,
        "one" => 1,
        "two" => 2,
        "three" => 3,
        "four" => 4,
        "five" => 5,
        "six" => 6,
        "seven" => 7,
        "eight" => 8,
        "nine" => 9,
        "ten" => 10,
        "eleven" => 11,
        "twelve" => 12,
        "thirteen" => 13,
        "fourteen" => 14,
        "fifteen" => 15,
        "sixteen" => 16,
        "seventeen" => 17,
        "eighteen" => 18,
        "nineteen" => 19,
        "twenty" => 20,
        "thirty" => 30,
        "forty" => 40,
        "fifty" => 50,
        "sixty" => 60,
        "seventy" => 70,
        "eighty" => 80,
        "ninety" => 90,
        _ => return None,
    })
}

fn scale(word: &str) -> Option<u64> {
    Some(match word {
        "hundred" => 100,
        "thousand" => 1_000,
        "million" => 1_000_000,
        "billion" => 1_000_000_000,
        _ => return None,
    })
}

/// Parses the number at the start of some words, ignoring case, and returns it with its word count. Returns
/// `None` without a number or if it is too large. "One" alone does not count, since it is more often a
/// pronoun. "And" joins only after a hundred or a thousand: "two and five" are two numbers.
pub fn spelled_number<'a>(words: impl Iterator<Item = &'a str>) -> Option<(u64, usize)> {
    // Parts of hyphenated words, each with the word count up to its end; a number can't end within a word.
    let mut parts: Vec<(String, Option<usize>)> = Vec::new();
    for (i, word) in words.take(MOST_WORDS).enumerate() {
        let lower = word.to_ascii_lowercase();
        let is_part = |p: &str| small(p).is_some() || scale(p).is_some();
        if !(lower.split('-').all(is_part) || lower == "and" && i > 0) {
            break;
        }
        let mut own = lower.split('-').peekable();
        while let Some(part) = own.next() {
            parts.push((part.to_owned(), own.peek().is_none().then_some(i + 1)));
        }
    }
    let (value, used) = number_of(&parts)?;
    let words = parts.get(used.checked_sub(1)?)?.1?;
    (value != 1 || used > 1).then_some((value, words))
}

/// Maximum number of words in a number below a trillion.
const MOST_WORDS: usize = 32;

type Parts = [(String, Option<usize>)];

/// Parses groups below a thousand with falling scales.
fn number_of(parts: &Parts) -> Option<(u64, usize)> {
    let word = |i: usize| parts.get(i).map_or("", |(p, _)| p.as_str());
    let (mut total, mut at, mut last) = (0u64, 0usize, u64::MAX);
    loop {
        // As in "five thousand and one".
        let joined = at + usize::from(at > 0 && word(at) == "and");
        let Some((group, next)) = group(parts, joined, at == 0) else { break };
        let factor = scale(word(next)).filter(|f| *f > 100);
        match factor {
            Some(factor) if factor < last => {
                total = total.checked_add(group.checked_mul(factor)?)?;
                (at, last) = (next + 1, factor);
            }
            // Two adjacent numbers.
            Some(_) if at > 0 => break,
            _ => {
                total = total.checked_add(group)?;
                at = next;
                break;
            }
        }
    }
    (at > 0).then_some((total, at))
}

/// Parses "a hundred and twenty-five" and less; a scale at the very start counts once.
fn group(parts: &Parts, from: usize, head: bool) -> Option<(u64, usize)> {
    let word = |i: usize| parts.get(i).map_or("", |(p, _)| p.as_str());
    let (mut value, mut at) = match below_hundred(parts, from) {
        Some(found) => found,
        None if head && scale(word(from)).is_some() => (1, from),
        None => return None,
    };
    if word(at) == "hundred" && value > 0 {
        value *= 100;
        at += 1;
        let joined = at + usize::from(word(at) == "and");
        if let Some((rest, next)) = below_hundred(parts, joined).filter(|(rest, _)| *rest > 0)
            && word(next) != "hundred"
        {
            (value, at) = (value + rest, next);
        }
    }
    Some((value, at))
}

fn below_hundred(parts: &Parts, from: usize) -> Option<(u64, usize)> {
    let value = |i: usize| parts.get(i).and_then(|(p, _)| small(p));
    let first = value(from)?;
    match value(from + 1).filter(|unit| first >= 20 && (1..=9).contains(unit)) {
        Some(unit) => Some((first + unit, from + 2)),
        None => Some((first, from + 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        for (text, expected) in [
            ("sixty", Some((60, 1))),
            ("Twenty-five days", Some((25, 1))),
            ("twenty five", Some((25, 2))),
            ("one hundred and twenty five", Some((125, 5))),
            ("five thousand", Some((5_000, 2))),
            ("five thousand and one", Some((5_001, 4))),
            ("eleven hundred", Some((1_100, 2))),
            ("two million three hundred thousand", Some((2_300_000, 5))),
            ("hundred", Some((100, 1))),
            ("two and five dogs", Some((2, 1))),
            ("sixty and", Some((60, 1))),
            ("two hundred and five hundred", Some((200, 2))),
            ("five six", Some((5, 1))),
            ("twenty twelve", Some((20, 1))),
            ("five thousand six thousand", Some((5_000, 2))),
            ("one", None),
            ("and two", None),
            ("twenty-odd", None),
            ("cat", None),
            ("", None),
        ] {
            assert_eq!(spelled_number(text.split_whitespace()), expected, "{text}");
        }
    }
}
