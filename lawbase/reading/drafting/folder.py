"""The folder of a new edition: its source, its drafted profile, its language."""

from __future__ import annotations

import re
from pathlib import Path

from lawbase.errors import LawbaseError
from lawbase.model import Edition
from lawbase.reading.corpus import check_edition, editions_beside
from lawbase.reading.drafting.converting import as_text
from lawbase.reading.drafting.draft import draft_edition
from lawbase.reading.drafting.language import draft_language
from lawbase.reading.profile import open_folder


def begin_edition(corpus: Path, edition: str, source: Path) -> list[Path]:
    """Write what a new edition needs, and say which files were written.

    Raises:
        LawbaseError: when the id isn't like ``sk-2017``, the edition is there already, or the
            source can't be read.
    """
    if not re.fullmatch(r"[a-z]{2,3}-\d{4}(-\w+)?", edition):
        raise LawbaseError(f"an edition is named by language and year, like sk-2017: “{edition}”")
    folder = corpus / edition
    if (folder / "edition.toml").exists():
        raise LawbaseError("exists already; remove it to start again", file=folder)
    text = as_text(source)
    if not text.strip():
        raise LawbaseError("is empty", file=source)
    folder.mkdir(exist_ok=True)
    files = {folder / "source.txt": text, folder / "corrections.toml": ""}
    read = editions_beside(folder)
    for path, content in files.items():
        path.write_text(content, encoding="utf-8", newline="")
    profile = draft_edition(folder, text, list(read.values()))
    (folder / "edition.toml").write_text(profile, encoding="utf-8", newline="")
    written = [*files, folder / "edition.toml"]
    language = corpus / "languages" / f"{edition.split('-')[0]}.toml"
    if not language.exists():
        written.extend(_begin_language(language, folder))
    return written


def _begin_language(path: Path, folder: Path) -> list[Path]:
    """Draft the language file, if the drafted profile reads anything."""
    edition = check_edition(folder).read
    if edition is None or not edition.provisions:
        return []
    path.parent.mkdir(exist_ok=True)
    path.write_text(
        draft_language(edition, _title_word(edition), _see(folder)), encoding="utf-8", newline=""
    )
    return [path]


def _title_word(edition: Edition) -> str:
    """The word in the titles of the laws: ``Článok`` of ``Článok 12 –``."""
    labels = [p.label for p in edition.provisions if p.kind == "law"]
    match = re.match(r"([^\W\d_]+\.?|§)\s*\d", labels[0]) if labels else None
    return match[1] if match else ""


def _see(folder: Path) -> list[str]:
    index = open_folder(folder).profile.layout.get("index", {})
    return [str(word) for word in index.get("see", ())]
