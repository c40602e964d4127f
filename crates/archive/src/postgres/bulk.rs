//! Many rows at once, by `COPY`.

use std::collections::BTreeMap;

use postgres::binary_copy::BinaryCopyInWriter;
use postgres::types::Type;

use super::connect::{Conn, Value};
use super::rows::count;
use crate::lexical::analyze;
use crate::record::ChunkRecord;

/// Writes rows; `fill` hands each one's values over.
pub fn copy<R>(
    conn: &mut Conn,
    sql: &'static str,
    types: &[Type],
    rows: impl Iterator<Item = R>,
    fill: impl Fn(&mut dyn FnMut(&[Value<'_>]) -> Result<(), postgres::Error>, &R) -> Result<(), postgres::Error>,
) -> Result<(), postgres::Error> {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return Ok(());
    }
    let mut writer = BinaryCopyInWriter::new(conn.client.copy_in(sql)?, types);
    for row in rows {
        fill(
            &mut |values| {
                let values: Vec<&(dyn postgres::types::ToSql + Sync)> = values.to_vec();
                writer.write(&values)
            },
            &row,
        )?;
    }
    writer.finish().map(drop)
}

/// A chunk's terms, with how often each of its fields has them.
pub struct Postings {
    terms: BTreeMap<String, [i32; 4]>,
    /// Terms of each field.
    pub lengths: [i32; 4],
}

impl Postings {
    /// As the folder's index has them.
    pub fn of(chunk: &ChunkRecord, title: &str) -> Self {
        let citations = chunk.citations.join(" \n ");
        let mut of = Postings { terms: BTreeMap::new(), lengths: [0; 4] };
        let texts = [chunk.text.as_str(), &chunk.header, &citations, title];
        for (field, (text, length)) in texts.into_iter().zip(&mut of.lengths).enumerate() {
            let analyzed = analyze(text);
            *length = count(analyzed.length);
            for token in analyzed.tokens {
                if let Some(n) = of.terms.entry(token.text).or_default().get_mut(field) {
                    *n = n.saturating_add(1);
                }
            }
        }
        of
    }
}

/// Writes the postings of a source's chunks.
pub fn copy_postings<'p>(
    conn: &mut Conn,
    chunks: impl Iterator<Item = (i64, &'p Postings)>,
    key: i64,
    realm: i32,
) -> Result<(), postgres::Error> {
    let mut rows: Vec<_> = chunks
        .flat_map(|(n, p)| p.terms.iter().map(move |(term, [a, b, c, d])| (n, a, b, c, d, p.lengths, term)))
        .collect();
    // Rows of one term side by side: who asks for a frequent one reads few pages.
    rows.sort_by(|(a, .., one), (b, .., other)| (one, a).cmp(&(other, b)));
    let mut types = vec![Type::INT8, Type::INT8];
    types.extend(std::iter::repeat_n(Type::INT4, 9));
    types.push(Type::TEXT);
    copy(
        conn,
        "COPY posting FROM STDIN BINARY",
        &types,
        rows.into_iter(),
        |row, (n, a, b, c, d, [e, f, g, h], term)| row(&[n, &key, &realm, a, b, c, d, e, f, g, h, term]),
    )
}
