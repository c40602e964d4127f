//! How much a server takes, and that it goes on meanwhile.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::running::{JSON, Reply, Running};

const QUESTION: &str = "What is the fee for a burn permit in Alder?";

#[test]
fn a_slow_client_holds_up_nobody_and_is_cut() {
    let server = Running::with(
        |options| {
            options.limits.head_time = Duration::from_millis(700);
            options.limits.body_time = Duration::from_millis(700);
            options.limits.connections = 200;
        },
        None,
    );
    let started = Instant::now();
    let mut slow: Vec<_> = (0..100)
        .map(|n| {
            let mut stream = server.connect();
            let part: &[u8] = match n % 3 {
                0 => b"GET /ask HT",
                1 => b"",
                _ => b"POST /ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
            };
            stream.write_all(part).unwrap();
            stream
        })
        .collect();
    assert_eq!(server.get("/healthz").status, 200);
    assert!(started.elapsed() < Duration::from_millis(2500));
    for (n, stream) in slow.iter_mut().enumerate() {
        let mut rest = String::new();
        let _ = stream.read_to_string(&mut rest);
        // Half a head or less gets nothing, half a body a word about it.
        assert!(rest.is_empty() || rest.starts_with("HTTP/1.1 408"), "{n}: {rest}");
    }
    assert!(started.elapsed() < Duration::from_secs(8), "{:?}", started.elapsed());
}

#[test]
fn a_body_above_the_limit_is_not_read() {
    let server = Running::with(|options| options.limits.body = 20_000, None);
    let long = json!({ "question": "x".repeat(30_000) });
    server.post("/ask", &long).is_problem(413);
    // However it is announced.
    let mut stream = server.connect();
    let _ = stream.write_all(b"POST /ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n");
    for _ in 0..64 {
        if stream.write_all(format!("400\r\n{}\r\n", "x".repeat(1024)).as_bytes()).is_err() {
            break;
        }
    }
    let status = Reply::of(&mut stream).status;
    assert!(status == 413 || status == 0, "{status}");
    let lie = b"POST /ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\nConnection: close\r\n\r\n{";
    assert_eq!(server.raw(lie).status, 413);
    let fits = server.post("/ask", &json!({ "question": QUESTION, "paste": "y ".repeat(9_000) }));
    assert_eq!(fits.status, 200, "{}", fits.text());
}

