"""The main job: sources -> texts -> knowledge base -> search index and site.

A build makes five products. A record in the folder of all products says what each was made from:
the corpus, the code and the libraries that make it, and the products before it. A product is made
again when one of these is another than before, or when its own files were damaged or lost.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from hashlib import blake2b
from importlib.util import find_spec
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from lawbase.errors import LawbaseError
from lawbase.knowledge import KnowledgeBase
from lawbase.profile import data_folder
from lawbase.progress import stage, uncollected
from lawbase.storage import (
    MARKER,
    NO_RECORD,
    DamagedError,
    FolderReader,
    content_of,
    damaged_files,
    digest_of,
    folder_digest,
    is_ours,
    is_stream,
    is_untouched,
    lock,
    mend_interrupted,
    read_manifest,
    replacing_folder,
    told_plainly,
    write_file,
)

if TYPE_CHECKING:
    from lawbase.search.contents import Contents

ProductName = Literal["texts", "knowledge", "contents", "search", "site"]
Report = Callable[[str], None]
T = TypeVar("T")
PACKAGE = Path(__file__).resolve().parent
SUPPLIED = PACKAGE.parent / "corpus", PACKAGE / "data" / "corpus"
"""Where the texts lie that come with the code: in a checkout, and in an installed package."""
LOCK = ".lock"
LOSSLESS = ("utf-8", "surrogateescape")  # of names of files, which may be in no encoding
CORE = (
    "errors.py",
    "grouping.py",
    "text.py",
    "address.py",
    "model.py",
    "storage.py",
    "profile.py",
    "stemming.py",
    "knowledge.py",
    "relations.py",
)
SITE_CODE = ("site", "search", "markup.py", "citations", "aligning", "auditing")


class Made(Struct, frozen=True):
    """What a product was made from, and the digest of what came out.

    The files that it was made from are told by a quick mark of their sizes and times, and by the
    digest of their contents, as these were when the mark was. When only times have changed (a fresh
    checkout, a copied folder), the digest decides. ``before`` are the products before it.
    """

    mark: str
    digest: str
    before: tuple[str, ...]
    output: str = ""


class Record(Struct, frozen=True, tag_field="made_by", tag="lawbase build"):
    """What the folder of all products records of its last build.

    ``corpus`` is the path of a corpus of one's own, a letter for each of its bytes; else empty.
    """

    products: dict[str, Made] = {}
    corpus: str = ""


@dataclass(frozen=True, slots=True)
class Product:
    """One thing that a build makes: its name, the files and folders it comes from, its maker.

    It is made from the folder of all products into its own, ``after`` those that it reads there.
    Those that it reads ``last`` may be in the making: its maker is given what waits for them.
    """

    name: ProductName
    inputs: tuple[Path, ...]
    make: Callable[..., None]
    after: tuple[Product, ...] = ()
    last: tuple[Product, ...] = ()

    @property
    def depth(self) -> int:
        """How long the chain of products before it is; those of one depth don't read each other."""
        return max((before.depth + 1 for before in (*self.after, *self.last)), default=0)

    def folder(self, home: Path) -> Path:
        """Where it lies in the folder of all products."""
        return home / self.name

    def is_fresh(self, home: Path, *, thoroughly: bool = False, at_last: bool = True) -> bool:
        """Whether it is there as it was made, and what it was made from still holds.

        Thoroughly means by the digest of each of its files; else their times are believed. Before
        those are made that it reads last, they don't count.
        """
        made, folder = _read_record(home).products.get(self.name), self.folder(home)
        manifest = read_manifest(folder)
        if made is None or manifest is None or made.output != folder_digest(folder):
            return False
        files = _files_below(self.inputs)
        holds = made.mark == _mark(files) or made.digest == _digest(files)
        before = len(self.after) + len(self.last) * at_last
        if not holds or made.before[:before] != self._before(home)[:before]:
            return False
        return not damaged_files(folder, manifest) if thoroughly else is_untouched(folder, manifest)

    def damage(self, home: Path) -> list[Path]:
        """Its files that are missing or not as they were made; its folder if all is missing."""
        manifest = read_manifest(self.folder(home))
        if manifest is None:
            return [self.folder(home)]
        return [self.folder(home) / name for name in damaged_files(self.folder(home), manifest)]

    def inputs_now(self) -> Made:
        """What it would be made from, but for the products before it."""
        files = _files_below(self.inputs)
        return Made(_mark(files), _digest(files), ())

    def record(self, home: Path, made_from: Made) -> None:
        """Write down what it was made from, and what came out."""
        output = folder_digest(self.folder(home))
        made = replace(made_from, before=self._before(home), output=output)
        record = _read_record(home)
        _write_record(home, replace(record, products={**record.products, self.name: made}))

    def _before(self, home: Path) -> tuple[str, ...]:
        return tuple(folder_digest(p.folder(home)) for p in (*self.after, *self.last))


