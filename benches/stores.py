#!/usr/bin/env python3
"""An archive in a folder beside the same in a PostgreSQL database, of made chunks: filling, sizes, searches.

    python3 -m venv ENV && ENV/bin/pip install -r benches/requirements.txt
    cargo build --release -p twolane-benches --features postgres --bin store_speed
    ENV/bin/python benches/stores.py --program target/release/store_speed --judged FOLDER --model FOLDER \\
        --work DIR --chunks 20000 200000 1000000 --out FILE

`--judged` holds judged sets in BEIR's layout, `--model` is all-MiniLM-L6-v2 (`twolane models get`), `--work` keeps
what is made. The database is one of `tests/postgres/server.py`, with the settings that the report names; it lies in
the folder of temporary files (`TMPDIR`). For a million chunks have 40 GB free.

A text is 60 to 120 words long: sentences of the judged sets' passages, of which each is followed by the next of its
passage or, every other time, by any. So words are as frequent as they really are, but no new ones come with size.
A vector is one of a real passage with noise, as in `vectors/run.py`, and has nothing to do with the text. Sources
have 50 chunks, each on a page of its own, and the towns take turns; a commit follows every 2,000 chunks. The
questions are the sets'.

Folder and database are filled by the same program from the same files, each alone; the database is then vacuumed and
analysed, as its autovacuum would do. Searches run in turns, each time in a new process, after at most 20 of each kind
that don't count: by words, by vectors, and both one after the other, 100 hits each; then the same among the chunks of
one town in a hundred, the look-up of which those are included. Reading the texts of the first ten is timed by itself.
Times are medians of the rounds. Of the first ten, `words` tells how many both stores have in common, and
`recall_at_10` how many of the true ones, found by comparing all with all, each store finds by vectors.

Processor time is that of the program and, beside it, of the server's processes. `peak_mb` is the most memory that the
program held; `server_pss_mb` is that of the server's processes with their shared buffers, the most of what was seen
after each kind of search. A kind of search that takes longer than `--seconds` stops there, and a statement that the
server ends because it took a minute counts as failed, with its time."""

import argparse
import datetime
import hashlib
import importlib.util
import json
import os
import platform
import random
import re
import shutil
import statistics
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import numpy as np
from minilm_onnx import BiEncoder

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
# PostgreSQL on a machine with some memory; `server.py` alone would leave out fsync, which the folder does not.
SETTINGS = {"shared_buffers": "2GB", "maintenance_work_mem": "2GB", "max_wal_size": "8GB", "fsync": "on"}
STORES = ("folder", "database")
LONGEST_SENTENCE = 60
K = 10


def by_path(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


vectors = by_path("vectors_run", HERE / "vectors/run.py")


def embed(model, texts, work):
    """Vectors of texts, unless they are there."""
    key = hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]
    kept = work / f"real-{key}.npy"
    if not kept.exists():
        np.save(kept, BiEncoder(model, threads=os.cpu_count()).embed(texts))
    return np.load(kept)


def sentences(passages):
    """Sentences as lists of words, passage after passage; long ones in parts."""
    found = []
    for passage in passages:
        for sentence in re.split(r"(?<=[.!?;:])\s+", passage):
            words = sentence.replace("\0", "").split()
            found += [words[at : at + LONGEST_SENTENCE] for at in range(0, len(words), LONGEST_SENTENCE)]
    return found


def write_texts(path, found, count):
    """One text a line. The first ones are the same for every count."""
    draw = random.Random(11)
    with path.open("w", encoding="utf-8") as out:
        for _ in range(count):
            words, wanted, place = [], draw.randint(60, 120), None
            while len(words) < wanted:
                stay = place is not None and draw.random() < 0.5
                place = (place + 1) % len(found) if stay else draw.randrange(len(found))
                words += found[place]
            out.write(" ".join(words[:wanted]) + "\n")


def made(options, size, real, questions, asked, found):
    """Files of a size, and the cosine of real passages to their nearest."""
    data = options.work / f"made-{size}"
    near = vectors.make(real, questions, size, str(data))[1]
    write_texts(Path(f"{data}.txt"), found, size)
    Path(f"{data}.q.txt").write_text("".join(" ".join(text.split()) + "\n" for text in asked), "utf-8")
    return data, near


def processes_of(parent):
    """Processes below one, with the seconds that each and its ended children took."""
    below, seconds = {}, {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            below.setdefault(int(fields[1]), []).append(int(entry))
            seconds[int(entry)] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    waiting, found = list(below.get(parent, [])), {}
    while waiting:
        process = waiting.pop()
        found[process] = seconds[process]
        waiting += below.get(process, [])
    return found


def pss(process):
    """Memory of a process, what it shares divided among those that share it."""
    try:
        text = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in text.splitlines() if line.startswith("Pss:")), 0)


