//! The command `twolane chat`: a conversation on a terminal, or on a pipe.

use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};

use clap::Args;
use jiff::Timestamp;

use twolane_answer::session::{Origin, Sessions, parse_field};
use twolane_answer::{ClarifyQuestion, Conversation, FormName, Inquiry, Reply, Watch, new_id, trace};
use twolane_archive::SessionStore;

use super::answering::{Answering, OWN_MEMORY};
use super::ask::{facts_first, form_named, open_store, show};
use super::context::Context;
use super::exit::Exit;
use super::given::known_conditions;
use super::language::LanguageArgs;
use super::line_input::{Input, LineInput};
use super::session;
use super::trace::print_tree;
use twolane_api::Conditions;

const COMMANDS: &str = "\
/context            what this session knows
/set FIELD=VALUE    change a value; an empty one removes it
/paste              paste a text of your own; end it with a line that has only a period
/sources            your texts, and what the last answer cites
/trace              what led to the last answer
/form levels|brief  form of the answers
/quit               end (Ctrl-D does the same)";

/// Ask question after question; each may refer to the one before.
#[derive(Debug, Args)]
#[command(after_help = "\
Facts come first, with their places. If a question is unclear, twolane asks
you, with choices from the archive. A long text that you paste becomes your
own source for this session. Lines that begin with / are commands; /help lists
them. In a pipe, each line is a question or a command.

Examples:
  twolane chat
  twolane chat --session walk
  twolane chat --model smollm2-135m-instruct
  printf 'When is the town meeting?\\nAnd in 2024?\\n' | twolane chat")]
pub struct ChatArgs {
    /// Continue this session; start it if it is new [default: a new session].
    #[arg(long, value_name = "ID")]
    pub session: Option<String>,
    /// Write the answers in this form [default: the one that fits each question].
    #[arg(long, value_parser = twolane_api::FORMS)]
    pub form: Option<String>,
    /// The conditions on the sources.
    #[command(flatten)]
    pub filter: Conditions,
    /// The language model flags.
    #[command(flatten)]
    pub language: LanguageArgs,
}

/// Runs the command.
pub fn run(args: &ChatArgs, context: &Context) -> anyhow::Result<Exit> {
    if context.json {
        context.say("chat is for people; programs use `twolane ask --json --session ID`");
        return Ok(Exit::Usage);
    }
    let (archive, embedder) = context.open_with_models(&args.filter)?;
    let filter = known_conditions(&args.filter, &archive, context)?;
    let store = open_store(&archive, true, context)?;
    let answering = Answering::load(&archive, embedder, !args.filter.no_rerank, &args.language, context)?;
    let options = context.conversation_options();
    let form = args.form.as_deref().and_then(form_named);
    let on_stage = facts_first("", answering.has_model(), context);
    let go_on = || !context.interrupt.is_set();
    let watch = Watch { on_stage: Some(&on_stage), go_on: Some(&go_on) };
    answering.converse(store.as_ref(), context.ask_options(), &options, form, |conversation| {
        let mut chat = Chat {
            conversation: conversation.watched(watch).remembering(OWN_MEMORY),
            store: store.as_ref(),
            session: args.session.clone().unwrap_or_else(|| new_id("s", "chat")),
            form,
            last: None,
            filter: &filter,
            context,
        };
        chat.run()
    })
}

struct Chat<'a> {
    conversation: Conversation<'a>,
    store: Option<&'a SessionStore>,
    session: String,
    form: Option<FormName>,
    last: Option<Reply>,
    filter: &'a Conditions,
    context: &'a Context,
}

