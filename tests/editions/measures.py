"""How near a reading comes to a hand-made truth: F1 of keys, shares of right headings and ends."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Collection, Hashable
from pathlib import Path

from lawbase.citations.link import link_editions
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Edition
from lawbase.profile import load_languages

ENDS = 6
"""How many words of a text's beginning and end the truth holds."""
QUOTES = str.maketrans(dict.fromkeys("“”„‟«»", '"') | dict.fromkeys("–—−‑", "-"))
SHARED = 3
"""The truth of the older editions that everybody may see: the laws divisible by this."""


def rows(path: Path) -> list[dict[str, str]]:
    """The rows of a table of tab-separated values."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def f1(truth: Collection[Hashable], found: Collection[Hashable]) -> float:
    """The harmonic mean of precision and recall of one set against another."""
    both = len(set(truth) & set(found))
    return 2 * both / (len(set(truth)) + len(set(found))) if both else 0.0


def structure(edition: Edition, truth: Path, *, shared: bool = False) -> dict[str, float]:
    """F1 of the keys; of those in both, the shares with the right heading, beginning and end."""
    gold = {r["key"]: r for r in rows(truth) if not r["key"].startswith("chapter.")}
    found = {p.key: (p.heading, p.text) for p in edition.provisions if p.kind != "chapter"}
    found |= {f"{p.key}+tail": ("", p.tail) for p in edition.provisions if p.tail}
    if shared:
        gold = {key: row for key, row in gold.items() if _is_shared(key)}
        found = {key: parts for key, parts in found.items() if _is_shared(key)}
    both = gold.keys() & found.keys()
    right = {
        "heading": sum(_plain(gold[key]["heading"]) == _plain(found[key][0]) for key in both),
        "first": sum(
            _words(gold[key]["first"])[:ENDS] == _words(found[key][1])[:ENDS] for key in both
        ),
        "last": sum(
            _words(gold[key]["last"])[-ENDS:] == _words(found[key][1])[-ENDS:] for key in both
        ),
    }
    shares = {name: count / max(1, len(both)) for name, count in right.items()}
    return {"keys": f1(gold, found), **shares}


def index(edition: Edition, truth: Path) -> float:
    """F1 of the rows of the subject index."""
    gold = {(_plain(r["topic"]), _plain(r["subtopic"]), r["refs"]) for r in rows(truth)}
    found = {
        (_plain(e.topic), _plain(e.subtopic), ";".join((*e.refs, *(f"see:{s}" for s in e.see))))
        for e in edition.index
    }
    return f1(gold, found)


def references(edition: Edition, corpus: Path, truth: Path) -> float:
    """F1 of the citations of the texts, each with its target and its status."""
    layers = {"editions": (edition,), "languages": load_languages(corpus), "concepts": ()}
    links = link_editions(KnowledgeBase(layers))
    found = {
        (r.from_key.split("#")[0], r.to or "", r.status)
        for r in links.references
        if not r.from_key.startswith("index")
    }
    gold = {
        (r["from"].split("+")[0].split("#")[0], r["target"], r["status"].replace("wrong", "ok"))
        for r in rows(truth)
    }
    return f1(gold, found)


def _is_shared(key: str) -> bool:
    law = re.match(r"\d+", key)
    return bool(law) and int(law[0]) % SHARED == 0 if law else False


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).translate(QUOTES).split())


def _words(text: str) -> list[str]:
    return _plain(text).split()
