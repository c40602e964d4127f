//! Federal law beside the law of states: built from the forms in which it is published, and never hidden by a
//! question's state.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

const USC: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<uscDoc xmlns="http://xml.house.gov/schemas/uslm/1.0" identifier="/us/usc/t42"><meta><docNumber>42</docNumber></meta><main>
<title identifier="/us/usc/t42"><num value="42">Title 42—</num><heading>THE PUBLIC HEALTH AND WELFARE</heading>
<chapter identifier="/us/usc/t42/ch126"><num value="126">CHAPTER 126—</num><heading>EQUAL OPPORTUNITY FOR INDIVIDUALS WITH DISABILITIES</heading>
<section identifier="/us/usc/t42/s12131"><num value="12131">§ 12131.</num><heading> Definitions</heading><chapeau>As used in this subchapter:</chapeau>
<paragraph identifier="/us/usc/t42/s12131/1"><num value="1">(1)</num><heading> Public entity</heading><chapeau> The term “public entity” means—</chapeau>
<subparagraph identifier="/us/usc/t42/s12131/1/A"><num value="A">(A)</num><content> any State or local government; and</content></subparagraph>
<subparagraph identifier="/us/usc/t42/s12131/1/B"><num value="B">(B)</num><content> any department of a local government.</content></subparagraph></paragraph>
<sourceCredit>(Pub. L. 101–336, title II, § 201, July 26, 1990, 104 Stat. 337.)</sourceCredit></section>
<section identifier="/us/usc/t42/s12132"><num value="12132">§ 12132.</num><heading> Discrimination</heading><content>
<p>No qualified individual with a disability shall be excluded from participation in the services, programs, or activities of a public entity, or be subjected to discrimination by any such entity.</p></content></section>
<section status="omitted" identifier="/us/usc/t42/s12140"><num value="12140">[§ 12140.</num><heading> Omitted]</heading></section>
</chapter></title></main></uscDoc>"#;

const CFR: &str = r#"<?xml version="1.0"?>
<DIV5 N="35" NODE="28:1.0.1.1.36" TYPE="PART"><HEAD>PART 35—NONDISCRIMINATION ON THE BASIS OF DISABILITY IN STATE AND LOCAL GOVERNMENT SERVICES</HEAD>
<SOURCE><HED>Source:</HED><PSPACE>56 FR 35716, July 26, 1991, unless otherwise noted.</PSPACE></SOURCE>
<DIV6 N="A" TYPE="SUBPART"><HEAD>Subpart A—General</HEAD>
<DIV8 N="§ 35.107" TYPE="SECTION"><HEAD>§ 35.107   Designation of responsible employee and adoption of grievance procedures.</HEAD>
<P>(a) <I>Designation of responsible employee.</I> A public entity that employs 50 or more persons shall designate at least one employee to coordinate its efforts.</P>
<P>(b) <I>Complaint procedure.</I> It shall adopt and publish grievance procedures.</P></DIV8>
<DIV8 N="§§ 35.109-35.129" TYPE="SECTION"><HEAD>§§ 35.109-35.129   [Reserved]</HEAD></DIV8></DIV6></DIV5>"#;

struct Town(tempfile::TempDir);

impl Town {
    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn done(&self, arguments: &[&str]) -> Value {
        let output = Command::new(env!("CARGO_BIN_EXE_twolane"))
            .args(["--archive", &self.path("archive"), "--json", "--quiet", "--offline"])
            .arg("--model-dir")
            .arg(self.path("no-models"))
            .env("HOME", self.0.path())
            .env_remove("XDG_DATA_HOME")
            .env_remove("TWOLANE_MODELS")
            .args(arguments)
            .current_dir(self.0.path())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let last = text.lines().last().unwrap_or("null");
        let value: Value =
            serde_json::from_str(last).unwrap_or_else(|e| panic!("{arguments:?}: {e}: {text}"));
        // A section without text is shown by its heading, and the command says so by its code.
        let is_heading = value["status"] == "reserved" || value["status"] == "omitted" || value["text"] == "";
        let expected = if arguments.starts_with(&["section"]) && is_heading { 5 } else { 0 };
        assert_eq!(output.status.code(), Some(expected), "{arguments:?}: {value}");
        value
    }

