"""Licence expressions, and a build that is not as it may be."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from licences import REGISTRY, allows, problems  # noqa: E402

RULES = {"licenses": {"allow": ["MIT", "ISC", "Apache-2.0 WITH LLVM-exception"]}, "bans": {"deny": [{"crate": "bad"}]}}


class Licences(unittest.TestCase):
    def test_expressions(self):
        for expression, expected in [
            ("MIT", True),
            ("GPL-3.0", False),
            ("GPL-3.0 OR MIT", True),
            ("GPL-3.0/MIT", True),
            ("MIT AND GPL-3.0", False),
            ("(GPL-3.0 OR MIT) AND ISC", True),
            ("MIT AND (GPL-3.0 OR LGPL-2.1)", False),
            ("Apache-2.0 WITH LLVM-exception", True),
            ("Apache-2.0", False),
        ]:
            self.assertEqual(allows(expression, RULES["licenses"]["allow"]), expected, expression)
        for broken in ["(MIT", "MIT MIT"]:
            with self.assertRaises(ValueError):
                allows(broken, ["MIT"])

    def test_a_build(self):
        def crate(name, licence="MIT", source=REGISTRY):
            return {"id": name, "name": name, "version": "1", "license": licence, "source": source}

        crates = [crate("own", source=None), crate("fine"), crate("bad"), crate("gpl", "GPL-3.0"),
                  crate("git", source="git+https://example.org/x"), crate("none", None), crate("unused", "GPL-3.0")]
        metadata = {"packages": crates, "resolve": {"nodes": [{"id": c["id"]} for c in crates[:-1]]}}
        found = problems(metadata, RULES)
        self.assertEqual([line.split()[0] for line in found], ["bad", "gpl", "git", "none"], found)


if __name__ == "__main__":
    unittest.main()
