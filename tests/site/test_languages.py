"""The interface languages: complete, in order, and Serbian in both scripts."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from html import unescape
from itertools import chain
from pathlib import Path
from typing import get_args

import pytest
from babel import Locale

from lawbase.aligning.changes import PairKind
from lawbase.errors import LawbaseError
from lawbase.model import BeyondKind, ContrastKind
from lawbase.search.results import ReasonKind
from lawbase.site.interface import TEMPLATE, Interface, load_interfaces, read_catalogue
from lawbase.site.settings import load_settings
from lawbase.site.views.matrix import CellState
from tests.conftest import ROOT

SITE = ROOT / "site"
CATALOGUES = sorted((SITE / "interface").glob("*.po"))
CODE = [
    *sorted((SITE / "templates").rglob("*.html")),
    *sorted((ROOT / "lawbase" / "site").glob("**/*.py")),
]
SCRIPTS = [
    *sorted((SITE / "assets" / "scripts").glob("*.js")),
    *sorted((SITE / "assets" / "engine").glob("*.js")),
]


WITHOUT_WORDS = {"citation", "phrase", "filter"}
"""Reasons why a provision is found of which the page says nothing."""


@pytest.fixture(scope="module")
def interfaces() -> dict[str, Interface]:
    """The interfaces of the site."""
    return load_interfaces(SITE, load_settings(SITE).interfaces)


def test_every_text_that_is_asked_for_exists_and_no_other(
    interfaces: dict[str, Interface],
) -> None:
    source = "\n".join(path.read_text("utf-8") for path in CODE)
    said = "\n".join(path.read_text("utf-8") for path in SCRIPTS)
    whole = set(re.findall(r"""\b(?:t|text)\(["']([\w.-]+)["'][,)]""", source))
    whole |= set(re.findall(r"""t\("([\w.]+)" if .*? else "[\w.]+\"""", source))
    whole |= set(re.findall(r"""(?:t|text)\("[\w.]+" if .*? else "([\w.]+)\"""", source))
    whole |= {f"js.{name}" for name in re.findall(r"""\bsay\("([\w.]+)["`]""", said)}
    messages = re.findall(r'\{ kind: "(\w+)"(?:, (?:value|address)\b| \};)', said)
    whole |= {f"js.search.{kind}" for kind in messages}
    whole |= {f"js.search.beyond-{kind}" for kind in get_args(BeyondKind)}
    whole |= {f"js.search.why.{kind}" for kind in {*get_args(ReasonKind)} - WITHOUT_WORDS}
    kinds = {*get_args(PairKind), *chain(*map(get_args, get_args(CellState)))}
    whole |= {f"change.{kind}" for kind in kinds - {"first", "outside"}}
    whole |= {f"unread.{kind}" for kind in get_args(ContrastKind)}
    beginnings = set(re.findall(r"""\b(?:t|text)\((?:f?)["']([\w.]+\.)["{ ]""", source))
    beginnings |= {
        "check.",
        "stage.",
        "picture.",
        "part.",
        "js.theme.",
        "js.keys.",
        "js.offline.",
        "reading.",
        "reference.",
        "room.",
        "change.",
        "evidence.",
        "state.",
    }
    known = interfaces["en"].texts
    assert whole - known.keys() == set()
    named = whole | set(re.findall(r"""["']([\w.-]+)["']""", source))
    unused = {k for k in known.keys() - named if not k.startswith(tuple(beginnings))}
    assert unused == set()


def test_every_count_speaks_in_every_language(interfaces: dict[str, Interface]) -> None:
    for ui in interfaces.values():
        for key in ui.counts:
            for number in (1, 2, 5, 11, 12, 21, 22, 25):
                assert ui.count(number, key).startswith(str(number))


def test_plurals(interfaces: dict[str, Interface]) -> None:
    polish, serbian = interfaces["pl"], interfaces["sr"]
    assert [polish.count(n, "provisions") for n in (1, 2, 5, 12, 22)] == [
        "1 postanowienie",
        "2 postanowienia",
        "5 postanowień",
        "12 postanowień",
        "22 postanowienia",
    ]
    assert [serbian.count(n, "provisions") for n in (1, 3, 11, 21)] == [
        "1 odredba",
        "3 odredbe",
        "11 odredbi",
        "21 odredba",
    ]


def test_a_missing_text_is_told_with_the_language(interfaces: dict[str, Interface]) -> None:
    with pytest.raises(LawbaseError, match="“cs” lacks 'nothing'"):
        interfaces["cs"].text("nothing")


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.stem)
def test_nothing_is_left_untranslated(file: Path) -> None:
    template, own = (read_catalogue(f)[0] for f in (SITE / "interface" / TEMPLATE, file))
    found = {message.context: own.get(message.id, message.context) for message in template}
    open_ones = [
        name
        for name, said in found.items()
        if name and (said is None or said.fuzzy or not said.string or not all(said.string))
    ]
    assert open_ones == []
    assert {message.context for message in own} == found.keys()
    assert not own.obsolete


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.stem)
def test_plurals_are_those_of_cldr(file: Path) -> None:
    chosen = read_catalogue(file)[1]
    category = Locale.parse(file.stem).plural_form
    together = {(chosen(number), category(number)) for number in range(1000)}
    assert len(together) == len({form for form, _ in together})
    assert len(together) == len({name for _, name in together})


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The interface's folder, to be changed."""
    return Path(shutil.copytree(SITE / "interface", tmp_path / "interface"))


