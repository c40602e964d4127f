//! The command `twolane models`: lists, fetches and checks models.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use anyhow::Result;
use clap::{Args, Subcommand};
use indicatif::HumanBytes;
use serde::Serialize;

use crate::output::Bar;
use crate::{Context, Exit};
use twolane_encoder::{GetProgress, Hub, InferenceError, ModelRole, ModelState, ModelStatus};

/// The arguments of `twolane models`.
#[derive(Debug, Clone, Args)]
pub struct ModelsArgs {
    #[command(subcommand)]
    command: ModelsCommand,
}

#[derive(Debug, Clone, Subcommand)]
enum ModelsCommand {
    /// List the known models, and where they are
    List,
    /// Fetch a model; only this command and `demo` use a network
    Get {
        /// Name of the model; without it, the default models
        name: Option<String>,
    },
    /// Hash every file of every model on this machine
    Check,
}

#[derive(Serialize)]
struct Listing {
    models: Vec<ModelStatus>,
}

/// Runs the command. `check` ends with an error when a model on this machine is damaged.
pub fn run(args: &ModelsArgs, context: &Context) -> Result<Exit> {
    let hub = context.hub()?;
    match &args.command {
        ModelsCommand::List => show(hub.list(), context),
        ModelsCommand::Check => show(hub.check(), context),
        ModelsCommand::Get { name } => {
            let defaults = || hub.manifest().default_of(ModelRole::BiEncoder).map(|model| model.name.clone());
            let Some(name) = name.clone().or_else(defaults) else {
                return show(Vec::new(), context);
            };
            match get(&hub, &name, context) {
                Err(InferenceError::Cancelled) => return Ok(Exit::Interrupted),
                other => other?,
            }
            let mut models = hub.list();
            models.retain(|model| model.name == name);
            show(models, context)
        }
    }
}

/// Fetches a model, with a bar on a terminal and one line per source elsewhere.
pub fn get(hub: &Hub, name: &str, context: &Context) -> Result<(), InferenceError> {
    let bar =
        Bar::new(context.is_terminal(), "{msg} [{bar:30}] {bytes} of {total_bytes} ({bytes_per_sec}, {eta})");
    let source = RefCell::new(String::new());
    let last = Cell::new(0);
    let progress = |step: &GetProgress<'_>| {
        if *source.borrow() != step.source {
            source.replace(step.source.to_owned());
            let message = format!("{} from {}", step.model, step.source);
            if !context.is_terminal() {
                context.say(format!("{message} ({})", HumanBytes(step.total)));
            }
            bar.set_message(message);
        }
        bar.set_length(step.total);
        bar.set_position(step.done);
        bar.tick();
        last.set(step.total);
        !context.interrupt.is_set()
    };
    bar.tick_every(Duration::from_millis(200));
    let result = hub.get(name, &progress, context.offline);
    bar.finish();
    let files = result?;
    if last.get() > 0 {
        context.say(format!("{name} is in {}", files.dir.display()));
    }
    Ok(())
}

fn show(models: Vec<ModelStatus>, context: &Context) -> Result<Exit> {
    let damaged = models.iter().any(|model| model.status == ModelState::Damaged);
    if context.json {
        context.print_json(&Listing { models })?;
    } else {
        context.print(models.iter().map(line).collect::<String>())?;
    }
    Ok(if damaged { Exit::Error } else { Exit::Done })
}

fn line(model: &ModelStatus) -> String {
    let state = match model.status {
        ModelState::Ready => "ready",
        ModelState::Missing => "missing",
        ModelState::Damaged => "damaged",
    };
    let fetch = match model.role {
        ModelRole::CrossEncoder => format!("hf download {}", model.name),
        _ => format!("twolane models get {}", model.name),
    };
    let place = match (&model.path, model.status) {
        (Some(path), _) => path.display().to_string(),
        (None, _) => format!("`{fetch}` fetches it"),
    };
    let what = match model.role {
        ModelRole::CrossEncoder if model.max_tokens == 0 => "cross-encoder, no hash is pinned".to_owned(),
        ModelRole::CrossEncoder => {
            format!("cross-encoder, {} tokens, no hash is pinned", model.max_tokens)
        }
        ModelRole::LanguageModel => format!("language model, {} tokens", model.max_tokens),
        ModelRole::BiEncoder => format!("{} components, {} tokens", model.dim, model.max_tokens),
    };
    let problem = match (&model.problem, model.role) {
        (Some(what), ModelRole::CrossEncoder) => format!("\n    {what}"),
        (Some(what), _) => format!("\n    {what}; `{fetch}`"),
        (None, _) => String::new(),
    };
    format!("{:<36} {state:<8} {what}  {place}{problem}\n", model.name)
}
