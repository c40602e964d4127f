//! What parent and worker say to each other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::ingest::document::{DocumentKind, LawMarks, Page};
use crate::ingest::read::{ReadOptions, SkippedPages};
use crate::text::ContentHash;

use super::limits::Limits;

/// Parent to worker: read this file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Request {
    /// The file.
    pub path: WirePath,
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
    /// The reader says that it can't read this file.
    Refused {
        /// Why, and what would help.
        reason: String,
    },
}

/// A path as it goes over the pipe: bytes on Unix, where a path need not be Unicode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum WirePath {
    /// A Unicode path.
    Text(String),
    /// Any other path of a Unix system.
    Bytes(Vec<u8>),
}

impl WirePath {
    pub(super) fn new(path: &Path) -> Self {
        match path.to_str() {
            Some(text) => WirePath::Text(text.to_owned()),
            None => Self::of_other(path),
        }
    }

    #[cfg(unix)]
    fn of_other(path: &Path) -> Self {
        use std::os::unix::ffi::OsStrExt;
        WirePath::Bytes(path.as_os_str().as_bytes().to_vec())
    }

    #[cfg(not(unix))]
    fn of_other(path: &Path) -> Self {
        WirePath::Text(path.to_string_lossy().into_owned())
    }

    #[cfg(unix)]
    pub(super) fn path(&self) -> PathBuf {
        use std::os::unix::ffi::OsStrExt;
        match self {
            WirePath::Text(text) => PathBuf::from(text),
            WirePath::Bytes(bytes) => PathBuf::from(std::ffi::OsStr::from_bytes(bytes)),
        }
    }

    #[cfg(not(unix))]
    pub(super) fn path(&self) -> PathBuf {
        match self {
            WirePath::Text(text) => PathBuf::from(text),
            WirePath::Bytes(bytes) => PathBuf::from(String::from_utf8_lossy(bytes).into_owned()),
        }
    }
}
