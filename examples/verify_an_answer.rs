//! Saves an answer, checks it, changes a figure in the file, and checks it again.
//!
//! ```sh
//! cargo run --example verify_an_answer
//! ```

use std::path::PathBuf;

use twolane::api::envelope;
use twolane::{
    Archive, Ask, AskOptions, Conversation, ConversationOptions, Ingest, IngestOptions, Inquiry, NoObserver,
    Query, Reading, Recheck, Request, Vocabulary, recheck,
};

fn main() -> anyhow::Result<()> {
    let kept = tempfile::tempdir()?;
    let archive = Archive::create(&kept.path().join("archive"))?;
    let options = IngestOptions::new(Reading::InProcess);
    Ingest::new(&archive, None, options).run(&[PathBuf::from("corpus/papers/town")], &NoObserver)?;
    archive.refresh()?;

    // A conversation gives what `twolane ask --json` prints. Without a store, nothing is remembered.
    let ask = Ask::new(&archive, None, AskOptions::default())?;
    let settings = ConversationOptions::default();
    let conversation = Conversation::new(&ask, None, None, &settings);
    let question = "By what date must a dog be licensed in Aldersfield?";
    let reply = conversation.ask(&Inquiry::new(Request::new(Query::new(question))))?;
    let file = kept.path().join("answer.json");
    std::fs::write(&file, envelope(&reply, None).to_string())?;

    // The check trusts nothing in the file: it looks everything up in the archive.
    let saved = std::fs::read_to_string(&file)?;
    println!("as saved:");
    let honest = recheck(&archive, Vocabulary::built_in(), &saved)?;
    show(&honest);
    anyhow::ensure!(honest.accounted, "the answer is as it was saved, and the check fails");

    println!("\nwith another date:");
    anyhow::ensure!(saved.contains("April 30"), "the answer has no date to change");
    let forged = recheck(&archive, Vocabulary::built_in(), &saved.replace("April 30", "June 30"))?;
    show(&forged);
    anyhow::ensure!(!forged.accounted, "the check accepts a date that no paper has");
    Ok(())
}

fn show(check: &Recheck) {
    for quote in &check.quotes {
        println!("  {:?} {} {}: “{}”", quote.verdict, quote.source_id, quote.locator, quote.quote);
    }
    println!("  {} other texts, {} of them failed", check.texts.len(), check.failed_texts().count());
    for stray in check.unsupported_tokens.iter().take(3) {
        println!("  {} in {} is in no quote", stray.token, stray.place);
    }
    println!(
        "  {}",
        if check.accounted { "everything is accounted for" } else { "something is not accounted for" }
    );
}
