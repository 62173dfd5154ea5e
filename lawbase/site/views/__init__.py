"""The kinds of pages: each is a view that finds what a page shows, a template, and its words."""

from lawbase.site.context import Site
from lawbase.site.page import Planned
from lawbase.site.views.compare import plan_changes, plan_compare
from lawbase.site.views.edition import plan_editions
from lawbase.site.views.findings import plan_findings
from lawbase.site.views.front import plan_home, plan_prose
from lawbase.site.views.law import plan_laws, plan_texts
from lawbase.site.views.matrix import plan_concordance, plan_matrix
from lawbase.site.views.parallel import plan_parallel, plan_trace
from lawbase.site.views.references import plan_references
from lawbase.site.views.situations import plan_situations
from lawbase.site.views.subject_index import plan_index
from lawbase.site.views.terms import plan_terms

_KINDS = (
    plan_home,
    plan_editions,
    plan_laws,
    plan_parallel,
    plan_compare,
    plan_changes,
    plan_matrix,
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


def plan_everything(site: Site) -> tuple[Planned, ...]:
    """Every page and text file of the site, in a fixed order."""
    return tuple(planned for kind in _KINDS for planned in kind(site))
