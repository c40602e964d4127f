//! Numbers spelled out in English: "sixty", "one hundred and twenty-five", "five thousand".

/// Value of one number word below a hundred; `None` for any other word.
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

/// True for a word that can be part of a spelled-out number.
pub(super) fn is_number_word(word: &str) -> bool {
    word.split('-').all(|part| small(part).is_some() || scale(part).is_some())
}

/// Value of a run of lower-case number words ("and" between them is fine); `None` when the run
/// does not make a number or is too large.
pub(super) fn value_of<'a>(words: impl Iterator<Item = &'a str>) -> Option<u64> {
    let (mut total, mut group, mut any) = (0u64, 0u64, false);
    for word in words.flat_map(|w| w.split('-')) {
        if word == "and" {
            continue;
        }
        if let Some(n) = small(word) {
            group = group.checked_add(n)?;
        } else {
            let factor = scale(word)?;
            if factor == 100 {
                group = group.max(1).checked_mul(100)?;
            } else {
                total = total.checked_add(group.max(1).checked_mul(factor)?)?;
                group = 0;
            }
        }
        any = true;
    }
    any.then_some(total.checked_add(group)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        for (text, expected) in [
            ("sixty", Some(60)),
            ("twenty-five", Some(25)),
            ("one hundred and twenty five", Some(125)),
            ("five thousand", Some(5_000)),
            ("two million three hundred thousand", Some(2_300_000)),
            ("hundred", Some(100)),
            ("cat", None),
            ("", None),
        ] {
            assert_eq!(value_of(text.split_whitespace()), expected, "{text}");
        }
    }
}
