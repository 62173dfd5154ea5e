"""What stands in the margin of a provision."""

from collections.abc import Iterator

from markupsafe import Markup
from msgspec import Struct

from lawbase.address import KeyParts, law_of
from lawbase.model import Finding, Key, Provision, Reference, SourceNote
from lawbase.site.comparison import ComparedRow, held_against
from lawbase.site.context import PageContext

_REACH = 160
"""So many characters of a sentence are shown on either side of a citation."""


class ChangeNote(Struct, frozen=True):
    """What became of a provision in another year, or what it was then; ``href`` shows it.

    ``governing`` is where the other year says what a definition did that it doesn't have.
    """

    row: ComparedRow
    year: int
    is_new: bool
    others: tuple[Provision, ...]
    href: str
    governing: tuple[Provision, ...] = ()


class Notes(Struct, frozen=True):
    """The notes of one provision, those that its edition has."""

    footnotes: tuple[Provision, ...] = ()
    changes: tuple[ChangeNote, ...] = ()
    elsewhere: tuple[Provision, ...] = ()
    cited_by: tuple[Key, ...] = ()
    topics: tuple[str, ...] = ()
    slips: tuple[SourceNote, ...] = ()
    findings: tuple[Finding, ...] = ()
    unlinked: tuple[Reference, ...] = ()

    def __bool__(self) -> bool:
        return any(getattr(self, field) for field in self.__struct_fields__)


def notes_of(site: PageContext, provision: Provision) -> Notes:
    """The notes of a provision."""
    edition, key = provision.edition, provision.key
    unlinked = {r.raw: r for r in site.kb.references_from(edition, key) if r.status != "ok"}
    changes = tuple(_changes(site, provision))
    older = site.kb.older_wording_on(edition, key)  # which stands open beside the words
    compared = {text for change in changes for text in change.others}
    return Notes(
        footnotes=tuple(
            note
            for note in site.kb.provisions(edition, provision.footnotes)
            if KeyParts.of(note.key).bearer == key
        ),
        changes=changes,
        elsewhere=tuple(text for text in _elsewhere(site, provision) if text not in compared),
        cited_by=_cited_by(site, provision),
        topics=tuple(dict.fromkeys(entry.topic for entry in site.kb.topics(edition, key))),
        slips=site.kb.notes_on(edition, key),
        findings=tuple(f for f in site.kb.findings_on(edition, key) if f not in older),
        unlinked=tuple(unlinked.values()),
    )


def _cited_by(site: PageContext, provision: Provision) -> tuple[Key, ...]:
    """The provisions of the same edition that cite a provision, each once."""
    found = site.kb.references_to(provision.edition, provision.key)
    keys = dict.fromkeys(r.from_key for r in found if r.kind != "index")
    return tuple(k for k in keys if k != provision.key and site.href(provision.edition, k))


def _changes(site: PageContext, provision: Provision) -> Iterator[ChangeNote]:
    """What the comparisons say of a provision, in each other year."""
    for comparison, row in held_against(site.site.comparisons, provision):
        if row.altered and row.kind != "unread" and row.speaks:
            is_new = provision.edition == comparison.new.id
            other = comparison.old if is_new else comparison.new
            others = row.old if is_new else row.new
            law = law_of(provision.key)
            shown = law in comparison.laws
            href = f"{site.comparison(comparison, law)}#{row.anchor}" if shown else ""
            governing = site.kb.governing(provision.edition, provision.key) if row.undefined else ()
            yield ChangeNote(row, other.year, is_new, others, href, governing)


def _elsewhere(site: PageContext, provision: Provision) -> Iterator[Provision]:
    """The same provision in other languages where its address there is another one."""
    if provision.kind == "definition":
        return
    language = site.kb.edition(provision.edition).language
    for twin in site.kb.texts(provision.edition, provision.key):
        if twin.key != provision.key and site.kb.edition(twin.edition).language != language:
            yield twin


def citing(site: PageContext, reference: Reference) -> Markup:
    """The sentence in which a provision cites, its citation marked, shortened when it's long."""
    before, cited, after = site.kb.citing_sentence_parts(reference)
    if len(before) > _REACH:
        before = "… " + before[-_REACH:].partition(" ")[2]
    if len(after) > _REACH:
        after = after[:_REACH].rpartition(" ")[0] + " …"
    return Markup("{}<mark>{}</mark>{}").format(before, cited, after)