def products(corpus: Path | None = None) -> dict[ProductName, Product]:
    """What a build of a corpus makes, in order; a site shows the search data of the index."""
    corpus, site = corpus or data_folder("corpus"), data_folder("site")
    decisions = (corpus / "alignments.toml", corpus / "changes", *corpus.glob("*/accepted.toml"))
    words = (site / "site.toml", *(site / "interface").glob("*.toml"))
    stems = libraries("snowballstemmer")
    reading = code("reading", "citations", "compiling.py")
    comparing = code("citations", "aligning", "auditing", "compiling.py")
    texts = Product("texts", (corpus, *reading, *stems), partial(_make_texts, corpus))
    made = partial(_make_knowledge, corpus)
    knowledge = Product("knowledge", (*decisions, *comparing, *stems), made, after=(texts,))
    contents = Product("contents", (*code("search"), *stems), _make_contents, after=(texts,))
    index = (*words, *code(*SITE_CODE), *stems, *libraries("whoosh"))
    search = Product("search", index, _make_search, after=(knowledge, contents))
    catalogues = (folder / "messages" for folder in libraries("babel"))
    pages = (site, *code(*SITE_CODE), *catalogues, *libraries("jinja2", "markdown"))
    shown = Product("site", pages, _make_site, after=(knowledge, contents), last=(search,))
    return {product.name: product for product in (texts, knowledge, contents, search, shown)}


def build(
    home: Path,
    upto: ProductName = "site",
    report: Report = lambda _: None,
    *,
    thoroughly: bool = False,
    anew: bool = False,
) -> list[str]:
    """Make what is stale, up to a product; gives the names of what was made.

    ``thoroughly`` looks for damage in every file that was made, ``anew`` makes everything.

    Raises:
        LawbaseError: for whatever is wrong with an input; what was there before stays whole.
    """
    corpus = corpus_of(home)
    every = products(corpus)
    wanted = [every[n] for n in list(every)[: list(every).index(upto) + 1]]
    own = "" if corpus in SUPPLIED else os.fsencode(corpus).decode("latin-1")
    _mend(home, wanted)
    is_known = not anew and _read_record(home).corpus == own
    if is_known and all(product.is_fresh(home, thoroughly=thoroughly) for product in wanted):
        return []
    made: list[str] = []
    with locked(home), uncollected():
        _mend(home, wanted)  # whoever held the lock may have been killed
        if not is_known:
            _write_record(home, Record({} if anew else _read_record(home).products, own))
        try:
            for _, apart in groupby(wanted, attrgetter("depth")):
                fresh = partial(Product.is_fresh, home=home, thoroughly=thoroughly)
                stale = [each for each in apart if not fresh(each)]
                readers = [each for each in wanted if {*each.last} & {*stale}]
                stale += [each for each in readers if not fresh(each, at_last=False)]
                for product in stale:
                    report(product.name)
                if stale:
                    _make(home, stale)
                made += [product.name for product in stale]
        finally:
            _mend(home, wanted)  # what was under way beside what failed
    return made


def _make(home: Path, stale: Sequence[Product]) -> None:
    """Make products side by side: such as don't read each other, or one reads the others last."""
    from lawbase.parallel import beside

    made_from = [product.inputs_now() for product in stale]
    here, *others = sorted(stale, key=lambda product: not product.last)
    with ExitStack() as processes:
        makers = [partial(product.make, home, product.folder(home)) for product in others]
        waiting = [processes.enter_context(beside(maker)) for maker in makers]
        finish = cache(lambda: [finished() for finished in waiting])
        here.make(home, here.folder(home), *([finish] if here.last else []))
        finish()
    for product, inputs in zip(stale, made_from, strict=True):
        product.record(home, inputs)


def _mend(home: Path, wanted: Iterable[Product]) -> None:
    """Put right what killed builds left behind."""
    with suppress(OSError):  # a folder that can't be looked into is told where it is locked
        for name in (MARKER, *(product.name for product in wanted)):
            mend_interrupted(home / name)


def damage(home: Path) -> list[Path]:
    """Whatever was made and is no longer as it was made, or is missing."""
    every = products(corpus_of(home)).values()
    return [path for product in every for path in product.damage(home)]


