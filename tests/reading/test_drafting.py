"""What drafting takes for a law's line, for the title of an index, for a label."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from lawbase.errors import NotFoundError
from lawbase.reading.corpus import check_edition
from lawbase.reading.drafting.draft import begin_edition, draft_edition
from lawbase.reading.drafting.front import draft_index, prose_sections
from lawbase.reading.drafting.guesses import Guess
from lawbase.reading.drafting.index import draft_index_layout
from lawbase.reading.drafting.labels import draft_labels, draft_laws, running_titles
from lawbase.reading.drafting.language import alphabets_of, citing_words
from lawbase.reading.drafting.pages import contents_rows, draft_pages
from lawbase.reading.pages import Line
from lawbase.reading.traced import Traced
from tests.commands.running import run

WIDTH = 46


def _lines(text: str) -> list[Line]:
    """The lines of a text, as wide as :data:`WIDTH`."""
    lines: list[Line] = []
    gap = "page"
    for printed in text.strip().split("\n"):
        if not printed.strip():
            gap = "blank"
            continue
        line = Traced.of(printed.strip(), len(lines) * 100)
        lines.append(Line(line, 0, gap, max(0, WIDTH - len(line))))
        gap = "none"
    return lines


LAWS = """
Закон 12: Повноваження судді

(A) Суддя призначає результат.

Закон 16: Дозволені відомості

(A) Гравець, що побачив карти іншого (див. також
Закон 13A), сповіщає про це Суддю, і той діє, як
Закон 13 Велить і каже.

Закон 26: Відкликане оголошення,
обмеження ходу

(A) Немає виправлення.
"""


def test_a_wrapped_citation_is_no_law_and_a_title_may_be_wrapped_behind_a_comma() -> None:
    titles = draft_laws(_lines(LAWS))
    assert titles
    assert titles.laws == (12, 16, 26)


ORDINALS = """
Artigo 1.º — O baralho

Joga-se com 52 cartas.

Artigo 2.º — Os estojos

Cada estojo tem quatro bolsos.

Artigo 16.º — Informação
"""


def test_ordinal_numbers_count_laws() -> None:
    titles = draft_laws(_lines(ORDINALS))
    assert titles
    assert titles.laws == (1, 2, 16)
    match = re.match(str(titles.pattern.value), "Artigo 3.º — Disposição das mesas")
    assert match and match.end() == len("Artigo 3.º — ")


FEW = """
- 1 -

{}

Duplikaatbridži mängitakse 52 kaardiga.

{}

Plaadil on neli taskut.

{}

Igas lauas on neli mängijat.

- 2 -
"""


@pytest.mark.parametrize(
    "title",
    [
        "{} § Paarid",
        "{} §\nPaarid",
        "{}. seadus. Paarid",
        "{}. seadus   Paarid",
        "{}. seadus Paarid",
    ],
)
def test_few_laws_with_a_known_word_behind_their_numbers(title: str) -> None:
    text = FEW.format(*(title.format(number) for number in (2, 4, 5)))
    drafted = draft_laws(_lines(text), words=citing_words("et").law)
    assert drafted
    assert drafted.laws == (2, 4, 5)
    first_line = title.format(4).split("\n")[0]
    assert re.sub(str(drafted.pattern.value), "", first_line) in ("", "Paarid")


def test_a_draft_whose_laws_cannot_be_read_is_no_success(tmp_path: Path) -> None:
    laws = (f"Law {n} – Title\n\nA. Heading\n\nText of {n}.\n" for n in (1, 2, 3))
    booklet = tmp_path / "booklet.txt"
    booklet.write_text("\n".join(laws), encoding="utf-8")
    arguments = ("--corpus", str(tmp_path), "new", "xx-2017", str(booklet))
    assert run(*arguments).code == 0
    profile = tmp_path / "xx-2017" / "edition.toml"
    mine = re.sub(r"(?m)^laws = '.*", "laws = 'NOWHERE'", profile.read_text("utf-8"))
    profile.write_text(mine, encoding="utf-8")
    again = run(*arguments, "--again")
    assert again.code == 1
    assert "0 provisions read" in again.out


RUNNING = """
LAKI 9
MENETTELY
SÄÄNNÖN JÄLKEEN

