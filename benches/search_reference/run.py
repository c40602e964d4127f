#!/usr/bin/env python3
"""Whole hybrid search, ours against LanceDB, Chroma and Qdrant's local mode, in one run.

    python3 -m venv ENV && ENV/bin/pip install -r benches/search_reference/requirements.txt
    ENV/bin/python benches/search_reference/run.py --judged FOLDER --model MODEL_FOLDER --work DIR

`--judged` holds judged sets in BEIR's layout, `--model` is all-MiniLM-L6-v2 (`twolane models get`),
`--work` keeps texts, vectors and stores (the vectors are used again by the next run). Our side is
`benches/programs/search_reference.rs`, which this builds with cargo. The result goes to `benches/runs/`.

What is the same for all:
- one store with the passages of all corpora, in one shuffled order; every query is searched over the
  whole of it;
- texts (title, line break, text, as the archive gives them to a model) and vectors, which are made
  once, beforehand, by onnxruntime; a query's vector is there when its clock starts, and no reranker runs;
- a search is one call that gives ten hits with their texts, one query at a time, in the order of the
  files, after twenty searches that don't count; each system has a process of its own, alone at work;
- rounds go over all systems in turn; reported times are the medians of the rounds, ratios to ours the
  medians of each round's ratio; what takes longer than `--long` seconds a round is not repeated;
- nDCG@10 comes from one scorer (`benches/beir.py`).

With `--fill N` made passages stand between the real ones until there are N: the first half of one real
passage and the second half of another, with the vector of the first and noise in a random direction, as far
away as that passage's own nearest neighbour among 8,000. What is judged stays what it was.

It takes about half an hour on two cores after the vectors are there; a good part of it is Qdrant's local
mode, which commits every passage to its file by itself. `--systems` and `--rounds 1` make it shorter.

Ingest has texts and vectors in memory when its clock starts, and ends when the store can be searched
and is closed. What each system does is in the result, beside its figures (`what`)."""

import argparse
import datetime
import hashlib
import json
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent))

import beir
import peers

SETS = ("condqa", "orsharc", "cranfield", "lbrag", "obliqa")
# Questions over another set's corpus.
SHARED_CORPUS = {"obliqa_mp": "obliqa"}
OURS = "twolane"
PEERS = ("lancedb", "lancedb-hnsw", "chroma", "qdrant-local", "qdrant-edge")
# Our row that all times are divided by.
BASE = "hybrid"


def write_lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def merge(judged, sets, folder):
    """Writes all sets as one in BEIR's layout; names get their set in front. Returns queries, gold and counts."""
    (folder / "qrels").mkdir(parents=True, exist_ok=True)
    passages, queries, gold, counts = [], [], {}, {}
    for name in sets:
        corpus = SHARED_CORPUS.get(name, name)
        documents, asked, judgements = beir.load(judged / name, judged / corpus / "corpus.jsonl")
        if corpus == name:
            passages += [{"_id": f"{name}/{d['_id']}", "title": d.get("title", ""), "text": d["text"]} for d in documents]
        queries += [{"_id": f"{name}/{q['_id']}", "text": q["text"]} for q in asked]
        for query in asked:
            gold[f"{name}/{query['_id']}"] = {f"{corpus}/{d}": g for d, g in judgements[query["_id"]].items()}
        counts[name] = {"passages": len(documents), "queries": len(asked)}
    # One set after the other would cut the sets that came first off from every HNSW graph (with Chroma's, the
    # share of the true first ten that is found fell from .99 to .70 on the first set).
    random.Random(17).shuffle(passages)
    write_lines(folder / "corpus.jsonl", passages)
    write_lines(folder / "queries.jsonl", queries)
    rows = [f"{q}\t{d}\t{g}\n" for q, judged_documents in gold.items() for d, g in judged_documents.items()]
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n" + "".join(rows), "utf-8")
    return queries, gold, counts


def build():
    """Builds our side and returns its path."""
    package = ["-p", "twolane-benches", "--bin", "search_reference"]
    command = ["cargo", "build", "--release", "--locked", *package, "--message-format=json"]
    built = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    messages = [json.loads(line) for line in built.stdout.splitlines() if line.startswith("{")]
    return next(m["executable"] for m in messages if m.get("executable") and m["target"]["name"] == "search_reference")


