//! Whether a token of a claim is borne out by a token of a quote.

use super::token::{Token, TokenKind};

/// True when a token of some claim is borne out by a token of its quotes: equal normal forms, a
/// number of which the claim prints no unit, a date of which the quote prints more, or a name that
/// stands inside a longer one. A unit that the quote does not print is not borne out, but for
/// dollars of an amount with cents, as tables print them.
pub fn supports(quoted: &Token, claimed: &Token) -> bool {
    match (quoted.kind, claimed.kind) {
        (TokenKind::Number, TokenKind::Number) => number_supports(quoted, claimed),
        _ if quoted.kind == claimed.kind && quoted.normal == claimed.normal => true,
        (TokenKind::Date, TokenKind::Date) => {
            quoted.normal.starts_with(&format!("{}-", claimed.normal))
                || claimed
                    .normal
                    .strip_prefix("--")
                    .is_some_and(|day| quoted.normal.ends_with(&format!("-{day}")))
        }
        (TokenKind::Name, TokenKind::Name | TokenKind::ProperNoun) => within(&quoted.normal, &claimed.normal),
        (TokenKind::Section | TokenKind::Date | TokenKind::Time, TokenKind::Number) => {
            let (value, unit) = claimed.value_and_unit();
            (unit.is_empty() || unit == "th")
                && quoted
                    .raw
                    .split(|c: char| !c.is_ascii_digit() && c != '.')
                    .any(|part| part.trim_matches('.') == value || part.trim_start_matches('0') == value)
        }
        _ => false,
    }
}

fn number_supports(quoted: &Token, claimed: &Token) -> bool {
    let ((qv, qu), (cv, cu)) = (quoted.value_and_unit(), claimed.value_and_unit());
    if qv != cv {
        return false;
    }
    if cu == qu {
        return !cu.is_empty() || same_things(&quoted.counted, &claimed.counted);
    }
    if cu.is_empty() {
        // The claim says less; but "20 dogs" is not "20 feet".
        return things(&claimed.counted).is_none_or(|thing| singular(thing) == singular(qu));
    }
    cu == "usd" && qu.is_empty() && has_cents(&quoted.raw)
}

/// What is counted is the same, as far as both say it.
fn same_things(quoted: &[String], claimed: &[String]) -> bool {
    match (things(quoted), things(claimed)) {
        (Some(_), Some(thing)) => quoted.iter().any(|w| singular(w) == singular(thing)),
        _ => true,
    }
}

/// The first plural noun behind a number, before any word that only joins.
fn things(words: &[String]) -> Option<&str> {
    const JOINING: &[&str] = &[
        "a", "an", "and", "as", "at", "by", "for", "from", "in", "is", "of", "on", "or", "per", "that",
        "the", "to", "was", "were", "with", "are", "each", "if", "but", "has", "his", "this", "its", "plus",
    ];
    const IRREGULAR: &[&str] = &["people", "persons", "children", "men", "women"];
    words
        .iter()
        .map(String::as_str)
        .take_while(|w| !JOINING.contains(w))
        .find(|w| IRREGULAR.contains(w) || (w.len() > 3 && w.ends_with('s') && !w.ends_with("ss")))
}

fn singular(word: &str) -> &str {
    match word {
        "people" | "persons" => "person",
        word => word.strip_suffix("es").or_else(|| word.strip_suffix('s')).unwrap_or(word),
    }
}

fn has_cents(raw: &str) -> bool {
    raw.rsplit_once('.')
        .is_some_and(|(_, cents)| cents.len() == 2 && cents.bytes().all(|b| b.is_ascii_digit()))
}

fn within(longer: &str, shorter: &str) -> bool {
    let bare = |s: &str| s.replace(['.', '-'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
    format!(" {} ", bare(longer)).contains(&format!(" {} ", bare(shorter)))
}
