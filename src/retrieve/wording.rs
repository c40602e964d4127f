//! What a search says of itself, for people.

use crate::text::Frame;

/// No vectors took part.
pub const BY_WORDS_ALONE: Frame = Frame("searched by words alone: {no_vectors}");
/// The lane that was asked for has no paper.
pub const NO_LANE: Frame = Frame("no paper is in that lane; lanes of this archive: {lanes_here}");
/// The town that was asked for has no paper.
pub const NO_TOWN: Frame = Frame("no paper is known to be of {town}; towns of this archive: {towns_here}");
/// The state that was asked for has no law here.
pub const NO_LAW: Frame = Frame("no law of {states} in lane {lane}; it has law of {states_here}");
/// The graph over the vectors can't be read.
pub const WITHOUT_GRAPH: Frame = Frame(
    "the graph over the vectors can't be read, so all of them were compared, which takes longer; `twolane index rebuild` makes it anew",
);
