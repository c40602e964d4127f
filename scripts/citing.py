"""Statute citations in running text: which sections a sentence names, and what is left without them."""

import hashlib
import re

NH_SECTION = r"\d+(?:-[A-Z]{1,3})?:\d+(?:-[a-z]{1,3})?"
NH_PARAGRAPH = r"[IVXLC]+(?:-[a-z]{1,2})?\b(?:\s?\([a-z0-9]+\))*(?:,?\s(?:and|or)\s\([a-z0-9]+\))*"
NH_ITEM = rf"{NH_SECTION}(?:-\d+\b(?!:))?(?:,\s(?:paragraphs?\s)?{NH_PARAGRAPH}(?:(?:,?\s(?:and|or)\s|,\s|-){NH_PARAGRAPH})*)?"
NH_JOIN = r"(?:,?\s(?:and|or|through|to)\s|,\s|\s?-\s?)(?:RSA\s)?"
NH_CITATION = re.compile(
    rf"\b(?:RSA\s{NH_ITEM}(?:{NH_JOIN}{NH_ITEM})*|RSA\s\d+(?:-[A-Z]{{1,3}})?(?![:\d])(?:,?\s(?:and|or)\sRSA\s\d+(?:-[A-Z]{{1,3}})?(?![:\d]))*)")

CT_SECTION = r"\d+[a-z]?-\d+[a-z]*"
CT_PART = r"(?:sub(?:section|division|paragraph)s?|paragraphs?)\s(?:\([A-Za-z0-9]+\)(?:,\sinclusive)?,?\s?(?:and|or|to)?\s?)+(?:,\sinclusive,?)?\s?of\s"
CT_CITATION = re.compile(
    rf"(?:\b(?:{CT_PART})*)\b[Ss]ections?\s{CT_SECTION}(?:(?:,?\s(?:and|or|to)\s|,\s)(?:{CT_PART})?(?:sections?\s)?{CT_SECTION})*(?:,\sinclusive\b)?")

# Words that say how a statute is built or only join; what is left carries the matter.
STOP = frozenset("""
a an and any all are as at be been being but by can did do does each every for from had has have he her him his if in
into is it its may might more most must no nor not of on one only or other our out over per said same shall she should
so some such than that the their them then there thereof therein thereto these they this those through to under until
unless up upon was were when where whether which while who whom whose will with within without would you your
act acts chapter chapters section sections subsection subsections subdivision subdivisions paragraph paragraphs
subparagraph subparagraphs rsa pursuant provided provisions provision accordance except notwithstanding defined
described specified established required requirements set forth amended inclusive purposes applicable apply applies
general statutes law hereby herein also
""".split())
LEAST_CONTENT, MOST_WORDS = 8, 80


def content_words(text):
    return [w for w in re.findall(r"[a-z][a-z'\u2019-]+", text.lower()) if len(w) > 2 and w not in STOP]


def nh_cited(sentence):
    """[(section, top-level paragraph or None)] of the RSA sections that the sentence names."""
    found = []
    for match in NH_CITATION.finditer(sentence):
        items = list(re.finditer(rf"({NH_SECTION})(?:,\s(?:paragraphs?\s)?([IVXLC]+(?:-[a-z]{{1,2}})?)\b)?", match[0]))
        for item in items:
            if (item[1], item[2]) not in found:
                found.append((item[1], item[2]))
    return found


def ct_cited(sentence):
    """Sections that the sentence names one by one. A range (`7-170 to 7-186, inclusive`) names an act
    or a part as a whole, so its ends are no answer and are left out."""
    found = []
    for match in CT_CITATION.finditer(sentence):
        text = re.sub(rf"{CT_SECTION}\sto\s(?:sections?\s)?{CT_SECTION}", " ", match[0])
        for section in re.findall(CT_SECTION, text):
            if section not in found:
                found.append(section)
    return found


# What leads over to a citation, and means nothing without it.
LEAD = re.compile(
    r"(?:\b(?:pursuant|according|subject)\s+to|\bin\s+(?:accordance|compliance|conformity)\s+with|\bunder|\bin|\bby|\bof|\bto)?"
    r"(?:\s+the\s+(?:provisions|requirements|procedures?)\s+(?:of|in|under))?\s*\u241e", re.I)


def without(sentence, pattern):
    """The sentence with its citations taken out, and the preposition before, and the punctuation closed up."""
    text = LEAD.sub(" ", pattern.sub(" \u241e ", sentence))
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"\s+([,.;:)])", r"\1", text)
    text = re.sub(r"\(\s*\)", "", text)
    text = re.sub(r"([,;:])(?:\s*[,;:])+", r"\1", text)
    return text.strip(" ,;:")


ENUMERATOR = re.compile(r"^(?:[IVXL]+(?:-[a-z])?\.|\((?:[a-z]{1,2}|[0-9]{1,2}|[ivx]+|[A-Z])\)|\d{1,2}\.)+\s*")
END = re.compile(r"(?<=[a-z0-9)\]\u201d\"][.])\s+(?=[A-Z(\[\u201c\"])|\n+")


def sentences(text):
    """Sentences of a statute's text: paragraphs, then full stops before a capital; the numbering in
    front is taken off."""
    for piece in END.split(text):
        piece = piece.strip()
        while True:
            bare = ENUMERATOR.sub("", piece, count=1).strip()
            if bare == piece:
                break
            piece = bare
        if piece:
            yield piece


# A numbered item follows a stop or plain words, never `subsection` or another number in brackets.
ITEM = re.compile(
    r"[;:]\s+|,\s(?:and\s|or\s)?(?=\((?:\d{1,2}|[A-Z]|[ivx]+)\)\s(?!of\s))"
    r"|(?<!section)(?<!sections)(?<!division)(?<!divisions)(?<!paragraph)(?<!paragraphs)(?<!clause)(?<!\))(?<!\band)(?<!\bor)(?<!\bto)"
    r"\s(?=\((?:\d{1,2}|[A-Z]|[ivx]+)\)\s(?!of\s))")


def clauses(sentence):
    """The sentence itself, or, where it is longer than a question may be, its parts between semicolons
    and numbered items."""
    if len(sentence.split()) <= MOST_WORDS:
        return [sentence]
    parts = (ENUMERATOR.sub("", re.sub(r"^(?:and|or|but)\s+", "", p.strip())) for p in ITEM.split(sentence))
    return [bare for bare in (p.strip() for p in parts) if bare]


def usable(question):
    return len(set(content_words(question))) >= LEAST_CONTENT and len(question.split()) <= MOST_WORDS


def form(sentence, pattern):
    """How the sentence leans on the section: `defined` and `exception` say little of what stands there."""
    before = [sentence[max(0, m.start() - 60):m.start()].lower() for m in pattern.finditer(sentence)]
    if any(re.search(r"\bdefined (?:in|by|under)\s*$|\bmeaning of\s*$", b) for b in before):
        return "defined"
    if any(re.search(r"\b(?:except as|notwithstanding|subject to|unless)\b[^,;]*$", b) for b in before):
        return "exception"
    return "other"


def digest(text, length=8):
    return hashlib.sha256(text.encode()).hexdigest()[:length]
