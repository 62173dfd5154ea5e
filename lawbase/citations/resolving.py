"""Where a mention leads: to a provision, to several that it may mean, or to none.

Every resolution carries the name of the rule that made it.
"""

import re
from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct

from lawbase.address import Address, KeyParts, sibling
from lawbase.citations.mentions import Mention, Target, completed
from lawbase.grouping import grouped
from lawbase.model import Concept, Edition, Key, RefKind, RefStatus
from lawbase.stemming import Stemmer

K = TypeVar("K")
Name = frozenset[str]
Anchors = tuple[Address, ...]


class Tree:
    """The keys of an edition, and the look-ups that resolving needs, each in constant time."""

    def __init__(self, edition: Edition, stemmer: Stemmer, concepts: Iterable[Concept] = ()):
        self.edition = edition
        self._stemmer = stemmer
        self._keys = {p.key: KeyParts.of(p.key) for p in edition.provisions}
        addresses = (key.address for key in self._keys.values() if key.address)
        self._last = max(addresses, default=None)
        self._named = self._definition_names(concepts)
        self._numbered = _once((k.footnote, key) for key, k in self._keys.items() if k.footnote)
        bearing = (
            (KeyParts.of(bearer).address, p.key) for p in edition.provisions for bearer in p.bearers
        )
        self._footnotes = _once(
            (above, key)
            for bearer, key in bearing
            if bearer
            for above in (bearer, *bearer.ancestors)
        )

    def __contains__(self, key: Key) -> bool:
        return key in self._keys

    def lacks(self, address: Address) -> bool:
        """Whether the address lies beyond the end of a partial edition, or in a gap of it."""
        if self.edition.complete or self._last is None:
            return False
        return address > self._last or not self.edition.has_law(address.law)

    def definitions(self, title: str) -> tuple[Key, ...]:
        """The definitions that a title names, by the surest of its ways to name one.

        It is the headword in any inflection and order; or the headword without its brackets, or
        what stands in them; or another word for the concept that the definition defines; or
        something that begins with the headword.
        """
        names = self._names(title)
        words = [word.stem for word in self._stemmer.words(title)]
        beginnings = (frozenset(words[:n]) for n in range(len(words) - 1, 0, -1))
        for named in self._named:
            for name in names:
                if name in named:
                    return named[name]
        return next((self._named[0][name] for name in beginnings if name in self._named[0]), ())

    def footnotes_of(self, address: Address) -> tuple[Key, ...]:
        """The footnotes called in a provision, else those called below it."""
        below = self._footnotes.get(address, ())
        return tuple(key for key in below if KeyParts.of(key).address == address) or below

    def footnotes_numbered(self, number: str) -> tuple[Key, ...]:
        """The footnotes with a printed number."""
        return self._numbered.get(number, ())

    def _definition_names(self, concepts: Iterable[Concept]) -> list[dict[Name, tuple[Key, ...]]]:
        """The names of the definitions, the surest first: headwords, their parts, other words."""
        keys = [p.key for p in self.edition.provisions if p.kind == "definition"]
        names = [(self._names(self._keys[key].name), key) for key in keys]
        language = self.edition.language
        others = (
            (name, concept.definitions[self.edition.id])
            for concept in concepts
            if self.edition.id in concept.definitions
            for word in concept.words.get(language, ())
            for name in self._names(word)
        )
        headwords = ((ways[0], key) for ways, key in names if ways)
        parts = ((way, key) for ways, key in names for way in ways[1:])
        return [_once(headwords), _once(parts), _once(others)]

    def _names(self, title: str) -> list[Name]:
        """Its words; those outside of its brackets; those inside."""
        outside = re.sub(r"\([^)]*\)", " ", title)
        inside = " ".join(re.findall(r"\(([^)]*)\)", title))
        parts = (title, outside, inside)
        names = (frozenset(word.stem for word in self._stemmer.words(part)) for part in parts)
        return [name for name in dict.fromkeys(names) if name]


def _once(pairs: Iterable[tuple[K, Key]]) -> dict[K, tuple[Key, ...]]:
    return grouped(dict.fromkeys(pairs))


class Resolution(Struct, frozen=True):
    """What one target of a mention leads to: the fields of a reference that say so."""

    to: Key | None
    kind: RefKind
    status: RefStatus
    candidates: tuple[Key, ...]
    rule: str