LAKI 10
SEURAAMUKSET
"""


def test_a_law_and_its_title_above_pages_are_no_chapter() -> None:
    heads = ["LAKI 9: MENETTELY SÄÄNNÖN JÄLKEEN", "LAKI 10: SEURAAMUKSET"]
    pages = [replace(line, gap="page") for line in _lines("\n".join(heads))]
    laws = _lines(RUNNING)
    titles = draft_laws(laws)
    assert titles
    assert running_titles(laws, titles) is None
    found = running_titles([*pages, *laws], dataclasses.replace(titles, lines=(2, 4)))
    assert found
    pattern = str(found.value)
    assert [text for text in [*heads, "LAKI 9", "LAKI 9:"] if re.fullmatch(pattern, text)] == heads


def test_a_law_above_pages_begins_none_there() -> None:
    laws = _lines("\n\n".join(f"LAW {n}. TITLE {n}\n\nWho may call." for n in range(1, 28)))
    heads = [replace(line, gap="page") for line in _lines("LAW 2\nLAW 7\nLAW 27")]
    lines = [*heads, *(replace(line, gap="blank") for line in laws)]
    titles = draft_laws(lines)
    assert titles
    found = running_titles(lines, titles)
    assert found
    assert found.value == r"LAW\ \d{1,2}".replace("\\ ", " ")


def test_titles_with_and_without_a_blank_are_of_one_family() -> None:
    titles = draft_laws(
        _lines("\n\n".join(("§1  A PACK", "§2  A DEAL", "§ 9 A CALL", "§ 16 A BID")))
    )
    assert titles
    assert titles.laws == (1, 2, 9, 16)
    assert re.match(str(titles.pattern.value), "§10 A LEAD")


CONTENTS_ROWS = [f"Law {n} The title of {word}" for n, word in enumerate("ABCDEFGHI", 1)]


@pytest.mark.parametrize("page", ["", "\t4", "   4", " 4"])
def test_contents_are_rows_that_stand_once_more_below(page: str) -> None:
    rows = [f"{row}{page}" for row in CONTENTS_ROWS]
    rows[3] = f"Law 4 Another title{page}"
    body = [row.replace(" The", "\nThe") + f"\n\nWho may {row[-1]}." for row in CONTENTS_ROWS]
    source = "\n\n".join(["Contents", *rows, *body, "Index", *CONTENTS_ROWS[:2]])
    found = contents_rows(source)
    assert [source[at:].split("\n", 1)[0] for at in found] == rows


@pytest.mark.parametrize("index", [["Šaukimas 5, 7", "– netyčinis 10"], []])
def test_page_numbers_are_furniture_and_an_entry_that_counts_on_is_not(index: list[str]) -> None:
    text = ["Lorem ipsum dolor sit amet."] * 20
    pages = [[*text, str(number)] for number in range(1, 7)]
    last = [*text[:14], *index, "7"]
    source = "\f".join("\n".join(page) + "\n" for page in [*pages, last])
    furniture = draft_pages(source)["furniture"].value
    assert isinstance(furniture, list)
    assert not any(re.fullmatch(str(pattern), line) for pattern in furniture for line in index)
    assert any(re.fullmatch(str(pattern), "7") for pattern in furniture)


def test_a_line_of_the_publisher_belongs_to_no_text() -> None:
    assert draft_pages("Voice 25\n© A federation, 2018\n")["furniture"].value == ["©.+"]
    assert not draft_pages("Voice 25\n")


INDEX = """
Lov 93: Appell

A. Er saken henvist videre,
jf. lov 80B3, er avgjørelsen endelig.

FOTNOTER

1 En gjentakelse av en melding med vesentlig
annen betydning regnes som en annen melding.
2 Kan han ikke spille ut, gjelder lov 59.

STIKKORDREGISTER

Alert 20F
Appell 92, 93
Blindemann 41D, 42
Fargesvikt 61
Hasard 12C1
Kort 46
Lek 1
Lov 1, 93
Makker 16B, 73
Melding 18
Utspill 41
"""


def test_a_text_that_ends_its_page_with_the_number_of_the_next_is_kept() -> None:
    text = "\n".join(["Whoever calls first may call once more."] * 20)
    pages = [f"{text}\nThis goes on if his partner has bid 2\n"]
    pages += [f"{n} The Laws of Bridge\n\n{text}\n" for n in range(2, 9)]
    assert draft_pages("\f".join(pages))["furniture"].value == [r"\d{1,2} The Laws of Bridge"]


def test_a_year_alone_on_its_line_is_no_number_of_a_page() -> None:
    text = "\n".join(["Whoever calls first may call once more."] * 20)
    pages = [f"{text}\n\n{n}\n" for n in range(2, 9)]
    furniture = draft_pages("\f".join(pages))["furniture"].value
    assert isinstance(furniture, list)
    assert [re.fullmatch(str(pattern), "2017") for pattern in furniture] == [None]


TABLE = """
Alert (a sign)   A warning that a
                 call is unusual.

