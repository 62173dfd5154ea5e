"""What the site asks of every browser, for each way in which it may be served.

One policy: nothing inline, nothing from elsewhere. Every page carries it, for a host that adds no
headers; ``lawbase serve`` and the offline worker send it; ``_headers`` tells it to hosts that read
such a file, ``nginx.conf`` is for including in a server of one's own.
"""

from __future__ import annotations

import re
from pathlib import Path

from lawbase.storage import MARKER, write_inside

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'self'; form-action 'self'"
)
"""The Content-Security-Policy as a page can carry it."""

HEADERS = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
"""The headers of every answer."""

FOR_HOSTS = ("_headers", "nginx.conf")
"""The files that tell them to a host, and are nothing to read."""
REDIRECTS = "_redirects"
"""The file that tells a host of old addresses."""
MANIFEST = "manifest.webmanifest"
"""The file that tells how the site is installed; few servers know its type."""

FOR_EVER = "public, max-age=31536000, immutable"
REVALIDATED = "no-cache"
NAMED_BY_CONTENT = "offline/"
"""The folder whose files never change: they are named by their content."""


_MOVED = r"/([^/]+)/((?:compare/[^/]+/[^/]+|parallel|references|trace)/\d+)/?(?:index\.html)?"
"""What had a page for each language of the interface, below its folder, and has one for all, which
is told the language."""

_REDIRECTS = "".join(
    f"/:ui/{path}{end} /{path}/?interface=:ui 301\n"
    for path in ("compare/:old/:new/:law", "parallel/:law", "references/:law", "trace/:law")
    for end in ("/", "", "/index.html")  # such a host looks here first, and takes a path as it is
)


def moved(path: str) -> str | None:
    """Where a page of before is now, or None when there was none.

    >>> moved("/cs/parallel/27/index.html"), moved("/cs/parallel/")
    ('/parallel/27/?interface=cs', None)
    """
    old = re.fullmatch(_MOVED, path)
    return f"/{old[2]}/?interface={old[1]}" if old else None


def write_headers(output: Path) -> None:
    """Write the headers, and where pages are now, as hosts of static files and nginx read them."""
    write_inside(output, FOR_HOSTS[0], _for_static_hosts().encode())
    write_inside(output, FOR_HOSTS[1], _for_nginx().encode())
    write_inside(output, REDIRECTS, _REDIRECTS.encode())


def _for_static_hosts() -> str:
    """The file ``_headers``.

    It leaves pages to such a host, which has them revalidated: where two rules meet, it would send
    both their values in one header.
    """
    listed = "".join(f"  {name}: {value}\n" for name, value in HEADERS.items())
    return f"/*\n{listed}/{NAMED_BY_CONTENT}*\n  Cache-Control: {FOR_EVER}\n"


def _for_nginx() -> str:
    """What the ``server`` block includes; a location with headers of its own would lose these."""
    added = "".join(f'add_header {name} "{value}" always;\n' for name, value in HEADERS.items())
    hidden = "|".join(map(re.escape, (*FOR_HOSTS, REDIRECTS, MARKER)))
    return f"""{added}set $lawbase_kept "{REVALIDATED}";
if ($uri ~ "^/{NAMED_BY_CONTENT}") {{ set $lawbase_kept "{FOR_EVER}"; }}
add_header Cache-Control $lawbase_kept always;
absolute_redirect off;
error_page 404 /404.html;
rewrite "^{_MOVED}$" /$2/?interface=$1 permanent;
location = /{MANIFEST} {{ types {{ }} default_type application/manifest+json; }}
location ~ "^/({hidden})$" {{ return 404; }}
"""
