"""A LlamaIndex retriever over an archive: `python examples/python/llama_index_retriever.py ARCHIVE "QUESTION"`."""

from __future__ import annotations

import sys

from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

import twolane


class TwolaneRetriever(BaseRetriever):
    """Returns the passages of a search as nodes, each with its source, page and lines."""

    def __init__(self, archive: twolane.Archive, k: int = 5) -> None:
        super().__init__()
        self._archive = archive
        self._k = k

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return [node(hit) for hit in self._archive.search(query_bundle.query_str, k=self._k)]


def node(hit: twolane.Hit) -> NodeWithScore:
    """Returns a passage as a node with its score."""
    metadata = {
        "source": hit.source,
        "title": hit.title,
        "date": hit.date,
        "page": hit.page,
        "lines": hit.lines,
    }
    text = TextNode(id_=f"{hit.source} {hit.lines}", text=hit.text, metadata=metadata)
    return NodeWithScore(node=text, score=hit.score)


if __name__ == "__main__":
    retriever = TwolaneRetriever(twolane.open(sys.argv[1]))
    for found in retriever.retrieve(sys.argv[2]):
        print(found.metadata["title"], found.metadata["lines"])
