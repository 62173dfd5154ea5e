"""GraphML: the whole graph, as networkx, Gephi and yEd open it."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from msgspec import Struct
from msgspec.structs import asdict

from lawbase.export.graph import Edge, GraphNode, graph
from lawbase.export.markup import document
from lawbase.knowledge import KnowledgeBase
from lawbase.storage import write_file

NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
PLACES = frozenset({"id", "source", "target"})
"""Fields that are attributes of GraphML's own."""

TYPES = {"year": "int", "start": "int", "end": "int", "score": "double", "in_force": "boolean"}


def export(kb: KnowledgeBase, output: Path) -> None:
    """Write the file ``output``: a directed graph; parallel edges have ids of their own."""
    root = ET.Element("graphml", xmlns=NAMESPACE)
    for record, owner in ((GraphNode, "node"), (Edge, "edge")):
        root.extend(_keys(record, owner))
    whole = graph(kb)
    body = ET.SubElement(root, "graph", id="laws", edgedefault="directed")
    for node in whole.nodes:
        body.append(_element("node", {"id": node.id}, node))
    for number, edge in enumerate(whole.edges):
        ends = {"id": f"e{number}", "source": edge.source, "target": edge.target}
        body.append(_element("edge", ends, edge))
    write_file(output, document(root), mark='<key id="node-edition" for="node"')


def _keys(record: type[Struct], owner: str) -> Iterator[ET.Element]:
    for name in record.__struct_fields__:
        if name not in PLACES:
            kind = TYPES.get(name, "string")
            names = {"attr.name": name, "attr.type": kind}
            yield ET.Element("key", {"id": f"{owner}-{name}", "for": owner} | names)


def _element(owner: str, places: dict[str, str], record: Struct) -> ET.Element:
    element = ET.Element(owner, places)
    for name, value in asdict(record).items():
        if name not in PLACES and value not in ("", None):
            ET.SubElement(element, "data", key=f"{owner}-{name}").text = _written(value)
    return element


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
