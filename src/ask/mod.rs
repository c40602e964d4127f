//! Answering: extract, verify, render.
