"""Pages of the corpus are true: what is in force, what is missing, where a citation leads."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from lawbase.address import law_of
from lawbase.knowledge import KnowledgeBase
from lawbase.model import Reference
from lawbase.site.comparison import comparisons_of
from lawbase.site.routes import ROOT as ROOT_OF_LINKS
from lawbase.site.routes import Routes, page_of
from tests.conftest import ROOT

SHOWING = (
    "parallel/27",
    "compare/cs-2007/cs-2017/27",
    "trace/27",
    "terms/d",
    "cs/situations/lead",
)
"""Pages that show texts of both years."""


@pytest.fixture(scope="module")
def kb(home: Path) -> KnowledgeBase:
    """The knowledge base that the site was built from."""
    return KnowledgeBase.open(home / "knowledge")


@pytest.fixture(scope="module")
def site(home: Path) -> Path:
    """The built site's folder."""
    return home / "site"


@cache
def html_of(folder: Path) -> str:
    """A page's HTML."""
    return (folder / "index.html").read_text("utf-8")


def words_of(html: str) -> str:
    """The text of a page without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))


def followed(kb: KnowledgeBase) -> list[Reference]:
    """The citations in the words of the laws that lead somewhere."""
    return [
        r
        for r in kb.links.references
        if r.kind != "index"
        and r.status == "ok"
        and r.to
        and law_of(r.from_key)
        and "#" not in r.to
    ]


def test_every_target_of_every_citation_can_be_followed(kb: KnowledgeBase, site: Path) -> None:
    routes = Routes(kb.editions)
    lost = []
    for r in followed(kb):
        page = html_of(site / page_of(r.edition, r.from_key))
        place = routes.place(r.edition, r.to or "")
        assert place
        own = page_of(r.edition, r.from_key)
        folder = "" if place[0] == own else f"../{place[0].removeprefix(f'{r.edition}/')}"
        anchor = f"#{place[1]}" if place[1] else ""
        target = f"{folder}index.html{anchor}" if folder or not anchor else anchor
        here = rf'class="[^"]*citation[^"]*" href="{re.escape(target)}"'
        if not re.search(here, page):
            lost.append((r.edition, r.from_key, r.raw, r.to))
    assert len(followed(kb)) > 1000
    assert not lost


@pytest.mark.slow
def test_every_target_can_be_followed_wherever_the_words_are_shown(
    kb: KnowledgeBase, site: Path
) -> None:
    routes = Routes(kb.editions)
    lost = []
    looked_at = 0
    for r in followed(kb):
        law = law_of(r.from_key)
        place, target = (
            re.escape(str(routes.href(r.edition, key)).removeprefix(ROOT_OF_LINKS))
            for key in (r.from_key, r.to or "")
        )
        # What a comparison finds unchanged stands there once, in the words of the newer edition.
        words = re.compile(rf'href="[./]*{place}">[^<]*</a>\s*<div class="words"')
        compared = site.glob(f"compare/*{r.edition}*/**/{law}/")
        pages = [f for f in compared if r.edition in f.parts and words.search(html_of(f))]
        looked_at += len(pages)
        script = (site / "texts" / r.edition / f"{law}.js").read_text("utf-8")
        if not re.search(f"~/{target}", script):
            lost.append((r.edition, r.from_key, r.to, "preview"))
        for page in (site / f"parallel/{law}", *pages):
            if not re.search(rf'class="[^"]*citation[^"]*" href="[./]*{target}"', html_of(page)):
                lost.append((r.edition, r.from_key, r.to, str(page)))
    assert looked_at > 500
    assert not lost


def letters(html: str) -> str:
    """The letters of a page, without tags and spaces."""
    return re.sub(r"\s+", "", unescape(re.sub(r"<[^>]+>", "", html)))


@pytest.mark.slow
def test_no_word_of_a_law_is_lost_on_pages_across_editions(kb: KnowledgeBase, site: Path) -> None:
    seen = 0
    for edition in kb.law_editions:
        for law in kb.laws(edition.id):
            pages = [site / f"parallel/{law}", site / f"trace/{law}"]
            pages += (
                site / f"{c.folder}{law}"
                for c in comparisons_of(kb)
                if edition.id in c.pair and law in c.laws
            )
            for page in pages:
                html = re.sub(r"<sup.*?</sup>", "", html_of(page), flags=re.DOTALL)
                shown = letters(html) + letters(re.sub("<del.*?</del>", "", html, flags=re.DOTALL))
                for key in kb.with_descendants(edition.id, str(law)):
                    p = kb.provision(edition.id, key)
                    assert p
                    for words in (p.heading, p.text, p.tail):
                        if not p.tables:
                            assert re.sub(r"\s+", "", words) in shown, (page, edition.id, key)
                            seen += 1
    assert seen > 10000


def test_what_a_text_lacks_is_not_shown_as_deleted(site: Path) -> None:
    for path, key, said in (
        ("cs-2007/cs-2017/40", "40.C", "mimo rozsah textu CS 2017"),
        ("cs-2007/pl-2017/16", "16.A.3", "bez protějšku v textu PL 2017"),
    ):
        row = html_of(site / "compare" / path).partition(f'id="was-{key}"')[2]
        row = row.partition('<div class="change-row')[0]
        assert "<del" not in row and said in words_of(row)


class Spoken(HTMLParser):
    """The longer pieces of a page's text, and the language that each is told to be in."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self._open = [("", "")]
        self.pieces: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Elements are told in the language of what they stand in, if in none of their own."""
        if tag not in ("meta", "link", "input", "br", "base"):
            self._open.append((tag, dict(attrs).get("lang") or self._open[-1][1]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A picture has no text."""

    def handle_endtag(self, tag: str) -> None:
        """What ends is what began last."""
        assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        """A piece of text."""
        if len(data) > 40:
            self.pieces.append((self._open[-1][1].partition("-")[0], " ".join(data.split())))


