//! A server that is spoken to over TLS, and certificates that don't hold.

use twolane::archive::{Archive, Place};

use crate::server::Server;
use crate::support::workload::{advance, assert_whole, step};

#[test]
fn an_archive_behind_tls_is_one_whose_certificate_holds() {
    let server = Server::start();
    let database = server.database();
    let (port, authority) = server.tls();
    let password = server.password();
    let place = |host: &str, options: &str| {
        Place::named(&format!("postgres://postgres:{password}@{host}:{port}/{database}?{options}"))
    };
    let trusted = format!("sslmode=require&sslrootcert={authority}");

    // Written and read through it.
    let archive = Archive::create_at(&place("localhost", &trusted)).unwrap();
    let mut writer = archive.writer().unwrap();
    for generation in 1..=3 {
        advance(&mut writer, generation).unwrap();
    }
    archive.refresh().unwrap();
    assert_eq!(step(&archive), 3);
    assert_whole(&archive);

    // What makes a certificate worth nothing, with every way to ask for TLS; none may end without it.
    let unknown = "invalid peer certificate: UnknownIssuer";
    let refused = [
        ("an authority that nobody named", "localhost", "sslmode=require", unknown),
        ("the same where TLS is only preferred", "localhost", "sslmode=prefer", unknown),
        ("and where nothing is said", "localhost", "", unknown),
        ("a name that it was not made for", "127.0.0.1", &trusted, "not valid for name"),
        ("a server that lets nobody in without", "localhost", "sslmode=disable", "no encryption"),
        ("a file of certificates that is none", "localhost", "sslrootcert=/etc/hostname/none", "sslrootcert"),
    ];
    for (what, host, options, why) in refused {
        let error = Archive::open_at(&place(host, options)).expect_err(what).to_string();
        assert!(error.contains(why) && !error.contains(password), "{what}: {error}");
    }

    // A server without TLS, where it is required.
    let plain = Place::named(&format!("{}?sslmode=require", server.url(&database)));
    let error = Archive::open_at(&plain).expect_err("no TLS").to_string();
    assert!(error.contains("TLS"), "{error}");
    // Where it is preferred, what was written is read without.
    assert_whole(&Archive::open_at(&Place::named(&server.url(&database))).unwrap());
}
