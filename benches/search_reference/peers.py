"""The other systems of `run.py`, each in a process of its own.

    peers.py ingest SYSTEM STORE TEXTS.jsonl PASSAGES.f32      prints one line of figures
    peers.py serve SYSTEM STORE QUERIES.jsonl QUERIES.f32      obeys the name of a row, a line each

Every class fills its store as the system's own guide shows it, in the fastest way that it offers for
many passages at once, and asks for numbers and texts of ten hits only (no vectors)."""

import json
import os
import re
import sys
import time
from importlib.metadata import version
from pathlib import Path

import numpy as np

K = 10
# Candidates of each side, where a system lets one choose; ours takes as many.
DEPTH = 100
WARM_UP = 20
BATCH = 2048


class LanceDb:
    packages = ("lancedb", "pyarrow")
    index = None
    rows = [
        {"name": "full text", "what": "BM25 of the native index (English stems, no stop words)"},
        {"name": "vector", "what": "cosine, exact: no vector index, as its guide has it below 100,000 rows"},
        {"name": "hybrid", "what": "both, RRFReranker (its default, k 60); limit 10, which is also the depth of each side"},
        {"name": "hybrid, depth 100", "what": "both, RRFReranker, limit 100, the first ten kept; texts fetched for 100"},
        {"name": "hybrid, depth 100, linear", "what": "both, LinearCombinationReranker (weight .7 on vectors), limit 100, the first ten kept"},
    ]

    def __init__(self, folder):
        import lancedb

        self.database = lancedb.connect(folder)

    def fill(self, names, texts, vectors):
        import pyarrow

        size = vectors.shape[1]
        column = pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(vectors.ravel()), size)
        rows = pyarrow.table({"id": names, "text": texts, "vector": column})
        from lancedb.index import FTS

        table = self.database.create_table("passages", rows)
        table.create_index("text", config=FTS())
        if self.index:
            table.create_index("vector", config=self.index())

    def open(self):
        from lancedb.rerankers import LinearCombinationReranker, RRFReranker

        self.table = self.database.open_table("passages")
        self.rerankers = {"hybrid": RRFReranker(), "linear": LinearCombinationReranker()}
        return {"indexes": [f"{i.index_type} on {', '.join(i.columns)}" for i in self.table.list_indices()]}

    def search(self, row, text, vector):
        columns = ["id", "text"]
        if row == "full text":
            found = self.table.search(text, query_type="fts").select(columns).limit(K).to_list()
        elif row == "vector":
            found = self.table.search(vector, query_type="vector").distance_type("cosine").select(columns).limit(K).to_list()
        else:
            reranker = self.rerankers["linear" if row.endswith("linear") else "hybrid"]
            query = self.table.search(query_type="hybrid").vector(vector).text(text).distance_type("cosine")
            limit = K if row == "hybrid" else DEPTH
            found = query.select(columns).rerank(reranker).limit(limit).to_arrow().slice(0, K).to_pylist()
        return [(hit["id"], hit["text"]) for hit in found]


class LanceDbHnsw(LanceDb):
    rows = [
        {"name": "vector", "what": "cosine, HNSW with scalar quantisation in one partition, all else as preset"},
        {"name": "hybrid", "what": "BM25 and HNSW, RRFReranker, limit 10, which is also the depth of each side"},
        {"name": "hybrid, depth 100", "what": "BM25 and HNSW, RRFReranker, limit 100, the first ten kept; texts fetched for 100"},
    ]

    @staticmethod
    def index():
        from lancedb.index import HnswSq

        return HnswSq(distance_type="cosine", num_partitions=1)


