//! A streaming replica that answers: beside an ingest, when it is behind, when the primary is gone, and as the new primary.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use twolane::archive::{Archive, Place};

use crate::server::Server;
use crate::support::workload::{advance, assert_whole, step};

fn until(what: &str, done: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !done() {
        assert!(Instant::now() < deadline, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_replica_answers_beside_an_ingest_and_after_the_primary() {
    let primary = Server::start();
    let database = primary.database();
    let place = Place::named(&primary.url(&database));
    let source = Archive::create_at(&place).unwrap();
    let mut writer = source.writer().unwrap();
    for g in 1..=3 {
        advance(&mut writer, g).unwrap();
    }
    let replica = primary.replica();
    let with_replica = Place::named(&format!("{}?replica={}", primary.url(&database), replica.host()));
    let newest = |server: &Server| server.sql(&database, "SELECT max(generation) FROM twolane.commit");
    let follows = || newest(&replica) == newest(&primary);
    until("the replica does not follow", follows);
    let reader = Archive::open_at(&with_replica).unwrap();
    assert_whole(&reader);

    // Beside an ingest: whole generations alone, and the last one at its end.
    let (done, looks) = (AtomicBool::new(false), std::sync::atomic::AtomicU64::new(0));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                reader.refresh().unwrap();
                assert_whole(&reader.clone());
                looks.fetch_add(1, Ordering::Relaxed);
            }
        });
        for g in 4..=30 {
            advance(&mut writer, g).unwrap();
        }
        done.store(true, Ordering::Relaxed);
    });
    reader.refresh().unwrap();
    assert_eq!(step(&reader), 30);
    until("the replica does not follow", follows);
    reader.refresh().unwrap();
    assert_whole(&reader);
    let asked = "SELECT count(*) > 0 FROM pg_stat_activity WHERE application_name = 'twolane'";
    assert_eq!(replica.sql(&database, asked), "t", "nobody asked the replica");
    eprintln!("{looks:?} looks beside 27 commits");

    // A stale replica is passed over.
    replica.sql(&database, "SELECT pg_wal_replay_pause()");
    advance(&mut writer, 31).unwrap();
    reader.refresh().unwrap();
    assert_eq!(step(&reader), 31);
    assert_whole(&reader);
    assert_ne!(newest(&replica), newest(&primary));
    until("the replica does not receive", || {
        let sql = "SELECT bool_and(replay_lag IS NOT NULL AND flush_lsn = pg_current_wal_lsn()) FROM pg_stat_replication";
        primary.sql(&database, sql) == "t"
    });

    // Without the primary it is not taken for the newest, until it is.
    drop(writer);
    primary.kill();
    assert!(reader.refresh().is_err(), "the replica is behind what was read");
    replica.sql(&database, "SELECT pg_wal_replay_resume()");
    until("the replica does not go on", || newest(&replica) == newest_of(&reader));
    reader.refresh().unwrap();
    assert_eq!(step(&reader), 31);
    assert_whole(&reader);
    let late = Archive::open_at(&with_replica).unwrap();
    assert_whole(&late);
    assert!(late.writer().is_err(), "nobody takes changes");

    // By hand: the replica becomes the primary, and the address names it.
    replica.sql(&database, "SELECT pg_promote()");
    let moved = Archive::open_at(&Place::named(&replica.url(&database))).unwrap();
    let mut writer = moved.writer().unwrap();
    advance(&mut writer, 32).unwrap();
    moved.refresh().unwrap();
    assert_eq!(step(&moved), 32);
    assert_whole(&moved);
    assert_eq!(moved.check().unwrap(), []);
}

fn newest_of(archive: &Archive) -> String {
    archive.generation().to_string()
}
