//! The language model that a command may use; by default no model is used.

use std::time::Duration;

use clap::Args;

use super::config::ProseSetting;
use super::context::Context;
use twolane_answer::write::WriterOptions;
use twolane_llm::{LanguageModel, ServerModel, ServerOptions};

/// The environment variable with the key of a server.
const KEY: &str = "TWOLANE_SERVER_KEY";

/// The choice of the language model for an answer.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Language model")]
pub struct LanguageArgs {
    /// Choose quotes with this language model: a GGUF file, its folder or a name. `twolane models list`
    /// prints the names. With --server, give the model's name there.
    #[arg(long, value_name = "NAME_OR_FILE")]
    pub model: Option<String>,
    /// Write without a language model, even if the configuration names one.
    #[arg(long, hide = true, conflicts_with_all = ["model", "server"])]
    pub no_model: bool,
    /// Let the model of an OpenAI-compatible server (http://127.0.0.1:8080/v1) explain the quotes in its own words,
    /// each sentence checked. Its key is read from TWOLANE_SERVER_KEY.
    #[arg(long, value_name = "URL")]
    pub server: Option<String>,
    /// Send that key also over plain http to another machine, where others can read it.
    #[arg(long, hide = true)]
    pub key_over_http: bool,
    /// Write the answer without the model after this number of seconds.
    #[arg(long, hide = true, value_name = "S")]
    pub deadline: Option<u64>,
}

impl LanguageArgs {
    /// Returns the settings of the writer under these flags.
    pub fn options(&self, context: &Context) -> WriterOptions {
        let mut options = context.config.writer.clone();
        if let Some(prose) = context.config.model.prose {
            options.own_sentences = Some(prose == ProseSetting::Checked);
        }
        if let Some(seconds) = self.deadline {
            options.seconds = seconds;
        }
        options
    }

    /// Loads the model; returns `None` when none was named.
    ///
    /// # Errors
    /// Fails for a file that can't be run, an invalid address, or a server elsewhere with `--offline`.
    pub fn load(&self, context: &Context) -> anyhow::Result<Option<Box<dyn LanguageModel>>> {
        if self.no_model {
            return Ok(None);
        }
        // Flags that name a model or a server override both values of the configuration.
        let named = self.model.is_some() || self.server.is_some();
        let configured = &context.config.model;
        let (name, server) = if named {
            (self.model.as_ref(), self.server.as_ref())
        } else {
            (configured.name.as_ref(), configured.server.as_ref())
        };
        if let Some(address) = server {
            let mut options = ServerOptions::new(address.clone());
            options.offline = context.offline;
            options.key_over_http = self.key_over_http;
            options.key = std::env::var(KEY).ok().filter(|key| !key.is_empty());
            if let Some(model) = name {
                options.model.clone_from(model);
            }
            if let Some(seconds) = self.deadline {
                options.timeout = options.timeout.min(Duration::from_secs(seconds));
            }
            return Ok(Some(Box::new(ServerModel::new(options)?)));
        }
        match name {
            Some(name) => local(name, context).map(Some),
            None => Ok(None),
        }
    }
}

#[cfg(feature = "llm")]
fn local(name: &str, context: &Context) -> anyhow::Result<Box<dyn LanguageModel>> {
    use twolane_llm::{LocalModel, LocalOptions};
    let file = context.hub()?.locate_language_model(name)?;
    // Files beside a checkout's file are not pinned like the file itself.
    let foreign = context.models_beside.as_ref().is_some_and(|dir| file.starts_with(dir));
    let options = LocalOptions {
        device: context.config.models.device.parse()?,
        rewrite_folder: foreign.then(|| context.model_store.join(".rewritten")),
        ..LocalOptions::default()
    };
    let model = LocalModel::load(&file, &options)?;
    if let Some(note) = model.note() {
        context.say(note);
    }
    Ok(Box::new(model))
}

#[cfg(not(feature = "llm"))]
fn local(name: &str, _context: &Context) -> anyhow::Result<Box<dyn LanguageModel>> {
    anyhow::bail!(
        "{name} can't be run: this program was built without the feature `llm`; use --server, or build with it"
    )
}
