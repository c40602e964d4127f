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

#[cfg(test)]
mod tests {
    use super::{colorado, decoded, ecfr, law, uslm};
    use crate::{ReadOptions, mutator, read};

    #[test]
    fn mutated_files_never_panic() {
        let files = [
            uslm::tests::TITLE,
            ecfr::tests::TITLE,
            colorado::tests::TITLE,
            decoded::tests::SECTION,
            law::tests::SECTION,
        ];
        for (file, other) in files.iter().zip(files.iter().cycle().skip(1)) {
            for seed in 0..500 {
                let bytes = mutator::mutated(file.as_bytes(), other.as_bytes(), seed);
                let _ = read(&bytes, "title.xml", &ReadOptions::default());
            }
        }
    }
}
