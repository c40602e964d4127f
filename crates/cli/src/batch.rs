//! Asks the questions of a file, `ask --batch`: JSON Lines in, JSON Lines out.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

use anyhow::Context as _;
use serde_json::{Map, Value, json};

use twolane_answer::Watch;
use twolane_api::{AskRequest, UsageError};
use twolane_archive::SessionStore;

use super::answering::Answering;
use super::ask::{AskArgs, FileKind, exit_of, is_cancelled, say_failures};
use super::context::Context;
use super::exit::{Exit, is_usage};
use super::output::{Bar, counted};

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 4 << 20;
/// The byte order mark, which some editors put before the first line.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// A question of a line.
#[derive(Debug)]
struct Line {
    /// The id that the line gives, any JSON value.
    id: Option<Value>,
    asked: AskRequest,
}

/// Runs the command for the questions of `file`.
pub fn run(file: &Path, args: &AskArgs, context: &Context) -> anyhow::Result<Exit> {
    if let Some(output) = args.output.as_ref().filter(|output| output.kind != FileKind::JsonLines) {
        let value = output.path.display().to_string();
        let expected = "with --batch, name a file that ends in .jsonl";
        return Err(UsageError::Unfit { flag: "--output", value, expected }.into());
    }
    let is_input = |path: &Path| path.as_os_str() == "-";
    if is_input(file) && args.paste.as_deref().is_some_and(is_input) {
        let expected = "--batch reads standard input already";
        return Err(UsageError::Unfit { flag: "--paste", value: "-".to_owned(), expected }.into());
    }
    let mut questions: Box<dyn BufRead> = match is_input(file) {
        true => Box::new(std::io::stdin().lock()),
        false => Box::new(BufReader::new(open(file)?)),
    };
    let common = serde_json::to_value(args.request()?)?;
    let (answering, store) = args.load(context)?;
    let mut out = match &args.output {
        Some(output) => Some(create(&output.path, file)?),
        None => None,
    };
    let bar = Bar::new(!context.quiet && super::output::stderr_is_terminal(), "line {pos}  {elapsed}");
    let mut counts = Counts::default();
    let batch = Batch { answering, store, common, context };
    let interrupted = loop {
        let Some(text) =
            next_line(&mut questions).with_context(|| format!("cannot read {}", file.display()))?
        else {
            break false;
        };
        counts.lines += 1;
        // Ctrl-C does not end a wait for standard input, so it is heard once a line comes.
        if context.interrupt.is_set() {
            break true;
        }
        if matches!(&text, Ok(text) if text.trim().is_empty()) {
            continue;
        }
        let Some((id, result)) = batch.ask(text) else { break true };
        let object = record(counts.lines, id, &result);
        counts.add(&result);
        bar.suspend(|| {
            if let Err(error) = &result {
                context.say(format!("line {}: {error:#}", counts.lines));
            }
            match &mut out {
                Some(out) => write_line(out, &object).context("cannot write the answers; check the disk"),
                None => context.print_json(&object),
            }
        })?;
        bar.inc(1);
    };
    bar.finish();
    context.say(counts.summary(interrupted));
    Ok(match interrupted {
        true => Exit::Interrupted,
        false if counts.bad > 0 => Exit::Partly,
        false => Exit::Done,
    })
}

/// The parts that all questions share.
struct Batch<'a> {
    answering: Answering,
    store: Option<SessionStore>,
    /// The values of flags, over which a line lays its own.
    common: Value,
    context: &'a Context,
}

/// The exit code of a question with its reply, or its error.
type Asked = anyhow::Result<(Exit, Value)>;

impl Batch<'_> {
    /// Asks the question of a line; `None` once the user interrupts.
    fn ask(&self, text: Result<String, anyhow::Error>) -> Option<(Option<Value>, Asked)> {
        let Line { id, asked } = match text.and_then(|text| parse(&text, &self.common)) {
            Ok(line) => line,
            Err(error) => return Some((None, Err(error))),
        };
        let go_on = || !self.context.interrupt.is_set();
        let watch = Watch { on_stage: None, go_on: Some(&go_on) };
        match self.answering.ask(&asked, self.store.as_ref(), watch) {
            Ok((reply, form)) => {
                say_failures(&reply, self.context);
                Some((id, Ok((exit_of(&reply.envelope), asked.reply(&reply, form)))))
            }
            Err(error) if is_cancelled(&error) => None,
            Err(error) => Some((id, Err(error))),
        }
    }
}

