//! XML: codes of law in the forms in which they are published, with their structure; other XML as blocks.
//!
//! | form | root | reader |
//! | --- | --- | --- |
//! | D.C. Council's law library, a section or table of contents a file | `section`, `container` | `law` |
//! | United States Code in USLM, a title a file | `uscDoc` | `uslm` |
//! | Code of Federal Regulations, the e-CFR's form, a title or part a file | `ECFR`, `DLPSTEXTCLASS`, `DIV1` to `DIV9` | `ecfr` |
//! | Colorado Revised Statutes, a title a file | `CRS` | `colorado` |
//! | The State Decoded, a section a file | `law` | `decoded` |
//!
//! Nothing that a file asks for is fetched: no entity but XML's own five is expanded, no external
//! part and no inclusion is followed.

mod colorado;
mod decoded;
mod ecfr;
mod flow;
mod law;
mod reader;
mod section_page;
mod tree;
mod uslm;

pub use reader::read;
#[cfg(test)]
use reader::read_one;
