// The quotes of the answer that is shown, in order, for whoever walks from one to the next in the papers.

export const quotes = { list: [], address: null };

/** Takes down the quotes of an answer. */
export function walk(evidence, index) {
  quotes.list = evidence.facts.flatMap((fact) => fact.support ?? [])
    .filter((s) => index.find((c) => c.source_id === s.source_id)?.lane !== "user")
    .map((s) => ({ source: s.source_id, locator: s.locator, words: "" }));
}

/** Takes down the characters of a quote once they are known. */
export function known(support, words) {
  for (const quote of quotes.list) {
    if (quote.source === support.source_id && quote.locator === support.locator) quote.words = words;
  }
}
