"""The systemd units of the package are well formed, equally confined, and not enabled by it."""

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

PACKAGING = Path(__file__).resolve().parent.parent.parent / "packaging"
UNITS = ["twolane.service", "twolane-sync.service", "twolane-sync.timer"]


def text(name):
    return (PACKAGING / name).read_text()


def confinement(name):
    """The lines of a service that take something away from it."""
    lines = text(name).split("UMask=", 1)[1].split("\n[Install]", 1)[0].splitlines()
    return [line for line in lines if line.strip()]


class Units(unittest.TestCase):
    def test_services_are_equally_confined(self):
        self.assertEqual(confinement("twolane.service"), confinement("twolane-sync.service"))
        self.assertIn("NoNewPrivileges=yes", confinement("twolane-sync.service"))

    def test_package_has_units_and_enables_none(self):
        laid = text("lay-out")
        for unit in UNITS:
            self.assertIn(unit, laid)
        for script in ["postinst", "prerm", "postrm"]:
            self.assertNotRegex(text(script), r"systemctl (enable|start)\b", script)
        self.assertIn("disable --now twolane.service twolane-sync.timer", text("prerm"))

    def test_timer_starts_sync_alone(self):
        self.assertNotIn("[Install]", text("twolane-sync.service"))
        self.assertIn("WantedBy=timers.target", text("twolane-sync.timer"))
        self.assertRegex(text("twolane-sync.service"), r"ExecStart=/usr/bin/twolane --offline .* sync\n")

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is not installed")
    def test_systemd_understands_units(self):
        with tempfile.TemporaryDirectory() as folder:
            for unit in UNITS:
                # The program and its manual are not installed here.
                own = re.sub(r"(?m)^ExecStart=.*$", "ExecStart=/bin/true", text(unit))
                own = re.sub(r"(?m)^Documentation=.*\n", "", own)
                (Path(folder) / unit).write_text(own)
            paths = [str(Path(folder) / unit) for unit in UNITS]
            done = subprocess.run(["systemd-analyze", "verify", *paths], capture_output=True, text=True, check=False)
            ours = [line for line in done.stderr.splitlines() if "twolane" in line]
            self.assertEqual(ours, [], done.stderr)
            self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