impl Chat<'_> {
    /// Reads lines until the conversation ends.
    fn run(&mut self) -> anyhow::Result<Exit> {
        let terminal = std::io::stdin().is_terminal();
        if terminal {
            self.context.say(format!("session {}; /help lists the commands", self.session));
        }
        let mut input = LineInput::new(terminal)?;
        loop {
            match input.read("? ")? {
                Input::Line(line) => {
                    if !self.take(&line, &mut input)? {
                        return Ok(Exit::Done);
                    }
                }
                // Ctrl-C cancels the line, not the conversation.
                Input::Interrupted if terminal => {}
                Input::Interrupted | Input::End => return Ok(Exit::Done),
            }
        }
    }

    /// Handles one line; returns false at the end of the conversation.
    fn take(&mut self, line: &str, input: &mut LineInput) -> anyhow::Result<bool> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(true);
        }
        let Some(command) = line.strip_prefix('/') else {
            self.ask(line, None, input)?;
            return Ok(true);
        };
        let (name, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        match name {
            "quit" | "exit" | "q" => return Ok(false),
            "help" | "?" => self.say(COMMANDS)?,
            "context" => self.show_session()?,
            "set" => self.set(rest)?,
            "paste" => self.paste(input)?,
            "sources" => self.sources()?,
            "trace" => self.trace()?,
            "form" => self.form = form_named(rest.trim()),
            _ => self.say(&format!("there is no command /{name}\n{COMMANDS}"))?,
        }
        Ok(true)
    }

    fn say(&self, text: &str) -> anyhow::Result<()> {
        self.context.print(format!("{text}\n"))
    }

    /// Asks, and asks back until the question is clear or the user gives no reply.
    fn ask(&mut self, question: &str, paste: Option<String>, input: &mut LineInput) -> anyhow::Result<()> {
        let mut values: Vec<(String, String)> = Vec::new();
        let mut paste = paste;
        loop {
            let inquiry = Inquiry {
                session: Some(self.session.clone()),
                context: values.clone(),
                paste: paste.take(),
                ..Inquiry::new(self.filter.to_request(question, self.context.config.answer.passages)?)
            };
            let reply = match self.conversation.ask(&inquiry) {
                Ok(reply) => reply,
                // A question that fails is no reason to end the conversation.
                Err(error) => return self.say(&format!("{error}")),
            };
            let context = self.context;
            if reply.question != question && reply.envelope.checked().is_some() {
                self.say(&context.style().dim(&format!("(read as: {})", reply.question)))?;
            }
            show(&reply, self.form, context)?;
            let questions = reply.envelope.questions().to_vec();
            self.last = Some(reply);
            let replies = self.replies(&questions, input)?;
            if replies.is_empty() {
                return Ok(());
            }
            for (name, value) in replies {
                values.retain(|(n, _)| *n != name);
                values.push((name, value));
            }
        }
    }

    /// Reads a reply to each question; a number selects a choice, an empty line leaves the question open.
    fn replies(
        &self,
        questions: &[ClarifyQuestion],
        input: &mut LineInput,
    ) -> anyhow::Result<Vec<(String, String)>> {
        let mut replies = Vec::new();
        for question in questions {
            let Input::Line(line) = input.read(&format!("{} (press Enter to skip): ", question.field))?
            else {
                return Ok(Vec::new());
            };
            let line = line.trim();
            let chosen = line.parse::<usize>().ok().and_then(|n| question.options.get(n.checked_sub(1)?));
            match chosen {
                Some(option) => replies.push((question.field.clone(), option.clone())),
                None if line.is_empty() => {}
                None if question.allow_free_text => replies.push((question.field.clone(), line.to_owned())),
                None => self.say("Please give one of the numbers.")?,
            }
        }
        Ok(replies)
    }

    fn sessions(&self) -> Option<Sessions<'_>> {
        self.store.map(|store| Sessions::new(store, &self.context.config.session, Timestamp::now()))
    }

    fn show_session(&self) -> anyhow::Result<()> {
        match self.sessions().map(|s| s.find(&self.session)).transpose()?.flatten() {
            Some(found) => session::show(&found, self.context),
            None => self.say("This session is empty."),
        }
    }

    fn set(&self, text: &str) -> anyhow::Result<()> {
        let (name, value) = match parse_field(text) {
            Ok(field) => field,
            Err(error) => return self.say(&format!("{error}")),
        };
        let Some(sessions) = self.sessions() else { return self.say("Sessions can't be saved here.") };
        sessions.update(&self.session, |session| {
            session.set(&name, &value, Origin::Session);
        })?;
        self.show_session()
    }

    fn paste(&mut self, input: &mut LineInput) -> anyhow::Result<()> {
        let mut text = String::new();
        while let Input::Line(line) = input.read("")? {
            if line.trim() == "." {
                break;
            }
            text.push_str(&line);
            text.push('\n');
        }
        if text.trim().is_empty() {
            return self.say("No text was given.");
        }
        let stamp = Timestamp::now().to_string();
        let Some(sessions) = self.sessions() else { return self.say("Sessions can't be saved here.") };
        let options = &self.context.config.session;
        let changed = sessions.update(&self.session, |session| {
            session.add_source(&text, &stamp, options);
        })?;
        match changed.sources.last() {
            Some(source) => self.say(&format!("{} saved: {}", source.id, source.title)),
            None => Ok(()),
        }
    }

    fn sources(&self) -> anyhow::Result<()> {
        let mut out = Vec::new();
        if let Some(found) = self.sessions().map(|s| s.find(&self.session)).transpose()?.flatten() {
            for source in &found.sources {
                writeln!(out, "{}  {}", source.id, source.title)?;
            }
        }
        let mut seen = BTreeSet::new();
        if let Some(answer) = self.last.as_ref().and_then(|r| r.envelope.checked()) {
            for cited in &answer.get().citations_index {
                if seen.insert(cited.source_id.clone()) {
                    writeln!(out, "{}  {}", cited.source_id, cited.title)?;
                }
            }
        }
        if out.is_empty() {
            return self.say("No sources yet.");
        }
        self.context.print(String::from_utf8_lossy(&out))
    }

    fn trace(&self) -> anyhow::Result<()> {
        let id = self.last.as_ref().and_then(|r| r.trace_id.as_deref());
        let (Some(store), Some(id)) = (self.store, id) else { return self.say("No trace yet.") };
        let mut out = Vec::new();
        print_tree(&mut out, &trace(store, id)?, 0)?;
        self.context.print(String::from_utf8_lossy(&out))
    }
}
