#!/usr/bin/env python3
"""Prints the list of crates in the program (SBOM) as CycloneDX 1.5 JSON.

    packaging/sbom.py >dist/twolane.cdx.json      reads `cargo metadata` and Cargo.lock

It has the crates that the program uses, macros included. Crates that only build scripts or tests use are left out.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def checksums(lock):
    """SHA-256 of each registry crate in Cargo.lock, by name and version."""
    entry = re.compile(r'\[\[package\]\]\nname = "([^"]+)"\nversion = "([^"]+)"\nsource = "[^"]+"\nchecksum = "([0-9a-f]+)"')
    return {(name, version): checksum for name, version, checksum in entry.findall(lock)}


def in_program(metadata, name):
    """Id of the package `name`, and for it and each crate it uses the ids of the crates that this one uses."""
    root = next(p["id"] for p in metadata["packages"] if p["name"] == name)
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    links, waiting = {}, [root]
    while waiting:
        package = waiting.pop()
        if package in links:
            continue
        normal = [d["pkg"] for d in nodes[package]["deps"] if any(kind["kind"] is None for kind in d["dep_kinds"])]
        links[package] = sorted(normal)
        waiting += normal
    return root, links


def component(package, checksum, kind="library"):
    """The CycloneDX component of a package."""
    purl = f"pkg:cargo/{package['name']}@{package['version']}"
    found = {"type": kind, "bom-ref": purl, "name": package["name"], "version": package["version"], "purl": purl}
    if package["license"]:
        # `/` of old manifests means OR.
        found["licenses"] = [{"expression": re.sub(r"\s*/\s*", " OR ", package["license"])}]
    if checksum:
        found["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    if package.get("repository"):
        found["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
    return found


def sbom(metadata, lock, name="twolane"):
    """The whole document for the package `name`."""
    packages = {p["id"]: p for p in metadata["packages"]}
    hashes = checksums(lock)
    root, links = in_program(metadata, name)

    def reference(package):
        return f"pkg:cargo/{packages[package]['name']}@{packages[package]['version']}"

    def of(package, kind="library"):
        found = packages[package]
        return component(found, hashes.get((found["name"], found["version"])), kind)

    listed = sorted(links, key=reference)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": of(root, "application")},
        "components": [of(package) for package in listed if package != root],
        "dependencies": [{"ref": reference(p), "dependsOn": sorted(reference(d) for d in links[p])} for p in listed],
    }


def main():
    host = subprocess.run(["rustc", "-vV"], capture_output=True, text=True, check=True).stdout
    host = re.search(r"^host: (\S+)", host, re.M).group(1)
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", host]
    metadata = json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT).stdout)
    json.dump(sbom(metadata, (ROOT / "Cargo.lock").read_text()), sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
