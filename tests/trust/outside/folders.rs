//! A working folder may come from anybody: nothing of it runs, and its configuration reaches no
//! server, program, file or key unasked.

use std::path::Path;

use sha2::{Digest, Sha256};
use twolane::encoder::{GetProgress, Hub, HubOptions, InferenceError, Manifest};

use super::Home;

#[cfg(unix)]
fn script(home: &Home, name: &str, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    let path = home.write(name, text);
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[cfg(unix)]
#[test]
fn nothing_of_the_working_folder_runs() {
    let home = Home::new();
    let ran = home.at("ran");
    // Modules that Python would import, and programs under names that are looked for.
    let python = format!("open({:?}, 'a').write(__name__)\n", ran.to_str().unwrap());
    for module in [
        "pip.py",
        "sitecustomize.py",
        "usercustomize.py",
        "encodings.py",
        "site.py",
        "os.py",
        "pip/__init__.py",
        "pip/__main__.py",
    ] {
        home.write(&format!("work/a/{module}"), &python);
    }
    for module in ["pip.py", "ssl.py", "sitecustomize.py"] {
        home.write(&format!("work/{module}"), &python);
    }
    let shell = format!("#!/bin/sh\necho \"$0\" >> '{}'\n", ran.display());
    for name in ["python", "python3", "pip", "tesseract", "pdftoppm", "pdftotext", "hf", "git"] {
        script(&home, &format!("work/{name}"), &shell);
        script(&home, &format!("work/bin/{name}"), &shell);
    }
    home.write("work/pip.conf", &format!("[global]\npython = {}/work/python3\n", home.path().display()));
    home.write("work/papers/minutes.txt", "The board met on March 3, 2025.\n");
    let path = std::env::var("PATH").unwrap();
    for args in [
        vec!["--archive", "archive", "models", "get"],
        vec!["--archive", "archive", "doctor"],
        vec!["--archive", "archive", "ingest", "papers", "--ocr", "always"],
    ] {
        for first in [".", "", "bin", "./bin"] {
            home.run_with(&args, |command| {
                command
                    .env("PATH", format!("{first}:{path}"))
                    .env("PYTHONPATH", "a")
                    .env("PYTHONSTARTUP", "pip.py")
                    .env("PIP_CONFIG_FILE", "pip.conf")
                    .env("PIP_PYTHON", "./python3")
                    // Nowhere: the way there is what is looked at.
                    .env("HF_ENDPOINT", "http://127.0.0.1:9")
                    .env("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
                    .env("PIP_RETRIES", "0");
            });
            assert!(
                !ran.exists(),
                "{args:?} with {first:?} first: {}",
                std::fs::read_to_string(&ran).unwrap()
            );
        }
    }
}

/// Other programs are looked for by `crates/programs`, which most are started by too; a worker
/// is this very program, and so is what tesseract runs in.
#[test]
fn programs_are_started_in_one_place() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let mut files = Vec::new();
    super::terminal::rust_files(&src, &mut files);
    for file in files {
        let name = file.strip_prefix(&src).unwrap().to_string_lossy().replace('\\', "/");
        let text = std::fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let starts = code.contains("Command::new(");
        // Or it looks for them in the same way and makes the whole environment anew.
        let looks =
            ["find_program(", "safe_search_path(", "env_clear("].iter().all(|call| code.contains(call));
        let allowed = looks
            || name.starts_with("programs/src/")
            || name.starts_with("ingest/src/worker/")
            || name == "read/src/ocr_program.rs";
        assert!(!starts || allowed, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn keys_are_not_handed_to_other_programs() {
    let home = Home::new();
    script(
        &home,
        "tools/tesseract",
        &format!("#!/bin/sh\nenv > '{}'\necho tesseract 5\n", home.at("seen").display()),
    );
    home.run_with(&["--archive", "archive", "doctor"], |command| {
        let path = format!("{}:{}", home.at("tools").display(), std::env::var("PATH").unwrap());
        command.env("PATH", path).env("TWOLANE_SERVER_KEY", "secret-key").env("HF_TOKEN", "secret-token");
    });
    let seen = std::fs::read_to_string(home.at("seen")).unwrap();
    assert!(seen.contains("PATH=") && !seen.contains("secret-"), "{seen}");
}

#[test]
fn a_folder_s_configuration_reaches_nothing_unasked() {
    for (key, text) in [
        ("answer.caution", "[answer]\ncaution = 'low'\n"),
        ("limits.file", "[limits]\nfile = 10\n"),
        ("read.lines", "[read]\nlines = 10\n"),
        ("retrieval.retrieval_confidence_threshold", "[retrieval]\nretrieval_confidence_threshold = 0.0\n"),
        ("gate.enabled", "[gate]\nenabled = false\n"),
        ("trace.keep", "[trace]\nkeep = 0\n"),
        ("session.expires_hours", "[session]\nexpires_hours = 1\n"),
        ("memory.enabled", "[memory]\nenabled = true\n"),
        ("packs.trusted_keys", "[packs]\ntrusted_keys = ['RWQ=']\n"),
        ("packs.require_signature", "[packs]\nrequire_signature = false\n"),
        ("screen.skip_injection_check", "[screen]\nskip_injection_check = true\n"),
        ("retrieval.vocabulary", "[retrieval]\nvocabulary = '/etc/hostname'\n"),
        ("retrieval.vocabulary", "[retrieval]\nvocabulary = '../secret.toml'\n"),
        ("models.reranker", "[models]\nreranker = '/etc'\n"),
        ("trust.folders", "[trust]\nfolders = ['/']\n"),
    ] {
        let home = Home::new();
        home.write("work/twolane.toml", text);
        let ran = home.run(&["--offline", "models", "list"]);
        assert_eq!(ran.code, 1, "{text}: {}{}", ran.out, ran.error);
        assert!(ran.error.contains(key) && ran.error.contains("twolane.toml"), "{text}: {}", ran.error);
        assert!(ran.error.contains("--trust-folder"), "{}", ran.error);
        // Each of the three ways that the message names.
        let own = home.at("work");
        let trusted = format!("[trust]\nfolders = [{:?}]\n", own.canonicalize().unwrap());
        assert_eq!(home.run(&["--offline", "--trust-folder", "models", "list"]).code, 0);
        assert_eq!(home.run(&["--offline", "--config", "twolane.toml", "models", "list"]).code, 0);
        let config = if cfg!(target_os = "macos") {
            "Library/Application Support/twolane/twolane.toml"
        } else {
            ".config/twolane/twolane.toml"
        };
        home.write(config, &trusted);
        let ran = home.run(&["--offline", "models", "list"]);
        assert_eq!(ran.code, 0, "{text}: {}", ran.error);
    }
}

#[test]
fn a_folder_s_tuning_and_the_user_s_own_settings_count() {
    let home = Home::new();
    home.write("work/twolane.toml", "[models]\ndevice = 'cpu'\n[memory]\nenabled = false\n");
    assert_eq!(home.run(&["--offline", "models", "list"]).code, 0);
    // The user's own file is read, and an unknown key in it is told.
    if cfg!(target_os = "linux") {
        home.write(".config/twolane/twolane.toml", "[packs]\ntrusted_keyz = []\n");
        let ran = home.run(&["--offline", "models", "list"]);
        assert_eq!(ran.code, 1);
        assert!(ran.error.contains("trusted_keys") && ran.error.contains(".config/twolane"), "{}", ran.error);
    }
}

/// Even a trusted folder's file does not turn on what the user turned off.
#[cfg(target_os = "linux")]
#[test]
fn user_s_own_privacy_settings_always_win() {
    let home = Home::new();
    home.write("work/papers/a.txt", "The fee for a burn permit is $20.\n");
    assert_eq!(home.run(&["--offline", "--archive", "archive", "ingest", "papers"]).code, 0);
    home.write("work/twolane.toml", "[memory]\nenabled = true\n[trace]\nkeep = 9\n");
    let again = || {
        let args = ["--offline", "--trust-folder", "--archive", "archive", "ask", "--json"];
        let ask = || home.run(&[&args[..], &["What is the fee for a burn permit?"]].concat());
        assert_eq!(ask().code, 0);
        serde_json::from_str::<serde_json::Value>(&ask().out).unwrap()["from_memory"].clone()
    };
    assert_eq!(again(), true);
    home.write(".config/twolane/twolane.toml", "[memory]\nenabled = false\n");
    assert_eq!(again(), false);
}

#[test]
fn a_folder_s_manifest_names_no_source_and_its_archive_is_said() {
    let home = Home::new();
    let manifest = format!(
        "[[model]]\nname = \"planted\"\nrole = \"language-model\"\nlicence = \"MIT\"\nmax_tokens = 8\nfiles = [{{ name = \"a.gguf\", bytes = 1, sha256 = \"{}\" }}]\n[[model.source]]\nkind = \"hub\"\nrepository = \"somebody/else\"\nrevision = \"main\"\n",
        "0".repeat(64)
    );
    home.write("work/models/models.toml", &manifest);
    let ran = home.run(&["--offline", "models", "list", "--json"]);
    assert!(!ran.out.contains("planted") && ran.out.contains("all-minilm-l6-v2"), "{}{}", ran.out, ran.error);
    // Weights of the right size and the wrong bytes are no model.
    let weights = home.write("work/models/all-minilm-l6-v2/model.safetensors", "");
    std::fs::File::options().write(true).open(weights).unwrap().set_len(90_868_376).unwrap();
    for (name, bytes) in [
        ("tokenizer.json", 466_247),
        ("config.json", 612),
        ("modules.json", 349),
        ("sentence_bert_config.json", 53),
        ("1_Pooling/config.json", 190),
    ] {
        let path = home.write(&format!("work/models/all-minilm-l6-v2/{name}"), "");
        std::fs::File::options().write(true).open(path).unwrap().set_len(bytes).unwrap();
    }
    let ran = home.run(&["--offline", "models", "list", "--json"]);
    let listed: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let state =
        listed["models"].as_array().unwrap().iter().find(|m| m["name"] == "all-minilm-l6-v2").unwrap();
    assert_ne!(state["status"], "ready", "{state}");

    home.write("work/papers/a.txt", "The fee is $20 a year.\n");
    assert_eq!(home.run(&["--offline", "--archive", "index/archive", "ingest", "papers"]).code, 0);
    let ran = home.run(&["--offline", "source", "list"]);
    assert!(ran.error.contains("./index/archive"), "{}", ran.error);
    let ran = home.run(&["--offline", "--trust-folder", "source", "list"]);
    assert!(!ran.error.contains("./index/archive"), "{}", ran.error);
}

const FILES: [(&str, &str); 3] =
    [("model.safetensors", "bytes with a hash"), ("tokenizer.json", "{}"), ("config.json", "{ }")];

fn manifest() -> Manifest {
    let mut text = "[[model]]\nname = \"small\"\nrole = \"bi-encoder\"\nlicence = \"MIT\"\ndimensions = 8\npooling = \"mean\"\nnormalize = true\nmax_tokens = 16\nfiles = [\n".to_owned();
    for (name, content) in FILES {
        let hash: String = Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect();
        text.push_str(&format!("{{ name = \"{name}\", bytes = {}, sha256 = \"{hash}\" }},\n", content.len()));
    }
    Manifest::parse(&(text + "]\n")).unwrap()
}

fn put(dir: &Path) {
    std::fs::create_dir_all(dir).unwrap();
    FILES.iter().for_each(|(name, text)| std::fs::write(dir.join(name), text).unwrap());
}

#[test]
fn a_checkout_s_models_count_by_their_hashes_and_go_to_the_store() {
    let home = Home::new();
    let quiet = |_: &GetProgress<'_>| true;
    let options = HubOptions { beside: Some(home.at("checkout")), ..HubOptions::new(home.at("store")) };
    let hub = Hub::new(manifest(), options.clone());
    put(&home.at("checkout/small"));
    assert_eq!(hub.locate("small").unwrap().dir, home.at("checkout/small"));
    // As long as the pinned file, with other words.
    std::fs::write(home.at("checkout/small/model.safetensors"), "bytes with a lash").unwrap();
    assert!(matches!(hub.locate("small"), Err(InferenceError::NotFound { .. })));
    assert!(matches!(hub.get("small", &quiet, true), Err(InferenceError::Offline { .. })));
    put(&home.at("checkout/small"));
    assert_eq!(hub.get("small", &quiet, true).unwrap().dir, home.at("store/small"));
    let elsewhere = Hub::new(manifest(), HubOptions { beside: None, ..options });
    assert_eq!(elsewhere.locate("small").unwrap().dir, home.at("store/small"));
}