def resolve(mention: Mention, anchors: Anchors, tree: Tree) -> tuple[Resolution, ...]:
    """What a mention leads to, a resolution for each of its targets.

    ``anchors`` are the addresses where its text stands: none for a definition, one for a
    provision, every bearer's for a footnote.
    """
    if mention.headword is not None:
        return (resolve_headword(mention.headword, tree),)
    if not mention.targets:
        return (_resolve_neighbour(mention, anchors, tree),)
    return tuple(_resolve(target, mention, anchors, tree) for target in mention.targets)


def resolve_headword(headword: str, tree: Tree) -> Resolution:
    """The definition of a headword."""
    return _one_of(tree.definitions(headword), f"def.{headword}", "definition", "headword")


def resolve_address(address: Address, tree: Tree) -> Resolution:
    """A provision named by its full address."""
    key = str(address)
    if key in tree:
        return Resolution(key, "absolute", "ok", (key,), "address")
    return _missing(address, "absolute", "address", tree)


def resolve_footnote(address: Address, tree: Tree) -> Resolution:
    """The footnote of a provision, which the citation doesn't number."""
    return _one_of(tree.footnotes_of(address), f"{address}#fn", "footnote", "footnote of a law")


def _resolve(target: Target, mention: Mention, anchors: Anchors, tree: Tree) -> Resolution:
    if target.law is None and mention.introduced == "footnote":
        number = target.steps[0]
        found = tree.footnotes_numbered(number)
        return _one_of(found, f"#fn{number}", "footnote", "number of a footnote")
    if target.law is None:
        return _resolve_part(target.steps, mention, anchors, tree)
    address = target.address
    if mention.introduced == "footnote":
        return resolve_footnote(address, tree)
    if mention.year not in (None, tree.edition.year):
        return Resolution(str(address), "edition", "outside", (), "another edition")
    return resolve_address(address, tree)


def _resolve_neighbour(mention: Mention, anchors: Anchors, tree: Tree) -> Resolution:
    """The part right before or after the text, or else before or after what it is a part of."""
    step = -1 if mention.place == "above" else 1
    for base in (part for anchor in anchors[:1] for part in (anchor, *anchor.ancestors)):
        beside = sibling(base, step) if base.steps else None
        if beside and str(beside) in tree:
            return Resolution(str(beside), "relative", "ok", (str(beside),), "neighbour")
    return Resolution(None, "relative", "dangling", (), "no neighbour")


def _resolve_part(
    steps: tuple[str, ...], mention: Mention, anchors: Anchors, tree: Tree
) -> Resolution:
    """Labels without a law: the nearest part around the text that has them."""
    readings = {
        str(reading): rule
        for anchor in anchors
        for reading, rule in _nearest(steps, anchor, mention, tree)
    }
    if not anchors:
        return Resolution(None, "relative", "dangling", (), "no law around")
    would_be = Address(anchors[0].law, completed(steps, anchors[0].steps))
    if not readings:
        return _missing(would_be, "relative", "nowhere around", tree)
    return _one_of(tuple(readings), str(would_be), "relative", next(iter(readings.values())))


def _nearest(
    steps: tuple[str, ...], anchor: Address, mention: Mention, tree: Tree
) -> list[tuple[Address, str]]:
    """The nearest reading of the labels that exists, on the side of the text that is told."""
    readings = [
        (Address(base.law, base.steps + steps), _rule(base, anchor))
        for base in (anchor, *anchor.ancestors)
    ]
    existing = [(reading, rule) for reading, rule in readings if str(reading) in tree]
    on_side = [pair for pair in existing if _is_on_side(pair[0], anchor, mention)]
    return (on_side or existing)[:1]


def _rule(base: Address, anchor: Address) -> str:
    if base == anchor:
        return "own part"
    if base == anchor.parent:
        return "sibling"
    return "enclosing part" if base.steps else "own law"


def _is_on_side(reading: Address, anchor: Address, mention: Mention) -> bool:
    if mention.place is None:
        return True
    return reading < anchor if mention.place == "above" else anchor < reading


def _missing(address: Address, kind: RefKind, rule: str, tree: Tree) -> Resolution:
    """What the edition doesn't have: a partial one because it ends before."""
    if tree.lacks(address):
        return Resolution(str(address), kind, "outside", (), "beyond the edition")
    return Resolution(str(address), kind, "dangling", (), rule)


def _one_of(found: tuple[Key, ...], missing: Key, kind: RefKind, rule: str) -> Resolution:
    """The only one found; none is dangling, several are ambiguous."""
    if len(found) == 1:
        return Resolution(found[0], kind, "ok", found, rule)
    if found:
        return Resolution(None, kind, "ambiguous", found, rule)
    return Resolution(missing, kind, "dangling", (), rule)
