//! Questions with known answers, run one after the other and judged (SPEC EVAL-3). The judge uses the output
//! of `ask --json` and the archive, but nothing of the engine. `docs/evaluation.md` describes the files and
//! metrics.

mod case;
mod compare;
mod detection;
mod gold_files;
mod judge;
mod matching;
mod metrics;
mod report;
mod run;
mod verdict;

pub use case::{AnswerCase, CaseKind, Gold, read_cases};
pub use compare::{AnswersComparison, ChangedCase, MetricChange};
pub use detection::{AlwaysAnswers, Detection};
pub use gold_files::GoldFiles;
pub use judge::judge_answer;
pub use matching::{holds, right};
pub use metrics::{AnswerMetrics, KindMetrics};
pub use report::{AnswersReport, FailedCase};
pub use run::{AnswersRun, MakeRequest, Told};
pub use verdict::{Outcome, Verdict};
