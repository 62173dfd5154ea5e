"""A small invented knowledge base that has one of everything a page can show."""

from __future__ import annotations

from pathlib import Path

from lawbase.address import KeyParts
from lawbase.knowledge import KnowledgeBase
from lawbase.model import (
    Aligned,
    Alignment,
    Change,
    Cited,
    Concept,
    Edition,
    EditionName,
    Finding,
    IndexEntry,
    Links,
    Marker,
    Op,
    Place,
    Provision,
    Quotation,
    Reference,
    RefStatus,
    Situation,
    SituationText,
    SourceFile,
    SourceNote,
    Table,
    TermUse,
    Text,
    Thread,
    Version,
    Witness,
)
from lawbase.search.contents import gather_contents
from lawbase.site.search_data import write_search_data
from lawbase.site.site import build_site
from lawbase.storage import replacing_folder
from lawbase.text import Span
from tests import invented as invented_laws
from tests.conftest import ROOT, corpus_languages
from tests.invented import family

ORIGIN = Span(0, 0)
PRINTS = Witness("prints", {"place": Place("sr-2007", "1.A"), "words": Quotation("Član 2A", "sr")})
SPITEFUL = 'Hráč <script>alert("1")</script> & spol. hraje ♥ nebo ♠.'


def site_of(kb: KnowledgeBase, folder: Path, sources: Path = ROOT / "site") -> None:
    """Build the site of a knowledge base, the search data beside it first."""
    contents, index = gather_contents(kb), folder.with_name("index")
    with replacing_folder(index) as aside:
        write_search_data(contents, sources, aside)
    build_site(kb, sources, contents.frames, lambda: index, folder)


def provision(
    edition: str, key: str, text: str = "", heading: str = "", **more: object
) -> Provision:
    """A provision whose label is told by its key."""
    parts = KeyParts.of(key)
    label = parts.footnote or (key.rpartition(".")[2] + "." if parts.depth else "")
    return invented_laws.provision(edition, key, text, heading, **({"label": label} | more))


def edition(identifier: str, provisions: list[Provision], **more: object) -> Edition:
    """An edition whose provisions know their children."""
    named = {} if identifier[-1].isdigit() else {"language": "cs", "year": 2009}
    laws = sorted(int(p.key) for p in provisions if p.kind == "law")
    given = {
        "title": f"Invented laws {named.get('year') or identifier.partition('-')[2]}",
        "status": "complete",
        "laws": (laws[0], laws[-1]) if laws else None,
        "source": SourceFile("source.txt", "0" * 64, 1),
    }
    return invented_laws.edition(identifier, family(provisions), **(named | given | more))


def cs_2007() -> Edition:
    """The edition in which everything occurs."""
    table_text = "Krabice 1 2 Sever Jih"
    return edition(
        "cs-2007",
        [
            provision("cs-2007", "preface", "Předmluva.\nDruhý odstavec.", kind="preface"),
            provision("cs-2007", "def.Tichý hráč", "1. Partner. 2. Jeho list.",
                      senses=(Span(0, 11), Span(12, 25))),
            provision("cs-2007", "def.Hláška", "Nabídka nebo pas (viz Tichý hráč)."),
            provision("cs-2007", "1", "", "BALÍČEK", tail="Na konci Pravidla 1."),
            provision("cs-2007", "1.A", SPITEFUL, "Karty <b>a</b> barvy"),
            provision("cs-2007", "1.A.1", "Platí Pravidlo 2B a Pravidlo 99 a odstavec C.",
                      footnotes=("1.A.1#fn1",), markers=(Marker("1.A.1#fn1", "text", 19),)),
            provision("cs-2007", "1.A.1#fn1", "Poznámka k pravidlu."),
            provision("cs-2007", "1.A.2", "Tichý hráč nehraje, tichý hráč čeká."),
            provision("cs-2007", "1.B", "Starý text se mění."),
            provision("cs-2007", "2", "Úvod.\n" + table_text + "\nDovětek.", "KRABICE",
                      tables=(Table(6, 6 + len(table_text), ("Krabice", "1", "2"),
                                    (("Sever", "Jih", ""),)),)),
            provision("cs-2007", "2.A", "Odstavec o krabici."),
            provision("cs-2007", "2.B", "Jen ve starém vydání."),
            provision("cs-2007", "3", "Stoly stojí v sále.", "STOLY"),
        ],
        index=(
            IndexEntry("cs-2007", "Tichý hráč", "", ("def", "1.A.2"), ("Hráč",), "", ORIGIN),
            IndexEntry("cs-2007", "Krabice", "označení", ("2",), (), "", ORIGIN),
        ),
        notes=(SourceNote("cs-2007", "1.B", "C.", "B.", "The labels run A, C.", ORIGIN),),
    )  # fmt: skip


