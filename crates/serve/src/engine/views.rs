//! Views of the archive for callers below the highest level, of one generation at a time.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use twolane_archive::{Archive, Visibility};

/// The last view of each level, with the state of the archive that it is a view of.
#[derive(Debug, Default)]
pub(super) struct Views(Mutex<BTreeMap<Visibility, (String, Archive)>>);

impl Views {
    /// Returns an archive as a level sees it. Views of one state share what they hide, and the archive's indexes.
    pub(super) fn of(&self, whole: &Archive, level: Visibility) -> Archive {
        let state = whole.state_hash();
        let mut views = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A view of another state would keep its indexes in memory.
        views.retain(|_, (of, _)| *of == state);
        if level == Visibility::Sealed {
            return whole.clone();
        }
        let (_, view) = views.entry(level).or_insert_with(|| (state, whole.seen_by(level)));
        view.clone()
    }
}