@pytest.mark.parametrize("path", ["compare/cs-2007/pl-2017/27", *SHOWING])
def test_words_of_a_law_are_told_in_what_language_they_are(
    kb: KnowledgeBase, site: Path, path: str
) -> None:
    texts = [(p.text, edition.language) for edition in kb.law_editions for p in edition.provisions]
    seen = set()
    for told, piece in Spoken(html_of(site / path)).pieces:
        languages = {language for text, language in texts if piece in text}
        assert not languages or told in languages, (told, piece)
        seen |= languages
    assert seen


def test_a_superseded_text_says_so_and_leads_to_the_one_in_force(site: Path) -> None:
    page = html_of(site / "cs-2007" / "27")
    assert "Nahrazeno Pravidly 2017." in words_of(page)
    assert 'data-current href="../../cs-2017/27/index.html">CS 2017 27</a>' in page
    beyond = html_of(site / "cs-2007" / "41")
    assert 'data-current href="../../pl-2017/41/index.html">PL 2017 41</a>' in beyond
    assert "platí od" not in words_of(page)
    assert "Prawo 2017 obowiązuje od 2017 r." in words_of(html_of(site / "pl-2017" / "41"))
    assert "73, 89" in words_of(html_of(site / "pl-2017" / "73"))


def test_the_front_page_leads_to_the_text_in_force(site: Path) -> None:
    page = html_of(site / "cs")
    assert re.search(r'<a href="\.\./cs-2017/27/index\.html"><b>27</b>', page)
    both = r'<a href="\.\./compare/cs-2007/pl-2017/41/index\.html"><b>41</b>'
    assert re.search(both, page)
    assert "SROVNATELNÁ HLÁŠKA" in page.upper()


@pytest.mark.parametrize("path", SHOWING)
def test_wherever_a_superseded_text_stands_it_is_called_so(site: Path, path: str) -> None:
    page = words_of(html_of(site / path))
    assert re.search(r"2007 ?(2007)? ?(neplatí|superseded)", page)
    assert re.search(r"2017 ?(platí|in force)", page)


