//! Installs packs into the archive (SPEC LAW-2).

mod about;
mod embed;
mod error;
mod folder;
mod install;
mod record;
mod report;

pub use about::{ABOUT, About};
pub use embed::embed_sections;
pub use error::InstallError;
pub use folder::{FolderRead, read_folder};
pub use install::{Installer, InstallerOptions};
pub use record::{pack_path, section_record};
pub use report::{InstallReport, InstallStep};
