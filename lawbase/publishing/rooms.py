"""All the rooms of the site and the pages in them."""

from __future__ import annotations

from lawbase.publishing.gathered import Gathered
from lawbase.publishing.page import Plan
from lawbase.publishing.views.compare import plan_compare
from lawbase.publishing.views.concordance import plan_concordance
from lawbase.publishing.views.edition import plan_editions
from lawbase.publishing.views.findings import plan_findings
from lawbase.publishing.views.home import plan_home
from lawbase.publishing.views.law import plan_laws
from lawbase.publishing.views.parallel import plan_parallel
from lawbase.publishing.views.prose import plan_prose
from lawbase.publishing.views.references import plan_references
from lawbase.publishing.views.situations import plan_situations
from lawbase.publishing.views.subject_index import plan_index
from lawbase.publishing.views.terms import plan_terms
from lawbase.publishing.views.texts import plan_texts
from lawbase.publishing.views.trace import plan_trace

_ROOMS = (
    plan_home,
    plan_editions,
    plan_laws,
    plan_parallel,
    plan_compare,
    plan_concordance,
    plan_trace,
    plan_terms,
    plan_index,
    plan_situations,
    plan_references,
    plan_findings,
    plan_prose,
    plan_texts,
)


def plan_everything(site: Gathered) -> tuple[Plan, ...]:
    """Every page and text file of the site, in a fixed order."""
    return tuple(plan for room in _ROOMS for plan in room(site))