def test_what_changed_is_told_beside_a_text_that_its_language_has_no_newer_one_of(
    site: Path,
) -> None:
    revoke = html_of(site / "cs-2007" / "64").partition('id="64.B.2"')[2].partition('id="64.B.3"')
    assert "2017: věcná změna" in words_of(revoke[0])
    assert "compare/cs-2007/pl-2017/64/index.html#64.B.2" in revoke[0]
    polish = html_of(site / "pl-2017" / "64").partition('id="64.B.2"')[2]
    assert "względem 2007 r.: zmiana merytoryczna" in words_of(polish)


def test_a_missing_provision_is_told_where_it_would_stand(kb: KnowledgeBase, site: Path) -> None:
    missing = [f for f in kb.findings if f.check == "missing-provision"]
    assert len(missing) >= 6
    for finding in missing:
        page = html_of(site / page_of(finding.edition, finding.key))
        assert f'<p class="missing" id="{finding.key}">' in page
    told = html_of(site / "pl-2017" / "16").partition('id="16.A.3"')[2].partition("</p>")[0]
    assert "../../cs-2017/16/index.html#16.A.3" in told


def test_a_text_with_gaps_is_not_called_whole(site: Path) -> None:
    cards = html_of(site / "cs").partition('id="editions"')[2]
    polish = next(card for card in cards.split("<article") if "PL 2017" in card)
    assert "chybí 16A3, 16A4" in words_of(polish) and "úplné" not in polish
    assert 'href="../pl-2017/16/index.html#16.A.3"' in polish
    czech = next(card for card in cards.split("<article") if "CS 2007" in card)
    assert "Pravidla 1–93, úplné znění" in words_of(czech)


def test_a_text_that_breaks_off_says_where(site: Path) -> None:
    assert "Obsahuje jen Pravidla 1–40B2(b)." in words_of(html_of(site / "cs-2017" / "27"))
    assert "Obsahuje jen Pravidla 1–40B2(b)." in words_of(html_of(site / "cs"))


def test_a_revision_is_told_where_it_is_and_as_a_reading(site: Path) -> None:
    told = "Przepisy 73, 89, według naszego odczytania, po zmianie z 2024 r."
    assert told in words_of(html_of(site / "pl-2017" / "73"))
    assert told in words_of(html_of(site / "pl-2017"))
    assert "2024" not in words_of(html_of(site / "pl-2017" / "27"))


@pytest.mark.parametrize("law", ["cs-2017/30", "pl-2017/12"])
def test_a_new_place_hides_no_change_in_substance(site: Path, law: str) -> None:
    notes = re.findall(
        r'<details class="notes">(.*?)</summary>(.*?)</details>', html_of(site / law), re.S
    )
    changed = [summary for summary, body in notes if 'class="change substance"' in body]
    assert any('data-t="change.moved"' in summary for summary in changed)
    assert all('data-t="change.substance"' in summary for summary in changed)


def test_what_was_compared_across_languages_is_not_said_to_be_worded_the_same(site: Path) -> None:
    said = words_of(html_of(site / "compare" / "cs-2007" / "pl-2017" / "77"))
    assert "věcná změna se nenašla" in said and "znění se nezměnilo" not in said
    legend = html_of(site / "cs" / "compare" / "cs-2007" / "pl-2017").partition("legend")[2]
    assert "beze změny" not in legend.partition("</p>")[0]
    assert "přečíslovan" not in words_of(html_of(site / "compare" / "cs-2007" / "cs-2017" / "27"))


def test_a_label_that_is_printed_twice_stands_once(site: Path) -> None:
    first = html_of(site / "cs-2007" / "40").partition('id="40.A.1.a"')[2].partition("</a>")[0]
    assert first.endswith(">a)")


def test_a_text_that_ends_early_leads_on(kb: KnowledgeBase, site: Path) -> None:
    last = html_of(site / "cs-2017" / "40").partition('class="missing ends"')[2]
    for target in ("pl-2017/40/", "cs-2007/40/"):
        assert target in last.partition("</p>")[0]
    assert 'rel="next" href="../41/index.html"' in html_of(site / "cs-2017" / "40")
    for law in kb.laws("pl-2017"):
        assert (site / "cs-2017" / str(law) / "index.html").is_file()
    absent = html_of(site / "cs-2017" / "72")
    assert "pl-2017/72/index.html" in absent and "cs-2007/72/index.html" in absent
    lead = words_of(absent.partition('class="missing"')[2].partition("</p>")[0])
    assert "PL 2017 72, CS 2007 72 (neplatí), SR 2007 72 (neplatí)" in lead
    beyond = html_of(site / "cs-2017" / "9")
    assert re.search(r'class="citation outside" href="\.\./\.\./pl-2017/65/index\.html#65', beyond)


