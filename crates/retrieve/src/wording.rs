//! Notes of a search for people.

use twolane_text::Frame;

/// Note: vectors took no part.
pub const BY_WORDS_ALONE: Frame = Frame("searched by words alone: {no_vectors}");
/// Note: the requested lane has no paper.
pub const NO_LANE: Frame = Frame("no paper is in that lane; lanes of this archive: {lanes_here}");
/// Note: the requested town has no paper.
pub const NO_TOWN: Frame = Frame("no paper is known to be of {town}; towns of this archive: {towns_here}");
/// Note: no paper is filed under the given town, and papers that mention it were searched.
pub const MENTIONED: Frame =
    Frame("no paper is filed under the town that was given; only papers that mention it were searched");
/// Note: the archive has no law of the requested state.
pub const NO_LAW: Frame = Frame("no law of {states} in lane {lane}; it has law of {states_here}");
/// Note: the graph over the vectors is unreadable.
pub const WITHOUT_GRAPH: Frame = Frame(
    "the graph over the vectors can't be read, so all of them were compared, which takes longer; `twolane index rebuild` builds it again",
);
/// Note: some vectors are not those that were committed.
pub const DAMAGED_VECTORS: Frame = Frame(
    "a vector file of the archive is damaged, so that papers may be missing here; `twolane index rebuild` builds it again",
);
