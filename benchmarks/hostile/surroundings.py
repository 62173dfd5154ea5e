"""What surrounds lawbase: settings, limits, streams, clocks, disks, names, and who owns a place.

Each is tried with a corpus of two small invented editions and its build. A command must print what
it prints elsewhere, a build be the same bytes, or either be refused in one sentence; what was there
before must stay as it was, and no text be passed over.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from benchmarks.hostile.building import REFERENCES, Small, digest
from benchmarks.hostile.outcome import RIGHT, Tally, command, judged, tally
from lawbase.export import FORMATS

PATIENCE = 120
WAYS = ("build", "jsonl", "sqlite")
SETTINGS = {
    "C": {"LC_ALL": "C", "LANG": "C"},
    "no UTF-8": {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"},
    "ASCII": {"PYTHONIOENCODING": "ascii"},
    "Latin-1": {"PYTHONIOENCODING": "latin-1:strict"},
    "Turkish": {"LC_ALL": "tr_TR.UTF-8"},
    "without assertions": {"PYTHONOPTIMIZE": "2"},
    "other hashes": {"PYTHONHASHSEED": "9"},
    "development": {"PYTHONDEVMODE": "1"},
    "warnings are errors": {"PYTHONWARNINGS": "error"},
    "nobody's home": {"HOME": "/nonexistent", "XDG_CACHE_HOME": ""},
    "no temporary folder": {"TMPDIR": "/nonexistent"},
    "no path": {"PATH": ""},
    "no time zone": {"TZ": "Nowhere/Land"},
    "columns below none": {"COLUMNS": "-5"},
    "columns without end": {"COLUMNS": "9" * 30},
    "a date that is none": {"SOURCE_DATE_EPOCH": "abc"},
}
LIMITS = ("-f 1", "-f 100", "-n 8", "-n 16", "-v 200000", "-c 0", "-l 0")
STREAMS = ("<&-", ">&-", "2>&-", "<&- >&- 2>&-", ">/dev/full", "2>/dev/full")
FULL = ">/dev/full"
UNREAD = (">&-", "<&- >&- 2>&-")
"""Streams that nobody reads an answer from."""
FILES = (
    "eo-2030/edition.toml",
    "eo-2030/source.txt",
    "eo-2030/corrections.toml",
    "languages/eo.toml",
    "terms.toml",
    "versions.toml",
)
TABLES = tuple(file for file in FILES if file.endswith(".toml"))
SPELLINGS: dict[str, Callable[[bytes], bytes]] = {
    "a byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "CRLF": lambda data: data.replace(b"\n", b"\r\n"),
    "CR": lambda data: data.replace(b"\n", b"\r"),
    "UTF-16": lambda data: data.decode().encode("utf-16"),
    "no last line end": lambda data: data.rstrip(b"\n"),
    "NUL": lambda data: data + b"\0",
}
THE_SAME = ("a byte order mark", "CRLF", "no last line end")
"""Spellings that are TOML, so that nothing may be refused."""
NAMES = ("žluťoučký", "žluťoučký", "a\nb", "-", "--", "~", "con", "\udcff", "a" * 300)
"""Names of files: composed and decomposed, in no encoding, too long, or of meaning to somebody."""
TIMES = (0, 1, 4_000_000_000)


def tallies() -> Iterator[Tally]:
    """Every kind of surroundings."""
    with tempfile.TemporaryDirectory() as folder:
        small = Small.made(Path(folder))
        yield tally("settings of the environment: asked", (asked(small, s) for s in SETTINGS))
        yield tally("settings of the environment: built", (built(small, s) for s in SETTINGS))
        for told, ways, tried in (
            ("limits of the shell: asked, built, exported", LIMITS, limited),
            ("standard streams closed or full: asked, built", STREAMS, streamed),
        ):
            yield tally(told, (outcome for way in ways for outcome in tried(small, way)))
        for told, replace in STRANGE.items():
            yield tally(
                f"{told} in place of a file of the corpus",
                (strange(small, file, replace) for file in FILES),
            )
        for spelling in SPELLINGS:
            outcomes = (spelt(small, file, spelling) for file in TABLES)
            yield tally(f"tables of the corpus with {spelling}", outcomes)
        yield tally(
            "outputs among the texts", (among(small, way, p) for way in WAYS for p in AMONG)
        )
        yield tally("outputs into a build", (into_build(small, place) for place in PLACES))
        outcomes = (full_disk(small, name) for name in FORMATS)
        yield tally("an export over an earlier one, on a disk that is full", outcomes)
        yield tally("a read-only corpus: built, checked, drafted into", read_only(small))
        yield tally("outputs of strange names", (named(small, name) for name in NAMES))
        yield tally("files of another time", (timed(small, time) for time in TIMES))
        yield tally("a build through links; one whose folder is gone", linked(small))


def asked(small: Small, name: str) -> str:
    """What comes of asking in a setting."""
    return judged(_run(small, *REFERENCES, settings=SETTINGS[name]), small.answer(*REFERENCES))


def built(small: Small, name: str) -> str:
    """What comes of building in a setting."""
    return _built(small, settings=SETTINGS[name])


def limited(small: Small, limit: str) -> Iterator[str]:
    """What comes of asking, building and exporting within a limit of the shell."""
    script = f'ulimit {limit}; "$@"'
    yield judged(_run(small, *REFERENCES, script=script), small.answer(*REFERENCES))
    yield _built(small, script=script)
    with tempfile.TemporaryDirectory() as folder:
        exported = Path(folder, "x.db")
        done = _run(small, "export", "sqlite", "--output", exported, script=script)
        ended = judged(done, f"{exported}: sqlite written\n")
        yield ended if exported.exists() == (ended == RIGHT) else f"left over: {limit}"


def streamed(small: Small, streams: str) -> Iterator[str]:
    """What comes of asking and building with streams that are closed or full."""
    done = _run(small, *REFERENCES, script=f'"$@" {streams}')
    unread = "" if streams in UNREAD else small.answer(*REFERENCES)
    yield _refused(done) if streams == FULL else judged(done, unread)
    yield _built(small, script=f'"$@" {streams}', told=streams != FULL)


def _pipe(file: Path) -> None:
    os.mkfifo(file)


def _nothing(file: Path) -> None:
    file.symlink_to("nothing")


def _itself(file: Path) -> None:
    file.symlink_to(file.name)


def _endless(file: Path) -> None:
    file.symlink_to("/dev/zero")


STRANGE: dict[str, Callable[[Path], None]] = {
    "a pipe": _pipe,
    "a folder": Path.mkdir,
    "a link to nothing": _nothing,
    "a link to itself": _itself,
    "a link to a device without end": _endless,
}


def strange(small: Small, name: str, replace: Callable[[Path], None]) -> str:
    """What comes of building when a file of the corpus is none: it is named, and not waited for."""
    with tempfile.TemporaryDirectory() as folder:
        corpus = _copied(small, Path(folder))
        (corpus / name).unlink()
        replace(corpus / name)
        done = command("build", "--output", f"{folder}/b", corpus=corpus, within=PATIENCE)
        named = name.rpartition("/")[2] in done.stderr
        return _refused(done) if named else f"{name} is passed over"


def spelt(small: Small, name: str, spelling: str) -> str:
    """What comes of a table that is written otherwise: the same texts, or its name and line."""
    with tempfile.TemporaryDirectory() as folder:
        corpus = _copied(small, Path(folder))
        data = (corpus / name).read_bytes()
        (corpus / name).write_bytes(SPELLINGS[spelling](data))
        done = command("build", "--output", f"{folder}/b", corpus=corpus, within=PATIENCE)
        if done.returncode == 0:
            same = digest(Path(folder, "b")) == small.whole
            return RIGHT if same else f"{name} with {spelling} is another corpus"
        wanted = f"{corpus / name}:" in done.stderr and spelling not in THE_SAME
        return _refused(done) if wanted else f"{name} with {spelling}: {done.stderr}"


AMONG = ("", "eo-2030", "eo-2030/source.txt", "terms.toml", "languages", "new")
"""Where a build or an export might go in a corpus."""


def among(small: Small, way: str, place: str) -> str:
    """What comes of writing into a corpus: it is refused, and nothing there is touched."""
    before = digest(small.corpus)
    line = ("build",) if way == "build" else ("export", way, "--build", small.home)
    done = command(*line, "--output", small.corpus / place, corpus=small.corpus, within=PATIENCE)
    return _refused(done) if digest(small.corpus) == before else "the corpus was changed"


PLACES = ("site", "knowledge", "search/page", "knowledge/editions.json", ".lock", ".lawbase.json")
"""Where an export might go in a build."""


def into_build(small: Small, place: str) -> str:
    """What comes of exporting into a build: it is refused, and nothing there is touched."""
    done = _run(small, "export", "jsonl", "--output", small.home / place)
    return _refused(done) if digest(small.home) == small.whole else "the build was changed"


def full_disk(small: Small, name: str) -> str:
    """What comes of a format over what it wrote before, when nothing more fits onto the disk."""
    with tempfile.TemporaryDirectory() as disk:
        script = (
            f'mount -t tmpfs -o size=4m none {disk} && cd {disk} && "$@" >&- && cp -r x y; '
            'dd if=/dev/zero of=fill bs=1k 2>&-; "$@"; code=$?; diff -r x y || exit 9; exit $code'
        )
        return _refused(_run(small, "export", name, "--output", "x", script=_apart(script)))


def read_only(small: Small) -> Iterator[str]:
    """Build from, check and draft into a corpus that can't be written."""
    with tempfile.TemporaryDirectory() as folder:
        corpus = _copied(small, Path(folder))
        script = _apart(
            f'mount --bind "{corpus}" "{corpus}" && mount -o remount,ro,bind "{corpus}" && "$@"'
        )
        booklet = Path(folder, "booklet.txt")
        booklet.write_text("\n\n".join(f"LAW {n}: MATTER\n\nA rule." for n in (1, 2, 3, 4)))
        home = Path(folder, "build")
        done = command("build", "--output", home, corpus=corpus, script=script)
        yield RIGHT if done.returncode == 0 and digest(home) == small.whole else done.stderr
        done = command("check", corpus=corpus, script=script)
        yield RIGHT if done.returncode == 0 else done.stderr
        done = command("new", "en-2030", booklet, corpus=corpus, script=script)
        yield _refused(done) if str(corpus) in done.stderr else f"not named: {done.stderr}"


