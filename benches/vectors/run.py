#!/usr/bin/env python3
"""Search by vectors, our graph against hnswlib, usearch, faiss and hnsw_rs, in one run.

    python3 -m venv ENV && ENV/bin/pip install -r benches/vectors/requirements.txt
    ENV/bin/python benches/vectors/run.py --judged FOLDER --model MODEL_FOLDER --work DIR

`--judged` holds judged sets in BEIR's layout, `--model` is all-MiniLM-L6-v2 (`twolane models get`), `--work`
keeps texts and vectors. Our side is `programs/vector_speed.rs`, hnsw_rs has a program of its own in `hnsw_rs/`; this
builds both with cargo (or `--ours` and `--hnsw-rs` name them). The result goes to `--out`.

The vectors: 8,000 passages of the sets, embedded; then as many more as a size asks for, each one of those passages
with noise in a random direction, as far away as that passage's own nearest neighbour among the 8,000; in a shuffled
order. The queries are the sets' questions, as they are. What is true is found by comparing all with all in f32.

All systems get M (here `m`) 16 and efConstruction 128, one thread for building, and one for searching. Each is a
process of its own; rounds go over all systems in turn, and what is reported is the best round's queries in a
*processor* second: others may be at work on the machine. The figure at a recall is read between the two values of ef
that enclose it, time over recall. Our figures include scoring by the vectors themselves, and so do those of usearch
in one byte and of faiss in one byte; memory is what the process grew by when it was built (ours: loaded), without the
vectors that are scored again.

Filters let through a share of the rows, drawn by chance. hnswlib asks a Python function for each row, which costs
more than its search; faiss has filters of its own, in its graph and in a plain scan, hnsw_rs in its graph."""

import argparse
import datetime
import json
import os
import platform
import random
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DIMS, K = 384, 10
REAL = 8000
M, EF_CONSTRUCTION = 16, 128
EFS = [32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024]
SHARES = [0.01, 0.1, 0.5]
# Also there: usearch-f32, usearch-bf16, faiss-sq, none of which came first in a run of 50,000.
PEERS = ["hnswlib", "usearch-i8", "faiss-hnsw", "hnsw_rs"]
FILTERING = ["hnswlib", "faiss-hnsw", "hnsw_rs", "faiss-flat"]


def texts(judged, work):
    passages, questions = set(), set()
    for file in sorted(Path(judged).glob("*/corpus.jsonl")):
        for line in file.open():
            row = json.loads(line)
            text = (row.get("title", "") + "\n" + row["text"]).strip()
            if len(text) > 40:
                passages.add(text)
    for file in sorted(Path(judged).glob("*/queries.jsonl")):
        questions.update(json.loads(line)["text"] for line in file.open())
    rng = random.Random(1)
    passages, questions = sorted(passages), sorted(questions)
    rng.shuffle(passages)
    rng.shuffle(questions)
    (work / "texts.json").write_text(json.dumps(passages[:REAL] + questions))


def embed(model, work):
    out = work / "real.f32"
    if not out.exists():
        command = ["cargo", "run", "--release", "-p", "twolane-benches", "--bin", "embed_speed", "--", model, str(work / "texts.json")]
        subprocess.run(command, cwd=ROOT, input=f"{out}\n", text=True, check=True, stdout=subprocess.DEVNULL)
    rows = np.fromfile(out, "<f4").reshape(-1, DIMS)
    return rows[:REAL], rows[REAL:]


def make(real, questions, size, data):
    """Rows, queries and what is true, as files."""
    near = real @ real.T
    np.fill_diagonal(near, -1)
    distance = np.sqrt(np.maximum(0, 2 - 2 * near.max(1)))
    rng = np.random.default_rng(7)
    rows = np.empty((size, DIMS), "<f4")
    for start in range(0, size, len(real)):
        count = min(len(real), size - start)
        part = real[:count]
        if start:
            noise = rng.standard_normal((count, DIMS), dtype="f4")
            noise /= np.linalg.norm(noise, axis=1, keepdims=True)
            part = part + noise * distance[:count, None]
            part /= np.linalg.norm(part, axis=1, keepdims=True)
        rows[start : start + count] = part
    rows = rows[rng.permutation(size)]
    rows.tofile(f"{data}.f32")
    questions.astype("<f4").tofile(f"{data}.q.f32")
    return rows, float(np.median(near.max(1)))


