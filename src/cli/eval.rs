//! `twolane eval`

use clap::{Args, Subcommand};

use super::context::Context;
use super::eval_answers::{self, AnswersArgs};
use super::eval_golden::{self, GoldenArgs};
use super::eval_retrieval::{self, RetrievalArgs};
use super::exit::Exit;

/// Measure how well this program works.
#[derive(Debug, Args)]
pub struct EvalArgs {
    /// What to measure.
    #[command(subcommand)]
    pub what: EvalWhat,
}

/// What to measure.
#[derive(Debug, Subcommand)]
#[allow(clippy::large_enum_variant)] // Made once a run.
pub enum EvalWhat {
    /// Ranking on a judged set: nDCG@10, recall, MRR with 95 % bootstrap intervals.
    ///
    /// The corpus is put into an archive of its own in the cache folder, one document as one
    /// chunk; a second run embeds nothing that has not changed.
    #[command(after_help = "\
Examples:
  twolane eval retrieval beir/scifact
  twolane eval retrieval sets/rules --mode hybrid --json > run.json
  twolane eval retrieval sets/rules --compare run.json
  twolane eval retrieval beir/scifact --mode rerank --reranker models/ms-marco-MiniLM-L6-v2")]
    Retrieval(RetrievalArgs),
    /// Answers to questions whose answers are known: found, right, verbatim; abstention, conflicts and
    /// questions back beside a program that always answers.
    ///
    /// The questions go the way of `ask`; nothing is remembered from one to the next, and no trace is
    /// kept. docs/evaluation.md describes the file and says what each figure means.
    #[command(after_help = "\
Examples:
  twolane eval answers questions.jsonl
  twolane eval answers questions.jsonl --json > before.json
  twolane eval answers questions.jsonl --compare before.json
  twolane eval answers questions.jsonl --save answers/ --split held
  twolane eval answers questions.jsonl --model smollm2-135m-instruct")]
    Answers(AnswersArgs),
    /// Written cases over made-up papers, with expectations as data; each runs without a language model
    /// and, where it brings replies of one, with it.
    ///
    /// Archives are made for the run and gone afterwards. Differences from the last recorded run
    /// are listed; golden/README.md describes the folder.
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
