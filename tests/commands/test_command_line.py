"""The command line tells misuse in one sentence, and every command shows how it is used."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import lawbase
from lawbase.cli import COMMANDS
from lawbase.commands.shared import report
from lawbase.errors import LawbaseError, NotFoundError
from lawbase.knowledge import KnowledgeBase
from tests.commands.running import Outcome, run
from tests.conftest import ROOT
from tests.editions.corpora import two_editions


def is_one_sentence(outcome: Outcome) -> bool:
    """Whether nothing but one line was printed, on standard error."""
    return (
        not outcome.out
        and outcome.err.startswith("lawbase: ")
        and outcome.err.count("\n") == 1
        and outcome.err.endswith("\n")
    )


DRAFT = "draft --language cs --year 2017 --like cs-2007 --beside pl-2017 --output nosuch.xlsx"
MISUSE = [
    ("nosuch", "no such command 'nosuch'"),
    ("--nosuch", "no such option"),
    ("show", "missing argument 'CITATION...'; see “lawbase show --help”"),
    ("show 27 --nosuch", "no such option"),
    ("search", "say what to search for, or use --stdin"),
    (
        "search x --limit abc",
        "invalid value for '--limit': “abc” is not a whole number from 1 to 200;",
    ),
    ("search x --limit 0", "invalid value for '--limit': “0” is not a whole number from 1 to 200;"),
    (
        "changes review --limit 0",
        "invalid value for '--limit': “0” is not a whole number from 1 on;",
    ),
    ("export nosuch --output x", "there is no format “nosuch”; there are jsonl"),
    ("export jsonl", "say where to write it"),
    ("serve --port 99999", "invalid value for '--port'"),
    ("check nosuch", "there is no edition “nosuch”"),
    ("show xx-1999:29", "there is no edition “xx-1999”"),
    ("show cs-2007:29 --edition pl-2017", "is of cs-2007, not of pl-2017"),
    ("diff 12 --from cs-2007 --to cs-2007", "--from and --to name the same edition, cs-2007"),
    ("draft --check nosuch.xlsx", "nosuch.xlsx: there is no such file"),
    (f"{DRAFT} --laws 64-57", "--laws 64-57 ends before it begins"),
    (f"{DRAFT} --laws 1-3", "nothing to translate of Laws 1–3: “cs” has all of it from 2017 alr"),
    (f"{DRAFT} --laws 99", "there is nothing to translate of Law 99: not in pl-2017"),
    ("changes --language de", "no change is described in “de”; there are cs, en, pl, sr"),
    ("check one two", "got unexpected extra argument"),
]


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("line", "sentence"), MISUSE)
def test_misuse_is_told_in_one_sentence(line: str, sentence: str) -> None:
    outcome = run(*line.split())
    assert outcome.code == 2
    assert is_one_sentence(outcome)
    assert sentence in outcome.err


@pytest.mark.parametrize("command", ["search", "query"])
def test_an_empty_query_is_misuse(command: str) -> None:
    outcome = run(command, " ")
    assert (outcome.code, is_one_sentence(outcome)) == (2, True)
    assert "say what to search for" in outcome.err


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (NotFoundError("no edition has 27Z"), 1, "lawbase: no edition has 27Z\n"),
        (LawbaseError("is empty", file="a.txt", line=3), 2, "lawbase: a.txt:3: is empty\n"),
        (KeyboardInterrupt(), 130, "\nlawbase: stopped\n"),
        (
            EOFError("marshal data too short"),
            3,
            "lawbase: a fault of its own, please report it: CutOff: marshal data too short\n",
        ),
        (
            PermissionError(13, "Permission denied", "mine/a.txt"),
            2,
            "lawbase: mine/a.txt: cannot be used (Permission denied)\n",
        ),
        (
            ZeroDivisionError("of\nzero"),
            3,
            "lawbase: a fault of its own, please report it: ZeroDivisionError: of zero\n",
        ),
    ],
)
def test_how_a_command_may_end(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, sentence: str
) -> None:
    def fail(_: Path) -> None:
        raise error

    monkeypatch.setattr("lawbase.commands.check.check_corpus", fail)
    assert run("check") == Outcome(code, "", sentence)


@pytest.mark.parametrize(("platform", "name"), [("win32", "Windows"), ("wasi", "“wasi”")])
def test_a_system_without_unix_locks_is_told_that_it_is_not_supported(
    monkeypatch: pytest.MonkeyPatch, platform: str, name: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setitem(sys.modules, "fcntl", None)
    outcome = run("show", "27")
    assert outcome.code == 2
    assert is_one_sentence(outcome)
    assert f"{name} isn't supported" in outcome.err
    with pytest.raises(LawbaseError, match=f"{name} isn't supported"):
        lawbase.load()


def test_a_fault_shows_where_it_is_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lawbase.commands.check.check_corpus", lambda _: 1 / 0)
    monkeypatch.setenv("LAWBASE_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        run("check")


def test_without_a_command_it_shows_them_all() -> None:
    outcome = run()
    assert outcome.code == 0
    assert re.findall(r"^  ([a-z]+)  ", outcome.out, re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    outcome = run(command, "--help")
    assert outcome.code == 0
    assert examples(command)


def examples(command: str) -> list[list[str]]:
    """The examples in a command's help, each as its words."""
    told = run(command, "--help").out.replace("\\\n", "")
    lines = re.findall(r"Example: (lawbase .+)", told)
    return [shlex.split(line)[1:] for line in lines]


