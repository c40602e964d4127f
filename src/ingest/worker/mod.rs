//! Files are read in worker processes, so that a parser's crash, hang or hunger costs one file.
//!
//! The parent ([`Pool`]) starts `twolane worker`, sends a request a file and takes documents back
//! over a pipe as length-prefixed frames; [`serve`] is the other side. The file's bytes go over the
//! pipe too: a worker opens nothing, reaches nothing and starts nothing ([`confine`]). It limits its
//! own memory and processor time, the parent limits wall-clock time and output. The parent never
//! parses a file, and what a worker says is checked like any outside input.

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
#[cfg(feature = "serve")]
pub(crate) use confine::launcher;
pub use confine::{
    Confinement, Force, Probe, ProgramLimits, Tried, become_program, confine_program, confine_reader, probe,
    try_the_forbidden,
};
pub use failure::ReadFailure;
pub use frame::FrameError;
pub use in_process::read_in_process;
pub use limits::Limits;
pub use pool::Pool;
pub use process::Patience;
pub use serve::serve;

/// Puts the process limits on the calling process.
pub fn limit_this_process(limits: Limits) {
    limits.apply();
}

/// The parent's side of a pipe over bytes that nobody vouches for.
#[cfg(fuzzing)]
pub(in crate::ingest) fn fuzz_frames(data: &[u8]) {
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
