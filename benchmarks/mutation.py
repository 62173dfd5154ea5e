"""What share of small faults the tests notice, in the modules that decide what the law is.

    python -m benchmarks.mutation [--sample N] [--room NAME]… [--seed N] [--corpus]

A mutant is a module with one fault: a comparison turned round or moved by one, a condition negated,
*and* for *or*, a number one too high, a value not returned. It is killed when a test of its room
fails. Those that a person read and found to do the same as the right code stand in
``mutation.toml``, each with its reason, and the share is of the others. Tests that need the whole
corpus built are left out, since a build takes longer than all other tests of a room; with
``--corpus`` the mutants that survive those others meet them too.

What only asserts (``strict=``, ``frozen=``), or says how much is remembered (``lru_cache``), is
left as it is.
Mutants are drawn with a seed: tests are written for survivors of other seeds, never of its own.

Each mutant meets the test files that call its function, in a fork of one process that has loaded
and collected them; one that lies outside of a function, or in one that is called while modules are
loaded, meets all of them in a process of its own.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, NoReturn

import pytest

from benchmarks.measuring import heading, row
from lawbase.grouping import grouped

ROOT = Path(__file__).resolve().parent.parent
ROOMS = {
    "address": (("address",), ("tests/test_address.py", "tests/test_docstrings.py")),
    "citations": (
        ("citations.mentions", "citations.grammar", "citations.resolving"),
        ("tests/citations",),
    ),
    "settling": (("aligning.settle", "aligning.split_merge"), ("tests/aligning",)),
    "ranking": (("search.ranking", "search.finding"), ("tests/search",)),
}
"""The modules that decide, and where their tests are."""
BUILT = {"home", "knowledge", "index"}
"""Fixtures that build the corpus."""
SEED = 97
SAME = Path(__file__).with_suffix(".toml")
"""The mutants that do the same as the right code."""
SLACK = 8.0
"""How many times as long as the unharmed code a mutant may take before it counts as caught."""
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.Break: ast.Continue, ast.Continue: ast.Break,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One fault: its module, the place, what stood there and what stands there now.

    ``function`` is the outermost one that it lies in, empty for one outside of any.
    """

    module: str
    function: str
    line: int
    was: str
    now: str
    whole: ast.Module
    number: int
    faulty: ast.AST

    @property
    def tree(self) -> ast.Module:
        """The module with the fault: that of the node which a walk meets at a number."""
        mutated = copy.deepcopy(self.whole)
        _replace(mutated, self.number, copy.deepcopy(self.faulty))
        return mutated

    @property
    def place(self) -> dict[str, str]:
        """What it is known by, wherever its line moves."""
        inside = file_of(self.module).read_text(encoding="utf-8").splitlines()[self.line - 1]
        return {"module": self.module, "line": inside.strip(), "was": self.was, "now": self.now}

    def __str__(self) -> str:
        path = self.module.replace(".", "/")
        return f"`{path}.py:{self.line}`: `{self.was}` became `{self.now}`"


def file_of(module: str) -> Path:
    """The source of a module of lawbase."""
    return ROOT / "lawbase" / f"{module.replace('.', '/')}.py"


def mutants(module: str) -> Iterator[Mutant]:
    """All mutants of a module, in the order of its lines."""
    tree = ast.parse(file_of(module).read_text(encoding="utf-8"))
    functions = dict(_functions(tree.body))
    untold = {each for node in ast.walk(tree) for each in _untold(node)}
    for number, node in enumerate(ast.walk(tree)):
        for faulty in faults(node) if node not in untold else ():
            if ast.dump(faulty) == ast.dump(node):
                continue
            line = getattr(node, "lineno", 0)
            function = functions.get(node, "")
            yield Mutant(module, function, line, _short(node), _short(faulty), tree, number, faulty)


