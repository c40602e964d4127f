//! The command `twolane archive`.

use anyhow::bail;
use clap::{Args, Subcommand};

use twolane_archive::{Archive, ArchiveError, copy};

use super::context::Context;
use super::exit::Exit;
use super::output::Bar;
use super::places;

/// Copy an archive to another place.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  twolane archive copy index/archive /mnt/backup/archive
  twolane archive copy index/archive postgres://clerk@db.example.org/papers
  twolane archive copy postgres://clerk@db.example.org/papers index/archive")]
pub struct ArchiveArgs {
    /// The action on archives.
    #[command(subcommand)]
    pub action: ArchiveAction,
}

/// The action on an archive.
#[derive(Debug, Subcommand)]
pub enum ArchiveAction {
    /// Copy sources, vectors and packs to an empty place, then compare each copy. Run it again to resume an
    /// interrupted copy. Sessions, traces and remembered answers are not copied.
    Copy {
        /// Folder or postgres:// address of the archive.
        from: String,
        /// Folder or postgres:// address to copy to: empty, or with a part of this copy.
        to: String,
    },
}

/// Runs the command.
pub fn run(args: &ArchiveArgs, context: &Context) -> anyhow::Result<Exit> {
    let ArchiveAction::Copy { from, to } = &args.action;
    let [from, to] = [from, to].map(|name| places::archive(name.into()));
    if from == to {
        bail!("{from} would be copied onto itself; name another folder or database");
    }
    for place in [&from, &to] {
        places::allowed(place, context.offline)?;
    }
    let graph = context.config.graph;
    let from = Archive::open_at(&from)?.with_graph_options(graph);
    let to = Archive::create_at(&to)?.with_graph_options(graph);
    let bar = Bar::new(context.is_terminal(), "{wide_bar} {pos}/{len} sources");
    let copied = copy(&from, &to, &mut |done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
        !context.interrupt.is_set()
    });
    bar.finish();
    let report = match copied {
        Err(ArchiveError::Cancelled) => {
            context.say("the copied part is kept; run the same command again to continue");
            return Ok(Exit::Interrupted);
        }
        report => report?,
    };
    if context.json {
        context.print_json(&report)?;
        return Ok(Exit::Done);
    }
    let sources = match (report.copied, report.there) {
        (0, there) => format!("nothing to copy: {there} sources were there already"),
        (copied, 0) => format!("{copied} sources copied"),
        (copied, there) => format!("{copied} sources copied, {there} were there already"),
    };
    context.print(format!(
        "{sources}; {} lines, {} chunks, {} vectors and {} packs are the same at {}\n",
        report.lines,
        report.chunks,
        report.vectors,
        report.packs,
        to.place()
    ))?;
    if report.without_vector > 0 {
        context.say(format!(
            "{} chunks had no vector and are found only by keyword search; `twolane index reembed` makes the vectors",
            report.without_vector
        ));
    }
    Ok(Exit::Done)
}
