"""Laws that nobody plays by: invented languages and years, every kind of record and oddity."""

from __future__ import annotations

from msgspec.structs import replace

from lawbase.knowledge import KnowledgeBase
from lawbase.model import (
    Aligned,
    Alignment,
    Change,
    Claim,
    Concept,
    Contrast,
    Detection,
    Edition,
    Finding,
    IndexEntry,
    LexiconEntry,
    Links,
    Marker,
    PartSpan,
    Provision,
    Reference,
    RefKind,
    RefStatus,
    Revision,
    Run,
    Sign,
    Situation,
    SituationText,
    SourceFile,
    SourceNote,
    Table,
    TermUse,
    Text,
    Thread,
    Version,
)
from lawbase.profile import CitationStyle, LanguageProfile
from lawbase.text import Span

OLD, OTHER, NEW, GUIDE = "xa-2001", "xb-2001", "xa-2011", "guide-xa"
TABLE_TEXT = "Points 1-2 low 3-9 high"


def style(law: str) -> CitationStyle:
    return CitationStyle(
        law=law,
        item="({})",
        footnote="note {}",
        definition="Word: {}",
        preface="Preface",
        introduction="Introduction",
        chapter="Part {}",
        section="Section {}",
    )


LANGUAGES = {
    "en": LanguageProfile(id="en", name="English", citation=style("Law {}")),
    "xa": LanguageProfile(id="xa", name="Alphish", iso639="alp", citation=style("Rule {}")),
    "xb": LanguageProfile(id="xb", name="Bétish", citation=style("Règle {}"), script={"ж": "ž"}),
}


def piece(edition: str, key: str, kind: str = "provision", **more: object) -> Provision:
    at = len(key) * 10
    base = {"parent": None, "label": "", "heading": "", "text": "", "tail": ""}
    text = str(more.get("text", ""))
    maps = {"text": (Run(0, at, len(text)),)} if text else {}
    given = base | {"source": Span(at, at + len(text)), "maps": maps} | more
    return Provision(edition=edition, key=key, kind=kind, **given)  # type: ignore[arg-type]


def old_provisions() -> tuple[Provision, ...]:
    def of(key: str, kind: str = "provision", **more: object) -> Provision:
        return piece(OLD, key, kind, **more)

    return (
        of("preface", "preface", heading="PREFACE", text="For Tom & <Ann>; “quoted”."),
        of("intro", "introduction", heading="AIMS", text="You must, may, shall."),
        of(
            "def.Long suit",
            "definition",
            label="Long suit",
            text="1. Five cards. 2. Six ♥ or \uf0aa cards.",
            senses=(Span(3, 14), Span(18, 35)),
        ),
        of("def.Žert", "definition", label="Žert", text="A joke (see Rule 2)."),
        of("chapter.I", "chapter", label="PART I", heading="Play", children=("1", "2")),
        of(
            "1",
            "law",
            parent="chapter.I",
            label="RULE 1 -",
            heading="THE LEAD",
            children=("1.A", "1.B"),
            footnotes=("1#fn1",),
            markers=(Marker("1#fn1", "heading", 8),),
            tail="So ends the lead, says Rule 1A1.",
        ),
        of("1#fn1", "footnote", parent="1", label="1", text="Not the fish.", bearers=("1", "2")),
        of(
            "1.A",
            parent="1",
            label="A.",
            heading="Who leads",
            text="A long suit leads, see Rules 2 and 9; a long suit wins.",
            children=("1.A.1", "1.A.2"),
        ),
        of("1.A.1", parent="1.A", label="1.", text="Left first.", children=("1.A.1.a",)),
        of("1.A.1.a", parent="1.A.1", label="(a)", text="Or", children=("1.A.1.a.i",)),
        of("1.A.1.a.i", parent="1.A.1.a", label="(i)", text="right & centre."),
        of(
            "1.A.2",
            parent="1.A",
            label="3.",
            text=f"Count. {TABLE_TEXT} Done.",
            tables=(
                Table(
                    7,
                    7 + len(TABLE_TEXT),
                    ("Points", ""),
                    (("1-2", "low"), ("3-9", "high")),
                    "Counts",
                ),
            ),
        ),
        of("1.B", parent="1", label="B.", heading="Silence", text="See the section above."),
        of(
            "2",
            "law",
            parent="chapter.I",
            label="RULE 2 -",
            heading="THE FISH",
            text="The fish is mute and the fish is fast.",
            markers=(Marker("1#fn1", "text", 8), Marker("2#fn*", "text", 38)),
            footnotes=("1#fn1", "2#fn*"),
        ),
        of("2#fn*", "footnote", parent="2", label="*", text="Very fast.", bearers=("2",)),
    )