def named(small: Small, name: str) -> str:
    """What comes of an export of a name, which must be the only thing that is there then."""
    with tempfile.TemporaryDirectory() as folder:
        script = f'cd "{folder}"; "$@"'
        done = _run(small, "export", "csv", "--output", name, script=script)
        there = [path.name for path in Path(folder).iterdir()]
        if done.returncode == 0:
            return RIGHT if there == [name] else f"{there} instead of {name}"
        return _refused(done) if not there else f"left over: {there}"


def timed(small: Small, seconds: int) -> str:
    """What comes of a build and a corpus whose files are all of one time, one of them damaged."""
    with tempfile.TemporaryDirectory() as folder:
        corpus, home = _copied(small, Path(folder)), Path(folder, "build")
        shutil.copytree(small.home, home)
        page = next((home / "site").rglob("index.html"))
        page.write_bytes(page.read_bytes() + b"<!-- -->")
        for file in (*corpus.rglob("*"), *home.rglob("*")):
            os.utime(file, (seconds, seconds))
        done = command("build", "--output", home, corpus=corpus)
        return RIGHT if digest(home) == small.whole else f"of {seconds}: {done.stderr}"


def linked(small: Small) -> Iterator[str]:
    """Build through a link to a folder, over one to a product, and from a folder that is gone."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "real").mkdir()
        (folder / "link").symlink_to("real")
        done = command("build", "--output", folder / "link", corpus=small.corpus)
        yield RIGHT if digest(folder / "real") == small.whole else done.stderr
        (folder / "real" / "site").rename(folder / "elsewhere")
        (folder / "real" / "site").symlink_to(folder / "elsewhere")
        before = digest(folder / "elsewhere")
        done = command("build", "--force", "--output", folder / "real", corpus=small.corpus)
        yield _refused(done) if digest(folder / "elsewhere") == before else "the link's was changed"
        gone = f'mkdir "{folder}/gone"; cd "{folder}/gone"; rmdir "{folder}/gone"; "$@"'
        yield judged(_run(small, *REFERENCES, script=gone), small.answer(*REFERENCES))
        yield _refused(_run(small, "export", "csv", "--output", "x", script=gone))


def _run(
    small: Small,
    *line: str | Path,
    script: str = '"$@"',
    settings: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Ask the build, in surroundings."""
    # Python itself would leave compiled modules cut off where no whole file can be written
    around = {"PYTHONDONTWRITEBYTECODE": "1"} | dict(settings or {})
    whole = (*line, "--build", small.home)
    return command(*whole, corpus=small.corpus, within=PATIENCE, script=script, settings=around)


def _built(
    small: Small,
    *,
    script: str = '"$@"',
    settings: Mapping[str, str] | None = None,
    told: bool = True,
) -> str:
    """The outcome of a build in surroundings; one that can't be told needn't be whole."""
    around = {"PYTHONDONTWRITEBYTECODE": "1"} | dict(settings or {})
    with tempfile.TemporaryDirectory() as folder:
        line = ("build", "--output", folder)
        done = command(*line, corpus=small.corpus, script=script, settings=around, within=PATIENCE)
        if done.returncode == 0 or not told:
            return RIGHT if digest(Path(folder)) == small.whole else "another build"
        return _refused(done)


def _refused(done: subprocess.CompletedProcess[str]) -> str:
    """The outcome of what may only be refused."""
    return judged(done, "") if done.returncode else f"done: {done.stdout}"


def _apart(script: str) -> str:
    """A script that runs in a mount space of its own."""
    return f'unshare --map-root-user --mount bash -c {shlex.quote(script)} lawbase "$@"'


def _copied(small: Small, folder: Path) -> Path:
    return Path(shutil.copytree(small.corpus, folder / "corpus"))
