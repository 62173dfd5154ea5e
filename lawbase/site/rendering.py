"""Pages to HTML: templates, and links from the root made relative."""

import json
import operator
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib.metadata import version
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jinja2
import markdown
from jinja2 import nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from markupsafe import Markup, escape

from lawbase.address import law_of
from lawbase.model import Contrast, Key, Provision
from lawbase.site import headers
from lawbase.site.comparison import SIGNS
from lawbase.site.context import PageContext, Site
from lawbase.site.interface import GAP, Interface
from lawbase.site.page import Page
from lawbase.site.routes import ROOT, link
from lawbase.site.views.compare import signs_in, summary_in_words
from lawbase.site.views.findings import (
    check_name,
    finding_in_each,
    finding_message,
    names_its_place,
    reason,
    reason_in_each,
    witnessed,
)
from lawbase.site.views.notes import citing, notes_of

_CALLED = (
    check_name, citing, finding_in_each, finding_message, link, names_its_place, notes_of, reason,
    reason_in_each, signs_in, summary_in_words, witnessed,
)  # fmt: skip
"""What templates call, by its own name."""


class Renderer:
    """Renders pages with the site's templates."""

    def __init__(self, site: Site, assets: Mapping[str, str]):
        self._spoken = cache(_spoken)
        self._part = cache(self._rendered_part)
        self._environment = _environment(site.sources / "templates", site.sources / "pages")
        self._environment.globals.update(
            {function.__name__: function for function in (*_CALLED, caps, prose)},
            signs_of=SIGNS,
            assets=assets,
            policy=Markup(headers.POLICY),
            base_url=site.settings.base_url,
            base_path=urlsplit(site.settings.base_url).path,
        )
        for name in self._environment.list_templates(["html"]):  # before pages are spread
            self._environment.get_template(name)

    def render(self, page: Page) -> str:
        """The page's HTML."""
        html = self._environment.get_template(page.template).render(
            page=page,
            part=partial(self._part, page.site, page.is_dressed),
            **self._spoken(page.site, page.is_dressed),
            **page.view,
        )
        return relative(html, page.path)

    def signposts(self, site: Site, pages: Sequence[str]) -> Iterator[tuple[str, str]]:
        """The files that browsers, search engines and hosts go by, and what is in them."""
        first, *_ = interfaces = site.interfaces.values()
        once = ("sitemap.xml", "robots.txt", headers.MANIFEST, *headers.FOR_HOSTS)
        named = [(name, name, first) for name in once]
        named += [(f"opensearch.{ui.id}.xml", "opensearch.xml", ui) for ui in interfaces]
        for file, name, ui in named:
            template = self._environment.get_template(f"signposts/{name}")
            spoken = self._spoken(site.context(ui.id), is_dressed=False)
            yield file, template.render(pages=pages, headers=headers, **spoken)

    def _rendered_part(self, site: PageContext, is_dressed: bool, name: str) -> Markup:
        """A part of the frame that is the same on all pages of a language."""
        template = self._environment.get_template(f"parts/{name}.html")
        return Markup(template.render(**self._spoken(site, is_dressed)))


def _spoken(site: PageContext, is_dressed: bool) -> dict[str, object]:
    """The site in a language, and the language's words.

    ``w`` says those that a script changes, in an element of their own; ``k`` names them on theirs.
    """
    return {
        "site": site,
        "ui": site.ui,
        "t": site.ui.text,
        "n": site.ui.count,
        "w": partial(chrome, site.ui) if is_dressed else site.ui.text,
        "a": partial(attribute, site.ui, is_dressed=is_dressed),
        "k": partial(named, is_dressed=is_dressed),
        "said": partial(said, site),
        "headings": cache(partial(headings, site)),
        "key_links": partial(key_links, cache(partial(key_link, site))),
    }


def chrome(ui: Interface, key: str, **values: str) -> Markup:
    """Words of the frame, which a script says in the reader's language: see ``15-interface.js``."""
    plain = {name: value for name, value in values.items() if not isinstance(value, Markup)}
    marked = {name: GAP.format(name, values[name]) for name in values.keys() - plain.keys()}
    data = _data("v", plain) if plain else ""
    words = ui.text(key, **plain, **marked)
    return Markup(f'<span data-t="{escape(key)}"{data}>{escape(words)}</span>')


def named(key: str, *, is_dressed: bool, **values: str) -> Markup:
    """The name of an element's words, of which it has no others, where a script says them."""
    if not is_dressed:
        return Markup()
    data = _data("v", values) if values else ""
    return Markup(f' data-t="{escape(key)}"{data}')


def attribute(ui: Interface, name: str, key: str, *, is_dressed: bool) -> Markup:
    """An attribute that speaks, which a script may say in the reader's language."""
    data = f' data-in-{name}="{escape(key)}"' if is_dressed else ""
    return Markup(f'{name}="{escape(ui.text(key))}"{data}')


def said(site: PageContext, texts: dict[str, str], tag: str = "span", also: str = "") -> Markup:
    """What is said in every language of the interface, for a script to choose from.

    What a script can make of another by its letters is left to it.
    """
    own = texts[site.ui.id]
    others = {ui: text for ui, text in texts.items() if ui != site.ui.id}
    for ui in site.site.interfaces.values():
        if ui.script and ui.id in others and ui.written(texts[ui.base]) == others[ui.id]:
            del others[ui.id]
    data = _data("s", others) if others else ""
    return Markup(f"<{tag}{caps(own, also)}{data}>{escape(own)}</{tag}>")