def edition(name: str, language: str, year: int, provisions: tuple[Provision, ...], **more: object):
    length = 400
    claims = (Claim(0, 390, "text", "1"), Claim(390, length, "spacing", ""))
    given: dict[str, object] = {
        "laws": (1, 2),
        "complete": True,
        "publisher": "The League",
        "claims": claims,
        "source": SourceFile(f"{name}/source.txt", f"{year:064x}", length),
        "title": f"The Rules of {year}",
    }
    return Edition(
        id=name,
        language=language,
        year=year,
        revision=str(year),
        status="complete",
        scope="Rules 1-2",
        provisions=provisions,
        **(given | more),  # type: ignore[arg-type]
    )


def editions() -> tuple[Edition, ...]:
    index = (
        IndexEntry(OLD, "Fish", "", ("2",), (), "Fish 2", Span(380, 386)),
        IndexEntry(OLD, "Lead", "who, “how”", ("1.A", "9"), ("Fish",), "who 1A, 9", Span(386, 390)),
    )
    said = {"xb": "le numéro suit 1"}
    note = SourceNote(OLD, "1.A.2", "3.", "2.", "the number follows 1", Span(50, 52), said, "1.A.1")
    other = (
        piece(OTHER, "1", "law", label="1.", heading="ОТВОР", children=("1.A",)),
        piece(OTHER, "1.A", parent="1", label="A)", text="La longue mène, жест 2."),
        piece(OTHER, "2", "law", label="2.", heading="Poisson", text="Le poisson est muet."),
    )
    new = (
        piece(NEW, "1", "law", label="1", heading="THE FISH", text="The fish is mute and quick."),
        piece(NEW, "2", "law", label="2", heading="THE LEAD", children=("2.A", "2.B")),
        piece(NEW, "2.A", parent="2", label="A.", text="A long suit leads."),
        piece(NEW, "2.B", parent="2", label="B.", text="Quite new."),
    )
    guide = (piece(GUIDE, "guide.1", "section", heading="Welcome", text="Sit. Fish are mute."),)
    return (
        edition(OLD, "xa", 2001, old_provisions(), index=index, notes=(note,)),
        edition(OTHER, "xb", 2001, other),
        edition(
            NEW,
            "xa",
            2011,
            new,
            complete=False,
            publisher="",
            revisions=(Revision((2,), 2014, "The League"),),
        ),
        edition(GUIDE, "xa", 2005, guide, laws=None, title="Learn & play"),
    )


def links() -> Links:
    def ref(
        from_key: str, part: str, raw: str, start: int, to: str | None, kind: RefKind,
        status: RefStatus, candidates: tuple[str, ...] = (), edition: str = OLD,
        target: Span | None = None,
    ) -> Reference:  # fmt: skip
        end = start + len(raw)
        return Reference(
            edition,
            from_key,
            raw,
            start,
            end,
            to,
            kind,
            status,
            candidates,
            part,
            "r",
            target or Span(start, end),
        )

    return Links(
        (
            ref("def.Žert", "text", "Rule 2", 12, "2", "absolute", "ok"),
            ref("1", "tail", "Rule 1A1", 23, "1.A.1", "absolute", "ok"),
            ref("1.A", "text", "Rules 2 and 9", 23, "2", "absolute", "ok", target=Span(23, 30)),
            ref(
                "1.A", "text", "Rules 2 and 9", 23, "9", "absolute", "dangling", target=Span(35, 36)
            ),
            ref("1.B", "text", "section above", 8, None, "relative", "ambiguous", ("1.A", "1.A.1")),
            ref("index/Fish", "raw", "2", 5, "2", "index", "ok"),
            ref("index/Lead/who, “how”", "raw", "9", 8, "9", "index", "dangling"),
            ref("1.A", "text", "2", 21, "2", "absolute", "ok", edition=OTHER),
        ),
        (
            TermUse(OLD, "1", "lead", 4, 8, "heading"),
            TermUse(OLD, "1.A", "long-suit", 2, 11, "text"),
            TermUse(OLD, "1.A", "suit", 7, 17, "text"),
            TermUse(OLD, "1.A", "long-suit", 40, 49, "text"),
            TermUse(OLD, "2", "fish", 4, 8, "text"),
            TermUse(OTHER, "1.A", "long-suit", 3, 9, "text"),
            TermUse(GUIDE, "guide.1", "fish", 5, 9, "text"),
        ),
        {OLD: (("2",), ())},
    )