def test_the_index_has_no_empty_line_and_the_guide_leads_to_laws_and_back(site: Path) -> None:
    assert not re.search(r"<li>\s*</li>", html_of(site / "cs" / "index"))
    doubles = html_of(site / "cs-2007" / "19")
    assert "KONTRA A REKONTRA" in doubles.partition('class="guided"')[2].partition("</p>")[0]
    guided = [html_of(page.parent) for page in sorted((site / "guide-cs").glob("*/index.html"))]
    assert sum('class="guided"' in page for page in guided) >= 4
    assert 'href="../guide-cs/index.html"' in html_of(site / "cs").partition('class="doors"')[2]


def test_a_verb_that_says_what_is_allowed_is_told_as_the_introductions_tell_it(site: Path) -> None:
    may = html_of(site / "terms/m").partition('id="may"')[2].partition("</section>")[0]
    czech, polish = (may.index(f"{text}/introduction/") for text in ("cs-2007", "pl-2017"))
    assert "může, smí" in words_of(may[czech:]) and "„może” coś zrobić" in words_of(may[polish:])
    must = html_of(site / "terms/m").partition('id="must"')[2].partition("</section>")[0]
    assert "nejsilnější, skutečně vážná povinnost" in words_of(must)


def test_the_end_of_a_round_and_of_a_session_are_two_topics(site: Path) -> None:
    entries = html_of(site / "cs/index").split('<div class="entry">')
    for own, other, strange in (
        ("Konec kola", "Koniec sesji", "Koniec rundy"),
        ("Konec sestavy", "Koniec rundy", "Koniec sesji"),
    ):
        (entry,) = (words_of(entry) for entry in entries if f"<b>{own}</b>" in entry)
        assert other in entry and strange not in entry


def test_laws_that_only_share_a_number_are_counted_apart(site: Path) -> None:
    rows = html_of(site / "cs/references").split("<tr>")
    rules = [words_of(row) for row in rows if ">23</a></th>" in row]
    assert len(rules) == 2
    assert "MOŽNÉ POŠKOZENÍ" in rules[0] and "SROVNATELNÁ HLÁŠKA" in rules[1]


def test_the_first_page_says_what_this_is_in_every_language_and_script(site: Path) -> None:
    page = html_of(site)
    for said in ("Pravidla soutěžního bridže", "Правила такмичарског бриџа", "Laws of"):
        assert said in words_of(page)
    assert ">ћир</a>" in page and ">ср</a>" not in page
    doors = html_of(site / "cs").partition('class="doors"')[2].partition("</p>")[0]
    for door in ("situations/", "definitions/", "guide-cs/", "compare/"):
        assert door in doors


def test_every_topic_of_the_index_says_whether_its_text_is_in_force(site: Path) -> None:
    topics = html_of(site / "cs/index").split('<div class="topic"')[1:]
    told = [words_of(topic.partition("<ul>")[0]) for topic in topics]
    assert len(told) > 300
    for topic in told:
        assert ("2007 neplatí" in topic) != ("2017 platí" in topic), topic


def test_what_was_no_defect_is_not_told(kb: KnowledgeBase) -> None:
    assert not [f for f in kb.findings if f.key == "def.Pořadí"]
    exchanged = [f for f in kb.findings if f.check == "swapped-labels" and law_of(f.key) == 22]
    assert len(exchanged) == 1


def test_a_path_quotes_nothing_twice(site: Path) -> None:
    for folder in sorted(site.glob("*/situations/*/")):
        for path in re.findall(r'<div class="path">.*?</ol>', html_of(folder), re.DOTALL):
            first = r'<li>.*?<span class="words">(.+?)</span>'
            quoted: list[str] = re.findall(first, path, re.DOTALL)
            assert len(quoted) == len(set(quoted)), (folder, quoted)


