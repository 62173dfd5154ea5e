"""A few invented laws in three languages, with what the search needs of each."""

from __future__ import annotations

from collections.abc import Mapping

from lawbase.citations.link import link_editions
from lawbase.knowledge import KnowledgeBase
from lawbase.model import (
    Aligned,
    Concept,
    Edition,
    IndexEntry,
    LexiconEntry,
    QuestionBeyond,
    Situation,
    SituationText,
    Text,
    Thread,
    Version,
)
from lawbase.profile import LanguageProfile
from lawbase.text import Span
from tests.site.invented import edition, provision

CS, SR, PL = "cs-2007", "sr-2007", "pl-2017"

CONCEPTS = (
    Concept(
        "revoke",
        {
            "en": ("revoke",),
            "cs": ("nepřiznání barvy",),
            "sr": ("renons",),
            "pl": ("fałszywy renons",),
        },
        definitions={CS: "def.Nepřiznání barvy", SR: "def.Renons"},
    ),
    Concept("spectator", {"en": ("spectator",), "cs": ("divák",), "sr": ("gledalac",)}),
    Concept("declarer", {"en": ("declarer",), "cs": ("hlavní hráč", "vydražitel")}),
)
BEYOND = (
    QuestionBeyond(
        "finesse",
        "technique",
        {"cs": ("kdy impasovat proti hráči", "impasovat dámu"), "en": ("when to finesse",)},
    ),
)
SITUATIONS = (
    Situation(
        "phone-rings",
        "behaviour",
        {"2007": ("2.B", "2"), "2017": ("2.A",)},
        {
            "cs": SituationText("Zvoní telefon", ("mobil ruší u stolu",)),
            "en": SituationText("The phone rings", ("a mobile disturbs the table",)),
        },
    ),
)


def czech() -> Edition:
    """A whole edition with definitions, a footnote, a table's numbers and a subject index."""
    texts = [
        ("def.Nepřiznání barvy", "Zahrání karty jiné barvy hráčem, který může barvu přiznat."),
        ("1", "", "NEPŘIZNÁNÍ BARVY"),
        ("1.A", "Hráč nepřizná barvu, ačkoli by mohl. Napraví to podle Pravidla 2B.", "Vymezení"),
        ("1.B", "Hlavní hráč se smí zeptat obránce, zda má kartu výnosu.", "Dotaz"),
        ("1.B.1", "Vydražitel se ptá prohlášením „hraj cokoliv“, než obránce přidá další kartu."),
        ("1.B.2", "Obránce získal 60 % bodů, nejvýše 3 000 nebo 40% ze všech."),
        ("2", "", "DIVÁCI"),
        ("2.A", "Divák za zástěnou v sálu nesmí upozornit na nesrovnalost.", "U stolu"),
        ("2.B", "Divák nesmí hráče rušit žádným způsobem.", "Rušení"),
    ]
    note = provision(CS, "1.B.2#fn1", "Poznámka o neobvyklé žlutřině.", bearers=("1.B.2",))
    provisions = [provision(CS, *row) for row in texts]
    provisions.insert(6, note)
    index = (IndexEntry(CS, "Přihlížející", "v sálu", ("2.A",), (), "", Span(0, 0)),)
    return edition(CS, provisions, index=index)


def serbian() -> Edition:
    """A translation that lacks a paragraph."""
    texts = [
        ("def.Renons", "Igranje karte druge boje igrača koji je u stanju da odgovori na boju."),
        ("1", "", "Renons"),
        ("1.A", "Igrač ne odgovara na boju, iako je prilagođeni list to mogao.", "Definicija"),
        ("1.B", "Izvođač može da pita igrača odbrane da li ima kartu.", "Pravo na pitanje"),
        ("2", "", "Gledaoci"),
        ("2.B", "Gledalac ne sme da ometa igrača.", "Ometanje"),
    ]
    provisions = [provision(SR, *row) for row in texts]
    return edition(SR, provisions)


def polish() -> Edition:
    """A later edition with a rule that the others don't have."""
    texts = [
        ("1", "", "Fałszywy renons"),
        ("1.A", "Gracz nie dodaje do koloru, choć mógłby.", "Definicja fałszywego renonsu"),
        ("2", "", "Widzowie"),
        ("2.A", "Widz nie może przeszkadzać graczowi.", "Przeszkadzanie"),
        ("3", "Zasłony stawia się na stole.", "Zasłony"),
    ]
    return edition(PL, [provision(PL, *row) for row in texts])


def threads() -> tuple[Thread, ...]:
    """The provisions of one rule; 2B of 2007 became 2A."""
    joined = {
        "def": ((CS, "def.Nepřiznání barvy"), (SR, "def.Renons")),
        "1": ((CS, "1"), (SR, "1"), (PL, "1")),
        "1.A": ((CS, "1.A"), (SR, "1.A"), (PL, "1.A")),
        "1.B": ((CS, "1.B"), (SR, "1.B")),
        "2": ((CS, "2"), (SR, "2"), (PL, "2")),
        "2.B": ((CS, "2.B"), (SR, "2.B"), (PL, "2.A")),
    }
    return tuple(Thread(name, tuple(Text(*t) for t in texts)) for name, texts in joined.items())


def invented(languages: Mapping[str, LanguageProfile]) -> KnowledgeBase:
    """The whole of it, linked as the real corpus is."""
    lexicon = (
        LexiconEntry("pl", "cs", "zasłon", "zástěn", 0.9),
        LexiconEntry("pl", "cs", "zasłon", "stoln zástěn", 0.8),
        LexiconEntry("pl", "cs", "stół zasłon", "zástěn", 0.8),
    )
    kb = KnowledgeBase(
        {
            "languages": dict(languages),
            "versions": (Version(2007, "2008", 2017, "en"), Version(2017, "2017", None, "en")),
            "editions": (czech(), serbian(), polish()),
            "concepts": CONCEPTS,
            "situations": SITUATIONS,
            "beyond": BEYOND,
            "aligned": Aligned(threads=threads(), lexicon=lexicon),
            "findings": (),
        }
    )
    kb.add("links", link_editions(kb))
    return kb
