//! The messages between parent and worker.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::read::{OcrError, ReadOptions, SkippedPages};
use crate::{DocumentKind, LawMarks, Page};
use twolane_text::ContentHash;

use super::limits::Limits;

/// A message from the parent to the worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Order {
    /// Read the file whose bytes follow as a body.
    Read(Box<Request>),
    /// The result of optical character recognition for the picture that was sent: tesseract's table.
    Recognised(Result<String, OcrError>),
}

/// A request to read one file. The worker never learns the file's path: it gets its bytes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Request {
    /// The file's name without its folders; decides the format where the content does not.
    pub name: String,
    /// The options for reading it.
    pub options: ReadOptions,
    /// The pages to skip: each cost an earlier attempt its worker.
    pub skip: Vec<SkippedPages>,
    /// The limits for this file.
    pub limits: Limits,
}

/// A message from the worker to the parent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reply {
    /// A paged file is open.
    Opened {
        /// The number of pages that it declares.
        pages: u32,
    },
    /// A page of a paged file is about to be read.
    Reading {
        /// The page number, from 1.
        page: u32,
    },
    /// A page was read. Pages arrive when the document is complete, because running heads and headings are
    /// recognised across all pages.
    Page {
        /// The document's index within the file, from 0.
        document: u32,
        /// The page and its lines.
        page: Page,
    },
    /// A document is complete: everything except its pages, which arrived earlier.
    Document {
        /// The document's index within the file, from 0.
        document: u32,
        /// The document's format.
        kind: DocumentKind,
        /// The title that it states.
        title: Option<String>,
        /// The metadata that it states.
        meta: BTreeMap<String, String>,
        /// The notes of the reader.
        notes: Vec<String>,
        /// The marks of law that the format itself carries.
        #[serde(default)]
        law: Option<LawMarks>,
    },
    /// The file is complete.
    Done {
        /// The number of documents in it.
        documents: u32,
        /// The hash of the bytes that were read.
        hash: ContentHash,
    },
    /// A picture, which follows as a body, needs recognition: a worker may start no programs.
    Recognise {
        /// The picture's resolution, in dots per inch.
        dpi: u32,
        /// The bytes of the picture.
        #[serde(skip)]
        picture: Vec<u8>,
    },
    /// The reader can't read this file.
    Refused {
        /// The reason, and the remedy.
        reason: String,
    },
}
