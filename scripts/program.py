"""Runs the program under test and reads its JSON; knows nothing else of it."""

import json
import os
import re
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def call(command: list[str], timeout: float = 300):
    """(object or None, exit code, standard error)."""
    try:
        run = subprocess.run(command, capture_output=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return None, -1, f"no answer in {timeout} s"
    try:
        return json.loads(run.stdout.decode("utf-8", "replace")), run.returncode, run.stderr.decode("utf-8", "replace")
    except ValueError:
        return None, run.returncode, run.stderr.decode("utf-8", "replace")


def answers(cases, template: str, parallel: int = 2, timeout: float = 300, save: Path | None = None):
    """One output a case: {id: (object, exit code, error)}. `{question}` in the template is the
    case's question; other fields of the case may stand there too. `{town?}` becomes `--town` and the
    case's town, or nothing where it has none; so do other fields."""
    def one(case):
        found = call(words_of(template, case), timeout)
        if save:
            save.mkdir(parents=True, exist_ok=True)
            record = {"exit": found[1], "output": found[0], "stderr": found[2][-2000:]}
            (save / f"{case['id']}.json").write_text(json.dumps(record, ensure_ascii=False, indent=1))
        return case["id"], found

    with ThreadPoolExecutor(parallel) as pool:
        return dict(pool.map(one, cases))


def words_of(template: str, case: dict) -> list[str]:
    words = []
    for word in shlex.split(template):
        asked = re.fullmatch(r"\{(\w+)\?\}", word)
        if not asked:
            words.append(word.format_map(Fields(case)))
        elif case.get(asked[1]):
            words += [f"--{asked[1]}", case[asked[1]]]
    return words


class Fields(dict):
    def __missing__(self, key):
        return "{" + key + "}"


def saved(folder: Path):
    """Outputs that `answers` saved earlier, or bare answer objects."""
    found = {}
    for path in sorted(folder.glob("*.json")):
        record = json.loads(path.read_text())
        if "output" in record and "exit" in record:
            found[path.stem] = (record["output"], record["exit"], record.get("stderr", ""))
        else:
            found[path.stem] = (record, 0, "")
    return found


def sources(command: str):
    """What `twolane source list --json` lists; the argument is the command, or a file of its output."""
    if Path(command).is_file():
        listed, code, error = json.loads(Path(command).read_text()), 0, ""
    else:
        listed, code, error = call(shlex.split(command))
    if not listed:
        raise SystemExit(f"`{command}` gave no JSON (exit {code}): {error[-500:]}")
    return listed["sources"]


def paths_of(listed) -> dict:
    """{source id: path}."""
    return {s["id"]: s.get("path") or (s.get("paths") or [""])[0] for s in listed}


def file_of(path: str, root: Path, names: dict) -> str | None:
    """A source's path as the question file names it: relative to the root, by the longest common tail."""
    if not path:
        return None
    tail = path.split("#")[0].replace(os.sep, "/")
    for name in names:
        if tail == name or tail.endswith("/" + name):
            return name
    return names.get(Path(tail).name) if isinstance(names, dict) else None


def load(path: Path):
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines() if line.strip()]


def table(rows, head):
    """A plain text table."""
    rows = [[str(c) for c in r] for r in [head, *rows]]
    widths = [max(len(r[i]) for r in rows) for i in range(len(head))]
    return "\n".join("  ".join(c.ljust(w) for c, w in zip(r, widths)).rstrip() for r in rows)


def share(part, whole):
    return None if not whole else round(part / whole, 4)
