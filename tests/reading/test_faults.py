"""Bad input gets one sentence with file and line; nothing hangs, nothing escapes as a traceback."""

from __future__ import annotations

import hashlib
import os
import random
import re
import shutil
import time
from contextlib import suppress
from pathlib import Path

import pytest

import lawbase.reading.corpus as corpus_reader
from lawbase.compiling import add_layers, read_texts
from lawbase.errors import LawbaseError
from lawbase.model import Edition
from lawbase.reading import limits
from lawbase.reading.book import read_book
from lawbase.reading.corpus import check_edition, read_corpus
from lawbase.reading.source import Source
from tests.commands.running import run
from tests.conftest import CORPUS
from tests.editions.corpora import two_editions
from tests.reading.test_invented_edition import lay_out
from tests.site.invented import site_of

BOOKS = ["cs-2007", "sr-2007", "pl-2017"]
SAMPLES = 1
"""How often each kind of damage is done to a source; `scripts/reliability` does so far oftener."""


def alone(tmp_path: Path, edition_id: str, data: bytes) -> Path:
    """A corpus with one edition only, its source damaged but its profile agreeing to it."""
    folder = tmp_path / edition_id
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(CORPUS / edition_id, folder)
    (folder / "source.txt").write_bytes(data)
    profile = (folder / "edition.toml").read_text(encoding="utf-8")
    digest = f'sha256 = "{hashlib.sha256(data).hexdigest()}"'
    profile = re.sub(r'^sha256 = "\w+"$', digest, profile, count=1, flags=re.MULTILINE)
    (folder / "edition.toml").write_text(profile, encoding="utf-8")
    return tmp_path


def read_or_refuse(tmp_path: Path, edition_id: str, data: bytes) -> None:
    """Reading ends in an edition whose every character has a place, or in one plain sentence."""
    try:
        edition = read_corpus(alone(tmp_path, edition_id, data))[0]
    except LawbaseError as error:
        assert error.file, error
        assert "\n" not in str(error)
    else:
        assert edition.claims[-1].end == len(data.decode())


@pytest.mark.slow
@pytest.mark.parametrize("edition_id", [*BOOKS, "guide-cs"])
def test_a_source_cut_off_somewhere(tmp_path: Path, edition_id: str) -> None:
    data = (CORPUS / edition_id / "source.txt").read_bytes()
    dice = random.Random(7)
    for _ in range(SAMPLES):
        read_or_refuse(tmp_path, edition_id, data[: dice.randrange(1, len(data))])


@pytest.mark.slow
@pytest.mark.parametrize(("edition_id", "opening"), [("sr-2007", "Član 80"), ("pl-2017", "80. ")])
def test_a_source_cut_off_between_two_laws(tmp_path: Path, edition_id: str, opening: str) -> None:
    source = (CORPUS / edition_id / "source.txt").read_text(encoding="utf-8")
    place = source.rindex(f"\n{opening}")
    line = source.count("\n", 0, place) + 1
    corpus = alone(tmp_path, edition_id, source[:place].encode())
    with pytest.raises(LawbaseError, match=r"Law 80 is not here; .* Laws 1 to 93") as told:
        read_corpus(corpus)
    assert told.value.line is not None and line - 9 < told.value.line <= line


@pytest.mark.slow
def test_a_profile_that_knows_of_fewer_laws_than_there_are(tmp_path: Path) -> None:
    corpus = alone(tmp_path, "sr-2007", (CORPUS / "sr-2007" / "source.txt").read_bytes())
    profile = corpus / "sr-2007" / "edition.toml"
    text = profile.read_text(encoding="utf-8").replace("laws = [1, 93]", "laws = [1, 92]")
    profile.write_text(text, encoding="utf-8")
    with pytest.raises(LawbaseError, match=r"Law 93 is here; .* Laws 1 to 92"):
        read_corpus(corpus)


@pytest.mark.slow
@pytest.mark.parametrize("edition_id", [*BOOKS, "guide-cs"])
def test_a_byte_flipped_somewhere(tmp_path: Path, edition_id: str) -> None:
    data = (CORPUS / edition_id / "source.txt").read_bytes()
    dice = random.Random(11)
    for _ in range(SAMPLES):
        place = dice.randrange(len(data))
        flipped = bytes([data[place] ^ (1 << dice.randrange(8))])
        read_or_refuse(tmp_path, edition_id, data[:place] + flipped + data[place + 1 :])


