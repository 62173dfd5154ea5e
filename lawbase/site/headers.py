"""What the site asks of every browser, for each way in which it may be served.

One policy: nothing inline, nothing from elsewhere. Every page carries it, for a host that adds no
headers; ``lawbase serve`` and the offline worker send it; ``_headers`` tells it to hosts that read
such a file, ``nginx.conf`` is for including in a server of one's own (``signposts/`` of the
templates).
"""

import re

from lawbase.storage import MARKER

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
MANIFEST = "manifest.webmanifest"
"""The file that tells how the site is installed; few servers know its type."""

FOR_EVER = "public, max-age=31536000, immutable"
REVALIDATED = "no-cache"
NAMED_BY_CONTENT = "offline/"
"""The folder whose files never change: they are named by their content."""

HIDDEN = "|".join(map(re.escape, (*FOR_HOSTS, MARKER)))
"""A pattern of what a server doesn't give."""