@pytest.mark.parametrize("before", [None, str(ROOT / "corpus")])
def test_a_corpus_is_named_for_one_command_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, before: str | None
) -> None:
    if before:
        monkeypatch.setenv("LAWBASE_CORPUS", before)
    else:
        monkeypatch.delenv("LAWBASE_CORPUS", raising=False)
    outcome = run("--corpus", str(tmp_path / "nowhere"), "check")
    assert (outcome.code, "no such folder" in outcome.err) == (2, True)
    assert os.environ.get("LAWBASE_CORPUS") == before


@pytest.mark.slow
def test_what_reads_only_the_beginning_is_no_trouble(tmp_path: Path) -> None:
    corpus = shlex.quote(str(two_editions(tmp_path)))
    run_piped = f"{shlex.quote(sys.executable)} -m lawbase --corpus {corpus} check | head -c 1"
    done = subprocess.run(run_piped, shell=True, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "e", "")


@pytest.mark.parametrize("locale", ["C", "POSIX", "en_US.ISO-8859-1"])
def test_it_speaks_utf8_in_any_locale(locale: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lawbase", "--help"],
        cwd=ROOT,
        capture_output=True,
        env={**os.environ, "LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    )
    assert "výnos mimo pořadí" in done.stdout.decode("utf-8")


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("lawbase par", "parallel"),
        ("lawbase show 27 --edition pl", "pl-2017"),
        ("lawbase export graph", "graphml"),
    ],
)
def test_the_shell_completes_commands_editions_and_formats(typed: str, completed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from lawbase.cli import cli; cli.main(prog_name='lawbase')"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "_LAWBASE_COMPLETE": "bash_complete",
            "COMP_WORDS": typed,
            "COMP_CWORD": str(len(typed.split()) - 1),
        },
    )
    assert done.stdout.split() == [f"plain,{completed}"]


def test_what_is_being_made_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    report("search")
    assert capsys.readouterr() == ("", "lawbase: making the search index …\n")


@pytest.mark.parametrize(
    ("query", "printed"),
    [
        ("výnos mimo pořadí", r"^Odpovědí: \d+\.$"),
        ("výnos mimo pořadí", r"^ +nalezeno podle: výnos, mimo, pořadí$"),
        ("vynesl mimo poradi", r"^      Pravidlo 54  cs-2007, nahrazeno\n      Je-li zahajovací"),
        ("vynesl mimo poradi", r"^      jinde: sr-2007:54$"),
        ("nepriznal barvu edition:cs-2017", "^cs-2017 obsahuje jen Pravidla 1 až 40; "),
        ("edition:xx-1999", "^There is no edition “xx-1999”; there are cs-2007, "),
        ("jak se nakrmí pes", r"^Odpověď jsme nenašli\. Zeptejte"),
        ("16A3 edition:pl-2017", r"^16A3 is missing from the text of pl-2017\. Answers: \d+\.$"),
    ],
)
def test_search_tells_its_grade_and_why_in_the_language_of_the_query(
    query: str, printed: str
) -> None:
    assert re.search(printed, run("search", query).out, re.MULTILINE)


@pytest.mark.parametrize(
    "line",
    [
        *("--edition cs2017 x", "--language en x", "law:abc x", "law:64-61 x", "year:2031 x"),
        *("lang:en", "law:99", "law:27 edition:guide-cs x"),
    ],
)
@pytest.mark.parametrize("form", [(), ("--json",)])
def test_to_limit_a_search_to_nothing_is_misuse(line: str, form: tuple[str, ...]) -> None:
    assert run("search", *line.split(), *form).code == 2


@pytest.mark.parametrize("query", ["castling", "Law 94"])
def test_a_search_that_finds_nothing_is_a_no(query: str) -> None:
    assert run("search", query).code == 1


