//! The sample papers, law and questions of `corpus/`, embedded in the program: `twolane demo` needs no
//! checkout.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file: its name below `corpus/`, and its contents.
type File = (&'static str, &'static [u8]);

macro_rules! sample {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_bytes!(concat!("../../../corpus/", $name)))),*]
    };
}

const FILES: &[File] = &sample![
    "pack/2023/901-A-mrg.htm",
    "pack/2023/901-mrg.htm",
    "pack/2023/902-mrg.htm",
    "pack/2023/903-mrg.htm",
    "pack/2023/headings.jsonl",
    "pack/2023/pack.toml",
    "pack/2025/901-A-mrg.htm",
    "pack/2025/901-mrg.htm",
    "pack/2025/902-mrg.htm",
    "pack/2025/903-mrg.htm",
    "pack/2025/headings.jsonl",
    "pack/2025/pack.toml",
    "papers/hoa/annual-meeting-notice_2025.pdf",
    "papers/hoa/board-minutes_2025-05-06.pdf",
    "papers/hoa/declaration_2006.pdf",
    "papers/hoa/first-amendment_2014.pdf",
    "papers/hoa/rules_2024.docx",
    "papers/hoa/second-amendment_2023.pdf",
    "papers/sources.toml",
    "papers/state/sample-statutes.jsonl",
    "papers/town/budget-and-tax-rate_2025.pdf",
    "papers/town/conservation-commission_2025-02-20_minutes.pdf",
    "papers/town/courier_2025-02-06_clipping.pdf",
    "papers/town/culvert-letter_2024-08-19_scanned.pdf",
    "papers/town/default-budget_2025.pdf",
    "papers/town/email_2025-04-22_old-stage-road.eml",
    "papers/town/facility-use-policy_2024.docx",
    "papers/town/faq.md",
    "papers/town/fee-schedule_2025-07-01.pdf",
    "papers/town/newsletter_spring-2025.pdf",
    "papers/town/notice_2025-06-02_public-hearing.txt",
    "papers/town/notice_2025-08-01_old-home-day.txt",
    "papers/town/paving-proposal_2025-03-10.pdf",
    "papers/town/planning-board_2025-01-13_minutes.pdf",
    "papers/town/planning-board_2025-04-14_minutes.pdf",
    "papers/town/select-board_2024-10-07_minutes.pdf",
    "papers/town/select-board_2024-12-16_minutes.pdf",
    "papers/town/select-board_2025-03-17_minutes_approved.pdf",
    "papers/town/select-board_2025-03-17_minutes_draft.pdf",
    "papers/town/select-board_2025-05-19_minutes.pdf",
    "papers/town/select-board_2025-06-16_minutes.pdf",
    "papers/town/town-meeting_2025_results.pdf",
    "papers/town/transfer-station.html",
    "papers/town/warrant_2025.pdf",
    "papers/town/zba_2025-05-28_notice-of-decision.pdf",
    "papers/town/zoning-amendments_2025.pdf",
    "papers/town/zoning-ordinance_2021.pdf",
    "questions.jsonl",
];

/// Writes the sample into its own folder below this one, and returns that folder. The folder's name contains
/// a hash of the sample, so that another version's papers are never among these; existing files stay.
///
/// # Errors
/// Fails when folders and files can't be written.
pub fn unpack(below: &Path) -> io::Result<PathBuf> {
    let mut hasher = blake3::Hasher::new();
    for (name, bytes) in FILES {
        hasher.update(name.as_bytes()).update(blake3::hash(bytes).as_bytes());
    }
    let name: String = hasher.finalize().to_hex().chars().take(12).collect();
    let folder = below.join(name);
    for (name, bytes) in FILES {
        let path = folder.join(name);
        // A file that somebody changed is no longer a paper of the sample.
        if std::fs::read(&path).is_ok_and(|held| held == *bytes) {
            continue;
        }
        let parent = path.parent().unwrap_or(&folder);
        std::fs::create_dir_all(parent)?;
        // The name never shows a partial file.
        let mut file = tempfile::NamedTempFile::new_in(parent)?;
        file.write_all(bytes)?;
        file.persist(&path)?;
    }
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn files_below(folder: &Path, root: &Path, found: &mut BTreeMap<String, Vec<u8>>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                files_below(&path, root, found);
            } else {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
                found.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }

    /// Checks that the embedded sample equals the checkout's, byte for byte, and is complete.
    #[test]
    fn what_is_unpacked_is_the_corpus() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
        let mut there = BTreeMap::new();
        for folder in ["papers", "pack"] {
            files_below(&corpus.join(folder), &corpus, &mut there);
        }
        there.insert("questions.jsonl".to_owned(), std::fs::read(corpus.join("questions.jsonl")).unwrap());
        let dir = tempfile::tempdir().unwrap();
        let folder = unpack(dir.path()).unwrap();
        let mut unpacked = BTreeMap::new();
        files_below(&folder, &folder, &mut unpacked);
        assert!(there.keys().eq(unpacked.keys()), "{:?} {:?}", there.keys(), unpacked.keys());
        for (name, bytes) in &there {
            assert!(unpacked[name] == *bytes, "{name} differs from corpus/{name}");
        }
    }

    #[test]
    fn a_changed_file_is_written_again_and_others_are_left() {
        let dir = tempfile::tempdir().unwrap();
        let folder = unpack(dir.path()).unwrap();
        let (changed, kept) = (folder.join(FILES[0].0), folder.join(FILES[1].0));
        std::fs::write(&changed, "not that").unwrap();
        let before = std::fs::metadata(&kept).unwrap().modified().unwrap();
        assert_eq!(unpack(dir.path()).unwrap(), folder);
        assert_eq!(std::fs::read(&changed).unwrap(), FILES[0].1);
        assert_eq!(std::fs::metadata(&kept).unwrap().modified().unwrap(), before);
    }
}
