//! Reads a pack of law: its manifest, its sections and the addresses of their paragraphs.
//!
//! ```sh
//! cargo run --example read_a_pack
//! cargo run --example read_a_pack -- my-state-2026-02.twopack
//! ```

use std::path::{Path, PathBuf};

use twolane::ingest::pack::About;
use twolane::ingest::read::{ReadOptions, read};
use twolane::ingest::statute::{StatuteOptions, sections_of};
use twolane::law::pack::{PackContent, write};
use twolane::{PackOptions, open_pack};

fn main() -> anyhow::Result<()> {
    let kept = tempfile::tempdir()?;
    let file = match std::env::args().nth(1) {
        Some(file) => PathBuf::from(file),
        None => sample(kept.path())?,
    };

    // Everything is checked before anything is used: sizes, hashes, entries, signature.
    let pack = open_pack(&file, &PackOptions::default())?;
    let manifest = &pack.manifest;
    println!("{}\ncovers {}\nsignature: {:?}\n", manifest.cite(), manifest.coverage, pack.signing);
    for limit in &manifest.limits {
        println!("limit: {limit}");
    }
    println!();
    for section in &pack.sections {
        println!("{} {} [{}]", section.citation, section.heading, section.status.words());
        // The address is what a question or a paper may cite.
        for unit in &section.units {
            let words: String = unit.text.chars().take(60).collect();
            println!("    {}: {words}", section.address(&unit.path));
        }
    }
    Ok(())
}

/// Builds a pack from the sample's law, as `twolane pack build corpus/pack/2025` does in confined workers.
fn sample(folder: &Path) -> anyhow::Result<PathBuf> {
    let pages = Path::new("corpus/pack/2025");
    let manifest = About::read(pages)?.manifest();
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(pages)?.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|e| e == "htm" || e == "jsonl"));
    paths.sort();
    let mut documents = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        documents.extend(read(&std::fs::read(&path)?, &name, &ReadOptions::default())?);
    }
    let statutes = sections_of(&documents, &StatuteOptions { code: Some(manifest.grammar.clone()) });
    let content = PackContent { sections: statutes.sections, embeddings: None };
    let file = folder.join("sample-rsa-2025.twopack");
    write(&file, manifest, &content, &PackOptions::default())?;
    Ok(file)
}
