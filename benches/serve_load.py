"""The server under load: clients of /search and /ask one request after the other, an ingest beside them.

    python3 benches/serve_load.py --program target/release/twolane --archive ARCHIVE --seconds 600 \
        --ingest FOLDER --out benches/runs/2026-11-24-serve-load.json

Copies the archive, serves the copy, and has another process of the program ingest FOLDER's papers into it over and
over, each time under another town, so that there is something to write. A client that is told to come back waits as
long as it was told (`Retry-After`) and asks the same again; told so without a time is an error, as is any other reply
but 200. Ends the server by SIGTERM in the middle of requests and counts replies that had
begun and did not come whole. Needs no package.
"""

import argparse
import datetime
import http.client
import json
import os
import platform
import select
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
        self.seen = []  # kind, status, seconds, whether it said when to come back
        self.answered = []  # kind, seconds from the first try to the answer, tries
        self.stopped_at = None
        self.open_at_the_end, self.lost, self.cut = 0, 0, 0

    def client(self, kind, number):
        n, held = number, Held(self.address)
        while time.monotonic() < self.until and self.stopped_at is None:
            self.until_answered(kind, self.questions[n % len(self.questions)], held)
            n += 1

    def until_answered(self, kind, question, held):
        asked, tries = time.monotonic(), 0
        while time.monotonic() < self.until and self.stopped_at is None:
            tries += 1
            status, wait = self.once(kind, question, held)
            if status == 200:
                with self.lock:
                    self.answered.append((kind, time.monotonic() - asked, tries))
            if not wait:
                return
            time.sleep(min(wait, max(0.0, self.until - time.monotonic())))

    def once(self, kind, question, held):
        path, key = ("/search", "query") if kind == "search" else ("/ask", "question")
        began, wait, begun = time.monotonic(), 0.0, False
        try:
            reply = held.post(path, {key: question})
            status, begun = reply.status, True
            json.loads(reply.read())
            wait = float(reply.headers.get("Retry-After", 0)) if status in (429, 503) else 0.0
            if reply.will_close:
                held.close()
        except (OSError, http.client.HTTPException, ValueError) as error:
            status = type(error).__name__
            held.close()
        with self.lock:
            # Under way when the server was told to stop; what is sent later finds nobody.
            was_open = self.stopped_at is not None and began < self.stopped_at
            failed = isinstance(status, str)
            self.cut += begun and failed
            self.open_at_the_end += was_open
            self.lost += was_open and failed
            if self.stopped_at is None or was_open:
                self.seen.append((kind, status, time.monotonic() - began, wait > 0))
        return status, wait


class Held:
    """A connection that is used again, as long as the server keeps it: one that waits for nothing is closed by it."""

    def __init__(self, address):
        self.address, self.connection = address, None

    def post(self, path, body):
        if self.connection is not None and select.select([self.connection.sock], [], [], 0)[0]:
            self.close()
        self.connection = self.connection or http.client.HTTPConnection(self.address, timeout=180)
        self.connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        return self.connection.getresponse()

    def close(self):
        if self.connection is not None:
            self.connection.close()
        self.connection = None


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
        before = [round(x, 1) for x in os.getloadavg()]
        began = time.monotonic()
        for thread in [*threads, writer]:
            thread.start()
        memory = []
        while time.monotonic() < load.until - 2:
            time.sleep(2)
            memory.append((round(time.monotonic() - began), resident(server.pid)))
        # In the middle of requests.
        load_average = [round(x, 1) for x in os.getloadavg()]
        with load.lock:
            load.stopped_at = time.monotonic()
        server.send_signal(signal.SIGTERM)
        code = server.wait(timeout=60)
        took_to_stop = time.monotonic() - load.stopped_at
        for thread in threads:
            thread.join()
        stop.set()
        writer.join()
    minute = min(60, args.seconds / 3)
    first = [mb for at, mb in memory if at <= minute]
    last = [mb for at, mb in memory if at >= memory[-1][0] - minute]
    result = {
        "what": "serve under load", "date": datetime.date.today().isoformat(), "machine": platform.processor() or platform.machine(),
        "cores": os.cpu_count(), "load_average_before": before, "load_average_at_the_end": load_average,
        "seconds": args.seconds, "searchers": args.searchers, "askers": args.askers,
        "ingests": {"runs": len(ingested), "failed": sum(c != 0 for c, _ in ingested), "mean_seconds": round(sum(s for _, s in ingested) / max(1, len(ingested)), 1)},
        "memory_mb": {"first_minute": max(first), "last_minute": max(last), "most": max(mb for _, mb in memory), "each_minute": [mb for at, mb in memory if at % 60 < 2]},
        "stop": {"exit_code": code, "seconds": round(took_to_stop, 1), "requests_under_way": load.open_at_the_end, "of_them_without_a_reply": load.lost, "replies_cut": load.cut},
    }
    errors = 0
    for kind in ("search", "ask"):
        mine = [(status, took, told) for k, status, took, told in load.seen if k == kind]
        good = [took for status, took, _ in mine if status == 200]
        waited = [took for k, took, _ in load.answered if k == kind]
        wrong = [status for status, _, told in mine if status != 200 and not told]
        errors += len(wrong)
        result[kind] = {
            "requests": len(mine), "statuses": {str(s): sum(1 for status, _, _ in mine if status == s) for s in sorted({s for s, _, _ in mine}, key=str)},
            "errors": len(wrong), "p50_ms": share(good, 0.5), "p99_ms": share(good, 0.99),
            "until_answered": {"p50_ms": share(waited, 0.5), "p99_ms": share(waited, 0.99), "most_tries": max((t for k, _, t in load.answered if k == kind), default=0)},
        }
    result["errors"] = errors
    print(json.dumps(result, indent=1))
    if args.out:
        Path(args.out).write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