def true_ids(rows, questions, ids=None):
    best = np.full((len(questions), K), -2, "f4")
    found = np.zeros((len(questions), K), np.int64)
    ids = np.arange(len(rows)) if ids is None else ids
    for start in range(0, len(ids), 20000):
        part = ids[start : start + 20000]
        scores = np.concatenate([best, questions @ rows[part].T], 1)
        names = np.concatenate([found, np.broadcast_to(part, (len(questions), len(part)))], 1)
        order = np.argpartition(-scores, K, axis=1)[:, :K]
        best, found = np.take_along_axis(scores, order, 1), np.take_along_axis(names, order, 1)
    return found


class System:
    def __init__(self, name, command):
        self.name = name
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=HERE)

    def ask(self, order):
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        # A library may print, too.
        return json.loads(next(line for line in self.process.stdout if line.startswith("{")))

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def search(system, order, truth, out):
    told = system.ask({"k": K, "out": str(out), **order})
    if "no" in told:
        return None
    found = np.fromfile(out, "<i4").reshape(-1, K)
    right = sum(len(set(a) & set(b)) for a, b in zip(found.tolist(), truth.tolist()))
    return {"recall": right / truth.size, "qps": told["queries"] / told["cpu_s"], "p50_ms": told.get("p50_ms")}


def at(rows, wanted):
    """Queries a processor second at a recall, between the two values of ef that enclose it."""
    rows = sorted(rows, key=lambda row: row["ef"])
    for before, row in zip([None] + rows, rows):
        if row["recall"] >= wanted:
            if before is None:
                return row["qps"]
            share = (wanted - before["recall"]) / (row["recall"] - before["recall"])
            return 1 / ((1 - share) / before["qps"] + share / row["qps"])
    return None


def better(old, new):
    return new if old is None or new["qps"] > old["qps"] else old


