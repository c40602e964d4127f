"""The server under load: clients of /search and /ask one request after the other, an ingest beside them.

    python3 benches/serve_load.py --program target/release/twolane --archive ARCHIVE --seconds 600 \
        --ingest FOLDER --out benches/runs/2026-11-24-serve-load.json

Copies the archive, serves the copy, and has another process of the program ingest FOLDER's papers into it over and
over, each time under another town, so that there is something to write. A client that is told to come back waits as
long as it was told (`Retry-After`). Ends the server by SIGTERM in the middle of requests and counts replies that had
begun and did not come whole. Needs no package.
"""

import argparse
import datetime
import http.client
import json
import os
import platform
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class Load:
    """Clients, and what they saw."""

    def __init__(self, address, questions, seconds):
        self.address, self.questions = address, questions
        self.until = time.monotonic() + seconds
        self.lock = threading.Lock()
        self.seen = []  # kind, status, seconds, when
        self.cut = 0
        self.stopping = False

    def client(self, kind, number):
        n = number
        connection = None
        while time.monotonic() < self.until:
            question = self.questions[n % len(self.questions)]
            n += 1
            path, key = ("/search", "query") if kind == "search" else ("/ask", "question")
            began, wait, begun = time.monotonic(), 0.0, False
            try:
                connection = connection or http.client.HTTPConnection(self.address, timeout=180)
                connection.request("POST", path, json.dumps({key: question}), {"Content-Type": "application/json"})
                reply = connection.getresponse()
                status, begun = reply.status, True
                json.loads(reply.read())
                wait = float(reply.headers.get("Retry-After", 0)) if status in (429, 503) else 0.0
                if reply.will_close:
                    connection = None
            except (OSError, http.client.HTTPException, ValueError) as error:
                status, connection = type(error).__name__, None
                if begun:
                    with self.lock:
                        self.cut += 1
                if self.stopping:
                    # A request that came too late was never begun.
                    break
            with self.lock:
                self.seen.append((kind, status, time.monotonic() - began, began))
            if wait:
                time.sleep(min(wait, max(0.0, self.until - time.monotonic())))


def resident(pid):
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) // 1024
    return None


def share(values, part):
    values = sorted(values)
    return round(values[min(len(values) - 1, int(part * len(values)))] * 1000) if values else None


def ingest(program, archive, folder, stop, done):
    n = 0
    while not stop.is_set():
        n += 1
        began = time.monotonic()
        ran = subprocess.run(
            [program, "--offline", "--quiet", "--archive", archive, "ingest", folder, "--town", f"Load {n}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
        )
        done.append((ran.returncode, round(time.monotonic() - began, 1)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--program", default="target/release/twolane")
    parser.add_argument("--archive", required=True)
    parser.add_argument("--questions", default=str(ROOT / "corpus/questions.jsonl"))
    parser.add_argument("--ingest", default=str(ROOT / "corpus/papers"))
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--searchers", type=int, default=50)
    parser.add_argument("--askers", type=int, default=8)
    parser.add_argument("--out")
    args = parser.parse_args()
    questions = [json.loads(line)["question"] for line in Path(args.questions).read_text().splitlines()]
    with tempfile.TemporaryDirectory() as folder:
        archive = os.path.join(folder, "archive")
        shutil.copytree(args.archive, archive)
        command = [args.program, "--offline", "--quiet", "--archive", archive, "serve", "--listen", "127.0.0.1:0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        address = server.stdout.readline().strip().removeprefix("http://")
        load = Load(address, questions, args.seconds)
        kinds = ["search"] * args.searchers + ["ask"] * args.askers
        threads = [threading.Thread(target=load.client, args=(kind, 7 * n)) for n, kind in enumerate(kinds)]
        stop, ingested = threading.Event(), []
        writer = threading.Thread(target=ingest, args=(args.program, archive, args.ingest, stop, ingested))
        began = time.monotonic()
        for thread in [*threads, writer]:
            thread.start()
        memory = []
        while time.monotonic() < load.until - 2:
            time.sleep(2)
            memory.append((round(time.monotonic() - began), resident(server.pid)))
        # In the middle of requests.
        cut_before = load.cut
        load.stopping = True
        server.send_signal(signal.SIGTERM)
        code = server.wait(timeout=60)
        for thread in threads:
            thread.join()
        stop.set()
        writer.join()
    minute = min(60, args.seconds / 3)
    first = [mb for at, mb in memory if at <= minute]
    last = [mb for at, mb in memory if at >= memory[-1][0] - minute]
    result = {
        "what": "serve under load", "date": datetime.date.today().isoformat(), "machine": platform.processor() or platform.machine(),
        "cores": os.cpu_count(), "load_average": [round(x, 1) for x in os.getloadavg()],
        "seconds": args.seconds, "searchers": args.searchers, "askers": args.askers,
        "exit_code": code, "replies_cut_at_the_end": load.cut - cut_before, "replies_cut_before": cut_before,
        "ingests": [{"exit_code": c, "seconds": s} for c, s in ingested],
        "memory_mb": {"first_minute": max(first), "last_minute": max(last)},
    }
    for kind in ("search", "ask"):
        mine = [(status, took) for k, status, took, _ in load.seen if k == kind]
        good = [took for status, took in mine if status == 200]
        statuses = {str(s): sum(1 for status, _ in mine if status == s) for s in sorted({s for s, _ in mine}, key=str)}
        result[kind] = {"requests": len(mine), "statuses": statuses, "p50_ms": share(good, 0.5), "p99_ms": share(good, 0.99)}
    print(json.dumps(result, indent=1))
    if args.out:
        Path(args.out).write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
