//! Installing and removing packs, as a part of a commit.

use super::catalogue;
use super::error::ArchiveError;
use super::folder_writer::FolderWriter;
use super::law::{Membership, NewSection};
use twolane_law::pack::Manifest;

impl FolderWriter {
    pub(super) fn install_pack(
        &mut self,
        manifest: &Manifest,
        signed_by: Option<&str>,
        sections: &[NewSection],
    ) -> Result<(), ArchiveError> {
        // Before anything is changed: a refused argument stops no writer.
        for source in sections.iter().filter_map(|new| new.source.as_ref()) {
            if self.key_of(source)?.is_none() {
                return Err(super::error::unknown(source));
            }
        }
        self.change(|writer| {
            let sql = writer.sql();
            let (conn, sum) = writer.law_parts();
            let mut rows = Vec::with_capacity(sections.len());
            for new in sections {
                let source = match &new.source {
                    Some(id) => Some(
                        catalogue::key_of(conn, id)
                            .map_err(&sql)?
                            .ok_or_else(|| super::error::unknown(id))?,
                    ),
                    None => None,
                };
                let lane = match source {
                    Some(key) => catalogue::lane_of(conn, key).map_err(&sql)?,
                    None => None,
                };
                let of = Membership::new(manifest, lane.as_deref());
                let statute = catalogue::put_statute(conn, &new.section, &of, source).map_err(&sql)?;
                rows.push((&new.section, statute));
            }
            let installed_at = jiff::Timestamp::now().to_string();
            let elder = catalogue::packs(conn)
                .map_err(&sql)?
                .into_iter()
                .find(|p| p.manifest.name == manifest.name && p.manifest.edition == manifest.edition);
            // The elder's row goes after the newer's texts are in, so that what both share stays.
            let mut freed = Vec::new();
            if let Some(elder) = elder {
                catalogue::delete_pack_row(conn, elder.key, sum).map_err(&sql)?;
                catalogue::insert_pack(conn, manifest, signed_by, &installed_at, &rows, sum).map_err(&sql)?;
                freed = catalogue::drop_unused_statutes(conn).map_err(&sql)?;
            } else {
                catalogue::insert_pack(conn, manifest, signed_by, &installed_at, &rows, sum).map_err(&sql)?;
            }
            for id in freed {
                writer.remove_inner(&id)?;
            }
            Ok(())
        })
    }

    pub(super) fn uninstall_pack(
        &mut self,
        name: &str,
        edition: Option<&str>,
    ) -> Result<usize, ArchiveError> {
        self.change(|writer| {
            let sql = writer.sql();
            let (conn, sum) = writer.law_parts();
            let mut removed = 0;
            let mut carried = Vec::new();
            for pack in catalogue::packs(conn).map_err(&sql)? {
                if pack.manifest.name == name && edition.is_none_or(|e| e == pack.manifest.edition) {
                    if pack.manifest.embeddings.is_some() {
                        carried.extend(catalogue::sources_of_pack(conn, pack.key).map_err(&sql)?);
                    }
                    catalogue::delete_pack_row(conn, pack.key, sum).map_err(&sql)?;
                    removed += 1;
                }
            }
            let freed = catalogue::drop_unused_statutes(conn).map_err(&sql)?;
            for id in freed {
                writer.remove_inner(&id)?;
            }
            for id in carried {
                writer.withdraw_carried(&id)?;
            }
            Ok(removed)
        })
    }
}