def concepts() -> tuple[Concept, ...]:
    return (
        Concept(
            "long-suit",
            {"en": ("long suit",), "xa": ("long suit", "length"), "xb": ("longue",)},
            definitions={OLD: "def.Long suit"},
        ),
        Concept("suit", {"en": ("suit",), "xa": ("suit",)}, unlinked={"xa": ("suit",)}),
        Concept(
            "fish",
            {"en": ("fish", "fishes"), "xa": ("fish",), "xb": ("poisson",)},
            slang={"xa": ('fishy "thing"\\',)},
            excepted={"xa": ("fish & chips",)},
        ),
        Concept("lead", {"en": ("lead",), "xa": ("lead",)}),
        Concept("joke", {"xa": ("žert",)}, definitions={OLD: "def.Žert"}),
    )


def aligned() -> Aligned:
    def pair(a: str, x: str | None, b: str, y: str | None, relation: str, score: float):
        evidence = {"words": score, "label": 0.25}
        return Alignment(a, x, b, y, relation, score, evidence)  # type: ignore[arg-type]

    def thread(name: str, *texts: tuple[str, str]) -> Thread:
        return Thread(name, tuple(Text(*text) for text in texts))

    ops = (
        ("equal", "The fish is mute and ", "The fish is mute and "),
        ("replace", "the fish is fast", "quick"),
        ("equal", ".", "."),
    )
    return Aligned(
        alignments=(
            pair(OLD, "1", OTHER, "1", "same", 1.0),
            pair(OLD, "1.A", OTHER, "1.A", "same", 0.9),
            pair(OLD, "2", OTHER, "2", "same", 0.8),
            pair(OLD, "2", NEW, "1", "moved", 0.75),
            pair(OLD, "1.A", NEW, "2.A", "moved", 0.5),
            pair(OLD, "1.B", NEW, None, "dropped", 0.6),
            replace(pair(OLD, None, NEW, "2.B", "new", 0.6), what={"xa": "Two fish."}, sure=2),
        ),
        threads=(
            thread("2001:1", (OLD, "1"), (OTHER, "1")),
            thread("2001:1.A", (OLD, "1.A"), (OTHER, "1.A"), (NEW, "2.A")),
            thread("2001:2", (OLD, "2"), (OTHER, "2"), (NEW, "1")),
            thread("2001:1.B", (OLD, "1.B")),
            thread("2011:2.B", (NEW, "2.B")),
        ),
        changes=(Change(OLD, "2", NEW, "1", ops, "wording", moved=True),),  # type: ignore[arg-type]
        contrasts=(contrast(),),
        lexicon=(LexiconEntry("xa", "xb", "fish", "poisson", 0.875),),
    )


def contrast() -> Contrast:
    """A provision of another language whose number changed, detected and not read."""
    old, new = (PartSpan("text", 0, 4),), (PartSpan("text", 0, 3),)
    sign = Sign("number", 1.5, ("2",), ("3",))
    detected = Detection("substance", 0.75, new, old, (sign,), "likely")
    return Contrast(
        OTHER, "2", NEW, "1", "substance", 0.75, new, old, True, {"xa": "Quick fish."}, detected,
        ("1.A",), (), ("2",), ("3",), 0.0, 1, "One text alone says so.",
    )  # fmt: skip


def invented() -> KnowledgeBase:
    """A fresh knowledge base of the invented laws."""
    finding = Finding(
        OLD, "1.A", "references", "error", "Rule 9 isn't there", "Rule 9", "Rule 2", ("xb: 2",), 0.9
    )
    situation = Situation(
        "fish-seen",
        "play",
        {"2001": ("2", "1.A"), "2011": ("1",)},
        {"xa": SituationText("A fish is seen", ("fish!",))},
    )
    layers = {
        "languages": LANGUAGES,
        "versions": (Version(2001, "2001", 2011, "en"), Version(2011, "2011", None, "en")),
        "editions": editions(),
        "links": links(),
        "concepts": concepts(),
        "situations": (situation,),
        "beyond": (),
        "aligned": aligned(),
        "findings": (finding,),
    }
    return KnowledgeBase(layers)
