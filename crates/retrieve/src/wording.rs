//! Notes of a search for people.

use twolane_text::Frame;

/// Note: vectors took no part.
pub const BY_WORDS_ALONE: Frame = Frame("Keyword search only: {no_vectors}");
/// Note: the requested lane has no paper.
pub const NO_LANE: Frame = Frame("No papers are in that lane. This archive has these lanes: {lanes_here}");
/// Note: the requested town has no paper.
pub const NO_TOWN: Frame =
    Frame("No paper is filed under {town}. This archive has these towns: {towns_here}");
/// Note: no paper is filed under the given town, and papers that mention it were searched.
pub const MENTIONED: Frame =
    Frame("No paper is filed under the town you named. Only papers that mention it were searched.");
/// Note: the archive has no law of the requested state.
pub const NO_LAW: Frame =
    Frame("No law of {states} is in lane {lane}. This archive has law of {states_here}");
/// Note: the graph over the vectors is unreadable.
pub const WITHOUT_GRAPH: Frame = Frame(
    "The vector graph can't be read, so every vector was compared. This takes longer. `twolane index rebuild` rebuilds the graph.",
);
/// Note: some vectors are not those that were committed.
pub const DAMAGED_VECTORS: Frame = Frame(
    "A vector file in the archive is damaged, so some papers may be missing here. `twolane index rebuild` rebuilds it.",
);