def open_together(home: Path, opened: Callable[[], T], *names: ProductName) -> tuple[T, str]:
    """What is opened of some products, and the digest of the product that all follow first.

    Raises:
        DamagedError: when they aren't of one build, or another build replaces them meanwhile.
    """
    missing = Made("", "", ("",))
    made = [_read_record(home).products.get(name, missing) for name in names]
    bases = {each.before[0] for each in made}
    if len(bases) != 1:
        raise DamagedError("only a part of it was rebuilt", file=home)
    found = opened()
    if [each.output for each in made] != [folder_digest(home / name) for name in names]:
        raise DamagedError("another build is under way; try again", file=home)
    return found, bases.pop()


def open_knowledge(
    home: Path, report: Report = lambda _: None, *, at_once: bool = False
) -> KnowledgeBase:
    """The knowledge base, made first if it is missing or stale; ``at_once`` reads all of it."""
    build(home, "knowledge", report)
    return KnowledgeBase.open(home / "knowledge", at_once=at_once)


def open_contents(home: Path) -> Contents:
    """What an index is made of, with its knowledge base, as a build left them.

    Raises:
        DamagedError: when they aren't of one build, or another build replaces them meanwhile.
    """
    return open_together(home, partial(_contents, home), "knowledge", "contents")[0]


def _contents(home: Path) -> Contents:
    from lawbase.search.contents import load_contents

    kb = KnowledgeBase.open(home / "knowledge")
    return load_contents(FolderReader(home / "contents"), kb)


def folder_of(home: Path | str | None) -> Path:
    """The folder of all products that is named, else the default one.

    Raises:
        LawbaseError: when there is none of that name: whoever reads of it makes none.
    """
    if home is None:
        return default_home()
    if not os.path.isdir(home):  # noqa: PTH112 - told too of a name too long for any folder
        making = f"“lawbase build --output {home}”"
        raise LawbaseError(f"there is no such folder; {making} makes it", file=home)
    return Path(home)


def corpus_of(home: Path) -> Path:
    """The corpus that is asked for, else the one that a build was last made from.

    Raises:
        LawbaseError: when there is no such folder.
    """
    own = "" if os.environ.get("LAWBASE_CORPUS") else _read_record(home).corpus
    corpus = Path(os.fsdecode(own.encode("latin-1", "replace"))) if own else data_folder("corpus")
    if not corpus.is_dir():
        message = f"was made from “{corpus}”, which is gone; name its texts with --corpus DIR"
        raise LawbaseError(message, file=home)
    return corpus


def default_home() -> Path:
    """Where products lie by default.

    ``$LAWBASE_HOME``, else ``build/`` of the checkout that the code runs from, else a folder in
    the user's cache; a corpus of one's own has a cache folder of its own.
    """
    chosen = os.environ.get("LAWBASE_HOME")
    if chosen:
        return Path(chosen)
    corpus = data_folder("corpus")
    if corpus == SUPPLIED[0]:
        return PACKAGE.parent / "build"
    cache = os.environ.get("XDG_CACHE_HOME")
    home = (Path(cache) if cache else Path.home() / ".cache") / "lawbase"
    if corpus == SUPPLIED[1]:
        return home
    return home.with_name(f"lawbase-{blake2b(os.fsencode(corpus), digest_size=6).hexdigest()}")


@contextmanager
def locked(home: Path) -> Iterator[None]:
    """Hold the folder of all products for one build at a time; another build waits.

    Raises:
        LawbaseError: when the disk refuses, or the folder holds what no build made.
    """
    _require_outside(home, corpus_of(home))
    try:
        home.mkdir(parents=True, exist_ok=True)
        _refuse_others(home)
        handle = os.open(home / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)
    except OSError as error:
        raise LawbaseError(f"cannot write here ({error.strerror})", file=home) from error
    with os.fdopen(handle, "rb", buffering=0) as opened:
        lock(opened)
        yield


def require_apart(output: Path, home: Path | None) -> None:
    """Refuse to write among the texts that a build is made from or over what any build made.

    Raises:
        LawbaseError: when a path leads there.
    """
    if is_stream(output):
        return
    _require_outside(output, corpus_of(folder_of(home)))
    place = _whole_path(output)
    for above in place.parents:
        made = _read_record(above).products
        if made and place.relative_to(above).parts[0] in (*made, LOCK, MARKER):
            message = f"is a part of what a build made in {above}; name another place"
            raise LawbaseError(message, file=output)


def _require_outside(output: Path, corpus: Path) -> None:
    if _whole_path(output).is_relative_to(corpus):
        message = "lies among the texts, which are only read; name another place"
        raise LawbaseError(message, file=output)


