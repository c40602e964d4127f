"""Finds the program that was installed with this package.

Workers are started from it. It is looked for by absolute paths that belong to this installation alone, never on the
search path or in the working folder.
"""

from __future__ import annotations

import importlib.metadata
import os
import sysconfig
from typing import Iterator, Optional

_NAME = "twolane.exe" if os.name == "nt" else "twolane"
_PACKAGE = os.path.dirname(os.path.abspath(__file__))
_BESIDE = os.path.dirname(_PACKAGE)


def installed_program() -> Optional[str]:
    """Returns the absolute path of the program; None if it is missing."""
    for path in _candidates():
        path = os.path.abspath(path)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return None


def _candidates() -> Iterator[str]:
    # The list of installed files, of the distribution beside this package.
    for distribution in importlib.metadata.distributions(name="twolane", path=[_BESIDE]):
        for file in distribution.files or ():
            if file.name == _NAME and file.parent.name in ("bin", "Scripts"):
                yield str(distribution.locate_file(file))
    # An installer that keeps no list.
    if _BESIDE in (sysconfig.get_path("purelib"), sysconfig.get_path("platlib")):
        yield os.path.join(sysconfig.get_path("scripts"), _NAME)
    # `pip install --target`
    yield os.path.join(_BESIDE, "bin", _NAME)
