"""The pages for a release name programs that exist, and the version has its entry in the changelog."""

import os
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def programs(page):
    """Programs of the checkout that a page starts: the first word of a command, where it is a path."""
    for command in re.findall(r"`([^`]+)`", page) + re.findall(r"^(?: {4,}|)(\S.*)$", page, re.M):
        for part in re.split(r"&&|\||;|\$\(", command):
            first = part.strip().lstrip("(").split(" ")[0]
            if re.fullmatch(r"(?:\.ci|benches|fuzz|packaging|scripts|tests)/[\w/.-]+", first):
                yield first.rstrip(".")


class Release(unittest.TestCase):
    def test_programs_of_the_pages_exist(self):
        for page in ["RELEASE.md", "CONTRIBUTING.md"]:
            found = set(programs((ROOT / page).read_text()))
            self.assertIn(".ci/run", found)
            for name in sorted(found):
                self.assertTrue((ROOT / name).exists(), f"{page}: {name}")
        for name in programs((ROOT / "RELEASE.md").read_text()):
            path = ROOT / name
            self.assertTrue(os.access(path, os.X_OK) or path.suffix, f"RELEASE.md: {name} is no program")

    def test_changelog_has_the_version(self):
        version = subprocess.run([ROOT / "packaging/version"], capture_output=True, text=True, check=True).stdout.strip()
        self.assertRegex(version, r"^\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$")
        notes = subprocess.run([ROOT / "packaging/notes", version], capture_output=True, text=True, check=True).stdout
        self.assertRegex(notes, r"Released on \d{4}-\d\d-\d\d\.")
        groups = re.findall(r"^### (.+)$", notes, re.M)
        self.assertEqual(groups, [g for g in ["Breaking", "Added", "Changed", "Fixed"] if g in groups])

    def test_unknown_version_has_no_notes(self):
        missing = subprocess.run([ROOT / "packaging/notes", "9.9.9"], capture_output=True, text=True)
        self.assertEqual(missing.returncode, 1)
        self.assertIn("hint:", missing.stderr)

    def test_crates_take_the_version_of_the_workspace(self):
        manifests = [*ROOT.glob("crates/*/Cargo.toml"), ROOT / "benches/programs/Cargo.toml"]
        for manifest in manifests:
            self.assertIn("version.workspace = true", manifest.read_text(), manifest)


if __name__ == "__main__":
    unittest.main()
