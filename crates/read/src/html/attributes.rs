//! The few attributes that matter.

use html5ever::Attribute;

pub(super) fn value<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a str> {
    attributes.iter().find(|a| &*a.name.local == name).map(|a| &*a.value)
}

/// True when a browser would not show the element.
pub(super) fn is_hidden(attributes: &[Attribute]) -> bool {
    if attributes.iter().any(|a| &*a.name.local == "hidden") {
        return true;
    }
    let Some(style) = value(attributes, "style") else { return false };
    style.to_ascii_lowercase().split(';').any(|declaration| {
        let Some((property, value)) = declaration.split_once(':') else { return false };
        let value = value.trim().trim_end_matches("!important").trim();
        match property.trim() {
            "display" => value == "none",
            "visibility" => matches!(value, "hidden" | "collapse"),
            "opacity" => value.parse::<f32>().is_ok_and(|v| v < 0.05),
            "font-size" => {
                leading_number(value).is_some_and(|v| v < 1.0)
                    && !value.ends_with("em")
                    && !value.ends_with("rem")
            }
            "color" => value == "transparent",
            "text-indent" | "left" | "top" | "margin-left" => {
                leading_number(value).is_some_and(|v| v <= -999.0)
            }
            _ => false,
        }
    })
}

fn leading_number(value: &str) -> Option<f32> {
    let end = value.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-'))).unwrap_or(value.len());
    value.get(..end)?.parse().ok()
}

/// Number of a list item in the style that the list's `type` names.
pub(super) fn item_number(n: u32, style: Option<&str>) -> String {
    match style {
        Some("a") => format!("{}.", letters(n)),
        Some("A") => format!("{}.", letters(n).to_uppercase()),
        Some("i") => format!("{}.", crate::numerals::roman(n)),
        Some("I") => format!("{}.", crate::numerals::roman(n).to_uppercase()),
        _ => format!("{n}."),
    }
}

fn letters(n: u32) -> String {
    crate::numerals::letters(n)
}
