//! Numbers as a sheet shows them.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ssfmt::{DateSystem, FormatOptions, NumberFormat};

/// Formats of a workbook, each parsed once.
pub(super) struct Formats {
    parsed: HashMap<String, Option<NumberFormat>>,
    options: FormatOptions,
}

/// Built-in format for a short date, which follows the reader's region. Ours is American.
const SHORT_DATE: u32 = 14;
/// Built-in format for a short date with a time.
const SHORT_DATE_AND_TIME: u32 = 22;

/// Longest format code, in bytes; Excel allows 255 characters.
const LONGEST_CODE: usize = 1_024;

impl Formats {
    pub(super) fn new(starts_1904: bool) -> Self {
        let date_system = if starts_1904 { DateSystem::Date1904 } else { DateSystem::Date1900 };
        Formats { parsed: HashMap::new(), options: FormatOptions { date_system, ..FormatOptions::default() } }
    }

    /// Returns a number in a format code, plain where the code makes no sense.
    pub(super) fn show(&mut self, value: f64, code: &str, id: Option<u32>) -> String {
        let code = match id {
            Some(SHORT_DATE) => "m/d/yyyy",
            Some(SHORT_DATE_AND_TIME) => "m/d/yyyy h:mm",
            _ => code,
        };
        if code.len() > LONGEST_CODE {
            return plain(value);
        }
        let options = &self.options;
        let format = self.parsed.entry(code.to_owned()).or_insert_with(|| {
            catch_unwind(AssertUnwindSafe(|| NumberFormat::parse(code).ok())).ok().flatten()
        });
        let shown = format.as_ref().and_then(|format| {
            catch_unwind(AssertUnwindSafe(|| format.try_format(value, options).ok())).ok().flatten()
        });
        match shown.map(|text| tidy(&text)) {
            Some(text) if !text.is_empty() && !text.contains("####") => text,
            // A format may show nothing at all (";;;"); the number is then hidden on purpose or broken.
            Some(text) if text.is_empty() && code.contains(';') => text,
            _ => plain(value),
        }
    }
}

/// Returns a number without a format: whole numbers whole, at most ten decimals.
pub(super) fn plain(value: f64) -> String {
    let text = format!("{value:.10}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// Joins a currency sign and its amount, which a format for columns sets apart.
fn tidy(text: &str) -> String {
    let mut out = crate::lines::squeeze(text);
    for sign in ['$', '\u{20ac}', '\u{a3}'] {
        if let Some(at) = out.find(sign) {
            let after = at + sign.len_utf8();
            let is_apart = out.get(after..).is_some_and(|rest| {
                rest.starts_with(' ') && rest.trim_start().starts_with(|c: char| c.is_ascii_digit())
            });
            if is_apart {
                out.remove(after);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_numbers_in_their_formats() {
        for (value, code, id, expected) in [
            (25.0, "General", None, "25"),
            (0.1 + 0.2, "General", None, "0.3"),
            (25.0, "\"$\"#,##0.00", None, "$25.00"),
            (
                1234.5,
                "_(\"$\"* #,##0.00_);_(\"$\"* \\(#,##0.00\\);_(\"$\"* \"-\"??_);_(@_)",
                Some(44),
                "$1,234.50",
            ),
            (-25.0, "\"$\"#,##0_);\\(\"$\"#,##0\\)", None, "($25)"),
            (1234.5, "[$$-409]#,##0.00", None, "$1,234.50"),
            (0.0525, "0.00%", None, "5.25%"),
            (45839.0, "mm-dd-yy", Some(14), "7/1/2025"),
            (45839.0, "[$-409]mmmm d, yyyy", None, "July 1, 2025"),
            (0.75, "h:mm AM/PM", None, "6:00 PM"),
            (7.0, "[broken", None, "7"),
            (f64::NAN, "0", None, "NaN"),
        ] {
            assert_eq!(Formats::new(false).show(value, code, id), expected, "{code}");
        }
    }
}
