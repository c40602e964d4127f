//! The Python module `twolane`, over the library and the settings of the command line. Its types are described in
//! `python/twolane/__init__.pyi`.

mod answer;
mod archive;
mod conditions;
mod errors;
mod hit;
mod json;
mod quote;
mod report;
mod task;
mod verification;

use pyo3::prelude::*;

/// The compiled part of the package `twolane`.
#[pymodule]
mod _twolane {
    #[pymodule_export]
    use super::answer::{Answer, Fact, Gap, Question};
    #[pymodule_export]
    use super::archive::{Archive, open};
    #[pymodule_export]
    use super::errors::{ArchiveBusyError, ArchiveNotFoundError, Error, InvalidValueError, NotFoundError};
    #[pymodule_export]
    use super::hit::Hit;
    #[pymodule_export]
    use super::quote::Quote;
    #[pymodule_export]
    use super::report::{Failure, Report};
    #[pymodule_export]
    use super::verification::{CheckedQuote, CheckedText, Verification};

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