class Chroma:
    packages = ("chromadb",)
    rows = [
        {
            "name": "vector",
            "what": "cosine, HNSW as preset. Local Chroma has no ranked search by words (where_document only filters), "
            "so there is no hybrid row; see `sparse_search` for its answer to one",
        }
    ]

    def __init__(self, folder):
        import chromadb

        settings = chromadb.Settings(anonymized_telemetry=False)
        self.client = chromadb.PersistentClient(folder, settings=settings)

    def fill(self, names, texts, vectors):
        configuration = {"hnsw": {"space": "cosine"}}
        collection = self.client.create_collection("passages", configuration=configuration, embedding_function=None)
        batch = min(BATCH, self.client.get_max_batch_size())
        for start in range(0, len(names), batch):
            part = slice(start, start + batch)
            collection.add(ids=names[part], documents=texts[part], embeddings=vectors[part])

    def open(self):
        self.collection = self.client.get_collection("passages", embedding_function=None)
        return {"sparse_search": self.sparse_search()}

    def sparse_search(self):
        """What this version says to the hybrid search that its guide describes."""
        from chromadb import K as Key
        from chromadb import Knn, Search

        try:
            self.collection.search(Search().rank(Knn(query=[0.0] * 384)).limit(1).select(Key.DOCUMENT))
        except Exception as error:  # whatever it says is the finding
            return f"{type(error).__name__}: {error}"[:300]
        return "answered"

    def search(self, row, text, vector):
        found = self.collection.query(query_embeddings=[vector], n_results=K, include=["documents"])
        return list(zip(found["ids"][0], found["documents"][0]))


def average_words(texts):
    return sum(len(re.findall(r"\w+", text)) for text in texts) / len(texts)


class QdrantLocal:
    packages = ("qdrant-client", "qdrant-edge-py")
    rows = [
        {"name": "vector", "what": "cosine, exact (local mode has no index)"},
        {
            "name": "hybrid",
            "what": "dense, and BM25 as a sparse vector with the IDF modifier, made by Qdrant's own embedder (qdrant_edge.Bm25, "
            "English; within the clock); by prefetch of 100 each, fused by RRF as preset (k 2)",
        },
    ]

    def __init__(self, folder):
        from qdrant_client import QdrantClient

        self.client = QdrantClient(path=folder)

    def fill(self, names, texts, vectors):
        from qdrant_client import models
        from qdrant_edge import Bm25, Bm25Config

        self.client.create_collection(
            "passages",
            vectors_config={"dense": models.VectorParams(size=vectors.shape[1], distance=models.Distance.COSINE)},
            sparse_vectors_config={"bm25": models.SparseVectorParams(modifier=models.Modifier.IDF)},
        )
        words = Bm25(Bm25Config(language="english", avg_len=average_words(texts)))
        for start in range(0, len(names), BATCH):
            points = []
            for i in range(start, min(start + BATCH, len(names))):
                sparse = words.embed_document(texts[i])
                vector = {"dense": vectors[i].tolist(), "bm25": models.SparseVector(indices=sparse.indices, values=sparse.values)}
                points.append(models.PointStruct(id=i, vector=vector, payload={"id": names[i], "text": texts[i]}))
            self.client.upsert("passages", points)
        self.client.close()

    def open(self):
        from qdrant_edge import Bm25, Bm25Config

        self.words = Bm25(Bm25Config(language="english"))
        return {}

    def search(self, row, text, vector):
        from qdrant_client import models

        if row == "vector":
            found = self.client.query_points("passages", query=vector, using="dense", limit=K)
        else:
            sparse = self.words.embed_query(text)
            sparse = models.SparseVector(indices=sparse.indices, values=sparse.values)
            sides = [
                models.Prefetch(query=vector, using="dense", limit=DEPTH),
                models.Prefetch(query=sparse, using="bm25", limit=DEPTH),
            ]
            fusion = models.FusionQuery(fusion=models.Fusion.RRF)
            found = self.client.query_points("passages", prefetch=sides, query=fusion, limit=K)
        return [(point.payload["id"], point.payload["text"]) for point in found.points]


