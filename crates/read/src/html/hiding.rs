//! The declarations that decide if a browser shows an element's text.

/// The declarations of each property that can hide, by the order of [`PROPERTIES`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Hiding([Option<Declared>; PROPERTIES.len()]);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Declared {
    hides: bool,
    important: bool,
}

const PROPERTIES: [&str; 9] =
    ["display", "visibility", "opacity", "font-size", "color", "text-indent", "left", "top", "margin-left"];

impl Hiding {
    /// Returns the `hidden` attribute's effect, which any declaration of `display` overrides.
    pub(super) fn by_attribute() -> Self {
        let mut hiding = Hiding::default();
        hiding.declare("display", "none", false);
        hiding
    }

    /// Takes in one declaration; `value` is without `!important`.
    pub(super) fn declare(&mut self, property: &str, value: &str, important: bool) {
        let hides = match property {
            "display" => value == "none",
            "visibility" => matches!(value, "hidden" | "collapse"),
            "opacity" => value.parse::<f32>().is_ok_and(|v| v < 0.05),
            "font-size" => {
                leading_number(value).is_some_and(|v| v < 1.0)
                    && !value.ends_with("em")
                    && !value.ends_with("rem")
            }
            "color" => value == "transparent",
            _ => leading_number(value).is_some_and(|v| v <= -999.0),
        };
        if let Some(at) = PROPERTIES.iter().position(|name| *name == property) {
            self.set(at, Declared { hides, important });
        }
    }

    fn set(&mut self, at: usize, declared: Declared) {
        if let Some(held) = self.0.get_mut(at)
            && (declared.important || !held.is_some_and(|held| held.important))
        {
            *held = Some(declared);
        }
    }

    /// Lays these declarations over others.
    pub(super) fn over(self, mut below: Hiding) -> Hiding {
        for (at, declared) in self.0.into_iter().enumerate() {
            declared.into_iter().for_each(|declared| below.set(at, declared));
        }
        below
    }

    /// True when a browser would not show the element.
    pub(super) fn hides(self) -> bool {
        self.0.into_iter().flatten().any(|declared| declared.hides)
    }
}

fn leading_number(value: &str) -> Option<f32> {
    let end = value.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-'))).unwrap_or(value.len());
    value.get(..end)?.parse().ok()
}