@pytest.mark.slow
def test_a_law_is_shown_with_what_the_audit_finds_wrong_in_it(knowledge: KnowledgeBase) -> None:
    (finding,) = knowledge.findings_on("cs-2017", "17.D.3")
    shown = run("show", "17D3", "--edition", "cs-2017").out
    assert f"! error: {finding.message}" in " ".join(shown.split())
    assert "! error" in run("show", "17", "--edition", "cs-2017").out
    (told,) = json.loads(run("show", "17D3", "--edition", "cs-2017", "--json").out)
    assert [f["expected"] for f in told["findings"]] == ["16.C"]
    assert "! " not in run("show", "3", "--edition", "cs-2017").out


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("cs-2017:17D3", "Pravidlo 17D3 → Pravidlo 16D (the audit expects Pravidlo 16C)"),
        ("cs-2017:16D", "Pravidlo 17D3 → Pravidlo 16D (the audit expects Pravidlo 16C)"),
        ("sr-2007:9A4", "Član 9A4 → Član 23F5 (dangling) (the audit expects Član 20F5)"),
        ("sr-2007:def.Kontra", "Definicije: Kontra → Član 19 (the audit expects Član 19A)"),
        ("sr-2007:def.Kontra", "Definicije: Kontra → Član 77"),
        ("sr-2007:16C3", "Član 16C3 → Član 16C2(c)"),
    ],
)
def test_a_citation_that_the_audit_doubts_is_marked(place: str, line: str) -> None:
    assert f"    {line}\n" in run("refs", place).out


@pytest.mark.slow
@pytest.mark.parametrize("command", ["show", "refs", "parallel"])
def test_a_place_is_read_as_it_is_printed(command: str) -> None:
    assert run(command, "cs-2007:29") == run(command, "29", "--edition", "cs-2007")


@pytest.mark.slow
@pytest.mark.parametrize("place", ["sr-2007:27B1", "ldb:2007:sr:27.B.1"])
def test_a_place_is_audited_in_its_edition(place: str) -> None:
    found = run("audit", place, "--json")
    assert found == run("audit", "27B1", "--edition", "sr-2007", "--json")
    assert {finding["edition"] for finding in json.loads(found.out)} == {"sr-2007"}


@pytest.mark.slow
@pytest.mark.parametrize("place", ["pl-2017:16C2", "ldb:2017:pl:16.C.2"])
def test_a_place_is_followed_out_of_its_edition(place: str) -> None:
    assert run("diff", place).out.startswith("cs-2007 → pl-2017\n16.D.2  moved to 16.C.2")
    refused = run("diff", place, "--from", "cs-2007", "--to", "cs-2017")
    assert refused.err.endswith("16.C.2 is asked for of pl-2017, not of cs-2007 or cs-2017\n")


def test_a_place_is_traced_in_its_edition() -> None:
    assert run("trace", "pl-2017:16C2").out.startswith("2007:16.D.2\n")


@pytest.mark.slow
def test_what_is_superseded_says_so_comes_last_and_leads_to_what_is_in_force() -> None:
    out = run("show", "16D2").out
    texts = re.findall(r"^(\w\w-\d{4}(?: \(.+?\))?)  ", out, re.MULTILINE)
    old = [f"{edition} (superseded by 2017)" for edition in ("cs-2007", "sr-2007")]
    assert texts == ["pl-2017", "cs-2017", *old]
    assert "in force: cs-2017 Pravidlo 16C2, pl-2017 Przepis 16C2" in " ".join(out.split())
    assert "in force" not in run("show", "16D2", "--edition", "pl-2017").out
    for command in ("parallel", "trace", "refs"):
        assert old[0] in run(command, "16D2").out
    found = run("search", "renons edition:cs-2007").out
    assert "cs-2007, superseded" in found


@pytest.mark.slow
@pytest.mark.parametrize("command", ["index", "term"])
def test_an_empty_word_names_nothing(home: Path, command: str) -> None:
    outcome = run(command, "", "--build", str(home))
    assert outcome.code == 1
    assert is_one_sentence(outcome)


@pytest.mark.slow
def test_a_topic_is_missed_in_the_index_that_was_searched(home: Path) -> None:
    line = ("index", "šachmat", "--build", str(home))
    assert "no subject index has a topic “šachmat”" in run(*line).err
    missed = run(*line, "--edition", "cs-2007").err
    assert "the subject index of cs-2007 has no topic “šachmat”" in missed
    assert "cs-2017 has no subject index" in run(*line, "--edition", "cs-2017").err
