"""An edition looked at again whenever one saves its profile: in the terminal, or as a page."""

import time
from contextlib import suppress
from html import escape
from pathlib import Path

from lawbase.address import KeyParts
from lawbase.errors import LawbaseError
from lawbase.model import Provision
from lawbase.reading.corpus import CheckReport, check_edition
from lawbase.site.serving import Served

SECONDS_BETWEEN_LOOKS = 0.5
STYLES = "style.css"
STYLE = (
    "body{max-width:42em;margin:2em auto;padding:0 1em;font:1em/1.5 serif}"
    ".error{color:#a00}.warning{color:#860}"
    ".depth-1{margin-left:2em}.depth-2{margin-left:4em}.depth-3{margin-left:6em}"
    ".depth-4{margin-left:8em}.depth-5{margin-left:10em}"
    "pre{background:#eee;padding:.5em;overflow:auto}"
)


def saved(folder: Path, edition: str) -> dict[Path, int]:
    """When each file that an edition is read from was saved last."""
    found: dict[Path, int] = {}
    for file in (*(folder / edition).iterdir(), *(folder / "languages").glob("*.toml")):
        with suppress(OSError):  # an editor is just replacing it
            found[file] = file.stat().st_mtime_ns
    return found


def wait_for_a_save(folder: Path, edition: str) -> None:
    """Return when one of the files of an edition was saved."""
    before = saved(folder, edition)
    while saved(folder, edition) == before:
        time.sleep(SECONDS_BETWEEN_LOOKS)


def require_edition(folder: Path, edition: str) -> None:
    """Refuse an edition that a corpus hasn't."""
    if not (folder / edition / "edition.toml").exists():
        raise LawbaseError(f"there is no edition “{edition}” in {folder}")


def served_edition(folder: Path, edition: str) -> Served:
    """An edition as a page that is read anew after every save.

    Raises:
        LawbaseError: when there is no such edition.
    """
    require_edition(folder, edition)
    return Served(EditionPage(folder, edition))


class EditionPage:
    """The page of an edition as it is now, and its style."""

    def __init__(self, folder: Path, edition: str):
        self._folder, self._edition = folder, edition
        self._saved: dict[Path, int] = {}
        self._page = b""

    def holds(self, name: str) -> bool:
        """Whether there is such a file."""
        return name in ("index.html", STYLES)

    def read(self, name: str) -> bytes:
        """A file; the page is read anew if something was saved since."""
        if name == STYLES:
            return STYLE.encode()
        if self._saved != (now := saved(self._folder, self._edition)):
            self._page = written_page(check_edition(self._folder / self._edition)).encode()
            self._saved = now
        return self._page


def written_page(report: CheckReport) -> str:
    """The page of an edition: what is wrong with it, then all of its provisions."""
    problems = "".join(
        f'<p class="{p.severity}">{escape(str(p.as_error()))}</p>'
        + (f"<pre>{escape(p.paste)}</pre>" if p.paste else "")
        for p in report.problems
    )
    read = report.read
    rows = "".join(map(_row, read.provisions)) if read else ""
    language = read.language if read else "en"
    return (
        f'<!doctype html><html lang="{escape(language)}"><meta charset="utf-8">'
        f'<title>{escape(report.edition)}</title><meta http-equiv="refresh" content="2">'
        f'<link rel="stylesheet" href="{STYLES}">'
        f"<h1>{escape(read.title if read else report.edition)}</h1>"
        f"<p>{100 * report.explained:.2f} %</p>{problems}{rows}</html>"
    )


def _row(provision: Provision) -> str:
    depth = f"depth-{KeyParts.of(provision.key).depth}"
    head = f"<b>{escape(f'{provision.label} {provision.heading}'.strip())}</b>"
    words = "".join(f"<p>{escape(text)}</p>" for text in (provision.text, provision.tail) if text)
    return f'<section id="{escape(provision.key)}" class="{depth}">{head}{words}</section>'