#[test]
fn an_address_without_a_body_waits_for_none() {
    let server = Running::new();
    // Open without a token, or a GET: refused by what is announced, before a byte of it comes.
    for head in ["POST /healthz", "POST /docs", "GET /search?q=dog", "GET /sources"] {
        let request = format!(
            "{head} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n"
        );
        assert_eq!(server.raw(request.as_bytes()).status, 413, "{head}");
    }
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn a_session_holds_so_many_values_and_no_more() {
    let server = Running::new();
    let fields = |from: usize, to: usize| {
        let all: serde_json::Map<String, serde_json::Value> =
            (from..to).map(|n| (format!("field{n}"), json!("x"))).collect();
        json!({ "fields": all })
    };
    let patch = |body: &serde_json::Value| {
        server.send("PATCH", "/sessions/full", &[JSON], body.to_string().as_bytes())
    };
    assert_eq!(patch(&fields(0, 60)).status, 200);
    assert_eq!(patch(&fields(60, 70)).status, 422);
    assert_eq!(patch(&fields(0, 60)).status, 200, "the same values again are no more of them");
    let asked = |from: usize, to: usize| json!({ "question": QUESTION, "session": "full", "context": fields(from, to)["fields"] });
    server.post("/ask", &asked(60, 70)).is_problem(422);
    let many = fields(0, 65);
    server.post("/ask", &json!({ "question": QUESTION, "context": many["fields"] })).is_problem(422);
}

#[test]
fn a_name_of_a_million_letters_is_refused() {
    let server = Running::new();
    let long = "x".repeat(1_000_000);
    server.post("/search", &json!({ "query": "dog", "town": long })).is_problem(422);
    server.post("/search", &json!({ long: 1 })).is_problem(422);
}

#[test]
fn ten_thousand_headers_are_refused() {
    let server = Running::new();
    let many: String = (0..10_000).map(|n| format!("X-{n}: y\r\n")).collect();
    let reply = server.raw(format!("GET /healthz HTTP/1.1\r\nHost: localhost\r\n{many}\r\n").as_bytes());
    assert!([0, 431].contains(&reply.status), "{}", reply.status);
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn two_hundred_at_once_are_answered_or_told_to_wait() {
    let server = Running::with(
        |options| {
            options.limits.workers = 2;
            options.limits.queue = 8;
            options.limits.per_client = 20;
        },
        None,
    );
    let statuses: Vec<(u16, bool)> = std::thread::scope(|scope| {
        let one = |n: usize| {
            let server = &server;
            scope.spawn(move || {
                let reply = if n.is_multiple_of(2) {
                    server.post("/ask", &json!({ "question": QUESTION }))
                } else {
                    server.get("/search?q=permit")
                };
                (reply.status, reply.header("retry-after").is_some())
            })
        };
        let all: Vec<_> = (0..200).map(one).collect();
        all.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let count = |status: u16| statuses.iter().filter(|(s, _)| *s == status).count();
    assert_eq!(count(200) + count(429) + count(503), 200, "{statuses:?}");
    assert!(count(200) >= 2 && count(429) + count(503) > 0, "{statuses:?}");
    assert!(statuses.iter().all(|(status, says_when)| *status == 200 || *says_when), "{statuses:?}");
    // It goes on as before.
    assert_eq!(server.post("/ask", &json!({ "question": QUESTION })).status, 200);
}

/// Turns come back when nobody waits any more.
#[test]
fn work_for_clients_that_went_away_ends() {
    let server = Running::with(
        |options| {
            options.limits.workers = 1;
            options.limits.per_client = 4;
        },
        None,
    );
    let body = json!({ "question": QUESTION }).to_string();
    for accept in ["application/json", "text/event-stream"] {
        for _ in 0..20 {
            let mut stream = server.connect();
            let head = format!(
                "POST /ask HTTP/1.1\r\nHost: localhost\r\nAccept: {accept}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            );
            stream.write_all(head.as_bytes()).unwrap();
        }
    }
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        let reply = server.post("/ask", &json!({ "question": QUESTION }));
        if reply.status == 200 {
            break;
        }
        assert!([429, 503].contains(&reply.status) && Instant::now() < until, "{}", reply.text());
        std::thread::sleep(Duration::from_millis(50));
    }
    let metrics = server.get("/metrics").text();
    assert!(metrics.contains("twolane_work_waiting 0"), "{metrics}");
}

#[test]
fn an_answer_that_takes_too_long_is_ended() {
    let server = Running::with(|options| options.limits.answer_time = Duration::ZERO, None);
    let reply = server.post("/ask", &json!({ "question": QUESTION }));
    reply.is_problem(503);
    assert!(reply.header("retry-after").is_some());
}

#[test]
fn a_reply_that_has_begun_comes_whole_after_the_signal_to_stop() {
    let mut server = Running::new();
    let body = json!({ "question": QUESTION }).to_string();
    let mut streams: Vec<_> = ["application/json", "text/event-stream"]
        .map(|accept| {
            let mut stream = server.connect();
            let head = format!(
                "POST /ask HTTP/1.1\r\nHost: localhost\r\nAccept: {accept}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                body.len()
            );
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .into();
    std::thread::sleep(Duration::from_millis(60));
    server.stop();
    let [whole, events] = [0, 1].map(|n| Reply::of(&mut streams[n]));
    assert_eq!(whole.json()["status"], "proceed");
    assert_eq!(events.events().last().map(|(name, _)| name.as_str()), Some("done"), "{}", events.text());
}

#[test]
fn many_idle_streams_leave_room_for_questions() {
    let server =
        Running::with(|options| (options.limits.connections, options.limits.per_address) = (600, 600), None);
    let idle: Vec<_> = (0..500).map(|_| server.connect()).collect();
    assert_eq!(
        server.send("POST", "/ask", &[JSON], json!({ "question": QUESTION }).to_string().as_bytes()).status,
        200
    );
    drop(idle);
}

#[test]
fn an_address_has_so_many_connections_and_is_told() {
    let server = Running::with(|options| options.limits.per_address = 3, None);
    let held: Vec<_> = (0..3).map(|_| server.connect()).collect();
    // The server has taken the three once it turns a fourth away.
    let mut one_more = server.connect();
    let told = Reply::of(&mut one_more);
    told.is_problem(429);
    assert!(told.header("retry-after").is_some());
    drop(held);
    let until = Instant::now() + Duration::from_secs(5);
    while server.get("/healthz").status != 200 {
        assert!(Instant::now() < until, "places that were left are not free again");
        std::thread::sleep(Duration::from_millis(20));
    }
}
