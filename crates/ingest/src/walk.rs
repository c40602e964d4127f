//! Walks the named paths and lists their files in a fixed order.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::{DirEntry, WalkBuilder};

/// The file of metadata settings that lies beside the documents; never a source itself.
pub const SOURCES_FILE: &str = "sources.toml";

/// A file that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The absolute path of the file.
    pub path: PathBuf,
    /// True for a file that the caller named, rather than found in a folder: it is never skipped silently.
    pub named: bool,
}

/// Something that could not be walked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obstacle {
    /// The path of the obstacle.
    pub path: PathBuf,
    /// The reason, and the remedy.
    pub reason: String,
    /// True when everything behind it is found elsewhere (a link back to a folder above it).
    pub harmless: bool,
}

/// The result of a walk.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Walk {
    /// The absolute paths of the named roots, with links resolved.
    pub roots: Vec<PathBuf>,
    /// The files, each once, in the order of the roots and then of their names.
    pub files: Vec<Found>,
    /// The paths that could not be walked.
    pub obstacles: Vec<Obstacle>,
    /// The links out of the named folders that were not followed, and what is neither a file nor a folder.
    pub passed_over: Vec<Obstacle>,
    /// The files of metadata settings in the folders.
    pub settings: Vec<PathBuf>,
}

/// Walks files and folders. In folders it skips hidden files and those that ignore files (`.ignore`,
/// `.gitignore`) in or below the folder name. It leaves out `without` (the archive itself, where that is a
/// folder).
///
/// It follows links to targets within the named folders, and to others only with `follow_links`; it always
/// follows a link that was named itself. A path that can't be walked becomes an obstacle and does not end the
/// walk.
pub fn walk(paths: &[PathBuf], without: Option<&Path>, follow_links: bool) -> Walk {
    let mut walk = Walk::default();
    let without = without.map(|dir| fs::canonicalize(dir).unwrap_or_else(|_| dir.to_owned()));
    let found: Vec<_> = paths.iter().map(|path| (path, absolute(path))).collect();
    let folders = found.iter().filter_map(|(_, root)| root.as_ref().ok()).filter(|r| r.is_dir()).cloned();
    let border = Border { folders: folders.collect(), without, follow_links };
    for (path, root) in found {
        match root {
            Ok(root) => {
                walk.roots.push(root.clone());
                match fs::metadata(&root) {
                    Ok(meta) if meta.is_dir() => folder(&root, &border, &mut walk),
                    Ok(_) => walk.files.push(Found { path: root, named: true }),
                    Err(error) => walk.obstacles.push(obstacle(root, &error)),
                }
            }
            Err(error) => walk.obstacles.push(obstacle(path.clone(), &error)),
        }
    }
    let mut seen = std::collections::HashMap::new();
    let mut unique: Vec<Found> = Vec::with_capacity(walk.files.len());
    for found in walk.files {
        match seen.get(&found.path).and_then(|i: &usize| unique.get_mut(*i)) {
            Some(earlier) => earlier.named |= found.named,
            None => {
                seen.insert(found.path.clone(), unique.len());
                unique.push(found);
            }
        }
    }
    walk.files = unique;
    walk
}

/// Returns the path with its folder resolved. The same file has the same path under every name, and a file
/// that does not exist (any more) still has one.
pub fn absolute(path: &Path) -> io::Result<PathBuf> {
    if path.is_dir() {
        return fs::canonicalize(path);
    }
    let full = std::path::absolute(path)?;
    match (full.parent(), full.file_name()) {
        (Some(folder), Some(name)) => {
            Ok(fs::canonicalize(folder).map(|f| f.join(name)).unwrap_or_else(|_| full.clone()))
        }
        _ => Ok(full),
    }
}

/// The bounds of a walk.
#[derive(Debug, Clone)]
struct Border {
    folders: Vec<PathBuf>,
    without: Option<PathBuf>,
    follow_links: bool,
}

/// The border's verdict on an entry.
enum Side {
    In,
    /// Left out silently: the archive.
    Archive,
    /// A link out of the folders, with its target.
    Out(PathBuf),
    /// A folder that can't be walked, with the reason.
    Odd(String),
}

impl Border {
    fn side(&self, path: &Path, is_link: bool, is_dir: bool) -> Side {
        if self.without.as_deref() == Some(path) {
            return Side::Archive;
        }
        // A link without a target is the walk's own error.
        if let Some(end) = is_link.then(|| fs::canonicalize(path).ok()).flatten() {
            if self.without.as_ref().is_some_and(|dir| end.starts_with(dir)) {
                return Side::Archive;
            }
            if !self.holds(&end) {
                return Side::Out(end);
            }
        }
        match is_dir.then(|| self.odd_ignore_file(path)).flatten() {
            Some(what) => Side::Odd(what),
            None => Side::In,
        }
    }

