"""The words of Akoma Ntoso that stand for our records, and the names of elements."""

import re

from lawbase.address import Address, Level, step_levels
from lawbase.model import Key, Provision, ProvisionKind

AKN = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"
OWN = "urn:lawbase:akn"
KEY, SOURCE = f"{{{OWN}}}key", f"{{{OWN}}}source"

CONTAINER = "hcontainer"
NOTE = "authorialNote"
KIND_TAGS: dict[ProvisionKind, str] = {
    "law": "article",
    "chapter": "chapter",
    "section": "section",
    "preface": CONTAINER,
    "introduction": CONTAINER,
    "definition": CONTAINER,
    "footnote": NOTE,
}
LEVEL_TAGS: dict[Level, str] = {
    "letter": "paragraph",
    "number": "subparagraph",
    "item": "point",
    "roman": "indent",
}
_SHORT = {"paragraph": "para", "subparagraph": "subpara"}
_HEADS = {"chapter": "chp", "guide": "sec"}


def tag_of(provision: Provision) -> str:
    """The name of the element that stands for a provision; a ``CONTAINER`` is named by its kind."""
    if provision.kind in KIND_TAGS:
        return KIND_TAGS[provision.kind]
    return LEVEL_TAGS[step_levels(Address.parse(provision.key).steps)[-1]]


def eid(key: Key) -> str:
    """The eId of a key, by the standard's naming convention.

    >>> eid("12.C.1.e.ii")
    'art_12__para_C__subpara_1__point_e__indent_ii'
    >>> eid("6.D.2#fn1"), eid("def.Tichý hráč")
    ('art_6__para_D__subpara_2__authorialNote_1', 'def_Tichý-hráč')
    """
    base, _, footnote = key.partition("#fn")
    parts = [_base_eid(base)] if base else []
    if footnote:
        parts.append(f"{NOTE}_{footnote}")
    return re.sub(r"\s", "-", "__".join(parts))


def _base_eid(base: Key) -> str:
    head, _, rest = base.partition(".")
    if not head.isdigit():
        return "_".join(part for part in (_HEADS.get(head, head), rest) if part)
    address = Address.parse(base)
    tags = [LEVEL_TAGS[level] for level in step_levels(address.steps)]
    steps = zip(tags, address.steps, strict=True)
    return "__".join([f"art_{head}", *(f"{_SHORT.get(tag, tag)}_{step}" for tag, step in steps)])


def concept_eid(concept_id: str) -> str:
    """The eId of a concept among a document's references."""
    return f"term_{concept_id}"