def test_a_source_that_is_not_the_one_that_the_profile_knows(tmp_path: Path) -> None:
    folder = tmp_path / "pl-2017"
    shutil.copytree(CORPUS / "pl-2017", folder)
    source = (folder / "source.txt").read_text(encoding="utf-8")
    (folder / "source.txt").write_text(source[:5000], encoding="utf-8")
    with pytest.raises(
        LawbaseError,
        match=r"edition\.toml:9: source\.txt is not the text .* SHA-256 is [0-9a-f]{64}",
    ):
        read_corpus(tmp_path)


@pytest.mark.parametrize("encoding", ["utf-16", "iso8859-2", "cp1250"])
def test_a_source_in_another_encoding(tmp_path: Path, encoding: str) -> None:
    folder = tmp_path / "cs-2007"
    shutil.copytree(CORPUS / "cs-2007", folder)
    source = (folder / "source.txt").read_text(encoding="utf-8")
    (folder / "source.txt").write_bytes(source.encode(encoding, errors="replace"))
    with pytest.raises(LawbaseError, match=r"source\.txt:\d+: is not UTF-8 text"):
        read_corpus(tmp_path)


@pytest.mark.parametrize("data", [b"", b" \n\n"])
def test_an_empty_source(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(LawbaseError, match=r"source\.txt:1: is empty"):
        read_corpus(alone(tmp_path, "sr-2007", data))


@pytest.mark.slow
@pytest.mark.parametrize(("before", "after"), [(b"\n", b"\r\n"), (b"", b"\xef\xbb\xbf")])
def test_other_line_ends_and_byte_order_marks(tmp_path: Path, before: bytes, after: bytes) -> None:
    data = (CORPUS / "pl-2017" / "source.txt").read_bytes()
    data = data.replace(before, after) if before else after + data
    read_or_refuse(tmp_path, "pl-2017", data)


PROFILE_FAULTS = [
    (
        'kind = "book"',
        'kind = "scroll"',
        r"edition\.toml:10: “scroll” is no value of “kind”; there are book, guide, transcript",
    ),
    ('language = "eo"\n', "", r"edition\.toml:1: “language” is missing"),
    ("year = 2030", 'year = "2030"', r"edition\.toml:3: “year” must be a whole number, not a text"),
    ("year = 2030", "year = = 2030", r"edition\.toml:3: “= 2030” stands where there"),
    ("scope = ", "skope = ", r"edition\.toml:8: “skope” is no key here"),
    (
        "by_page = true",
        "by_page = 1",
        r"edition\.toml:\d+: “by_page” must be true or false, not a whole",
    ),
    ("laws = 'LEĜO 1: .*'", "laws = 'LEĜO (1: .*'", r"edition\.toml:18: .* is not a regular expr"),
    ("laws = [1, 3]", "laws = [1, 2000000000]", r"edition\.toml:11: laws go up to 999"),
    (
        "year = 2030",
        f"year = {'9' * 30}",
        r"edition\.toml:3: “year” must be a whole number <= 9999",
    ),
    ("laws = [1, 3]", f"laws = {'[' * 3000}{']' * 3000}", r"edition\.toml:\d+: .*nested"),
    ("{}(?![", "{}((?![", r"edition\.toml:30: .* is not a regular expression"),
]


@pytest.mark.parametrize(("good", "bad", "message"), PROFILE_FAULTS)
def test_a_malformed_profile(tmp_path: Path, good: str, bad: str, message: str) -> None:
    corpus = lay_out(tmp_path)
    file = corpus / "eo-2030" / "edition.toml"
    text = file.read_text(encoding="utf-8")
    assert good in text
    file.write_text(text.replace(good, bad, 1), encoding="utf-8")
    with pytest.raises(LawbaseError, match=message):
        read_corpus(corpus)


@pytest.mark.slow
@pytest.mark.usefixtures("uncollected")
def test_a_pattern_that_backtracks_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = lay_out(tmp_path)
    file = corpus / "eo-2030" / "edition.toml"
    text = file.read_text(encoding="utf-8")
    endless = r"item = '(?P<label>[a-z])((\w|\s|[,.;])+)+#'"
    file.write_text(re.sub(r"item = .*", lambda _: endless, text), encoding="utf-8")
    monkeypatch.setattr(corpus_reader, "SECONDS_AN_EDITION_MAY_TAKE", 0.5)
    with pytest.raises(
        LawbaseError, match=r"edition\.toml: reading with it takes more than 0\.5 s"
    ):
        read_corpus(corpus)


class Swallowing:
    """Takes longer to go than a limit allows, and swallows what is raised meanwhile."""

    def __del__(self) -> None:
        begun = time.process_time()
        with suppress(LawbaseError):
            while time.process_time() - begun < 0.3:
                pass


@pytest.mark.slow
@pytest.mark.usefixtures("uncollected")
def test_a_limit_that_was_swallowed_is_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_AGAIN", 0.2)
    begun = time.process_time()
    with (
        pytest.raises(LawbaseError, match=r"x: takes more than 0\.1 s"),
        limits.time_limit(0.1, "takes more than {:g} s", Path("x")),
    ):
        Swallowing()
        while time.process_time() - begun < 5:
            pass


@pytest.mark.slow
@pytest.mark.usefixtures("uncollected")
def test_a_limit_inside_of_another_leaves_that_one_as_it_was() -> None:
    with (
        pytest.raises(LawbaseError, match="outer"),
        limits.time_limit(0.2, "outer", Path("x")),
    ):
        with limits.time_limit(9, "inner", Path("x")):
            pass
        begun = time.process_time()
        while time.process_time() - begun < 5:
            pass


def test_a_machine_that_is_busy_is_no_fault_of_a_profile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def delayed(source: Source) -> Edition:
        time.sleep(1.2)
        return read_book(source)

    monkeypatch.setattr(corpus_reader, "read_book", delayed)
    monkeypatch.setattr(corpus_reader, "SECONDS_AN_EDITION_MAY_TAKE", 1)
    assert read_corpus(lay_out(tmp_path))


def test_what_has_no_end_is_not_read(tmp_path: Path) -> None:
    corpus = lay_out(tmp_path)
    source = corpus / "eo-2030" / "source.txt"
    source.unlink()
    os.mkfifo(source)
    with pytest.raises(LawbaseError, match=r"source\.txt: cannot be read \(not a file\)"):
        read_corpus(corpus)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[correction]]\nkind = 'label'\n", r"corrections\.toml:1: “correction” lacks “at”"),
        (
            "[[correction]]\nkind = 'guess'\nat = ''\nprinted = ''\nread_as = ''\nwhy = ''\n",
            r"corrections\.toml:2: “guess” is no value of “kind”; there are begins, heading",
        ),
        ("[[correction]\n", r"corrections\.toml:1: "),
    ],
)
def test_a_malformed_correction(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(LawbaseError, match=message):
        read_corpus(lay_out(tmp_path, corrections=text))


TABLES = (
    "eo-2030/edition.toml", "eo-2030/corrections.toml", "eo-2030/accepted.toml",
    "languages/eo.toml", "terms.toml", "situations/stages.toml", "alignments.toml",
    "changes/chapter.toml", "versions.toml",
)  # fmt: skip
"""Every kind of table that a corpus has."""
MALFORMED = {
    "no TOML": b"x = = 1",
    "no text": b"x = '\xff'",
    "a huge number": b"x = " + b"9" * 5000,
    "deep nesting": b"x = " + b"[" * 5000 + b"]" * 5000,
    "a key of nobody": b"nobodys_key = 1",
}


@pytest.mark.parametrize("bad", MALFORMED.values(), ids=MALFORMED)
@pytest.mark.parametrize("table", TABLES)
def test_whatever_table_is_malformed_its_check_tells_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str, bad: bytes
) -> None:
    corpus = lay_out(tmp_path)
    monkeypatch.setenv("LAWBASE_CORPUS", str(corpus))
    assert run("check").code == 0
    file = corpus / table
    file.parent.mkdir(exist_ok=True)
    good = file.read_bytes() if file.exists() else b""
    file.write_bytes(bad + b"\n" + good)
    outcome = run("check")
    assert outcome.code == 1
    told = (outcome.out + outcome.err).splitlines()
    assert [line for line in told if f"{table}:1: " in line], told
    assert len([line for line in told if f"{table}:1: " in line]) == 1
    assert not [line for line in told if "a fault of its own" in line]


