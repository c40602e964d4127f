import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Optional, Union, final

__version__: str

_Path = Union[str, os.PathLike[str]]
_OneOrSeveral = Union[str, Sequence[str]]
_Form = Literal["levels", "brief", "civic", "legal", "research"]

class Error(Exception):
    """An error of twolane. Its text says what to do next."""

class ArchiveNotFoundError(Error):
    """There is no archive at this place yet."""

class ArchiveBusyError(Error):
    """Another program is writing to the archive."""

class NotFoundError(Error):
    """No such file, source or line."""

class InvalidValueError(Error):
    """A question, a condition or a setting that can't be used."""

@final
class Quote:
    """Words of a source, with the place where they are."""

    @property
    def text(self) -> str:
        """The words themselves."""
    @property
    def source(self) -> str:
        """The id of the source."""
    @property
    def lines(self) -> str:
        """The lines, such as ``p.1 L3-L5``."""
    @property
    def page(self) -> Optional[int]:
        """The page, in a source with pages."""
    @property
    def title(self) -> str:
        """The title of the source."""
    @property
    def date(self) -> Optional[str]:
        """The date of the source, if it is known."""

@final
class Fact:
    """A statement with the quotes that support it."""

    @property
    def text(self) -> str:
        """The statement."""
    @property
    def quotes(self) -> list[Quote]:
        """The quotes that support it, at least one."""
    @property
    def quote(self) -> str:
        """The words of the first quote."""
    @property
    def source(self) -> str:
        """The id of the first quote's source."""
    @property
    def lines(self) -> str:
        """The lines of the first quote."""
    @property
    def page(self) -> Optional[int]:
        """The page of the first quote."""
    @property
    def title(self) -> str:
        """The title of the first quote's source."""
    @property
    def date(self) -> Optional[str]:
        """The date of the first quote's source."""

@final
class Gap:
    """A part of an answer that is missing."""

    @property
    def need(self) -> str:
        """The missing part."""
    @property
    def why(self) -> str:
        """The cause: ``no_quote_found``, ``low_coverage`` or ``clarify_timeout``."""
    @property
    def reason(self) -> str:
        """The cause for people."""

@final
class Question:
    """A question that twolane asks back."""

    @property
    def field(self) -> str:
        """The field for the reply, in ``context``."""
    @property
    def prompt(self) -> str:
        """The question for people."""
    @property
    def options(self) -> list[str]:
        """The replies that the archive suggests."""

@final
class Answer:
    """The reply to a question."""

    @property
    def text(self) -> str:
        """The answer as the command line prints it."""
    @property
    def status(self) -> Literal["answered", "insufficient", "clarify", "rejected"]:
        """The state: only ``answered`` is an answer."""
    @property
    def facts(self) -> list[Fact]:
        """The facts, best first."""
    @property
    def strength(self) -> Optional[str]:
        """The likelihood that the first quote answers: ``A``, ``B`` or ``C``; None without an answer."""
    @property
    def gaps(self) -> list[Gap]:
        """The missing parts."""
    @property
    def questions(self) -> list[Question]:
        """The questions that twolane asks back."""
    def to_markdown(self) -> str:
        """Returns the answer in its form, as Markdown."""
    def to_json(self, *, indent: bool = False) -> str:
        """Returns the object that ``twolane ask --json`` prints."""
    def to_dict(self) -> dict[str, Any]:
        """Returns the same object as a dictionary."""

@final
class Hit:
    """A passage that a search found."""

    @property
    def rank(self) -> int:
        """The rank, from 1."""
    @property
    def score(self) -> float:
        """The score. Scores of two searches can't be compared."""
    @property
    def text(self) -> str:
        """The words of the passage."""
    @property
    def source(self) -> str:
        """The id of the source."""
    @property
    def title(self) -> str:
        """The title of the source."""
    @property
    def path(self) -> Optional[str]:
        """The path of the source's file, if it has one."""
    @property
    def date(self) -> Optional[str]:
        """The date of the source, if it is known."""
    @property
    def lines(self) -> str:
        """The lines of the passage."""
    @property
    def page(self) -> Optional[int]:
        """The page of the passage, in a source with pages."""
    @property
    def lane(self) -> str:
        """The lane: ``local``, ``state``, or another."""
    @property
    def why(self) -> str:
        """The reason why the passage was found."""
    def to_json(self, *, indent: bool = False) -> str:
        """Returns the hit as ``twolane search --json`` prints it."""
    def to_dict(self) -> dict[str, Any]:
        """Returns the same object as a dictionary."""

@final
class Failure:
    """A file that was not read."""

    @property
    def path(self) -> str:
        """The path of the file."""
    @property
    def reason(self) -> str:
        """The reason, and the remedy."""