def test_a_card_quotes_whole_sentences_and_leads_on(site: Path) -> None:
    pages = "".join(html_of(folder) for folder in sorted(site.glob("cs/situations/*/")))
    quoted = re.findall(r'<span class="words">(.+?)</span>', pages, re.DOTALL)
    leading = [words for words in quoted if re.search(r'[^…] <a href="[^"]+" lang="cs">', words)]
    assert len(quoted) > 1000 < 4 * len(leading)
    assert not [words for words in quoted if words.endswith("…")]
    assert max(len(words.partition("<a ")[0]) for words in quoted) < 700


def test_what_did_not_change_is_not_said_to_be_held_against_an_older_text(site: Path) -> None:
    stations = html_of(site / "trace/27").split('<li class="station">')
    new = [station for station in stations if "CS 2017" in station]
    for station in new:
        assert ('class="small since"' in station) == bool(re.search("<ins|<del", station)), station
    assert any("small since" in station for station in new)


def test_numbers_that_are_the_same_are_not_called_the_same_rule(site: Path) -> None:
    page = html_of(site / "cs/concordance")
    told = words_of(page.partition('<tr class="same"')[2].partition("</tr>")[0])
    assert "na stejném místě" in told and "beze změny" not in words_of(page)


def test_what_is_said_about_the_site_is_said_of_any_corpus(site: Path) -> None:
    for file in sorted((ROOT / "site" / "pages").glob("about.*.md")):
        assert not re.findall(r"\d", file.read_text("utf-8")), file
    about = words_of(html_of(site / "cs/about"))
    assert "(CS 2007, SR 2007, CS 2017, PL 2017)" in about
    assert "Pravidla 73, 89 podle našeho čtení ve znění změny z roku 2024." in about


def test_a_finding_says_its_place_once(site: Path) -> None:
    page = words_of(html_of(site / "en/findings"))
    assert "Definice: soupeř po levici is missing here" in page
    assert "soupeř po levici Definice: soupeř po levici" not in page
    assert "12B1 Pravidlo 12B1 is printed" not in page


def test_below_an_editors_note_stands_that_the_newer_text_still_says_the_old(site: Path) -> None:
    page = words_of(html_of(site / "compare/cs-2007/cs-2017/27"))
    note = "nepoužije se ani Pravidlo 26B."
    kept = "CS 2017: Pozor: slova „a podle názoru vedoucího"
    assert 0 < page.index(note) < page.index(kept) < page.index(note) + len(note) + 9
    assert kept not in words_of(html_of(site / "compare/cs-2007/pl-2017/27"))


@pytest.mark.parametrize(
    ("page", "note"),
    [
        ("compare/sr-2007/pl-2017/16", "cs-2017 still says D, though"),
        ("en/changes", "The Serbian text of 2007 says “je uticala” already"),
    ],
)
def test_beside_what_changed_stands_what_the_editor_noted(site: Path, page: str, note: str) -> None:
    html = unescape(html_of(site / page))
    assert re.search(rf'<span class="small quiet" lang="en">\({re.escape(note)}', html)


READ_BY_HAND = (
    ("17.D.2#fn1", "15.A.3#fn3"),
    ("41.C#fn3", "41.B#fn11"),
    ("70.C.3#fn1", "71.B#fn22"),
    ("86.B", "12.C.4"),
    ("56", "56"),
    ("40.B.2.a", "40.A.4"),
    ("40.B.2.a", "40.B.2.a"),
    ("31.B", "31.B.1"),
    ("31.B", "31.B.2"),
    ("31.B", "31.C"),
    ("32.A", "32.B.1"),
    ("32.A", "32.B.2"),
    ("32.B.2", "32.A.2.a"),
    ("26", "26.B"),
    ("26.A", "26.B"),
    ("26.A.1", "26.B"),
    ("17.E.1", "17.D.1"),
    ("17.E.1", "17.D.2"),
    ("73.B.2", "73.B"),
)
"""What became of provisions of 2007 in 2017, as somebody found who held the laws side by side."""
SENSES = {"Prémie": "Punkty zapisowe", "Krabice": "Rozdanie", "Pořadí": "Kolejność"}
"""Definitions that became a sense of another."""


