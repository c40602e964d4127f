//! Odd files made on the spot, and a record of what a run told.

#![allow(dead_code, reason = "each test file uses a part")]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use twolane::archive::Archive;
use twolane::ingest::{
    Event, Ingest, IngestError, IngestOptions, IngestReport, Observer, Reading, SourceOutcome, Status,
};

/// The program under test.
pub fn program() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_twolane"))
}

/// Options that read in workers of the program under test, without OCR.
pub fn options() -> IngestOptions {
    let mut options = IngestOptions::new(Reading::Workers { program: program() });
    options.read.ocr.mode = twolane::ingest::read::OcrMode::Never;
    options
}

/// Keeps what a run told.
#[derive(Default)]
pub struct Record {
    pub outcomes: Mutex<Vec<SourceOutcome>>,
    pub removed: Mutex<Vec<Vec<String>>>,
    pub remarks: Mutex<Vec<String>>,
    pub commits: Mutex<Vec<u64>>,
    pub cancel: AtomicBool,
    /// Cancels once this many files were read.
    pub cancel_after: Option<usize>,
    pub read: Mutex<usize>,
}

impl Observer for Record {
    fn event(&self, event: &Event<'_>) {
        match event {
            Event::Source(outcome) => self.outcomes.lock().unwrap().push((*outcome).clone()),
            Event::Removed { paths, .. } => self.removed.lock().unwrap().push(paths.to_vec()),
            Event::Remark { path, what } => self.remarks.lock().unwrap().push(format!("{path}: {what}")),
            Event::Committed { generation } => self.commits.lock().unwrap().push(*generation),
            Event::Read { .. } => {
                let mut read = self.read.lock().unwrap();
                *read += 1;
                if Some(*read) == self.cancel_after {
                    self.cancel.store(true, Ordering::Relaxed);
                }
            }
            _ => {}
        }
    }

    fn cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

impl Record {
    /// `status file-name` of every outcome, sorted.
    pub fn told(&self) -> Vec<String> {
        let mut told: Vec<String> = self
            .outcomes
            .lock()
            .unwrap()
            .iter()
            .map(|o| format!("{} {}", status(o.status), o.path.rsplit('/').next().unwrap()))
            .collect();
        told.sort();
        told
    }

    /// Why a file failed.
    pub fn reason(&self, name: &str) -> String {
        let outcomes = self.outcomes.lock().unwrap();
        let outcome = outcomes.iter().find(|o| o.path.ends_with(name));
        outcome.map_or_else(|| format!("nothing was told of {name}"), |o| o.reason.clone())
    }
}

fn status(status: Status) -> &'static str {
    match status {
        Status::Added => "added",
        Status::Changed => "changed",
        Status::Unchanged => "unchanged",
        Status::Failed => "failed",
    }
}

/// A run over paths.
pub fn ingest(
    archive: &Archive,
    paths: &[&Path],
    options: IngestOptions,
) -> (Result<IngestReport, IngestError>, Record) {
    let record = Record::default();
    let paths: Vec<PathBuf> = paths.iter().map(|p| p.to_path_buf()).collect();
    let report = Ingest::new(archive, None, options).run(&paths, &record);
    (report, record)
}

/// A PDF of these objects (numbered from 1; the first is the catalog).
pub fn pdf_of(objects: &[Vec<u8>], trailer: &str) -> Vec<u8> {
    let mut out = b"%PDF-1.7\n".to_vec();
    let mut offsets = Vec::new();
    for (i, object) in objects.iter().enumerate() {
        offsets.push(out.len());
        write!(out, "{} 0 obj\n", i + 1).unwrap();
        out.extend_from_slice(object);
        out.extend_from_slice(b"\nendobj\n");
    }
    let start = out.len();
    write!(out, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).unwrap();
    for offset in offsets {
        write!(out, "{offset:010} 00000 n \n").unwrap();
    }
    write!(out, "trailer\n<</Size {}/Root 1 0 R{trailer}>>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1)
        .unwrap();
    out
}

/// A PDF with one line of text on each page.
pub fn pdf(pages: &[String]) -> Vec<u8> {
    pdf_with(pages, "")
}

pub fn pdf_with(pages: &[String], trailer: &str) -> Vec<u8> {
    let kids: String = (0..pages.len()).map(|i| format!("{} 0 R ", 4 + 2 * i)).collect();
    let mut objects = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        format!("<</Type/Pages/Kids[{kids}]/Count {}>>", pages.len()).into_bytes(),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".to_vec(),
    ];
    for (i, text) in pages.iter().enumerate() {
        objects.push(
            format!(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents {} 0 R>>",
                5 + 2 * i
            )
            .into_bytes(),
        );
        let content = format!("BT /F1 12 Tf 72 700 Td ({text}) Tj ET");
        objects.push(format!("<</Length {}>>\nstream\n{content}\nendstream", content.len()).into_bytes());
    }
    pdf_of(&objects, trailer)
}

