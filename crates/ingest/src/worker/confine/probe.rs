//! The probe of a confined process: it attempts what must be refused. `doctor` and the tests can thus
//! distinguish what is in force from what was requested.

use std::path::Path;
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

use super::{Confinement, bare};
use crate::worker::ReadFailure;

/// One attempted action and its outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// The action, in words.
    pub what: String,
    /// True when the system refused it.
    pub refused: bool,
    /// The system's answer, in words.
    pub said: String,
}

/// The result of probing a confined process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// The confinement that it applied first.
    pub confinement: Confinement,
    /// The actions that it then attempted.
    pub tried: Vec<Tried>,
}

impl Probe {
    /// Returns the actions that were not refused.
    pub fn open(&self) -> Vec<&str> {
        self.tried.iter().filter(|t| !t.refused).map(|t| t.what.as_str()).collect()
    }
}

/// Has a worker of this program attempt everything that must be refused.
///
/// # Errors
/// Fails when the worker can't be started or sends no report.
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

/// Attempts everything that a reader must not do. Harmless where it is not refused.
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
        // If it were allowed, it would still fail, because the file does not exist.
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
    let known = if cfg!(target_os = "macos") {
        // Its own libraries set it at the start.
        "__CF_USER_TEXT_ENCODING"
    } else if cfg!(feature = "cuda") {
        "LD_LIBRARY_PATH"
    } else {
        "SystemRoot"
    };
    tried.push(Tried {
        what: "the environment".to_owned(),
        refused: variables.iter().all(|name| name == known),
        said: variables.join(" "),
    });
    tried
}

/// Returns true for the errors of a filter, of Landlock and of a limit on descriptors. "Not found" is no
/// refusal: the system did look for the file.
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
