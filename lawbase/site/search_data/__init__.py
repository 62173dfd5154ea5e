"""The search data of the site: the index in parts that the browser's own engine reads.

One part holds what is common to all languages, every language has a part with its words and texts,
and one tells what people say of situations. Neither weights nor where the words of texts stand is
among them: the browser works these out from the texts and from the same figures as the index has.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from lawbase.search.tables import COMMON
from lawbase.site.context import Site
from lawbase.site.search_data.parts import (
    common_part,
    gather_search,
    language_part,
    situations_part,
)
from lawbase.storage import write_inside

FOLDER = "search"
LATER = "situations"
"""The part that is loaded after the first answer."""


def write_search_data(site: Site, output: Path) -> dict[str, str]:
    """Write the parts into ``search/`` of the output; gives their paths by name.

    A path ends in a mark of the content, so that a browser fetches a new build's part.
    """
    paths = {}
    for name, part in search_parts(site):
        encoded = (msgspec.json.encode(name), msgspec.json.encode(part))
        code = b"(lawbase.parts ??= {})[%s]=%s;\n" % encoded
        write_inside(output, f"{FOLDER}/{name}.js", code)
        paths[name] = f"{FOLDER}/{name}.js?{hashlib.sha256(code).hexdigest()[:8]}"
    return paths


def search_parts(site: Site) -> Iterator[tuple[str, dict[str, object]]]:
    """All parts by name: what is common, every language, and the situations."""
    gathering = gather_search(site)
    yield COMMON, common_part(site, gathering)
    for language in gathering.contents.vocabulary.languages:
        yield language, language_part(site, gathering, language)
    yield LATER, situations_part(gathering)
