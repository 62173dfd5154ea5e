"""A knowledge base whose records contradict each other is refused in one sentence.

Its digests are made to agree, as somebody would who forged it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lawbase.auditing.messages import load_messages
from lawbase.errors import LawbaseError
from lawbase.export import FORMATS, exporter
from lawbase.knowledge import KnowledgeBase
from lawbase.storage import replacing_folder, write_manifest
from tests.export.invented_laws import invented

Records = Any
"""The JSON of a layer."""


def lost_child(editions: Records) -> None:
    """A provision that isn't there below another."""
    next(p for p in editions[0]["provisions"] if p["children"])["children"][0] = "99.Z"


def lost_parent(editions: Records) -> None:
    """A provision below one that isn't there."""
    next(p for p in editions[0]["provisions"] if p["parent"])["parent"] = "99"


def lost_footnote(editions: Records) -> None:
    """A footnote that isn't there."""
    editions[0]["provisions"][0]["footnotes"] = ["1#fn9"]


def stranger(editions: Records) -> None:
    """A provision of another edition."""
    editions[0]["provisions"][0]["edition"] = "zz-2001"


def twin(editions: Records) -> None:
    """Two provisions of one key."""
    editions[0]["provisions"].append(editions[0]["provisions"][0])


def forged(folder: Path, layer: str, forge: Callable[[Records], None]) -> KnowledgeBase:
    """An invented knowledge base after a change to a layer, with digests that agree."""
    with replacing_folder(folder) as aside:
        invented().save(aside)
    file = folder / f"{layer}.json"
    records = json.loads(file.read_text("utf-8"))
    forge(records)
    file.write_text(json.dumps(records), encoding="utf-8")
    write_manifest(folder)
    return KnowledgeBase.open(folder)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(
    "forge", [lost_child, lost_parent, lost_footnote, stranger, twin], ids=lambda f: f.__name__
)
def test_provisions_that_do_not_hold_together(
    tmp_path: Path, forge: Callable[[Records], None], name: str
) -> None:
    kb = forged(tmp_path / "knowledge", "editions", forge)
    with pytest.raises(LawbaseError, match=r"is damaged; run “lawbase build --force --output") as e:
        kb.editions  # noqa: B018
    assert e.value.file == str(tmp_path / "knowledge")
    if name != "schema":  # it tells what records look like and reads none
        with pytest.raises(LawbaseError, match="is damaged"):
            exporter(name)(kb, tmp_path / "written")
        assert not (tmp_path / "written").exists()


def test_a_record_about_nothing_is_in_no_table(tmp_path: Path) -> None:
    def forge(uses: Records) -> None:
        uses["uses"][0]["concept"] = "nothing"

    kb = forged(tmp_path / "knowledge", "links", forge)
    with pytest.raises(LawbaseError, match="is damaged; run “lawbase build --force"):
        exporter("sqlite")(kb, tmp_path / "laws.db")
    assert not (tmp_path / "laws.db").exists()


def test_what_no_check_of_the_audit_found_has_no_sentence(tmp_path: Path) -> None:
    def forge(findings: Records) -> None:
        findings[0]["check"] = "invented"

    (finding, *_) = forged(tmp_path / "knowledge", "findings", forge).findings
    with pytest.raises(LawbaseError, match="the audit has no check “invented”"):
        list(load_messages("en").message_of(finding))
