//! Prints the sections that `ingest::statute` finds in files, as JSON:
//!
//! ```text
//! cargo run -p twolane-benches --bin statute_sections -- [--code CODE] [--proposed] [--each] FILE...
//! ```
//!
//! `--each` prints what each document holds, before doubles and parts are put together.
//!
//! Output: `{"sections": [...], "problems": [...]}`, each section as `StatuteSection` serializes,
//! with `addresses`: a list of `[address, text]`. Times go to standard error. Reads in this
//! process: for files that are trusted.

use std::process::ExitCode;
use std::time::Instant;

use serde_json::json;
use twolane::ingest::read::{ReadOptions, read};
use twolane::ingest::statute::{StatuteOptions, Statutes, located, sections_of};
use twolane::law::structure::addresses;

fn main() -> ExitCode {
    let mut options = StatuteOptions::default();
    let mut reading = ReadOptions::default();
    let mut documents = Vec::new();
    let mut each = false;
    let mut args = std::env::args().skip(1);
    let start = Instant::now();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--code" => options.code = args.next(),
            "--each" => each = true,
            "--proposed" => reading.proposed = true,
            path => {
                let bytes = std::fs::read(path).unwrap_or_default();
                match read(&bytes, path, &reading) {
                    Ok(read) => documents.extend(read),
                    Err(error) => {
                        eprintln!("{path}: {error}");
                        return ExitCode::FAILURE;
                    }
                }
            }
        }
    }
    let read_time = start.elapsed();
    let start = Instant::now();
    let statutes = if each {
        let found = documents.iter().flat_map(|d| located(d, &options)).map(|l| l.section);
        Statutes { sections: found.collect(), problems: Vec::new() }
    } else {
        sections_of(&documents, &options)
    };
    let section_time = start.elapsed();
    let sections: Vec<serde_json::Value> = statutes
        .sections
        .iter()
        .map(|section| {
            let of = |range: std::ops::Range<usize>| {
                section
                    .units
                    .get(range)
                    .unwrap_or(&[])
                    .iter()
                    .map(|u| u.text.as_str())
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            let list: Vec<(String, String)> = addresses(&section.units)
                .into_iter()
                .map(|(path, range)| (section.address(&path), of(range)))
                .collect();
            let mut value = json!(section);
            if let Some(fields) = value.as_object_mut() {
                let texts: Vec<&str> = section.units.iter().map(|u| u.text.as_str()).collect();
                fields.insert("addresses".to_owned(), json!(list));
                fields.insert("printed".to_owned(), json!(texts));
            }
            value
        })
        .collect();
    eprintln!(
        "{} documents read in {:.3} s; {} sections in {:.3} s",
        documents.len(),
        read_time.as_secs_f64(),
        sections.len(),
        section_time.as_secs_f64()
    );
    println!("{}", json!({ "sections": sections, "problems": statutes.problems }));
    ExitCode::SUCCESS
}