def test_the_check_of_an_edition_tells_what_is_wrong_with_a_language_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = lay_out(tmp_path)
    monkeypatch.setenv("LAWBASE_CORPUS", str(corpus))
    assert run("check", "eo-2030").code == 0
    (corpus / "languages" / "eo.toml").write_text("nobodys_key = 1", encoding="utf-8")
    outcome = run("check", "eo-2030")
    assert outcome.code == 1
    assert f"{corpus}/languages/eo.toml:1: " in outcome.out
    assert "nothing red or yellow was found" not in outcome.out


@pytest.mark.slow
def test_a_headword_may_be_a_sign_and_leads_nowhere(tmp_path: Path) -> None:
    corpus = two_editions(tmp_path / "corpus")
    source = (corpus / "eo-2030" / "source.txt").read_text("utf-8")
    headwords = ("..", "♠", "(preno)", "../../../../ESCAPED")
    odd = "".join(f"{headword}: Io.\n\n" for headword in headwords)
    lay_out(corpus, source.replace("Preno: Kvar", f"{odd}Preno: Kvar"))
    kb = add_layers(read_texts(corpus), corpus)
    for headword in headwords:
        assert kb.provision("eo-2030", f"def.{headword}")
    site_of(kb, tmp_path / "a" / "b" / "site")
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["a", "corpus"]
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["b"]