Board            What holds the
(a tray)         four hands.
Card turned      A card that its
over             owner turned over.

Dummy            The partner of
(declarer’s      declarer.
partner)
"""
ALONE = """
Alert

A warning,
not a word.

Board

What holds the hands. They are four.

Card

One of a pack.

Dummy

The partner of declarer.
"""


@pytest.mark.parametrize(
    ("entries", "headwords"),
    [
        (TABLE, ["Alert (a sign)", "Board (a tray)", "Card turned over"]),
        (ALONE, ["Alert", "Board", "Card"]),
    ],
)
def test_a_headword_of_several_lines_or_above_a_blank_one_is_read(
    tmp_path: Path, entries: str, headwords: list[str]
) -> None:
    laws = "\n".join(f"Law {n} – Title {n}\n\nWho may call.\n" for n in (1, 2, 3))
    (tmp_path / "booklet.txt").write_text(f"A BOOK\n\nTERMS\n{entries}\n{laws}", encoding="utf-8")
    begin_edition(tmp_path, "xx-2017", tmp_path / "booklet.txt")
    read = check_edition(tmp_path / "xx-2017").read
    assert read
    found = [p for p in read.provisions if p.kind == "definition"]
    assert [p.key.removeprefix("def.") for p in found][:3] == headwords
    assert found[1].text in ("What holds the four hands.", "What holds the hands. They are four.")


HEBREW = """
ספר החוקים

הגדרות

דומם: שותפו של המכריז.

חפיסה: הקלפים שבהם משחקים.

לוח: כלי לארבע ידיים.

מכריז: השחקן שהכריז ראשון.

חוק 1: החפיסה

א. דירוג הקלפים

הקלפים מדורגים.

ב. פני הקלפים

1. הקלפים סימטריים.

2. גב הקלפים בלי סימן:

(א) בכל צד;

(ב) בכל חפיסה.

3. הקלפים שלמים.

חוק 2: הלוחות

לכל חלוקה יהיה לוח.

א. מספר

לכל לוח מספר.

ב. כיסים

ארבעה כיסים.

ג. ידיים

ארבע ידיים.
"""


def test_letters_without_small_ones_are_read_as_capitals(tmp_path: Path) -> None:
    (tmp_path / "booklet.txt").write_text(HEBREW, encoding="utf-8")
    begin_edition(tmp_path, "he-2017", tmp_path / "booklet.txt")
    read = check_edition(tmp_path / "he-2017").read
    assert read
    laws = [(p.key, p.heading) for p in read.provisions if p.kind != "definition"]
    assert laws == [
        *(("1", "החפיסה"), ("1.A", "דירוג הקלפים"), ("1.B", "פני הקלפים"), ("1.B.1", "")),
        *(("1.B.2", ""), ("1.B.2.a", ""), ("1.B.2.b", ""), ("1.B.3", ""), ("2", "הלוחות")),
        *(("2.A", "מספר"), ("2.B", "כיסים"), ("2.C", "ידיים")),
    ]


@pytest.mark.parametrize("sign", ["{})", "{}", "*"])
def test_a_note_may_be_called_behind_a_stop(tmp_path: Path, sign: str) -> None:
    calls = [sign.format(n) for n in (1, 2, 3)]
    text = "\n".join(
        f"Law {n}. Title {'abc'[n - 1]}\n\nA player calls.{call} Then he plays.\n\n{call} A note.\n"
        for n, call in enumerate(calls, 1)
    )
    (tmp_path / "booklet.txt").write_text(text, encoding="utf-8")
    begin_edition(tmp_path, "xx-2017", tmp_path / "booklet.txt")
    read = check_edition(tmp_path / "xx-2017").read
    assert read
    assert [p.text for p in read.provisions if p.kind == "law"] == 3 * [
        "A player calls. Then he plays."
    ]


def test_notes_do_not_open_the_index() -> None:
    lines = _lines(INDEX)
    index = draft_index(lines, 0)
    assert index is not None
    assert lines[index].text == "STIKKORDREGISTER"


DECIMALS = """
8.1. (8A) Movement
8.1.1. The director instructs.
8.1.2. North is responsible.
8.2. (8B) End of a round
12.1.1. He may do this,
12.1.2.1. or that.
"""


def test_labels_that_are_whole_addresses_are_drafted() -> None:
    drafted = draft_labels(_lines(DECIMALS))
    assert list(drafted) == ["whole"]
    pattern = re.compile(str(drafted["whole"].value))
    found = [match for line in _lines(DECIMALS) if (match := pattern.match(line.text))]
    assert [match["label"] for match in found][3:] == ["8.2", "12.1.1", "12.1.2.1"]
    assert found[0].string[found[0].end() :] == "Movement"
    assert not draft_labels(_lines("1.5 IMP\n2.3 IMP\n7.5 IMP\n1.0 IMP\n9.1 IMP\n3.3 IMP\n1.5 IMP"))


SPELLED_OUT = """
§ 9 Efter en uregelmæssighed

