//! What the types of an answer forbid, held by the compiler: each program in `tests/sealed/` must
//! not compile, for the reason that stands beside it. `TRYBUILD=overwrite` writes the reasons anew
//! for another compiler. The programs are checked in a target folder of their own, where the
//! dependencies are checked once more: some minutes the first time, seconds afterwards. Run with
//! `cargo nextest run --test sealed --run-ignored all`.

#[test]
#[ignore = "checks all dependencies once more"]
fn nobody_outside_makes_changes_or_seals_an_answer() {
    trybuild::TestCases::new().compile_fail("tests/sealed/*.rs");
}
