"""A source text -> the folder of a new edition: its profile, every guess with its evidence."""

import hashlib
import re
import tomllib
from collections.abc import Mapping, Sequence
from itertools import count, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

import msgspec

from lawbase.errors import LawbaseError, NotFoundError
from lawbase.model import Edition
from lawbase.profile import BYTE_ORDER_MARK, read_utf8
from lawbase.reading.corpus import check_edition, editions_beside
from lawbase.reading.drafting.converting import as_text
from lawbase.reading.drafting.front import (
    Definitions,
    draft_definitions,
    draft_index,
    draft_notes,
    opening,
    prose_sections,
    title_before,
    title_of_laws,
)
from lawbase.reading.drafting.guesses import Guess, layout_told
from lawbase.reading.drafting.index import draft_index_layout
from lawbase.reading.drafting.labels import (
    Titles,
    draft_headings,
    draft_labels,
    draft_laws,
    running_titles,
    titles_stand_above,
)
from lawbase.reading.drafting.language import (
    alphabets_of,
    citing_words,
    draft_language,
    names_a_preface,
    names_the_game,
)
from lawbase.reading.drafting.pages import contents_rows, draft_pages
from lawbase.reading.drafting.transcript import LONG, draft_transcript
from lawbase.reading.headings import titles_below_labels
from lawbase.reading.limits import memory_limit, time_limit
from lawbase.reading.pages import Line, PageLayout, read_lines
from lawbase.reading.patterns import (
    CAPITAL,
    NUMERALS,
    LabelPattern,
    LabelPatterns,
    law_number,
    literal,
)
from lawbase.reading.problems import toml_value
from lawbase.reading.sections import SectionLayout
from lawbase.reading.source import EditionProfile, Source, open_source, ranges_of
from lawbase.storage import told_plainly
from lawbase.text import fold

SECONDS_A_FILE_MAY_TAKE = 120.0
MEGABYTES_A_FILE_MAY_TAKE = 2000
DraftTables = dict[str, dict[str, Guess]]
_YEAR = re.compile(r"(?:19|20)\d\d")
_NUMERAL = rf"[{NUMERALS}]+|\d{{1,2}}|[Α-Ω]{{1,2}}[΄ʹ]"
_CHAPTER = re.compile(
    rf"(?:(?P<word>[^\W\d_]{{3,14}}) (?P<label>{_NUMERAL})|(?P<first>{_NUMERAL})\.? "
    rf"(?P<behind>[^\W\d_]{{4,14}}))(?:\.?|\s?[.:–—-]\s+(?P<title>{CAPITAL}.{{3,80}}))"
)
_NO_TITLES = (
    "no laws were found, and nothing was written: no lines begin with numbers that count 1, 2, 3 "
    "as their titles would; numbers that a word processor sets by itself aren't in the text"
)
_NO_LAWS: DraftTables = {
    "sections": {"laws": Guess("LAW 1 .*", "no titles of laws were found: the first law's line")},
    "labels": {"law": Guess(r"LAW (?P<label>\d+)\s+", "how the title of a law begins")},
}


def begin_edition(corpus: Path, edition: str, source: Path, *, again: bool = False) -> list[Path]:
    """Write what a new edition needs, and say which files were written.

    ``again`` drafts an edition that is there once more: what its profile says otherwise than the
    first draft was set by hand, is kept, and leads the new one. The profile that it replaces stays
    beside it. All is made aside first, so that nothing is left half written.

    Raises:
        LawbaseError: when the id isn't like ``sk-2017``, the edition is there already, with
            ``again`` with another text, or the source can't be read.
        NotFoundError: when it has no laws; then nothing is written.
    """
    if not re.fullmatch(r"[a-z]{2,3}-\d{4}(-\w+)?", edition):
        raise LawbaseError(f"an edition is named by language and year, like sk-2017: “{edition}”")
    folder = corpus / edition
    profile = folder / "edition.toml"
    if profile.exists() and not again:
        message = "exists already; with --again it is drafted anew, and what you have set is kept"
        raise LawbaseError(message, file=folder)
    said = "takes more than {:g} s to be read as text"
    with (
        time_limit(SECONDS_A_FILE_MAY_TAKE, said, source),
        memory_limit(MEGABYTES_A_FILE_MAY_TAKE, source),
    ):
        text = as_text(source)
        files = _drafted(folder, text)
    if "laws" not in tomllib.loads(files["edition.toml"]):
        raise NotFoundError(_NO_TITLES, file=source)
    with told_plainly(corpus), TemporaryDirectory(dir=corpus, prefix=".") as workshop:
        aside = Path(workshop, edition)
        aside.mkdir()
        for name, content in files.items():
            _write(aside / name, content)
        language = _begun_language(aside, corpus / "languages")
        folder.mkdir(exist_ok=True)
        written = [(aside / name).replace(folder / name) for name in files]
        if language:
            path = corpus / "languages" / f"{edition.split('-')[0]}.toml"
            path.parent.mkdir(exist_ok=True)
            _write(path, language)
            written.append(path)
    return written