    fn holds(&self, end: &Path) -> bool {
        self.folders.iter().any(|folder| end.starts_with(folder))
    }

    /// Returns the defect of a folder's ignore file, if any. An ignore file is read first, and not in a
    /// worker. So it must be a regular file of plausible size, from inside the folders.
    fn odd_ignore_file(&self, folder: &Path) -> Option<String> {
        for name in [".ignore", ".gitignore"] {
            let path = folder.join(name);
            let Ok(meta) = fs::metadata(&path) else { continue };
            let leaves = || {
                path.is_symlink()
                    && !self.follow_links
                    && !fs::canonicalize(&path).is_ok_and(|e| self.holds(&e))
            };
            let what = match &meta {
                m if m.is_dir() => continue,
                m if !m.is_file() => "is neither a file nor a folder (a device or a pipe)",
                m if m.len() > LONGEST_IGNORE_FILE => "is too large for a list of patterns",
                _ if leaves() => "is a link out of the folders named",
                _ => continue,
            };
            return Some(format!(
                "its {name} {what}, so that nobody can tell what to leave out; take it away"
            ));
        }
        None
    }
}

/// The longest ignore file that is read, in bytes.
const LONGEST_IGNORE_FILE: u64 = 1 << 20;

fn folder(root: &Path, border: &Border, walk: &mut Walk) {
    if let Some(reason) = border.odd_ignore_file(root) {
        walk.obstacles.push(Obstacle { path: root.to_owned(), reason, harmless: false });
        return;
    }
    let aside = Arc::new(Mutex::new(Walk::default()));
    let (told, judge) = (Arc::clone(&aside), border.clone());
    let entries = WalkBuilder::new(root)
        .follow_links(true)
        .parents(false)
        .git_global(false)
        .git_exclude(false)
        .require_git(false)
        .sort_by_file_path(Path::cmp)
        .filter_entry(move |entry| {
            let path = entry.path();
            let is_dir = entry.file_type().is_some_and(|t| t.is_dir());
            let side = judge.side(path, entry.path_is_symlink(), is_dir);
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            let about = |reason| Obstacle { path: path.to_owned(), reason, harmless: true };
            match side {
                Side::In => return true,
                Side::Archive => {}
                Side::Out(end) if judge.follow_links => {
                    let what = format!("a link to {}, out of the folders named; followed", end.display());
                    told.obstacles.push(about(what));
                    return true;
                }
                Side::Out(end) => told.passed_over.push(about(format!(
                    "a link to {}, out of the folders named; not followed: name that as well, or use --follow-links",
                    end.display()
                ))),
                Side::Odd(reason) => told.obstacles.push(Obstacle { harmless: false, ..about(reason) }),
            }
            false
        })
        .build();
    for entry in entries {
        match entry {
            Ok(entry) => {
                if let Some(error) = entry.error() {
                    walk.obstacles.push(Obstacle {
                        path: entry.path().to_owned(),
                        reason: format!("an ignore file has a pattern that is not understood: {error}"),
                        harmless: true,
                    });
                }
                take(entry, walk);
            }
            Err(error) => walk.obstacles.push(of_walk(root, &error)),
        }
    }
    let mut aside = aside.lock().unwrap_or_else(PoisonError::into_inner);
    walk.obstacles.append(&mut aside.obstacles);
    walk.passed_over.append(&mut aside.passed_over);
}

/// Takes in a document, and passes over a pipe, a socket or a device, which is never opened.
fn take(entry: DirEntry, walk: &mut Walk) {
    match entry.file_type() {
        Some(kind) if kind.is_dir() => {}
        Some(kind) if kind.is_file() => {
            if entry.file_name() == SOURCES_FILE {
                walk.settings.push(entry.into_path());
            } else {
                walk.files.push(Found { path: entry.into_path(), named: false });
            }
        }
        _ => walk.passed_over.push(Obstacle {
            path: entry.into_path(),
            reason: "neither a file nor a folder (a device, a pipe or a socket); not opened".to_owned(),
            harmless: true,
        }),
    }
}

fn of_walk(root: &Path, error: &ignore::Error) -> Obstacle {
    match error {
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            of_walk(root, err)
        }
        ignore::Error::WithPath { path, err } => of_walk(path, err),
        ignore::Error::Loop { ancestor, child } => Obstacle {
            path: child.clone(),
            reason: format!("a link back to {}; not followed, nothing is lost", ancestor.display()),
            harmless: true,
        },
        ignore::Error::Io(io) => obstacle(root.to_owned(), io),
        other => Obstacle { path: root.to_owned(), reason: other.to_string(), harmless: false },
    }
}

fn obstacle(path: PathBuf, error: &io::Error) -> Obstacle {
    Obstacle { path, reason: io_reason(error), harmless: false }
}

