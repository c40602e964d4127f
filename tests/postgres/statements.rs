//! No statement is built from text: what goes to the server is a constant, and values are its parameters.

use std::path::{Path, PathBuf};

/// Calls that send a statement.
const SENDING: [&str; 12] = [
    ".query(",
    ".query_one(",
    ".query_opt(",
    ".query_raw(",
    ".query_typed(",
    ".execute(",
    ".batch_execute(",
    ".simple_query(",
    ".prepare(",
    ".prepare_typed(",
    ".copy_in(",
    ".copy_out(",
];
/// Words that begin a statement.
const VERBS: [&str; 14] = [
    "SELECT ",
    "INSERT ",
    "UPDATE ",
    "DELETE ",
    "CREATE ",
    "ALTER ",
    "DROP ",
    "COPY ",
    "SET ",
    "GRANT ",
    "WITH ",
    "LISTEN ",
    "NOTIFY ",
    "TRUNCATE ",
];
/// What makes a text of others.
const BUILDING: [&str; 6] = ["format!(", "push_str(", "write!(", ".concat()", ".join(", "+ &"];

fn sources(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The first argument of a call, from behind its opening bracket.
fn first_argument(text: &str) -> &str {
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    for (i, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return text[..i].trim(),
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => return text[..i].trim(),
            _ => {}
        }
    }
    text.trim()
}

/// A literal, a constant by its name, a file of the program, or a name of a prepared statement or of a parameter
/// `sql: &'static str`, which only such a constant can fill.
fn is_constant(argument: &str, file: &str) -> bool {
    let argument = argument.trim_start_matches('&');
    let literal = argument.starts_with('"') || argument.starts_with("r\"") || argument.starts_with("r#\"");
    let name = argument.rsplit("::").next().unwrap_or(argument);
    let constant =
        !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    let file_of_program = argument.starts_with("include_str!(");
    literal || constant || file_of_program || is_bound_to_constants(argument, file)
}

/// Whether a local name stands for nothing but literals, prepared statements, items of a constant, or a parameter
/// that only a constant can fill.
fn is_bound_to_constants(name: &str, file: &str) -> bool {
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_lowercase() || c == '_') {
        return false;
    }
    let bound: Vec<&str> = file.split(&format!("let {name} = ")).skip(1).collect();
    let made = ["\"", "sources!(", "self.statement(", "self.client.prepare("];
    let constants = bound.iter().all(|b| made.iter().any(|start| b.starts_with(start)));
    let given: Vec<&str> = file.split(&format!("{name}: ")).skip(1).filter(|g| g.starts_with('&')).collect();
    let static_only = given.iter().all(|g| g.starts_with("&'static str") || g.starts_with("&Statement"));
    let item = file.lines().any(|l| {
        let of = l.split_once(".zip(").map_or("", |(_, of)| of);
        l.trim_start().starts_with("for ")
            && l.contains(&format!("{name})"))
            && of.starts_with(char::is_uppercase)
    });
    constants && static_only && (!bound.is_empty() || !given.is_empty() || item)
}

fn faults(file: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let code = file.split("#[cfg(test)]\nmod ").next().unwrap_or(file);
    for call in SENDING {
        for (at, _) in code.match_indices(call) {
            let argument = first_argument(&code[at + call.len()..]);
            if !is_constant(argument, code) {
                faults.push(format!("{}{argument})", call));
            }
        }
    }
    for (number, line) in code.lines().enumerate() {
        let builds = BUILDING.iter().any(|b| line.contains(b));
        if builds && VERBS.iter().any(|verb| line.contains(&format!("\"{verb}"))) {
            faults.push(format!("line {}: {}", number + 1, line.trim()));
        }
    }
    faults
}

#[test]
fn statements_are_constants() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/archive/src/postgres");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut found = Vec::new();
    for path in &files {
        let text = std::fs::read_to_string(path).unwrap();
        found.extend(faults(&text).into_iter().map(|f| format!("{}: {f}", path.display())));
    }
    assert!(!files.is_empty());
    assert!(found.is_empty(), "made of text:\n{}", found.join("\n"));
}

#[test]
fn the_test_knows_a_built_statement() {
    for good in [
        r#"client.query("SELECT a FROM b WHERE c = $1", &[&name])"#,
        "client.execute(INSERT_SOURCE, &[&a])",
        "client.batch_execute(include_str!(\"migrations/001.sql\"))",
        "fn run(sql: &'static str) { client.query(sql, &[]) }",
    ] {
        assert_eq!(faults(good), Vec::<String>::new(), "{good}");
    }
    for bad in [
        "client.query(&format!(\"SELECT a FROM {table}\"), &[])",
        "client.query(&sql, &[])",
        "fn run(sql: &str) { client.query(sql, &[]) }",
        "client.batch_execute(&text)",
        "let sql = format!(\"SELECT {columns} FROM a\");",
    ] {
        assert!(!faults(bad).is_empty(), "{bad}");
    }
}
