"""Builds the wheel, with the module and the program in it.

    pip wheel .                                                  builds both
    python3 packaging/wheel/backend.py && maturin build          does the same in two steps

The program must be a program: `twolane worker` reads strangers' files in a confined process, and a Python interpreter
in its place would bring a whole language into that process. maturin builds either a module or a program. It does take a
folder of finished scripts, as `data` in pyproject.toml, so this file builds the program into that folder first. Both
have the same features, so they share all compiled crates.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Mapping

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "target" / "wheel" / "scripts"


def build_program(arguments: list[str]) -> None:
    """Builds the program with these arguments of cargo and puts it among the scripts of the wheel."""
    if not any(argument in ("-r", "--release") or argument.startswith("--profile") for argument in arguments):
        arguments = ["--profile", "dist", *arguments]
    command = ["cargo", "build", "--locked", "--package", "twolane", "--bin", "twolane"]
    command += ["--message-format", "json-render-diagnostics", *arguments]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    messages = [json.loads(line) for line in done.stdout.splitlines()]
    [program] = [message["executable"] for message in messages if message.get("executable")]
    shutil.rmtree(SCRIPTS, ignore_errors=True)
    SCRIPTS.mkdir(parents=True)
    shutil.copy2(program, SCRIPTS)


def get_requires_for_build_wheel(config_settings: Mapping[str, Any] | None = None) -> list[str]:
    import maturin

    return maturin.get_requires_for_build_wheel(config_settings)


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: Mapping[str, Any] | None = None
) -> str:
    import maturin

    SCRIPTS.mkdir(parents=True, exist_ok=True)
    return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_wheel(
    wheel_directory: str,
    config_settings: Mapping[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    import maturin

    build_program(maturin.get_maturin_pep517_args(config_settings))
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def get_requires_for_build_sdist(config_settings: Mapping[str, Any] | None = None) -> list[str]:
    import maturin

    return maturin.get_requires_for_build_sdist(config_settings)


def build_sdist(sdist_directory: str, config_settings: Mapping[str, Any] | None = None) -> str:
    import maturin

    SCRIPTS.mkdir(parents=True, exist_ok=True)
    return maturin.build_sdist(sdist_directory, config_settings)


if __name__ == "__main__":
    build_program(sys.argv[1:])
