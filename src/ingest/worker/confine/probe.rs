//! What a confined process tries that it is to be refused, so that `doctor` and the tests can tell
//! what is in force from what was asked for.

use std::path::Path;
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

use super::{Confinement, bare};
use crate::ingest::worker::ReadFailure;

/// One thing that was tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// What.
    pub what: String,
    /// Whether it was refused.
    pub refused: bool,
    /// What the system said.
    pub said: String,
}

/// What a confined process found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// What it had given up.
    pub confinement: Confinement,
    /// What it tried then.
    pub tried: Vec<Tried>,
}

impl Probe {
    /// What was not refused.
    pub fn open(&self) -> Vec<&str> {
        self.tried.iter().filter(|t| !t.refused).map(|t| t.what.as_str()).collect()
    }
}

/// Has a worker of this program try what it is to be refused.
///
/// # Errors
/// When it can't be started or gives no account.
pub fn probe(program: &Path) -> Result<Probe, ReadFailure> {
    let failed = |source| ReadFailure::Start { program: program.to_owned(), source };
    let output = bare(Command::new(program))
        .args(["worker", "--probe"])
        .stdin(Stdio::null())
        .output()
        .map_err(failed)?;
    serde_json::from_slice(&output.stdout)
        .map_err(|error| ReadFailure::malformed(format!("its account of what it is refused: {error}")))
}

/// Tries everything that a reader has no business doing. Harmless where it is not refused.
pub fn try_the_forbidden() -> Vec<Tried> {
    let mut tried = Vec::new();
    let mut note = |what: &str, result: std::io::Result<()>| {
        let refused = result.as_ref().is_err_and(is_refusal);
        let said = result.err().map_or_else(|| "done".to_owned(), |e| e.to_string());
        tried.push(Tried { what: what.to_owned(), refused, said });
    };
    note("opening a file", std::fs::File::open("/etc/passwd").map(drop));
    note("listing a folder", std::fs::read_dir("/").map(drop));
    let stray = std::env::temp_dir().join(format!("twolane-probe-{}", std::process::id()));
    let written = std::fs::File::create(&stray);
    let _ = written.as_ref().map(|_| std::fs::remove_file(&stray));
    note("writing a file", written.map(drop));
    let nobody = std::net::SocketAddr::from(([127, 0, 0, 1], 9));
    let short = std::time::Duration::from_millis(500);
    note("connecting", std::net::TcpStream::connect_timeout(&nobody, short).map(drop));
    note("listening", std::net::TcpListener::bind(("127.0.0.1", 0)).map(drop));
    note("sending datagrams", std::net::UdpSocket::bind(("127.0.0.1", 0)).map(drop));
    note("starting a program", Command::new("/bin/true").spawn().and_then(|mut c| c.wait()).map(drop));
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        note("connecting on this machine", std::os::unix::net::UnixStream::connect("/nowhere").map(drop));
        // Were it allowed, it would fail for the file is not there.
        note("becoming a program", Err(Command::new("/nowhere/program").exec()));
        let parent = rustix::process::getppid().map_or(Ok(()), rustix::process::test_kill_process);
        note("signals to others", parent.map_err(std::io::Error::from));
    }
    #[cfg(target_os = "linux")]
    {
        note("forking", super::raw::try_fork());
        note("tracing", super::raw::try_ptrace());
    }
    let variables: Vec<String> =
        std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned()).collect();
    let known = if cfg!(feature = "cuda") { "LD_LIBRARY_PATH" } else { "SystemRoot" };
    tried.push(Tried {
        what: "the environment".to_owned(),
        refused: variables.iter().all(|name| name == known),
        said: variables.join(" "),
    });
    tried
}

/// True for the errors of a filter, of Landlock and of a limit on descriptors; that a thing is not
/// there says that it was looked for.
fn is_refusal(error: &std::io::Error) -> bool {
    #[cfg(unix)]
    {
        let errno = rustix::io::Errno::from_io_error(error);
        errno.is_some_and(|e| {
            [rustix::io::Errno::PERM, rustix::io::Errno::ACCESS, rustix::io::Errno::MFILE].contains(&e)
        })
    }
    #[cfg(not(unix))]
    {
        error.kind() == std::io::ErrorKind::PermissionDenied
    }
}