§ 9 A At gøre opmærksom
§ 9 A.1 Enhver spiller må gøre opmærksom.
§ 9 A.2 Blind må ikke.

§ 9 B Når det er sket
§ 9 B.1.a Lederen tilkaldes.
§ 9 B.1.b Enhver må tilkalde ham.

§ 12 Skøn

§ 12 A Beføjelse
"""


def test_labels_that_repeat_those_above_and_the_word_for_a_law() -> None:
    lines = _lines(SPELLED_OUT)
    titles = draft_laws(lines)
    assert titles
    assert (titles.laws, [lines[at].text[:4] for at in titles.lines]) == ((9, 12), ["§ 9 ", "§ 12"])
    drafted = draft_labels(lines)
    assert list(drafted) == ["whole"]
    found = [
        m["label"] for line in lines if (m := re.match(str(drafted["whole"].value), line.text))
    ]
    assert found == ["9 A", "9 A.1", "9 A.2", "9 B", "9 B.1.a", "9 B.1.b", "12 A"]


def test_titles_that_begin_with_a_letter_are_no_addresses() -> None:
    lines = _lines("\n\n".join(f"§ {n} A vaza" for n in range(1, 9)))
    titles = draft_laws(lines)
    assert titles and titles.laws == tuple(range(1, 9))


PAGES = """
RODYKLĖ

Apeliacija 14
Derybos 5, 9
Dalijimas 4
Gynėjas 4, 11
Kontra 6
Nepakankamas užsakymas 6, 10, 11
Revokas 12, 13
"""


def test_an_index_of_pages_is_told_from_one_of_laws() -> None:
    titles = {19: "19 straipsnis. Kontra ir rekontra", 27: "27. Nepakankamas užsakymas"}
    assert draft_index_layout(_lines(PAGES), {}, (), titles)["pages"].value is True
    fitting = {6: titles[19], 10: titles[27]}
    assert "pages" not in draft_index_layout(_lines(PAGES), {}, (), fitting)
    assert "pages" not in draft_index_layout(_lines(PAGES), {}, ())


def test_dashes_before_few_indented_lines_mark_subtopics() -> None:
    rows = ["Auction 17", "Bid 18", "Call 19", "Claim 68", "Deal 6", "Double 19", "Lead 41"]
    deeper = [replace(line, column=2) for line in _lines("– end 22\n– false 47")]
    topics = draft_index_layout([*_lines("\n".join(["INDEX", *rows])), *deeper], {}, ())
    assert (topics["topics"].value, topics["subtopic"].value) == ("mark", r"–\s+")


FRONT = """
DEFINITIONS

Auction – The calls that are made.

Bid – An undertaking to win tricks.

Call – A bid, a double or a pass.

Deal – Cards and calls of one board.

Pass – A call by which a player tells that
he does not bid in this turn.
{title}
CHAPTER I
PRELIMINARIES

LAW 1
THE PACK

Duplicate bridge is played with a pack.

CHAPTER II
THE DEAL

LAW 2
THE BOARDS

A board holds the cards.

LAW 3
THE TABLES

A table has a number.
"""


@pytest.mark.parametrize(
    ("before", "title", "opens"),
    [
        ("", "\nTHE LAWS\n", "THE LAWS"),
        ("", "", "LAW 1"),
        ("", "\nThe laws begin here.\n", "LAW 1"),
        ("THE LAWS\n\nof a club\n", "\nTHE LAWS\n", "LAW 1"),
    ],
    ids=["a title", "none", "a sentence", "the title page says it too"],
)
def test_a_line_in_capitals_between_the_definitions_and_a_chapter_is_the_title_of_the_laws(
    before: str, title: str, opens: str
) -> None:
    drafted = tomllib.loads(draft_edition(Path("xx-2030"), before + FRONT.format(title=title), []))
    sections = drafted["layout"]["sections"]
    assert re.fullmatch(sections["laws"], opens)
    assert re.match(sections["chapter"], "CHAPTER I")


ROWS = """
THE INDEX

