"""The examples, with the packages that they name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import twolane
from conftest import DOG, PAPERS, ROOT

EXAMPLES = ROOT / "examples" / "python"


def run(name: str, folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-W", "ignore", str(EXAMPLES / name), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def test_five_lines_print_an_answer(tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    os.symlink(PAPERS, tmp_path / "corpus" / "papers")
    assert "337,900" in run("five_lines.py", tmp_path)
    code = [line for line in (EXAMPLES / "five_lines.py").read_text().split('"""')[2].splitlines() if line]
    assert len(code) <= 5


def test_langchain_gets_passages(place: Path, archive: twolane.Archive) -> None:
    pytest.importorskip("langchain_core")
    first = archive.search(DOG, k=1)[0]
    assert run("langchain_retriever.py", place, str(place), DOG).splitlines()[0] == f"{first.title} {first.lines}"


def test_llama_index_gets_passages(place: Path, archive: twolane.Archive) -> None:
    pytest.importorskip("llama_index.core")
    first = archive.search(DOG, k=1)[0]
    assert run("llama_index_retriever.py", place, str(place), DOG).splitlines()[0] == f"{first.title} {first.lines}"
