"""The SBOM lists the crates in the program, and no others."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "packaging"))

from sbom import sbom  # noqa: E402

LOCK = """version = 4

[[package]]
name = "deep"
version = "2.0.0"
source = "registry"
checksum = "ab12"
dependencies = [
 "own",
]

[[package]]
name = "own"
version = "1.0.0"
"""


def package(name, version="1.0.0", licence="MIT"):
    return {"id": f"id-{name}", "name": name, "version": version, "license": licence, "repository": None}


def node(name, **kinds):
    deps = [{"pkg": f"id-{other}", "dep_kinds": [{"kind": kind}]} for other, kind in kinds.items()]
    return {"id": f"id-{name}", "deps": deps}


METADATA = {
    "packages": [package("twolane"), package("own"), package("deep", "2.0.0", "MIT/Apache-2.0"), package("cc"), package("try")],
    "resolve": {"nodes": [node("twolane", own=None, cc="build", **{"try": "dev"}), node("own", deep=None), node("deep"),
                          node("cc", deep=None), node("try")]},
}


class Sbom(unittest.TestCase):
    def test_lists_linked_crates_only(self):
        found = sbom(METADATA, LOCK)
        self.assertEqual([c["name"] for c in found["components"]], ["deep", "own"])
        self.assertEqual(found["metadata"]["component"]["name"], "twolane")

    def test_names_licence_and_checksum(self):
        deep, own = sbom(METADATA, LOCK)["components"]
        self.assertEqual(deep["licenses"], [{"expression": "MIT OR Apache-2.0"}])
        self.assertEqual(deep["hashes"], [{"alg": "SHA-256", "content": "ab12"}])
        self.assertNotIn("hashes", own)

    def test_every_reference_is_listed(self):
        found = sbom(METADATA, LOCK)
        listed = {c["bom-ref"] for c in [*found["components"], found["metadata"]["component"]]}
        self.assertEqual({d["ref"] for d in found["dependencies"]}, listed)
        self.assertLessEqual({ref for d in found["dependencies"] for ref in d["dependsOn"]}, listed)


if __name__ == "__main__":
    unittest.main()