def _drafted(folder: Path, text: str) -> dict[str, str]:
    """What is to be written into an edition's folder, by the files' names."""
    read = list(editions_beside(folder).values())
    files = {"source.txt": text}
    kept: _Tables = {}
    if (folder / "edition.toml").exists():
        _refuse_another_text(folder / "source.txt", text)
        before = read_utf8(folder / "edition.toml").removeprefix(BYTE_ORDER_MARK)
        kept = _set_by_hand(before, folder, text, read)
        files[_name_of_earlier(folder, before)] = before
    files["edition.toml"] = draft_edition(folder, text, read, kept)
    if not (folder / "corrections.toml").exists():
        files["corrections.toml"] = ""
    return files


def _name_of_earlier(folder: Path, profile: str) -> str:
    """What an earlier profile is called beside the new one: one that differs is never replaced."""
    names = (f"edition-before{f'-{n}' if n > 1 else ''}.toml" for n in count(1))
    return next(
        name
        for name in names
        if not (folder / name).exists() or read_utf8(folder / name) == profile
    )


def _begun_language(folder: Path, languages: Path) -> str:
    """The language file of an edition that was just drafted, where there is none."""
    first = check_edition(folder).read
    if not first or not first.provisions or (languages / f"{first.language}.toml").exists():
        return ""
    layout = open_source(folder).profile.layout
    return draft_language(first, _title_word(first), layout)


def _refuse_another_text(own: Path, text: str) -> None:
    """Refuse to replace an edition's text, which may have been mended by hand, by another one."""
    if own.exists() and read_utf8(own) != text:
        raise LawbaseError("is another text; draft again from this file, or move it away", file=own)


_Tables = dict[str, dict[str, Any]]


def _set_by_hand(profile: str, folder: Path, text: str, read: Sequence[Edition]) -> _Tables:
    """The keys of a profile, by table, that its draft hasn't or values otherwise.

    What the draft would say, led by the keys of pages and laws that were set, wasn't set itself.
    """
    own = _tables_of(profile, folder)
    changed = _differing(own, _tables_of(draft_edition(folder, text, read), folder))
    law = {key: value for key, value in changed.get("labels", {}).items() if key == "law"}
    leading = {"page": changed.get("page", {}), "labels": law}
    led = _tables_of(draft_edition(folder, text, read, leading), folder)
    others = _differing(changed, led)
    return {name: leading.get(name, {}) | others[name] for name in own}


def _differing(tables: _Tables, others: _Tables) -> _Tables:
    return {
        name: {key: value for key, value in table.items() if others.get(name, {}).get(key) != value}
        for name, table in tables.items()
    }


def _tables_of(profile: str, folder: Path) -> _Tables:
    """The tables of a profile by their names below ``layout``; ``head`` is what stands before."""
    try:
        head = tomllib.loads(profile)
    except tomllib.TOMLDecodeError as error:
        raise LawbaseError(f"isn’t TOML: {error}", file=folder / "edition.toml") from error
    layout = head.pop("layout", {})
    tables = {name: table for name, table in layout.items() if isinstance(table, dict)}
    rest = {name: table for name, table in layout.items() if not isinstance(table, dict)}
    return {"head": head, **tables, "": rest}


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="")


