"""The site's styles and scripts: small sources joined to one file each, pictures copied."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from lawbase.publishing.interface import Interface

_JOINED = {"styles": "site.css", "scripts": "site.js"}


class Assets(Struct, frozen=True):
    """The links to the joined files, with a mark of their content so that a new one is fetched."""

    style: str
    script: str
    theme: str
    words: dict[str, str]


def write_assets(sources: Path, interfaces: Mapping[str, Interface], output: Path) -> Assets:
    """Write everything that pages load into ``assets/`` of the output."""
    folder = output / "assets"
    folder.mkdir()
    links: dict[str, str] = {}
    for source in sorted((sources / "assets").iterdir()):
        if source.name in _JOINED:
            name = _JOINED[source.name]
            links[name] = _write(folder, name, joined(source))
        elif source.is_file():
            shutil.copyfile(source, folder / source.name)
            links[source.name] = _marked(source.name, source.read_bytes())
    words = {
        ui.id: _write(folder, f"words.{ui.id}.js", words_script(ui)) for ui in interfaces.values()
    }
    return Assets(links["site.css"], links["site.js"], links["theme.js"], words)


def joined(folder: Path) -> str:
    """The files of a folder, one after the other, in the order of their names."""
    return "\n".join(path.read_text("utf-8") for path in sorted(folder.iterdir()))


def words_script(ui: Interface) -> str:
    """The texts that scripts say, and the table of the page's other script, as a script."""
    prefix = "js."
    texts = {k.removeprefix(prefix): v for k, v in ui.words.texts.items() if k.startswith(prefix)}
    return f"lawbase.words = {_json(texts)};\n"


def _write(folder: Path, name: str, text: str) -> str:
    data = text.encode("utf-8")
    (folder / name).write_bytes(data)
    return _marked(name, data)


def _marked(name: str, data: bytes) -> str:
    return f"~/assets/{name}?{hashlib.sha256(data).hexdigest()[:8]}"


def _json(value: object) -> str:
    import json

    return json.dumps(value, ensure_ascii=False, indent=1)