def _functions(statements: Sequence[ast.stmt], owner: str = "") -> Iterator[tuple[ast.AST, str]]:
    """What lies in the body of a function, with the name of the outermost one."""
    for statement in statements:
        if isinstance(statement, ast.ClassDef):
            yield from _functions(statement.body, f"{owner}{statement.name}.")
        elif isinstance(statement, ast.FunctionDef):
            for line in statement.body:
                yield from ((node, f"{owner}{statement.name}") for node in ast.walk(line))


def _untold(node: ast.AST) -> Iterator[ast.AST]:
    """What lies below a node and no answer can tell."""
    if isinstance(node, ast.keyword) and node.arg in ("strict", "frozen"):
        yield node.value
    elif isinstance(node, ast.Call) and ast.unparse(node.func) == "lru_cache":
        yield from (below for argument in node.args for below in ast.walk(argument))


def same() -> list[dict[str, str]]:
    """The places of the mutants that do the same as the right code."""
    found = tomllib.loads(SAME.read_text(encoding="utf-8"))["same"]
    return [{name: each[name] for name in ("module", "line", "was", "now")} for each in found]


def faults(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in place of a node."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in SWAPS:
        yield ast.Compare(node.left, [_swapped(node.ops[0])], node.comparators)  # type: ignore[list-item]
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(_swapped(node.op), node.values)  # type: ignore[arg-type]
    elif isinstance(node, ast.BinOp) and type(node.op) in SWAPS:
        yield ast.BinOp(node.left, _swapped(node.op), node.right)  # type: ignore[arg-type]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.If):
        yield ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    elif isinstance(node, ast.Return) and node.value is not None:
        yield ast.Return(ast.Constant(None))
    elif isinstance(node, ast.Break | ast.Continue):
        yield _swapped(node)


def _swapped(operator: ast.AST) -> ast.AST:
    return SWAPS[type(operator)]()


def _replace(tree: ast.Module, number: int, faulty: ast.AST) -> None:
    """Put a node in place of the one that a walk meets at a number."""
    old = next(node for n, node in enumerate(ast.walk(tree)) if n == number)
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, faulty)
            elif isinstance(value, list) and any(item is old for item in value):
                value[:] = [faulty if item is old else item for item in value]
    ast.copy_location(faulty, old)
    ast.fix_missing_locations(tree)


def _short(node: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).split("\n")[0][:70]


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads a module from a mutated tree instead of its file."""

    def __init__(self, mutant: Mutant):
        super().__init__(f"lawbase.{mutant.module}", str(file_of(mutant.module)))
        self._mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._mutant.tree, self.get_filename(fullname), "exec")


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, mutant: Mutant):
        self._mutant = mutant

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != f"lawbase.{self._mutant.module}":
            return None
        file = file_of(self._mutant.module)
        return importlib.util.spec_from_file_location(fullname, file, loader=_Loader(self._mutant))


def noticed(mutant: Mutant | None, tests: Sequence[str], limit: float, corpus: bool) -> bool:
    """Whether the tests fail, or take longer than a limit in seconds, with a mutant in place."""
    child = os.fork()
    if not child:
        _test(mutant, tests, _Chosen(corpus))
    return _ended(child, limit) not in (0, 5)


def _ended(child: int, limit: float) -> int:
    """The exit code of a process; 1 when it took longer than a limit."""
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return 1


class _Chosen:
    """A plugin of pytest: only the tests that build the corpus, or only the others."""

    def __init__(self, corpus: bool):
        self._corpus = corpus

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out the others; what is quick comes first, since the first that fails is enough."""
        items[:] = [item for item in items if self._builds(item) == self._corpus]
        items.sort(key=lambda item: item.get_closest_marker("slow") is not None)

    def _builds(self, item: pytest.Item) -> bool:
        return not BUILT.isdisjoint(getattr(item, "fixturenames", ()))


