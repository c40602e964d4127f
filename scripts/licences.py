#!/usr/bin/env python3
"""Holds the crates of this system's build against deny.toml: licences, banned crates, where they come from.

    scripts/licences.py            reads `cargo metadata`; needs no cargo-deny and no network

cargo-deny does the same for all systems, and more; this is for where it is not installed.
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"


def allows(expression, allowed):
    """Whether an SPDX expression (`/` as in old manifests is OR) can be met by allowed licences."""
    tokens = re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))
    place = 0

    def peek():
        return tokens[place] if place < len(tokens) else None

    def take():
        nonlocal place
        place += 1
        return tokens[place - 1]

    def one():
        if peek() == "(":
            take()
            value = either()
            if peek() != ")":
                raise ValueError(expression)
            take()
            return value
        name = take()
        if peek() == "WITH":
            take()
            name = f"{name} WITH {take()}"
        return name in allowed

    def both():
        value = one()
        while peek() == "AND":
            take()
            value = one() and value
        return value

    def either():
        value = both()
        while peek() == "OR":
            take()
            value = both() or value
        return value

    value = either()
    if peek() is not None:
        raise ValueError(expression)
    return value


def problems(metadata, rules):
    """What of a build the rules do not allow."""
    built = {node["id"] for node in metadata["resolve"]["nodes"]}
    allowed = set(rules["licenses"]["allow"])
    banned = {entry["crate"] for entry in rules["bans"]["deny"]}
    found = []
    for package in metadata["packages"]:
        name = f"{package['name']} {package['version']}"
        if package["id"] not in built:
            continue
        if package["name"] in banned:
            found.append(f"{name} is banned")
        if package["source"] not in (None, REGISTRY):
            found.append(f"{name} comes from {package['source']}")
        if not package["license"] or not allows(package["license"], allowed):
            found.append(f"{name} has the licence {package['license']}")
    return found


def main():
    host = subprocess.run(["rustc", "-vV"], capture_output=True, text=True, check=True).stdout
    host = re.search(r"^host: (\S+)", host, re.M).group(1)
    command = ["cargo", "metadata", "--locked", "--offline", "--format-version", "1", "--filter-platform", host]
    metadata = json.loads(subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout)
    found = problems(metadata, tomllib.loads((ROOT / "deny.toml").read_text()))
    print("\n".join(found) or f"{len(metadata['resolve']['nodes'])} crates are as deny.toml allows")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