@final
class Report:
    """The result of an ingest: the last event of ``twolane ingest --json``."""

    @property
    def sources(self) -> int:
        """The number of sources that were found, the unchanged ones included."""
    @property
    def added(self) -> int:
        """The number of new sources."""
    @property
    def changed(self) -> int:
        """The number of sources that replaced their older version."""
    @property
    def unchanged(self) -> int:
        """The number of sources unchanged in the archive."""
    @property
    def removed(self) -> int:
        """The number of removed sources."""
    @property
    def pages(self) -> int:
        """The number of pages."""
    @property
    def pages_unread(self) -> int:
        """The number of pages that were not read."""
    @property
    def lines(self) -> int:
        """The number of lines."""
    @property
    def chunks(self) -> int:
        """The number of passages."""
    @property
    def seconds(self) -> float:
        """The time of the run, in seconds."""
    @property
    def failures(self) -> list[Failure]:
        """The files that were not read."""
    @property
    def skipped(self) -> dict[str, int]:
        """The number of files in folders without a reader for them, by extension."""
    def to_json(self, *, indent: bool = False) -> str:
        """Returns the event as JSON."""
    def to_dict(self) -> dict[str, Any]:
        """Returns the same object as a dictionary."""

@final
class CheckedQuote:
    """A quote of a saved answer, with the verdict on it."""

    @property
    def verdict(self) -> str:
        """The verdict: ``exact``, ``moved``, ``other_source``, ``not_found`` or ``unchecked``."""
    @property
    def source(self) -> str:
        """The id of the source."""
    @property
    def lines(self) -> str:
        """The lines."""
    @property
    def text(self) -> str:
        """The words."""
    @property
    def note(self) -> str:
        """A remark for people; may be empty."""

@final
class CheckedText:
    """Any other text of a saved answer, with the verdict on it."""

    @property
    def verdict(self) -> str:
        """The verdict, such as ``quoted``, ``own_wording`` or ``unchecked``."""
    @property
    def place(self) -> str:
        """The place in the answer."""
    @property
    def text(self) -> str:
        """The text."""
    @property
    def why(self) -> str:
        """The reason for the verdict; may be empty."""

@final
class Verification:
    """The check of a saved answer. It is true if everything is confirmed."""

    @property
    def ok(self) -> bool:
        """True if everything is confirmed."""
    @property
    def accounted(self) -> bool:
        """True if every quote is exact and every other text accounted for."""
    @property
    def quotes(self) -> list[CheckedQuote]:
        """The quotes, each with its verdict."""
    @property
    def texts(self) -> list[CheckedText]:
        """The other texts, each with its verdict."""
    @property
    def made_again(self) -> Optional[Literal["same", "differs", "not"]]:
        """The result of asking again; None for quotes without an answer."""
    def to_json(self, *, indent: bool = False) -> str:
        """Returns the object that ``twolane verify --json -v`` prints."""
    def to_dict(self) -> dict[str, Any]:
        """Returns the same object as a dictionary."""
    def __bool__(self) -> bool: ...

@final
class Archive:
    """An archive of papers, with the models that answer questions from it. Threads may share one.

    Every call releases the interpreter's lock, and Ctrl-C ends it.
    """

    @property
    def place(self) -> str:
        """The folder of the archive, or the address of its database without the password."""
    def ingest(
        self,
        paths: Union[_Path, Sequence[_Path]],
        *,
        town: Optional[str] = None,
        state: Optional[str] = None,
        lane: Optional[str] = None,
        doc_type: Optional[str] = None,
        date: Optional[str] = None,
        visibility: Optional[Literal["public", "staff", "sealed"]] = None,
        prune: bool = False,
        progress: Optional[Callable[[dict[str, Any]], object]] = None,
    ) -> Report:
        """Reads files and folders into the archive; makes a new one if needed.

        ``visibility`` says who may see the papers, where ``twolane serve`` lets others ask.
        ``progress`` is called with each event of ``twolane ingest --json``. Its exception ends the run; what was
        committed before stays.
        """
    def ask(
        self,
        question: str,
        *,
        town: Optional[str] = None,
        lane: Optional[_OneOrSeveral] = None,
        doc_type: Optional[_OneOrSeveral] = None,
        date_from: Optional[str] = None,
        date_to: Optional[str] = None,
        as_of: Optional[str] = None,
        form: Optional[_Form] = None,
        session: Optional[str] = None,
        context: Optional[Mapping[str, str]] = None,
        paste: Optional[str] = None,
    ) -> Answer:
        """Answers a question, or asks back.

        ``context`` has replies to questions back, by their field. ``paste`` is a text of your own to answer from.
        """
    def search(
        self,
        query: str,
        k: int = 10,
        *,
        town: Optional[str] = None,
        lane: Optional[_OneOrSeveral] = None,
        doc_type: Optional[_OneOrSeveral] = None,
        date_from: Optional[str] = None,
        date_to: Optional[str] = None,
        as_of: Optional[str] = None,
    ) -> list[Hit]:
        """Finds passages, without an answer."""
    def quote(self, source: str, lines: str) -> Quote:
        """Returns the words at a locator such as ``p.1 L3-L5``, or at a section's own name."""
    def verify(self, answer: Union[Answer, str], *, paste: Optional[str] = None) -> Verification:
        """Checks a saved answer against the archive, as ``twolane verify`` does."""

def open(
    archive: Optional[_Path] = None,
    *,
    config: Optional[_Path] = None,
    model_dir: Optional[_Path] = None,
    offline: bool = False,
) -> Archive:
    """Opens an archive: a folder, or a database ``postgres://…``.

    Without a name, it is the archive of the command line. Nothing is made until ``ingest``.
    """
