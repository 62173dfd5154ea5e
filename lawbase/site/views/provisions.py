"""A provision as a page of its edition shows it, with the notes in its margin."""

from __future__ import annotations

from msgspec import Struct

from lawbase.model import Finding, Key, Provision, SourceNote
from lawbase.site.gathered import Gathered
from lawbase.site.passages import Words
from lawbase.site.routes import topic_anchor


class Link(Struct, frozen=True):
    """A link and its words."""

    href: str
    words: str
    title: str = ""


class Footnote(Struct, frozen=True):
    """A footnote at the provision that carries its marker."""

    anchor: str
    number: str
    words: Words


class ChangeNote(Struct, frozen=True):
    """What happened to a provision in another edition of its language."""

    year: int
    kind: str
    moved: bool
    was: str
    href: str


class Unlinked(Struct, frozen=True):
    """A citation that leads nowhere, why, and what it could have meant."""

    raw: str
    status: str
    why: str
    candidates: tuple[Link, ...]


class Notes(Struct, frozen=True):
    """What stands in the margin of a provision."""

    footnotes: tuple[Footnote, ...] = ()
    changes: tuple[ChangeNote, ...] = ()
    elsewhere: tuple[Link, ...] = ()
    cited_by: tuple[Link, ...] = ()
    topics: tuple[Link, ...] = ()
    slips: tuple[SourceNote, ...] = ()
    findings: tuple[Finding, ...] = ()
    unlinked: tuple[Unlinked, ...] = ()

    def __bool__(self) -> bool:
        return any(getattr(self, field) for field in self.__struct_fields__)


class ProvisionView(Struct, frozen=True):
    """A provision and what is below it; ``level`` is its place in the page's outline, from 1."""

    key: Key
    anchor: str
    label: str
    citation: str
    level: int
    words: Words
    notes: Notes
    children: tuple[ProvisionView, ...] = ()


def provision_view(site: Gathered, provision: Provision, level: int = 1) -> ProvisionView:
    """Set a provision and all below it."""
    below = (site.kb.provision(provision.edition, key) for key in provision.children)
    children = [child for child in below if child and child.kind != "footnote"]
    return ProvisionView(
        key=provision.key,
        anchor=site.routes.anchor(provision.edition, provision.key),
        label=provision.label,
        citation=site.cite_in(provision.edition, provision.key),
        level=level,
        words=site.passages.words(provision),
        notes=notes_of(site, provision),
        children=tuple(provision_view(site, child, level + 1) for child in children),
    )


def notes_of(site: Gathered, provision: Provision) -> Notes:
    """The notes of one provision."""
    place = (provision.edition, provision.key)
    return Notes(
        footnotes=_footnotes(site, provision),
        changes=_changes(site, provision),
        elsewhere=_elsewhere(site, provision),
        cited_by=citing(site, provision),
        topics=_topics(site, provision),
        slips=site.layers.notes.get(place, ()),
        findings=site.layers.findings.get(place, ()),
        unlinked=_unlinked(site, provision),
    )


def citing(site: Gathered, provision: Provision) -> tuple[Link, ...]:
    """The provisions of the same edition that cite a provision, each once."""
    found = site.kb.references_to(provision.edition, provision.key)
    keys = dict.fromkeys(r.from_key for r in found if r.kind != "index")
    links = []
    for key in keys:
        href = site.routes.href(provision.edition, key)
        if href and key != provision.key:
            links.append(Link(href, site.short(provision.edition, key)))
    return tuple(links)


def _footnotes(site: Gathered, provision: Provision) -> tuple[Footnote, ...]:
    notes = (site.kb.provision(provision.edition, key) for key in provision.footnotes)
    return tuple(
        Footnote(
            site.routes.anchor(note.edition, note.key),
            note.key.rpartition("#fn")[2],
            site.passages.words(note),
        )
        for note in notes
        if note and note.key.partition("#fn")[0] == provision.key
    )


def _changes(site: Gathered, provision: Provision) -> tuple[ChangeNote, ...]:
    notes: list[ChangeNote] = []
    for comparison in site.comparisons:
        if not comparison.same_language or provision.edition not in comparison.pair:
            continue
        is_new = provision.edition == comparison.new.id
        find = comparison.row_of_new if is_new else comparison.row_of_old
        row = find(provision.key)
        if row.kind == "unknown" or not row.altered or not comparison.speaks(row):
            continue
        other = comparison.old if is_new else comparison.new
        keys = row.old if is_new else tuple(filter(None, [row.new]))
        law = (row.new or row.old[0]).partition(".")[0]
        href = site.page(site.voices[provision.edition], "compare", *comparison.pair, law)
        anchor = row.new or f"was-{row.old[0]}"
        was = ", ".join(site.short(other.id, key) for key in keys)
        has_page = int(law) in comparison.laws if law.isdigit() else False
        where = f"{href}#{anchor}" if has_page else ""
        notes.append(ChangeNote(other.year, row.kind, row.moved, was if row.moved else "", where))
    return tuple(notes)


def _elsewhere(site: Gathered, provision: Provision) -> tuple[Link, ...]:
    """The same provision in other languages where its address there is another one."""
    if provision.kind == "definition":
        return ()
    own = site.kb.edition(provision.edition)
    found = []
    for twin in site.strands.of(provision.edition, provision.key).texts:
        href = site.routes.href(twin.edition, twin.key)
        edition = site.kb.edition(twin.edition)
        if twin.key != provision.key and href and edition.language != own.language:
            short = site.short(twin.edition, twin.key)
            found.append(Link(href, f"{site.mark(edition)}: {short}"))
    return tuple(found)


def _topics(site: Gathered, provision: Provision) -> tuple[Link, ...]:
    """The topics of the book's index that lead here, each once, at their places in the index."""
    edition = provision.edition
    index = site.page(site.voices[edition], "index")
    entries = site.layers.topics.get((edition, provision.key), ())
    names = dict.fromkeys(entry.topic for entry in entries)
    return tuple(Link(f"{index}#{topic_anchor(edition, name)}", name) for name in names)


def _unlinked(site: Gathered, provision: Provision) -> tuple[Unlinked, ...]:
    found: dict[str, Unlinked] = {}
    for r in site.kb.references_from(provision.edition, provision.key):
        if r.status == "ok":
            continue
        hrefs = ((key, site.routes.href(r.edition, key)) for key in r.candidates)
        candidates = [Link(href, site.short(r.edition, key)) for key, href in hrefs if href]
        found[r.raw] = Unlinked(r.raw, r.status, site.passages.why_unlinked(r), tuple(candidates))
    return tuple(found.values())