Auction
definition: Definitions
period: 17D
Board: 2
Call
old definitions: 18
withdrawn: 26
Deal: 6
"""


def test_an_entry_may_refer_to_the_definitions_by_their_title() -> None:
    drafted = draft_index_layout(_lines(ROWS), {"definition": "DEFINITIONS"}, [])
    assert drafted["definition"].value == ["definitions"]
    assert "definition" not in draft_index_layout(_lines(ROWS), {"definition": "GLOSSARY"}, [])


PROSE = "Bridge se hraje ve dvojicích, a kdo vydražil závazek, ten se jej snaží splnit. " * 4
LAWS_WITH_SENTENCES = "\n\n".join(
    f"Pravidlo {law} – Titul\n\nA. Nadpis. Karty se míchají a rozdávají.\nB. Hraje se dál."
    for law in range(1, 8)
)


def test_a_text_without_laws_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "prose.txt").write_text(PROSE, encoding="utf-8")
    (tmp_path / "mine").mkdir()
    with pytest.raises(NotFoundError, match="no laws were found, and nothing was written"):
        begin_edition(tmp_path / "mine", "xx-2017", tmp_path / "prose.txt")
    assert list((tmp_path / "mine").iterdir()) == []


def test_a_known_word_sends_once_to_a_topic_that_goes_on_with_references() -> None:
    rows = "INDEX\nRemedy def., 10\nBidding 17\nPenalty voir Remedy\nTrick 66\nCard 1\nVoir plus 3"
    assert draft_index_layout(_lines(rows), {}, ["voir"])["see"].value == ["voir"]


def test_a_lonely_preface_is_drafted_by_its_title(tmp_path: Path) -> None:
    source = tmp_path / "source.txt"
    source.write_text("\n\n".join(("FORORD", *[PROSE] * 5, LAWS_WITH_SENTENCES)), encoding="utf-8")
    begin_edition(tmp_path, "xx-2017", source)
    drafted = (tmp_path / "xx-2017" / "edition.toml").read_text(encoding="utf-8")
    assert "preface = 'FORORD'" in drafted and "introduction" not in drafted


def test_a_section_set_by_hand_takes_the_line_that_was_guessed_for_another(tmp_path: Path) -> None:
    source = tmp_path / "source.txt"
    source.write_text("\n\n".join(("VÝKLAD", *[PROSE] * 5, LAWS_WITH_SENTENCES)), encoding="utf-8")
    begin_edition(tmp_path, "xx-2017", source)
    profile = tmp_path / "xx-2017" / "edition.toml"
    drafted = profile.read_text(encoding="utf-8")
    assert "introduction = 'VÝKLAD'" in drafted
    profile.write_text(drafted.replace("introduction = ", "preface = "), encoding="utf-8")
    begin_edition(tmp_path, "xx-2017", source, again=True)
    sections = tomllib.loads(profile.read_text(encoding="utf-8"))["layout"]["sections"]
    assert sections["preface"] == "VÝKLAD" and "introduction" not in sections


def test_a_sentence_alone_is_no_heading_that_runs_into_its_text(tmp_path: Path) -> None:
    source = tmp_path / "source.txt"
    source.write_text(LAWS_WITH_SENTENCES, encoding="utf-8")
    begin_edition(tmp_path, "xx-2017", source)
    read = check_edition(tmp_path / "xx-2017").read
    assert read
    parts = {p.key: (p.heading, p.text) for p in read.provisions}
    assert parts["3.A"] == ("Nadpis", "Karty se míchají a rozdávají.")
    assert parts["3.B"] == ("", "Hraje se dál.")


LAWS_WITH_HEADINGS = """
Law 1 – The Pack

A. The cards
There are 52 cards in the pack, thirteen of each
suit, and the order of the suits is known to all.

B. Examples
1. late arrival.

2. slow play.

Law 2 – The Boards

A. A board that nobody has
found anywhere
A board is provided for each deal of the session,
and it shows who is the dealer and who vulnerable.

B. The player
1. The player takes the board. Nobody else does.

2. The player counts the cards of the hand.