def cs_2017() -> Edition:
    """A later edition that breaks off."""
    return edition(
        "cs-2017",
        [
            provision("cs-2017", "1", "", "BALÍČEK"),
            provision("cs-2017", "1.A", SPITEFUL, "Karty a barvy"),
            provision("cs-2017", "1.A.1", "Platí Pravidlo 2B a Pravidlo 99 a odstavec C."),
            provision("cs-2017", "1.B", "Nový text se mění."),
            provision("cs-2017", "2", "Úvod.", "KRABICE"),
            provision("cs-2017", "2.A", "Zcela nový odstavec."),
            provision("cs-2017", "2.B", "Odstavec o krabici, viz Pravidlo 3."),
        ],
        complete=False,
    )


def sr_2007() -> Edition:
    """A translation."""
    return edition(
        "sr-2007",
        [
            provision("sr-2007", "def.Dami (dummy)", "Izvođačev partner."),
            provision("sr-2007", "1", "", "Špil"),
            provision("sr-2007", "1.A", "Igrač igra, vidi Član 2A i NS.", "Karte i boje"),
            provision("sr-2007", "2", "", "Bord"),
            provision("sr-2007", "2.A", "Stav o bordu."),
            provision("sr-2007", "3", "Stolovi.", "Stolovi"),
        ],
    )


def guide() -> Edition:
    """A companion that holds no laws."""
    sections = [
        provision("guide-cs", "guide.1", "Co je bridž.", "Úvod"),
        provision("guide-cs", "guide.2", "Jak se draží.", "Dražba"),
    ]
    return edition("guide-cs", sections, title="Invented guide")


def reference(
    ed: str, key: str, text: str, raw: str, to: str | None, status: RefStatus = "ok", *options: str
) -> Reference:
    """A reference found in a text by its words."""
    start = text.index(raw)
    end = start + len(raw)
    return Reference(
        ed, key, raw, start, end, to, "absolute", status, options, "text", "invented",
        Span(start, end),
    )  # fmt: skip


def links(editions: tuple[Edition, ...]) -> Links:
    """References of every status and the uses of a term."""
    texts = {(p.edition, p.key): p.text for e in editions for p in e.provisions}
    one = texts["cs-2007", "1.A.1"]
    references = [
        reference("cs-2007", "1.A.1", one, "Pravidlo 2B", "2.B"),
        reference("cs-2007", "1.A.1", one, "Pravidlo 99", None, "dangling"),
        reference("cs-2007", "1.A.1", one, "odstavec C", None, "ambiguous", "1.B", "2.B"),
        reference("cs-2017", "2.B", texts["cs-2017", "2.B"], "Pravidlo 3", "3", "outside"),
        reference("sr-2007", "1.A", texts["sr-2007", "1.A"], "Član 2A", "2.A"),
    ]
    two = texts["cs-2007", "1.A.2"].lower()
    first, second = two.index("tichý hráč"), two.rindex("tichý hráč")
    uses = [
        TermUse("cs-2007", "1.A.2", "dummy", first, first + 10, "text"),
        TermUse("cs-2007", "1.A.2", "dummy", second, second + 10, "text"),
        TermUse("cs-2007", "def.Hláška", "dummy", 22, 32, "text"),
    ]
    entries: tuple[tuple[str, ...], ...] = (("def.Tichý hráč", "1.A.2"), ("2",))
    return Links(tuple(references), tuple(uses), {"cs-2007": entries})


