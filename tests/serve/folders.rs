//! Folders that a server keeps its archive in step with, whether or not its page sets anything up.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::json;
use twolane::archive::Archive;
use twolane::ingest::sync::{Deletions, Folder};
use twolane::ingest::watch::WatchOptions;
use twolane::serve::KeptFolder;

use crate::running::Running;

struct House(tempfile::TempDir);

impl House {
    fn new() -> Self {
        let house = House(tempfile::tempdir().unwrap());
        std::fs::create_dir(house.papers()).unwrap();
        drop(Archive::create(&house.archive()).unwrap());
        house
    }

    fn archive(&self) -> PathBuf {
        self.0.path().join("archive")
    }

    fn papers(&self) -> PathBuf {
        self.0.path().join("papers")
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.papers().join(name), text).unwrap();
    }

    fn serve(&self, folders: &[&Path], watch: WatchOptions) -> Running {
        let kept = |path: &&Path| KeptFolder {
            folder: Folder { deletions: Deletions::Remove, ..Folder::new(path.to_path_buf()) },
            is_of_page: false,
        };
        let folders = folders.iter().map(kept).collect();
        let change = |options: &mut twolane::serve::Options| {
            options.folders = folders;
            options.watch = watch;
        };
        Running::over(&self.archive(), change, None)
    }
}

fn papers(server: &Running) -> usize {
    server.get("/sources").json()["sources"].as_array().unwrap().len()
}

fn soon(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn polling() -> WatchOptions {
    WatchOptions { events: false, poll: Duration::from_millis(60), ..WatchOptions::default() }
}

#[test]
fn server_keeps_folder_in_step_by_polling() {
    let house = House::new();
    house.write("fees.txt", "Town of Alder\nFee Schedule\n\nA kennel license costs $31.\n");
    let server = house.serve(&[&house.papers()], polling());
    soon("the folder is read at the start", || papers(&server) == 1);
    // Questions are answered while papers come and go.
    let ask = || server.post("/ask", &json!({ "question": "What does a kennel license cost?" }));
    std::thread::scope(|scope| {
        let asking = scope.spawn(|| (0..8).map(|_| ask().status).collect::<Vec<_>>());
        house.write("tags.txt", "Town of Alder\n\nA dog tag costs $7.\n");
        soon("a new file comes in", || papers(&server) == 2);
        assert_eq!(asking.join().unwrap(), [200; 8]);
    });
    assert!(ask().text().contains("$31"));
    std::fs::remove_file(house.papers().join("tags.txt")).unwrap();
    soon("a deleted file goes", || papers(&server) == 1);

    // The drive goes and comes back, with one more paper.
    let away = house.0.path().join("away");
    std::fs::rename(house.papers(), &away).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    std::fs::create_dir(house.papers()).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(papers(&server), 1, "an empty mount point takes nothing out");
    std::fs::remove_dir(house.papers()).unwrap();
    std::fs::write(away.join("boats.txt"), "Town of Alder\n\nA boat sticker costs $9.\n").unwrap();
    std::fs::rename(&away, house.papers()).unwrap();
    soon("the drive is back", || papers(&server) == 2);
}

#[test]
fn folder_that_is_missing_at_the_start_may_come() {
    let house = House::new();
    let (later, inner) = (house.0.path().join("later"), house.papers().join("inner"));
    let server = house.serve(&[&house.papers(), &later, &inner], polling());
    house.write("fees.txt", "A kennel license costs $31.\n");
    soon("another folder is kept in step meanwhile", || papers(&server) == 1);
    std::fs::create_dir(&later).unwrap();
    std::fs::write(later.join("tags.txt"), "A dog tag costs $7.\n").unwrap();
    soon("it is read when it is there", || papers(&server) == 2);
}