3. The player puts the cards back.
"""


def test_headings_that_wrap_or_have_only_parts_in_small_letters_below(tmp_path: Path) -> None:
    source = tmp_path / "source.txt"
    source.write_text(LAWS_WITH_HEADINGS, encoding="utf-8")
    begin_edition(tmp_path, "xx-2017", source)
    read = check_edition(tmp_path / "xx-2017").read
    assert read
    headings = {p.key: p.heading for p in read.provisions if p.heading}
    assert headings == {
        "1": "The Pack",
        "1.A": "The cards",
        "1.B": "Examples",
        "2": "The Boards",
        "2.A": "A board that nobody has found anywhere",
        "2.B": "The player",
    }


LISTS = """The Laws of Duplicate Bridge 2017

Law 1 – The Pack
1. The pack is complete. It has fifty-two cards.
2. The pack is new.
3. The cards have backs.
4. The backs are alike.

Law 2 – The Boards

1. The board has four pockets. They hold the hands.
2. The board has a number.
3. The number is on its top.

Law 3 – The Tables

1. A table has a number.
2. A table has four sides.
"""


def test_sentences_of_a_list_are_no_headings_of_the_items_below_them(tmp_path: Path) -> None:
    source = tmp_path / "source.txt"
    source.write_text(LISTS, encoding="utf-8")
    begin_edition(tmp_path, "xx-2017", source)
    read = check_edition(tmp_path / "xx-2017").read
    assert read
    texts = {p.key: p.text for p in read.provisions}
    assert texts["1.1"] == "The pack is complete. It has fifty-two cards."
    assert [p.key for p in read.provisions if p.heading] == ["1", "2", "3"]


def test_letters_count_in_the_alphabet_of_the_language() -> None:
    lines = _lines("\n".join(f"{letter}) слово" for letter in "абвгдѓежзѕиј"))
    macedonian, russian = (
        str(draft_labels(lines, alphabets_of(language))["counted"].value)
        for language in ("mk", "ru")
    )
    assert "д ѓ е ж" in macedonian
    assert "д е ж" in russian


def test_a_short_preface_is_known_by_its_title() -> None:
    lines = _lines("Передмова\n\nЦе перше видання законів, яке схвалила рада федерації.\n\nТерміни")
    assert prose_sections(lines, len(lines)) == [0]
    assert not prose_sections(_lines("Терміни\n\nЦе перше видання законів, яке схвалила рада."), 2)


@pytest.mark.parametrize("apart", ["", "\n"])
def test_the_first_law_may_stand_right_below_the_title_of_the_laws(
    tmp_path: Path, apart: str
) -> None:
    """In print whose titles stand apart, and where nothing does."""
    titles = enumerate(("Pakk", "Jagamine", "Mängijad", "Paarid", "Kohad"), 1)
    laws = "".join(f"{n} § {title}\n{apart}{title} on {n}.\n{apart}" for n, title in titles)
    source = tmp_path / "booklet.txt"
    source.write_text(f"VÕISTLUSBRIDŽI SEADUSED 2017\n\nSEADUSED\n{laws}", encoding="utf-8")
    begin_edition(tmp_path, "et-2017", source)
    read = check_edition(tmp_path / "et-2017").read
    assert read and [(p.key, p.heading) for p in read.provisions][:2] == [
        ("1", "Pakk"),
        ("2", "Jagamine"),
    ]
    assert (tmp_path / "languages" / "et.toml").exists()


def test_a_draft_without_laws_says_that_its_language_is_still_to_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAWBASE_CORPUS", str(tmp_path))
    source = tmp_path / "booklet.txt"
    laws = (f"LAW {n} {title}\n\nCards.\n\n" for n, title in enumerate(("Pack", "Deal", "Play"), 1))
    source.write_text("".join(laws), encoding="utf-8")
    monkeypatch.setattr("lawbase.reading.drafting.draft._begun_language", lambda *_: "")
    told = run("new", "xx-2017", str(source)).out
    assert f"no {tmp_path / 'languages' / 'xx.toml'} was drafted" in told


@pytest.mark.parametrize("sign", ["\x0e", "\x7f", "\n", "\r", "\u2028", "\ufeff"])
def test_what_a_guess_quotes_never_breaks_its_comment(sign: str) -> None:
    guess = Guess(f"a{sign}", f"2 lines like “a{sign}b”", f"“{sign}”")
    told = guess.toml("key")
    assert tomllib.loads(told) == {"key": f"a{sign}"}
    assert told.count("\n") == 2