@pytest.mark.parametrize("language", ["xx", "../../../../ESCAPED"])
def test_an_edition_in_a_language_without_a_file_is_not_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    corpus = two_editions(tmp_path / "corpus")
    monkeypatch.setenv("LAWBASE_CORPUS", str(corpus))
    profile = corpus / "eo-2030" / "edition.toml"
    text = profile.read_text("utf-8").replace('language = "eo"', f'language = "{language}"')
    profile.write_text(text, encoding="utf-8")
    outcome = run("build", "--output", str(tmp_path / "build"))
    assert outcome.code == 2
    assert f"{profile}:2: its language “{language}” has no file" in outcome.err


def test_a_sister_that_is_not_there_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAWBASE_CORPUS", str(lay_out(tmp_path)))
    outcome = run("check", "eo-2030", "--beside", "xx-1999")
    assert outcome.code == 2 and "there is no edition “xx-1999”" in outcome.err


def test_a_corpus_without_editions(tmp_path: Path) -> None:
    with pytest.raises(LawbaseError, match="contains no editions"):
        read_corpus(tmp_path)


def test_an_edition_that_fails_is_told_once_and_nothing_that_depends_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = two_editions(tmp_path)
    concept = '[[concept]]\nid = "x"\nen = ["x"]\ndefinitions = { eo-2030 = "def.Muta" }\n'
    (corpus / "terms.toml").write_text(concept, encoding="utf-8")
    monkeypatch.setenv("LAWBASE_CORPUS", str(corpus))
    source = corpus / "eo-2030" / "source.txt"
    source.write_text(source.read_text("utf-8")[:400], encoding="utf-8")
    every = run("check", "eo-2030").out
    outcome = run("check")
    told = (outcome.out + outcome.err).splitlines()
    assert outcome.code == 1 and len(told) == 2
    assert re.fullmatch(r"eo-2030: .* \(and \d+ more: lawbase check eo-2030\)", told[0])
    assert told[0].split(": ")[2].partition(" (and")[0] in " ".join(every.split())
    assert told[1].startswith("eo-2040: ") and "100.00 % of" in told[1]


def test_a_sign_that_nobody_sees_is_named_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = two_editions(tmp_path)
    monkeypatch.setenv("LAWBASE_CORPUS", str(corpus))
    source = corpus / "eo-2030" / "source.txt"
    lines = source.read_text("utf-8").split("\n")
    place = next(number for number, line in enumerate(lines) if len(line) > 60)
    lines[place] = f"{lines[place][:30]}\u200b{lines[place][30:]}"
    lay_out(corpus, "\n".join(lines))
    outcome = run("check")
    assert outcome.code == 0
    (told,) = [line for line in outcome.out.splitlines() if "U+200B" in line]
    assert told.startswith(f"eo-2030: {source}:{place + 1}: ")


def test_a_letter_below_a_heap_of_marks_is_told_with_its_line(tmp_path: Path) -> None:
    text = (lay_out(tmp_path) / "eo-2030" / "source.txt").read_text("utf-8")
    heap = text.replace("miksas", "miksas" + "\u0315\u0300" * 16, 1)
    line = heap[: heap.index("\u0315")].count("\n") + 1
    with pytest.raises(LawbaseError, match=rf"source\.txt:{line}: has a letter with more than 30"):
        read_corpus(lay_out(tmp_path, heap))


