"""The site of an invented knowledge base: whole, safe, the same twice, and checked."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
from base64 import b64encode
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from msgspec.structs import replace

from lawbase.errors import LawbaseError
from lawbase.knowledge import LAYERS, KnowledgeBase
from lawbase.site.headers import FOR_HOSTS, HEADERS, POLICY
from lawbase.site.offline import group_of
from lawbase.site.verify import check, find
from lawbase.storage import files_in
from tests.conftest import ROOT
from tests.site.invented import SPITEFUL, bare, invented, site_of

SOURCES = ROOT / "site"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    folder = tmp_path_factory.mktemp("built") / "site"
    site_of(invented(), folder)
    return folder


def digest(folder: Path) -> dict[str, str]:
    """What is in a folder, file by file."""
    return {
        file: hashlib.sha256((folder / file).read_bytes()).hexdigest()
        for file in sorted(files_in(folder))
    }


def text_of(site: Path, path: str) -> str:
    """A page's HTML."""
    return (site / path / "index.html").read_text("utf-8")


@pytest.mark.slow
def test_a_second_build_gives_the_same_bytes(site: Path, tmp_path: Path) -> None:
    site_of(invented(), tmp_path / "again")
    assert digest(tmp_path / "again") == digest(site)


@pytest.mark.slow
def test_a_word_of_a_law_changes_the_pages_that_show_it_and_no_other(
    site: Path, tmp_path: Path
) -> None:
    kb, word = invented(), "Rozhodne"
    [law] = [p for p in kb.edition("cs-2017").provisions if p.key == "2.B"]
    said = replace(law, text=law.text.replace("Odstavec", word))
    editions = [
        replace(e, provisions=tuple(said if p is law else p for p in e.provisions))
        for e in kb.editions
    ]
    layers = {name: getattr(kb, name) for name in LAYERS}
    corrected = KnowledgeBase(layers | {"editions": tuple(editions)})
    again = tmp_path / "again"
    site_of(corrected, again)
    before, after = digest(site), digest(again)
    changed = {name for name in before if before[name] != after.get(name)}
    pages = {name for name in changed if name.endswith("index.html")}
    assert "cs-2017/2/index.html" in pages
    assert all(word in (again / name).read_text("utf-8") for name in pages)
    assert {name for name in changed if name.startswith("assets/")} == {"assets/search.js"}


@pytest.mark.slow
def test_a_site_of_bare_texts_stands(tmp_path: Path) -> None:
    site_of(bare(), tmp_path / "site")
    assert (tmp_path / "site" / "cs-2007" / "1" / "index.html").is_file()


def test_html_in_a_source_is_text(site: Path) -> None:
    page = text_of(site, "cs-2007/1")
    assert "<script>alert" not in page and "<b>a</b>" not in page
    assert "&lt;script&gt;alert(&#34;1&#34;)&lt;/script&gt; &amp; spol." in page
    script = (site / "texts" / "cs-2007" / "1.js").read_text("utf-8")
    assert "<script>alert" not in script
    assert SPITEFUL not in "".join(p.read_text("utf-8") for p in site.rglob("*.html"))


def test_references_of_every_status(site: Path) -> None:
    page = text_of(site, "cs-2007/1")
    assert '<a class="citation whole" href="../2/index.html#2.B">Pravidlo 2B</a>' in page
    assert re.search(r'<span class="unlinked dangling" title="[^"]+">Pravidlo 99</span>', page)
    assert re.search(r'<span class="unlinked ambiguous" title="[^"]+">odstavec C</span>', page)
    assert "unlinked outside" in text_of(site, "cs-2017/2")


def test_places_in_findings_are_linked_beside_the_text_and_in_the_list(site: Path) -> None:
    place = '<a href="../2/index.html#2.A">2A</a>'
    told = f'Tento text tu neodkazuje na <span data-g="cited">{place}</span>, v <span'
    assert told in text_of(site, "cs-2007/1")
    listed = text_of(site, "sr-Cyrl/findings")
    assert 'href="../../sr-2007/1/index.html#1.A">SR 2007 <span lang="sr-Latn">Član 1A' in listed