def _title_word(edition: Edition) -> str:
    """The word in the titles of the laws: ``Článok`` of ``Článok 12 –``, of ``12. SZABÁLY``."""
    labels = [p.label for p in edition.provisions if p.kind == "law"]
    printed = r"([^\W\d_]+\.?|§)\s*\d|\d+\.?\s*([^\W\d_]+|§)"
    match = re.match(printed, labels[0]) if labels else None
    return (match[1] or match[2]) if match else ""


def draft_edition(
    path: Path,
    text: str,
    read: Sequence[Edition],
    kept: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
) -> str:
    """The profile of an edition that has none, as TOML with its evidence as comments.

    ``path`` is the edition's folder, named ``<language>-<year>``; ``read`` are the editions that
    are known already, one of which may help to read a damaged transcript; ``kept`` are keys by
    table that are given: what they tell of pages and laws, the other guesses follow.
    """
    given = {
        name: {key: Guess(value, "set by hand") for key, value in table.items()}
        for name, table in kept.items()
    }
    profile = _blank_profile(path.name, text)
    if _is_transcript(text):
        drafted = draft_transcript(text, profile.year, read)
        transcript = msgspec.structs.replace(profile, kind="transcript")
        return _written(transcript, *drafted, "", given)
    return _written(profile, *_drafted_book(Source(path, profile, text), given), given)


def _blank_profile(edition: str, text: str) -> EditionProfile:
    """What an edition's name and text tell of it, and nothing of its pages."""
    language, year, *_ = edition.split("-")
    return EditionProfile(
        id=edition,
        language=language,
        year=int(year) if year.isascii() and year.isdigit() else 0,
        title="",
        revision=year,
        status="",
        publisher="",
        scope="",
        sha256=hashlib.sha256(text.encode("utf-8")).hexdigest(),
        kind="book",
        layout={},
    )


def _drafted_book(source: Source, given: DraftTables) -> tuple[dict[str, Guess], DraftTables, str]:
    """Guesses for the head of a book's profile and its tables, and the book's title."""
    page = draft_pages(source.text) | given.get("page", {})
    lines, contents = _lines(source, page)
    law = given.get("labels", {}).get("law")
    words = citing_words(source.profile.language).law
    titles = draft_laws(lines, law, words)
    heads = titles and running_titles(lines, titles)
    if heads and "page" not in given:
        page["furniture"] = _with(page.get("furniture"), heads)
        lines, contents = _lines(source, page)
        titles = draft_laws(lines, law, words)
    above = titles and titles_stand_above(lines, titles)
    if titles and above:
        lines = titles_below_labels(lines, LabelPattern(str(titles.pattern.value)))
        titles = draft_laws(lines, law, words)
    tables: DraftTables = {"page": page}
    head: dict[str, Guess] = {}
    if titles:
        head["laws"] = Guess(ranges_of(titles.laws), titles.pattern.evidence, titles.pattern.rival)
        tables |= _book(lines, titles, source)
        told = [guess.value for guess in given.get("sections", {}).values()]
        sections = tables["sections"]
        tables["sections"] = {n: g for n, g in sections.items() if g.value not in told}
        if above:
            tables["headings"]["above"] = above
        if contents:
            tables["sections"]["aside"] = contents
    else:
        tables |= _NO_LAWS
    return head, tables, _title(lines, tables, words)


def _with(furniture: Guess | None, more: Guess) -> Guess:
    """The furniture of pages with one more pattern."""
    patterns = furniture.value if furniture and isinstance(furniture.value, list) else []
    evidence = f"{furniture.evidence}; {more.evidence}" if furniture else more.evidence
    return Guess([*map(str, patterns), str(more.value)], evidence)


def _is_transcript(source: str) -> bool:
    """Whether pages are single lines: long ones hold nearly everything."""
    lines = [line for line in source.split("\n") if line.strip()]
    long = sum(len(line) for line in lines if len(line) > LONG)
    return long > 0.7 * len(source)


