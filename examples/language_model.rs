use twolane::inference::language_model::*;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let t = std::time::Instant::now();
    let model = LocalModel::load(std::path::Path::new(&path), &LocalOptions::default()).unwrap();
    eprintln!("{} {:?} {:?}", model.id(), t.elapsed(), model.note());
    let request = Completion::new("t", vec![Message::user("What is the capital of France?")]).at_most(48);
    let hear = |s: &str| eprint!("{s}");
    let done = model.complete(&request, &Control::default().hearing(&hear)).unwrap();
    eprintln!("\n{done:?}");
    let schema = serde_json::json!({"type":"object","properties":{"town":{"type":"string","maxLength":20},"year":{"type":"integer"}},"required":["town","year"],"additionalProperties":false});
    let done = model
        .complete(&request.constrained(Constraint::JsonSchema(schema)), &Control::default().hearing(&hear))
        .unwrap();
    eprintln!("\n{done:?}");
}
