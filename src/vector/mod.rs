//! Exact scan and segment files: knows ids and floats only.
