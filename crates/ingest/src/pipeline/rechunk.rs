//! Cuts a paper's chunks again when its title or date changes: both are part of the chunks' headers.

use crate::chunk::ChunkSource;
use crate::metadata::name_words;
use twolane_archive::SourceRecord;

use super::cutter::Cutter;
use super::draft::kind_named;
use super::law::is_code;
use super::path_text::file_of;

/// Cuts the chunks of a record with its present title and date. `old_title` is the one in its present headers.
pub(crate) fn rechunk(record: &mut SourceRecord, old_title: &str, cutter: &Cutter<'_>) {
    let Some(kind) = kind_named(&record.kind) else { return };
    // What a bill proposes is marked as such in every header, before the title.
    let mark = record.chunks.first().and_then(|chunk| {
        let (before, _) = chunk.header.split_once(old_title)?;
        before.ends_with(": ").then(|| before.to_owned())
    });
    let title = format!("{}{}", mark.as_deref().unwrap_or_default(), record.title);
    // A line of a file is not what the file's name says.
    let stem = match record.kind.as_str() {
        "jsonl" => None,
        _ => record
            .paths
            .first()
            .and_then(|path| Some(file_of(path).file_stem()?.to_string_lossy().into_owned())),
    };
    let words = stem.as_deref().map(name_words).unwrap_or_default();
    let source = ChunkSource {
        title: &title,
        name_words: &words,
        date: record.meta.date.as_deref(),
        hierarchy: None,
        citation: None,
        kind,
        lines: &record.lines,
    };
    let mut chunks = cutter.cut(&source).chunks;
    if mark.is_some() {
        for chunk in &mut chunks {
            chunk.section = chunk.section.take().filter(|name| !is_code(name));
        }
    }
    record.chunks = chunks;
}
