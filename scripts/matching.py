"""How words, quotes, numbers and dates are compared by the measuring scripts."""

import re
import unicodedata

MONTHS = {m: i for i, m in enumerate(
    "january february march april may june july august september october november december".split(), 1)}
MONTHS |= {name[:3]: number for name, number in list(MONTHS.items())} | {"sept": 9}

SMALL = {w: i for i, w in enumerate(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen".split())}
TENS = {w: i * 10 for i, w in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)}

# Locators, printed as `p.12 L3-L5` or `L3`, and page references.
LOCATOR = re.compile(r"\b(?:pp?\.\s?\d+\s*)?L\d+(?:\s?[-\u2013]\s?(?:p\.\s?\d+\s)?L?\d+)?\b|\bp\.\s?\d+\b|\bpage \d+\b")


def fold(text: str) -> str:
    """NFKC, plain quotes and dashes, single spaces, lower case, without the marks of struck words."""
    text = unicodedata.normalize("NFKC", text.replace("~~", ""))
    text = text.translate({0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0x2013: "-", 0x2014: "-",
                           0x2212: "-", 0x2011: "-", 0x00AD: None})
    return " ".join(text.split()).casefold()


def words(text: str) -> list[str]:
    """Words without surrounding punctuation."""
    stripped = (re.sub(r"^[^\w$#(]+|[^\w%)]+$", "", w) for w in fold(text).split())
    return [w.strip("()") for w in stripped if w.strip("()")]


def tight(text: str) -> str:
    """Without white space and hyphens: line ends and joined hyphens make no difference."""
    return re.sub(r"[\s\-]+", "", fold(text))


def names_section(title: str, citation: str) -> bool:
    """Whether a title names this section, and not a longer number that begins with it."""
    return re.search(rf"(?<![\w.-]){re.escape(fold(citation))}(?![\w-]|\.\d)", fold(title)) is not None


def in_order(gold: list[str], held: list[str]) -> int:
    """Length of the longest common subsequence; a word cut by a hyphen at the gold line's end or
    start counts when the held word begins or ends with it."""
    row = [0] * (len(held) + 1)
    for i, g in enumerate(gold):
        previous = 0
        for j, h in enumerate(held, 1):
            same = g == h
            if not same and len(g) > 2 and i == len(gold) - 1:
                same = h.startswith(g.rstrip("-"))
            if not same and len(g) > 2 and i == 0:
                same = h.endswith(g)
            previous, row[j] = row[j], previous + 1 if same else max(row[j], row[j - 1])
    return row[-1]


def holds(gold_quote: str, held: str, share: float = 0.5) -> bool:
    """CONTRACT: at least half of the gold quote's words, in order."""
    gold = words(gold_quote)
    return bool(gold) and in_order(gold, words(held)) >= share * len(gold)


# A piece of a quote is at least this long (characters without white space), but for the last one,
# and no further than this from the piece before: a margin number, a column's neighbour or a footer.
PIECE, LAST_PIECE, GAP, PIECES = 10, 4, 400, 4


def stands(quote: str, texts: list[str]) -> str:
    """`exact` when the quote stands in one of the texts (white space and hyphens aside), `pieces`
    when it stands there in at most 4 pieces with something between its lines, else `no`."""
    wanted = tight(quote)
    if not wanted:
        return "no"
    tights = [tight(t) for t in texts]
    if any(wanted in t for t in tights):
        return "exact"
    return "pieces" if any(in_pieces(wanted, t) for t in tights) else "no"


def in_pieces(wanted: str, text: str) -> bool:
    start, at = 0, 0
    for number in range(PIECES):
        rest = wanted[start:]
        best, best_at = 0, -1
        low, high = 1, len(rest)
        while low <= high:
            middle = (low + high) // 2
            limit = len(text) if number == 0 else min(len(text), at + GAP + middle)
            position = text.find(rest[:middle], at, limit)
            if position >= 0:
                best, best_at, low = middle, position, middle + 1
            else:
                high = middle - 1
        # A number is never put together from two places.
        while 0 < best < len(rest) and rest[best - 1].isdigit() and rest[best].isdigit():
            best -= 1
        least = LAST_PIECE if best == len(rest) else PIECE
        if best < least:
            return False
        start, at = start + best, best_at + best
        if start == len(wanted):
            return True
    return False


def dates(text: str) -> set[tuple]:
    """(year or None, month, day or None) of each date."""
    text = fold(text)
    found = set()
    names = "|".join(sorted(MONTHS, key=len, reverse=True))
    for m in re.finditer(rf"\b({names})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?(?!\d)(?:,?\s+(\d{{4}}))?", text):
        found.add((int(m[3]) if m[3] else None, MONTHS[m[1]], int(m[2])))
    for m in re.finditer(rf"\b(\d{{1,2}})\s+({names})\.?\s+(\d{{4}})", text):
        found.add((int(m[3]), MONTHS[m[2]], int(m[1])))
    for m in re.finditer(rf"\b({names})\.?,?\s+(\d{{4}})", text):
        found.add((int(m[2]), MONTHS[m[1]], None))
    for m in re.finditer(r"\b(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})\b", text):
        year = int(m[3]) + (2000 if len(m[3]) == 2 else 0)
        found.add((year, int(m[1]), int(m[2])))
    for m in re.finditer(r"\b(\d{4})-(\d{2})-(\d{2})\b", text):
        found.add((int(m[1]), int(m[2]), int(m[3])))
    return found


def date_in(date: tuple, held: set[tuple]) -> bool:
    """The same month and day, and the same year where both name one."""
    return any(date[1:] == other[1:] and (date[0] == other[0] or None in (date[0], other[0])) or
               (date[2] is None and date[:2] == other[:2]) for other in held)


def numbers(text: str) -> set[str]:
    """Numbers in plain digits: `$1,200.00` gives 1200, `forty (40%)` gives 40; `one` is no number."""
    text = fold(text)
    found = set()
    for m in re.finditer(r"\d+(?:,\d{3})+(?:\.\d+)?|\d+\.\d+|\.\d+|\d+", text):
        found.add(plain_number(m[0]))
    for m in re.finditer(r"\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](one|two|three|four|five|six|seven|eight|nine))?\b", text):
        found.add(str(TENS[m[1]] + (SMALL[m[2]] if m[2] else 0)))
        text = text.replace(m[0], " ")
    for word in re.findall(r"[a-z]+", text):
        if word in SMALL and word != "one":
            found.add(str(SMALL[word]))
    return found


def plain_number(text: str) -> str:
    text = text.replace(",", "")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
        if text.startswith("."):
            text = "0" + text
    return text.lstrip("0") or "0" if "." not in text else text


def without_dates(text: str) -> str:
    names = "|".join(sorted(MONTHS, key=len, reverse=True))
    text = fold(text)
    for pattern in (rf"\b({names})\.?\s+\d{{1,2}}(?:st|nd|rd|th)?(?!\d)(?:,?\s+\d{{4}})?", rf"\b({names})\.?,?\s+\d{{4}}",
                    r"\b\d{1,2}/\d{1,2}/(?:\d{4}|\d{2})\b", r"\b\d{4}-\d{2}-\d{2}\b"):
        text = re.sub(pattern, " ", text)
    return text


def right(answer: str, held: str):
    """Whether every number and date of the gold answer stands in the held text; None when the gold
    answer has neither."""
    wanted_dates, wanted = dates(answer), numbers(without_dates(answer))
    if not wanted_dates and not wanted:
        return None
    have, have_dates = numbers(held), dates(held)
    return wanted <= have and all(date_in(d, have_dates) for d in wanted_dates)


def unsupported(shown: str, quotes: list[str], also: list[str] = ()) -> list[str]:
    """Numbers and dates of the shown text that stand in no quote. Locators, citation marks and the
    texts in `also` (titles, the question) are no claims and are taken out first."""
    for text in sorted((a for a in also if a), key=len, reverse=True):
        shown = shown.replace(text, " ")
    shown = re.sub(r"\[\^?\d+\]", " ", LOCATOR.sub(" ", shown))
    shown = re.sub(r"(?m)^\s*\d+[.)]\s", " ", shown)
    joined = " \n ".join(quotes)
    have, have_dates = numbers(joined), dates(joined)
    missing = [n for n in sorted(numbers(without_dates(shown))) if n not in have and re.search(rf"(?<![\d.]){re.escape(n)}", shown.replace(",", ""))]
    return missing + ["-".join(str(p) for p in d if p) for d in sorted(dates(shown), key=str) if not date_in(d, have_dates)]
