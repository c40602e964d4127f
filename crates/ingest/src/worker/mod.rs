//! Worker processes that read files, so that a parser's crash, hang or memory use costs one file.
//!
//! The parent ([`Pool`]) starts `twolane worker`, sends one request per file and receives documents over a
//! pipe as length-prefixed frames. [`serve`] is the worker's side. The file's bytes also go over the pipe: a
//! worker opens no file, reaches no network and starts no program (`confine`). It limits its own memory and
//! processor time; the parent limits wall-clock time and output. The parent never parses a file, and it
//! checks a worker's messages like any outside input.

mod assembly;
mod confine;
mod failure;
mod feed;
mod frame;
mod in_process;
mod limits;
mod message;
mod pool;
mod process;
mod serve;

pub use assembly::FileRead;
pub use confine::launcher;
pub use confine::{
    Confinement, Force, Probe, ProgramLimits, Tried, become_program, confine_program, confine_reader, probe,
    rights_kept, try_the_forbidden,
};
pub use failure::ReadFailure;
pub use frame::FrameError;
pub use in_process::read_in_process;
pub use limits::Limits;
pub use pool::Pool;
pub use process::Patience;
pub use serve::serve;

/// Applies the process limits to the calling process.
pub fn limit_this_process(limits: Limits) {
    limits.apply();
}

/// Runs the parent's side of a pipe over untrusted bytes.
#[cfg(fuzzing)]
pub(crate) fn fuzz_frames(data: &[u8]) {
    let Some((mode, rest)) = data.split_first() else { return };
    let stream: Vec<u8> = if mode % 2 == 0 {
        rest.to_vec()
    } else {
        let framed = |body: &[u8]| [&u32::try_from(body.len()).unwrap_or(0).to_le_bytes(), body].concat();
        rest.split(|b| *b == 0).flat_map(framed).collect()
    };
    let mut stream = stream.as_slice();
    let mut assembly = assembly::Assembly::new(Limits::default());
    while let Ok(Some((reply, bytes))) = frame::read::<message::Reply>(&mut stream) {
        match assembly.take(reply, bytes) {
            Ok(false) => {}
            Ok(true) => {
                let _ = assembly.finish();
                return;
            }
            Err(_) => return,
        }
    }
}
