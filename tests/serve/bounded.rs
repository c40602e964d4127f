//! What strangers send to the program costs it little memory, and it goes on.

#![cfg(target_os = "linux")]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::running::Reply;
use crate::support::ingesting::program;
use crate::support::town::Town;

/// What a server may hold more of after an attack than before, in MB: buffers of connections, and what an allocator
/// keeps. A body that was held whole would be eight times as much.
const ROOM_MB: u64 = 96;

/// The program, serving papers of its own.
struct Serving {
    child: Child,
    address: String,
    _town: Town,
}

impl Serving {
    fn new(args: &[&str]) -> Self {
        let town = Town::new();
        let papers = town.home.path().join("sent");
        std::fs::create_dir(&papers).unwrap();
        let mut child = Command::new(program())
            .env("HOME", town.home.path())
            .env_remove("TWOLANE_MODELS")
            .args(["--offline", "--quiet", "--archive"])
            .arg(town.archive())
            .args(["serve", "--listen", "127.0.0.1:0", "--uploads"])
            .arg(papers)
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        std::io::BufRead::read_line(&mut std::io::BufReader::new(child.stdout.as_mut().unwrap()), &mut line)
            .unwrap();
        let serving = Serving { child, address: line.trim().replace("http://", ""), _town: town };
        // What it holds anyway is held before anything is measured.
        for _ in 0..20 {
            assert_eq!(serving.ask().status, 200);
        }
        serving
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.set_write_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    fn head(&self, request: &str, more: &str) -> String {
        format!(
            "{request} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n{more}\r\n",
            self.address
        )
    }

    fn ask(&self) -> Reply {
        let body = r#"{"question":"What is the fee for a burn permit in Alder?","no_memory":true}"#;
        let more = format!("Connection: close\r\nContent-Length: {}\r\n", body.len());
        let mut stream = self.connect();
        let _ = stream.write_all(format!("{}{body}", self.head("POST /ask", &more)).as_bytes());
        Reply::of(&mut stream)
    }

    /// MB that it holds now, and held at most.
    fn memory(&self) -> (u64, u64) {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let of = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name)).unwrap();
            line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
        };
        (of("VmRSS:"), of("VmHWM:"))
    }

    /// An attack over, it holds little more than before, at no time held more than that, and answers.
    fn stands(&self, what: &str, before: u64, room: u64) {
        let until = Instant::now() + Duration::from_secs(20);
        while self.ask().status != 200 {
            assert!(Instant::now() < until, "{what}: it answers no more");
            std::thread::sleep(Duration::from_millis(100));
        }
        let (now, most) = self.memory();
        println!("{what}: {before} MB before, {now} MB after, {most} MB at most");
        assert!(now <= before + ROOM_MB, "{what}: {before} MB before, {now} MB after");
        assert!(most <= before + room, "{what}: {before} MB before, {most} MB at most");
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_body_of_a_gigabyte_is_refused() {
    let serving = Serving::new(&[]);
    let (before, _) = serving.memory();
    let piece = vec![b'x'; 1 << 20];
    let chunk = [format!("{:x}\r\n", piece.len()).as_bytes(), &piece, b"\r\n"].concat();
    let addresses = [
        "/ask",
        "/search",
        "/quote",
        "/verify",
        "/mcp",
        "/v1/chat/completions",
        "/v1/embeddings",
        "/nothing",
    ];
    for address in addresses {
        // Said at once, it is refused at once; the rest is not read.
        let mut stream = serving.connect();
        stream
            .write_all(serving.head(&format!("POST {address}"), "Content-Length: 1073741824\r\n").as_bytes())
            .unwrap();
        let reply = Reply::of(&mut stream);
        assert!([404, 413].contains(&reply.status), "{address}: {}", reply.status);
        // Not said, it is cut once it is too much.
        let mut stream = serving.connect();
        stream
            .write_all(serving.head(&format!("POST {address}"), "Transfer-Encoding: chunked\r\n").as_bytes())
            .unwrap();
        let sent = (0..1024).take_while(|_| stream.write_all(&chunk).is_ok()).count();
        assert!(sent < 64, "{address}: {sent} MB were taken");
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
    }
    serving.stands("a gigabyte", before, ROOM_MB);
    // A paper may be larger, and is bounded too.
    let bytes = "Content-Type: application/octet-stream\r\n";
    for _ in 0..3 {
        let mut stream = serving.connect();
        let head = format!(
            "POST /uploads?name=big.txt HTTP/1.1\r\nHost: {}\r\n{bytes}Transfer-Encoding: chunked\r\n\r\n",
            serving.address
        );
        stream.write_all(head.as_bytes()).unwrap();
        let sent = (0..1024).take_while(|_| stream.write_all(&chunk).is_ok()).count();
        assert!(sent < 128, "{sent} MB of a paper were taken");
    }
    serving.stands("a paper of a gigabyte", before, 3 * ROOM_MB);
}

#[test]
fn heads_that_never_end_and_thousands_of_headers_are_refused() {
    let serving = Serving::new(&[]);
    let (before, _) = serving.memory();
    let many: String = (0..10_000).map(|n| format!("X-{n}: {}\r\n", "y".repeat(50))).collect();
    for _ in 0..50 {
        let mut stream = serving.connect();
        let _ = stream.write_all(serving.head("GET /healthz", &many).as_bytes());
        let status = Reply::of(&mut stream).status;
        assert!([0, 431].contains(&status), "{status}");
        // One header of 20 MB.
        let mut stream = serving.connect();
        let _ = stream.write_all(b"GET /healthz HTTP/1.1\r\nX: ");
        let piece = [b'z'; 1 << 16];
        let sent = (0..320).take_while(|_| stream.write_all(&piece).is_ok()).count();
        let status = Reply::of(&mut stream).status;
        assert!([0, 431].contains(&status) && sent < 320, "{status}, {sent}");
    }
    serving.stands("headers", before, ROOM_MB);
}

#[test]
fn five_hundred_idle_streams_are_turned_away_or_cut() {
    let serving = Serving::new(&[]);
    let (before, _) = serving.memory();
    // Half say nothing, half begin a head and go on by a byte now and then.
    let mut idle: Vec<TcpStream> = (0..500).map(|_| serving.connect()).collect();
    let started = Instant::now();
    let mut told = 0;
    for (n, stream) in idle.iter_mut().enumerate() {
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        if n % 2 == 0 {
            let _ = stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: loc");
        }
    }
    while started.elapsed() < Duration::from_secs(9) {
        for stream in idle.iter_mut().step_by(2) {
            let _ = stream.write_all(b"a");
        }
        std::thread::sleep(Duration::from_millis(500));
    }
    for stream in &mut idle {
        let mut rest = String::new();
        let _ = stream.read_to_string(&mut rest);
        assert!(rest.is_empty() || rest.starts_with("HTTP/1.1 4"), "{rest}");
        told += usize::from(rest.starts_with("HTTP/1.1 429"));
    }
    // The limit is 128 of one address; a head may take ten seconds.
    assert!(told >= 250, "{told} were told that they are too many");
    assert!(started.elapsed() < Duration::from_secs(25), "{:?}", started.elapsed());
    serving.stands("idle streams", before, ROOM_MB);
}

#[test]
fn streams_of_answers_that_nobody_reads_are_bounded() {
    let serving = Serving::new(&["--per-address", "600", "--per-client", "600"]);
    let (before, _) = serving.memory();
    let body = r#"{"question":"What is the fee for a burn permit in Alder?"}"#;
    let more = format!("Accept: text/event-stream\r\nContent-Length: {}\r\n", body.len());
    let request = format!("{}{body}", serving.head("POST /ask", &more));
    let mut unread: Vec<TcpStream> = (0..500)
        .map(|_| {
            let mut stream = serving.connect();
            let _ = stream.write_all(request.as_bytes());
            stream
        })
        .collect();
    serving.stands("streams that nobody reads", before, ROOM_MB);
    let mut first = [0; 12];
    unread[0].read_exact(&mut first).unwrap();
    assert_eq!(&first, b"HTTP/1.1 200");
}
