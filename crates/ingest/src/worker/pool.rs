//! A pool of workers for several threads.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::read::{ReadOptions, SkippedPages};
use crate::walk::{io_reason, open_file};

use super::assembly::{Assembly, FileRead};
use super::failure::ReadFailure;
use super::limits::Limits;
use super::message::Request;
use super::process::{Patience, Process, larger};

/// Worker processes, started on demand: as many as there are threads in [`Pool::read`] at a time. Dropping
/// the pool ends them.
#[derive(Debug)]
pub struct Pool {
    program: PathBuf,
    limits: Limits,
    idle: Mutex<Vec<Process>>,
}

impl Pool {
    /// Creates a pool whose workers are started as `program worker`.
    pub fn new(program: impl Into<PathBuf>, limits: Limits) -> Self {
        Pool { program: program.into(), limits, idle: Mutex::default() }
    }

    /// Reads a file in a worker. When a worker is lost on a page, the file is read again without that page,
    /// which is then marked unread. When a worker dies outside any page, the file is read once more.
    pub fn read(
        &self,
        path: &Path,
        options: &ReadOptions,
        patience: &dyn Patience,
    ) -> Result<FileRead, ReadFailure> {
        let mut request =
            Request { name: name_of(path), options: options.clone(), skip: Vec::new(), limits: self.limits };
        let mut assembly = Assembly::new(self.limits);
        let mut losses = 0_u32;
        loop {
            let file = open(path, self.limits.file)?;
            let failure = match self.attempt(&request, file, &mut assembly, patience) {
                Ok(()) => return Ok(assembly.finish()),
                Err(failure) => failure,
            };
            losses = losses.saturating_add(1);
            if !self.avoid(&failure, &assembly, losses, &mut request.skip) {
                return Err(failure);
            }
            assembly.restart();
            patience.restart();
        }
    }

    /// Decides whether another attempt is worthwhile, and which pages it skips.
    fn avoid(
        &self,
        failure: &ReadFailure,
        assembly: &Assembly,
        losses: u32,
        skip: &mut Vec<SkippedPages>,
    ) -> bool {
        let culprit = match failure {
            ReadFailure::Died { page, .. } | ReadFailure::TooSlow { page, .. } => *page,
            _ => return false,
        };
        match (culprit, assembly.announced()) {
            (Some(page), Some(pages)) if losses <= self.limits.crashes_per_file => {
                skip.push(SkippedPages { first: page, last: page, reason: failure.to_string() });
                if losses == self.limits.crashes_per_file && page < pages {
                    let reason = format!("not tried, because {losses} pages before it failed");
                    skip.push(SkippedPages { first: page.saturating_add(1), last: pages, reason });
                }
                true
            }
            // A worker that died outside any page may have been ended from outside; one that was too slow
            // would be so again.
            (None, _) => losses == 1 && matches!(failure, ReadFailure::Died { .. }),
            _ => false,
        }
    }

    fn attempt(
        &self,
        request: &Request,
        file: File,
        assembly: &mut Assembly,
        patience: &dyn Patience,
    ) -> Result<(), ReadFailure> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut process = match idle {
            Some(process) => process,
            None => Process::start(&self.program)?,
        };
        let result = process.read(request, file, assembly, patience);
        let usable = matches!(result, Ok(()) | Err(ReadFailure::Refused { .. }));
        if usable && process.is_usable() && process.files < self.limits.files_per_process {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
        }
        result
    }
}

/// Returns a file's name without its folders.
pub(super) fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Opens a file to hand it to a reader.
///
/// # Errors
/// Returns [`ReadFailure::Refused`] for a path that can't be opened, is not a file, or exceeds `limit` bytes.
pub(super) fn open(path: &Path, limit: u64) -> Result<File, ReadFailure> {
    let refused = |reason: String| ReadFailure::Refused { reason };
    let file = open_file(path).map_err(|error| refused(io_reason(&error)))?;
    let meta = file.metadata().map_err(|error| refused(io_reason(&error)))?;
    if meta.len() > limit {
        return Err(refused(format!("it is larger than {} MB; {}", limit >> 20, larger())));
    }
    Ok(file)
}
