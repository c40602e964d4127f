//! Hidden characters and escape sequences become visible wherever text goes out to a person.

use std::path::{Path, PathBuf};

use super::Home;

/// What must not reach a terminal: cursor and colour sequences, carriage returns, C1 controls,
/// writing direction, zero-width and joining characters, soft hyphens, tags, separators.
const NASTY: &str = "\u{1b}[2K\u{1b}[32mexact\u{1b}]0;t\u{7}\r\u{8}\u{7f}\u{9b}1A\u{85}\u{202e}\u{2066}\u{200b}\u{200d}\u{ad}\u{feff}\u{2028}\u{2029}\u{e0041}\u{fe0f}";

fn is_nasty(c: char) -> bool {
    NASTY.contains(c) && !c.is_ascii_graphic() || (c.is_control() && !matches!(c, '\n' | '\t'))
}

fn assert_clean(what: &str, text: &str) {
    if let Some(c) = text.chars().find(|c| is_nasty(*c)) {
        panic!("{what}: U+{:04X} went out:\n{}", u32::from(c), text.escape_debug());
    }
}

fn town() -> Home {
    let home = Home::new();
    // Enough plain lines around it that the file is taken for text.
    let plain = "The board met in the town hall and heard reports of the road agent.\n".repeat(80);
    home.write(
        "work/papers/fees.txt",
        &format!("{plain}\nFees of the town {NASTY}\n\nThe burn permit fee is $20{NASTY} a year under this fee schedule.\n\n{plain}"),
    );
    // A file's name may hold anything but a slash and a zero byte.
    #[cfg(unix)]
    home.write(
        &format!("work/papers/roll{}.txt", NASTY.replace(['\u{2028}', '\u{2029}'], "")),
        "The clerk keeps the roll of voters in the town hall.\n",
    );
    let read = home.run(&["--offline", "--archive", "archive", "ingest", "papers"]);
    assert_eq!(read.code, 0, "{}{}", read.out, read.error);
    assert_clean("ingest", &(read.out + &read.error));
    home
}

#[test]
fn nothing_hidden_reaches_a_person() {
    let home = town();
    let saved = serde_json::json!({
        "quotes": [{ "source_id": format!("fees{NASTY}"), "locator": "L1\n  exact", "quote": format!("not found{NASTY}") }],
    });
    home.write("work/forged.json", &saved.to_string());
    home.write("work/odd.toml", &format!("[models]\nembed{NASTY} = 1\n"));
    home.write(
        "work/article.txt",
        &format!("Pier closed{NASTY}\n\nThe pier is closed until May 5 {NASTY} said the board.\n"),
    );
    let question = format!("What does a burn permit cost{NASTY}?");
    let missing = format!("no{NASTY}file");
    // Screening turns the odd question away; the plain one begins the session.
    let value = format!("unit=4{NASTY}B");
    let session = ["ask", "When does the pier close?", "--session", "walk", "--paste", "article.txt"];
    let commands: Vec<Vec<&str>> = vec![
        session.to_vec(),
        vec!["session", "set", "walk", &value],
        vec!["ask", &question],
        vec!["ask", &question, "--form", "legal"],
        vec!["ask", &question, "--json"],
        vec!["search", "burn permit fee", "--explain"],
        vec!["search", "burn permit fee", "--json"],
        vec!["source", "list"],
        vec!["source", "list", "--json"],
        vec!["session", "list"],
        vec!["session", "show", "walk"],
        vec!["session", "show", "walk", "--json"],
        vec!["session", "show", &missing],
        vec!["trace", "list"],
        vec!["trace", "list", "--json"],
        vec!["verify", "forged.json"],
        vec!["verify", "forged.json", "--json"],
        vec!["verify", &missing],
        vec!["quote", &missing, "L1"],
        vec!["pack", "verify", &missing],
        vec!["ask", "a", "--form", &missing],
        vec![&missing],
        vec!["doctor"],
        vec!["doctor", "--json"],
        vec!["index", "check"],
        vec!["--config", "odd.toml", "doctor"],
        vec!["--help"],
        vec!["completions", "zsh"],
        vec!["completions", "man"],
    ];
    for command in commands {
        let mut args = vec!["--offline", "--archive", "archive"];
        args.extend(&command);
        let ran = home.run_with(&args, |run| {
            run.env("TWOLANE_MODELS", format!("/nowhere{}", NASTY));
        });
        assert_clean(&format!("{command:?} out"), &ran.out);
        assert_clean(&format!("{command:?} err"), &ran.error);
        assert!(!(ran.out.is_empty() && ran.error.is_empty()), "{command:?} said nothing");
        if command.contains(&"--json") {
            let read: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
            assert!(read.is_object(), "{command:?}");
        }
    }
    // A trace, by the id that the list gives.
    let list = home.run(&["--offline", "--archive", "archive", "trace", "list", "--json"]);
    let list: serde_json::Value = serde_json::from_str(&list.out).unwrap();
    let id = list["traces"][0]["id"].as_str().unwrap();
    let shown = home.run(&["--offline", "--archive", "archive", "trace", "show", id]);
    assert_clean("trace show", &(shown.out + &shown.error));
    // A pipe of questions to chat, one of them pasted text.
    let chat = home.run_with(&["--offline", "--archive", "archive", "chat"], |run| {
        run.write_stdin(format!(
            "{question}\n/paste\nA text{NASTY}\n.\n/sources\n/trace\n/nonsense{NASTY}\n"
        ));
    });
    assert_clean("chat", &(chat.out + &chat.error));
}