def aligned() -> Aligned:
    """A reworded, a moved, a new and a dropped provision."""

    def pair(old: str | None, new: str | None, relation: str) -> Alignment:
        return Alignment("cs-2007", old, "cs-2017", new, relation, 1.0, {})  # type: ignore[arg-type]

    def change(old: str, new: str, kind: str, moved: bool, *ops: Op) -> Change:
        return Change("cs-2007", old, "cs-2017", new, ops, kind, moved)  # type: ignore[arg-type]

    same = ("1", "1.A", "1.A.1", "1.B", "2")
    return Aligned(
        alignments=(
            *(pair(key, key, "same") for key in same),
            pair("2.A", "2.B", "moved"),
            pair("1.A.2", None, "dropped"),
            pair("2.B", None, "dropped"),
            pair(None, "2.A", "new"),
        ),
        threads=(
            *(Thread(f"t-{key}", tuple(Text(e, key) for e in ("cs-2007", "cs-2017", "sr-2007")
                                       if (e, key) not in _ABSENT)) for key in same),
            Thread("t-2.A", (Text("cs-2007", "2.A"), Text("sr-2007", "2.A"),
                             Text("cs-2017", "2.B"))),
            Thread("t-3", (Text("cs-2007", "3"), Text("sr-2007", "3"))),
        ),
        changes=(
            change("1.B", "1.B", "wording", False,
                   ("replace", "Starý", "Nový"), ("equal", " text se mění.", " text se mění.")),
            change("2.A", "2.B", "reference", True,
                   ("equal", "Odstavec o krabici", "Odstavec o krabici"),
                   ("insert", "", ", viz Pravidlo 3"), ("equal", ".", ".")),
            change("1.A", "1.A", "none", False, ("equal", SPITEFUL, SPITEFUL)),
        ),
        voices=("cs-2007", "sr-2007", "cs-2017"),
    )  # fmt: skip


_ABSENT = {("sr-2007", "1.A.1"), ("sr-2007", "1.B")}


VERSIONS = (Version(2007, "2008-01-01", 2017, "en"), Version(2017, "2017", None, "en"))


def invented() -> KnowledgeBase:
    """The whole of it."""
    editions = (cs_2007(), sr_2007(), cs_2017(), guide())
    return KnowledgeBase(
        {
            "languages": corpus_languages(),
            "versions": VERSIONS,
            "editions": editions,
            "links": links(editions),
            "concepts": (
                Concept(
                    "dummy",
                    {"en": ("dummy",), "cs": ("tichý hráč", "stůl"), "sr": ("dami",)},
                    slang={"cs": ("tichý",)},
                    definitions={"cs-2007": "def.Tichý hráč", "sr-2007": "def.Dami (dummy)"},
                ),
                Concept("board", {"en": ("board",), "cs": ("krabice",), "pl": ("pudełko",)}),
            ),
            "situations": (
                Situation(
                    "wrong-board",
                    "before-auction",
                    {"2007": ("2.A", "1.B"), "2017": ("2.B", "1.B")},
                    {
                        "cs": SituationText("Špatná krabice", ("jiná krabice",)),
                        "en": SituationText("Wrong board", ("other board",)),
                    },
                ),
            ),
            "beyond": (),
            "aligned": aligned(),
            "findings": (
                Finding("cs-2007", "1.A.1", "dangling-reference", "error", "Leads nowhere: <99>.",
                        "<99>", "Pravidlo 9", ("sr-2007 1.A.1: Član 9",), 0.9),
                Finding("cs-2007", "1.B", "missing-reference", "warning",
                        "The others cite 2A here; this text doesn't.", "", "2.A",
                        ("sr-2007 Član 1A prints “Član 2A”",), 0.9,
                        values={"cited": Cited("cs-2007", "2.A"),
                                "editions": (EditionName("sr-2007"),)}, witnesses=(PRINTS,)),
                Finding("cs-2017", "2.B", "older-wording", "warning", "Left over.",
                        "dokud", "", (), 0.8,
                        values={"place": Place("cs-2007", "1.B"),
                                "newer": Place("sr-2007", "2.A")}),
            ),
        }
    )  # fmt: skip


def bare() -> KnowledgeBase:
    """The editions alone: nothing linked, aligned or audited yet."""
    return KnowledgeBase(
        {
            "languages": corpus_languages(),
            "versions": VERSIONS,
            "editions": (cs_2007(), sr_2007(), cs_2017(), guide()),
            "links": Links(),
            "concepts": (),
            "situations": (),
            "beyond": (),
            "aligned": Aligned(),
            "findings": (),
        }
    )
