//! The command `twolane eval`.

use clap::{Args, Subcommand};

use super::context::Context;
use super::eval_answers::{self, AnswersArgs};
use super::eval_golden::{self, GoldenArgs};
use super::eval_retrieval::{self, RetrievalArgs};
use super::exit::Exit;

/// Measure how well this program works.
#[derive(Debug, Args)]
pub struct EvalArgs {
    /// The measurement to run.
    #[command(subcommand)]
    pub what: EvalWhat,
}

/// The measurement to run.
#[derive(Debug, Subcommand)]
#[allow(clippy::large_enum_variant)] // Created once per run.
pub enum EvalWhat {
    /// Measure ranking on a judged set: nDCG@10, recall, MRR with 95 % bootstrap intervals.
    ///
    /// The corpus goes into its own archive in the cache folder, one document as one chunk. A second run
    /// embeds only what has changed.
    #[command(after_help = "\
Examples:
  twolane eval retrieval beir/scifact
  twolane eval retrieval sets/rules --mode hybrid --json > run.json
  twolane eval retrieval sets/rules --compare run.json
  twolane eval retrieval beir/scifact --mode rerank --reranker models/ms-marco-MiniLM-L6-v2")]
    Retrieval(RetrievalArgs),
    /// Measure answers to questions with known answers.
    ///
    /// Figures cover found, right and verbatim answers. Abstention, conflicts and clarifying questions are compared
    /// with a program that always answers. Questions run as in `ask`, without memory between them and without
    /// a trace. docs/evaluation.md describes the file and each figure.
    #[command(after_help = "\
Examples:
  twolane eval answers questions.jsonl
  twolane eval answers questions.jsonl --json > before.json
  twolane eval answers questions.jsonl --compare before.json
  twolane eval answers questions.jsonl --save answers/ --split held
  twolane eval answers questions.jsonl --model smollm2-135m-instruct")]
    Answers(AnswersArgs),
    /// Run written cases over synthetic papers, with expectations as data.
    ///
    /// Each case runs without a language model. A case with a model's replies also runs with them. Archives
    /// are built for the run and removed afterwards. Differences from the last recorded run are listed.
    /// golden/README.md describes the folder.
    #[command(after_help = "\
Examples:
  twolane eval golden
  twolane eval golden golden --case boardwalk-vote -v
  twolane eval golden --record

Exit codes: 0 run, 5 a case that passed when it was recorded fails, 1 error.")]
    Golden(GoldenArgs),
}

/// Runs the command.
pub fn run(args: &EvalArgs, context: &Context) -> anyhow::Result<Exit> {
    match &args.what {
        EvalWhat::Retrieval(args) => eval_retrieval::run(args, context),
        EvalWhat::Answers(args) => eval_answers::run(args, context),
        EvalWhat::Golden(args) => eval_golden::run(args, context),
    }
}