#[test]
fn a_forged_verdict_can_not_paint_over_the_true_one() {
    let home = town();
    let saved = serde_json::json!({
        "quotes": [{ "source_id": "x\nexact  fees", "locator": "L1\r", "quote": "y\u{1b}[1A\u{1b}[2K\nexact  fees L1" }],
    });
    home.write("work/forged.json", &saved.to_string());
    let ran = home.run(&["--offline", "--archive", "archive", "verify", "forged.json"]);
    assert_eq!(ran.code, 5, "{}{}", ran.out, ran.error);
    assert!(ran.out.lines().all(|line| !line.starts_with("exact")), "{}", ran.out);
    assert!(ran.out.contains("\\u{1b}[1A"), "{}", ran.out);
}

#[test]
fn json_keeps_the_data() {
    let home = town();
    let value = format!("4{NASTY}B");
    home.run(&["--offline", "--archive", "archive", "session", "set", "s", &format!("unit={value}")]);
    let shown = home.run(&["--offline", "--archive", "archive", "session", "show", "s", "--json"]);
    assert_clean("json", &shown.out);
    let shown: serde_json::Value = serde_json::from_str(&shown.out).unwrap();
    assert_eq!(shown["fields"]["unit"]["value"].as_str(), Some(value.as_str()), "{shown}");
}

pub fn rust_files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The one module that writes is `output` in `crates/cli`. A worker's standard output is a pipe to its parent.
#[test]
fn text_goes_out_in_one_place() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    let mut wrong = Vec::new();
    for file in files {
        let name = file.strip_prefix(&src).unwrap().to_string_lossy().replace('\\', "/");
        // A build script speaks to Cargo.
        let is_test = name.ends_with("_tests.rs") || name.contains("/tests/") || name.ends_with("/build.rs");
        if name.starts_with("cli/src/output/") || name == "cli/src/worker.rs" || is_test {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        for (number, line) in (1..).zip(code.lines()).filter(|(_, l)| !l.trim_start().starts_with("//")) {
            let calls = [
                "print!(",
                "println!(",
                "eprint!(",
                "eprintln!(",
                "dbg!(",
                "stdout()",
                "stderr()",
                "indicatif::Progress",
                "ProgressBar::",
                "/dev/tty",
            ];
            // Not part of a longer name, and no method of something else.
            let starts =
                |at: usize| !line[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.'));
            let writes = calls.iter().any(|call| line.match_indices(call).any(|(at, _)| starts(at)));
            if writes {
                wrong.push(format!("{name}:{number}: {}", line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "written past crates/cli/src/output:\n{}", wrong.join("\n"));
}