def test_what_changes_a_ruling_stands_open_wherever_the_words_are_read(site: Path) -> None:
    newer = r'href="[./]*/sr-2007/2/index.html#2.A">SR 2007 <span lang="sr-Latn">Član 2A</span>'
    page = text_of(site, "cs-2017/2")
    beside = re.search(r'</div>\s*<p class="caution">(.*?)</p>', page, re.DOTALL)
    card = text_of(site, "en/situations/before-auction")
    on_card = re.search(r'<p class="caution" lang="en">(.*?)</p>', card, re.DOTALL)
    assert beside and "Pozor" in beside[1] and re.search(newer, beside[1])
    assert on_card and "Careful" in on_card[1] and re.search(newer, on_card[1])
    assert page.count("finding.older-wording") == 1
    script = (site / "texts/cs-2017/2.js").read_text("utf-8")
    warned = json.loads(script.partition(",")[2].removesuffix(");\n"))["2.B"]["f"]
    warnings = {"cs": "Pozor:", "en": "Careful:", "sr": "Pažnja:", "sr-Cyrl": "Пажња:"}
    assert {ui: said.split()[0] for ui, said in warned.items()} == warnings


def test_what_is_odd_is_folded_under_its_kind(site: Path) -> None:
    page = text_of(site, "cs-2007/1")
    folded = re.findall(r'<details class="odd">\s*<summary>(.*?)</summary>', page)
    assert folded
    assert all("check." in kinds or "slip.kind" in kinds for kinds in folded)


def test_an_editor_s_reason_known_in_english_alone_is_marked_as_that(site: Path) -> None:
    assert 'Důvod: <span lang="en">' in text_of(site, "cs/findings")
    assert "Reason: " in text_of(site, "en/findings")


def test_a_citation_beyond_a_text_is_told_among_those_of_its_law(site: Path) -> None:
    shown = [text_of(site, f"references/{law}") for law in (1, 2)]
    outside = r'CS 2017: [^<(]*\(<span data-t="neighbourhood.outside">outside this text</span>\)'
    assert any(re.search(outside, page) for page in shown)


def test_a_stage_lists_its_cards_first(site: Path) -> None:
    page = text_of(site, "cs/situations/before-auction")
    listed = page.index('<li><a href="#wrong-board">Špatná krabice</a>')
    assert listed < page.index('id="wrong-board"')


def test_a_term_is_marked_once_and_never_in_its_own_definition(site: Path) -> None:
    page = text_of(site, "cs-2007/1")
    terms = re.findall(r'<a class="term" href="([^"]+)">([^<]+)</a>', page)
    assert terms == [("../definitions/index.html#tichy-hrac", "Tichý hráč")]


def test_a_footnote_is_called_and_stands_at_its_place(site: Path) -> None:
    page = text_of(site, "cs-2007/1")
    assert '<a href="#1.A.1.fn1"' in page
    assert 'class="footnote" id="1.A.1.fn1"' in page


def test_a_change_is_woven(site: Path) -> None:
    page = text_of(site, "compare/cs-2007/cs-2017/1")
    assert "<del>Starý</del><ins>Nový</ins> text se mění." in page
    two = text_of(site, "compare/cs-2007/cs-2017/2")
    assert 'id="2.B"' in two and 'id="was-2.B"' in two
    assert re.search(r">2A</a>\s*→ <a[^>]*>2B</a>", two)
    assert re.search(r'class="change-row new[^"]*" id="2.A"', two)
    assert re.search(r'class="change-row dropped[^"]*" id="was-2.B"', two)


def test_what_did_not_change_stands_once_and_says_so(site: Path) -> None:
    page = text_of(site, "compare/cs-2007/cs-2017/1")
    row = page.split('id="1.A.1"')[1].split('<div class="change-row')[0]
    assert row.count("Platí") == 1
    assert ">beze změny</span>" in row


def test_rows_of_the_parallel_page_are_locked_by_thread(site: Path) -> None:
    page = text_of(site, "parallel/2")
    new, row = (page.split(f'id="{a}"')[1].split('<div class="row')[0] for a in ("2.A", "2.A-2"))
    assert "Zcela nový odstavec." in new and new.count("empty") == 2
    assert "Odstavec o krabici." in row and "Stav o bordu." in row
    assert "Odstavec o krabici, viz" in row and "</span> 2B</a>" in row


class Tags(HTMLParser):
    """Every tag of a page with its attributes."""

    def __init__(self, html: str):
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def pages(site: Path) -> list[Path]:
    """All pages."""
    return sorted(site.rglob("*.html"))


def test_pages_need_nothing_inline_and_nothing_from_elsewhere(site: Path) -> None:
    for page in pages(site):
        for tag, attributes in Tags(page.read_text("utf-8")).found:
            assert not [name for name in attributes if name.startswith("on") or name == "style"]
            assert tag != "style"
            if tag == "script":
                assert attributes.get("src") or attributes["type"] == "application/ld+json"
            loads = tag in ("script", "img", "iframe", "source") or (
                tag == "link" and attributes["rel"] in ("stylesheet", "icon", "manifest")
            )
            where = attributes.get("src") or attributes.get("href") or ""
            if loads:
                assert not where.startswith(("http", "//")), page