def _whole_path(output: Path) -> Path:
    """The path from the root, links followed but for the last part, which may be one itself."""
    with told_plainly(output):
        return Path(os.path.realpath(output.parent), output.name)


def code(*names: str) -> tuple[Path, ...]:
    """The core of the package and the named rooms of it."""
    return tuple(PACKAGE / name for name in (*CORE, *names))


def libraries(*names: str) -> tuple[Path, ...]:
    """The folders of installed packages whose version shapes what is made."""
    found = (find_spec(name) for name in names)
    return tuple(Path(spec.origin).parent for spec in found if spec and spec.origin)


def _make_texts(corpus: Path, _: Path, folder: Path) -> None:
    from lawbase.compiling import read_texts

    save_knowledge(read_texts(corpus), folder)


def _make_knowledge(corpus: Path, home: Path, folder: Path) -> None:
    from lawbase.compiling import add_layers

    save_knowledge(add_layers(KnowledgeBase.open(home / "texts"), corpus), folder)


def save_knowledge(kb: KnowledgeBase, folder: Path) -> None:
    """Write what there is of a knowledge base as a product."""
    with stage("saving"), replacing_folder(folder, mend=True) as aside:
        kb.save(aside)


def _make_contents(home: Path, folder: Path) -> None:
    from lawbase.search.contents import gather_contents, save_contents

    with stage("gathering"), replacing_folder(folder, mend=True) as aside:
        save_contents(gather_contents(KnowledgeBase.open(home / "texts")), aside)


def _make_search(home: Path, folder: Path) -> None:
    from lawbase.search.contents import write_index
    from lawbase.site.search_data import write_search_data

    contents = _contents(home)
    with replacing_folder(folder, mend=True) as aside:
        with stage("search data"):
            write_search_data(contents, data_folder("site"), aside)
        with stage("indexing"):
            write_index(contents, aside)


def _make_site(home: Path, folder: Path, finish_search: Callable[[], None] | None = None) -> None:
    from lawbase.search.contents import FRAMES, FrameCounts
    from lawbase.site.site import build_site

    def index() -> Path:
        if finish_search:
            finish_search()
        return home / "search"

    kb = KnowledgeBase.open(home / "knowledge")
    frames = FolderReader(home / "contents").record(FRAMES, dict[str, FrameCounts])
    build_site(kb, data_folder("site"), frames, index, folder)


def _read_record(home: Path) -> Record:
    try:
        return msgspec.json.decode(content_of(home / MARKER), type=Record)
    except (OSError, *NO_RECORD):
        return Record()


def _write_record(home: Path, record: Record) -> None:
    write_file(home / MARKER, msgspec.json.encode(record), mark='"made_by":"lawbase build"')


def _refuse_others(home: Path) -> None:
    """Refuse to build into a folder that isn't empty and in which no build was made."""
    if _read_record(home).products:
        return
    for path in sorted(home.iterdir()):
        empty_lock = path.name in (LOCK, MARKER) and path.is_file()
        if not empty_lock and not is_ours(path):
            raise LawbaseError(
                f"holds “{path.name}”, which no build made; choose an empty or new folder",
                file=home,
            )


def _files_below(paths: Iterable[Path]) -> list[tuple[str, str]]:
    """The files at or below some paths, named from there, in order; compiled code is none."""
    found: list[tuple[str, str]] = []
    for path in paths:
        start = len(str(path.parent)) + 1
        if path.is_file():
            found.append((path.name, str(path)))
        for parent, _, names in os.walk(path):
            if not parent.endswith("__pycache__"):
                files = (f"{parent}{os.sep}{name}" for name in names)
                found.extend((file[start:], file) for file in files)
    return sorted(found)


def _mark(files: Iterable[tuple[str, str]]) -> str:
    marks = blake2b(digest_size=16)
    for _, file in files:
        try:
            status = Path(file).stat()
        except OSError:
            return ""
        times = f"{status.st_mtime_ns} {status.st_ctime_ns}"  # the latter nobody can set back
        marks.update(f"{file}\0{status.st_size} {times}\0".encode(*LOSSLESS))
    return marks.hexdigest()


def _digest(files: Iterable[tuple[str, str]]) -> str:
    digests = blake2b(digest_size=16)
    for name, file in files:
        digests.update(f"{name}\0{_content(file, _mark([(name, file)]))}\0".encode(*LOSSLESS))
    return digests.hexdigest()


@lru_cache(maxsize=4096)  # a build asks several times for what its products are made from
def _content(file: str, _: str) -> str:
    """The digest of a file's content, as long as its mark is the same."""
    try:
        return digest_of(content_of(Path(file)))
    except OSError:
        return "unreadable"
