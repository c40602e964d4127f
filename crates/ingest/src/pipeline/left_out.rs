//! Leaves the files of removed papers out of a run.

use std::collections::HashMap;

use crate::by_hand::{LeftOut, RemovedPapers};
use twolane_text::ContentHash;

use super::path_text::path_text;
use super::scan::{Scanned, What};

/// Takes the files of removed papers out of a scan, unless one of their paths was named. Returns them.
pub(super) fn take_out(scanned: &mut Vec<Scanned>, removed: &RemovedPapers) -> Vec<LeftOut> {
    let mut paths: HashMap<ContentHash, Vec<String>> = HashMap::new();
    for file in scanned.iter() {
        if let What::Document { hash, .. } = &file.what
            && removed.of(hash).is_some()
        {
            paths.entry(hash.clone()).or_default().push(path_text(&file.path));
        }
    }
    let mut out = Vec::new();
    scanned.retain(|file| {
        let What::Document { hash, .. } = &file.what else { return true };
        let paper = paths.get(hash).and_then(|files| removed.left_out(hash, files));
        out.extend(paper.map(|paper| LeftOut::of(path_text(&file.path), paper)));
        paper.is_none()
    });
    out
}
