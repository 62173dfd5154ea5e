"""The styles and scripts: a folder's small sources joined to one file, pictures copied."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import asdict

from lawbase.site.comparison import BECAME
from lawbase.site.context import Site
from lawbase.site.interface import Interface
from lawbase.site.offline import integrity_of
from lawbase.site.routes import ROOT
from lawbase.site.search_data import SearchInPage
from lawbase.site.views.findings import messages_of
from lawbase.storage import write_inside

SEARCH = "search.js"
"""Tells what a search loads. Pages name it without its mark, so that none changes with the laws."""
_SAID = "js."
"""How the names begin of what scripts alone say."""


def write_assets(site: Site, output: Path) -> dict[str, str]:
    """Write everything that pages load into ``assets/`` of the output; gives the links, by name.

    A link has a mark of the content, so that a new one is fetched.
    """
    folder = output / "assets"
    links: dict[str, str] = {}
    for source in sorted((site.sources / "assets").iterdir()):
        if source.is_dir():
            name = source.name + next(path.suffix for path in sorted(source.iterdir()))
            also = _columns(site) if name.endswith(".css") else ""
            links[name] = _write(folder, name, concatenated(source) + also)
        else:
            links[source.name] = _write(folder, source.name, source.read_bytes())
    known = _facts(site, folder)
    for ui in site.interfaces.values():
        name = f"words.{ui.id}.js"
        code = f"lawbase.words = {_json(_said(ui))};\nlawbase.site = {_json(known)};\n"
        links[name] = _write(folder, name, code)
    return links


def write_search_list(links: Mapping[str, str], search: SearchInPage, output: Path) -> None:
    """Write the list of what a search loads; ``search`` is what pages know of its data."""
    engine = links["engine.js"].removeprefix(ROOT)
    digests = {
        path: integrity_of((output / path.partition("?")[0]).read_bytes())
        for path in (engine, *search.parts.values())
    }
    loading = {"engine": engine, "parts": search.parts, "first": search.first, "digests": digests}
    _write(output / "assets", SEARCH, f"lawbase.searching = {_json(loading)};\n")


def _facts(site: Site, folder: Path) -> dict[str, object]:
    """What scripts need to know of the site: editions, other scripts."""
    editions = {
        edition.id: {
            "mark": site.mark(edition),
            "html": site.tag(edition.id),
            "current": site.kb.in_force(edition.id),
        }
        for edition in site.kb.law_editions
    }
    scripts = []
    for ui in site.interfaces.values():
        if ui.script is None:
            continue
        code = f"(lawbase.tables ??= {{}})[{_json(ui.html)}] = {_json(asdict(ui.script))};\n"
        path = _write(folder, f"script.{ui.id}.js", code).removeprefix(ROOT)
        base = next(i for i in site.interfaces.values() if i.language == ui.language)
        scripts.append(
            {
                "from": base.html,
                "to": ui.html,
                "table": path,
                "name": ui.text("script"),
                "back": base.text("script"),
            }
        )
    return {"editions": editions, "scripts": scripts, "interfaces": _interfaces(site, folder)}


def _interfaces(site: Site, folder: Path) -> dict[str, object]:
    """The languages of the interface, each with a script of what a page and scripts say in it."""
    known: dict[str, object] = {}
    for ui in site.interfaces.values():
        texts = {key: text for key, text in ui.texts.items() if not key.startswith(_SAID)}
        texts |= messages_of(site, ui)
        code = f"lawbase.chrome = {_json(texts)};\nlawbase.words = {_json(_said(ui))};\n"
        path = _write(folder, f"chrome.{ui.id}.js", code)
        known[ui.id] = {"html": ui.html, "chrome": path.removeprefix(ROOT)}
    return known


def _columns(site: Site) -> str:
    """The styles by which a narrow table of all texts says whose each cell is."""
    return "".join(
        f'.texts-across td:nth-child({n})::before {{ content: "{site.mark(edition)}"; }}\n'
        for n, edition in enumerate(site.kb.law_editions, 1)
    )


def concatenated(folder: Path) -> str:
    """The files of a folder, one after the other, in the order of their names."""
    return "\n".join(path.read_text("utf-8") for path in sorted(folder.iterdir()))


def _said(ui: Interface) -> dict[str, str]:
    """What scripts say in a language, by its name."""
    own = {k.removeprefix(_SAID): v for k, v in ui.texts.items() if k.startswith(_SAID)}
    return own | {name: ui.texts[name] for name in BECAME}


def _write(folder: Path, name: str, content: str | bytes) -> str:
    data = content.encode("utf-8") if isinstance(content, str) else content
    write_inside(folder, name, data)
    return f"{ROOT}assets/{name}?{hashlib.sha256(data).hexdigest()[:8]}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
