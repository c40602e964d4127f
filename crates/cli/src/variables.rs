//! The settings from environment variables (SPEC OBS-3). They override the configuration file.

use super::config::Config;
use twolane_api::UsageError;

const SKIP: &str = "TWOLANE_SKIP_INJECTION_CHECK";
const THRESHOLD: &str = "TWOLANE_EVAL_CONFIDENCE_THRESHOLD";
/// The prefix of the program's variables. Both names also count without it, as the specification has them.
const PREFIX: &str = "TWOLANE_";

/// Applies the environment's settings to a configuration; `variable` looks one up.
///
/// # Errors
/// Returns [`UsageError::Variable`] for an unreadable value.
pub(super) fn apply(
    config: &mut Config,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<(), UsageError> {
    let set = |name: &str| variable(name).map(|v| v.trim().to_owned()).filter(|v| !v.is_empty());
    let given = |name: &str| set(name).or_else(|| set(name.strip_prefix(PREFIX)?));
    if let Some(value) = given(SKIP) {
        config.screen.skip_injection_check = match value.to_lowercase().as_str() {
            "1" | "true" | "yes" | "on" => true,
            "0" | "false" | "no" | "off" => false,
            _ => return Err(UsageError::Variable { name: SKIP, value, expected: "give true or false" }),
        };
    }
    if let Some(value) = given(THRESHOLD) {
        config.retrieval.eval_confidence_threshold = match value.parse::<f32>() {
            Ok(number) if (0.0..=1.0).contains(&number) => number,
            _ => {
                let expected = "give a number from 0 to 1";
                return Err(UsageError::Variable { name: THRESHOLD, value, expected });
            }
        };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: &str, value: &str) -> Result<Config, UsageError> {
        let mut config = Config::default();
        apply(&mut config, &|n| (n == name).then(|| value.to_owned())).map(|()| config)
    }

    #[test]
    fn what_the_environment_says() {
        for (value, expected) in [
            ("1", Some(true)),
            ("TRUE", Some(true)),
            ("on", Some(true)),
            ("0", Some(false)),
            ("", Some(false)),
            ("maybe", None),
        ] {
            let got = with(SKIP, value).ok().map(|c| c.screen.skip_injection_check);
            assert_eq!(got, expected, "{value}");
        }
        for (value, expected) in [
            (".5", Some(0.5)),
            ("0", Some(0.0)),
            ("1", Some(1.0)),
            ("", Some(0.7)),
            ("nan", None),
            ("inf", None),
            ("-1", None),
            ("70", None),
            ("x", None),
        ] {
            let got = with(THRESHOLD, value).ok().map(|c| c.retrieval.eval_confidence_threshold);
            assert_eq!(got, expected, "{value}");
        }
        assert!(with("SKIP_INJECTION_CHECK", "1").unwrap().screen.skip_injection_check);
        assert_eq!(with("OTHER", "1").unwrap(), Config::default());
    }
}
