//! Citations of documents: reads one JSON object a line,
//! `{"text", "code"?, "jurisdiction"?, "own"?, "numbering"?: {"prefix", "base", "highest"}}`, and
//! prints for each its references, `[{"start", "end", "citations", "how"}]`, places in characters.
//!
//! `cargo run -p twolane-benches --bin citations < documents.jsonl`

use std::io::{BufRead, Write};

use serde::Deserialize;
use twolane::law::{Context, Grammar, Numbering, resolve};

#[derive(Deserialize)]
struct Document {
    text: String,
    code: Option<String>,
    jurisdiction: Option<String>,
    own: Option<String>,
    numbering: Option<Counted>,
}

#[derive(Deserialize)]
struct Counted {
    prefix: String,
    base: u32,
    highest: u32,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grammar = Grammar::built_in();
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let document: Document = serde_json::from_str(&line?)?;
        let context = Context {
            code: document.code,
            jurisdiction: document.jurisdiction,
            own: document.own.as_deref().and_then(|own| grammar.parse_citation(own)),
            numbering: document.numbering.map(|n| Numbering {
                prefix: n.prefix,
                base: n.base,
                highest: n.highest,
            }),
        };
        // Python counts characters, not bytes.
        let mut counted = (0, 0);
        let mut characters = |at: usize| {
            if at < counted.0 {
                counted = (0, 0);
            }
            counted.1 += document.text.get(counted.0..at).map_or(0, |t| t.chars().count());
            counted.0 = at;
            counted.1
        };
        let references: Vec<serde_json::Value> = resolve(grammar, document.text.split('\n'), &context)
            .into_iter()
            .map(|r| {
                let (start, end) = (characters(r.bytes.start), characters(r.bytes.end));
                let citations: Vec<String> = r.citations.iter().map(ToString::to_string).collect();
                serde_json::json!({"start": start, "end": end, "citations": citations, "how": r.how.name()})
            })
            .collect();
        writeln!(out, "{}", serde_json::Value::Array(references))?;
    }
    Ok(())
}
