//! `twolane pack build`

use std::path::Path;

use super::context::Context;
use super::exit::Exit;

/// Runs the command.
pub fn run(folder: &Path, output: &Path, embeddings: bool, context: &Context) -> anyhow::Result<Exit> {
    let _ = (folder, output, embeddings, context);
    anyhow::bail!("not yet")
}