/// Opens a file for reading; never waits for the other end of a pipe, and opens no device.
///
/// # Errors
/// Returns [`io::ErrorKind::InvalidInput`] for a path that is not a file, and the errors of the system.
pub fn open_file(path: &Path) -> io::Result<fs::File> {
    let no_file = || io::Error::new(io::ErrorKind::InvalidInput, NO_FILE);
    if !fs::metadata(path)?.is_file() {
        return Err(no_file());
    }
    let file = open_at_once(path)?;
    // It may have been replaced meanwhile.
    if file.metadata()?.is_file() { Ok(file) } else { Err(no_file()) }
}

const NO_FILE: &str = "it is neither a file nor a folder (a device or a pipe); name a file";

#[cfg(unix)]
fn open_at_once(path: &Path) -> io::Result<fs::File> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
    Ok(fs::File::from(rustix::fs::open(path, flags, Mode::empty())?))
}

#[cfg(not(unix))]
fn open_at_once(path: &Path) -> io::Result<fs::File> {
    fs::File::open(path)
}

/// Explains the system's error to a person.
pub fn io_reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "it is not there; check the path".to_owned(),
        io::ErrorKind::InvalidInput if error.to_string() == NO_FILE => NO_FILE.to_owned(),
        io::ErrorKind::PermissionDenied => {
            "no permission to read it; give read access to it and run ingest again".to_owned()
        }
        _ => format!("{error}; run ingest again when it can be read"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(walk: &Walk, root: &Path) -> Vec<String> {
        let root = root.canonicalize().unwrap();
        let name = |found: &Found| found.path.strip_prefix(&root).unwrap().display().to_string();
        walk.files.iter().map(|found| name(found).replace('\\', "/")).collect()
    }

    #[test]
    fn order_ignore_files_and_what_is_left_out() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        for file in
            ["b.txt", "a/z.txt", "a/sources.toml", ".hidden", "skip.txt", "archive/catalog.sqlite", "c.txt"]
        {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        fs::write(root.join(".ignore"), "skip.txt\n").unwrap();
        let walked = walk(&[root.to_owned(), root.join("a/../b.txt")], Some(&root.join("archive")), false);
        assert_eq!(names(&walked, root), ["a/z.txt", "b.txt", "c.txt"]);
        assert_eq!(walked.files.iter().map(|f| f.named).collect::<Vec<_>>(), [false, true, false]);
        assert!(walked.obstacles.is_empty());
        assert_eq!(walked.settings, [root.canonicalize().unwrap().join("a/sources.toml")]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_loops_end() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        fs::create_dir_all(root.join("a/b")).unwrap();
        fs::write(root.join("a/b/x.txt"), "x").unwrap();
        std::os::unix::fs::symlink(root.join("a"), root.join("a/b/loop")).unwrap();
        std::os::unix::fs::symlink(root.join("a/b/x.txt"), root.join("y.txt")).unwrap();
        std::os::unix::fs::symlink(root.join("nowhere"), root.join("dangling.txt")).unwrap();
        let walked = walk(&[root.to_owned()], None, false);
        assert_eq!(names(&walked, root), ["a/b/x.txt", "y.txt"]);
        let reasons: Vec<_> = walked.obstacles.iter().map(|o| (o.harmless, o.reason.as_str())).collect();
        assert_eq!(reasons.len(), 2, "{reasons:?}");
        assert!(reasons.iter().any(|(h, r)| *h && r.contains("link back")), "{reasons:?}");
        assert!(reasons.iter().any(|(h, r)| !*h && r.contains("not there")), "{reasons:?}");
    }

    #[cfg(unix)]
    #[test]
    fn pipes_and_sockets_are_passed_over() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        fs::write(root.join("a.txt"), "x").unwrap();
        let made = std::process::Command::new("mkfifo").arg(root.join("pipe.pdf")).status();
        assert!(made.is_ok_and(|status| status.success()));
        let _socket = std::os::unix::net::UnixListener::bind(root.join("socket.txt")).unwrap();
        std::os::unix::fs::symlink(root.join("pipe.pdf"), root.join("to-pipe.pdf")).unwrap();
        let walked = walk(&[root.to_owned()], None, false);
        assert_eq!(names(&walked, root), ["a.txt"]);
        assert!(walked.obstacles.is_empty(), "{:?}", walked.obstacles);
        let passed: Vec<_> = walked.passed_over.iter().filter_map(|o| o.path.file_name()).collect();
        assert_eq!(passed, ["pipe.pdf", "socket.txt", "to-pipe.pdf"]);
        assert!(walked.passed_over.iter().all(|o| o.reason.contains("neither a file nor a folder")));
    }

    #[test]
    fn what_is_not_there_is_an_obstacle() {
        let walked = walk(&[PathBuf::from("/no/such/file.pdf")], None, false);
        assert_eq!(walked.obstacles.len(), 1);
        assert!(walked.files.is_empty());
    }
}
