"""``check --watch`` and ``serve --watch``: an edition looked at again at every save."""

from __future__ import annotations

import threading
from pathlib import Path
from urllib.request import urlopen

import pytest

from lawbase.commands.watching import served_edition
from lawbase.site.serving import make_server
from tests.editions.corpora import run_in
from tests.reading.test_invented_edition import lay_out


def test_check_watches_until_it_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = lay_out(tmp_path)
    profile = corpus / "eo-2030" / "edition.toml"
    looks = []

    def sleep(_: float) -> None:
        looks.append(1)
        if len(looks) == 2:
            profile.write_text(profile.read_text("utf-8").replace("[1, 3]", "[1, 4]"), "utf-8")
        if len(looks) == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", sleep)
    outcome = run_in(corpus, "check", "eo-2030", "--watch")
    assert outcome.out.count("100.00 %") == 2
    assert outcome.out.count("nothing red or yellow was found") == 1
    assert outcome.out.count("Law 4 is not here") == 1


def test_a_served_edition_is_read_anew_after_a_save(tmp_path: Path) -> None:
    corpus = lay_out(tmp_path)
    served = served_edition(corpus, "eo-2030")
    server = make_server(lambda: served, 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    with urlopen(address) as answer:
        page = answer.read().decode()
    assert '<meta http-equiv="refresh" content="2">' in page
    with urlopen(f"{address}style.css") as answer:
        assert b".depth-1" in answer.read()
    assert '<section id="2.B.2" class="depth-2"' in page
    assert 'class="error"' not in page
    profile = corpus / "eo-2030" / "edition.toml"
    profile.write_text(profile.read_text("utf-8").replace("[1, 3]", "[1, 4]"), "utf-8")
    with urlopen(address) as answer:
        assert "Law 4 is not here" in answer.read().decode()
    server.shutdown()
    server.server_close()


def test_only_what_is_there_is_served(tmp_path: Path) -> None:
    outcome = run_in(lay_out(tmp_path), "serve", "--watch", "xx-2017")
    assert (outcome.code, "no edition “xx-2017”" in outcome.err) == (2, True)
