//! How often the gate asks back, over a file of questions and the archive that they are asked of.
//!
//!     cargo run -p twolane-benches --bin gate_rates -- ARCHIVE FILE.jsonl [--first N] [--show]
//!
//! A line has `question` (or `text`), and may have `town`, `scenario`, `history` (replies to
//! questions back) and `ask_back`: whether it should be asked back. With `ask_back`, precision and
//! recall are printed for one half of the ids and for the other half, which is kept aside.

use std::error::Error;
use std::path::Path;

use serde_json::Value;
use twolane::answer::gate::Assessment;
use twolane::answer::{Ask, AskOptions, Conversation, ConversationOptions, Inquiry};
use twolane::archive::Archive;
use twolane::retrieve::{Query, Request};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (Some(archive), Some(file)) = (arguments.first(), arguments.get(1)) else {
        return Err("give an archive and a file of questions".into());
    };
    let first = arguments.iter().position(|a| a == "--first").and_then(|i| arguments.get(i + 1));
    let first: usize = first.map_or(Ok(usize::MAX), |n| n.parse())?;
    let show = arguments.iter().any(|a| a == "--show");
    let archive = Archive::open(Path::new(archive))?;
    let ask = Ask::new(&archive, None, AskOptions::default())?;
    let options = ConversationOptions::default();
    let conversation = Conversation::new(&ask, None, None, &options);
    let mut counts = [[0usize; 4]; 2];
    let (mut asked, mut all) = (0, 0);
    for line in std::fs::read_to_string(file)?.lines().take(first) {
        let case: Value = serde_json::from_str(line)?;
        let assessment = conversation.assess(&inquiry(&case))?;
        all += 1;
        asked += usize::from(!assessment.is_clear());
        let wanted = case.get("ask_back").and_then(Value::as_bool);
        if let Some(wanted) = wanted {
            let id = case.get("id").and_then(Value::as_str).unwrap_or_default();
            let half = usize::from(blake3::hash(id.as_bytes()).as_bytes()[0] % 2);
            counts[half][usize::from(!wanted) * 2 + usize::from(assessment.is_clear())] += 1;
        }
        if show && wanted.map_or(!assessment.is_clear(), |w| w == assessment.is_clear()) {
            print_case(&case, &assessment);
        }
    }
    println!("{all} questions, {asked} asked back ({:.3})", asked as f64 / (all.max(1)) as f64);
    for (name, [hit, missed, false_alarm, right]) in ["looked at", "aside"].iter().zip(counts) {
        let share = |a: usize, b: usize| a as f64 / (a + b).max(1) as f64;
        if hit + missed + false_alarm + right > 0 {
            println!(
                "{name}: precision {:.3} recall {:.3} accuracy {:.3} ({hit} {missed} {false_alarm} {right}); always answering: recall 0, accuracy {:.3}",
                share(hit, false_alarm),
                share(hit, missed),
                share(hit + right, missed + false_alarm),
                share(false_alarm + right, hit + missed),
            );
        }
    }
    Ok(())
}

fn inquiry(case: &Value) -> Inquiry {
    let text = |key: &str| case.get(key).and_then(Value::as_str).unwrap_or_default();
    let question = if text("question").is_empty() { text("text") } else { text("question") };
    let mut inquiry = Inquiry::new(Request::new(Query::new(question)));
    inquiry.request.town = case.get("town").and_then(Value::as_str).map(str::to_owned);
    if !text("scenario").is_empty() {
        inquiry.context.push(("scenario".to_owned(), text("scenario").to_owned()));
    }
    for turn in case.get("history").and_then(Value::as_array).into_iter().flatten() {
        let part = |key: &str| turn.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        inquiry.context.push((part("follow_up_question"), part("follow_up_answer")));
    }
    inquiry
}

fn print_case(case: &Value, assessment: &Assessment) {
    let question = case.get("question").or(case.get("text")).and_then(Value::as_str).unwrap_or_default();
    println!("{:?} {:?} {question}", assessment.reasons, assessment.scores);
    for back in &assessment.questions {
        println!("      {} {:?}", back.prompt, back.options);
    }
}
