//! A PostgreSQL of the tests' own: `server.py` beside this file, and what a test tells it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use serde_json::{Value, json};

/// The program that keeps the servers. It ends them when its input ends, however this process does.
pub struct Servers {
    talk: Mutex<Option<(ChildStdin, BufReader<ChildStdout>)>>,
    child: Mutex<Child>,
}

/// One server: a primary or a replica.
#[derive(Clone)]
pub struct Server {
    servers: Arc<Servers>,
    number: u64,
    port: u64,
    password: String,
}

static NAMES: AtomicU32 = AtomicU32::new(0);
static SHARED: LazyLock<Server> = LazyLock::new(Server::start);

impl Servers {
    fn new() -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/postgres/server.py");
        let mut child = Command::new("python3")
            .arg(script)
            .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 starts the server");
        let talk = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Servers { talk: Mutex::new(Some(talk)), child: Mutex::new(child) }
    }

    fn tell(&self, command: &Value) -> Value {
        let reply = self.try_to(command);
        assert!(reply.get("error").is_none(), "{command}: {reply}");
        reply
    }

    fn try_to(&self, command: &Value) -> Value {
        let mut talk = self.talk.lock().unwrap_or_else(PoisonError::into_inner);
        let talk = talk.as_mut().unwrap();
        writeln!(talk.0, "{command}").unwrap();
        talk.0.flush().unwrap();
        let mut line = String::new();
        talk.1.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|e| panic!("{command}: {line:?}: {e}"))
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        // Its input ends, and with it the servers.
        drop(self.talk.get_mut().unwrap_or_else(PoisonError::into_inner).take());
        let _ = self.child.get_mut().unwrap_or_else(PoisonError::into_inner).wait();
    }
}

impl Server {
    /// One that other tests of this process use as well, each with databases of its own.
    pub fn shared() -> Self {
        SHARED.clone()
    }

    /// One for a test that stops it.
    pub fn start() -> Self {
        Self::start_with(&json!({}))
    }

    /// With settings of PostgreSQL.
    pub fn start_with(settings: &Value) -> Self {
        let servers = Arc::new(Servers::new());
        let made = servers.tell(&json!({ "do": "primary", "settings": settings }));
        Self::of(servers, &made)
    }

    fn of(servers: Arc<Servers>, made: &Value) -> Self {
        Server {
            number: made["server"].as_u64().unwrap(),
            port: made["port"].as_u64().unwrap(),
            password: made["password"].as_str().unwrap().to_owned(),
            servers,
        }
    }

    fn tell(&self, what: &str) -> Value {
        self.servers.tell(&json!({ "do": what, "server": self.number }))
    }

    /// A streaming replica of it.
    pub fn replica(&self) -> Self {
        let made = self.servers.tell(&json!({ "do": "replica", "of": self.number }));
        Self::of(Arc::clone(&self.servers), &made)
    }

    /// A door of TLS before it: its port, and the file of the authority that signed for `localhost`.
    pub fn tls(&self) -> (u64, String) {
        let made = self.tell("tls");
        (made["port"].as_u64().unwrap(), made["authority"].as_str().unwrap().to_owned())
    }

    /// The word that lets its superuser in.
    pub fn password(&self) -> &str {
        &self.password
    }

    /// SIGKILL to all its processes.
    pub fn kill(&self) {
        self.tell("kill");
    }

    /// Starts it again on the same port.
    pub fn restart(&self) {
        self.tell("start");
    }

    /// The end of what it wrote to its log.
    pub fn log(&self) -> String {
        self.tell("log")["out"].as_str().unwrap().to_owned()
    }

    /// Runs SQL as the superuser; rows as lines, columns parted by `|`.
    pub fn sql(&self, database: &str, text: &str) -> String {
        let command = json!({ "do": "sql", "server": self.number, "database": database, "text": text });
        self.servers.tell(&command)["out"].as_str().unwrap().trim_end().to_owned()
    }

    /// Runs SQL as a user: rows as lines, or what the server said against it.
    pub fn sql_as(&self, user: &str, password: &str, database: &str, text: &str) -> Result<String, String> {
        let reply = self.servers.try_to(&json!({
            "do": "sql", "server": self.number, "database": database, "text": text,
            "user": user, "password": password,
        }));
        match reply["error"].as_str() {
            Some(error) => Err(error.to_owned()),
            None => Ok(reply["out"].as_str().unwrap().to_owned()),
        }
    }

    /// A new, empty database; its name.
    pub fn database(&self) -> String {
        let name = format!("test_{}_{}", std::process::id(), NAMES.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        name
    }

    /// Its host and port.
    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// The address of a database for its superuser.
    pub fn url(&self, database: &str) -> String {
        self.url_of("postgres", &self.password, database)
    }

    /// The address of a database for a user.
    pub fn url_of(&self, user: &str, password: &str, database: &str) -> String {
        format!("postgres://{user}:{password}@127.0.0.1:{}/{database}", self.port)
    }
}

#[test]
fn a_server_is_killed_and_comes_back_with_what_was_committed() {
    let server = Server::start();
    let database = server.database();
    server.sql(
        &database,
        "CREATE EXTENSION vector; CREATE TABLE kept (word text); INSERT INTO kept VALUES ('a')",
    );
    let replica = server.replica();
    server.sql(&database, "INSERT INTO kept VALUES ('b')");
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while replica.sql(&database, "SELECT count(*) FROM kept") != "2" {
        assert!(std::time::Instant::now() < deadline, "the replica does not follow: {}", replica.log());
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    server.kill();
    assert_eq!(replica.sql(&database, "SELECT count(*) FROM kept"), "2");
    server.restart();
    assert_eq!(server.sql(&database, "SELECT string_agg(word, '' ORDER BY word) FROM kept"), "ab");
}
