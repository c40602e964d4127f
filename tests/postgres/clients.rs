//! The program as others use it: over HTTP, over the Model Context Protocol, and command by command.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::program;

const BOTH: &str = "application/json, text/event-stream";

/// `twolane serve` over a database.
pub struct Serving {
    child: Child,
    address: String,
    agent: ureq::Agent,
}

impl Serving {
    pub fn start(home: &Path, url: &str) -> Self {
        let mut command = program::command(home, url);
        command.args(["serve", "--listen", "127.0.0.1:0", "--quiet"]).stdout(Stdio::piped());
        let mut child = command.stderr(File::create(home.join("log")).unwrap()).spawn().unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut address).unwrap();
        // A connection of its own for each: the server closes those that wait.
        let config = ureq::Agent::config_builder().http_status_as_error(false).proxy(None);
        let config = config.max_idle_connections(0).timeout_global(Some(Duration::from_secs(150)));
        let agent = config.build().into();
        Serving { child, address: address.trim().to_owned(), agent }
    }

    /// Status, and head and body as text.
    pub fn send(&self, request: &Request) -> (u16, String) {
        let head = ureq::http::Request::builder()
            .method(request.method)
            .uri(format!("{}{}", self.address, request.path))
            .header("Accept", request.accept)
            .header("MCP-Protocol-Version", "2025-06-18");
        let sent = match &request.body {
            Some(body) => self
                .agent
                .run(head.header("Content-Type", "application/json").body(body.to_string()).unwrap()),
            None => self.agent.run(head.body(()).unwrap()),
        };
        let mut reply = sent.unwrap_or_else(|error| panic!("{request:?}: {error}"));
        let body = reply.body_mut().read_to_vec().unwrap();
        let text = format!("{:?}\n{}", reply.headers(), String::from_utf8_lossy(&body));
        (reply.status().as_u16(), text)
    }

    /// The JSON of a reply that is to be well.
    pub fn json(&self, request: &Request) -> Value {
        let (status, text) = self.send(request);
        assert_eq!(status, 200, "{request:?}: {text}");
        serde_json::from_str(text.split_once('\n').unwrap().1).unwrap()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[derive(Debug)]
pub struct Request {
    pub method: &'static str,
    pub path: String,
    pub body: Option<Value>,
    pub accept: &'static str,
}

pub fn of(method: &'static str, path: impl Into<String>, body: Option<Value>) -> Request {
    Request { method, path: path.into(), body, accept: "application/json" }
}

pub fn get(path: impl Into<String>) -> Request {
    of("GET", path, None)
}

pub fn post(path: &str, body: Value) -> Request {
    of("POST", path, Some(body))
}

pub fn to_mcp(message: Value) -> Request {
    Request { accept: BOTH, ..post("/mcp", message) }
}

/// `twolane mcp`, spoken to line by line.
pub struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Talk {
    pub fn start(home: &Path, url: &str) -> Self {
        let mut command = program::command(home, url);
        command.args(["mcp", "--quiet"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut talk = Talk { child, input, output };
        let client = json!({ "name": "test", "version": "1" });
        let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
        assert!(talk.call(&rpc("initialize", hello)).contains("twolane"));
        talk.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        talk
    }

    fn say(&mut self, message: &Value) {
        writeln!(self.input.as_mut().unwrap(), "{message}").unwrap();
    }

    pub fn call(&mut self, message: &Value) -> String {
        self.say(message);
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        assert!(!line.is_empty(), "{message} ended the program");
        line
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn rpc(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

/// Runs a command; what it says on both outputs, and whether it ended well.
pub fn command(home: &Path, url: &str, args: &[String]) -> (bool, String) {
    let output = program::command(home, url).args(args).stdin(Stdio::null()).output().unwrap();
    let said = [&output.stdout, &output.stderr].map(|out| String::from_utf8_lossy(out).into_owned());
    (output.status.success(), said.join("\n"))
}