/// Reads the question of a line: a string, or an object that is laid over the flags' values.
fn parse(text: &str, common: &Value) -> anyhow::Result<Line> {
    let example = "write {\"question\": \"…\"}, or the question in quotation marks";
    let mut own = match serde_json::from_str(text.trim()) {
        Ok(Value::String(question)) => Map::from_iter([("question".to_owned(), question.into())]),
        Ok(Value::Object(own)) => own,
        Ok(_) => anyhow::bail!("this is neither an object nor a string; {example}"),
        Err(error) => anyhow::bail!("this is not JSON (column {}); {example}", error.column()),
    };
    let id = own.remove("id");
    let fields = AskRequest::fields();
    if let Some(unknown) = own.keys().find(|name| !fields.contains(name)) {
        return Err(UsageError::Unknown { flag: "field", value: unknown.clone(), known: fields }.into());
    }
    anyhow::ensure!(own.contains_key("question"), "there is no `question`; {example}");
    let mut all = common.clone();
    if let Value::Object(all) = &mut all {
        all.extend(own.into_iter().filter(|(_, value)| !value.is_null()));
    }
    let asked =
        serde_json::from_value(all).map_err(|error| anyhow::anyhow!("a field can't be used: {error}"))?;
    Ok(Line { id, asked })
}

/// Builds the object of a line.
fn record(line: usize, id: Option<Value>, result: &Asked) -> Value {
    let mut object = json!({ "line": line });
    if let Value::Object(map) = &mut object {
        if let Some(id) = id {
            map.insert("id".into(), id);
        }
        match result {
            Ok((exit, output)) => {
                map.insert("exit".into(), (*exit as u8).into());
                map.insert("output".into(), output.clone());
            }
            Err(error) => {
                let exit = if is_usage(error) { Exit::Usage } else { Exit::Error };
                map.insert("exit".into(), (exit as u8).into());
                map.insert("error".into(), format!("{error:#}").into());
            }
        }
    }
    object
}

/// Reads the next line without its end; `None` at the end. A line that can't be used is an error in its place.
fn next_line(from: &mut dyn BufRead) -> std::io::Result<Option<anyhow::Result<String>>> {
    let mut bytes = Vec::new();
    if from.take(LONGEST_LINE + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') && bytes.len() as u64 > LONGEST_LINE {
        skip_line(from)?;
        return Ok(Some(Err(anyhow::anyhow!("the line is longer than 4 MiB; ask with a shorter text"))));
    }
    let bytes = bytes.strip_prefix(MARK).unwrap_or(&bytes);
    let text = String::from_utf8(bytes.to_owned());
    Ok(Some(text.map_err(|_| anyhow::anyhow!("the line is not UTF-8; save the file as UTF-8"))))
}

/// Reads to the end of a line, and keeps nothing.
fn skip_line(from: &mut dyn BufRead) -> std::io::Result<()> {
    loop {
        let held = from.fill_buf()?;
        let (used, ends) = match held.iter().position(|byte| *byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (held.len(), held.is_empty()),
        };
        from.consume(used);
        if ends {
            return Ok(());
        }
    }
}

fn open(path: &Path) -> anyhow::Result<File> {
    let cannot = || format!("cannot read {}; give a file with one question per line", path.display());
    let file = File::open(path).with_context(cannot)?;
    anyhow::ensure!(!file.metadata().with_context(cannot)?.is_dir(), "{}: it is a folder", cannot());
    Ok(file)
}

/// Creates the file of answers, which must not be that of the questions.
fn create(path: &Path, questions: &Path) -> anyhow::Result<File> {
    if let (Ok(out), Ok(questions)) = (path.canonicalize(), questions.canonicalize())
        && out == questions
    {
        let value = path.display().to_string();
        let expected = "it holds the questions; name another file";
        return Err(UsageError::Unfit { flag: "--output", value, expected }.into());
    }
    File::create(path)
        .with_context(|| format!("cannot write {}; choose a folder that can be written", path.display()))
}