class _Warm(_Chosen):
    """A plugin of pytest that lets mutants meet the test files that call their functions.

    It writes a letter for each to ``answers``: whether it is killed, survives, or has to be tried
    in a process of its own.
    """

    def __init__(self, tried: Sequence[Mutant], answers: int):
        super().__init__(corpus=False)
        self._tried, self._answers = tried, answers
        self._calls = _Calls({str(file_of(mutant.module)) for mutant in tried})
        sys.settrace(self._calls)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try the mutants instead of running the tests."""
        loading = self._calls.begin()
        by_file = grouped((item.path, item) for item in session.items)
        files = [self._watched(session, items) for items in by_file.values()]
        sys.settrace(None)
        files.sort(key=lambda file: file.seconds)
        for mutant in self._tried:
            os.write(self._answers, self._try(session, mutant, files, loading).encode())
        return True

    def _watched(self, session: pytest.Session, items: Sequence[pytest.Item]) -> _TestFile:
        """The tests of a file as they go with the unharmed code."""
        receiving, sending = os.pipe()
        started = time.monotonic()
        child = os.fork()
        if not child:
            self._calls.begin()
            code = _run(session, items)
            os.write(sending, "\n".join(self._calls.begin()).encode())
            os._exit(code)
        os.close(sending)
        with os.fdopen(receiving) as called:
            names = set(called.read().split("\n"))
        assert _ended(child, 3600) == 0, f"{items[0].path} fails without any fault"
        return _TestFile(items, time.monotonic() - started, names)

    def _try(
        self, session: pytest.Session, mutant: Mutant, files: list[_TestFile], loading: set[str]
    ) -> str:
        name = f"{file_of(mutant.module)}:{mutant.function}"
        found = faulty_code(mutant) if mutant.function and name not in loading else None
        if found is None:
            return ALONE
        calling = [file for file in files if name in file.calls]
        child = os.fork()
        if not child:
            os.setpgid(0, 0)
            function, code = found
            function.__code__ = code
            os._exit(_run(session, [item for file in calling for item in file.items]))
        limit = 5 + SLACK * sum(file.seconds for file in calling)
        return KILLED if _ended(child, limit) else SURVIVES


KILLED, SURVIVES, ALONE = "ksa"


@dataclass(frozen=True)
class _TestFile:
    """The tests of a file, how long they take, and the functions that they call."""

    items: Sequence[pytest.Item]
    seconds: float
    calls: set[str]


class _Calls:
    """Notes which functions of some files are called, each by its file and name."""

    def __init__(self, files: set[str]):
        self._files = files
        self._called: set[CodeType] = set()

    def __call__(self, frame: FrameType, _event: str, _argument: Any) -> None:
        """Note a call."""
        self._called.add(frame.f_code)

    def begin(self) -> set[str]:
        """What was called up to now; begins anew."""
        called, self._called = self._called, set()
        return {
            f"{code.co_filename}:{code.co_qualname.partition('.<locals>')[0]}"
            for code in called
            if code.co_filename in self._files
        }


def _run(session: pytest.Session, items: Sequence[pytest.Item]) -> int:
    """Run tests up to the first that fails; whether one did."""
    for item, following in zip(items, [*items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return 1
    return 0


def faulty_code(mutant: Mutant) -> tuple[FunctionType, CodeType] | None:
    """The function that a mutant lies in, and its faulty code; None where they don't fit."""
    module = sys.modules[f"lawbase.{mutant.module}"]
    *owners, name = mutant.function.split(".")
    found = reduce(getattr, owners, module).__dict__[name]
    for wrapped in ("fget", "func", "__func__"):
        found = getattr(found, wrapped, found)
    function = inspect.unwrap(found)
    codes = _codes(compile(mutant.tree, str(file_of(mutant.module)), "exec"))
    for code in codes if isinstance(function, FunctionType) else ():
        own = function.__code__
        if (code.co_qualname, code.co_firstlineno) == (own.co_qualname, own.co_firstlineno):
            return (function, code) if code.co_freevars == own.co_freevars else None
    return None