def test_every_link_leads_from_a_folder_on_disk_to_a_file(site: Path) -> None:
    for page in pages(site):
        if page.name == "404.html":
            continue
        base = page.as_uri()
        for tag, attributes in Tags(page.read_text("utf-8")).found:
            href = attributes.get("href" if tag in ("a", "link") else "src")
            if not href or urlsplit(href).scheme:
                continue
            assert not href.startswith("/")
            target = Path(urlsplit(urljoin(base, href)).path)
            assert target.is_file(), (page, href)


def test_every_page_says_its_language_title_and_place(site: Path) -> None:
    tags = {"cs": "cs", "sr": "sr-Latn", "sr-Cyrl": "sr-Cyrl", "pl": "pl", "en": "en"}
    for page in pages(site):
        html = page.read_text("utf-8")
        found = Tags(html).found
        first = page.relative_to(site).parts[0]
        if first in tags:
            assert found[0][1]["lang"] == tags[first]
        assert re.search(r"<title[^>]*>[^<]+ · lawbase</title>", html)
        assert sum(tag == "h1" for tag, _ in found) == 1, page
        assert [a for tag, a in found if tag == "link" and a["rel"] == "canonical"]


def test_law_pages_carry_linked_data(site: Path) -> None:
    block = re.search(r'ld\+json">(.*?)</script>', text_of(site, "cs-2007/1"))
    assert block is not None
    data = json.loads(block[1])
    assert data["@type"] == "Legislation"
    assert data["legislationIdentifier"] == "ldb:2007:cs:1"
    assert data["inLanguage"] == "cs"


def test_signposts(site: Path) -> None:
    listed = re.findall(
        r"<loc>https://lawbase.example/(.*?)</loc>", (site / "sitemap.xml").read_text()
    )
    written = {p.parent.relative_to(site).as_posix() for p in site.rglob("index.html")}
    assert {path.rstrip("/") or "." for path in listed} == written
    assert "{searchTerms}" in (site / "opensearch.sr-Cyrl.xml").read_text("utf-8")
    manifest = json.loads((site / "manifest.webmanifest").read_text("utf-8"))
    for icon in manifest["icons"]:
        assert (site / icon["src"]).stat().st_size > 0


def test_the_packs_hold_every_page_and_text(site: Path) -> None:
    worker = (site / "worker.js").read_text("utf-8")
    stored = json.loads(worker.partition("=")[2].partition(";\n")[0])["files"]
    files = set(files_in(site))
    packed = [f for f in files if f.endswith(".html") or f.startswith("texts/")]
    for file in packed:
        (pack,) = (site / "offline").glob(f"{group_of(file)}.????????.pack")
        held = gzip.decompress(pack.read_bytes())
        assert hashlib.sha256(held).hexdigest()[:8] == pack.name.split(".")[-2]
        content = json.loads(held)
        assert content[file] == (site / file).read_text("utf-8")
    unread = {"worker.js", "offline.json", *FOR_HOSTS}
    assert set(stored) == files - set(packed) - unread
    for name, integrity in stored.items():
        digest = hashlib.sha256((site / name).read_bytes()).digest()
        assert integrity == f"sha256-{b64encode(digest).decode()}"


def test_every_page_and_host_is_told_one_policy(site: Path) -> None:
    for page in site.rglob("*.html"):
        assert f'http-equiv="Content-Security-Policy" content="{POLICY}"' in page.read_text()
    for name in ("_headers", "nginx.conf"):
        told = (site / name).read_text()
        assert all(header in told and value in told for header, value in HEADERS.items())


@pytest.mark.slow
def test_a_broken_link_fails_the_build_and_leaves_what_was_there(tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    shutil.copytree(SOURCES, sources)
    about = sources / "pages" / "about.cs.md"
    about.write_text(about.read_text("utf-8") + "\n[x](~/cs/trems/index.html)\n", "utf-8")
    output = tmp_path / "site"
    output.mkdir()
    (output / "old.html").write_text("old")
    with pytest.raises(LawbaseError, match=r"cs/about/index\.html links to cs/trems"):
        site_of(invented(), output, sources)
    assert [p.name for p in output.iterdir()] == ["old.html"]


def test_the_check_names_the_likely_anchor_and_the_doubled_one() -> None:
    one = find("a.html", '<p id="27.B"><p id="x"><p id="x"><a href="a.html#27.C">')
    with pytest.raises(LawbaseError) as told:
        check([one], {"a.html"})
    assert "a.html has the anchor “x” twice" in str(told.value)
    assert "a.html#27.C, which isn't there; there is #27.B" in str(told.value)
