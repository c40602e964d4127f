//! Output of the engine: the envelope, the forms for people, the trace.

pub(in crate::ask) mod envelope;
pub(in crate::ask) mod form;
pub(in crate::ask) mod trace;
