//! Runs one test of this very binary in a child process with limits, as readers run in a worker.

#![allow(dead_code)] // each test takes what it needs

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Address space of a child in KiB.
pub const ADDRESS_SPACE: u64 = 3 << 20;

/// What became of a child.
pub struct Outcome {
    /// `None` when it was stopped after the time limit.
    pub output: Option<Output>,
    /// How long it took.
    pub took: Duration,
}

/// Runs the ignored test `name` of this binary with these variables set.
pub fn run(name: &str, variables: &[(&str, String)], limit: Duration) -> Outcome {
    let binary = std::env::current_exe().unwrap();
    let script = format!("ulimit -v {ADDRESS_SPACE}; exec \"$0\" --exact {name} --ignored --nocapture");
    let started = Instant::now();
    let mut child = Command::new("sh")
        .args(["-c", &script])
        .arg(binary)
        .envs(variables.iter().map(|(k, v)| (*k, v.as_str())))
        .env("RUST_BACKTRACE", "0")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let id = child.id();
    // The pipes are drained on a thread of their own, so that a full one stops nobody.
    let (done, waits) = std::sync::mpsc::channel::<()>();
    let watch = std::thread::spawn(move || {
        if waits.recv_timeout(limit).is_err() {
            let _ = Command::new("kill").args(["-9", &id.to_string()]).status();
            return true;
        }
        false
    });
    let mut stdout = Vec::new();
    let mut stderr = Vec::new();
    let mut err = child.stderr.take().unwrap();
    let reader = std::thread::spawn(move || {
        let _ = std::io::Read::read_to_end(&mut err, &mut stderr);
        stderr
    });
    let _ = std::io::Read::read_to_end(child.stdout.as_mut().unwrap(), &mut stdout);
    let status = child.wait().unwrap();
    let _ = done.send(());
    let stopped = watch.join().unwrap();
    let stderr = reader.join().unwrap();
    Outcome { output: (!stopped).then_some(Output { status, stdout, stderr }), took: started.elapsed() }
}

/// The last step of which a child said that it was committed; 0 for none.
pub fn last_committed(child: &mut Child) -> u64 {
    let out = BufReader::new(child.stdout.take().unwrap());
    let lines = out.lines().map_while(Result::ok);
    lines.filter_map(|l| l.strip_prefix("committed ").and_then(|n| n.parse().ok())).last().unwrap_or(0)
}
