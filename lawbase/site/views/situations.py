"""At the table: what happens, and the path of provisions to read."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial

from lawbase.grouping import grouped
from lawbase.model import Key, Provision, Situation, SituationText
from lawbase.site.context import Frames, PageContext, Site, first_words
from lawbase.site.page import Page, plan_across
from lawbase.site.settings import Pictures
from lawbase.text import WORD, fold, sentences

LOSSES = ("empty-brackets", "lost-sign")
"""The checks of the audit that tell of words that a text lost, which a card says beside them."""
TELLING, LEAST = 2.5, 0.08
"""How many times its usual share of the ways of saying a picture must have in a situation, and the
least share."""
_ENDS = (".", "!", "?", ")")
_SHORT = 200
"""So many characters of a provision are quoted at most, but always its first sentence."""
_OPENING = 40
"""So many characters of a long item are quoted at least."""

Path = tuple[str, list[list[Provision]]]
"""A year and the provisions to read in its laws, each with the reader's own older text beside."""


def plan_situations(site: Site) -> Iterator[Page]:
    """The stages of play, and a page of cards for each."""
    stages = grouped((situation.stage, situation) for situation in site.kb.situations)
    shown = pictured(site.frames, site.settings.pictures)
    title, lead = "room.situations", "situations.lead"
    all_stages = partial(_stages, stages, shown)
    yield from plan_across(site, "situations/", "situations.html", title, lead, all_stages)
    for stage in stages:
        given = (partial(_titled, stage), lead, partial(_stage, stage, stages))
        folders = f"situations/{stage}/"
        yield from plan_across(site, folders, "stage.html", *given, has_contents=True)


def _titled(stage: str, site: PageContext) -> str:
    return f"{site.ui.named('stage', stage)} · {site.ui.text('room.situations')}"


def _stages(
    stages: dict[str, tuple[Situation, ...]], shown: Mapping[str, list[str]], site: PageContext
) -> dict[str, object]:
    own = {stage: [(s, shown.get(s.id, ())) for s in found] for stage, found in stages.items()}
    return {"stages": own, "title": partial(_title, site), "sifted": partial(_sifted, site)}


def pictured(told: Frames, pictures: Pictures) -> dict[str, list[str]]:
    """What the pictures can say of each situation, by its id: who, and what happened."""
    people = (*pictures.seats.values(), pictures.beside)
    who = [("actor", name) for names in people for name in names]
    what = [(frame, name) for frame, cards in pictures.happenings.items() for name in cards]
    found: dict[str, list[str]] = {situation: [] for situation in told}
    for frame, name in (*who, *what):
        part = f"{frame}.{name}"
        shares = {id: counts.parts.get(part, 0) / counts.ways for id, counts in told.items()}
        enough = max(TELLING * sum(shares.values()) / (len(shares) or 1), LEAST)
        for situation, share in shares.items():
            if share >= enough:
                found[situation].append(name)
    return found


def _sifted(site: PageContext, situation: Situation) -> str:
    """What else of a situation a reader may type a piece of: each word of its ways of saying once,
    without those that stand in its title or in a longer word."""
    found = title = fold(_title(site, situation))
    said = {*WORD.findall("\n".join(_own(site, situation).words).lower())}
    words = {*WORD.findall(fold(_written(site, situation, "\n".join(said))))}
    for word in sorted(sorted(words), key=len, reverse=True):
        found += "" if word in found else f" {word}"
    return found.removeprefix(title).strip()


def _stage(
    stage: str, stages: dict[str, tuple[Situation, ...]], site: PageContext
) -> dict[str, object]:
    said = cache(partial(quote, site))  # many situations lead to the same provisions
    return {
        "stage": stage,
        "stages": list(stages),
        "losses": LOSSES,
        "excerpt": cache(partial(card_quote, site)),
        "cards": [(s.id, _title(site, s), list(_paths(site, s, said))) for s in stages[stage]],
    }


def _own(site: PageContext, situation: Situation) -> SituationText:
    """A situation's title and words in the reader's language, or in the first that has any."""
    return situation.texts.get(site.ui.language) or next(iter(situation.texts.values()))


def _title(site: PageContext, situation: Situation) -> str:
    return _written(site, situation, _own(site, situation).title)


def _written(site: PageContext, situation: Situation, words: str) -> str:
    """Words of a situation in the script of the page, when they are of its language."""
    return site.ui.written(words) if site.ui.language in situation.texts else words


def _paths(
    site: PageContext, situation: Situation, said: Callable[[Provision], tuple[str, bool]]
) -> Iterator[Path]:
    """The paths of all years, the newest first; what a card would quote twice stands once."""
    for year, keys in sorted(situation.provisions.items(), reverse=True):
        steps: dict[str, list[Provision]] = {}
        for key in keys:
            if step := _step(site, year, key):
                steps.setdefault(said(step[0])[0] or key, step)
        if steps:
            yield year, list(steps.values())


def quote(site: PageContext, text: Provision) -> tuple[str, bool]:
    """The first sentences of a provision, as many as are short, and whether it says more.

    One without words opens with those below it.
    """
    found: Provision | None = text
    while found and not found.text:
        found = next(iter(site.kb.children(found)), None)
    if found is None:
        return "", False
    spans = sentences(found.text, site.kb.profile(text.edition).sentences.abbreviations)
    end = max((span.end for span in spans if span.end <= _SHORT), default=spans[0].end)
    goes_on = end < len(found.text) or bool(text.tail or text.children)
    return site.shown(text.edition, found.text[:end]), goes_on


def card_quote(site: PageContext, text: Provision) -> tuple[str, list[tuple[str, str]], bool]:
    """What a card quotes of a provision, and whether it says more.

    Where its own words don't end, they lead into items: these with their labels, but only their
    openings where they are long.
    """
    words, goes_on = quote(site, text)
    if not text.text.endswith(words) or words.endswith(_ENDS):
        return words, [], goes_on
    below = site.kb.children(text)
    found = [quote(site, p) for p in below]
    said = [item for item, _ in found]
    if sum(map(len, said)) > 2 * _SHORT:
        said = [first_words(item, max(_OPENING, 2 * _SHORT // len(said))) for item in said]
    whole = said == [item for item, more in found if not more]
    labelled = list(zip(map(site.label, below), said, strict=True))
    return words, labelled, bool(text.tail) or not whole


def _step(site: PageContext, year: str, key: Key) -> list[Provision]:
    """The provision in the reader's language if the year has it there, or in a whole text.

    Beside a text in force in another language stands the reader's own superseded one.
    """
    editions = [edition for edition in site.kb.law_editions if str(edition.year) == year]
    named = site.kb.named(year, key)
    if named is None:
        return []
    texts = site.kb.texts(named.edition, key)
    own = {edition.id for edition in editions if edition.language == site.ui.language}
    first = next((text for text in texts if text.edition in own), named)
    if first.edition in own or not site.kb.in_force(first.edition):
        return [first]
    return [first, *site.kb.preferred(texts, site.ui.language)[1:]]
