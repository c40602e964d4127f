//! Output of the engine: the envelope, the forms for people, the trace.

pub(crate) mod docx;
pub(crate) mod envelope;
pub(crate) mod form;
mod packet;
pub(crate) mod pdf;
mod pdf_font;
pub(crate) mod trace;