def headings(site: PageContext, edition: str, key: Key) -> Markup:
    """The headings down to a provision, one after the other."""
    found = [(caps(heading), escape(heading)) for heading in site.headings(edition, key)]
    return Markup(" › ".join(f"<span{c}>{words}</span>" if c else words for c, words in found))


def key_link(site: PageContext, edition: str, key: Key) -> Markup:
    """A link to a provision, cited in short."""
    href = escape(site.href(edition, key))
    return Markup(f'<a href="{href}">{escape(site.short(edition, key))}</a>')


def key_links(linked: Callable[[str, Key], Markup], edition: str, keys: Iterable[Key]) -> Markup:
    """Links to provisions of an edition, one after the other."""
    return Markup(", ".join([linked(edition, key) for key in keys]))


def _data(name: str, values: dict[str, str]) -> Markup:
    """An attribute of data for scripts, with as few characters escaped as will do."""
    data = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    escaped = data.replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;")
    return Markup(f" data-{name}='{escaped}'")


def relative(html: str, path: str) -> str:
    """Turn links from the root to links from the page in a folder.

    >>> relative('<a href="~/a/index.html"> <a href="~/b/c/index.html#x">', "b/c/")
    '<a href="../../a/index.html"> <a href="#x">'
    >>> relative('<a href="~/b/d/index.html"> <a href="~/b/c/index.html">', "b/c/")
    '<a href="../d/index.html"> <a href="index.html">'
    """
    html = html.replace(f'"{ROOT}{path}index.html#', '"#')
    folders = path.split("/")[:-1]
    for up in range(len(folders) + 1):
        above = "".join(f"{folder}/" for folder in folders[: len(folders) - up])
        here = "./" if above == "" == path else "../" * up
        html = html.replace(f'"{ROOT}{above}', f'"{here}')
    return html


def caps(heading: str, also: str = "") -> Markup:
    """The class of a heading: one printed all in capitals is set in small ones.

    >>> str(caps("BALÍČEK")), str(caps("Karty", "title"))
    (' class="caps"', ' class="title"')
    """
    names = " ".join(filter(None, ("caps" if heading.isupper() else "", also)))
    return Markup(f' class="{names}"' if names else "")


class _Context(Context):
    """What a template sees, called straight: no function of the site asks for the context."""

    call: Callable[..., Any] = staticmethod(operator.call)  # type: ignore[arg-type]


class _CodeGenerator(CodeGenerator):
    """Writes calls without the variables of loops and blocks, which only the context asks for, and
    attributes as Python's own: no template asks for an item by one."""

    def signature(
        self,
        node: nodes.Call | nodes.Filter | nodes.Test,
        frame: Frame,
        extra_kwargs: Mapping[str, Any] | None = None,
    ) -> None:
        """Write what something is called with."""
        given = {name: v for name, v in (extra_kwargs or {}).items() if name == "caller"}
        super().signature(node, frame, given)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """Write an attribute."""
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.autoescape:
            self.write("environment.escaped(")
        else:
            super()._output_child_pre(node, frame, finalize)


class _Environment(jinja2.Environment):
    """Templates that call and escape as quickly as can be."""

    context_class = _Context
    code_generator_class = _CodeGenerator

    @staticmethod
    def escaped(value: object) -> str:
        """A value as it stands in a page."""
        if type(value) is Markup:
            return value
        if type(value) is int:
            return str(value)
        return _escaped(value) if type(value) is str else escape(value)


@cache
def _escaped(text: str) -> str:
    return escape(text)


class _Compiled(jinja2.FileSystemBytecodeCache):
    """Templates as they were compiled, beside this module as Python compiled it, trusted as that is
    and left out where Python is told to keep none. They are known by their names: the sources of a
    site may lie anywhere.
    """

    def __init__(self) -> None:
        kept = Path(cache_from_source(__file__))
        super().__init__(str(kept.parent), f"%s.{sys.implementation.cache_tag}.jinja")
        self._compiler = version("jinja2") + Path(__file__).read_text("utf-8")

    def get_cache_key(self, name: str, filename: str | None = None) -> str:  # noqa: ARG002
        """What a template is kept by."""
        return name.replace("/", ".")

    def get_source_checksum(self, source: str) -> str:
        """Tells a template as it is compiled now."""
        return super().get_source_checksum(self._compiler + source)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take a template that is kept, where there is such a place."""
        with suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template, where that may be written."""
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                Path(self.directory).mkdir(parents=True, exist_ok=True)
                super().dump_bytecode(bucket)


def _environment(*templates: Path) -> _Environment:
    environment = _Environment(
        loader=jinja2.FileSystemLoader(templates),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=_Compiled(),
    )
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
    environment.filters["law_of"] = law_of
    environment.tests["printed"] = lambda chapter: isinstance(chapter, Provision)
    environment.tests["contrast"] = lambda read: isinstance(read, Contrast)
    return environment


def prose(site: PageContext, source: str) -> Markup:
    """What is written in Markdown, in the script of the page."""
    html = markdown.markdown(source)
    return Markup(site.ui.script.convert_markup(html) if site.ui.script else html)
