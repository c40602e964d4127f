//! Reads lines of a conversation: edited on a terminal, unchanged on a pipe.

use std::io::BufRead;

use rustyline::config::Configurer;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

use super::output;

/// The longest line of a pipe that is read, in bytes.
const LONGEST: u64 = 4 << 20;

/// The result of reading a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Input {
    /// A line without its end.
    Line(String),
    /// The user pressed Ctrl-C.
    Interrupted,
    /// Ctrl-D, or the end of the pipe.
    End,
}

/// The source of lines. Typed lines stay in memory and vanish with the conversation.
pub enum LineInput {
    /// A terminal with a line editor.
    Terminal(Box<Editor<(), MemHistory>>),
    /// A pipe or file.
    Pipe,
}

impl LineInput {
    /// Opens standard input as a source.
    pub fn new(terminal: bool) -> anyhow::Result<Self> {
        if !terminal {
            return Ok(LineInput::Pipe);
        }
        let mut editor = Editor::with_history(Config::default(), MemHistory::new())?;
        editor.set_auto_add_history(true);
        Ok(LineInput::Terminal(Box::new(editor)))
    }

    /// Returns the next line; the prompt appears only on a terminal.
    pub fn read(&mut self, prompt: &str) -> anyhow::Result<Input> {
        match self {
            LineInput::Terminal(editor) => {
                output::flush()?;
                match editor.readline(&output::inline(prompt)) {
                    Ok(line) => Ok(Input::Line(line)),
                    Err(ReadlineError::Eof) => Ok(Input::End),
                    Err(ReadlineError::Interrupted) => Ok(Input::Interrupted),
                    Err(error) => Err(error.into()),
                }
            }
            LineInput::Pipe => {
                let mut bytes = Vec::new();
                let mut limited = std::io::Read::take(std::io::stdin().lock(), LONGEST);
                if limited.read_until(b'\n', &mut bytes)? == 0 {
                    return Ok(Input::End);
                }
                let line = String::from_utf8_lossy(&bytes);
                Ok(Input::Line(line.trim_end_matches(['\n', '\r']).to_owned()))
            }
        }
    }
}