def test_a_new_language_is_a_catalogue(copied: Path) -> None:
    pybabel = [sys.executable, "-m", "babel.messages.frontend"]
    made = copied / "de.po"
    command = [*pybabel, "init", "-i", str(copied / TEMPLATE), "-o", str(made), "-l", "de"]
    subprocess.run(command, check=True, capture_output=True)
    text = made.read_text("utf-8")
    before = 'msgid "Skip to the text"\nmsgstr ""'
    assert before in text
    made.write_text(text.replace(before, f'{before[:-1]}Zum Text"'), "utf-8")
    german = load_interfaces(copied.parent, ("cs", "de"))["de"]
    assert german.text("skip") == "Zum Text"
    assert german.text("search") == "Search"
    assert german.count(1, "provisions") == "1 provision"


MALFORMED = {
    "a gap that English lacks": (
        'msgid "Skip to the text"\nmsgstr "',
        "{0.__class__}",
        "“skip” has",
    ),
    "a stray brace": ('msgid "Skip to the text"\nmsgstr "', "}", "“skip” has }"),
    "no plural": ("plural=", "__import__", "no gettext catalogue"),
    "more forms than said": ("plural=", "9+", "leads beyond"),
    "a division by zero": ("plural=", "1/0+", "no gettext catalogue"),
    "an open message": ('msgctxt "skip"\n', 'msgid "x"\n', "malformed"),
}


