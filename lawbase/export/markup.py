"""XML as the exports write it: the same bytes every time, indented where spaces don't count."""

import re
from collections.abc import Container
from xml.etree import ElementTree as ET

from lawbase.errors import LawbaseError

XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_NO_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def document(root: ET.Element, mixed: Container[str] = (), doctype: str = "") -> bytes:
    """A whole XML document in UTF-8.

    Elements are put on lines of their own, but for what is inside of those whose tags are in
    ``mixed``: there every space is text.

    Raises:
        LawbaseError: for a control character, which XML can't hold.
    """
    _indent(root, mixed, "\n")
    text = ET.tostring(root, encoding="unicode")
    if found := _NO_XML.search(text):
        raise LawbaseError(f"the character U+{ord(found[0]):04X} can't be written as XML")
    heading = '<?xml version="1.0" encoding="UTF-8"?>\n' + doctype
    return f"{heading}{text}\n".encode()


def _indent(element: ET.Element, mixed: Container[str], line: str) -> None:
    if element.tag in mixed or not len(element):
        return
    element.text = line + "  "
    for child in element:
        _indent(child, mixed, line + "  ")
        child.tail = line + "  "
    element[-1].tail = line
