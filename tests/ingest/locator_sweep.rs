//! Every line of every source of an archive, fetched again by its locator.
//!
//! `TWOLANE_SWEEP=DIR cargo test --release --test ingest locator_sweep:: -- --ignored --nocapture`, where DIR
//! is the archive; `bounds` are held against the page's size with half a point to spare.

use crate::support::skip;

use std::collections::HashMap;
use std::path::PathBuf;

use twolane::archive::Archive;
use twolane::text::Locator;

#[test]
#[ignore = "needs an archive of real papers, see above"]
fn every_line_comes_back_by_its_locator() {
    let Some(dir) = std::env::var_os("TWOLANE_SWEEP").map(PathBuf::from) else {
        skip::lacks("TWOLANE_SWEEP does not name an archive");
        return;
    };
    let archive = Archive::open(&dir).unwrap();
    let (mut lines, mut boxes, mut outside) = (0u64, 0u64, Vec::new());
    for summary in archive.sources().unwrap() {
        let source = archive.source(&summary.id).unwrap();
        let sizes: HashMap<u32, (f32, f32)> = archive
            .pages(&summary.id)
            .unwrap()
            .into_iter()
            .filter_map(|p| Some((p.number, p.size?)))
            .collect();
        for (i, line) in source.lines().iter().enumerate() {
            let printed = source.locator(i..i + 1).unwrap().to_string();
            let locator: Locator = printed.parse().unwrap();
            assert_eq!(source.resolve(&locator), Ok(i..i + 1), "{} {printed}", summary.id);
            let words: Vec<&str> = line.text.split_whitespace().collect();
            if !words.is_empty() {
                let quote = source.quote(&locator).unwrap();
                // A hyphen that the reading text joined with the next line is not quoted.
                let text = words.join(" ");
                let joined = text.trim_end_matches(['-', '\u{2010}', '\u{ad}']);
                assert!(quote.text() == text || quote.text() == joined, "{} {printed}: {text:?}", summary.id);
            }
            lines += 1;
            if let (Some([x0, y0, x1, y1]), Some((width, height))) = (line.bounds, sizes.get(&line.page)) {
                boxes += 1;
                if x0 < -0.5 || y0 < -0.5 || x1 > width + 0.5 || y1 > height + 0.5 || x0 > x1 || y0 > y1 {
                    outside.push(format!("{} {printed} {:?} {:?}", summary.id, line.bounds, line.flags));
                }
            }
        }
    }
    eprintln!("{lines} lines by their locators, {boxes} boxes, {} off their page", outside.len());
    for row in outside.iter().take(10) {
        eprintln!("  {row}");
    }
    assert!(lines > 0 && outside.is_empty(), "{} boxes lie off their page", outside.len());
}
