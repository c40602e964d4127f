//! `calc(expr)`: exact arithmetic on numbers in quotes. Values are fractions of whole numbers, so nothing is rounded
//! before it is printed. A result without a finite decimal form is refused unless the expression rounds it.

use twolane_text::{Quote, TokenKind, tokens};

/// An expression that can't be computed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CalcError {
    /// The expression does not parse.
    #[error("{expr:?} does not parse at byte {at}: {what}; write numbers, + - * / ( ) and round(x, places)")]
    Syntax {
        /// Expression as given.
        expr: String,
        /// Byte offset of the error.
        at: usize,
        /// Description of the expected input.
        what: &'static str,
    },
    /// A number of the expression is in no quote.
    #[error("{number} stands in no quote that was given; only numbers of quotes can be reckoned with")]
    NotQuoted {
        /// Number as written.
        number: String,
    },
    /// Division by zero, or numbers too large.
    #[error("{what}")]
    Arithmetic {
        /// Description of the error.
        what: &'static str,
    },
    /// The result has no finite decimal form.
    #[error("the result {numerator}/{denominator} has no finite decimal form; ask for round(..., places)")]
    NotFinite {
        /// Numerator in lowest terms.
        numerator: i128,
        /// Denominator in lowest terms.
        denominator: i128,
    },
}

/// A result with its expression. The verifier computes it again from `expr`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Calculated {
    /// Expression as given.
    pub expr: String,
    /// Value in decimal form: exact, or rounded as the expression asks.
    pub value: String,
}

/// Computes an expression whose numbers are all in these quotes. 100 is also allowed, for percent.
///
/// # Errors
/// Returns a [`CalcError`] for any other expression.
pub fn calc(expr: &str, quotes: &[Quote]) -> Result<Calculated, CalcError> {
    let held: Vec<String> = quotes
        .iter()
        .flat_map(|q| tokens(q.text()))
        .filter(|t| t.kind == TokenKind::Number)
        .map(|t| t.value_and_unit().0.to_owned())
        .collect();
    let mut parser = Parser { text: expr, at: 0, held: &held, depth: 0 };
    let value = parser.sum()?;
    parser.blanks();
    if parser.at < expr.len() {
        return Err(parser.fail("the end"));
    }
    Ok(Calculated { expr: expr.to_owned(), value: value.decimal()? })
}

/// A fraction in lowest terms, denominator above 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Fraction {
    over: i128,
    under: i128,
}

const TOO_LARGE: CalcError =
    CalcError::Arithmetic { what: "the numbers are too large to reckon with exactly" };

impl Fraction {
    fn new(over: i128, under: i128) -> Result<Self, CalcError> {
        if under == 0 {
            return Err(CalcError::Arithmetic { what: "a division by zero" });
        }
        let divisor = gcd(over, under).max(1);
        let sign = if under < 0 { -1 } else { 1 };
        Ok(Fraction { over: sign * (over / divisor), under: sign * (under / divisor) })
    }

    fn parse(digits: &str) -> Result<Self, CalcError> {
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let over: i128 = format!("{whole}{fraction}").parse().map_err(|_| TOO_LARGE)?;
        let places = u32::try_from(fraction.len()).map_err(|_| TOO_LARGE)?;
        Fraction::new(over, 10i128.checked_pow(places).ok_or(TOO_LARGE)?)
    }

    fn add(self, other: Self) -> Result<Self, CalcError> {
        let a = self.over.checked_mul(other.under).ok_or(TOO_LARGE)?;
        let b = other.over.checked_mul(self.under).ok_or(TOO_LARGE)?;
        Fraction::new(
            a.checked_add(b).ok_or(TOO_LARGE)?,
            self.under.checked_mul(other.under).ok_or(TOO_LARGE)?,
        )
    }

    fn negate(self) -> Self {
        Fraction { over: -self.over, under: self.under }
    }

    fn times(self, other: Self) -> Result<Self, CalcError> {
        Fraction::new(
            self.over.checked_mul(other.over).ok_or(TOO_LARGE)?,
            self.under.checked_mul(other.under).ok_or(TOO_LARGE)?,
        )
    }