class QdrantEdge:
    """Qdrant's engine in the process, which its local mode is not: beside the three systems asked for."""

    packages = ("qdrant-edge-py",)
    rows = [
        {"name": "sparse", "what": "BM25 as a sparse vector with the IDF modifier (qdrant_edge.Bm25, English)"},
        {"name": "vector", "what": "cosine, HNSW as preset after optimize()"},
        {"name": "hybrid", "what": "both by prefetch of 100 each, fused by RRF with k 60; the query's BM25 vector is made within the clock"},
    ]

    def __init__(self, folder):
        Path(folder).mkdir(parents=True, exist_ok=True)
        self.folder = folder

    def fill(self, names, texts, vectors):
        import qdrant_edge as edge

        shard = edge.EdgeShard.create(
            self.folder,
            edge.EdgeConfig(
                vectors={"dense": edge.EdgeVectorParams(size=vectors.shape[1], distance=edge.Distance.Cosine)},
                sparse_vectors={"bm25": edge.EdgeSparseVectorParams(modifier=edge.Modifier.Idf)},
            ),
        )
        words = edge.Bm25(edge.Bm25Config(language="english", avg_len=average_words(texts)))
        for start in range(0, len(names), BATCH):
            points = []
            for i in range(start, min(start + BATCH, len(names))):
                vector = {"dense": vectors[i].tolist(), "bm25": words.embed_document(texts[i])}
                points.append(edge.Point(i, vector, {"id": names[i], "text": texts[i]}))
            shard.update(edge.UpdateOperation.upsert_points(points))
        while shard.optimize():
            pass
        shard.flush()
        shard.close()

    def open(self):
        import qdrant_edge as edge

        self.shard = edge.EdgeShard.load(self.folder)
        self.words = edge.Bm25(edge.Bm25Config(language="english"))
        return {"info": str(self.shard.info())[:600]}

    def search(self, row, text, vector):
        import qdrant_edge as edge

        dense = edge.Query.Nearest(vector, using="dense")
        if row == "vector":
            request = edge.QueryRequest(limit=K, query=dense, with_payload=True)
        else:
            sparse = edge.Query.Nearest(self.words.embed_query(text), using="bm25")
            if row == "sparse":
                request = edge.QueryRequest(limit=K, query=sparse, with_payload=True)
            else:
                sides = [edge.Prefetch(limit=DEPTH, query=dense), edge.Prefetch(limit=DEPTH, query=sparse)]
                request = edge.QueryRequest(limit=K, prefetches=sides, query=edge.Fusion.Rrf(k=60), with_payload=True)
        return [(point.payload["id"], point.payload["text"]) for point in self.shard.query(request)]


SYSTEMS = {
    "lancedb": LanceDb,
    "lancedb-hnsw": LanceDbHnsw,
    "chroma": Chroma,
    "qdrant-local": QdrantLocal,
    "qdrant-edge": QdrantEdge,
}


def read(texts, vectors):
    rows = [json.loads(line) for line in Path(texts).read_text("utf-8").splitlines()]
    return rows, np.fromfile(vectors, "<f4").reshape(len(rows), -1)


def peak_mib(pid="self"):
    """Most memory that a process has held at once, texts and vectors of the bench included."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return round(next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024, 1)


def ingest(system, store, texts, vectors):
    rows, vectors = read(texts, vectors)
    names, texts = [row["id"] for row in rows], [row["text"] for row in rows]
    store = SYSTEMS[system](store)
    start = time.perf_counter()
    store.fill(names, texts, vectors)
    say({"seconds": time.perf_counter() - start, "passages": len(names), "peak_mib": peak_mib()})


def serve(system, store, queries, vectors):
    queries, vectors = read(queries, vectors)
    asked = [(query["text"], vector) for query, vector in zip(queries, vectors.tolist())]
    store = SYSTEMS[system](store)
    about = store.open()
    versions = {package: version(package) for package in store.packages}
    say({"versions": versions, "threads": os.cpu_count(), "rows": store.rows, **about})
    for line in sys.stdin:
        row, ms, ranked, size = line.rstrip("\n"), [], [], 0
        for text, vector in asked[:WARM_UP]:
            store.search(row, text, vector)
        for text, vector in asked:
            start = time.perf_counter()
            hits = store.search(row, text, vector)
            ms.append(1e3 * (time.perf_counter() - start))
            ranked.append([name for name, _ in hits])
            size += sum(len(hit.encode()) for _, hit in hits)
        say({"ms": ms, "ranked": ranked, "bytes_of_texts": size})


def say(value):
    print(json.dumps(value), flush=True)


if __name__ == "__main__":
    {"ingest": ingest, "serve": serve}[sys.argv[1]](*sys.argv[2:])