/// Writes a line at once, so that an interrupt loses no answer.
fn write_line(out: &mut File, object: &Value) -> anyhow::Result<()> {
    let mut line = serde_json::to_vec(object)?;
    line.push(b'\n');
    Ok(out.write_all(&line)?)
}

/// The numbers of a run.
#[derive(Debug, Default)]
struct Counts {
    lines: usize,
    answered: usize,
    unclear: usize,
    insufficient: usize,
    rejected: usize,
    bad: usize,
}

impl Counts {
    fn add(&mut self, result: &Asked) {
        let count = match result {
            Err(_) => &mut self.bad,
            Ok((Exit::Clarify, _)) => &mut self.unclear,
            Ok((Exit::Insufficient, _)) => &mut self.insufficient,
            Ok((Exit::Rejected, _)) => &mut self.rejected,
            Ok(_) => &mut self.answered,
        };
        *count += 1;
    }

    /// Returns the number of questions that were asked.
    fn asked(&self) -> usize {
        self.answered + self.unclear + self.insufficient + self.rejected
    }

    fn summary(&self, interrupted: bool) -> String {
        let mut text = format!(
            "{} asked: {} answered, {} without an answer in the papers, {} unclear",
            counted(self.asked(), "question"),
            self.answered,
            self.insufficient,
            self.unclear
        );
        if self.rejected > 0 {
            text.push_str(&format!(", {} rejected", self.rejected));
        }
        if self.bad > 0 {
            text.push_str(&format!("; {} not asked", counted(self.bad, "line")));
        }
        if interrupted {
            text.push_str("; interrupted");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> anyhow::Result<Line> {
        let common = AskRequest { no_memory: true, ..AskRequest::default() };
        parse(text, &serde_json::to_value(common)?)
    }

    #[test]
    fn reads_strings_and_objects() {
        let line = parsed("\"How much?\"\n").unwrap();
        assert_eq!((line.id, line.asked.question.as_str()), (None, "How much?"));
        let line =
            parsed(r#"{"id": 7, "question": "How much?", "town": "Alder", "type": "minutes"}"#).unwrap();
        assert_eq!(line.id, Some(Value::from(7)));
        assert_eq!(line.asked.conditions.town.as_deref(), Some("Alder"));
        assert_eq!(line.asked.conditions.doc_type, ["minutes"]);
        assert!(line.asked.no_memory, "the flags' values hold where the line has none");
        assert!(!parsed(r#"{"question": "x", "no_memory": false}"#).unwrap().asked.no_memory);
        assert!(parsed(r#"{"question": "x", "no_memory": null}"#).unwrap().asked.no_memory);
    }

    #[test]
    fn names_what_is_wrong_with_a_line() {
        for (text, named) in [
            ("How much?", "not JSON (column 1)"),
            ("{\"question\": \"x\"", "not JSON"),
            ("[1]", "neither an object nor a string"),
            ("{\"id\": 1}", "no `question`"),
            (r#"{"question": "x", "twon": "Alder"}"#, "closest matches: town"),
            (r#"{"question": 5}"#, "can't be used"),
        ] {
            let error = parsed(text).unwrap_err().to_string();
            assert!(error.contains(named), "{text}: {error}");
        }
    }

    #[test]
    fn a_long_or_broken_line_does_not_hide_the_next() {
        let mut bytes = b"\xef\xbb\xbf\"a\"\n\xff\n".to_vec();
        bytes.extend(std::iter::repeat_n(b'x', usize::try_from(LONGEST_LINE).unwrap() + 20));
        bytes.extend(b"\n\"b\"");
        let mut from = std::io::Cursor::new(bytes);
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut from).unwrap() {
            lines.push(line.map_err(|error| error.to_string()));
        }
        let [a, broken, long, b] = lines.as_slice() else { panic!("{lines:?}") };
        assert_eq!((a.as_deref(), b.as_deref()), (Ok("\"a\"\n"), Ok("\"b\"")));
        assert!(broken.as_ref().is_err_and(|e| e.contains("UTF-8")));
        assert!(long.as_ref().is_err_and(|e| e.contains("longer than 4 MiB")));
    }
}