def embed(model, texts, out):
    """Vectors of texts as raw little-endian f32, unless the file has those of these texts already."""
    weights = hashlib.sha256((Path(model) / "model.safetensors").read_bytes()).hexdigest()
    key = hashlib.sha256("\0".join([weights, *texts]).encode()).hexdigest()
    side = out.with_suffix(".json")
    if not (side.exists() and json.loads(side.read_text())["key"] == key):
        from minilm_onnx import BiEncoder

        start = time.perf_counter()
        vectors = BiEncoder(model, threads=os.cpu_count()).embed(texts).astype("<f4")
        out.write_bytes(vectors.tobytes())
        seconds = round(time.perf_counter() - start, 1)
        side.write_text(json.dumps({"key": key, "rows": len(texts), "seconds": seconds, "weights_sha256": weights}))
    return json.loads(side.read_text())


def add_made(corpus, count):
    """Puts made passages between the real ones until there are `count`: the first half of one, which gives
    the title too, and the second half of another."""
    rng = random.Random(7)
    real = [json.loads(line) for line in corpus.read_text("utf-8").splitlines()]
    rows = list(real)
    while len(rows) < count:
        first, second = rng.sample(range(len(real)), 2)
        head, tail = real[first]["text"].split(), real[second]["text"].split()
        text = " ".join(head[: (len(head) + 1) // 2] + tail[len(tail) // 2 :])
        rows.append({"_id": f"made/{len(rows)}/{real[first]['_id']}", "title": real[first]["title"], "text": text})
    rng.shuffle(rows)
    write_lines(corpus, rows)


def vectors_of_made(names, real, vectors, out):
    """Vectors of all passages in the order of their names: a made one has that of the passage that its first
    half is of, and noise in a random direction, as far away as that passage's nearest neighbour among 8,000."""
    import numpy as np

    rng = np.random.default_rng(7)
    rows = dict(zip(real, np.fromfile(vectors, "<f4").reshape(len(real), -1)))
    some = np.array([rows[name] for name in real[:8000]])
    made = [name for name in names if name not in rows]
    for start in range(0, len(made), 2000):
        part = made[start : start + 2000]
        of = np.array([rows[name.split("/", 2)[2]] for name in part])
        near = of @ some.T
        near[near > 0.99999] = -1  # The passage itself, and copies of it.
        noise = rng.standard_normal(of.shape, dtype="f4")
        noise /= np.linalg.norm(noise, axis=1, keepdims=True)
        of += noise * np.sqrt(np.maximum(0, 2 - 2 * near.max(1)))[:, None]
        rows.update(zip(part, of / np.linalg.norm(of, axis=1, keepdims=True)))
    np.array([rows[name] for name in names], "<f4").tofile(out)


def processor_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def files(folder):
    """Bytes of all files of a store, and what they take on the disk."""
    found = [path.stat() for path in folder.rglob("*") if path.is_file()]
    return {"bytes": sum(f.st_size for f in found), "allocated": sum(f.st_blocks * 512 for f in found)}


class Work:
    """Paths of a run and the commands of each system."""

    def __init__(self, folder, ours):
        self.corpus, self.texts, self.queries = folder / "corpus", folder / "texts.jsonl", folder / "corpus" / "queries.jsonl"
        self.passages, self.asked, self.stores, self.ours = folder / "passages.f32", folder / "queries.f32", folder / "stores", ours

    def ingest(self, system):
        store = self.stores / system
        if system == OURS:
            return [self.ours, "ingest", self.corpus, store, self.texts, self.passages]
        return [sys.executable, HERE / "peers.py", "ingest", system, store, self.texts, self.passages]

    def serve(self, system):
        store = self.stores / system
        if system == OURS:
            return [self.ours, "serve", store, self.queries, self.asked]
        return [sys.executable, HERE / "peers.py", "serve", system, store, self.queries, self.asked]


def ingest(work, system):
    """Fills a new store in a process of its own."""
    shutil.rmtree(work.stores / system, ignore_errors=True)
    run = subprocess.run([str(part) for part in work.ingest(system)], stdout=subprocess.PIPE, text=True)
    if run.returncode:
        raise SystemExit(f"{system}: ingest failed with {run.returncode}: {run.stdout[-2000:]}")
    return json.loads(run.stdout.splitlines()[-1])


class Server:
    """A process that searches one store."""

    def __init__(self, work, system):
        self.system = system
        command = [str(part) for part in work.serve(system)]
        # LanceDB warns of a column that it adds to what was asked for, once for each search.
        environment = {**os.environ, "LANCEDB_LOG": "error"}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        self.about = self.answer()

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.system} ended with {self.process.wait()}")
        return json.loads(line)

    def round(self, row):
        before = processor_seconds(self.process.pid)
        self.process.stdin.write(row + "\n")
        self.process.stdin.flush()
        answer = self.answer()
        answer["processor_s"] = processor_seconds(self.process.pid) - before
        answer["peak_mib"] = peers.peak_mib(self.process.pid)
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def quantile(values, share):
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def quality(ranked, queries, gold):
    """nDCG@10 and recall@10 by set, and their mean over the sets."""
    by_set = {}
    for query, names in zip(queries, ranked, strict=True):
        found = beir.metrics(names, gold[query["_id"]])
        by_set.setdefault(query["_id"].split("/")[0], []).append(found)
    means = {name: beir.mean(rows) for name, rows in by_set.items()}
    return {
        metric: {name: round(row[metric], 4) for name, row in means.items()}
        | {"mean": round(statistics.mean(row[metric] for row in means.values()), 4)}
        for metric in ("ndcg_at_10", "recall_at_10")
    }


def rounded(value):
    return round(value, 3)


def measure_searches(work, systems, queries, gold, rounds, long):
    servers = [Server(work, system) for system in systems]
    rows = [(server, row["name"]) for server in servers for row in server.about["rows"]]
    taken = {(server.system, row): [] for server, row in rows}
    for number in range(rounds):
        # Each round begins elsewhere, so that no system always follows the same one.
        start = number * len(rows) // max(rounds, 1)
        for server, row in rows[start:] + rows[:start]:
            answers = taken[server.system, row]
            if any(sum(answer["ms"]) > 1e3 * long for answer in answers):
                continue
            answers.append(server.round(row))
            print(f"round {number + 1}: {server.system}, {row}: p50 {quantile(answers[-1]['ms'], 0.5):.2f} ms", flush=True)
    result = {}
    for server in servers:
        about = {key: value for key, value in server.about.items() if key != "rows"}
        result[server.system] = {**about, "search": {}}
        for row in server.about["rows"]:
            answers = taken[server.system, row["name"]]
            p50s, p95s = ([quantile(a["ms"], share) for a in answers] for share in (0.5, 0.95))
            count = len(queries) + min(20, len(queries))
            result[server.system]["search"][row["name"]] = {
                "what": row["what"],
                "p50_ms": rounded(statistics.median(p50s)),
                "p95_ms": rounded(statistics.median(p95s)),
                "rounds": [{"p50_ms": rounded(a), "p95_ms": rounded(b)} for a, b in zip(p50s, p95s)],
                "processor_ms_per_search": rounded(statistics.median(1e3 * a["processor_s"] / count for a in answers)),
                "same_ranking_in_all_rounds": all(a["ranked"] == answers[0]["ranked"] for a in answers),
                "bytes_of_texts": answers[0].get("bytes_of_texts"),
                **quality(answers[0]["ranked"], queries, gold),
            }
        result[server.system]["search_peak_mib"] = max(a["peak_mib"] for r in server.about["rows"] for a in taken[server.system, r["name"]])
        server.close()
    return result


def compare(result):
    """Every row against ours: median over the rounds of time over time, difference of the means of nDCG@10."""
    base = result[OURS]["search"][BASE]
    ratios = {}
    for system, figures in result.items():
        for row, found in figures["search"].items():
            over = lambda key: statistics.median(a[key] / b[key] for a, b in zip(found["rounds"], base["rounds"]))
            ratios[f"{system}, {row}"] = {
                "p50": rounded(over("p50_ms")),
                "p95": rounded(over("p95_ms")),
                "ndcg_at_10_minus_ours": round(found["ndcg_at_10"]["mean"] - base["ndcg_at_10"]["mean"], 4),
            }
        figures["ratios_to_ours"] = {
            "passages_per_s": rounded(figures["ingest"]["passages_per_s"] / result[OURS]["ingest"]["passages_per_s"]),
            "bytes": rounded(figures["bytes_at_rest"]["bytes"] / result[OURS]["bytes_at_rest"]["bytes"]),
        }
    return ratios


def processor():
    names = [l.split(":")[1].strip() for l in Path("/proc/cpuinfo").read_text().splitlines() if l.startswith("model name")]
    return names[0] if names else platform.processor()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judged", type=Path, required=True, help="folder of judged sets")
    parser.add_argument("--model", type=Path, required=True, help="folder of all-MiniLM-L6-v2")
    parser.add_argument("--work", type=Path, required=True, help="folder for texts, vectors and stores")
    parser.add_argument("--sets", default=",".join((*SETS, *SHARED_CORPUS)), help="judged sets, parted by commas")
    parser.add_argument("--systems", default=",".join((OURS, *PEERS)), help="systems, parted by commas")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ingests", type=int, help="rounds of ingest, if fewer than --rounds")
    parser.add_argument("--fill", type=int, default=0, metavar="N", help="made passages until there are N")
    parser.add_argument("--ours", help="our example, already built; default: it is built")
    parser.add_argument("--long", type=float, default=60, help="seconds after which a round is not repeated")
    parser.add_argument("--out", type=Path, help="default: benches/runs/DATE-search-against-stores.json")
    options = parser.parse_args()
    systems = options.systems.split(",")
    today = datetime.date.today().isoformat()
    out = options.out or HERE.parent / "runs" / f"{today}-search-against-stores.json"

    options.work.mkdir(parents=True, exist_ok=True)
    work = Work(options.work.resolve(), options.ours or build())
    queries, gold, counts = merge(options.judged, options.sets.split(","), work.corpus)
    order = [json.loads(line)["_id"] for line in (work.corpus / "corpus.jsonl").read_text("utf-8").splitlines()]
    if options.fill:
        add_made(work.corpus / "corpus.jsonl", options.fill)
    shutil.rmtree(work.stores, ignore_errors=True)
    work.stores.mkdir()
    words = work.stores / "texts"
    subprocess.run([work.ours, "texts", work.corpus, words, work.texts], check=True)
    shutil.rmtree(words)
    written = [json.loads(line) for line in work.texts.read_text("utf-8").splitlines()]
    passages = len(written)
    # In the order that they have without made ones, so that vectors once computed are used again.
    by_name = {row["id"]: row["text"] for row in written}
    texts = [by_name[name] for name in order]
    embedded = embed(options.model, texts, work.passages)
    if options.fill:
        filled = work.passages.with_name("filled.f32")
        vectors_of_made([row["id"] for row in written], order, work.passages, filled)
        work.passages = filled
    embed(options.model, [q["text"] for q in queries], work.asked)

    ingests = {system: [] for system in systems}
    for number in range(min(options.rounds, options.ingests or options.rounds)):
        for system in systems:
            if any(done["seconds"] > options.long for done in ingests[system]):
                continue
            ingests[system].append(ingest(work, system))
            print(f"round {number + 1}: {system}: ingest {ingests[system][-1]['seconds']:.1f} s", flush=True)
    load = os.getloadavg()[0]
    result = measure_searches(work, systems, queries, gold, options.rounds, options.long)
    for system in systems:
        seconds = statistics.median(i["seconds"] for i in ingests[system])
        result[system]["ingest"] = {
            **ingests[system][-1],
            "seconds": rounded(seconds),
            "rounds": [rounded(i["seconds"]) for i in ingests[system]],
            "passages_per_s": round(passages / seconds, 1),
        }
        result[system]["bytes_at_rest"] = files(work.stores / system)
    ratios = compare(result) if OURS in result else {}
    report = {
        "date": today,
        "command": "run.py --judged FOLDER --model MODEL_FOLDER --work DIR"
        f" --sets {options.sets} --systems {options.systems} --rounds {options.rounds} --fill {options.fill} --long {options.long:g}" + (f" --ingests {options.ingests}" if options.ingests else ""),
        "machine": {"processor": processor(), "cores": os.cpu_count(), "system": platform.platform(), "python": platform.python_version(), "load_before_searches": load},
        "passages": passages,
        "of_them_made": passages - len(texts),
        "bytes_of_real_texts": sum(len(text.encode()) for text in texts),
        "vectors": {"dimensions": work.passages.stat().st_size // 4 // passages, **embedded},
        "sets": counts,
        "rounds": options.rounds,
        "systems": result,
        f"over_{OURS}_{BASE}": ratios,
    }
    out.write_text(json.dumps(report, indent=1) + "\n")
    print(table(result, ratios))
    print(out)


def table(result, ratios):
    lines = ["| system, row | p50 ms | p95 ms | p50 over ours | nDCG@10, mean | passages/s | MB of files | MB on disk |", "| --- " * 8 + "|"]
    for system, figures in result.items():
        for row, found in figures["search"].items():
            ratio = ratios.get(f"{system}, {row}", {}).get("p50", "")
            lines.append(
                f"| {system}, {row} | {found['p50_ms']} | {found['p95_ms']} | {ratio} | {found['ndcg_at_10']['mean']} | "
                f"{figures['ingest']['passages_per_s']} | {figures['bytes_at_rest']['bytes'] / 1e6:.1f} | "
                f"{figures['bytes_at_rest']['allocated'] / 1e6:.1f} |"
            )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
