//! What a person asked stays theirs: nobody else reads the store, what is forgotten is gone from the
//! bytes, and a key is sent nowhere where it can be read on the way.

use std::path::Path;

use twolane::archive::{Archive, Forgotten, SessionStore, StoredAnswer, StoredSession, StoredTrace};
use twolane::llm::{
    Completion, Control, LanguageModel, LanguageModelError, Message, ServerModel, ServerOptions,
};

use super::Home;
use super::chat_server::{ChatServer, Reply};

/// Files below a folder that hold these bytes.
fn files_with(dir: &Path, word: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_with(&path, word));
        } else if std::fs::read(&path).unwrap().windows(word.len()).any(|w| w == word.as_bytes()) {
            found.push(path.display().to_string());
        }
    }
    found
}

fn session(id: &str, words: &str, expires: i64) -> StoredSession {
    StoredSession { id: id.into(), updated: 1, expires, body: format!("\"{}\"", words.repeat(300)) }
}

fn keep(store: &SessionStore, session: StoredSession) {
    let id = session.id.clone();
    store.update_session::<std::convert::Infallible>(&id, 0, |_| Ok(session)).unwrap().unwrap();
}

#[test]
fn what_is_forgotten_is_in_no_file() {
    let dir = tempfile::tempdir().unwrap();
    drop(Archive::create(dir.path()).unwrap());
    let store = SessionStore::open(dir.path()).unwrap().unwrap();
    // Another program has the store open, as a chat would.
    let other = SessionStore::open(dir.path()).unwrap().unwrap();
    keep(&store, session("walk", "xylophone ", 1000));
    keep(&store, session("short", "quagmire ", 10));
    keep(&store, session("stays", "marzipan ", 1000));
    for (id, session, words) in
        [("t-1", "walk", "bassoon "), ("t-2", "short", "krypton "), ("t-3", "stays", "halibut ")]
    {
        let trace = StoredTrace {
            id: id.into(),
            session: Some(session.into()),
            at: 1,
            body: format!("\"{}\"", words.repeat(300)),
        };
        store.put_trace(&trace, 10).unwrap();
    }
    for (id, session, words) in [("a-1", "walk", "vermilion "), ("a-2", "short", "zeppelin ")] {
        let answer = StoredAnswer {
            id: id.into(),
            session: session.into(),
            at: 1,
            body: format!("\"{}\"", words.repeat(300)),
        };
        assert!(store.put_answer(&answer, 10).unwrap());
    }
    assert!(!files_with(dir.path(), "xylophone").is_empty());
    // A value that was taken away.
    keep(&store, session("stays", "nougat ", 1000));

    assert_eq!(store.remove_session("walk").unwrap(), Forgotten::Wholly);
    assert_eq!(store.remove_session("walk").unwrap(), Forgotten::NotThere);
    for word in ["xylophone", "bassoon", "marzipan", "vermilion"] {
        assert_eq!(files_with(dir.path(), word), Vec::<String>::new(), "{word}");
    }
    // A session that expired, by whatever looks next.
    assert_eq!(other.session("short", 20).unwrap(), None);
    for word in ["quagmire", "krypton", "zeppelin"] {
        assert_eq!(files_with(dir.path(), word), Vec::<String>::new(), "{word}");
    }
    // The oldest trace, when a newer one takes its place.
    let trace = StoredTrace { id: "t-4".into(), session: None, at: 2, body: "\"new\"".into() };
    store.put_trace(&trace, 1).unwrap();
    assert_eq!(files_with(dir.path(), "halibut"), Vec::<String>::new());
    assert_eq!(other.sessions(20).unwrap().len(), 1);
    assert!(!files_with(dir.path(), "nougat").is_empty());
}

#[test]
fn a_store_of_before_is_scrubbed_too() {
    let dir = tempfile::tempdir().unwrap();
    drop(Archive::create(dir.path()).unwrap());
    keep(&SessionStore::open(dir.path()).unwrap().unwrap(), session("walk", "marzipan ", 1000));
    // As a version that did not overwrite left it: deleted rows, with their bytes in free pages.
    let conn = rusqlite::Connection::open(dir.path().join("sessions.sqlite")).unwrap();
    conn.pragma_update(None, "secure_delete", "OFF").unwrap();
    let long = format!("\"{}\"", "xylophone ".repeat(3000));
    conn.execute("INSERT INTO session VALUES ('old', 1, 1000, ?1)", [&long]).unwrap();
    conn.execute("DELETE FROM session WHERE id = 'old'", []).unwrap();
    drop(conn);
    assert!(!files_with(dir.path(), "xylophone").is_empty());
    let store = SessionStore::open(dir.path()).unwrap().unwrap();
    assert_eq!(store.remove_session("walk").unwrap(), Forgotten::Wholly);
    assert_eq!(files_with(dir.path(), "xylophone"), Vec::<String>::new());
}

