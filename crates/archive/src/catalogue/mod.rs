//! The catalogue in SQLite, from which an archive's other parts can be rebuilt. Only this module writes SQL
//! for it.

mod content;
mod database;
mod digest;
mod embeddings;
mod files;
mod law;
mod removed;
mod schema;
mod select;
mod sound;
mod sources;
mod state;
mod token_signs;

#[cfg(feature = "postgres")]
pub use content::Content;
pub use content::{
    StoredChunk, chunks_by_id, chunks_citing, chunks_of, read_aliases, read_content, read_lines, read_pages,
    write_content,
};
pub use database::{Database, Vacancy};
pub use embeddings::{
    SignsWanted, cache_size, cached, damaged_embeddings, drop_damaged_embeddings, drop_other_models,
    missing_embeddings, store,
};
pub use files::{ManifestFile, read_manifest, write_manifest};
#[cfg(feature = "postgres")]
pub use law::statute_text;
pub use law::{
    count_edges, damaged_packs, damaged_statutes, delete_pack_row, drop_unused_statutes, edges_to,
    editions_in_force, insert_pack, is_of_pack, lane_of, named, packs, put_statute, read_edges,
    section_parts, sections_at, sections_cited, sections_of, source_of_statute, sources_of_pack, statute,
    statute_hash,
};
pub use removed::{damaged_removed, delete_removed, drop_damaged_removed, insert_removed, removed};
pub use schema::schema_problems;
pub use select::{facets, passing, select, values};
pub use sound::{chunk_ids, drop_strays, integrity_problems, reindex, strays, table_sizes, totals};
pub use sources::{
    SourceRow, add_path, chunk_ranges, delete_source, digest_sum, filters_agree, ids, insert_source, key_of,
    lookup, place_of, reseal_source, row, row_by_hash, row_by_path, rows, stored_digest, take_paths,
};
pub use state::{DigestSum, State};
pub use token_signs::{
    damaged_token_signs, drop_damaged_token_signs, drop_token_signs_of_other_models, store_token_signs,
    token_signs,
};
