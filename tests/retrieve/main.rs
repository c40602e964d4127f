//! Search, lanes, citations and packs.

mod calibration;
mod federal;
mod lanes;
mod law_citations;
mod pack_hostile;
mod pack_life;
mod pack_sample;
mod search;
#[path = "../support/mod.rs"]
mod support;
