"""Archives, answers and checks, on the sample papers."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import twolane
from conftest import DOG, PAPERS, PROGRAM


def run(*arguments: str) -> str:
    """Returns what the program of this environment prints."""
    done = subprocess.run([PROGRAM, "--quiet", *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def test_module_and_program_are_of_one_version() -> None:
    assert run("--version").split() == ["twolane", twolane.__version__]


def test_opening_makes_nothing(tmp_path: Path) -> None:
    archive = twolane.open(tmp_path / "none")
    for call in (
        lambda: archive.ask(DOG),
        lambda: archive.search(DOG),
        lambda: archive.quote("faq.md", "L1"),
        lambda: archive.verify("{}"),
    ):
        with pytest.raises(twolane.ArchiveNotFoundError, match="twolane ingest"):
            call()
    assert not (tmp_path / "none").exists()


def test_the_archive_keeps_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    archive = twolane.open("papers")
    monkeypatch.chdir("/")
    assert archive.place == str(tmp_path / "papers")


def test_ingest_reports_counts_failures_and_events(tmp_path: Path) -> None:
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "fees.txt").write_text("The board met on March 3, 2025.\nThe burn permit fee is $20 a year.\n")
    (tmp_path / "papers" / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing else")
    (tmp_path / "papers" / "tool.bin").write_bytes(b"\0\1\2")
    archive = twolane.open(tmp_path / "archive")
    events: list[dict[str, Any]] = []
    with pytest.warns(UserWarning, match="twolane models get"):
        report = archive.ingest(tmp_path / "papers", town="Ashford", progress=events.append)
    assert (report.sources, report.added, report.changed) == (1, 1, 0)
    assert [Path(failure.path).name for failure in report.failures] == ["broken.pdf"]
    assert report.failures[0].reason
    assert report.skipped == {"bin": 1}
    assert report.to_dict() == json.loads(report.to_json()) and report.to_dict()["event"] == "done"
    assert events[0]["event"] == "planned" and {"source", "committed"} <= {e["event"] for e in events}
    answer = archive.ask("What is the burn permit fee?", town="Ashford")
    assert "$20 a year" in answer.facts[0].quote
    assert archive.ingest([str(tmp_path / "papers")], town="Ashford").unchanged == 1


def test_an_archive_follows_what_others_do(tmp_path: Path) -> None:
    paper = tmp_path / "a.txt"
    paper.write_text("The burn permit fee is $20 a year.\n")
    place = tmp_path / "archive"
    archive = twolane.open(place)
    with pytest.warns(UserWarning):
        archive.ingest(paper)
    assert archive.search("burn permit fee")[0].text.startswith("The burn permit")
    paper.write_text("The burn permit fee is $35 a year.\n")
    run("--archive", str(place), "ingest", str(paper))
    assert "$35" in archive.search("burn permit fee")[0].text
    place.rename(tmp_path / "elsewhere")
    with pytest.raises(twolane.ArchiveNotFoundError):
        archive.search("burn permit fee")


def test_wrong_paths_and_values_are_typed_errors(archive: twolane.Archive, tmp_path: Path) -> None:
    fresh = twolane.open(tmp_path / "fresh")
    with pytest.raises(twolane.NotFoundError, match="nowhere"):
        fresh.ingest(["nowhere"])
    with pytest.raises(twolane.Error, match="address on the web"):
        fresh.ingest(["https://town.example/minutes.pdf"])
    with pytest.raises(twolane.InvalidValueError, match="name at least one"):
        fresh.ingest([])
    with pytest.raises(twolane.InvalidValueError):
        fresh.ingest([PAPERS], date="someday")
    for question in ("", "  "):
        with pytest.raises(twolane.InvalidValueError, match="question"):
            archive.ask(question)
    with pytest.raises(twolane.InvalidValueError, match="Aldersfield"):
        archive.ask(DOG, town="Aldersfeild on Sea")
    with pytest.raises(twolane.InvalidValueError, match="closest matches: civic"):
        archive.ask(DOG, form="civics")  # type: ignore[arg-type]
    with pytest.raises(twolane.InvalidValueError, match="not a date"):
        archive.search(DOG, date_from="someday")
    with pytest.raises(twolane.InvalidValueError, match="empty"):
        archive.search("")
    with pytest.raises(twolane.NotFoundError, match="no source is called"):
        archive.quote("nothing.pdf", "p.1 L1")
    with pytest.raises(twolane.NotFoundError):
        archive.quote("faq.md", "L99999")
    with pytest.raises(twolane.InvalidValueError, match="can't be checked"):
        archive.verify("no JSON")
    with pytest.raises(twolane.Error, match="configuration"):
        twolane.open(config=tmp_path / "none.toml")
    with pytest.raises(TypeError):
        archive.ask(5)  # type: ignore[arg-type]


def test_two_writers_are_told_apart(tmp_path: Path) -> None:
    archive, other = twolane.open(tmp_path / "archive"), twolane.open(tmp_path / "archive")
    busy: list[str] = []

    def meanwhile(event: dict[str, Any]) -> None:
        if event["event"] == "planned":
            with pytest.raises(twolane.ArchiveBusyError, match="process") as error:
                other.ingest([PAPERS / "town"])
            busy.append(str(error.value))

    with pytest.warns(UserWarning):
        archive.ingest([PAPERS / "town"], progress=meanwhile)
    assert busy


def test_answers_are_those_of_the_command_line(archive: twolane.Archive) -> None:
    answer = archive.ask(DOG)
    assert answer.status == "answered" and answer.strength in ("A", "B")
    assert str(answer) == answer.text
    for fact in answer.facts:
        quote = archive.quote(fact.source, fact.lines)
        assert quote == fact.quotes[0]
        assert (quote.text, quote.title, quote.date, quote.page) == (fact.quote, fact.title, fact.date, fact.page)
    assert answer.to_dict() == json.loads(answer.to_json(indent=True))
    assert answer.facts[0].quote in answer.to_markdown()
    printed = run("--archive", archive.place, "ask", "--no-memory", DOG)
    assert answer.text == printed
    same = json.loads(run("--archive", archive.place, "--json", "ask", "--no-memory", DOG))
    assert same["evidence"] == answer.to_dict()["evidence"]


def test_an_unanswered_question_has_gaps(archive: twolane.Archive) -> None:
    answer = archive.ask("How many fish were counted in Mill Brook?")
    assert answer.status == "insufficient"
    assert answer.gaps and all(gap.reason for gap in answer.gaps)
    assert answer.text.startswith("Insufficient evidence")


def test_a_question_back_is_answered_with_context(archive: twolane.Archive) -> None:
    answer = archive.ask("What about that?")
    assert (answer.status, answer.facts, answer.strength) == ("clarify", [], None)
    assert answer.questions and answer.questions[0].prompt in answer.text
    assert answer.to_markdown() == answer.text


def test_conditions_narrow_a_search(archive: twolane.Archive) -> None:
    hits = archive.search("select board", k=5, doc_type="minutes", date_from="2025-06")
    assert 0 < len(hits) <= 5
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert all((hit.date or "") >= "2025-06" and hit.lane == "local" for hit in hits)
    first = hits[0]
    assert archive.quote(first.source, first.lines).text == first.text
    assert first.to_dict()["locator"] == first.lines


def test_a_changed_answer_fails_its_check(archive: twolane.Archive) -> None:
    answer = archive.ask(DOG)
    assert archive.verify(answer)
    checked = archive.verify(answer.to_json())
    assert checked.ok and checked.accounted and checked.made_again == "same"
    assert {quote.verdict for quote in checked.quotes} == {"exact"}
    words = answer.facts[0].quote
    forged = archive.verify(answer.to_json().replace(words[:20], "No dog needs a licens"))
    assert not forged and "exact" not in {quote.verdict for quote in forged.quotes[:1]}


def test_the_model_is_used_where_there_is_one(with_model: twolane.Archive) -> None:
    answer = with_model.ask("What is the price of registering a puppy?")
    assert answer.facts
    assert with_model.verify(answer).accounted
    assert with_model.search("cost of a pet permit", k=3)


def test_without_the_program_nothing_is_read(tmp_path: Path) -> None:
    hidden = PROGRAM.with_name("twolane.hidden")
    PROGRAM.rename(hidden)
    try:
        with pytest.raises(twolane.Error, match="force-reinstall"):
            twolane.open(tmp_path / "archive").ingest([PAPERS])
    finally:
        hidden.rename(PROGRAM)
    assert not (tmp_path / "archive").exists()
