"""Archives of the sample papers, in a home of their own."""

from __future__ import annotations

import os
import sys
import sysconfig
import tempfile
from pathlib import Path

# Before the module is used: no configuration, model or archive of the person who runs the tests.
MODEL = os.environ.pop("TWOLANE_TEST_MODEL", "")
_home = tempfile.TemporaryDirectory(prefix="twolane-python-")
for _name in list(os.environ):
    if _name.startswith(("XDG_", "HF_", "TWOLANE_")) and _name != "TWOLANE_NO_SKIP":
        del os.environ[_name]
os.environ["HOME"] = _home.name
os.chdir(_home.name)

import pytest  # noqa: E402

import twolane  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
PAPERS = ROOT / "corpus" / "papers"
PROGRAM = Path(sysconfig.get_path("scripts")) / "twolane"
DOG = "By what date must a dog be licensed in Aldersfield?"


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an archive of all sample papers, without vectors."""
    place = tmp_path_factory.mktemp("sample") / "archive"
    with pytest.warns(UserWarning, match="models get"):
        report = twolane.open(place).ingest([PAPERS])
    assert report.added > 10
    return place


@pytest.fixture
def archive(place: Path) -> twolane.Archive:
    return twolane.open(place)


@pytest.fixture(scope="session")
def with_model(tmp_path_factory: pytest.TempPathFactory) -> twolane.Archive:
    """An archive of some sample papers with the default model."""
    if not MODEL or not Path(MODEL).is_dir():
        reason = "no model: `twolane models get`, then TWOLANE_TEST_MODEL=FOLDER"
        pytest.fail(reason) if os.environ.get("TWOLANE_NO_SKIP") else pytest.skip(reason)
    archive = twolane.open(tmp_path_factory.mktemp("model") / "archive", model_dir=MODEL)
    archive.ingest([PAPERS / "town" / "faq.md", PAPERS / "town" / "fee-schedule_2025-07-01.pdf"])
    return archive


def python(code: str, *arguments: str) -> list[str]:
    """Returns the command that runs code in another interpreter of this environment."""
    return [sys.executable, "-W", "ignore", "-c", code, *arguments]
