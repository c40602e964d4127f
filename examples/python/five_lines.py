"""Asks the sample papers a question: `python examples/python/five_lines.py` in a checkout, with twolane installed."""

import twolane

archive = twolane.open("sample-archive")
archive.ingest(["corpus/papers"])
print(archive.ask("How did the board vote on the culvert?").text)
