"""A LangChain retriever over an archive: `python examples/python/langchain_retriever.py ARCHIVE "QUESTION"`."""

from __future__ import annotations

import sys
from typing import Any

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import ConfigDict

import twolane


class TwolaneRetriever(BaseRetriever):
    """Returns the passages of a search as documents, each with its source, page and lines."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    archive: twolane.Archive
    k: int = 5

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun
    ) -> list[Document]:
        return [document(hit) for hit in self.archive.search(query, k=self.k)]


def document(hit: twolane.Hit) -> Document:
    """Returns a passage as a document. The metadata is enough for `archive.quote`."""
    metadata: dict[str, Any] = {
        "source": hit.source,
        "title": hit.title,
        "date": hit.date,
        "page": hit.page,
        "lines": hit.lines,
    }
    return Document(page_content=hit.text, metadata=metadata)


if __name__ == "__main__":
    retriever = TwolaneRetriever(archive=twolane.open(sys.argv[1]))
    for found in retriever.invoke(sys.argv[2]):
        print(found.metadata["title"], found.metadata["lines"])
