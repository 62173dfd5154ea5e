"""What browsers and search engines find their way by: sitemap, search description, manifest."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from markupsafe import escape

from lawbase.site.context import Site
from lawbase.site.page import Plan
from lawbase.storage import write_inside


def write_signposts(site: Site, plans: Iterable[Plan], output: Path) -> None:
    """Write the sitemap, ``robots.txt``, a search description a language, and the manifest."""
    base = site.settings.base_url
    pages = [plan.path for plan in plans if plan.file.endswith("/index.html") or not plan.path]
    _write(output, "sitemap.xml", sitemap(base, pages))
    _write(output, "robots.txt", f"User-agent: *\nAllow: /\nSitemap: {base}sitemap.xml\n")
    for ui in site.interfaces.values():
        name = f"{site.settings.name} ({ui.short})"
        text = search_description(base, ui.id, name, ui.text("home.title"))
        _write(output, f"opensearch.{ui.id}.xml", text)
    manifest = json.dumps(_manifest(site), ensure_ascii=False, indent=1)
    _write(output, "manifest.webmanifest", manifest + "\n")


def sitemap(base: str, pages: Iterable[str]) -> str:
    """The addresses of all pages.

    >>> sitemap("https://x/", ["a/"]).splitlines()[-2]
    '<url><loc>https://x/a/</loc></url>'
    """
    lines = "\n".join(f"<url><loc>{escape(base + page)}</loc></url>" for page in pages)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"{lines}\n</urlset>\n"
    )


def search_description(base: str, interface: str, name: str, told: str) -> str:
    """An OpenSearch description, with which a browser's address bar searches the site."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">\n'
        f"<ShortName>{escape(name[:16])}</ShortName>\n"
        f"<Description>{escape(told)}</Description>\n"
        "<InputEncoding>UTF-8</InputEncoding>\n"
        f'<Image type="image/svg+xml">{escape(base)}assets/icon.svg</Image>\n'
        f'<Url type="text/html" template="{escape(base)}{interface}/search/?q={{searchTerms}}"/>\n'
        "</OpenSearchDescription>\n"
    )


def _manifest(site: Site) -> dict[str, object]:
    first = next(iter(site.interfaces.values()))
    return {
        "name": first.text("home.title"),
        "short_name": site.settings.name,
        "description": first.text("home.description"),
        "lang": first.html,
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#fbf8f1",
        "theme_color": "#fbf8f1",
        "icons": [
            {"src": "assets/icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": "assets/icon-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": "assets/icon-512.png", "sizes": "512x512", "type": "image/png"},
        ],
    }


def _write(output: Path, name: str, text: str) -> None:
    write_inside(output, name, text.encode("utf-8"))
