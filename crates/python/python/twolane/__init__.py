"""Ask town papers and state law a question; answers are verbatim quotes with source, page and line.

>>> import twolane
>>> archive = twolane.open("archive")
>>> archive.ingest(["papers/"])
>>> print(archive.ask("What does a burn permit cost?").text)

The command line is the same program: an archive made by one can be asked by the other.
"""

from ._twolane import (
    Answer,
    Archive,
    ArchiveBusyError,
    ArchiveNotFoundError,
    CheckedQuote,
    CheckedText,
    Error,
    Fact,
    Failure,
    Gap,
    Hit,
    InvalidValueError,
    NotFoundError,
    Question,
    Quote,
    Report,
    Verification,
    __version__,
    open,
)

__all__ = [
    "Answer",
    "Archive",
    "ArchiveBusyError",
    "ArchiveNotFoundError",
    "CheckedQuote",
    "CheckedText",
    "Error",
    "Fact",
    "Failure",
    "Gap",
    "Hit",
    "InvalidValueError",
    "NotFoundError",
    "Question",
    "Quote",
    "Report",
    "Verification",
    "__version__",
    "open",
]