@pytest.mark.parametrize(("before", "planted", "told"), MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_catalogue_is_told_in_a_sentence(
    copied: Path, before: str, planted: str, told: str
) -> None:
    file = copied / "pl.po"
    text = file.read_text("utf-8")
    assert before in text
    file.write_text(text.replace(before, before + planted, 1), "utf-8")
    with pytest.raises(LawbaseError, match=rf"pl\.po.*{told}"):
        load_interfaces(copied.parent, ("pl",))


CYRILLIC = {
    "Član 16C i Članovi 22A": "Члан 16C и Чланови 22A",
    "U slučaju iz stava A ili (a), N ne igra": "У случају из става A или (a), N не игра",
    "A ako je NS u zoni, ljubazno": "А ако је NS у зони, љубазно",
    "Injekcija, džep, Njegov, NJEGOV, nadživeti": "Инјекција, џеп, Његов, ЊЕГОВ, надживети",
    "DAMI (dummy), RHO, Poglavlje IV, tačka (ii)": "ДАМИ (dummy), RHO, Поглавље IV, тачка (ii)",
    "DT i LP": "ДТ и ЛП",
}


@pytest.mark.parametrize(("latin", "cyrillic"), CYRILLIC.items())
def test_serbian_in_cyrillic(interfaces: dict[str, Interface], latin: str, cyrillic: str) -> None:
    assert interfaces["sr-Cyrl"].written(latin) == cyrillic


def test_tags_are_no_text(interfaces: dict[str, Interface]) -> None:
    script = interfaces["sr-Cyrl"].script
    assert script is not None
    html = '<a href="~/sr/trace/27/index.html" title="x">Član</a>&nbsp;&amp; igra'
    expected = '<a href="~/sr/trace/27/index.html" title="x">Члан</a>&nbsp;&amp; игра'
    assert script.convert_markup(html) == expected


@pytest.mark.browser
def test_the_page_writes_cyrillic_as_python_does(interfaces: dict[str, Interface]) -> None:
    script = interfaces["sr-Cyrl"].script
    assert script is not None
    texts = [*CYRILLIC, *interfaces["sr"].texts.values()]
    table = {"letters": script.letters, "apart": script.apart, "kept": script.kept}
    source = (SITE / "assets" / "scripts" / "50-script.js").read_text("utf-8")
    program = (
        "const lawbase = {site: {scripts: []}, ready: (start) => start()};\n"
        f"{source}\n"
        f"const table = {json.dumps({**table, 'words': script.words})};\n"
        f"const texts = {json.dumps(texts)};\n"
        "console.log(JSON.stringify(texts.map((text) => lawbase.inScript(text, table))));"
    )
    run = subprocess.run(["node", "-e", program], capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == [script.convert(text) for text in texts]


def test_words_stand_in_the_order_of_the_alphabet(interfaces: dict[str, Interface]) -> None:
    orders = {
        "cs": ["cena", "čin", "hra", "chyba", "indie", "řada", "žolík"],
        "pl": ["as", "ława", "łza", "mecz", "zapis", "źle", "żart"],
        "sr": ["cilj", "čas", "ćud", "dan", "džep", "đak", "lav", "ljubav", "nada", "njen"],
        "sr-Cyrl": ["адут", "викторија", "ђак", "етапа", "љубав", "њен", "ћуд", "џеп", "шлем"],
    }
    for identifier, words in orders.items():
        alphabet = interfaces[identifier].alphabet
        shuffled = sorted(words, key=lambda word: word[::-1])
        assert sorted(shuffled, key=alphabet.order) == words
    assert interfaces["cs"].alphabet.initial("Chyba") == "Ch"
    assert interfaces["sr"].alphabet.initial("Njen") == "Nj"


@pytest.mark.parametrize("room", ["changes", "matrix"])
def test_a_cyrillic_page_cites_its_own_texts_in_cyrillic(home: Path, room: str) -> None:
    pages = (home / "site" / "sr-Cyrl" / room).rglob("*.html")
    text = "".join(page.read_text("utf-8") for page in pages)
    assert ", напомена " in text
    assert ", napomena " not in text


KEY = re.compile(r"\b(?:def|guide|chapter)\.\w|#fn|\b\d+\.[A-H]\b|\{[a-z_]+\}")
"""The spelling of a key, or a gap that nothing filled."""


@pytest.mark.slow
def test_no_key_stands_on_a_reader_s_page_and_no_link_without_a_name(home: Path) -> None:
    for file in sorted((home / "site").rglob("*.html")):
        body = file.read_text("utf-8").partition("<body")[2]
        links = re.findall(r"<a\b(?![^>]*aria-label)[^>]*>(.*?)</a>", body, re.DOTALL)
        assert all(re.sub(r"<[^>]+>|\s", "", link) for link in links), file.parent.name
        words = unescape(re.sub(r"<[^>]+>", " ", f"<body{body}"))
        assert (KEY.findall(words), file.parent.name) == ([], file.parent.name)


@pytest.mark.parametrize("interface", ["cs", "sr", "sr-Cyrl", "pl"])
def test_what_is_odd_is_told_in_the_reader_s_language_with_a_way_to_each_text(
    home: Path, interface: str
) -> None:
    page = (home / "site" / interface / "findings" / "index.html").read_text("utf-8")
    main = page.partition("<main")[2].partition("</main>")[0]
    assert 'lang="en"' not in main
    ways = re.findall(r'<a href="#([^"]+)">', main.partition("</nav>")[0])
    assert ways and ways == re.findall(r'<h2 id="([^"]+)">', main)


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)//",
        "data:text/html,x/",
        "https://laws.example",
        "https://laws.example/#x/",
        "//laws.example/",
        "https://laws.example/\\nDisallow: /",
        'https://laws.example/"><script>/',
        "",
    ],
)
def test_an_address_of_the_site_that_leads_elsewhere_is_refused(
    tmp_path: Path, address: str
) -> None:
    settings = (SITE / "site.toml").read_text("utf-8")
    ours = re.compile(r"^base_url = .*$", re.MULTILINE)
    (tmp_path / "site.toml").write_text(ours.sub(lambda _: f"base_url = '''{address}'''", settings))
    with pytest.raises(LawbaseError, match=r"site\.toml:6: base_url = “.*” is no address like"):
        load_settings(tmp_path)
