"""The other systems of `run.py`, each in a process of its own that obeys one line of JSON at a time.

    peers.py SYSTEM DATA M EF_CONSTRUCTION

`{"build": THREADS}` builds and tells seconds and memory, `{"ef": EF, "k": 10, "out": FILE, "filter": FILE or null}`
searches for every query and writes the numbers found. Times are processor seconds of the process; what is
timed is one call of the library for all queries, with one thread, without its results' conversion where that
can be kept out."""

import json
import os
import sys
import time

import numpy as np

DIMS = 384


def resident():
    """Memory of this process in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Hnswlib:
    def build(self, rows, m, ef_construction, threads):
        import hnswlib

        self.index = hnswlib.Index(space="ip", dim=DIMS)
        self.index.init_index(max_elements=len(rows), M=m, ef_construction=ef_construction)
        self.index.add_items(rows, num_threads=threads)

    def search(self, queries, k, ef, keep):
        self.index.set_ef(max(ef, k))
        if keep is None:
            return self.index.knn_query(queries, k, num_threads=1)[0]
        mask = keep.tolist()
        return self.index.knn_query(queries, k, num_threads=1, filter=lambda id: mask[id])[0]


class Usearch:
    kind = "f32"

    def build(self, rows, m, ef_construction, threads):
        from usearch.index import Index

        self.index = Index(ndim=DIMS, metric="ip", dtype=self.kind, connectivity=m, expansion_add=ef_construction)
        self.index.add(np.arange(len(rows)), rows, threads=threads)

    def search(self, queries, k, ef, keep):
        if keep is not None:
            raise NotImplementedError("no filter in its Python interface")
        self.index.expansion_search = ef
        return self.index.search(queries, k, threads=1).keys


class UsearchRescored(Usearch):
    """One byte a component, and the best of them scored again in f32."""

    kind = "i8"
    depth = 30

    def build(self, rows, m, ef_construction, threads):
        super().build(rows, m, ef_construction, threads)
        self.rows = rows

    def search(self, queries, k, ef, keep):
        keys = super().search(queries, self.depth, max(ef, self.depth), keep).astype(np.int64)
        scores = np.matmul(self.rows[keys], queries[:, :, None])[:, :, 0]
        order = np.argpartition(-scores, k - 1, axis=1)[:, :k]
        return np.take_along_axis(keys, order, 1)


class UsearchRescoredBf16(Usearch):
    kind = "bf16"


class Faiss:
    def make(self, m):
        import faiss

        return faiss.IndexHNSWFlat(DIMS, m, faiss.METRIC_INNER_PRODUCT)

    def build(self, rows, m, ef_construction, threads):
        import faiss

        faiss.omp_set_num_threads(threads)
        self.index = self.make(m)
        self.index.hnsw.efConstruction = ef_construction
        if not self.index.is_trained:
            self.index.train(rows)
        self.index.add(rows)
        faiss.omp_set_num_threads(1)

    def selector(self, keep):
        import faiss

        return None if keep is None else faiss.IDSelectorBitmap(np.packbits(keep, bitorder="little"))

    def search(self, queries, k, ef, keep):
        import faiss

        parameters = faiss.SearchParametersHNSW(efSearch=ef, sel=self.selector(keep))
        return self.index.search(queries, k, params=parameters)[1]


class FaissSq(Faiss):
    """One byte a component, and the best of them scored again in f32."""

    depth = 30

    def make(self, m):
        import faiss

        return faiss.IndexHNSWSQ(DIMS, faiss.ScalarQuantizer.QT_8bit, m, faiss.METRIC_INNER_PRODUCT)

    def build(self, rows, m, ef_construction, threads):
        super().build(rows, m, ef_construction, threads)
        self.rows = rows

    def search(self, queries, k, ef, keep):
        keys = super().search(queries, self.depth, max(ef, self.depth), keep)
        scores = np.matmul(self.rows[keys], queries[:, :, None])[:, :, 0]
        order = np.argpartition(-scores, k - 1, axis=1)[:, :k]
        return np.take_along_axis(keys, order, 1)


class FaissFlat(Faiss):
    """Every row that the filter lets through: by a bitmap (ef 1) or by the list of their numbers (ef 0)."""

    def build(self, rows, m, ef_construction, threads):
        import faiss

        self.index = faiss.IndexFlatIP(DIMS)
        self.index.add(rows)
        faiss.omp_set_num_threads(1)

    def search(self, queries, k, ef, keep):
        import faiss

        if keep is None:
            return self.index.search(queries, k)[1]
        selector = self.selector(keep) if ef else faiss.IDSelectorBatch(np.flatnonzero(keep))
        return self.index.search(queries, k, params=faiss.SearchParameters(sel=selector))[1]


SYSTEMS = {
    "hnswlib": Hnswlib,
    "usearch-f32": Usearch,
    "usearch-bf16": UsearchRescoredBf16,
    "usearch-i8": UsearchRescored,
    "faiss-hnsw": Faiss,
    "faiss-sq": FaissSq,
    "faiss-flat": FaissFlat,
}


def main():
    name, data, m, ef_construction = sys.argv[1:5]
    system = SYSTEMS[name]()
    rows = np.fromfile(f"{data}.f32", "<f4").reshape(-1, DIMS)
    queries = np.fromfile(f"{data}.q.f32", "<f4").reshape(-1, DIMS)
    for line in sys.stdin:
        order = json.loads(line)
        if "build" in order:
            before, start, wall = resident(), time.process_time(), time.perf_counter()
            system.build(rows, int(m), int(ef_construction), order["build"])
            told = {
                "cpu_s": time.process_time() - start,
                "wall_s": time.perf_counter() - wall,
                "memory": resident() - before,
            }
        else:
            keep = None if order.get("filter") is None else np.fromfile(order["filter"], np.uint8).astype(bool)
            try:
                start = time.process_time()
                found = system.search(queries, order["k"], order["ef"], keep)
                told = {"cpu_s": time.process_time() - start, "queries": len(queries)}
                np.ascontiguousarray(found, dtype="<i4").tofile(order["out"])
            except NotImplementedError as why:
                told = {"no": str(why)}
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
