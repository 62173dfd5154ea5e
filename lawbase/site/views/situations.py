"""At the table: what happens, and the path of provisions to read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from lawbase.model import Edition, Key, Situation
from lawbase.site.gathered import Gathered
from lawbase.site.interface import Interface
from lawbase.site.page import Page, Plan
from lawbase.site.views.across import across, plan_across
from lawbase.site.views.provisions import Link
from lawbase.site.views.quotes import opening


class Step(Struct, frozen=True):
    """A provision to read: its citation, what stands above it, its first words."""

    href: str
    citation: str
    html: str
    headings: tuple[str, ...]
    words: str


class Path(Struct, frozen=True):
    """The provisions to read in one year's laws."""

    year: str
    steps: tuple[Step, ...]


class Card(Struct, frozen=True):
    """A situation."""

    id: str
    title: str
    words: tuple[str, ...]
    paths: tuple[Path, ...]


class Stage(Struct, frozen=True):
    """The situations of one stage of play."""

    id: str
    name: str
    href: str
    cards: tuple[Card, ...]


class StageView(Struct, frozen=True):
    """One stage, and the way to the others."""

    stage: Stage
    others: tuple[Link, ...]


def plan_situations(site: Gathered) -> Iterator[Plan]:
    """The stages of play, and a page of cards for each."""
    yield from plan_across(site, "situations/", _stages_page)
    for stage in _stages(site):
        yield from plan_across(site, f"situations/{stage}/", _stage_page, stage)


def _stages(site: Gathered) -> tuple[str, ...]:
    return tuple(dict.fromkeys(situation.stage for situation in site.kb.situations))


def _stages_page(site: Gathered, ui: Interface) -> Page:
    return across(
        site,
        ui,
        "situations/",
        template="situations.html",
        title=ui.text("room.situations"),
        description=ui.text("situations.lead"),
        view=tuple(_stage(site, ui, stage, with_paths=False) for stage in _stages(site)),
    )


def _stage_page(site: Gathered, ui: Interface, stage: str) -> Page:
    found = _stage(site, ui, stage, with_paths=True)
    others = tuple(
        Link(site.page(ui, "situations", other), ui.named("stage", other))
        for other in _stages(site)
    )
    return across(
        site,
        ui,
        f"situations/{stage}/",
        template="stage.html",
        title=f"{found.name} · {ui.text('room.situations')}",
        description=ui.text("situations.lead"),
        view=StageView(found, others),
    )


def _stage(site: Gathered, ui: Interface, stage: str, *, with_paths: bool) -> Stage:
    cards = tuple(
        _card(site, ui, situation, with_paths)
        for situation in site.kb.situations
        if situation.stage == stage
    )
    return Stage(stage, ui.named("stage", stage), site.page(ui, "situations", stage), cards)


def _card(site: Gathered, ui: Interface, situation: Situation, with_paths: bool) -> Card:
    own = situation.texts.get(ui.language) or next(iter(situation.texts.values()))
    paths = (
        Path(year, tuple(_steps(site, ui, year, keys)))
        for year, keys in sorted(situation.provisions.items(), reverse=True)
        if with_paths
    )
    return Card(
        situation.id,
        ui.written(own.title),
        tuple(map(ui.written, own.words)),
        tuple(path for path in paths if path.steps),
    )


def _steps(site: Gathered, ui: Interface, year: str, keys: tuple[Key, ...]) -> Iterator[Step]:
    editions = [e for e in site.layers.law_editions if str(e.year) == year]
    for key in keys:
        found = _in_language(site, ui, editions, key)
        if found:
            yield _step(site, ui, *found)


def _in_language(
    site: Gathered, ui: Interface, editions: list[Edition], key: Key
) -> tuple[Edition, Key] | None:
    """The provision in the reader's language if the year has it there, or as it was told."""
    by_completeness = sorted(editions, key=lambda e: not e.complete)
    told = next((e for e in by_completeness if site.kb.provision(e.id, key)), None)
    if told is None:
        return None
    strand = site.strands.of(told.id, key)
    for edition in editions:
        own = strand.keys_in(edition.id)
        if edition.language == ui.language and own:
            return edition, own[0]
    return told, key


def _step(site: Gathered, ui: Interface, edition: Edition, key: Key) -> Step:
    provision = site.kb.provision(edition.id, key)
    assert provision is not None
    headings = site.layers.headings(edition.id, key)
    text = provision.text
    for child in provision.children[:1]:
        below = site.kb.provision(edition.id, child)
        text = text or (below.text if below else "")
    words = opening(text, 150)
    shown = partial(site.shown, ui, edition.id)
    return Step(
        site.routes.href(edition.id, key) or "",
        f"{site.mark(edition)} · {shown(site.short(edition.id, key))}",
        site.tag(ui, edition.id),
        tuple(map(shown, headings)),
        shown(words),
    )
