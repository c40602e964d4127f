//! Citations as plain text shows them.