#[test]
fn the_command_forgets_pasted_text_questions_and_traces() {
    let home = Home::new();
    home.write("work/papers/a.txt", "The burn permit fee is $20 a year.\n");
    home.write(
        "work/article.txt",
        "The xylophone factory closes on May 5, the board of marzipan said today.\n",
    );
    assert_eq!(home.run(&["--offline", "--archive", "archive", "ingest", "papers"]).code, 0);
    let ask = [
        "--offline",
        "--archive",
        "archive",
        "ask",
        "When does the quagmire factory close?",
        "--session",
        "walk",
        "--paste",
        "article.txt",
    ];
    home.run(&ask);
    home.run(&["--offline", "--archive", "archive", "session", "set", "walk", "unit=krypton"]);
    let archive = home.at("work/archive");
    for word in ["xylophone", "quagmire", "krypton"] {
        assert!(!files_with(&archive, word).is_empty(), "{word} was never kept");
    }
    let ran = home.run(&["--offline", "--archive", "archive", "session", "remove", "walk"]);
    assert!(ran.error.contains("forgotten"), "{}", ran.error);
    for word in ["xylophone", "quagmire", "krypton", "marzipan"] {
        assert_eq!(files_with(&archive, word), Vec::<String>::new(), "{word}");
    }
}

#[cfg(unix)]
#[test]
fn nobody_else_reads_the_store() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    drop(Archive::create(dir.path()).unwrap());
    let modes = || {
        let entries = std::fs::read_dir(dir.path()).unwrap().map(Result::unwrap);
        let own = entries.filter(|e| e.file_name().to_string_lossy().starts_with("sessions.sqlite"));
        own.map(|e| (e.file_name(), e.metadata().unwrap().permissions().mode() & 0o777)).collect::<Vec<_>>()
    };
    let store = SessionStore::open(dir.path()).unwrap().unwrap();
    keep(&store, session("walk", "word ", 10));
    let found = modes();
    assert!(found.len() >= 2 && found.iter().all(|(_, mode)| *mode == 0o600), "{found:?}");
    // Files of a version that left them open, while another program uses them.
    for (name, _) in &found {
        let open = std::fs::Permissions::from_mode(0o644);
        std::fs::set_permissions(dir.path().join(name), open).unwrap();
    }
    let again = SessionStore::open(dir.path()).unwrap().unwrap();
    keep(&again, session("walk", "other ", 10));
    let found = modes();
    assert!(found.len() >= 2 && found.iter().all(|(_, mode)| *mode == 0o600), "{found:?}");
}

#[test]
fn a_key_is_not_sent_where_it_can_be_read() {
    for (address, refused) in [
        ("http://models.example.org/v1", true),
        ("http://198.51.100.7:8080", true),
        ("HTTP://models.example.org", true),
        ("http://localhost.example.org", true),
        ("http://0.0.0.0:1", true),
        ("http://[2001:db8::1]/v1", true),
        ("https://models.example.org/v1", false),
        ("http://127.0.0.1:8080/v1", false),
        ("http://localhost:8080", false),
        ("http://[::1]:8080", false),
    ] {
        let mut options = ServerOptions::new(address);
        assert!(ServerModel::new(options.clone()).is_ok(), "{address} without a key");
        options.key = Some("secret-key".into());
        let made = ServerModel::new(options.clone());
        assert_eq!(matches!(made, Err(LanguageModelError::PlainKey { .. })), refused, "{address}");
        if let Err(error) = made {
            assert!(
                !error.to_string().contains("secret-key") && error.to_string().contains("--key-over-http")
            );
        }
        options.key_over_http = true;
        assert!(ServerModel::new(options).is_ok(), "{address} with the flag");
    }
    let home = Home::new();
    home.write("work/papers/a.txt", "The fee is $20 a year.\n");
    assert_eq!(home.run(&["--offline", "--archive", "archive", "ingest", "papers"]).code, 0);
    let ran = home.run_with(
        &["--archive", "archive", "ask", "What is the fee?", "--server", "http://198.51.100.7:9/v1"],
        |command| {
            command.env("TWOLANE_SERVER_KEY", "secret-key");
        },
    );
    assert_eq!(ran.code, 1, "{}", ran.error);
    assert!(ran.error.contains("198.51.100.7") && !ran.error.contains("secret-key"), "{}", ran.error);
}

#[test]
fn a_key_follows_no_redirect_and_no_proxy() {
    let elsewhere = ChatServer::start(|_, _| Reply::Text("caught".to_owned()));
    for status in [301, 302, 303, 307, 308] {
        let head: &'static str =
            Box::leak(format!("Location: {}/chat/completions\r\n", elsewhere.address).into_boxed_str());
        let server = ChatServer::start(move |_, _| Reply::Status(status, head, String::new()));
        let mut options = ServerOptions::new(&server.address);
        options.key = Some("secret-key".into());
        options.retries = 0;
        let model = ServerModel::new(options).unwrap();
        let request = Completion::new("test", vec![Message::user("How much?")]).at_most(8);
        assert!(model.complete(&request, &Control::default()).is_err(), "{status}");
    }
    assert_eq!(elsewhere.asked().len(), 0);
}