def measure(size, options, rows, questions, data, work):
    out, folder = work / "found", work / "ours"
    truth = true_ids(rows, questions)
    folder.mkdir(exist_ok=True)
    for file in folder.iterdir():
        file.unlink()
    python = [sys.executable, str(HERE / "peers.py")]
    ours = [options.ours, data, str(M), str(EF_CONSTRUCTION), str(folder)]
    commands = {"twolane": ours}
    for name in options.systems + ["faiss-flat"]:
        command = [options.hnsw_rs] if name == "hnsw_rs" else python + [name]
        commands[name] = command + [data, str(M), str(EF_CONSTRUCTION)]
    systems = {name: System(name, command) for name, command in commands.items()}
    result = {"size": size, "systems": {}, "filters": {}}
    for name, system in systems.items():
        result["systems"][name] = {"build": system.ask({"build": 1}), "by_ef": {}}
    for _ in range(options.rounds):
        for ef in EFS:
            for name, system in systems.items():
                # Ours walks here in any case; a filter or a small size would make it scan.
                order = {"ef": ef, **({"scan_per_candidate": 0} if name == "twolane" else {})}
                if name != "faiss-flat":
                    rows_of = result["systems"][name]["by_ef"]
                    rows_of[ef] = better(rows_of.get(ef), search(system, order, truth, out))
    rng = np.random.default_rng(3)
    for share in SHARES:
        keep = (rng.random(size) < share).astype(np.uint8)
        keep.tofile(work / "keep")
        within = true_ids(rows, questions, np.flatnonzero(keep))
        figures = {}
        for _ in range(options.rounds):
            for name in ["twolane"] + [name for name in FILTERING if name in systems]:
                # Ours chooses between walk and scan by itself (`None`: with the ef that is preset).
                efs = [0, 1] if name == "faiss-flat" else EFS[4:] + ([None] if name == "twolane" else [])
                if name == "hnswlib" and share > 0.01:
                    continue
                for ef in efs:
                    order = {"filter": str(work / "keep"), **({} if ef is None else {"ef": ef})}
                    told = search(systems[name], order, within, out)
                    rows_of = figures.setdefault(name, {})
                    rows_of[str(ef)] = better(rows_of.get(str(ef)), told)
                    if told and told["recall"] >= 0.99 and name == "hnswlib":
                        break
        enough = {
            name: max((row["qps"] for row in by.values() if row["recall"] >= 0.99), default=None)
            for name, by in figures.items()
        }
        best = max((qps for name, qps in enough.items() if qps and name != "twolane"), default=None)
        ratio = enough["twolane"] / best if best and enough["twolane"] else None
        result["filters"][str(share)] = {"by_ef": figures, "qps_at_recall_.99": enough, "ratio_to_best_peer": ratio}
    for system in systems.values():
        system.close()
    for name, told in result["systems"].items():
        rows_of = [{"ef": ef, **row} for ef, row in told["by_ef"].items() if row]
        told["qps_at_recall"] = {str(r): at(rows_of, r) for r in (0.95, 0.99)}
    ratios = {}
    for recall in ("0.95", "0.99"):
        by = {n: t["qps_at_recall"][recall] for n, t in result["systems"].items()}
        best = max((n for n in by if n != "twolane" and by[n]), key=lambda n: by[n], default=None)
        if best and by["twolane"]:
            build = {n: result["systems"][n]["build"]["cpu_s"] for n in (best, "twolane")}
            ratios[recall] = {
                "best_peer": best,
                "qps": by["twolane"] / by[best],
                "build_time": build["twolane"] / build[best],
            }
    result["ratios"] = ratios
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judged", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--sizes", default="50000,200000")
    parser.add_argument("--systems", default=",".join(PEERS))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ours", help="the built program vector_speed")
    parser.add_argument("--hnsw-rs", help="the built program of hnsw_rs/")
    parser.add_argument("--out", default=str(ROOT / "benches/runs" / f"{datetime.date.today()}-hnsw.json"))
    options = parser.parse_args()
    options.systems = [name for name in options.systems.split(",") if name]
    work = Path(options.work)
    work.mkdir(parents=True, exist_ok=True)
    os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    if options.ours is None:
        subprocess.run(["cargo", "build", "--release", "-p", "twolane-benches", "--bin", "vector_speed"], cwd=ROOT, check=True)
        target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
        options.ours = str(target / "release/vector_speed")
    if options.hnsw_rs is None and "hnsw_rs" in options.systems:
        folder = HERE / "hnsw_rs"
        subprocess.run(["cargo", "build", "--release", "--locked"], cwd=folder, check=True)
        target = Path(os.environ.get("CARGO_TARGET_DIR", folder / "target"))
        options.hnsw_rs = str(target / "release/hnsw_rs_peer")
    texts(options.judged, work)
    real, questions = embed(options.model, work)
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "")
    report = {
        "what": __doc__.split("\n")[0],
        "date": str(datetime.date.today()),
        "command": "benches/vectors/run.py --judged FOLDER --model FOLDER --work DIR"
        + f" --sizes {options.sizes} --rounds {options.rounds}",
        "machine": {"cpu": cpu, "cores": os.cpu_count(), "load": os.getloadavg(), "python": platform.python_version()},
        "packages": {name: version(name) for name in ("faiss-cpu", "hnswlib", "numpy", "usearch")} | {"hnsw_rs": "0.3.4"},
        "m": M,
        "ef_construction": EF_CONSTRUCTION,
        "queries": len(questions),
        "sizes": [],
    }
    for size in map(int, options.sizes.split(",")):
        data = str(work / f"v{size}")
        rows, near = make(real, questions, size, data)
        report["cosine_to_nearest_of_real"] = near
        report["sizes"].append(measure(size, options, rows, questions, data, work))
        Path(options.out).write_text(json.dumps(report, indent=1) + "\n")
        for file in (f"{data}.f32", f"{data}.q.f32"):
            os.unlink(file)


if __name__ == "__main__":
    main()