def test_another_text_than_the_profile_was_written_for_is_told_before_what_follows(
    tmp_path: Path,
) -> None:
    corpus = lay_out(tmp_path)
    source = corpus / "eo-2030" / "source.txt"
    source.write_text(source.read_text("utf-8")[: source.stat().st_size // 2], encoding="utf-8")
    first, *others = check_edition(corpus / "eo-2030").problems
    assert others and "is not the text that this was written for" in first.message


def test_a_transcript_is_not_read_beside_a_sister_with_faults(tmp_path: Path) -> None:
    for name in ("cs-2017", "pl-2017", "languages"):
        shutil.copytree(CORPUS / name, tmp_path / name)
    sister = tmp_path / "pl-2017" / "source.txt"
    sister.write_bytes(sister.read_bytes().replace(b"A", b"\xff"))
    (problem,) = check_edition(tmp_path / "cs-2017").problems
    told = "is read with the help of its sister pl-2017, which isn't there or can't be read itself"
    assert told in problem.message and problem.line
    with pytest.raises(LawbaseError, match=r"pl-2017/source\.txt:\d+: is not UTF-8 text"):
        read_corpus(tmp_path)


def test_a_file_that_cannot_be_read_is_told_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed = '[[correction]]\nkind = "text"\nat = "B) La fino"\nprinted = "B)"\nread_as = ""\n'
    corpus = lay_out(tmp_path, corrections=f"{needed}[[correction")
    monkeypatch.setenv("LAWBASE_CORPUS", str(corpus))
    (fault,) = check_edition(corpus / "eo-2030").problems
    assert fault.file.endswith("corrections.toml") and fault.line == 6
    for arguments in (["check"], ["check", "eo-2030"]):
        outcome = run(*arguments)
        assert outcome.code == 1 and "corrections.toml:6: " in outcome.out
        assert "[[correction]]" not in outcome.out and "explained" not in outcome.out


@pytest.mark.parametrize("arguments", [["check"], ["check", "eo-2030"]])
def test_a_stemmer_that_does_not_exist_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    corpus = lay_out(tmp_path)
    monkeypatch.setenv("LAWBASE_CORPUS", str(corpus))
    file = corpus / "languages" / "eo.toml"
    lines = [*file.read_text("utf-8").rstrip().split("\n"), "[terms]", 'stemmer = "klingon"']
    file.write_text("\n".join(lines), encoding="utf-8")
    outcome = run(*arguments)
    assert outcome.code == 1
    place = str(file) if arguments == ["check"] else file.name
    assert f"{place}:{len(lines)}: “klingon” is no stemmer; there are arabic" in outcome.out


def test_a_language_file_that_cannot_be_read_is_told_once_with_its_editions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = two_editions(tmp_path)
    monkeypatch.setenv("LAWBASE_CORPUS", str(corpus))
    (corpus / "languages" / "xx.toml").write_text("nobodys_key = 1", encoding="utf-8")
    (corpus / "languages" / "eo.toml").write_text("nobodys_key = 1", encoding="utf-8")
    outcome = run("check")
    first, second, *well = outcome.out.splitlines()
    assert outcome.code == 1
    assert first.startswith(f"eo-2030, eo-2040: {corpus}/languages/eo.toml:1: ")
    assert second.startswith(f"languages: {corpus}/languages/xx.toml:1: ")
    assert len(well) == 2 and all("100.00 % of" in line for line in well)
    assert "xx.toml" not in run("check", "eo-2030").out


def test_every_table_that_is_malformed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = lay_out(tmp_path)
    monkeypatch.setenv("LAWBASE_CORPUS", str(corpus))
    tables = ("terms.toml", "alignments.toml", "versions.toml")
    for table in tables:
        (corpus / table).write_text("x = = 1", encoding="utf-8")
    outcome = run("check")
    assert outcome.code == 1
    assert all(f"{table}:1: " in outcome.out for table in tables)


def test_a_file_that_breaks_off_is_told_with_its_last_line(tmp_path: Path) -> None:
    corpus = lay_out(tmp_path)
    (corpus / "eo-2030" / "edition.toml").write_text('id = "eo-2030"\ntitle =', encoding="utf-8")
    (fault,) = check_edition(corpus / "eo-2030").problems
    assert fault.message.startswith("nothing stands where there should be a value: ")
    assert fault.line == 2


@pytest.mark.parametrize("option", [["--beside", "cs-2007"], ["--show"], ["--watch"]])
def test_an_option_for_one_edition_is_refused_without_one(option: list[str]) -> None:
    outcome = run("check", *option)
    assert outcome.code == 2 and "name it" in outcome.err


def test_the_numbers_of_a_guide_are_no_markers_and_its_sections_are_counted() -> None:
    assert check_edition(CORPUS / "guide-cs").problems == ()
    assert "\n32 sections\n" in run("check", "guide-cs").out