/// A PDF whose only page's content inflates to this many bytes.
pub fn flate_bomb(bytes: usize) -> Vec<u8> {
    let head = b"BT /F1 12 Tf 72 700 Td (BOMB head) Tj ET\n";
    let raw = deflated(head, bytes);
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in head.iter().copied().chain(std::iter::repeat_n(b' ', bytes)) {
        a = (a + u32::from(byte)) % 65521;
        b = (b + a) % 65521;
    }
    let mut stream = format!("<</Filter/FlateDecode/Length {}>>\nstream\n", raw.len() + 6).into_bytes();
    stream.extend_from_slice(&[0x78, 0x9c]);
    stream.extend_from_slice(&raw);
    stream.extend_from_slice(&((b << 16) | a).to_be_bytes());
    stream.extend_from_slice(b"\nendstream");
    pdf_of(
        &[
            b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
            b"<</Type/Pages/Kids[4 0 R]/Count 1>>".to_vec(),
            b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_vec(),
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R>>".to_vec(),
            stream,
        ],
        "",
    )
}

/// The raw deflate stream of a head and so many spaces.
fn deflated(head: &[u8], spaces: usize) -> Vec<u8> {
    let zipped = zip_of(&[("x", head, spaces)]);
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(zipped)).unwrap();
    let mut raw = Vec::new();
    archive.by_index_raw(0).unwrap().read_to_end(&mut raw).unwrap();
    raw
}

fn zip_of(parts: &[(&str, &[u8], usize)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let block = vec![b' '; 1 << 20];
    for (name, head, spaces) in parts {
        let options = zip::write::SimpleFileOptions::default().large_file(true);
        zip.start_file(*name, options).unwrap();
        zip.write_all(head).unwrap();
        let mut left = *spaces;
        while left > 0 {
            let n = left.min(block.len());
            zip.write_all(&block[..n]).unwrap();
            left -= n;
        }
    }
    zip.finish().unwrap().into_inner()
}

const CONTENT_TYPES: &[u8] = b"<?xml version=\"1.0\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"xml\" ContentType=\"application/xml\"/><Override PartName=\"/word/document.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>";
const RELS: &[u8] = b"<?xml version=\"1.0\"?><Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"r1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"word/document.xml\"/></Relationships>";

/// A DOCX with this text, whose document part has so many spaces behind it.
pub fn docx(text: &str, spaces: usize) -> Vec<u8> {
    let document = format!(
        "<?xml version=\"1.0\"?><w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body></w:document>"
    );
    zip_of(&[
        ("[Content_Types].xml", CONTENT_TYPES, 0),
        ("_rels/.rels", RELS, 0),
        ("word/document.xml", document.as_bytes(), spaces),
    ])
}

/// Highest resident memory of this process so far, in MB; `None` where the system does not tell.
pub fn peak_memory_mb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

/// Ids of processes whose parent this is.
pub fn children() -> Vec<u32> {
    let me = std::process::id().to_string();
    let stat = |pid: u32| std::fs::read_to_string(format!("/proc/{pid}/stat")).ok();
    let is_mine = |pid: &u32| {
        let Some(stat) = stat(*pid) else { return false };
        let rest = stat.rsplit_once(')').map(|(_, r)| r.to_owned()).unwrap_or_default();
        rest.split_whitespace().nth(1) == Some(me.as_str())
    };
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let mut pids: Vec<u32> =
        entries.filter_map(|e| e.file_name().to_str()?.parse().ok()).filter(is_mine).collect();
    pids.sort_unstable();
    pids
}
