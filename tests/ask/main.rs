//! Questions and answers: gate, sessions, plans, prompts, forms, golden cases.

mod answer_forms;
mod batch;
mod call_budget;
mod choices;
mod clarify_judged;
mod conflict_judged;
mod context;
mod corpus;
mod damaged_vectors;
mod edited;
mod editions;
mod eval_answers;
mod gate;
mod golden;
mod hostile_prose;
mod hostile_writer;
mod law_records;
mod memory;
mod model_writer;
mod office;
mod own_questions;
mod own_words;
mod pages;
mod places;
mod plain_papers;
mod planner;
mod prompts;
mod research;
mod screening_judged;
mod session;
mod situations;
mod strong_writer;
#[path = "../support/mod.rs"]
mod support;