    fn divided_by(self, other: Self) -> Result<Self, CalcError> {
        self.times(Fraction::new(other.under, other.over)?)
    }

    /// Rounds half away from zero.
    fn rounded(self, places: u32) -> Result<Self, CalcError> {
        let scale = 10i128.checked_pow(places).ok_or(TOO_LARGE)?;
        let scaled = self.over.checked_mul(scale).ok_or(TOO_LARGE)?;
        let double =
            scaled.abs().checked_mul(2).ok_or(TOO_LARGE)?.checked_add(self.under).ok_or(TOO_LARGE)?;
        let whole = double / self.under.checked_mul(2).ok_or(TOO_LARGE)?;
        Fraction::new(whole * scaled.signum(), scale)
    }

    fn decimal(self) -> Result<String, CalcError> {
        let (mut under, mut twos, mut fives) = (self.under, 0u32, 0u32);
        while under % 2 == 0 {
            under /= 2;
            twos += 1;
        }
        while under % 5 == 0 {
            under /= 5;
            fives += 1;
        }
        if under != 1 {
            return Err(CalcError::NotFinite { numerator: self.over, denominator: self.under });
        }
        let places = twos.max(fives);
        let scale = 10i128.checked_pow(places).ok_or(TOO_LARGE)?;
        let digits = self.over.checked_mul(scale / self.under).ok_or(TOO_LARGE)?;
        let sign = if digits < 0 { "-" } else { "" };
        let (whole, rest) = (digits.abs() / scale, digits.abs() % scale);
        let width = usize::try_from(places).unwrap_or(0);
        Ok(if width == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest:0width$}") })
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    held: &'a [String],
    depth: u32,
}

/// Deepest nesting of brackets.
const DEEPEST: u32 = 32;

impl Parser<'_> {
    fn sum(&mut self) -> Result<Fraction, CalcError> {
        let mut value = self.product()?;
        loop {
            match self.one_of(&['+', '-', '−']) {
                Some('+') => value = value.add(self.product()?)?,
                Some(_) => value = value.add(self.product()?.negate())?,
                None => return Ok(value),
            }
        }
    }

    fn product(&mut self) -> Result<Fraction, CalcError> {
        let mut value = self.factor()?;
        loop {
            match self.one_of(&['*', '×', '/', '÷']) {
                Some('*' | '×') => value = value.times(self.factor()?)?,
                Some(_) => value = value.divided_by(self.factor()?)?,
                None => return Ok(value),
            }
        }
    }

    fn factor(&mut self) -> Result<Fraction, CalcError> {
        self.blanks();
        let rest = self.text.get(self.at..).unwrap_or("");
        if let Some(inner) = rest.strip_prefix("round(") {
            self.at = self.text.len() - inner.len();
            let value = self.nested()?;
            self.expect(',', "a comma and the number of places")?;
            let places =
                self.digits()?.parse().ok().filter(|p| *p <= 6).ok_or_else(|| self.fail("0 to 6 places"))?;
            self.expect(')', "a closing bracket")?;
            return value.rounded(places);
        }
        if self.one_of(&['(']).is_some() {
            let value = self.nested()?;
            self.expect(')', "a closing bracket")?;
            return Ok(value);
        }
        let _ = self.one_of(&['$']);
        let digits = self.digits()?.replace(',', "");
        let plain = plain(&digits);
        if plain != "100" && !self.held.contains(&plain) {
            return Err(CalcError::NotQuoted { number: digits });
        }
        let value = Fraction::parse(&digits)?;
        match self.one_of(&['%']) {
            Some(_) => value.divided_by(Fraction { over: 100, under: 1 }),
            None => Ok(value),
        }
    }

