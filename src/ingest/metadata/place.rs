//! Town and state, from names and first pages.

use std::sync::LazyLock;

use regex::Regex;

use crate::law::STATES;

static TOWN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let name = r"(?P<NAME>[A-Z][A-Za-z.'\u{2019}]+(?:[ -][A-Z][A-Za-z.'\u{2019}]+){0,2})";
    let of = format!(
        r"(?:Town|City|Village|Borough|Township|TOWN|CITY|VILLAGE|BOROUGH|TOWNSHIP)\s+(?:of|OF)\s+{}",
        name.replace("NAME", "a")
    );
    let before =
        format!(r"{}\s+(?:Township|TOWNSHIP|Village District|VILLAGE DISTRICT)\b", name.replace("NAME", "b"));
    let association = r"(?P<c>[A-Z][A-Za-z.'\u{2019}]+(?:\s+(?:at|on|of|the|[A-Z][A-Za-z.'\u{2019}]+)){0,4}\s+(?:Homeowners\u{2019}?'?|Home Owners|Condominium|Property Owners\u{2019}?'?)\s+Association)".to_string();
    Regex::new(&format!("(?:{of})|(?:{association})|(?:{before})")).ok()
});

/// Code of a state given as `NH`, `us-nh`, or `New Hampshire`.
pub(super) fn state_code(text: &str) -> Option<&'static str> {
    let text = text.trim();
    let bare = text.strip_prefix("us-").or_else(|| text.strip_prefix("US-")).unwrap_or(text);
    STATES
        .iter()
        .find(|(code, name)| code.eq_ignore_ascii_case(bare) || name.eq_ignore_ascii_case(bare))
        .map(|(code, _)| *code)
}

/// Place and state from a name such as `alder-nh_2024-05-01_minutes`.
pub(super) fn from_name(stem: &str) -> (Option<String>, Option<&'static str>) {
    let Some((head, _)) = stem.split_once(['_', ' ']) else { return (None, None) };
    let Some((place, state)) = head.rsplit_once('-') else { return (None, None) };
    let Some(code) = STATES.iter().map(|(c, _)| *c).find(|c| c.eq_ignore_ascii_case(state)) else {
        return (None, None);
    };
    let words: Vec<String> = place
        .split('-')
        .filter(|w| {
            !w.is_empty() && !matches!(w.to_lowercase().as_str(), "twp" | "township" | "town" | "city" | "of")
        })
        .map(capital)
        .collect();
    ((!words.is_empty()).then(|| words.join(" ")), Some(code))
}

/// The first town, township or association that a text names.
pub(super) fn town_in(text: &str) -> Option<String> {
    let captures = TOWN.as_ref()?.captures(text)?;
    let name = ["a", "b", "c"].iter().find_map(|n| captures.name(n))?.as_str();
    const NOT_NAMES: &[&str] = &[
        "the",
        "of",
        "laws",
        "bylaws",
        "articles",
        "covenants",
        "incorporation",
        "said",
        "this",
        "regular",
        "special",
        "annual",
        "board",
        "charter",
        "meeting",
        "minutes",
        "general",
        "ordinance",
        "bylaws",
    ];
    let mut words: Vec<&str> = name.split_whitespace().collect();
    while words.last().is_some_and(|w| NOT_NAMES.iter().any(|n| n.eq_ignore_ascii_case(w))) {
        words.pop();
    }
    let leads = |w: &&str| {
        ["of", "laws", "by-laws", "bylaws", "articles", "incorporation", "the"]
            .contains(&w.to_lowercase().as_str())
    };
    while words.first().is_some_and(&leads) {
        words.remove(0);
    }
    if words.first().is_none_or(|w| NOT_NAMES.iter().any(|n| n.eq_ignore_ascii_case(w))) {
        return None;
    }
    Some(
        words
            .into_iter()
            .map(
                |w| if w.chars().any(char::is_lowercase) { w.to_owned() } else { capital(&w.to_lowercase()) },
            )
            .collect::<Vec<_>>()
            .join(" "),
    )
}

/// The first state that a text names, in full or before a ZIP code.
pub(super) fn state_in(text: &str) -> Option<&'static str> {
    static ZIP: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\b([A-Z]{2})\.?\s+\d{5}\b").ok());
    let lower = text.to_lowercase();
    let named = STATES
        .iter()
        .filter_map(|(code, name)| {
            let at = lower.find(&name.to_lowercase())?;
            // "Washington Street" and "Delaware Avenue" name no state.
            let after = lower.get(at + name.len()..)?.trim_start();
            let street = ["street", "st.", "avenue", "ave", "road", "rd", "drive", "county", "park"]
                .iter()
                .any(|w| after.starts_with(w));
            (!street).then_some((at, usize::MAX - name.len(), *code))
        })
        .min();
    let zip = ZIP.as_ref().and_then(|z| z.captures(text)).and_then(|c| {
        let code = STATES.iter().map(|(s, _)| *s).find(|s| c.get(1).is_some_and(|m| m.as_str() == *s))?;
        Some((c.get(0)?.start(), usize::MAX, code))
    });
    named.into_iter().chain(zip).min().map(|(.., code)| code)
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().collect::<String>() + chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        assert_eq!(from_name("new-alder-nh_2024_minutes"), (Some("New Alder".into()), Some("NH")));
        assert_eq!(from_name("pine-twp-mi_fees"), (Some("Pine".into()), Some("MI")));
        assert_eq!(from_name("go-or_die"), (Some("Go".into()), Some("OR")));
        assert_eq!(from_name("minutes-2024"), (None, None));
        for (text, town, state) in [
            ("Town of Alder, New Hampshire", Some("Alder"), Some("NH")),
            ("CITY OF PINE RIDGE\nMI 48642", Some("Pine Ridge"), Some("MI")),
            ("BIRCH TOWNSHIP BOARD", Some("Birch"), None),
            ("Oaks at Lake Homeowners Association", Some("Oaks at Lake Homeowners Association"), None),
            ("12 Washington Street", None, None),
            ("Elm, West Virginia", None, Some("WV")),
        ] {
            assert_eq!((town_in(text).as_deref(), state_in(text)), (town, state), "{text:?}");
        }
        assert_eq!(state_code("us-nh"), Some("NH"));
        assert_eq!(state_code("vermont"), Some("VT"));
    }
}
