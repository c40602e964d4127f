"""Ingest and search of a folder of PDFs: twolane against pymupdf, onnxruntime and LanceDB.

    python pipeline_reference.py --twolane target/release/twolane --model MODEL_FOLDER [--questions FILE] PDF...

Everything runs in one go on the same machine, so the ratios can be compared, not the times:
- pymupdf reading alone (text of every page);
- a plain pipeline with the same model: pymupdf, passages of about 110 words, onnxruntime f32,
  a LanceDB table with a full-text index, hybrid search with LanceDB's own rank fusion;
- `twolane ingest` and `twolane bench` (warm, in process).
"""

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import lancedb
import pymupdf
from lancedb.rerankers import RRFReranker

from minilm_onnx import BiEncoder

WORDS = 110


def read(paths):
    pages, unread = [], []
    for path in paths:
        try:
            with pymupdf.open(path) as document:
                pages.extend((path.name, number + 1, page.get_text()) for number, page in enumerate(document))
        except Exception as error:  # a broken file is a row of the result, not the end of the run
            unread.append(f"{path.name}: {error}")
    return pages, unread


def passages(pages):
    for name, page, text in pages:
        words = text.split()
        for start in range(0, len(words), WORDS):
            yield {"file": name, "page": page, "text": " ".join([name] + words[start : start + WORDS])}


def seconds(work):
    start = time.perf_counter()
    value = work()
    return value, time.perf_counter() - start


def quantiles(times):
    ordered = sorted(times)
    return {
        "p50_ms": round(1e3 * statistics.median(ordered), 3),
        "p95_ms": round(1e3 * ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))], 3),
        "n": len(ordered),
    }


def plain_pipeline(paths, model, questions, folder):
    encoder = BiEncoder(model)
    start = time.perf_counter()
    pages, unread = read(paths)
    rows = list(passages(pages))
    vectors, embed_s = seconds(lambda: encoder.embed([row["text"] for row in rows]))
    table = lancedb.connect(folder).create_table(
        "passages", [row | {"vector": vector} for row, vector in zip(rows, vectors.tolist())]
    )
    table.create_fts_index("text")
    total = time.perf_counter() - start
    reranker, times, embed_times = RRFReranker(), [], []
    for question in questions:
        begin = time.perf_counter()
        vector = encoder.embed([question])[0]
        embed_times.append(time.perf_counter() - begin)
        query = table.search(query_type="hybrid").vector(vector).text(question)
        query.rerank(reranker).limit(10).to_list()
        times.append(time.perf_counter() - begin)
    return {
        "pages": len(pages),
        "passages": len(rows),
        "unread": unread,
        "seconds": round(total, 2),
        "pages_per_s": round(len(pages) / total, 2),
        "passages_embedded_per_s": round(len(rows) / embed_s, 2),
        "search": quantiles(times),
        "search_embedding": quantiles(embed_times),
    }


def ours(binary, paths, model, questions, folder):
    # Two dashes end the flags: a file's name may begin with one.
    common = [str(binary.resolve()), "--archive", str(folder / "archive"), "--model-dir", str(model), "--json", "--quiet"]
    run = subprocess.run(common + ["ingest", "--ocr", "never", "--"] + [str(p) for p in paths], capture_output=True, text=True)
    events = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
    if not events or events[-1].get("event") != "done":
        raise SystemExit(f"twolane ingest failed ({run.returncode}): {run.stderr[-2000:]}")
    done = events[-1]
    file = folder / "questions.txt"
    file.write_text("\n".join(questions) + "\n")
    bench = subprocess.run(
        common + ["bench", "--queries", str(file), "--n", str(max(100, len(questions)))], capture_output=True, text=True
    )
    if bench.returncode:
        raise SystemExit(f"twolane bench failed: {bench.stderr[-2000:]}")
    figures = json.loads(bench.stdout)
    return {
        "pages": done["pages"],
        "passages": done["chunks"],
        "unread": [f"{Path(f['path']).name}: {f['reason']}" for f in done["failed"]],
        "seconds": done["seconds"],
        "pages_per_s": round(done["pages"] / max(done["seconds"], 1e-9), 2),
        "passages_embedded_per_s": figures["ingest"]["chunks_per_s"],
        "search": figures["stages"]["total"],
        "search_embedding": figures["stages"]["embed"],
        "stages": figures["stages"],
        "machine": figures["machine"],
    }


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--twolane", type=Path, required=True)
    arguments.add_argument("--model", type=Path, required=True)
    arguments.add_argument("--questions", type=Path, help="JSON Lines with `question`")
    arguments.add_argument("paths", type=Path, nargs="+", help="PDF files, or folders of them")
    options = arguments.parse_args()
    files = [f for p in options.paths for f in (sorted(p.glob("*.pdf")) if p.is_dir() else [p])]
    if options.questions:
        questions = [json.loads(line)["question"] for line in options.questions.read_text().splitlines() if line.strip()]
    else:
        questions = ["when is the annual meeting", "who was elected moderator", "what is the fee for a permit"]
    (pages, _), alone = seconds(lambda: read(files))
    with tempfile.TemporaryDirectory() as folder:
        mine = ours(options.twolane, files, options.model, questions, Path(folder))
        theirs = plain_pipeline(files, options.model, questions, str(Path(folder) / "lance"))
    ratio = lambda a, b: round(a / b, 3) if b else None
    print(
        json.dumps(
            {
                "files": len(files),
                "pymupdf_read_only": {"pages": len(pages), "pages_per_s": round(len(pages) / alone, 1)},
                "plain_pipeline": theirs,
                "twolane": mine,
                "ratios": {
                    "ingest_pages_per_s_of_plain_pipeline": ratio(mine["pages_per_s"], theirs["pages_per_s"]),
                    "ingest_pages_per_s_of_pymupdf_read_only": ratio(mine["pages_per_s"], len(pages) / alone),
                    "embedding_of_onnxruntime": ratio(
                        mine["passages_embedded_per_s"] or 0, theirs["passages_embedded_per_s"]
                    ),
                    "search_p50_of_plain_pipeline": ratio(mine["search"]["p50_ms"], theirs["search"]["p50_ms"]),
                    "search_p50_without_embedding_of_plain_pipeline": ratio(
                        mine["search"]["p50_ms"] - mine["search_embedding"]["p50_ms"],
                        theirs["search"]["p50_ms"] - theirs["search_embedding"]["p50_ms"],
                    ),
                },
            },
            indent=1,
        )
    )


if __name__ == "__main__":
    main()
