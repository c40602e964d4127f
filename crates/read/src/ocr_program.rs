//! Starts `tesseract` and waits for its table of words.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use twolane_programs::program;

use super::ocr_error::OcrError;
use super::ocr_options::OcrOptions;

/// Most bytes that are taken from the program. The densest page seen gave 400 KB.
const MAX_OUTPUT: u64 = 16 << 20;
/// Interval at which a waiting caller checks for cancellation.
const LOOK_UP: Duration = Duration::from_millis(200);
/// Variables that the program and its loader read, and that are passed on to it.
const VARIABLES: [&str; 4] = ["TESSDATA_PREFIX", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SystemRoot"];

/// Way of starting the program.
#[derive(Debug, Clone, Copy)]
pub enum Launch<'a> {
    /// Directly by this process.
    Direct,
    /// By this program's hidden command, which gives up the network, writing and what lies outside
    /// the system's own folders before it becomes tesseract.
    Confined {
        /// Path of this program.
        program: &'a Path,
        /// Address space that tesseract may have, in bytes.
        memory: u64,
    },
}

/// Tesseract's table (TSV) for one picture file's bytes, drawn at this resolution.
///
/// # Errors
/// [`OcrError`], also when `cancelled` says so.
pub fn run_tesseract(
    options: &OcrOptions,
    picture: Vec<u8>,
    dpi: u32,
    launch: Launch<'_>,
    cancelled: &dyn Fn() -> bool,
) -> Result<String, OcrError> {
    let dpi = dpi.clamp(1, 10_000).to_string();
    let arguments = ["stdin", "stdout", "-l", options.language.as_str(), "--dpi", &dpi, "tsv"];
    let output = run(options, &arguments, picture, launch, options.page_time, cancelled)?;
    Ok(String::from_utf8_lossy(&output).into_owned())
}

/// Runs the program with a deadline. Input and both outputs have threads of their own, so that
/// no full pipe can stop it.
pub(super) fn run(
    options: &OcrOptions,
    arguments: &[&str],
    input: Vec<u8>,
    launch: Launch<'_>,
    limit: Duration,
    cancelled: &dyn Fn() -> bool,
) -> Result<Vec<u8>, OcrError> {
    let failed = |what: String| OcrError::Failed { what };
    let absent = || OcrError::NotInstalled { program: options.program.clone() };
    let tesseract = program(&options.program).ok_or_else(absent)?;
    let mut child = Running(command(tesseract, arguments, launch, limit).spawn().map_err(|error| {
        if error.kind() == std::io::ErrorKind::NotFound { absent() } else { failed(error.to_string()) }
    })?);
    if let Some(mut stdin) = child.0.stdin.take() {
        // A program that ends early closes the pipe: its own message says why.
        std::thread::spawn(move || drop(stdin.write_all(&input)));
    }
    let (sender, receiver) = mpsc::channel();
    let read = |pipe: Option<Box<dyn Read + Send>>, sender: mpsc::Sender<(bool, Vec<u8>)>, is_error: bool| {
        if let Some(pipe) = pipe {
            std::thread::spawn(move || {
                let mut bytes = Vec::new();
                let _ = pipe.take(MAX_OUTPUT.saturating_add(1)).read_to_end(&mut bytes);
                let _ = sender.send((is_error, bytes));
            });
        }
    };
    read(child.0.stdout.take().map(|p| Box::new(p) as _), sender.clone(), false);
    read(child.0.stderr.take().map(|p| Box::new(p) as _), sender, true);

    let begun = Instant::now();
    let (mut output, mut errors) = (None, None);
    while output.is_none() || errors.is_none() {
        let left = limit.saturating_sub(begun.elapsed());
        if left.is_zero() {
            return Err(OcrError::TimedOut { seconds: limit.as_secs() });
        }
        match receiver.recv_timeout(left.min(LOOK_UP)) {
            Ok((true, bytes)) => errors = Some(bytes),
            Ok((false, bytes)) => output = Some(bytes),
            Err(mpsc::RecvTimeoutError::Timeout) if !cancelled() => {}
            Err(_) => return Err(failed("it was stopped".to_owned())),
        }
        let too_much = |b: &Option<Vec<u8>>| b.as_ref().is_some_and(|b| b.len() as u64 > MAX_OUTPUT);
        if too_much(&output) || too_much(&errors) {
            return Err(failed(format!("it gives more than {} MB", MAX_OUTPUT >> 20)));
        }
    }
    let status = child.0.wait().map_err(|e| failed(e.to_string()))?;
    if status.success() {
        return Ok(output.unwrap_or_default());
    }
    let errors = errors.unwrap_or_default();
    let said = String::from_utf8_lossy(&errors);
    let said = said.lines().map(str::trim).find(|l| !l.is_empty()).unwrap_or("no message").to_owned();
    Err(failed(said))
}

/// A program that ends with this value, and with it what it started.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(pid) = i32::try_from(self.0.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The command that starts tesseract, with as much of the environment as its loader and its data
/// need.
fn command(tesseract: Command, arguments: &[&str], launch: Launch<'_>, limit: Duration) -> Command {
    let path = tesseract.get_envs().find(|(name, _)| *name == "PATH");
    let path = path.and_then(|(_, value)| value).map(std::ffi::OsStr::to_owned);
    let mut command = match launch {
        Launch::Direct => tesseract,
        // There a process neither becomes another program nor gives anything up. Between this one and tesseract it
        // would only leave tesseract running at the deadline.
        Launch::Confined { .. } if cfg!(windows) => tesseract,
        Launch::Confined { program: own, memory } => {
            let mut command = Command::new(own);
            command.args(["worker", "--memory", &memory.to_string()]);
            command.args(["--seconds", &limit.as_secs().max(1).to_string()]);
            command.arg("--recognise").arg(tesseract.get_program()).arg("--");
            command
        }
    };
    command.args(arguments).env_clear();
    let kept = VARIABLES.iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
    command.envs(kept);
    command.envs(path.map(|path| ("PATH", path)));
    // Its own threads slow it down on a page and would take the cores of other workers.
    command.env("OMP_THREAD_LIMIT", "1");
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}
