"""What editors decided: oddities that need no report, ``corpus/<edition>/accepted.toml``, and what
of their decisions has become needless."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from lawbase.address import is_key
from lawbase.auditing.collation import Collation
from lawbase.auditing.messages import load_messages
from lawbase.model import Finding, Key, Quotation, Text, Witness
from lawbase.profile import load_tables


class Accepted(Struct, frozen=True, forbid_unknown_fields=True):
    """One oddity that is accepted: what is found where, and why nobody needs to hear of it.

    Without ``printed`` it accepts whatever is printed there. Its file tells the edition.
    """

    check: str
    key: Key
    reason: str
    printed: str = ""
    edition: str = ""

    def __post_init__(self) -> None:
        if self.check not in load_messages("en").checks:
            raise ValueError(f"there is no check “{self.check}”")
        if not is_key(self.key):
            raise ValueError(f"“{self.key}” is not a key like 27.B.1.a")
        if not self.reason.strip():
            raise ValueError("an accepted oddity needs a reason")


def load_accepted(corpus: Path) -> tuple[Accepted, ...]:
    """What is accepted in every edition of a corpus; an edition needs no such file.

    Raises:
        LawbaseError: with file and line, when a file is malformed, gives no reason, or names a
            check that there isn't or a place by what is no key.
    """
    return tuple(
        replace(accepted, edition=path.parent.name)
        for path in sorted(corpus.glob("*/accepted.toml"))
        for accepted, _ in load_tables(path, "accepted", Accepted)
    )


def without_accepted(
    laws: Collation, findings: Iterable[Finding], accepted: Sequence[Accepted]
) -> Iterator[Finding]:
    """The findings that are not accepted, and one for each acceptance that accepts nothing."""
    used: set[Accepted] = set()
    for finding in findings:
        matching = [entry for entry in accepted if _accepts(entry, finding)]
        used.update(matching)
        if not matching:
            yield finding
    for entry in accepted:
        if entry not in used:
            yield laws.finding(
                Text(entry.edition, entry.key),
                "stale-exception",
                printed=entry.printed,
                witnesses=[Witness("accepted", {"reason": Quotation(entry.reason, "en")})],
                check=Quotation(entry.check, "en"),
            )


def _accepts(entry: Accepted, finding: Finding) -> bool:
    return (
        (entry.edition, entry.check, entry.key) == (finding.edition, finding.check, finding.key)
    ) and entry.printed in ("", finding.printed)


def stale_decisions(laws: Collation) -> Iterator[Finding]:
    """Every decision without which the alignment is the same; every reading of no aligned pair."""
    for needless in laws.kb.aligned.needless:
        reasons = [Quotation(needless.reason, "en")] if needless.reason else []
        yield laws.finding(
            Text(needless.edition, needless.key),
            "stale-decision" if reasons else "stale-reading",
            witnesses=[Witness("decided", {"reason": reason}) for reason in reasons],
            decision=Quotation(needless.decision, "en"),
            file=Quotation(needless.file, "en"),
        )
