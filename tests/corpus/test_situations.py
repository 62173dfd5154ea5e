"""Where the situations lead in texts of one year that print a rule under different addresses."""

from __future__ import annotations

from lawbase.export.graph import graph
from lawbase.knowledge import KnowledgeBase


def answers(knowledge: KnowledgeBase, situation: str, edition: str) -> tuple[str, ...]:
    """What to read in a situation, named by its id."""
    return knowledge.answers({s.id: s for s in knowledge.situations}[situation], edition)


def test_four_passes_lead_to_the_same_rule_wherever_a_text_prints_it(
    knowledge: KnowledgeBase,
) -> None:
    assert answers(knowledge, "board-passed-out", "pl-2017")[0] == "22.B"
    assert answers(knowledge, "board-passed-out", "cs-2017")[0] == "22.A"


def test_a_definition_leads_to_its_headword_in_the_other_language(
    knowledge: KnowledgeBase,
) -> None:
    assert answers(knowledge, "what-is-a-trick", "cs-2007") == ("def.Zdvih",)
    assert answers(knowledge, "what-is-a-trick", "sr-2007") == ("def.Štih",)


def test_a_text_that_lacks_the_rule_leads_nowhere(knowledge: KnowledgeBase) -> None:
    assert answers(knowledge, "what-is-a-trick", "cs-2017") == ()


def test_the_graph_leads_there_too(knowledge: KnowledgeBase) -> None:
    read = {
        edge.target
        for edge in graph(knowledge).edges
        if (edge.kind, edge.source) == ("reads", "ldb:situation:board-passed-out")
    }
    assert "ldb:2017:cs:22.A" in read
    assert "ldb:2017:cs:22.B" not in read