    /// Builds a pack of a folder with these files and installs it.
    fn law(&self, name: &str, jurisdiction: &str, grammar: &str, files: &[(&str, &str)]) -> Value {
        let folder = self.0.path().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let about = format!(
            "name = \"{name}\"\ntitle = \"Law of {jurisdiction}\"\njurisdiction = \"{jurisdiction}\"\nedition = \"2026\"\n\
             as_of = \"2026-01-01\"\ngrammar = \"{grammar}\"\nlicence = \"public record\"\ncoverage = \"a few sections\"\n"
        );
        std::fs::write(folder.join("pack.toml"), about).unwrap();
        for (file, text) in files {
            std::fs::write(folder.join(file), text).unwrap();
        }
        let pack = self.path(&format!("{name}.twopack"));
        let built = self.done(&["pack", "build", &folder.display().to_string(), "-o", &pack]);
        self.done(&["pack", "install", &pack]);
        built
    }
}

/// Titles of the best sources of a search.
fn found(town: &Town, arguments: &[&str]) -> Vec<String> {
    let mut all = vec!["search"];
    all.extend(arguments);
    let answer = town.done(&all);
    let text = answer.to_string();
    ["42 U.S.C. § 12132", "28 C.F.R. § 35.107", "RSA 354-A:17", "9 V.S.A. § 4502"]
        .into_iter()
        .filter(|citation| text.contains(*citation))
        .map(str::to_owned)
        .collect()
}

#[test]
fn federal_law_is_found_beside_any_states_law() {
    assert!(Path::new(env!("CARGO_BIN_EXE_twolane")).exists());
    let town = Town(tempfile::tempdir().unwrap());
    let line = |citation: &str, text: &str| {
        format!(
            "{}\n",
            serde_json::json!({ "citation": citation, "heading": "Discrimination.", "text": text })
        )
    };
    let built = town.law("us-usc-42", "US", "usc", &[("usc42.xml", USC)]);
    assert_eq!(
        (&built["in_force"], &built["repealed"], &built["problems"]),
        (&2.into(), &1.into(), &serde_json::json!([]))
    );
    let built = town.law("us-cfr-28-35", "US", "cfr", &[("title-28-part-35.xml", CFR)]);
    assert_eq!(
        (&built["in_force"], &built["reserved"], &built["problems"]),
        (&1.into(), &21.into(), &serde_json::json!([]))
    );
    let nh =
        line("RSA 354-A:17", "Discrimination because of a disability in the services of a town is unlawful.");
    town.law("nh-rsa", "NH", "rsa", &[("a.jsonl", &nh)]);
    let vt = line(
        "9 V.S.A. § 4502",
        "Discrimination because of a disability in the services of a town is unlawful.",
    );
    town.law("vt-vsa", "VT", "vsa", &[("a.jsonl", &vt)]);

    let has = |found: &[String], citation: &str| found.iter().any(|one| one == citation);
    let question = "discrimination against a disability in services of a public entity";
    for state in ["NH", "New Hampshire"] {
        let here = found(&town, &[question, "--state", state, "--k", "10"]);
        assert!(has(&here, "42 U.S.C. § 12132") && has(&here, "RSA 354-A:17"), "--state {state}: {here:?}");
        assert!(!has(&here, "9 V.S.A. § 4502"), "--state {state}: {here:?}");
    }
    // The same where the question names the state.
    let here = found(
        &town,
        &["Is discrimination for a disability in a town's services unlawful in New Hampshire?", "--k", "10"],
    );
    assert!(
        here.contains(&"42 U.S.C. § 12132".to_owned()) && !here.contains(&"9 V.S.A. § 4502".to_owned()),
        "{here:?}"
    );
    let here = found(
        &town,
        &["who coordinates, grievance procedures, responsible employee", "--state", "NH", "--k", "10"],
    );
    assert!(
        here.contains(&"28 C.F.R. § 35.107".to_owned()) && !here.contains(&"9 V.S.A. § 4502".to_owned()),
        "{here:?}"
    );
    // Another state's law is not hidden by the federal one.
    let there = found(&town, &[question, "--state", "VT", "--k", "10"]);
    assert!(has(&there, "42 U.S.C. § 12132") && has(&there, "9 V.S.A. § 4502"), "{there:?}");
    assert!(!has(&there, "RSA 354-A:17"), "{there:?}");

    // Every level has its address.
    for (citation, words) in [
        ("42 U.S.C. 12131(1)", "The term “public entity” means"),
        ("42 USC § 12131(1)(A)", "any State or local government"),
        ("28 CFR 35.107(b)", "grievance procedures"),
        ("28 C.F.R. § 35.120", "[Reserved]"),
        ("42 U.S.C. § 12140", "mitted"),
        ("9 VSA 4502", "unlawful"),
    ] {
        let shown = town.done(&["section", "show", citation]).to_string();
        assert!(shown.contains(words), "{citation}: {shown}");
    }
    let asked = town.done(&["ask", "What does 42 U.S.C. 12132 say of discrimination?", "--state", "NH"]);
    assert!(asked["evidence"]["facts"].to_string().contains("No qualified individual"), "{asked}");
}