def _lines(source: Source, page: Mapping[str, Guess]) -> tuple[list[Line], Guess | None]:
    """The lines without tables of contents, and the titles of these."""
    lines = read_lines(source, layout_told(page, PageLayout))
    rows = set(contents_rows(source.text))
    kept = [line for line in lines if line.start not in rows]
    above = [a.text for a, b in pairwise(lines) if b.start in rows and a.start not in rows]
    titles = list(dict.fromkeys(literal(text) for text in above))
    return kept, Guess(
        titles, "tables of contents, whose rows stand elsewhere once more"
    ) if titles else None


def _title(lines: Sequence[Line], tables: DraftTables, laws: Sequence[str]) -> str:
    """The line before the first section that says most of what a title says, or the first one.

    A title has the word for the laws or names the game, tells the year, returns as a running head.
    """
    openings = [g.value for g in tables["sections"].values() if isinstance(g.value, str)]
    opened = (
        n for n, line in enumerate(lines) if any(re.fullmatch(o, line.text) for o in openings)
    )
    front = [line.text for line in lines[: max(1, next(opened, 1))] if 5 < len(line.text) < 90]
    front = [text for text in front if "©" not in text] or front
    page = layout_told(tables["page"], PageLayout)
    heads = [_words(pattern.text) for pattern in page.furniture]
    stems = [fold(word) for word in laws if word.isalpha()]
    law = re.compile("|".join(s[:-1] if len(s) > 4 else rf"\b{s}" for s in stems) or "(?!)")

    def says(text: str) -> int:
        signs = [2 * bool(law.search(text)), names_the_game(text), bool(_YEAR.search(text))]
        own = _words(text)
        return sum(signs) + any(
            own and (own <= head or (len(head) > 1 and head <= own)) for head in heads
        )

    return max(front, key=lambda text: says(fold(text)), default="")


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{2,}", fold(text)))


def _book(lines: Sequence[Line], titles: Titles, source: Source) -> DraftTables:
    first, last = titles.lines[0], titles.lines[-1]
    alphabets = alphabets_of(source.profile.language)
    starts = {lines[at].start for at in titles.lines}

    def ends(line: Line) -> bool:
        return line.start in starts

    index = draft_index(lines, last)
    if index is not None:
        starts.add(lines[index].start)
    above = [line for line in lines[first : index or len(lines)] if not ends(line)]
    printed = layout_told({"law": titles.pattern, **draft_labels(above, alphabets)}, LabelPatterns)

    def labelled(line: Line) -> bool:
        return printed.printed(line.text) is not None

    notes, body = draft_notes(lines, source, ends, labelled)
    own = {line.start for line in body}
    front = draft_definitions(lines[:first])
    inside = [line for line in lines[first : index or len(lines)] if line.start in own]
    labels = draft_labels([line for line in inside if not ends(line)], alphabets)
    labels = {"law": titles.pattern, **labels}
    sections = _sections(lines, titles, front, index)
    tables: DraftTables = {
        "sections": sections,
        "labels": labels,
        "headings": draft_headings(inside, labels),
        "footnotes": notes,
    }
    if front:
        tables["definitions"] = {"entry": front.entry, "apart": front.apart}
    if index is not None:
        named = {n: n.removesuffix("s") for n in ("preface", "introduction", "definitions")}
        names = {
            name: str(sections[n].value).replace(r"\s+", " ").replace("\\", "")
            for n, name in named.items()
            if n in sections
        }
        tables["index"] = draft_index_layout(
            lines[index:], names, citing_words(source.profile.language).see, _titles(lines, titles)
        )
    return tables


def _titles(lines: Sequence[Line], titles: Titles) -> dict[int, str]:
    """The laws' titles by their numbers: the line that begins each, and the one below it."""
    found = zip(titles.laws, titles.lines, strict=True)
    return {law: " ".join(line.text for line in lines[at : at + 2]) for law, at in found}


