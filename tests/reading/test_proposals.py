"""What check proposes is pasted as it stands: it still loads, and what was told is gone."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from lawbase.reading.corpus import check_edition
from lawbase.reading.problems import Fault, problem_kinds
from tests.reading.test_invented_edition import SOURCE, lay_out

EDITION = "eo-2030"
Change = tuple[str, str, str]

# Each problem that proposes something, by what it takes to meet it in the invented edition: the
# file that is changed, what stands there, what is written instead.
MET: dict[str, list[Change]] = {
    "wrong-digest": [("edition.toml", 'sha256 = "', 'sha256 = "0')],
    "incomplete": [("edition.toml", "laws = [1, 3]", "laws = [[1, 2], [3, 3]]")],
    "other-laws": [("edition.toml", "laws = [1, 3]", "laws = [1, 4]")],
    "running-head": [
        ("source.txt", "LEĜO 1:", "Leĝoj 1\n\nLEĜO 1:"),
        ("source.txt", "LEĜO 2:", "Leĝoj 2\n\nLEĜO 2:"),
        ("source.txt", "LEĜO 3:", "Leĝoj 3\n\nLEĜO 3:"),
    ],
    "no-sequence": [("source.txt", "2) Poste oni", "7) Poste oni")],
    "label-twice": [("source.txt", "2) Poste oni kalkulas.", "1) Poste.\n\n3) Oni kalkulas.")],
    "label-missing": [
        ("source.txt", "2) Poste oni kalkulas.", "\nPoste.\n\n3) Oni kalkulas.\n\n4) Oni iras.")
    ],
    "label-above-missing": [
        (
            "source.txt",
            "2) Poste oni kalkulas.",
            "2) Poste oni kalkulas.\n3) Oni iras.\n\nAlia fino.\n1) Oni venas.",
        )
    ],
    "label-left-out": [("source.txt", "2) Poste oni kalkulas.", "3) Poste.\n\n4) Oni kalkulas.")],
    "heading-inside": [
        ("source.txt", "La rezulto validas por ambaŭ", "Titolo\nLa rezulto validas por ambaŭ"),
        ("source.txt", "LEĜO 3: LA LUDO", "C) Kiu ludas\nĈiuj ludas.\n\nLEĜO 3: LA LUDO"),
    ],
    "index-unread": [("source.txt", "Manko 2B2", "Manko 2B2, c)")],
}  # fmt: skip
PROPOSING = {name for name, kind in problem_kinds().items() if kind.paste or kind.correction}


def edit(folder: Path, changes: list[Change]) -> None:
    """Make some changes, and let the profile know the text as it then is."""
    for file, good, bad in changes:
        text = (folder / file).read_text(encoding="utf-8")
        assert good in text
        (folder / file).write_text(text.replace(good, bad, 1), encoding="utf-8")
    if any(file == "source.txt" for file, _, _ in changes):
        digest = hashlib.sha256((folder / "source.txt").read_bytes()).hexdigest()
        profile = (folder / "edition.toml").read_text(encoding="utf-8")
        profile = re.sub(r'sha256 = "\w+"', f'sha256 = "{digest}"', profile)
        (folder / "edition.toml").write_text(profile, encoding="utf-8")


def paste(folder: Path, fault: Fault) -> Callable[[], None]:
    """Paste what a problem proposes where it says; what takes it back."""
    correction = fault.paste.startswith("[[correction]]")
    file = folder / ("corrections.toml" if correction else "edition.toml")
    before = text = file.read_text(encoding="utf-8")
    if correction:
        text += f"\n{fault.paste}\n"
    else:
        key = fault.paste.split(" = ")[0]
        line = re.compile(rf"^{key} = .*$", re.MULTILINE)
        table = "[layout.page]\n" if "[layout.page]" in fault.cause else ""
        if line.search(text):
            text = line.sub(lambda _: fault.paste, text, count=1)
        else:
            text = text.replace(table, f"{table}{fault.paste}\n", 1)
    file.write_text(text, encoding="utf-8")

    def take_back() -> None:
        file.write_text(before, encoding="utf-8")

    return take_back


def is_gone(folder: Path, fault: Fault, others: set[str]) -> bool:
    """Whether a problem isn't told once its proposal is pasted, and no error is that wasn't."""
    take_back = paste(folder, fault)
    try:
        told = check_edition(folder).problems
    finally:
        take_back()
    new = [p.message for p in told if p.severity == "error" and p.message not in others]
    return not new and all((p.message, p.line) != (fault.message, fault.line) for p in told)


@pytest.mark.parametrize("name", sorted(PROPOSING))
def test_every_problem_goes_when_its_proposal_is_pasted(tmp_path: Path, name: str) -> None:
    folder = lay_out(tmp_path, SOURCE) / EDITION
    edit(folder, MET[name])
    problems = check_edition(folder).problems
    kind = problem_kinds()[name]
    message = re.sub(r"\\\{\w+\\\}", ".*", re.escape(kind.message))
    own = f'kind = "{kind.correction}"' if kind.correction else ""
    proposed = [
        p for p in problems if re.fullmatch(message, p.message) and p.paste and own in p.paste
    ]
    assert proposed, [p.message for p in problems]
    others = {p.message for p in problems}
    assert all(is_gone(folder, fault, others) for fault in proposed)