class Server:
    """A PostgreSQL of `tests/postgres/server.py`, that ends with this program."""

    def __init__(self, target, settings):
        command = [sys.executable, str(ROOT / "tests/postgres/server.py"), str(target)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        told = self.tell({"do": "primary", "settings": settings})
        self.number = told["server"]
        self.address = f"postgres://postgres:{told['password']}@127.0.0.1:{told['port']}"

    def tell(self, command):
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        told = json.loads(self.process.stdout.readline() or '{"error": "the server ended"}')
        if "error" in told:
            raise SystemExit(f"{command}: {told['error']}")
        return told

    def sql(self, text, database="postgres"):
        command = {"do": "sql", "server": self.number, "database": database, "text": text}
        return self.tell(command)["out"].strip()

    def rows(self, text, database="postgres"):
        return json.loads(self.sql(f"SELECT coalesce(json_agg(t), '[]') FROM ({text}) t", database))

    def seconds(self):
        return sum(processes_of(self.process.pid).values())

    def memory(self):
        return sum(pss(process) for process in processes_of(self.process.pid))

    def about(self):
        settings = self.rows("SELECT name, current_setting(name) AS value FROM pg_settings WHERE source = 'command line'")
        # Where it listens changes with each run.
        own = ("port", "unix_socket_directories", "listen_addresses")
        return {
            "version": self.sql("SHOW server_version"),
            "pgvector": self.sql("SELECT default_version FROM pg_available_extensions WHERE name = 'vector'"),
            "jit": self.sql("SELECT pg_jit_available()") == "t",
            "settings": {row["name"]: row["value"] for row in settings if row["name"] not in own},
        }

    def sizes(self, database):
        of = "FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'twolane'"
        tables = self.rows(
            "SELECT c.relname AS name, pg_relation_size(c.oid) AS heap, pg_indexes_size(c.oid) AS indexes,"
            f" pg_total_relation_size(c.oid) AS bytes {of} AND c.relkind = 'r' ORDER BY 4 DESC, 1",
            database,
        )
        for table in tables:
            table["rows"] = int(self.sql(f'SELECT count(*) FROM twolane."{table["name"]}"', database))
        indexes = self.rows(
            "SELECT c.relname AS name, i.indrelid::regclass::text AS of, pg_relation_size(c.oid) AS bytes"
            " FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace"
            " WHERE n.nspname = 'twolane' ORDER BY 3 DESC, 1",
            database,
        )
        return {
            "bytes": int(self.sql(f"SELECT pg_database_size('{database}')")),
            "bytes_of_log": int(self.sql("SELECT sum(size) FROM pg_ls_waldir()")),
            "tables": [table for table in tables if table["rows"]],
            "indexes": [index for index in indexes if index["bytes"] > 8192],
        }

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def files(folder):
    """Bytes of all files of a folder, and what they take on the disk."""
    found = [path.stat() for path in folder.rglob("*") if path.is_file()]
    return {"bytes": sum(f.st_size for f in found), "allocated": sum(f.st_blocks * 512 for f in found)}


def run(arguments, server, label):
    """Lines that the program tells, and what the server did meanwhile."""
    before, start, marks, most, told = server.seconds(), time.monotonic(), [], 0, []
    process = subprocess.Popen([str(part) for part in arguments], stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        one = json.loads(line)
        if "mark" in one:
            marks.append(server.seconds())
            continue
        if "kind" in one:
            one["server_cpu_ms"] = 1e3 * (marks[-1] - marks[-2]) / max(1, one["queries"])
        most = max(most, server.memory())
        told.append(one)
        shown = {k: round(v, 2) for k, v in one.items() if isinstance(v, (int, float)) and not isinstance(v, bool)}
        print(label, {k: one[k] for k in ("kind", "within") if k in one} | shown, flush=True)
    if process.wait() or not told or not told[-1].get("done"):
        raise SystemExit(f"{label}: {arguments[1]} ended with {process.returncode}")
    return told, {
        "wall_s": round(time.monotonic() - start, 2),
        "server_cpu_s": round(server.seconds() - before, 2),
        "server_pss_mb": round(most / 1e6),
    }


def fill(options, size, data, places, server):
    report = {}
    for store, place in places.items():
        arguments = [options.program, "fill", place, size, f"{data}.f32", f"{data}.txt"]
        if size > options.graph_at_end:
            arguments += [options.a_commit, size]
        told, beside = run(arguments, server, f"{size}, {store}: fill")
        whole = told[-1]
        report[store] = {
            "chunks_per_s": round(whole["chunks_per_s"], 1),
            **{name: round(whole[name], 2) for name in ("wall_s", "cpu_s", "putting_s", "committing_s")},
            # Beside the folder, what a server does that has nothing to do.
            **{name: beside[name] for name in ("server_cpu_s", "server_pss_mb")},
            "peak_mb": round(whole["peak_bytes"] / 1e6),
            "chunks_a_commit": whole["chunks_a_commit"],
            "tenths": [{"chunks": t["chunks"], "wall_s": round(t["wall_s"], 2), "cpu_s": round(t["cpu_s"], 2)} for t in told],
            "load": os.getloadavg()[0],
        }
        if store == "folder":
            report[store] |= {"size": files(Path(place)), "parts": whole["stats"]["bytes"]}
        else:
            name = place.rpartition("/")[2]
            start = time.monotonic()
            server.sql("VACUUM (ANALYZE)", name)
            server.sql("CHECKPOINT")
            report[store]["vacuum_s"] = round(time.monotonic() - start, 2)
            report[store]["size"] = server.sizes(name)
    shape = {name: whole[name] for name in ("chunks_of_source", "towns", "town_of_filter")}
    return report, shape


def search(options, size, data, places, server):
    """Rounds of each store: by kind and filter."""
    rounds = {store: [] for store in places}
    for number in range(options.rounds):
        # Every other round begins with the other store.
        for store in list(places)[:: -1 if number % 2 else 1]:
            arguments = [options.program, "search", places[store], f"{data}.q", options.queries, options.seconds]
            told, beside = run(arguments, server, f"{size}, {store}, round {number + 1}")
            kinds = {f"{t['kind']}, {t['within']}": t for t in told[:-1]}
            rounds[store].append({"kinds": kinds, "load": os.getloadavg()[0], **told[-1], **beside})
    return rounds


def of_store(rounds):
    """Medians of the rounds of a store."""
    report = {}
    for kind in rounds[0]["kinds"]:
        told = [each["kinds"][kind] for each in rounds]
        middle = lambda name: round(statistics.median(t[name] for t in told), 3)
        report[kind] = {
            **{name: middle(name) for name in ("p50_ms", "p95_ms", "cpu_ms", "server_cpu_ms", "texts_of_ten_p50_ms")},
            "rounds": [{name: round(t[name], 3) for name in ("p50_ms", "p95_ms")} for t in told],
            "queries": [t["queries"] for t in told],
            "failed": [t["failed"] for t in told],
            "error": next((t["error"] for t in told if t["error"]), None),
        }
    return {
        "kinds": report,
        "open_ms": round(statistics.median(each["open_ms"] for each in rounds), 2),
        "peak_mb": round(max(each["peak_bytes"] for each in rounds) / 1e6),
        "server_cpu_s": [each["server_cpu_s"] for each in rounds],
        "server_pss_mb": max(each["server_pss_mb"] for each in rounds),
        "load": [each["load"] for each in rounds],
    }


def tops(rounds, kind):
    """The first hits for each question, of the round that asked most of them; `None` where the search failed."""
    return max((each["kinds"][kind]["top"] for each in rounds), key=len)


def same_words(rounds, within):
    """How far both stores agree by words."""
    pairs = list(zip(*(tops(rounds[store], f"words, {within}") for store in rounds)))
    both = [(a, b) for a, b in pairs if a is not None and b is not None]
    shared = sum(len(set(a) & set(b)) for a, b in both)
    return {
        "questions": len(both),
        "of_the_folders_first_ten": round(shared / max(1, sum(len(a) for a, _ in both)), 5),
        "same_in_the_same_order": sum(a == b for a, b in both),
    }


def recall(rounds, within, truth):
    report = {}
    for store, each in rounds.items():
        pairs = [(hits, true) for hits, true in zip(tops(each, f"vectors, {within}"), truth) if hits is not None]
        right = sum(len(set(hits) & set(true)) for hits, true in pairs)
        report[store] = {"questions": len(pairs), "recall_at_10": round(right / max(1, K * len(pairs)), 5)}
    return report


def measure(options, size, real, questions, asked, found, server):
    data, near = made(options, size, real, questions, asked, found)
    folder, database = options.work / f"archive-{size}", f"stores_{size}"
    shutil.rmtree(folder, ignore_errors=True)
    server.sql(f"CREATE DATABASE {database}")
    places = {"folder": str(folder), "database": f"{server.address}/{database}"}
    filled, shape = fill(options, size, data, places, server)
    rounds = search(options, size, data, places, server)
    of_source, towns, town = shape["chunks_of_source"], shape["towns"], shape["town_of_filter"]
    of_town = np.flatnonzero(np.arange(size) // of_source % towns == town)
    rows, asked_of = np.fromfile(f"{data}.f32", "<f4").reshape(size, -1), questions[: options.queries]
    truth = {
        "all": vectors.true_ids(rows, asked_of).tolist(),
        "town": vectors.true_ids(rows, asked_of, of_town).tolist(),
    }
    report = {
        "chunks": size,
        "of_the_town": len(of_town),
        "cosine_to_nearest_of_real": round(near, 4),
        "bytes_of_texts": os.path.getsize(f"{data}.txt"),
        "fill": filled,
        "search": {store: of_store(each) for store, each in rounds.items()},
        "words": {within: same_words(rounds, within) for within in truth},
        "vectors": {within: recall(rounds, within, true) for within, true in truth.items()},
        "database_over_folder": {
            kind: {
                name: round(statistics.median(b["kinds"][kind][name] / a["kinds"][kind][name] for a, b in zip(*rounds.values())), 3)
                for name in ("p50_ms", "p95_ms")
            }
            for kind in rounds["folder"][0]["kinds"]
        },
    }
    if not options.keep:
        server.sql(f"DROP DATABASE {database}")
        shutil.rmtree(folder)
        for end in (".f32", ".txt", ".q.f32", ".q.txt"):
            os.unlink(f"{data}{end}")
    return report


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, required=True, help="the built program store_speed")
    parser.add_argument("--model", type=Path, required=True, help="folder of all-MiniLM-L6-v2")
    parser.add_argument("--judged", type=Path, required=True, help="folder of judged sets")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--chunks", type=int, nargs="+", default=[20000])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60, help="for each kind of search in each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--base", type=int, default=5000, help="passages that are embedded")
    parser.add_argument("--target", type=Path, default=Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")),
                        help="folder of builds, where the programs of PostgreSQL are kept")
    parser.add_argument("--graph-at-end", type=int, default=1 << 60, metavar="N",
                        help="with more chunks than this, the graph over the vectors is made once, with the last commit")
    parser.add_argument("--a-commit", type=int, default=2000, help="chunks of a commit where the graph is made at the end")
    parser.add_argument("--setting", action="append", default=[], metavar="NAME=VALUE", help="of PostgreSQL, besides ours")
    parser.add_argument("--keep", action="store_true", help="keep the folder archives and what they were made of")
    options = parser.parse_args()
    options.work = options.work.resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    vectors.texts(options.judged, options.work)
    texts = json.loads((options.work / "texts.json").read_text())
    passages, asked = texts[: vectors.REAL], texts[vectors.REAL :]
    base = passages[: options.base]
    embedded = embed(options.model, base + asked, options.work)
    real, questions = embedded[: len(base)], embedded[len(base) :]
    settings = SETTINGS | dict(setting.split("=", 1) for setting in options.setting)
    server = Server(options.target, settings)
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "")
    report = {
        "what": __doc__.split("\n")[0],
        "date": datetime.date.today().isoformat(),
        "command": "stores.py --program PROGRAM --judged FOLDER --model FOLDER --work DIR --chunks "
        + " ".join(map(str, options.chunks))
        + f" --queries {options.queries} --seconds {options.seconds:g} --rounds {options.rounds} --base {options.base}"
        + (f" --graph-at-end {options.graph_at_end} --a-commit {options.a_commit}" if max(options.chunks) > options.graph_at_end else ""),
        "machine": {
            "cpu": cpu, "cores": os.cpu_count(), "memory_mb": os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 10**6,
            "system": platform.platform(), "load": os.getloadavg()[0], "python": platform.python_version(),
        },
        "packages": {name: version(name) for name in ("numpy", "onnxruntime")},
        "postgres": server.about(),
        "questions": min(options.queries, len(asked)),
        "sizes": [],
    }
    try:
        found = sentences(passages)
        for size in options.chunks:
            report["sizes"].append(measure(options, size, real, questions, asked, found, server))
            options.out.write_text(json.dumps(report, indent=1) + "\n")
            print(table(report["sizes"][-1]), flush=True)
    finally:
        server.close()


def table(size):
    lines = [f"{size['chunks']} chunks", "| search | folder p50, p95 ms | database p50, p95 ms | p50 over the folder's |", "| --- | --- | --- | --- |"]
    for kind, ratio in size["database_over_folder"].items():
        folder, database = (size["search"][store]["kinds"][kind] for store in STORES)
        lines.append(
            f"| {kind} | {folder['p50_ms']}, {folder['p95_ms']} | {database['p50_ms']}, {database['p95_ms']} | {ratio['p50_ms']} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