def _sections(
    lines: Sequence[Line], titles: Titles, front: Definitions | None, index: int | None
) -> dict[str, Guess]:
    first = titles.lines[0]
    sections: dict[str, Guess] = {}
    numbered = _chapters(lines, titles)
    layout = layout_told({"laws": titles.pattern, **numbered}, SectionLayout)
    chapters = {n for n, line in enumerate(lines) if layout.chapter_at(line)}
    end = first
    if front:
        heading = title_before(lines, front.start, chapters)
        at = heading if heading is not None else front.start
        sections["definitions"] = opening(lines, at, "the line above the first definition")
        end = at
    prose = [at for at in prose_sections(lines, end) if at not in chapters][-2:]
    first_is_one = len(prose) == 2 or any(names_a_preface(lines[at].text) for at in prose)
    names = ["preface", "introduction"] if first_is_one else ["introduction"]
    if len(prose) == 2 and names_a_preface(lines[prose[1]].text):
        names.reverse()
    for name, at in zip(names, prose, strict=False):
        sections[name] = opening(lines, at, "prose stands under this title")
    if numbered:
        heading = title_of_laws(lines, range(front.end, first), chapters) if front else None
    else:
        heading = title_before(lines, first, chapters)
    at = heading if heading is not None and (not front or heading >= front.end) else first
    sections["laws"] = opening(lines, at, "the line that opens the laws")
    if index is not None:
        sections["index"] = opening(lines, index, "from here on most lines end with a reference")
    sections |= numbered
    order = ["preface", "introduction", "definitions", "chapter", "part", "laws", "index"]
    return {name: sections[name] for name in order if name in sections}


def _chapters(lines: Sequence[Line], titles: Titles) -> dict[str, Guess]:
    """The patterns of the lines that begin chapters, and parts of them: a word and a numeral.

    The numerals of chapters rise; those of parts, the first of which stands in a chapter, may begin
    anew.
    """
    found: dict[tuple[str, bool], list[re.Match[str]]] = {}
    for line in lines:
        match = _CHAPTER.fullmatch(line.text)
        if match and line.gap != "none" and not re.match(str(titles.pattern.value), line.text):
            family = match["word"] or match["behind"], bool(match["title"])
            found.setdefault(family, []).append(match)
    guesses: dict[str, Guess] = {}
    for (word, titled), own in found.items():
        numbers = [law_number(match["label"] or match["first"]) or 0 for match in own]
        pairs = list(pairwise(numbers))
        if not pairs:
            continue
        label = rf"(?P<label>{_NUMERAL})"
        pattern = rf"{word} {label}" if own[0]["word"] else rf"{label}\.? {word}"
        pattern += r"(?:\s?[.:–—-]\s+(?P<heading>.+))" if titled else r"\.?"
        guess = Guess(pattern, f"{len(own)} lines like “{own[0][0]}”")
        if all(a < b for a, b in pairs):
            guesses.setdefault("part" if "chapter" in guesses else "chapter", guess)
        elif "chapter" in guesses and all(b in (1, a + 1) for a, b in pairs):
            guesses.setdefault("part", guess)
    return guesses


def _written(
    profile: EditionProfile,
    head: dict[str, Guess],
    tables: DraftTables,
    title: str,
    given: DraftTables,
) -> str:
    """The whole profile as TOML; what is given stands for what was guessed."""
    laws = head.get("laws")
    whole = laws is not None and laws.value == [1, 93]
    rows = [
        f'id = "{profile.id}"',
        f'language = "{profile.language}"',
        f"year = {profile.year}",
        f"title = {toml_value(title)}",
        f'revision = "{profile.revision}"',
        f'status = "{"complete" if whole else "partial"}"',
        'publisher = ""',
        'scope = ""',
        f'sha256 = "{profile.sha256}"',
        f'kind = "{profile.kind}"',
    ]
    if not whole:
        rows.append("complete = false")
    own = {key: guess for key, guess in given.get("head", {}).items() if key != "sha256"}
    rows = [row for row in rows if row.split(" = ")[0] not in own]
    rows.extend(guess.toml(key) for key, guess in (head | own).items())
    names = [*tables, *(name for name in given if name not in (*tables, "head"))]
    for name in names:
        if table := tables.get(name, {}) | given.get(name, {}):
            rows.append(f"\n[layout.{name}]" if name else "\n[layout]")
            rows.extend(guess.toml(key) for key, guess in table.items())
    return "\n".join(rows) + "\n"