    fn nested(&mut self) -> Result<Fraction, CalcError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.fail("fewer brackets"));
        }
        let value = self.sum();
        self.depth -= 1;
        value
    }

    fn digits(&mut self) -> Result<String, CalcError> {
        self.blanks();
        let rest = self.text.get(self.at..).unwrap_or("");
        let mut end = rest.find(|c: char| !c.is_ascii_digit() && c != ',' && c != '.').unwrap_or(rest.len());
        // "round(1, 2)": a comma before a blank ends the number.
        while rest.get(..end).is_some_and(|t| t.ends_with([',', '.'])) {
            end -= 1;
        }
        let digits = rest.get(..end).unwrap_or("");
        if digits.is_empty() || digits.matches('.').count() > 1 {
            return Err(self.fail("a number"));
        }
        self.at += end;
        Ok(digits.to_owned())
    }

    fn one_of(&mut self, wanted: &[char]) -> Option<char> {
        self.blanks();
        let next = self.text.get(self.at..)?.chars().next().filter(|c| wanted.contains(c))?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn expect(&mut self, wanted: char, what: &'static str) -> Result<(), CalcError> {
        self.one_of(&[wanted]).map(|_| ()).ok_or_else(|| self.fail(what))
    }

    fn blanks(&mut self) {
        let rest = self.text.get(self.at..).unwrap_or("");
        self.at += rest.len() - rest.trim_start().len();
    }

    fn fail(&self, what: &'static str) -> CalcError {
        CalcError::Syntax { expr: self.text.to_owned(), at: self.at, what }
    }
}

/// Formats a number like the normal form of a token.
fn plain(digits: &str) -> String {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let whole = if whole.is_empty() { "0" } else { whole };
    if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use twolane_text::{ContentHash, Line, Source, SourceId};

    fn quotes(text: &str) -> Vec<Quote> {
        let source = Source::new(
            SourceId("s".into()),
            String::new(),
            ContentHash::of(b""),
            vec![Line::plain(0, 1, text)],
        );
        vec![source.quote(&"L1".parse().unwrap()).unwrap()]
    }

    #[test]
    fn exact_and_only_with_quoted_numbers() {
        let quotes = quotes("From $1,200.10 to $1,500.40, a rise of 3 percent over 0.1 and 0.2 and 7.");
        for (expr, expected) in [
            ("1500.40 - 1200.10", Ok("300.30")),
            ("0.1 + 0.2", Ok("0.3")),
            ("$1,500.40 * 3%", Ok("45.012")),
            ("(1500.40 - 1,200.10) / 3", Ok("100.1")),
            ("round((1500.40 - 1200.10) / 1200.10 * 100, 1)", Ok("25.0")),
            ("-3", Err("Syntax")),
            ("3 / 7", Err("NotFinite")),
            ("3 / (7 - 7)", Err("Arithmetic")),
            ("1500.40 + 1", Err("NotQuoted")),
            ("3 +", Err("Syntax")),
            ("3 7", Err("Syntax")),
            ("", Err("Syntax")),
            ("((3)", Err("Syntax")),
        ] {
            let got = calc(expr, &quotes);
            match expected {
                Ok(value) => {
                    let got = got.map(|c| c.value).unwrap();
                    assert!(
                        got == value
                            || got.trim_end_matches('0').trim_end_matches('.')
                                == value.trim_end_matches('0').trim_end_matches('.'),
                        "{expr}: {got}"
                    );
                }
                Err(kind) => assert!(format!("{:?}", got.unwrap_err()).starts_with(kind), "{expr}"),
            }
        }
    }

    proptest! {
        #[test]
        fn never_panics(expr in "[0-9.,+*/()$% -]{0,40}|round\\([0-9,. ]{0,10}\\)|\\PC{0,20}") {
            let _ = calc(&expr, &quotes("12 and 0.5 and 99999999999999999999999999999999999999"));
        }

        #[test]
        fn sums_of_cents_are_exact(a in 0i64..10_000_000, b in 0i64..10_000_000) {
            let money = |c: i64| format!("{}.{:02}", c / 100, c % 100);
            let held = quotes(&format!("{} and {}", money(a), money(b)));
            let got = calc(&format!("{} + {}", money(a), money(b)), &held).unwrap().value;
            let cents = got.split_once('.').map_or((got.as_str(), ""), |p| p);
            let got = cents.0.parse::<i64>().unwrap() * 100 + format!("{:0<2}", cents.1).parse::<i64>().unwrap();
            prop_assert_eq!(got, a + b);
        }
    }
}
