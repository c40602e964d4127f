//! Tests that can't do their work here say so in one way.

#![allow(dead_code)] // each test takes what it needs

use std::fmt::Display;

/// Something that the test needs is missing: a model, papers, a program. Where `TWOLANE_NO_SKIP` is set, as
/// `.ci/run` sets it, that is a failure.
pub fn lacks(what: impl Display) {
    let strict = std::env::var_os("TWOLANE_NO_SKIP").is_some_and(|value| !value.is_empty() && value != "0");
    assert!(!strict, "TWOLANE_NO_SKIP is set, and this test would be skipped: {what}");
    eprintln!("SKIPPED: {what}");
}

/// The machine or its user is not the one that the test is about: no right to mount or to trace, or the rights
/// of root where a user without them is wanted. Nothing that can be installed would help, so it never fails.
pub fn not_on_this_machine(why: impl Display) {
    eprintln!("SKIPPED: {why}");
}
