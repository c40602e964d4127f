//! What parent and worker say to each other.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::ingest::read::{OcrError, ReadOptions, SkippedPages};
use crate::ingest::{DocumentKind, LawMarks, Page};
use crate::text::ContentHash;

use super::limits::Limits;

/// Parent to worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Order {
    /// Read the file whose bytes follow as a body.
    Read(Box<Request>),
    /// What optical character recognition gave for the picture that was sent: tesseract's table.
    Recognised(Result<String, OcrError>),
}

/// How a file is to be read. The worker never learns where it lies: it gets its bytes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Request {
    /// The file's name without its folders; tells the format where the content does not.
    pub name: String,
    /// How to read it.
    pub options: ReadOptions,
    /// Pages that cost an earlier try its worker, and are not to be touched.
    pub skip: Vec<SkippedPages>,
    /// Limits for this file.
    pub limits: Limits,
}

/// Worker to parent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reply {
    /// A paged file is open.
    Opened {
        /// Pages that it says it has.
        pages: u32,
    },
    /// A page of a paged file is about to be read.
    Reading {
        /// Its number, from 1.
        page: u32,
    },
    /// A page was read. Pages come when the document is complete: running heads and headings
    /// show in all of them together.
    Page {
        /// Document within the file, from 0.
        document: u32,
        /// The page.
        page: Page,
    },
    /// A document is complete: everything but its pages, which came before.
    Document {
        /// Document within the file, from 0.
        document: u32,
        /// Format.
        kind: DocumentKind,
        /// Title that it states.
        title: Option<String>,
        /// Metadata that it states.
        meta: BTreeMap<String, String>,
        /// Remarks of the reader.
        notes: Vec<String>,
        /// What the format itself says of law in it.
        #[serde(default)]
        law: Option<LawMarks>,
    },
    /// The file is done.
    Done {
        /// Documents in it.
        documents: u32,
        /// Hash of the bytes that were read.
        hash: ContentHash,
    },
    /// A picture, which follows as a body, is to be recognised: a worker may start no programs.
    Recognise {
        /// Its resolution, dots per inch.
        dpi: u32,
        /// The picture.
        #[serde(skip)]
        picture: Vec<u8>,
    },
    /// The reader says that it can't read this file.
    Refused {
        /// Why, and what would help.
        reason: String,
    },
}