@pytest.mark.parametrize(("old", "new"), READ_BY_HAND)
def test_what_became_of_a_provision_is_shown_in_one_row(
    kb: KnowledgeBase, site: Path, old: str, new: str
) -> None:
    page = html_of(site / f"compare/cs-2007/pl-2017/{law_of(new)}")
    routes = Routes(kb.editions)
    hrefs = (routes.href("cs-2007", old), routes.href("pl-2017", new))
    links = [str(href).removeprefix(ROOT_OF_LINKS) for href in hrefs]
    rows = page.split('<div class="change-row')
    places = [re.compile(rf'class="place" href="[./]*{re.escape(link)}"') for link in links]
    assert any(all(place.search(row) for place in places) for row in rows), links


@pytest.mark.parametrize(("old", "new"), SENSES.items())
def test_a_definition_that_became_a_sense_leads_there(site: Path, old: str, new: str) -> None:
    entry = html_of(site / "cs-2007/definitions").partition(f">{old}</a></h2>")[2]
    entry = entry.partition('class="prov entry"')[0]
    became = re.findall(r'<p class="change.*?</p>', entry, re.DOTALL)
    assert any(new in words_of(each) for each in became)


NEEDED = {
    "revoke-alleged-after-the-hand": ("64.B", "64.C"),
    "how-many-tricks-for-a-revoke": ("64.B", "64.C"),
    "defender-played-before-partner": ("57.C",),
    "bid-out-of-turn-at-rhos-turn": ("29.A",),
    "bid-out-of-turn-at-partners-turn": ("29.A",),
    "disputed-claim": ("68.D", "70.C", "70.D", "70.E"),
    "insufficient-bid": ("23.A", "27.D"),
    "insufficient-bid-same-meaning": ("27.D",),
    "replacement-comparable-no-rectification": ("23.C",),
}
"""What a director missed on cards, held beside the laws."""


@pytest.mark.parametrize(("situation", "needed"), NEEDED.items())
def test_a_path_leads_to_what_a_director_needs(
    site: Path, situation: str, needed: tuple[str, ...]
) -> None:
    pages = "".join(html_of(folder) for folder in sorted(site.glob("cs/situations/*/")))
    card = pages.partition(f'<article class="situation" id="{situation}"')[2]
    card = card.partition("</article>")[0]
    path = re.findall(r'-2017/\d+/index\.html#([\w.]+)"', card.partition('class="superseded"')[0])
    for key in needed:
        assert any(place == key or place.startswith(f"{key}.") for place in path), (key, path)
    if needed == ("29.A",):
        assert path[0] == "29.A"
    assert "79.C.1" not in path


def test_a_term_holds_no_other_one(kb: KnowledgeBase, site: Path) -> None:
    four, three = kb.concept("four-card-suit"), kb.concept("three-card-suit")
    assert four and three and three.words["cs"] == ("třílist",)
    for language, words in three.words.items():
        assert not set(words) & set(four.words.get(language, ()))
    uses = kb.uses_of("award-of-indemnity-points")
    assert {law_of(use.key) for use in uses} == {88}
    title = html_of(site / "en").partition("<b>89</b>")[2].partition("</a>")[0]
    assert words_of(title).strip().startswith("Prohibited and reprehensible conduct (2007: ")


def test_what_was_read_in_another_text_names_that_text(kb: KnowledgeBase, site: Path) -> None:
    seen = 0
    for comparison in comparisons_of(kb):
        for law in comparison.laws:
            rows = comparison.rows(law)
            named = [c.to_edition for row in rows for c in row.described]
            others = [edition for edition in named if edition != comparison.new.id]
            page = html_of(site / comparison.folder / str(law))
            assert page.count('<p class="what"><b>') == len(others), (comparison.pair, law)
            seen += len(others)
    assert seen
