//! Fields of the lexical index.

use tantivy::Index;
use tantivy::schema::{FAST, Field, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};

use super::options::LexicalOptions;

/// A field of text with the column that keeps its exact length (tantivy's own are rounded).
#[derive(Debug, Clone, Copy)]
pub struct TextField {
    /// Field of the postings.
    pub terms: Field,
    /// Name of the length column.
    pub length_name: &'static str,
    /// Column of the length.
    pub length: Field,
}

/// All fields of the index.
#[derive(Debug, Clone)]
pub struct Fields {
    /// Text, header, citations, title.
    pub text: [TextField; 4],
    /// Id of the chunk.
    pub chunk: Field,
    /// Key of the source in the catalogue; deletions go by it.
    pub source: Field,
    /// All of it as tantivy wants it.
    pub schema: Schema,
}

/// Column of chunk ids.
pub const CHUNK: &str = "chunk";

impl Fields {
    /// The fields in their fixed order.
    pub fn new() -> Self {
        let mut builder = Schema::builder();
        let mut text = |name: &str, length_name: &'static str| {
            // Frequencies only: no position is ever asked for, and lengths have their column.
            let indexing = TextFieldIndexing::default()
                .set_tokenizer("raw")
                .set_fieldnorms(false)
                .set_index_option(IndexRecordOption::WithFreqs);
            TextField {
                terms: builder.add_text_field(name, TextOptions::default().set_indexing_options(indexing)),
                length: builder.add_u64_field(length_name, FAST),
                length_name,
            }
        };
        let text = [
            text("text", "text_length"),
            text("header", "header_length"),
            text("citations", "citations_length"),
            text("title", "title_length"),
        ];
        let chunk = builder.add_u64_field(CHUNK, FAST);
        let source = builder.add_u64_field("source", FAST | INDEXED);
        Fields { text, chunk, source, schema: builder.build() }
    }

    /// Checks that an opened index has these fields.
    pub fn fit(&self, index: &Index) -> bool {
        index.schema() == self.schema
    }
}

impl LexicalOptions {
    /// Weights in the order of [`Fields::text`]; what is not a weight counts as 0.
    pub(crate) fn weights(&self) -> [f32; 4] {
        [self.text, self.header, self.citations, self.title]
            .map(|w| if w.is_finite() { w.max(0.0) } else { 0.0 })
    }
}
