//! Reading within the calling process, for trusted files.

use std::io::Read;
use std::ops::ControlFlow;
use std::path::Path;

use crate::read::ReadOptions;
use crate::walk::io_reason;

use super::assembly::{Assembly, FileRead};
use super::failure::ReadFailure;
use super::limits::Limits;
use super::message::{Reply, Request};
use super::pool::{name_of, open};
use super::process::Patience;
use super::serve::{STACK, Stop, answer};

/// Reads a file on a thread of its own. A panic is a failure of this file only. An abort, a hang or excessive
/// use of memory affects the whole process, and only the limits on pages and output apply.
pub fn read_in_process(
    path: &Path,
    options: &ReadOptions,
    limits: Limits,
    patience: &(dyn Patience + Sync),
) -> Result<FileRead, ReadFailure> {
    let request = Request { name: name_of(path), options: options.clone(), skip: Vec::new(), limits };
    let mut bytes = Vec::new();
    open(path, limits.file)?
        .take(limits.file)
        .read_to_end(&mut bytes)
        .map_err(|error| ReadFailure::Refused { reason: io_reason(&error) })?;
    let mut assembly = Assembly::new(limits);
    let mut outcome = Err(ReadFailure::malformed("the reader gave no answer"));
    let mut take = |reply: Reply| {
        if patience.cancelled() {
            outcome = Err(ReadFailure::Cancelled);
            return ControlFlow::Break(Stop::Answered);
        }
        let bytes = size(&reply);
        patience.reserve(bytes);
        match assembly.take(reply, bytes) {
            Ok(false) => ControlFlow::Continue(()),
            Ok(true) => {
                outcome = Ok(());
                ControlFlow::Continue(())
            }
            Err(failure) => {
                outcome = Err(failure);
                ControlFlow::Break(Stop::Answered)
            }
        }
    };
    let ran = std::thread::scope(|scope| {
        std::thread::Builder::new()
            .name("reader".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, || {
                let _ = answer(&request, bytes, &mut take);
            })
            .map(|thread| thread.join())
    });
    match ran {
        Ok(Ok(())) => outcome.map(|()| assembly.finish()),
        Ok(Err(_)) => Err(ReadFailure::malformed("the reader's thread failed")),
        Err(source) => Err(ReadFailure::Start { program: "(a thread)".into(), source }),
    }
}

/// Estimates the size of the reply on a pipe.
fn size(reply: &Reply) -> usize {
    match reply {
        Reply::Page { page, .. } => page.lines.iter().map(|l| l.text.len().saturating_add(150)).sum(),
        Reply::Document { law: Some(law), .. } => {
            100 + 60 * (law.paragraphs.len() + law.links.len() + law.parts.len())
        }
        _ => 100,
    }
}