def _codes(code: CodeType) -> Iterator[CodeType]:
    """All code in a code, at any depth."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _test(mutant: Mutant | None, tests: Sequence[str], plugin: _Chosen) -> NoReturn:
    """Run the tests in this process, which ends with their exit code."""
    os.setpgid(0, 0)
    home = tempfile.mkdtemp(prefix="mutant-")
    os.environ["LAWBASE_HOME"] = home
    if mutant:
        sys.meta_path.insert(0, _Finder(mutant))
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:cov", f"--basetemp={home}/tests"]
    code = pytest.main([*options, *tests], plugins=[plugin])
    shutil.rmtree(home, ignore_errors=True)
    os._exit(int(code))


def main() -> int:
    """Print the shares and the survivors."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.mutation")
    options.add_argument("--sample", type=int, default=60, help="mutants of a room")
    options.add_argument("--room", action="append", choices=list(ROOMS))
    options.add_argument("--seed", type=int, default=SEED, help="draw others")
    options.add_argument("--corpus", action="store_true", help="let survivors meet the corpus")
    chosen = options.parse_args()
    os.chdir(ROOT)
    print(f"With the seed {chosen.seed}, up to {chosen.sample} mutants of a room.\n")
    print(heading("room", "mutants", "drawn", "killed", "do the same", "share"))
    read = same()
    left: list[Mutant] = []
    for name in chosen.room or ROOMS:
        modules, tests = ROOMS[name]
        every = [mutant for module in modules for mutant in mutants(module)]
        drawn = random.Random(chosen.seed).sample(every, min(chosen.sample, len(every)))
        tried = [mutant for mutant in drawn if mutant.place not in read]
        survivors = survive(tried, tests, chosen.corpus)
        killed = len(tried) - len(survivors)
        counts = len(every), len(drawn), killed, len(drawn) - len(tried)
        print(row(name, *counts, f"{killed / len(tried):.2f}"), flush=True)
        left += sorted(survivors, key=lambda mutant: (mutant.module, mutant.line))
    print("\nSurvivors:\n")
    print("\n".join(f"- {mutant}" for mutant in left))
    return 0


def survive(tried: Sequence[Mutant], tests: Sequence[str], with_corpus: bool) -> list[Mutant]:
    """The mutants that no test notices."""
    answers = dict(zip(tried, warmly(tried, tests), strict=True))
    alone = [mutant for mutant in tried if answers[mutant] == ALONE]
    survivors = meeting(alone, tests, corpus=False)
    left = [m for m in tried if answers[m] == SURVIVES or m in survivors]
    return meeting(left, tests, corpus=True) if with_corpus else left


def warmly(tried: Sequence[Mutant], tests: Sequence[str]) -> Iterator[str]:
    """How it ends with each mutant in a process that has loaded the tests."""
    receiving, sending = os.pipe()
    child = os.fork()
    if not child:
        os.close(receiving)
        _test(None, tests, _Warm(tried, sending))
    os.close(sending)
    for mutant in tried:
        answer = os.read(receiving, 1).decode()
        assert answer, "the tests fail without any fault"
        if answer != ALONE:
            _tell(mutant, answer)
        yield answer
    os.close(receiving)
    os.waitpid(child, 0)


def meeting(tried: Sequence[Mutant], tests: Sequence[str], *, corpus: bool) -> list[Mutant]:
    """The mutants that survive the tests with or without the corpus, each in its own process."""
    if not tried:
        return []
    started = time.monotonic()
    assert not noticed(None, tests, 3600, corpus), "the tests fail without any fault"
    limit = 5 + SLACK * (time.monotonic() - started)
    return [mutant for mutant in tried if _survives(mutant, tests, limit, corpus)]


def _survives(mutant: Mutant, tests: Sequence[str], limit: float, corpus: bool) -> bool:
    """Whether no test notices a mutant, told at once: a sample may take an hour."""
    survives = not noticed(mutant, tests, limit, corpus)
    _tell(mutant, SURVIVES if survives else KILLED)
    return survives


def _tell(mutant: Mutant, answer: str) -> None:
    print("killed" if answer == KILLED else "survives", mutant, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
