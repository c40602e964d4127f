"""Threads, interrupts and forks."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import twolane
from conftest import DOG, PAPERS, python

# A long text of the user's own takes a while to read.
LONG = "\n".join(f"On May {n % 28 + 1}, Ms. Doe walked dog number {n} without a license past the town hall." for n in range(6000))


def test_another_thread_runs_while_one_asks(archive: twolane.Archive) -> None:
    ticks: list[float] = []
    done = threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.002)

    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.monotonic()
    archive.ask("How many dogs walked past?", paste=LONG)
    end = time.monotonic()
    done.set()
    thread.join()
    inside = [t for t in ticks if begin <= t <= end]
    # With the lock held there would be one tick in all of the call.
    longest = max(b - a for a, b in zip([begin, *inside], [*inside, end]))
    assert end - begin > 0.05 and len(inside) > 5 and longest < (end - begin) / 2, (end - begin, len(inside), longest)


def test_two_questions_are_answered_at_the_same_time(archive: twolane.Archive) -> None:
    archive.ask(DOG)
    spans: dict[str, tuple[float, float]] = {}

    def ask(name: str, question: str, **more: Any) -> None:
        begin = time.monotonic()
        assert archive.ask(question, **more).text
        spans[name] = (begin, time.monotonic())

    slow = threading.Thread(target=ask, args=("slow", "How many dogs walked past?"), kwargs={"paste": LONG})
    slow.start()
    time.sleep(0.02)
    quick = threading.Thread(target=ask, args=("quick", DOG))
    quick.start()
    quick.join()
    slow.join()
    # The second began later and ended earlier, so it did not wait for the first.
    assert spans["slow"][0] < spans["quick"][0] < spans["quick"][1] < spans["slow"][1], spans


def test_an_exception_of_progress_ends_the_ingest(tmp_path: Path) -> None:
    archive = twolane.open(tmp_path / "archive")

    def refuse(event: dict[str, Any]) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        archive.ingest([PAPERS], progress=refuse)
    assert archive.ingest([PAPERS / "town" / "faq.md"]).sources == 1


INTERRUPTED = """
import signal, sys, twolane
# A background job of a shell would ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)
archive = twolane.open(sys.argv[1])
def ready(event=None):
    print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
else:
    print("not interrupted", flush=True)
print(archive.ingest([sys.argv[3]]).sources, archive.ask("What does a dog license cost?").status, flush=True)
"""


@pytest.mark.parametrize(
    "call",
    [
        "archive.ingest([sys.argv[2]], progress=ready)",
        "ready(); [archive.ask('How many dogs walked past?', paste=sys.stdin.read()) for _ in range(1000)]",
        "ready(); [archive.search('dog license') for _ in range(100000)]",
    ],
)
def test_ctrl_c_ends_a_call_and_nothing_else(tmp_path: Path, place: Path, call: str) -> None:
    where = tmp_path / "archive" if "ingest" in call else place
    code = INTERRUPTED.format(call=call)
    command = python(code, str(where), str(PAPERS), str(PAPERS / "town" / "faq.md"))
    with (tmp_path / "long.txt").open("w+") as text:
        text.write(LONG)
        text.seek(0)
        child = subprocess.Popen(command, stdin=text, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.3)
    begin = time.monotonic()
    child.send_signal(signal.SIGINT)
    lines = [line.strip() for line in child.stdout if line != "ready\n"]
    assert lines[0] == "interrupted", lines
    assert lines[1].split()[0] == "1", lines
    assert child.wait() == 0
    assert time.monotonic() - begin < 30
    assert not workers_of(child.pid), "a worker outlived its parent"


def workers_of(parent: int) -> list[str]:
    """Returns the workers that this process started and left behind."""
    listed = subprocess.run(["ps", "-eo", "ppid=,args="], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if line.split()[0] == str(parent) and " worker" in line]


def test_a_fork_says_what_to_do(archive: twolane.Archive) -> None:
    archive.ask(DOG)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            archive.ask(DOG)
            said = "no error"
        except BaseException as error:
            said = f"{type(error).__name__}: {error}"
        os.write(writing, said.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as said:
        assert "Error: this process is a fork" in said.read()
    assert os.waitpid(child, 0)[1] == 0
