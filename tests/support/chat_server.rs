//! A chat server on this machine that answers from a script and keeps what it was asked.

#![allow(dead_code)] // each test takes what it needs
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use serde_json::{Value, json};

/// How one request is answered.
pub enum Reply {
    /// With this text at once.
    Text(String),
    /// With these pieces one by one, and this reason at the end.
    Stream(Vec<String>, &'static str),
    /// With these pieces, and then the connection ends.
    Cut(Vec<String>),
    /// With pieces without end, until the other side has gone.
    Endless(String),
    /// With this status, these further header lines and this body.
    Status(u16, &'static str, String),
    /// With these bytes, whatever they are.
    Raw(Vec<u8>),
    /// With nothing for so long.
    Silence(Duration),
    /// The connection is closed at once.
    Closed,
}

/// A request as it came.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Method and path.
    pub line: String,
    /// Header lines.
    pub headers: Vec<String>,
    /// The JSON body.
    pub body: Value,
}

/// The server; it ends with the test.
pub struct ChatServer {
    /// Base address.
    pub address: String,
    asked: Arc<Mutex<Vec<Asked>>>,
    gone: Mutex<mpsc::Receiver<()>>,
}

impl ChatServer {
    /// Answers by a function of the request's number, from 0, and its body.
    pub fn start(script: impl Fn(usize, &Value) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/v1", listener.local_addr().unwrap());
        let asked: Arc<Mutex<Vec<Asked>>> = Arc::default();
        let (left, gone) = mpsc::channel();
        let (kept, script) = (Arc::clone(&asked), Arc::new(script));
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (kept, script, left) = (Arc::clone(&kept), Arc::clone(&script), left.clone());
                std::thread::spawn(move || {
                    if serve(stream, &kept, &*script).is_err() {
                        let _ = left.send(());
                    }
                });
            }
        });
        Self { address, asked, gone: Mutex::new(gone) }
    }

    /// Requests so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// Waits until a client went away in the middle of an answer.
    pub fn client_went_away(&self) -> bool {
        self.gone.lock().unwrap().recv_timeout(Duration::from_secs(20)).is_ok()
    }
}

fn serve(
    stream: TcpStream,
    kept: &Mutex<Vec<Asked>>,
    script: &dyn Fn(usize, &Value) -> Reply,
) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut out = stream;
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut headers = Vec::new();
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header)? == 0 || header.trim().is_empty() {
            break;
        }
        headers.push(header.trim().to_lowercase());
    }
    let length = headers.iter().find_map(|header| header.strip_prefix("content-length:"));
    let mut body = vec![0; length.map_or(0, |length| length.trim().parse().unwrap())];
    reader.read_exact(&mut body)?;
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let number = {
        let mut kept = kept.lock().unwrap();
        kept.push(Asked { line: line.trim().to_owned(), headers, body: body.clone() });
        kept.len() - 1
    };
    match script(number, &body) {
        Reply::Text(text) => {
            let words = text.split_whitespace().count();
            let body = json!({
                "choices": [{ "message": { "role": "assistant", "content": text }, "finish_reason": "stop" }],
                "usage": { "prompt_tokens": 11, "completion_tokens": words }
            });
            status(&mut out, 200, "", &body.to_string())
        }
        Reply::Stream(pieces, finish) => {
            stream_head(&mut out)?;
            for piece in pieces {
                event(
                    &mut out,
                    &json!({ "choices": [{ "delta": { "content": piece }, "finish_reason": null }] }),
                )?;
            }
            event(&mut out, &json!({ "choices": [{ "delta": {}, "finish_reason": finish }] }))?;
            event(
                &mut out,
                &json!({ "choices": [], "usage": { "prompt_tokens": 11, "completion_tokens": 7 } }),
            )?;
            out.write_all(b"data: [DONE]\n\n")
        }
        Reply::Cut(pieces) => {
            stream_head(&mut out)?;
            pieces.iter().try_for_each(|piece| {
                event(&mut out, &json!({ "choices": [{ "delta": { "content": piece } }] }))
            })
        }
        Reply::Endless(piece) => {
            stream_head(&mut out)?;
            loop {
                event(&mut out, &json!({ "choices": [{ "delta": { "content": piece } }] }))?;
            }
        }
        Reply::Status(code, headers, body) => status(&mut out, code, headers, &body),
        Reply::Raw(bytes) => out.write_all(&bytes),
        Reply::Silence(time) => {
            out.set_read_timeout(Some(time))?;
            let _ = out.read(&mut [0]);
            Ok(())
        }
        Reply::Closed => Ok(()),
    }
}

fn status(out: &mut TcpStream, code: u16, headers: &str, body: &str) -> std::io::Result<()> {
    write!(
        out,
        "HTTP/1.1 {code} X\r\ncontent-type: application/json\r\nconnection: close\r\n{headers}content-length: {}\r\n\r\n{body}",
        body.len()
    )
}

fn stream_head(out: &mut TcpStream) -> std::io::Result<()> {
    out.write_all(
        b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n: hello\n\n",
    )
}

fn event(out: &mut TcpStream, data: &Value) -> std::io::Result<()> {
    write!(out, "data: {data}\n\n")
}
