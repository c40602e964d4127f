//! The few attributes that matter.

use html5ever::Attribute;

use super::hiding::Hiding;

pub(super) fn value<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a str> {
    attributes.iter().find(|a| &*a.name.local == name).map(|a| &*a.value)
}

/// Effects of an element's name, attributes and style on the text within it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Effects {
    pub(super) hiding: Hiding,
    pub(super) raised: bool,
    pub(super) lowered: bool,
    pub(super) struck: bool,
    pub(super) added: bool,
}

impl Effects {
    /// Returns the effects of an element, without those of the page's style sheets.
    pub(super) fn of(name: &str, attributes: &[Attribute]) -> Self {
        let mut effects = value(attributes, "style").map(Effects::of_style).unwrap_or_default();
        match name {
            "sup" => effects.raised = true,
            "sub" => effects.lowered = true,
            "s" | "strike" | "del" => effects.struck = true,
            "ins" | "u" => effects.added = true,
            _ => {}
        }
        effects.raised |= value(attributes, "role") == Some("doc-noteref");
        effects
    }

    /// Returns the effects of CSS declarations.
    pub(super) fn of_style(style: &str) -> Self {
        let mut effects = Effects::default();
        for declaration in style.to_ascii_lowercase().split(';') {
            let Some((property, value)) = declaration.split_once(':') else { continue };
            let (value, important) = match value.rsplit_once('!') {
                Some((value, word)) if word.trim() == "important" => (value.trim(), true),
                _ => (value.trim(), false),
            };
            let value_names = |name: &str| value.split_whitespace().any(|word| word == name);
            match property.trim() {
                "vertical-align" | "font-variant-position" => {
                    effects.raised |= value == "super";
                    effects.lowered |= value == "sub";
                }
                "text-decoration" | "text-decoration-line" => {
                    effects.struck |= value_names("line-through");
                    effects.added |= value_names("underline");
                }
                property => effects.hiding.declare(property, value, important),
            }
        }
        effects
    }

    /// Lays these effects over others.
    pub(super) fn over(self, other: Self) -> Self {
        Effects {
            hiding: self.hiding.over(other.hiding),
            raised: self.raised || other.raised,
            lowered: self.lowered || other.lowered,
            struck: self.struck || other.struck,
            added: self.added || other.added,
        }
    }
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
