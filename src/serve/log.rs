//! Log lines on standard error.

use std::fmt::{self, Write as _};
use std::io::Write as _;

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::{Event, Level, Metadata, Subscriber, span};

use super::options::LogFormat;

/// Starts the log of this process; a second call changes nothing.
pub fn start(format: LogFormat) {
    let most = if format == LogFormat::Quiet { Level::ERROR } else { Level::INFO };
    // The only failure is that a log already exists.
    let _ = tracing::subscriber::set_global_default(Log { most, json: format == LogFormat::Json });
}

/// Writes each event as one line. Spans are not logged.
struct Log {
    /// The least severe level that is logged.
    most: Level,
    json: bool,
}

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_event() && *metadata.level() <= self.most
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::from_level(self.most))
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        let (time, level) = (jiff::Timestamp::now(), *event.metadata().level());
        let line = if self.json { fields.json(time, level) } else { fields.text(time, level) };
        // Nobody is left to hear that standard error is gone.
        let _ = writeln!(std::io::stderr().lock(), "{line}");
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

/// The fields of an event in their order; the text of the event is `message`.
#[derive(Default)]
struct Fields(Vec<(&'static str, Value)>);

impl Fields {
    fn json(self, time: jiff::Timestamp, level: Level) -> String {
        let mut line = Map::new();
        line.insert("timestamp".to_owned(), format!("{time:.6}").into());
        line.insert("level".to_owned(), level.as_str().into());
        line.extend(self.0.into_iter().map(|(name, value)| (name.to_owned(), value)));
        Value::Object(line).to_string()
    }

    fn text(self, time: jiff::Timestamp, level: Level) -> String {
        let mut line = format!("{time:.6} {level:>5}");
        let (message, others): (Vec<_>, Vec<_>) =
            self.0.into_iter().partition(|(name, _)| *name == "message");
        for (name, value) in message.into_iter().chain(others) {
            let value = match value {
                Value::String(text) => text,
                other => other.to_string(),
            };
            let name = if name == "message" { String::new() } else { format!("{name}=") };
            // No value can begin a line of its own or steer a terminal.
            let _ = write!(line, " {name}");
            for c in value.chars() {
                let _ =
                    if c.is_control() { write!(line, "{}", c.escape_default()) } else { line.write_char(c) };
            }
        }
        line
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.push((field.name(), format!("{value:?}").into()));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.push((field.name(), value.into()));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.push((field.name(), value.into()));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.0.push((field.name(), value.into()));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.0.push((field.name(), value.into()));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.0.push((field.name(), value.into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields() -> Fields {
        Fields(vec![
            ("status", 200.into()),
            ("question", "Who\n\u{1b}[2J?".into()),
            ("message", "asked".into()),
        ])
    }

    #[test]
    fn a_value_stays_on_the_line() {
        let time: jiff::Timestamp = "2026-11-27T08:00:00Z".parse().unwrap();
        assert_eq!(
            fields().text(time, Level::INFO),
            "2026-11-27T08:00:00.000000Z  INFO asked status=200 question=Who\\n\\u{1b}[2J?"
        );
        let json = fields().json(time, Level::WARN);
        let read: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(read["level"], "WARN");
        assert_eq!(read["question"], "Who\n\u{1b}[2J?");
        assert!(!json.contains('\n'), "{json}");
    }
}
