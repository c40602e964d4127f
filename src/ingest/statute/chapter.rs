//! Sections told from lines: saved pages, PDF, plain text.

use crate::ingest::Document;

use super::located::Found;
use super::options::StatuteOptions;

pub(super) fn find(_document: &Document, _options: &StatuteOptions) -> Found {
    Found::default()
}
